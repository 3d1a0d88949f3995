//! Oracles: what is wrong with an app though nothing crashed.
//!
//! An oracle is told each turn once, in order, and judges by what was said and done. Crashes are
//! not its business: the device tells them.

mod voice;

use crate::domain::{Action, Finding, FindingKind, Screen};

pub use voice::VoiceOracle;

/// An action and what it led to.
#[derive(Clone, Copy, Debug)]
pub struct JudgedTurn<'a> {
    /// The step: actions performed so far.
    pub step: u64,
    /// What was done; `None` for the opening.
    pub action: Option<&'a Action>,
    /// What was there before.
    pub before: Option<&'a Screen>,
    /// What is there now.
    pub after: &'a Screen,
}

/// All oracles of a session.
#[derive(Debug, Default)]
pub struct OracleSet {
    voice: VoiceOracle,
}

impl OracleSet {
    /// What is wrong with `turn`; [`Finding::first`] is for the caller to set.
    pub fn judge(&mut self, turn: JudgedTurn<'_>) -> Vec<Finding> {
        match turn.after.dialogue() {
            Some(_) => self.voice.judge(turn),
            None => Vec::new(),
        }
    }
}

/// A functional bug.
fn bug(step: u64, title: String, group: String, detail: String) -> Finding {
    Finding { kind: FindingKind::Bug, title, group, step, first: false, detail }
}
