//! The questions of a recorded session, each with what came of it.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::outcome::QuestionOutcome;
use crate::domain::BlobId;
use crate::llm::ModelQuery;
use crate::protocol::{Event, ExchangeId, PromptForm};
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
    let mut questions: Vec<RecordedQuestion> = Vec::new();
    let mut places: HashMap<ExchangeId, usize> = HashMap::new();
    for record in &session.records {
        let exchange = match &record.event {
            Event::Asked(asked) if asked.query == query && asked.again.is_none() => {
                if asked.round == 0 {
                    questions.push(RecordedQuestion {
                        exchange: asked.exchange,
                        step: asked.step,
                        form: asked.form,
                        context: asked.context.clone(),
                        outcome: QuestionOutcome::default(),
                    });
                }
                // A round of feedback belongs to the question before; one without is a torn log.
                if let Some(last) = questions.len().checked_sub(1) {
                    places.insert(asked.exchange, last);
                }
                asked.exchange
            }
            Event::Answered(answered) => answered.exchange,
            Event::Unanswered(unanswered) => unanswered.exchange,
            Event::Checked(checked) => checked.exchange,
            _ => continue,
        };
        if let Some(question) = places.get(&exchange).and_then(|place| questions.get_mut(*place)) {
            question.outcome.apply(&record.event);
        }
    }
    questions
}

/// How often each question was asked in `session`.
pub fn asked(session: &RecordedSession) -> BTreeMap<String, usize> {
    let mut asked = BTreeMap::new();
    for record in &session.records {
        if let Event::Asked(event) = &record.event
            && event.round == 0
            && event.again.is_none()
        {
            *asked.entry(event.query.clone()).or_default() += 1;
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
