//! What the tester asks for.

use std::sync::Arc;

use super::{CyclePhase, EngineEffect, NOTES_FOR_EXPLORER, StepMachine, emit, proposal};
use crate::domain::Action;
use crate::engine::dismissed::DismissedFinding;
use crate::explorer::ExplorerProposal;
use crate::model::abstraction::key_among;
use crate::oracle::PropertySet;
use crate::protocol::{
    AttackRequest, AttackWish, CharterSet, DecidedBy, Decision, EndReason, Event,
    ExpectationRequest, ExplorationGoal, FindingVerdict, GoalAuthor, GoalChange, GoalChanged,
    GoalId, GoalRequest, ModeChanged, NoteKind, Op, RunMode, TesterNote, Verdict, VerdictGiven,
    WarningRaised,
};

impl StepMachine {
    pub(super) fn op(&mut self, op: Op, now_ms: u64) -> Vec<EngineEffect> {
        match op {
            Op::Decide(decision) => self.decide(decision),
            Op::Do { action } => self.do_testers_action(action),
            Op::SetMode { mode } => self.set_mode(mode, now_ms),
            Op::Step => self.step_once(),
            Op::Pause => self.pause(now_ms),
            Op::Look => self.observe_again(),
            Op::PlanPath { to } => vec![EngineEffect::FindPath { to, go: false }],
            Op::Go { to } => vec![EngineEffect::FindPath { to, go: true }],
            Op::Note { kind, text } => vec![self.note(kind, text)],
            Op::Charter { text } => {
                self.charter = (!text.trim().is_empty()).then(|| text.clone());
                vec![emit(Event::CharterSet(CharterSet { text }))]
            }
            Op::Attack { request } => self.attack(request),
            Op::ChangeGoal(request) => vec![self.change_goal(request)],
            Op::ChangeExpectation(request) => self.change_expectation(request),
            Op::GiveVerdict { group, verdict } => vec![self.give_verdict(group, verdict)],
            Op::AskAgain(again) => vec![EngineEffect::AskAgain(Box::new(again))],
            Op::Quit => {
                let mut effects = vec![EngineEffect::Cancel];
                effects.extend(self.end(EndReason::Tester));
                effects
            }
        }
    }

    /// Hands the tester's wish to the explorer. What it proposed, or thinks about, was chosen without
    /// knowing of it, so it proposes anew.
    fn attack(&mut self, request: AttackRequest) -> Vec<EngineEffect> {
        let wish = AttackWish { step: self.step, request: request.clone() };
        Arc::make_mut(&mut self.attack_requests).push(request);
        let mut effects = vec![emit(Event::AttackRequested(wish))];
        match &self.phase {
            CyclePhase::Proposing => effects.extend([EngineEffect::Cancel, EngineEffect::Propose]),
            CyclePhase::Deciding(waiting) => {
                let (proposal, verdict) = (waiting.id, Verdict::Skip);
                let skip = Decision { proposal, by: DecidedBy::Tester, verdict };
                effects.extend(self.decide(skip));
                // It was not refused for what it is.
                self.forget_refusals_in_a_row();
            }
            _ => {}
        }
        effects
    }

    fn change_goal(&mut self, request: GoalRequest) -> EngineEffect {
        let change = match request {
            GoalRequest::Add { text } => {
                self.goals += 1;
                GoalChange::Added(ExplorationGoal {
                    // Those of an explorer are even.
                    id: GoalId(2 * self.goals + 1),
                    author: GoalAuthor::Tester,
                    text,
                    why: String::new(),
                    state: None,
                    begin: Vec::new(),
                    texts: Vec::new(),
                })
            }
            GoalRequest::Edit { id, text } => GoalChange::Edited { id, text },
            GoalRequest::Drop { id } => GoalChange::Dropped { id },
            GoalRequest::Move { id, to } => GoalChange::Moved { id, to },
        };
        emit(Event::GoalChanged(GoalChanged { step: self.step, change }))
    }

    /// Takes in what the tester expects. It is checked from the next turn on.
    fn change_expectation(&mut self, request: ExpectationRequest) -> Vec<EngineEffect> {
        match self.properties.change(request, self.step) {
            Ok((changed, edit)) => vec![
                EngineEffect::EditProperties(Box::new(edit)),
                emit(Event::ExpectationChanged(changed)),
            ],
            Err(what) => vec![emit(Event::Warned(WarningRaised { what, hint: None }))],
        }
    }

    /// The tester's own action: an override of what waits, else a proposal of the tester's.
    fn do_testers_action(&mut self, action: Action) -> Vec<EngineEffect> {
        self.path.clear();
        self.approved_plan = None;
        let mut effects = match &self.phase {
            CyclePhase::Deciding(waiting) => {
                let verdict = Verdict::Override { action };
                return self.decide(Decision {
                    proposal: waiting.id,
                    by: DecidedBy::Tester,
                    verdict,
                });
            }
            CyclePhase::Proposing => vec![EngineEffect::Cancel],
            CyclePhase::Idle => Vec::new(),
            _ => {
                let what = "The engine is busy with another action; try again after it.".to_owned();
                return vec![emit(Event::Warned(WarningRaised { what, hint: None }))];
            }
        };
        let Some(observation) = &self.observation else { return effects };
        let (key, _) = key_among(&observation.available, &observation.screen, &action);
        let proposed = ExplorerProposal::of(action, key, "The tester's own choice.");
        let proposal = proposal(self, proposed, "tester".into());
        effects.push(emit(Event::Proposed(proposal.clone())));
        let id = proposal.id;
        self.phase = CyclePhase::Deciding(Box::new(proposal));
        let verdict = Verdict::Approve;
        effects.extend(self.decide(Decision { proposal: id, by: DecidedBy::Tester, verdict }));
        effects
    }

    fn set_mode(&mut self, mode: RunMode, now_ms: u64) -> Vec<EngineEffect> {
        if mode == self.mode {
            return Vec::new();
        }
        self.mode = mode;
        self.approved_plan = None;
        self.stops = self.stops_from_mode(now_ms);
        let mut effects =
            vec![emit(Event::ModeSet(ModeChanged { mode: self.mode.clone(), why: None }))];
        match (&self.mode, &self.phase) {
            (RunMode::Auto { .. }, CyclePhase::Deciding(waiting)) if !self.setup.attended => {
                // The tester joined and leaves: nobody says that this was seen.
                let waiting = (**waiting).clone();
                effects.extend(self.decide_or_wait(waiting, None));
            }
            (RunMode::Auto { .. }, CyclePhase::Deciding(waiting)) => {
                // By the tester: whoever starts auto has seen what waits, a guard's stop included.
                let verdict = Verdict::Approve;
                let decision = Decision { proposal: waiting.id, by: DecidedBy::Tester, verdict };
                effects.extend(self.decide(decision));
            }
            (RunMode::Auto { .. } | RunMode::Approve, CyclePhase::Idle) => {
                effects.extend(self.next());
            }
            _ => {}
        }
        effects
    }

    fn step_once(&mut self) -> Vec<EngineEffect> {
        if self.phase != CyclePhase::Idle {
            return Vec::new();
        }
        self.phase = CyclePhase::Proposing;
        vec![EngineEffect::Propose]
    }

    /// Back to deciding by hand. An explorer that is still thinking is stopped; what it would have
    /// proposed is asked for again when the tester goes on.
    fn pause(&mut self, now_ms: u64) -> Vec<EngineEffect> {
        self.path.clear();
        self.approved_plan = None;
        let mut effects = Vec::new();
        if matches!(self.mode, RunMode::Auto { .. }) {
            effects.extend(self.set_mode(RunMode::Approve, now_ms));
        }
        if self.phase == CyclePhase::Proposing {
            effects.extend([EngineEffect::Cancel, self.idle()]);
        }
        effects
    }

    fn observe_again(&mut self) -> Vec<EngineEffect> {
        match &self.phase {
            CyclePhase::Idle => {
                self.phase = CyclePhase::Observing;
                vec![EngineEffect::Observe]
            }
            CyclePhase::Proposing => {
                self.phase = CyclePhase::Observing;
                vec![EngineEffect::Cancel, EngineEffect::Observe]
            }
            CyclePhase::Deciding(waiting) => {
                // The proposal was made for another screen, perhaps; it is skipped.
                let skip = Decision {
                    proposal: waiting.id,
                    by: DecidedBy::Tester,
                    verdict: Verdict::Skip,
                };
                let mut effects = self.decide(skip);
                effects.retain(|effect| *effect != EngineEffect::Propose);
                self.phase = CyclePhase::Observing;
                self.forget_refusals_in_a_row();
                effects.push(EngineEffect::Observe);
                effects
            }
            _ => Vec::new(),
        }
    }

    /// The tester's verdict on the findings of `group`, taken in any phase. Duplicates must lead to a
    /// finding that is none: else a fault would be counted nowhere.
    fn give_verdict(&mut self, group: String, verdict: FindingVerdict) -> EngineEffect {
        let warned =
            |what: &str| emit(Event::Warned(WarningRaised { what: what.to_owned(), hint: None }));
        if !self.groups.contains(&group) {
            return warned("There is no such finding in this session.");
        }
        if let FindingVerdict::Duplicate { of } = &verdict {
            if *of == group || !self.groups.contains(of) {
                return warned("A finding can only be a duplicate of another one of this session.");
            }
            if self.verdicts.is_duplicate_of(of, &group) {
                return warned("The other finding is called a duplicate of this one already.");
            }
        }
        let given = Event::VerdictGiven(VerdictGiven { group, verdict });
        self.verdicts.apply(&given);
        emit(given)
    }

    fn note(&mut self, kind: NoteKind, text: String) -> EngineEffect {
        self.notes.push_back(text.clone());
        if self.notes.len() > NOTES_FOR_EXPLORER {
            self.notes.pop_front();
        }
        let picture = self.observation.as_ref().and_then(|observation| observation.picture.clone());
        emit(Event::Noted(TesterNote { kind, text, step: self.step, picture }))
    }

    /// Goes by the properties of `file` from now on, and by what was stated in the session.
    pub fn use_properties(&mut self, file: Arc<PropertySet>) {
        self.properties = std::mem::take(&mut self.properties).on(file);
    }

    /// Dismisses these findings at once, for the reasons they were dismissed for.
    pub fn use_dismissed(&mut self, dismissed: Vec<DismissedFinding>) {
        self.dismissed = dismissed;
    }

    /// True if the tester has stated something that is expected now.
    pub fn has_expectations(&self) -> bool {
        self.properties.has_stated()
    }

    /// What the tester knows of the app.
    pub const fn properties(&self) -> &Arc<PropertySet> {
        self.properties.set()
    }
}
