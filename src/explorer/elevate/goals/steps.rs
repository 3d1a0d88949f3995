//! Steps of the known path to the screen of a goal.

use super::options::WithRestart;
use crate::domain::{ActionKey, StateId};
use crate::explorer::elevate::scene::PromptScene;
use crate::model::BehaviourModel;
use crate::model::path::PathSearch;

/// The cost of the known path from `from` to the state at `goal`, its first step, and where that leads.
pub fn path_step(
    model: &BehaviourModel,
    (from, goal): (StateId, usize),
    paths: &WithRestart<'_>,
    searched: usize,
) -> Option<(u32, ActionKey, StateId)> {
    let mut search = PathSearch::new(model, from, paths)?;
    let found = search.by_ref().take(searched).find(|reached| reached.position == goal);
    let (cost, (key, next)) = match found {
        Some(reached) => (reached.cost, search.first_step(goal)?),
        // Far away: along the shortest path from the app's first state.
        None => {
            let joined = search.joined(goal)?;
            (joined.cost, search.first_joined_step(joined)?)
        }
    };
    Some((cost, key.clone(), model.states()[next].id))
}

/// The place of `key` in [`PromptScene::inputs`].
pub fn place_of(scene: &PromptScene<'_>, key: &ActionKey) -> Option<usize> {
    scene.inputs.iter().position(|input| input.offer.key == *key)
}
