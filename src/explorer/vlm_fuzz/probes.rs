//! What the system does to an app: turning, leaving and coming back. Each is undone right after.

use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::{gestures, words};
use crate::domain::{Action, DeviceKey, Rotation, Screen, Widget};
use crate::explorer::Situation;
use crate::explorer::monkey::unaimed;

/// The probes of the screen.
pub(super) fn of(situation: &Situation) -> Vec<ScreenMove> {
    let screen = &*situation.screen;
    if screen.size.width > screen.size.height {
        return Vec::new();
    }
    let running = is_running(screen);
    let selected = selected(screen);
    let begun =
        screen.widgets.iter().any(|widget| widget.is_field() && !widget.content().is_empty());
    let drawn = |widget: &Widget| words::is_drawn(widget) || gestures::is_surface(screen, widget);
    let drawn =
        screen.title().is_some_and(words::heads_figures) || screen.widgets.iter().any(drawn);
    let turn = if screen.dialog {
        // Most presses close a dialog, and coming back takes steps.
        0.52
    } else if drawn {
        // What is drawn by hand is drawn anew in another shape.
        0.54
    } else if screen.shows_progress() {
        // What goes on is soon over, and must be begun anew for this.
        0.4
    } else if running {
        0.24
    } else if begun || !selected.is_empty() {
        0.14
    } else {
        0.07
    };
    let here = situation.state.structural;
    let rotate = Action::Rotate { rotation: Rotation::Landscape };
    let home = Action::Key { key: DeviceKey::Home };
    let key = |action: &Action| unaimed(situation, action.clone()).key;
    let turned = if selected.is_empty() {
        MoveId::Action(key(&rotate))
    } else {
        MoveId::Turn(key(&rotate), selected.clone())
    };
    vec![
        ScreenMove {
            id: turned,
            tag: TagSubject::Turn(here, selected).into(),
            kind: MoveKind::Perform(rotate),
            base_yield: turn,
            why: "turning makes the app build this screen anew",
        },
        ScreenMove {
            id: MoveId::Action(key(&home)),
            tag: TagSubject::Home(screen.activity.clone()).into(),
            kind: MoveKind::Perform(home),
            base_yield: if running { 0.12 } else { 0.04 },
            why: "leaving and coming back may lose what is here",
        },
    ]
}

/// True if something goes on by itself: progress, or a button that only stops something.
pub(super) fn is_running(screen: &Screen) -> bool {
    screen.shows_progress() || screen.widgets.iter().any(words::tells_of_running)
}

/// The ids of what is selected: the same screen with another tab or choice is built otherwise.
fn selected(screen: &Screen) -> Vec<String> {
    let selected = screen.widgets.iter().filter(|widget| widget.selected);
    selected.map(|widget| widget.short_id().to_owned()).collect()
}
