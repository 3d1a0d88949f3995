//! What is to be hidden.

use std::fmt;

use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use thiserror::Error;

/// The patterns that can be named, as regular expressions.
const NAMED: &[(&str, &str)] = &[
    ("email", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    ("card", r"\b\d(?:[ -]?\d){12,18}\b"),
    ("iban", r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b"),
    ("ip", r"\b(?:\d{1,3}\.){3}\d{1,3}\b"),
    (
        "token",
        r"\b(?:sk|pk|ghp|gho|xox[abp])[-_][A-Za-z0-9_-]{16,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+",
    ),
    // Behind those whose digits it would take for its own.
    ("phone", r"(?:\+\d|\b0\d)[\d ()/-]{6,16}\d\b"),
];

/// The patterns that apply unless the rules say otherwise.
const USUAL: &[&str] = &["email", "card", "iban", "token", "phone"];

/// The largest compiled pattern, in bytes: a rule file may come from somewhere else.
const LARGEST: usize = 1 << 20;

/// Why rules cannot be used.
#[derive(Debug, Error)]
pub enum RulesError {
    /// The file has another form.
    #[error("the redaction rules cannot be read: {0}")]
    Form(#[from] toml::de::Error),
    /// A pattern is neither a known name nor a regular expression.
    #[error("the pattern {pattern:?} cannot be used: {why}")]
    Pattern {
        /// Which.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
    /// A region lies outside of the display.
    #[error(
        "a region is not within 0 to 100 percent of the display, left before right and top before bottom"
    )]
    Region,
}

/// What is to be hidden. Password fields always are.
#[derive(Clone, Debug)]
pub struct RedactionRules {
    /// Text that looks so, wherever it stands.
    pub patterns: Vec<HiddenPattern>,
    /// Widgets whose text is hidden, by the last part of their id.
    pub widgets: Vec<String>,
    /// Parts of the display that are covered in pictures.
    pub regions: Vec<HiddenRegion>,
}

/// Text that looks so.
#[derive(Clone, Debug)]
pub struct HiddenPattern {
    /// What stands in its place, in brackets.
    pub name: String,
    expression: Regex,
    /// Only numbers that a payment card may have (ISO/IEC 7812, Luhn's check digit).
    luhn: bool,
}

/// A part of the display.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenRegion {
    /// Only on this activity (the last part of its name).
    #[serde(default)]
    pub activity: Option<String>,
    /// Percent of the display's width.
    pub left: f32,
    /// Percent of the display's height.
    pub top: f32,
    /// Percent of the display's width.
    pub right: f32,
    /// Percent of the display's height.
    pub bottom: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFile {
    #[serde(default)]
    patterns: Option<Vec<String>>,
    #[serde(default)]
    widgets: Vec<String>,
    #[serde(default, rename = "region")]
    regions: Vec<HiddenRegion>,
}

impl RedactionRules {
    /// The rules in `file` (TOML): `patterns` (names of known ones, or regular expressions; the
    /// usual ones if it is not there), `widgets` (ids), and `[[region]]`s.
    ///
    /// # Errors
    /// If it has another form, or something in it makes no sense.
    pub fn read(file: &str) -> Result<Self, RulesError> {
        let RulesFile { patterns, widgets, regions } = toml::from_str(file)?;
        let patterns =
            patterns.unwrap_or_else(|| USUAL.iter().map(|name| (*name).to_owned()).collect());
        if regions.iter().any(|region| !region.is_sane()) {
            return Err(RulesError::Region);
        }
        let patterns =
            patterns.iter().map(|text| HiddenPattern::read(text)).collect::<Result<_, _>>()?;
        Ok(Self { patterns, widgets, regions })
    }

    /// Adds a pattern: a known name or a regular expression.
    ///
    /// # Errors
    /// If it is neither.
    pub fn add(&mut self, pattern: &str) -> Result<(), RulesError> {
        self.patterns.push(HiddenPattern::read(pattern)?);
        Ok(())
    }

    /// The names of the known patterns.
    pub fn known() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(name, _)| *name)
    }

    /// True if the widget with this resource id is to be hidden.
    pub fn hides(&self, resource_id: &str) -> bool {
        let short = resource_id.rsplit('/').next().unwrap_or(resource_id);
        !short.is_empty() && self.widgets.iter().any(|id| id == short || id == resource_id)
    }

    /// True if `text` holds something that is to be hidden.
    pub fn finds(&self, text: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.finds(text))
    }
}

impl fmt::Display for RedactionRules {
    /// What is hidden, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("password fields")?;
        for pattern in &self.patterns {
            write!(f, ", {}", pattern.name)?;
        }
        match self.widgets.len() {
            0 => {}
            1 => f.write_str(", 1 widget")?,
            count => write!(f, ", {count} widgets")?,
        }
        match self.regions.len() {
            0 => Ok(()),
            1 => f.write_str(", 1 region"),
            count => write!(f, ", {count} regions"),
        }
    }
}

impl HiddenRegion {
    fn is_sane(&self) -> bool {
        let within = |value: f32| (0.0..=100.0).contains(&value);
        within(self.left)
            && within(self.right)
            && within(self.top)
            && within(self.bottom)
            && self.left < self.right
            && self.top < self.bottom
    }
}

impl HiddenPattern {
    fn read(text: &str) -> Result<Self, RulesError> {
        let known = NAMED.iter().find(|(name, _)| *name == text);
        let (name, expression) = match known {
            Some((name, expression)) => (*name, *expression),
            None => ("hidden", text),
        };
        let built = RegexBuilder::new(expression).size_limit(LARGEST).build();
        let refused = |why: String| RulesError::Pattern { pattern: text.to_owned(), why };
        // The crate's own message draws the pattern over several lines; its last one says why.
        let expression = built.map_err(|error| {
            let reported = error.to_string();
            refused(
                reported.lines().last().unwrap_or_default().trim_start_matches("error: ").into(),
            )
        })?;
        if expression.is_match("") {
            return Err(refused("it also fits where nothing stands".into()));
        }
        Ok(Self { name: name.into(), expression, luhn: name == "card" })
    }

    fn finds(&self, text: &str) -> bool {
        self.expression.find_iter(text).any(|found| self.is_meant(found.as_str()))
    }

    /// `text` with what it finds replaced, and how often.
    pub(super) fn replace(&self, text: &str) -> (String, usize) {
        let mut count = 0;
        let replaced = self.expression.replace_all(text, |found: &regex::Captures<'_>| {
            let found = found.get(0).map_or("", |found| found.as_str());
            if self.is_meant(found) {
                count += 1;
                format!("[{}]", self.name)
            } else {
                found.to_owned()
            }
        });
        (replaced.into_owned(), count)
    }

    fn is_meant(&self, found: &str) -> bool {
        !self.luhn || luhn(found)
    }
}

/// Luhn's check over the digits of `text` (ISO/IEC 7812-1, annex B).
fn luhn(text: &str) -> bool {
    let digits = text.chars().rev().filter_map(|c| c.to_digit(10));
    let sum: u32 = digits
        .enumerate()
        .map(|(place, digit)| match (place % 2, digit * 2) {
            (0, _) => digit,
            (_, double) if double > 9 => double - 9,
            (_, double) => double,
        })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(patterns: &[&str], text: &str) -> String {
        let mut rules =
            RedactionRules { patterns: Vec::new(), widgets: Vec::new(), regions: Vec::new() };
        for pattern in patterns {
            rules.add(pattern).unwrap();
        }
        rules.patterns.iter().fold(text.to_owned(), |text, pattern| pattern.replace(&text).0)
    }

    #[test]
    fn known_patterns_find_what_they_are_named_after_and_leave_the_rest() {
        let all: Vec<_> = RedactionRules::known().collect();
        for (text, wanted) in [
            ("mail ann.lee+x@mail.example.org now", "mail [email] now"),
            ("call +49 (30) 1234-5678!", "call [phone]!"),
            ("call 030 12345678", "call [phone]"),
            ("pay 4111 1111 1111 1111.", "pay [card]."),
            ("order 4111 1111 1111 1112.", "order 4111 1111 1111 1112."),
            ("to DE89 3704 0044 0532 0130 00", "to [iban]"),
            ("at 192.168.0.17", "at [ip]"),
            ("key sk-abcdefghijklmnopqrst", "key [token]"),
            ("2026-11-21 10:00, 3 of 12, v1.2.3", "2026-11-21 10:00, 3 of 12, v1.2.3"),
        ] {
            assert_eq!(replaced(&all, text), wanted);
        }
    }

    #[test]
    fn own_patterns_and_files_are_read() {
        assert_eq!(replaced(&["ACME-[0-9]+"], "no ACME-77"), "no [hidden]");
        let rules = RedactionRules::read(
            "patterns = ['email', 'X\\d+']\nwidgets = ['balance']\n[[region]]\nactivity = \
             'Chat'\nleft = 0\ntop = 10\nright = 100\nbottom = 20\n",
        )
        .unwrap();
        assert!(rules.hides("org.app:id/balance") && !rules.hides("org.app:id/other"));
        assert_eq!(rules.to_string(), "password fields, email, hidden, 1 widget, 1 region");
        assert_eq!(RedactionRules::read("").unwrap().patterns.len(), USUAL.len());
    }

    #[test]
    fn nonsense_is_told() {
        for file in [
            "patterns = ['(']",
            "patterns = ['a*']",
            "patterns = ['(a{1000}){1000}']",
            "colour = 1",
            "[[region]]\nleft = 50\ntop = 0\nright = 10\nbottom = 5",
        ] {
            assert!(RedactionRules::read(file).is_err(), "{file}");
        }
    }
}
