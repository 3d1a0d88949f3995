//! Placeholders in the place of words: `null`, `%s`, `{0}`, `NaN`.
//!
//! Source: the "null value" category of Nighthawk and OwlEye (Liu et al., ASE 2020, section 2).

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, InputText};
use crate::oracle::reading::shown_words;

/// Longer texts may speak of such words.
const LONGEST: usize = 60;

static PLACEHOLDER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"\b(null|undefined|NaN)\b|\[object Object\]|@string/\w+|(?i:lorem ipsum)",
        r"|%(\d\$)?[sd]\b|\{\d\}|\{\{\s*\w+\s*\}\}|\$\{\w+\}",
    ))
    .ok()
});

/// Remembers what was typed: an app may show it again.
#[derive(Debug, Default)]
pub(super) struct Placeholder {
    typed: HashSet<String>,
}

impl BugRule for Placeholder {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(pattern) = PLACEHOLDER.as_ref() else { return Vec::new() };
        if let Some(Action::Type { text: InputText::Plain(text), .. }) = turn.action()
            && !text.trim().is_empty()
        {
            self.typed.insert(text.trim().to_owned());
        }
        let Some(after) = turn.after() else { return Vec::new() };
        let mut found = Vec::new();
        for widget in &after.widgets {
            let words = shown_words(widget);
            if words.chars().count() > LONGEST {
                continue;
            }
            let Some(place) = pattern.find(words) else { continue };
            // In braces too: an app may show what was typed as a part of its code.
            let own = place.as_str().trim_matches(['{', '}', '$']);
            let is_own = |typed: &String| typed == own || typed.contains(place.as_str());
            if self.typed.iter().any(is_own) {
                continue;
            }
            found.push(RuleViolation {
                subject: format!("{}|{}", page_key(after), widget.short_id()),
                expected: "Each text says what it stands for.".into(),
                actual: format!("A text shows {:?}: {words:?}.", place.as_str()),
                bounds: Some(widget.bounds),
                ..RuleViolation::default()
            });
        }
        found
    }
}
