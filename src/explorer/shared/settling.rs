//! Waiting for an app that is still busy: the rule of all explorers of displays.

use super::weights::DisplayWeights;
use crate::domain::{Action, Screen};

/// Waiting for the progress that `screen` shows to end: what comes next is not there yet. `None` if
/// it shows none.
pub(in crate::explorer) fn wait_for_progress(
    screen: &Screen,
    weights: &DisplayWeights,
) -> Option<Action> {
    screen.shows_progress().then_some(Action::Wait { ms: weights.progress_wait_ms })
}
