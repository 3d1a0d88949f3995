//! A running total, such as the balance of an account or the time of laps, that does not go on by what is added.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs), by likely invariants (Ernst et
//! al., Daikon, Science of Computer Programming 2007), here over the rows of one list.

use std::sync::LazyLock;

use regex::Regex;

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::oracle::reading::{ListReading, amounts, lists};

/// So many neighbouring rows must go on as they should before another pair is wrong.
const HOLDING: usize = 2;

/// `1:02:03`, `00:12.34`.
static CLOCK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s(+])(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?(?:$|[\s).,;])").ok()
});

/// The two values of a row.
#[derive(Clone, Copy, Debug)]
struct RowValues {
    values: [i64; 2],
    /// What the last digit that is shown stands for; 0 if nothing is rounded.
    grain: i64,
    is_time: bool,
}

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct RunningTotal;

impl BugRule for RunningTotal {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after().filter(|screen| !screen.dialog) else { return Vec::new() };
        let found = lists(screen).into_iter().filter_map(|list| {
            let row = wrong_row(&list)?;
            let words = list.rows.get(row)?.words();
            Some(RuleViolation {
                subject: format!("{}|{}", page_key(screen), list.id),
                expected: "Each total is the one before it with what was added.".into(),
                actual: format!("{words:?} does not go on from the row beside it."),
                bounds: list.rows.get(row).map(|row| row.bounds),
                ..RuleViolation::default()
            })
        });
        found.collect()
    }
}

/// The row whose total is wrong, if others show that one of the two values is a running total.
fn wrong_row(list: &ListReading<'_>) -> Option<usize> {
    if list.rows.len() <= HOLDING {
        return None;
    }
    let rows: Vec<RowValues> =
        list.rows.iter().map(|row| values(&row.words())).collect::<Option<_>>()?;
    let is_time = rows.first()?.is_time;
    if rows.iter().any(|row| row.is_time != is_time) {
        return None;
    }
    let grain = rows.iter().map(|row| row.grain).max().unwrap_or_default();
    let readings = [(0, false), (0, true), (1, false), (1, true)];
    readings.into_iter().find_map(|(total, newest_first)| {
        let at = |row: &RowValues| {
            let [one, two] = row.values;
            if total == 0 { (one, two) } else { (two, one) }
        };
        let mut in_order: Vec<(usize, (i64, i64))> = rows.iter().map(at).enumerate().collect();
        if newest_first {
            in_order.reverse();
        }
        let goes_on = |pair: &[(usize, (i64, i64))]| match pair {
            [(_, (before, _)), (_, (total, added))] => (before + added - total).abs() <= grain,
            _ => true,
        };
        let holding = in_order.windows(2).filter(|pair| goes_on(pair)).count();
        let wrong = in_order.windows(2).find(|pair| !goes_on(pair));
        let broken = in_order.len() - 1 - holding;
        // What adds nothing tells nothing.
        let adds = in_order.iter().filter(|(_, (_, added))| *added != 0).count();
        if holding < HOLDING || holding < broken || adds < in_order.len() {
            return None;
        }
        // Times begin at zero.
        let first = in_order.first().filter(|(_, (total, added))| {
            is_time && list.whole && broken == 0 && (total - added).abs() > grain
        });
        let wrong = wrong.and_then(|pair| pair.last()).or(first);
        wrong.map(|(row, _)| *row)
    })
}

/// The two times of a row, or else its two amounts of money or of another unit.
fn values(words: &str) -> Option<RowValues> {
    let clocks: Vec<(i64, i64)> = CLOCK
        .as_ref()?
        .captures_iter(&words.replace(' ', "  "))
        .filter_map(|it| clock(&it))
        .collect();
    if let [(one, grain), (two, _)] = clocks[..] {
        return Some(RowValues { values: [one, two], grain, is_time: true });
    }
    let found = amounts(words);
    let mut with_unit = found.iter().filter(|it| it.decimals > 0 && !it.unit.is_empty());
    let (one, two) = (with_unit.next()?, with_unit.next()?);
    let plain = clocks.is_empty() && with_unit.next().is_none() && one.unit == two.unit;
    plain.then_some(RowValues {
        values: [one.thousandths, two.thousandths],
        grain: 0,
        is_time: false,
    })
}

/// Thousandths of seconds, and what the last digit stands for.
fn clock(found: &regex::Captures<'_>) -> Option<(i64, i64)> {
    let number =
        |place: usize| found.get(place).map_or(Some(0), |it| it.as_str().parse::<i64>().ok());
    let part = found.get(4).map_or("", |part| part.as_str());
    let thousandths: i64 = format!("{part:0<3}").parse().ok()?;
    let grain = 10_i64.pow(3 - u32::try_from(part.len().min(3)).ok()?);
    Some(((number(1)? * 3600 + number(2)? * 60 + number(3)?) * 1000 + thousandths, grain))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page};

    #[rstest]
    #[case::laps(&["3 · 00:05.10 · 00:20.40", "2 · 00:10.20 · 00:15.30", "1 · 00:05.10 · 00:05.10"], &[])]
    #[case::begins(
        &["3 · 00:05.10 · 00:21.40", "2 · 00:10.20 · 00:16.30", "1 · 00:05.10 · 00:06.10"],
        &["running-total"]
    )]
    #[case::one_lap(
        &["00:05 00:05", "00:10 00:15", "00:05 00:20", "00:05 00:35", "00:05 00:40"],
        &["running-total"]
    )]
    #[case::meetings(&["Talk 10:00 11:30", "Lunch 12:00 13:00", "Walk 14:00 15:00"], &[])]
    #[case::balance(&["−€5.00 · €95.00", "€20.00 · €115.00", "−€15.00 · €100.00"], &[])]
    #[case::wrong(
        &["−€5.00 · €95.00", "€20.00 · €115.00", "−€15.00 · €100.00", "€10.00 · €120.00"],
        &["running-total"]
    )]
    #[case::prices(&["€5.00 · €95.00", "€20.00 · €11.00", "€15.00 · €10.50"], &[])]
    fn a_total_goes_on(#[case] rows: &[&str], #[case] rules: &[&str]) {
        assert_eq!(MadeUpRun::open(page("Account", list(2, rows))).rules(), rules);
    }
}
