//! Steps of the known path to the screen of a goal, and of the way back.

use std::collections::HashSet;
use std::sync::Arc;

use super::options::WithRestart;
use super::resolve::is_open;
use crate::domain::{ActionKey, StateId, Widget, speech};
use crate::explorer::Situation;
use crate::explorer::elevate::rules;
use crate::explorer::elevate::scene::{InputKind, PromptScene};
use crate::model::BehaviourModel;
use crate::model::behaviour::StateNode;
use crate::model::path::PathSearch;

/// The most states of a screen whose paths are looked at beside that of the present one, those found last.
const TWINS: usize = 8;

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

/// The first step of a path to the state at `goal` that is known from another state of this screen, if it costs less than
/// `cost` and was never done here: a list with one more row is another state, and its menu is the same.
pub fn twin_step(
    scene: &PromptScene<'_>,
    (goal, cost): (usize, u32),
    paths: &WithRestart<'_>,
    searched: usize,
) -> Option<(u32, usize, StateId)> {
    let model = &*scene.situation.model;
    let here = model.state(scene.situation.state.structural)?;
    let offered: HashSet<&ActionKey> = here.available.iter().map(|known| &known.key).collect();
    let is_twin = |node: &&Arc<StateNode>| {
        let shared = || node.available.iter().filter(|known| offered.contains(&known.key)).count();
        let most = node.available.len().max(offered.len());
        node.id != here.id && node.location == here.location && 2 * shared() > most
    };
    let twins = model.states().iter().rev().filter(is_twin).take(TWINS);
    let steps = twins.filter_map(|twin| {
        let (cost, key, next) = path_step(model, (twin.id, goal), paths, searched)?;
        let place = place_of(scene, &key).filter(|_| !here.edges.contains_key(&key))?;
        // BACK leads to where one came from.
        let is_of_screen = scene.inputs[place].kind == InputKind::Context;
        is_of_screen.then_some((cost, place, next))
    });
    steps.filter(|step| step.0 < cost).min_by_key(|step| step.0)
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
