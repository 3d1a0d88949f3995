//! Test generators: what a model writes in one reply, and what makes a batch of inputs.
//!
//! A generator is a program in JavaScript, which runs in a process of its own ([`process`]) inside of
//! an interpreter that can reach nothing ([`sandbox`]), or data: base texts and operations of the
//! catalogue. Neither is ever run or evaluated anywhere else.

pub mod process;
pub mod question;
pub mod sandbox;

use std::collections::BTreeMap;

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use super::demands::{FieldDemands, FormDemands};
use super::operations::{self, OperationInput};
use super::reading;

/// The most inputs of one generator that are kept.
pub(super) const MOST_INPUTS: usize = 200;
/// The operation that leaves a base as it is.
pub(super) const AS_IS: &str = "as-is";

/// What is typed, by the numbers of the fields from 1. Fields that are left out stay valid.
pub type GeneratedInputs = Vec<BTreeMap<usize, String>>;

/// What makes inputs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestGenerator {
    /// A program in JavaScript with a function `generate(valid)`.
    Program(String),
    /// Texts to begin with and operations of the catalogue.
    Data(DataGenerator),
}

/// A generator that is data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DataGenerator {
    /// What goes into which field. The first texts of all fields are one input, then the second ones,
    /// and so on; a shorter series begins again.
    pub fields: Vec<FieldSeries>,
    /// Draws which texts are taken, if there are more than wanted.
    #[serde(default)]
    pub seed: u64,
}

/// The texts for one field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FieldSeries {
    /// The field, from 1.
    #[serde(deserialize_with = "crate::llm::json::number")]
    pub field: usize,
    /// Texts to begin with.
    #[serde(default)]
    pub bases: Vec<String>,
    /// What is done to them: names of the catalogue, or `as-is`, which is done if there are none.
    #[serde(default)]
    pub operations: Vec<String>,
    /// As many texts as are taken; 0 for all.
    #[serde(default)]
    pub count: usize,
}

impl DataGenerator {
    /// The inputs. Texts have at most `longest` characters.
    pub(super) fn inputs(&self, demands: &FormDemands, longest: usize) -> GeneratedInputs {
        let mut random = StdRng::seed_from_u64(self.seed);
        let series: Vec<(usize, Vec<String>)> = self
            .fields
            .iter()
            .filter_map(|series| {
                let known = demands.fields.get(series.field.checked_sub(1)?)?;
                Some((series.field, series.texts(known, longest, &mut random)))
            })
            .filter(|(_, texts)| !texts.is_empty())
            .collect();
        let most = series.iter().map(|(_, texts)| texts.len()).max().unwrap_or_default();
        let input = |place: usize| {
            let text = |(field, texts): &(usize, Vec<String>)| {
                (*field, texts[place % texts.len()].clone())
            };
            series.iter().map(text).collect()
        };
        let mut inputs = GeneratedInputs::new();
        for made in (0..most.min(MOST_INPUTS)).map(input) {
            if !inputs.contains(&made) {
                inputs.push(made);
            }
        }
        inputs
    }
}

impl FieldSeries {
    fn texts(&self, known: &FieldDemands, longest: usize, random: &mut StdRng) -> Vec<String> {
        let as_is = [AS_IS.to_owned()];
        let operations = if self.operations.is_empty() { &as_is[..] } else { &self.operations };
        let mut texts: Vec<String> = Vec::new();
        for operation in operations {
            for base in &self.bases {
                // Equal texts stay: each stands beside another one of the other fields.
                texts.extend(applied(operation, base, known, longest));
            }
        }
        if self.count > 0 && texts.len() > self.count {
            texts.shuffle(random);
            texts.truncate(self.count);
        }
        texts
    }
}

/// What `operation` makes of `base`. If it says nothing about the field as it is known, the base tells
/// what kind of text it is.
fn applied(operation: &str, base: &str, known: &FieldDemands, longest: usize) -> Vec<String> {
    if operation == AS_IS {
        return vec![base.chars().take(longest).collect()];
    }
    let Some(operation) = operations::find(operation) else { return Vec::new() };
    let own = FieldDemands { shape: reading::shape_of(base), ..known.clone() };
    [known, &own]
        .into_iter()
        .map(|demands| (operation.apply)(&OperationInput { base, demands, longest }))
        .find(|texts| !texts.is_empty())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::input_blaster::demands::FieldShape;

    fn number(shape: FieldShape) -> FieldDemands {
        FieldDemands { shape, least: Some(1.0), most: Some(9.0), ..FieldDemands::default() }
    }

    fn series(field: usize, bases: &[&str], operations: &[&str]) -> FieldSeries {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        FieldSeries { field, bases: owned(bases), operations: owned(operations), count: 0 }
    }

    fn made(fields: Vec<FieldSeries>) -> GeneratedInputs {
        let demands = FormDemands {
            fields: vec![number(FieldShape::Integer), number(FieldShape::Text)],
            relations: Vec::new(),
        };
        DataGenerator { fields, seed: 1 }.inputs(&demands, 100)
    }

    #[test]
    fn operations_make_texts_of_bases_and_fields_go_together() {
        let input = |texts: &[(usize, &str)]| -> BTreeMap<usize, String> {
            texts.iter().map(|(field, text)| (*field, (*text).to_owned())).collect()
        };
        let inputs = made(vec![
            series(1, &["5"], &["above-maximum", "below-minimum"]),
            series(2, &["Ada", "Bo"], &[]),
        ]);
        assert_eq!(inputs, [input(&[(1, "10"), (2, "Ada")]), input(&[(1, "0"), (2, "Bo")])]);
        let inputs = made(vec![series(1, &["5", "5", "6"], &[]), series(2, &["a", "b", "c"], &[])]);
        assert_eq!(
            inputs,
            [
                input(&[(1, "5"), (2, "a")]),
                input(&[(1, "5"), (2, "b")]),
                input(&[(1, "6"), (2, "c")])
            ]
        );
        // The base is a time, whatever the field is called.
        assert_eq!(made(vec![series(2, &["07:30"], &["last-minute"])]), [input(&[(2, "23:59")])]);
    }

    #[test]
    fn what_does_not_exist_makes_nothing_and_numbers_are_bounded() {
        assert!(made(vec![series(9, &["5"], &[])]).is_empty());
        assert!(made(vec![series(0, &["5"], &[])]).is_empty());
        assert!(made(vec![series(1, &["5"], &["explode"])]).is_empty());
        let many: Vec<String> = (0..1_000).map(|number: u32| number.to_string()).collect();
        let all = FieldSeries { field: 1, bases: many, operations: Vec::new(), count: 0 };
        let drawn = FieldSeries { count: 5, ..all.clone() };
        assert_eq!(made(vec![all]).len(), MOST_INPUTS);
        assert_eq!(made(vec![drawn.clone()]).len(), 5);
        assert_eq!(made(vec![drawn.clone()]), made(vec![drawn]), "the seed decides");
        let long = series(2, &[&"a".repeat(500)], &[]);
        assert_eq!(made(vec![long])[0][&2].len(), 100);
    }
}
