//! Probes: turning the device, and leaving the app and coming back. Each is undone right after.

use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::tactic::{FuzzShared, NextStep, Tactic};
use super::{gestures, words};
use crate::domain::{Action, DeviceKey, Rotation, Screen, Widget};
use crate::explorer::Situation;
use crate::explorer::shared::actions::named;
use crate::explorer::shared::system_events::selected;

/// The probes of the screen.
pub(super) fn of(situation: &Situation, shared: &FuzzShared) -> Vec<ScreenMove> {
    let weights = &shared.weights;
    let screen = &*situation.screen;
    if screen.size.width > screen.size.height {
        return Vec::new();
    }
    let running = is_running(screen);
    let selected = selected(screen);
    let begun =
        screen.widgets.iter().any(|widget| widget.is_field() && !widget.content().is_empty());
    let drawn =
        |widget: &Widget| words::is_drawn(widget) || gestures::is_surface(screen, widget, weights);
    let drawn =
        screen.title().is_some_and(words::heads_figures) || screen.widgets.iter().any(drawn);
    let turn = if screen.dialog {
        weights.turn_dialog
    } else if drawn {
        weights.turn_drawing
    } else if screen.shows_progress() {
        weights.turn_in_progress
    } else if running {
        weights.turn_while_running
    } else if shared.memory.breadth.turned.is_worth_a_look(situation) {
        weights.turn_for_a_look
    } else if begun || !selected.is_empty() {
        weights.turn_filled_in
    } else {
        weights.turn
    };
    let here = situation.state.structural;
    let rotate = Action::Rotate { rotation: Rotation::Landscape };
    let home = Action::Key { key: DeviceKey::Home };
    let key = |action: &Action| named(situation, action.clone()).key;
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
            why: "turning makes the app build this screen again",
            alike: None,
        },
        ScreenMove {
            id: MoveId::Action(key(&home)),
            tag: TagSubject::Home(screen.location.clone()).into(),
            kind: MoveKind::Perform(home),
            base_yield: if running { weights.home_while_running } else { weights.home },
            why: "leaving and coming back may lose what is here",
            alike: None,
        },
    ]
}

/// True if something goes on by itself: progress, or a button that only stops something.
pub(super) fn is_running(screen: &Screen) -> bool {
    screen.shows_progress() || screen.widgets.iter().any(words::tells_of_running)
}

/// Turns a screen back that was turned.
#[derive(Default)]
pub(super) struct TurnBack;

impl Tactic for TurnBack {
    fn resume(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        shared.memory.breadth.turned.turn_back(situation).map(NextStep::from)
    }
}
