//! The platform's part of a conversation: sessions, turns, dialogs, and what it says itself.

mod dialogs;
mod own;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use super::dialog::{self, Wanted};
use super::endpoint::{Answer, Endpoint, EndpointError};
use super::hearing::{Ear, Hearing, Pending};
use super::phrases;
use super::request::{DialogState, EndReason, Requests, Session};
use super::resolve::{self, Call};
use super::response::Response;
use super::ssml;
use super::words::normal;
use crate::domain::{Count, Heard, Spoken};
use own::own_words;

/// What the platform says where an app fails.
pub const PROBLEM: &str = "There was a problem with the requested skill's response.";
/// What the platform says where nothing fits what was said.
pub const NOT_UNDERSTOOD: &str = "Sorry, I don't understand.";
/// What the platform says where no app listens.
const NOBODY: &str = "Sorry, no skill is open.";

/// The most characters of an utterance.
const LONGEST_UTTERANCE: usize = 600;
/// Some apps never answer the end of a session; it changes nothing for them.
const GOODBYE: Duration = Duration::from_millis(1_000);
/// How often the platform sends on a dialog that an app delegates to it without end.
const MOST_DELEGATIONS: usize = 3;
/// Attempts to connect to an endpoint that refuses. Nothing was sent then, so nothing is done twice.
const ATTEMPTS: usize = 3;
/// Between two of them.
const ATTEMPT_AGAIN: Duration = Duration::from_millis(200);

/// The most oddities of a model that are told.
const MOST_ODDITIES: usize = 8;

/// A turn of the app, or of the platform in its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turned {
    /// What was said.
    pub spoken: Spoken,
    /// What the tester should know of it.
    pub warnings: Vec<String>,
}

/// A conversation with one app.
pub struct Talk {
    ear: Ear,
    requests: Requests,
    endpoint: Box<dyn Endpoint>,
    invocation: String,
    session: Option<Session>,
    pending: Option<Pending>,
    /// What is said again where the user stays silent, and whether that was done.
    reprompt: (Option<String>, bool),
    covered: BTreeSet<String>,
    states: Option<Count>,
}

/// What becomes of a response.
enum Taken {
    Said(Turned),
    /// The dialog is complete: the app is to be told.
    Complete(Wanted, Vec<String>),
}

impl Talk {
    /// A conversation that has not begun. Ids follow from `seed`.
    pub fn new(
        ear: Ear,
        endpoint: Box<dyn Endpoint>,
        invocation: &str,
        locale: &str,
        seed: u64,
    ) -> Self {
        Self {
            ear,
            requests: Requests::new(seed, locale),
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
    pub fn endpoint(&self) -> &dyn Endpoint {
        &*self.endpoint
    }

    /// How many of the model's intents were sent.
    pub fn intents(&self) -> Count {
        let all = &self.ear.model().intents;
        let covered = all.iter().filter(|intent| self.covered.contains(&intent.name)).count();
        Count { covered: covered as u64, total: all.len() as u64 }
    }

    /// How many of its states were seen, where the app tells.
    pub const fn states(&self) -> Option<Count> {
        self.states
    }

    /// What is odd in the interaction model.
    pub fn oddities(&self) -> Vec<String> {
        self.ear.resolver().warnings.iter().take(MOST_ODDITIES).cloned().collect()
    }

    /// Opens the app in a new session; one that is open is ended first.
    ///
    /// # Errors
    /// Where there is no response.
    pub async fn launch(&mut self, heard: Option<Heard>) -> Result<Turned, EndpointError> {
        self.end(&EndReason::User).await;
        let session = self.session.insert(self.requests.session());
        let request = self.requests.launch(session);
        let answer = self.send(&request).await?;
        match self.take(&answer.body, None, heard.clone())? {
            Taken::Said(turned) => Ok(turned),
            Taken::Complete(wanted, _) => {
                self.send_wanted(wanted, Some(DialogState::Completed), heard).await
            }
        }
    }

    /// Says `words` to the app, or to the platform where no app is open.
    ///
    /// # Errors
    /// Where there is no response.
    pub async fn say(&mut self, words: &str) -> Result<Turned, EndpointError> {
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
    fn call(&self, words: &str) -> Option<Call> {
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

    async fn called(&mut self, words: &str, call: Call) -> Result<Turned, EndpointError> {
        let opened =
            Heard { words: words.to_owned(), intent: "LaunchRequest".into(), ..Heard::default() };
        let Call::Ask(what) = call else { return self.launch(Some(opened)).await };
        let today = jiff::Zoned::now().date();
        let Hearing { wanted, heard, .. } = self.ear.hear(&what, None, today);
        let Some(wanted) = wanted else { return self.launch(Some(opened)).await };
        self.end(&EndReason::User).await;
        self.session = Some(self.requests.session());
        self.want(wanted, false, Heard { words: words.to_owned(), ..heard }).await
    }

    /// Tells the app what is wanted; what the platform has to ask before, it asks.
    async fn want(
        &mut self,
        mut wanted: Wanted,
        goes_on: bool,
        heard: Heard,
    ) -> Result<Turned, EndpointError> {
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
        mut wanted: Wanted,
        mut state: Option<DialogState>,
        heard: Option<Heard>,
    ) -> Result<Turned, EndpointError> {
        let mut told = Vec::new();
        for _ in 0..MOST_DELEGATIONS {
            self.covered.insert(wanted.intent.clone());
            let session = self.session.get_or_insert_with(|| self.requests.session());
            let request = self.requests.intent(session, &wanted, state);
            let answer = self.send(&request).await?;
            match self.take(&answer.body, Some(&wanted), heard.clone())? {
                Taken::Said(mut turned) => {
                    turned.warnings.splice(0..0, told);
                    return Ok(turned);
                }
                Taken::Complete(complete, warnings) => {
                    told.extend(warnings);
                    wanted = complete;
                    state = Some(DialogState::Completed);
                }
            }
        }
        Err(EndpointError::Malformed {
            what: "it delegates a dialog again that is complete".into(),
        })
    }

    /// Sends a request. A refused connection is tried again: nothing was sent.
    async fn send(&mut self, request: &Value) -> Result<Answer, EndpointError> {
        let mut attempt = 1;
        loop {
            match self.endpoint.turn(request).await {
                Err(EndpointError::Refused { .. }) if attempt < ATTEMPTS => {
                    attempt += 1;
                    tokio::time::sleep(ATTEMPT_AGAIN).await;
                }
                Ok(answer) => {
                    if let Some(session) = &mut self.session {
                        session.new = false;
                    }
                    self.states = answer.states.or(self.states);
                    return Ok(answer);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes a response in.
    fn take(
        &mut self,
        body: &Value,
        current: Option<&Wanted>,
        heard: Option<Heard>,
    ) -> Result<Taken, EndpointError> {
        let mut response =
            Response::read(body).map_err(|what| EndpointError::Malformed { what })?;
        if let Some(session) = &mut self.session {
            session.attributes = std::mem::take(&mut response.attributes);
        }
        self.pending = None;
        let open = response.goes_on();
        let Response { text, reprompt, card, dialog, mut warnings, .. } = response;
        if dialog.is_some() && !open {
            warnings
                .push("it asks something and ends the session; the platform refuses that".into());
        }
        self.reprompt = (reprompt.clone(), false);
        let mut spoken = Spoken { text, reprompt, card, open, heard, ..Spoken::default() };
        if let Some(turn) = dialog.filter(|_| open) {
            match self.dialog_turn(turn, current, &mut spoken, &mut warnings) {
                Some(complete) => return Ok(Taken::Complete(complete, warnings)),
                None => self.reprompt.0.clone_from(&spoken.reprompt),
            }
        }
        if !open {
            self.session = None;
        }
        Ok(Taken::Said(Turned { spoken, warnings }))
    }

    /// Ends the session, if one is open, and tells the app. What it answers is not heard any more.
    pub async fn end(&mut self, reason: &EndReason) {
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

fn warned(mut turned: Turned, cut: bool) -> Turned {
    if cut {
        let what = "the interaction model is too large to be searched whole for these words";
        turned.warnings.push(what.into());
    }
    turned
}
