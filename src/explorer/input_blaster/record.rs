//! What came of the inputs of an attack, and which one comes next.

use std::collections::{HashMap, HashSet};

use super::candidates::{CandidateInput, InputRule};
use super::weights::InputBlasterWeights;
use crate::protocol::InputResult;

/// How often a rule was tried, by what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RuleRecord {
    pub(super) crashed: u32,
    pub(super) refused: u32,
    pub(super) accepted: u32,
}

impl RuleRecord {
    /// In words, such as `refused 2, taken 1`.
    pub(super) fn words(self) -> String {
        let parts =
            [(self.crashed, "crashed"), (self.refused, "refused"), (self.accepted, "taken")];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, word)| format!("{word} {count}")).collect();
        if parts.is_empty() { "untried".to_owned() } else { parts.join(", ") }
    }
}

/// The records of an attack.
#[derive(Debug, Default)]
pub(super) struct AttackRecord {
    tried: HashSet<Vec<String>>,
    /// Rules with the texts that they put into the fields they change.
    begun: HashSet<(InputRule, Vec<String>)>,
    /// By group and fields.
    groups: HashMap<(&'static str, Vec<usize>), RuleRecord>,
    /// Rules that crashed the app.
    crashing: HashSet<InputRule>,
    /// False if results steer nothing (the part `feedback` is disabled).
    steers: bool,
}

/// What each input of the same group on the same fields takes from the next: novelty.
const SAME_GROUP: f64 = 0.12;

impl AttackRecord {
    /// Nothing was tried yet; results steer what comes next, or not.
    pub(super) fn new(steers: bool) -> Self {
        Self { steers, ..Self::default() }
    }

    /// `input` is sent next. It does not come again, even if valid texts of other fields change.
    pub(super) fn begin(&mut self, input: &CandidateInput) {
        self.begun.insert(changed(input));
    }

    /// Takes in what came of `input`.
    pub(super) fn add(&mut self, input: &CandidateInput, result: InputResult) {
        self.tried.insert(input.texts.clone());
        let record = self.groups.entry((input.group, input.rule.fields.clone())).or_default();
        match result {
            InputResult::Crashed => {
                record.crashed += 1;
                self.crashing.insert(input.rule.clone());
            }
            InputResult::Refused | InputResult::NotTyped => record.refused += 1,
            InputResult::Accepted => record.accepted += 1,
        }
    }

    /// The record of the rules of this group on these fields.
    pub(super) fn of(&self, input: &CandidateInput) -> RuleRecord {
        let key = (input.group, input.rule.fields.clone());
        self.groups.get(&key).copied().unwrap_or_default()
    }

    /// True if the texts were typed before.
    pub(super) fn was_tried(&self, texts: &[String]) -> bool {
        self.tried.contains(texts)
    }

    /// What `input` promises now. Without feedback, what it promised before.
    fn promise(&self, input: &CandidateInput, weights: &InputBlasterWeights) -> f64 {
        if !self.steers {
            return input.priority;
        }
        let record = self.of(input);
        let power = |base: f64, count: u32| base.powi(i32::try_from(count).unwrap_or(i32::MAX));
        let tries = f64::from(record.crashed + record.refused + record.accepted);
        let elsewhere = self
            .crashing
            .iter()
            .any(|rule| rule.operation == input.rule.operation && rule.fields != input.rule.fields);
        let known = if elsewhere { weights.crashed } else { 1.0 };
        input.priority
            * known
            * power(weights.refused, record.refused)
            * power(weights.accepted, record.accepted)
            / (1.0 + SAME_GROUP * tries)
    }

    /// The inputs that were not tried, the most promising first. What crashed is not repeated.
    pub(super) fn queue<'a>(
        &self,
        inputs: &'a [CandidateInput],
        weights: &InputBlasterWeights,
    ) -> Vec<&'a CandidateInput> {
        let is_open = |input: &&CandidateInput| {
            let crashed = self.steers && self.crashing.contains(&input.rule);
            let was_sent = self.was_tried(&input.texts) || self.begun.contains(&changed(input));
            !crashed && !was_sent
        };
        let mut open: Vec<(f64, &CandidateInput)> = inputs
            .iter()
            .filter(is_open)
            .map(|input| (self.promise(input, weights), input))
            .collect();
        open.sort_by(|one, other| other.0.total_cmp(&one.0));
        open.into_iter().map(|(_, input)| input).collect()
    }
}

/// The rule of `input` with what it puts into the fields that it changes.
fn changed(input: &CandidateInput) -> (InputRule, Vec<String>) {
    let texts = input.rule.fields.iter().filter_map(|at| input.texts.get(*at));
    (input.rule.clone(), texts.cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(operation: &str, group: &'static str, field: usize, priority: f64) -> CandidateInput {
        let rule = InputRule { operation: operation.into(), fields: vec![field] };
        let texts = vec![operation.to_owned(), field.to_string()];
        CandidateInput { rule, group, texts, priority }
    }

    #[test]
    fn what_was_refused_comes_later_and_what_crashed_not_again() {
        let inputs = [
            input("letters", "signs", 0, 0.8),
            input("star", "signs", 0, 0.7),
            input("leap-day", "moment", 0, 0.6),
            input("star", "signs", 1, 0.5),
        ];
        let weights = InputBlasterWeights::default();
        let mut record = AttackRecord { steers: true, ..AttackRecord::default() };
        let order = |record: &AttackRecord| -> Vec<String> {
            let queue = record.queue(&inputs, &weights);
            queue.iter().map(|it| format!("{} {}", it.rule.operation, it.rule.fields[0])).collect()
        };
        assert_eq!(order(&record)[0], "letters 0");
        record.add(&inputs[0], InputResult::Refused);
        assert_eq!(order(&record), ["leap-day 0", "star 1", "star 0"]);
        record.add(&inputs[1], InputResult::Crashed);
        assert_eq!(order(&record), ["star 1", "leap-day 0"], "it crashed in another field");
        record.steers = false;
        assert_eq!(order(&record), ["leap-day 0", "star 1"]);
        assert_eq!(record.of(&inputs[1]).words(), "crashed 1, refused 1");
    }
}
