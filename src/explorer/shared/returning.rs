//! Returning to the app under test if something else is in front, or if it shows nothing: the rule of all explorers.

use super::actions::named;
use crate::domain::screen::belongs_to;
use crate::domain::{Action, DeviceKey, ReadQuality, Screen, Widget, WidgetRole};
use crate::explorer::{ExplorerProposal, Situation};
use crate::protocol::ActionOutcome;

/// What to do outside of the app: BACK, or a restart if that failed or the launcher is in front.
/// `None` in dialogs that belong to the app, and inside of it unless it was started anew and shows nothing.
pub(in crate::explorer) fn return_to_app(situation: &Situation) -> Option<ExplorerProposal> {
    if let Some(spoken) = situation.screen.dialogue() {
        return (!spoken.open).then(|| reopen(situation)).flatten();
    }
    let package = situation.screen.package.as_str();
    let app = situation.model.package();
    if app.is_empty() || belongs_to(package, app) {
        return start_again(situation);
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

/// A second start of an app that shows nothing after a first one, then a start without what it has stored, which may be what
/// breaks it. `None` if it showed nothing when the run began either.
fn start_again(situation: &Situation) -> Option<ExplorerProposal> {
    let last = situation.last.as_ref()?;
    let began = situation.model.states().first()?;
    let began_empty = !began.available.iter().any(|known| known.kind.needs_target());
    let offers = situation.available.iter().any(|available| available.action.kind().needs_target());
    if !last.action.starts_anew() || began_empty || offers || !shows_nothing(&situation.screen) {
        return None;
    }
    let (action, why) = if !shows_nothing(&last.before) {
        (Action::Restart, "The app shows nothing after its start, so it is started once more.")
    } else if matches!(last.action, Action::Restart) && situation.capabilities.may_clear {
        (
            Action::Clear,
            "The app shows nothing however often it is started, so its data is cleared.",
        )
    } else {
        return None;
    };
    let again = named(situation, action);
    situation.is_possible(&again).then(|| ExplorerProposal::new(again, why))
}

/// True for a screen that was read and has neither a text nor a picture of its own.
fn shows_nothing(screen: &Screen) -> bool {
    let has_content = |widget: &Widget| {
        !widget.label.trim().is_empty()
            || matches!(widget.role(), WidgetRole::Opaque | WidgetRole::Progress)
    };
    screen.read_quality == ReadQuality::Full
        && !screen.dialog
        && !screen.shows_progress()
        && !screen.widgets.iter().any(has_content)
}

/// Opens a voice app again after its session has ended.
fn reopen(situation: &Situation) -> Option<ExplorerProposal> {
    let restart = named(situation, Action::Restart);
    let why = "The session has ended, so it is opened again.";
    situation.is_possible(&restart).then(|| ExplorerProposal::new(restart, why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::DeviceCapabilities;
    use crate::explorer::testing::{World, menu, phone, widget};

    /// What is done next in a world that begins on `first` and is then started anew on `starts` in turn.
    fn after_starts(first: Screen, starts: &[(Action, Screen)], may_clear: bool) -> Option<Action> {
        let mut world = World::new(None);
        world.capabilities = Some(DeviceCapabilities { may_clear, ..DeviceCapabilities::PHONE });
        world.show(first);
        for (action, screen) in starts {
            world.act(action, screen.clone());
        }
        return_to_app(&world.situation()).map(|next| next.action)
    }

    /// A web app could not read the list that it had stored, and 30 of 120 steps were spent on its blank page.
    #[test]
    fn an_app_that_shows_nothing_after_each_start_is_cleared_once() {
        let home = || menu("Home", &["Songs"]);
        let blank = || phone(vec![widget(1, "View", "")]);
        let restart = || (Action::Restart, blank());
        let next = |starts: &[(Action, Screen)]| after_starts(home(), starts, true);
        assert_eq!(next(&[(Action::Restart, home())]), None);
        assert_eq!(next(&[restart()]), Some(Action::Restart));
        assert_eq!(next(&[restart(), restart()]), Some(Action::Clear));
        assert_eq!(next(&[restart(), restart(), (Action::Clear, blank())]), None);
        assert_eq!(after_starts(home(), &[restart(), restart()], false), None);
        let key = Action::Key { key: DeviceKey::Menu };
        assert_eq!(next(&[(key, blank())]), None, "it was not started");
    }

    #[test]
    fn an_app_that_begins_with_an_empty_screen_is_left_as_it_is() {
        let blank = || phone(vec![widget(1, "View", "")]);
        let restart = || (Action::Restart, blank());
        assert_eq!(after_starts(blank(), &[restart(), restart()], true), None);
    }
}
