//! The form that is being filled in: what was typed is lost if the page is left before it is sent.
//!
//! The button that sends a form is often below what the display shows. So the page is scrolled on until
//! the button comes, and fields that come before it are filled in on the way.

mod choices;
mod filled;
mod leaving;
mod other_button;
mod refused;
mod suggested;
mod written;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use self::choices::Choices;
use self::leaving::{Asked, Leaving};
use self::other_button::OtherButtons;
use self::refused::Refusals;
use self::suggested::Suggestions;
use self::written::WrittenTexts;
use super::{empty_fields, may_send, sending_words};
use crate::domain::{
    Action, ActionKey, AvailableAction, DeviceKey, Direction, InputText, Screen, Widget,
    WidgetTarget,
};
use crate::explorer::shared::labels;
use crate::explorer::shared::unlisted::is_search;
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// The button that sends a form is looked for on so many further parts of a page.
const MOST_SCROLLS: usize = 6;

/// So many texts are typed into a field that takes none.
const MOST_UNTAKEN: u32 = 2;

/// The same action is done so many times in a row for a form at most: whatever it waits for does not come.
const MOST_ALIKE: u32 = 8;

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct BegunForm {
    /// What was done last, and how often in a row.
    repeated: Option<(ActionKey, u32)>,
    /// The page that it is on; `None` if no form is begun.
    page: Option<String>,
    /// What was typed, by the field.
    typed: BTreeMap<ActionKey, String>,
    /// The fields that took nothing the first time: some take something once others hold something.
    untaken: HashSet<ActionKey>,
    /// How often each field was empty after a text was typed into it: it may open a choice instead.
    took_nothing: HashMap<ActionKey, u32>,
    /// A field was typed into that looks for nothing.
    is_form: bool,
    choices: Choices,
    /// The field that was typed into last, and the form of the page that it belongs to.
    last: Option<WidgetTarget>,
    form: Option<u16>,
    /// How often the page was scrolled on since, and what was scrolled.
    scrolls: usize,
    scrolled: Option<ActionKey>,
    /// What was sent, with its page, hashed.
    sent: HashSet<u64>,
    /// Contents that ENTER left as they were, hashed: it sends nothing there.
    entered: HashSet<u64>,
    /// Pages with a form that was sent.
    pages_sent: HashSet<String>,
    /// Pages that were scrolled to their end without a button that sends.
    without_button: HashSet<String>,
    /// The texts that pages were opened to edit.
    written: WrittenTexts,
    /// The buttons without a word of sending that were pressed.
    others: OtherButtons,
    leaving: Leaving,
    refusals: Refusals,
    suggestions: Suggestions,
}

/// What a begun form needs next.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::explorer) enum BegunStep {
    /// A field that was empty gets a text.
    Fill(AvailableAction),
    /// A long text gets another one.
    Alter(AvailableAction),
    /// So does one that was complained about.
    Correct(AvailableAction),
    /// A choice that was not made is opened, or an option of it is taken.
    Choose(AvailableAction),
    /// The button is pressed.
    Send(AvailableAction),
    /// The page is scrolled on.
    ScrollOn(AvailableAction),
    /// The page is left, or the question answered that comes then.
    Leave(AvailableAction),
    /// The dialog that a field opened is closed so that its value is taken.
    Pick(AvailableAction),
}

impl BegunStep {
    /// The action.
    pub(in crate::explorer) fn into_action(self) -> AvailableAction {
        match self {
            Self::Fill(action)
            | Self::Alter(action)
            | Self::Correct(action)
            | Self::Choose(action)
            | Self::Send(action)
            | Self::ScrollOn(action)
            | Self::Leave(action)
            | Self::Pick(action) => action,
        }
    }

    /// Why it comes next.
    pub(in crate::explorer) const fn why(&self) -> &'static str {
        match self {
            Self::Fill(_) => "The form that was begun has a field that is empty still.",
            Self::Alter(_) => {
                "The text of this page was never altered, and its button takes what is altered."
            }
            Self::Correct(_) => {
                "When this form was sent, something was said that names this field."
            }
            Self::Choose(_) => "The form that was begun has a choice that is not made yet.",
            Self::Send(_) => "What was typed is sent before this page is left.",
            Self::ScrollOn(_) => "The button that sends what was typed may be further down.",
            Self::Pick(_) => "It takes what this dialog shows for a field of the form.",
            Self::Leave(_) => {
                "No button here takes what was typed: it may be kept when this page is left."
            }
        }
    }
}

impl BegunForm {
    /// Takes in what `done` did; `situation` is what it led to.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        let screen = &*situation.screen;
        let before = self.repeated.take().filter(|(key, _)| *key == done.key);
        self.repeated = Some((done.key.clone(), before.map_or(0, |(_, times)| times) + 1));
        let (is_begun, content) = (self.page.is_some(), self.content());
        let chosen = self.choices.learn(&done.action, &done.before, is_begun, content);
        let is_choice = self.choices.is_open() || chosen.is_some();
        self.typed.extend(chosen);
        self.written.learn(done);
        self.suggestions.learn(done, screen);
        if self.page.is_some() {
            self.others.press(self.content(), &done.key);
        }
        let was_begun = self.page.is_some();
        match &done.action {
            _ if is_choice => {}
            Action::Type { target, text } if !done.failed => {
                self.type_into(done, screen, target, text);
            }
            Action::Scroll { target, .. } => {
                self.scrolled = Some(widget_key(target));
                self.scrolls += 1;
                if done.outcome == ActionOutcome::None || self.scrolls >= MOST_SCROLLS {
                    self.scrolls = MOST_SCROLLS;
                    self.without_button.extend(self.page.clone());
                }
            }
            Action::Key { key: DeviceKey::Enter } if self.is_form && self.is_unchanged(screen) => {
                self.entered.insert(self.content());
            }
            // It gives a field its value.
            _ if done.before.dialog && self.leaving.asked() == Some(Asked::Touching) => {}
            action if self.sureness(&done.before, action).is_some() => {
                self.sent.insert(self.content());
                self.pages_sent.extend(self.page.clone().filter(|_| self.is_form));
                if self.is_form && self.is_on(&done.before) && self.is_on(screen) {
                    self.refusals.learn_sent(done, screen);
                }
                self.give_up();
            }
            // A picker stands over its form.
            _ if done.outcome == ActionOutcome::Moved
                && !self.is_on(screen)
                && !screen.dialog
                && !done.before.dialog =>
            {
                self.give_up();
            }
            Action::Tap { .. } => self.begin_with_filled(done, screen),
            _ => {}
        }
        if was_begun || self.page.is_some() {
            self.leaving.learn(done, screen);
        }
        if self.page.as_deref().is_some_and(|page| page != screen.location) {
            self.give_up();
        }
    }

    fn type_into(
        &mut self,
        done: &PerformedAction,
        screen: &Screen,
        target: &WidgetTarget,
        text: &InputText,
    ) {
        if self.page.as_ref() != Some(&done.before.location) {
            self.give_up();
            self.page = Some(done.before.location.clone());
        }
        self.refusals.learn_typed(&done.before.location, target, text);
        let text = match text {
            InputText::Plain(text) => text.clone(),
            InputText::Secret(_) => String::new(),
        };
        let field = done.before.widget(target.number);
        self.form = field.and_then(|field| field.form);
        self.is_form |=
            field.is_some_and(|field| !is_search(field) && !field.hears_keys && !is_cell(field));
        let holds = same_field(screen, target).is_some_and(|field| !field.content().is_empty());
        let is_empty = !text.trim().is_empty()
            && done.accepted.as_ref().is_some_and(|held| held.trim().is_empty());
        if is_empty {
            *self.took_nothing.entry(widget_key(target)).or_default() += 1;
        }
        let is_taken = !is_empty && (done.outcome != ActionOutcome::None || holds);
        if is_taken || !self.untaken.insert(widget_key(target)) {
            self.typed.insert(widget_key(target), text);
        }
        self.last = Some(target.clone());
        self.scrolled = None;
        self.scrolls = 0;
    }

    /// Begins a form into which the app itself has put a text.
    fn begin_with_filled(&mut self, done: &PerformedAction, screen: &Screen) {
        let Some(field) = filled::by_press(&done.before, screen) else { return };
        let target = WidgetTarget::of(field);
        (self.page, self.form, self.is_form) = (Some(screen.location.clone()), field.form, true);
        self.typed.insert(widget_key(&target), field.content().to_owned());
        (self.last, self.scrolled, self.scrolls) = (Some(target), None, 0);
    }

    fn give_up(&mut self) {
        self.page = None;
        self.is_form = false;
        self.form = None;
        self.last = None;
        self.scrolled = None;
        self.scrolls = 0;
        self.choices.give_up();
        self.typed.clear();
        self.untaken.clear();
    }

    /// True if a field that was typed into is on `screen`.
    fn is_on(&self, screen: &Screen) -> bool {
        let mut fields = screen.widgets.iter().filter(|widget| widget.is_field());
        fields.any(|field| self.typed.contains_key(&widget_key(&WidgetTarget::of(field))))
    }

    /// True if the field that was typed into last holds what was typed still.
    fn is_unchanged(&self, screen: &Screen) -> bool {
        let Some(field) = self.last.as_ref().and_then(|last| same_field(screen, last)) else {
            return false;
        };
        let typed = self.typed.get(&widget_key(&WidgetTarget::of(field)));
        typed.is_some_and(|typed| !typed.is_empty() && field.content().contains(typed.as_str()))
    }

    fn content(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.page, &self.typed).hash(&mut hasher);
        hasher.finish()
    }

    /// True if the field that `target` is was typed into, and that was not sent.
    pub(in crate::explorer) fn was_typed(&self, target: &WidgetTarget) -> bool {
        self.typed.contains_key(&widget_key(target))
    }

    /// True if a form of this page was sent with what was typed.
    pub(in crate::explorer) fn was_sent(&self, page: &str) -> bool {
        self.pages_sent.contains(page)
    }

    /// What the form on screen needs next; `None` if none is begun, it was sent alike before, or its button
    /// was not found.
    pub(in crate::explorer) fn next(&self, situation: &Situation) -> Option<BegunStep> {
        let step = self.wanted(situation)?;
        let is_stuck = |(key, times): &(ActionKey, u32)| {
            *times >= MOST_ALIKE && *key == step.clone().into_action().key
        };
        (!self.repeated.as_ref().is_some_and(is_stuck)).then_some(step)
    }

    /// The same, however often it was done in a row.
    fn wanted(&self, situation: &Situation) -> Option<BegunStep> {
        let screen = &*situation.screen;
        let is_here = self.page.as_ref() == Some(&screen.location) && !self.typed.is_empty();
        let option = self.choices.option(situation, self.content());
        if let Some(option) = option.filter(|_| is_here || !screen.dialog) {
            return Some(BegunStep::Choose(option.clone()));
        }
        if is_here
            && self.is_form
            && let Some(suggested) = self.suggestions.next(situation)
            && situation.is_possible(&suggested)
        {
            return Some(BegunStep::Choose(suggested));
        }
        if !is_here && let Some(text) = self.refusals.next(situation) {
            return Some(BegunStep::Correct(text.clone()));
        }
        if !is_here && let Some(text) = self.written.next(situation) {
            return Some(BegunStep::Alter(text.clone()));
        }
        if is_here && let Some(answer) = self.leaving.answer(situation) {
            let answer = answer.clone();
            return Some(match self.leaving.asked() {
                Some(Asked::Touching) => BegunStep::Pick(answer),
                _ => BegunStep::Leave(answer),
            });
        }
        // A dialog is answered first, unless the form is in it.
        if !is_here || screen.dialog && !self.is_on(screen) || self.sent.contains(&self.content()) {
            return None;
        }
        let last = self.last.as_ref().and_then(|last| same_field(screen, last));
        if let Some(field) = self.empty_field(situation) {
            return Some(BegunStep::Fill(field.clone()));
        }
        if let Some(choice) = self.unmade_choice(situation) {
            return Some(BegunStep::Choose(choice.clone()));
        }
        let below = |action: &AvailableAction| {
            let top = last.map_or(i32::MIN, |field| field.bounds.top);
            action.action.target().is_some_and(|button| button.bounds.bottom > top)
        };
        let is_useless = |action: &Action| {
            matches!(action, Action::Key { .. }) && self.entered.contains(&self.content())
        };
        let sending = situation.available.iter().filter(|it| !is_useless(&it.action));
        let sending = sending.filter(|it| !situation.is_refused(&it.key));
        let mut sending: Vec<(usize, &AvailableAction)> =
            sending.filter_map(|it| Some((self.sureness(screen, &it.action)?, it))).collect();
        sending.sort_by_key(|(sureness, _)| *sureness);
        let surest = |mut among: std::slice::Iter<'_, (usize, &AvailableAction)>| {
            among.next().map(|(_, button)| BegunStep::Send((*button).clone()))
        };
        let beside: Vec<_> = sending.iter().copied().filter(|(_, it)| below(it)).collect();
        surest(beside.iter())
            .or_else(|| if self.is_form { self.scroll_on(situation, last) } else { None })
            .or_else(|| surest(sending.iter()))
            .or_else(|| {
                let last = last.filter(|_| self.is_form)?;
                let button = self.others.next(situation, last, self.content());
                let send = button.map(|button| BegunStep::Send(button.clone()));
                let leave = || self.leaving.next(situation).map(BegunStep::Leave);
                send.or_else(leave)
            })
    }

    /// How surely `action` sends what was typed; lower is surer, `None` if it does not. What looks for something
    /// does so at once, by ENTER, or by a button that says so.
    fn sureness(&self, screen: &Screen, action: &Action) -> Option<usize> {
        let button = action.target().and_then(|target| screen.widget(target.number));
        let suits = |button: &Widget| {
            let is_own = button.form.is_none() || button.form == self.form;
            is_own && (self.is_form || button.submits() || is_search(button))
        };
        sureness(screen, action).filter(|_| button.is_none_or(suits))
    }

    /// A field that is empty, and that was not typed into. What narrows down a list of the form is none of its
    /// fields.
    fn empty_field<'a>(&self, situation: &'a Situation) -> Option<&'a AvailableAction> {
        let is_part = |field: &&Widget| !self.is_form || !is_search(field);
        let empty: HashSet<usize> =
            empty_fields(&situation.screen).filter(is_part).map(|field| field.number).collect();
        let mut left = situation.available.iter().filter(|typing| {
            let Action::Type { target, .. } = &typing.action else { return false };
            empty.contains(&target.number)
                && self.is_part(&situation.screen, target)
                && !self.was_typed(target)
                && !self.takes_nothing(target)
                && !situation.is_refused(&typing.key)
        });
        left.clone().find(|typing| !self.is_untaken(typing)).or_else(|| left.next())
    }

    /// True if `target` was empty each of so many times after a text was typed into it.
    pub(in crate::explorer) fn takes_nothing(&self, target: &WidgetTarget) -> bool {
        let times = self.took_nothing.get(&widget_key(target));
        times.is_some_and(|times| *times >= MOST_UNTAKEN)
    }

    fn is_untaken(&self, typing: &AvailableAction) -> bool {
        let target = typing.action.target();
        target.is_some_and(|target| self.untaken.contains(&widget_key(target)))
    }

    /// True if the page does not say that `target` belongs to another form than what was typed into last.
    fn is_part(&self, screen: &Screen, target: &WidgetTarget) -> bool {
        screen.widget(target.number).is_some_and(|widget| widget.form == self.form)
    }

    /// A choice that shows no value, and that was not opened.
    fn unmade_choice<'a>(&self, situation: &'a Situation) -> Option<&'a AvailableAction> {
        situation.available.iter().find(|tap| {
            let Action::Tap { target } = &tap.action else { return false };
            self.is_form
                && self.choices.is_unmade(&situation.screen, target)
                && self.is_part(&situation.screen, target)
                && !situation.is_refused(&tap.key)
        })
    }

    /// Scrolls on what `last`, the field that was typed into last, is in.
    fn scroll_on(&self, situation: &Situation, last: Option<&Widget>) -> Option<BegunStep> {
        let is_known = self.page.as_ref().is_some_and(|page| self.without_button.contains(page));
        if is_known || self.scrolls >= MOST_SCROLLS {
            return None;
        }
        let around = |scroll: &&AvailableAction| {
            let Action::Scroll { target, direction: Direction::Down } = &scroll.action else {
                return false;
            };
            let holds = match (last, &self.scrolled) {
                (Some(field), _) => target.bounds.covers(field.bounds),
                (None, Some(scrolled)) => *scrolled == widget_key(target),
                (None, None) => false,
            };
            holds && !situation.is_refused(&scroll.key)
        };
        let around = situation.available.iter().filter(around);
        let area = |scroll: &&AvailableAction| {
            scroll.action.target().map_or(0, |target| target.bounds.area())
        };
        around.min_by_key(area).cloned().map(BegunStep::ScrollOn)
    }
}

/// What a widget is called, whatever it holds.
fn widget_key(target: &WidgetTarget) -> ActionKey {
    if target.resource_id.is_empty() {
        ActionKey::new(&target.label)
    } else {
        ActionKey::new(&target.resource_id)
    }
}

/// True for a cell of a table that is typed into: it takes what is typed at once, and the button below adds a row.
fn is_cell(field: &Widget) -> bool {
    field.class.ends_with(".editable") && field.position.list.is_some() && field.form.is_none()
}

fn same_field<'a>(screen: &'a Screen, target: &WidgetTarget) -> Option<&'a Widget> {
    let mut fields = screen.widgets.iter().filter(|widget| widget.is_field());
    fields.find(|field| widget_key(&WidgetTarget::of(field)) == widget_key(target))
}

/// How surely `action` sends a form; lower is surer, `None` if it does not.
pub(in crate::explorer) fn sureness(screen: &Screen, action: &Action) -> Option<usize> {
    if matches!(action, Action::Key { key: DeviceKey::Enter }) {
        return Some(0);
    }
    let Action::Tap { target } = action else { return None };
    let widget = screen.widget(target.number)?;
    // A link leads elsewhere, and what was typed would be lost.
    if widget.is_field() || widget.is_link() || widget.checked.is_some() {
        return None;
    }
    if !may_send(screen, widget) {
        return None;
    }
    if widget.submits() {
        return Some(0);
    }
    let words = sending_words(&widget.label, labels::own_id(&widget.resource_id));
    words.iter().filter_map(|word| labels::place(word)).min().map(|place| place + 1)
}

#[cfg(test)]
mod tests;
