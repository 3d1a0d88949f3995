//! After an observation: what was learned, and whether the run goes on.

use std::sync::Arc;

use super::{CyclePhase, EngineEffect, PendingAction, StepMachine, emit};
use crate::domain::{
    AppCrash, AvailableAction, CrashKind, FaultEffects, Finding, FindingKind, StateId, StateIds,
};
use crate::engine::message::EngineObservation;
use crate::engine::outcome::{InFront, outcome};
use crate::explorer::PerformedAction;
use crate::oracle::{JudgedScreen, JudgedStep, JudgedTurn};
use crate::protocol::{
    ActionOutcome, ActionsAdded, EndReason, Event, FindingVerdict, RunMode, ScreenObserved,
    SeededFaultsShown, StateDiscovered, TransitionLearned, VerdictGiven, WarningRaised,
};

/// Why an auto run stops that is to stop at a finding.
const STOPPED_BY_FINDING: &str = "a finding was made";

/// So many of the latest steps are given to oracles with each turn.
const JUDGED_HISTORY: usize = 20;

impl StepMachine {
    pub(super) fn after_observation(
        &mut self,
        observation: Box<EngineObservation>,
        now_ms: u64,
    ) -> Vec<EngineEffect> {
        let tell =
            |what: &String| emit(Event::Warned(WarningRaised { what: what.clone(), hint: None }));
        let mut effects: Vec<EngineEffect> = observation.notices.iter().map(tell).collect();
        let mut found = false;
        for crash in &observation.crashes {
            found |= self.crashed(crash, &mut effects);
        }
        let outcome = self.acted.as_ref().map(|acted| self.outcome(acted, &observation));
        effects.extend(self.judge(&observation, outcome));
        let new_state = self.discovered(&observation, &mut effects);
        effects.push(emit(Event::Observed(self.observed(&observation))));
        self.count_no_progress(&observation);
        let before = self.observation.as_ref().map(|observation| observation.screen.clone());
        let mut learn = None;
        if let Some((acted, outcome)) = self.acted.take().zip(outcome) {
            self.remember_step(&acted, observation.state.structural, outcome);
            effects.push(emit(Event::Learned(TransitionLearned {
                step: acted.step,
                from: acted.from,
                key: acted.key.clone(),
                template: acted.template.clone(),
                to: observation.state.structural,
                outcome,
            })));
            learn = Some(EngineEffect::Learn);
            self.last = Some(PerformedAction {
                // An action is only performed on a screen that was observed.
                before: before.unwrap_or_else(|| observation.screen.clone()),
                step: acted.step,
                from: acted.from,
                exact: acted.exact,
                action: acted.action,
                key: acted.key,
                accepted: acted.accepted,
                failed: acted.failed,
                outcome,
                progress_ms: observation.progress_ms,
            });
        }
        if observation.coverage != self.coverage {
            self.coverage.clone_from(&observation.coverage);
            effects.push(emit(Event::Covered(observation.coverage.clone())));
        }
        effects.extend(self.faults_shown(&observation.fault_effects));
        if self.refusals.is_outdated(observation.state.structural, &observation.screen) {
            Arc::make_mut(&mut self.refusals).allow_all(observation.state.structural);
        }
        self.observation = Some(observation);
        self.guarded = self.held_here();
        effects.extend(learn);
        effects.extend(self.go_on(new_state, found, now_ms));
        effects
    }

    /// Reports the seeded faults whose wrong results were seen since the observation before. A device
    /// that was replaced meanwhile counts from 0, so any other count is a new one.
    fn faults_shown(&mut self, now: &FaultEffects) -> Option<EngineEffect> {
        let is_new =
            |(fault, times): &(&String, &u64)| self.fault_effects.get(*fault) != Some(*times);
        let faults: Vec<String> =
            now.iter().filter(is_new).map(|(fault, _)| fault.clone()).collect();
        if faults.is_empty() {
            return None;
        }
        self.fault_effects.extend(now.iter().map(|(fault, times)| (fault.clone(), *times)));
        Some(emit(Event::FaultsShown(SeededFaultsShown { step: self.step, faults })))
    }

    fn outcome(&self, acted: &PendingAction, observation: &EngineObservation) -> ActionOutcome {
        let crashed = observation.crashes.iter().any(|crash| crash.kind.is_fatal());
        if acted.failed && !crashed {
            return ActionOutcome::Failed;
        }
        let state = StateIds { exact: acted.exact, structural: acted.from };
        let before = InFront { package: &acted.package, state };
        let after = InFront { package: &observation.screen.package, state: observation.state };
        outcome(before, after, &self.package, crashed, observation.repainted)
    }

    /// Has the opening judged, or what the last action led to. Observing the same once more is no
    /// turn.
    fn judge(
        &self,
        observation: &EngineObservation,
        outcome: Option<ActionOutcome>,
    ) -> Option<EngineEffect> {
        let action = self.acted.as_ref().map(|acted| acted.action.clone());
        if action.is_none() && self.observation.is_some() {
            return None;
        }
        Some(EngineEffect::Judge(Box::new(JudgedTurn {
            step: self.step,
            action,
            outcome,
            before: self.observation.as_deref().map(judged_screen),
            after: judged_screen(observation),
            crashes: observation.crashes.clone(),
            properties: self.properties().clone(),
            history: self.history.iter().cloned().collect(),
        })))
    }

    fn remember_step(&mut self, acted: &PendingAction, to: StateId, outcome: ActionOutcome) {
        let PendingAction { step, from, action, .. } = acted;
        let (step, from, action) = (*step, *from, action.clone());
        self.history.push_back(JudgedStep { step, action, from, to, outcome });
        if self.history.len() > JUDGED_HISTORY {
            self.history.pop_front();
        }
    }

    /// Records what oracles found, also after the end. A finding that is new may stop an auto run.
    pub(super) fn judged(&mut self, findings: Vec<Finding>) -> Vec<EngineEffect> {
        let mut effects = Vec::new();
        let mut new = false;
        for finding in findings {
            new |= self.found(finding, &mut effects);
        }
        let auto = matches!(self.mode, RunMode::Auto { .. });
        if new && auto && self.stops.finding && self.phase != CyclePhase::Ended {
            effects.push(self.hand_back(STOPPED_BY_FINDING.to_owned()));
        }
        effects
    }

    /// Reports a finding. True for the first of its group, unless a tester has dismissed it before.
    fn found(&mut self, mut finding: Finding, effects: &mut Vec<EngineEffect>) -> bool {
        let group = finding.group.clone();
        finding.first = self.groups.insert(group.clone());
        let first = finding.first;
        effects.push(emit(Event::Found(finding)));
        let mut dismissed = self.dismissed.iter();
        let known = dismissed.find(|it| it.app == self.package && it.group == group);
        match known.filter(|_| first && self.verdicts.of(&group).is_none()) {
            Some(known) => {
                let verdict = FindingVerdict::Dismissed { reason: known.reason.clone() };
                let given = Event::VerdictGiven(VerdictGiven { group, verdict });
                self.verdicts.apply(&given);
                effects.push(emit(given));
                false
            }
            None => first,
        }
    }

    /// Reports a crash. True for the first of its group.
    fn crashed(&mut self, crash: &AppCrash, effects: &mut Vec<EngineEffect>) -> bool {
        let kind = match crash.kind {
            CrashKind::Anr => FindingKind::Anr,
            CrashKind::Java | CrashKind::Native => FindingKind::Crash,
            CrashKind::Script => FindingKind::Script,
            CrashKind::Request | CrashKind::Content => FindingKind::Bug,
        };
        let finding = Finding {
            kind,
            title: crash.title(),
            group: crash.group.clone(),
            step: self.step,
            first: false,
            detail: crash.log.clone(),
            ..Finding::default()
        };
        self.found(finding, effects)
    }

    fn discovered(
        &mut self,
        observation: &EngineObservation,
        effects: &mut Vec<EngineEffect>,
    ) -> bool {
        let new = self.known.insert(observation.state.structural);
        if new {
            effects.push(emit(Event::Discovered(StateDiscovered::of(
                self.step,
                observation.state.structural,
                observation.label.clone(),
                &observation.screen,
                observation.available.to_vec(),
            ))));
        }
        let offered = self.offered.entry(observation.state.structural).or_default();
        let is_new = |action: &&AvailableAction| offered.insert(action.template.clone());
        let actions: Vec<AvailableAction> =
            observation.available.iter().filter(is_new).cloned().collect();
        // A screen of a known state may offer more than the first one of it.
        if !new && !actions.is_empty() && !observation.screen.surface.is_dialogue() {
            let (step, state) = (self.step, observation.state.structural);
            effects.push(emit(Event::ActionsAdded(ActionsAdded { step, state, actions })));
        }
        new
    }

    fn observed(&self, observation: &EngineObservation) -> ScreenObserved {
        let EngineObservation { state, screen, screen_blob, .. } = observation;
        ScreenObserved {
            progress_ms: observation.progress_ms,
            picture: observation.picture.clone(),
            hierarchy: observation.hierarchy.clone(),
            took_ms: observation.took_ms,
            ..ScreenObserved::of(self.step, *state, screen, screen_blob.clone())
        }
    }

    /// Ends, hands back, waits or proposes.
    fn go_on(&mut self, new_state: bool, found: bool, now_ms: u64) -> Vec<EngineEffect> {
        let budget = self.setup.budget;
        if budget.steps.is_some_and(|steps| self.step >= steps) {
            return self.end(EndReason::Steps);
        }
        if budget.ms.is_some_and(|ms| now_ms >= ms) {
            return self.end(EndReason::Minutes);
        }
        let mut effects = Vec::new();
        if let Some(reason) = self.ends_without_progress() {
            return self.give_up(reason);
        }
        if let Some(why) = self.stop(new_state, found, now_ms) {
            effects.push(self.hand_back(why));
        }
        effects.extend(self.next());
        effects
    }

    /// Why the auto run stops here, if it does.
    fn stop(&self, new_state: bool, found: bool, now_ms: u64) -> Option<String> {
        if !matches!(self.mode, RunMode::Auto { .. }) {
            return None;
        }
        let why = if self.stops.finding && found {
            STOPPED_BY_FINDING
        } else if self.stops.new_state && new_state && self.step > 0 {
            "a new state was reached"
        } else if self.stops.step.is_some_and(|step| self.step >= step) {
            "the steps asked for are done"
        } else if self.stops.ms.is_some_and(|ms| now_ms >= ms) {
            "the time asked for is over"
        } else {
            return None;
        };
        Some(why.to_owned())
    }

    /// From a new observation on: the tester's path, the explorer, or waiting in step mode, if no plan
    /// was approved as a whole.
    pub(super) fn next(&mut self) -> Vec<EngineEffect> {
        if !self.path.is_empty() {
            return self.follow_path();
        }
        if self.mode == RunMode::Step && self.approved_plan.is_none() {
            return vec![self.idle()];
        }
        self.phase = CyclePhase::Proposing;
        vec![EngineEffect::Propose]
    }
}

fn judged_screen(observation: &EngineObservation) -> JudgedScreen {
    JudgedScreen {
        screen: observation.screen.clone(),
        state: observation.state,
        picture: observation.picture.clone(),
        png: None,
        progress_ms: observation.progress_ms,
    }
}
