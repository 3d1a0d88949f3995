//! The timer.

use super::input_faults::INPUT_FAULTS;
use super::saved::{MINUTE, span};
use super::screens::bar;
use super::{Alarm, Dialog, Msg, Screen, token};
use crate::demo::app::System;
use crate::demo::input_faults;
use crate::demo::ui::{
    Input, Layer, TextStyle, View, button, column, field, outlined, plain, progress, row, scroll,
    spacer, styled, text, toolbar,
};

const PRESETS: [(&str, &str, u64); 2] =
    [("preset_short", "10 seconds", 10_000), ("preset_long", "5 minutes", 5 * MINUTE)];

/// Timers up to this many seconds show a progress bar and cannot be paused.
const WATCHED: i32 = 15;

/// What can be tapped on the timer.
#[derive(Clone, Debug)]
pub enum Tap {
    /// Start with so many milliseconds.
    Start(u64),
    /// Ask for another span.
    Custom,
    /// The span that is typed changed.
    Typed(String),
    /// Start with the typed span.
    CustomOk,
    /// Pause.
    Pause,
    /// Go on after a pause.
    Resume,
    /// Give it up.
    Cancel,
}

/// What the timer does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Timer {
    /// Nothing.
    #[default]
    Idle,
    /// Asks for a span; the seconds typed so far.
    Typing(String),
    /// Runs until this moment, in milliseconds since the phone was started.
    Running(u64),
    /// Runs until this moment, so soon that one can watch it.
    Short(u64),
    /// Paused with so many milliseconds left.
    Paused(u64),
}

/// How far a short timer has come, of [`WATCHED`].
fn watched(left_ms: u64) -> i32 {
    WATCHED.saturating_sub(i32::try_from(left_ms / 1000).unwrap_or(WATCHED)).max(0)
}

impl Alarm {
    pub(super) fn timer_view(&self, sys: &System) -> View<Msg> {
        let left = |ms| styled(TextStyle::Display, span(ms, false)).id("timer_left");
        let cancel = || outlined("timer_cancel", "Cancel").on_tap(Msg::Timer(Tap::Cancel));
        let content = match &self.ui.timer {
            Timer::Idle | Timer::Typing(_) => {
                scroll(
                    "timer_set",
                    [spacer(24), text("How long?")].into_iter().chain(PRESETS.map(
                        |(id, words, ms)| button(id, words).on_tap(Msg::Timer(Tap::Start(ms))),
                    )),
                )
                .child(outlined("timer_custom", "Another time").on_tap(Msg::Timer(Tap::Custom)))
            }
            Timer::Running(end) => scroll(
                "timer_running",
                [
                    spacer(60),
                    left(end.saturating_sub(sys.now_ms)),
                    row([
                        cancel().weight(1),
                        button("timer_pause", "Pause").on_tap(Msg::Timer(Tap::Pause)).weight(1),
                    ]),
                ],
            ),
            Timer::Short(end) => scroll(
                "timer_short",
                [
                    spacer(60),
                    left(end.saturating_sub(sys.now_ms)),
                    progress("timer_progress", watched(end.saturating_sub(sys.now_ms)), WATCHED),
                    cancel(),
                ],
            ),
            Timer::Paused(ms) => scroll(
                "timer_paused",
                [
                    spacer(60),
                    left(*ms),
                    styled(TextStyle::Caption, "Paused").id("timer_note"),
                    row([
                        cancel().weight(1),
                        button("timer_resume", "Resume").on_tap(Msg::Timer(Tap::Resume)).weight(1),
                    ]),
                ],
            ),
        };
        column([toolbar("Timer"), content.weight(1), bar(Screen::Timer)])
    }

    pub(super) fn custom_layer(&self) -> Layer<Msg> {
        let typed = match &self.ui.timer {
            Timer::Typing(words) => words,
            _ => "",
        };
        Layer::Dialog {
            title: "Another time".into(),
            content: column([
                field("seconds", "Seconds (e.g. 45)", Input::Number, typed, |t| {
                    Msg::Timer(Tap::Typed(t))
                })
                .max_length(4),
                row([
                    plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                    button("custom_ok", "Start").on_tap(Msg::Timer(Tap::CustomOk)),
                ]),
            ]),
            on_dismiss: Some(Msg::Dismiss),
        }
    }

    /// Lets the timer run for `ms`.
    pub(super) fn start_timer(&mut self, ms: u64, sys: &mut System) {
        let end = sys.now_ms + ms;
        let short = ms <= 1000 * u64::from(WATCHED.unsigned_abs());
        self.ui.timer = if short { Timer::Short(end) } else { Timer::Running(end) };
        sys.forget(token::TIMER);
        sys.after(ms, token::TIMER);
    }

    pub(super) fn on_timer(&mut self, tap: Tap, sys: &mut System) {
        match (tap, self.ui.timer.clone()) {
            (Tap::Start(ms), _) => {
                sys.hit("timer.preset");
                self.start_timer(ms, sys);
            }
            (Tap::Custom, _) => {
                sys.hit("timer.custom");
                self.ui.timer = Timer::Typing(String::new());
                self.ui.dialog = Some(Dialog::CustomTimer);
            }
            (Tap::Typed(words), _) => {
                sys.hit("timer.typed");
                self.ui.timer = Timer::Typing(words);
            }
            (Tap::CustomOk, Timer::Typing(words)) => {
                let seconds = words.parse().unwrap_or(0);
                if seconds == 0 {
                    sys.hit("timer.zero");
                    sys.toast("At least one second");
                } else if !input_faults::sent(INPUT_FAULTS, "timer", &[&words], sys) {
                    sys.hit("timer.custom_ok");
                    self.ui.dialog = None;
                    self.start_timer(seconds * 1000, sys);
                }
            }
            (Tap::Pause, Timer::Running(end)) => {
                sys.hit("timer.pause");
                sys.forget(token::TIMER);
                self.ui.timer = Timer::Paused(end.saturating_sub(sys.now_ms));
            }
            (Tap::Resume, Timer::Paused(left)) => {
                sys.hit("timer.resume");
                self.ui.timer = Timer::Running(sys.now_ms + left);
                sys.after(left, token::TIMER);
            }
            (Tap::Cancel, _) => {
                sys.hit("timer.cancel");
                sys.forget(token::TIMER);
                self.ui.timer = Timer::Idle;
            }
            _ => {}
        }
    }
}
