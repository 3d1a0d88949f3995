//! A page that does not show what the row shows from which it was opened, though the pages of other rows do.
//!
//! Source: "content missing" of VisionDroid's pilot study; the independent views of Genie (Su et al.,
//! OOPSLA 2021), here two views of one thing: its row and its page.

use std::collections::HashMap;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{ActionKind, Screen, Widget};
use crate::oracle::reading::{lists, only_amount, shown_words};
use crate::protocol::ActionOutcome;

/// Shorter words are on a page by chance.
const LEAST_LETTERS: usize = 6;
/// The same for an amount with its unit, such as `€9.50`.
const LEAST_IN_AMOUNT: usize = 4;

/// So many kinds of text are remembered at most.
const REMEMBERED: usize = 1_000;

/// Whether pages showed what the texts of one kind, in the rows of one list, had shown.
#[derive(Debug, Default)]
struct ShownOnPages {
    /// The page and the widget that showed them, if it is always the same one.
    place: Option<(String, String)>,
    /// True once they were elsewhere or nowhere: that is how the app is.
    varies: bool,
}

/// Remembers which texts of rows the pages of the rows show.
#[derive(Debug, Default)]
pub(super) struct RowPage {
    known: HashMap<(String, String), ShownOnPages>,
}

impl BugRule for RowPage {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        self.violation(turn).into_iter().collect()
    }
}

impl RowPage {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let target = turn.tapped()?;
        let opens = turn.outcome() == Some(ActionOutcome::Moved)
            && page_key(before) != page_key(after)
            && !before.dialog
            && !after.dialog
            && !after.keyboard;
        if !opens {
            return None;
        }
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        let scrolls = after.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll));
        let pressed = before.widget(target.number)?;
        let mut violation = None;
        for (text, list) in row_texts(before, pressed) {
            let words = shown_words(text).trim();
            let kind = (format!("{}|{list}", page_key(before)), text.short_id().to_owned());
            let known = self.known.entry(kind).or_default();
            if let Some(widget) = shows(after, words) {
                let place = (page_key(after), widget.short_id().to_owned());
                known.varies |= known.place.as_ref().is_some_and(|usual| *usual != place);
                known.place = Some(place);
            } else if !scrolls && !known.varies {
                known.varies = true;
                violation = violation.or_else(|| missing(known, after, pressed, words));
            }
        }
        violation
    }
}

/// The texts of the row that was pressed, each with the id of its list. A widget of its own in the row, as
/// a menu or a switch, opens something else.
fn row_texts<'a>(screen: &'a Screen, pressed: &Widget) -> Vec<(&'a Widget, &'a str)> {
    let (Some(number), Some(row)) = (pressed.position.list, pressed.position.row) else {
        return Vec::new();
    };
    let Some(list) = lists(screen).into_iter().find(|list| list.number == number) else {
        return Vec::new();
    };
    let Some(reading) = list.rows.get(row) else { return Vec::new() };
    let is_row = pressed.bounds.contains(reading.bounds.center());
    let long = |text: &&&Widget| is_telling(shown_words(text)) && !text.short_id().is_empty();
    let texts = reading.texts.iter().filter(|_| is_row).filter(long);
    texts.map(|text| (*text, list.id)).collect()
}

/// True for words that are not on a page by chance: enough letters, or an amount with its unit.
fn is_telling(words: &str) -> bool {
    let length = words.trim().chars().count();
    let has_unit = || only_amount(words).is_some_and(|amount| !amount.unit.is_empty());
    length >= LEAST_LETTERS || (length >= LEAST_IN_AMOUNT && has_unit())
}

/// The widget of the page that shows `words`.
fn shows<'a>(page: &'a Screen, words: &str) -> Option<&'a Widget> {
    let words = words.to_lowercase();
    page.widgets.iter().find(|widget| {
        widget.position.window == 0 && shown_words(widget).to_lowercase().contains(&words)
    })
}

/// What is wrong with the page of a row, if the pages of other rows showed such words in the same place.
fn missing(
    known: &ShownOnPages,
    page: &Screen,
    pressed: &Widget,
    words: &str,
) -> Option<RuleViolation> {
    let (key, id) = known.place.as_ref()?;
    if *key != page_key(page) || id.is_empty() {
        return None;
    }
    let instead = page.widgets.iter().find(|widget| widget.short_id() == id);
    // The row says more than the page in this place, such as to whom a thing was lent.
    if instead.is_some_and(|widget| is_part(shown_words(widget), words)) {
        return None;
    }
    let said = instead.map(|widget| format!(" It shows {:?}.", shown_words(widget)));
    Some(RuleViolation {
        subject: format!("{key}|{id}"),
        expected: format!(
            "The page of {:?} shows {words:?}, as those of other rows do.",
            pressed.label
        ),
        actual: format!("It does not show {words:?}.{}", said.unwrap_or_default()),
        bounds: instead.map(|widget| widget.bounds),
        ..RuleViolation::default()
    })
}

/// True if `words` consist of `part` and something else beside it.
fn is_part(part: &str, words: &str) -> bool {
    let (part, words) = (part.to_lowercase(), words.to_lowercase());
    !part.is_empty() && words.split(" · ").any(|piece| piece == part)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, list, page, text};
    use crate::domain::Screen;

    fn accounts() -> Screen {
        let mut rows = list(2, &["robin@example.org", "work@example.com"]);
        for row in rows.iter_mut().skip(1) {
            row.resource_id = "mail".into();
        }
        page("Accounts", rows)
    }

    /// The page of an account, with its address or without.
    fn account(address: Option<&str>) -> Screen {
        let address = address.map(|words| text("address", words));
        page("Account", address.into_iter().chain([text("note", "Synchronised")]).collect())
    }

    fn opened(first: Option<&str>, second: Option<&str>) -> MadeUpRun {
        let run = MadeUpRun::open(accounts()).tap("robin@example.org", account(first));
        run.back(accounts()).tap("work@example.com", account(second))
    }

    #[test]
    fn what_the_pages_of_other_rows_show_must_be_there() {
        let first = Some("robin@example.org");
        assert_eq!(opened(first, None).rules(), ["row-and-page"]);
        assert_eq!(opened(first, Some("ann@example.org")).rules(), ["row-and-page"]);
        assert_eq!(opened(first, Some("work@example.com")).rules(), [""; 0]);
    }

    #[test]
    fn what_the_row_says_beside_what_the_page_shows_is_not_missed() {
        let mut rows = list(2, &["robin@example.org", "work@example.com · lent to Ann"]);
        rows.iter_mut().skip(1).for_each(|row| row.resource_id = "mail".into());
        let rows = page("Accounts", rows);
        let run = |shown: &str| {
            let run = MadeUpRun::open(rows.clone())
                .tap("robin@example.org", account(Some("robin@example.org")));
            run.back(rows.clone()).tap("work@example.com · lent to Ann", account(Some(shown)))
        };
        assert_eq!(run("work@example.com").rules(), [""; 0]);
        assert_eq!(run("ann@example.org").rules(), ["row-and-page"]);
    }

    #[test]
    fn pages_that_never_show_it_are_that_way() {
        assert_eq!(opened(None, None).rules(), [""; 0]);
        assert_eq!(opened(None, Some("work@example.com")).rules(), [""; 0]);
    }
}
