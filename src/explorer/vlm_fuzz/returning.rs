//! Where to go when a screen is done for now: near by, back up by a known way, by what led on
//! elsewhere, by BACK, or by doing again what led there.

use super::items::Item;
use super::{NEAR, PASSES, PLENTY, VlmFuzz, propose};
use crate::domain::{Action, ActionKind, Key, StateId};
use crate::explorer::{Proposed, Situation};
use crate::model::way;

impl VlmFuzz {
    /// Where little is left here and much on a screen near by, that one comes first: a menu is gone
    /// on with before a form behind its first row is filled with odd values.
    pub(super) fn near_by(&mut self, situation: &Situation, thrifty: bool) -> Option<Proposed> {
        let here = situation.state.structural;
        if self.memory.is_open(here, PLENTY) {
            return None;
        }
        let goals = self.goals(situation, PLENTY, thrifty);
        let is_goal = |state: StateId| goals.contains(&state);
        let way = way::nearest(&situation.model, here, |node| is_goal(node.id))?;
        if way.len() > NEAR {
            return None;
        }
        let step = self.ways.set_out(situation, |node| is_goal(node.id))?;
        propose(situation, step.action, step.why)
    }

    /// Sets out for the nearest unfinished screen.
    pub(super) fn back_up(&mut self, situation: &Situation, thrifty: bool) -> Option<Proposed> {
        let goals = self.goals(situation, PASSES[self.pass], thrifty);
        if goals.is_empty() {
            return None;
        }
        let way = self.ways.set_out(situation, |node| goals.contains(&node.id));
        let way = way.and_then(|step| propose(situation, step.action, step.why));
        way.or_else(|| {
            self.ways.take_given_up();
            let on = self.by_analogy(situation, &goals).or_else(|| self.back(situation));
            if let Some(back) = on {
                return Some(back);
            }
            let step = self.ways.replay(goals.iter().copied())?;
            propose(situation, step.action, step.why)
        })
    }

    /// Other screens with something that is worth at least `threshold`, as they were discovered.
    fn goals(&self, situation: &Situation, threshold: f64, thrifty: bool) -> Vec<StateId> {
        let here = situation.state.structural;
        let thrifty = thrifty && self.has("budget");
        let goals = situation.model.states().iter().filter(|node| {
            node.id != here
                && self.memory.is_open(node.id, threshold)
                && !self.ways.is_lost(node.id)
                && !(thrifty && self.budget.is_spent(&node.activity, situation.left))
        });
        goals.map(|node| node.id).collect()
    }

    /// What led on towards one of `goals` from another screen, and was not tried here.
    fn by_analogy(&mut self, situation: &Situation, goals: &[StateId]) -> Option<Proposed> {
        let here = situation.state.structural;
        let far = |state: &StateId| {
            let way = way::nearest(&situation.model, *state, |node| goals.contains(&node.id));
            way.map(|way| way.len())
        };
        let untried = self
            .memory
            .items(here)
            .iter()
            .filter(|item| item.round.is_none() && self.memory.tries(here, item) == 0)
            // What changes the system around the app is no way through it.
            .filter(|item| {
                let kind = item.action.kind();
                let around = [
                    ActionKind::Set,
                    ActionKind::Restore,
                    ActionKind::Broadcast,
                    ActionKind::AtOnce,
                ];
                !around.contains(&kind)
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

    /// BACK, where nobody knows yet what it does here.
    fn back(&mut self, situation: &Situation) -> Option<Proposed> {
        let here = situation.state.structural;
        let back = |item: &&Item| matches!(item.action, Action::Key { key: Key::Back });
        let item = self.memory.items(here).iter().find(back)?.clone();
        if self.memory.tries(here, &item) > 0 || self.memory.depth() == 0 {
            return None;
        }
        self.begin(situation, item, "This screen is done for now, so BACK is tried.".into())
    }
}
