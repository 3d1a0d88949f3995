//! The questions of a recorded session, each with what came of it.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::outcome::QuestionOutcome;
use crate::domain::{BlobId, StateId};
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

/// What the inputs of a session led to.
pub struct RecordedEffects {
    /// Whether an input led to a state that was new then, by state and the input's name.
    pub(super) led_to_new: HashMap<(StateId, String), bool>,
    /// The state that was observed before each step.
    pub(super) before: HashMap<u64, StateId>,
}

impl RecordedEffects {
    /// Those of `session`.
    pub fn of(session: &RecordedSession) -> Self {
        let mut effects = Self { led_to_new: HashMap::new(), before: HashMap::new() };
        for moment in Timeline::of(&session.records).moments.iter() {
            effects.before.insert(moment.observed.step + 1, moment.observed.state.structural);
            if let Some(learned) = &moment.learned {
                let input = (learned.from, learned.key.to_string());
                *effects.led_to_new.entry(input).or_default() |= moment.new_state;
            }
        }
        effects
    }

    /// Notes in `outcome` how its answer, the number of an input of `context`, agrees with the
    /// rules, and what that input led to.
    pub fn judge(&self, step: u64, context: &Value, outcome: &mut QuestionOutcome) {
        let number = outcome.answer.as_ref().and_then(Value::as_u64);
        let Some(number) = number.filter(|_| outcome.accepted) else { return };
        let ranking = context["ranking"].as_array();
        let place = ranking
            .and_then(|ranking| ranking.iter().position(|other| other.as_u64() == Some(number)));
        outcome.rank = place.map(|place| place + 1);
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let key = place.and_then(|place| context["inputs"][place]["key"].as_str());
        let input = self.before.get(&step).copied().zip(key.map(str::to_owned));
        outcome.led_to_new = input.and_then(|input| self.led_to_new.get(&input).copied());
    }
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
