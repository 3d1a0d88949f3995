//! Strokes over what an app draws itself: after each press that may have changed what they do
//! ([`crate::explorer::shared::mode_strokes`]), and as moves of the screen.

use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::tactic::{FuzzShared, LearnedTurn, NextStep, Tactic, propose};
use super::weights::VlmFuzzWeights;
use crate::domain::{Action, Direction};
use crate::explorer::Situation;
use crate::explorer::shared::mode_strokes::{ModeStrokes, WHY};
use crate::explorer::shared::unlisted::unlisted_actions;

impl Tactic for ModeStrokes {
    fn learn(&mut self, turn: &LearnedTurn<'_>, shared: &mut FuzzShared) {
        let was_useful = shared.memory.breadth.was_useful(turn.done, &shared.gain);
        self.learn(turn.done, turn.situation, was_useful);
        if !turn.is_free {
            self.forget();
        }
    }

    fn propose(&mut self, situation: &Situation, _: &mut FuzzShared) -> Option<NextStep> {
        let stroke = self.next(situation)?;
        propose(situation, stroke.action, WHY).map(NextStep::from)
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
