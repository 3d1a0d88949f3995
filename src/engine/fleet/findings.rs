//! What the workers of a fleet found, each fault once.

use std::sync::Arc;

use crate::domain::Finding;

/// A finding, whoever found it.
#[derive(Clone, Debug)]
pub struct FleetFinding {
    /// The first one of its group.
    pub finding: Arc<Finding>,
    /// Its workers with the step of each, the first one first.
    pub workers: Vec<(usize, u64)>,
}

/// The findings of all workers, one entry for each group, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct FleetFindings(Vec<FleetFinding>);

impl FleetFindings {
    /// Adds what `worker` found; true if nobody had found it before.
    pub fn add(&mut self, worker: usize, finding: &Arc<Finding>) -> bool {
        let Some(known) = self.0.iter_mut().find(|it| it.finding.group == finding.group) else {
            let workers = vec![(worker, finding.step)];
            self.0.push(FleetFinding { finding: Arc::clone(finding), workers });
            return true;
        };
        if !known.workers.iter().any(|(number, _)| *number == worker) {
            known.workers.push((worker, finding.step));
        }
        false
    }

    /// All of them.
    pub fn all(&self) -> &[FleetFinding] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_that_two_workers_find_is_one_finding_of_both() {
        let finding = |group: &str, step| {
            Arc::new(Finding { group: group.into(), step, ..Finding::default() })
        };
        let mut findings = FleetFindings::default();
        let news = [(1, "a", 4), (2, "a", 7), (2, "a", 9), (2, "b", 11)];
        let news = news.map(|(worker, group, step)| findings.add(worker, &finding(group, step)));
        assert_eq!(news, [true, false, false, true]);
        let workers: Vec<_> = findings.all().iter().map(|it| it.workers.as_slice()).collect();
        assert_eq!(workers, [&[(1, 4), (2, 7)][..], &[(2, 11)]]);
    }
}
