//! What lies around the present state: the nearest states in which something was never tried.

use serde::{Deserialize, Serialize};

use crate::domain::{ActionKey, ActionKind, StateId};
use crate::explorer::Situation;
use crate::explorer::elevate::memory::ElevateMemory;
use crate::explorer::elevate::name_of;
use crate::explorer::shared::output;
use crate::model::behaviour::{KnownAction, StateNode};
use crate::model::frontier::is_untried;
use crate::model::path::{KnownActions, PathSearch};

/// A state in which something was never tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontierState {
    /// Its name.
    pub state: String,
    /// What it shows.
    pub seen: String,
    /// How many of its inputs were never tried.
    pub untried: usize,
    /// The steps of the known path there.
    pub steps: u32,
    /// The number of the listed input with which that path begins.
    pub by: Option<usize>,
    /// The structural state; not part of what is recorded.
    #[serde(skip)]
    pub id: Option<StateId>,
}

/// The nearest states of the frontier; `listed` are the inputs of the prompt in their order.
pub fn frontier(
    memory: &ElevateMemory,
    situation: &Situation,
    meaning: StateId,
    listed: &[&ActionKey],
) -> Vec<FrontierState> {
    let (model, weights) = (&*situation.model, &memory.weights);
    let here = situation.state.structural;
    let Some(mut search) = PathSearch::new(model, here, &KnownActions) else { return Vec::new() };
    let mut found: Vec<FrontierState> = Vec::new();
    for _ in 0..weights.map_searched {
        let Some(reached) = search.next() else { break };
        let Some(node) = model.states().get(reached.position) else { continue };
        let is_here = node.id == here || model.meaning(node.id) == meaning;
        if is_here || !model.frontier().contains(reached.position) {
            continue;
        }
        let state = name_of(situation, model.meaning(node.id));
        let untried = untried(node);
        if untried == 0 || found.iter().any(|known| known.state == state) {
            continue;
        }
        let first = search.first_step(reached.position).map(|(key, _)| key);
        let by = first.and_then(|first| listed.iter().position(|key| *key == first));
        let seen = memory.seen_as(node.id).map_or(node.label.as_str(), |seen| &seen.output);
        found.push(FrontierState {
            state,
            seen: output::cut(seen, weights.map_seen),
            untried,
            steps: reached.cost,
            by: by.map(|place| place + 1),
            id: Some(node.id),
        });
        if found.len() >= weights.map_states {
            break;
        }
    }
    found
}

/// How many inputs of `node` were never tried, without those that every state has.
fn untried(node: &StateNode) -> usize {
    let counts = |known: &&KnownAction| {
        let everywhere = known.kind == ActionKind::Scroll || is_system(&known.key);
        !everywhere && is_untried(node, &known.key, &known.template)
    };
    node.available.iter().filter(counts).count()
}

/// True for what every voice app takes.
fn is_system(key: &ActionKey) -> bool {
    let words = key.as_str().strip_prefix("say \"").and_then(|rest| rest.strip_suffix('"'));
    words.is_some_and(|words| crate::domain::speech::SYSTEM.contains(&words))
}
