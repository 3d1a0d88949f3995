//! Finding back when the app under test is no longer in front: the rule all explorers share.

use super::{ExplorerProposal, Situation};
use crate::domain::screen::belongs_to;
use crate::domain::{Action, ActionKey, DeviceKey};

/// What to do outside of the app; `None` inside, and in dialogs that belong to it.
pub fn way_back(situation: &Situation) -> Option<ExplorerProposal> {
    if let Some(spoken) = situation.screen.dialogue() {
        return (!spoken.open).then(|| reopen(situation)).flatten();
    }
    let package = situation.screen.package.as_str();
    let app = situation.model.package();
    if app.is_empty() || belongs_to(package, app) {
        return None;
    }
    let known = situation.model.state(situation.state.structural);
    let back = ActionKey::back();
    let back_failed =
        known.is_some_and(|state| state.edges.get(&back).is_some_and(|edge| edge.tries.count > 0));
    let is_home = package.contains("launcher");
    let (action, key, what) = if is_home || back_failed {
        (Action::Restart, ActionKey::restart(), "so it is started again")
    } else {
        (Action::Key { key: DeviceKey::Back }, back, "so BACK is tried first")
    };
    if situation.is_refused(&key) {
        return None;
    }
    let why = format!("{} is in front instead of the app, {what}.", or_unknown(package));
    Some(ExplorerProposal { action, key, why, alternatives: Vec::new(), plan: None })
}

fn or_unknown(package: &str) -> &str {
    if package.is_empty() { "an unknown window" } else { package }
}

/// A voice app's session has ended: it is opened again.
fn reopen(situation: &Situation) -> Option<ExplorerProposal> {
    let key = ActionKey::restart();
    let why = "The session has ended, so it is opened again.".to_owned();
    (!situation.is_refused(&key)).then(|| ExplorerProposal {
        action: Action::Restart,
        key,
        why,
        alternatives: Vec::new(),
        plan: None,
    })
}
