//! What is made from sessions: pages to hand on, comparisons, plots, redacted copies, merged models.
//!
//! Everything here is a fold over the same records that the live view folds.

pub mod compare;
pub mod eval;
pub mod html;
pub mod known;
pub mod merge;
pub mod plot;
pub mod redact;
pub mod stats;
