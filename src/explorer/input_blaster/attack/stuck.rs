//! Fields that keep what they hold, whatever is typed: lists to choose from that look like fields.

use std::collections::BTreeMap;

/// So many texts in a row that came to the same say that a field takes none.
const TEXTS: u32 = 2;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct StuckFields {
    /// By the place of the field: what it held instead of what was typed, and how many texts came to that.
    held: BTreeMap<usize, (String, u32)>,
}

impl StuckFields {
    /// Takes in that the field at this place `held` something after `wanted` was typed. True if it is known from
    /// now on that it takes no text.
    pub(super) fn learn(&mut self, at: usize, wanted: &str, held: &str) -> bool {
        // A part of the text is left if characters are dropped.
        if held.is_empty() || wanted.contains(held) {
            self.held.remove(&at);
            return false;
        }
        let known = self.held.entry(at).or_default();
        let texts = if known.0 == held { known.1 + 1 } else { 1 };
        *known = (held.to_owned(), texts);
        texts == TEXTS
    }

    /// True if the field takes no text.
    pub(super) fn contains(&self, at: usize) -> bool {
        self.held.get(&at).is_some_and(|(_, texts)| *texts >= TEXTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_two_texts_leave_as_it_is_takes_none() {
        let mut fields = StuckFields::default();
        assert!(!fields.learn(1, "emoji", "English"));
        assert!(!fields.contains(1));
        assert!(fields.learn(1, "x", "English"));
        assert!(fields.contains(1) && !fields.contains(0));
        fields.learn(1, "German", "German");
        assert!(!fields.contains(1), "it took one");
    }

    #[test]
    fn what_drops_characters_takes_some() {
        let mut fields = StuckFields::default();
        for wanted in ["abc", "def", "a1-2"] {
            fields.learn(0, wanted, "");
        }
        fields.learn(0, "x12", "12");
        fields.learn(0, "12y", "12");
        assert!(!fields.contains(0));
    }
}
