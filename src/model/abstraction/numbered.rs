//! Ids that differ in nothing but numbers, as what a page builds for each item of a list has:
//! `item-1-delete`, `item-2-delete`, `item-3-delete`. One item more is no other state, nor is the next
//! item if the one before it was removed.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::own_words::{own_id, short_label};
use crate::domain::{Screen, Widget};

/// So many widgets of a screen, alike but for the numbers, are one for each item of something: two may
/// be a pair, such as a first and a second button. Fields need no others: a form that grows begins with
/// one.
const LEAST_ITEMS: usize = 3;

/// The ids of numbered widgets that were seen in a session.
#[derive(Debug, Default)]
pub(super) struct SeenNumbers {
    /// By what they have in common, no more than matter.
    ids: HashMap<String, BTreeSet<String>>,
}

impl SeenNumbers {
    /// Takes in the ids of `screen`, and gives its numbered ids by all that was seen.
    pub fn see(&mut self, screen: &Screen) -> NumberedIds {
        let alike = alike(screen);
        for (kind, items) in &alike {
            let ids = self.ids.entry(kind.clone()).or_default();
            for id in items.iter().filter_map(|item| own_id(item)) {
                if ids.len() == LEAST_ITEMS {
                    break;
                }
                ids.insert(id.into_owned());
            }
        }
        let is_known = |kind: &str| self.ids.get(kind).is_some_and(|ids| ids.len() >= LEAST_ITEMS);
        NumberedIds::among(alike, is_known)
    }
}

/// The numbered ids of a screen.
pub(super) struct NumberedIds {
    /// The numbers of the widgets whose ids differ from those of others in nothing but numbers.
    widgets: HashSet<usize>,
}

impl NumberedIds {
    /// Those of `screen`, by nothing else.
    pub fn of(screen: &Screen) -> Self {
        Self::among(alike(screen), |_| false)
    }

    /// Those of widgets by what they have in common, if `is_known` says of which kinds other numbers were
    /// seen elsewhere.
    fn among(alike: HashMap<String, Vec<&Widget>>, is_known: impl Fn(&str) -> bool) -> Self {
        let items = alike.into_iter().filter(|(kind, items)| {
            items.len() >= LEAST_ITEMS || items[0].is_field() || is_known(kind)
        });
        Self { widgets: items.flat_map(|(_, items)| items).map(|widget| widget.number).collect() }
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

/// The widgets of `screen` whose ids have numbers, by what they have in common.
fn alike(screen: &Screen) -> HashMap<String, Vec<&Widget>> {
    let mut alike: HashMap<String, Vec<&Widget>> = HashMap::new();
    for widget in &screen.widgets {
        if let Some(kind) = kind_of(widget) {
            alike.entry(kind).or_default().push(widget);
        }
    }
    alike
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
