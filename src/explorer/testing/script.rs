//! A scripted language model, and the events that asking it gives.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::BoxFuture;

use crate::llm::{ChatError, ChatModel, ChatProgress, ChatReply, ChatRequest};
use crate::protocol::Event;

/// A chat that gives its replies in order, then nothing but an error, and keeps what it was asked.
#[derive(Default)]
pub(in crate::explorer) struct Script {
    pub replies: Mutex<VecDeque<String>>,
    pub asked: Mutex<Vec<ChatRequest>>,
    /// True while it never answers.
    pub silent: AtomicBool,
    /// What it answers once the replies are used up.
    pub otherwise: Option<fn(&ChatRequest) -> String>,
}

impl ChatModel for Script {
    fn model(&self) -> &str {
        "script"
    }

    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
        _progress: &'a (dyn Fn(ChatProgress) + Send + Sync),
    ) -> BoxFuture<'a, Result<ChatReply, ChatError>> {
        self.asked.lock().unwrap().push(request.clone());
        if self.silent.load(Ordering::Relaxed) {
            return Box::pin(std::future::pending());
        }
        let reply = self.replies.lock().unwrap().pop_front();
        let reply = reply.or_else(|| self.otherwise.map(|otherwise| otherwise(request)));
        let broken = || ChatError::Broken { why: "the script has ended".into() };
        let reply = reply.map(|text| ChatReply { text, ..ChatReply::default() });
        Box::pin(async move { reply.ok_or_else(broken) })
    }
}

impl Script {
    /// The last message of each request.
    pub fn questions(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        asked.iter().map(|request| request.messages.last().unwrap().words()).collect()
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

/// What each event is, in a few words.
pub(in crate::explorer) fn log(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| match event {
        Event::Asked(asked) => {
            format!("asked {} {} round {}", asked.query, asked.form.word(), asked.round)
        }
        Event::Answered(_) => "answered".into(),
        Event::Checked(checked) => {
            let check = checked.complaint.as_ref().map_or("accepted", |c| c.check.as_str());
            format!("checked {:?}: {check}", checked.answer)
        }
        Event::Unanswered(unanswered) => format!("unanswered: {}", unanswered.why),
        Event::Ruled(ruled) => format!("ruled {} {:?}: {}", ruled.query, ruled.why, ruled.answer),
        Event::StatesMerged(_) => "merged".into(),
        Event::ActionsAdded(offered) => {
            let keys: Vec<&str> = offered.actions.iter().map(|offer| offer.key.as_str()).collect();
            format!("offered {}", keys.join(", "))
        }
        other => format!("{other:?}"),
    };
    events.iter().map(line).collect()
}
