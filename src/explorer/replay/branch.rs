//! Branching off a recording: its steps are replayed up to one of them, and from there another
//! explorer goes on.
//!
//! That explorer learns the replayed steps too. They were performed in this session, so they are in
//! its behaviour model, and every explorer learns each performed action, whoever chose it
//! ([`Explorer::learn`]). So it goes on as if the tester had performed the first steps by hand: what
//! was tried there is tried, and what it counts or has filled in includes it. It is not asked to
//! propose before the last replayed step. A resumed session is different: its earlier steps are in the
//! behaviour model alone, because the explorer that learned them ended with its process.

use std::sync::Arc;

use super::{ActionTape, DriftPolicy, ReplayExplorer, ReplaySecrets};
use crate::explorer::{Explorer, PerformedAction, Proposing, Situation};
use crate::llm::Asker;
use crate::protocol::{ExplorerNote, SessionBranched};

/// See the module.
pub struct BranchExplorer {
    origin: Option<SessionBranched>,
    replay: Option<ReplayExplorer>,
    then: Box<dyn Explorer>,
}

impl BranchExplorer {
    /// Replays `tape` up to `origin`'s step, finding back if it drifts, and continues with
    /// `then`.
    pub fn new(
        tape: &ActionTape,
        origin: SessionBranched,
        secrets: ReplaySecrets,
        then: Box<dyn Explorer>,
    ) -> Self {
        let mut tape = tape.clone();
        tape.steps.retain(|step| step.number <= origin.step);
        let replay = ReplayExplorer::new(Arc::new(tape), DriftPolicy::Heal, secrets);
        Self { origin: Some(origin), replay: Some(replay), then }
    }
}

impl Explorer for BranchExplorer {
    fn name(&self) -> &'static str {
        self.then.name()
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        if let Some(replay) = &mut self.replay {
            replay.learn(done, situation);
        }
        self.then.learn(done, situation);
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(async move {
            if let Some(origin) = self.origin.take() {
                asker.note(ExplorerNote::SessionBranched(origin));
            }
            if let Some(replay) = &mut self.replay {
                if let Some(proposed) = Explorer::propose(replay, situation, asker).await {
                    return Some(proposed);
                }
                self.replay = None;
            }
            self.then.propose(situation, asker).await
        })
    }
}
