//! The faults of views that were put into this app on purpose.

use super::super::super::app::Do::{Back, Menu, Rotate, Tap, Wait};
use super::super::super::view_fault::{
    FaultMoment,
    ViewEffect::{Blanks, Covers, Hides, Ignores, Stays, Swaps},
    ViewFault, row,
};
use crate::domain::BugCategory;

/// The table.
pub(super) const FAULTS: &[ViewFault] = &[
    row(
        "alarm-bedtime-blank",
        BugCategory::PageLoading,
        "The page of the bedtime is blank when it is opened for the second time",
        ("bedtime.off", Blanks),
        &[Menu, Tap("#menu_bedtime"), Back, Menu, Tap("#menu_bedtime")],
    )
    .when(FaultMoment::Again),
    row(
        "alarm-snooze-over-dismiss",
        BugCategory::Occlusion,
        "The button that dismisses an alarm lies over the one that snoozes it",
        ("ring.alarm", Covers("ring_dismiss", "snooze")),
        &[Tap("#alarm"), Tap("#test"), Wait(11)],
    ),
    row(
        "alarm-version-sideways",
        BugCategory::ContentMissing,
        "The version is not shown while the phone lies on its side",
        ("settings", Hides("volume_text")),
        &[Menu, Tap("#menu_settings"), Rotate],
    )
    .when(FaultMoment::Sideways),
    row(
        "alarm-lap-dead",
        BugCategory::FeedbackMissing,
        "Taking a lap has no effect",
        ("stopwatch.running", Ignores("lap")),
        &[Tap("#tab_stopwatch"), Tap("#start"), Tap("#lap")],
    ),
    row(
        "alarm-delete-keeps",
        BugCategory::DataOperation,
        "An alarm that is deleted stays",
        ("edit.delete", Swaps("delete_ok", "cancel")),
        &[Tap("#alarm"), Tap("#delete"), Tap("#delete_ok")],
    ),
    row(
        "alarm-play-dead",
        BugCategory::MediaResponse,
        "A ringtone cannot be played",
        ("edit.ringtone", Ignores("play")),
        &[Tap("#alarm"), Tap("#tone"), Tap("#play")],
    ),
    row(
        "alarm-timer-still",
        BugCategory::MediaResponse,
        "The time that a timer has left does not change",
        ("timer.running", Stays("timer_left")),
        &[Tap("#tab_timer"), Tap("#preset_long"), Wait(3), Rotate],
    ),
    row(
        "alarm-twelve-dead",
        BugCategory::Setting,
        "Times with AM and PM cannot be switched on",
        ("settings", Ignores("twelve")),
        &[Menu, Tap("#menu_settings"), Tap("#twelve")],
    ),
    row(
        "alarm-bedtime-settings",
        BugCategory::Navigation,
        "The entry of the bedtime leads to the settings",
        ("alarms.menu", Swaps("menu_bedtime", "menu_settings")),
        &[Menu, Tap("#menu_bedtime")],
    ),
];
