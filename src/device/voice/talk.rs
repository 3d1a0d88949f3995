//! The platform's part of a conversation: sessions, turns, dialogs, and what it says itself.

mod dialogs;
mod own;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use super::dialog::{self, RequestedIntent};
use super::endpoint::{EndpointError, EndpointReply, VoiceEndpoint};
use super::interpreter::{InterpretedUtterance, PendingQuestion, UtteranceInterpreter};
use super::phrases;
use super::request::{DialogState, RequestBuilder, SessionEndReason, VoiceSession};
use super::resolve::{self, InvocationCall};
use super::response::VoiceResponse;
use super::ssml;
use super::words::normal;
use crate::domain::{CoverageCount, DialogueTurn, Recognition};
use own::own_words;

/// What the platform says if an app fails.
pub const PROBLEM: &str = "There was a problem with the requested skill's response.";
/// What the platform says if nothing fits what was said.
pub const NOT_UNDERSTOOD: &str = "Sorry, I don't understand.";
/// What the platform says if no app listens.
const NOBODY: &str = "Sorry, no skill is open.";

/// The most characters of an utterance.
const LONGEST_UTTERANCE: usize = 600;
/// Some apps never answer the end of a session; it changes nothing for them.
const GOODBYE: Duration = Duration::from_millis(1_000);
/// How often the platform sends on a dialog that an app delegates to it without end.
const MOST_DELEGATIONS: usize = 3;
/// How long an endpoint that refuses a connection is waited for. Nothing was sent then, so nothing is
/// done twice.
const REFUSED_FOR: Duration = Duration::from_millis(400);

/// The most oddities of a model that are told.
const MOST_ODDITIES: usize = 8;

/// A turn of the app, or of the platform in its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompletedTurn {
    /// What was said.
    pub spoken: DialogueTurn,
    /// What the tester should know of it.
    pub warnings: Vec<String>,
}

/// A conversation with one app.
pub struct VoiceConversation {
    ear: UtteranceInterpreter,
    requests: RequestBuilder,
    endpoint: Box<dyn VoiceEndpoint>,
    invocation: String,
    session: Option<VoiceSession>,
    pending: Option<PendingQuestion>,
    /// What is said again if the user stays silent, and whether that was done.
    reprompt: (Option<String>, bool),
    covered: BTreeSet<String>,
    states: Option<CoverageCount>,
}

/// What becomes of a response.
enum ResponseUse {
    Said(CompletedTurn),
    /// The dialog is complete: the app is to be told.
    Complete(RequestedIntent, Vec<String>),
}

impl VoiceConversation {
    /// A conversation that has not begun. Ids follow from `seed`.
    pub fn new(
        ear: UtteranceInterpreter,
        endpoint: Box<dyn VoiceEndpoint>,
        invocation: &str,
        locale: &str,
        seed: u64,
    ) -> Self {
        Self {
            ear,
            requests: RequestBuilder::new(seed, locale),
            endpoint,
            invocation: invocation.to_owned(),
            session: None,
            pending: None,
            reprompt: (None, false),
            covered: BTreeSet::new(),
            states: None,
        }
    }

    /// Where the app is.
    pub fn endpoint(&self) -> &dyn VoiceEndpoint {
        &*self.endpoint
    }

    /// How many of the model's intents were sent.
    pub fn intents(&self) -> CoverageCount {
        let all = &self.ear.model().intents;
        let covered = all.iter().filter(|intent| self.covered.contains(&intent.name)).count();
        CoverageCount { covered: covered as u64, total: all.len() as u64 }
    }

    /// How many of its states were seen, if the app tells.
    pub const fn states(&self) -> Option<CoverageCount> {
        self.states
    }

    /// What is odd in the interaction model.
    pub fn oddities(&self) -> Vec<String> {
        self.ear.resolver().warnings.iter().take(MOST_ODDITIES).cloned().collect()
    }

    /// Opens the app in a new session; one that is open is ended first.
    ///
    /// # Errors
    /// If there is no response.
    pub async fn launch(
        &mut self,
        heard: Option<Recognition>,
    ) -> Result<CompletedTurn, EndpointError> {
        self.end(&SessionEndReason::User).await;
        let session = self.session.insert(self.requests.session());
        let request = self.requests.launch(session);
        let answer = self.send(&request).await?;
        match self.take(&answer.body, None, heard.clone())? {
            ResponseUse::Said(turned) => Ok(turned),
            ResponseUse::Complete(wanted, _) => {
                self.send_wanted(wanted, Some(DialogState::Completed), heard).await
            }
        }
    }

    /// Says `words` to the app, or to the platform if no app is open.
    ///
    /// # Errors
    /// If there is no response.
    pub async fn say(&mut self, words: &str) -> Result<CompletedTurn, EndpointError> {
        let words: String = ssml::tidy(words).text.chars().take(LONGEST_UTTERANCE).collect();
        let today = jiff::Zoned::now().date();
        if let Some(call) = self.call(&words) {
            return self.called(&words, call).await;
        }
        if self.session.is_none() {
            return Ok(own_words(NOBODY, &words, false));
        }
        if normal(&words).is_empty() {
            return Ok(self.silence(&words).await);
        }
        if phrases::EXIT.contains(&&*normal(&words)) {
            return Ok(self.leave(&words).await);
        }
        let hearing = self.ear.hear(&words, self.pending.as_ref(), today);
        self.reprompt.1 = false;
        match hearing.wanted {
            Some(wanted) => {
                let turned = self.want(wanted, hearing.goes_on, hearing.heard).await?;
                Ok(warned(turned, hearing.cut))
            }
            None if phrases::ENDS.contains(&&*normal(&words)) => Ok(self.leave(&words).await),
            None => Ok(warned(self.not_understood(hearing.heard), hearing.cut)),
        }
    }

    /// `words` as a call of the app by its name. What the open app understands word for word, and
    /// its bare name, are for the app.
    fn call(&self, words: &str) -> Option<InvocationCall> {
        let call = resolve::call(words, &self.invocation)?;
        if self.session.is_some() {
            let ranked = self.ear.resolver().resolve(words, jiff::Zoned::now().date());
            let meant = ranked.best().is_some_and(|best| best.exact);
            if meant || normal(words) == normal(&self.invocation) {
                return None;
            }
        }
        Some(call)
    }

    async fn called(
        &mut self,
        words: &str,
        call: InvocationCall,
    ) -> Result<CompletedTurn, EndpointError> {
        let opened = Recognition {
            words: words.to_owned(),
            intent: "LaunchRequest".into(),
            ..Recognition::default()
        };
        let InvocationCall::Ask(what) = call else { return self.launch(Some(opened)).await };
        let today = jiff::Zoned::now().date();
        let InterpretedUtterance { wanted, heard, .. } = self.ear.hear(&what, None, today);
        let Some(wanted) = wanted else { return self.launch(Some(opened)).await };
        self.end(&SessionEndReason::User).await;
        self.session = Some(self.requests.session());
        self.want(wanted, false, Recognition { words: words.to_owned(), ..heard }).await
    }

    /// Tells the app what is wanted; what the platform has to ask before, it asks.
    async fn want(
        &mut self,
        mut wanted: RequestedIntent,
        goes_on: bool,
        heard: Recognition,
    ) -> Result<CompletedTurn, EndpointError> {
        let mut state = None;
        if let Some(dialog) = self.ear.model().dialogs.get(&wanted.intent) {
            let mut asked = wanted.clone();
            let step = dialog::next(dialog, &mut asked);
            if dialog.by_platform
                && let Some((asks, prompt)) = step
            {
                let words = self.prompt(&prompt, &asks, &asked);
                return Ok(self.asking(asked, asks, words, Some(heard)));
            }
            state = Some(match step {
                None if goes_on || dialog.by_platform => DialogState::Completed,
                Some(_) if goes_on => DialogState::InProgress,
                _ => DialogState::Started,
            });
            if dialog.by_platform {
                wanted = asked;
            }
        }
        self.send_wanted(wanted, state, Some(heard)).await
    }

    async fn send_wanted(
        &mut self,
        mut wanted: RequestedIntent,
        mut state: Option<DialogState>,
        heard: Option<Recognition>,
    ) -> Result<CompletedTurn, EndpointError> {
        let mut reported = Vec::new();
        for _ in 0..MOST_DELEGATIONS {
            self.covered.insert(wanted.intent.clone());
            let session = self.session.get_or_insert_with(|| self.requests.session());
            let request = self.requests.intent(session, &wanted, state);
            let answer = self.send(&request).await?;
            match self.take(&answer.body, Some(&wanted), heard.clone())? {
                ResponseUse::Said(mut turned) => {
                    turned.warnings.splice(0..0, reported);
                    return Ok(turned);
                }
                ResponseUse::Complete(complete, warnings) => {
                    reported.extend(warnings);
                    wanted = complete;
                    state = Some(DialogState::Completed);
                }
            }
        }
        Err(EndpointError::Malformed {
            what: "it delegates a dialog again that is complete".into(),
        })
    }

    /// Sends a request. If the connection is refused, the request is sent once more as soon as the
    /// endpoint takes connections: nothing was sent.
    async fn send(&mut self, request: &Value) -> Result<EndpointReply, EndpointError> {
        let mut answer = self.endpoint.turn(request).await;
        if matches!(answer, Err(EndpointError::Refused { .. })) {
            // If it does not come back in time, the second attempt says so.
            let _ = tokio::time::timeout(REFUSED_FOR, self.endpoint.reachable()).await;
            answer = self.endpoint.turn(request).await;
        }
        let answer = answer?;
        if let Some(session) = &mut self.session {
            session.new = false;
        }
        self.states = answer.states.or(self.states);
        Ok(answer)
    }

    /// Takes a response in.
    fn take(
        &mut self,
        body: &Value,
        current: Option<&RequestedIntent>,
        heard: Option<Recognition>,
    ) -> Result<ResponseUse, EndpointError> {
        let mut response =
            VoiceResponse::read(body).map_err(|what| EndpointError::Malformed { what })?;
        if let Some(session) = &mut self.session {
            session.attributes = std::mem::take(&mut response.attributes);
        }
        self.pending = None;
        let open = response.goes_on();
        let VoiceResponse { text, reprompt, card, dialog, mut warnings, .. } = response;
        if dialog.is_some() && !open {
            warnings
                .push("it asks something and ends the session; the platform refuses that".into());
        }
        self.reprompt = (reprompt.clone(), false);
        let mut spoken = DialogueTurn {
            text,
            reprompt,
            card,
            open,
            recognition: heard,
            ..DialogueTurn::default()
        };
        if let Some(turn) = dialog.filter(|_| open) {
            match self.dialog_turn(turn, current, &mut spoken, &mut warnings) {
                Some(complete) => return Ok(ResponseUse::Complete(complete, warnings)),
                None => self.reprompt.0.clone_from(&spoken.reprompt),
            }
        }
        if !open {
            self.session = None;
        }
        Ok(ResponseUse::Said(CompletedTurn { spoken, warnings }))
    }

    /// Ends the session, if one is open, and tells the app. What it answers is not heard any more.
    pub async fn end(&mut self, reason: &SessionEndReason) {
        self.pending = None;
        self.reprompt = (None, false);
        let Some(session) = self.session.take() else { return };
        if session.new {
            return;
        }
        let request = self.requests.ended(&session, reason);
        // Neither an error nor silence matters for a session that is over.
        if let Ok(Ok(answer)) = tokio::time::timeout(GOODBYE, self.endpoint.turn(&request)).await {
            self.states = answer.states.or(self.states);
        }
    }

    /// Forgets the session without telling the app, which is gone.
    pub fn lose(&mut self) {
        self.session = None;
        self.pending = None;
        self.reprompt = (None, false);
    }
}

fn warned(mut turned: CompletedTurn, cut: bool) -> CompletedTurn {
    if cut {
        let what = "the interaction model is too large to be searched whole for these words";
        turned.warnings.push(what.into());
    }
    turned
}
