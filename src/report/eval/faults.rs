//! Seeded functional faults: how many of them a run reached, and what its oracles reported.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use crate::domain::Finding;
use crate::session::SessionFacts;

/// What one run did with the seeded functional faults of its target: those that neither crash nor hang
/// the app. Crashes are counted as coverage, since the device reports them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionalFaults {
    /// The faults that are enabled.
    pub seeded: u64,
    /// Those whose wrong result was seen: the target reports it.
    pub reached: u64,
    /// Those that a finding is about. A finding counts for one fault at most.
    pub found: u64,
    /// Findings, one for each group, that are about no fault.
    pub false_alarms: u64,
}

impl FunctionalFaults {
    /// Compares the findings of a session with what its target reported; `None` if the target does not
    /// know its faults.
    ///
    /// A finding is about a fault if the wrong result of the fault was seen after one of the steps that
    /// the finding names. Findings of crashes and hangs are left out.
    pub fn of(facts: &SessionFacts) -> Option<Self> {
        let seeded = seeded(facts)?;
        let reached: BTreeSet<&str> =
            facts.shown_faults.iter().map(|(_, fault)| fault.as_str()).collect();
        let mut matches: HashMap<&str, Vec<&str>> = HashMap::new();
        for finding in &facts.findings {
            matches.entry(&finding.group).or_default().extend(faults_at(facts, finding));
        }
        let mut found = BTreeSet::new();
        let mut false_alarms = 0;
        for group in facts.groups.iter().filter(|group| !group.first.kind.is_crash()) {
            let matched = matches.get(group.first.group.as_str()).map_or(&[][..], Vec::as_slice);
            if matched.is_empty() {
                false_alarms += 1;
            } else if let Some(new) = matched.iter().find(|fault| !found.contains(*fault)) {
                found.insert(*new);
            }
        }
        Some(Self {
            seeded,
            reached: reached.len() as u64,
            found: found.len() as u64,
            false_alarms,
        })
    }
}

/// The functional faults that are enabled: all faults without those that crash or hang the app.
fn seeded(facts: &SessionFacts) -> Option<u64> {
    facts.measured.iter().rev().find_map(|(_, coverage)| {
        let total = |kind| coverage.get(kind).map(|count| count.total);
        Some(total("faults")?.saturating_sub(total("crashes")?))
    })
}

/// The faults whose wrong results were seen after the steps of `finding`, in order.
fn faults_at<'a>(facts: &'a SessionFacts, finding: &Finding) -> impl Iterator<Item = &'a str> {
    let steps = finding.steps();
    let evidence: BTreeSet<u64> = finding.evidence.iter().map(|evidence| evidence.step).collect();
    let last = finding.step;
    facts.shown_faults.iter().filter_map(move |(step, fault)| {
        let named = (steps.from..=steps.to).contains(step) || evidence.contains(step);
        (named || *step == last).then_some(fault.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Coverage, CoverageCount, FindingEvidence, FindingKind, FindingSteps};
    use crate::protocol::{Event, EventRecord, SeededFaultsShown};

    /// A session on a target with five faults, one of which is a crash.
    fn faults(events: Vec<Event>) -> Option<FunctionalFaults> {
        let count = |total| CoverageCount { covered: 0, total };
        let coverage = [("crashes".to_owned(), count(1)), ("faults".to_owned(), count(5))];
        let measured = Event::Covered(Coverage::from(coverage));
        let records = [measured].into_iter().chain(events).zip(0..);
        let records = records.map(|(event, seq)| EventRecord { seq, at_ms: 0, event });
        FunctionalFaults::of(&SessionFacts::of(&records.collect::<Vec<_>>()))
    }

    fn shown(step: u64, faults: &[&str]) -> Event {
        let faults = faults.iter().map(|fault| (*fault).to_owned()).collect();
        Event::FaultsShown(SeededFaultsShown { step, faults })
    }

    fn finding(group: &str, step: u64) -> Finding {
        Finding { kind: FindingKind::Bug, group: group.into(), step, ..Finding::default() }
    }

    fn counts(faults: Option<FunctionalFaults>) -> [u64; 4] {
        let FunctionalFaults { seeded, reached, found, false_alarms } = faults.unwrap();
        [seeded, reached, found, false_alarms]
    }

    #[test]
    fn a_target_that_does_not_know_its_faults_gives_no_figures() {
        assert_eq!(FunctionalFaults::of(&SessionFacts::default()), None);
    }

    #[test]
    fn a_finding_is_about_what_was_seen_after_its_steps() {
        let mut later = finding("evidence", 9);
        later.evidence = vec![FindingEvidence { step: 3, ..FindingEvidence::default() }];
        let mut long = finding("steps", 8);
        long.steps = Some(FindingSteps { from: 6, to: 8 });
        let events = vec![
            shown(1, &["a"]),
            Event::Found(finding("at once", 1)),
            shown(3, &["b"]),
            shown(7, &["c"]),
            shown(20, &["d"]),
            Event::Found(later),
            Event::Found(long),
            Event::Found(finding("nothing was wrong there", 10)),
        ];
        assert_eq!(counts(faults(events)), [4, 4, 3, 1]);
    }

    #[test]
    fn a_group_counts_once_and_for_one_fault() {
        let mut wide = finding("wide", 9);
        wide.steps = Some(FindingSteps { from: 0, to: 9 });
        let both = vec![shown(1, &["a"]), shown(2, &["b"]), Event::Found(wide)];
        assert_eq!(counts(faults(both.clone())), [4, 2, 1, 0]);
        let second = [both, vec![Event::Found(finding("other", 1))]].concat();
        assert_eq!(counts(faults(second)), [4, 2, 1, 0], "the same fault twice is no false alarm");
        let repeated = vec![
            Event::Found(finding("g", 1)),
            Event::Found(finding("g", 2)),
            shown(4, &["a"]),
            Event::Found(finding("g", 4)),
        ];
        assert_eq!(counts(faults(repeated)), [4, 1, 1, 0], "one of them is right");
        let wrong = vec![Event::Found(finding("g", 1)), Event::Found(finding("g", 2))];
        assert_eq!(counts(faults(wrong)), [4, 0, 0, 1]);
    }

    #[test]
    fn crashes_are_neither_found_nor_false() {
        let crash = Finding { kind: FindingKind::Crash, ..finding("crash", 1) };
        let events = vec![shown(1, &["a"]), Event::Found(crash)];
        assert_eq!(counts(faults(events)), [4, 1, 0, 0]);
    }

    #[test]
    fn steps_in_the_wrong_order_name_only_the_last_one() {
        let mut finding = finding("g", 5);
        finding.steps = Some(FindingSteps { from: 9, to: 2 });
        let events = vec![shown(4, &["a"]), shown(5, &["b"]), Event::Found(finding)];
        assert_eq!(counts(faults(events)), [4, 2, 1, 0]);
    }
}
