//! Totals, averages and counts that do not agree with the list beside them.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs), by likely
//! invariants (Ernst et al., Daikon, Science of Computer Programming 2007): a relation between a
//! figure and a list that held for several different values is expected to go on holding.

use std::collections::{BTreeSet, HashMap};

use super::figure_pairs::{FigurePairs, SeenPair};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget};
use crate::oracle::reading::{Amount, ListReading, amounts, lists, shown_words};

/// A relation that held for so many different values is expected to hold.
const ENOUGH: usize = 2;

/// A sum that differs from that of the list by the same for so many different values follows the list, and is wrong.
const OFF: usize = 3;

/// How a figure may follow from a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ListRelation {
    /// The number of rows.
    Count,
    /// The sum of the rows' last amounts of the figure's unit.
    Sum,
    /// The sum of price times quantity.
    Product,
    /// The same less or more what stands between list and figure.
    ProductAndLines,
    /// The sum, less or more what stands between list and figure.
    SumAndLines,
    /// The mean of the rows' last amounts of the figure's unit.
    Average,
}

const RELATIONS: [ListRelation; 6] = [
    ListRelation::Count,
    ListRelation::Sum,
    ListRelation::Product,
    ListRelation::ProductAndLines,
    ListRelation::SumAndLines,
    ListRelation::Average,
];

impl ListRelation {
    const fn words(self) -> &'static str {
        match self {
            Self::Count => "the number of rows",
            Self::Sum => "the sum of the rows",
            Self::Product => "the sum of price times quantity",
            Self::ProductAndLines | Self::SumAndLines => "the sum with what stands below the list",
            Self::Average => "the average of the rows",
        }
    }
}

/// What is known of a relation.
#[derive(Debug, Default)]
struct RelationHistory {
    /// The values for which it held.
    held: BTreeSet<i64>,
    /// True once it did not hold while nothing was known: it is none.
    broken: bool,
    /// The step at which it held last.
    last: u64,
}

/// Remembers which relations held for which figure.
#[derive(Debug, Default)]
pub(super) struct FigureDisagrees {
    known: HashMap<(String, ListRelation), RelationHistory>,
    pairs: FigurePairs,
}

impl BugRule for FigureDisagrees {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(after) = turn.after().filter(|after| !after.dialog && !after.keyboard) else {
            return Vec::new();
        };
        let lists = lists(after);
        let mut with_rows = lists.iter().filter(|list| !list.rows.is_empty());
        let (Some(list), None) = (with_rows.next(), with_rows.next()) else { return Vec::new() };
        if !list.whole {
            return Vec::new();
        }
        let figures = after.widgets.iter().filter_map(|widget| Some((widget, figure(widget)?)));
        let found = figures.filter_map(|(widget, amount)| {
            self.violation(turn.step(), after, list, widget, &amount)
        });
        found.collect()
    }
}

impl FigureDisagrees {
    fn violation(
        &mut self,
        step: u64,
        screen: &Screen,
        list: &ListReading<'_>,
        widget: &Widget,
        figure: &Amount,
    ) -> Option<RuleViolation> {
        let subject = format!("{}|{}", page_key(screen), widget.short_id());
        let (mut broken, mut explained) = (None, false);
        for relation in RELATIONS {
            let Some(value) = expected(relation, screen, list, widget, figure) else { continue };
            let history = self.known.entry((subject.clone(), relation)).or_default();
            let unit = 10_i64.pow(3 - u32::from(figure.decimals.min(3)));
            let holds = match relation {
                ListRelation::Average => (value - figure.thousandths).abs() <= unit,
                _ => value == figure.thousandths,
            };
            if holds {
                history.held.insert(value);
                history.last = step;
                explained |= !history.broken;
            } else if history.held.len() >= ENOUGH && !history.broken {
                broken = broken.or(Some((relation, value, history.last)));
            } else {
                history.broken = true;
            }
        }
        // One relation that holds explains the figure.
        if explained {
            return None;
        }
        let Some((relation, value, last)) = broken else {
            let mut pairs = sums_beside(screen, list, widget, figure, &subject).into_iter();
            return pairs.find_map(|pair| {
                let off = pair.said - pair.other;
                self.pairs.violation(step, pair).filter(|_| !is_shown(screen, off))
            });
        };
        let shown = shown_words(widget);
        Some(RuleViolation {
            subject,
            expected: format!("{shown:?} is {}, {}.", relation.words(), written(value)),
            actual: format!("{shown:?} is shown, but {} is {}.", relation.words(), written(value)),
            bounds: Some(widget.bounds),
            earlier: vec![(last, format!("It was {}.", relation.words()))],
        })
    }
}

/// True if an amount of the page is what a figure differs by.
fn is_shown(screen: &Screen, off: i64) -> bool {
    let mut shown = screen.widgets.iter().flat_map(|widget| amounts(shown_words(widget)));
    shown.any(|amount| amount.thousandths.abs() == off.abs())
}

/// A figure of some unit beside the sums that it may be.
fn sums_beside(
    screen: &Screen,
    list: &ListReading<'_>,
    widget: &Widget,
    figure: &Amount,
    subject: &str,
) -> Vec<SeenPair> {
    if figure.unit.is_empty() || list.rows.len() < 2 {
        return Vec::new();
    }
    let relations = [ListRelation::Sum, ListRelation::Product].into_iter();
    let pairs = relations.filter_map(|relation| {
        let value = expected(relation, screen, list, widget, figure)?;
        Some(SeenPair {
            subject: format!("{subject}|{}", relation.words()),
            words: shown_words(widget).to_owned(),
            said: figure.thousandths,
            other: value,
            shown: format!("{} is {}", relation.words(), written(value)),
            most_off: i64::MAX,
            enough_off: OFF,
            bounds: Some(widget.bounds),
        })
    });
    pairs.collect()
}

/// The only amount that a widget outside of lists shows.
fn figure(widget: &Widget) -> Option<Amount> {
    if widget.position.list.is_some() || widget.short_id().is_empty() || widget.is_field() {
        return None;
    }
    let mut found = amounts(shown_words(widget)).into_iter();
    let amount = found.next()?;
    found.next().is_none().then_some(amount)
}

/// What `figure` should be.
fn expected(
    relation: ListRelation,
    screen: &Screen,
    list: &ListReading<'_>,
    widget: &Widget,
    figure: &Amount,
) -> Option<i64> {
    let rows = i64::try_from(list.rows.len()).ok()?;
    match relation {
        ListRelation::Count => Some(rows * 1000),
        ListRelation::Sum => sum(list, figure, false),
        ListRelation::Product => sum(list, figure, true),
        ListRelation::SumAndLines => {
            Some(sum(list, figure, false)? + lines(screen, list, widget, figure)?)
        }
        ListRelation::ProductAndLines => {
            Some(sum(list, figure, true)? + lines(screen, list, widget, figure)?)
        }
        ListRelation::Average => Some(sum(list, figure, false)? / rows),
    }
}

/// The sum of the amounts of the figure's unit in the rows; each times the row's bare number if
/// `by_quantity`. `None` if a row has no such amount.
pub(super) fn sum(list: &ListReading<'_>, figure: &Amount, by_quantity: bool) -> Option<i64> {
    let of_row = |words: &str| {
        let found = amounts(words);
        let amount = found.iter().rev().find(|amount| amount.unit == figure.unit)?.thousandths;
        if !by_quantity {
            return Some(amount);
        }
        let quantity = found.iter().rev().find(|it| it.unit.is_empty() && it.decimals == 0)?;
        amount.checked_mul(quantity.thousandths / 1000)
    };
    list.rows.iter().map(|row| of_row(&row.words())).sum()
}

/// The sum of the figures of the same unit between the list and the figure; `None` if there are none.
fn lines(screen: &Screen, list: &ListReading<'_>, widget: &Widget, figure: &Amount) -> Option<i64> {
    let bottom = list.rows.iter().map(|row| row.bounds.bottom).max()?;
    let between = screen.widgets.iter().filter(|it| {
        it.number != widget.number
            && it.bounds.top >= bottom
            && it.bounds.bottom <= widget.bounds.top
    });
    let amounts: Vec<i64> = between
        .filter_map(self::figure)
        .filter(|amount| amount.unit == figure.unit)
        .map(|amount| amount.thousandths)
        .collect();
    (!amounts.is_empty()).then(|| amounts.iter().sum())
}

/// Thousandths as a decimal number.
pub(super) fn written(thousandths: i64) -> String {
    let (sign, size) = (if thousandths < 0 { "-" } else { "" }, thousandths.unsigned_abs());
    let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page, text};

    #[rstest]
    #[case::the_same(&["37 g", "47 g", "57 g"], "", &["figure-disagrees"])]
    #[case::twice(&["37 g", "47 g"], "", &[])]
    #[case::others(&["37 g", "44 g", "59 g"], "", &[])]
    #[case::shown(&["37 g", "47 g", "57 g"], "Bowl 7 g", &[])]
    fn a_sum_that_is_always_off_by_the_same_is_wrong(
        #[case] sums: &[&str],
        #[case] beside: &str,
        #[case] rules: &[&str],
    ) {
        let rows =
            [["Tea 10 g", "Rice 20 g"], ["Tea 10 g", "Rice 30 g"], ["Tea 20 g", "Rice 30 g"]];
        let pages = rows.iter().zip(sums).map(|(rows, sum)| {
            let texts = vec![text("eaten", sum), text("", beside)];
            page("Today", [list(2, rows), texts].concat())
        });
        let run = MadeUpRun::open(page("Start", vec![text("", "As it is")]));
        assert_eq!(pages.fold(run, MadeUpRun::back).rules(), rules);
    }
}
