//! Bedtime and settings.

use super::{Alarm, Dialog, Msg, faults};
use crate::demo::app::System;
use crate::demo::ui::{
    Layer, TextStyle, View, column, icon_button, image, item, radio, scroll, slider, styled,
    switch, text, toolbar_up,
};

/// The permission to show notifications.
pub const NOTIFY: &str = "android.permission.POST_NOTIFICATIONS";

/// The lengths of a snooze that can be chosen, in minutes.
const SNOOZES: [u64; 4] = [1, 5, 10, 15];

/// What can be tapped on these screens.
#[derive(Clone, Copy, Debug)]
pub enum Tap {
    /// Bedtime on or off.
    Bedtime,
    /// The hour of going to bed.
    Sleep(i32),
    /// The hour of getting up.
    Wake(i32),
    /// Work out and keep the hours.
    SaveBedtime,
    /// Ask for notifications.
    Allow,
    /// The volume changed.
    Volume(i32),
    /// With AM and PM, or not.
    TwelveHours,
    /// Open the dialog of the snooze.
    AskSnooze,
    /// This many minutes.
    Snooze(u64),
}

impl Alarm {
    pub(super) fn bedtime_view(&self) -> View<Msg> {
        let saved = &self.saved;
        let on = switch("bedtime", "Remind me of going to bed", saved.bedtime)
            .on_tap(Msg::Settings(Tap::Bedtime));
        let hour = |hour: i32| saved.time(hour.unsigned_abs().into(), 0);
        let ok = icon_button("bedtime_ok", "✓", "Save").on_tap(Msg::Settings(Tap::SaveBedtime));
        if !saved.bedtime {
            let why = text("Going to bed at the same hour helps to sleep.").id("bedtime_why");
            return column([
                toolbar_up("Bedtime", Msg::Up),
                scroll("bedtime_off", [on, image("moon", "☾", ""), why]).weight(1),
            ]);
        }
        column([
            toolbar_up("Bedtime", Msg::Up).child(ok),
            scroll(
                "bedtime_on",
                [
                    on,
                    text(format!("Go to bed at {}", hour(saved.sleep))).id("sleep_text"),
                    slider("sleep", saved.sleep, 23, |value| Msg::Settings(Tap::Sleep(value))),
                    text(format!("Get up at {}", hour(saved.wake))).id("wake_text"),
                    slider("wake", saved.wake, 23, |value| Msg::Settings(Tap::Wake(value))),
                ],
            )
            .weight(1),
        ])
    }

    pub(super) fn settings_view(&self, sys: &System) -> View<Msg> {
        let saved = &self.saved;
        let (now, hint) = if sys.holds(NOTIFY) { ("On", "") } else { ("Off", ", tap to turn on") };
        column([
            toolbar_up("Settings", Msg::Up),
            scroll(
                "settings",
                [
                    item("Notifications", format!("{now}{hint}"))
                        .id("notifications")
                        .on_tap(Msg::Settings(Tap::Allow)),
                    text("Volume").id("volume_text"),
                    slider("volume", saved.volume, 10, |value| Msg::Settings(Tap::Volume(value))),
                    switch("twelve", "Times with AM and PM", saved.twelve_hours)
                        .on_tap(Msg::Settings(Tap::TwelveHours)),
                    item("Snooze", format!("{} minutes", saved.snooze))
                        .id("snooze_length")
                        .on_tap(Msg::Settings(Tap::AskSnooze)),
                    styled(TextStyle::Caption, "Alarm 5.1.2").id("version"),
                ],
            )
            .weight(1),
        ])
    }

    pub(super) fn snooze_layer(&self) -> Layer<Msg> {
        Layer::Dialog {
            title: "Snooze".into(),
            content: column(SNOOZES.map(|minutes| {
                radio("snooze_choice", format!("{minutes} minutes"), minutes == self.saved.snooze)
                    .on_tap(Msg::Settings(Tap::Snooze(minutes)))
            })),
            on_dismiss: Some(Msg::Dismiss),
        }
    }

    pub(super) fn on_settings(&mut self, tap: Tap, sys: &mut System) {
        let saved = &mut self.saved;
        match tap {
            Tap::Bedtime => {
                sys.hit("bedtime.switch");
                saved.bedtime = !saved.bedtime;
            }
            Tap::Sleep(hour) => {
                sys.hit("bedtime.sleep");
                saved.sleep = hour;
            }
            Tap::Wake(hour) => {
                sys.hit("bedtime.wake");
                saved.wake = hour;
            }
            Tap::SaveBedtime
                if saved.sleep == saved.wake && sys.is_seeded(faults::BEDTIME_LOOP) =>
            {
                sys.hit("bedtime.loop");
                faults::bedtime_loop(sys);
            }
            Tap::SaveBedtime => {
                sys.hit("bedtime.saved");
                // From an hour to the same hour it is a whole day.
                let hours = (saved.wake - saved.sleep - 1).rem_euclid(24) + 1;
                sys.toast(format!("{hours} hours of sleep"));
                self.pop();
            }
            Tap::Allow => {
                sys.hit("settings.allow");
                sys.ask(NOTIFY);
            }
            Tap::Volume(volume) => {
                sys.hit("settings.volume");
                saved.volume = volume;
            }
            Tap::TwelveHours => {
                sys.hit("settings.twelve");
                saved.twelve_hours = !saved.twelve_hours;
            }
            Tap::AskSnooze => {
                sys.hit("settings.ask_snooze");
                self.ui.dialog = Some(Dialog::Snooze);
            }
            Tap::Snooze(minutes) => {
                sys.hit("settings.snooze");
                saved.snooze = minutes;
                self.ui.dialog = None;
            }
        }
    }
}
