//! Oracles: what is wrong with an app though nothing crashed.
//!
//! An oracle is given each turn of a session once, in order, and judges it beside the run: it never
//! holds back the next proposal. Crashes are not its business, since the device reports them. What
//! it finds names the steps it is about, so it may come later than they were performed.

pub mod properties;
mod reading;
pub mod registry;
mod rules;
mod turn;
pub mod vision_droid;
mod voice;

use futures_util::future::BoxFuture;

use crate::domain::Finding;
use crate::llm::Asker;

pub use properties::{PropertiesOracle, PropertySet};
pub use registry::{OracleEntry, OracleSettings, UnknownOracle};
pub use rules::{RULES, RuleEntry, RulesOracle};
pub use turn::{JudgedScreen, JudgedStep, JudgedTurn};
pub use vision_droid::VisionDroidOracle;
pub use voice::VoiceOracle;

/// What [`Oracle::judge`] gives: a future of the findings of one turn.
pub type Judging<'a> = BoxFuture<'a, Vec<Finding>>;

/// A judge of what happened.
pub trait Oracle: Send {
    /// What is wrong with `turn`. [`Finding::first`], [`Finding::oracle`] and [`Finding::state`] are
    /// for the caller to set. An oracle whose registry row says that it needs no model must not wait
    /// for anything: its findings are recorded before the next event, so that the same seed gives
    /// the same log.
    fn judge<'a>(&'a mut self, turn: &'a JudgedTurn, asker: &'a mut Asker) -> Judging<'a>;

    /// True if both findings of this oracle are of the same fault. A run reports the second as a
    /// repetition of the first, and a triage takes it for the first one happening again.
    fn same(&self, one: &Finding, other: &Finding) -> bool {
        one.group == other.group
    }

    /// True if performing the same actions again can show whether `finding` is a fault.
    fn can_confirm(&self, _finding: &Finding) -> bool {
        true
    }
}
