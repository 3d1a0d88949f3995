//! What a front end and the engine may say to each other.
//!
//! A front end sends [`Op`]s down; the engine reports [`Event`]s up, each wrapped in a [`Record`]
//! that numbers it. Events are facts, in the order in which they happened; live view, replay and
//! report all fold the same ones. `docs/protocol.md` draws the sequences.

pub mod decision;
pub mod event;
pub mod exchange;
pub mod op;

pub use decision::{Alternative, By, Decision, Mode, Plan, Proposal, ProposalId, Until, Verdict};
pub use event::{
    AppOpened, Branched, CharterSet, Compared, Decided, Discovered, EndReason, Ended, Event,
    GuardHeld, Idled, Learned, MinimalStep, ModeSet, Note, NoteKind, Observed, Obstacle, Outcome,
    Performed, Record, Sameness, SessionStarted, Triaged, Warned, WayPlanned,
};
pub use exchange::{
    Answered, Asked, Checked, Complaint, ExchangeId, Merged, Offered, PromptForm, Retried, Ruled,
    RuledWhy, Streaming, Unanswered, Usage,
};
pub use op::{AskAgain, Op};

/// The version of this vocabulary, written into every session.
pub const VERSION: u32 = 1;
