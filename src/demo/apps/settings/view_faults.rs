//! The faults of views that were put into this app on purpose.

use super::super::super::app::Do::{Back, Tap, Wait};
use super::super::super::view_fault::{
    FaultMoment,
    ViewEffect::{Adds, Blanks, Covers, Hides, Ignores, Swaps},
    ViewFault, row,
};
use crate::domain::BugCategory;

/// The table.
pub(super) const FAULTS: &[ViewFault] = &[
    row(
        "settings-battery-blank",
        BugCategory::PageLoading,
        "The page of the battery is blank when it is opened for the second time",
        ("battery", Blanks),
        &[Tap("#row_battery"), Back, Tap("#row_battery")],
    )
    .when(FaultMoment::Again),
    row(
        "settings-ring-over-alarm",
        BugCategory::Occlusion,
        "The button that tests the alarm lies over the one that tests the ring tone",
        ("sound", Covers("test_alarm", "test_ring")),
        &[Tap("#row_sound")],
    ),
    row(
        "settings-mail-missing",
        BugCategory::ContentMissing,
        "The address of the second account that is opened is not shown",
        ("account", Hides("mail")),
        &[Tap("#row_accounts"), Tap("#account"), Back, Tap("#account:1")],
    )
    .when(FaultMoment::Again),
    row(
        "settings-scan-dead",
        BugCategory::FeedbackMissing,
        "Scanning for networks again has no effect",
        ("wifi", Ignores("scan")),
        &[Tap("#row_network"), Tap("#row_wifi"), Tap("#scan")],
    ),
    row(
        "settings-account-stays",
        BugCategory::DataOperation,
        "An account that is removed stays",
        ("account.remove", Swaps("confirm_remove", "cancel")),
        &[Tap("#row_accounts"), Tap("#account"), Tap("#remove"), Tap("#confirm_remove")],
    ),
    row(
        "settings-ring-silent",
        BugCategory::MediaResponse,
        "Testing the ring tone plays nothing",
        ("sound", Ignores("test_ring")),
        &[Tap("#row_sound"), Tap("#test_ring")],
    ),
    row(
        "settings-cleaned-counted",
        BugCategory::Calculation,
        "One gigabyte too many is said to be cleaned",
        ("storage.result", Adds("clean", 1)),
        &[Tap("#row_storage"), Tap("#analyse"), Wait(5)],
    ),
    row(
        "settings-dark-dead",
        BugCategory::Setting,
        "The dark theme cannot be switched on",
        ("display", Ignores("dark")),
        &[Tap("#row_display"), Tap("#dark")],
    ),
    row(
        "settings-battery-storage",
        BugCategory::Navigation,
        "The entry of the battery leads to the storage",
        ("home", Swaps("row_battery", "row_storage")),
        &[Tap("#row_battery")],
    ),
];
