//! What forms were sent with. A content is told apart by its hash.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher as _};

use crate::domain::{ActionKey, Screen, Widget};

/// The contents that were sent, by place and button. A place is whatever tells one form from
/// another.
#[derive(Debug)]
pub(in crate::explorer) struct SentContents<P>(HashMap<(P, ActionKey), HashSet<u64>>);

impl<P> Default for SentContents<P> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<P: Clone + Eq + Hash> SentContents<P> {
    /// Remembers that the button `key` sent `content` in `place`.
    pub(in crate::explorer) fn add(&mut self, place: P, key: ActionKey, content: u64) {
        self.0.entry((place, key)).or_default().insert(content);
    }

    /// True if the button sent other contents before, but not this one, and fewer than `most`;
    /// `None` if it sent nothing yet.
    pub(in crate::explorer) fn is_news(
        &self,
        place: &P,
        key: &ActionKey,
        content: u64,
        most: usize,
    ) -> Option<bool> {
        let sent = self.0.get(&(place.clone(), key.clone()))?;
        Some(!sent.contains(&content) && sent.len() < most)
    }

    /// True if some button sent this content.
    pub(in crate::explorer) fn was_sent(&self, place: &P, content: u64) -> bool {
        self.0.iter().any(|((own, _), sent)| own == place && sent.contains(&content))
    }
}

/// The fields on `screen`.
pub(in crate::explorer) fn fields(screen: &Screen) -> impl Iterator<Item = &Widget> {
    screen.widgets.iter().filter(|widget| widget.is_field())
}

/// What the fields on `screen` hold; `None` if there is no field.
pub(in crate::explorer) fn content(screen: &Screen) -> Option<u64> {
    fields(screen).next()?;
    let mut hasher = DefaultHasher::new();
    fields(screen).for_each(|field| field.content().hash(&mut hasher));
    Some(hasher.finish())
}
