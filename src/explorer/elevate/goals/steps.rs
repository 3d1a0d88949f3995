//! Steps of the known path to the screen of a goal, and of the way back.

use super::options::WithRestart;
use super::resolve::is_open;
use crate::domain::{ActionKey, StateId, Widget, speech};
use crate::explorer::Situation;
use crate::explorer::elevate::rules;
use crate::explorer::elevate::scene::PromptScene;
use crate::model::BehaviourModel;
use crate::model::behaviour::StateNode;
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

/// True for words that name the BACK key.
pub fn is_back(words: &str) -> bool {
    speech::normal(words) == "press back"
}

/// True for words that name a restart of the app.
pub fn is_restart(words: &str) -> bool {
    speech::normal(words) == "restart the app"
}

/// True for a dialog of the system, such as the question for a permission: the rules answer it.
pub fn asks_for_system(situation: &Situation) -> bool {
    let app = situation.model.package();
    situation.screen.dialog && !app.is_empty() && situation.screen.package != app
}

/// True if a field on the screen is empty: what fits it is for a model to say.
pub fn asks_for_words(situation: &Situation) -> bool {
    let is_empty = |widget: &Widget| is_open(widget) && widget.content().is_empty();
    situation.screen.widgets.iter().any(is_empty)
}

/// True if BACK is known to leave the app from this activity.
pub fn back_leaves(situation: &Situation) -> bool {
    let screen = &situation.screen;
    let is_same = |node: &StateNode| node.location == screen.location;
    let back = ActionKey::back();
    let mut edges = situation.model.states().iter().filter(|node| is_same(node));
    !screen.dialog
        && edges.any(|node| {
            let edge = node.edges.get(&back);
            edge.is_some_and(|edge| {
                edge.likeliest().is_none_or(|to| rules::is_error(situation, to))
            })
        })
}
