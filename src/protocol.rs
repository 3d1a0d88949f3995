//! What a front end and the engine may say to each other.
//!
//! A front end sends [`Op`]s down; the engine reports [`Event`]s up, each wrapped in a [`EventRecord`]
//! that numbers it. Events are facts, in the order in which they happened; live view, replay and
//! report all fold the same ones. `docs/protocol.md` draws the sequences.

pub mod attack;
pub mod decision;
pub mod event;
pub mod exchange;
mod expectation;
mod function;
pub mod goal;
mod insight;
pub mod note;
pub mod op;
mod repetition;
mod session_span;
mod verdict;

pub use attack::{
    AttackChange, AttackPlan, AttackRequest, AttackWish, ComingInput, DemandedField, FormAttacked,
    GeneratorWritten, InputId, InputResult, RuleTally, TriedInput, TypedField,
};
pub use decision::{
    ActionPlan, Alternative, AutoLimits, DecidedBy, Decision, Proposal, ProposalId, RunMode,
    Verdict,
};
pub use event::{
    AbstractionChanged, ActionOutcome, ActionPerformed, DecisionMade, EngineIdled, Event,
    EventRecord, GuardHeld, ModeChanged, NoteKind, PathPlanned, ScreenObserved, SeededFaultsShown,
    StateDiscovered, TesterNote, TransitionLearned, WarningRaised,
};
pub use exchange::{
    ActionsAdded, CheckComplaint, ExchangeId, FallbackReason, ModelUsage, PartialReply, PromptForm,
    PromptSent, ReplyChecked, ReplyMissing, ReplyReceived, RequestRetried, RulesAnswered,
    StatesMerged,
};
pub use expectation::{Expectation, ExpectationChange, ExpectationChanged, ExpectationRequest};
pub use function::FunctionTested;
pub use goal::{
    ExplorationGoal, GoalAuthor, GoalChange, GoalChanged, GoalId, GoalOutcome, GoalRequest,
    GoalText,
};
pub use insight::NetworkInsight;
pub use note::ExplorerNote;
pub use op::{AskAgain, Op};
pub use repetition::{FindingTriaged, MinimalStep, StepCompared, StepMatch};
pub use session_span::{
    AppOpened, BrowserChoices, CharterSet, EndReason, Obstacle, SessionBranched, SessionEnded,
    SessionStarted,
};
pub use verdict::{FindingVerdict, VerdictGiven};

/// The version of this vocabulary, written into every session.
pub const VERSION: u32 = 1;
