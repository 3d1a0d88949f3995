//! What is known while the features of one screen's actions are computed.

use std::collections::HashMap;

use crate::domain::{ActionKey, StateId};
use crate::explorer::Situation;
use crate::explorer::dino_droid::event_flow::{EventCounts, EventFlowGraph, GENERATIONS};
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::forms::FormMemory;
use crate::explorer::shared::look_alikes::{LookAlike, ScreenNumber};
use crate::model::behaviour::ActionEdge;

/// See the module.
pub(in crate::explorer::dino_droid) struct PageKnowledge<'a> {
    pub situation: &'a Situation,
    pub breadth: &'a mut BreadthMemory,
    pub graph: &'a EventFlowGraph,
    pub forms: &'a FormMemory<StateId>,
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
    ) -> Self {
        Self { situation, breadth, graph, forms, children: HashMap::new() }
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
