//! What an action is expected to yield by what its look-alikes did.

use super::{AlikeLead, LookAlike, LookAlikes};

/// More tries without effect say nothing more.
const MOST_IDLE: u32 = 5;

impl LookAlikes {
    /// What an untried action is expected to yield, from 0 to 1, if nothing but its kind promised
    /// `own`.
    pub(in crate::explorer) fn expected(&self, alike: LookAlike, own: f64) -> f64 {
        let left = if self.is_refused(alike) { self.weights.refused } else { 1.0 };
        left * self.expected_if_allowed(alike, own)
    }

    fn expected_if_allowed(&self, alike: LookAlike, own: f64) -> f64 {
        let weights = &self.weights;
        if alike.leads == AlikeLead::Away {
            return own * weights.away;
        }
        match self.leads_to_seen(alike) {
            Some(false) => self.expected_of_class(alike, own + (1.0 - own) * weights.unseen_place),
            Some(true) if !matches!(alike.leads, AlikeLead::OneOf(_)) => {
                self.expected_of_class(alike, own) * weights.seen_place
            }
            _ => self.expected_of_class(alike, own),
        }
    }

    /// The same, wherever it leads.
    fn expected_of_class(&self, alike: LookAlike, own: f64) -> f64 {
        let weights = &self.weights;
        let record = &self.records[alike.class];
        let group = self.groups.of(alike.group);
        let others = self.families.of(alike.family).without(group);
        let trust = if self.counts_code() { weights.trust_with_code } else { 1.0 };
        let class_trust = weights.class_trust * trust;
        let by_gesture = alike.gesture.map_or(own, |gesture| {
            let anywhere = self.gestures.get(&gesture).copied().unwrap_or_default();
            let elsewhere = anywhere.without(self.families.of(alike.family));
            elsewhere.mean(own, weights.gesture_trust * trust)
        });
        let by_family = others.mean(by_gesture, weights.family_trust * trust);
        let by_group = group.mean(by_family, weights.group_trust * trust);
        if !self.is_tried(alike) {
            let (_, idle) = self.idle.of(alike);
            let idle = idle.saturating_sub(weights.idle_group).min(MOST_IDLE);
            return by_group * weights.idle_group_left.powi(idle.cast_signed());
        }
        if self.tries_here(alike) == 0 {
            return record.first.mean(by_group, class_trust).min(1.0) * weights.elsewhere;
        }
        if alike.is_row {
            let left = by_group * weights.another_row;
            return record.later.mean(left, class_trust);
        }
        record.later.mean(own * weights.same_screen, class_trust)
    }

    /// Why [`Self::expected`] is what it is, as a clause.
    pub(in crate::explorer) fn why(&self, alike: LookAlike) -> &'static str {
        if self.is_refused(alike) {
            "one like it was refused"
        } else if alike.leads == AlikeLead::Away {
            "it leads away from the app"
        } else if self.leads_to_seen(alike) == Some(false) {
            "it leads to a page that was not seen"
        } else if !self.is_tried(alike) {
            "nothing of its kind was tried anywhere"
        } else if self.tries_here(alike) == 0 {
            "its kind was tried on other screens only"
        } else if alike.is_row {
            "another row of a list"
        } else {
            "its kind was tried on such a screen"
        }
    }
}
