//! What was typed is sent before its page is left, wherever on the page the button is
//! ([`crate::explorer::shared::forms::begun`]).

use super::tactic::{FuzzShared, NextStep, Tactic, propose};
use crate::explorer::Situation;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct BegunForms;

impl Tactic for BegunForms {
    fn propose(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let step = shared.memory.breadth.begun.next(situation).filter(|_| shared.parts.forms)?;
        let why = step.why();
        propose(situation, step.into_action().action, why).map(NextStep::from)
    }
}
