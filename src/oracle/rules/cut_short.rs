//! A text that breaks off where others in its place go on: "by" without a name.
//!
//! Source: "content missing" of VisionDroid's pilot study (11 % of the bugs); the missing content of Nighthawk (Liu et
//! al., TSE 2022).

use std::collections::HashMap;

use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::Widget;
use crate::oracle::reading::shown_words;

/// Words after which something must follow.
const OPEN_ENDS: &[&str] =
    &["by", "of", "at", "to", "from", "for", "with", "in", "on", "and", "until", "since"];
/// So many places are remembered at most; then it begins anew.
const REMEMBERED: usize = 2_000;

/// Remembers how texts begin that go on, by the id of the widget that shows them.
#[derive(Debug, Default)]
pub(super) struct CutShort {
    /// The text that went on, with the step.
    known: HashMap<(String, String), (String, u64)>,
}

impl BugRule for CutShort {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(after) = turn.after() else { return Vec::new() };
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        let mut found = Vec::new();
        let texts = after.widgets.iter().filter(|it| !it.acts() && !it.resource_id.is_empty());
        for widget in texts {
            let words = shown_words(widget).trim();
            if let Some(start) = open_start(words) {
                let key = (place(after.location.as_str(), widget), start.to_owned());
                self.known.entry(key).or_insert_with(|| (words.to_owned(), turn.step()));
            } else if is_open(words)
                && let Some((whole, step)) =
                    self.known.get(&(place(after.location.as_str(), widget), words.to_owned()))
            {
                found.push(RuleViolation {
                    subject: format!("{}|{words}", place(after.location.as_str(), widget)),
                    expected: format!("Something follows {words:?}, as in {whole:?}."),
                    actual: format!("A text breaks off after {words:?}."),
                    bounds: Some(widget.bounds),
                    earlier: vec![(*step, format!("{whole:?} was shown."))],
                });
            }
        }
        found
    }
}

fn place(location: &str, widget: &Widget) -> String {
    format!("{location}|{}", widget.short_id())
}

/// True if something must follow `words`.
fn is_open(words: &str) -> bool {
    let last = words.rsplit(' ').next().unwrap_or_default().to_lowercase();
    words.ends_with([':', '·', '–', ',']) || OPEN_ENDS.contains(&last.as_str())
}

/// The first words up to one after which something follows.
fn open_start(words: &str) -> Option<&str> {
    let spaces = words.char_indices().filter(|(_, char)| *char == ' ');
    let starts = spaces.filter_map(|(place, _)| words.get(..place));
    starts.into_iter().find(|start| is_open(start))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};

    #[test]
    fn what_follows_elsewhere_follows_everywhere() {
        let book = |author: &str| page("Book", vec![text("author", author), button("", "Next")]);
        let shown = |first: &str, then: &str| {
            let run = MadeUpRun::open(book(first)).tap("Next", book(then));
            run.found.into_iter().any(|(rule, _)| rule == "cut-short")
        };
        assert!(shown("by Ada", "by"));
        assert!(shown("Due: Monday", "Due:"));
        assert!(!shown("by Ada", "by Bob"));
        assert!(!shown("Due: Monday", "by"), "it may be all there is");
        assert!(!shown("Milk powder", "Milk"));
    }
}
