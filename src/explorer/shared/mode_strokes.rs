//! Strokes over what an app draws itself, after each press that may have changed what they do.
//!
//! A tool of a drawing app, a layer of a map, a piece of a board: the press changes nothing that the
//! hierarchy tells, but touches of the area do something else from then on. So the area is used once
//! after each such press.

use std::collections::HashSet;

use super::unlisted::{UnlistedWeights, largest_area, unlisted_actions};
use crate::domain::{ActionKey, ActionKind, AvailableAction};
use crate::explorer::weights::weights;
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// Why the area is used.
pub(in crate::explorer) const WHY: &str =
    "The press may have changed what touches of this area do, so it is used once.";

weights! {
    /// How often an area is used after a press.
    pub struct ModeStrokeWeights {
        /// At most so often in a run.
        strokes_per_run: usize = 24,
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct ModeStrokes {
    weights: ModeStrokeWeights,
    areas: UnlistedWeights,
    /// The locations and presses after which the area was used.
    used: HashSet<(String, ActionKey)>,
    /// The press that came last, if the area was not used after it.
    due: Option<(String, ActionKey)>,
}

impl ModeStrokes {
    /// None so far.
    pub(in crate::explorer) fn new(weights: ModeStrokeWeights, areas: UnlistedWeights) -> Self {
        Self { weights, areas, ..Self::default() }
    }

    /// Takes in what `done` did.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.due = None;
        let before = &*done.before;
        let stays = matches!(done.outcome, ActionOutcome::None | ActionOutcome::Content)
            || done.outcome == ActionOutcome::Moved && before.location == situation.screen.location;
        if done.action.kind() != ActionKind::Tap || !stays {
            return;
        }
        let target = done.action.target().map(|target| target.number);
        let area = largest_area(before, &self.areas).map(|area| area.number);
        if area.is_some() && target != area {
            let press = (before.location.clone(), done.key.clone());
            self.due = Some(press).filter(|press| !self.used.contains(press));
        }
    }

    /// Nothing is due: the last press belonged to something that goes on.
    pub(in crate::explorer) fn forget(&mut self) {
        self.due = None;
    }

    /// The stroke that is due after the last press.
    pub(in crate::explorer) fn next(&mut self, situation: &Situation) -> Option<AvailableAction> {
        let press = self.due.take()?;
        if self.used.len() >= self.weights.strokes_per_run || situation.screen.dialog {
            return None;
        }
        let strokes = unlisted_actions(situation, &self.areas).into_iter();
        let mut strokes = strokes.filter(|it| !situation.is_refused(&it.key));
        let drag = strokes.find(|it| it.action.kind() == ActionKind::Drag)?;
        self.used.insert(press);
        Some(drag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Action, Bounds, Screen, Widget};
    use crate::explorer::testing::{World, button, phone};

    fn drawing() -> Screen {
        let canvas = Widget {
            class: "canvas".into(),
            opaque: true,
            bounds: Bounds::new(0, 0, 720, 1600),
            tap: Some(crate::domain::Point::new(360, 800)),
            ..button(1, "")
        };
        phone(vec![canvas, button(2, "Pen"), button(3, "Line"), button(4, "Undo")])
    }

    #[test]
    fn an_area_is_used_once_after_each_press_that_stays() {
        let mut world = World::new(None);
        let mut strokes =
            ModeStrokes::new(ModeStrokeWeights::default(), UnlistedWeights::default());
        world.show(drawing());
        assert!(strokes.next(&world.situation()).is_none());
        for (label, due) in [("Pen", true), ("Line", true), ("Pen", false)] {
            let press = world.tapping(label);
            world.act(&press, drawing());
            let situation = world.situation();
            strokes.learn(situation.last.as_ref().unwrap(), &situation);
            let next = strokes.next(&situation);
            assert_eq!(next.is_some(), due, "{label}");
            assert!(next.is_none_or(|it| matches!(it.action, Action::Drag { .. })));
        }
    }
}
