//! One line of the table.

use crate::domain::{Intent, IntentExtra};

/// A broadcast of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemBroadcast {
    /// Its action.
    pub action: &'static str,
    /// Its extras: names and values as the system sends them.
    pub extras: &'static [(&'static str, ExtraConstant)],
    /// Its data; `{package}` stands for the app's own package.
    pub data: Option<&'static str>,
    /// Its MIME type.
    pub mime: Option<&'static str>,
    /// The first API level that has it; 1 if that does not matter.
    pub since: u32,
    /// The last API level on which it is sent, if that is over.
    pub until: Option<u32>,
    /// Who may send it.
    pub sender: BroadcastSender,
}

/// The value of an extra, as a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraConstant {
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
pub enum BroadcastSender {
    /// Anyone.
    Anyone,
    /// Only the system: `protected-broadcast` in the framework's manifest. A production build
    /// refuses it from a shell with a SecurityException.
    System,
    /// Only the system, and an app to itself.
    Itself,
}

/// A broadcast that only the system may send.
pub(super) const fn system(
    action: &'static str,
    extras: &'static [(&'static str, ExtraConstant)],
) -> SystemBroadcast {
    SystemBroadcast {
        action,
        extras,
        data: None,
        mime: None,
        since: 1,
        until: None,
        sender: BroadcastSender::System,
    }
}

/// A broadcast that anyone may send.
pub(super) const fn open(
    action: &'static str,
    extras: &'static [(&'static str, ExtraConstant)],
) -> SystemBroadcast {
    SystemBroadcast { sender: BroadcastSender::Anyone, ..system(action, extras) }
}

impl SystemBroadcast {
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
        Self { sender: BroadcastSender::Itself, ..self }
    }

    /// The intent for an app with this package.
    pub(super) fn intent(&self, package: &str) -> Intent {
        let extra =
            |(name, value): &(&str, ExtraConstant)| ((*name).to_owned(), value.extra(package));
        Intent {
            action: Some(self.action.to_owned()),
            data: self.data.map(|data| data.replace("{package}", package)),
            mime: self.mime.map(str::to_owned),
            extras: self.extras.iter().map(extra).collect(),
            ..Intent::default()
        }
    }

    /// Why it is not sent to an app that runs from API level `from` on.
    pub(super) fn skip(&self, from: Option<u32>) -> Option<String> {
        match (self.sender, self.until) {
            (BroadcastSender::System, _) => Some("protected: only the system may send it".into()),
            (BroadcastSender::Itself, _) => {
                Some("protected: only the system and the app itself may send it".into())
            }
            (BroadcastSender::Anyone, Some(until)) if from.is_some_and(|from| from > until) => {
                Some(format!(
                    "no Android that runs this app sends it: the last was API level {until}"
                ))
            }
            (BroadcastSender::Anyone, _) => None,
        }
    }
}

impl ExtraConstant {
    fn extra(self, package: &str) -> IntentExtra {
        match self {
            Self::Text(text) => IntentExtra::Text(text.replace("{package}", package)),
            Self::Int(number) => IntentExtra::Int(number.into()),
            Self::Long(number) => IntentExtra::Long(number),
            Self::Bool(value) => IntentExtra::Bool(value),
            Self::Ints(numbers) => IntentExtra::Ints(numbers.to_vec()),
            Self::Texts(texts) => IntentExtra::Texts(
                texts.iter().map(|it| it.replace("{package}", package)).collect(),
            ),
        }
    }
}
