//! Returning to the app under test if something else is in front: the rule of all explorers.

use super::actions::named;
use crate::domain::screen::belongs_to;
use crate::domain::{Action, DeviceKey};
use crate::explorer::{ExplorerProposal, Situation};
use crate::protocol::ActionOutcome;

/// What to do outside of the app: BACK, or a restart if that failed or the launcher is in front.
/// `None` inside the app, and in dialogs that belong to it.
pub(in crate::explorer) fn return_to_app(situation: &Situation) -> Option<ExplorerProposal> {
    if let Some(spoken) = situation.screen.dialogue() {
        return (!spoken.open).then(|| reopen(situation)).flatten();
    }
    let package = situation.screen.package.as_str();
    let app = situation.model.package();
    if app.is_empty() || belongs_to(package, app) {
        return None;
    }
    let back = named(situation, Action::Key { key: DeviceKey::Back });
    // BACK may have closed a dialog of the other app, and another page of it may be in front now.
    let back_failed = situation.last.as_ref().is_some_and(|last| last.key == back.key);
    let is_home = package.contains("launcher");
    let has_back = situation.allows(&back.action);
    let (available, what) = if crashed_at_start(situation) && situation.capabilities.may_clear {
        (
            named(situation, Action::Clear),
            "since what it has stored crashes it, so its data is cleared",
        )
    } else if is_home || back_failed || !has_back {
        (named(situation, Action::Restart), "so the app is restarted")
    } else {
        (back, "so BACK is tried first")
    };
    if !situation.is_possible(&available) {
        return None;
    }
    let package = if package.is_empty() { "an unknown window" } else { package };
    let why = format!("{package} is in front instead of the app, {what}.");
    Some(ExplorerProposal::new(available, why))
}

/// True if the app crashed when it was started last.
pub(super) fn crashed_at_start(situation: &Situation) -> bool {
    let last = situation.last.as_ref();
    last.is_some_and(|it| it.action.starts_anew() && it.outcome == ActionOutcome::Crashed)
}

/// Opens a voice app again after its session has ended.
fn reopen(situation: &Situation) -> Option<ExplorerProposal> {
    let restart = named(situation, Action::Restart);
    let why = "The session has ended, so it is opened again.";
    situation.is_possible(&restart).then(|| ExplorerProposal::new(restart, why))
}
