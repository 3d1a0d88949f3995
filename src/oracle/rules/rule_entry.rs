//! A row of the table of rules.

use super::BugRule;
use crate::domain::BugCategory;

/// A rule's name, what it finds, and how to make one.
pub struct RuleEntry {
    /// Its name in the groups of findings.
    pub name: &'static str,
    /// What it says should be true, in one sentence.
    pub help: &'static str,
    /// The category of what it finds.
    pub category: BugCategory,
    /// How sure it is, in percent.
    pub confidence: u8,
    pub(super) make: fn() -> Box<dyn BugRule>,
}

/// Rules that told more wrong than right of the demo apps, in all series together. What misled them is mended, but they
/// have shown no precision since.
const DOUBTFUL: &[&str] =
    &["restored-differs", "sort-order", "stale-summary", "back-elsewhere", "leads-elsewhere"];

impl RuleEntry {
    /// True if it judges only if the user asks for `doubtful-rules`.
    pub fn is_doubtful(&self) -> bool {
        DOUBTFUL.contains(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use crate::oracle::RULES;

    #[test]
    fn rules_are_named_once_and_say_what_should_be_true() {
        for (place, rule) in RULES.iter().enumerate() {
            assert!(
                RULES.iter().skip(place + 1).all(|other| other.name != rule.name),
                "{}",
                rule.name
            );
            assert!(rule.help.ends_with('.') && rule.confidence <= 100, "{}", rule.name);
        }
    }

    #[test]
    fn the_document_lists_the_rules() {
        let document = include_str!("../../../docs/oracles.md");
        let rows = RULES.iter().map(|rule| {
            format!("| `{}` | {} | {} |\n", rule.name, rule.category.word(), rule.help)
        });
        let table: String = rows.collect();
        assert!(document.contains(&table), "{table}");
        let measured = document.split_once("### Precision of each rule").unwrap().1;
        for rule in RULES {
            assert!(measured.contains(&format!("\n| `{}` | ", rule.name)), "{}", rule.name);
        }
        let doubtful = RULES.iter().filter(|rule| rule.is_doubtful());
        let names: Vec<String> = doubtful.map(|rule| format!("`{}`", rule.name)).collect();
        assert!(document.contains(&format!("doubtful-rules`: {}", names.join(", "))), "{names:?}");
    }
}
