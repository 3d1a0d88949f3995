//! The Android backend over one [`Shell`](super::Shell).

pub mod hierarchy;
pub mod logcat;
