//! Three keys explain themselves until they have been used once.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::tui::command::UiCommand;

/// The keys that explain themselves, with what they do in a few words.
const EXPLAINED: [(UiCommand, &str); 3] = [
    (UiCommand::Approve, "Approve: does what is proposed"),
    (UiCommand::DoElse, "Other: you choose what is done"),
    (UiCommand::Auto, "Auto-run: goes on by itself"),
];

/// Keeps the name of a command whose key was used.
pub type RememberKey = Arc<dyn Fn(&str) + Send + Sync>;

/// Which of them have been used, in this session or in one before.
#[derive(Clone, Default)]
pub struct UsedKeys {
    /// By the names of their commands; `None` if no key explains itself.
    used: Option<BTreeSet<String>>,
    /// Keeps that a command was used, for sessions to come. Called off the loop.
    remember: Option<RememberKey>,
}

impl UsedKeys {
    /// Those that `used` does not name explain themselves; `remember` is told of each first use.
    pub fn new(used: BTreeSet<String>, remember: RememberKey) -> Self {
        Self { used: Some(used), remember: Some(remember) }
    }

    /// What `command` does, if it explains itself still.
    pub fn explanation(&self, command: UiCommand) -> Option<&'static str> {
        let used = self.used.as_ref()?;
        let (_, words) = EXPLAINED.iter().find(|(explained, _)| *explained == command)?;
        (!used.contains(command.name())).then_some(*words)
    }

    /// Takes in that `command` was used. Gives what keeps it, to be called off the loop.
    pub fn uses(&mut self, command: UiCommand) -> Option<impl FnOnce() + Send + use<>> {
        self.explanation(command)?;
        let name = command.name().to_owned();
        self.used.as_mut()?.insert(name.clone());
        let remember = self.remember.clone()?;
        Some(move || remember(&name))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_key_explains_itself_until_it_was_used_once() {
        let reported: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = reported.clone();
        let remember = Arc::new(move |name: &str| log.lock().unwrap().push(name.to_owned()));
        let mut keys = UsedKeys::new(["auto".to_owned()].into(), remember);
        assert!(keys.explanation(UiCommand::Approve).is_some());
        assert_eq!(keys.explanation(UiCommand::Auto), None, "used in an earlier session");
        assert_eq!(keys.explanation(UiCommand::Quit), None);
        if let Some(keep) = keys.uses(UiCommand::Approve) {
            keep();
        }
        assert!(keys.uses(UiCommand::Approve).is_none());
        assert_eq!(keys.explanation(UiCommand::Approve), None);
        assert_eq!(*reported.lock().unwrap(), ["approve"]);
    }

    #[test]
    fn without_a_memory_nothing_is_explained() {
        assert_eq!(UsedKeys::default().explanation(UiCommand::Approve), None);
    }
}
