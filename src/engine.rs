//! The step cycle: a pure machine, and the driver that carries its effects out.
//!
//! ```text
//! Observe -> Propose -> Decide -> Act -> Learn -> Observe …
//! ```
//!
//! [`machine::StepMachine`] knows no IO and no clock: it takes one [`EngineInput`] and gives the
//! [`EngineEffect`]s that follow from it. [`driver`] owns the device, the explorer and the log, carries
//! the effects out and feeds the results back. Front ends hold a [`EngineHandle`] and nothing else.

mod dismissed;
pub mod driver;
mod expectations;
pub mod fleet;
pub mod guard;
pub mod handle;
pub mod machine;
mod message;
mod outcome;
mod queries;
pub mod triage;

pub use dismissed::DismissedFinding;
pub use driver::{EngineDriver, EngineError, SessionTotals};
pub use expectations::{PropertyEdit, TesterProperties};
pub use guard::GuardRules;
pub use handle::EngineHandle;
pub use machine::{MachineSetup, RunBudget, StepMachine};
pub use message::{EngineEffect, EngineInput, EngineObservation};
pub use queries::query;
