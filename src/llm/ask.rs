//! The one way in which a model is asked: prompt, reply, check, feedback, and what is left to the
//! rules. Every round is reported as events.

mod asking;
mod breaker;
mod health;
mod limit;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{mpsc, watch};

use self::asking::ActiveQuestion;
use self::breaker::CircuitBreaker;
use self::health::{ServerFailure, ServerHealth};
pub use self::limit::DISPLAY_QUESTIONS_PER_STEP;
use self::limit::QuestionLimit;
use super::chat::{ChatError, ChatModel};
use super::prompts::PromptLibrary;
use super::query::{ModelQuery, ReplyJudgement};
use super::template::{Template, TemplateError};
use crate::protocol::{
    Event, ExchangeId, ExplorerNote, FallbackReason, ModelUsage, PartialReply, PromptForm,
    WarningRaised,
};

/// What to do about a prompt that cannot be used.
const SEE: &str = "see `ridealong prompts check`";

/// An event, with the contents of the blobs that it names.
#[derive(Debug)]
pub struct LoggedEvent {
    /// The event.
    pub event: Event,
    /// What it names.
    pub blobs: Vec<Arc<[u8]>>,
}

/// What asking is set up with.
pub struct AskSetup {
    /// Who answers; `None` leaves everything to the rules.
    pub chat: Option<Arc<dyn ChatModel>>,
    /// The prompts.
    pub prompts: PromptLibrary,
    /// After so many US dollars the rules answer.
    pub cost_cap: Option<f64>,
    /// True if the model takes pictures.
    pub pictures: bool,
}

/// The other end of an [`Asker`].
pub struct AskerEvents {
    /// The events that asking brings.
    pub logged: mpsc::UnboundedReceiver<LoggedEvent>,
    /// The reply in flight.
    pub streaming: watch::Receiver<PartialReply>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryAnswer {
    /// The model's reply passed all checks.
    Model(ReplyJudgement),
    /// The rules must answer.
    Rules {
        /// Why.
        why: FallbackReason,
        /// The right answer, if a check knows it.
        otherwise: Option<Value>,
    },
}

/// Asks the model, checks its replies, and reports all of it.
pub struct Asker {
    shared: Arc<SharedAsker>,
    /// The text of the prompt whose latest question got an accepted reply, by query: the model
    /// knows what is asked, so the next question has the short form.
    understood: HashMap<&'static str, String>,
    limit: QuestionLimit,
}

struct SharedAsker {
    chat: Option<Arc<dyn ChatModel>>,
    prompts: PromptLibrary,
    cost_cap: Option<f64>,
    pictures: bool,
    logged: mpsc::UnboundedSender<LoggedEvent>,
    streaming: watch::Sender<PartialReply>,
    exchanges: AtomicU64,
    state: Mutex<AskerState>,
}

#[derive(Default)]
struct AskerState {
    spent: ModelUsage,
    asking: Duration,
    health: ServerHealth,
    breaker: CircuitBreaker,
    warned: Option<String>,
}

impl Asker {
    /// One that asks as `setup` says.
    pub fn new(setup: AskSetup) -> (Self, AskerEvents) {
        let (logged, logged_out) = mpsc::unbounded_channel();
        let (streaming, streaming_out) = watch::channel(PartialReply::default());
        let AskSetup { chat, prompts, cost_cap, pictures } = setup;
        let shared = SharedAsker {
            chat,
            prompts,
            cost_cap,
            pictures,
            logged,
            streaming,
            exchanges: AtomicU64::new(0),
            state: Mutex::default(),
        };
        let asker = Self {
            shared: Arc::new(shared),
            understood: HashMap::new(),
            limit: QuestionLimit::default(),
        };
        (asker, AskerEvents { logged: logged_out, streaming: streaming_out })
    }

    /// One without a model: the rules answer everything.
    pub fn without_model() -> (Self, AskerEvents) {
        Self::new(AskSetup {
            chat: None,
            prompts: PromptLibrary::default(),
            cost_cap: None,
            pictures: false,
        })
    }

    /// Another one with the same model, count and cap, and no memory of earlier questions.
    pub fn beside(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            understood: HashMap::new(),
            limit: QuestionLimit::default(),
        }
    }

    /// The model's name.
    pub fn model(&self) -> Option<&str> {
        self.shared.chat.as_deref().map(ChatModel::model)
    }

    /// True if there is a model that takes pictures.
    pub fn takes_pictures(&self) -> bool {
        self.shared.chat.is_some() && self.shared.pictures
    }

    /// A vector for each of `texts`; `None` if no model for that is configured, or it does not answer,
    /// which is logged.
    pub async fn embed(&self, texts: &[String]) -> Option<Vec<Vec<f32>>> {
        let vectors = self.shared.chat.as_deref()?.embed(texts)?.await;
        let failed = |error: ChatError| {
            let what = format!("no embeddings, so words are compared: {error}");
            self.warn(what, error.hint());
        };
        vectors.map_err(failed).ok()
    }

    /// True if few of the model's replies so far were refused by a check.
    pub fn keeps_to_form(&self) -> bool {
        self.shared.state().breaker.keeps_to_form()
    }

    /// True if many of the model's replies so far were refused by a check.
    pub fn refuses_much(&self) -> bool {
        self.shared.state().breaker.refuses_much()
    }

    /// What was used so far.
    pub fn spent(&self) -> ModelUsage {
        self.shared.state().spent
    }

    /// Time spent waiting for replies.
    pub fn asking_time(&self) -> Duration {
        self.shared.state().asking
    }

    /// Logs what an explorer found out.
    pub fn note(&self, note: ExplorerNote) {
        self.shared.tell(note.into(), Vec::new());
    }

    /// Logs something that the tester should know, with what can be done about it.
    pub fn warn(&self, what: String, hint: Option<String>) {
        self.note(ExplorerNote::Warning(WarningRaised { what, hint }));
    }

    /// Numbers exchanges on from behind `last`, in a session that is continued.
    pub fn count_from(&self, last: ExchangeId) {
        self.shared.exchanges.fetch_max(last.0, Ordering::Relaxed);
    }

    /// Asks at most so many questions a step on average; without a limit as many as wanted.
    /// Feedback rounds belong to their question.
    pub const fn limit_questions(&mut self, per_step: Option<f64>) {
        self.limit.per_step = per_step;
    }

    /// Asks `query` about `context`: prompt, reply, checks, and feedback as often as its prompt
    /// allows. Dropping the future gives it up, on the wire too.
    pub async fn ask(
        &mut self,
        query: &dyn ModelQuery,
        step: u64,
        context: &Value,
        picture: Option<Arc<[u8]>>,
    ) -> QueryAnswer {
        if let Some(why) = self.shared.cannot_begin() {
            return QueryAnswer::Rules { why, otherwise: None };
        }
        if !self.limit.take(step) {
            return QueryAnswer::Rules { why: FallbackReason::Budget, otherwise: None };
        }
        let template = self.shared.template(query.name());
        let known = self.understood.remove(query.name());
        let form = if known.is_some_and(|source| source == template.source) {
            PromptForm::Short
        } else {
            PromptForm::Long
        };
        let asking = ActiveQuestion { shared: &self.shared, query, step, context, again: None };
        let picture = picture.filter(|_| self.shared.pictures && template.settings.picture);
        let (template, opened) = match asking.open_any(template, form, picture) {
            Ok(opened) => opened,
            Err(what) => {
                self.shared.warn(what, Some(SEE.into()));
                return QueryAnswer::Rules { why: FallbackReason::Unanswered, otherwise: None };
            }
        };
        let answer = asking.rounds(&template, opened).await;
        if matches!(answer, QueryAnswer::Model(_)) {
            self.understood.insert(query.name(), template.source.clone());
        }
        answer
    }

    /// Asks `query` again with the prompt `template` in its long form, beside the run: `again` is
    /// the exchange it is compared with.
    pub async fn again(
        &self,
        query: &dyn ModelQuery,
        template: &Template,
        step: u64,
        context: &Value,
        again: ExchangeId,
    ) -> QueryAnswer {
        // The tester waits for an answer: why there will be none is reported each time.
        let warn = |what: String| self.warn(what, None);
        if let Some(why) = self.shared.cannot_ask() {
            warn(format!("Exchange {again} cannot be asked again now: {}.", why.words()));
            return QueryAnswer::Rules { why, otherwise: None };
        }
        let asking =
            ActiveQuestion { shared: &self.shared, query, step, context, again: Some(again) };
        match asking.open(template, PromptForm::Long, None) {
            Ok(opened) => asking.rounds(template, opened).await,
            Err(error) => {
                warn(asking::cannot_fill(&error));
                QueryAnswer::Rules { why: FallbackReason::Unanswered, otherwise: None }
            }
        }
    }
}

impl SharedAsker {
    fn state(&self) -> MutexGuard<'_, AskerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, event: Event, blobs: Vec<Arc<[u8]>>) {
        // Nobody listens if the run has ended.
        let _ = self.logged.send(LoggedEvent { event, blobs });
    }

    /// The words of `exchange` are no longer shown, if they were.
    fn clear_streaming(&self, exchange: ExchangeId) {
        self.streaming.send_if_modified(|streaming| {
            let shown = streaming.exchange == Some(exchange);
            if shown {
                *streaming = PartialReply::default();
            }
            shown
        });
    }

    /// Warns, but not of the same twice in a row.
    fn warn(&self, what: String, hint: Option<String>) {
        let before = self.state().warned.replace(what.clone());
        if before.as_ref() != Some(&what) {
            self.tell(Event::Warned(WarningRaised { what, hint }), Vec::new());
        }
    }

    /// Why a question of the run cannot be asked now. To be called once for each.
    fn cannot_begin(&self) -> Option<FallbackReason> {
        let cannot = self.cannot_ask();
        let may = cannot.is_some() || self.state().breaker.begin();
        if may { cannot } else { Some(FallbackReason::Paused) }
    }

    fn cannot_ask(&self) -> Option<FallbackReason> {
        if self.chat.is_none() {
            return Some(FallbackReason::NoModel);
        }
        let state = self.state();
        if self.cost_cap.is_some_and(|cap| state.spent.cost_usd >= cap) {
            drop(state);
            let what = "The cap on cost is reached: the rules answer from now on.".to_owned();
            self.warn(what, Some("raise it with --max-cost".into()));
            return Some(FallbackReason::Cap);
        }
        (!state.health.may_be_asked(Instant::now())).then_some(FallbackReason::Unanswered)
    }

    /// The prompt called `name`: the user's own if it can be used, else the built-in one.
    fn template(&self, name: &str) -> Arc<Template> {
        let (template, broken) = self.prompts.usable(name);
        if let Some(error) = broken {
            self.tell_broken(&error);
        }
        template
    }

    fn tell_broken(&self, error: &TemplateError) {
        let what = format!("A prompt cannot be used, the built-in one is: {error}.");
        self.tell(Event::Warned(WarningRaised { what, hint: Some(SEE.into()) }), Vec::new());
    }

    /// No reply came after `took`.
    fn failed(&self, error: &ChatError, took: Duration) {
        let mut state = self.state();
        state.asking += took;
        let unwell = state.health.failed(error, took, Instant::now());
        drop(state);
        let ends = match unwell {
            ServerFailure::No => return,
            ServerFailure::Rests => "for now",
            ServerFailure::GivenUp => "for the rest of the session",
        };
        self.warn(format!("The rules answer {ends}: {error}."), error.hint());
    }

    /// A reply of the run was checked.
    fn judged(&self, judgement: &ReplyJudgement) {
        let accepted = judgement.complaint.is_none();
        if judgement.is_partly_used {
            return;
        }
        let mut state = self.state();
        let breaker = &mut state.breaker;
        let what = if accepted {
            breaker.accepted().then(|| "The model's replies are of use again.".to_owned())
        } else {
            breaker.refused().map(|questions| {
                format!(
                    "The model is paused, since its replies did not pass the checks: the rules \
                     answer the next {questions} questions."
                )
            })
        };
        drop(state);
        if let Some(what) = what {
            let hint = Some(
                "the reasoning pane shows the replies and what was wrong with them".to_owned(),
            );
            let hint = hint.filter(|_| !accepted);
            self.tell(Event::Warned(WarningRaised { what, hint }), Vec::new());
        }
    }

    fn answered(&self, usage: ModelUsage, took: Duration) {
        let mut state = self.state();
        state.spent += usage;
        state.asking += took;
        state.warned = None;
        let was_away = state.health.answered();
        drop(state);
        if was_away {
            let what = "The model answers again.".to_owned();
            self.tell(Event::Warned(WarningRaised { what, hint: None }), Vec::new());
        }
    }
}
