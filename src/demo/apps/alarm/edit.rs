//! The form of an alarm and its dialogs.

use super::input_faults::INPUT_FAULTS;
use super::saved::{DAYS, Entry, TONES};
use super::{Alarm, Dialog, Msg, faults, settings, token};
use crate::demo::app::System;
use crate::demo::input_faults;
use crate::demo::ui::{
    Input, Layer, TextStyle, View, button, card, check_box, column, field, icon_button, item,
    outlined, plain, progress, radio, row, scroll, styled, text, toolbar_up,
};

/// How long a ringtone is played, in milliseconds.
const PREVIEW_MS: u64 = 5000;

/// How long a test waits before it rings, in milliseconds.
const TEST_MS: u64 = 10_000;

const DAY_IDS: [&str; 7] =
    ["day_mon", "day_tue", "day_wed", "day_thu", "day_fri", "day_sat", "day_sun"];

/// What can be tapped in the form.
#[derive(Clone, Debug)]
pub enum Tap {
    /// Open the dialog of a property.
    Ask(Property),
    /// A field of a dialog changed.
    Typed(Line, String),
    /// Take the typed time.
    TimeOk,
    /// Choose or unchoose a day, Monday being 0.
    Day(usize),
    /// Choose a ringtone.
    Tone(usize),
    /// Play the chosen ringtone.
    Play,
    /// Stop playing.
    Stop,
    /// Close a dialog whose choices were taken at once.
    Close,
    /// Ring in a few seconds.
    Test,
    /// Ask whether to delete the alarm.
    Delete,
    /// Delete it.
    Deleted,
    /// Leave without saving.
    Discard,
    /// Save.
    Save,
}

/// A property that is edited in a dialog.
#[derive(Clone, Copy, Debug)]
pub enum Property {
    /// When it rings.
    Time,
    /// On which days.
    Days,
    /// With which sound.
    Tone,
}

/// A field of a dialog.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    /// The hour.
    Hour,
    /// The minute.
    Minute,
    /// What it is for.
    Label,
}

/// The alarm being edited.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    alarm: Entry,
    before: Entry,
    hour: String,
    minute: String,
}

impl Draft {
    /// A new alarm.
    pub fn fresh() -> Self {
        Self::of(&Entry { hour: 7, on: true, ..Entry::default() })
    }

    /// To edit `alarm`.
    pub fn of(alarm: &Entry) -> Self {
        Self { alarm: alarm.clone(), before: alarm.clone(), ..Self::default() }
    }

    /// True if leaving would lose something.
    pub fn is_changed(&self) -> bool {
        self.alarm != self.before
    }

    /// The id of the alarm; 0 for a new one.
    pub fn id(&self) -> u32 {
        self.alarm.id
    }

    /// True for an alarm that is not among the saved ones.
    pub fn is_new(&self) -> bool {
        self.alarm.id == 0
    }
}

fn dialog(title: &str, content: View<Msg>) -> Layer<Msg> {
    Layer::Dialog { title: title.into(), content, on_dismiss: Some(Msg::Dismiss) }
}

fn cancel() -> View<Msg> {
    plain("cancel", "Cancel").on_tap(Msg::Dismiss)
}

pub(super) fn delete_layer() -> Layer<Msg> {
    let ok = button("delete_ok", "Delete").on_tap(Msg::Edit(Tap::Deleted));
    dialog("Delete alarm", column([text("Delete this alarm?"), row([cancel(), ok])]))
}

pub(super) fn countdown_layer() -> Layer<Msg> {
    let wait = row([progress("countdown", 0, 0), text("It rings in 10 seconds …").weight(1)]);
    dialog("Test", column([wait, cancel()]))
}

pub(super) fn discard_layer() -> Layer<Msg> {
    let keep = plain("keep", "Keep editing").on_tap(Msg::Dismiss);
    let discard = button("discard", "Discard").on_tap(Msg::Edit(Tap::Discard));
    dialog("Unsaved changes", row([keep, discard]))
}

impl Alarm {
    pub(super) fn edit_view(&self) -> View<Msg> {
        let draft = &self.ui.draft;
        let alarm = &draft.alarm;
        let ask = |property| Msg::Edit(Tap::Ask(property));
        let delete = icon_button("delete", "🗑", "Delete").on_tap(Msg::Edit(Tap::Delete));
        let test = outlined("test", "Ring in 10 seconds").on_tap(Msg::Edit(Tap::Test));
        let old = !draft.is_new();
        column([
            toolbar_up(if old { "Edit alarm" } else { "New alarm" }, Msg::Up)
                .maybe(old.then_some(delete))
                .child(icon_button("save", "✓", "Save").on_tap(Msg::Edit(Tap::Save))),
            scroll(
                "form",
                [
                    card([styled(TextStyle::Display, self.saved.time(alarm.hour, alarm.minute))
                        .id("time_text")])
                    .id("time")
                    .desc("Time")
                    .on_tap(ask(Property::Time)),
                    item("Repeat", alarm.days_in_words()).id("days").on_tap(ask(Property::Days)),
                    item("Ringtone", TONES[alarm.tone]).id("tone").on_tap(ask(Property::Tone)),
                    field("label", "Label (e.g. School)", Input::Line, &alarm.label, |t| {
                        Msg::Edit(Tap::Typed(Line::Label, t))
                    })
                    .max_length(40),
                ],
            )
            .maybe(old.then_some(test))
            .weight(1),
        ])
    }

    pub(super) fn time_layer(&self) -> Layer<Msg> {
        let number = |id: &str, hint: &str, value: &str, line: Line| {
            field(id, hint, Input::Number, value, move |t| Msg::Edit(Tap::Typed(line, t)))
                .max_length(2)
                .weight(1)
        };
        let ok = button("time_ok", "OK").on_tap(Msg::Edit(Tap::TimeOk));
        dialog(
            "Time",
            column([
                row([
                    number("hour", "Hour (e.g. 7)", &self.ui.draft.hour, Line::Hour),
                    number("minute", "Minute (e.g. 30)", &self.ui.draft.minute, Line::Minute),
                ]),
                row([cancel(), ok]),
            ]),
        )
    }

    pub(super) fn days_layer(&self) -> Layer<Msg> {
        let days = self.ui.draft.alarm.days;
        let boxes = (0..7).map(|day| {
            check_box(DAY_IDS[day], DAYS[day], days[day]).on_tap(Msg::Edit(Tap::Day(day)))
        });
        let ok = button("days_ok", "OK").on_tap(Msg::Edit(Tap::Close));
        dialog("Repeat", column(boxes).child(ok))
    }

    fn tones(&self) -> impl Iterator<Item = View<Msg>> {
        let chosen = self.ui.draft.alarm.tone;
        TONES.iter().enumerate().map(move |(tone, name)| {
            radio("tone_choice", *name, tone == chosen).on_tap(Msg::Edit(Tap::Tone(tone)))
        })
    }

    pub(super) fn tones_layer(&self) -> Layer<Msg> {
        let play = outlined("play", "▶ Play").on_tap(Msg::Edit(Tap::Play));
        let ok = button("tone_ok", "OK").on_tap(Msg::Edit(Tap::Close));
        dialog("Ringtone", column(self.tones()).child(row([play, ok])))
    }

    pub(super) fn preview_layer(&self) -> Layer<Msg> {
        let name = TONES[self.ui.draft.alarm.tone];
        dialog(
            "Ringtone",
            column([
                styled(TextStyle::Heading, format!("♪ {name}")).id("playing"),
                text(format!("Volume {} of 10", self.saved.volume)).id("playing_volume"),
                button("stop", "■ Stop").on_tap(Msg::Edit(Tap::Stop)),
            ]),
        )
    }

    pub(super) fn on_edit(&mut self, tap: Tap, sys: &mut System) {
        match tap {
            Tap::Ask(property) => self.ask(property, sys),
            Tap::Typed(line, words) => {
                sys.hit("edit.typed");
                match line {
                    Line::Hour => self.ui.draft.hour = words,
                    Line::Minute => self.ui.draft.minute = words,
                    Line::Label => self.ui.draft.alarm.label = words,
                }
            }
            Tap::TimeOk => self.take_time(sys),
            Tap::Day(day) => {
                sys.hit("edit.day");
                let days = &mut self.ui.draft.alarm.days;
                days[day] = !days[day];
            }
            Tap::Tone(tone) => {
                sys.hit("edit.tone");
                self.ui.draft.alarm.tone = tone;
            }
            Tap::Play | Tap::Stop => self.on_preview(&tap, sys),
            Tap::Close => {
                sys.hit("edit.close");
                self.ui.dialog = None;
            }
            Tap::Test => {
                sys.hit("edit.test");
                let token = token::TEST + self.ui.draft.alarm.id;
                sys.forget(token);
                sys.after(TEST_MS, token);
                self.ui.dialog = Some(Dialog::Countdown);
            }
            Tap::Delete => {
                sys.hit("edit.delete");
                self.ui.dialog = Some(Dialog::Delete);
            }
            Tap::Deleted => self.delete(sys),
            Tap::Discard => {
                sys.hit("edit.discard");
                self.pop();
            }
            Tap::Save => self.save(sys),
        }
    }

    fn ask(&mut self, property: Property, sys: &mut System) {
        let draft = &mut self.ui.draft;
        self.ui.dialog = Some(match property {
            Property::Time => {
                sys.hit("edit.ask_time");
                draft.hour = draft.alarm.hour.to_string();
                draft.minute = draft.alarm.minute.to_string();
                Dialog::Time
            }
            Property::Days => {
                sys.hit("edit.ask_days");
                Dialog::Days
            }
            Property::Tone => {
                sys.hit("edit.ask_tone");
                Dialog::Tones
            }
        });
    }

    fn take_time(&mut self, sys: &mut System) {
        let draft = &mut self.ui.draft;
        let (Ok(hour), Ok(minute)) = (draft.hour.parse(), draft.minute.parse()) else {
            sys.hit("time.empty");
            sys.toast("Type an hour and a minute");
            return;
        };
        if hour > 24 || minute > 59 || (hour == 24 && !sys.is_seeded(faults::HOUR_24)) {
            sys.hit("time.too_late");
            sys.toast("A day ends at 23:59");
        } else if hour == 24 {
            // Seeded fault `alarm-hour-24`: the check above is off by one.
            sys.hit("time.hour_24");
            faults::hour_24(sys);
        } else if !input_faults::sent(INPUT_FAULTS, "time", &[&draft.hour, &draft.minute], sys) {
            sys.hit("time.good");
            (draft.alarm.hour, draft.alarm.minute) = (hour, minute);
            self.ui.dialog = None;
        }
    }

    fn on_preview(&mut self, tap: &Tap, sys: &mut System) {
        sys.forget(token::PREVIEW);
        if matches!(tap, Tap::Stop) {
            sys.hit("preview.stop");
            self.ui.dialog = Some(Dialog::Tones);
        } else if faults::is_silent(self.ui.draft.alarm.tone, sys) {
            sys.hit("preview.silent");
        } else {
            sys.hit("preview.play");
            self.ui.dialog = Some(Dialog::Preview);
            sys.after(PREVIEW_MS, token::PREVIEW);
        }
    }

    pub(super) fn preview_ends(&mut self, sys: &mut System) {
        if self.ui.dialog == Some(Dialog::Preview) {
            sys.hit("preview.end");
            self.ui.dialog = Some(Dialog::Tones);
        }
    }

    fn delete(&mut self, sys: &mut System) {
        let id = self.ui.draft.alarm.id;
        if self.ui.ring.rings(id) {
            sys.hit("delete.ringing");
            if sys.is_seeded(faults::DELETE_RINGING) {
                faults::delete_ringing(id, sys);
                return;
            }
            self.ui.ring.stop();
        }
        sys.hit("delete.done");
        self.saved.alarms.retain(|alarm| alarm.id != id);
        sys.toast("The alarm was deleted");
        self.schedule(sys);
        self.pop();
    }

    fn save(&mut self, sys: &mut System) {
        let mut alarm = self.ui.draft.alarm.clone();
        if input_faults::sent(INPUT_FAULTS, "alarm", &[&alarm.label], sys) {
            return;
        }
        if let Some(saved) = self.saved.alarms.iter_mut().find(|saved| saved.id == alarm.id) {
            sys.hit("save.old");
            *saved = alarm;
        } else {
            sys.hit("save.new");
            alarm.id = self.saved.next_id;
            self.saved.next_id += 1;
            self.saved.alarms.push(alarm);
            sys.ask(settings::NOTIFY);
        }
        self.schedule(sys);
        self.pop();
    }
}
