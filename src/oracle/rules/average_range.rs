//! An average, a minimum or a maximum that the numbers beside it cannot have.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs). What is checked holds for
//! each kind of average, whether or not the numbers are rounded.

use std::collections::BTreeMap;

use super::list_figures::written;
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{ActionKind, Screen};
use crate::oracle::reading::{Amount, Figure, amount_alone, figures, lists, shown_words};

const AVERAGE: &[&str] = &["average", "avg", "mean", "median", "ø"];
const LEAST: &[&str] = &["min", "minimum", "lowest", "least", "smallest", "shortest"];
const GREATEST: &[&str] = &["max", "maximum", "highest", "greatest", "largest", "longest"];

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct AverageRange;

impl BugRule for AverageRange {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after().filter(|screen| !screen.keyboard) else {
            return Vec::new();
        };
        let figures = figures(screen);
        let averages = figures.iter().filter(|figure| figure.is_called(AVERAGE));
        let found = averages.filter_map(|average| {
            beyond_extremes(&figures, average)
                .or_else(|| beyond_parts(screen, &figures, average))
                .map(|range| violation(screen, average, range))
        });
        found.collect()
    }
}

/// The least and the greatest of some numbers, in thousandths.
type ValueRange = (i64, i64);

/// The range between the minimum and the maximum that are shown beside an average, if it is not within.
fn beyond_extremes(figures: &[Figure<'_>], average: &Figure<'_>) -> Option<ValueRange> {
    let only = |words: &[&str]| {
        let mut found = figures.iter().filter(|it| {
            it.is_called(words) && !it.is_called(AVERAGE) && it.amount.unit == average.amount.unit
        });
        let first = found.next()?;
        found.next().is_none().then_some(first.amount.thousandths)
    };
    let range = (only(LEAST)?, only(GREATEST)?);
    (range.0 <= range.1 && !is_within(&average.amount, range)).then_some(range)
}

/// The range of the numbers that an average can be of, if it is in none of them.
fn beyond_parts(
    screen: &Screen,
    figures: &[Figure<'_>],
    average: &Figure<'_>,
) -> Option<ValueRange> {
    // What is out of sight may be among the numbers.
    if screen.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll)) {
        return None;
    }
    let mut columns = columns(figures, average);
    columns.extend(list_columns(screen, average));
    let mut ranges = columns.into_iter().filter(|column| column.len() > 1).map(|column| {
        let least = column.iter().copied().min().unwrap_or_default();
        (least, column.into_iter().max().unwrap_or_default())
    });
    let first = ranges.next()?;
    let outside = |range: &ValueRange| !is_within(&average.amount, *range);
    (outside(&first) && ranges.all(|range| outside(&range))).then_some(first)
}

/// The values of widgets of one kind, each with nothing but a number as exact as the average and of its unit, or
/// of none.
fn columns(figures: &[Figure<'_>], average: &Figure<'_>) -> Vec<Vec<i64>> {
    let mut columns: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for figure in figures {
        let widget = figure.widget;
        let bare = amount_alone(shown_words(widget), &figure.amount);
        let is_part = widget.number != average.widget.number
            && !widget.short_id().is_empty()
            && widget.short_id() != average.widget.short_id()
            && widget.position.list.is_none()
            && bare
            && fits(&figure.amount, &average.amount);
        if is_part {
            columns.entry(widget.short_id()).or_default().push(figure.amount.thousandths);
        }
    }
    columns.into_values().collect()
}

/// The last amount of the average's unit in each row of a list, if each row has one.
pub(super) fn list_columns(screen: &Screen, average: &Figure<'_>) -> Vec<Vec<i64>> {
    if average.widget.position.list.is_some() || average.amount.unit.is_empty() {
        return Vec::new();
    }
    let last = |words: &str| {
        let found = crate::oracle::reading::amounts(words);
        let same = found.into_iter().rfind(|it| it.unit == average.amount.unit);
        same.map(|amount| amount.thousandths)
    };
    let columns = lists(screen).into_iter().filter(|list| list.whole);
    columns.filter_map(|list| list.rows.iter().map(|row| last(&row.words())).collect()).collect()
}

/// True for a number that can be a part of the average: as exact and of the same unit, or of none.
fn fits(part: &Amount, average: &Amount) -> bool {
    part.unit == average.unit && !part.unit.is_empty()
        || part.unit.is_empty() && part.decimals == average.decimals && part.decimals > 0
}

/// True if the amount is in the range, but for what rounding may cost.
fn is_within(amount: &Amount, (least, greatest): ValueRange) -> bool {
    let rounding = 10_i64.pow(3 - u32::from(amount.decimals.min(3)));
    (least - rounding..=greatest + rounding).contains(&amount.thousandths)
}

fn violation(screen: &Screen, average: &Figure<'_>, (least, most): ValueRange) -> RuleViolation {
    RuleViolation {
        subject: format!("{}|{}", page_key(screen), average.label.join(" ")),
        expected: format!("It is between {} and {}.", written(least), written(most)),
        actual: format!(
            "{:?} is not between {} and {}, the numbers beside it.",
            average.words(),
            written(least),
            written(most)
        ),
        bounds: Some(average.widget.bounds),
        ..RuleViolation::default()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page, text};

    /// A chart of days, those without a value with a dash.
    fn chart(days: &[&str], average: &str) -> MadeUpRun {
        let bars = days.iter().map(|value| text("value", value));
        MadeUpRun::open(page("Trends", bars.chain([text("average", average)]).collect()))
    }

    #[rstest]
    #[case("Average 20.7 kg", &["average-range"])]
    #[case("Average 72.6 kg", &[])]
    #[case("Average 72.8 kg", &[])]
    #[case("Goal 60.5 kg", &[])]
    #[case("Average 7 hours", &[])]
    fn an_average_is_between_the_bars_of_its_chart(#[case] average: &str, #[case] rules: &[&str]) {
        assert_eq!(chart(&["72.8", "–", "72.4", "–"], average).rules(), rules);
    }

    #[rstest]
    #[case(&["Mon 4 km", "Tue 6 km"], "9 km", &["average-range"])]
    #[case(&["Mon 4 km", "Tue 6 km"], "5 km", &[])]
    #[case(&["Mon 4 km"], "9 km", &[])]
    #[case(&["Mon 4 km", "Tue"], "9 km", &[])]
    #[case(&["Mon 4 h", "Tue 6 h"], "9 km", &[])]
    fn an_average_is_between_the_rows_of_its_list(
        #[case] rows: &[&str],
        #[case] average: &str,
        #[case] rules: &[&str],
    ) {
        let widgets = [list(2, rows), vec![text("avg_distance", average)]].concat();
        assert_eq!(MadeUpRun::open(page("Runs", widgets)).rules(), rules);
    }

    #[rstest]
    #[case("Ø 140 bpm", &["average-range"])]
    #[case("Ø 95 bpm", &[])]
    #[case("Ø 40 %", &[])]
    fn an_average_is_between_minimum_and_maximum(#[case] words: &str, #[case] rules: &[&str]) {
        let texts = ["Minimum 60 bpm", words, "Maximum 120 bpm"];
        let widgets = texts.iter().map(|words| text("", words)).collect();
        assert_eq!(MadeUpRun::open(page("Pulse", widgets)).rules(), rules);
    }
}
