//! A session's log folded into what people and reports ask of it.
//!
//! [`Timeline`] is the one fold of a log's records: moments (one for each observation), steps (by
//! their number), exchanges, and the [`SessionFacts`] of the session as a whole. The terminal UI
//! folds records as they come and up to any place of a recording; reports, exports and evaluation
//! fold a whole log. What asks for the session as a whole only, such as the list of sessions, folds
//! [`SessionFacts`] alone.
//!
//! Taking a record in costs time that grows with the logarithm of the number of steps. Logs may be
//! torn, damaged or made up: numbers are looked up, never counted up to, and what belongs to
//! something that the log lost is left out.

pub mod attack;
pub mod attack_totals;
pub mod exchanges;
pub mod facts;
mod functions;
pub mod moment;
pub mod moments;
pub mod phase;
pub mod question;
pub mod recording;
pub mod step;
pub mod summary;
pub mod timeline;
pub mod totals;

pub use attack::SessionAttack;
pub use attack_totals::AttackTotals;
pub use exchanges::SessionExchanges;
pub use facts::{FindingGroup, SessionFacts};
pub use functions::FunctionSegments;
pub use moment::{ReviewedProposal, SessionMoment};
pub use moments::{MomentGist, MomentList};
pub use phase::EnginePhase;
pub use question::{ExplorerThought, ModelExchange, ModelQuestion, QuestionStatus, ThoughtKind};
pub use recording::SessionRecording;
pub use step::{StepDecision, StepThought, TimelineStep};
pub use summary::{SessionSummary, list};
pub use timeline::Timeline;
pub use totals::ModelTotals;
