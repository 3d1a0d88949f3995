//! Going on: on this screen, or on another one if more is expected there for each step, the steps to
//! it included. It is reached by a known path, by what led on elsewhere, by BACK, or by performing
//! again what led there.

use std::collections::{HashMap, HashSet};

use super::moves::ScreenMove;
use super::path_following::FuzzPathRules;
use super::tactic::{ChosenMove, FuzzShared, NextStep, Tactic, capitalised, is_refused, propose};
use crate::domain::{Action, ActionKey, ActionKind, AvailableAction, DeviceKey, Screen, StateId};
use crate::explorer::{SHOWN_ALTERNATIVES, Situation};
use crate::model::behaviour::StateNode;
use crate::model::path::{PathSearch, PathStep};
use crate::protocol::Alternative;

/// A screen to go to.
struct ReturnGoal {
    /// Its position in the behaviour model.
    position: usize,
    /// The highest expected yield there.
    best: f64,
    path: Vec<PathStep>,
}

/// Screens on which more is expected for each step than here, the best first.
#[derive(Default)]
struct ReturnGoals {
    reachable: Vec<ReturnGoal>,
    /// Those to which no path is known.
    unknown: Vec<StateId>,
}

/// See the module.
#[derive(Default)]
pub(super) struct BestYield;

impl Tactic for BestYield {
    fn propose(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let gave_up = shared.paths.take_gave_up();
        let screen = &*situation.screen;
        let best = shared.ranked(situation).first().map_or(0.0, |(_, expected)| *expected);
        let here = best
            * shared.share_factor(&screen.location, situation)
            * shared.memory.breadth.left_in(situation.state.structural);
        let (weights, breadth) = (&shared.weights, &mut shared.memory.breadth);
        if breadth.bursts.is_on() {
            return None;
        }
        // What promises less than a random burst, or than a gesture that no widget lists, is left to
        // those.
        let burst = breadth.bursts.expected() * weights.factor_burst;
        let gesture = breadth.gesture_expected(situation).unwrap_or(0.0) * weights.factor_gesture;
        let least = weights.least_yield.max(burst).max(gesture);
        let start = if shared.parts.system && !screen.dialog && !is_turned(screen) {
            breadth.starts.next(situation).filter(|(_, expected)| *expected > here.max(least))
        } else {
            None
        };
        let leave_for = weights.leave_for;
        let beyond = start.as_ref().map_or(least, |(_, expected)| *expected);
        let mut step = go_elsewhere(situation, shared, (here * leave_for).max(beyond))
            .or_else(|| start_unseen(situation, start))
            .or_else(|| (best >= least).then(|| best_here(situation, shared)).flatten())?;
        if gave_up {
            let why = match &mut step {
                NextStep::Act(proposal) => &mut proposal.why,
                NextStep::Begin(begun) => &mut begun.why,
                NextStep::Interrupt(_, why) => why,
            };
            why.insert_str(0, "The path led elsewhere this time and is given up. ");
        }
        Some(step)
    }
}

/// True while the display is turned.
const fn is_turned(screen: &Screen) -> bool {
    screen.size.width > screen.size.height
}

/// The start of an activity that was never seen.
fn start_unseen(situation: &Situation, start: Option<(AvailableAction, f64)>) -> Option<NextStep> {
    let why = "This activity was never seen, and any app may start it.";
    propose(situation, start?.0.action, why.to_owned()).map(NextStep::from)
}

/// The first step towards a screen on which more than `than` is expected for each step.
fn go_elsewhere(situation: &Situation, shared: &mut FuzzShared, than: f64) -> Option<NextStep> {
    shared.memory.refresh_some(shared.weights.refreshed_states);
    let mut goals = goals(situation, shared, than, GoalSearch::Best);
    if let Some(goal) = goals.reachable.pop() {
        if let Some(step) = without_restart(situation, shared, &goal.path) {
            return Some(step);
        }
        if let Some(proposal) = shared.paths.begin(situation, goal.path, goal.best) {
            return Some(proposal.into());
        }
        // Its first step cannot be performed here, so others are tried in turn.
        let tried = goal.position;
        goals = self::goals(situation, shared, than, GoalSearch::All);
        for goal in std::mem::take(&mut goals.reachable) {
            if goal.position != tried
                && let Some(proposal) = shared.paths.begin(situation, goal.path, goal.best)
            {
                return Some(proposal.into());
            }
        }
    }
    if goals.unknown.is_empty() {
        return None;
    }
    shared.paths.take_gave_up();
    let led_on = by_analogy(situation, shared, &goals.unknown).map(|(distance, item)| {
        let why = format!(
            "This screen is done for now; from another one this led on to an unfinished one, {} away.",
            distance + 1
        );
        NextStep::begin(item.clone(), why)
    });
    led_on
        .or_else(|| back(situation, shared))
        .or_else(|| shared.paths.begin_recorded(situation, &goals.unknown).map(NextStep::from))
}

/// Which goals are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GoalSearch {
    /// The best, if one can be reached; else those to which no path is known.
    Best,
    /// All of them.
    All,
}

/// The other screens on which more than `than` is expected for each step. The search ends as soon as
/// nothing further away can be better, or after [`searched_states`] states.
///
/// [`searched_states`]: super::weights::VlmFuzzWeights::searched_states
fn goals(
    situation: &Situation,
    shared: &mut FuzzShared,
    than: f64,
    wanted: GoalSearch,
) -> ReturnGoals {
    let here = situation.state.structural;
    let model = &*situation.model;
    let breadth = &shared.memory.breadth;
    let back_leaves = breadth.exits.leaves(&situation.screen.location);
    let rules = shared.paths.rules(&breadth.links, back_leaves);
    let mut goals = ReturnGoals::default();
    let Some(mut search) = PathSearch::new(model, here, &rules) else { return goals };
    let mut factors = ShareFactors::default();
    let mut left = shared.weights.searched_states;
    let mut refreshed = 0;
    let mut found: Vec<(usize, f64)> = Vec::new();
    let mut beaten = than;
    for reached in search.by_ref() {
        let distance = reached.cost as usize;
        let bound = shared.memory.yields().highest_rate(distance);
        if left == 0 || bound <= than || (wanted == GoalSearch::Best && bound < beaten) {
            break;
        }
        left -= 1;
        let Some(node) = model.states().get(reached.position).filter(|node| node.id != here) else {
            continue;
        };
        if refreshed < shared.weights.refreshed_states {
            refreshed += usize::from(shared.memory.refresh(node.id));
        }
        let Some(rate) = factors.rate(node, distance, situation, shared) else { continue };
        if rate > than && !shared.paths.is_lost(node.id) {
            beaten = beaten.max(rate);
            found.push((reached.position, rate));
        }
    }
    sort(&mut found);
    if wanted == GoalSearch::Best {
        found.truncate(shared.weights.compared_states);
        found.retain_mut(|(position, rate)| {
            let (Some(node), Some(distance)) =
                (model.states().get(*position), search.cost(*position))
            else {
                return false;
            };
            shared.memory.expect_anew(node.id);
            *rate = factors.rate(node, distance as usize, situation, shared).unwrap_or(0.0);
            *rate > than
        });
        sort(&mut found);
        found.truncate(1);
    }
    let goal = |(position, _): (usize, f64)| {
        let best = shared.memory.yields().best(model.states().get(position)?.id)?;
        Some(ReturnGoal { position, best, path: search.path(position) })
    };
    goals.reachable = found.into_iter().filter_map(goal).collect();
    if wanted == GoalSearch::All || goals.reachable.is_empty() {
        goals.unknown = unknown_goals(situation, shared, than, &search, &mut factors);
    }
    goals
}

/// The best first, equals in the order in which they were discovered.
fn sort(found: &mut [(usize, f64)]) {
    found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
}

/// The screens that `search` did not reach and on which more than `than` is expected for each step
/// from far away, the best first.
fn unknown_goals(
    situation: &Situation,
    shared: &mut FuzzShared,
    than: f64,
    search: &PathSearch<'_, FuzzPathRules>,
    factors: &mut ShareFactors,
) -> Vec<StateId> {
    let model = &*situation.model;
    let here = situation.state.structural;
    let mut unknown: Vec<(usize, StateId, f64)> = Vec::new();
    let ranking = shared.memory.yields().ranking().take_while(|(_, rate)| *rate > than);
    let ranked = ranking.take(shared.weights.searched_states).filter_map(|(state, _)| {
        let position = model.position(state)?;
        let is_unreached = state != here && search.cost(position).is_none();
        (is_unreached && !shared.paths.is_lost(state)).then_some((state, position))
    });
    let ranked: Vec<(StateId, usize)> = ranked.take(shared.weights.compared_states).collect();
    for (state, position) in ranked {
        shared.memory.expect_anew(state);
        let Some(node) = model.states().get(position) else { continue };
        let distance = shared.weights.unknown_distance;
        let rate = factors.rate(node, distance, situation, shared).unwrap_or(0.0);
        if rate > than {
            unknown.push((position, state, rate));
        }
    }
    unknown.sort_by(|one, other| other.2.total_cmp(&one.2).then(one.0.cmp(&other.0)));
    unknown.into_iter().map(|(_, state, _)| state).collect()
}

/// The factors of the components that were asked for.
#[derive(Default)]
struct ShareFactors(HashMap<String, f64>);

impl ShareFactors {
    /// What each step yields on average if `node` is so many steps away; `None` if nothing is left
    /// there.
    fn rate(
        &mut self,
        node: &StateNode,
        distance: usize,
        situation: &Situation,
        shared: &FuzzShared,
    ) -> Option<f64> {
        let rate = shared.memory.yields().rate(node.id, distance)?;
        let factor = self.of(&node.location, situation, shared);
        Some(rate * factor * shared.memory.breadth.left_in(node.id))
    }

    fn of(&mut self, activity: &str, situation: &Situation, shared: &FuzzShared) -> f64 {
        if let Some(factor) = self.0.get(activity) {
            return *factor;
        }
        let factor = shared.share_factor(activity, situation);
        self.0.insert(activity.to_owned(), factor);
        factor
    }
}

/// What may lead to a screen of `path` without the restart that it begins with: what led there from
/// another screen, or BACK from a dialog.
pub(super) fn without_restart(
    situation: &Situation,
    shared: &FuzzShared,
    path: &[PathStep],
) -> Option<NextStep> {
    if path.first()?.key != ActionKey::restart() {
        return None;
    }
    let on_the_way: Vec<StateId> = path.iter().map(|step| step.to).collect();
    if let Some((_, item)) = by_analogy(situation, shared, &on_the_way) {
        let why = "This screen is done for now; from another one this led back without a restart.";
        return Some(NextStep::begin(item.clone(), why.to_owned()));
    }
    let screen = &*situation.screen;
    let may_go_back = screen.dialog && !shared.memory.breadth.exits.leaves(&screen.location);
    may_go_back.then(|| back(situation, shared)).flatten()
}

/// What led on towards one of `goals` from another screen, and was not tried here, and how many steps
/// are left from where it led.
fn by_analogy<'a>(
    situation: &Situation,
    shared: &'a FuzzShared,
    goals: &[StateId],
) -> Option<(usize, &'a ScreenMove)> {
    let here = situation.state.structural;
    let goals: HashSet<StateId> = goals.iter().copied().collect();
    let mut distances = GoalDistances { goals, known: HashMap::new(), left: 0 };
    distances.left = shared.weights.searched_states;
    // What changes the system around the app leads nowhere in it.
    let around = [ActionKind::Set, ActionKind::Restore, ActionKind::Broadcast, ActionKind::AtOnce];
    let leads_on = |item: &&ScreenMove| {
        item.form().is_none()
            && shared.memory.tries(here, item) == 0
            && !around.iter().any(|kind| item.begins_with(*kind))
            && !is_refused(situation, item)
    };
    let mut nearest: Option<(usize, &ScreenMove)> = None;
    for item in shared.memory.moves(here).iter().filter(leads_on) {
        let targets = shared.memory.targets(&item.tag).iter().filter(|target| **target != here);
        let distance = targets.filter_map(|target| distances.of(situation, *target)).min();
        if let Some(distance) = distance
            && nearest.is_none_or(|(nearest, _)| distance < nearest)
        {
            nearest = Some((distance, item));
        }
    }
    nearest
}

/// How far it is from states to the nearest of the goals, over a limited number of states in all.
struct GoalDistances {
    goals: HashSet<StateId>,
    known: HashMap<StateId, Option<usize>>,
    left: usize,
}

impl GoalDistances {
    fn of(&mut self, situation: &Situation, from: StateId) -> Option<usize> {
        if let Some(known) = self.known.get(&from) {
            return *known;
        }
        if self.left == 0 {
            return None;
        }
        let model = &*situation.model;
        let mut distance = None;
        if let Some(search) = PathSearch::new(model, from, &crate::model::path::KnownActions) {
            for reached in search {
                if self.left == 0 {
                    break;
                }
                self.left -= 1;
                if model.states().get(reached.position).is_some_and(|n| self.goals.contains(&n.id))
                {
                    distance = Some(reached.cost as usize);
                    break;
                }
            }
        }
        self.known.insert(from, distance);
        distance
    }
}

/// BACK, if it is not known yet what it does here.
fn back(situation: &Situation, shared: &FuzzShared) -> Option<NextStep> {
    let here = situation.state.structural;
    let is_back =
        |item: &&ScreenMove| matches!(item.action(), Some(Action::Key { key: DeviceKey::Back }));
    let item = shared.memory.moves(here).iter().find(is_back)?;
    let tried = shared.memory.tries(here, item) > 0;
    if tried || shared.memory.depth() == 0 || is_refused(situation, item) {
        return None;
    }
    let why = "This screen is done for now, so BACK is tried.".to_owned();
    Some(NextStep::begin(item.clone(), why))
}

/// The best move of this screen.
pub(super) fn best_here(situation: &Situation, shared: &FuzzShared) -> Option<NextStep> {
    let ranked = shared.ranked(situation);
    let notable = shared.weights.notable_yield;
    let open = ranked.iter().skip(1).filter(|(_, expected)| *expected >= notable).count();
    let others = match open {
        0 => "nothing else here promises much".to_owned(),
        1 => "1 more here promises much".to_owned(),
        more => format!("{more} more here promise much"),
    };
    let mut ranked = ranked.into_iter();
    let (chosen, expected) = ranked.next()?;
    tracing::debug!(expected, "chosen here");
    let why = format!("{}; {others}, {} deep.", capitalised(chosen.why), shared.memory.depth());
    let others = ranked.filter(|(other, _)| other.id != chosen.id);
    let alternatives = others.filter_map(|(other, score)| alternative(situation, &other, score));
    let alternatives = alternatives.take(SHOWN_ALTERNATIVES).collect();
    Some(NextStep::Begin(Box::new(ChosenMove { chosen, why, alternatives })))
}

/// `other` as the tester is shown it; `None` for a form, which has no action yet.
fn alternative(situation: &Situation, other: &ScreenMove, score: f64) -> Option<Alternative> {
    let action = other.action().filter(|_| other.form().is_none())?.clone();
    let key = situation.key_of(&action).0;
    Some(Alternative { key, action, score, why: other.why.to_owned() })
}
