//! What each known state is expected to yield, kept up to date by state.
//!
//! A state's expected yield depends on its own untried inputs, and on what their templates and their
//! look-alikes did in all states. The first is prepared whenever the state changes; the others are looked up when
//! the yield is asked for, since one try may concern many states of which few are ever asked.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::expected_yield::InputYield;
use super::seen_input::SeenInput;
use super::template_records::{TemplateNumber, TemplateRecords};
use super::words::LabelSense;
use crate::domain::{ActionKey, StateId};
use crate::explorer::Refusal;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::shared::look_alikes::{LookAlike, LookAlikes};
use crate::model::behaviour::StateNode;

/// Untried inputs of a state that are expected to yield the same.
struct UntriedInput {
    keys: Vec<ActionKey>,
    template: TemplateNumber,
    alike: Option<LookAlike>,
    own: InputYield,
    /// What is left of its chance, if it is a row of a list of which others were tried.
    row: Option<f64>,
    /// No more than what it was expected to yield at the last choice there.
    most: f64,
}

/// The untried inputs of one state.
#[derive(Default)]
struct UntriedInputs {
    inputs: Vec<UntriedInput>,
    /// What none of them can be expected to yield more than, whatever is learned of their templates.
    bound: f64,
    /// The step at which the state was discovered.
    first_step: u64,
}

/// See the module.
#[derive(Default)]
pub struct YieldIndex {
    states: HashMap<StateId, UntriedInputs>,
    /// The states with a bound above 0, the least promising first; of equals the one that was
    /// discovered last. By the bits of the bound: of numbers that are not negative the greater one
    /// has the greater bits.
    ranking: BTreeSet<(u64, Reverse<u64>, StateId)>,
}

impl YieldIndex {
    /// Takes in the untried inputs of `node`. A state that is no goal has none. `doubt` is what
    /// is left of their yield since paths to it failed.
    pub fn update<'a>(
        &mut self,
        node: &StateNode,
        untried: impl Iterator<Item = &'a SeenInput>,
        doubt: f64,
        records: &mut TemplateRecords,
        weights: &ElevateWeights,
    ) {
        let mut inputs: Vec<UntriedInput> = Vec::new();
        for seen in untried {
            let template = records.number(&seen.template);
            let row = seen.left_by_rows(node.id, records, weights).map(|(left, _)| left);
            let keys = vec![seen.key.clone()];
            let (own, alike, most) = (seen.own, seen.alike, seen.judged);
            let input = UntriedInput { keys, template, alike, own, row, most };
            match inputs.iter_mut().find(|known| known.is_like(&input)) {
                Some(known) => known.keys.extend(input.keys),
                None => inputs.push(input),
            }
        }
        let bound = inputs.iter().map(UntriedInput::bound).fold(0.0, f64::max) * doubt;
        let untried = UntriedInputs { inputs, bound, first_step: node.first_step };
        if bound > 0.0 {
            self.ranking.insert(untried.rank(node.id));
        }
        let rank = untried.rank(node.id);
        if let Some(before) = self.states.insert(node.id, untried)
            && before.rank(node.id) != rank
        {
            self.ranking.remove(&before.rank(node.id));
        }
    }

    /// What no known state can be expected to yield more than.
    pub fn bound(&self) -> f64 {
        self.ranking.last().map_or(0.0, |(bits, ..)| f64::from_bits(*bits))
    }

    /// What `state` cannot be expected to yield more than.
    pub fn bound_of(&self, state: StateId) -> f64 {
        self.states.get(&state).map_or(0.0, |untried| untried.bound)
    }

    /// The states with something untried, those with the highest bound first; of equals the one
    /// that was discovered first.
    pub fn ranking(&self) -> impl Iterator<Item = StateId> {
        self.ranking.iter().rev().map(|(.., state)| *state)
    }

    /// What is to be expected of the best untried input of `node` that is not among `refused`; 0 if
    /// there is none.
    pub fn expected(
        &self,
        node: &StateNode,
        refused: &[Refusal],
        records: &TemplateRecords,
        index: &LookAlikes,
        weights: &ElevateWeights,
    ) -> f64 {
        let Some(untried) = self.states.get(&node.id) else { return 0.0 };
        let chance = |input: &UntriedInput| {
            let chance = match input.row {
                Some(left) => input.own.chance * left,
                None => {
                    let by_template =
                        records.chance(weights, Some(input.template), &node.label, &input.own);
                    // Without a count of the code that runs, look-alikes are judged by what they showed alone,
                    // which says too little of screens that are not in front.
                    let alike = input.alike.filter(|_| index.counts_code());
                    by_look_alikes(index, alike, &input.own, by_template).0
                }
            };
            chance.min(input.most)
        };
        let allowed = |input: &&UntriedInput| {
            let is_refused = |key: &ActionKey| refused.iter().any(|refusal| refusal.key == *key);
            refused.is_empty() || !input.keys.iter().all(is_refused)
        };
        untried.inputs.iter().filter(allowed).map(chance).fold(0.0, f64::max)
    }
}

/// The chance that an input shows something new by what its look-alikes did, and why; `by_template` if they say
/// nothing, or no less.
pub fn by_look_alikes(
    index: &LookAlikes,
    alike: Option<LookAlike>,
    own: &InputYield,
    by_template: (f64, &'static str),
) -> (f64, &'static str) {
    let Some(alike) = alike else { return by_template };
    let expected = index.expected(alike, own.chance);
    if expected < by_template.0 || (index.counts_code() && index.is_tried(alike)) {
        (expected, index.why(alike))
    } else {
        by_template
    }
}

impl UntriedInputs {
    fn rank(&self, state: StateId) -> (u64, Reverse<u64>, StateId) {
        (self.bound.to_bits(), Reverse(self.first_step), state)
    }
}

impl UntriedInput {
    fn is_like(&self, other: &Self) -> bool {
        let parts = |input: &Self| (input.template, input.alike, input.own, input.row, input.most);
        parts(self) == parts(other)
    }

    /// What its yield cannot exceed, whatever is learned of its template.
    fn bound(&self) -> f64 {
        let chance = match self.row {
            Some(left) => self.own.chance * left,
            // If others found something each time, its chance comes close to 1.
            None if self.own.sense != LabelSense::Leaves || self.alike.is_some() => 1.0,
            None => self.own.chance,
        };
        chance.min(self.most)
    }
}
