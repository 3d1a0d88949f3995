//! Known ways to what is worth more than what is left here.

use std::collections::{HashMap, VecDeque};

use super::memory::RulesMemory;
use crate::domain::{ActionKey, StateId};
use crate::model::BehaviourModel;
use crate::model::behaviour::StateNode;

/// What is left of the worth of a goal with each step to it. An input is done here first, if it
/// is worth at least so much of what is a step away: coming back later costs more.
const PATIENCE: f64 = 0.6;
/// A goal is worth half as much each time a way to it led elsewhere or was gone in vain.
const DOUBT: f64 = 0.5;
/// A fresh start takes as long as so many other steps.
const RESTART_STEPS: u32 = 2;

/// The best way that begins with a certain input.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedPath {
    /// What it is worth.
    pub worth: f64,
    /// The state it ends in.
    pub goal: StateId,
    /// The state that its first step should lead to.
    pub next: StateId,
    /// Its length; a fresh start counts more than one.
    pub steps: u32,
}

/// Where a state was reached first: by which first step, over which state, after how many steps.
type Reached<'a> = (&'a ActionKey, usize, u32);

/// The best ways from `here`, by their first step, of which only those that `may` be done count.
/// `worth` is what awaits in a state.
///
/// A way goes over transitions that were seen to lead somewhere, each to where it led most often.
/// Beside these, BACK is taken to lead to where a state was come to from, until it was tried, and
/// a fresh start to where the session began.
pub fn from(
    model: &BehaviourModel,
    memory: &RulesMemory,
    here: StateId,
    may: impl Fn(&ActionKey) -> bool,
    mut worth: impl FnMut(&StateNode) -> f64,
) -> HashMap<ActionKey, RankedPath> {
    let (back, restart) = (ActionKey::back(), ActionKey::restart());
    let states = model.states();
    let mut best: HashMap<ActionKey, RankedPath> = HashMap::new();
    let Some(start) = model.position(here) else { return best };
    let mut reached: Vec<Option<Reached<'_>>> = vec![None; states.len()];
    let mut queue = VecDeque::from([start]);
    let mut anew = states.first().filter(|root| root.id != here && may(&restart));
    while let Some(place) = queue.pop_front() {
        let node = &states[place];
        let steps = reached[place].map_or(0, |(_, _, steps)| steps);
        if let Some((first, next, steps)) = reached[place] {
            let doubt = DOUBT.powf(f64::from(memory.failures(node.id)));
            let worth = worth(node) * PATIENCE.powf(f64::from(steps)) * doubt;
            let way = RankedPath { worth, goal: node.id, next: states[next].id, steps };
            if best.get(first).is_none_or(|known| known.worth < way.worth) {
                best.insert(first.clone(), way);
            }
        }
        let known = node.edges.iter().filter_map(|(key, edge)| Some((key, edge.likeliest()?)));
        for (key, to) in known.chain(back_from(model, memory, node, &back).map(|to| (&back, to))) {
            let Some(next) = model.position(to) else { continue };
            if next == start || reached[next].is_some() || (place == start && !may(key)) {
                continue;
            }
            let (first, over, _) = reached[place].unwrap_or((key, next, 0));
            reached[next] = Some((first, over, steps + 1));
            queue.push_back(next);
        }
        // A fresh start comes after all ways that are no longer than it.
        let next_steps = queue.front().and_then(|next| reached[*next]).map(|(_, _, steps)| steps);
        if next_steps.is_none_or(|steps| steps >= RESTART_STEPS)
            && let Some(root) = anew.take().and_then(|root| model.position(root.id))
            && reached[root].is_none()
        {
            reached[root] = Some((&restart, root, RESTART_STEPS));
            queue.push_front(root);
        }
    }
    best
}

/// Where BACK should lead from `node`, as long as that was not tried: the screens of a bar at the
/// bottom are left out, since BACK leaves the app there. A first BACK may only take the keyboard away.
fn back_from(
    model: &BehaviourModel,
    memory: &RulesMemory,
    node: &StateNode,
    back: &ActionKey,
) -> Option<StateId> {
    let before = model.state(memory.came_from(node.id)?)?;
    let tried = node.edges.get(back);
    let open = tried.is_none_or(|edge| edge.tries.count < 2 && edge.likeliest() == Some(node.id));
    let on_top = memory.can_be_left(node.id) || before.activity != node.activity;
    (open && on_top).then_some(before.id)
}
