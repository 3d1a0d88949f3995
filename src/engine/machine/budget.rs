//! When a run ends by itself.

/// When the whole run ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunBudget {
    /// After so many actions.
    pub steps: Option<u64>,
    /// After so much time, in milliseconds.
    pub ms: Option<u64>,
}

/// `minutes` in milliseconds; nonsense counts as none.
pub fn minutes_to_ms(minutes: f64) -> u64 {
    (minutes.max(0.0) * 60_000.0) as u64
}
