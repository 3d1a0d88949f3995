//! Runs in which systematic exploration chooses and the network watches: what it learns from them is
//! as much as it learns from its own choices, and they lead further at first (learning from
//! demonstrations, Hester and others, 2018).

use rand::Rng as _;

use super::candidates::Candidate;
use super::pending::{ChosenFeatures, ProposedAction};
use super::{DinoDroid, ValuedCandidate};
use crate::explorer::{ExplorerProposal, Situation};

/// Whether the proposal of the guide is one of a random burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GuideBurst {
    /// It is not.
    None,
    /// It is the first one.
    Begins,
    /// It is a further one.
    GoesOn,
}

impl DinoDroid {
    /// True if a step is taken at random instead of the guide's (noise in demonstrations, Laskey and others, 2017).
    pub(super) fn strays(&mut self, situation: &Situation) -> bool {
        let strays = self.random.random_bool(self.weights.guided_random.clamp(0.0, 1.0));
        strays
            && self.breadth.return_to_app(situation).is_none()
            && self.breadth.turned.turn_back(situation).is_none()
    }

    /// Follows `proposal` of the guide, as the network's own choice if it could have made it.
    pub(super) fn follow(
        &mut self,
        situation: &Situation,
        proposal: ExplorerProposal,
        burst: GuideBurst,
    ) -> ExplorerProposal {
        // The walk to the same goal goes on, as a burst does, and what fills in a form is done by rule.
        let same_goal = proposal.goal.is_some() && self.followed == proposal.goal;
        self.followed = proposal.goal;
        let is_typed = proposal.action.kind() == crate::domain::ActionKind::Type;
        let goes_on = same_goal || is_typed || burst == GuideBurst::GoesOn;
        let passes = proposal.goal.is_some() && self.learns_passing();
        let valued = if goes_on && !passes { Vec::new() } else { self.valued(situation) };
        let begins_burst = burst == GuideBurst::Begins;
        let is_chosen = |it: &&ValuedCandidate| match &it.candidate {
            _ if goes_on => false,
            Candidate::Walk(goal) => proposal.goal == Some(goal.state),
            Candidate::Single(available) => {
                proposal.goal.is_none() && !begins_burst && available.key == proposal.key
            }
            Candidate::Burst => begins_burst,
        };
        let chosen = valued.iter().position(|it| is_chosen(&it));
        self.proposed = Some(match chosen {
            Some(place) => {
                self.end_pending(&valued);
                let chosen = ChosenFeatures::among(&valued, place);
                ProposedAction::valued(situation.step, proposal.key.clone(), chosen, Vec::new())
            }
            None => ProposedAction::ruled(situation.step, proposal.key.clone()),
        });
        if passes {
            self.end_passing(&valued);
            self.pass(situation, &proposal.key, &valued);
        }
        proposal
    }
}
