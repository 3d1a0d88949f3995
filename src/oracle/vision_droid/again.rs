//! The Detector once more: does a function show the same bug if it is performed again from a restart?

use super::course::{self, CourseStep, LONGEST};
use super::{Detector, claims};
use crate::domain::{Finding, FindingClaim, FindingSteps};
use crate::llm::Asker;
use crate::oracle::{JudgedTurn, Judging, Oracle, OracleSettings};

/// Judges the function of a suspicion that names no words, so that code cannot check it: once the same action has
/// led to a page of the same name, the Detector is asked about the steps that were performed now. It is told nothing
/// of what was suspected, and must find a bug of the same category after that action, or before it on the same page.
pub struct AgainOracle {
    finding: Finding,
    claim: FindingClaim,
    detector: Detector,
    /// How many steps of the function there were.
    length: usize,
    course: Vec<CourseStep>,
}

impl AgainOracle {
    /// One for what `finding` claims; `None` if no model has claimed it, or it is of no category.
    pub fn of(finding: &Finding, settings: &OracleSettings) -> Option<Self> {
        let claim = (**finding.claim.as_ref()?).clone();
        if finding.category.is_empty() {
            return None;
        }
        let FindingSteps { from, .. } = finding.steps.unwrap_or_default();
        let length = usize::try_from(finding.step.saturating_sub(from) + 1).unwrap_or(LONGEST);
        Some(Self {
            finding: finding.clone(),
            claim,
            detector: Detector::new(settings),
            length: length.min(LONGEST),
            course: Vec::new(),
        })
    }

    async fn findings(&mut self, turn: &JudgedTurn, asker: &mut Asker) -> Vec<Finding> {
        self.course.extend(CourseStep::of(turn));
        if !claims::is_there_again(&self.claim, turn) {
            return Vec::new();
        }
        let first = self.course.len().saturating_sub(self.length);
        let steps = self.course.get(first..).unwrap_or_default();
        let app = &turn.after.screen.package;
        let verdict =
            self.detector.verdict(turn.step, &self.claim.function, steps, app, asker).await;
        let bugs = verdict.map(|verdict| verdict.bugs).unwrap_or_default();
        // Each bug is told once, where it is seen first: on another way it may be seen before.
        let is_there = |step: u64| {
            let mut known = steps.iter().filter(|known| known.step == step);
            known.any(|at| course::page(&at.after) == self.claim.page)
        };
        let is_same =
            bugs.iter().any(|bug| bug.category == self.finding.category && is_there(bug.step));
        let finding = Finding { step: turn.step, ..self.finding.clone() };
        is_same.then_some(finding).into_iter().collect()
    }
}

impl Oracle for AgainOracle {
    fn judge<'a>(&'a mut self, turn: &'a JudgedTurn, asker: &'a mut Asker) -> Judging<'a> {
        Box::pin(self.findings(turn, asker))
    }
}
