//! One question: its rounds, and the exchanges that each of them is.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::Value;

use super::{QueryAnswer, SharedAsker};
use crate::domain::BlobId;
use crate::llm::chat::{
    ChatMessage, ChatProgress, ChatReply, ChatRequest, ChatRole, MessagePart, MessagePicture,
};
use crate::llm::prompts::PromptLibrary;
use crate::llm::query::{ModelQuery, ReplyJudgement};
use crate::llm::template::{Example, Section, Template, TemplateError};
use crate::protocol::{
    Event, ExchangeId, FallbackReason, PartialReply, PromptForm, PromptSent, ReplyChecked,
    ReplyMissing, ReplyReceived, RequestRetried, WarningRaised,
};

/// One question while it is asked.
pub(super) struct ActiveQuestion<'a> {
    pub shared: &'a SharedAsker,
    pub query: &'a dyn ModelQuery,
    pub step: u64,
    pub context: &'a Value,
    pub again: Option<ExchangeId>,
}

/// A conversation that is ready to be sent.
pub(super) struct OpenedConversation {
    messages: Vec<ChatMessage>,
    form: PromptForm,
}

impl ActiveQuestion<'_> {
    /// Opens `template`, or in place of one of the user's own that cannot be filled in the
    /// built-in one.
    pub fn open_any(
        &self,
        template: Arc<Template>,
        form: PromptForm,
        picture: Option<Arc<[u8]>>,
    ) -> Result<(Arc<Template>, OpenedConversation), String> {
        match self.open(&template, form, picture.clone()) {
            Ok(opened) => Ok((template, opened)),
            Err(error) if !template.is_built_in() => {
                if self.shared.prompts.is_news(self.query.name(), &error.to_string()) {
                    self.shared.tell_broken(&error);
                }
                let template = PromptLibrary::built_in(self.query.name());
                let opened = self
                    .open(&template, PromptForm::Long, picture)
                    .map_err(|error| cannot_fill(&error))?;
                Ok((template, opened))
            }
            Err(error) => Err(cannot_fill(&error)),
        }
    }

    /// The conversation that asks in `form`: the long one has the few-shots of the prompt, the
    /// short one has what is new and nothing of other screens. A prompt without a short form is
    /// always asked in the long one.
    pub fn open(
        &self,
        template: &Template,
        form: PromptForm,
        picture: Option<Arc<[u8]>>,
    ) -> Result<OpenedConversation, TemplateError> {
        let form = if template.short.is_empty() { PromptForm::Long } else { form };
        let fill = |part: &Section| template.fill(part, self.context);
        let mut messages = Vec::new();
        if !template.system.is_empty() {
            messages.push(ChatMessage::text(ChatRole::System, fill(&template.system)?));
        }
        let words = if form == PromptForm::Short {
            fill(&template.short)?
        } else {
            for Example { question, reply } in &template.examples {
                messages.push(ChatMessage::text(ChatRole::User, question.as_str()));
                messages.push(ChatMessage::text(ChatRole::Assistant, reply.as_str()));
            }
            fill(&template.long)?
        };
        let mut question = ChatMessage::text(ChatRole::User, words);
        question.parts.extend(picture.map(MessagePicture::new).map(MessagePart::Picture));
        messages.push(question);
        Ok(OpenedConversation { messages, form })
    }

    /// All rounds.
    pub async fn rounds(&self, template: &Template, opened: OpenedConversation) -> QueryAnswer {
        let OpenedConversation { mut messages, mut form } = opened;
        let settings = &template.settings;
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
                let why = FallbackReason::Unanswered;
                return QueryAnswer::Rules { why, otherwise };
            };
            messages = request.messages;
            let judgement = self.query.judge(self.context, &reply.text);
            self.tell_checked(exchange, &judgement);
            // What the tester asks again tells nothing of the replies of the run.
            if self.again.is_none() {
                self.shared.judged(&judgement);
            }
            let Some(complaint) = judgement.complaint.clone() else {
                return QueryAnswer::Model(judgement);
            };
            otherwise = judgement.otherwise.clone().or(otherwise);
            messages.push(ChatMessage::text(ChatRole::Assistant, reply.text));
            let feedback = self.feedback(template, &complaint.check, &complaint.says);
            messages.push(ChatMessage::text(ChatRole::User, feedback));
            form = PromptForm::Feedback;
            if round == settings.rounds {
                break;
            }
            let cannot = self.shared.cannot_ask().or_else(|| self.paused());
            if let Some(why) = cannot {
                return QueryAnswer::Rules { why, otherwise };
            }
        }
        QueryAnswer::Rules { why: FallbackReason::Rounds, otherwise }
    }

    fn paused(&self) -> Option<FallbackReason> {
        let paused = self.again.is_none() && self.shared.state().breaker.is_paused();
        paused.then_some(FallbackReason::Paused)
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

    /// One exchange. `None` if no reply came.
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
        let asked = PromptSent {
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
        let mut blobs = vec![messages, context];
        let parts = request.messages.iter().flat_map(|message| &message.parts);
        blobs.extend(parts.filter_map(|part| match part {
            MessagePart::Picture(picture) => Some(picture.png.clone()),
            MessagePart::Text(_) => None,
        }));
        self.shared.tell(Event::Asked(asked), blobs);
        let began = Instant::now();
        let mut open = OpenExchange { shared: self.shared, exchange, began, closed: false };
        let heard = Mutex::default();
        let progress = |progress: ChatProgress| self.progress(exchange, &heard, progress);
        let result = chat.complete(request, &progress).await;
        let took = began.elapsed();
        open.closed = true;
        drop(open);
        match result {
            Ok(reply) => {
                self.shared.answered(reply.usage, took);
                let text: Arc<[u8]> = reply.text.as_bytes().into();
                let answered = ReplyReceived {
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
                let unanswered = ReplyMissing { exchange, why, hint, cancelled: false };
                self.shared.tell(Event::Unanswered(unanswered), Vec::new());
                self.shared.failed(&error, took);
                None
            }
        }
    }

    fn progress(&self, exchange: ExchangeId, heard: &Mutex<String>, progress: ChatProgress) {
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        match progress {
            ChatProgress::Words(words) => {
                heard.push_str(&words);
                self.shared.streaming.send_if_modified(|streaming| match streaming.exchange {
                    Some(other) if other == exchange => {
                        streaming.words.push_str(&words);
                        true
                    }
                    // Another one is shown, which was first.
                    Some(_) => false,
                    None => {
                        *streaming =
                            PartialReply { exchange: Some(exchange), words: heard.clone() };
                        true
                    }
                });
            }
            ChatProgress::Retry { why, wait } => {
                heard.clear();
                self.shared.clear_streaming(exchange);
                let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
                let retried = RequestRetried { exchange, why, wait_ms };
                self.shared.tell(Event::Retried(retried), Vec::new());
            }
            ChatProgress::Warned { what, hint } => {
                let hint = Some(hint.to_owned());
                self.shared.tell(Event::Warned(WarningRaised { what, hint }), Vec::new());
            }
        }
    }

    fn tell_checked(&self, exchange: ExchangeId, judgement: &ReplyJudgement) {
        let checked = ReplyChecked {
            exchange,
            answer: judgement.reported.clone(),
            thoughts: judgement.thoughts.clone(),
            complaint: judgement.complaint.clone(),
        };
        self.shared.tell(Event::Checked(checked), Vec::new());
    }
}

/// Why a prompt could not be sent.
pub(super) fn cannot_fill(error: &TemplateError) -> String {
    format!("The prompt cannot be filled in: {error}.")
}

/// Reports that an exchange was given up, if it is dropped before its end.
struct OpenExchange<'a> {
    shared: &'a SharedAsker,
    exchange: ExchangeId,
    began: Instant,
    closed: bool,
}

impl Drop for OpenExchange<'_> {
    fn drop(&mut self) {
        self.shared.clear_streaming(self.exchange);
        if !self.closed {
            self.shared.state().asking += self.began.elapsed();
            let why = "given up by the tester".to_owned();
            let exchange = self.exchange;
            let unanswered = ReplyMissing { exchange, why, hint: None, cancelled: true };
            self.shared.tell(Event::Unanswered(unanswered), Vec::new());
        }
    }
}
