//! The questions of a recorded session, each with what came of it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::outcome::QuestionOutcome;
use crate::domain::BlobId;
use crate::llm::ModelQuery;
use crate::protocol::{ExchangeId, PromptForm};
use crate::session::Timeline;
use crate::store::{BlobFolder, RecordedSession};

/// A question of a recorded session.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedQuestion {
    /// Its first exchange.
    pub exchange: ExchangeId,
    /// The step it was asked for.
    pub step: u64,
    /// In which form.
    pub form: PromptForm,
    /// What its prompt was made from.
    pub context: BlobId,
    /// What came of it.
    pub outcome: QuestionOutcome,
}

/// All questions of `session` called `query`, in order. What was asked again beside the run is left
/// out.
pub fn questions(session: &RecordedSession, query: &str) -> Vec<RecordedQuestion> {
    let timeline = Timeline::of(&session.records);
    let asked = timeline.questions().filter(|question| question.query == query);
    let recorded = asked.filter_map(|question| {
        let first = &question.rounds.first()?.asked;
        Some(RecordedQuestion {
            exchange: first.exchange,
            step: first.step,
            form: first.form,
            context: first.context.clone(),
            outcome: QuestionOutcome::of(question),
        })
    });
    recorded.collect()
}

/// How often each question was asked in `session`.
pub fn asked(session: &RecordedSession) -> BTreeMap<String, usize> {
    let mut asked = BTreeMap::new();
    for question in Timeline::of(&session.records).questions() {
        if !question.rounds.is_empty() {
            *asked.entry(question.query.clone()).or_default() += 1;
        }
    }
    asked
}

impl RecordedQuestion {
    /// Its context, and its accepted reply as `query` reads it now.
    ///
    /// # Errors
    /// If the context is not there, in one sentence.
    pub fn read(&mut self, query: &dyn ModelQuery, blobs: &BlobFolder) -> Result<Value, String> {
        let bytes = blobs.get(&self.context).map_err(|error| error.to_string())?;
        let context: Value = serde_json::from_slice(&bytes)
            .map_err(|error| format!("its context is no JSON: {error}"))?;
        if let Some(reply) = self.outcome.reply.as_ref().filter(|_| self.outcome.accepted)
            && let Ok(reply) = blobs.get(reply)
        {
            let judgement = query.judge(&context, &String::from_utf8_lossy(&reply));
            self.outcome.answer = judgement.answer;
        }
        Ok(context)
    }
}
