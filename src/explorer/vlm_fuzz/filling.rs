//! Filling forms in: one round at a time, a step a proposal, and sent at its end. Text that a field
//! refused is noticed by reading it back, and another kind of value is tried.

use std::collections::{HashMap, HashSet, VecDeque};

use rand::Rng as _;
use rand::rngs::StdRng;

use super::form_variants::{ANYWHERE, FormParts, FormVariant, PartValue};
use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::words;
use crate::domain::{
    Action, ActionKind, DeviceKey, InputText, Point, Screen, Secret, Widget, WidgetTarget, values,
};
use crate::explorer::{PerformedAction, Situation};

/// Another value is tried so often where a field refuses one.
const OTHER_VALUES: usize = 2;
/// What is tried last: most fields take a small number.
const LAST_RESORT: &str = "12";
/// The part of a slider's box that its track leaves free at each end.
const TRACK: f64 = 0.02;

/// What was done with forms.
#[derive(Default)]
pub(super) struct FormFilling {
    done: HashMap<String, HashSet<FormVariant>>,
    /// Odd values that were tried, by activity and field: the same field in another form is no news.
    odd: HashSet<(String, String, usize)>,
    run: Option<VariantRun>,
}

/// A round that is being done.
struct VariantRun {
    form: String,
    round: FormVariant,
    left: VecDeque<(String, PartValue)>,
    /// What was typed last, and how often a field refused.
    typed: Option<(String, String)>,
    refused: usize,
    /// BACK was pressed to hide the keyboard.
    hidden: bool,
}

/// What filling in wants to do next.
pub(super) struct FillStep {
    pub action: Action,
    pub why: String,
}

impl FormFilling {
    /// What the best round that was not done on this form is worth, and which it is.
    pub(super) fn best(&self, screen: &Screen) -> Option<(FormVariant, f64)> {
        let parts = FormParts::of(&screen.widgets);
        if parts.is_none() {
            return None;
        }
        let done = self.done.get(&name(screen, &parts));
        let open = |(round, _): &(FormVariant, f64)| {
            done.is_none_or(|done| !done.contains(round))
                && odd(screen, &parts, *round).is_none_or(|odd| !self.odd.contains(&odd))
        };
        let rounds = parts.rounds(button(screen).is_some()).into_iter().filter(open);
        let rounds = rounds.map(|(round, worth)| (round, worth * per_step(round, &parts)));
        rounds.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    /// Begins `round` on the form that is on screen.
    pub(super) fn begin(&mut self, screen: &Screen, round: FormVariant, random: &mut StdRng) {
        let parts = FormParts::of(&screen.widgets);
        let form = name(screen, &parts);
        self.done.entry(form.clone()).or_default().insert(round);
        self.odd.extend(odd(screen, &parts, round));
        let mut value = |value| match value {
            PartValue::At(at) if at == ANYWHERE => PartValue::At(random.random::<f64>()),
            other => other,
        };
        let left = parts.values(round);
        let left = left.into_iter().map(|(widget, wanted)| (id(screen, widget), value(wanted)));
        let left = left.collect();
        self.run = Some(VariantRun { form, round, left, typed: None, refused: 0, hidden: false });
    }

    /// True while a round is being done.
    pub(super) const fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// Gives the round up.
    pub(super) fn stop(&mut self) {
        self.run = None;
    }

    /// The next step of the round; `None` if it is over, or the form has gone.
    pub(super) fn next(&mut self, situation: &Situation) -> Option<FillStep> {
        let mut run = self.run.take()?;
        let screen = &*situation.screen;
        let parts = FormParts::of(&screen.widgets);
        if name(screen, &parts) != run.form {
            return None;
        }
        run.read_back(situation.last.as_ref(), screen);
        while let Some((id, value)) = run.left.pop_front() {
            let Some(widget) = find(screen, &id) else { continue };
            if let Some(action) = fill(widget, &value) {
                run.typed = match &value {
                    PartValue::Text(text) => Some((id, text.clone())),
                    PartValue::At(_) => None,
                };
                let why = format!("{} {} more to fill in after this.", run.why(), run.left.len());
                self.run = Some(run);
                return Some(FillStep { action, why });
            }
        }
        if run.round == FormVariant::Abandoned {
            let why = "The form was begun; leaving it may ask whether to keep it.".to_owned();
            if screen.keyboard && !run.hidden {
                // The first BACK only hides the keyboard.
                run.hidden = true;
                self.run = Some(run);
            }
            return Some(FillStep { action: Action::Key { key: DeviceKey::Back }, why });
        }
        let target = WidgetTarget::of(button(screen)?);
        Some(FillStep { action: Action::Tap { target }, why: run.why().to_owned() })
    }
}

impl VariantRun {
    /// Where a field did not take what was typed, another value comes first.
    fn read_back(&mut self, done: Option<&PerformedAction>, screen: &Screen) {
        let Some((id, text)) = self.typed.take() else { return };
        let accepted = done.and_then(|done| done.accepted.as_ref());
        let refused = accepted.is_some_and(|accepted| *accepted != text);
        let valid = matches!(
            self.round,
            FormVariant::Valid | FormVariant::Abandoned | FormVariant::Changed
        );
        if !refused || !valid || self.refused >= OTHER_VALUES {
            return;
        }
        let Some(field) = find(screen, &id) else { return };
        self.refused += 1;
        let others = (0..values::variants(field)).map(|variant| values::plausible(field, variant));
        let other = others.into_iter().find(|other| *other != text && self.refused == 1);
        let other = other.unwrap_or_else(|| LAST_RESORT.to_owned());
        self.left.push_front((id, PartValue::Text(other)));
    }

    fn why(&self) -> &'static str {
        match self.round {
            FormVariant::Empty => "Sent once with something missing, to see what the form says.",
            FormVariant::Valid | FormVariant::Abandoned => "The form gets valid values.",
            FormVariant::Changed => "What the form holds already is changed.",
            FormVariant::OneEmpty(_) => "The form is sent with one field left empty.",
            FormVariant::AllEqual => "The form is tried with equal values.",
            FormVariant::Swapped => "The form is tried with values in each other's places.",
            FormVariant::PartsExceedTotal => {
                "The form is tried with parts that exceed the whole by a little."
            }
            FormVariant::InvalidValue(..) => "The form is tried with one odd value.",
            FormVariant::SlidersLow => "All sliders go to their low ends.",
            FormVariant::SlidersHigh => "All sliders go to their high ends.",
            FormVariant::OneHighRestLow(_) => {
                "One slider goes to its high end, the others near their low ends."
            }
            FormVariant::OneHighRestRandom(_) => {
                "One slider goes to its high end, the others anywhere."
            }
        }
    }
}

/// The item that stands for `round` on a screen.
pub(super) fn item(round: FormVariant, worth: f64) -> ScreenMove {
    ScreenMove {
        id: MoveId::Form(round),
        tag: TagSubject::Form.into(),
        kind: MoveKind::FillForm(round),
        base_yield: worth,
        why: "the form is filled in",
    }
}

/// What is left of a round's worth for the steps that it takes. The first looks at a form are worth
/// all their steps.
fn per_step(round: FormVariant, parts: &FormParts<'_>) -> f64 {
    match round {
        FormVariant::Empty | FormVariant::Valid => 1.0,
        _ => 4.0 / (2 + parts.cost(round)) as f64,
    }
}

/// What makes `widget` hold `value`; `None` if it does already.
fn fill(widget: &Widget, value: &PartValue) -> Option<Action> {
    let target = WidgetTarget::of(widget);
    match value {
        // What performing the step again would type by itself; other values are nobody's secret, and
        // are needed as they were.
        PartValue::Text(text) if widget.password && *text == values::plausible(widget, 0) => {
            let text = InputText::Secret(Secret::new(text.clone()));
            Some(Action::Type { target, text })
        }
        PartValue::Text(text) if widget.content() == text => None,
        PartValue::Text(text) => {
            Some(Action::Type { target, text: InputText::Plain(text.clone()) })
        }
        PartValue::At(at) => {
            let at = at.clamp(TRACK, 1.0 - TRACK);
            let bounds = widget.bounds;
            let along = (f64::from(bounds.width()) * at) as i32;
            let to = Point::new(bounds.left.saturating_add(along), target.point.y);
            Some(Action::Drag { target, to })
        }
    }
}

/// The button that sends the form.
fn button(screen: &Screen) -> Option<&Widget> {
    let sends = |widget: &Widget| {
        let can = widget.acts() && widget.allows(ActionKind::Tap) && !widget.is_field();
        let place = widget.position.list.is_none() && widget.checked.is_none();
        (can && place).then(|| words::sends(&WidgetTarget::of(widget))).flatten()
    };
    let buttons = screen.widgets.iter().filter_map(|widget| Some((sends(widget)?, widget)));
    buttons.min_by_key(|(rank, _)| *rank).map(|(_, widget)| widget)
}

/// True if the widget of this number is the button that sends a form.
pub(super) fn is_sent_by(screen: &Screen, number: usize) -> bool {
    let has_fields = !FormParts::of(&screen.widgets).fields.is_empty();
    has_fields && button(screen).is_some_and(|button| button.number == number)
}

/// The field and the number of the odd value that `round` is about.
fn odd(
    screen: &Screen,
    parts: &FormParts<'_>,
    round: FormVariant,
) -> Option<(String, String, usize)> {
    let FormVariant::InvalidValue(place, number) = round else { return None };
    let field = parts.fields.get(place)?;
    Some((screen.activity.clone(), format!("{} {}", field.short_id(), field.hint), number))
}

/// What tells the form on `screen` from others, whatever it holds and says.
pub(super) fn form(screen: &Screen) -> String {
    name(screen, &FormParts::of(&screen.widgets))
}

/// What tells one form from another: where it is, and its parts.
fn name(screen: &Screen, parts: &FormParts<'_>) -> String {
    let place = format!("{}|{}|{}", screen.package, screen.activity, screen.dialog);
    let all = parts.fields.iter().chain(&parts.sliders);
    all.fold(place, |name, widget| format!("{name}|{}", widget.short_id()))
}

/// What tells a part from the others: its id and its place among those of the same id.
fn id(screen: &Screen, widget: &Widget) -> String {
    let same = screen.widgets.iter().filter(|other| other.resource_id == widget.resource_id);
    let place = same.take_while(|other| other.number != widget.number).count();
    format!("{}:{place}", widget.resource_id)
}

fn find<'a>(screen: &'a Screen, wanted: &str) -> Option<&'a Widget> {
    let parts = FormParts::of(&screen.widgets);
    parts.fields.into_iter().chain(parts.sliders).find(|widget| id(screen, widget) == wanted)
}
