//! Ids that differ in nothing but numbers, as what a page builds for each item of a list has:
//! `item-1-delete`, `item-2-delete`, `item-3-delete`. One item more is no other state.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::own_words::{own_id, short_label};
use crate::domain::{Screen, Widget};

/// So many widgets of a screen, alike but for the numbers, are one for each item of something: two may
/// be a pair, such as a first and a second button. Fields need no others: a form that grows begins with
/// one.
const LEAST_ITEMS: usize = 3;

/// The numbered ids of a screen.
pub(super) struct NumberedIds {
    /// The numbers of the widgets whose ids differ from those of others in nothing but numbers.
    widgets: HashSet<usize>,
}

impl NumberedIds {
    /// Those of `screen`.
    pub fn of(screen: &Screen) -> Self {
        let mut alike: HashMap<String, Vec<&Widget>> = HashMap::new();
        for widget in &screen.widgets {
            if let Some(kind) = kind_of(widget) {
                alike.entry(kind).or_default().push(widget);
            }
        }
        let items =
            alike.into_values().filter(|items| items.len() >= LEAST_ITEMS || items[0].is_field());
        Self { widgets: items.flatten().map(|widget| widget.number).collect() }
    }

    /// The app's own id of `widget`, without its numbers if it is one of several that differ in nothing
    /// else.
    pub fn id<'a>(&self, widget: &'a Widget) -> Option<Cow<'a, str>> {
        let id = own_id(widget)?;
        Some(if self.widgets.contains(&widget.number) {
            Cow::Owned(without_numbers(&id))
        } else {
            id
        })
    }
}

/// What `widget` has in common with others of another number; `None` if it has no number. What differs
/// in what it says (`button1` "Save", `button2` "Load") is not alike; what only says something may say
/// anything.
fn kind_of(widget: &Widget) -> Option<String> {
    let id = own_id(widget).filter(|id| id.contains(|letter: char| letter.is_ascii_digit()))?;
    let label = if widget.acts() && !widget.is_field() && widget.label != widget.short_id() {
        short_label(&widget.label)
    } else {
        String::new()
    };
    Some(format!("{}#{} {label}", widget.short_class(), without_numbers(&id)))
}

/// `id` without numbers, as longer numbers are left out of every id.
fn without_numbers(id: &str) -> String {
    let parts = id.split(|letter: char| !letter.is_alphabetic());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
