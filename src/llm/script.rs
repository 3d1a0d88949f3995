//! A scripted language model for tests.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::chat::{
    ChatError, ChatMessage, ChatModel, ChatReply, ChatRequest, ProgressSink, Replying,
};

/// Makes the reply to a request.
type ReplyRule = Box<dyn Fn(&ChatRequest) -> Result<ChatReply, ChatError> + Send + Sync>;

/// A model that gives its replies in order, then what a rule says, and keeps what it was asked.
pub(crate) struct ScriptedModel {
    pub replies: Mutex<VecDeque<String>>,
    pub asked: Mutex<Vec<ChatRequest>>,
    /// True while it never answers.
    pub silent: AtomicBool,
    /// What it answers if no replies are left.
    otherwise: ReplyRule,
}

impl Default for ScriptedModel {
    /// One that only fails.
    fn default() -> Self {
        Self::answering(|_| Err(ChatError::Broken { why: "the script has ended".into() }))
    }
}

impl ScriptedModel {
    /// One that gives `replies`, then fails.
    pub fn new(replies: &[&str]) -> Self {
        let script = Self::default();
        script.replies.lock().unwrap().extend(replies.iter().map(|reply| (*reply).to_owned()));
        script
    }

    /// One that answers each request as `rule` says.
    pub fn answering(
        rule: impl Fn(&ChatRequest) -> Result<ChatReply, ChatError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            replies: Mutex::default(),
            asked: Mutex::default(),
            silent: AtomicBool::new(false),
            otherwise: Box::new(rule),
        }
    }

    /// One that answers each request with the text that `rule` makes.
    pub fn saying(rule: impl Fn(&ChatRequest) -> String + Send + Sync + 'static) -> Self {
        Self::answering(move |request| {
            Ok(ChatReply { text: rule(request), ..ChatReply::default() })
        })
    }

    /// The last message of each request.
    pub fn questions(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        asked.iter().map(|request| request.messages.last().unwrap().words()).collect()
    }

    /// All messages of each request.
    pub fn prompts(&self) -> Vec<String> {
        let words = |request: &ChatRequest| {
            let words: Vec<String> = request.messages.iter().map(ChatMessage::words).collect();
            words.join("\n")
        };
        self.asked.lock().unwrap().iter().map(words).collect()
    }

    /// All characters of each request.
    pub fn lengths(&self) -> Vec<usize> {
        let asked = self.asked.lock().unwrap();
        let length = |request: &ChatRequest| {
            request.messages.iter().map(|message| message.words().chars().count()).sum()
        };
        asked.iter().map(length).collect()
    }
}

impl ChatModel for ScriptedModel {
    fn model(&self) -> &str {
        "script"
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        _progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        self.asked.lock().unwrap().push(request.clone());
        if self.silent.load(Ordering::Relaxed) {
            return Box::pin(std::future::pending());
        }
        let reply = self.replies.lock().unwrap().pop_front();
        let reply = match reply {
            Some(text) => Ok(ChatReply { text, ..ChatReply::default() }),
            None => (self.otherwise)(request),
        };
        Box::pin(std::future::ready(reply))
    }
}
