//! Forms: sent once with something missing, then filled, then sent; never twice alike.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::words::{self, LabelSense};
use crate::domain::{
    Action, ActionKey, AvailableAction, InputText, Screen, Widget, WidgetRole, WidgetTarget,
};
use crate::explorer::Situation;
use crate::explorer::shared::forms::field_name::{field_name, target_name};
use crate::explorer::shared::forms::{self, FormMemory, SentContent};
use crate::explorer::shared::labels::{self, LabelMeaning};
use crate::model::abstraction::label;

/// What was sent, and typed if it cannot be read again. A form is told by its activity and its first field, and by the
/// heading of its dialog if it is in one: the states it goes through while it is filled and refused
/// are one form.
pub type ActivityForms = FormMemory<FormName>;

/// What tells one form from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormName {
    activity: String,
    /// The heading, in a dialog: it stands over a screen of the same activity. One without a heading is told by
    /// its fields.
    dialog: Option<String>,
    /// What its first field is called, whatever it holds: some activities show one form after another.
    first: String,
}

impl FormName {
    /// The name of the form on `screen`.
    pub fn of(screen: &Screen) -> Self {
        let fields = || forms::own_fields(screen).map(|it| target_name(&WidgetTarget::of(it)));
        let name =
            || screen.title().map_or_else(|| fields().collect::<Vec<_>>().join(" "), str::to_owned);
        let first = forms::own_fields(screen).next().map_or("", field_name).to_owned();
        Self { activity: screen.location.clone(), dialog: screen.dialog.then(name), first }
    }
}

/// What the fields of a screen held.
#[derive(Clone, Debug)]
pub struct FormContent {
    /// The form.
    pub form: FormName,
    hash: u64,
    empty: usize,
}

/// How a form stands to a button that would send it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormStatus {
    /// There is no form, or the button sends nothing.
    None,
    /// It was sent as it is, or often enough.
    Sent,
    /// It was sent as it is by another button.
    SentOtherwise,
    /// Something is missing, and this button never sent it.
    Missing,
    /// Something is missing, other than when it was sent before.
    MissingStill,
    /// All fields hold something, and it was not sent so.
    Full,
}

impl FormContent {
    /// What the fields hold now; `None` if there are none.
    pub fn of(forms: &ActivityForms, situation: &Situation) -> Option<Self> {
        fields(situation).next()?;
        let mut hasher = DefaultHasher::new();
        let mut empty = 0;
        for field in fields(situation) {
            let nothing = forms.is_empty(field);
            (field.content(), nothing).hash(&mut hasher);
            empty += usize::from(nothing);
        }
        let form = FormName::of(&situation.screen);
        Some(Self { form, hash: hasher.finish(), empty })
    }

    const fn sent(&self) -> SentContent {
        SentContent { hash: self.hash, is_complete: self.empty == 0 }
    }

    /// True if all fields hold something.
    pub const fn is_complete(&self) -> bool {
        self.empty == 0
    }

    /// Remembers that the button `key` sent it.
    pub fn remember(self, forms: &mut ActivityForms, key: &ActionKey) {
        let sent = self.sent();
        forms.add(self.form, key.clone(), sent);
    }
}

/// How the form on screen stands to `offer`.
pub fn standing(
    forms: &ActivityForms,
    situation: &Situation,
    offer: &AvailableAction,
) -> FormStatus {
    if !sends(situation, &offer.action) {
        return FormStatus::None;
    }
    let Some(content) = FormContent::of(forms, situation) else { return FormStatus::None };
    let news = forms.is_news(&content.form, &offer.key, content.sent());
    if news == Some(false) {
        return FormStatus::Sent;
    }
    if forms.was_sent(&content.form, content.sent()) {
        return FormStatus::SentOtherwise;
    }
    match content.empty {
        0 => FormStatus::Full,
        _ if news.is_none() => FormStatus::Missing,
        _ => FormStatus::MissingStill,
    }
}

/// How many fields hold nothing.
pub fn empty(forms: &ActivityForms, situation: &Situation) -> usize {
    fields(situation).filter(|field| forms.is_empty(field)).count()
}

fn fields(situation: &Situation) -> impl Iterator<Item = &Widget> {
    forms::own_fields(&situation.screen).filter(|field| field.enabled)
}

/// The forms that led on once they were sent with something in them.
#[derive(Debug, Default)]
pub struct LedOnForms {
    /// The names of their screens, with how often.
    forms: Vec<(String, u32)>,
    /// The activities and pages of those with a hidden field.
    gates: HashSet<String>,
}

impl LedOnForms {
    /// Takes in that the form on `before` was sent, which led to `after`.
    pub fn add(&mut self, before: &Screen, after: &Screen) {
        if !forms::led_on(before, after) {
            return;
        }
        if has_secret(before) {
            self.gates.insert(before.location.clone());
        }
        let form = label(before);
        match self.forms.iter_mut().find(|(known, _)| *known == form) {
            Some((_, times)) => *times += 1,
            None => self.forms.push((form, 1)),
        }
    }

    /// True if `screen` asks for a secret, and one like it led on before: the app has been locked again.
    pub fn is_gate(&self, screen: &Screen) -> bool {
        self.gates.contains(&screen.location) && has_secret(screen)
    }

    /// The names of their screens, with how often.
    pub fn told(&self) -> &[(String, u32)] {
        &self.forms
    }
}

fn has_secret(screen: &Screen) -> bool {
    forms::own_fields(screen).any(|field| field.password)
}

/// The id of the field that `action` types a secret into.
pub fn secret_field(action: &Action) -> Option<&str> {
    match action {
        Action::Type { target, text: InputText::Secret(_) } => Some(&target.resource_id),
        _ => None,
    }
}

/// True if some field holds something and a button is there that sends it.
pub fn is_begun(situation: &Situation) -> bool {
    fields(situation).any(|field| !field.content().is_empty()) && has_button(situation)
}

/// True if a button is there that sends, pressable or not yet.
pub fn has_button(situation: &Situation) -> bool {
    situation.screen.widgets.iter().any(|widget| {
        widget.position.list.is_none()
            && !widget.is_field()
            && !widget.actions.is_empty()
            && (widget.submits()
                || takes(&situation.screen, words::sense_of_widget(widget), &widget.label))
            && forms::may_send(&situation.screen, widget)
    })
}

/// True for a tap on a button outside of lists that says it takes the screen's content.
pub fn sends(situation: &Situation, action: &Action) -> bool {
    let Action::Tap { target } = action else { return false };
    let widget = situation.screen.widget(target.number);
    let is_none = widget.is_some_and(|widget| {
        widget.position.list.is_some() || !forms::may_send(&situation.screen, widget)
    });
    !is_none
        && (widget.is_some_and(Widget::submits)
            || takes(&situation.screen, words::sense(action), &target.label))
}

/// True for a button of this sense that takes what `screen` holds. In a dialog so does one that adds, since
/// the dialog asks for what is added, and whatever stands alone beside what leaves it ("Start"); behind such
/// a button on a page there mostly is another page.
fn takes(screen: &Screen, sense: LabelSense, label: &str) -> bool {
    match sense {
        LabelSense::Sends => true,
        LabelSense::LeadsOn if screen.dialog && adds(label) => true,
        LabelSense::LeadsOn | LabelSense::Plain => screen.dialog && is_only_way_on(screen, label),
        _ => false,
    }
}

/// True if `label` is on the only button of a dialog beside one that leaves it.
fn is_only_way_on(screen: &Screen, label: &str) -> bool {
    let is_button = |widget: &&Widget| {
        !widget.is_field()
            && !widget.actions.is_empty()
            && widget.position.list.is_none()
            && widget.checked.is_none()
            && widget.role() == WidgetRole::Button
    };
    let buttons = screen.widgets.iter().filter(is_button);
    let (leaving, others): (Vec<&Widget>, Vec<&Widget>) =
        buttons.partition(|widget| words::sense_of_widget(widget) == LabelSense::Leaves);
    !leaving.is_empty() && matches!(&others[..], [only] if only.label == label)
}

/// True for a tap that says that something is added: beside fields that hold something that is mostly what they
/// hold.
pub fn adds_to(action: &Action) -> bool {
    matches!(action, Action::Tap { target } if adds(&target.label))
}

/// True for a label that says that something is added.
fn adds(label: &str) -> bool {
    let label = label.to_lowercase();
    let words = labels::command_words(&label);
    words.into_iter().any(|word| labels::meaning(word) == Some(LabelMeaning::Add))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::shared::forms::FormQuota;
    use crate::explorer::testing::{World, button, field, phone};

    #[test]
    fn a_button_that_adds_takes_what_a_dialog_holds() {
        let widgets = || vec![field(1, "name", "Name"), button(2, "Cancel"), button(3, "Add task")];
        let mut world = World::new(None);
        let mut taken = |dialog| {
            world.show(Screen { dialog, ..phone(widgets()) });
            let situation = world.situation();
            ["Cancel", "Add task"].map(|label| sends(&situation, &world.tapping(label)))
        };
        assert_eq!(taken(true), [false, true]);
        assert_eq!(taken(false), [false, false], "a page of its own may open");
    }

    /// A time was typed, and the dialog left by "Cancel", since "Start" was not taken for what sends it.
    #[test]
    fn the_only_button_beside_cancel_takes_what_a_dialog_holds() {
        let mut world = World::new(None);
        let mut taken = |more: Option<&str>| {
            let mut widgets =
                vec![field(1, "s", "Seconds"), button(2, "Cancel"), button(3, "Start")];
            widgets.extend(more.map(|label| button(4, label)));
            world.show(Screen { dialog: true, ..phone(widgets) });
            sends(&world.situation(), &world.tapping("Start"))
        };
        assert!(taken(None));
        assert!(!taken(Some("Choose")), "one of the two may lead elsewhere");
    }

    /// What a task asks for is made by forms, but the question did not say which had led on.
    #[test]
    fn a_form_led_on_if_none_of_its_fields_is_there_any_more() {
        let form = |text: &str, more: &str| {
            let name = Widget { text: text.into(), ..field(1, "name", "Name") };
            phone(vec![name, button(2, "Save"), button(3, more)])
        };
        let list = || phone(vec![field(1, "search", "Search"), button(2, "Ada")]);
        let mut forms = LedOnForms::default();
        forms.add(&form("", "Help"), &list());
        assert!(forms.told().is_empty(), "it held nothing");
        forms.add(&form("Ada", "Help"), &form("Ada", "Name is taken"));
        assert!(forms.told().is_empty(), "it was not taken");
        forms.add(&form("Ada", "Help"), &list());
        forms.add(&form("Bob", "Help"), &list());
        let times: Vec<u32> = forms.told().iter().map(|(_, times)| *times).collect();
        assert_eq!(times, [2], "{:?}", forms.told());
        forms.add(&list(), &phone(vec![button(1, "Ada")]));
        assert_eq!(forms.told().len(), 1, "a search makes nothing");
    }

    #[test]
    fn dialogs_without_a_heading_are_told_by_their_fields() {
        let dialog = |id: &str, text: &str| {
            let held = Widget { text: text.into(), ..field(1, id, id) };
            FormName::of(&Screen { dialog: true, ..phone(vec![held, button(2, "OK")]) })
        };
        assert_ne!(dialog("task", ""), dialog("list", ""));
        assert_eq!(dialog("task", ""), dialog("task", "Buy soap"));
    }

    #[test]
    fn the_form_of_a_dialog_is_not_that_of_the_screen_under_it() {
        let filled = |number: usize| Widget { text: "12".into(), ..field(number, "day", "Day") };
        let dialog = Screen { dialog: true, ..phone(vec![filled(1), button(2, "OK")]) };
        let page = phone(vec![field(1, "cost", "Cost"), button(2, "OK")]);
        let mut world = World::new(None);
        let mut forms = ActivityForms::new(FormQuota::default());
        world.show(dialog.clone());
        let content = FormContent::of(&forms, &world.situation()).unwrap();
        content.remember(&mut forms, &ActionKey::new("tap OK"));
        assert!(forms.was_sent_complete(&FormName::of(&dialog)));
        assert!(!forms.was_sent_complete(&FormName::of(&page)));
    }
}
