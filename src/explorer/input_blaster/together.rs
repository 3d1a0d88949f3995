//! Inputs put together from those that the app took one by one: what passed each guard alone may be too
//! much at once. A title may be missing and a text may be long, but not both if the text is to give the
//! title.

use super::candidates::{CandidateInput, InputRule, TOGETHER};
use super::operations::OperationGroup;

/// What they promise beside what the inputs promised of which they are made.
const PROMISE: f64 = 0.85;
/// What is put together: signs and scripts mostly do their harm alone.
const GROUPS: [OperationGroup; 4] =
    [OperationGroup::Empty, OperationGroup::Boundary, OperationGroup::Moment, OperationGroup::Size];
/// The operation that empties a field.
const NOTHING: &str = "nothing";
/// The one that says little beside it.
const BLANKS: &str = "blanks";

/// The inputs that can be made of those that were `taken`, in that order.
pub(super) fn together(taken: &[CandidateInput]) -> Vec<CandidateInput> {
    let fits = |input: &&CandidateInput| {
        let group = GROUPS.iter().any(|group| group.word() == input.group);
        group && input.rule.operation != BLANKS
    };
    let fitting: Vec<&CandidateInput> = taken.iter().filter(fits).collect();
    let empty = fitting.iter().copied().filter(|input| input.rule.operation == NOTHING);
    let mut made: Vec<CandidateInput> = only_required(&empty.collect::<Vec<_>>());
    for (at, one) in fitting.iter().enumerate() {
        for other in &fitting[at + 1..] {
            // Fields that may be left out are left out all at once.
            if one.rule.operation != NOTHING || other.rule.operation != NOTHING {
                made.extend(joined(one, other));
            }
        }
    }
    made
}

/// All fields that may be empty are.
fn only_required(empty: &[&CandidateInput]) -> Vec<CandidateInput> {
    let [first, second, rest @ ..] = empty else { return Vec::new() };
    let mut fields: Vec<usize> =
        empty.iter().flat_map(|input| input.rule.fields.iter().copied()).collect();
    fields.sort_unstable();
    let mut texts = first.texts.clone();
    for input in [second].into_iter().chain(rest) {
        take(&mut texts, input);
    }
    let rule = InputRule { operation: NOTHING.to_owned(), fields };
    vec![CandidateInput { rule, group: TOGETHER, texts, priority: first.priority }]
}

/// What both change, if they do not change the same fields. If one changes fewer fields, it has its way
/// with them.
fn joined(one: &CandidateInput, other: &CandidateInput) -> Option<CandidateInput> {
    let (wide, narrow) =
        if one.rule.fields.len() >= other.rule.fields.len() { (one, other) } else { (other, one) };
    let kept: Vec<usize> =
        wide.rule.fields.iter().copied().filter(|at| !narrow.rule.fields.contains(at)).collect();
    if kept.is_empty() {
        return None;
    }
    let mut texts = wide.texts.clone();
    take(&mut texts, narrow);
    let mut fields: Vec<usize> =
        kept.into_iter().chain(narrow.rule.fields.iter().copied()).collect();
    fields.sort_unstable();
    let operation = format!("{} and {}", wide.rule.operation, narrow.rule.operation);
    let priority = PROMISE * (wide.priority * narrow.priority).sqrt();
    Some(CandidateInput { rule: InputRule { operation, fields }, group: TOGETHER, texts, priority })
}

/// Puts the changed texts of `input` into `texts`.
fn take(texts: &mut [String], input: &CandidateInput) {
    for at in &input.rule.fields {
        if let (Some(slot), Some(text)) = (texts.get_mut(*at), input.texts.get(*at)) {
            slot.clone_from(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(operation: &str, group: OperationGroup, changes: &[(usize, &str)]) -> CandidateInput {
        let mut texts = vec!["Plan".to_owned(), "Lamps".to_owned(), "2".to_owned()];
        for (at, text) in changes {
            (*text).clone_into(&mut texts[*at]);
        }
        let fields = changes.iter().map(|(at, _)| *at).collect();
        let rule = InputRule { operation: operation.into(), fields };
        CandidateInput { rule, group: group.word(), texts, priority: 0.8 }
    }

    #[test]
    fn what_was_taken_alone_is_put_together() {
        let made = together(&[
            taken("long", OperationGroup::Size, &[(0, "aaa"), (1, "bbb")]),
            taken("nothing", OperationGroup::Empty, &[(0, "")]),
            taken("emoji", OperationGroup::Unicode, &[(2, "💊")]),
            taken("nothing", OperationGroup::Empty, &[(2, "")]),
        ]);
        let texts: Vec<&[String]> = made.iter().map(|input| input.texts.as_slice()).collect();
        assert_eq!(
            texts,
            [["", "Lamps", ""], ["", "bbb", "2"], ["aaa", "bbb", ""]],
            "signs and scripts are left out"
        );
        assert_eq!(made[1].rule.operation, "long and nothing");
        assert_eq!(made[1].rule.fields, [0, 1]);
    }

    #[test]
    fn two_changes_of_one_field_exclude_each_other() {
        let made = together(&[
            taken("zero", OperationGroup::Boundary, &[(2, "0")]),
            taken("nothing", OperationGroup::Empty, &[(2, "")]),
        ]);
        assert_eq!(made, []);
    }
}
