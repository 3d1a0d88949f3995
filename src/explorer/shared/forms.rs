//! What forms were sent with. A content is told apart by its hash.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher as _};

use crate::domain::{ActionKey, Screen, Widget};
use crate::explorer::weights::weights;

weights! {
    /// The most contents of a form that each of its buttons sends. More say little.
    pub struct FormQuota {
        /// With all fields filled.
        complete: usize = 4,
        /// With something missing. They have a quota of their own, so that they do not take that of
        /// the complete ones.
        incomplete: usize = 2,
    }
}

/// What a form holds when it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::explorer) struct SentContent {
    /// The contents of all fields, hashed.
    pub hash: u64,
    /// Every field holds something.
    pub is_complete: bool,
}

/// The contents that were sent, by place and button. A place is whatever tells one form from
/// another.
#[derive(Debug)]
pub(in crate::explorer) struct SentContents<P>(HashMap<(P, ActionKey), HashSet<SentContent>>);

impl<P> Default for SentContents<P> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<P: Clone + Eq + Hash> SentContents<P> {
    /// Remembers that the button `key` sent `content` in `place`.
    pub(in crate::explorer) fn add(&mut self, place: P, key: ActionKey, content: SentContent) {
        self.0.entry((place, key)).or_default().insert(content);
    }

    /// True if the button sent other contents before, but not this one, and fewer than `most`;
    /// `None` if it sent nothing yet.
    pub(in crate::explorer) fn is_news(
        &self,
        place: &P,
        key: &ActionKey,
        content: SentContent,
        quota: FormQuota,
    ) -> Option<bool> {
        let sent = self.0.get(&(place.clone(), key.clone()))?;
        let alike = sent.iter().filter(|sent| sent.is_complete == content.is_complete).count();
        let quota = if content.is_complete { quota.complete } else { quota.incomplete };
        Some(!sent.contains(&content) && alike < quota)
    }

    /// True if some button sent this content.
    pub(in crate::explorer) fn was_sent(&self, place: &P, content: SentContent) -> bool {
        self.0.iter().any(|((own, _), sent)| own == place && sent.contains(&content))
    }
}

/// The fields on `screen`.
pub(in crate::explorer) fn fields(screen: &Screen) -> impl Iterator<Item = &Widget> {
    screen.widgets.iter().filter(|widget| widget.is_field())
}

/// What the form on `screen` would be sent with; `None` if there is no field.
pub(in crate::explorer) fn sent_content(screen: &Screen) -> Option<SentContent> {
    let is_complete = fields(screen).all(|field| field.password || !field.content().is_empty());
    content(screen).map(|hash| SentContent { hash, is_complete })
}

/// What the fields on `screen` hold; `None` if there is no field.
pub(in crate::explorer) fn content(screen: &Screen) -> Option<u64> {
    fields(screen).next()?;
    let mut hasher = DefaultHasher::new();
    fields(screen).for_each(|field| field.content().hash(&mut hasher));
    Some(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{button, field, phone};

    #[test]
    fn incomplete_contents_do_not_take_the_quota_of_complete_ones() {
        let filled =
            |number: usize, id: &str, text: String| Widget { text, ..field(number, id, id) };
        let form = |name: &str, town: &str| {
            let fields = [filled(1, "name", name.into()), filled(2, "town", town.into())];
            let [name, town] = fields;
            sent_content(&phone(vec![name, town, button(3, "Save")])).unwrap()
        };
        let key = ActionKey::new("tap Save");
        let quota = FormQuota::default();
        let mut sent = SentContents::default();
        for count in 0..6 {
            sent.add("form", key.clone(), form(&format!("name {count}"), ""));
        }
        assert_eq!(sent.is_news(&"form", &key, form("another name", ""), quota), Some(false));
        let complete = form("Ada", "Berlin");
        assert!(complete.is_complete);
        assert_eq!(sent.is_news(&"form", &key, complete, quota), Some(true));
        sent.add("form", key.clone(), complete);
        assert_eq!(sent.is_news(&"form", &key, complete, quota), Some(false));
    }
}
