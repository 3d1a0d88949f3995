//! What is made from sessions: comparisons, plots.
//!
//! Everything here is a fold over the same records that the live view folds.

pub mod eval;
pub mod plot;
pub mod stats;
