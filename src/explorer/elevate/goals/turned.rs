//! The display while the model leads. One that a goal has turned is turned back after some steps: a model seldom asks
//! for it, and most of what is there is to be seen upright.

use crate::domain::{Action, Rotation};
use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::rules::Rules;
use crate::explorer::elevate::scene::PromptScene;
use crate::explorer::shared::actions::is_landscape;

/// What is on screen may be lost by turning: then it stays turned so many times as long.
const AT_STAKE: u64 = 3;

/// See the module.
#[derive(Debug, Default)]
pub struct TurnedDisplay {
    /// The step since which it is turned.
    since: Option<u64>,
    /// The step in which it was turned back.
    back: Option<u64>,
}

impl TurnedDisplay {
    /// Takes in whether it is turned.
    pub fn see(&mut self, situation: &Situation) {
        let since = self.since.unwrap_or(situation.step);
        self.since = is_landscape(situation).then_some(since);
    }

    /// The input of `scene` that turns it back, by its place, once it has been turned for long.
    pub fn turn_back(
        &mut self,
        scene: &PromptScene<'_>,
        rules: &Rules,
        weights: &ElevateWeights,
    ) -> Option<usize> {
        let situation = scene.situation;
        let is_at_stake = situation.screen.dialog || rules.finish_form(scene);
        let most = weights.lead_turned * if is_at_stake { AT_STAKE } else { 1 };
        let is_long = self.since.is_some_and(|since| situation.step >= since + most);
        if !is_long || !rules.turns_back(situation) {
            return None;
        }
        let upright = Action::Rotate { rotation: Rotation::Portrait };
        let place = scene.inputs.iter().position(|input| input.offer.action == upright)?;
        self.back = Some(situation.step);
        Some(place)
    }

    /// True if the latest step turned it back.
    pub fn was_turned_back(&self, situation: &Situation) -> bool {
        situation.last.as_ref().is_some_and(|done| Some(done.step) == self.back)
    }
}
