//! A model that says what a test lets it say, and an explorer that asks it.

use ridealong::explorer::{Explorer, ExplorerProposal, PerformedAction, Proposing, Situation};
use ridealong::llm::ask::AskSetup;
use ridealong::llm::{
    Asker, ChatError, ChatModel, ChatProgress, ChatReply, ChatRequest, ModelQuery, ProgressSink,
    PromptLibrary, QueryAnswer, ReplyJudgement, Replying,
};
use ridealong::protocol::{CheckComplaint, ExplorerNote, ModelUsage, RulesAnswered};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::sync::mpsc;

use super::user::{Means, options};

/// What the model does next with the request it has.
pub enum Line {
    /// More words of the reply.
    Words(&'static str),
    /// The reply ends.
    End,
    /// The attempt fails and another one is made.
    Retry(&'static str, Duration),
    /// No reply comes.
    Fail(ChatError),
}

/// What the test lets the model say.
pub type Lines = mpsc::UnboundedSender<Line>;

/// The model: says its lines as they come, whoever asks.
struct Script {
    lines: Mutex<mpsc::UnboundedReceiver<Line>>,
}

impl ChatModel for Script {
    fn model(&self) -> &str {
        "scripted-1"
    }

    fn complete<'a>(
        &'a self,
        _request: &'a ChatRequest,
        progress: ProgressSink<'a>,
    ) -> Replying<'a> {
        Box::pin(async move {
            let mut text = String::new();
            let mut lines = self.lines.lock().await;
            loop {
                // A test that is over says nothing any more.
                match lines.recv().await.unwrap_or(Line::End) {
                    Line::Words(words) => {
                        text.push_str(words);
                        progress(ChatProgress::Words(words.into()));
                    }
                    Line::End => break,
                    Line::Retry(why, wait) => {
                        progress(ChatProgress::Retry { why: why.into(), wait });
                    }
                    Line::Fail(error) => return Err(error),
                }
            }
            let usage = ModelUsage {
                input_tokens: 1000,
                output_tokens: 50,
                cost_usd: 0.25,
                estimated: false,
            };
            Ok(ChatReply { text, cut: false, usage })
        })
    }
}

/// Asks what is next, and takes every reply that names an input which is there.
struct WhatNext;

impl ModelQuery for WhatNext {
    fn name(&self) -> &'static str {
        "elevate/exploration"
    }

    fn schema(&self, _context: &Value) -> Option<Value> {
        None
    }

    fn judge(&self, context: &Value, reply: &str) -> ReplyJudgement {
        let known = context["inputs"]
            .as_array()
            .is_some_and(|inputs| inputs.iter().any(|input| input.as_str() == Some(reply.trim())));
        let says = format!("There is no input {}.", reply.trim());
        ReplyJudgement {
            answer: known.then(|| json!(reply.trim())),
            reported: reply.trim().to_owned(),
            thoughts: vec![("plan".into(), "press what is new".into())],
            complaint: (!known).then(|| CheckComplaint { check: "NO INPUT ERROR".into(), says }),
            ..ReplyJudgement::default()
        }
    }
}

/// Proposes the first action that was not refused, after it has asked.
struct Asking;

impl Explorer for Asking {
    fn name(&self) -> &'static str {
        "asking"
    }

    fn learn(&mut self, _done: &PerformedAction, _situation: &Situation) {}

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(async move {
            let context = json!({ "inputs": ["first", "second"], "goal": "find what is lost" });
            let answer = asker.ask(&WhatNext, situation.step, &context, None).await;
            if let QueryAnswer::Rules { why, .. } = answer {
                asker.note(ExplorerNote::RulesAnswered(RulesAnswered {
                    step: situation.step,
                    query: WhatNext.name().into(),
                    why,
                    answer: "the first action".into(),
                }));
            }
            let offer =
                situation.available.iter().find(|offer| !situation.is_refused(&offer.key))?.clone();
            Some(ExplorerProposal::of(offer.action, offer.key, "The model said so."))
        })
    }
}

/// The prompt of the test's own.
pub const PROMPT: &str = "+++\nrounds = 1\n+++\n# system\nYou test apps.\n# long\nThe goal: {{ goal }}\n# feedback NO INPUT ERROR\n{{ complaint }} Choose again.\n";

/// An explorer that asks a model, what the model says, and the folder of the prompts. Prompts that
/// are kept are written there.
pub fn means() -> (Means, Lines, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("elevate");
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("exploration.md"), PROMPT).unwrap();
    let (lines, said) = mpsc::unbounded_channel();
    let chat: Arc<dyn ChatModel> = Arc::new(Script { lines: Mutex::new(said) });
    let prompts = PromptLibrary::new(Some(folder.path().to_owned()));
    let setup =
        AskSetup { chat: Some(chat), prompts: prompts.clone(), cost_cap: None, pictures: false };
    let mut options = options();
    options.prompts =
        Arc::new(move |name| prompts.get(name).ok().map(|template| template.source.clone()));
    let kept = folder.path().to_owned();
    options.save_prompt = Arc::new(move |name, text| {
        let path = kept.join(format!("{name}.md"));
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        Ok(path)
    });
    (
        Means {
            explorer: Box::new(Asking),
            asker: Asker::new(setup),
            options,
            properties: None,
            ..Means::default()
        },
        lines,
        folder,
    )
}
