//! The list of alarms and the options menu.

use super::screens::bar;
use super::{Alarm, Dialog, Msg, Screen, edit, settings, token};
use crate::demo::app::System;
use crate::demo::ui::{
    Layer, TextStyle, View, button, card, column, fab, icon_button, image, item, list, plain, row,
    scroll, spacer, styled, switch, text, toolbar,
};

/// What can be tapped among the alarms.
#[derive(Clone, Copy, Debug)]
pub enum Tap {
    /// Set a new alarm.
    New,
    /// Open an alarm.
    Open(u32),
    /// Switch an alarm on or off.
    Switch(u32),
    /// A row of the options menu.
    Menu(Place),
    /// Delete all alarms.
    Cleared,
}

/// Where the options menu leads.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// Bedtime.
    Bedtime,
    /// Settings.
    Settings,
    /// Ask whether to delete all alarms.
    Clear,
}

pub(super) fn menu_layer() -> Layer<Msg> {
    let entry =
        |id: &str, words: &str, place| item(words, "").id(id).on_tap(Msg::Alarms(Tap::Menu(place)));
    Layer::Menu {
        rows: vec![
            entry("menu_bedtime", "Bedtime", Place::Bedtime),
            entry("menu_settings", "Settings", Place::Settings),
            entry("menu_clear", "Delete all alarms", Place::Clear),
        ],
        on_dismiss: Msg::Dismiss,
    }
}

pub(super) fn clear_layer() -> Layer<Msg> {
    Layer::Dialog {
        title: "Delete all alarms".into(),
        content: column([
            text("You will have to wake up by yourself."),
            row([
                plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                button("clear_ok", "Delete all").on_tap(Msg::Alarms(Tap::Cleared)),
            ]),
        ]),
        on_dismiss: Some(Msg::Dismiss),
    }
}

impl Alarm {
    pub(super) fn alarms_view(&self) -> View<Msg> {
        let content = if self.saved.alarms.is_empty() {
            scroll(
                "empty",
                [
                    spacer(80),
                    image("empty_image", "⏰", ""),
                    styled(TextStyle::Heading, "No alarms"),
                    text("Sleep as long as you like."),
                ],
            )
            .weight(1)
        } else {
            list(
                "alarms",
                self.saved.alarms.iter().map(|alarm| {
                    let mut below = alarm.days_in_words();
                    if !alarm.label.is_empty() {
                        below = format!("{} · {below}", alarm.label);
                    }
                    card([row([
                        column([
                            styled(TextStyle::Display, self.saved.time(alarm.hour, alarm.minute))
                                .id("alarm_time"),
                            styled(TextStyle::Caption, below).id("alarm_below"),
                        ])
                        .weight(1),
                        switch("on", "", alarm.on)
                            .desc("Alarm on")
                            .on_tap(Msg::Alarms(Tap::Switch(alarm.id))),
                    ])])
                    .id("alarm")
                    .on_tap(Msg::Alarms(Tap::Open(alarm.id)))
                }),
            )
            .weight(1)
        };
        column([
            toolbar("Alarms").child(icon_button("more", "⋮", "More options").on_tap(Msg::More)),
            content,
            bar(Screen::Alarms),
            fab("add", "+", "Set an alarm").on_tap(Msg::Alarms(Tap::New)),
        ])
    }

    /// Wakes the app when the next alarm is due.
    pub(super) fn schedule(&self, sys: &mut System) {
        sys.forget(token::DUE);
        let next = self.saved.alarms.iter().filter_map(|alarm| alarm.due_in(sys.now_ms)).min();
        if let Some(wait) = next {
            sys.after(wait, token::DUE);
        }
    }

    pub(super) fn on_alarms(&mut self, tap: Tap, sys: &mut System) {
        match tap {
            Tap::New => {
                sys.hit("alarms.new");
                self.ui.draft = edit::Draft::fresh();
                self.go(Screen::Edit);
            }
            Tap::Open(id) => {
                sys.hit("alarms.open");
                if let Some(alarm) = self.saved.alarm(id) {
                    self.ui.draft = edit::Draft::of(alarm);
                    self.go(Screen::Edit);
                }
            }
            Tap::Switch(id) => {
                let Some(alarm) = self.saved.alarms.iter_mut().find(|alarm| alarm.id == id) else {
                    return;
                };
                alarm.on = !alarm.on;
                if alarm.on {
                    sys.hit("alarms.on");
                    sys.toast("The alarm is on");
                    sys.ask(settings::NOTIFY);
                } else {
                    sys.hit("alarms.off");
                }
                self.schedule(sys);
            }
            Tap::Menu(place) => {
                sys.hit("menu.place");
                match place {
                    Place::Bedtime => self.go(Screen::Bedtime),
                    Place::Settings => self.go(Screen::Settings),
                    Place::Clear => self.ui.dialog = Some(Dialog::Clear),
                }
            }
            Tap::Cleared => {
                sys.hit("alarms.cleared");
                self.saved.alarms.clear();
                self.schedule(sys);
                self.go_main(Screen::Alarms);
            }
        }
    }
}
