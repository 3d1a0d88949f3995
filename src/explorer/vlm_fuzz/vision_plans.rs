//! Carrying out what a model planned for a screen: a step a proposal, each aimed at the present screen, the rest
//! dropped if it no longer fits.

use std::collections::HashSet;

use super::tactic::propose;
use super::vision::{About, Planned, Vision, aimed};
use super::weights::VlmFuzzWeights;
use crate::domain::{Action, ReadQuality, Screen, StateId};
use crate::explorer::{ExplorerProposal, Situation};
use crate::llm::Asker;
use crate::protocol::ActionPlan;

/// See the module.
pub(super) struct VisionPlans {
    vision: Vision,
    running: Option<RunningPlan>,
    /// What was planned and carried out, by state.
    done: HashSet<(StateId, Vec<String>)>,
    /// The state of the app at the last proposal.
    before: Option<StateId>,
    plans: u64,
}

/// A plan that is carried out.
struct RunningPlan {
    id: u64,
    at: usize,
    steps: Vec<Action>,
    words: Vec<String>,
    summary: String,
}

impl VisionPlans {
    /// Nothing was planned yet.
    pub(super) fn new(weights: &VlmFuzzWeights) -> Self {
        Self {
            vision: Vision::new(weights),
            running: None,
            done: HashSet::new(),
            before: None,
            plans: 0,
        }
    }

    /// The next step of a plan, or the first of a new one; `None` if the rules must do.
    pub(super) async fn next(
        &mut self,
        situation: &Situation,
        asker: &mut Asker,
    ) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let arrived = self.before.replace(here) != Some(here);
        if let Some(running) = &mut self.running {
            if let Some(other) = self.vision.another(situation, asker).await {
                let why = "The field did not take what was typed, so another value is tried.";
                return propose(situation, other, why);
            }
            let step = running.step(situation);
            if step.is_some() {
                return step;
            }
            self.running = None;
        }
        let about = about(&situation.screen).filter(|_| arrived)?;
        let planned = self.vision.plan(situation, asker, about).await?;
        let words: Vec<String> = planned.steps.iter().map(Action::to_string).collect();
        if !self.done.insert((here, words.clone())) {
            return None;
        }
        self.plans += 1;
        let Planned { steps, summary } = planned;
        let mut running = RunningPlan { id: self.plans, at: 0, steps, words, summary };
        let step = running.step(situation);
        self.running = step.is_some().then_some(running);
        step
    }

    /// What was planned no longer fits: something else came up.
    pub(super) fn stop(&mut self) {
        self.running = None;
        self.before = None;
    }
}

impl RunningPlan {
    fn step(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let action = aimed(&situation.screen, self.steps.get(self.at)?)?;
        let why = format!("Planned for this screen: {}", self.summary);
        let mut step = propose(situation, action, why)?;
        step.plan = Some(ActionPlan { id: self.id, at: self.at, steps: self.words.clone() });
        self.at += 1;
        Some(step)
    }
}

/// Why the screen is one to ask about, if it is.
fn about(screen: &Screen) -> Option<About> {
    if screen.read_quality != ReadQuality::Full {
        return Some(About::Unreadable);
    }
    screen.widgets.iter().any(|widget| widget.is_field() && widget.enabled).then_some(About::Fields)
}
