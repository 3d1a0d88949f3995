//! Bedtime, settings, and the words about the app.

use super::{Alarm, Dialog, Msg, faults};
use crate::device::demo::app::System;
use crate::device::demo::ui::{
    Layer, TextStyle, View, button, card, column, icon_button, image, item, radio, scroll, slider,
    styled, switch, text, toolbar_up,
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
    /// Open the dialog of the style.
    AskStyle,
    /// With AM and PM, or not.
    Style(bool),
    /// Open the dialog of the snooze.
    AskSnooze,
    /// This many minutes.
    Snooze(u64),
}

pub(super) fn about_view() -> View<Msg> {
    column([
        toolbar_up("About", Msg::Up),
        scroll(
            "about",
            [
                image("logo", "⏰", "Alarm"),
                styled(TextStyle::Heading, "Alarm 5.1.2"),
                text("Wakes you, times your tea, and knows how late it is elsewhere."),
            ],
        )
        .weight(1),
    ])
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
        let style = if saved.twelve_hours { "12 hours" } else { "24 hours" };
        let blocked = (!sys.holds(NOTIFY)).then(|| {
            card([
                text("Notifications are off.").id("blocked_text"),
                button("allow", "Turn on").on_tap(Msg::Settings(Tap::Allow)),
            ])
            .id("blocked")
        });
        column([
            toolbar_up("Settings", Msg::Up),
            scroll("settings", [])
                .maybe(blocked)
                .child(text("Volume").id("volume_text"))
                .child(slider("volume", saved.volume, 10, |value| {
                    Msg::Settings(Tap::Volume(value))
                }))
                .child(item("Clock", style).id("style").on_tap(Msg::Settings(Tap::AskStyle)))
                .child(
                    item("Snooze", format!("{} minutes", saved.snooze))
                        .id("snooze_length")
                        .on_tap(Msg::Settings(Tap::AskSnooze)),
                )
                .weight(1),
        ])
    }

    pub(super) fn style_layer(&self) -> Layer<Msg> {
        let twelve = self.saved.twelve_hours;
        Layer::Dialog {
            title: "Clock".into(),
            content: column([
                radio("style_24", "24 hours", !twelve).on_tap(Msg::Settings(Tap::Style(false))),
                radio("style_12", "12 hours", twelve).on_tap(Msg::Settings(Tap::Style(true))),
            ]),
            on_dismiss: Some(Msg::Dismiss),
        }
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
            Tap::SaveBedtime if saved.sleep == saved.wake => {
                sys.hit("bedtime.loop");
                faults::bedtime_loop(sys);
            }
            Tap::SaveBedtime => {
                sys.hit("bedtime.saved");
                let hours = (saved.wake - saved.sleep).rem_euclid(24);
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
            Tap::AskStyle => {
                sys.hit("settings.ask_style");
                self.ui.dialog = Some(Dialog::Style);
            }
            Tap::Style(twelve) => {
                sys.hit("settings.style");
                saved.twelve_hours = twelve;
                self.ui.dialog = None;
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
