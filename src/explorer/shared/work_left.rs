//! What is left to do in each known state, and whether that is worth the steps to get there.
//!
//! A state of which one action is left is worth a short path; one of which many are left is worth a
//! longer one, since the path is taken once. So a state is judged by the most that its next actions
//! yield per step, the steps of the path included.
//!
//! What is untried in each state is kept by state, and the states are ranked by what that promised
//! when it was last looked at. Each transition updates both, so that no proposal looks at all states.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::action_class::ActionClass;
use super::look_alikes::{LookAlike, LookAlikes};
use crate::domain::screen::belongs_to;
use crate::domain::{ActionKey, AvailableAction, StateId};
use crate::explorer::Situation;
use crate::explorer::weights::weights;
use crate::model::BehaviourModel;
use crate::model::behaviour::StateNode;
use crate::model::frontier::is_untried;

weights! {
    /// How far away work is worth a path.
    pub struct WorkLeftWeights {
        /// So many actions of a state count at most: what comes after them is too uncertain.
        actions: usize = 5,
        /// Steps that each action after the first takes: most lead away, and the way back has to be
        /// gone again.
        steps_per_action: f64 = 1.6,
        /// What is left of an action's yield each time its state was seen without it.
        absent: f64 = 0.5,
        /// The most states that one proposal looks at in search of a path, so that a proposal takes
        /// the same time whatever is known of the app.
        searched_states: usize = 400,
        /// If the search ends there, so many of the states that promise most are compared, however
        /// far away.
        compared_states: usize = 8,
        /// The states are ranked by what they yield per step if they are so many steps away.
        ranked_from: u32 = 8,
        /// An action is forgotten after its state was seen so many times without it.
        forgotten_after: i32 = 4,
    }
}

/// An action as it stood on screen when its state was last there.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct SeenAction {
    /// Its name.
    pub key: ActionKey,
    /// Its name with rows folded.
    pub template: ActionKey,
    /// What it is to the index of look-alikes.
    pub alike: LookAlike,
    /// What its kind and its words promise, before anything is known of what it does.
    pub own: f64,
    /// How often its state was seen without it since it was there last. What is left out of a state,
    /// such as the words of a menu, may come back.
    absent: i32,
}

/// What a state offers that was seen for the first time, as it is told to others in a fleet.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct WorkNews {
    state: StateId,
    actions: Vec<ToldAction>,
}

/// An action of a state, for those who have not seen it.
#[derive(Clone, Debug)]
struct ToldAction {
    key: ActionKey,
    template: ActionKey,
    class: ActionClass,
    own: f64,
}

/// What is left to do in one state.
#[derive(Debug, Default)]
struct StateWork {
    seen: Vec<SeenAction>,
    /// Which of `seen` are untried, as far as this state's own transitions say.
    untried: Vec<usize>,
    /// What it promised when it was last ranked, and the state's position.
    rank: Option<WorkRank>,
}

/// The rate of a state as ordered bits, and its position; of equals the one found first is higher.
type WorkRank = (u64, Reverse<usize>);

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct WorkLeft {
    weights: WorkLeftWeights,
    /// What is left of the yield of a state each time a path to it led elsewhere.
    failed_path: f64,
    states: HashMap<StateId, StateWork>,
    /// The states with something untried, the least promising first.
    ranking: BTreeSet<(WorkRank, StateId)>,
    /// So many changes of the behaviour model are taken in.
    indexed: usize,
    failed: HashMap<StateId, i32>,
    /// The step and the state of the screen that was taken in last.
    seen_at: Option<(u64, StateId)>,
    /// States that others told of and are not taken in yet.
    heard: Vec<StateId>,
    /// What was seen and not told yet.
    news: Vec<WorkNews>,
}

impl WorkLeft {
    /// Nothing known yet. `failed_path` is left of the yield of a state each time a path to it led elsewhere.
    pub(in crate::explorer) fn new(weights: WorkLeftWeights, failed_path: f64) -> Self {
        Self { weights, failed_path, ..Self::default() }
    }

    /// Takes in what the present state offers, and `more` that may be done there; `own` says what an action promises
    /// by its kind and words.
    pub(in crate::explorer) fn see(
        &mut self,
        situation: &Situation,
        index: &mut LookAlikes,
        more: &[AvailableAction],
        own: impl Fn(&AvailableAction) -> f64,
    ) {
        let shown = situation.available.iter().chain(more).map(|available| SeenAction {
            key: available.key.clone(),
            template: available.template.clone(),
            alike: index.known(situation, available),
            own: own(available),
            absent: 0,
        });
        let mut actions: Vec<SeenAction> = shown.collect();
        let state = situation.state.structural;
        // A screen that is asked about more than once in a step was seen once.
        let again = self.seen_at.replace((situation.step, state)) == Some((situation.step, state));
        let before = self.states.remove(&state);
        if before.is_none() {
            let told =
                situation.available.iter().zip(&actions).map(|(available, seen)| ToldAction {
                    key: seen.key.clone(),
                    template: seen.template.clone(),
                    class: index.class(&situation.screen, &available.action),
                    own: seen.own,
                });
            self.news.push(WorkNews { state, actions: told.collect() });
        }
        let before = before.unwrap_or_default();
        let shown: HashSet<ActionKey> = actions.iter().map(|shown| shown.key.clone()).collect();
        for mut known in before.seen {
            if shown.contains(&known.key) {
                continue;
            }
            known.absent += i32::from(!again);
            if known.absent <= self.weights.forgotten_after {
                actions.push(known);
            }
        }
        let work = StateWork { seen: actions, untried: Vec::new(), rank: before.rank };
        self.states.insert(state, work);
        self.index(&situation.model, index, state);
    }

    /// What was seen for the first time since this was asked last.
    pub(in crate::explorer) fn take_news(&mut self) -> Vec<WorkNews> {
        std::mem::take(&mut self.news)
    }

    /// Takes in what a state offers that another one has seen; `index` has heard of it.
    pub(in crate::explorer) fn hear(&mut self, news: &WorkNews, index: &mut LookAlikes) {
        if self.states.contains_key(&news.state) {
            return;
        }
        let seen = news.actions.iter().map(|told| SeenAction {
            key: told.key.clone(),
            template: told.template.clone(),
            alike: index.told(news.state, &told.class),
            own: told.own,
            absent: 0,
        });
        let work = StateWork { seen: seen.collect(), ..StateWork::default() };
        self.states.insert(news.state, work);
        self.heard.push(news.state);
    }

    /// Takes in what changed in the behaviour model, and that `seen` shows other actions.
    fn index(&mut self, model: &BehaviourModel, index: &LookAlikes, seen: StateId) {
        if self.indexed > model.changes() {
            // Another model: everything is to be judged again.
            self.indexed = 0;
        }
        let heard = std::mem::take(&mut self.heard).into_iter();
        let seen = heard.chain([seen]).filter_map(|state| model.position(state));
        for position in model.changed_since(self.indexed, seen) {
            self.index_state(model, index, position);
        }
        self.indexed = model.changes();
    }

    fn index_state(&mut self, model: &BehaviourModel, index: &LookAlikes, position: usize) {
        let node = &model.states()[position];
        let Some(work) = self.states.get_mut(&node.id) else { return };
        let untried = work.seen.iter().enumerate();
        let untried = untried.filter(|(_, seen)| is_untried(node, &seen.key, &seen.template));
        work.untried = untried.map(|(at, _)| at).collect();
        let yields = work.untried.iter().filter_map(|at| work.seen.get(*at));
        let yields = yields.map(|seen| seen.expected(index, self.weights.absent)).collect();
        let rate = best_rate(yields, f64::from(self.weights.ranked_from), &self.weights);
        let rate = rate * doubt(&self.failed, self.failed_path, node.id);
        let is_goal = !node.is_absorbed && is_goal(node, model);
        let rank = (is_goal && rate > 0.0).then_some((rate.to_bits(), Reverse(position)));
        let before = std::mem::replace(&mut work.rank, rank);
        self.ranking.extend(rank.map(|rank| (rank, node.id)));
        if let Some(before) = before.filter(|before| Some(*before) != rank) {
            self.ranking.remove(&(before, node.id));
        }
    }

    /// The states that promised most when they were last looked at, the best first. They are
    /// ranked anew by what they promise now. None if a search looks at all states anyway.
    pub(in crate::explorer) fn most_promising(
        &mut self,
        model: &BehaviourModel,
        index: &LookAlikes,
    ) -> Vec<usize> {
        if model.states().len() <= self.weights.searched_states {
            return Vec::new();
        }
        let best = self.ranking.iter().rev().take(self.weights.compared_states);
        let best: Vec<usize> = best.map(|((_, Reverse(position)), _)| *position).collect();
        for position in &best {
            self.index_state(model, index, *position);
        }
        best
    }

    /// The tuned numbers.
    pub(in crate::explorer) const fn weights(&self) -> &WorkLeftWeights {
        &self.weights
    }

    /// The actions of `state` as they were last there.
    #[cfg(test)]
    fn seen(&self, state: StateId) -> &[SeenAction] {
        self.states.get(&state).map_or(&[], |work| &work.seen)
    }

    /// A path to `state` led elsewhere.
    pub(in crate::explorer) fn missed(&mut self, state: StateId) {
        *self.failed.entry(state).or_insert(0) += 1;
    }

    /// What the untried actions of `node` yield per step if it is `steps` away. 0 if nothing is left
    /// there.
    pub(in crate::explorer) fn rate(
        &self,
        situation: &Situation,
        index: &LookAlikes,
        node: &StateNode,
        steps: u32,
    ) -> f64 {
        let yields = self.yields(situation, index, node);
        let doubt = doubt(&self.failed, self.failed_path, node.id);
        rate_of(yields.into_iter(), f64::from(steps), &self.weights) * doubt
    }

    /// What the untried actions of `node` are expected to yield, the highest first.
    pub(in crate::explorer) fn yields(
        &self,
        situation: &Situation,
        index: &LookAlikes,
        node: &StateNode,
    ) -> Vec<f64> {
        let Some(work) = self.states.get(&node.id) else { return Vec::new() };
        let untried = work.untried.iter().filter_map(|at| work.seen.get(*at)).filter(|seen| {
            !situation.is_refused_in(node.id, &seen.key) && !index.is_refused(seen.alike)
        });
        let yields = untried.map(|seen| seen.expected(index, self.weights.absent));
        let mut yields: Vec<f64> = yields.collect();
        yields.sort_by(|one, other| other.total_cmp(one));
        yields
    }

    /// No state that is `steps` away has a higher rate.
    pub(in crate::explorer) fn bound(&self, steps: u32) -> f64 {
        rate_of(std::iter::repeat(1.0), f64::from(steps), &self.weights)
    }
}

/// True for an upright state of the app: a turned display shows the same, only cut off.
pub(in crate::explorer) fn is_goal(node: &StateNode, model: &BehaviourModel) -> bool {
    node.size.height >= node.size.width && belongs_to(&node.package, model.package())
}

/// What is left of the yield of `state` after the `failed` paths to it.
fn doubt(failed: &HashMap<StateId, i32>, failed_path: f64, state: StateId) -> f64 {
    failed_path.powi(failed.get(&state).copied().unwrap_or(0))
}

impl SeenAction {
    /// What it is expected to yield; `absent` is left each time its state was seen without it.
    fn expected(&self, index: &LookAlikes, absent: f64) -> f64 {
        index.expected(self.alike, self.own) * absent.powi(self.absent)
    }
}

/// The most that the highest of `yields` give per step behind a path of `steps`.
fn best_rate(mut yields: Vec<f64>, steps: f64, weights: &WorkLeftWeights) -> f64 {
    yields.sort_by(|one, other| other.total_cmp(one));
    rate_of(yields.into_iter(), steps, weights)
}

/// The same, if `yields` come highest first.
fn rate_of(yields: impl Iterator<Item = f64>, steps: f64, weights: &WorkLeftWeights) -> f64 {
    let mut sum = 0.0;
    let mut cost = steps + 1.0;
    let mut best: f64 = 0.0;
    for expected in yields.take(weights.actions) {
        sum += expected;
        best = best.max(sum / cost);
        cost += weights.steps_per_action;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::shared::look_alikes::LookAlikeWeights;
    use crate::explorer::testing::{World, menu};

    #[test]
    fn much_work_is_worth_a_longer_path_than_little() {
        let weights = WorkLeftWeights::default();
        let (one, many) = (vec![0.5], vec![0.5; 20]);
        let best_rate =
            |yields: &[f64], steps, weights: &_| best_rate(yields.to_vec(), steps, weights);
        assert!((best_rate(&one, 0.0, &weights) - 0.5).abs() < 1e-9);
        assert!(best_rate(&many, 3.0, &weights) > 1.5 * best_rate(&one, 3.0, &weights));
        assert!(best_rate(&many, 3.0, &weights) < best_rate(&many, 1.0, &weights));
        assert!(best_rate(&[], 0.0, &weights).abs() < 1e-9);
    }

    #[test]
    fn what_is_absent_for_once_is_not_forgotten() {
        let mut world = World::new(None);
        let mut index = LookAlikes::new(LookAlikeWeights::default());
        let mut work = WorkLeft::new(WorkLeftWeights::default(), 0.5);
        let menu_of = |id: &str| {
            let row = |number: usize, id: &str| {
                let mut row = crate::explorer::testing::button(number, id);
                row.resource_id = format!("org.app:id/{id}");
                row
            };
            crate::explorer::testing::phone(vec![row(1, id)])
        };
        let mut see = |world: &mut World, id: &str| {
            world.step += 1;
            world.show(menu_of(id));
            let mut situation = world.situation();
            // Both menus are one state.
            situation.state.structural = StateId(1);
            index.see(&situation);
            work.see(&situation, &mut index, &[], |_| 0.5);
            work.see(&situation, &mut index, &[], |_| 0.5);
            work.seen(StateId(1)).iter().map(|seen| (seen.key.to_string(), seen.absent)).collect()
        };
        let mut seen: Vec<(String, i32)> = see(&mut world, "edit");
        assert_eq!(seen, [("tap #edit".to_owned(), 0)]);
        seen = see(&mut world, "export");
        assert_eq!(seen, [("tap #export".to_owned(), 0), ("tap #edit".to_owned(), 1)]);
        for _ in 0..4 {
            seen = see(&mut world, "export");
        }
        assert_eq!(seen, [("tap #export".to_owned(), 0)]);
    }

    #[test]
    fn what_was_tried_is_no_work_and_missed_paths_count() {
        let mut world = World::new(None);
        let mut index = LookAlikes::new(LookAlikeWeights::default());
        let mut work = WorkLeft::new(WorkLeftWeights::default(), 0.5);
        world.show(menu("One", &["A", "B"]));
        index.see(&world.situation());
        work.see(&world.situation(), &mut index, &[], |_| 0.5);
        let one = world.situation().state.structural;
        world.act(&world.tapping("A"), menu("Two", &["C"]));
        let situation = world.situation();
        index.learn(situation.last.as_ref().unwrap(), &situation);
        let node = situation.model.state(one).unwrap();
        let before = work.rate(&situation, &index, node, 1);
        assert!(before > 0.0 && before < 0.3, "B is left: {before}");
        work.missed(one);
        assert!(work.rate(&situation, &index, node, 1) < before);
        assert!(before <= work.bound(1));
    }
}
