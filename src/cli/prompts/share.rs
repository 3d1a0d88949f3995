//! `ridealong prompts share`: how much of what a session sent is live text.
//!
//! Live text comes from the app, the tester and the session; the rest is the same in each question
//! and costs as much. Feedback rounds are left out: they are as long as the replies.

use std::collections::BTreeMap;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::cli::{CliError, output};
use crate::domain::BlobId;
use crate::llm::{ChatMessage, PromptLibrary};
use crate::protocol::{PromptForm, PromptSent};
use crate::session::Timeline;
use crate::store::RecordedSession;

/// Counts over the questions of one prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LiveShare {
    questions: u64,
    /// Questions whose prompt was another one then.
    changed: u64,
    characters: u64,
    live: u64,
}

impl LiveShare {
    const fn add(&mut self, other: Self) {
        self.questions += other.questions;
        self.changed += other.changed;
        self.characters += other.characters;
        self.live += other.live;
    }

    fn percent(self) -> f64 {
        if self.characters == 0 { 0.0 } else { self.live as f64 * 100.0 / self.characters as f64 }
    }
}

/// Prints the share of live text in the questions of `session`, by prompt.
///
/// # Errors
/// If no question was asked, or standard output cannot be written.
pub fn share(
    session: &RecordedSession,
    prompts: &PromptLibrary,
    as_json: bool,
) -> Result<ExitCode, CliError> {
    let mut by_prompt: BTreeMap<String, LiveShare> = BTreeMap::new();
    for question in Timeline::of(&session.records).questions() {
        let Some(first) = question.rounds.first() else { continue };
        let counted = counted(session, prompts, &first.asked);
        let share = counted.unwrap_or(LiveShare { changed: 1, ..LiveShare::default() });
        by_prompt.entry(question.query.clone()).or_default().add(share);
    }
    if by_prompt.is_empty() {
        let folder = session.folder.display();
        return Err(CliError::new(format!("no model was asked in the session {folder}"), 2)
            .hint("record one with a model: ridealong run --explorer elevate --llm NAME"));
    }
    let mut all = LiveShare::default();
    by_prompt.values().for_each(|share| all.add(*share));
    by_prompt.insert("all".into(), all);
    let text = if as_json { self::json(&by_prompt).to_string() } else { table(&by_prompt) };
    output::say(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The share of one question; `None` if the prompt that is in use now would not have sent it.
fn counted(
    session: &RecordedSession,
    prompts: &PromptLibrary,
    asked: &PromptSent,
) -> Option<LiveShare> {
    let blob = |id: &BlobId| session.blobs.get(id).ok();
    let messages: Vec<ChatMessage> = serde_json::from_slice(&blob(&asked.messages)?).ok()?;
    let context: Value = serde_json::from_slice(&blob(&asked.context)?).ok()?;
    let (template, _) = prompts.usable(&asked.query);
    let part = match asked.form {
        PromptForm::Short => &template.short,
        PromptForm::Long | PromptForm::Feedback => &template.long,
    };
    let sent = messages.last()?.words();
    if template.fill(part, &context).ok()? != sent {
        return None;
    }
    let live = template.live_characters(part, &context).ok()?;
    let characters = messages.iter().map(|message| message.words().chars().count()).sum::<usize>();
    Some(LiveShare {
        questions: 1,
        changed: 0,
        characters: u64::try_from(characters).ok()?,
        live: u64::try_from(live).ok()?,
    })
}

fn json(by_prompt: &BTreeMap<String, LiveShare>) -> Value {
    let entry = |share: &LiveShare| {
        json!({
            "questions": share.questions,
            "changed": share.changed,
            "characters": share.characters,
            "live": share.live,
        })
    };
    by_prompt.iter().map(|(name, share)| (name.clone(), entry(share))).collect()
}

fn table(by_prompt: &BTreeMap<String, LiveShare>) -> String {
    let heading = ["prompt", "questions", "characters each", "live text", "prompt changed since"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    rows.extend(by_prompt.iter().map(|(name, share)| {
        let each = share.characters.checked_div(share.questions).unwrap_or_default();
        let percent = format!("{:.0} %", share.percent());
        vec![
            name.clone(),
            share.questions.to_string(),
            each.to_string(),
            percent,
            share.changed.to_string(),
        ]
    }));
    output::table(&rows)
}
