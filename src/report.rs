//! What is made from sessions: pages to hand on, comparisons, plots.
//!
//! Everything here is a fold over the same records that the live view folds.

pub mod eval;
pub mod html;
pub mod plot;
pub mod stats;
