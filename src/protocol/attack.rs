//! The attack of a form with texts: what each input did.

use serde::{Deserialize, Serialize};

use crate::domain::InputText;

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
    /// How many characters the field held afterwards, if it did not hold what was typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<usize>,
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

impl TriedInput {
    /// The rule of inputs that are meant to be valid.
    pub const VALID: &str = "valid";

    /// True if it was sent to find an input that the form takes.
    pub fn is_valid(&self) -> bool {
        self.rule == Self::VALID
    }
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

/// Names a coming input of an attack: a hash of its rule and texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InputId(pub u64);

/// A field under attack, with what it seems to demand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemandedField {
    /// What people call it.
    pub name: String,
    /// The demands in one line, which the tester may edit.
    pub demands: String,
    /// The text that is taken for valid; `None` for a secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<String>,
    /// True if the tester said what it demands: nothing changes that any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub corrected: bool,
}

/// An input that may come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComingInput {
    /// Its name.
    pub id: InputId,
    /// The mutation rule.
    pub rule: String,
    /// The fields that it changes, from 0, with their texts; `None` for a secret. Long texts are cut.
    pub texts: Vec<(usize, Option<String>)>,
}

/// A mutation rule with what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleTally {
    /// The rule.
    pub rule: String,
    /// The record in words.
    pub record: String,
}

/// What is known of a form under attack, and what comes next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackPlan {
    /// The fields.
    pub fields: Vec<DemandedField>,
    /// What must hold between them, such as `1 < 2`: fields count from 1.
    pub relations: Vec<String>,
    /// The next inputs, the first one first.
    pub coming: Vec<ComingInput>,
    /// The rules that were tried, in the order in which they first came.
    pub rules: Vec<RuleTally>,
}

/// What the tester wants of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackRequest {
    /// Attack the form on the screen.
    Begin,
    /// End the attack.
    End,
    /// This is what a field demands, and nothing else: see [`DemandedField::demands`].
    Demand {
        /// The field, from 0.
        field: usize,
        /// The line.
        demands: String,
    },
    /// This is what must hold between fields, and nothing else: see [`AttackPlan::relations`].
    Relate {
        /// One line for each relation.
        relations: Vec<String>,
    },
    /// Send this input next.
    SendNext {
        /// Which.
        input: InputId,
    },
    /// Never send this input.
    Skip {
        /// Which.
        input: InputId,
    },
    /// Send this text next.
    Type {
        /// The field, from 0.
        field: usize,
        /// The tester's text.
        text: InputText,
        /// The input whose other texts go with it; `None` for valid ones.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<InputId>,
    },
}

/// See [`super::Event::AttackRequested`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackWish {
    /// Actions performed so far.
    pub step: u64,
    /// What is wanted.
    pub request: AttackRequest,
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
    /// What is known and what comes next changed; only told if the tester can watch.
    Planned(AttackPlan),
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
        /// True if it goes on once the form is met again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        goes_on: bool,
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
