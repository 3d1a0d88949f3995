//! What crashed other apps, applied to a form: inputs like it come earlier, and what no rule makes is typed.

use super::super::candidates::{CandidateInput, EXAMPLE, InputMaker, InputRule};
use super::super::examples::FormExample;
use super::super::novelty::{are_alike, covers};
use super::super::solver::solve;
use super::super::weights::InputBlasterWeights;

/// The least similarity of the fields of an example that is typed as it is.
const SIMILAR: f64 = 0.3;
/// What an example of fields that are described in the same words promises.
const PROMISE: f64 = 0.9;

/// Raises what `examples` speak for among `inputs`, and adds those that none of these makes.
pub(super) fn add(
    examples: &[FormExample],
    weights: &InputBlasterWeights,
    maker: &InputMaker<'_>,
    inputs: &mut Vec<CandidateInput>,
) {
    let typed: Vec<CandidateInput> =
        examples.iter().flat_map(|example| typed(example, maker, inputs)).collect();
    for input in inputs.iter_mut() {
        let speak = examples.iter().filter(|example| speaks_for(example, input));
        let against = speak.map(|example| {
            1.0 - example.similarity(&input.rule.fields).max(weights.example_elsewhere)
        });
        input.priority *= 1.0 + weights.example * (1.0 - against.product::<f64>());
    }
    inputs.extend(typed);
}

/// True if `input` does what crashed another app: by the same operation, with all that is unusual in the text of
/// the example, or with one text in all fields.
fn speaks_for(example: &FormExample, input: &CandidateInput) -> bool {
    let mut texts = input.rule.fields.iter().map(|at| &input.texts[*at]);
    let count = texts.len();
    let same = match example.texts.as_slice() {
        [text] => texts.all(|own| are_alike(own, text) || covers(own, text)),
        several => several.len() == count && are_equal(several) && are_equal(texts),
    };
    let is_made_alike = example.operation() == input.rule.operation;
    count > 0 && (same || is_made_alike && example.texts.len() == count)
}

fn are_equal<'a>(texts: impl IntoIterator<Item = &'a String>) -> bool {
    let mut texts = texts.into_iter();
    let first = texts.next();
    texts.all(|text| Some(text) == first)
}

/// The inputs of `example` that no rule makes, in fields that are similar.
fn typed(
    example: &FormExample,
    maker: &InputMaker<'_>,
    inputs: &[CandidateInput],
) -> Vec<CandidateInput> {
    let all: Vec<Vec<usize>> = match example.texts.len() {
        1 => (0..maker.valid.len()).map(|at| vec![at]).collect(),
        _ => vec![example.places.clone()],
    };
    let is_new = |places: &Vec<usize>| {
        !places.is_empty()
            && example.similarity(places) >= SIMILAR
            && !inputs
                .iter()
                .any(|input| input.rule.fields == *places && speaks_for(example, input))
    };
    let input = |places: Vec<usize>| {
        let mut texts = maker.valid.to_vec();
        for (at, text) in places.iter().zip(&example.texts) {
            texts[*at].clone_from(text);
        }
        let texts = solve(maker.demands, &texts, |field| places.contains(&field));
        let priority = PROMISE * example.similarity(&places);
        let rule = InputRule { operation: example.rule.clone(), fields: places };
        CandidateInput { rule, group: EXAMPLE, texts, priority }
    };
    all.into_iter().filter(is_new).map(input).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::input_blaster::demands::{FieldDemands, FieldShape, FormDemands};

    fn example(rule: &str, texts: &[&str], likeness: [f64; 2]) -> FormExample {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let places = if texts.len() == 2 { vec![0, 1] } else { vec![] };
        FormExample { rule: rule.into(), texts, likeness: likeness.to_vec(), places }
    }

    /// What the inputs of two text fields promise more because of `example`, and the inputs that it adds.
    fn with(example: FormExample) -> (Vec<CandidateInput>, Vec<CandidateInput>) {
        let text = FieldDemands { shape: FieldShape::Text, ..FieldDemands::default() };
        let demands = FormDemands { fields: vec![text.clone(), text], relations: Vec::new() };
        let valid = ["Ada".to_owned(), "Main Street".to_owned()];
        let maker = InputMaker { demands: &demands, valid: &valid, longest: 500, single: false };
        let before = maker.all();
        let mut after = before.clone();
        add(&[example], &InputBlasterWeights::default(), &maker, &mut after);
        let added = after.split_off(before.len());
        let raised = after.into_iter().zip(before).filter(|(new, old)| new.priority > old.priority);
        (raised.map(|(new, _)| new).collect(), added)
    }

    #[test]
    fn the_operation_that_crashed_another_app_comes_earlier_in_all_fields() {
        let (raised, added) = with(example("star in \"Search\"", &["any words"], [0.0, 0.0]));
        assert!(raised.iter().all(|input| input.rule.operation == "star"), "{raised:?}");
        assert!(raised.iter().any(|input| input.rule.fields == [1]) && added.is_empty());
        let (similar, _) = with(example("star in \"Search\"", &["any words"], [0.0, 0.9]));
        assert!(similar.last().unwrap().priority > raised.last().unwrap().priority);
    }

    #[test]
    fn one_text_in_two_fields_is_recognised() {
        let (raised, added) =
            with(example("the same place at both ends", &["Rome", "Rome"], [0.0; 2]));
        assert_eq!(raised.len(), 1);
        assert_eq!(raised[0].texts, ["Ada", "Ada"]);
        assert!(added.is_empty());
    }

    #[test]
    fn what_no_rule_makes_is_typed_into_similar_fields() {
        let (raised, added) = with(example("two signs", &["=1", "=2"], [0.5, 0.5]));
        assert!(raised.is_empty());
        assert_eq!(added[0].texts, ["=1", "=2"]);
        assert!(with(example("two signs", &["=1", "=2"], [0.1, 0.1])).1.is_empty());
        let (_, added) = with(example("one sign", &["="], [0.0, 0.8]));
        assert_eq!(added.iter().map(|input| &input.texts[1]).collect::<Vec<_>>(), ["="]);
    }
}
