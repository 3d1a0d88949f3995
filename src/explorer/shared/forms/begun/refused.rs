//! What the app says against a field when its form is sent: "Date invalid". That field gets another text.

use std::collections::{HashMap, HashSet};

use super::widget_key;
use crate::domain::{Action, ActionKey, AvailableAction, InputText, Screen, Widget, WidgetTarget};
use crate::explorer::shared::labels;
use crate::explorer::{PerformedAction, Situation};

/// A field gets so many other texts, since what is said may not be a complaint.
const MOST_TEXTS: usize = 2;
/// A text of more words is no message.
const MOST_WORDS: usize = 14;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Refusals {
    /// The page of the form that was sent last, and what was said then.
    said: Option<(String, HashSet<String>)>,
    /// The texts that were typed into fields of pages.
    typed: HashSet<(String, ActionKey, InputText)>,
    /// How often a field of a page got another text.
    altered: HashMap<(String, ActionKey), usize>,
}

impl Refusals {
    /// Takes in that `done` sent a form that is still there afterwards.
    pub(super) fn learn_sent(&mut self, done: &PerformedAction, screen: &Screen) {
        let before: HashSet<&str> = done.before.widgets.iter().map(|it| it.text.as_str()).collect();
        let texts = screen.widgets.iter().filter(|it| !it.is_field());
        let texts = texts.map(|it| it.text.as_str()).filter(|text| !before.contains(text));
        let messages = texts.map(words).filter(|words| words.len() <= MOST_WORDS);
        let said: HashSet<String> = messages.flatten().collect();
        self.said = (!said.is_empty()).then(|| (done.before.location.clone(), said));
    }

    /// Takes in that `text` was typed into `target` on `page`.
    pub(super) fn learn_typed(&mut self, page: &str, target: &WidgetTarget, text: &InputText) {
        let field = widget_key(target);
        if self.said.take().is_some_and(|(of, _)| of == page) {
            *self.altered.entry((page.to_owned(), field.clone())).or_default() += 1;
        }
        self.typed.insert((page.to_owned(), field, text.clone()));
    }

    /// Another text for the field that was complained about.
    pub(super) fn next<'a>(&self, situation: &'a Situation) -> Option<&'a AvailableAction> {
        let screen = &*situation.screen;
        let (page, said) = self.said.as_ref()?;
        if *page != screen.location || screen.dialog {
            return None;
        }
        situation.available.iter().find(|typing| {
            let Action::Type { target, text } = &typing.action else { return false };
            let field = (page.clone(), widget_key(target));
            let times = self.altered.get(&field).copied().unwrap_or_default();
            let is_new = !self.typed.contains(&(field.0, field.1, text.clone()));
            let widget = screen.widget(target.number);
            is_new
                && times < MOST_TEXTS
                && widget.is_some_and(|it| !it.content().is_empty() && is_named(it, said))
                && !situation.is_refused(&typing.key)
        })
    }
}

/// True if all words of what `field` is called are among `said`.
fn is_named(field: &Widget, said: &HashSet<String>) -> bool {
    let names = [&field.caption, &field.content_desc, &field.hint].map(|name| words(name));
    names.iter().any(|name| !name.is_empty() && name.iter().all(|word| said.contains(word)))
}

/// The words of `text`, in lower case.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    labels::words(&text).into_iter().map(str::to_owned).collect()
}
