//! What is done by rule, before the network chooses: what is under way goes on, and forms are sent
//! empty once and filled in. It counts for the choice before it.

use super::DinoDroid;
use super::features::PageKnowledge;
use crate::domain::AvailableAction;
use crate::explorer::shared::actions::turn_upright;
use crate::explorer::shared::forms::{empty_fields, sending};
use crate::explorer::shared::mode_strokes;
use crate::explorer::{ExplorerProposal, Situation};

impl DinoDroid {
    /// What comes next by rule.
    pub(super) fn by_rule(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        self.breadth
            .return_to_app(situation)
            .or_else(|| turn_upright(situation))
            .or_else(|| self.go_on_with_burst(situation))
            .or_else(|| self.go_on_walking(situation))
            .or_else(|| self.send_empty(situation))
            .or_else(|| self.fill(situation))
            .or_else(|| self.stroke(situation))
    }

    /// Fills an empty field before anything else, as in the paper.
    fn fill(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        if self.filled.0 != Some(here) {
            self.filled = (Some(here), Vec::new());
        }
        let screen = self.breadth.index.screen_of(here);
        let typing = situation.available.iter().find(|typing| {
            let Some(target) = typing.action.target() else { return false };
            let empty = empty_fields(&situation.screen).any(|field| field.number == target.number);
            empty
                && !self.filled.1.contains(&typing.template)
                && self.fills.count(screen, &typing.template) < self.weights.fills
                && situation.is_possible(typing)
                && self.breadth.tries_here(situation, typing) < self.weights.alike_fills
        })?;
        self.filled.1.push(typing.template.clone());
        self.fills.add(screen, typing.template.clone());
        let why = "This field is empty, and forms lead further when they are filled.";
        Some(ExplorerProposal::new(typing.clone(), why))
    }

    /// Sends an empty form once, before it is filled: the error message that it shows then is a state
    /// of its own.
    fn send_empty(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let least = self.weights.send_empty_from;
        let index = &mut self.breadth.index;
        let is_known = |button: &AvailableAction| {
            let alike = index.known(situation, button);
            index.tries_here(alike) > 0 || index.checked(alike, 1.0) < least
        };
        let button = sending::empty_to_send(&mut self.forms, situation, is_known)?;
        Some(ExplorerProposal::new(button, "Sent empty once, to see what the form says to that."))
    }

    /// A stroke that is due after a press that may have changed what strokes do.
    fn stroke(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let stroke = self.breadth.strokes.next(situation)?;
        Some(ExplorerProposal::new(stroke, mode_strokes::WHY))
    }

    /// The most that an untried action of the screen promises.
    fn best_promise(&mut self, situation: &Situation) -> f64 {
        let candidates = self.outer.candidates(situation, &mut self.breadth, &self.weights);
        let (graph, forms, paths) = (&self.graph, &self.forms, &self.paths);
        let mut known = PageKnowledge::new(situation, &mut self.breadth, graph, forms, paths);
        known.compare(&candidates);
        known.best_promise
    }

    fn go_on_with_burst(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        if self.breadth.bursts.is_on() {
            let best = self.best_promise(situation);
            self.breadth.bursts.end_for(best);
        }
        if !self.breadth.bursts.is_on() {
            return None;
        }
        let (next, why) = self.breadth.next_of_burst(situation, &mut self.random)?;
        Some(ExplorerProposal::new(next, why))
    }
}
