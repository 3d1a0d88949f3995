//! An amount that is another one on another page.
//!
//! Source: the independent views of Genie (Su et al., OOPSLA 2021), here two pages that show the same number: the row of
//! a thing and its page, a count and the page that lists what is counted.

use std::collections::HashMap;

use super::count_disagrees::{is_among, list_words, number_of_rows, only_list, what_it_counts};
use super::figure_pairs::{FigurePairs, SeenPair};
use super::list_figures::written;
use super::rule_turn::page_key;
use super::shown_again::changes_nothing;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget};
use crate::oracle::reading::{Amount, figures, only_amount, shown_words};
use crate::protocol::ActionOutcome;

/// Amounts that differ by the same on so many pages should be the same: exact ones, and whole numbers.
const OFF_EXACT: usize = 2;
const OFF_WHOLE: usize = 3;

/// A count that is off by more counts something else.
const MOST_OFF: i64 = 3;

/// Words of headings that say nothing of what is listed.
const EMPTY_WORDS: &[&str] = &["list", "all", "the", "new", "your", "home", "page", "main", "view"];

/// A list as it was shown last.
#[derive(Debug)]
struct ListedPage {
    words: Vec<String>,
    name: String,
    entries: i64,
}

/// Remembers amounts of rows and of their pages, and how many entries pages list, until anything is changed.
#[derive(Debug, Default)]
pub(super) struct ViewsDisagree {
    pairs: FigurePairs,
    lists: HashMap<String, ListedPage>,
}

impl BugRule for ViewsDisagree {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        if !changes_nothing(turn) {
            self.lists.clear();
        }
        let Some(after) = turn.after() else { return Vec::new() };
        let pairs = amounts_of_row(turn).unwrap_or_default().into_iter();
        let pairs: Vec<SeenPair> = pairs.chain(self.counts_of_lists(after)).collect();
        if let Some(list) = only_list(after) {
            let name = after.title().unwrap_or_default().to_owned();
            let mut words = list_words(after, &list);
            words.retain(|word| !EMPTY_WORDS.contains(&word.as_str()));
            let entries = number_of_rows(after, &list);
            self.lists.insert(page_key(after), ListedPage { words, name, entries });
        }
        pairs.into_iter().filter_map(|pair| self.pairs.violation(turn.step(), pair)).collect()
    }
}

impl ViewsDisagree {
    /// The figures of a page that count what another page lists.
    fn counts_of_lists(&self, screen: &Screen) -> Vec<SeenPair> {
        let page = page_key(screen);
        let mut pairs = Vec::new();
        for figure in figures(screen).iter().filter(|it| it.widget.position.list.is_none()) {
            let words = what_it_counts(figure);
            let counts = |list: &ListedPage| words.iter().any(|word| is_among(word, &list.words));
            for (other, list) in self.lists.iter().filter(|(other, _)| **other != page) {
                if figure.amount.decimals == 0 && counts(list) {
                    pairs.push(SeenPair {
                        subject: format!("{page}|{}|{other}", words.join(" ")),
                        words: figure.words(),
                        said: figure.amount.thousandths / 1000,
                        other: list.entries,
                        shown: format!("{:?} lists {}", list.name, list.entries),
                        most_off: MOST_OFF,
                        enough_off: OFF_WHOLE,
                        bounds: Some(figure.widget.bounds),
                    });
                }
            }
        }
        pairs
    }
}

/// The amounts of the row that was opened, each with the only one of its unit on the page that it led to.
fn amounts_of_row(turn: &RuleTurn<'_>) -> Option<Vec<SeenPair>> {
    let (before, after) = turn.both()?;
    let pressed = before.widget(turn.tapped()?.number)?;
    let place = (Some(pressed.position.list?), Some(pressed.position.row?));
    let opens = turn.outcome() == Some(ActionOutcome::Moved)
        && page_key(before) != page_key(after)
        && !before.dialog
        && !after.dialog;
    if !opens {
        return None;
    }
    let on_page = figures(after);
    let texts = before.widgets.iter().filter(|it| (it.position.list, it.position.row) == place);
    let pairs = texts.flat_map(|text| pieces(text).map(move |(piece, it)| (text, piece, it)));
    let pairs = pairs.filter_map(|(text, piece, amount)| {
        let mut same = on_page.iter().filter(|it| it.amount.unit == amount.unit);
        let figure = same.next().filter(|_| same.next().is_none())?;
        let (id, page) = (text.short_id(), page_key(before));
        let exact = amount.decimals > 0;
        let to = format!("{}|{}", after.location, figure.widget.short_id());
        Some(SeenPair {
            subject: format!("{page}|{id}|{piece}|{}|{to}", amount.unit),
            words: figure.words(),
            said: figure.amount.thousandths,
            other: amount.thousandths,
            shown: format!("its row shows {} {}", written(amount.thousandths), amount.unit),
            most_off: i64::MAX,
            enough_off: if exact { OFF_EXACT } else { OFF_WHOLE },
            bounds: Some(figure.widget.bounds),
        })
    });
    Some(pairs.collect())
}

/// The amounts with a unit among what a text lists with dots in between, each with its place.
fn pieces(text: &Widget) -> impl Iterator<Item = (usize, Amount)> + use<'_> {
    let pieces = shown_words(text).split(" · ").enumerate();
    let amounts = pieces.filter_map(|(place, piece)| Some((place, only_amount(piece)?)));
    amounts.filter(|(_, amount)| !amount.unit.is_empty())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, button, list, page, text};
    use crate::domain::Screen;

    /// Opens each row of a list, whose page shows this price.
    fn opened(rows: &[&str], prices: &[&str]) -> MadeUpRun {
        let shop = || page("Shop", list(2, rows));
        let thing = |price: &str| page("Thing", vec![text("price", price), text("a", "Text")]);
        let visits = rows.iter().zip(prices);
        visits.fold(MadeUpRun::open(shop()), |run, (row, price)| {
            run.tap(row, thing(price)).back(shop())
        })
    }

    #[rstest]
    #[case::same(&["€9.50", "€18.50", "€3.00"], &[])]
    #[case::all_off(&["€11.50", "€20.50"], &["views-disagree"])]
    #[case::one_off(&["€9.50", "€18.50", "€4.00"], &["views-disagree"])]
    #[case::others(&["€1.50", "€2.50", "€4.00"], &[])]
    fn an_amount_of_a_row_is_that_of_its_page(#[case] prices: &[&str], #[case] rules: &[&str]) {
        let rows = ["Mug · €9.50 · Kitchen", "Can · €18.50 · Garden", "Pen · €3.00 · Desk"];
        assert_eq!(opened(&rows[..prices.len()], prices).rules(), rules);
    }

    fn books(rows: usize) -> Screen {
        let names: Vec<String> = (0..rows).map(|row| format!("Title {row}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        page("My books", [list(2, &names), vec![button("", "Statistics")]].concat())
    }

    #[rstest]
    #[case::same(&[(2, "2"), (3, "3"), (4, "4")], &[])]
    #[case::all_off(&[(2, "3"), (3, "4"), (4, "5")], &["views-disagree"])]
    #[case::twice_off(&[(2, "3"), (3, "4")], &[])]
    #[case::others(&[(2, "3"), (3, "3"), (4, "3")], &[])]
    fn a_count_is_how_many_another_page_lists(
        #[case] seen: &[(usize, &str)],
        #[case] rules: &[&str],
    ) {
        let figures = |number: &str| {
            page("Statistics", vec![text("", "Books that you own"), text("count", number)])
        };
        let run = MadeUpRun::open(page("Start", vec![button("", "Open")]));
        let run = seen.iter().fold(run, |run, (rows, number)| {
            run.act(crate::domain::Action::Restart, books(*rows)).tap("Statistics", figures(number))
        });
        assert_eq!(run.rules(), rules);
    }
}
