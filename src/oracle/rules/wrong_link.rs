//! Links that lead to the page that another link names.
//!
//! Source: "navigation and linking errors" of VisionDroid's pilot study (8 % of the bugs).

use std::collections::{HashMap, HashSet};

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
            self.names.extend(menu_entries(after).into_values().map(normal));
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
        let is_entry = menu_entries(before).contains_key(&link.number);
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
        // A form is opened again to be edited.
        let page = page_key(after);
        let is_back = self.roots.contains(&page) || is_opener(turn, &page);
        let opens = turn.tapped().is_some_and(|it| labels::opens(it) && !labels::sends(it));
        let has_fields = after.widgets.iter().any(Widget::is_field);
        // What is chosen from a list, such as "New York", leads back.
        let leads_back = opens && is_back && !before.dialog && !has_fields;
        let leads_back = leads_back && link.position.row.is_none();
        if other.is_none() && !elsewhere && !leads_back {
            return None;
        }
        let (own, title) = (first_words(before, link), after.title().unwrap_or_default());
        let why = if other.is_none() && leads_back && is_opener(turn, &page) {
            "from which this page was opened"
        } else if other.is_none() && (leads_back || is_root) {
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

/// The headings of the entries of menus, by the numbers of the entries. An entry has a heading and a line
/// below that says what it is about, and is not a row of a list, which leads to one of many things of a kind.
fn menu_entries(screen: &Screen) -> HashMap<usize, &str> {
    let mut texts: HashMap<usize, Vec<&str>> = HashMap::new();
    for inner in screen.widgets.iter().filter(|inner| !inner.text.is_empty()) {
        texts.entry(inner.position.parent.unwrap_or_default()).or_default().push(&inner.text);
    }
    let is_link = |number: usize| {
        screen.widget(number).is_some_and(|link| link.acts() && link.position.list.is_none())
    };
    let entries = texts.into_iter().filter(|(number, texts)| texts.len() == 2 && is_link(*number));
    entries.map(|(number, texts)| (number, texts[0])).collect()
}

/// True if `page` is the one from which the page before was opened.
fn is_opener(turn: &RuleTurn<'_>, page: &str) -> bool {
    turn.left().is_some_and(|visit| visit.opener.as_deref() == Some(page))
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, button, list, page, text};
    use crate::domain::{Action, DeviceKey, Screen, Widget, WidgetPosition};

    /// The entries of the menus, with what each is about.
    const ENTRIES: [(&str, &str); 5] = [
        ("Sound", "How loud"),
        ("Display", "How bright"),
        ("Battery", "How long"),
        ("Storage", "How full"),
        ("Backup", "How safe"),
    ];

    /// A page with a menu of entries: each a button that holds a heading and a line below it.
    fn menu(title: &str, entries: &[(&str, &str)]) -> Screen {
        let mut widgets = Vec::new();
        for (heading, about) in entries {
            let parent = Some(widgets.len() + 2);
            let position = WidgetPosition { parent, ..WidgetPosition::default() };
            let inside = |words| Widget { position, ..text("", words) };
            let entry = Widget { text: String::new(), ..button(heading, heading) };
            widgets.extend([entry, inside(heading), inside(about)]);
        }
        page(title, widgets)
    }

    fn home() -> Screen {
        menu("Settings", &ENTRIES)
    }

    /// The run after so many entries led to what they name.
    fn after_right_ones(right: usize) -> MadeUpRun {
        ENTRIES[..right].iter().fold(MadeUpRun::open(home()), |run, (heading, _)| {
            let page = page(heading, vec![text("note", "As it is")]);
            run.tap(heading, page).back(home())
        })
    }

    /// The run on a page with an entry that no menu seen before has, after so many right ones.
    fn inside(right: usize) -> MadeUpRun {
        let inner = menu("Backup", &[("Cached data", "What can go"), ("Photos", "What stays")]);
        after_right_ones(right).tap("Backup", inner)
    }

    #[test]
    fn what_opens_something_does_not_lead_back() {
        let start = || page("Notes", vec![button("", "Info page"), button("", "Search")]);
        let about = || page("Info page", vec![button("", "Licences"), button("", "Done")]);
        let run = || MadeUpRun::open(start()).tap("Info page", about());
        assert_eq!(run().tap("Licences", start()).rules(), ["wrong-link"]);
        assert_eq!(run().tap("Done", start()).rules(), [""; 0]);
        let cities = page("Add a city", list(2, &["New York", "Lima"]));
        let chosen = MadeUpRun::open(start()).tap("Info page", cities).tap("New York", start());
        assert_eq!(chosen.rules(), [""; 0], "it was chosen");
        let deep = run().act(Action::Key { key: DeviceKey::Menu }, other_page());
        let deep = deep.act(Action::Key { key: DeviceKey::Menu }, about());
        assert_eq!(deep.tap("Licences", start()).rules(), ["wrong-link"], "where the app began");
    }

    fn other_page() -> Screen {
        page("Other", vec![text("note", "As it is")])
    }

    // After two only, too few links led to what they name.
    #[rstest]
    #[case(4, &["wrong-link"])]
    #[case(2, &[])]
    fn an_entry_leads_neither_to_what_another_menu_names_nor_to_the_first_page(
        #[case] right: usize,
        #[case] rules: &[&str],
    ) {
        let display = page("Display", vec![text("note", "As it is")]);
        assert_eq!(inside(right).tap("Photos", display).rules(), rules);
        assert_eq!(inside(right).tap("Photos", home()).rules(), rules);
    }
}
