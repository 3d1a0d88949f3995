//! The structural states of the alarm app, each with its shortest path.

use super::{Alarm, Dialog, Screen, timer, world};
use crate::demo::app::Do::{Long, Menu, Tap, Type, Wait};
use crate::demo::app::StateSpec;

impl Alarm {
    /// The name of the present structural state.
    pub(super) fn state(&self) -> &'static str {
        if let Some(dialog) = self.ui.dialog {
            return dialog.state();
        }
        match self.screen() {
            Screen::Alarms if self.saved.alarms.is_empty() => "alarms.empty",
            Screen::Alarms => "alarms.list",
            Screen::World if self.saved.cities.is_empty() => "clock.empty",
            Screen::World => "clock.list",
            Screen::Timer => match self.ui.timer {
                timer::Timer::Idle | timer::Timer::Typing(_) => "timer.set",
                timer::Timer::Running(_) => "timer.running",
                timer::Timer::Short(_) => "timer.short",
                timer::Timer::Paused(_) => "timer.paused",
            },
            Screen::Stopwatch => self.ui.watch.state(),
            Screen::Edit if self.ui.draft.is_new() => "edit.new",
            Screen::Edit => "edit.alarm",
            Screen::Ring(_) => "ring.alarm",
            Screen::Snoozed => "ring.snoozed",
            Screen::TimeUp => "timer.finished",
            Screen::Cities if self.finds_nothing() => "city.nothing",
            Screen::Cities => "city.list",
            Screen::Sync if self.ui.sync == world::Sync::Done => "sync.done",
            Screen::Sync => "sync.running",
            Screen::Bedtime if self.saved.bedtime => "bedtime.on",
            Screen::Bedtime => "bedtime.off",
            Screen::Settings => "settings",
        }
    }
}

impl Dialog {
    fn state(self) -> &'static str {
        match self {
            Self::Menu => "alarms.menu",
            Self::Clear => "alarms.clear",
            Self::Time => "edit.time",
            Self::Days => "edit.days",
            Self::Tones => "edit.ringtone",
            Self::Preview => "edit.preview",
            Self::Countdown => "edit.countdown",
            Self::Delete => "edit.delete",
            Self::Discard => "edit.discard",
            Self::CustomTimer => "timer.custom",
            Self::RemoveCity(_) => "clock.remove",
            Self::Snooze => "settings.snooze",
        }
    }
}

macro_rules! states {
    ($($name:literal: [$($step:expr),* $(,)?],)*) => {
        &[$(StateSpec { name: $name, steps: &[$($step),*] }),*]
    };
}

/// The table.
pub(super) const STATES: &[StateSpec] = states! {
    "alarms.list": [],
    "alarms.menu": [Menu],
    "alarms.clear": [Menu, Tap("#menu_clear")],
    "alarms.empty": [Menu, Tap("#menu_clear"), Tap("#clear_ok")],
    "edit.new": [Tap("#add")],
    "edit.alarm": [Tap("#alarm")],
    "edit.time": [Tap("#add"), Tap("#time")],
    "edit.days": [Tap("#add"), Tap("#days")],
    "edit.ringtone": [Tap("#add"), Tap("#tone")],
    "edit.preview": [Tap("#add"), Tap("#tone"), Tap("#play")],
    "edit.countdown": [Tap("#alarm"), Tap("#test")],
    "edit.delete": [Tap("#alarm"), Tap("#delete")],
    "edit.discard": [
        Tap("#add"), Tap("#days"), Tap("#day_mon"), Tap("#days_ok"), Tap("Navigate up"),
    ],
    "ring.alarm": [Tap("#alarm"), Tap("#test"), Wait(11)],
    "ring.snoozed": [Tap("#alarm"), Tap("#test"), Wait(11), Tap("#snooze")],
    "timer.set": [Tap("#tab_timer")],
    "timer.custom": [Tap("#tab_timer"), Tap("#timer_custom")],
    "timer.running": [Tap("#tab_timer"), Tap("#preset_long")],
    "timer.short": [Tap("#tab_timer"), Tap("#preset_short")],
    "timer.paused": [Tap("#tab_timer"), Tap("#preset_long"), Tap("#timer_pause")],
    "timer.finished": [Tap("#tab_timer"), Tap("#preset_short"), Wait(11)],
    "stopwatch.zero": [Tap("#tab_stopwatch")],
    "stopwatch.running": [Tap("#tab_stopwatch"), Tap("#start")],
    "stopwatch.stopped": [Tap("#tab_stopwatch"), Tap("#start"), Tap("#stop")],
    "clock.empty": [Tap("#tab_clock")],
    "clock.list": [Tap("#tab_clock"), Tap("#add_city"), Tap("#city")],
    "clock.remove": [Tap("#tab_clock"), Tap("#add_city"), Tap("#city"), Long("#zone")],
    "city.list": [Tap("#tab_clock"), Tap("#add_city")],
    "city.nothing": [Tap("#tab_clock"), Tap("#add_city"), Type("#city_field", "xyzzy")],
    "sync.running": [Tap("#tab_clock"), Tap("#sync")],
    "sync.done": [
        Tap("#tab_clock"), Tap("#add_city"), Tap("#city"), Tap("#sync"), Wait(26),
    ],
    "bedtime.off": [Menu, Tap("#menu_bedtime")],
    "bedtime.on": [Menu, Tap("#menu_bedtime"), Tap("#bedtime")],
    "settings": [Menu, Tap("#menu_settings")],
    "settings.snooze": [Menu, Tap("#menu_settings"), Tap("#snooze_length")],
};
