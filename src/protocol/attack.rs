//! The attack of a form with texts: what each input did.

use serde::{Deserialize, Serialize};

/// What an app did with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputResult {
    /// It crashed or hung.
    Crashed,
    /// It stayed on the form.
    Refused,
    /// It went on.
    Accepted,
    /// The fields did not take the texts.
    NotTyped,
}

impl InputResult {
    /// The word shown to the tester.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::Refused => "refused",
            Self::Accepted => "accepted",
            Self::NotTyped => "not typed",
        }
    }
}

/// A field with what was typed into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedField {
    /// What people call it.
    pub name: String,
    /// Its id, without its package; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// What was typed; `None` for a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// False for a field that only had to be valid.
    pub changed: bool,
}

/// An input that was typed into a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriedInput {
    /// Its number among the attempts of the attack, from 1.
    pub attempt: usize,
    /// The mutation rule that made it.
    pub rule: String,
    /// True if it was sent to find the shortest form of a crash.
    #[serde(default)]
    pub shortening: bool,
    /// What was typed.
    pub fields: Vec<TypedField>,
    /// What came of it.
    pub result: InputResult,
    /// What the app newly said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<String>,
}

/// A test generator that a model wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratorWritten {
    /// The mutation rule.
    pub rule: String,
    /// The program in JavaScript, or the data as JSON.
    pub source: String,
    /// How many inputs it made.
    pub inputs: usize,
    /// Why it made none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// What happened in an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackChange {
    /// It began; each field with what it seems to demand.
    Begun {
        /// The demands, one sentence each.
        demands: Vec<String>,
    },
    /// A model wrote a test generator.
    GeneratorWritten(GeneratorWritten),
    /// An input was typed.
    Tried(TriedInput),
    /// A crashing input was made as short as it could be.
    Minimised {
        /// The rule that found it.
        rule: String,
        /// The class of crashing inputs, in words.
        class: String,
    },
    /// It ended.
    Ended {
        /// Why.
        why: String,
        /// How often the form was sent.
        attempts: usize,
    },
}

/// See [`super::Event::Attacked`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormAttacked {
    /// Actions performed so far.
    pub step: u64,
    /// The form: where it is.
    pub form: String,
    /// What happened.
    pub change: AttackChange,
}
