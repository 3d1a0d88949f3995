//! What testers dismissed in earlier sessions: it is not told again.

use crate::oracle::OracleSettings;
use crate::oracle::vision_droid::BugExample;

/// A finding that a tester dismissed in an earlier session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DismissedFinding {
    /// The package of the app.
    pub app: String,
    /// The group of the finding.
    pub group: String,
    /// Why it is no fault.
    pub reason: String,
}

/// The findings that were dismissed, as far as `settings` know of them.
pub(super) fn dismissed(settings: &OracleSettings) -> Vec<DismissedFinding> {
    let dismissed = settings.examples.iter().filter(|example| !example.dismissed.is_empty());
    let of = |example: &BugExample| DismissedFinding {
        app: example.app.clone(),
        group: example.group.clone(),
        reason: example.dismissed.clone(),
    };
    dismissed.map(of).collect()
}
