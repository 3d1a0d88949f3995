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
    /// MIME type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime: Option<String>,
    /// Categories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Extras as name and typed value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<(String, IntentExtra)>,
}

/// The value of an intent's extra. A receiver that asks for another type than was sent gets its
/// own default, so the type matters as much as the value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentExtra {
    /// `--es`
    Text(String),
    /// `--ei`, or `--el` if it does not fit.
    Int(i64),
    /// `--el`
    Long(i64),
    /// `--ez`
    Bool(bool),
    /// `--eia`
    Ints(Vec<i32>),
    /// `--esa`
    Texts(Vec<String>),
}

impl Intent {
    /// The name shown to the tester: its component, else its action, else its data.
    pub fn name(&self) -> &str {
        self.component
            .as_deref()
            .or(self.action.as_deref())
            .or(self.data.as_deref())
            .unwrap_or("an empty intent")
    }

    /// The flags by which `am` takes it, each with the values behind it.
    pub fn flags(&self) -> Vec<(&'static str, Vec<String>)> {
        let parts =
            [("-n", &self.component), ("-a", &self.action), ("-d", &self.data), ("-t", &self.mime)];
        let parts =
            parts.into_iter().filter_map(|(flag, value)| Some((flag, vec![value.clone()?])));
        let categories = self.categories.iter().map(|category| ("-c", vec![category.clone()]));
        let extras = self.extras.iter().map(|(name, extra)| {
            let (flag, value) = extra.written();
            (flag, vec![name.clone(), value])
        });
        parts.chain(categories).chain(extras).collect()
    }
}

impl IntentExtra {
    /// The flag by which `am` takes it, and the value as it stands behind the name.
    pub fn written(&self) -> (&'static str, String) {
        match self {
            Self::Text(text) => ("--es", text.clone()),
            Self::Int(number) if i32::try_from(*number).is_ok() => ("--ei", number.to_string()),
            Self::Int(number) | Self::Long(number) => ("--el", number.to_string()),
            Self::Bool(value) => ("--ez", value.to_string()),
            Self::Ints(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
                ("--eia", numbers.join(","))
            }
            // `am` takes a comma behind a backslash for one of the text.
            Self::Texts(texts) => {
                let texts: Vec<String> = texts.iter().map(|it| it.replace(',', "\\,")).collect();
                ("--esa", texts.join(","))
            }
        }
    }
}
