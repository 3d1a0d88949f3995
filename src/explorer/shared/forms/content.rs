//! What the fields of a form hold. A content is told apart by its hash.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::field_name::target_name;
use crate::domain::screen::belongs_to;
use crate::domain::{Screen, Widget, WidgetTarget};
use crate::explorer::shared::unlisted::is_search;

/// What a form holds when it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::explorer) struct SentContent {
    /// The contents of all fields, hashed.
    pub hash: u64,
    /// Every field holds something.
    pub is_complete: bool,
}

/// The fields on `screen`.
pub(in crate::explorer) fn fields(screen: &Screen) -> impl Iterator<Item = &Widget> {
    screen.widgets.iter().filter(|widget| widget.is_field())
}

/// The fields on `screen` that make up its form: beside them, what narrows down a list is none. Those that look for
/// something alone, if there are no others.
pub(in crate::explorer) fn own_fields(screen: &Screen) -> impl Iterator<Item = &Widget> {
    let has_others = fields(screen).any(|field| !is_search(field));
    fields(screen).filter(move |field| !has_others || !is_search(field))
}

/// True for a field that holds nothing, or an amount of nothing, as in "0.00": mostly it is asked for. A bare zero may be a
/// value that was typed there to see what is said to it.
pub(in crate::explorer) fn is_empty(field: &Widget) -> bool {
    let content = field.content();
    let is_zero = || {
        let amount = content.trim_matches(|it: char| !it.is_alphanumeric());
        amount.len() > 1 && amount.chars().all(|it| matches!(it, '0' | '.' | ','))
    };
    content.is_empty() || is_zero()
}

/// The fields on `screen` that are empty.
pub(in crate::explorer) fn empty_fields(screen: &Screen) -> impl Iterator<Item = &Widget> {
    fields(screen).filter(|field| is_empty(field))
}

/// What the form on `screen` would be sent with; `None` if there is no field. Password fields count
/// as filled, since what they hold cannot be read.
pub(in crate::explorer) fn sent_content(screen: &Screen) -> Option<SentContent> {
    let is_complete = fields(screen).all(|field| field.password || !is_empty(field));
    content(screen).map(|hash| SentContent { hash, is_complete })
}

/// What the fields on `screen` hold, hashed; `None` if there is no field.
pub(in crate::explorer) fn content(screen: &Screen) -> Option<u64> {
    fields(screen).next()?;
    let mut hasher = DefaultHasher::new();
    fields(screen).for_each(|field| field.content().hash(&mut hasher));
    Some(hasher.finish())
}

/// True if the form on `before`, which held something, led to `after`, which has none of its fields.
pub(in crate::explorer) fn led_on(before: &Screen, after: &Screen) -> bool {
    let own = |screen| own_fields(screen).filter(|field| !is_search(field));
    let name = |field: &Widget| target_name(&WidgetTarget::of(field));
    let names: Vec<String> = own(before).map(name).collect();
    let holds = own(before).any(|field| field.password || !field.content().is_empty());
    holds
        && belongs_to(&after.package, &before.package)
        && !own(after).any(|field| names.contains(&name(field)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{button, field, phone};

    /// A form of an app of others asked for an amount and held "00.00", so that it was never filled in, and OK never offered.
    #[test]
    fn a_zero_is_an_amount_that_is_asked_for() {
        let amount = |text: &str| Widget { text: text.into(), ..field(1, "amount", "Amount") };
        for zero in ["00.00", "0,00", "$0.00", "0.0 €", ""] {
            let screen = phone(vec![amount(zero), button(2, "OK")]);
            assert_eq!(empty_fields(&screen).count(), 1, "{zero:?}");
            assert!(!sent_content(&screen).unwrap().is_complete, "{zero:?}");
        }
        for held in ["0", "10", "0.05", "00:00", "-", "0x0", "2000-00-00"] {
            assert!(!is_empty(&amount(held)), "{held:?}");
        }
    }
}
