//! Runs in which systematic exploration chooses and the network watches: what it learns from them is
//! as much as it learns from its own choices, and they lead further at first (learning from
//! demonstrations, Hester and others, 2018).

use super::candidates::Candidate;
use super::expectations::MetExpectations;
use super::pending::ProposedAction;
use super::{DinoDroid, ValuedCandidate};
use crate::explorer::{ExplorerProposal, Situation};

impl DinoDroid {
    /// Follows `proposal` of the guide, as the network's own choice if it could have made it.
    pub(super) fn follow(
        &mut self,
        situation: &Situation,
        proposal: ExplorerProposal,
    ) -> ExplorerProposal {
        // The walk to the same goal goes on, and what fills in a form is done by rule.
        let same_goal = proposal.goal.is_some() && self.followed == proposal.goal;
        self.followed = proposal.goal;
        let is_ruled = same_goal || proposal.action.kind() == crate::domain::ActionKind::Type;
        let valued = if is_ruled { Vec::new() } else { self.valued(situation) };
        let is_chosen = |it: &&ValuedCandidate| match &it.candidate {
            Candidate::Walk(goal) => proposal.goal == Some(goal.state),
            Candidate::Single(available) => {
                proposal.goal.is_none() && available.key == proposal.key
            }
            Candidate::Burst => false,
        };
        let chosen = valued.iter().find(is_chosen).map(|it| it.features.clone());
        self.proposed = Some(match chosen {
            Some(features) => {
                self.end_pending(&valued);
                let expectations =
                    MetExpectations::of(&valued.iter().map(|it| (it.traits, it.value)));
                let chosen = (features, expectations);
                ProposedAction::valued(situation.step, proposal.key.clone(), chosen, Vec::new())
            }
            None => ProposedAction::ruled(situation.step, proposal.key.clone()),
        });
        proposal
    }
}
