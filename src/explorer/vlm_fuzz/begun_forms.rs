//! What was typed is sent before its page is left, wherever on the page the button is
//! ([`crate::explorer::shared::forms::begun`]), and "Next" is pressed again on steps that are alike
//! ([`crate::explorer::shared::going_on`]).

use super::tactic::{FuzzShared, NextStep, Tactic, propose};
use crate::explorer::Situation;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct BegunForms;

impl Tactic for BegunForms {
    fn propose(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let breadth = &mut shared.memory.breadth;
        if let Some(step) = breadth.begun.next(situation).filter(|_| shared.parts.forms) {
            let why = step.why();
            return propose(situation, step.into_action().action, why).map(NextStep::from);
        }
        let (next, why) = breadth.next_step(situation)?;
        propose(situation, next.action, why).map(NextStep::from)
    }
}
