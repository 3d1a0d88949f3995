//! The tester's verdicts on findings, folded from events.

use std::collections::BTreeMap;

use crate::protocol::{Event, FindingVerdict};

/// The latest verdict on each group of findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindingVerdicts {
    groups: BTreeMap<String, FindingVerdict>,
}

impl FindingVerdicts {
    /// Takes one event in.
    pub fn apply(&mut self, event: &Event) {
        if let Event::VerdictGiven(given) = event {
            self.groups.insert(given.group.clone(), given.verdict.clone());
        }
    }

    /// The verdict on the findings of `group`, if there is one.
    pub fn of(&self, group: &str) -> Option<&FindingVerdict> {
        self.groups.get(group)
    }

    /// True if `group` is `other`, or was called a duplicate of it: directly, or of one that was.
    pub fn is_duplicate_of(&self, group: &str, other: &str) -> bool {
        let mut at = group;
        // Logs of earlier versions may hold verdicts that lead round in a circle.
        for _ in 0..=self.groups.len() {
            if at == other {
                return true;
            }
            match self.of(at) {
                Some(FindingVerdict::Duplicate { of }) => at = of,
                _ => return false,
            }
        }
        false
    }

    /// True if the findings of `group` count as a fault of their own: they were neither dismissed nor
    /// called duplicates.
    pub fn count(&self, group: &str) -> bool {
        self.of(group).is_none_or(FindingVerdict::counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::VerdictGiven;

    #[test]
    fn duplicates_are_followed_and_a_circle_ends() {
        let mut verdicts = FindingVerdicts::default();
        let mut give = |group: &str, of: &str| {
            let verdict = FindingVerdict::Duplicate { of: of.into() };
            verdicts.apply(&Event::VerdictGiven(VerdictGiven { group: group.into(), verdict }));
            ["a", "b", "c"].map(|other| verdicts.is_duplicate_of("a", other))
        };
        assert_eq!(give("a", "b"), [true, true, false]);
        assert_eq!(give("b", "c"), [true, true, true]);
        assert_eq!(give("b", "a"), [true, true, false], "a circle of an earlier version");
    }

    #[test]
    fn the_latest_verdict_counts() {
        let mut verdicts = FindingVerdicts::default();
        assert!(verdicts.count("g"), "nobody said anything");
        let dismissed = FindingVerdict::Dismissed { reason: "as designed".into() };
        for (verdict, counts) in [
            (dismissed, false),
            (FindingVerdict::Confirmed, true),
            (FindingVerdict::Duplicate { of: "h".into() }, false),
        ] {
            let given = VerdictGiven { group: "g".into(), verdict };
            verdicts.apply(&Event::VerdictGiven(given));
            assert_eq!(verdicts.count("g"), counts);
        }
        assert!(verdicts.count("h"));
    }
}
