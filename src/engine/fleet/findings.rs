//! What the workers of a fleet found, each fault once, and whether it happens on more than one device.

use std::sync::Arc;

use crate::domain::{Finding, FindingConfirmation};
use crate::engine::triage;

/// A finding, whoever found it.
#[derive(Clone, Debug)]
pub struct FleetFinding {
    /// The first one of its group.
    pub finding: Arc<Finding>,
    /// Its workers with the step of each, the first one first.
    pub workers: Vec<(usize, u64)>,
    /// What became of it on the device of another worker.
    pub confirmation: FindingConfirmation,
}

/// The findings of all workers, one entry for each group, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct FleetFindings(Vec<FleetFinding>);

impl FleetFindings {
    /// Adds what `worker` found; true if nobody had found it before.
    pub fn add(&mut self, worker: usize, finding: &Arc<Finding>) -> bool {
        let Some(known) = self.0.iter_mut().find(|it| it.finding.group == finding.group) else {
            let workers = vec![(worker, finding.step)];
            let confirmation = if triage::can_confirm(finding, false) {
                FindingConfirmation::Waiting
            } else {
                FindingConfirmation::Impossible { why: "a model has judged it".into() }
            };
            self.0.push(FleetFinding { finding: Arc::clone(finding), workers, confirmation });
            return true;
        };
        if !known.workers.iter().any(|(number, _)| *number == worker) {
            known.workers.push((worker, finding.step));
            if !known.confirmation.is_confirmed() {
                let how = format!("found there at step {}, too", finding.step);
                known.confirmation = FindingConfirmation::Confirmed { worker, how };
            }
        }
        false
    }

    /// Takes in what became of the finding called `group` on another device. What a worker has found by itself
    /// stays confirmed.
    pub fn confirm(&mut self, group: &str, confirmation: &FindingConfirmation) {
        let known = self.0.iter_mut().find(|it| it.finding.group == group);
        if let Some(known) = known.filter(|it| !it.confirmation.is_confirmed()) {
            known.confirmation = confirmation.clone();
        }
    }

    /// All of them.
    pub fn all(&self) -> &[FleetFinding] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::FindingKind;

    fn crash(group: &str, step: u64) -> Arc<Finding> {
        let group = group.into();
        Arc::new(Finding { kind: FindingKind::Crash, group, step, ..Finding::default() })
    }

    #[test]
    fn a_fault_that_two_workers_find_is_one_finding_of_both() {
        let mut findings = FleetFindings::default();
        let news = [(1, "a", 4), (2, "a", 7), (2, "a", 9), (2, "b", 11)];
        let news = news.map(|(worker, group, step)| findings.add(worker, &crash(group, step)));
        assert_eq!(news, [true, false, false, true]);
        let workers: Vec<_> = findings.all().iter().map(|it| it.workers.as_slice()).collect();
        assert_eq!(workers, [&[(1, 4), (2, 7)][..], &[(2, 11)]]);
        let words: Vec<_> = findings.all().iter().map(|it| it.confirmation.word()).collect();
        assert_eq!(words, ["confirmed", "waiting"], "two workers have two devices");
    }

    #[test]
    fn what_a_second_worker_has_found_stays_confirmed() {
        let mut findings = FleetFindings::default();
        findings.add(1, &crash("a", 4));
        let tried = FindingConfirmation::NotAgain { worker: 2, how: "in 3 tries".into() };
        findings.confirm("a", &tried);
        assert_eq!(findings.all()[0].confirmation, tried);
        findings.add(3, &crash("a", 9));
        findings.confirm("a", &tried);
        assert!(findings.all()[0].confirmation.is_confirmed());
    }
}
