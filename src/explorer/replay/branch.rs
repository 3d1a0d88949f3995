//! Branching off a recording: its steps are performed again up to a place, and from there another
//! explorer goes on.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::{ActionTape, DriftPolicy, ReplayExplorer, ReplaySecrets};
use crate::explorer::{Explorer, ExplorerProposal, Situation};
use crate::llm::Asker;
use crate::protocol::{Event, SessionBranched};

/// See the module.
pub struct BranchExplorer {
    origin: Option<SessionBranched>,
    again: Option<ReplayExplorer>,
    then: Box<dyn Explorer>,
}

impl BranchExplorer {
    /// Performs `tape` again up to `origin`'s step, finding back where it drifts, and goes on with
    /// `then`.
    pub fn new(
        tape: &ActionTape,
        origin: SessionBranched,
        secrets: ReplaySecrets,
        then: Box<dyn Explorer>,
    ) -> Self {
        let mut tape = tape.clone();
        tape.steps.retain(|step| step.number <= origin.step);
        let again = ReplayExplorer::new(Arc::new(tape), DriftPolicy::Heal, secrets);
        Self { origin: Some(origin), again: Some(again), then }
    }
}

impl Explorer for BranchExplorer {
    fn name(&self) -> &'static str {
        self.then.name()
    }

    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<ExplorerProposal>> {
        Box::pin(async move {
            if let Some(origin) = self.origin.take() {
                asker.record(Event::Branched(origin));
            }
            if let Some(again) = &mut self.again {
                if let Some(proposed) = Explorer::propose(again, situation, asker).await {
                    return Some(proposed);
                }
                self.again = None;
            }
            self.then.propose(situation, asker).await
        })
    }
}
