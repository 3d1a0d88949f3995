//! An edit that is sent and not kept: the page shows what it showed before.
//!
//! Source: the update property of PBFDroid (Sun et al., ASE 2023).

use std::collections::HashMap;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, labels};
use crate::oracle::reading::shown_words;

/// Shorter words may stand on the page for something else.
const SHORTEST: usize = 3;

/// A form that was opened from a page.
#[derive(Debug)]
struct OpenedForm {
    /// The page it was opened from, and how often that showed each text.
    page: String,
    shown: HashMap<String, usize>,
    form: String,
    /// What its fields held, by their ids.
    held: HashMap<String, String>,
    step: u64,
}

/// Remembers the form that is open.
#[derive(Debug, Default)]
pub(super) struct EditIgnored {
    open: Option<OpenedForm>,
}

impl BugRule for EditIgnored {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some((before, after)) = turn.both().filter(|_| !turn.crashed()) else {
            self.open = None;
            return Vec::new();
        };
        let violation = self.violation(turn, before, after);
        let (was, is) = (page_key(before), page_key(after));
        let holds = after.widgets.iter().any(|it| it.is_field() && !it.content().is_empty());
        if was != is {
            let opens = holds && turn.tapped().is_some() && !turn.goes_back();
            self.open = opens.then(|| OpenedForm {
                page: was,
                shown: texts(before),
                form: is,
                held: fields(after),
                step: turn.step(),
            });
        }
        violation.into_iter().collect()
    }
}

impl EditIgnored {
    fn violation(
        &self,
        turn: &RuleTurn<'_>,
        before: &Screen,
        after: &Screen,
    ) -> Option<RuleViolation> {
        let open = self.open.as_ref()?;
        let sent = turn.tapped().filter(|target| labels::sends(target))?;
        let returns = page_key(before) == open.form && page_key(after) == open.page;
        if !returns || after.dialog || before.dialog {
            return None;
        }
        let shown = texts(after);
        let often = |texts: &HashMap<String, usize>, words: &str| {
            texts.get(words).copied().unwrap_or_default()
        };
        let now = fields(before);
        let (old, new) = open.held.iter().find_map(|(id, old)| {
            let new = now.get(id).filter(|new| *new != old && new.chars().count() >= SHORTEST)?;
            let was = often(&open.shown, old);
            let stays = was > 0 && often(&shown, old) >= was;
            let is_new = shown.keys().any(|text| text.contains(new.as_str()));
            (old.chars().count() >= SHORTEST && stays && !is_new).then_some((old, new))
        })?;
        Some(RuleViolation {
            subject: format!("{}|{}", open.page, open.form),
            expected: format!("{new:?} is shown instead of {old:?} after {:?}.", sent.label),
            actual: format!("After {:?} still {old:?} is shown, and not {new:?}.", sent.label),
            earlier: vec![(open.step, format!("{old:?} was opened to be edited."))],
            ..RuleViolation::default()
        })
    }
}

/// How often each text is shown, fields left out.
fn texts(screen: &Screen) -> HashMap<String, usize> {
    let mut texts = HashMap::new();
    for widget in &screen.widgets {
        let words = shown_words(widget).trim().to_lowercase();
        if !words.is_empty() {
            *texts.entry(words).or_default() += 1;
        }
    }
    texts
}

/// What the fields hold, by their ids; those without are left out.
fn fields(screen: &Screen) -> HashMap<String, String> {
    let fields = screen.widgets.iter().filter(|it| it.is_field() && !it.password);
    let known = fields.filter(|widget| !widget.resource_id.is_empty());
    known.map(|it| (it.resource_id.clone(), it.content().trim().to_lowercase())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, field, page, text};

    #[test]
    fn what_was_edited_is_shown() {
        let shown = |name: &str| page("Profile", vec![text("name", name), button("", "Edit")]);
        let form = |name: &str| page("Edit", vec![field("field", name), button("", "Save")]);
        let edited = |by: &str, now: &str| {
            let run = MadeUpRun::open(shown("Alice")).tap("Edit", form("Alice"));
            run.write("field", "Robert", form("Robert")).tap(by, shown(now)).found
        };
        assert_eq!(edited("Save", "Alice"), [("edit-ignored".to_owned(), 3)]);
        assert_eq!(edited("Save", "Robert"), []);
        assert_eq!(edited("Navigate up", "Alice"), [], "given up");
    }
}
