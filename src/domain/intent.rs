//! Intents: how Android starts components and sends broadcasts.

use serde::{Deserialize, Serialize};

/// An Android intent, as `am` takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Intent {
    /// Action, such as `android.intent.action.VIEW`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Component as `package/class`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// Data URI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// Categories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Extras as name and typed value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<(String, Extra)>,
}

/// The value of an intent's extra.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extra {
    /// `--es`
    Text(String),
    /// `--ei`
    Int(i64),
    /// `--ez`
    Bool(bool),
}

impl Intent {
    /// What it is called for people: its component, else its action, else its data.
    pub fn name(&self) -> &str {
        self.component
            .as_deref()
            .or(self.action.as_deref())
            .or(self.data.as_deref())
            .unwrap_or("an empty intent")
    }
}
