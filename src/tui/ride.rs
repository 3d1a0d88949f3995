//! What the terminal UI knows of a session: a fold of its records, live and in replay alike.

pub mod exchanges;
pub mod thinking;

use std::collections::HashMap;

use self::exchanges::SessionExchanges;
use self::thinking::{ExplorerThought, ThoughtKind};
use crate::domain::{AvailableAction, DisplaySize, Finding, StateId};
use crate::model::BehaviourModel;
use crate::protocol::{
    ActionPerformed, AppOpened, AutoLimits, DecidedBy, DecisionMade, EndReason, Event, EventRecord,
    GuardHeld, PathPlanned, Proposal, RunMode, ScreenObserved, SessionStarted, StepCompared,
    StepMatch, TesterNote, TransitionLearned, Verdict, WarningRaised,
};

/// A session as it is shown.
#[derive(Clone, Default)]
pub struct SessionView {
    /// The behaviour model so far.
    pub model: BehaviourModel,
    /// One moment for each look at the device, in order.
    pub moments: Vec<SessionMoment>,
    /// How the session began.
    pub started: Option<SessionStarted>,
    /// The app under test.
    pub app: Option<AppOpened>,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
    /// How far the engine goes by itself now.
    pub mode: Option<RunMode>,
    /// What ended, or ends, the latest auto run.
    pub auto: Option<AutoLimits>,
    /// What the engine does now.
    pub phase: EnginePhase,
    /// The way the tester asked about last.
    pub way: Option<PathPlanned>,
    /// Findings in order, repeats included.
    pub findings: Vec<Finding>,
    /// Warnings in order, with their time.
    pub warnings: Vec<(u64, WarningRaised)>,
    /// What explorers thought of that can be done, by state, in order.
    pub offered: HashMap<StateId, Vec<AvailableAction>>,
    /// What a model was asked, and what that used.
    pub exchanges: SessionExchanges,
    /// Milliseconds from the start to the latest record.
    pub at_ms: u64,
    /// A state was discovered and the look that shows it is still to come.
    discovered: bool,
}

/// What the engine does now.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EnginePhase {
    /// The app is being opened.
    #[default]
    Opening,
    /// The device is being looked at.
    Looking,
    /// The explorer is thinking.
    Thinking,
    /// Nothing happens before the tester asks for it.
    Idle,
    /// A proposal waits for a decision.
    Waiting,
    /// An action is being performed.
    Acting,
    /// The session has ended.
    Ended(EndReason),
}

impl EnginePhase {
    /// The word shown to the tester.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Opening => "opening the app",
            Self::Looking => "looking",
            Self::Thinking => "thinking",
            Self::Idle => "resting",
            Self::Waiting => "waiting for you",
            Self::Acting => "acting",
            Self::Ended(_) => "ended",
        }
    }
}

/// One look at the device and all that followed from it until the next one.
#[derive(Clone, Debug)]
pub struct SessionMoment {
    /// When it was seen, in milliseconds since the session started.
    pub at_ms: u64,
    /// What was seen.
    pub observed: ScreenObserved,
    /// True if this look discovered a structural state.
    pub new_state: bool,
    /// What the explorer asked and found out then, in order.
    pub thoughts: Vec<ExplorerThought>,
    /// What was proposed then, in order; the last one may still wait.
    pub proposals: Vec<ReviewedProposal>,
    /// What was performed.
    pub performed: Option<ActionPerformed>,
    /// What it led to.
    pub learned: Option<TransitionLearned>,
    /// What the action brought to light.
    pub findings: Vec<Finding>,
    /// What the tester wrote down then.
    pub notes: Vec<TesterNote>,
}

/// A proposal with what became of it.
#[derive(Clone, Debug)]
pub struct ReviewedProposal {
    /// The proposal.
    pub proposal: Proposal,
    /// The guard that held it, if one did.
    pub guard: Option<GuardHeld>,
    /// The decision, once there is one.
    pub decided: Option<DecisionMade>,
}

impl ReviewedProposal {
    /// What became of it in one word.
    pub fn word(&self) -> &'static str {
        let Some(decided) = &self.decided else { return "waits" };
        match (&decided.decision.verdict, decided.decision.by) {
            (Verdict::Approve, DecidedBy::Policy) => "auto",
            (Verdict::Approve, DecidedBy::Tester) => "approved",
            (Verdict::ApprovePlan, _) => "plan approved",
            (Verdict::Override { .. }, _) => "overridden",
            (Verdict::Reject { .. }, _) => "rejected",
            (Verdict::Skip, _) => "skipped",
            (Verdict::Stop, _) => "stopped",
        }
    }
}

impl SessionView {
    /// Takes one record in.
    pub fn apply(&mut self, record: &EventRecord) {
        self.at_ms = record.at_ms;
        self.model.apply(&record.event);
        if let Event::ActionsAdded(offered) = &record.event {
            let offers = self.offered.entry(offered.state).or_default();
            offers.extend(offered.actions.iter().cloned());
        }
        match &record.event {
            Event::SessionStarted(started) => {
                self.set_mode(&started.mode);
                self.started = Some(started.clone());
            }
            Event::Resumed(started) => {
                self.set_mode(&started.mode);
                self.phase = EnginePhase::Opening;
            }
            Event::AppOpened(opened) => {
                self.app = Some(opened.clone());
                self.phase = EnginePhase::Looking;
            }
            Event::CharterSet(set) => {
                self.charter = (!set.text.trim().is_empty()).then(|| set.text.clone());
            }
            Event::Discovered(_) => self.discovered = true,
            Event::Observed(observed) => self.observed(record.at_ms, observed),
            Event::Proposed(proposal) => {
                self.phase = EnginePhase::Waiting;
                self.with_moment(|moment| {
                    moment.proposals.push(ReviewedProposal {
                        proposal: proposal.clone(),
                        guard: None,
                        decided: None,
                    });
                });
            }
            Event::GuardHeld(held) => self.with_weighed(held.proposal, |weighed| {
                weighed.guard = Some(held.clone());
            }),
            Event::Decided(decided) => {
                self.phase = if decided.action.is_some() {
                    EnginePhase::Acting
                } else {
                    EnginePhase::Thinking
                };
                self.with_weighed(decided.decision.proposal, |weighed| {
                    weighed.decided = Some(decided.clone());
                });
            }
            Event::Performed(performed) => {
                self.phase = EnginePhase::Looking;
                self.with_moment(|moment| moment.performed = Some(performed.clone()));
            }
            Event::Learned(learned) => {
                // Learned is told after the look that shows what the action led to.
                let before = self.moments.len().checked_sub(2);
                if let Some(moment) = before.and_then(|place| self.moments.get_mut(place)) {
                    moment.learned = Some(learned.clone());
                }
            }
            Event::Found(finding) => {
                self.findings.push(finding.clone());
                self.with_moment(|moment| moment.findings.push(finding.clone()));
            }
            Event::Noted(note) => self.with_moment(|moment| moment.notes.push(note.clone())),
            Event::ModeSet(set) => self.set_mode(&set.mode),
            Event::PathPlanned(way) => self.way = Some(way.clone()),
            Event::Idled(_) => self.phase = EnginePhase::Idle,
            Event::Warned(warned) => self.warnings.push((record.at_ms, warned.clone())),
            Event::Ended(ended) => self.phase = EnginePhase::Ended(ended.reason.clone()),
            Event::Compared(compared) => self.compared(record.at_ms, compared),
            Event::Triaged(triaged) => {
                let labels: Vec<&str> =
                    triaged.steps.iter().map(|step| step.label.as_str()).collect();
                let what = format!("The crash of step {}: {}", triaged.step, triaged.why);
                self.warnings
                    .push((record.at_ms, WarningRaised { what, hint: Some(labels.join(", ")) }));
            }
            other => self.thought(record.at_ms, other),
        }
    }

    /// A recording is performed again: what went otherwise is a message.
    fn compared(&mut self, at_ms: u64, compared: &StepCompared) {
        if matches!(compared.sameness, StepMatch::Same | StepMatch::Near) {
            return;
        }
        let how = compared.sameness.word();
        let what = format!("Step {} of the recording, {how}: {}", compared.recorded, compared.what);
        self.warnings.push((at_ms, WarningRaised { what, hint: None }));
    }

    /// Takes in what the explorer asks and finds out.
    fn thought(&mut self, at_ms: u64, event: &Event) {
        match event {
            Event::Asked(asked) => self.asked(at_ms, asked),
            Event::Retried(retried) => {
                self.with_round(retried.exchange, |round| round.retried.push(retried.clone()));
            }
            Event::Answered(answered) => self.answered(answered),
            Event::Unanswered(unanswered) => self.unanswered(unanswered),
            Event::Checked(checked) => self.with_round(checked.exchange, |round| {
                round.checked = Some(checked.clone());
            }),
            Event::Ruled(ruled) => self.ruled(ruled),
            Event::StatesMerged(merged) => self.with_moment(|moment| {
                moment.think(ThoughtKind::Merged(merged.clone()));
            }),
            Event::ActionsAdded(offered) => self.with_moment(|moment| {
                moment.think(ThoughtKind::Offered(offered.clone()));
            }),
            _ => {}
        }
    }

    fn set_mode(&mut self, mode: &RunMode) {
        if let RunMode::Auto { until } = mode {
            self.auto = Some(until.clone());
        }
        self.mode = Some(mode.clone());
    }

    fn observed(&mut self, at_ms: u64, observed: &ScreenObserved) {
        self.phase = EnginePhase::Thinking;
        self.moments.push(SessionMoment {
            at_ms,
            observed: observed.clone(),
            new_state: std::mem::take(&mut self.discovered),
            thoughts: Vec::new(),
            proposals: Vec::new(),
            performed: None,
            learned: None,
            findings: Vec::new(),
            notes: Vec::new(),
        });
    }

    fn with_moment(&mut self, change: impl FnOnce(&mut SessionMoment)) {
        if let Some(moment) = self.moments.last_mut() {
            change(moment);
        }
    }

    fn with_weighed(
        &mut self,
        id: crate::protocol::ProposalId,
        change: impl FnOnce(&mut ReviewedProposal),
    ) {
        self.with_moment(|moment| {
            if let Some(weighed) =
                moment.proposals.iter_mut().rev().find(|weighed| weighed.proposal.id == id)
            {
                change(weighed);
            }
        });
    }

    /// The proposal that waits for a decision.
    pub fn waiting(&self) -> Option<&ReviewedProposal> {
        if self.phase != EnginePhase::Waiting {
            return None;
        }
        self.moments.last()?.proposals.last().filter(|weighed| weighed.decided.is_none())
    }

    /// True if the target is a voice app: it has no display, it speaks.
    pub fn talks(&self) -> bool {
        match (self.moments.first(), &self.started) {
            (Some(moment), _) => moment.observed.said.is_some(),
            (None, Some(started)) => started.size == DisplaySize::default(),
            (None, None) => false,
        }
    }

    /// The latest moment.
    pub fn latest(&self) -> Option<&SessionMoment> {
        self.moments.last()
    }
}
