//! A highest or lowest value that the list beside it does not have.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs); likely invariants (Ernst et
//! al., Daikon, Science of Computer Programming 2007).

use super::average_range::list_columns;
use super::figure_pairs::{FigurePairs, SeenPair};
use super::list_figures::written;
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget};
use crate::oracle::reading::{Figure, figures, shown_words};

/// "Minimum" and "maximum" may be limits of something else.
const LOWEST: &[&str] = &["lowest", "smallest", "shortest", "lightest", "cheapest"];
const HIGHEST: &[&str] = &["highest", "greatest", "largest", "longest", "heaviest"];

/// Exact values that differ by the same so often should be the same, and whole numbers.
const OFF_EXACT: usize = 2;
const OFF_WHOLE: usize = 3;

/// Remembers values and what lists have.
#[derive(Debug, Default)]
pub(super) struct ExtremeDisagrees {
    pairs: FigurePairs,
}

impl BugRule for ExtremeDisagrees {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after().filter(|screen| !screen.keyboard) else {
            return Vec::new();
        };
        // Reading all figures takes time, and few pages have such values: each of the words ends with "est".
        let may_be = |it: &Widget| {
            let said = [shown_words(it), it.short_id()];
            said.iter().any(|words| words.contains("est") || words.contains("EST"))
        };
        if !screen.widgets.iter().any(may_be) {
            return Vec::new();
        }
        let figures = figures(screen);
        let mut found = Vec::new();
        for (words, is_highest) in [(LOWEST, false), (HIGHEST, true)] {
            let mut called = figures.iter().filter(|figure| figure.is_called(words));
            let (Some(said), None) = (called.next(), called.next()) else { continue };
            found.extend(self.violation(turn.step(), screen, said, is_highest));
        }
        found
    }
}

impl ExtremeDisagrees {
    fn violation(
        &mut self,
        step: u64,
        screen: &Screen,
        said: &Figure<'_>,
        is_highest: bool,
    ) -> Option<RuleViolation> {
        let [column] = &list_columns(screen, said)[..] else { return None };
        let extreme = if is_highest { column.iter().max() } else { column.iter().min() };
        let extreme = *extreme.filter(|_| column.len() > 1)?;
        let value = said.amount.thousandths;
        let unit = 10_i64.pow(3 - u32::from(said.amount.decimals.min(3)));
        let beyond = if is_highest { extreme - value } else { value - extreme };
        let subject = format!("{}|{}", page_key(screen), said.label.join(" "));
        let shown = format!("the list has {}", written(extreme));
        // Whole numbers of one unit, such as days, may count different things.
        if beyond >= unit && said.amount.decimals > 0 {
            return Some(RuleViolation {
                subject,
                expected: "No value of the list is beyond it.".into(),
                actual: format!("{:?} is said, but {shown}.", said.words()),
                bounds: Some(said.widget.bounds),
                ..RuleViolation::default()
            });
        }
        let pair = SeenPair {
            subject,
            words: said.words(),
            said: value,
            other: extreme,
            shown,
            most_off: i64::MAX,
            enough_off: if said.amount.decimals > 0 { OFF_EXACT } else { OFF_WHOLE },
            bounds: Some(said.widget.bounds),
        };
        self.pairs.violation(step, pair)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, list, page, text};

    #[rstest]
    #[case("Highest 72.5 kg", &[])]
    #[case("Highest 71.5 kg", &["extreme-disagrees"])]
    #[case("Highest 80.0 kg", &[])]
    #[case("Lowest 70.0 kg", &[])]
    #[case("Lowest 71.0 kg", &["extreme-disagrees"])]
    #[case("Maximum 60.0 kg", &[])]
    #[case("Longest 5 km", &[])]
    #[case("Highest 71 kg", &[])]
    fn no_value_is_beyond_the_highest(#[case] said: &str, #[case] rules: &[&str]) {
        let rows = list(2, &["Monday 70.0 kg", "Tuesday 72.5 kg"]);
        assert_eq!(
            MadeUpRun::open(page("Weight", [rows, vec![text("", said)]].concat())).rules(),
            rules
        );
    }

    #[rstest]
    #[case(&["72.5", "74.0"], &[])]
    #[case(&["73.5", "75.0"], &["extreme-disagrees"])]
    #[case(&["90.0", "90.0"], &[])]
    fn what_always_differs_by_the_same_is_wrong(#[case] said: &[&str], #[case] rules: &[&str]) {
        let screen = |most: &str, said: &str| {
            let rows = list(2, &["Monday 70.0 kg", &format!("Tuesday {most} kg")]);
            page("Weight", [rows, vec![text("", &format!("Highest {said} kg"))]].concat())
        };
        let run = MadeUpRun::open(screen("72.5", said[0])).back(screen("74.0", said[1]));
        assert_eq!(run.rules(), rules);
    }
}
