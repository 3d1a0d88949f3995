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
            if is_count(words.trim()) {
                continue;
            }
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

/// True for a number in braces that stands alone: how many parts something has.
fn is_count(words: &str) -> bool {
    let inner = words.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|inner| inner.chars().all(|it| it.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, page, text};

    #[test]
    fn a_number_in_braces_is_a_placeholder_among_words_only() {
        let shown = |words: &str| MadeUpRun::open(page("Home", vec![text("", words)])).found.len();
        assert_eq!((shown("Hello {0}"), shown("{4}"), shown("${name}")), (1, 0, 1));
    }
}
