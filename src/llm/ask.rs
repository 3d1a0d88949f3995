//! The one way in which a model is asked: prompt, reply, check, feedback, and what is left to the
//! rules. Every round is told as events.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{mpsc, watch};

use super::chat::{
    Chat, ChatError, ChatReply, ChatRequest, Message, Part, Picture, Progress, Role,
};
use super::prompts::Prompts;
use super::query::{Judgement, Query};
use super::template::{Example, Section, Template, TemplateError};
use crate::domain::BlobId;
use crate::protocol::{
    Answered, Asked, Checked, Event, ExchangeId, PromptForm, Retried, RuledWhy, Streaming,
    Unanswered, Usage, Warned,
};

/// The longest a server that is away is left alone.
const LONGEST_REST: Duration = Duration::from_secs(600);
/// How long it is left alone the first time; doubled each time after.
const FIRST_REST: Duration = Duration::from_secs(15);

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
    failures: u32,
    rests_until: Option<Instant>,
    given_up: bool,
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
                warn(cannot_fill(&error));
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
        let rests = state.rests_until.is_some_and(|until| Instant::now() < until);
        (state.given_up || rests).then_some(RuledWhy::Unanswered)
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

    /// A server that is away is left alone for a while, one that will never answer for good.
    fn failed(&self, error: &ChatError) {
        let mut state = self.state();
        if error.is_final() {
            state.given_up = true;
        } else if error.is_away() {
            let rest = (FIRST_REST * 2u32.saturating_pow(state.failures)).min(LONGEST_REST);
            state.failures += 1;
            state.rests_until = Some(Instant::now() + rest);
        } else {
            return;
        }
        let ends = if state.given_up { "for the rest of the session" } else { "for now" };
        drop(state);
        self.warn(format!("The rules answer {ends}: {error}."), error.hint());
    }

    fn answered(&self, usage: Usage, took: Duration) {
        let mut state = self.state();
        state.spent += usage;
        state.asking += took;
        state.failures = 0;
        state.rests_until = None;
        state.warned = None;
    }
}

/// One question while it is asked.
struct Asking<'a> {
    shared: &'a Shared,
    query: &'a dyn Query,
    step: u64,
    context: &'a Value,
    again: Option<ExchangeId>,
}

/// A conversation that is ready to be sent.
struct Opened {
    messages: Vec<Message>,
    form: PromptForm,
}

impl Asking<'_> {
    /// Opens `template`, or in place of one of the user's own that cannot be filled in the
    /// built-in one.
    fn open_any(
        &self,
        template: Arc<Template>,
        thread: Option<&Thread>,
        picture: Option<Arc<[u8]>>,
    ) -> Result<(Arc<Template>, Opened), String> {
        match self.open(&template, thread, picture.clone()) {
            Ok(opened) => Ok((template, opened)),
            Err(error) if !template.is_built_in() => {
                if self.shared.prompts.is_news(self.query.name(), &error.to_string()) {
                    self.shared.tell_broken(&error);
                }
                let template = Prompts::built_in(self.query.name());
                let opened =
                    self.open(&template, None, picture).map_err(|error| cannot_fill(&error))?;
                Ok((template, opened))
            }
            Err(error) => Err(cannot_fill(&error)),
        }
    }

    fn open(
        &self,
        template: &Template,
        thread: Option<&Thread>,
        picture: Option<Arc<[u8]>>,
    ) -> Result<Opened, TemplateError> {
        let fill = |part: &Section| template.fill(part, self.context);
        let mut messages = Vec::new();
        if !template.system.is_empty() {
            messages.push(Message::text(Role::System, fill(&template.system)?));
        }
        for Example { question, reply } in &template.examples {
            messages.push(Message::text(Role::User, question.as_str()));
            messages.push(Message::text(Role::Assistant, reply.as_str()));
        }
        let thread = thread.filter(|_| !template.short.is_empty());
        let (form, words) = match thread {
            Some(thread) => {
                messages.push(thread.question.clone());
                messages.push(Message::text(Role::Assistant, thread.reply.clone()));
                (PromptForm::Short, fill(&template.short)?)
            }
            None => (PromptForm::Long, fill(&template.long)?),
        };
        let mut question = Message::text(Role::User, words);
        question.parts.extend(picture.map(Picture::new).map(Part::Picture));
        messages.push(question);
        Ok(Opened { messages, form })
    }

    /// All rounds. Gives the answer, and the first question with its reply for the thread.
    async fn rounds(
        &self,
        template: &Template,
        opened: Opened,
    ) -> (Answer, Option<(Message, String)>) {
        let Opened { mut messages, mut form } = opened;
        let settings = &template.settings;
        let mut first = None;
        let mut otherwise = None;
        for round in 0..=settings.rounds {
            let (temperature, max_tokens) = if round == 0 {
                (settings.temperature, settings.max_tokens)
            } else {
                (settings.feedback_temperature, settings.feedback_max_tokens)
            };
            let schema = self.query.schema(self.context);
            let request = ChatRequest { messages, temperature, max_tokens, schema };
            let Some((exchange, reply)) = self.once(template, &request, form, round).await else {
                let why = RuledWhy::Unanswered;
                return (Answer::Rules { why, otherwise }, first);
            };
            messages = request.messages;
            if form == PromptForm::Long {
                first = messages.last().map(|question| (question.clone(), reply.text.clone()));
            }
            let judgement = self.query.judge(self.context, &reply.text);
            self.tell_checked(exchange, &judgement);
            let Some(complaint) = judgement.complaint.clone() else {
                return (Answer::Model(judgement), first);
            };
            otherwise = judgement.otherwise.clone().or(otherwise);
            messages.push(Message::text(Role::Assistant, reply.text));
            let feedback = self.feedback(template, &complaint.check, &complaint.says);
            messages.push(Message::text(Role::User, feedback));
            form = PromptForm::Feedback;
            if let Some(why) = self.shared.cannot_ask() {
                return (Answer::Rules { why, otherwise }, first);
            }
        }
        (Answer::Rules { why: RuledWhy::Rounds, otherwise }, first)
    }

    /// The words of the feedback: the template's for this check, else the check's own.
    fn feedback(&self, template: &Template, check: &str, says: &str) -> String {
        let mut context = self.context.clone();
        if let Some(map) = context.as_object_mut() {
            map.insert("complaint".into(), says.into());
        }
        let part = template.feedback.get(check);
        let filled = part.and_then(|part| template.fill(part, &context).ok());
        filled.unwrap_or_else(|| says.to_owned())
    }

    /// One exchange. `None` where no reply came.
    async fn once(
        &self,
        template: &Template,
        request: &ChatRequest,
        form: PromptForm,
        round: u32,
    ) -> Option<(ExchangeId, ChatReply)> {
        let chat = self.shared.chat.as_ref()?;
        let exchange = ExchangeId(self.shared.exchanges.fetch_add(1, Ordering::Relaxed) + 1);
        // Messages and contexts are plain data; they always have a JSON form.
        let messages: Arc<[u8]> = serde_json::to_vec(&request.messages).unwrap_or_default().into();
        let context: Arc<[u8]> = serde_json::to_vec(self.context).unwrap_or_default().into();
        let asked = Asked {
            exchange,
            step: self.step,
            query: self.query.name().to_owned(),
            round,
            form,
            model: chat.model().to_owned(),
            template: template.origin.clone(),
            messages: BlobId::of(&messages),
            context: BlobId::of(&context),
            again: self.again,
        };
        self.shared.tell(Event::Asked(asked), vec![messages, context]);
        let mut open = Open { shared: self.shared, exchange, closed: false };
        let began = Instant::now();
        let progress = |progress: Progress| self.progress(exchange, progress);
        let result = chat.complete(request, &progress).await;
        let took = began.elapsed();
        open.closed = true;
        drop(open);
        match result {
            Ok(reply) => {
                self.shared.answered(reply.usage, took);
                let text: Arc<[u8]> = reply.text.as_bytes().into();
                let answered = Answered {
                    exchange,
                    reply: BlobId::of(&text),
                    cut: reply.cut,
                    usage: reply.usage,
                    took_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
                };
                self.shared.tell(Event::Answered(answered), vec![text]);
                Some((exchange, reply))
            }
            Err(error) => {
                let (why, hint) = (error.to_string(), error.hint());
                let unanswered = Unanswered { exchange, why, hint, cancelled: false };
                self.shared.tell(Event::Unanswered(unanswered), Vec::new());
                self.shared.state().asking += took;
                self.shared.failed(&error);
                None
            }
        }
    }

    fn progress(&self, exchange: ExchangeId, progress: Progress) {
        match progress {
            Progress::Words(words) => self.shared.streaming.send_modify(|streaming| {
                if streaming.exchange != Some(exchange) {
                    *streaming = Streaming { exchange: Some(exchange), words: String::new() };
                }
                streaming.words.push_str(&words);
            }),
            Progress::Retry { why, wait } => {
                self.shared.streaming.send_replace(Streaming::default());
                let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
                let retried = Retried { exchange, why, wait_ms };
                self.shared.tell(Event::Retried(retried), Vec::new());
            }
            Progress::Warned { what, hint } => {
                let hint = Some(hint.to_owned());
                self.shared.tell(Event::Warned(Warned { what, hint }), Vec::new());
            }
        }
    }

    fn tell_checked(&self, exchange: ExchangeId, judgement: &Judgement) {
        let checked = Checked {
            exchange,
            answer: judgement.told.clone(),
            thoughts: judgement.thoughts.clone(),
            complaint: judgement.complaint.clone(),
        };
        self.shared.tell(Event::Checked(checked), Vec::new());
    }
}

fn cannot_fill(error: &TemplateError) -> String {
    format!("The prompt cannot be filled in: {error}.")
}

/// Tells that an exchange was given up, where it is dropped before its end.
struct Open<'a> {
    shared: &'a Shared,
    exchange: ExchangeId,
    closed: bool,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.shared.streaming.send_replace(Streaming::default());
        if !self.closed {
            let why = "given up by the tester".to_owned();
            let exchange = self.exchange;
            let unanswered = Unanswered { exchange, why, hint: None, cancelled: true };
            self.shared.tell(Event::Unanswered(unanswered), Vec::new());
        }
    }
}
