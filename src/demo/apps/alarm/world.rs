//! The world clock: its cities, the search for one, and the synchronisation with a time server.

use super::saved::CITIES;
use super::screens::bar;
use super::{Alarm, Dialog, Msg, Screen, faults, token};
use crate::demo::app::System;
use crate::demo::ui::{
    Input, Layer, TextStyle, View, button, column, fab, field, icon_button, image, item, list,
    outlined, plain, progress, row, scroll, spacer, styled, text, toolbar, toolbar_up,
};

/// How long the time server takes, in milliseconds.
const SYNC_MS: u64 = 25_000;

/// After how many milliseconds one would call it stuck.
const LATE_MS: u64 = 60_000;

/// What can be tapped on these screens.
#[derive(Clone, Debug)]
pub enum Tap {
    /// Look for a city.
    Add,
    /// The words to look for changed.
    Words(String),
    /// Add this city.
    Chosen(usize),
    /// Ask whether to take the city at this place away.
    Hold(usize),
    /// Take it away.
    Removed(usize),
    /// Ask the time server.
    Sync,
}

/// The search for a city.
#[derive(Clone, Debug, Default)]
pub struct Search {
    words: String,
}

/// The synchronisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// The server has not answered.
    #[default]
    Waiting,
    /// It has.
    Done,
}

impl Alarm {
    /// The cities that fit what was typed.
    fn found(&self) -> Vec<usize> {
        let words = self.ui.world.words.trim().to_lowercase();
        let fits = |place: &usize| CITIES[*place].0.to_lowercase().contains(&words);
        (0..CITIES.len()).filter(fits).collect()
    }

    pub(super) fn finds_nothing(&self) -> bool {
        self.found().is_empty()
    }

    pub(super) fn world_view(&self, sys: &System) -> View<Msg> {
        let content = if self.saved.cities.is_empty() {
            scroll(
                "empty",
                [
                    image("empty_image", "🕐", ""),
                    text("Add a city to see its time.").id("empty_text"),
                ],
            )
        } else {
            list(
                "zones",
                self.saved.cities.iter().enumerate().map(|(place, city)| {
                    let (name, offset) = CITIES[*city];
                    item(name, self.saved.now(sys.now_ms, offset))
                        .id("zone")
                        .on_long(Msg::World(Tap::Hold(place)))
                }),
            )
        };
        column([
            toolbar("World clock")
                .child(icon_button("sync", "⟳", "Set the clock").on_tap(Msg::World(Tap::Sync))),
            styled(TextStyle::Display, self.saved.now(sys.now_ms, 0)).id("here"),
            content.weight(1),
            bar(Screen::World),
            fab("add_city", "+", "Add a city").on_tap(Msg::World(Tap::Add)),
        ])
    }

    pub(super) fn cities_view(&self) -> View<Msg> {
        let content = if self.finds_nothing() {
            scroll("city_nothing", [spacer(40), text("No such city.").id("nothing")])
        } else {
            list(
                "cities",
                self.found().into_iter().map(|city| {
                    let (name, offset) = CITIES[city];
                    let below = format!("UTC {:+}:{:02}", offset / 60, offset % 60);
                    item(name, below).id("city").on_tap(Msg::World(Tap::Chosen(city)))
                }),
            )
        };
        column([
            toolbar_up("Add a city", Msg::Up),
            field("city_field", "City (e.g. Cairo)", Input::Line, &self.ui.world.words, |t| {
                Msg::World(Tap::Words(t))
            }),
            content.weight(1),
        ])
    }

    pub(super) fn remove_layer(&self, place: usize) -> Layer<Msg> {
        let name = self.saved.cities.get(place).map_or("", |city| CITIES[*city].0);
        Layer::Dialog {
            title: "Remove city".into(),
            content: column([
                text(format!("Take {name} from the world clock?")).id("remove_text"),
                row([
                    plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                    button("remove_ok", "Remove").on_tap(Msg::World(Tap::Removed(place))),
                ]),
            ]),
            on_dismiss: Some(Msg::Dismiss),
        }
    }

    pub(super) fn sync_view(&self) -> View<Msg> {
        let content = match self.ui.sync {
            Sync::Waiting => scroll(
                "sync_waiting",
                [
                    spacer(60),
                    progress("sync_progress", 0, 0),
                    text("Asking the time server …").id("sync_text"),
                    outlined("sync_cancel", "Cancel").on_tap(Msg::Up),
                ],
            ),
            Sync::Done => scroll(
                "sync_done",
                [
                    spacer(60),
                    image("sync_image", "✓", "Done"),
                    styled(TextStyle::Heading, "The clock is right").id("sync_result"),
                    text("It was 0.3 seconds slow.").id("sync_detail"),
                    button("sync_ok", "Done").on_tap(Msg::Up),
                ],
            ),
        };
        column([toolbar_up("Set the clock", Msg::Up), content.weight(1)])
    }

    pub(super) fn on_world(&mut self, tap: Tap, sys: &mut System) {
        match tap {
            Tap::Add => {
                sys.hit("world.add");
                self.ui.world = Search::default();
                self.go(Screen::Cities);
            }
            Tap::Words(words) => {
                sys.hit("world.words");
                self.ui.world.words = words;
            }
            Tap::Chosen(city) if self.saved.cities.contains(&city) => {
                sys.hit("world.again");
                if sys.is_seeded(faults::CITY_AGAIN) {
                    // Nothing tells why nothing happens.
                    faults::city_again(sys);
                } else {
                    sys.toast(format!("{} is in the world clock already", CITIES[city].0));
                }
            }
            Tap::Chosen(city) => {
                sys.hit("world.chosen");
                self.saved.cities.push(city);
                sys.toast(format!("{} was added", CITIES[city].0));
                self.pop();
            }
            Tap::Hold(place) => {
                sys.hit("world.hold");
                self.ui.dialog = Some(Dialog::RemoveCity(place));
            }
            Tap::Removed(place) => {
                sys.hit("world.removed");
                if place < self.saved.cities.len() {
                    self.saved.cities.remove(place);
                }
                self.ui.dialog = None;
            }
            Tap::Sync => {
                self.ui.sync = Sync::Waiting;
                self.go(Screen::Sync);
                if self.saved.cities.is_empty() && sys.is_seeded(faults::SYNC_EMPTY) {
                    // Seeded fault `alarm-sync-empty`: the answer comes with the first city.
                    sys.hit("sync.no_city");
                    sys.after(LATE_MS, token::SYNC_LATE);
                } else {
                    sys.hit("sync.start");
                    sys.after(SYNC_MS, token::SYNC);
                }
            }
        }
    }

    pub(super) fn synced(&mut self, sys: &mut System) {
        sys.hit("sync.done");
        self.ui.sync = Sync::Done;
    }

    pub(super) fn sync_is_late(&self, sys: &mut System) {
        if self.screen() == Screen::Sync {
            sys.hit("sync.late");
            faults::sync_stuck(sys);
        }
    }
}
