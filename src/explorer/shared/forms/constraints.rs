//! Constraints between the fields of a form, as a model names them: which texts fit each other, and
//! which text breaks a constraint. Whether the app checks it is what a test finds out.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The check that complains if texts do not fit each other.
pub const UNFIT: &str = "UNFIT TEXTS ERROR";

/// The most constraints of a form that are taken from a reply.
const MOST: usize = 4;
/// The most fields of a constraint.
const FIELDS: usize = 8;

/// How the texts of several fields relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstraintRule {
    /// Each is at most the next: from and to, minimum and maximum.
    Ascending,
    /// The last is the sum of the others.
    Sum,
    /// All are the same: a password and its confirmation.
    Same,
}

/// A constraint between fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormConstraint {
    /// What holds between them.
    pub rule: ConstraintRule,
    /// The numbers of the fields, in the order that the rule means.
    pub fields: Vec<usize>,
}

/// What constraints look like in the schema of a reply, between the fields with these `numbers`.
pub fn schema(numbers: &[usize]) -> Value {
    json!({
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "rule": { "type": "string", "enum": ["ascending", "sum", "same"] },
                "fields": {
                    "type": "array",
                    "items": { "type": "integer", "enum": numbers },
                    "minItems": 2,
                    "maxItems": FIELDS,
                },
            },
            "required": ["rule", "fields"],
            "additionalProperties": false,
        },
        "maxItems": MOST,
    })
}

/// Those of the constraints `given` in a reply that can be read and relate different fields for which
/// `is_known` is true. What cannot be read says nothing.
pub fn read(given: Option<&[Value]>, is_known: impl Fn(usize) -> bool) -> Vec<FormConstraint> {
    let related = |constraint: &FormConstraint| {
        let fields = &constraint.fields;
        let differ = |(at, field): (usize, &usize)| !fields[..at].contains(field);
        (2..=FIELDS).contains(&fields.len())
            && fields.iter().all(|field| is_known(*field))
            && fields.iter().enumerate().all(differ)
    };
    let given = given.unwrap_or_default().iter();
    let given = given.filter_map(|one| FormConstraint::deserialize(one).ok());
    given.filter(related).take(MOST).collect()
}

/// What is wrong if the texts that `text` gives for fields break one of `constraints`. A constraint is
/// not checked if a text is missing or cannot be compared.
pub fn complaint<'a>(
    constraints: &[FormConstraint],
    text: impl Fn(usize) -> Option<&'a str>,
) -> Option<String> {
    constraints.iter().find_map(|constraint| {
        let texts: Option<Vec<&str>> = constraint.fields.iter().map(|field| text(*field)).collect();
        let texts = texts?;
        if constraint.rule.holds(&texts)? {
            return None;
        }
        let fields: Vec<String> = constraint.fields.iter().map(usize::to_string).collect();
        let rule = constraint.rule.words();
        Some(format!("The texts {texts:?} of the fields {} do not fit: {rule}.", fields.join(", ")))
    })
}

impl FormConstraint {
    /// A text for the last field that breaks the constraint if the others hold what `text` gives.
    pub fn breaking<'a>(&self, text: impl Fn(usize) -> Option<&'a str>) -> Option<(usize, String)> {
        let last = *self.fields.last()?;
        let first = text(*self.fields.first()?)?;
        let own = text(last)?;
        let broken = match self.rule {
            ConstraintRule::Ascending => less(first)?,
            ConstraintRule::Sum => format!("{}", number(own)? + 1.0),
            ConstraintRule::Same => format!("{own}x"),
        };
        Some((last, broken))
    }
}

impl ConstraintRule {
    /// True if `texts` keep the rule; `None` if they cannot be compared.
    fn holds(self, texts: &[&str]) -> Option<bool> {
        match self {
            Self::Same => Some(texts.windows(2).all(|pair| pair[0] == pair[1])),
            Self::Ascending => {
                let ordered =
                    |pair: &[&str]| compared(pair[0], pair[1]).map(std::cmp::Ordering::is_le);
                let pairs: Option<Vec<bool>> = texts.windows(2).map(ordered).collect();
                pairs.map(|pairs| pairs.into_iter().all(|fits| fits))
            }
            Self::Sum => {
                let numbers: Option<Vec<f64>> = texts.iter().map(|text| number(text)).collect();
                let (total, parts) = numbers.as_deref()?.split_last()?;
                Some((parts.iter().sum::<f64>() - total).abs() < 1e-6)
            }
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Ascending => "each must be at most the next",
            Self::Sum => "the last must be the sum of the others",
            Self::Same => "they must be the same",
        }
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim().replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

/// True for a date such as `2026-01-31` or a time such as `06:45`, which are in order as texts.
fn is_moment(text: &str) -> bool {
    let digits = |c: char| if c.is_ascii_digit() { 'd' } else { c };
    let form: String = text.trim().chars().map(digits).collect();
    ["dddd-dd-dd", "dd:dd"].contains(&form.as_str())
}

fn compared(one: &str, other: &str) -> Option<std::cmp::Ordering> {
    if is_moment(one) && is_moment(other) && one.trim().len() == other.trim().len() {
        return Some(one.trim().cmp(other.trim()));
    }
    number(one)?.partial_cmp(&number(other)?)
}

/// A text that comes before `text`.
fn less(text: &str) -> Option<String> {
    if let Some(number) = number(text) {
        return Some(format!("{}", number - 1.0));
    }
    let least = if text.contains(':') { "00:00" } else { "1900-01-01" };
    (is_moment(text) && text.trim() != least).then(|| least.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constraint(rule: ConstraintRule, fields: &[usize]) -> FormConstraint {
        FormConstraint { rule, fields: fields.to_vec() }
    }

    fn wrong(rule: ConstraintRule, texts: &[&str]) -> Option<String> {
        let fields: Vec<usize> = (0..texts.len()).collect();
        complaint(&[constraint(rule, &fields)], |field| texts.get(field).copied())
    }

    #[test]
    fn texts_that_do_not_fit_each_other_are_a_complaint() {
        let (ascending, sum, same) =
            (ConstraintRule::Ascending, ConstraintRule::Sum, ConstraintRule::Same);
        assert_eq!(wrong(ascending, &["2026-01-05", "2026-02-01"]), None);
        assert_eq!(wrong(ascending, &["06:45", "06:45"]), None);
        assert_eq!(wrong(sum, &["1,5", "2", "3.5"]), None);
        assert_eq!(wrong(same, &["secret", "secret"]), None);
        let says = wrong(ascending, &["10", "9"]).unwrap();
        assert!(says.contains("0, 1") && says.contains("at most the next"), "{says}");
        assert!(wrong(sum, &["1", "2", "4"]).is_some());
        assert!(wrong(same, &["one", "other"]).is_some());
        assert_eq!(wrong(ascending, &["soon", "later"]), None, "they cannot be compared");
        assert_eq!(wrong(ascending, &["2026-01-05", "06:45"]), None, "a date and a time");
    }

    #[test]
    fn what_breaks_a_constraint_is_derived_from_the_texts() {
        let breaking = |rule, texts: &[&'static str]| {
            let texts = texts.to_vec();
            let fields: Vec<usize> = (0..texts.len()).collect();
            constraint(rule, &fields).breaking(|field| texts.get(field).copied())
        };
        let text = |field, text: &str| Some((field, text.to_owned()));
        assert_eq!(breaking(ConstraintRule::Ascending, &["10", "20"]), text(1, "9"));
        assert_eq!(breaking(ConstraintRule::Ascending, &["06:45", "07:00"]), text(1, "00:00"));
        assert_eq!(breaking(ConstraintRule::Sum, &["1", "2", "3"]), text(2, "4"));
        assert_eq!(breaking(ConstraintRule::Same, &["a", "a"]), text(1, "ax"));
        assert_eq!(breaking(ConstraintRule::Ascending, &["soon", "later"]), None);
    }

    #[test]
    fn a_constraint_relates_different_fields_that_are_there() {
        let given = [
            json!({ "rule": "same", "fields": [1] }),
            json!({ "rule": "same", "fields": [1, 1] }),
            json!({ "rule": "same", "fields": [1, 9] }),
            json!({ "rule": "close", "fields": [1, 2] }),
            json!("same"),
            json!({ "rule": "same", "fields": [1, 2] }),
        ];
        let read = read(Some(&given), |field| field < 3);
        assert_eq!(read, [constraint(ConstraintRule::Same, &[1, 2])]);
    }
}
