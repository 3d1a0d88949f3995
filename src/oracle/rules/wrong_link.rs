//! Links that lead to the page that another link names.
//!
//! Source: "navigation and linking errors" of VisionDroid's pilot study (8 % of the bugs).

use std::collections::HashSet;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, Screen, Widget, WidgetRole, labels};
use crate::protocol::ActionOutcome;

/// Links must have led so much oftener to what they name than not before one that does not is told by
/// the words of a link on another page.
const CONSISTENT: usize = 4;

/// Remembers which words are links, and how often links led to what they name.
#[derive(Debug, Default)]
pub(super) struct WrongLink {
    /// The words of links that led to a page with just that title, and of entries of menus.
    names: HashSet<String>,
    /// The pages with which the app began.
    roots: HashSet<String>,
    /// Links that led to what they name, and those that did not.
    right: HashSet<String>,
    wrong: HashSet<String>,
}

impl BugRule for WrongLink {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        if let Some(after) = turn.after() {
            let entries = after.widgets.iter().filter(|widget| is_menu_entry(after, widget));
            self.names.extend(entries.map(|entry| normal(first_words(after, entry))));
            if matches!(turn.action(), None | Some(Action::Restart)) {
                self.roots.insert(page_key(after));
            }
        }
        self.violation(turn).into_iter().collect()
    }
}

impl WrongLink {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let link = before.widget(turn.tapped()?.number)?;
        let led = turn.outcome() == Some(ActionOutcome::Moved) && !after.dialog;
        if !led || page_key(before) == page_key(after) || link.role() == WidgetRole::Tab {
            return None;
        }
        let title = after.title().map(normal).filter(|title| !title.is_empty())?;
        let (own, name) = (normal(&link.label), normal(first_words(before, link)));
        let subject = format!("{}|{name}", page_key(before));
        let says_so = own.contains(&title) || title.contains(&name) || shares_a_word(&own, &title);
        let is_entry = is_menu_entry(before, link);
        if says_so {
            if name == title {
                self.names.insert(title);
            }
            self.right.insert(subject);
            return None;
        }
        let other = before.widgets.iter().find(|other| {
            other.number != link.number
                && other.label != other.short_id()
                && is_sibling(other, link)
                && (names(&normal(&other.label), &title)
                    || names(&normal(first_words(before, other)), &title))
        });
        let meant = labels::words(&name).into_iter().any(|word| labels::meaning(word).is_some());
        let is_root = self.roots.contains(&page_key(after)) && !meant;
        let elsewhere = is_entry
            && (self.names.contains(&title) || is_root)
            && self.right.len() >= CONSISTENT * (self.wrong.len() + 1);
        if is_entry {
            self.wrong.insert(subject.clone());
        }
        if other.is_none() && !elsewhere {
            return None;
        }
        let (own, title) = (first_words(before, link), after.title().unwrap_or_default());
        let why = if other.is_none() && is_root {
            "with which the app began"
        } else {
            "which another link names"
        };
        Some(RuleViolation {
            subject,
            expected: format!("{own:?} leads to what it names."),
            actual: format!("{own:?} leads to {title:?}, {why}."),
            ..RuleViolation::default()
        })
    }
}

/// True for an entry of a menu: it has a heading and a line below that says what it is about, and is not
/// a row of a list, which leads to one of many things of a kind.
fn is_menu_entry(screen: &Screen, link: &Widget) -> bool {
    let inside = screen.widgets.iter().filter(|inner| inner.position.parent == Some(link.number));
    link.position.list.is_none() && inside.filter(|inner| !inner.text.is_empty()).count() == 2
}

/// What a link says first: of a row its heading.
fn first_words<'a>(screen: &'a Screen, link: &'a Widget) -> &'a str {
    let inside = screen
        .widgets
        .iter()
        .find(|inner| inner.position.parent == Some(link.number) && !inner.text.is_empty());
    inside.map_or(&link.label, |inner| &inner.text)
}

/// True for links of one menu: the same kind of widget, as wide or as high, in one line with the other.
fn is_sibling(one: &Widget, other: &Widget) -> bool {
    let (a, b) = (one.bounds, other.bounds);
    let stacked = a.left == b.left && a.right == b.right;
    let beside = a.top == b.top && a.bottom == b.bottom;
    one.role() == other.role()
        && one.role() != WidgetRole::Tab
        && one.acts()
        && one.position.window == other.position.window
        && (stacked || beside)
}

/// True if the words of a link are the title, or begin with it: "About this shop" of "About".
fn names(words: &str, title: &str) -> bool {
    words.strip_prefix(title).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn normal(text: &str) -> String {
    text.trim().to_lowercase()
}

fn shares_a_word(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric());
        parts.filter(|word| word.len() > 2).map(str::to_owned).collect()
    };
    let first = words(one);
    words(other).iter().any(|word| first.contains(word))
}
