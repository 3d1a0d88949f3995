//! The inputs that may come next: each operation of the catalogue on each field it fits, and each
//! wrong relation, with the other fields valid.

use super::demands::{FieldRelation, FieldShape, FormDemands};
use super::operations::{MutationOperation, OPERATIONS, OperationGroup, OperationInput, ends};
use super::solver::{moved, position, solve};

/// What makes an input: its operation, and the places of the fields that it changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct InputRule {
    pub(super) operation: String,
    pub(super) fields: Vec<usize>,
}

/// An input for a whole form.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CandidateInput {
    pub(super) rule: InputRule,
    /// What it was made by: a group of operations, [`RELATION`], [`GENERATED`], [`EXAMPLE`], [`TOGETHER`] or
    /// [`TESTER`].
    pub(super) group: &'static str,
    /// What is typed, field by field.
    pub(super) texts: Vec<String>,
    /// What it promises before anything is known, from 0 to 1.
    pub(super) priority: f64,
}

impl CandidateInput {
    /// What shares a record with it: inputs of its group, if a field that refuses one of them is likely to
    /// refuse all; else those of its rule. Each border has a guard of its own, so what one refuses says
    /// nothing about another.
    pub(super) fn family(&self) -> &str {
        let apart = [
            OperationGroup::Boundary.word(),
            OperationGroup::Moment.word(),
            RELATION,
            GENERATED,
            EXAMPLE,
        ];
        if apart.contains(&self.group) { &self.rule.operation } else { self.group }
    }

    /// True if this lies just inside of the guard that refuses what `refused` makes: the nearest that the
    /// app takes, which its author may not have thought of.
    pub(super) fn is_inside_of(&self, refused: &InputRule) -> bool {
        let inside = INSIDE
            .iter()
            .any(|(outer, inner)| *outer == refused.operation && *inner == self.rule.operation);
        inside && self.rule.fields == refused.fields
    }
}

/// Operations, each with the one that makes what lies just inside of the guard against it.
const INSIDE: &[(&str, &str)] = &[
    ("above-maximum", "maximum"),
    ("below-minimum", "minimum"),
    ("one-more", "all-nines"),
    ("one-fewer", "shortest"),
    ("swapped", "equal"),
    ("equal", "one-step-apart"),
    ("no-such-day", "leap-day"),
    ("no-such-time", "last-minute"),
];

/// What the relation rules are called as a group.
pub(super) const RELATION: &str = "relation";
/// The group of what a model or its generators made.
pub(super) const GENERATED: &str = "generated";
/// The group of what the tester asked for.
pub(super) const TESTER: &str = "tester";
/// The group of what is put together from inputs that the app took.
pub(super) const TOGETHER: &str = "together";
/// The group of what crashed other apps.
pub(super) const EXAMPLE: &str = "example";

/// What further texts of one operation are worth, compared with the text before.
const NEXT_TEXT: f64 = 0.8;

/// What an operation promises by its group. Boundary value analysis comes first, since most guards
/// are written for what lies far outside.
const fn group_priority(group: OperationGroup) -> f64 {
    match group {
        OperationGroup::Boundary | OperationGroup::Moment => 0.8,
        OperationGroup::Format => 0.75,
        OperationGroup::Empty => 0.6,
        OperationGroup::Number => 0.55,
        OperationGroup::Size => 0.5,
        OperationGroup::Signs | OperationGroup::Unicode => 0.35,
    }
}

/// What an operation promises, if that differs from its group.
const OWN_PRIORITY: &[(&str, f64)] = &[
    ("many-scripts", 0.95),
    ("many-signs", 0.94),
    ("long", 0.93),
    ("nothing", 0.85),
    ("one", 0.5),
    ("blanks-around", 0.3),
    ("smallest", 0.8),
    ("leading-zeros", 0.75),
    ("all-nines", 0.75),
    ("all-zeros", 0.75),
    ("one-fewer", 0.5),
    ("very-long", 0.45),
    ("letters", 0.5),
];

/// Operations that are applied to all free fields at once: most apps take any text in them, so one
/// attempt says as much as one for each field.
const AT_ONCE: &[&str] = &["many-scripts", "many-signs", "long"];

fn priority(operation: &MutationOperation) -> f64 {
    let own = OWN_PRIORITY.iter().find(|(name, _)| *name == operation.name);
    own.map_or_else(|| group_priority(operation.group), |(_, priority)| *priority)
}

/// Makes inputs for a form.
pub(super) struct InputMaker<'a> {
    pub(super) demands: &'a FormDemands,
    /// An input that the form takes, as far as known.
    pub(super) valid: &'a [String],
    /// The most characters that are typed.
    pub(super) longest: usize,
    /// One text an operation instead of all (the part `generator` is disabled).
    pub(super) single: bool,
}

impl InputMaker<'_> {
    /// All inputs, in the order of the catalogue.
    pub(super) fn all(&self) -> Vec<CandidateInput> {
        let mut made = self.at_once();
        for at in 0..self.valid.len() {
            for operation in OPERATIONS {
                made.extend(self.on_field(at, operation));
            }
        }
        made.extend(self.relations());
        made.extend(self.same_texts());
        made.extend(self.extremes());
        made
    }

    /// The texts that `operation` makes of what is valid in a field.
    fn texts(&self, at: usize, operation: &MutationOperation) -> Vec<String> {
        let demands = &self.demands.fields[at];
        let input = OperationInput { base: &self.valid[at], demands, longest: self.longest };
        let mut texts = (operation.apply)(&input);
        if self.single {
            texts.truncate(1);
        }
        texts
    }

    /// The inputs of one operation on one field, the others being made to fit.
    fn on_field(&self, at: usize, operation: &MutationOperation) -> Vec<CandidateInput> {
        let several = self.free().len() > 1 && AT_ONCE.contains(&operation.name);
        let first = if several { 0.45 } else { priority(operation) };
        let texts = self.texts(at, operation).into_iter();
        let input = |(place, text): (usize, String)| {
            let priority = first * NEXT_TEXT.powi(i32::try_from(place).unwrap_or(i32::MAX));
            self.input(operation.name, operation.group.word(), &[(at, text)], priority)
        };
        texts.enumerate().map(input).collect()
    }

    /// The fields that take any text.
    fn free(&self) -> Vec<usize> {
        let fields = self.demands.fields.iter().enumerate();
        fields.filter(|(_, field)| field.shape.is_free()).map(|(at, _)| at).collect()
    }

    /// Hostile texts in all free fields at once.
    fn at_once(&self) -> Vec<CandidateInput> {
        let free = self.free();
        if free.len() < 2 {
            return Vec::new();
        }
        let operations = OPERATIONS.iter().filter(|it| AT_ONCE.contains(&it.name));
        let input = |operation: &MutationOperation| {
            let pinned: Vec<(usize, String)> = free
                .iter()
                // The same text everywhere would be a test of that as well.
                .filter_map(|at| Some((*at, self.texts(*at, operation).pop()?)))
                .map(|(at, text)| (at, apart(&text, at)))
                .collect();
            self.input(operation.name, operation.group.word(), &pinned, priority(operation))
        };
        operations.map(input).collect()
    }

    /// Inputs at the border of each relation, and beyond it.
    fn relations(&self) -> Vec<CandidateInput> {
        let of = |relation: &FieldRelation| match relation {
            FieldRelation::Ordered { low, high } => self.ordered(*low, *high),
            FieldRelation::Sum { total, parts } => self.sum(*total, parts),
            FieldRelation::Same { one, other } => {
                let changed = format!("{}x", self.valid[*one]);
                vec![self.input("mismatch", RELATION, &[(*other, changed)], 0.8)]
            }
        };
        self.demands.relations.iter().flat_map(of).collect()
    }

    fn ordered(&self, low: usize, high: usize) -> Vec<CandidateInput> {
        let shape = self.demands.fields[low].shape;
        let (from, to) = (&self.valid[low], &self.valid[high]);
        let mut made = vec![
            self.input("equal", RELATION, &[(low, from.clone()), (high, from.clone())], 0.9),
            self.input("swapped", RELATION, &[(low, to.clone()), (high, from.clone())], 0.8),
        ];
        let step = self.demands.fields[low].step();
        if let Some(next) = moved(shape, from, step) {
            made.push(self.input(
                "one-step-apart",
                RELATION,
                &[(low, from.clone()), (high, next)],
                0.9,
            ));
        }
        if let Some(half) = half_a_day_later(shape, from) {
            let pinned = [(low, from.clone()), (high, half)];
            made.push(self.input("half-a-day-apart", RELATION, &pinned, 0.8));
        }
        if let Some((first, last)) = ends(&self.demands.fields[low]) {
            made.push(self.input("far-apart", RELATION, &[(low, first), (high, last)], 0.85));
        }
        made
    }

    fn sum(&self, total: usize, parts: &[usize]) -> Vec<CandidateInput> {
        let whole = position(FieldShape::Decimal, &self.valid[total]).unwrap_or(60.0);
        let changed = |by: f64| format!("{}", whole + by);
        let others = |own: usize| {
            let share = move |at: &usize| {
                let text = if *at == own { format!("{whole}") } else { "0".to_owned() };
                (*at, text)
            };
            parts.iter().map(share).chain([(total, format!("{whole}"))]).collect::<Vec<_>>()
        };
        let negative: Vec<(usize, String)> = match parts {
            [one, other, rest @ ..] => {
                let zeros = rest.iter().map(|at| (*at, "0".to_owned()));
                let pair = [(*one, format!("{}", whole + 10.0)), (*other, "-10".to_owned())];
                zeros.chain(pair).chain([(total, format!("{whole}"))]).collect()
            }
            _ => Vec::new(),
        };
        let mut made = vec![
            self.loose("sum-above", &[(total, changed(-1.0))], 0.8),
            self.loose("sum-below", &[(total, changed(1.0))], 0.7),
            self.loose("sum-rounded", &[(total, changed(-0.4))], 0.8),
            self.loose("negative-part", &negative, 0.7),
        ];
        let all: Vec<usize> = parts.iter().copied().chain([total]).collect();
        let zeros: Vec<(usize, String)> = all.iter().map(|at| (*at, "0".to_owned())).collect();
        made.push(self.loose("all-zero", &zeros, 0.7));
        if let Some(first) = parts.first() {
            made.push(self.loose("one-part-only", &others(*first), 0.85));
        }
        made
    }

    /// The text of one field in another: what must differ, or is compared with itself.
    fn same_texts(&self) -> Vec<CandidateInput> {
        let is_free = |at: usize| self.demands.fields[at].shape.is_free();
        let mut made = Vec::new();
        for (from, text) in self.valid.iter().enumerate() {
            for to in (0..self.valid.len()).filter(|to| *to != from && is_free(*to)) {
                // Of two free fields, one order says as much as the other.
                let twice = is_free(from) && to < from;
                if !twice && !text.is_empty() {
                    let pinned = [(from, text.clone()), (to, text.clone())];
                    let priority = same_text_priority(self.demands.fields[from].shape);
                    made.push(self.input("same-text", RELATION, &pinned, priority));
                }
            }
        }
        made
    }

    /// All ordered fields at their least, and at their greatest.
    fn extremes(&self) -> Vec<CandidateInput> {
        let fields = self.demands.fields.iter().enumerate();
        let ends: Vec<(usize, (String, String))> =
            fields.filter_map(|(at, field)| Some((at, ends(field)?))).collect();
        if ends.len() < 2 {
            return Vec::new();
        }
        let least: Vec<(usize, String)> =
            ends.iter().map(|(at, (least, _))| (*at, least.clone())).collect();
        let most: Vec<(usize, String)> =
            ends.iter().map(|(at, (_, most))| (*at, most.clone())).collect();
        vec![self.loose("all-least", &least, 0.8), self.loose("all-greatest", &most, 0.7)]
    }

    /// `pinned` in their fields, the other fields being made to fit.
    fn input(
        &self,
        operation: &str,
        group: &'static str,
        pinned: &[(usize, String)],
        priority: f64,
    ) -> CandidateInput {
        let mut texts = self.valid.to_vec();
        for (at, text) in pinned {
            texts[*at].clone_from(text);
        }
        // What is related to a changed field follows it; a broken relation is pinned as a whole.
        let is_pinned = |at: usize| pinned.iter().any(|(field, _)| *field == at);
        let texts = solve(self.demands, &texts, is_pinned);
        let rule = InputRule {
            operation: operation.to_owned(),
            fields: pinned.iter().map(|(at, _)| *at).collect(),
        };
        CandidateInput { rule, group, texts, priority }
    }

    /// `pinned` in their fields, all others as they are: a relation is to be broken.
    fn loose(&self, operation: &str, pinned: &[(usize, String)], priority: f64) -> CandidateInput {
        let mut texts = self.valid.to_vec();
        for (at, text) in pinned {
            texts[*at].clone_from(text);
        }
        let rule = InputRule {
            operation: operation.to_owned(),
            fields: pinned.iter().map(|(at, _)| *at).collect(),
        };
        CandidateInput { rule, group: RELATION, texts, priority }
    }
}

/// What the text of a field of this shape promises in another one. Nobody compares a name with a date.
const fn same_text_priority(shape: FieldShape) -> f64 {
    match shape {
        FieldShape::Text | FieldShape::Password | FieldShape::Mail => 0.85,
        FieldShape::Digits => 0.7,
        _ => 0.45,
    }
}

/// The time on the other half of the day: the same on a clock of twelve hours.
fn half_a_day_later(shape: FieldShape, time: &str) -> Option<String> {
    let half = 12.0 * 60.0;
    if shape != FieldShape::Time {
        return None;
    }
    moved(shape, time, half).or_else(|| moved(shape, time, -half))
}

/// `text`, changed a little for the field at this place.
fn apart(text: &str, at: usize) -> String {
    let mark = char::from(b'a' + u8::try_from(at % 26).unwrap_or_default());
    let mut signs: Vec<char> = text.chars().collect();
    match signs.first_mut() {
        Some(first) if first.is_ascii_alphabetic() => *first = mark,
        _ => return format!("{mark}{text}"),
    }
    signs.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::input_blaster::demands::FieldDemands;

    fn demands(shapes: &[FieldShape], relations: Vec<FieldRelation>) -> FormDemands {
        let field = |shape: &FieldShape| FieldDemands { shape: *shape, ..FieldDemands::default() };
        FormDemands { fields: shapes.iter().map(field).collect(), relations }
    }

    fn made(demands: &FormDemands, valid: &[&str]) -> Vec<CandidateInput> {
        let valid: Vec<String> = valid.iter().map(|text| (*text).to_owned()).collect();
        InputMaker { demands, valid: &valid, longest: 5_000, single: false }.all()
    }

    fn texts(made: &[CandidateInput], operation: &str) -> Vec<Vec<String>> {
        let named = made.iter().filter(|input| input.rule.operation == operation);
        named.map(|input| input.texts.clone()).collect()
    }

    #[test]
    fn the_other_fields_stay_valid() {
        let relations = vec![FieldRelation::Ordered { low: 0, high: 1 }];
        let demands = demands(&[FieldShape::Integer, FieldShape::Integer], relations);
        let made = made(&demands, &["80", "120"]);
        let above = texts(&made, "above-32-bits");
        assert!(above.contains(&vec!["2147483648".into(), "2147483668".into()]), "{above:?}");
        assert_eq!(texts(&made, "equal"), [["80", "80"]]);
        assert_eq!(texts(&made, "swapped"), [["120", "80"]]);
        assert_eq!(texts(&made, "one-step-apart"), [["80", "81"]]);
    }

    #[test]
    fn parts_are_made_to_miss_the_whole() {
        let shapes = [FieldShape::Integer; 4];
        let relations = vec![FieldRelation::Sum { total: 0, parts: vec![1, 2, 3] }];
        let made = made(&demands(&shapes, relations), &["60", "30", "20", "10"]);
        assert_eq!(texts(&made, "sum-above"), [["59", "30", "20", "10"]]);
        assert_eq!(texts(&made, "one-part-only"), [["60", "60", "0", "0"]]);
        assert_eq!(texts(&made, "negative-part"), [["60", "70", "-10", "0"]]);
        // The total follows a changed part.
        assert!(texts(&made, "half").contains(&vec![
            "30.5".into(),
            "0.5".into(),
            "20".into(),
            "10".into()
        ]));
    }

    #[test]
    fn hostile_texts_go_into_all_free_fields_at_once() {
        let made = made(&demands(&[FieldShape::Text, FieldShape::Text], vec![]), &["Ada", "Main"]);
        let long = texts(&made, "long");
        assert!(long[0].iter().all(|text| text.len() > 1_000) && long[0][0] != long[0][1]);
        assert_eq!(texts(&made, "same-text"), [["Ada", "Ada"]]);
    }
}
