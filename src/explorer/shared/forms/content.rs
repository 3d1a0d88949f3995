//! What the fields of a form hold. A content is told apart by its hash.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::domain::{Screen, Widget};
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

/// The fields on `screen` that hold nothing.
pub(in crate::explorer) fn empty_fields(screen: &Screen) -> impl Iterator<Item = &Widget> {
    fields(screen).filter(|field| field.content().is_empty())
}

/// What the form on `screen` would be sent with; `None` if there is no field. Password fields count
/// as filled, since what they hold cannot be read.
pub(in crate::explorer) fn sent_content(screen: &Screen) -> Option<SentContent> {
    let is_complete = fields(screen).all(|field| field.password || !field.content().is_empty());
    content(screen).map(|hash| SentContent { hash, is_complete })
}

/// What the fields on `screen` hold, hashed; `None` if there is no field.
pub(in crate::explorer) fn content(screen: &Screen) -> Option<u64> {
    fields(screen).next()?;
    let mut hasher = DefaultHasher::new();
    fields(screen).for_each(|field| field.content().hash(&mut hasher));
    Some(hasher.finish())
}
