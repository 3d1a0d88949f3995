//! What an action did, read from the screens before and after it.

use crate::domain::StateIds;
use crate::domain::screen::belongs_to;
use crate::protocol::ActionOutcome;

/// What is in front, as far as an outcome depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct InFront<'a> {
    /// The package.
    pub package: &'a str,
    /// The state.
    pub state: StateIds,
}

/// What a performed action did to the app with the package `app`; `crashed` if the log tells of a
/// crash since, `repainted` if the picture changed although nothing else did.
pub(super) fn outcome(
    before: InFront<'_>,
    after: InFront<'_>,
    app: &str,
    crashed: bool,
    repainted: bool,
) -> ActionOutcome {
    if crashed {
        ActionOutcome::Crashed
    } else if belongs_to(before.package, app) && !belongs_to(after.package, app) {
        ActionOutcome::LeftApp
    } else if before.state.exact == after.state.exact {
        if repainted { ActionOutcome::Content } else { ActionOutcome::None }
    } else if before.state.structural == after.state.structural {
        ActionOutcome::Content
    } else {
        ActionOutcome::Moved
    }
}
