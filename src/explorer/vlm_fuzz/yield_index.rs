//! What is expected of each known screen, kept up to date by each transition, so that no proposal
//! ranks all screens.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::weights::VlmFuzzWeights;
use crate::domain::StateId;

/// The expected yields of the moves of one screen, the best first.
struct ScreenYields {
    yields: Vec<f64>,
    /// The yield of each step, on average, if the screen is as far away as one to which no path is
    /// known.
    far: FiniteRate,
}

/// A rate that can be ordered. Rates are never negative, so their bits are ordered as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FiniteRate(u64);

impl FiniteRate {
    const fn new(rate: f64) -> Self {
        Self(rate.to_bits())
    }

    const fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// See the module.
pub(super) struct YieldIndex {
    weights: Arc<VlmFuzzWeights>,
    screens: HashMap<StateId, ScreenYields>,
    /// All screens on which something is left, by their rate from far away, the best first.
    ranking: BTreeSet<(Reverse<FiniteRate>, StateId)>,
    /// Screens whose yields have changed since they were set.
    outdated: BTreeSet<StateId>,
}

impl YieldIndex {
    /// Nothing is known yet.
    pub(super) fn new(weights: Arc<VlmFuzzWeights>) -> Self {
        Self {
            weights,
            screens: HashMap::new(),
            ranking: BTreeSet::new(),
            outdated: BTreeSet::new(),
        }
    }

    /// What is expected of `state` has changed.
    pub(super) fn outdate(&mut self, state: StateId) {
        self.outdated.insert(state);
    }

    /// True if what is expected of `state` has changed since it was set.
    pub(super) fn is_outdated(&self, state: StateId) -> bool {
        self.outdated.contains(&state)
    }

    /// At most so many outdated screens.
    pub(super) fn some_outdated(&self, most: usize) -> Vec<StateId> {
        self.outdated.iter().take(most).copied().collect()
    }

    /// Takes in the expected yields of all moves of `state`.
    pub(super) fn set(&mut self, state: StateId, mut yields: Vec<f64>) {
        self.outdated.remove(&state);
        if let Some(before) = self.screens.remove(&state) {
            self.ranking.remove(&(Reverse(before.far), state));
        }
        yields.retain(|expected| *expected >= self.weights.least_yield);
        if yields.is_empty() {
            return;
        }
        yields.sort_by(|one, other| other.total_cmp(one));
        let distance = self.weights.unknown_distance;
        let far = FiniteRate::new(rate(&yields, distance, self.weights.path_step_cost));
        self.ranking.insert((Reverse(far), state));
        self.screens.insert(state, ScreenYields { yields, far });
    }

    /// The best expected yield in `state`; `None` if nothing is left there.
    pub(super) fn best(&self, state: StateId) -> Option<f64> {
        self.screens.get(&state).and_then(|screen| screen.yields.first().copied())
    }

    /// What each step yields on average if `state` is so many steps away, those steps included.
    pub(super) fn rate(&self, state: StateId, distance: usize) -> Option<f64> {
        let yields = &self.screens.get(&state)?.yields;
        Some(rate(yields, distance, self.weights.path_step_cost))
    }

    /// The screens by their rate from far away, the best first.
    pub(super) fn ranking(&self) -> impl Iterator<Item = (StateId, f64)> {
        self.ranking.iter().map(|(Reverse(rate), state)| (*state, rate.get()))
    }

    /// No screen that is at least so many steps away has a higher rate than this.
    pub(super) fn highest_rate(&self, distance: usize) -> f64 {
        let far = self.ranking().next().map_or(0.0, |(_, rate)| rate);
        // A rate falls most with the distance if only one move is left.
        let steps = |distance: usize| self.weights.path_step_cost * distance as f64 + 1.0;
        far * (steps(self.weights.unknown_distance) / steps(distance)).max(1.0)
    }
}

/// What each step yields on average if `yields` can be had, the best first, so many steps away: as
/// much is done there as makes it highest.
fn rate(yields: &[f64], distance: usize, step_cost: f64) -> f64 {
    let path = step_cost * distance as f64;
    let mut sum = 0.0;
    let rates = yields.iter().enumerate().map(|(at, expected)| {
        sum += expected;
        sum / (path + at as f64 + 1.0)
    });
    rates.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn much_far_away_is_worth_more_than_little_near_by() {
        let cost = VlmFuzzWeights::default().path_step_cost;
        let rate = |yields: &[f64], distance| rate(yields, distance, cost);
        assert!(rate(&[0.5, 0.5, 0.5, 0.5], 3) > rate(&[0.2], 0), "a whole screen is left there");
        assert!(rate(&[0.5], 3) < rate(&[0.2], 0), "one button is not worth the path");
        assert!(rate(&[], 1) <= 0.0);
    }

    #[test]
    fn the_bound_holds_for_every_screen_and_distance() {
        let mut index = YieldIndex::new(Arc::default());
        let screens = [vec![0.6], vec![0.3; 9], vec![0.05; 40], vec![0.5, 0.2, 0.1]];
        for (at, yields) in screens.iter().enumerate() {
            index.set(StateId(at as u64), yields.clone());
        }
        for distance in 0..30 {
            let bound = index.highest_rate(distance);
            for at in 0..screens.len() {
                let rate = index.rate(StateId(at as u64), distance).unwrap();
                assert!(rate <= bound + 1e-12, "{rate} at {distance}, bound {bound}");
            }
        }
    }

    #[test]
    fn what_is_set_anew_replaces_what_was_set() {
        let mut index = YieldIndex::new(Arc::default());
        let (one, other) = (StateId(1), StateId(2));
        index.set(one, vec![0.1, 0.5]);
        index.set(other, vec![0.3]);
        assert_eq!(index.best(one), Some(0.5));
        assert_eq!(index.ranking().map(|(state, _)| state).collect::<Vec<_>>(), [one, other]);
        index.outdate(one);
        assert_eq!(index.some_outdated(5), [one]);
        index.set(one, vec![0.001]);
        assert!(!index.is_outdated(one));
        assert_eq!(index.ranking().map(|(state, _)| state).collect::<Vec<_>>(), [other]);
    }
}
