//! What several explorers share: actions that no widget offers, returning to the app, forms, the
//! meaning of labels, and how screens and the tester's words stand in prompts.

pub(super) mod actions;
pub(super) mod forms;
pub(super) mod labels;
pub(super) mod output;
pub(super) mod returning;
pub(super) mod tester_words;
