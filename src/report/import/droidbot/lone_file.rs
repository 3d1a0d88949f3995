//! One file out of DroidBot's folder, without the others.

use serde_json::Value;

use super::files::{DroidbotRun, DroidbotState, text_of};
use super::views;
use crate::domain::DisplaySize;

/// What such a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DroidbotFile {
    /// A state: `state_*.json`.
    State {
        /// `package/activity`.
        front: String,
        /// Its views as a phone would have dumped them; `None` if there are none.
        dump: Option<String>,
        /// The display; `None` if it is not known.
        display: Option<DisplaySize>,
    },
    /// An event: `event_*.json`.
    Event {
        /// Its type in DroidBot's words, such as `touch`.
        what: String,
        /// How DroidBot says it.
        says: String,
        /// The state before.
        from: String,
        /// The state after.
        to: String,
    },
    /// The graph of a run: `utg.js`.
    Graph {
        /// The app's package, if it is named.
        package: Option<String>,
        /// States.
        states: usize,
        /// Transitions.
        transitions: usize,
    },
}

impl DroidbotFile {
    /// The file with this text; `None` if it is none of DroidBot's.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with("var utg") {
            let run = DroidbotRun::read(text).ok()?;
            let (states, transitions) = run.counts();
            return Some(Self::Graph { package: run.app_package, states, transitions });
        }
        let json: Value = serde_json::from_str(text).ok()?;
        if json.get("views").is_some_and(Value::is_array) && json.get("state_str").is_some() {
            let state = DroidbotState::of(json);
            let (width, height) = state.size;
            let display = (width > 0 && height > 0).then(|| DisplaySize::new(width, height));
            let dump = views::dump(&state);
            return Some(Self::State { front: state.front, dump, display });
        }
        let event = json.get("event").filter(|event| event.get("event_type").is_some())?;
        let said = |name| text_of(&json, name).unwrap_or_default();
        Some(Self::Event {
            what: text_of(event, "event_type").unwrap_or_default(),
            says: said("event_str"),
            from: said("start_state"),
            to: said("stop_state"),
        })
    }
}
