//! Filling in forms: one variant at a time, a step a proposal, and sent at its end. Text that a field
//! refused is noticed by reading it back, and another kind of value is tried.

mod names;
mod worth;

use std::collections::{HashSet, VecDeque};

use rand::Rng as _;

pub(super) use self::names::form;
use self::names::{find, id, name};
use self::worth::{expected_yield, step_factor};
use super::move_tags::TagSubject;
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::tactic::{FuzzShared, LearnedTurn, NextStep, Tactic, propose};
use super::weights::VlmFuzzWeights;
use super::words;
use crate::domain::{
    Action, ActionKey, ActionKind, ActionPair, DeviceKey, InputText, Point, Screen, Secret, Widget,
    WidgetTarget, values,
};
use crate::explorer::shared::forms::field_name::field_name;
use crate::explorer::shared::forms::other_values::after_refusal;
use crate::explorer::shared::forms::taken_texts::TakenTexts;
use crate::explorer::shared::forms::variant_memory::{TriedInvalid, VariantMemory};
use crate::explorer::shared::forms::variants::{FormParts, FormVariant, PartValue, fields};
use crate::explorer::shared::forms::{is_for, may_send};
use crate::explorer::shared::unlisted::{is_search, is_sent_by_enter};
use crate::explorer::{PerformedAction, Situation};
use crate::model::abstraction::{folded_digits, key_of, tapped_through};
use crate::protocol::ActionOutcome;

/// What was done with forms, and the form that is being filled in.
#[derive(Default)]
pub(super) struct FormFilling {
    variants: VariantMemory,
    texts: TakenTexts,
    run: Option<VariantRun>,
    /// The form that was to be sent last.
    sent: Option<SentForm>,
    /// See [`FormNews::DeafToEnter`].
    deaf_to_enter: HashSet<String>,
    /// What was done and not told yet.
    news: Vec<FormNews>,
}

/// Something that was done with a form; forms are told apart by their names.
#[derive(Clone, Debug)]
pub(super) enum FormNews {
    /// It is filled in as this variant, with the invalid value that that has.
    Begun(String, FormVariant, Option<TriedInvalid>),
    /// It was sent, or not filled in to the end for a crash.
    Sent {
        /// The form.
        form: String,
        /// Whether that showed something new.
        is_new: bool,
        /// Whether the app crashed at it.
        crashed: bool,
    },
    /// Sending it was refused with valid values.
    Held(String),
    /// ENTER did nothing to it when it held valid values: it takes what is typed at once.
    DeafToEnter(String),
}

/// A form that was to be sent.
struct SentForm {
    form: String,
    variant: FormVariant,
    /// By what.
    key: ActionKey,
}

/// A variant that is being filled in.
struct VariantRun {
    form: String,
    variant: FormVariant,
    left: VecDeque<(String, PartValue)>,
    /// The pair of actions that sends the form, if something is to be done at once after it.
    interruption: Option<ActionPair>,
    /// What was typed last, and how often a field refused.
    typed: Option<(String, String)>,
    refused: usize,
    /// BACK was pressed to hide the keyboard.
    hidden: bool,
}

impl FormFilling {
    /// Remembers what was done, for others as well.
    fn note(&mut self, news: FormNews) {
        self.hear(&news);
        self.news.push(news);
    }

    /// What was done since the last time.
    pub(super) fn take_news(&mut self) -> Vec<FormNews> {
        std::mem::take(&mut self.news)
    }

    /// Takes in what was done, by whomever.
    pub(super) fn hear(&mut self, news: &FormNews) {
        match news.clone() {
            FormNews::Begun(form, variant, invalid) => self.variants.begin(&form, variant, invalid),
            FormNews::Sent { form, is_new, crashed } => {
                self.variants.sent(form, is_new, crashed);
            }
            FormNews::Held(form) => self.variants.hold(form),
            FormNews::DeafToEnter(form) => {
                self.deaf_to_enter.insert(form);
            }
        }
    }

    /// What the form on `screen` is called, whatever part of it is in view.
    fn named(&self, screen: &Screen, parts: &FormParts<'_>) -> String {
        self.variants.known_as(name(screen, &parts.fields, &parts.sliders))
    }

    /// The move that fills in the form on screen in the best variant that was not tried on it.
    pub(super) fn best(&self, screen: &Screen, weights: &VlmFuzzWeights) -> Option<ScreenMove> {
        let parts = FormParts::of(&screen.widgets, weights.display.form_values);
        if parts.is_none() {
            return None;
        }
        let form = self.named(screen, &parts);
        if self.variants.is_held(&form) {
            return None;
        }
        let open = |variant: &FormVariant| {
            let invalid = invalid_value(screen, &parts, *variant);
            self.variants.is_untried(&form, *variant, invalid.as_ref())
                && self.can_type(&parts, *variant)
        };
        let variants = parts.variants(button(screen).is_some()).into_iter().filter(open);
        let barren = self.variants.barren(&form).min(weights.factor_tries);
        let left = weights.factor_barren_variant.powi(i32::try_from(barren).unwrap_or(0));
        let variants = variants.map(|variant| {
            let expected = expected_yield(variant, weights);
            (variant, expected * step_factor(variant, &parts, weights) * left)
        });
        let (variant, base_yield) =
            variants.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
        Some(ScreenMove {
            id: MoveId::Form(variant),
            tag: TagSubject::Form.into(),
            kind: MoveKind::FillForm(variant),
            base_yield,
            why: "the form is filled in",
            alike: None,
        })
    }

    /// True if the device typed what is special in `variant` when it was last tried.
    fn can_type(&self, parts: &FormParts<'_>, variant: FormVariant) -> bool {
        let FormVariant::InvalidValue(place, _) = variant else { return true };
        let field = parts.fields.get(place).copied();
        let of_field = |(widget, _): &(&Widget, PartValue)| {
            field.is_some_and(|field| field.number == widget.number)
        };
        match parts.values(variant).into_iter().find(of_field) {
            Some((widget, PartValue::Text(text))) => self.texts.is_taken(widget, &text),
            _ => true,
        }
    }

    /// Takes in what the last action did, which led to `after`; `is_new` if it showed something new.
    fn done(&mut self, done: &PerformedAction, after: &Screen, is_new: bool) {
        self.texts.learn(done);
        let crashed = done.outcome == ActionOutcome::Crashed;
        let Some(sent) = self.sent.take().filter(|sent| done.key == sent.key) else {
            if let Some(run) = self.run.as_ref().filter(|_| crashed) {
                let form = run.form.clone();
                self.note(FormNews::Sent { form, is_new, crashed });
            }
            return;
        };
        let by_enter = matches!(done.action, Action::Key { key: DeviceKey::Enter });
        let is_valid = sent.variant == FormVariant::Valid;
        // It may move the focus all the same.
        let did_nothing = match done.outcome {
            ActionOutcome::None => true,
            ActionOutcome::Content => says_the_same(&done.before, after),
            _ => false,
        };
        if by_enter && is_valid && did_nothing {
            self.note(FormNews::DeafToEnter(sent.form.clone()));
        }
        self.note(FormNews::Sent { form: sent.form, is_new, crashed });
    }

    /// If sending the form was refused, it is done.
    pub(super) fn notice_refusal(&mut self, situation: &Situation) {
        let refused = |sent: &mut SentForm| situation.is_refused(&sent.key);
        if let Some(sent) = self.sent.take_if(refused) {
            self.note(FormNews::Held(sent.form));
        }
    }

    /// Begins to fill in the form on screen. If `interruption` is a pair of actions, its second one
    /// comes at once after the form is sent.
    pub(super) fn begin(
        &mut self,
        screen: &Screen,
        variant: FormVariant,
        interruption: Option<&Action>,
        shared: &mut FuzzShared,
    ) {
        let FuzzShared { weights, random, .. } = shared;
        let parts = FormParts::of(&screen.widgets, weights.display.form_values);
        let form = self.named(screen, &parts);
        let invalid = invalid_value(screen, &parts, variant);
        self.note(FormNews::Begun(form.clone(), variant, invalid));
        let mut value = |value| match value {
            PartValue::Anywhere => PartValue::At(random.random::<f64>()),
            other => other,
        };
        let texts = &self.texts;
        let typed = |widget: &Widget, wanted| match wanted {
            PartValue::Text(text) if !text.is_empty() => {
                PartValue::Text(texts.instead_of(widget, text))
            }
            other => other,
        };
        let left = parts.values(variant).into_iter();
        let left = left.map(|(widget, wanted)| (id(screen, widget), value(typed(widget, wanted))));
        self.run = Some(VariantRun {
            form,
            variant,
            left: left.collect(),
            interruption: interruption.and_then(|action| match action {
                Action::AtOnce(pair) => Some(pair.clone()),
                _ => None,
            }),
            typed: None,
            refused: 0,
            hidden: false,
        });
    }

    /// A model's plan fills in the form on screen: valid values are not typed there once more.
    pub(super) fn filled_by_plan(&mut self, screen: &Screen) {
        let form = self.variants.known_as(form(screen));
        self.note(FormNews::Begun(form, FormVariant::Valid, None));
    }

    /// True while a form is being filled in.
    pub(super) const fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// The next step; `None` if the variant is done, or the form has gone.
    fn next(&mut self, situation: &Situation, weights: &VlmFuzzWeights) -> Option<FillStep> {
        let mut run = self.run.take()?;
        let screen = &*situation.screen;
        let parts = FormParts::of(&screen.widgets, weights.display.form_values);
        if self.named(screen, &parts) != run.form {
            return None;
        }
        run.read_back(situation.last.as_ref(), &parts, screen, weights.form_other_values);
        while let Some((id, value)) = run.left.pop_front() {
            let Some(widget) = find(screen, &parts, &id) else { continue };
            if let Some(action) = fill(screen, widget, &value, weights.slider_margin) {
                run.typed = match &value {
                    PartValue::Text(text) => Some((id, text.clone())),
                    PartValue::At(_) | PartValue::Anywhere => None,
                };
                let why = format!("{} {} more to fill in after this.", run.why(), run.left.len());
                self.run = Some(run);
                return Some(FillStep::Fill(action, why));
            }
        }
        if run.variant == FormVariant::Abandoned {
            let why = "The form was begun; leaving it may ask whether to keep it.".to_owned();
            if screen.keyboard && !run.hidden {
                // The first BACK only hides the keyboard.
                run.hidden = true;
                self.run = Some(run);
            }
            return Some(FillStep::Fill(Action::Key { key: DeviceKey::Back }, why));
        }
        let is_deaf = self.deaf_to_enter.contains(&run.form);
        let send = match button(screen) {
            Some(button) => Action::Tap { target: WidgetTarget::of(button) },
            None if is_sent_by_enter(screen) && !is_deaf => Action::Key { key: DeviceKey::Enter },
            None => return None,
        };
        let (form, key) = (run.form.clone(), key_of(screen, &send).0);
        self.sent = Some(SentForm { form, variant: run.variant, key });
        Some(FillStep::Send(run.sending(send), run.why().to_owned()))
    }
}

/// The next step of filling in a form.
enum FillStep {
    /// One action, with its reason.
    Fill(Action, String),
    /// What sends the form: one action or a pair, with its reason.
    Send(Action, String),
}

impl Tactic for FormFilling {
    fn learn(&mut self, turn: &LearnedTurn<'_>, shared: &mut FuzzShared) {
        self.done(turn.done, &turn.situation.screen, shared.gain.is_new());
    }

    fn resume(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let step = match self.next(situation, &shared.weights)? {
            FillStep::Send(pair @ Action::AtOnce(_), why) => {
                return Some(NextStep::Interrupt(pair, why));
            }
            FillStep::Fill(action, why) | FillStep::Send(action, why) => {
                propose(situation, action, why)
            }
        };
        if step.is_none() {
            self.cancel();
        }
        step.map(NextStep::from)
    }

    fn cancel(&mut self) {
        self.run = None;
    }
}

impl VariantRun {
    /// If a field did not take what was typed, another value comes first.
    fn read_back(
        &mut self,
        done: Option<&PerformedAction>,
        parts: &FormParts<'_>,
        screen: &Screen,
        other_values: usize,
    ) {
        let Some((id, text)) = self.typed.take() else { return };
        let accepted = done.and_then(|done| done.accepted.as_ref());
        let refused = accepted.is_some_and(|accepted| *accepted != text);
        let valid = matches!(
            self.variant,
            FormVariant::Valid | FormVariant::Abandoned | FormVariant::Changed
        );
        if !refused || !valid || self.refused >= other_values {
            return;
        }
        let Some(field) = find(screen, parts, &id) else { return };
        self.refused += 1;
        let other = after_refusal(field, &text, self.refused);
        self.left.push_front((id, PartValue::Text(other)));
    }

    /// The action that sends the form by `tap`.
    fn sending(&self, tap: Action) -> Action {
        let Some(pair) = &self.interruption else { return tap };
        // The button may have moved for the keyboard since the pair was thought of.
        let twice = pair.first() == pair.then();
        let then = if twice { tap.clone() } else { pair.then().clone() };
        Action::at_once(tap.clone(), then).unwrap_or(tap)
    }

    const fn why(&self) -> &'static str {
        match self.variant {
            FormVariant::Empty => {
                "The form is sent once with something missing, to see what it says."
            }
            FormVariant::Valid | FormVariant::Abandoned => "The form gets valid values.",
            FormVariant::Changed => "A value that the form holds already is changed.",
            FormVariant::OneEmpty(_) => "The form is sent with one field left empty.",
            FormVariant::AllEqual => "The form is tried with equal values.",
            FormVariant::Swapped => "The form is tried with two values swapped.",
            FormVariant::PartsExceedTotal => {
                "The form is tried with parts that exceed their total by a little."
            }
            FormVariant::InvalidValue(..) => {
                "The form is tried with one boundary or invalid value."
            }
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

/// What makes `widget` of `screen` hold `value`; `None` if it does already.
fn fill(screen: &Screen, widget: &Widget, value: &PartValue, margin: f64) -> Option<Action> {
    let target = WidgetTarget::of(widget);
    match value {
        // What performing the step again would type by itself; other values are nobody's secret, and
        // are needed as they were.
        PartValue::Text(text) if widget.password && *text == values::hidden(screen, widget) => {
            let text = InputText::Secret(Secret::new(text.clone()));
            Some(Action::Type { target, text })
        }
        PartValue::Text(text) if widget.content() == text => None,
        PartValue::Text(text) => {
            Some(Action::Type { target, text: InputText::Plain(text.clone()) })
        }
        PartValue::At(at) => {
            let at = at.clamp(margin, 1.0 - margin);
            let bounds = widget.bounds;
            let along = (f64::from(bounds.width()) * at) as i32;
            let to = Point::new(bounds.left.saturating_add(along), target.point.y);
            Some(Action::Drag { target, to })
        }
        PartValue::Anywhere => None,
    }
}

/// The button that sends the form. What a field looks for is not sent by a button that adds things.
fn button(screen: &Screen) -> Option<&Widget> {
    let through = tapped_through(screen);
    let fields = fields(&screen.widgets);
    let searches = !fields.is_empty() && fields.iter().all(|field| is_search(field));
    let sends = |widget: &Widget| {
        let can = widget.acts()
            && widget.allows(ActionKind::Tap)
            && !widget.is_field()
            && !through.contains(&widget.number);
        let place = widget.position.list.is_none() && widget.checked.is_none();
        let is_own = fields.first().is_none_or(|field| is_for(widget, field));
        let fits = (!searches || is_search(widget)) && is_own && may_send(screen, widget);
        (can && place && fits).then(|| words::sends(&WidgetTarget::of(widget))).flatten()
    };
    let buttons = screen.widgets.iter().filter_map(|widget| Some((sends(widget)?, widget)));
    buttons.min_by_key(|(rank, _)| *rank).map(|(_, widget)| widget)
}

/// True if the widget of this number is the button that sends a form.
pub(super) fn is_sent_by(screen: &Screen, number: usize) -> bool {
    let has_fields = !fields(&screen.widgets).is_empty();
    has_fields && button(screen).is_some_and(|button| button.number == number)
}

/// True if both screens say the same, wherever the focus is.
fn says_the_same(before: &Screen, after: &Screen) -> bool {
    fn said(widget: &Widget) -> (&str, &str, Option<bool>) {
        (&widget.text, &widget.label, widget.checked)
    }
    before.widgets.iter().map(said).eq(after.widgets.iter().map(said))
}

/// The field and the number of the invalid value that `variant` is about.
fn invalid_value(
    screen: &Screen,
    parts: &FormParts<'_>,
    variant: FormVariant,
) -> Option<TriedInvalid> {
    let FormVariant::InvalidValue(place, number) = variant else { return None };
    let field = parts.fields.get(place)?;
    let named = format!("{} {}", folded_digits(field_name(field)), field.hint);
    Some((screen.location.clone(), named, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{button, field, phone};

    /// A tree whose rows are fields had another name with each row that was opened, so that its valid values
    /// were sent 22 times in 150 steps.
    #[test]
    fn a_row_more_of_the_same_fields_is_the_same_form() {
        let rows = |count: usize| {
            let row = |number| field(number, "value", "Value");
            form(&phone((1..=count).map(row).chain([field(9, "name", "Name")]).collect()))
        };
        assert_eq!(rows(2), rows(5));
        assert_ne!(rows(2), form(&phone(vec![field(1, "value", "Value")])));
    }

    /// After a model's plan had filled in a form, the rules typed valid values once more.
    #[test]
    fn what_a_plan_filled_in_is_not_filled_in_once_more() {
        let screen =
            phone(vec![field(1, "name", "Name"), field(2, "town", "Town"), button(3, "Send")]);
        let weights = VlmFuzzWeights::default();
        let variant = |filling: &FormFilling| filling.best(&screen, &weights).unwrap().form();
        let mut filling = FormFilling::default();
        assert_eq!(variant(&filling), Some(FormVariant::Valid));
        filling.filled_by_plan(&screen);
        assert_ne!(variant(&filling), Some(FormVariant::Valid));
    }
}
