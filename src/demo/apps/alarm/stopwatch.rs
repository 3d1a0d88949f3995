//! The stopwatch.

use super::saved::span;
use super::screens::bar;
use super::{Alarm, Msg, Screen};
use crate::demo::app::System;
use crate::demo::ui::{
    TextStyle, View, button, column, outlined, row, scroll, spacer, styled, text, toolbar,
};

/// What can be tapped on the stopwatch.
#[derive(Clone, Copy, Debug)]
pub enum Tap {
    /// Start, or go on.
    Start,
    /// Note a lap.
    Lap,
    /// Stop.
    Stop,
    /// Back to zero.
    Reset,
}

/// What the stopwatch does; all in milliseconds.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// When it was started last; `None` while it stands.
    since: Option<u64>,
    /// What it had counted before.
    counted: u64,
    /// What it showed at each lap.
    laps: Vec<u64>,
}

impl Watch {
    /// True while it counts.
    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }

    fn shows(&self, now_ms: u64) -> u64 {
        self.counted + self.since.map_or(0, |since| now_ms.saturating_sub(since))
    }

    /// The name of its state.
    pub(super) fn state(&self) -> &'static str {
        match self.is_running() {
            true => "stopwatch.running",
            false if self.counted > 0 => "stopwatch.stopped",
            false => "stopwatch.zero",
        }
    }
}

fn lap((place, ms): (usize, &u64)) -> String {
    format!("Lap {}: {}", place + 1, span(*ms, true))
}

impl Alarm {
    pub(super) fn watch_view(&self, sys: &System) -> View<Msg> {
        let watch = &self.ui.watch;
        let sign =
            |id: &str, words: &str, tap| outlined(id, words).on_tap(Msg::Watch(tap)).weight(1);
        let start = |words: &str| button("start", words).on_tap(Msg::Watch(Tap::Start)).weight(1);
        let buttons = match watch.state() {
            "stopwatch.zero" => row([start("Start")]),
            "stopwatch.running" => {
                row([sign("lap", "Lap", Tap::Lap), sign("stop", "Stop", Tap::Stop)])
            }
            _ => row([sign("reset", "Reset", Tap::Reset), start("Go on")]),
        };
        let laps: Vec<String> = watch.laps.iter().enumerate().rev().map(lap).collect();
        let laps = if laps.is_empty() { "Laps are listed here.".into() } else { laps.join("\n") };
        column([
            toolbar("Stopwatch"),
            spacer(24),
            styled(TextStyle::Display, span(watch.shows(sys.now_ms), true)).id("watch_time"),
            buttons,
            scroll("laps", [text(laps).id("lap_list")]).weight(1),
            bar(Screen::Stopwatch),
        ])
    }

    pub(super) fn on_watch(&mut self, tap: Tap, sys: &mut System) {
        let watch = &mut self.ui.watch;
        match tap {
            Tap::Start => {
                sys.hit("watch.start");
                watch.since = Some(sys.now_ms);
            }
            Tap::Lap => {
                sys.hit("watch.lap");
                watch.laps.push(watch.shows(sys.now_ms));
            }
            Tap::Stop => {
                sys.hit("watch.stop");
                // A watch that was started stands above zero, however fast the finger was.
                watch.counted = watch.shows(sys.now_ms).max(1);
                watch.since = None;
            }
            Tap::Reset => {
                sys.hit("watch.reset");
                *watch = Watch::default();
            }
        }
    }
}
