//! An error page: a link leads to a page that says that it could not be loaded.
//!
//! Source: "page loading failure", the most frequent category of VisionDroid's pilot study (15 % of the bugs).

use super::rule_turn::{page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{ActionKind, Screen, Widget, labels};
use crate::oracle::reading::shown_words;

/// What a page says that could not be loaded.
const FAILURES: &[&str] = &[
    "could not be loaded",
    "could not load",
    "couldn't load",
    "cannot be loaded",
    "can't be loaded",
    "failed to load",
    "could not be opened",
    "something went wrong",
    "error occurred",
    "unexpected error",
    "internal error",
    "server error",
    "page not found",
];

/// Words of causes that lie outside of the app.
const OUTSIDE: &[&str] = &["offline", "connection", "network", "internet", "permission"];

/// A page with more words than so many texts shows something besides.
const MOST_TEXTS: usize = 4;

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct ErrorPage;

impl BugRule for ErrorPage {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        violation(turn).into_iter().collect()
    }
}

fn violation(turn: &RuleTurn<'_>) -> Option<RuleViolation> {
    let (before, after) = turn.both()?;
    let target = turn.tapped().filter(|target| !labels::sends(target))?;
    let filled_in = before.widgets.iter().any(|it| it.is_field() && !it.content().is_empty());
    if page_key(before) == page_key(after) || after.dialog || filled_in || shows_more(after) {
        return None;
    }
    let says = after.widgets.iter().find(|widget| !widget.acts() && fails(widget))?;
    let page = page_name(after);
    Some(RuleViolation {
        subject: page_key(after),
        expected: format!("{:?} leads to a page that is loaded.", target.label),
        actual: format!("{page:?} says {:?}.", shown_words(says)),
        bounds: Some(says.bounds),
        ..RuleViolation::default()
    })
}

fn fails(widget: &Widget) -> bool {
    let said = shown_words(widget).to_lowercase().replace('\u{2019}', "'");
    let outside = labels::words(&said).iter().any(|word| OUTSIDE.contains(word));
    !outside && FAILURES.iter().any(|failure| said.contains(failure))
}

/// True for a page with anything to use or read besides.
fn shows_more(screen: &Screen) -> bool {
    let texts = screen.widgets.iter().filter(|widget| !widget.acts());
    let words = texts.filter(|widget| !shown_words(widget).is_empty()).count();
    words > MOST_TEXTS || screen.widgets.iter().any(|widget| widget.allows(ActionKind::Type))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page, text};

    #[test]
    fn a_link_leads_to_no_error() {
        let home = || page("Home", vec![button("", "News")]);
        let opened = |said: &str, more: usize| {
            let mut texts = vec![text("said", said)];
            texts.extend((0..more).map(|number| text("", &format!("News {number}"))));
            MadeUpRun::open(home()).tap("News", page("News", texts)).found
        };
        let failed = "The news could not be loaded.";
        assert_eq!(opened(failed, 0), [("error-page".to_owned(), 1)]);
        assert_eq!(opened(failed, 6), [], "a part of the page");
        assert_eq!(opened("They could not be loaded: no network.", 0), []);
        assert_eq!(opened("There are no news.", 0), []);
    }
}
