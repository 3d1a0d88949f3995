//! Which variants of which forms were tried, and whether they showed anything.

use std::collections::{HashMap, HashSet};

use super::variants::FormVariant;

/// A boundary or invalid value of a field: the activity, the field, and the number of the value. The
/// same field in another form shows nothing new.
pub(in crate::explorer) type TriedInvalid = (String, String, usize);

/// A form at which the app crashed so often in a row crashes whatever it holds.
const CRASHES: u32 = 3;

/// What stands between the parts of a form's name.
pub(in crate::explorer) const SEPARATOR: char = '|';
/// So many of them say where it is; the others are its fields.
const PLACE: usize = 3;
/// Two forms in one place may share fewer fields than these, such as those to sign in and to register.
const LEAST_COMMON: usize = 3;

/// See the module. Forms are told apart by their names.
#[derive(Debug, Default)]
pub(in crate::explorer) struct VariantMemory {
    begun: HashMap<String, HashSet<FormVariant>>,
    invalid: HashSet<TriedInvalid>,
    held: HashSet<String>,
    barren: HashMap<String, u32>,
    /// How often in a row the app crashed at each form.
    crashes: HashMap<String, u32>,
}

impl VariantMemory {
    /// Remembers that `form` is filled in as `variant`, with the invalid value that it has.
    pub(in crate::explorer) fn begin(
        &mut self,
        form: &str,
        variant: FormVariant,
        invalid: Option<TriedInvalid>,
    ) {
        self.begun.entry(form.to_owned()).or_default().insert(variant);
        self.invalid.extend(invalid);
    }

    /// True if `form` was not filled in as `variant`, and its invalid value was tried nowhere.
    pub(in crate::explorer) fn is_untried(
        &self,
        form: &str,
        variant: FormVariant,
        invalid: Option<&TriedInvalid>,
    ) -> bool {
        let begun = self.begun.get(form).is_some_and(|begun| begun.contains(&variant));
        !begun && invalid.is_none_or(|invalid| !self.invalid.contains(invalid))
    }

    /// What `form` was called when it was begun first, if only another part of it was in view then; else `form` itself.
    pub(in crate::explorer) fn known_as(&self, form: String) -> String {
        if self.begun.contains_key(&form) {
            return form;
        }
        let known = self.begun.keys().filter(|known| is_part(known, &form)).min();
        known.cloned().unwrap_or(form)
    }

    /// Remembers that sending `form` was refused with valid values: other values would be refused
    /// too, and what is not sent shows little.
    pub(in crate::explorer) fn hold(&mut self, form: String) {
        self.held.insert(form);
    }

    /// True if sending `form` was refused, or the app crashed at it whatever it held.
    pub(in crate::explorer) fn is_held(&self, form: &str) -> bool {
        self.held.contains(form) || self.crashes.get(form).is_some_and(|times| *times >= CRASHES)
    }

    /// Remembers that `form` was sent, whether that showed something new, and whether the app crashed at it.
    pub(in crate::explorer) fn sent(&mut self, form: String, is_new: bool, crashed: bool) {
        let crashes = self.crashes.entry(form.clone()).or_insert(0);
        *crashes = if crashed { *crashes + 1 } else { 0 };
        let barren = self.barren.entry(form).or_insert(0);
        *barren = if is_new { 0 } else { *barren + 1 };
    }

    /// How many variants of `form` in a row showed nothing new.
    pub(in crate::explorer) fn barren(&self, form: &str) -> u32 {
        self.barren.get(form).copied().unwrap_or(0)
    }
}

/// True if all fields of one of these forms are in the other, and enough of them to tell that both are one form.
fn is_part(one: &str, other: &str) -> bool {
    let place = |form| str::split(form, SEPARATOR).take(PLACE);
    let fields = |form| str::split(form, SEPARATOR).skip(PLACE).filter(|field| !field.is_empty());
    let common = fields(one).filter(|field| fields(other).any(|it| it == *field)).count();
    let least = fields(one).count().min(fields(other).count());
    common >= LEAST_COMMON && common == least && place(one).eq(place(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries of a wiki were filled in anew each time another part of their long form was in view.
    #[test]
    fn a_form_of_which_another_part_is_in_view_is_the_same_form() {
        let mut memory = VariantMemory::default();
        let whole = "app|/edit|false|tag|text|type|name";
        memory.begin(whole, FormVariant::Valid, None);
        let known = |form: &str| memory.known_as(form.to_owned());
        assert_eq!(known("app|/edit|false|tag|text|type"), whole);
        assert_eq!(known("app|/edit|false||tag|text|type|name|value"), whole);
        for other in [
            "app|/edit|true|tag|text|type",
            "app|/other|false|tag|text|type",
            "app|/edit|false|tag|text",
            "app|/edit|false|tag|text|type|value",
        ] {
            assert_eq!(known(other), other);
        }
    }

    #[test]
    fn a_variant_is_tried_once_and_an_invalid_value_once_in_all_forms() {
        let mut memory = VariantMemory::default();
        let invalid = (".Edit".to_owned(), "title".to_owned(), 0);
        let variant = FormVariant::InvalidValue(0, 0);
        assert!(memory.is_untried("form", variant, Some(&invalid)));
        memory.begin("form", variant, Some(invalid.clone()));
        assert!(!memory.is_untried("form", variant, None));
        assert!(!memory.is_untried("other", variant, Some(&invalid)));
        assert!(memory.is_untried("other", variant, None));
        assert!(memory.is_untried("form", FormVariant::Valid, None));
    }

    #[test]
    fn something_new_ends_a_row_without_anything_new() {
        let mut memory = VariantMemory::default();
        memory.sent("form".into(), false, false);
        memory.sent("form".into(), false, false);
        assert_eq!((memory.barren("form"), memory.barren("other")), (2, 0));
        memory.sent("form".into(), true, false);
        assert_eq!(memory.barren("form"), 0);
    }

    #[test]
    fn a_form_at_which_the_app_crashes_each_time_is_left_alone() {
        let mut memory = VariantMemory::default();
        for (crashed, held) in [
            (true, false),
            (true, false),
            (false, false),
            (true, false),
            (true, false),
            (true, true),
        ] {
            memory.sent("form".into(), true, crashed);
            assert_eq!(memory.is_held("form"), held);
        }
    }
}
