//! What is known while the features of one screen's actions are computed.

use std::collections::HashMap;

use crate::domain::{ActionKey, AvailableAction, StateId};
use crate::explorer::Situation;
use crate::explorer::dino_droid::candidates::Candidate;
use crate::explorer::dino_droid::event_flow::{EventCounts, EventFlowGraph, GENERATIONS};
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::forms::{FormMemory, sending};
use crate::explorer::shared::look_alikes::{LookAlike, ScreenNumber};
use crate::explorer::shared::work_paths::WorkPaths;
use crate::explorer::systematic::SystematicWeights;
use crate::explorer::systematic::own_yield::own_yield;
use crate::model::behaviour::ActionEdge;
use crate::model::frontier::is_untried;

/// What an action promises, from 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ActionPromise {
    /// By its kind and its words.
    pub own: f64,
    /// The same, by what look-alikes yielded as well.
    pub expected: f64,
    /// That, if it is untried or sends something new; else nothing.
    pub untried: f64,
    /// True if it was never performed in this state.
    pub is_untried: bool,
    /// True if it sends a form that holds something new.
    pub has_new_content: bool,
    /// True if it has just appeared on its page.
    pub has_appeared: bool,
}

/// See the module.
pub(in crate::explorer::dino_droid) struct PageKnowledge<'a> {
    pub situation: &'a Situation,
    pub breadth: &'a mut BreadthMemory,
    pub graph: &'a EventFlowGraph,
    pub forms: &'a FormMemory<StateId>,
    pub paths: &'a WorkPaths,
    /// What kinds of actions promise.
    promises: SystematicWeights,
    /// The most that an action of the page promises.
    pub best_promise: f64,
    /// The most that a walk yields per step.
    pub best_rate: f64,
    /// Several actions often lead to the same page.
    children: HashMap<ScreenNumber, [EventCounts; GENERATIONS]>,
}

impl<'a> PageKnowledge<'a> {
    /// What is known now.
    pub(in crate::explorer::dino_droid) fn new(
        situation: &'a Situation,
        breadth: &'a mut BreadthMemory,
        graph: &'a EventFlowGraph,
        forms: &'a FormMemory<StateId>,
        paths: &'a WorkPaths,
    ) -> Self {
        Self {
            situation,
            breadth,
            graph,
            forms,
            paths,
            promises: SystematicWeights::default(),
            best_promise: 0.0,
            best_rate: 0.0,
            children: HashMap::new(),
        }
    }

    /// Takes in what can be chosen from, so that each of it can be compared with the best.
    pub(in crate::explorer::dino_droid) fn compare(&mut self, candidates: &[Candidate]) {
        for candidate in candidates {
            match candidate {
                Candidate::Single(available) => {
                    let alike = self.breadth.index.known(self.situation, available);
                    let promise = self.promise(available, alike).untried;
                    self.best_promise = self.best_promise.max(promise);
                }
                Candidate::Walk(goal) => self.best_rate = self.best_rate.max(goal.rate),
                Candidate::Burst => {}
            }
        }
    }

    /// What `available` promises.
    pub(super) fn promise(&self, available: &AvailableAction, alike: LookAlike) -> ActionPromise {
        let situation = self.situation;
        let here = situation.state.structural;
        let node = situation.model.state(here);
        let own = own_yield(&self.promises, &situation.screen, available);
        let expected = self.breadth.index.expected(alike, own);
        // What BACK closed elsewhere says nothing of this screen, which it may leave for good.
        let expected = if available.key.is_back() { expected.min(own) } else { expected };
        let has_new_content = sending::has_new_content(self.forms, situation, available);
        let is_untried =
            node.is_none_or(|node| is_untried(node, &available.key, &available.template));
        let of_content = self.breadth.index.checked(alike, self.promises.new_content);
        let left = match (is_untried, has_new_content) {
            (true, true) => expected.max(of_content),
            (true, false) => expected,
            (false, true) => of_content,
            (false, false) => 0.0,
        };
        let appeared = self.breadth.appeared.factor(alike.class);
        let untried = left * appeared * self.breadth.left_in(here);
        let has_appeared = appeared > 1.0;
        ActionPromise { own, expected, untried, is_untried, has_new_content, has_appeared }
    }

    /// What is left in `state`, which is `steps` away: what it yields per step, and its single yields,
    /// the highest first. Nothing if it is not known.
    pub(super) fn left_in(&self, state: StateId, steps: u32) -> (f64, Vec<f64>) {
        let Some(node) = self.situation.model.state(state) else { return (0.0, Vec::new()) };
        let (work, index) = (self.paths.work(), &self.breadth.index);
        let yields = work.yields(self.situation, index, node);
        let rate = work.rate(self.situation, index, node, steps) * self.breadth.left_in(state);
        (rate, yields)
    }

    /// The page that `key` leads to: where it led in this state, else where events like it led on this
    /// page, else what BACK and a restart lead to most often.
    pub(super) fn target(&self, key: &ActionKey, alike: LookAlike) -> Option<ScreenNumber> {
        let node = self.situation.model.state(self.situation.state.structural);
        let edge = node.and_then(|node| node.edges.get(key));
        let here = edge.and_then(ActionEdge::latest).map(|to| self.breadth.index.screen_of(to));
        let page = || self.graph.event(alike.screen, alike.class).to.filter(|_| !alike.is_row);
        let guessed = || {
            if key.is_back() {
                self.graph.entered_from(alike.screen)
            } else if key.is_restart() {
                self.graph.root()
            } else {
                None
            }
        };
        here.or_else(page).or_else(guessed)
    }

    /// The children of an event that leads to `page`.
    pub(super) fn children(&mut self, page: ScreenNumber) -> [EventCounts; GENERATIONS] {
        let here = self.breadth.index.screen_of(self.situation.state.structural);
        *self.children.entry(page).or_insert_with(|| self.graph.children(page, here))
    }
}
