//! The behaviour model: states, transitions and counts, folded from events.

mod functions;
mod node;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use self::functions::FunctionsNotRun;
pub use self::node::{ActionEdge, KnownAction, StateNode, TryCounts};
use super::adjacency::{AdjacencyIndex, OutgoingEdge};
use super::depth::DepthIndex;
use super::frontier::Frontier;
use super::goals::GoalList;
use super::meaning::MeaningGroups;
use crate::domain::{ActionKey, Coverage, FindingKind, Manifest, StateId};
use crate::protocol::{
    AbstractionChanged, ActionOutcome, ActionsAdded, Event, ScreenObserved, StateDiscovered,
    StatesMerged, TransitionLearned,
};

/// What is known of the app's behaviour so far. Grows by [`BehaviourModel::apply`] alone, in
/// constant time an event, whatever its size.
#[derive(Clone, Debug, Default)]
pub struct BehaviourModel {
    /// Shared, so that a copy of the model takes little: keyframes of a recording are copies.
    states: Vec<Arc<StateNode>>,
    index: HashMap<StateId, usize>,
    /// The position of each state of which something changed, as often as it did.
    changes: Vec<usize>,
    adjacency: AdjacencyIndex,
    depths: DepthIndex,
    frontier: Frontier,
    /// How often each action was performed, whatever the state.
    performed: HashMap<ActionKey, u64>,
    exact: HashSet<StateId>,
    meanings: MeaningGroups,
    /// States that are no longer told apart from another one, in the order in which that happened.
    absorbed: Vec<StateId>,
    activities: BTreeMap<String, u64>,
    package: String,
    declared: Vec<String>,
    manifest: Option<Arc<Manifest>>,
    texts: Arc<[String]>,
    current: Option<usize>,
    steps: u64,
    transitions: usize,
    coverage: Coverage,
    functions: FunctionsNotRun,
    curve: Vec<(u64, usize)>,
    findings: usize,
    /// The latest crash or ANR: its step, its kind and its title.
    crash: Option<(u64, FindingKind, String)>,
    goals: GoalList,
}

impl BehaviourModel {
    /// Takes one event in.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::AppOpened(opened) => {
                self.package.clone_from(&opened.package);
                self.declared.clone_from(&opened.activities);
                self.manifest = opened.manifest.clone().map(Arc::new);
                self.texts = opened.texts.as_slice().into();
                (0..self.states.len()).for_each(|position| self.update_frontier(position));
            }
            Event::Discovered(discovered) => self.add_state(discovered),
            Event::Observed(observed) => self.observed(observed),
            Event::Performed(performed) => self.steps = performed.step,
            Event::Learned(learned) => self.learned(learned),
            Event::StatesMerged(merged) => self.merged(merged),
            Event::AbstractionChanged(changed) => self.abstraction_changed(changed),
            Event::ActionsAdded(offered) => self.offered(offered),
            Event::GoalChanged(changed) => self.goals.apply(changed),
            Event::Covered(coverage) => self.coverage.clone_from(coverage),
            Event::FunctionsNamed(names) => self.functions.learn(names),
            Event::Found(finding) => {
                self.findings += 1;
                if finding.kind.is_crash() {
                    self.crash = Some((finding.step, finding.kind, finding.title.clone()));
                }
                let state = finding.state.and_then(|state| self.index.get(&state).copied());
                if let Some(current) = state.or(self.current) {
                    self.node_mut(current).findings.push(finding.kind);
                }
            }
            _ => {}
        }
    }

    /// True if [`BehaviourModel::apply`] would change something.
    pub const fn concerns(event: &Event) -> bool {
        matches!(
            event,
            Event::AppOpened(_)
                | Event::Discovered(_)
                | Event::Observed(_)
                | Event::Performed(_)
                | Event::Learned(_)
                | Event::StatesMerged(_)
                | Event::AbstractionChanged(_)
                | Event::ActionsAdded(_)
                | Event::GoalChanged(_)
                | Event::Covered(_)
                | Event::FunctionsNamed(_)
                | Event::Found(_)
        )
    }

    /// Says that another worker of the fleet is about to try `key` in `state`, or no longer is.
    /// Unknown states have no claims.
    pub fn set_claimed(&mut self, state: StateId, key: &ActionKey, claimed: bool) {
        let Some(position) = self.position(state) else { return };
        let claims = &mut self.node_mut(position).claimed;
        let changed = if claimed { claims.insert(key.clone()) } else { claims.remove(key) };
        if changed {
            self.changed(position);
        }
    }

    fn add_state(&mut self, discovered: &StateDiscovered) {
        let StateDiscovered { step, state, label, package, location, size, available: offers } =
            discovered;
        if self.index.contains_key(state) {
            return;
        }
        let offers: Vec<_> = offers
            .iter()
            .map(|offer| KnownAction {
                key: offer.key.clone(),
                template: offer.template.clone(),
                kind: offer.action.kind(),
            })
            .collect();
        self.index.insert(*state, self.states.len());
        self.states.push(Arc::new(StateNode {
            id: *state,
            label: label.clone(),
            package: package.clone(),
            location: location.clone(),
            size: *size,
            first_step: *step,
            visits: 0,
            untried: offers.len(),
            available: offers,
            edges: BTreeMap::new(),
            templates: HashMap::new(),
            claimed: HashSet::new(),
            is_absorbed: false,
            picture: None,
            findings: Vec::new(),
        }));
        self.curve.push((*step, self.states.len()));
        self.depths.discovered();
        for position in self.adjacency.discovered(*state) {
            let node = &self.states[position];
            for key in node.edges.keys() {
                self.adjacency.set(position, node, key, &self.index);
            }
            self.depths.add(position, &self.states, &self.index);
        }
        self.changed(self.states.len() - 1);
    }

    fn node_mut(&mut self, position: usize) -> &mut StateNode {
        Arc::make_mut(&mut self.states[position])
    }

    /// Something changed that is known of the state at `position`.
    fn changed(&mut self, position: usize) {
        self.changes.push(position);
        self.update_frontier(position);
    }

    fn update_frontier(&mut self, position: usize) {
        self.frontier.update(position, &self.states[position], &self.package);
    }

    /// Takes both states for one. Unknown states cannot arise: what is merged is always known, and
    /// only into another known group.
    fn merged(&mut self, merged: &StatesMerged) {
        if self.index.contains_key(&merged.state) && self.index.contains_key(&merged.into) {
            self.meanings.merge(merged.state, merged.into);
        }
    }

    fn abstraction_changed(&mut self, changed: &AbstractionChanged) {
        let Some(into) = changed.into.and_then(|into| self.position(into)) else { return };
        let absorbed =
            changed.merged.iter().filter_map(|state| Some((*state, self.position(*state)?)));
        let absorbed: Vec<(StateId, usize)> = absorbed.filter(|(_, at)| *at != into).collect();
        if absorbed.is_empty() {
            return;
        }
        for (state, position) in absorbed {
            self.absorb(state, position, into);
        }
        self.relink();
        self.changed(into);
    }

    /// Takes what is known of the state at `position` for knowledge of the one at `into`, which its id
    /// names from now on.
    fn absorb(&mut self, state: StateId, position: usize, into: usize) {
        let name = self.states[into].label.clone();
        let absorbed = self.node_mut(position);
        absorbed.is_absorbed = true;
        absorbed.untried = 0;
        absorbed.available.clear();
        absorbed.label = format!("{} (merged into {name})", absorbed.label);
        let (edges, templates) =
            (std::mem::take(&mut absorbed.edges), std::mem::take(&mut absorbed.templates));
        let kept = Arc::make_mut(&mut self.states[into]);
        for (key, edge) in edges {
            let known = kept.edges.entry(key).or_default();
            edge.to.iter().for_each(|(to, count)| {
                known.led_to_often(*to, *count);
            });
            known.tries.add(edge.tries);
        }
        for (template, tries) in templates {
            kept.templates.entry(template).or_default().add(tries);
        }
        let tried = |offer: &&KnownAction| !kept.edges.contains_key(&offer.key);
        kept.untried = kept.available.iter().filter(tried).count();
        self.meanings.merge(state, kept.id);
        self.index.insert(state, into);
        self.absorbed.push(state);
        self.changed(position);
    }

    /// Computes anew which state leads to which, after ids came to name other states. States are
    /// absorbed seldom, so this may take as long as there are transitions.
    fn relink(&mut self) {
        for (position, node) in self.states.iter().enumerate() {
            for key in node.edges.keys() {
                self.adjacency.set(position, node, key, &self.index);
            }
        }
        for position in 0..self.states.len() {
            self.depths.add(position, &self.states, &self.index);
        }
    }

    fn offered(&mut self, offered: &ActionsAdded) {
        let Some(&place) = self.index.get(&offered.state) else { return };
        let node = self.node_mut(place);
        for offer in &offered.actions {
            if node.available.iter().any(|known| known.key == offer.key) {
                continue;
            }
            node.untried += usize::from(!node.edges.contains_key(&offer.key));
            node.available.push(KnownAction {
                key: offer.key.clone(),
                template: offer.template.clone(),
                kind: offer.action.kind(),
            });
        }
        self.changed(place);
    }

    fn observed(&mut self, observed: &ScreenObserved) {
        self.steps = observed.step;
        self.exact.insert(observed.state.exact);
        if observed.package == self.package {
            *self.activities.entry(observed.location.clone()).or_insert(0) += 1;
        }
        self.current = self.index.get(&observed.state.structural).copied();
        if let Some(current) = self.current {
            let node = self.node_mut(current);
            node.visits += 1;
            if node.picture.is_none() {
                node.picture.clone_from(&observed.picture);
            }
        }
    }

    fn learned(&mut self, learned: &TransitionLearned) {
        let TransitionLearned { from, key, template, to, outcome, .. } = learned;
        let Some(&position) = self.index.get(from) else { return };
        let node = Arc::make_mut(&mut self.states[position]);
        // Counted here, so that nobody has to look through all offers of all states at every step.
        if !node.edges.contains_key(key) && node.available.iter().any(|offer| offer.key == *key) {
            node.untried -= 1;
        }
        let edge = node.edges.entry(key.clone()).or_default();
        let templates = node.templates.entry(template.clone()).or_default();
        for tries in [&mut edge.tries, templates] {
            tries.count += 1;
            tries.no_effect += u64::from(*outcome == ActionOutcome::None);
            tries.moved +=
                u64::from(*outcome != ActionOutcome::None && *outcome != ActionOutcome::Content);
        }
        if *outcome != ActionOutcome::Failed {
            let is_new = edge.led_to(*to);
            self.adjacency.set(position, &self.states[position], key, &self.index);
            if is_new {
                self.transitions += 1;
                self.depths.add(position, &self.states, &self.index);
            }
        }
        *self.performed.entry(key.clone()).or_insert(0) += 1;
        self.changed(position);
    }

    /// The states in the order in which they were discovered.
    pub fn states(&self) -> &[Arc<StateNode>] {
        &self.states
    }

    /// The state with this structural id.
    pub fn state(&self, id: StateId) -> Option<&StateNode> {
        self.index.get(&id).map(|place| &*self.states[*place])
    }

    /// Where in [`BehaviourModel::states`] it is.
    pub fn position(&self, id: StateId) -> Option<usize> {
        self.index.get(&id).copied()
    }

    /// The state the app is in now.
    pub fn current(&self) -> Option<&StateNode> {
        self.current.map(|place| &*self.states[place])
    }

    /// Distinct transitions: (state, action, state).
    pub fn transitions(&self) -> usize {
        self.transitions
    }

    /// Actions performed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Findings so far, repeats included.
    pub fn findings(&self) -> usize {
        self.findings
    }

    /// The kind and the title of the crash or ANR that the action of `step` caused, if that is the latest one.
    pub fn crash_at(&self, step: u64) -> Option<(FindingKind, &str)> {
        let crash = self.crash.as_ref().filter(|(at, ..)| *at == step);
        crash.map(|(_, kind, title)| (*kind, title.as_str()))
    }

    /// Distinct exact states.
    pub fn exact_states(&self) -> usize {
        self.exact.len()
    }

    /// Distinct semantic states: structural states less those that were merged into others.
    pub fn semantic_states(&self) -> usize {
        self.states.len() - self.meanings.len()
    }

    /// The semantic state that `state` belongs to: itself if it was not merged.
    pub fn meaning(&self, state: StateId) -> StateId {
        self.meanings.of(state)
    }

    /// The structural states that mean the same as `state`, itself included, in the order in which
    /// they were discovered.
    pub fn alike(&self, state: StateId) -> impl Iterator<Item = &StateNode> {
        let members = self.meanings.alike(state);
        let mut members: Vec<usize> = members.filter_map(|member| self.position(member)).collect();
        members.sort_unstable();
        members.dedup();
        members.into_iter().map(|position| &*self.states[position])
    }

    /// The states that were told apart from another one and no longer are, in the order in which that
    /// was found out. Their ids name the state that stayed.
    pub fn absorbed(&self) -> &[StateId] {
        &self.absorbed
    }

    /// The known actions of the state at `position`, with the positions of the states they lead to.
    pub fn outgoing(&self, position: usize) -> &[OutgoingEdge] {
        self.adjacency.of(position)
    }

    /// How many transitions `state` is away from the first state; `None` if no known path leads
    /// from there to it.
    pub fn depth(&self, state: StateId) -> Option<u32> {
        self.position(state).and_then(|position| self.depths.of(position))
    }

    /// The last step of the shortest known path from the first state to the one at `position`: the
    /// position of the state before it, and the action. `None` for the first state, and if no path
    /// is known.
    pub fn last_step(&self, position: usize) -> Option<(usize, &ActionKey)> {
        self.depths.last_step(position)
    }

    /// How often the action `key` was performed, whatever the state.
    pub fn performed(&self, key: &ActionKey) -> u64 {
        self.performed.get(key).copied().unwrap_or(0)
    }

    /// How often something changed of a state: it was discovered, got more actions, or something was
    /// performed there.
    pub const fn changes(&self) -> usize {
        self.changes.len()
    }

    /// The positions of the states that changed after the first `seen` changes, and `others`; in
    /// order, each once. So whoever keeps an index of states looks only at what came since it last
    /// did.
    pub fn changed_since(&self, seen: usize, others: impl Iterator<Item = usize>) -> Vec<usize> {
        if seen == 0 {
            // Each state changed when it was discovered.
            return (0..self.states.len()).collect();
        }
        let changed = self.changes.iter().skip(seen).copied();
        let mut positions: Vec<usize> = changed.chain(others).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// The states with available actions that were never performed.
    pub const fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// The app's package.
    pub fn package(&self) -> &str {
        &self.package
    }

    /// The app's activities seen so far, with observations.
    pub fn activities(&self) -> &BTreeMap<String, u64> {
        &self.activities
    }

    /// The activities the app declares, as far as the device tells.
    pub fn declared_activities(&self) -> &[String] {
        &self.declared
    }

    /// What the app declares of itself, if it could be read.
    pub fn manifest(&self) -> Option<&Manifest> {
        self.manifest.as_deref()
    }

    /// Where the explorer goes next and what it does there.
    pub const fn goals(&self) -> &GoalList {
        &self.goals
    }

    /// What the target last measured of itself.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Short texts that the app can show, as far as the device tells them.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The names of functions of the app's code that are known and have not run, in the order in which they became known;
    /// empty if the target does not name them.
    pub fn functions_not_run(&self) -> impl Iterator<Item = &str> {
        self.functions.names()
    }

    /// States over steps: a point for each state discovered.
    pub fn curve(&self) -> &[(u64, usize)] {
        &self.curve
    }
}

#[cfg(test)]
mod tests;
