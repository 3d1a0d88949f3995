//! The screens that come by themselves: a ringing alarm, its snooze, the end of the timer.

use super::saved::MINUTE;
use super::{Alarm, Msg, Screen, faults, timer, token};
use crate::demo::app::System;
use crate::demo::ui::{
    TextStyle, View, button, image, outlined, plain, scroll, spacer, styled, text,
};
use crate::domain::Direction;

/// After how many milliseconds an alarm that was only hidden comes to the front again.
pub const REMIND_MS: u64 = 20_000;

/// What can be tapped on these screens.
#[derive(Clone, Copy, Debug)]
pub enum Tap {
    /// Ring again later.
    Snooze,
    /// Stop ringing.
    Dismiss,
    /// Do not ring again.
    CancelSnooze,
    /// Stop the timer's sound.
    StopTimer,
    /// Let the timer run for another minute.
    MoreTime,
}

/// What rings.
#[derive(Clone, Debug, Default)]
pub struct Ring {
    /// The alarm that rings, also while its screen is hidden.
    ringing: Option<u32>,
    /// The alarm that was snoozed.
    snoozed: Option<u32>,
    /// How long the present snooze is, in minutes.
    minutes: u64,
}

impl Ring {
    /// True while this alarm rings.
    pub fn rings(&self, id: u32) -> bool {
        self.ringing == Some(id)
    }

    /// Nothing rings any more.
    pub fn stop(&mut self) {
        self.ringing = None;
    }
}

pub(super) fn time_up_view() -> View<Msg> {
    scroll(
        "time_up",
        [
            spacer(80),
            image("time_up_image", "⏳", "Timer"),
            styled(TextStyle::Display, "00:00").id("time_up_left"),
            styled(TextStyle::Heading, "Time is up"),
            spacer(40),
            button("timer_stop", "Stop").on_tap(Msg::Ring(Tap::StopTimer)),
            outlined("timer_more", "1 minute more").on_tap(Msg::Ring(Tap::MoreTime)),
        ],
    )
}

impl Alarm {
    pub(super) fn ring_view(&self, id: u32, sys: &System) -> View<Msg> {
        let label = self.saved.alarm(id).map_or("", |alarm| alarm.label.as_str());
        let label = if label.is_empty() { "Alarm" } else { label };
        scroll(
            "ringing",
            [
                spacer(60),
                image("bell", "⏰", "Alarm"),
                styled(TextStyle::Display, self.saved.now(sys.now_ms, 0)).id("ring_time"),
                styled(TextStyle::Heading, label).id("ring_label"),
                spacer(40),
                outlined("snooze", "Snooze").on_tap(Msg::Ring(Tap::Snooze)),
                button("ring_dismiss", "Dismiss").on_tap(Msg::Ring(Tap::Dismiss)),
            ],
        )
        .on_swipe(Direction::Up, Msg::Ring(Tap::Dismiss))
    }

    pub(super) fn snoozed_view(&self) -> View<Msg> {
        scroll(
            "snoozed",
            [
                spacer(80),
                styled(TextStyle::Heading, "Good night again").id("snoozed_title"),
                text(format!("The alarm rings in {} minutes.", self.ui.ring.minutes))
                    .id("snoozed_text"),
                spacer(40),
                outlined("snooze_cancel", "Do not ring again").on_tap(Msg::Ring(Tap::CancelSnooze)),
                plain("snooze_close", "Close").on_tap(Msg::Up),
            ],
        )
    }

    fn ring(&mut self, id: u32, sys: &mut System) {
        if matches!(self.screen(), Screen::Ring(_)) {
            sys.hit("ring.busy");
            return;
        }
        sys.hit("ring.start");
        self.ui.ring.ringing = Some(id);
        self.go(Screen::Ring(id));
    }

    /// The timer of the next alarm ran out.
    pub(super) fn ring_due(&mut self, sys: &mut System) {
        let due = self.saved.alarms.iter_mut().find(|alarm| alarm.is_due(sys.now_ms));
        if let Some(alarm) = due {
            sys.hit("ring.due");
            alarm.on = alarm.days.contains(&true);
            let id = alarm.id;
            self.ring(id, sys);
        }
        self.schedule(sys);
    }

    pub(super) fn ring_test(&mut self, id: u32, sys: &mut System) {
        if self.saved.alarm(id).is_some() {
            self.ring(id, sys);
        }
    }

    pub(super) fn ring_again(&mut self, sys: &mut System) {
        if let Some(id) = self.ui.ring.snoozed.take() {
            sys.hit("ring.again");
            if self.screen() == Screen::Snoozed {
                self.pop();
            }
            self.ring(id, sys);
        }
    }

    /// Brings an alarm that was only hidden to the front.
    pub(super) fn remind(&mut self, sys: &mut System) {
        if let Some(id) = self.ui.ring.ringing {
            sys.hit("ring.remind");
            self.ring(id, sys);
        }
    }

    pub(super) fn time_is_up(&mut self, sys: &mut System) {
        sys.hit("timer.up");
        self.ui.timer = timer::Timer::Idle;
        self.go(Screen::TimeUp);
    }

    pub(super) fn on_ring(&mut self, tap: Tap, sys: &mut System) {
        self.pop();
        match tap {
            Tap::Snooze => {
                sys.hit("ring.snooze");
                let ring = &mut self.ui.ring;
                ring.snoozed = ring.ringing.take();
                ring.minutes = faults::snooze_minutes(&self.saved, sys);
                sys.forget(token::SNOOZE);
                sys.after(ring.minutes * MINUTE, token::SNOOZE);
                self.go(Screen::Snoozed);
            }
            Tap::Dismiss => {
                sys.hit("ring.dismiss");
                self.ui.ring.ringing = None;
            }
            Tap::CancelSnooze => {
                sys.hit("ring.cancel_snooze");
                self.ui.ring.snoozed = None;
                sys.forget(token::SNOOZE);
            }
            Tap::StopTimer => {
                sys.hit("timer.silence");
                sys.toast("The timer is off");
            }
            Tap::MoreTime => {
                sys.hit("timer.more");
                self.start_timer(MINUTE, sys);
            }
        }
    }
}
