//! Placeholders in the place of words: `null`, `%s`, `{0}`, `NaN`.
//!
//! Source: the "null value" category of Nighthawk and OwlEye (Liu et al., ASE 2020, section 2).

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, InputText, Screen};
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

/// Words before a placeholder with which an app speaks of it as such: "Allow null", "not null".
const SPEAKING: &[&str] = &["allow", "allows", "if", "no", "not", "set"];

/// Remembers what was typed: an app may show it again. And what the app speaks of, as one about data does.
#[derive(Debug, Default)]
pub(super) struct Placeholder {
    typed: HashSet<String>,
    spoken: HashSet<String>,
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
        self.spoken.extend(spoken_of(after, pattern));
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
            if self.typed.iter().any(is_own) || self.spoken.contains(place.as_str()) {
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

/// The placeholders of which `screen` speaks, in one text or, as in code, in two beside each other.
fn spoken_of(screen: &Screen, pattern: &Regex) -> Vec<String> {
    let is_speaking = |word: &str| SPEAKING.contains(&word.to_lowercase().as_str());
    let texts = || screen.widgets.iter().map(|widget| shown_words(widget).trim());
    let in_one = texts().filter_map(|text| {
        let place = pattern.find(text)?;
        let before = text.get(..place.start())?.split_whitespace().next_back()?;
        is_speaking(before).then(|| place.as_str().to_owned())
    });
    let pairs = texts().zip(texts().skip(1));
    let in_two = pairs.filter_map(|(before, text)| {
        let place = pattern.find(text).filter(|place| place.as_str() == text)?;
        is_speaking(before).then(|| place.as_str().to_owned())
    });
    in_one.chain(in_two).collect()
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

    #[test]
    fn an_app_may_speak_of_null() {
        let screen = |words: &[&str]| page("Home", words.iter().map(|it| text("", it)).collect());
        let shown = |words: &[&str]| MadeUpRun::open(screen(words)).found.len();
        assert_eq!((shown(&["Hello null"]), shown(&["null"]), shown(&["Name", "null"])), (1, 1, 1));
        assert_eq!((shown(&["Allow null", "null"]), shown(&["not", "null"])), (0, 0));
        let later = MadeUpRun::open(screen(&["Allow null"])).back(screen(&["Value", "null"]));
        assert!(later.found.is_empty(), "it is about data");
    }
}
