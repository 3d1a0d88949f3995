//! What came of the inputs of an attack, and which one comes next.

use std::collections::{HashMap, HashSet};

use super::candidates::{CandidateInput, EXAMPLE, GENERATED, InputRule, TOGETHER};
use super::novelty::{LONG, is_unusual, novelty};
use super::operations::OperationGroup;
use super::turns::SourceTurns;
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
    /// How often it was tried.
    pub(super) const fn tries(self) -> u32 {
        self.crashed + self.refused + self.accepted
    }

    const fn add(&mut self, result: InputResult) {
        match result {
            InputResult::Crashed => self.crashed += 1,
            InputResult::Refused | InputResult::NotTyped => self.refused += 1,
            InputResult::Accepted => self.accepted += 1,
        }
    }

    /// In words, such as `refused 2, accepted 1`.
    pub(super) fn words(self) -> String {
        let parts =
            [(self.crashed, "crashed"), (self.refused, "refused"), (self.accepted, "accepted")];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, word)| format!("{word} {count}")).collect();
        if parts.is_empty() { "untried".to_owned() } else { parts.join(", ") }
    }
}

/// The records of an attack.
#[derive(Debug, Default)]
pub(super) struct AttackRecord {
    tried: HashSet<Vec<String>>,
    /// The rules in the order in which they were first tried.
    rules: Vec<(String, RuleRecord)>,
    /// Rules with the texts that they put into the fields they change.
    begun: HashSet<(InputRule, Vec<String>)>,
    /// By family and fields.
    families: HashMap<(String, Vec<usize>), RuleRecord>,
    /// Rules that crashed the app.
    crashing: HashSet<InputRule>,
    /// Rules whose inputs were refused.
    refused: HashSet<InputRule>,
    /// The changed inputs that the app took, each in its time.
    taken: Vec<CandidateInput>,
    /// What came of an operation's text in a single field: by both, each field with its result.
    single: HashMap<(String, String), Vec<(usize, InputResult)>>,
    /// Whether a generator or a rule comes next.
    turns: SourceTurns,
    /// False if results steer nothing (the part `feedback` is disabled).
    steers: bool,
}

/// What each input of the same group on the same fields takes from the next: novelty.
const SAME_GROUP: f64 = 0.06;

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
        self.turns.sent(input, result == InputResult::Crashed);
        self.families.entry(family_key(input)).or_default().add(result);
        let operation = &input.rule.operation;
        match self.rules.iter_mut().find(|(rule, _)| rule == operation) {
            Some((_, record)) => record.add(result),
            None => {
                let mut record = RuleRecord::default();
                record.add(result);
                self.rules.push((operation.clone(), record));
            }
        }
        match result {
            InputResult::Crashed => drop(self.crashing.insert(input.rule.clone())),
            InputResult::Refused => drop(self.refused.insert(input.rule.clone())),
            InputResult::Accepted | InputResult::NotTyped => {}
        }
        if let Some(text) = single_text(input) {
            let results = self.single.entry((operation.clone(), text.to_owned())).or_default();
            results.push((input.rule.fields[0], result));
        }
    }

    /// The app took `input`, which changes something and is no shorter form of another one.
    pub(super) fn took(&mut self, input: &CandidateInput) {
        if !input.rule.fields.is_empty() {
            self.taken.push(input.clone());
        }
    }

    /// The changed inputs that the app took; none if results steer nothing.
    pub(super) fn taken(&self) -> &[CandidateInput] {
        if self.steers { &self.taken } else { &[] }
    }

    /// The rules that were tried, with their records, in the order in which they first came.
    pub(super) fn rules(&self) -> Vec<(String, RuleRecord)> {
        self.rules.clone()
    }

    /// The record of the rule called `operation`, over all fields.
    pub(super) fn of_rule(&self, operation: &str) -> RuleRecord {
        let found = self.rules.iter().find(|(rule, _)| rule == operation);
        found.map(|(_, record)| *record).unwrap_or_default()
    }

    /// The record of the rules of this group on these fields.
    pub(super) fn of(&self, input: &CandidateInput) -> RuleRecord {
        self.families.get(&family_key(input)).copied().unwrap_or_default()
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
        let elsewhere = self
            .crashing
            .iter()
            .any(|rule| rule.operation == input.rule.operation && rule.fields != input.rule.fields);
        let known = if elsewhere { weights.crashed } else { 1.0 };
        let is_inside = self.refused.iter().any(|rule| input.is_inside_of(rule));
        let inside = if is_inside { weights.inside } else { 1.0 };
        let new = if input.group == GENERATED { 0.8 + 0.2 * self.novelty(input) } else { 1.0 };
        input.priority
            * known
            * inside
            * new
            * self.elsewhere(input, weights)
            * if self.is_covered(input) { weights.covered } else { 1.0 }
            * power(weights.refused, record.refused)
            * power(weights.accepted, record.accepted)
            / (1.0 + SAME_GROUP * f64::from(record.tries()))
    }

    /// What is left of the promise of `input` by what other fields made of the same text: most fields of a
    /// form have the same guards.
    fn elsewhere(&self, input: &CandidateInput, weights: &InputBlasterWeights) -> f64 {
        let Some(text) = single_text(input) else { return 1.0 };
        let known = self.single.get(&(input.rule.operation.clone(), text.to_owned()));
        let others = known.into_iter().flatten().filter(|(at, _)| *at != input.rule.fields[0]);
        let left = others.map(|(_, result)| match result {
            InputResult::Refused | InputResult::NotTyped => weights.refused_elsewhere,
            InputResult::Accepted => weights.accepted_elsewhere,
            InputResult::Crashed => 1.0,
        });
        left.fold(1.0, f64::min)
    }

    /// True if the app took a text at least as unusual in each field that `input` changes.
    fn is_covered(&self, input: &CandidateInput) -> bool {
        let coverable = [
            OperationGroup::Signs.word(),
            OperationGroup::Unicode.word(),
            OperationGroup::Size.word(),
            EXAMPLE,
        ];
        let covers = |taken: &CandidateInput| {
            let of_field = |at: &usize| {
                taken.rule.fields.contains(at) && covers(&taken.texts[*at], &input.texts[*at])
            };
            input.rule.fields.iter().all(of_field)
        };
        coverable.contains(&input.group) && self.taken.iter().any(covers)
    }

    /// How new the changed texts of `input` are in their fields, from 0 to 1: that of the newest.
    fn novelty(&self, input: &CandidateInput) -> f64 {
        let of = |at: &usize| {
            let tried = self.tried.iter().filter_map(|texts| texts.get(*at));
            let text = input.texts.get(*at).map_or("", String::as_str);
            novelty(text, tried.map(String::as_str))
        };
        input.rule.fields.iter().map(of).fold(0.0, f64::max)
    }

    /// True if `input` may be sent: nothing like it was, and its rule did not crash there.
    pub(super) fn is_open(&self, input: &CandidateInput) -> bool {
        let crashed = self.steers && self.crashing.contains(&input.rule);
        let was_sent = self.was_tried(&input.texts) || self.begun.contains(&changed(input));
        !crashed && !was_sent
    }

    /// True if the app took `text` in the field at this place.
    pub(super) fn has_taken(&self, at: usize, text: &str) -> bool {
        self.taken.iter().any(|taken| taken.rule.fields.contains(&at) && taken.texts[at] == text)
    }

    /// The inputs that were not tried, the most promising first, those of generators and those of rules in
    /// turn. What crashed is not repeated.
    pub(super) fn queue<'a>(
        &self,
        inputs: &'a [CandidateInput],
        weights: &InputBlasterWeights,
    ) -> Vec<&'a CandidateInput> {
        let mut open: Vec<(f64, &CandidateInput)> = inputs
            .iter()
            .filter(|input| self.is_open(input))
            .map(|input| (self.promise(input, weights), input))
            .collect();
        open.sort_by(|one, other| other.0.total_cmp(&one.0));
        self.turns.ordered(open.into_iter().map(|(_, input)| input).collect())
    }
}

/// The text of the only field that `input` changes.
fn single_text(input: &CandidateInput) -> Option<&str> {
    match input.rule.fields.as_slice() {
        [at] => input.texts.get(*at).map(String::as_str),
        _ => None,
    }
}

/// True if `taken` has all that is unusual in `text`: each sign, and the length.
fn covers(taken: &str, text: &str) -> bool {
    let mut unusual = text.chars().filter(|sign| is_unusual(*sign)).peekable();
    let long = text.chars().count();
    let is_long = long >= LONG;
    if unusual.peek().is_none() && !is_long {
        return false;
    }
    unusual.all(|sign| taken.contains(sign)) && (!is_long || taken.chars().count() >= long)
}

fn family_key(input: &CandidateInput) -> (String, Vec<usize>) {
    if input.group == TOGETHER {
        return (TOGETHER.to_owned(), Vec::new());
    }
    (input.family().to_owned(), input.rule.fields.clone())
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
            input("star", "signs", 1, 0.55),
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

    #[test]
    fn what_lies_inside_of_a_guard_comes_once_the_guard_is_known() {
        let inputs = [
            input("above-maximum", "boundary", 0, 0.8),
            input("zero", "boundary", 0, 0.75),
            input("maximum", "boundary", 0, 0.7),
            input("maximum", "boundary", 1, 0.7),
        ];
        let weights = InputBlasterWeights::default();
        let mut record = AttackRecord::new(true);
        record.add(&inputs[0], InputResult::Refused);
        let queue = record.queue(&inputs, &weights);
        let order: Vec<_> =
            queue.iter().map(|it| (it.rule.operation.as_str(), it.rule.fields[0])).collect();
        assert_eq!(order, [("maximum", 0), ("zero", 0), ("maximum", 1)]);
    }

    /// The fields and rules of `inputs`, the most promising first, after `record`.
    fn order(record: &AttackRecord, inputs: &[CandidateInput]) -> Vec<(String, usize)> {
        let queue = record.queue(inputs, &InputBlasterWeights::default());
        queue.iter().map(|it| (it.rule.operation.clone(), it.rule.fields[0])).collect()
    }

    #[test]
    fn what_one_field_refuses_comes_later_in_another() {
        let typed = |operation: &str, at: usize, text: &str, priority: f64| {
            let mut texts = vec!["07:00".to_owned(), "22:00".to_owned()];
            text.clone_into(&mut texts[at]);
            CandidateInput { texts, ..input(operation, "format", at, priority) }
        };
        let inputs = [
            typed("seconds", 0, "07:30:00", 0.8),
            typed("seconds", 1, "07:30:00", 0.75),
            typed("letters", 1, "abc", 0.7),
        ];
        let mut record = AttackRecord::new(true);
        record.add(&inputs[0], InputResult::Refused);
        assert_eq!(order(&record, &inputs)[0], ("letters".into(), 1));
        record.steers = false;
        assert_eq!(order(&record, &inputs)[0], ("seconds".into(), 1));
    }

    #[test]
    fn what_was_taken_with_more_beside_it_comes_later() {
        let typed = |operation: &str, text: &str, priority: f64| {
            let of = input(operation, "signs", 0, priority);
            CandidateInput { texts: vec![text.to_owned()], ..of }
        };
        let inputs = [
            typed("many-signs", "a'b \"c\" %", 0.9),
            typed("apostrophe", "O'Brien", 0.8),
            typed("star", "*", 0.6),
        ];
        let mut record = AttackRecord::new(true);
        record.add(&inputs[0], InputResult::Accepted);
        record.took(&inputs[0]);
        assert_eq!(order(&record, &inputs), [("star".into(), 0), ("apostrophe".into(), 0)]);
    }
}
