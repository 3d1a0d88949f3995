//! What the examples of inputs that crashed other apps do for an attack: rules that make texts like theirs
//! come earlier, and what no rule makes is typed.

use std::collections::BTreeSet;

use super::super::candidates::{CandidateInput, EXAMPLE, InputMaker, InputRule};
use super::super::examples::InputExamples;
use super::super::fields::AttackedField;
use super::super::novelty::are_alike;
use super::super::solver::solve;
use super::FormAttack;

/// What an example of a field that is described in the same words promises.
const EXAMPLE_PROMISE: f64 = 0.9;

impl FormAttack {
    /// What crashed other apps, in the fields that are similar. Rules that make a text like that of an
    /// example there come earlier with all that they make in this field; if there are none, the example
    /// itself is typed.
    pub(super) fn add_examples(&self, maker: &InputMaker<'_>, inputs: &mut Vec<CandidateInput>) {
        let of_rules = inputs.len();
        let mut raised = vec![1.0_f64; of_rules];
        for (at, rule, text, similarity) in &self.examples {
            let in_field = |input: &&CandidateInput| input.rule.fields.contains(at);
            let own = inputs[..of_rules].iter().filter(in_field);
            let alike = own.filter(|input| are_alike(&input.texts[*at], text));
            let operations: BTreeSet<String> =
                alike.map(|input| input.rule.operation.clone()).collect();
            for (raised, input) in raised.iter_mut().zip(&inputs[..of_rules]) {
                if in_field(&input) && operations.contains(&input.rule.operation) {
                    *raised = raised.max(1.0 + self.weights.example * similarity);
                }
            }
            if operations.is_empty() {
                let mut texts = maker.valid.to_vec();
                texts[*at].clone_from(text);
                let texts = solve(maker.demands, &texts, |field| field == *at);
                let rule = InputRule { operation: rule.clone(), fields: vec![*at] };
                let priority = EXAMPLE_PROMISE * similarity;
                inputs.push(CandidateInput { rule, group: EXAMPLE, texts, priority });
            }
        }
        for (input, raised) in inputs.iter_mut().zip(raised) {
            input.priority *= raised;
        }
    }
}

/// The texts of `store` that are similar to the fields: field, rule, text and how similar.
pub(super) fn similar_examples(
    fields: &[AttackedField],
    store: &InputExamples,
    app: &str,
) -> Vec<(usize, String, String, f64)> {
    let of = |(at, field): (usize, &AttackedField)| {
        let similar = store.for_field(field, app).into_iter();
        let owned = similar.map(move |(similarity, example, text)| {
            (at, example.rule.clone(), text.to_owned(), similarity)
        });
        owned.collect::<Vec<_>>()
    };
    fields.iter().enumerate().flat_map(of).collect()
}
