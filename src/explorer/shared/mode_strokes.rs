//! Strokes over what an app draws itself, after each press that may have changed what they do.
//!
//! A tool of a drawing app, a layer of a map, a piece of a board: the press changes nothing that the
//! hierarchy tells, but touches of the area do something else from then on. So the area is used once
//! after each such press, but not if it opened a menu over the area, nor once several strokes in a row did
//! nothing.

use std::collections::HashSet;

use super::unlisted::{UnlistedWeights, largest_area, unlisted_actions};
use crate::domain::{ActionKey, ActionKind, AvailableAction, Screen, Widget};
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
        /// Not any more after so many strokes in a row without effect.
        idle_strokes: usize = 4,
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
    /// The stroke that was proposed last.
    stroke: Option<ActionKey>,
    /// Strokes in a row that did nothing.
    idle: usize,
}

impl ModeStrokes {
    /// None so far.
    pub(in crate::explorer) fn new(weights: ModeStrokeWeights, areas: UnlistedWeights) -> Self {
        Self { weights, areas, ..Self::default() }
    }

    /// Takes in what `done` did.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        self.due = None;
        if self.stroke.take().is_some_and(|stroke| stroke == done.key) {
            self.idle = if done.outcome == ActionOutcome::None { self.idle + 1 } else { 0 };
        }
        let before = &*done.before;
        let stays = matches!(done.outcome, ActionOutcome::None | ActionOutcome::Content)
            || done.outcome == ActionOutcome::Moved && before.location == situation.screen.location;
        if done.action.kind() != ActionKind::Tap || !stays {
            return;
        }
        let target = done.action.target().map(|target| target.number);
        let Some(area) = largest_area(before, &self.areas) else { return };
        if target != Some(area.number) && !is_covered_anew(area, before, &situation.screen) {
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
        let enough = self.used.len() >= self.weights.strokes_per_run
            || self.idle >= self.weights.idle_strokes;
        if enough || situation.screen.dialog {
            return None;
        }
        let strokes = unlisted_actions(situation, &self.areas).into_iter();
        let mut strokes = strokes.filter(|it| !situation.is_refused(&it.key));
        let drag = strokes.find(|it| it.action.kind() == ActionKind::Drag)?;
        self.used.insert(press);
        self.stroke = Some(drag.key.clone());
        Some(drag)
    }
}

/// True if something that acts lies on `area` that was not there before, such as a menu: the press is
/// answered there first.
fn is_covered_anew(area: &Widget, before: &Screen, now: &Screen) -> bool {
    let was_there = |widget: &Widget| {
        before.widgets.iter().any(|known| {
            known.acts()
                && known.bounds == widget.bounds
                && known.resource_id == widget.resource_id
                && known.class == widget.class
        })
    };
    now.widgets.iter().any(|widget| {
        widget.acts() && area.bounds.contains(widget.bounds.center()) && !was_there(widget)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Action, Bounds};
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

    /// Whether a stroke is due after each of these presses, which lead to these screens.
    fn due(presses: Vec<(&str, Screen)>) -> Vec<bool> {
        let mut world = World::new(None);
        let mut strokes =
            ModeStrokes::new(ModeStrokeWeights::default(), UnlistedWeights::default());
        world.show(drawing());
        let mut due = Vec::new();
        for (label, screen) in presses {
            let press = world.tapping(label);
            world.act(&press, screen.clone());
            let situation = world.situation();
            strokes.learn(situation.last.as_ref().unwrap(), &situation);
            let next = strokes.next(&situation);
            due.push(next.is_some());
            if let Some(stroke) = next {
                world.act(&stroke.action, screen);
                let situation = world.situation();
                strokes.learn(situation.last.as_ref().unwrap(), &situation);
            }
        }
        due
    }

    #[test]
    fn a_menu_over_the_area_is_answered_first() {
        let mut menu = drawing();
        let item = Widget { bounds: Bounds::new(0, 300, 300, 400), ..button(5, "Open file") };
        menu.widgets.push(item);
        assert_eq!(due(vec![("Pen", menu)]), [false]);
    }

    #[test]
    fn an_area_on_which_strokes_do_nothing_is_left_alone() {
        let tools = ["A", "B", "C", "D", "E", "F"];
        let mut screen = drawing();
        let last = screen.widgets.len();
        let buttons = tools.iter().zip(last + 1..).map(|(tool, number)| button(number, tool));
        screen.widgets.extend(buttons);
        let presses: Vec<(&str, Screen)> = std::iter::once(("Pen", screen.clone()))
            .chain(tools.iter().map(|tool| (*tool, screen.clone())))
            .collect();
        assert_eq!(due(presses), [true, true, true, true, false, false, false]);
    }
}
