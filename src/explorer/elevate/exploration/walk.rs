//! The path that a model's choice began: it is walked without another question.
//!
//! If a model chooses an input of which is known where it leads, it means what lies behind: a state of the map
//! some steps away, as a goal on a display does. The inputs in between are known, so nothing is asked until
//! that state is reached or the dialogue goes another way.

use super::Context;
use super::surroundings::FrontierState;
use crate::domain::StateId;
use crate::explorer::elevate::scene::PromptScene;
use crate::model::path::{KnownActions, PathSearch};

/// Where the path leads, and how it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenWalk {
    /// The state at its end.
    to: StateId,
    /// The most steps that are left.
    left: u32,
}

impl ChosenWalk {
    /// The walk that begins with the input `number` of `context`; `None` if it leads no further than a step.
    pub fn chosen(context: &Context, number: usize) -> Option<Self> {
        let begins = |state: &&FrontierState| state.by == Some(number);
        let nearest = context.map.iter().filter(begins).min_by_key(|state| state.steps)?;
        if nearest.steps < 2 {
            return None;
        }
        Some(Self { to: nearest.id?, left: nearest.steps - 1 })
    }

    /// The place in [`PromptScene::inputs`] of the next input, and the walk after it. `None` if it is at
    /// its end, or no known path of the steps left leads there.
    pub fn next(self, scene: &PromptScene<'_>) -> Option<(usize, Self)> {
        let model = &*scene.situation.model;
        let here = scene.situation.state.structural;
        let goal = model.position(self.to)?;
        if self.left == 0 || model.meaning(self.to) == scene.meaning {
            return None;
        }
        let mut search = PathSearch::new(model, here, &KnownActions)?;
        let reached = search.by_ref().take_while(|reached| reached.cost <= self.left);
        reached.into_iter().find(|reached| reached.position == goal)?;
        let (key, _) = search.first_step(goal)?;
        let place = scene.inputs.iter().position(|input| input.offer.key == *key)?;
        Some((place, Self { left: self.left - 1, ..self }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_goes_to_the_nearest_state_behind_the_chosen_input() {
        let state = |id: u64, steps: u32, by: usize| FrontierState {
            state: format!("S{id}"),
            seen: String::new(),
            untried: 1,
            steps,
            by: Some(by),
            id: Some(StateId(id)),
        };
        let map = vec![state(1, 4, 1), state(2, 3, 1), state(3, 1, 2), state(4, 2, 2)];
        let context = Context { map, ..Context::default() };
        let chosen = |number| ChosenWalk::chosen(&context, number);
        assert_eq!(chosen(1), Some(ChosenWalk { to: StateId(2), left: 2 }));
        assert_eq!(chosen(2), None, "what is meant is one step away");
        assert_eq!(chosen(3), None, "nothing untried is known behind it");
    }
}
