//! What the engine reports: one payload struct an event, so that each can grow by itself.

use serde::{Deserialize, Serialize};

use super::attack::{AttackWish, FormAttacked};
use super::decision::{Decision, Proposal, ProposalId, RunMode};
use super::exchange::{
    ActionsAdded, PromptSent, ReplyChecked, ReplyMissing, ReplyReceived, RequestRetried,
    RulesAnswered, StatesMerged,
};
use super::expectation::ExpectationChanged;
use super::function::FunctionTested;
use super::goal::GoalChanged;
use super::repetition::{FindingTriaged, StepCompared};
use super::session_span::{AppOpened, CharterSet, SessionBranched, SessionEnded, SessionStarted};
use super::verdict::VerdictGiven;
use crate::domain::{
    Action, ActionKey, AvailableAction, BlobId, Coverage, CoveredParts, DisplaySize, Finding,
    FunctionNames, ReadQuality, Screen, StateId, StateIds,
};

/// An event with its number and time.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRecord {
    /// Its place in the session, from 0 without gaps.
    pub seq: u64,
    /// When it happened, in milliseconds since the session started.
    pub at_ms: u64,
    /// What happened.
    pub event: Event,
}

/// One fact. The stored form is separate (see [`crate::store::stored`]).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The first event of every session.
    SessionStarted(SessionStarted),
    /// A session that had ended, or was cut off, goes on, with this device and setup.
    Resumed(SessionStarted),
    /// The session begins as another one did, up to a step.
    Branched(SessionBranched),
    /// The app under test is open.
    AppOpened(AppOpened),
    /// The tester said what the session is about.
    CharterSet(CharterSet),
    /// The device was looked at.
    Observed(ScreenObserved),
    /// A structural state was seen for the first time.
    Discovered(StateDiscovered),
    /// What the target measured of itself changed.
    Covered(Coverage),
    /// Parts were covered that had not been before. Workers of a fleet record it, so that what they cover can be
    /// added together.
    PartsCovered(CoveredParts),
    /// Functions of the app's code became known by their names, or ran that had not before.
    FunctionsNamed(FunctionNames),
    /// The wrong results of seeded faults were seen. Only a test bed reports it, for measuring oracles.
    FaultsShown(SeededFaultsShown),
    /// A structural state was taken for the same in meaning as another.
    StatesMerged(StatesMerged),
    /// What tells structural states apart changed.
    AbstractionChanged(AbstractionChanged),
    /// An explorer thought of more that can be done in a state.
    ActionsAdded(ActionsAdded),
    /// The list of goals changed.
    GoalChanged(GoalChanged),
    /// What the tester expects of the app changed.
    ExpectationChanged(ExpectationChanged),
    /// A function of the app was named, or judged.
    FunctionTested(FunctionTested),
    /// A form was attacked with texts.
    Attacked(FormAttacked),
    /// The tester wants something of the attack of a form.
    AttackRequested(AttackWish),
    /// A prompt was sent to a model.
    Asked(PromptSent),
    /// An attempt to get a reply failed and is made again.
    Retried(RequestRetried),
    /// The model replied.
    Answered(ReplyReceived),
    /// No reply came.
    Unanswered(ReplyMissing),
    /// A reply was read and checked.
    Checked(ReplyChecked),
    /// The rules answered a question.
    Ruled(RulesAnswered),
    /// An explorer proposes.
    Proposed(Proposal),
    /// A guard holds the proposal back.
    GuardHeld(GuardHeld),
    /// A proposal was decided; written before anything is performed.
    Decided(DecisionMade),
    /// An action was performed.
    Performed(ActionPerformed),
    /// What the action led to.
    Learned(TransitionLearned),
    /// Something is wrong with the app.
    Found(Finding),
    /// The tester said what a finding is.
    VerdictGiven(VerdictGiven),
    /// The tester wrote something down.
    Noted(TesterNote),
    /// The mode changed.
    ModeSet(ModeChanged),
    /// A known path to a state, or that there is none.
    PathPlanned(PathPlanned),
    /// Nothing is in flight and nothing waits: only the tester can go on.
    Idled(EngineIdled),
    /// Something the tester should know; the run goes on.
    Warned(WarningRaised),
    /// A step of a recording was performed again, or could not be.
    Compared(StepCompared),
    /// The session ended in order. Nothing follows but [`Event::Resumed`], and [`Event::Triaged`] of
    /// what it found.
    Ended(SessionEnded),
    /// A finding was made to happen again after a restart, or could not be.
    Triaged(FindingTriaged),
}

/// For what most events do not tell.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// See [`Event::Observed`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScreenObserved {
    /// Actions performed so far.
    pub step: u64,
    /// Its place in the model.
    pub state: StateIds,
    /// The package in front.
    pub package: String,
    /// Where in the app this is; see [`crate::domain::Screen::location`].
    #[serde(alias = "activity")]
    pub location: String,
    /// The display in its present rotation.
    pub size: DisplaySize,
    /// How much could be read.
    pub reading: ReadQuality,
    /// True if the app was still busy when the wait for idleness ended.
    #[serde(default)]
    pub busy: bool,
    /// How long it showed progress that was waited for before this was seen, in milliseconds slept
    /// by the device; 0 if it showed none, and in logs of older programs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub progress_ms: u64,
    /// The [`crate::domain::Screen`] as JSON.
    pub screen: BlobId,
    /// The picture as PNG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<BlobId>,
    /// The hierarchy as the device told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hierarchy: Option<BlobId>,
    /// What a voice app said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// True if a simulated app gave an output that the app was never recorded giving there: nothing about the app
    /// follows from it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guessed: bool,
    /// How long looking took, in milliseconds.
    pub took_ms: u64,
}

impl ScreenObserved {
    /// `screen`, stored as `blob`, after `step` actions, observed at once. It has neither picture nor
    /// hierarchy.
    pub fn of(step: u64, state: StateIds, screen: &Screen, blob: BlobId) -> Self {
        let spoken = screen.dialogue();
        Self {
            step,
            state,
            package: screen.package.clone(),
            location: screen.location.clone(),
            size: screen.size,
            reading: screen.read_quality.clone(),
            busy: screen.busy,
            progress_ms: 0,
            screen: blob,
            picture: None,
            hierarchy: None,
            said: spoken.map(|spoken| spoken.text.clone()),
            guessed: spoken.is_some_and(|spoken| spoken.guessed),
            took_ms: 0,
        }
    }
}

/// See [`Event::Discovered`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateDiscovered {
    /// The step after which it was seen.
    pub step: u64,
    /// Its structural id.
    pub state: StateId,
    /// What people call it: location and heading.
    pub label: String,
    /// The package it belongs to.
    pub package: String,
    /// Where in the app it is; see [`crate::domain::Screen::location`].
    #[serde(alias = "activity")]
    pub location: String,
    /// The display in the rotation in which it was seen.
    pub size: DisplaySize,
    /// What it offers.
    #[serde(alias = "offers")]
    pub available: Vec<AvailableAction>,
}

impl StateDiscovered {
    /// `state` was first seen on `screen`, after `step` actions.
    pub fn of(
        step: u64,
        state: StateId,
        label: String,
        screen: &Screen,
        available: Vec<AvailableAction>,
    ) -> Self {
        let (package, location) = (screen.package.clone(), screen.location.clone());
        Self { step, state, label, package, location, size: screen.size, available }
    }
}

/// See [`Event::AbstractionChanged`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbstractionChanged {
    /// Actions performed so far.
    pub step: u64,
    /// What changed and why, for the tester.
    pub what: String,
    /// The states that are one with `into` from now on: none of them is observed any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged: Vec<StateId>,
    /// The state that stays; `None` if none was merged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<StateId>,
}

/// See [`Event::GuardHeld`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuardHeld {
    /// The proposal held back.
    pub proposal: ProposalId,
    /// The rule's name.
    pub rule: String,
    /// Why it holds, for the tester.
    pub why: String,
}

/// See [`Event::Decided`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecisionMade {
    /// The decision.
    pub decision: Decision,
    /// The action that is performed now, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// That action's name within the present state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<ActionKey>,
    /// The step that is made now, if any: the number of the action, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
}

/// See [`Event::Performed`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionPerformed {
    /// The step.
    pub step: u64,
    /// For typing: what the field held afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
    /// What the tester should know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Why it could not be done, if it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    /// How long performing took, in milliseconds.
    pub took_ms: u64,
}

/// What an action did to what can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionOutcome {
    /// Nothing at all.
    None,
    /// Content changed within the same structural state.
    Content,
    /// Another structural state of the app.
    Moved,
    /// Another package is in front.
    LeftApp,
    /// The app crashed or hung.
    Crashed,
    /// The action could not be performed.
    Failed,
}

/// See [`Event::Learned`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransitionLearned {
    /// The step.
    pub step: u64,
    /// Where the action was performed (structural).
    pub from: StateId,
    /// The action's name there.
    pub key: ActionKey,
    /// Its name with rows folded.
    pub template: ActionKey,
    /// Where it led (structural).
    pub to: StateId,
    /// What it did.
    pub outcome: ActionOutcome,
}

/// What kind of note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// An observation or idea.
    Note,
    /// The tester found a bug.
    Bug,
}

/// See [`Event::Noted`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TesterNote {
    /// What kind.
    pub kind: NoteKind,
    /// The tester's words.
    pub text: String,
    /// Actions performed so far.
    pub step: u64,
    /// The picture that was on screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<BlobId>,
}

/// See [`Event::ModeSet`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModeChanged {
    /// The new mode.
    pub mode: RunMode,
    /// Why it changed by itself, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// See [`Event::PathPlanned`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathPlanned {
    /// Where to.
    pub to: StateId,
    /// The actions' names in order; `None` if no path is known.
    #[serde(alias = "way")]
    pub path: Option<Vec<ActionKey>>,
}

/// See [`Event::Idled`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineIdled {}

/// See [`Event::Warned`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WarningRaised {
    /// What happened, one sentence.
    pub what: String,
    /// What can be done about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// See [`Event::FaultsShown`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeededFaultsShown {
    /// The step after whose action they were seen.
    pub step: u64,
    /// The ids of the functional faults, in alphabetical order.
    pub faults: Vec<String>,
}
