//! What is done by rule, before the network chooses: what is under way goes on, and forms are sent
//! empty once, filled in and sent. It counts for the choice before it.

use super::DinoDroid;
use super::features::PageKnowledge;
use crate::domain::AvailableAction;
use crate::explorer::shared::forms::{filling, sending};
use crate::explorer::shared::mode_strokes;
use crate::explorer::{ExplorerProposal, Situation};

impl DinoDroid {
    /// What comes next by rule.
    pub(super) fn by_rule(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        self.breadth
            .return_to_app(situation)
            .or_else(|| self.breadth.turned.turn_back(situation))
            .or_else(|| self.go_on_with_burst(situation))
            .or_else(|| self.go_on_walking(situation))
            .or_else(|| self.send_empty(situation))
            .or_else(|| self.fill(situation))
            .or_else(|| self.finish_form(situation))
            .or_else(|| self.next_step(situation))
            .or_else(|| self.stroke(situation))
    }

    /// Fills an empty field before anything else, as in the paper.
    fn fill(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        self.filling.see(situation);
        let typing = self.filling.next(situation, &mut self.breadth)?;
        Some(ExplorerProposal::new(typing, filling::WHY))
    }

    /// Sends what was typed, wherever on the page the button is.
    fn finish_form(&self, situation: &Situation) -> Option<ExplorerProposal> {
        let step = self.breadth.begun.next(situation)?;
        let why = step.why();
        Some(ExplorerProposal::new(step.into_action(), why))
    }

    /// Presses "Next" again on a step that looks like the one before.
    fn next_step(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let (next, why) = self.breadth.next_step(situation)?;
        Some(ExplorerProposal::new(next, why))
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
