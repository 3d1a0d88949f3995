//! Strokes over what an app draws itself, after each press that may have changed what they do.
//!
//! A tool of a drawing app, a layer of a map, a piece of a board: the press changes nothing that the
//! hierarchy tells, but touches of the area do something else from then on. So the area is used once
//! after each such press, but not if it opened a menu over the area, and more rarely once several strokes in a
//! row did nothing: commands beside the tools, such as undo, change nothing for strokes.

use std::collections::HashSet;

use super::action_class::is_sign;
use super::actions::named;
use super::unlisted::{UnlistedWeights, drag_over, largest_area};
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
        /// More rarely after so many strokes in a row that were of no use.
        idle_strokes: usize = 4,
        /// Then after each so many presses, and after twice as many for each further stroke that was of no use.
        presses_when_idle: usize = 3,
        /// At most so often after presses of buttons with a sign or two on them: keys of a keypad, not tools.
        strokes_after_signs: usize = 2,
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
    /// Strokes in a row that were of no use.
    idle: usize,
    /// Presses without a stroke since the last one.
    passed: usize,
    /// Strokes after presses of buttons with a sign or two on them.
    after_signs: usize,
    /// The last press was one of those.
    is_sign: bool,
}

impl ModeStrokes {
    /// None so far.
    pub(in crate::explorer) fn new(weights: ModeStrokeWeights, areas: UnlistedWeights) -> Self {
        Self { weights, areas, ..Self::default() }
    }

    /// Takes in what `done` did, and whether that was of any use.
    pub(in crate::explorer) fn learn(
        &mut self,
        done: &PerformedAction,
        situation: &Situation,
        is_useful: bool,
    ) {
        self.due = None;
        if self.stroke.take().is_some_and(|stroke| stroke == done.key) {
            self.idle = if is_useful { 0 } else { self.idle + 1 };
        }
        let before = &*done.before;
        let stays = matches!(done.outcome, ActionOutcome::None | ActionOutcome::Content)
            || done.outcome == ActionOutcome::Moved && before.location == situation.screen.location;
        if done.action.kind() != ActionKind::Tap || !stays {
            return;
        }
        let target = done.action.target().map(|target| target.number);
        let Some(area) = largest_area(before, &self.areas) else { return };
        self.is_sign = done.action.target().is_some_and(|target| is_sign(&target.label));
        if target != Some(area.number) && !is_under_new_menu(area, before, &situation.screen) {
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
        let enough = self.used.len() >= self.weights.strokes_per_run;
        let spent = self.is_sign && self.after_signs >= self.weights.strokes_after_signs;
        if enough || spent || situation.screen.dialog || self.rests() {
            return None;
        }
        let area = largest_area(&situation.screen, &self.areas)?;
        let drag = drag_over(&situation.screen, area, self.used.len());
        let drag = Some(drag).filter(|drag| situation.allows(drag))?;
        let drag = Some(named(situation, drag)).filter(|it| !situation.is_refused(&it.key))?;
        self.used.insert(press);
        self.after_signs += usize::from(self.is_sign);
        self.passed = 0;
        self.stroke = Some(drag.key.clone());
        Some(drag)
    }

    /// True if this press is passed over, since the last strokes did nothing.
    fn rests(&mut self) -> bool {
        if self.idle < self.weights.idle_strokes {
            return false;
        }
        self.passed += 1;
        let longer = u32::try_from(self.idle - self.weights.idle_strokes).unwrap_or(u32::MAX);
        self.passed < self.weights.presses_when_idle.saturating_mul(2_usize.saturating_pow(longer))
    }
}

/// True if a menu lies on `area` that was not there before, a column of what acts: the press is answered there
/// first. The settings of a tool lie on it too, but stand beside each other.
fn is_under_new_menu(area: &Widget, before: &Screen, now: &Screen) -> bool {
    let was_there = |widget: &Widget| {
        before.widgets.iter().any(|known| {
            known.acts()
                && known.bounds == widget.bounds
                && known.resource_id == widget.resource_id
                && known.class == widget.class
        })
    };
    let mut opened = now.widgets.iter().filter(|widget| {
        widget.acts() && area.bounds.contains(widget.bounds.center()) && !was_there(widget)
    });
    let Some(first) = opened.next() else { return false };
    opened.all(|other| other.bounds.left == first.bounds.left)
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
    fn the_keys_of_a_keypad_are_no_tools() {
        let pad = || {
            let mut screen = drawing();
            let keys = [(5, "1"), (6, "2"), (7, "3")];
            screen.widgets.extend(keys.map(|(number, sign)| button(number, sign)));
            screen
        };
        let presses = ["1", "2", "3", "Pen"].map(|label| (label, pad()));
        let first = vec![("Line", pad())];
        let due = due(first.into_iter().chain(presses).collect());
        assert_eq!(due, [true, true, true, false, true]);
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
            strokes.learn(situation.last.as_ref().unwrap(), &situation, true);
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
            strokes.learn(situation.last.as_ref().unwrap(), &situation, false);
            let next = strokes.next(&situation);
            due.push(next.is_some());
            if let Some(stroke) = next {
                world.act(&stroke.action, screen);
                let situation = world.situation();
                strokes.learn(situation.last.as_ref().unwrap(), &situation, false);
            }
        }
        due
    }

    #[test]
    fn a_menu_over_the_area_is_answered_first() {
        let mut menu = drawing();
        let item = Widget { bounds: Bounds::new(0, 300, 300, 400), ..button(5, "Open file") };
        menu.widgets.push(item);
        assert_eq!(due(vec![("Pen", menu.clone())]), [false]);
        let item = Widget { bounds: Bounds::new(0, 400, 300, 500), ..button(6, "Save file") };
        menu.widgets.push(item);
        assert_eq!(due(vec![("Pen", menu.clone())]), [false]);
        let width = Widget { bounds: Bounds::new(310, 300, 600, 400), ..button(7, "Width") };
        menu.widgets.push(width);
        assert_eq!(due(vec![("Pen", menu)]), [true], "the settings of a tool");
    }

    #[test]
    fn an_area_on_which_strokes_do_nothing_is_used_more_rarely() {
        let tools = ["A", "B", "C", "D", "E", "F"];
        let mut screen = drawing();
        let last = screen.widgets.len();
        let buttons = tools.iter().zip(last + 1..).map(|(tool, number)| button(number, tool));
        screen.widgets.extend(buttons);
        let presses: Vec<(&str, Screen)> = std::iter::once(("Pen", screen.clone()))
            .chain(tools.iter().map(|tool| (*tool, screen.clone())))
            .collect();
        assert_eq!(due(presses), [true, true, true, true, false, false, true]);
    }
}
