//! Any move: if everything was done as often as it should be, and in voice apps.

use rand::Rng as _;

use super::available_moves;
use super::moves::ScreenMove;
use super::tactic::{FuzzShared, NextStep, Tactic, is_refused};
use crate::explorer::Situation;

/// See the module.
#[derive(Default)]
pub(super) struct AnyMove;

impl Tactic for AnyMove {
    /// A random move, the likelier the more is expected of it.
    fn propose(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let mut choices = if situation.screen.surface.is_dialogue() {
            inputs(situation, shared)
        } else {
            shared.ranked(situation)
        };
        choices.retain(|(item, _)| item.form().is_none());
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
