//! Where to go on: on this screen, or on one where more is to be had for each step, the steps to
//! it counted. There by a known way, by what led on elsewhere, by BACK, or by doing again what led
//! there.

use super::moves::ScreenMove;
use super::reach::Reachability;
use super::{VlmFuzz, propose};
use crate::domain::{Action, ActionKind, DeviceKey, StateId};
use crate::explorer::{ExplorerProposal, Situation};
use crate::model::path;

/// What is worth less is not gone on with.
pub(super) const LEAST: f64 = 0.01;
/// What a component is worth that has had its share of the run.
const SPENT: f64 = 0.5;
/// What a step of a way costs against one that does something: ways may lead elsewhere.
const TRAVEL: f64 = 1.3;
/// How far away a screen counts to which no way is known.
const UNKNOWN: usize = 7;
/// An unfinished screen is there where at least this part of what was hoped for is.
const HOPE: f64 = 0.7;

/// A screen to go to.
pub(super) struct ReturnGoal {
    pub state: StateId,
    /// What each step is worth on average, those of the way included.
    rate: f64,
    /// What the best thing there is worth.
    best: f64,
    /// How far it is, if a way is known.
    far: Option<usize>,
}

impl VlmFuzz {
    /// Here, or where more is to be had for each step.
    pub(super) fn explore(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let given_up = self.ways.take_given_up();
        let screen = &*situation.screen;
        let best = self.ranked(situation).first().map_or(0.0, |(_, worth)| *worth);
        let here = best * self.part(&screen.activity, situation);
        let reach = self.ways.reach(situation);
        let goals = self.goals(situation, &reach, here.max(LEAST));
        let gone = goals.iter().find_map(|goal| self.go_to(situation, goal, &reach));
        let unknown: Vec<StateId> =
            goals.iter().filter(|goal| goal.far.is_none()).map(|goal| goal.state).collect();
        let mut proposed = gone
            .or_else(|| self.find(situation, &unknown))
            .or_else(|| (best >= LEAST).then(|| self.here(situation)).flatten())?;
        if given_up {
            proposed.why.insert_str(0, "The way led elsewhere this time and is given up. ");
        }
        Some(proposed)
    }

    /// What part of its worth anything in the component `name` counts.
    fn part(&self, name: &str, situation: &Situation) -> f64 {
        let spent = self.has("budget") && self.budget.is_spent(name, situation.remaining);
        if spent { SPENT } else { 1.0 }
    }

    /// The other screens where more than `than` is to be had for each step, the best first.
    fn goals(&self, situation: &Situation, reach: &Reachability, than: f64) -> Vec<ReturnGoal> {
        let here = situation.state.structural;
        let others =
            situation.model.states().iter().filter(|n| n.id != here && !self.ways.is_lost(n.id));
        let goal = |node: &crate::model::behaviour::StateNode| {
            let open = self.memory.open(node.id, LEAST);
            let best = *open.first()?;
            let far = reach.cost(node.id);
            let rate = rate(&open, far.unwrap_or(UNKNOWN));
            let rate = rate * self.part(&node.activity, situation);
            (rate > than).then_some(ReturnGoal { state: node.id, rate, best, far })
        };
        let mut goals: Vec<ReturnGoal> = others.filter_map(goal).collect();
        goals.sort_by(|one, other| other.rate.total_cmp(&one.rate));
        goals
    }

    /// The first step of the known way to `goal`.
    fn go_to(
        &mut self,
        situation: &Situation,
        goal: &ReturnGoal,
        reach: &Reachability,
    ) -> Option<ExplorerProposal> {
        goal.far?;
        let step = self.ways.set_out(situation, reach.way(goal.state))?;
        self.hope = goal.best * HOPE;
        propose(situation, step.action, step.why)
    }

    /// The first step towards one of `goals`, to which no way is known.
    fn find(&mut self, situation: &Situation, goals: &[StateId]) -> Option<ExplorerProposal> {
        if goals.is_empty() {
            return None;
        }
        self.ways.take_given_up();
        let on = self.by_analogy(situation, goals).or_else(|| self.back(situation));
        if on.is_some() {
            return on;
        }
        let step = self.ways.replay(goals.iter().copied())?;
        self.hope = LEAST;
        propose(situation, step.action, step.why)
    }

    /// What led on towards one of `goals` from another screen, and was not tried here.
    fn by_analogy(&mut self, situation: &Situation, goals: &[StateId]) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let far = |state: &StateId| {
            let way =
                path::shortest_path(&situation.model, *state, |node| goals.contains(&node.id));
            way.map(|way| way.len())
        };
        let untried = self
            .memory
            .items(here)
            .iter()
            .filter(|item| item.form().is_none() && self.memory.tries(here, item) == 0)
            // What changes the system around the app is no way through it.
            .filter(|item| {
                let around = [
                    ActionKind::Set,
                    ActionKind::Restore,
                    ActionKind::Broadcast,
                    ActionKind::AtOnce,
                ];
                !item.action().is_some_and(|action| around.contains(&action.kind()))
            });
        let near = untried.filter_map(|item| {
            let near = self.memory.places(&item.tag).iter().filter(|p| **p != here).filter_map(far);
            Some((near.min()?, item))
        });
        let (far, item) = near.min_by_key(|(far, _)| *far)?;
        let (far, item) = (far + 1, item.clone());
        let why = format!(
            "This screen is done for now; from another one this led on to an unfinished one, {far} away."
        );
        self.begin(situation, item, why)
    }

    /// BACK, if nobody knows yet what it does here.
    fn back(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let back = |item: &&ScreenMove| {
            matches!(item.action(), Some(Action::Key { key: DeviceKey::Back }))
        };
        let item = self.memory.items(here).iter().find(back)?.clone();
        if self.memory.tries(here, &item) > 0 || self.memory.depth() == 0 {
            return None;
        }
        self.begin(situation, item, "This screen is done for now, so BACK is tried.".into())
    }
}

/// What each step is worth on average where `open` is to be had, the best first, so many steps
/// away: as much is done there as makes it worth most.
fn rate(open: &[f64], far: usize) -> f64 {
    let way = TRAVEL * far as f64;
    let mut sum = 0.0;
    let rates = open.iter().enumerate().map(|(at, worth)| {
        sum += worth;
        sum / (way + at as f64 + 1.0)
    });
    rates.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn much_far_away_is_worth_more_than_little_near_by() {
        assert!(rate(&[0.5, 0.5, 0.5, 0.5], 3) > rate(&[0.2], 0), "a whole screen is left there");
        assert!(rate(&[0.5], 3) < rate(&[0.2], 0), "one button is not worth the way");
        assert!(rate(&[], 1) <= 0.0);
    }
}
