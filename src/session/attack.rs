//! The attack of a form, as the tester watches it: the latest one of a session.

use crate::protocol::{
    AttackChange, AttackPlan, FormAttacked, GeneratorWritten, InputResult, TriedInput,
};

/// An attack that goes on, or has ended.
#[derive(Clone, Debug, Default)]
pub struct SessionAttack {
    /// Where the form is.
    pub form: String,
    /// What is known and what comes next, if that was told.
    pub plan: AttackPlan,
    /// What a model wrote, in order.
    pub generators: Vec<GeneratorWritten>,
    /// The inputs that were sent, in order.
    pub tried: Vec<TriedInput>,
    /// The classes of crashing inputs, each with its rule.
    pub classes: Vec<(String, String)>,
    /// Why it ended; `None` while it goes on.
    pub ended: Option<String>,
}

impl SessionAttack {
    /// Takes in what happened: in this attack, or in the one that follows it.
    pub fn apply(&mut self, attacked: &FormAttacked) {
        match &attacked.change {
            AttackChange::Begun { .. } => {
                *self = Self { form: attacked.form.clone(), ..Self::default() };
            }
            AttackChange::Planned(plan) => self.plan.clone_from(plan),
            AttackChange::GeneratorWritten(written) => self.generators.push(written.clone()),
            AttackChange::Tried(tried) => self.tried.push(tried.clone()),
            AttackChange::Minimised { rule, class } => {
                self.classes.push((rule.clone(), class.clone()));
            }
            AttackChange::Ended { why, .. } => self.ended = Some(why.clone()),
        }
    }

    /// How many inputs crashed the app.
    pub fn crashes(&self) -> usize {
        self.tried.iter().filter(|tried| tried.result == InputResult::Crashed).count()
    }
}
