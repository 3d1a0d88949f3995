//! What is made from sessions: pages to share, exports, comparisons, plots, redacted copies, merged
//! models; and sessions made from what other tools recorded.
//!
//! Everything here is a fold over the same records that the live view folds.

pub mod compare;
pub mod eval;
pub mod export;
mod finding_path;
pub mod fleet;
pub mod html;
pub mod import;
pub mod known;
pub mod merge;
pub mod plot;
pub mod redact;
pub mod stats;
