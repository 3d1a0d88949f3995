//! The faults that were put into the alarm app on purpose, and the places where they act.

use super::saved::Saved;
use crate::demo::app::Do::{Back, Broadcast, Menu, Slide, Tap, Type, Wait};
use crate::demo::app::{FaultKind, FaultSpec, System};
use crate::domain::{BugCategory, CrashKind};

pub(super) const HOUR_24: &str = "alarm-hour-24";
pub(super) const DELETE_RINGING: &str = "alarm-delete-ringing";
pub(super) const ZONE_STOPWATCH: &str = "alarm-zone-stopwatch";
pub(super) const BEDTIME_LOOP: &str = "alarm-bedtime-loop";
const PREVIEW_SILENT: &str = "alarm-preview-silent";
const SNOOZE_IGNORED: &str = "alarm-snooze-ignored";
pub(super) const SYNC_EMPTY: &str = "alarm-sync-empty";
pub(super) const CITY_AGAIN: &str = "alarm-city-again";

/// The ringtone that does not sound, an index into [`super::saved::TONES`].
const SILENT_TONE: usize = 2;

/// The snooze that is always taken, in minutes.
const FIXED_SNOOZE: u64 = 10;

/// The table.
pub(super) const FAULTS: &[FaultSpec] = &[
    FaultSpec {
        id: HOUR_24,
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Typing 24 as the hour of an alarm crashes",
        secret: false,
        steps: &[Tap("#add"), Tap("#time"), Type("#hour", "24"), Tap("#time_ok")],
    },
    FaultSpec {
        id: DELETE_RINGING,
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Deleting an alarm while it rings behind another screen crashes",
        secret: false,
        steps: &[Tap("#alarm"), Tap("#test"), Wait(11), Back, Tap("#delete"), Tap("#delete_ok")],
    },
    FaultSpec {
        id: ZONE_STOPWATCH,
        kind: FaultKind::Crash(CrashKind::Java),
        title: "A change of the time zone while the stopwatch runs crashes",
        secret: false,
        steps: &[
            Tap("#tab_stopwatch"),
            Tap("#start"),
            Broadcast("android.intent.action.TIMEZONE_CHANGED"),
        ],
    },
    FaultSpec {
        id: BEDTIME_LOOP,
        kind: FaultKind::Crash(CrashKind::Anr),
        title: "Going to bed and getting up at the same hour hangs the app",
        secret: false,
        steps: &[
            Menu,
            Tap("#menu_bedtime"),
            Tap("#bedtime"),
            Slide("#sleep", 6),
            Tap("#bedtime_ok"),
        ],
    },
    FaultSpec {
        id: PREVIEW_SILENT,
        kind: FaultKind::Functional(BugCategory::MediaResponse),
        title: "Play does not play the ringtone Rain",
        secret: false,
        steps: &[Tap("#add"), Tap("#tone"), Tap("#tone_choice:2"), Tap("#play")],
    },
    FaultSpec {
        id: SNOOZE_IGNORED,
        kind: FaultKind::Functional(BugCategory::Setting),
        title: "The length of a snooze is 10 minutes whatever the settings say",
        secret: false,
        steps: &[
            Menu,
            Tap("#menu_settings"),
            Tap("#snooze_length"),
            Tap("#snooze_choice"),
            Back,
            Tap("#alarm"),
            Tap("#test"),
            Wait(11),
            Tap("#snooze"),
        ],
    },
    FaultSpec {
        id: SYNC_EMPTY,
        kind: FaultKind::Functional(BugCategory::PageLoading),
        title: "Setting the clock never ends while the world clock has no city",
        secret: false,
        steps: &[Tap("#tab_clock"), Tap("#sync"), Wait(61)],
    },
    FaultSpec {
        id: CITY_AGAIN,
        kind: FaultKind::Functional(BugCategory::FeedbackMissing),
        title: "Choosing a city that is in the world clock already does nothing and says nothing",
        secret: false,
        steps: &[Tap("#tab_clock"), Tap("#add_city"), Tap("#city"), Tap("#add_city"), Tap("#city")],
    },
];

/// Dies of an hour that the day does not have.
pub(super) fn hour_24(sys: &mut System) {
    sys.fault(HOUR_24);
    sys.throw(
        "java.time.DateTimeException",
        "Invalid value for HourOfDay (valid values 0 - 23): 24",
        &[
            "org.ridealong.alarm.data.AlarmTime.of(AlarmTime.kt:22)",
            "org.ridealong.alarm.edit.TimePickerDialog.onConfirm(TimePickerDialog.kt:71)",
            "org.ridealong.alarm.edit.EditActivity.showTimePicker$lambda$2(EditActivity.kt:118)",
        ],
    );
}

/// Dies because the ringing service looks for the alarm that is gone.
pub(super) fn delete_ringing(id: u32, sys: &mut System) {
    sys.fault(DELETE_RINGING);
    let message = format!("Ringing alarm {id} is not in the database");
    sys.throw(
        "java.lang.IllegalStateException",
        message,
        &[
            "org.ridealong.alarm.ring.RingService.current(RingService.kt:96)",
            "org.ridealong.alarm.ring.RingService.onAlarmsChanged(RingService.kt:142)",
            "org.ridealong.alarm.data.AlarmStore.delete(AlarmStore.kt:57)",
            "org.ridealong.alarm.edit.EditActivity.onDelete(EditActivity.kt:164)",
        ],
    );
}

/// Dies because the stopwatch takes the receiver's context for an activity.
pub(super) fn zone_under_stopwatch(sys: &mut System) {
    sys.fault(ZONE_STOPWATCH);
    sys.throw(
        "java.lang.ClassCastException",
        "android.app.ReceiverRestrictedContext cannot be cast to org.ridealong.alarm.MainActivity",
        &[
            "org.ridealong.alarm.stopwatch.Stopwatch.rebase(Stopwatch.kt:83)",
            "org.ridealong.alarm.system.ZoneReceiver.onReceive(ZoneReceiver.kt:31)",
        ],
    );
}

/// Hangs in a loop that counts from one hour to the same hour a day later.
pub(super) fn bedtime_loop(sys: &mut System) {
    sys.fault(BEDTIME_LOOP);
    sys.freeze(
        "Input dispatching timed out (org.ridealong.alarm/.BedtimeActivity is not responding. \
         Waited 5003ms for MotionEvent)",
    );
}

/// True for the ringtone that does not sound.
pub(super) fn is_silent(tone: usize, sys: &mut System) -> bool {
    let silent = tone == SILENT_TONE && sys.is_seeded(PREVIEW_SILENT);
    if silent {
        sys.fault(PREVIEW_SILENT);
    }
    silent
}

/// How long a snooze is, in minutes. With the seeded fault the settings are not read.
pub(super) fn snooze_minutes(saved: &Saved, sys: &mut System) -> u64 {
    if !sys.is_seeded(SNOOZE_IGNORED) {
        return saved.snooze;
    }
    if saved.snooze != FIXED_SNOOZE {
        sys.fault(SNOOZE_IGNORED);
    }
    FIXED_SNOOZE
}

/// Setting the clock has not ended in time.
pub(super) fn sync_stuck(sys: &mut System) {
    sys.fault(SYNC_EMPTY);
}

/// Nothing told that the city is there already.
pub(super) fn city_again(sys: &mut System) {
    sys.fault(CITY_AGAIN);
}
