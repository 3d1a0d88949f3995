//! A number of entries that is not how many are listed.
//!
//! Source: the counts that PBFDroid compares with lists (Sun et al., "Property-based fuzzing for finding data
//! manipulation errors in Android apps", ESEC/FSE 2023); "numerical calculation errors" of VisionDroid's pilot study.
//! A count that is always off by the same is none to an invariant that must have held first (Daikon): here the
//! same difference for different numbers shows that the count follows the list, and is wrong.

use super::figure_pairs::{FigurePairs, SeenPair};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{ActionKind, Screen, Widget, labels};
use crate::oracle::reading::{
    Figure, ListReading, amount_alone, figures, lists, only_amount, shown_words,
};
use crate::protocol::ActionOutcome;

/// A count that was off by the same for so many different numbers of entries is one, too.
const OFF: usize = 2;

/// A number that is off by more counts something else.
const MOST_OFF: i64 = 3;

/// Remembers what counts said of how many entries.
#[derive(Debug, Default)]
pub(super) struct CountDisagrees {
    pairs: FigurePairs,
}

impl BugRule for CountDisagrees {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let beside = turn.after().map(counts_beside).unwrap_or_default();
        let opened = counts_of_row(turn);
        let found = beside.into_iter().chain(opened);
        found.filter_map(|pair| self.pairs.violation(turn.step(), pair)).collect()
    }
}

/// The figures of a page that name what its only list has, and how many rows that has.
fn counts_beside(screen: &Screen) -> Vec<SeenPair> {
    let Some(list) = only_list(screen) else { return Vec::new() };
    let named = list_words(screen, &list);
    let entries = number_of_rows(screen, &list);
    let outside = figures(screen).into_iter().filter(|it| it.widget.position.list.is_none());
    let counts = outside.filter_map(|figure| {
        let (widget, amount) = (figure.widget, &figure.amount);
        let mut words = what_it_counts(&figure);
        words.retain(|word| !matches!(*word, "all" | "total" | "in"));
        let [word] = words.as_slice() else { return None };
        let is_count = amount.decimals == 0 && is_among(word, &named);
        is_count.then(|| SeenPair {
            subject: format!("{}|{}|{}|{word}", page_key(screen), list.id, widget.short_id()),
            words: figure.words(),
            said: amount.thousandths / 1000,
            other: entries,
            shown: format!("{entries} are listed"),
            most_off: MOST_OFF,
            enough_off: OFF,
            bounds: Some(widget.bounds),
        })
    });
    counts.collect()
}

/// The words that say what a figure counts: its unit, and what it is called.
pub(super) fn what_it_counts<'a>(figure: &'a Figure<'_>) -> Vec<&'a str> {
    let amount = &figure.amount;
    let alone = amount_alone(shown_words(figure.widget), amount);
    if alone && !amount.unit.is_empty() {
        return vec![&amount.unit];
    }
    let label = figure.label.iter().map(String::as_str);
    [amount.unit.as_str()].into_iter().chain(label).filter(|word| !word.is_empty()).collect()
}

/// The counts in the row that was opened, with the rows of the page it led to.
fn counts_of_row(turn: &RuleTurn<'_>) -> Vec<SeenPair> {
    let opened = || {
        let (before, after) = turn.both()?;
        let pressed = before.widget(turn.tapped()?.number)?;
        let (list, row) = (pressed.position.list?, pressed.position.row?);
        let opens = turn.outcome() == Some(ActionOutcome::Moved)
            && page_key(before) != page_key(after)
            && !before.dialog;
        let page = only_list(after).filter(|_| opens)?;
        let texts = before.widgets.iter().filter(|widget| {
            (widget.position.list, widget.position.row) == (Some(list), Some(row))
        });
        let number = number_of_rows(after, &page);
        let subject = |text: &Widget, unit: &str| {
            format!(
                "{}|{}|{unit}|{}|{}",
                page_key(before),
                text.short_id(),
                after.location,
                page.id
            )
        };
        let counts = texts.filter_map(|text| {
            let words = shown_words(text);
            let amount = only_amount(words).filter(|it| it.decimals == 0)?;
            let named = words.contains(char::is_alphabetic) && !amount.unit.is_empty();
            named.then(|| SeenPair {
                subject: subject(text, amount.unit.trim_end_matches('s')),
                words: words.to_owned(),
                said: amount.thousandths / 1000,
                other: number,
                shown: format!("its page lists {number}"),
                most_off: MOST_OFF,
                enough_off: OFF,
                bounds: None,
            })
        });
        Some(counts.collect())
    };
    opened().unwrap_or_default()
}

/// The one list of a page on which nothing is out of sight or filtered; an empty one if the page has none.
pub(super) fn only_list(screen: &Screen) -> Option<ListReading<'_>> {
    let hidden = |widget: &Widget| {
        widget.allows(ActionKind::Scroll) || (widget.is_field() && !widget.content().is_empty())
    };
    if screen.dialog || screen.keyboard || screen.widgets.iter().any(hidden) {
        return None;
    }
    let mut found = lists(screen).into_iter();
    let list = found.next()?;
    (found.next().is_none() && list.whole).then_some(list)
}

/// The rows, without headings if some rows can be pressed and others cannot.
pub(super) fn number_of_rows(screen: &Screen, list: &ListReading<'_>) -> i64 {
    let pressed = |row: usize| {
        screen.widgets.iter().any(|widget| {
            (widget.position.list, widget.position.row) == (Some(list.number), Some(row))
                && widget.allows(ActionKind::Tap)
        })
    };
    let all = list.rows.len();
    let entries = (0..all).filter(|row| pressed(*row)).count();
    i64::try_from(if entries == 0 { all } else { entries }).unwrap_or(i64::MAX)
}

/// The words that say what a list has: of its id and of the heading of its page.
pub(super) fn list_words(screen: &Screen, list: &ListReading<'_>) -> Vec<String> {
    let title = screen.title().unwrap_or_default();
    let said = format!("{title} {}", list.id.replace(['_', '-'], " ")).to_lowercase();
    labels::words(&said).into_iter().map(stem).collect()
}

pub(super) fn is_among(word: &str, named: &[String]) -> bool {
    word.len() > 2 && named.contains(&stem(word))
}

/// The word as it is for one thing.
fn stem(word: &str) -> String {
    labels::singular(word)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page, text};
    use crate::domain::Screen;

    fn books(rows: usize, count: &str) -> Screen {
        let names: Vec<String> =
            (0..rows).map(|row| format!("Title {}", "i".repeat(row + 1))).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        page("Books", [list(2, &names), vec![text("", count)]].concat())
    }

    #[rstest]
    #[case::right(&[(1, "1 books"), (2, "2 books"), (3, "3 books")], &[])]
    #[case::one_wrong(&[(1, "Books (1)"), (2, "Books (2)"), (3, "Books (4)")], &["count-disagrees"])]
    #[case::always_off(&[(1, "2 books"), (2, "3 books")], &["count-disagrees"])]
    #[case::once_off(&[(1, "2 books")], &[])]
    #[case::others(&[(1, "2 wishes"), (2, "3 wishes")], &[])]
    #[case::more(&[(1, "9 books"), (2, "10 books")], &[])]
    fn a_count_is_how_many_are_listed(#[case] seen: &[(usize, &str)], #[case] rules: &[&str]) {
        let mut pages = seen.iter().map(|(rows, count)| books(*rows, count));
        let run = MadeUpRun::open(pages.next().unwrap());
        assert_eq!(pages.fold(run, MadeUpRun::back).rules(), rules);
    }

    #[rstest]
    #[case::right(&["Sea · 1 books", "Sky · 2 books"], &[])]
    #[case::off(&["Sea · 2 books", "Sky · 3 books"], &["count-disagrees"])]
    #[case::years(&["Sea · 1901", "Sky · 1902"], &[])]
    fn the_count_of_a_row_is_how_many_its_page_lists(
        #[case] rows: &[&str],
        #[case] rules: &[&str],
    ) {
        let shelves = page("Shelves", list(2, rows));
        let shelf = |titles: &[&str]| page("Shelf", list(2, titles));
        let run = MadeUpRun::open(shelves.clone()).tap(rows[0], shelf(&["Walden"])).back(shelves);
        assert_eq!(run.tap(rows[1], shelf(&["Walden", "Emma"])).rules(), rules);
    }
}
