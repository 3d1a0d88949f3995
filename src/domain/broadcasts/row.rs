//! One line of the table.

use crate::domain::{Extra, Intent};

/// A broadcast of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its action.
    pub action: &'static str,
    /// Its extras: names and values as the system sends them.
    pub extras: &'static [(&'static str, Value)],
    /// Its data; `{package}` stands for the app's own package.
    pub data: Option<&'static str>,
    /// Its MIME type.
    pub mime: Option<&'static str>,
    /// The first API level that has it; 1 where that does not matter.
    pub since: u32,
    /// The last API level on which it is sent, where that is over.
    pub until: Option<u32>,
    /// Who may send it.
    pub sender: Sender,
}

/// The value of an extra, as a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string.
    Text(&'static str),
    /// An int.
    Int(i32),
    /// A long.
    Long(i64),
    /// A boolean.
    Bool(bool),
    /// An array of ints.
    Ints(&'static [i32]),
    /// An array of strings.
    Texts(&'static [&'static str]),
}

/// Who may send a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Anyone.
    Anyone,
    /// Only the system: `protected-broadcast` in the framework's manifest. A production build
    /// refuses it from a shell with a SecurityException.
    System,
    /// Only the system, and an app to itself.
    Itself,
}

/// One that only the system may send.
pub(super) const fn system(action: &'static str, extras: &'static [(&'static str, Value)]) -> Row {
    Row { action, extras, data: None, mime: None, since: 1, until: None, sender: Sender::System }
}

/// One that anyone may send.
pub(super) const fn open(action: &'static str, extras: &'static [(&'static str, Value)]) -> Row {
    Row { sender: Sender::Anyone, ..system(action, extras) }
}

impl Row {
    pub(super) const fn since(self, since: u32) -> Self {
        Self { since, ..self }
    }

    pub(super) const fn until(self, until: u32) -> Self {
        Self { until: Some(until), ..self }
    }

    pub(super) const fn data(self, data: &'static str) -> Self {
        Self { data: Some(data), ..self }
    }

    pub(super) const fn mime(self, mime: &'static str) -> Self {
        Self { mime: Some(mime), ..self }
    }

    pub(super) const fn to_itself(self) -> Self {
        Self { sender: Sender::Itself, ..self }
    }

    /// The intent for an app with this package.
    pub(super) fn intent(&self, package: &str) -> Intent {
        let extra = |(name, value): &(&str, Value)| ((*name).to_owned(), value.extra(package));
        Intent {
            action: Some(self.action.to_owned()),
            data: self.data.map(|data| data.replace("{package}", package)),
            mime: self.mime.map(str::to_owned),
            extras: self.extras.iter().map(extra).collect(),
            ..Intent::default()
        }
    }

    /// Why it is not worth sending to an app that runs from API level `from` on.
    pub(super) fn skip(&self, from: Option<u32>) -> Option<String> {
        match (self.sender, self.until) {
            (Sender::System, _) => Some("protected: only the system may send it".into()),
            (Sender::Itself, _) => {
                Some("protected: only the system and the app itself may send it".into())
            }
            (Sender::Anyone, Some(until)) if from.is_some_and(|from| from > until) => Some(
                format!("no Android that runs this app sends it: the last was API level {until}"),
            ),
            (Sender::Anyone, _) => None,
        }
    }
}

impl Value {
    fn extra(self, package: &str) -> Extra {
        match self {
            Self::Text(text) => Extra::Text(text.replace("{package}", package)),
            Self::Int(number) => Extra::Int(number.into()),
            Self::Long(number) => Extra::Long(number),
            Self::Bool(value) => Extra::Bool(value),
            Self::Ints(numbers) => Extra::Ints(numbers.to_vec()),
            Self::Texts(texts) => {
                Extra::Texts(texts.iter().map(|it| it.replace("{package}", package)).collect())
            }
        }
    }
}
