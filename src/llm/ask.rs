//! The one way in which a model is asked: prompt, reply, check, feedback, and what is left to the
//! rules. Every round is told as events.

mod asking;
mod health;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{mpsc, watch};

use self::asking::Asking;
use self::health::{Health, Unwell};
use super::chat::{Chat, ChatError, Message};
use super::prompts::Prompts;
use super::query::{Judgement, Query};
use super::template::{Template, TemplateError};
use crate::protocol::{Event, ExchangeId, RuledWhy, Streaming, Usage, Warned};

/// What to do about a prompt that cannot be used.
const SEE: &str = "see `ridealong prompts check`";

/// An event, with the contents of the blobs that it names.
#[derive(Debug)]
pub struct Told {
    /// The event.
    pub event: Event,
    /// What it names.
    pub blobs: Vec<Arc<[u8]>>,
}

/// What asking is set up with.
pub struct Setup {
    /// Who answers; `None` leaves everything to the rules.
    pub chat: Option<Arc<dyn Chat>>,
    /// The prompts.
    pub prompts: Prompts,
    /// After so many US dollars the rules answer.
    pub cost_cap: Option<f64>,
    /// True where the model takes pictures.
    pub pictures: bool,
}

/// The other end of an [`Asker`].
pub struct Ears {
    /// The events that asking brings.
    pub told: mpsc::UnboundedReceiver<Told>,
    /// The reply in flight.
    pub streaming: watch::Receiver<Streaming>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The model's reply passed all checks.
    Model(Judgement),
    /// The rules must answer.
    Rules {
        /// Why.
        why: RuledWhy,
        /// The right answer, where a check knows it.
        otherwise: Option<Value>,
    },
}

/// Asks the model, holds its replies to the checks, and tells all of it.
pub struct Asker {
    shared: Arc<Shared>,
    threads: HashMap<&'static str, Thread>,
}

/// The first exchange of a kind, which later ones stand behind.
struct Thread {
    source: String,
    question: Message,
    reply: String,
}

struct Shared {
    chat: Option<Arc<dyn Chat>>,
    prompts: Prompts,
    cost_cap: Option<f64>,
    pictures: bool,
    told: mpsc::UnboundedSender<Told>,
    streaming: watch::Sender<Streaming>,
    exchanges: AtomicU64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    spent: Usage,
    asking: Duration,
    health: Health,
    warned: Option<String>,
}

impl Asker {
    /// One that asks as `setup` says.
    pub fn new(setup: Setup) -> (Self, Ears) {
        let (told, told_out) = mpsc::unbounded_channel();
        let (streaming, streaming_out) = watch::channel(Streaming::default());
        let Setup { chat, prompts, cost_cap, pictures } = setup;
        let shared = Shared {
            chat,
            prompts,
            cost_cap,
            pictures,
            told,
            streaming,
            exchanges: AtomicU64::new(0),
            state: Mutex::default(),
        };
        let asker = Self { shared: Arc::new(shared), threads: HashMap::new() };
        (asker, Ears { told: told_out, streaming: streaming_out })
    }

    /// One without a model: the rules answer everything.
    pub fn without_model() -> (Self, Ears) {
        Self::new(Setup {
            chat: None,
            prompts: Prompts::default(),
            cost_cap: None,
            pictures: false,
        })
    }

    /// Another one with the same model, count and cap, and no memory of earlier questions.
    pub fn beside(&self) -> Self {
        Self { shared: self.shared.clone(), threads: HashMap::new() }
    }

    /// The model's name.
    pub fn model(&self) -> Option<&str> {
        self.shared.chat.as_deref().map(Chat::model)
    }

    /// What was used so far.
    pub fn spent(&self) -> Usage {
        self.shared.state().spent
    }

    /// Time spent waiting for replies.
    pub fn asking_time(&self) -> Duration {
        self.shared.state().asking
    }

    /// Tells `event`.
    pub fn tell(&self, event: Event) {
        self.shared.tell(event, Vec::new());
    }

    /// Numbers exchanges on from behind `last`, in a session that is gone on with.
    pub fn count_from(&self, last: ExchangeId) {
        self.shared.exchanges.fetch_max(last.0, Ordering::Relaxed);
    }

    /// Asks `query` about `context`: prompt, reply, checks, and feedback as often as its prompt
    /// allows. Dropping the future gives it up, on the wire too.
    pub async fn ask(
        &mut self,
        query: &dyn Query,
        step: u64,
        context: &Value,
        picture: Option<Arc<[u8]>>,
    ) -> Answer {
        if let Some(why) = self.shared.cannot_ask() {
            return Answer::Rules { why, otherwise: None };
        }
        let template = self.shared.template(query.name());
        let thread = self.threads.get(query.name());
        let thread = thread.filter(|thread| thread.source == template.source);
        let asking = Asking { shared: &self.shared, query, step, context, again: None };
        let picture = picture.filter(|_| self.shared.pictures && template.settings.picture);
        let (template, opened) = match asking.open_any(template, thread, picture) {
            Ok(opened) => opened,
            Err(what) => {
                self.shared.warn(what, Some(SEE.into()));
                return Answer::Rules { why: RuledWhy::Unanswered, otherwise: None };
            }
        };
        let (answer, first) = asking.rounds(&template, opened).await;
        if let (Answer::Model(_), Some((question, reply))) = (&answer, first) {
            let source = template.source.clone();
            self.threads.insert(query.name(), Thread { source, question, reply });
        }
        answer
    }

    /// Asks `query` again with the prompt `template` in its long form, beside the run: `again` is
    /// the exchange it is compared with.
    pub async fn again(
        &self,
        query: &dyn Query,
        template: &Template,
        step: u64,
        context: &Value,
        again: ExchangeId,
    ) -> Answer {
        // The tester waits for an answer: why there will be none is told each time.
        let warn = |what: String| self.tell(Event::Warned(Warned { what, hint: None }));
        if let Some(why) = self.shared.cannot_ask() {
            warn(format!("Exchange {again} cannot be asked again now: {}.", why.words()));
            return Answer::Rules { why, otherwise: None };
        }
        let asking = Asking { shared: &self.shared, query, step, context, again: Some(again) };
        match asking.open(template, None, None) {
            Ok(opened) => asking.rounds(template, opened).await.0,
            Err(error) => {
                warn(asking::cannot_fill(&error));
                Answer::Rules { why: RuledWhy::Unanswered, otherwise: None }
            }
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, event: Event, blobs: Vec<Arc<[u8]>>) {
        // Nobody listens where the run has ended.
        let _ = self.told.send(Told { event, blobs });
    }

    /// The words of `exchange` are no longer shown, where they were.
    fn clear_streaming(&self, exchange: ExchangeId) {
        self.streaming.send_if_modified(|streaming| {
            let shown = streaming.exchange == Some(exchange);
            if shown {
                *streaming = Streaming::default();
            }
            shown
        });
    }

    /// Warns, but not of the same twice in a row.
    fn warn(&self, what: String, hint: Option<String>) {
        let before = self.state().warned.replace(what.clone());
        if before.as_ref() != Some(&what) {
            self.tell(Event::Warned(Warned { what, hint }), Vec::new());
        }
    }

    fn cannot_ask(&self) -> Option<RuledWhy> {
        if self.chat.is_none() {
            return Some(RuledWhy::NoModel);
        }
        let state = self.state();
        if self.cost_cap.is_some_and(|cap| state.spent.cost_usd >= cap) {
            drop(state);
            let what = "The cap on cost is reached: the rules answer from now on.".to_owned();
            self.warn(what, Some("raise it with --max-cost".into()));
            return Some(RuledWhy::Cap);
        }
        (!state.health.may_be_asked(Instant::now())).then_some(RuledWhy::Unanswered)
    }

    /// The prompt called `name`: the user's own where it can be used, else the built-in one.
    fn template(&self, name: &str) -> Arc<Template> {
        let (template, broken) = self.prompts.usable(name);
        if let Some(error) = broken {
            self.tell_broken(&error);
        }
        template
    }

    fn tell_broken(&self, error: &TemplateError) {
        let what = format!("A prompt cannot be used, the built-in one is: {error}.");
        self.tell(Event::Warned(Warned { what, hint: Some(SEE.into()) }), Vec::new());
    }

    /// No reply came after `took`.
    fn failed(&self, error: &ChatError, took: Duration) {
        let mut state = self.state();
        state.asking += took;
        let unwell = state.health.failed(error, took, Instant::now());
        drop(state);
        let ends = match unwell {
            Unwell::No => return,
            Unwell::Rests => "for now",
            Unwell::GivenUp => "for the rest of the session",
        };
        self.warn(format!("The rules answer {ends}: {error}."), error.hint());
    }

    fn answered(&self, usage: Usage, took: Duration) {
        let mut state = self.state();
        state.spent += usage;
        state.asking += took;
        state.warned = None;
        let was_away = state.health.answered();
        drop(state);
        if was_away {
            let what = "The model answers again.".to_owned();
            self.tell(Event::Warned(Warned { what, hint: None }), Vec::new());
        }
    }
}
