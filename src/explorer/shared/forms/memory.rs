//! What was done with forms: what was typed into them and what they were sent with.
//!
//! A place is whatever tells one form from another: systematic goes by the state, elevate's rules
//! by the activity, since the states that a form goes through while it is filled in and refused are
//! one form.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::content::{SentContent, is_empty};
use crate::domain::{ActionKey, Widget};
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

/// See the module.
#[derive(Debug)]
pub(in crate::explorer) struct FormMemory<P> {
    /// How many contents a button sends.
    quota: FormQuota,
    /// The contents that each button of a place sent.
    sent: HashMap<P, HashMap<ActionKey, HashSet<SentContent>>>,
    /// Places whose form was sent with all fields filled.
    complete: HashSet<P>,
    /// Password fields that were typed into, by id, since the app came to this state.
    secrets: HashSet<String>,
}

impl<P> Default for FormMemory<P> {
    fn default() -> Self {
        Self::new(FormQuota::default())
    }
}

impl<P> FormMemory<P> {
    /// Nothing was sent yet; each button sends as many contents as `quota` says.
    pub(in crate::explorer) fn new(quota: FormQuota) -> Self {
        let (sent, complete, secrets) = Default::default();
        Self { quota, sent, complete, secrets }
    }

    /// Remembers that a secret was typed into the field of this id.
    pub(in crate::explorer) fn typed_secret(&mut self, field: &str) {
        self.secrets.insert(field.to_owned());
    }

    /// Forgets which secrets were typed: the app is in another state than before.
    pub(in crate::explorer) fn forget_secrets(&mut self) {
        self.secrets.clear();
    }

    /// True for a field that holds nothing, as far as that can be known.
    pub(in crate::explorer) fn is_empty(&self, field: &Widget) -> bool {
        is_empty(field) && !self.secrets.contains(&field.resource_id)
    }
}

impl<P: Clone + Eq + Hash> FormMemory<P> {
    /// Remembers that the button `key` sent `content` in `place`.
    pub(in crate::explorer) fn add(&mut self, place: P, key: ActionKey, content: SentContent) {
        if content.is_complete {
            self.complete.insert(place.clone());
        }
        self.sent.entry(place).or_default().entry(key).or_default().insert(content);
    }

    /// True if the button sent other contents before, but not this one, and fewer than the quota;
    /// `None` if it sent nothing yet.
    pub(in crate::explorer) fn is_news(
        &self,
        place: &P,
        key: &ActionKey,
        content: SentContent,
    ) -> Option<bool> {
        let sent = self.sent.get(place)?.get(key)?;
        let alike = sent.iter().filter(|sent| sent.is_complete == content.is_complete).count();
        let quota = if content.is_complete { self.quota.complete } else { self.quota.incomplete };
        Some(!sent.contains(&content) && alike < quota)
    }

    /// True if some button sent this content.
    pub(in crate::explorer) fn was_sent(&self, place: &P, content: SentContent) -> bool {
        let buttons = self.sent.get(place).into_iter().flat_map(HashMap::values);
        buttons.into_iter().any(|sent| sent.contains(&content))
    }

    /// True if the form was sent with all fields filled.
    pub(in crate::explorer) fn was_sent_complete(&self, place: &P) -> bool {
        self.complete.contains(place)
    }
}

#[cfg(test)]
mod tests {
    use super::super::content::sent_content;
    use super::*;
    use crate::explorer::testing::{button, field, phone};

    fn form(name: &str, town: &str) -> SentContent {
        let filled = |number: usize, id: &str, text: &str| Widget {
            text: text.into(),
            ..field(number, id, id)
        };
        let widgets = vec![filled(1, "name", name), filled(2, "town", town), button(3, "Save")];
        sent_content(&phone(widgets)).unwrap()
    }

    #[test]
    fn incomplete_contents_do_not_take_the_quota_of_complete_ones() {
        let key = ActionKey::new("tap Save");
        let mut memory = FormMemory::default();
        for count in 0..6 {
            memory.add("form", key.clone(), form(&format!("name {count}"), ""));
        }
        assert_eq!(memory.is_news(&"form", &key, form("another name", "")), Some(false));
        assert!(!memory.was_sent_complete(&"form"));
        let complete = form("Ada", "Berlin");
        assert!(complete.is_complete);
        assert_eq!(memory.is_news(&"form", &key, complete), Some(true));
        memory.add("form", key.clone(), complete);
        assert_eq!(memory.is_news(&"form", &key, complete), Some(false));
        assert!(memory.was_sent_complete(&"form") && !memory.was_sent_complete(&"other"));
    }

    #[test]
    fn a_password_field_is_empty_until_a_secret_is_typed() {
        let mut memory = FormMemory::<&str>::default();
        let password = Widget { password: true, ..field(1, "pin", "PIN") };
        assert!(memory.is_empty(&password));
        memory.typed_secret(&password.resource_id);
        assert!(!memory.is_empty(&password));
        memory.forget_secrets();
        assert!(memory.is_empty(&password));
    }
}
