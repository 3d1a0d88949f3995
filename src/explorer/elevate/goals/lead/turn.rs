//! Who leads. The model does once the rules and its goals show little, as long as it shows half of what they would; else they do for a
//! while, for longer each time, and as long as they show more than it did. After many steps of the rules the model leads again as at first.

use std::collections::VecDeque;

use crate::explorer::elevate::ElevateWeights;

/// See the module.
#[derive(Debug, Default)]
pub struct ModelLead {
    is_on: bool,
    /// What its latest steps showed, in states.
    shown: VecDeque<f64>,
    /// It does not begin before this step.
    from: u64,
    /// How often in a row it ended without having paid.
    failed: u32,
    /// What a step of it showed when it ended last, in states.
    ended_with: Option<f64>,
    /// From this step on it does not matter any more what it showed then.
    again_from: u64,
}

/// What is shown while the model does not lead.
#[derive(Clone, Copy, Debug)]
pub struct YieldWithoutLead {
    /// In how many of the latest steps of the rules and of goals, and of how many, something new was shown.
    pub seen: (usize, usize),
    /// What the rules are expected to show in the next step, in states.
    pub rate: f64,
}

impl ModelLead {
    /// True if the model leads in `step`.
    pub fn is_on(&mut self, step: u64, shown: &YieldWithoutLead, weights: &ElevateWeights) -> bool {
        let (new, of) = shown.seen;
        if !self.is_on {
            let ended_with = self.ended_with.filter(|_| step < self.again_from);
            let bar = ended_with.map_or(weights.lead_below, |rate| rate.max(weights.lead_least));
            let little = of >= weights.goal_window && (new as f64) <= bar * of as f64;
            self.is_on = little && step >= weights.lead_first.max(self.from);
            return self.is_on;
        }
        let paid = self.rate() >= weights.lead_least.max(shown.rate * weights.lead_share);
        let least = if self.failed == 0 { weights.lead_window } else { weights.lead_trial };
        if paid && self.shown.len() >= weights.lead_window {
            self.failed = 0;
        }
        if !paid && self.shown.len() >= least {
            let times = weights.lead_rest_growth.saturating_pow(self.failed);
            let after = |steps: u64| step.saturating_add(steps.saturating_mul(times));
            self.from = after(weights.lead_rest);
            self.again_from = after(weights.lead_again);
            self.failed = self.failed.saturating_add(1);
            self.is_on = false;
            self.ended_with = Some(self.rate());
            self.shown.clear();
        }
        self.is_on
    }

    /// True once the model has begun to lead, also while it rests.
    pub const fn has_begun(&self) -> bool {
        self.is_on || self.ended_with.is_some()
    }

    /// Takes in what a step of the model's lead showed, in states.
    pub fn showed(&mut self, states: f64, weights: &ElevateWeights) {
        self.shown.push_back(states);
        while self.shown.len() > weights.lead_window {
            self.shown.pop_front();
        }
    }

    fn rate(&self) -> f64 {
        self.shown.iter().sum::<f64>() / self.shown.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps, of `count`, in which the model leads, if each of its steps shows `own` states and one of the rules `rules`.
    fn led(own: f64, rules: f64, count: u64) -> u64 {
        let weights = ElevateWeights::default();
        let mut lead = ModelLead::default();
        let led = (0..count).filter(|step| {
            let of = weights.goal_window;
            let new = (rules * of as f64) as usize;
            let rules = YieldWithoutLead { seen: (new, of), rate: rules };
            let is_on = lead.is_on(*step + weights.lead_first, &rules, &weights);
            if is_on {
                lead.showed(own, &weights);
            }
            is_on
        });
        led.count().try_into().unwrap()
    }

    #[test]
    fn a_model_leads_while_it_shows_more_than_the_rules() {
        assert_eq!(led(0.3, 0.1, 100), 100);
        assert_eq!(led(0.3, 0.5, 100), 0, "the rules show much");
    }

    #[test]
    fn one_that_shows_nothing_leads_for_a_few_steps() {
        let steps = led(0.0, 0.1, 100);
        assert!((6..30).contains(&steps), "{steps}");
    }

    #[test]
    fn little_is_seen_of_the_rules_before() {
        let weights = ElevateWeights::default();
        let is_on = |step, of| {
            let rules = YieldWithoutLead { seen: (0, of), rate: 0.0 };
            ModelLead::default().is_on(step, &rules, &weights)
        };
        assert!(!is_on(99, 3) && !is_on(weights.lead_first - 1, 10) && is_on(99, 10));
    }

    /// On an app of others the model showed five screens in forty steps, the rules, in a run of their own, eighteen.
    #[test]
    fn after_a_lead_the_rules_go_on_while_they_show_more_than_it_did() {
        let weights = ElevateWeights::default();
        let again = |new| {
            let mut lead = ModelLead::default();
            let mut rules = YieldWithoutLead { seen: (0, 10), rate: 0.2 };
            let steps = weights.lead_first..weights.lead_first + 100;
            let over = steps.into_iter().find(|step| {
                let is_on = lead.is_on(*step, &rules, &weights);
                lead.showed(if step % 10 == 0 { 1.0 } else { 0.0 }, &weights);
                !is_on
            });
            let over = over.unwrap();
            rules.seen = (new, 10);
            let on = (over..over + 100).find(|step| lead.is_on(*step, &rules, &weights));
            on.map(|step| step - over)
        };
        let [soon, late] = [0, 1].map(again);
        assert!(soon.is_some_and(|steps| steps < 40), "{soon:?}");
        assert!(late.is_some_and(|steps| steps >= 40), "{late:?}");
        assert_eq!(again(6), None, "the rules show much");
    }
}
