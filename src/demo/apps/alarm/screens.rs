//! Going from screen to screen, and what each of them shows.

use super::{Alarm, Dialog, Msg, Screen, Tab, alarms, edit, ring, token};
use crate::demo::app::System;
use crate::demo::ui::{Layer, View, bottom_bar, tab};

/// The bar at the bottom of the four main screens.
pub(super) fn bar(current: Screen) -> View<Msg> {
    let one =
        |id: &str, words: &str, screen, to| tab(id, words, current == screen).on_tap(Msg::Tab(to));
    bottom_bar([
        one("tab_alarms", "Alarms", Screen::Alarms, Tab::Alarms),
        one("tab_clock", "Clock", Screen::World, Tab::World),
        one("tab_timer", "Timer", Screen::Timer, Tab::Timer),
        one("tab_stopwatch", "Stopwatch", Screen::Stopwatch, Tab::Stopwatch),
    ])
}

impl Alarm {
    pub(super) fn screen(&self) -> Screen {
        self.ui.stack.last().copied().unwrap_or(Screen::Alarms)
    }

    pub(super) fn go(&mut self, screen: Screen) {
        self.ui.dialog = None;
        self.ui.stack.push(screen);
    }

    /// Goes to one of the four main screens.
    pub(super) fn go_main(&mut self, screen: Screen) {
        self.ui.dialog = None;
        self.ui.stack = vec![screen];
    }

    /// Goes back one screen.
    pub(super) fn pop(&mut self) {
        self.ui.dialog = None;
        self.ui.stack.pop();
        if self.ui.stack.is_empty() {
            self.ui.stack.push(Screen::Alarms);
        }
    }

    pub(super) fn leave(&mut self, sys: &mut System) {
        self.ui.dialog = None;
        match self.screen() {
            Screen::Edit if self.ui.draft.is_changed() => {
                sys.hit("leave.changed");
                self.ui.dialog = Some(Dialog::Discard);
            }
            Screen::Ring(_) => {
                sys.hit("leave.ringing");
                sys.toast("The alarm is still ringing");
                sys.after(ring::REMIND_MS, token::REMIND);
                self.pop();
            }
            Screen::Sync => {
                sys.hit("leave.sync");
                sys.forget(token::SYNC);
                sys.forget(token::SYNC_LATE);
                self.pop();
            }
            Screen::World | Screen::Timer | Screen::Stopwatch => {
                sys.hit("leave.tab");
                self.go_main(Screen::Alarms);
            }
            Screen::Alarms => {
                sys.hit("leave.app");
                sys.finish();
            }
            _ => {
                sys.hit("leave.screen");
                self.pop();
            }
        }
    }

    pub(super) fn activity(&self) -> &'static str {
        match self.screen() {
            Screen::Alarms | Screen::World | Screen::Timer | Screen::Stopwatch => ".MainActivity",
            Screen::Edit => ".EditActivity",
            Screen::Ring(_) | Screen::Snoozed | Screen::TimeUp => ".RingActivity",
            Screen::Cities => ".CityActivity",
            Screen::Sync => ".SyncActivity",
            Screen::Bedtime => ".BedtimeActivity",
            Screen::Settings => ".SettingsActivity",
        }
    }

    pub(super) fn body(&self, sys: &System) -> View<Msg> {
        match self.screen() {
            Screen::Alarms => self.alarms_view(),
            Screen::World => self.world_view(sys),
            Screen::Timer => self.timer_view(sys),
            Screen::Stopwatch => self.watch_view(sys),
            Screen::Edit => self.edit_view(),
            Screen::Ring(id) => self.ring_view(id, sys),
            Screen::Snoozed => self.snoozed_view(),
            Screen::TimeUp => ring::time_up_view(),
            Screen::Cities => self.cities_view(),
            Screen::Sync => self.sync_view(),
            Screen::Bedtime => self.bedtime_view(),
            Screen::Settings => self.settings_view(sys),
        }
    }

    pub(super) fn layer(&self) -> Option<Layer<Msg>> {
        Some(match self.ui.dialog? {
            Dialog::Menu => alarms::menu_layer(),
            Dialog::Clear => alarms::clear_layer(),
            Dialog::Time => self.time_layer(),
            Dialog::Days => self.days_layer(),
            Dialog::Tones => self.tones_layer(),
            Dialog::Preview => self.preview_layer(),
            Dialog::Countdown => edit::countdown_layer(),
            Dialog::Delete => edit::delete_layer(),
            Dialog::Discard => edit::discard_layer(),
            Dialog::CustomTimer => self.custom_layer(),
            Dialog::RemoveCity(place) => self.remove_layer(place),
            Dialog::Snooze => self.snooze_layer(),
        })
    }
}
