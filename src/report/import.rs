//! Sessions made from what other tools recorded.

pub mod droidbot;
