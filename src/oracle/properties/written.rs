//! Writes properties as they stand in property files, and changes such files.

use std::fmt;
use std::fmt::Write as _;

use thiserror::Error;

use super::action_pattern::ActionPattern;
use super::claim::{Precondition, PropertyClaim};
use super::{Property, PropertyFileError, PropertySet};

/// Why a property file cannot be changed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PropertyEditError {
    /// It is no property file, or would be none any more.
    #[error("{0}")]
    File(#[from] PropertyFileError),
    /// The property does not stand in it as it was written.
    #[error("the property was changed or removed in the file meanwhile")]
    Missing,
}

/// The property file `text` with `new` instead of `old`: both are properties as [`Property::toml`]
/// writes them. Without `old` the new one is appended, without `new` the old one is removed. Everything
/// else in the file stays as it is.
///
/// # Errors
/// If the file is no property file, would be none any more, or does not hold `old`.
pub fn edited(
    text: &str,
    old: Option<&str>,
    new: Option<&str>,
) -> Result<String, PropertyEditError> {
    PropertySet::read(text)?;
    let edited = match (old, new) {
        (Some(old), new) => {
            let (before, after) = text.split_once(old).ok_or(PropertyEditError::Missing)?;
            match new {
                Some(new) => format!("{before}{new}{after}"),
                None if before.is_empty() => after.trim_start_matches('\n').to_owned(),
                // The empty line before it goes with it.
                None => format!("{}{after}", before.strip_suffix('\n').unwrap_or(before)),
            }
        }
        (None, Some(new)) => {
            let gap = match text {
                "" => "",
                text if text.ends_with('\n') => "\n",
                _ => "\n\n",
            };
            format!("{text}{gap}{new}")
        }
        (None, None) => text.to_owned(),
    };
    PropertySet::read(&edited)?;
    Ok(edited)
}

impl Property {
    /// The property as it stands in a property file, a line break at its end.
    pub fn toml(&self) -> String {
        let mut text = format!("[[property]]\nname = {}\n", quoted(&self.name));
        // Writing to a string cannot fail.
        if let Some(category) = self.category {
            let _ = writeln!(text, "category = {}", quoted(category.word()));
        }
        let when = self.when.entries();
        if !when.is_empty() {
            let _ = writeln!(text, "when = {{ {} }}", when.join(", "));
        }
        if !self.after.is_empty() {
            let actions = self.after.iter().map(|action| quoted(&action.to_string()));
            let _ = writeln!(text, "after = [{}]", actions.collect::<Vec<_>>().join(", "));
        }
        for (key, claims) in [("must", &self.must), ("must_never", &self.must_never)] {
            if !claims.is_empty() {
                let claims: Vec<String> = claims.iter().map(PropertyClaim::entry).collect();
                let _ = writeln!(text, "{key} = [{}]", claims.join(", "));
            }
        }
        if self.within_ms > 0 {
            let _ = writeln!(text, "within = {}", self.within_ms as f64 / 1000.0);
        }
        text
    }
}

impl Precondition {
    /// What it says, as keys with values.
    fn entries(&self) -> Vec<String> {
        let words = |pattern: &Option<super::TextPattern>| {
            pattern.as_ref().map(|pattern| pattern.written().to_owned())
        };
        let widget = self.widget.as_ref().map(|widget| widget.written().to_owned());
        let entries = [
            ("app", words(&self.app)),
            ("screen", words(&self.screen)),
            ("text", words(&self.text)),
            ("without_text", words(&self.without_text)),
            ("widget", widget),
        ];
        let entry =
            |(key, value): (&str, Option<String>)| Some(format!("{key} = {}", quoted(&value?)));
        entries.into_iter().filter_map(entry).collect()
    }
}

impl PropertyClaim {
    fn entry(&self) -> String {
        let (key, value) = match self {
            Self::Text(words) => ("text", words.written()),
            Self::Widget(which) => ("widget", which.written()),
            Self::Screen(name) => ("screen", name.written()),
            Self::Relation(relation) => ("relation", relation.written()),
        };
        format!("{{ {key} = {} }}", quoted(value))
    }
}

impl fmt::Display for ActionPattern {
    /// As [`ActionPattern::read`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tap(which) => write!(f, "tap {}", which.written()),
            Self::LongTap(which) => write!(f, "long tap {}", which.written()),
            Self::Type(words, which) => {
                write!(f, "type {} into {}", words.written(), which.written())
            }
            Self::Back => f.write_str("back"),
            Self::Rotate => f.write_str("rotate"),
            Self::Restart => f.write_str("restart"),
            Self::Wait => f.write_str("wait"),
            Self::Any => f.write_str("any"),
        }
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::BugCategory;
    use crate::oracle::properties::{TextPattern, ValueRelation, WidgetSelector};

    fn one(text: &str) -> Property {
        PropertySet::read(text).unwrap().properties.remove(0)
    }

    const FULL: &str = r##"[[property]]
name = "removing counts"
category = "calculation"
when = { app = "org.shop", screen = "Cart", text = "Total*", without_text = "Empty", widget = "#remove" }
after = ["tap #remove", "long tap Row *", "type 2 into field Amount", "back", "rotate", "restart", "wait", "any"]
must = [{ relation = "#total < before #total" }, { text = "Removed" }]
must_never = [{ widget = "button Undo" }, { screen = "Error*" }]
within = 2.5
"##;

    #[test]
    fn what_is_written_is_what_was_read() {
        assert_eq!(one(FULL).toml(), FULL);
    }

    #[test]
    fn properties_are_appended_replaced_and_removed() {
        let [one, two] = ["one", "two"]
            .map(|name| format!("[[property]]\nname = \"{name}\"\nmust = [{{ text = \"x\" }}]\n"));
        let first = edited("# mine\n", None, Some(&one)).unwrap();
        assert_eq!(first, format!("# mine\n\n{one}"));
        let both = edited(&first, None, Some(&two)).unwrap();
        assert_eq!(both, format!("# mine\n\n{one}\n{two}"));
        let three = two.replace("two", "three");
        let changed = edited(&both, Some(&two), Some(&three)).unwrap();
        assert_eq!(changed, format!("# mine\n\n{one}\n{three}"));
        assert_eq!(edited(&changed, Some(&three), None).unwrap(), first);
        assert_eq!(edited("", None, Some(&one)).unwrap(), one);
        assert_eq!(edited(&one, Some(&one), None).unwrap(), "");
    }

    #[test]
    fn a_file_is_never_spoiled() {
        let one = "[[property]]\nname = \"a\"\nmust = [{ text = \"x\" }]\n";
        assert_eq!(edited("", Some(one), None), Err(PropertyEditError::Missing));
        let twice = edited(one, None, Some(one)).unwrap_err().to_string();
        assert!(twice.contains("two properties"), "{twice}");
        assert!(edited("not toml", None, Some(one)).is_err());
    }

    proptest! {
        #[test]
        fn any_property_can_be_written_and_read(
            name in "[^\\s\\p{C}]\\PC{0,20}",
            words in "\\PC{1,20}",
            category in prop::sample::select(BugCategory::ALL.to_vec()),
            within_ms in 1u64..3_600_000,
        ) {
            let relation = ValueRelation::read("#a = before #a + 1").unwrap();
            let property = Property {
                name: name.trim().to_owned(),
                category: Some(category),
                when: Precondition { text: Some(TextPattern::new(&words)), ..Precondition::default() },
                after: vec![ActionPattern::Tap(WidgetSelector::read("#a").unwrap())],
                must: vec![PropertyClaim::Relation(relation)],
                must_never: vec![PropertyClaim::Text(TextPattern::new(&words))],
                within_ms,
            };
            prop_assert_eq!(one(&property.toml()), property);
        }
    }
}
