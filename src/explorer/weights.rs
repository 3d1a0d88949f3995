//! Setting the tuned numbers of an explorer from outside.
//!
//! Each explorer that has tuned numbers keeps all of them in one struct, its weights: every field
//! has a default, and its documentation says its unit and its reason. An eval specification may
//! set them by name, so that they can be swept. A weight of an inner struct may be set by its own
//! name if no other weight of the explorer has it, or within the table of its struct.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

/// Values for weights, by the names of the struct's fields. What is missing keeps its default.
pub type WeightValues = Map<String, Value>;

/// Declares a struct of weights, each with its default beside its documentation.
macro_rules! weights {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$field_about:meta])* $field:ident: $kind:ty = $default:expr,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_about])* pub $field: $kind,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}
pub(crate) use weights;

/// A name is suggested if it is at most so many edits away.
const SIMILAR_EDITS: usize = 4;

/// Why weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// No weight has this name.
    #[error("there is no weight {name:?}; {hint}")]
    Unknown {
        /// The name.
        name: String,
        /// What to write instead.
        hint: String,
    },
    /// The value is not one that this weight can have.
    #[error("the weight {name:?} cannot be {value}: {why}")]
    Invalid {
        /// The weight's name.
        name: String,
        /// The value, as JSON.
        value: String,
        /// Why not.
        why: String,
    },
}

/// The weights `W` with `values` in place of their defaults.
///
/// # Errors
/// If a name is unknown, or a value is of the wrong type. The first of them is reported.
pub fn read<W: Default + Serialize + DeserializeOwned>(
    values: &WeightValues,
) -> Result<W, WeightsError> {
    // A struct of numbers always has a JSON form, an object.
    let defaults = serde_json::to_value(W::default()).unwrap_or_default();
    let known = defaults.as_object().cloned().unwrap_or_default();
    let mut placed = WeightValues::new();
    for (name, value) in values {
        let tables = tables_of(name, &known)
            .map_err(|hint| WeightsError::Unknown { name: name.clone(), hint })?;
        let mut alone = WeightValues::new();
        set(&mut alone, &tables, name, value);
        set(&mut placed, &tables, name, value);
        if let Err(error) = serde_json::from_value::<W>(alone.into()) {
            return Err(WeightsError::Invalid {
                name: name.clone(),
                value: value.to_string(),
                why: error.to_string(),
            });
        }
    }
    // Each value is valid by itself, and none depends on another.
    Ok(serde_json::from_value(placed.into()).unwrap_or_default())
}

/// The weights of an explorer that has none.
///
/// # Errors
/// If `values` sets any.
pub fn none(values: &WeightValues) -> Result<(), WeightsError> {
    match values.keys().next() {
        Some(name) => Err(WeightsError::Unknown {
            name: name.clone(),
            hint: "this explorer has no weights".to_owned(),
        }),
        None => Ok(()),
    }
}

/// The tables around the weight `name`, the outermost first; empty for one of the explorer's own. A
/// hint if there is no such weight, or several inner ones.
fn tables_of(name: &str, known: &WeightValues) -> Result<Vec<String>, String> {
    if known.contains_key(name) {
        return Ok(Vec::new());
    }
    let mut found = tables_with(name, known);
    match found.len() {
        0 => Err(suggestion(name, known)),
        1 => Ok(found.remove(0)),
        _ => {
            let tables: Vec<String> = found.iter().map(|tables| tables.join(".")).collect();
            Err(format!("write it within one of the tables {}", tables.join(", ")))
        }
    }
}

/// The tables around each inner weight called `name`.
fn tables_with(name: &str, known: &WeightValues) -> Vec<Vec<String>> {
    let tables = known.iter().filter_map(|(table, inner)| Some((table, inner.as_object()?)));
    let within = tables.flat_map(|(table, inner)| {
        let own = inner.contains_key(name).then(Vec::new);
        let deeper = own.into_iter().chain(tables_with(name, inner));
        deeper.map(|tables| [vec![table.clone()], tables].concat())
    });
    within.collect()
}

/// Sets the weight `name` within `tables` to `value`. A table is set part by part.
fn set(values: &mut WeightValues, tables: &[String], name: &str, value: &Value) {
    if let Some((table, inner)) = tables.split_first() {
        let table = values.entry(table.clone()).or_insert_with(|| WeightValues::new().into());
        if let Some(table) = table.as_object_mut() {
            set(table, inner, name, value);
        }
        return;
    }
    match (values.get_mut(name), value) {
        (Some(Value::Object(known)), Value::Object(parts)) => {
            parts.iter().for_each(|(part, value)| set(known, &[], part, value));
        }
        _ => {
            values.insert(name.to_owned(), value.clone());
        }
    }
}

/// The names of all weights, those of inner structs included.
fn names(known: &WeightValues) -> Vec<&String> {
    let inner = known.values().filter_map(Value::as_object).flat_map(names);
    known.keys().chain(inner).collect()
}

fn suggestion(name: &str, known: &WeightValues) -> String {
    let edits = |known: &&String| strsim::damerau_levenshtein(name, known);
    let nearest = names(known).into_iter().min_by_key(edits);
    match nearest.filter(|nearest| edits(nearest) <= SIMILAR_EDITS) {
        Some(nearest) => format!("did you mean {nearest:?}?"),
        None => {
            let names: Vec<&str> = known.keys().map(String::as_str).collect();
            format!("weights are {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    weights! {
        /// Weights of no explorer.
        pub struct SomeWeights {
            /// A share.
            tap: f64 = 0.5,
            /// A count.
            rows: u32 = 3,
        }
    }

    weights! {
        /// Weights with others inside.
        pub struct OuterWeights {
            /// A share.
            share: f64 = 0.1,
            /// Others.
            some: SomeWeights = SomeWeights::default(),
            /// The same others once more, and one of its own.
            more: MoreWeights = MoreWeights::default(),
        }
    }

    weights! {
        /// Weights inside of others.
        pub struct MoreWeights {
            /// A share that another struct has too.
            tap: f64 = 0.7,
            /// A length.
            length: u32 = 8,
        }
    }

    fn read_json(values: &Value) -> Result<SomeWeights, WeightsError> {
        read(values.as_object().unwrap())
    }

    fn read_outer(values: &Value) -> Result<OuterWeights, WeightsError> {
        read(values.as_object().unwrap())
    }

    #[test]
    fn inner_weights_are_set_by_their_own_name_or_within_their_table() {
        let set = read_outer(&json!({ "length": 3, "more": { "tap": 0.2 }, "rows": 1 })).unwrap();
        assert_eq!((set.more.length, set.more.tap, set.some.rows), (3, 0.2, 1));
        assert_eq!((set.some.tap, set.share), (0.5, 0.1), "these were not set");
        let unclear = read_outer(&json!({ "tap": 0.2 })).unwrap_err().to_string();
        assert!(unclear.contains("within one of the tables some, more"), "{unclear}");
        let wrong = read_outer(&json!({ "more": { "lenth": 3 } })).unwrap_err();
        assert!(matches!(wrong, WeightsError::Invalid { .. }), "{wrong}");
        let similar = read_outer(&json!({ "lengt": 3 })).unwrap_err().to_string();
        assert!(similar.contains("did you mean \"length\""), "{similar}");
    }

    #[test]
    fn what_is_not_set_keeps_its_default() {
        assert_eq!(read_json(&json!({})), Ok(SomeWeights { tap: 0.5, rows: 3 }));
        assert_eq!(read_json(&json!({ "rows": 7 })), Ok(SomeWeights { tap: 0.5, rows: 7 }));
        assert_eq!(read_json(&json!({ "tap": 2 })), Ok(SomeWeights { tap: 2.0, rows: 3 }));
    }

    #[test]
    fn an_unknown_name_is_told_with_the_nearest_one() {
        let error = read_json(&json!({ "row": 7 })).unwrap_err();
        assert_eq!(error.to_string(), "there is no weight \"row\"; did you mean \"rows\"?");
        let error = read_json(&json!({ "something": 7 })).unwrap_err();
        assert_eq!(error.to_string(), "there is no weight \"something\"; weights are tap, rows");
    }

    #[test]
    fn a_wrong_value_is_told_with_its_name() {
        for value in [json!(-1), json!("many"), json!(1.5)] {
            let error = read_json(&json!({ "rows": value })).unwrap_err();
            assert!(
                matches!(&error, WeightsError::Invalid { name, .. } if name == "rows"),
                "{error}"
            );
        }
    }

    #[test]
    fn an_explorer_without_weights_takes_none() {
        assert!(none(&Map::new()).is_ok());
        assert!(none(json!({ "tap": 1 }).as_object().unwrap()).is_err());
    }
}
