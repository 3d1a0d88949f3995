//! Telling the hint of an empty field from content.
//!
//! Until Android 13 `uiautomator dump` has no attribute for a hint, and writes the hint of an empty
//! field as its text (`TextView.getTextForAccessibility`). What was typed, and what a field shows
//! after it was erased, tell the two apart; before that a text that can be a hint counts as one,
//! because a field that is wrongly held for full is never filled in.

use std::collections::{HashMap, HashSet};

use xxhash_rust::xxh3::xxh3_64;

use crate::domain::Widget;

use super::hierarchy::Hierarchy;

/// The longest hint, in characters.
const LONGEST: usize = 80;

/// What is known of the fields of one device.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldHints {
    /// The activity that is in front.
    activity: String,
    /// Hashes of what was typed, and of what apps made of it; hashes, because secrets may be among it.
    typed: HashSet<u64>,
    fields: HashMap<FieldKey, FieldHistory>,
}

/// Activity, class and id of a field; of one without an id its first text instead of the id.
type FieldKey = (String, String, String);

#[derive(Clone, Debug, Default)]
struct FieldHistory {
    /// The text that it showed first.
    first: String,
    /// It was typed into.
    typed_into: bool,
    /// It showed two different texts before it was typed into.
    varied: bool,
    /// What it shows while it is empty; that may be nothing.
    empty: Option<String>,
}

impl FieldHistory {
    fn is_hint(&self, text: &str, typed: bool) -> bool {
        self.hint() == Some(text) && (!typed || self.empty.is_some())
    }

    /// What it shows while it is empty, as far as that is known.
    fn hint(&self) -> Option<&str> {
        match &self.empty {
            Some(empty) => Some(empty),
            None => Some(self.first.as_str()).filter(|first| !self.varied && can_be_hint(first)),
        }
    }
}

impl FieldHints {
    /// The activity that is in front from now on.
    pub(super) fn enter(&mut self, activity: String) {
        self.activity = activity;
    }

    /// Turns the texts of `hierarchy` that are hints into hints, and gives full fields the hints that are known of them.
    /// A dump that has an attribute for hints is left as it is.
    pub(super) fn mend(&mut self, hierarchy: &mut Hierarchy) {
        if hierarchy.has_hints {
            return;
        }
        for widget in &mut hierarchy.widgets {
            if !widget.is_field() || widget.password || !widget.hint.is_empty() {
                continue;
            }
            let typed = self.typed.contains(&hash(&widget.text));
            let field = self.fields.entry(key(&self.activity, widget)).or_default();
            if widget.text.is_empty() {
                field.empty.get_or_insert_default();
                continue;
            }
            if field.first.is_empty() {
                field.first.clone_from(&widget.text);
            }
            field.varied |= !field.typed_into && !typed && widget.text != field.first;
            if field.is_hint(&widget.text, typed) {
                widget.hint = std::mem::take(&mut widget.text);
            } else if let Some(hint) =
                field.hint().filter(|it| !it.is_empty() && *it != widget.text)
            {
                // A field is called the same whatever it holds.
                hint.clone_into(&mut widget.hint);
                if widget.content_desc.is_empty() && widget.caption.is_empty() {
                    hint.clone_into(&mut widget.label);
                }
            }
        }
    }

    /// `text` is about to be typed into `field`, as dumped.
    pub(super) fn typing(&mut self, field: &Widget, text: &str) {
        self.fields.entry(key(&self.activity, field)).or_default().typed_into = true;
        if !text.is_empty() {
            self.typed.insert(hash(text));
        }
    }

    /// `text` was typed into `before`, which looks as `after` since, both as dumped.
    pub(super) fn typed(&mut self, before: &Widget, text: &str, after: &Widget) {
        let field = self.fields.entry(key(&self.activity, before)).or_default();
        if text.is_empty() {
            field.empty = Some(after.text.clone());
        } else if after.text != field.first {
            // What the app made of it; the text from before means that nothing was taken.
            self.typed.insert(hash(&after.text));
        }
    }
}

fn key(activity: &str, widget: &Widget) -> FieldKey {
    let id = if widget.resource_id.is_empty() { &widget.text } else { &widget.resource_id };
    (activity.to_owned(), widget.class.clone(), id.clone())
}

fn hash(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// True for a short text of one line that is more than a number, a date or the like.
fn can_be_hint(text: &str) -> bool {
    text.chars().count() <= LONGEST
        && !text.contains('\n')
        && text.chars().any(|sign| sign.is_alphabetic() || sign == '…')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ActionKind;

    fn field(id: &str, text: &str) -> Widget {
        Widget {
            class: "android.widget.EditText".into(),
            resource_id: id.into(),
            text: text.into(),
            actions: vec![ActionKind::Type],
            ..Widget::default()
        }
    }

    /// What `field` is read as: its text and its hint.
    fn read(hints: &mut FieldHints, field: &Widget) -> (String, String) {
        let mut hierarchy = Hierarchy { widgets: vec![field.clone()], ..Hierarchy::default() };
        hints.mend(&mut hierarchy);
        let widget = hierarchy.widgets.remove(0);
        (widget.text, widget.hint)
    }

    fn hint(text: &str) -> (String, String) {
        (String::new(), text.to_owned())
    }

    fn content(text: &str) -> (String, String) {
        (text.to_owned(), String::new())
    }

    fn filled(text: &str, hint: &str) -> (String, String) {
        (text.to_owned(), hint.to_owned())
    }

    #[test]
    fn a_text_that_was_never_typed_is_a_hint_and_what_was_typed_is_not() {
        let mut hints = FieldHints::default();
        let (empty, full) = (field("title", "Title"), field("title", "Milk"));
        assert_eq!(read(&mut hints, &empty), hint("Title"));
        hints.typing(&empty, "Milk");
        hints.typed(&empty, "Milk", &full);
        assert_eq!(read(&mut hints, &full), filled("Milk", "Title"));
        assert_eq!(read(&mut hints, &empty), hint("Title"), "the form was sent and is empty");
        assert_eq!(read(&mut hints, &field("search", "Milk")), content("Milk"), "typed elsewhere");
    }

    #[test]
    fn what_stays_after_erasing_is_a_hint() {
        let mut hints = FieldHints::default();
        let (old, empty) = (field("name", "Ada"), field("name", "Your name"));
        assert_eq!(read(&mut hints, &old), hint("Ada"), "not known yet");
        hints.typing(&old, "");
        hints.typed(&old, "", &empty);
        assert_eq!(read(&mut hints, &empty), hint("Your name"));
        assert_eq!(read(&mut hints, &old), filled("Ada", "Your name"));
    }

    /// A plan named a field by its hint; once it was filled in, no field was called so.
    #[test]
    fn a_full_field_is_called_by_its_hint() {
        let mut hints = FieldHints::default();
        let empty = field("days", "Days");
        read(&mut hints, &empty);
        hints.typing(&empty, "14");
        let full = Widget { label: "14".into(), ..field("days", "14") };
        hints.typed(&empty, "14", &full);
        let named = |hints: &mut FieldHints, widget: Widget| {
            let mut hierarchy = Hierarchy { widgets: vec![widget], ..Hierarchy::default() };
            hints.mend(&mut hierarchy);
            let widget = hierarchy.widgets.remove(0);
            (widget.text, widget.hint, widget.label)
        };
        let told = |label: &str| ("14".to_owned(), "Days".to_owned(), label.to_owned());
        assert_eq!(named(&mut hints, full.clone()), told("Days"));
        let captioned = Widget { caption: "Lent for".into(), label: "Lent for".into(), ..full };
        assert_eq!(named(&mut hints, captioned), told("Lent for"));
    }

    #[test]
    fn a_field_that_shows_nothing_has_no_hint() {
        let mut hints = FieldHints::default();
        assert_eq!(read(&mut hints, &field("note", "")), content(""));
        assert_eq!(read(&mut hints, &field("note", "Buy milk")), content("Buy milk"));
    }

    #[test]
    fn texts_that_vary_without_typing_are_content() {
        let mut hints = FieldHints::default();
        read(&mut hints, &field("title", "Milk"));
        assert_eq!(read(&mut hints, &field("title", "Bread")), content("Bread"));
        assert_eq!(read(&mut hints, &field("title", "Milk")), content("Milk"));
        hints.enter("Search".into());
        assert_eq!(read(&mut hints, &field("title", "Find")), hint("Find"), "another activity");
    }

    #[test]
    fn what_the_app_makes_of_typed_text_is_content() {
        let mut hints = FieldHints::default();
        let before = field("phone", "Phone");
        read(&mut hints, &before);
        let after = field("phone", "(555) 0100");
        hints.typing(&before, "5550100");
        hints.typed(&before, "5550100", &after);
        assert_eq!(read(&mut hints, &after), filled("(555) 0100", "Phone"));
        assert_eq!(read(&mut hints, &before), hint("Phone"));
    }

    #[test]
    fn a_text_that_was_not_taken_leaves_the_hint() {
        let mut hints = FieldHints::default();
        let before = field("title", "Title");
        read(&mut hints, &before);
        hints.typing(&before, "é");
        hints.typed(&before, "é", &before);
        assert_eq!(read(&mut hints, &before), hint("Title"));
    }

    #[test]
    fn numbers_long_texts_and_passwords_are_no_hints() {
        let mut hints = FieldHints::default();
        assert_eq!(read(&mut hints, &field("count", "12:30")), content("12:30"));
        let long = "word ".repeat(40);
        assert_eq!(read(&mut hints, &field("body", &long)), content(&long));
        assert_eq!(read(&mut hints, &field("lines", "one\ntwo")), content("one\ntwo"));
        let secret = Widget { password: true, ..field("pw", "PIN") };
        assert_eq!(read(&mut hints, &secret), content("PIN"));
    }

    #[test]
    fn fields_without_ids_are_told_apart_by_their_text() {
        let mut hints = FieldHints::default();
        assert_eq!(read(&mut hints, &field("", "First name")), hint("First name"));
        assert_eq!(read(&mut hints, &field("", "Last name")), hint("Last name"));
        hints.typing(&field("", "First name"), "Ada");
        assert_eq!(read(&mut hints, &field("", "Ada")), content("Ada"));
    }

    #[test]
    fn a_dump_with_hints_is_believed() {
        let widgets = vec![field("title", "Milk")];
        let mut hierarchy = Hierarchy { widgets, has_hints: true, ..Hierarchy::default() };
        FieldHints::default().mend(&mut hierarchy);
        assert_eq!(hierarchy.widgets[0].text, "Milk");
    }
}
