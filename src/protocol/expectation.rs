//! Expectations: properties that the tester states while a session runs.

use serde::{Deserialize, Serialize};

/// A property that the tester states while a session runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    /// What the property is called.
    pub name: String,
    /// The property as it stands in a property file (TOML), with nothing else; `docs/properties.md`
    /// describes the form.
    pub property: String,
}

/// What a front end wants of the expectations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "expectation")]
pub enum ExpectationRequest {
    /// State one.
    State(Expectation),
    /// State one instead of another one.
    Replace {
        /// The name of the other one.
        name: String,
        /// What is expected instead.
        by: Expectation,
    },
    /// Expect it no longer.
    Withdraw {
        /// Its name.
        name: String,
    },
    /// Undo the latest change that was not undone.
    Undo,
}

/// What happened to the expectations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "expectation")]
pub enum ExpectationChange {
    /// One was stated.
    Stated(Expectation),
    /// One was stated instead of another one.
    Replaced {
        /// The name of the other one.
        name: String,
        /// What is expected instead.
        by: Expectation,
    },
    /// One is expected no longer.
    Withdrawn {
        /// Its name.
        name: String,
    },
}

/// See [`super::Event::ExpectationChanged`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpectationChanged {
    /// Actions performed so far.
    pub step: u64,
    /// What happened.
    pub change: ExpectationChange,
    /// True if it undoes the latest change.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undoes: bool,
}
