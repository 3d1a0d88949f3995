//! Any move: if everything was done as often as it should be, and in voice apps.

use rand::Rng as _;

use super::available_moves;
use super::moves::ScreenMove;
use super::tactic::{FuzzShared, NextStep, Tactic, is_refused, propose};
use crate::domain::Action;
use crate::explorer::Situation;
use crate::explorer::shared::breadth::BreadthMemory;

/// See the module.
#[derive(Default)]
pub(super) struct AnyMove;

impl Tactic for AnyMove {
    /// A gesture that no widget lists, or the next action of a random burst; of a voice app one of its inputs.
    fn propose(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        if situation.screen.surface.is_dialogue() {
            return any_input(situation, shared);
        }
        let breadth = &mut shared.memory.breadth;
        if !breadth.bursts.is_on()
            && let Some((gesture, why)) = breadth.gesture(situation)
        {
            return propose(situation, gesture.action, why).map(NextStep::from);
        }
        let BreadthMemory { bursts, index, exits, .. } = breadth;
        if !bursts.is_on() && bursts.begin() {
            let why = "Everything known is done, so the app is restarted for a random burst.";
            if let Some(restart) = propose(situation, Action::Restart, why) {
                return Some(restart.into());
            }
        }
        let Some(next) = bursts.next(situation, index, exits, &mut shared.random) else {
            // An app that once began with an empty screen may begin otherwise.
            let why = "This screen offers nothing, so the app is restarted.";
            let restart = situation.available.is_empty().then_some(Action::Restart)?;
            return propose(situation, restart, why).map(NextStep::from);
        };
        let why = "Everything known is done, so this is drawn at random.";
        propose(situation, next.action, why).map(NextStep::from)
    }
}

/// A random input, the likelier the more is expected of it.
fn any_input(situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
    let choices = inputs(situation, shared);
    let total: f64 = choices.iter().map(|(_, expected)| expected).sum();
    let mut point = shared.random.random::<f64>() * total;
    let at = choices.iter().position(|(_, expected)| {
        point -= expected;
        point < 0.0
    });
    let (item, _) = choices.into_iter().nth(at.unwrap_or(0))?;
    let why = "Everything known is done; this was done least.".to_owned();
    Some(NextStep::begin(item, why))
}

/// The inputs of a voice app that were not refused, with what is expected of them.
fn inputs(situation: &Situation, shared: &FuzzShared) -> Vec<(ScreenMove, f64)> {
    let here = situation.state.structural;
    let inputs = available_moves::inputs(situation, &shared.weights).into_iter();
    let allowed = inputs.filter(|item| !is_refused(situation, item));
    allowed
        .map(|item| (shared.memory.expected_yield(here, &item), item))
        .map(|(e, i)| (i, e))
        .collect()
}
