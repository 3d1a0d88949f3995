//! Strokes over what an app draws itself, after each press that may have changed what they do.
//!
//! A tool of a drawing app, a layer of a map, a piece of a board: the press changes nothing that the
//! hierarchy tells, but touches of the area do something else from then on. So the area is used once
//! after each such press.

use std::collections::HashSet;

use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::tactic::{FuzzShared, LearnedTurn, NextStep, Tactic, propose};
use super::weights::VlmFuzzWeights;
use crate::domain::{Action, ActionKey, ActionKind, Direction};
use crate::explorer::Situation;
use crate::explorer::shared::unlisted::{largest_area, unlisted_actions};
use crate::protocol::ActionOutcome;

/// See the module.
#[derive(Default)]
pub(super) struct ModeStrokes {
    /// The activities and presses after which the area was used.
    used: HashSet<(String, ActionKey)>,
    /// The press that came last, if the area was not used after it.
    due: Option<(String, ActionKey)>,
}

impl Tactic for ModeStrokes {
    fn learn(&mut self, turn: &LearnedTurn<'_>, shared: &mut FuzzShared) {
        let LearnedTurn { situation, done, before, is_free } = *turn;
        self.due = None;
        let stays = matches!(done.outcome, ActionOutcome::None | ActionOutcome::Content)
            || done.outcome == ActionOutcome::Moved && before.location == situation.screen.location;
        let target = done.action.target().map(|target| target.number);
        let area =
            largest_area(before, &shared.weights.display.breadth.unlisted).map(|area| area.number);
        let is_press = done.action.kind() == ActionKind::Tap && target != area;
        if is_press && stays && is_free && area.is_some() {
            let press = (before.location.clone(), done.key.clone());
            self.due = Some(press).filter(|press| !self.used.contains(press));
        }
    }

    fn propose(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let press = self.due.take()?;
        if self.used.len() >= shared.weights.mode_strokes || situation.screen.dialog {
            return None;
        }
        let weights = &shared.weights.display.breadth.unlisted;
        let strokes = unlisted_actions(situation, weights).into_iter();
        let drag = strokes.map(|it| it.action).find(|it| it.kind() == ActionKind::Drag)?;
        self.used.insert(press);
        let why = "The press may have changed what touches of this area do, so it is used once.";
        propose(situation, drag, why).map(NextStep::from)
    }
}

/// ENTER, and strokes over the largest area of the screen that nothing is told of.
pub(super) fn of(situation: &Situation, weights: &VlmFuzzWeights) -> Vec<ScreenMove> {
    let activity = &situation.screen.location;
    let item = |available: crate::domain::AvailableAction| {
        let (base_yield, why) = match &available.action {
            Action::Key { .. } => (weights.enter, "ENTER may send what was typed"),
            Action::Drag { .. } => (weights.stroke, "only trying shows what this area listens to"),
            Action::Swipe { direction: Direction::Left | Direction::Up, .. } => {
                (weights.quick_stroke, "such areas often listen to a quick stroke")
            }
            _ => (weights.quick_stroke_back, "it may be the way back of another stroke"),
        };
        ScreenMove {
            id: MoveId::Action(available.key.clone()),
            tag: TagSubject::Template(activity.clone(), available.template.clone()).into(),
            kind: MoveKind::Perform(available.action),
            base_yield,
            why,
            alike: None,
        }
    };
    unlisted_actions(situation, &weights.display.breadth.unlisted).into_iter().map(item).collect()
}
