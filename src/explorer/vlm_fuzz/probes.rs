//! What the system does to an app: turning, leaving and coming back. Each is undone right after.

use super::items::ScreenMove;
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
    let look = look(screen);
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
    } else if begun || !look.is_empty() {
        0.14
    } else {
        0.07
    };
    let here = situation.state.structural;
    let rotate = Action::Rotate { rotation: Rotation::Landscape };
    let home = Action::Key { key: DeviceKey::Home };
    let name = |action: &Action| unaimed(situation, action.clone()).key;
    vec![
        ScreenMove {
            name: format!("{}{look}", name(&rotate)),
            tag: format!("{here}|rotate{look}"),
            action: rotate,
            base: turn,
            why: "turning makes the app build this screen anew",
            round: None,
        },
        ScreenMove {
            name: name(&home).as_str().to_owned(),
            tag: format!("{}|home", screen.activity),
            action: home,
            base: if running { 0.12 } else { 0.04 },
            why: "leaving and coming back may lose what is here",
            round: None,
        },
    ]
}

/// True if something goes on by itself: progress, or a button that only stops something.
pub(super) fn is_running(screen: &Screen) -> bool {
    screen.shows_progress() || screen.widgets.iter().any(words::tells_of_running)
}

/// What is chosen on the screen: the same screen with another tab or choice is built otherwise.
fn look(screen: &Screen) -> String {
    let chosen = screen.widgets.iter().filter(|widget| widget.selected);
    chosen.fold(String::new(), |look, widget| format!("{look} {}", widget.short_id()))
}
