//! The step cycle as a pure state machine: one input in, effects out. No IO and no clock.

pub(super) mod answered;
mod budget;
mod deciding;
mod history;
mod no_progress;
mod observing;
mod ops;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use crate::device::{DeviceError, ShellError};
use crate::domain::{Action, ActionKey, FaultEffects, StateId};
use crate::explorer::{ExplorerProposal, PerformedAction, Refusal, RefusalMemory, RemainingBudget};
use crate::model::FindingVerdicts;
use crate::model::path::PathStep;
use crate::oracle::JudgedStep;
use crate::protocol::{
    AbstractionChanged, ActionPerformed, AppOpened, AttackRequest, EndReason, EngineIdled, Event,
    ModeChanged, Proposal, ProposalId, RunMode, SessionEnded, WarningRaised,
};

pub use self::budget::{RunBudget, minutes_to_ms};
use self::no_progress::NoProgress;
use super::dismissed::DismissedFinding;
use super::expectations::TesterProperties;
use super::guard::{ApprovalMemory, GuardRules, HeldRefusal};
use super::message::{EngineEffect, EngineInput, EngineObservation};

/// So often in a row an unattended run lets an explorer propose again what was refused here already. A
/// screen may hold many things that are guarded, so what was not refused before does not count.
const REFUSALS_IN_A_ROW: usize = 20;

/// Refusals in a row after which an unattended run ends, whatever was proposed.
const MOST_REFUSALS_IN_A_ROW: usize = 300;

/// So often the app is opened if the device is lost or does not answer meanwhile.
const OPENINGS: u32 = 3;

/// So often a device that does not answer in time is observed before it is given up.
const OBSERVATIONS: u32 = 3;

/// How long judgements are awaited at the end of a run, in milliseconds: one reply of a slow model.
const JUDGING_PATIENCE_MS: u64 = 60_000;

/// The same if a tester ends the run and waits for it.
const JUDGING_PATIENCE_TESTER_MS: u64 = 2_000;

/// So many of the latest notes are given to the explorer.
const NOTES_FOR_EXPLORER: usize = 5;

/// What a machine is set up with.
#[derive(Clone, Debug)]
pub struct MachineSetup {
    /// The explorer's name, for proposals.
    pub explorer: String,
    /// The mode at the start.
    pub mode: RunMode,
    /// When the run ends by itself.
    pub budget: RunBudget,
    /// What must not be done unasked.
    pub guard: GuardRules,
    /// True if a tester sits there: a guard then waits for a decision. Else it refuses.
    pub attended: bool,
}

/// Where in the step cycle the machine is.
#[derive(Clone, Debug, PartialEq)]
enum CyclePhase {
    Opening,
    Observing,
    /// Step mode: nothing is proposed until the tester asks.
    Idle,
    Proposing,
    Deciding(Box<Proposal>),
    Performing,
    Reconnecting,
    Ended,
}

/// The action in flight, or the one whose result the next observation shows.
#[derive(Clone, Debug)]
struct PendingAction {
    step: u64,
    from: StateId,
    exact: StateId,
    action: Action,
    key: ActionKey,
    template: ActionKey,
    /// The package that was in front.
    package: String,
    /// For typing: what the field held afterwards.
    accepted: Option<String>,
    failed: bool,
}

/// What ends the present auto run, in absolute terms.
#[derive(Clone, Debug, Default)]
struct AutoStops {
    step: Option<u64>,
    ms: Option<u64>,
    usd: Option<f64>,
    new_state: bool,
    finding: bool,
}

/// The step cycle.
#[derive(Debug)]
pub struct StepMachine {
    setup: MachineSetup,
    mode: RunMode,
    phase: CyclePhase,
    stops: AutoStops,
    package: String,
    /// True once the app was opened.
    is_open: bool,
    /// Attempts in a row to open the app or to observe the device that failed.
    timeouts: u32,
    step: u64,
    /// What model requests have cost so far, in US dollars.
    spent_usd: f64,
    proposals: u64,
    observation: Option<Box<EngineObservation>>,
    /// What a guard would refuse of what it offers.
    guarded: Arc<[ActionKey]>,
    acted: Option<PendingAction>,
    /// The action that led to the present observation.
    last: Option<PerformedAction>,
    /// What was done of late without reaching the app.
    no_progress: NoProgress,
    /// What a guard held or the tester rejected, by state.
    refusals: Arc<RefusalMemory>,
    /// What a guard held and the tester approved, by state.
    approvals: ApprovalMemory,
    /// What a guard held and was refused, and the other workers of a fleet were not told yet.
    held: Vec<HeldRefusal>,
    /// What the tester skipped since the last action.
    skipped: Vec<Refusal>,
    /// Refusals since the last action.
    refused_in_a_row: usize,
    /// Those of them that were of what had been refused in the same state already.
    refused_again: usize,
    path: VecDeque<PathStep>,
    /// The plan whose further steps the tester approved.
    approved_plan: Option<u64>,
    known: HashSet<StateId>,
    /// The templates of the actions that each state is known to offer.
    offered: HashMap<StateId, HashSet<ActionKey>>,
    groups: HashSet<String>,
    /// What the tester said about findings.
    verdicts: FindingVerdicts,
    /// The latest steps, for the oracles.
    history: VecDeque<JudgedStep>,
    charter: Option<String>,
    /// What the tester wanted of attacks, the latest last.
    attack_requests: Arc<Vec<AttackRequest>>,
    /// What the tester knows of the app.
    properties: TesterProperties,
    /// What testers dismissed before: app, group and reason.
    dismissed: Vec<DismissedFinding>,
    /// How many goals the tester has set.
    goals: u64,
    notes: VecDeque<String>,
    coverage: crate::domain::Coverage,
    /// How often the wrong results of seeded faults were seen so far.
    fault_effects: FaultEffects,
}

impl StepMachine {
    /// A machine that has done nothing yet.
    pub fn new(setup: MachineSetup) -> Self {
        Self {
            mode: setup.mode.clone(),
            setup,
            phase: CyclePhase::Opening,
            stops: AutoStops::default(),
            package: String::new(),
            is_open: false,
            timeouts: 0,
            step: 0,
            spent_usd: 0.0,
            proposals: 0,
            observation: None,
            guarded: Arc::default(),
            acted: None,
            last: None,
            no_progress: NoProgress::default(),
            refusals: Arc::default(),
            approvals: ApprovalMemory::default(),
            held: Vec::new(),
            skipped: Vec::new(),
            refused_in_a_row: 0,
            refused_again: 0,
            path: VecDeque::new(),
            approved_plan: None,
            known: HashSet::new(),
            offered: HashMap::new(),
            groups: HashSet::new(),
            verdicts: FindingVerdicts::default(),
            history: VecDeque::new(),
            charter: None,
            attack_requests: Arc::default(),
            properties: TesterProperties::default(),
            dismissed: Vec::new(),
            goals: 0,
            notes: VecDeque::new(),
            coverage: crate::domain::Coverage::new(),
            fault_effects: FaultEffects::new(),
        }
    }

    /// The first effects of a run.
    pub fn start(&mut self) -> Vec<EngineEffect> {
        self.stops = self.stops_from_mode(0);
        vec![EngineEffect::Open]
    }

    /// Takes `input` in at `now_ms` (milliseconds since the session started). Inputs that no longer
    /// fit, such as results of what was cancelled, change nothing.
    pub fn handle(&mut self, input: EngineInput, now_ms: u64) -> Vec<EngineEffect> {
        if self.phase == CyclePhase::Ended {
            return match input {
                EngineInput::Judged { findings } => self.judged(findings),
                _ => Vec::new(),
            };
        }
        match (input, &self.phase) {
            (EngineInput::Op(op), _) => self.op(op, now_ms),
            (EngineInput::Opened(result), CyclePhase::Opening) => match result {
                Ok(app) => {
                    self.timeouts = 0;
                    self.package.clone_from(&app.package);
                    self.is_open = true;
                    self.phase = CyclePhase::Observing;
                    let opened = AppOpened {
                        package: app.package,
                        version: app.version,
                        activities: app.activities,
                        manifest: app.manifest,
                        texts: app.texts,
                    };
                    vec![emit(Event::AppOpened(opened)), EngineEffect::Observe]
                }
                Err(error) => self.not_opened(&error),
            },
            (EngineInput::Observed(Ok(observation)), CyclePhase::Observing) => {
                self.timeouts = 0;
                self.after_observation(observation, now_ms)
            }
            (EngineInput::Observed(Err(error)), CyclePhase::Observing) if error.is_lost() => {
                self.lost(error.to_string(), error.hint_if_lost())
            }
            (EngineInput::Observed(Err(DeviceError::Locked { secret })), CyclePhase::Observing) => {
                self.locked(&DeviceError::Locked { secret })
            }
            (EngineInput::Observed(Err(error)), CyclePhase::Observing) => self.not_observed(&error),
            (EngineInput::Proposed(proposed), CyclePhase::Proposing) => self.proposed(proposed),
            (EngineInput::Performed { result, took_ms }, CyclePhase::Performing) => {
                self.performed(result, took_ms)
            }
            (EngineInput::Reconnected(Ok(())), CyclePhase::Reconnecting) => self.reconnected(),
            (EngineInput::Reconnected(Err(error)), CyclePhase::Reconnecting) => {
                self.end(EndReason::DeviceLost { what: error.to_string() })
            }
            (EngineInput::Spent { usd }, _) => self.spent(usd),
            (EngineInput::Judged { findings }, _) => self.judged(findings),
            (EngineInput::PathFound { to, path, go }, _) => self.path_found(to, path, go),
            _ => Vec::new(),
        }
    }

    fn performed(
        &mut self,
        result: Result<crate::device::ActionReport, crate::device::DeviceError>,
        took_ms: u64,
    ) -> Vec<EngineEffect> {
        let step = self.step;
        let mut event =
            ActionPerformed { step, accepted: None, warnings: Vec::new(), failed: None, took_ms };
        match result {
            Ok(performed) => {
                if let Some(acted) = &mut self.acted {
                    acted.accepted.clone_from(&performed.accepted);
                }
                event.accepted = performed.accepted;
                event.warnings = performed.warnings;
                self.phase = CyclePhase::Observing;
                vec![emit(Event::Performed(event)), EngineEffect::Observe]
            }
            Err(error) => {
                if let Some(acted) = &mut self.acted {
                    acted.failed = true;
                }
                event.failed = Some(error.to_string());
                let mut effects = vec![emit(Event::Performed(event))];
                if error.is_lost() {
                    effects.extend(self.lost(error.to_string(), error.hint_if_lost()));
                } else {
                    self.phase = CyclePhase::Observing;
                    effects.push(EngineEffect::Observe);
                }
                effects
            }
        }
    }

    /// Counts cost. If that is all the auto run may take, the tester decides from here on, also
    /// about what is being thought of now.
    fn spent(&mut self, usd: f64) -> Vec<EngineEffect> {
        self.spent_usd += usd;
        let auto = matches!(self.mode, RunMode::Auto { .. });
        if auto && self.stops.usd.is_some_and(|stop| self.spent_usd >= stop) {
            return vec![self.hand_back("the money allowed is spent".into())];
        }
        Vec::new()
    }

    /// The app could not be opened. A device that was lost or did not answer in time is given
    /// another attempt.
    fn not_opened(&mut self, error: &DeviceError) -> Vec<EngineEffect> {
        self.timeouts += 1;
        match error {
            DeviceError::Shell(error) if error.is_lost() && self.timeouts < OPENINGS => {
                self.lost(error.to_string(), error.hint_if_lost())
            }
            DeviceError::Shell(ShellError::TimedOut { .. }) if self.timeouts < OPENINGS => {
                let what = format!("{error}; the app is opened once more.");
                vec![emit(Event::Warned(WarningRaised { what, hint: None })), EngineEffect::Open]
            }
            error => {
                self.end(EndReason::CannotOpen { what: error.to_string(), hint: error.hint() })
            }
        }
    }

    /// The device was not lost, but could not be observed. One that is only slow is asked again.
    fn not_observed(&mut self, error: &DeviceError) -> Vec<EngineEffect> {
        self.timeouts += 1;
        match error {
            DeviceError::Shell(ShellError::TimedOut { .. }) if self.timeouts < OBSERVATIONS => {
                let what = format!("{error}; the device is observed again.");
                let hint = error.hint();
                vec![emit(Event::Warned(WarningRaised { what, hint })), EngineEffect::Observe]
            }
            error => self.end(EndReason::DeviceLost { what: error.to_string() }),
        }
    }

    fn reconnected(&mut self) -> Vec<EngineEffect> {
        let what = "The device is back.".to_owned();
        let (phase, effect) = if self.is_open {
            (CyclePhase::Observing, EngineEffect::Observe)
        } else {
            (CyclePhase::Opening, EngineEffect::Open)
        };
        self.phase = phase;
        vec![emit(Event::Warned(WarningRaised { what, hint: None })), effect]
    }

    fn lost(&mut self, what: String, hint: Option<String>) -> Vec<EngineEffect> {
        self.phase = CyclePhase::Reconnecting;
        vec![emit(Event::Warned(WarningRaised { what, hint })), EngineEffect::Reconnect]
    }

    fn end(&mut self, reason: EndReason) -> Vec<EngineEffect> {
        // An action that is given up while it is on its way was not performed as far as is known.
        let in_flight = self.phase == CyclePhase::Performing;
        let patience_ms = match reason {
            EndReason::Tester => JUDGING_PATIENCE_TESTER_MS,
            _ => JUDGING_PATIENCE_MS,
        };
        let ended = SessionEnded { reason, steps: self.step - u64::from(in_flight) };
        self.phase = CyclePhase::Ended;
        vec![
            EngineEffect::AwaitJudgements { patience_ms },
            emit(Event::Ended(ended)),
            EngineEffect::Finish,
        ]
    }

    fn idle(&mut self) -> EngineEffect {
        self.phase = CyclePhase::Idle;
        emit(Event::Idled(EngineIdled {}))
    }

    /// Hands back to the tester and says why: what ran by itself waits from here on.
    fn hand_back(&mut self, why: String) -> EngineEffect {
        if self.mode != RunMode::Step {
            self.mode = RunMode::Approve;
        }
        emit(Event::ModeSet(ModeChanged { mode: self.mode.clone(), why: Some(why) }))
    }

    fn stops_from_mode(&self, now_ms: u64) -> AutoStops {
        let RunMode::Auto { until } = &self.mode else { return AutoStops::default() };
        AutoStops {
            step: until.steps.map(|steps| self.step + steps),
            ms: until.minutes.map(|minutes| now_ms.saturating_add(minutes_to_ms(minutes))),
            usd: until.cost_usd.map(|usd| self.spent_usd + usd),
            new_state: until.new_state,
            finding: until.finding,
        }
    }

    /// What the explorer must not propose in this situation, the latest last.
    pub fn refused(&self) -> Vec<Refusal> {
        let here = self.observation.as_ref().map(|observation| observation.state.structural);
        let remembered = here.map_or(&[][..], |state| self.refusals.of(state));
        remembered.iter().chain(&self.skipped).cloned().collect()
    }

    /// What is refused in which state.
    pub const fn refusals(&self) -> &Arc<RefusalMemory> {
        &self.refusals
    }

    /// What is left of the run's budget at `now_ms`.
    pub fn remaining(&self, now_ms: u64) -> RemainingBudget {
        let RunBudget { steps, ms } = self.setup.budget;
        RemainingBudget {
            steps: steps.map(|steps| steps.saturating_sub(self.step)),
            ms: ms.map(|ms| ms.saturating_sub(now_ms)),
        }
    }

    /// What the session is about.
    pub fn charter(&self) -> Option<&str> {
        self.charter.as_deref()
    }

    /// What the tester wanted of attacks of forms, the latest last.
    pub const fn attack_requests(&self) -> &Arc<Vec<AttackRequest>> {
        &self.attack_requests
    }

    /// The tester's latest notes, the newest last.
    pub fn notes(&self) -> impl Iterator<Item = &String> {
        self.notes.iter()
    }

    /// The action that led to the present observation.
    pub const fn last(&self) -> Option<&PerformedAction> {
        self.last.as_ref()
    }

    /// The action whose result is being observed.
    pub fn acting(&self) -> Option<&Action> {
        self.acted.as_ref().map(|acted| &acted.action)
    }

    /// Takes in that some states are one with another from now on.
    pub fn abstraction_changed(&mut self, changed: &AbstractionChanged) {
        let Some(into) = changed.into else { return };
        if let Some(observation) = &mut self.observation
            && changed.merged.contains(&observation.state.structural)
        {
            observation.state.structural = into;
        }
    }

    /// The latest observation.
    pub fn observation(&self) -> Option<&EngineObservation> {
        self.observation.as_deref()
    }

    /// Actions performed or in flight.
    pub fn step(&self) -> u64 {
        self.step
    }
}

fn emit(event: Event) -> EngineEffect {
    EngineEffect::Emit(Box::new(event))
}

fn proposal(machine: &mut StepMachine, proposed: ExplorerProposal, explorer: String) -> Proposal {
    machine.proposals += 1;
    Proposal {
        id: ProposalId(machine.proposals),
        step: machine.step + 1,
        action: proposed.action,
        key: proposed.key,
        explorer,
        why: proposed.why,
        alternatives: proposed.alternatives,
        plan: proposed.plan,
        insight: proposed.insight,
    }
}

#[cfg(test)]
mod tests;
