//! The names of actions within a state.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Action;
use crate::domain::speech;

/// The name of an action within a state, readable and stable over visits, such as
/// `tap #save` or `tap #row "Milk"`.
///
/// Two levels are in use: the *key* tells rows of a list apart by their label, the *template* does
/// not. Both are made by [`crate::model::abstraction`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionKey(pub std::sync::Arc<str>);

/// The key of [`DeviceKey::Back`](super::DeviceKey::Back).
const BACK: &str = "key back";

/// The key of turning the display on its side.
const TURN_ASIDE: &str = "rotate to landscape";

/// The key of [`Action::Restart`].
const RESTART: &str = "restart the app";

/// The key of [`Action::Clear`].
const CLEAR: &str = "clear the app's data";

impl ActionKey {
    /// The key written so.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(text.as_ref().into())
    }

    /// The key of `action` if it is aimed at no widget, which is the same in all states. An aimed
    /// action is named by its widget, which takes the screen (`crate::model::abstraction::key_of`);
    /// its words here are those for people.
    pub fn unaimed(action: &Action) -> Self {
        Self::new(match action {
            Action::Key { key } => format!("key {}", key.word()),
            Action::Start { intent } => format!("start {}", intent.name()),
            Action::Broadcast { intent } => format!("broadcast {}", intent.name()),
            Action::Wait { .. } => "wait".into(),
            Action::Say { words } => format!("say {:?}", speech::normal(words)),
            other => other.to_string(),
        })
    }

    /// The name of the device's key BACK.
    pub fn back() -> Self {
        Self::new(BACK)
    }

    /// The name of stopping the app and starting it again.
    pub fn restart() -> Self {
        Self::new(RESTART)
    }

    /// True for the device's key BACK.
    pub fn is_back(&self) -> bool {
        &*self.0 == BACK
    }

    /// True for turning the display on its side.
    pub fn is_turn_aside(&self) -> bool {
        &*self.0 == TURN_ASIDE
    }

    /// True for stopping the app and starting it again.
    pub fn is_restart(&self) -> bool {
        &*self.0 == RESTART
    }

    /// True for deleting what the app has stored.
    pub fn is_clear(&self) -> bool {
        &*self.0 == CLEAR
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ActionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{DeviceKey, Rotation};

    #[test]
    fn the_spelled_out_keys_are_those_of_their_actions() {
        let back = Action::Key { key: DeviceKey::Back };
        assert_eq!(ActionKey::back(), ActionKey::unaimed(&back));
        assert_eq!(ActionKey::restart(), ActionKey::unaimed(&Action::Restart));
        assert!(ActionKey::unaimed(&Action::Clear).is_clear() && !ActionKey::restart().is_clear());
        let [aside, upright] = [Rotation::Landscape, Rotation::Portrait]
            .map(|rotation| ActionKey::unaimed(&Action::Rotate { rotation }));
        assert!(aside.is_turn_aside() && !upright.is_turn_aside());
        assert!(ActionKey::back().is_back() && !ActionKey::back().is_restart());
        assert!(ActionKey::restart().is_restart() && !ActionKey::restart().is_back());
    }
}
