//! What the moves of one kind did on all screens.

use std::collections::{BTreeSet, HashSet};
use std::ops::Bound;

use super::weights::VlmFuzzWeights;
use crate::domain::StateId;
use crate::explorer::shared::look_alikes::ScreenNumber;

/// What was learned of the moves with one tag, on all screens.
#[derive(Default)]
pub(super) struct TagRecord {
    pub tries: u32,
    /// Tries that changed nothing.
    pub nothing: u32,
    /// Tries that showed something that was seen nowhere before.
    pub news: u32,
    /// How many of them showed what was new by the heading of its page alone.
    headings: u32,
    /// Other states that it led to, at most as many as one proposal looks at.
    pub targets: Vec<StateId>,
    /// States in which it changed no more than the content.
    pub stayed: HashSet<StateId>,
    /// Other screens that it led to.
    pub screens: Vec<ScreenNumber>,
    /// States that have a move with this tag. What is expected of them depends on this record.
    pub users: BTreeSet<StateId>,
    /// The last of them of which the expected yields were outdated.
    outdated_to: Option<StateId>,
}

/// What of a [`TagRecord`] the expected yields depend on.
#[derive(PartialEq)]
pub(super) struct TagFactor {
    pub factor: f64,
    /// The only state that it led to, if there is just one and it did not stay there when it was tried: it leads on
    /// from there, as pages of a row do.
    pub only_target: Option<StateId>,
    /// Each try showed something new.
    pub is_fruitful: bool,
    /// Few enough were tried for a second touch.
    pub second_touch: bool,
}

impl TagRecord {
    /// Nothing was learned yet of what these states have.
    pub fn of(users: BTreeSet<StateId>) -> Self {
        Self { users, ..Self::default() }
    }

    /// Takes in whether a try showed something new. Pages that differ from others in their heading alone are new at
    /// most `by_heading` times: the rest of a long list would be gone through one by one.
    pub fn learn_news(&mut self, news: bool, only_heading: bool, by_heading: u32) {
        let is_heading = news && only_heading;
        self.headings += u32::from(is_heading);
        self.news += u32::from(news && (!is_heading || self.headings <= by_heading));
    }

    /// The states that depend on this record, at most so many: those behind the last of them first.
    pub fn next_users(&mut self, most: usize) -> Vec<StateId> {
        let behind = self.outdated_to.map_or(Bound::Unbounded, Bound::Excluded);
        let rest = self.users.range((behind, Bound::Unbounded));
        let users: Vec<StateId> =
            rest.chain(self.users.iter()).copied().take(most.min(self.users.len())).collect();
        self.outdated_to = users.last().copied();
        users
    }

    pub fn factor(&self, weights: &VlmFuzzWeights) -> TagFactor {
        let (factor, times) = if self.tries == 0 {
            (1.0, 0)
        } else if self.nothing == self.tries {
            (weights.factor_did_nothing, self.tries)
        } else if self.screens.is_empty() {
            (weights.factor_changed_in_place, self.tries - self.news)
        } else if self.screens.len() == 1 {
            (weights.factor_same_target, self.tries)
        } else {
            (weights.factor_several_targets, self.tries - self.news)
        };
        let times = i32::try_from(times.min(weights.factor_tries)).unwrap_or(i32::MAX);
        let only_target = match self.targets.as_slice() {
            [target] if self.nothing < self.tries && !self.stayed.contains(target) => Some(*target),
            _ => None,
        };
        TagFactor {
            factor: factor.powi(times),
            only_target,
            is_fruitful: self.tries > 0 && self.news == self.tries,
            second_touch: self.tries <= weights.switches_touched_twice,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::menu;
    use crate::model::abstraction::state_ids;

    /// 45 topics of a help were pressed one by one, each of which was a page with the same buttons.
    #[test]
    fn pages_that_differ_by_their_heading_are_new_only_a_few_times() {
        let weights = VlmFuzzWeights::default();
        let mut record = TagRecord::default();
        let try_row = |record: &mut TagRecord, only_heading: bool| {
            record.tries += 1;
            record.screens = (0..2).map(ScreenNumber::new).collect();
            record.learn_news(true, only_heading, weights.pages_by_heading);
            record.factor(&weights)
        };
        for _ in 0..weights.pages_by_heading {
            assert!(try_row(&mut record, true).is_fruitful);
        }
        let factors: Vec<f64> = (0..3).map(|_| try_row(&mut record, true).factor).collect();
        assert!(factors.is_sorted_by(|one, next| one > next), "{factors:?}");
        let with_buttons = try_row(&mut record, false);
        assert!((with_buttons.factor - factors[2]).abs() < f64::EPSILON, "new buttons are news");
    }

    /// The boxes of the rows of a list: the first one shows what can be done with the chosen, the others change
    /// nothing there but themselves.
    #[test]
    fn what_stayed_where_it_had_led_leads_on_from_there_no_more() {
        let chosen = state_ids(&menu("Chosen", &["Export"])).structural;
        let weights = VlmFuzzWeights::default();
        let mut record = TagRecord { tries: 1, targets: vec![chosen], ..TagRecord::default() };
        assert_eq!(record.factor(&weights).only_target, Some(chosen));
        record.tries += 1;
        record.stayed.insert(chosen);
        assert_eq!(record.factor(&weights).only_target, None);
    }
}
