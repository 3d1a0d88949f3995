//! What is made from sessions: comparisons, plots, exports; and sessions made from what other tools
//! recorded.
//!
//! Everything here is a fold over the same records that the live view folds.

pub mod eval;
pub mod export;
pub mod import;
pub mod plot;
pub mod stats;
