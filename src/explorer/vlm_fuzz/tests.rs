//! Held against a small app made of screens.

pub(super) mod world;
