//! From a proposal to the action: guards, policy, and the tester's verdict.

use std::sync::Arc;

use super::{
    CyclePhase, EngineEffect, MOST_REFUSALS_IN_A_ROW, PendingAction, REFUSALS_IN_A_ROW,
    StepMachine, emit, proposal,
};
use crate::domain::{Action, ActionKey, StateId};
use crate::engine::guard::{GuardRule, HeldRefusal};
use crate::explorer::{ExplorerProposal, Refusal};
use crate::model::abstraction::{key_among, unaimed};
use crate::model::path::PathStep;
use crate::protocol::{
    DecidedBy, Decision, DecisionMade, EndReason, Event, GuardHeld, PathPlanned, Proposal, RunMode,
    Verdict, WarningRaised,
};

impl StepMachine {
    pub(super) fn proposed(&mut self, proposed: Option<ExplorerProposal>) -> Vec<EngineEffect> {
        let Some(proposed) = proposed else { return self.nothing_left() };
        let explorer = self.setup.explorer.clone();
        let proposal = proposal(self, proposed, explorer);
        self.review(proposal, None)
    }

    /// The explorer has nothing that was not refused.
    fn nothing_left(&mut self) -> Vec<EngineEffect> {
        if self.has_tester() {
            self.skipped.clear();
            if let Some(observation) = &self.observation {
                Arc::make_mut(&mut self.refusals).allow_all(observation.state.structural);
            }
            let what = "The explorer has nothing else to propose here.".to_owned();
            let hint = Some("choose an action yourself, or step to let it begin again".to_owned());
            return vec![emit(Event::Warned(WarningRaised { what, hint })), self.idle()];
        }
        self.end(EndReason::NothingLeft)
    }

    /// Shows `proposal` and has it decided if a policy may: the mode, or `asked` by the tester as part of a
    /// path.
    fn review(&mut self, proposal: Proposal, asked: Option<DecidedBy>) -> Vec<EngineEffect> {
        let mut effects = vec![emit(Event::Proposed(proposal.clone()))];
        effects.extend(self.decide_or_wait(proposal, asked));
        effects
    }

    /// Asks the guard about `proposal`, and decides if a policy may: the mode, or `asked`; else it waits.
    pub(super) fn decide_or_wait(
        &mut self,
        proposal: Proposal,
        asked: Option<DecidedBy>,
    ) -> Vec<EngineEffect> {
        let mut effects = Vec::new();
        let held = self
            .held_by(&proposal.key, &proposal.action)
            .map(|rule| (rule.name.clone(), rule.why.clone()));
        let planned = proposal.plan.as_ref().map(|plan| plan.id);
        if planned.is_none() || planned != self.approved_plan {
            self.approved_plan = None;
        }
        let unasked = matches!(self.mode, RunMode::Auto { .. }) || self.approved_plan.is_some();
        let by = asked.or(unasked.then_some(DecidedBy::Policy));
        let Some(by) = by else {
            if let Some((rule, why)) = held {
                effects.push(emit(Event::GuardHeld(GuardHeld {
                    proposal: proposal.id,
                    rule,
                    why,
                })));
            }
            self.phase = CyclePhase::Deciding(Box::new(proposal));
            return effects;
        };
        let Some((rule, why)) = held else {
            let id = proposal.id;
            self.phase = CyclePhase::Deciding(Box::new(proposal));
            effects.extend(self.decide(Decision { proposal: id, by, verdict: Verdict::Approve }));
            return effects;
        };
        let held = GuardHeld { proposal: proposal.id, rule: rule.clone(), why: why.clone() };
        effects.push(emit(Event::GuardHeld(held)));
        let id = proposal.id;
        self.phase = CyclePhase::Deciding(Box::new(proposal));
        if self.has_tester() {
            self.path.clear();
            self.approved_plan = None;
            effects.push(self.hand_back(format!("guard {rule:?} holds: {why}")));
            return effects;
        }
        if self.refused_again >= REFUSALS_IN_A_ROW
            || self.refused_in_a_row >= MOST_REFUSALS_IN_A_ROW
        {
            effects.extend(self.end(EndReason::NothingLeft));
            return effects;
        }
        let verdict = Verdict::Reject { feedback: format!("Guard {rule:?}: {why}") };
        effects.extend(self.decide(Decision { proposal: id, by: DecidedBy::Policy, verdict }));
        effects
    }

    /// Carries out a decision on the proposal that waits; a stale one is refused.
    pub(super) fn decide(&mut self, decision: Decision) -> Vec<EngineEffect> {
        let CyclePhase::Deciding(waiting) = &self.phase else {
            return refused(&decision, "nothing waits for a decision now");
        };
        if waiting.id != decision.proposal {
            return refused(&decision, &format!("{} waits now", waiting.id));
        }
        let waiting = waiting.clone();
        // With its last step a plan is over, and so is what was allowed with it.
        let plan = waiting.plan.as_ref().filter(|plan| plan.at + 1 < plan.steps.len());
        let plan = plan.map(|plan| plan.id);
        self.remember_approval(&waiting, &decision);
        match &decision.verdict {
            Verdict::Approve => {
                self.approved_plan = self.approved_plan.and(plan);
                self.act(waiting.action, decision)
            }
            Verdict::ApprovePlan => {
                self.approved_plan = plan;
                self.act(waiting.action, decision)
            }
            Verdict::Override { action } => {
                self.path.clear();
                self.approved_plan = None;
                let action = action.clone();
                self.act(action, decision)
            }
            Verdict::Reject { feedback } => {
                self.note_refusal(&waiting, feedback, decision.by);
                let refusal = Refusal { key: waiting.key, feedback: feedback.clone() };
                if let Some(observation) = &self.observation {
                    let state = observation.state.structural;
                    let refusals = Arc::make_mut(&mut self.refusals);
                    self.refused_again += usize::from(refusals.is_refused(state, &refusal.key));
                    refusals.add(state, &observation.screen, refusal);
                }
                self.propose_anew(decision)
            }
            Verdict::Skip => {
                self.skipped.push(Refusal { key: waiting.key, feedback: String::new() });
                self.propose_anew(decision)
            }
            Verdict::Stop => {
                let mut effects = vec![decided(decision, None)];
                effects.extend(self.end(EndReason::Tester));
                effects
            }
        }
    }

    /// The rule that holds `action` on the present screen, where it is called `key`; none if the tester approved it before.
    fn held_by(&self, key: &ActionKey, action: &Action) -> Option<&GuardRule> {
        let observation = self.observation.as_ref()?;
        let (state, screen) = (observation.state.structural, &observation.screen);
        let is_approved = self.approvals.has(state, screen, key, action);
        self.setup.guard.holding(action, screen).filter(|_| !is_approved)
    }

    /// What a guard would refuse of what the screen offers; nothing if a tester can agree to it.
    pub fn guarded(&self) -> Arc<[ActionKey]> {
        if self.has_tester() { Arc::default() } else { Arc::clone(&self.guarded) }
    }

    /// The same, looked up anew for the present observation.
    pub(super) fn held_here(&self) -> Arc<[ActionKey]> {
        let observation = self.observation.as_ref().filter(|_| !self.has_tester());
        let offers = observation.iter().flat_map(|observation| observation.available.iter());
        let guarded = offers.filter(|offer| self.held_by(&offer.key, &offer.action).is_some());
        guarded.map(|offer| offer.key.clone()).collect()
    }

    /// Remembers that the tester approved a proposal that a guard holds.
    fn remember_approval(&mut self, proposal: &Proposal, decision: &Decision) {
        let approved = matches!(decision.verdict, Verdict::Approve | Verdict::ApprovePlan);
        let Some(observation) = &self.observation else { return };
        if !approved || decision.by != DecidedBy::Tester {
            return;
        }
        let screen = &observation.screen;
        if self.setup.guard.holding(&proposal.action, screen).is_some() {
            let state = observation.state.structural;
            self.approvals.add(state, screen, &proposal.key, &proposal.action);
        }
    }

    /// Notes that `proposal` was refused `by` whom: for the other workers of a fleet if a guard holds it. A tester who
    /// refuses what was approved before takes that back.
    fn note_refusal(&mut self, proposal: &Proposal, feedback: &str, by: DecidedBy) {
        let Some(observation) = &self.observation else { return };
        let (state, screen) = (observation.state.structural, &*observation.screen);
        let what = (&proposal.key, &proposal.action);
        if self.setup.guard.holding(&proposal.action, screen).is_some() {
            self.held.push(HeldRefusal::new((state, screen), what, feedback));
        }
        if by == DecidedBy::Tester {
            self.approvals.withdraw(state, what.0, what.1);
        }
    }

    /// What was refused of held actions since the last time.
    pub fn take_held(&mut self) -> Vec<HeldRefusal> {
        std::mem::take(&mut self.held)
    }

    /// Takes in what was refused of an action that a guard held for another worker of the fleet. What a tester approved
    /// in this one stays approved.
    pub fn hear_held(&mut self, held: &HeldRefusal) {
        let HeldRefusal { state, content, key, labels, feedback } = held.clone();
        if !self.approvals.has_said(state, content, &(key.clone(), labels)) {
            Arc::make_mut(&mut self.refusals).hear(state, content, Refusal { key, feedback });
        }
    }

    /// What was refused or skipped since the last action says nothing about what comes now.
    pub(super) fn forget_refusals_in_a_row(&mut self) {
        self.skipped.clear();
        (self.refused_in_a_row, self.refused_again) = (0, 0);
    }

    fn propose_anew(&mut self, decision: Decision) -> Vec<EngineEffect> {
        self.path.clear();
        self.approved_plan = None;
        self.refused_in_a_row += 1;
        self.phase = CyclePhase::Proposing;
        vec![decided(decision, None), EngineEffect::Propose]
    }

    /// Logs the decision, then acts: never in the other order.
    fn act(&mut self, action: Action, decision: Decision) -> Vec<EngineEffect> {
        self.forget_refusals_in_a_row();
        self.approvals.perform(&action);
        let Some(observation) = &self.observation else { return Vec::new() };
        let (key, template) = key_among(&observation.available, &observation.screen, &action);
        // What is performed after all is refused no longer.
        if self.refusals.is_refused(observation.state.structural, &key) {
            Arc::make_mut(&mut self.refusals).allow(observation.state.structural, &key);
        }
        self.step += 1;
        self.acted = Some(PendingAction {
            step: self.step,
            from: observation.state.structural,
            exact: observation.state.exact,
            action: action.clone(),
            key: key.clone(),
            template,
            package: observation.screen.package.clone(),
            accepted: None,
            failed: false,
        });
        self.phase = CyclePhase::Performing;
        let what = Some((action.clone(), key, self.step));
        vec![decided(decision, what), EngineEffect::Perform(Box::new(action))]
    }

    /// A path was found, or not; follows it if that was asked for.
    pub(super) fn path_found(
        &mut self,
        to: StateId,
        path: Option<Vec<PathStep>>,
        go: bool,
    ) -> Vec<EngineEffect> {
        let keys = path.as_ref().map(|path| path.iter().map(|step| step.key.clone()).collect());
        let mut effects = vec![emit(Event::PathPlanned(PathPlanned { to, path: keys }))];
        let Some(path) = path.filter(|_| go) else { return effects };
        match &self.phase {
            CyclePhase::Deciding(waiting) => {
                let skip = Decision {
                    proposal: waiting.id,
                    by: DecidedBy::Tester,
                    verdict: Verdict::Skip,
                };
                effects.push(decided(skip, None));
            }
            CyclePhase::Proposing => effects.push(EngineEffect::Cancel),
            CyclePhase::Idle => {}
            // An action is in flight; the path begins at the next observation.
            _ => {
                self.path = path.into();
                return effects;
            }
        }
        self.path = path.into();
        effects.extend(self.next());
        effects
    }

    /// The next step of the path the tester asked for.
    pub(super) fn follow_path(&mut self) -> Vec<EngineEffect> {
        let Some((step, observation)) = self.path.pop_front().zip(self.observation.as_ref()) else {
            return Vec::new();
        };
        let offer = (observation.state.structural == step.from)
            .then(|| observation.available.iter().find(|offer| offer.key == step.key))
            .flatten();
        let action = offer.map(|offer| offer.action.clone()).or_else(|| unaimed(&step.key));
        let Some(action) = action.filter(|_| observation.state.structural == step.from) else {
            self.path.clear();
            let what = "The path led elsewhere this time and is given up.".to_owned();
            let mut effects = vec![emit(Event::Warned(WarningRaised { what, hint: None }))];
            effects.extend(self.next());
            return effects;
        };
        let left = self.path.len();
        let proposed = ExplorerProposal::of(
            action,
            step.key,
            format!("On the path you asked for; {left} more after this."),
        );
        let proposal = proposal(self, proposed, "tester".into());
        self.review(proposal, Some(DecidedBy::Tester))
    }
}

fn decided(
    decision: Decision,
    what: Option<(Action, crate::domain::ActionKey, u64)>,
) -> EngineEffect {
    let (action, key, step) = match what {
        Some((action, key, step)) => (Some(action), Some(key), Some(step)),
        None => (None, None, None),
    };
    emit(Event::Decided(DecisionMade { decision, action, key, step }))
}

fn refused(decision: &Decision, why: &str) -> Vec<EngineEffect> {
    let what = format!("The decision on {} came too late: {why}.", decision.proposal);
    vec![emit(Event::Warned(WarningRaised { what, hint: None }))]
}
