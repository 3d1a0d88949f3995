//! What is said to be left that is not the difference of the two amounts beside it.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use std::sync::LazyLock;

use regex::Regex;

use super::list_figures::written;
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget};
use crate::oracle::reading::{Amount, Figure, amounts, figures, shown_words};

/// What says that an amount is what is left of another.
const LEFT: &[&str] = &["left", "remaining", "remains", "missing", "free", "unused", "go"];

/// What says that an amount is the whole of which something is left.
const WHOLE: &[&str] =
    &["goal", "target", "budget", "limit", "allowance", "capacity", "available", "planned", "aim"];

/// `1,200 of 2,000 kcal`, and `1.2 GB / 2 GB`.
static PART_OF: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\d[\d.,]*\s*[[:alpha:]€$£¥]*\s*(?:of|/|out of)\s*[€$£¥]?\d").ok()
});

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct WrongDifference;

impl BugRule for WrongDifference {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after().filter(|screen| !screen.keyboard) else {
            return Vec::new();
        };
        let figures = figures(screen);
        let mut left = figures.iter().filter(|figure| figure.is_called(LEFT));
        let (Some(said), None) = (left.next(), left.next()) else { return Vec::new() };
        let found = of_whole(&figures, said).or_else(|| of_share(screen, said));
        found.map(|expected| violation(screen, said, expected)).into_iter().collect()
    }
}

/// What is left of the one amount that is called a whole, if there is just one more of that unit on the page and
/// the difference is not what is said.
fn of_whole(figures: &[Figure<'_>], said: &Figure<'_>) -> Option<i64> {
    let mut others = figures
        .iter()
        .filter(|it| it.widget.number != said.widget.number && it.amount.unit == said.amount.unit);
    let (one, two) = (others.next()?, others.next()?);
    if others.next().is_some() {
        return None;
    }
    let (whole, part) = match (one.is_called(WHOLE), two.is_called(WHOLE)) {
        (true, false) => (one, two),
        (false, true) => (two, one),
        _ => return None,
    };
    differs(&whole.amount, &part.amount, &said.amount)
}

/// The same for the one text such as `1,200 of 2,000 kcal` in the same row, or on a page without rows.
fn of_share(screen: &Screen, said: &Figure<'_>) -> Option<i64> {
    let pattern = PART_OF.as_ref()?;
    let place = |widget: &Widget| (widget.position.list, widget.position.row);
    let mut shares = screen.widgets.iter().filter(|widget| {
        place(widget) == place(said.widget) && pattern.is_match(shown_words(widget))
    });
    let share = shares.next().filter(|_| shares.next().is_none())?;
    let found = amounts(shown_words(share));
    let [part, whole] = found.as_slice() else { return None };
    let same = whole.unit == said.amount.unit || said.amount.unit.is_empty();
    differs(whole, part, &said.amount).filter(|_| same)
}

/// The difference of `whole` and `part`, if it is not `said`, but for rounding. More than the whole leaves nothing,
/// or that much too much.
fn differs(whole: &Amount, part: &Amount, said: &Amount) -> Option<i64> {
    let difference = whole.thousandths - part.thousandths;
    let least = [whole, part, said].iter().map(|it| it.decimals.min(3)).min().unwrap_or_default();
    let rounding = if whole.decimals == part.decimals && part.decimals == said.decimals {
        0
    } else {
        10_i64.pow(3 - u32::from(least))
    };
    let possible = [difference, difference.abs(), difference.max(0)];
    let fits = possible.iter().any(|it| (it - said.thousandths).abs() <= rounding);
    (!fits).then_some(difference)
}

fn violation(screen: &Screen, said: &Figure<'_>, expected: i64) -> RuleViolation {
    RuleViolation {
        subject: format!("{}|{}", page_key(screen), said.label.join(" ")),
        expected: format!("{} are left.", written(expected)),
        actual: format!("It says {:?}.", said.words()),
        bounds: Some(said.widget.bounds),
        ..RuleViolation::default()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, page, text};

    #[rstest]
    #[case(&["Goal 2000 kcal", "Eaten 1200 kcal", "Left 900 kcal"], &["wrong-difference"])]
    #[case(&["Goal 2000 kcal", "Eaten 1200 kcal", "Left 800 kcal"], &[])]
    #[case(&["Goal 2000 kcal", "Eaten 2200 kcal", "Left 0 kcal"], &[])]
    #[case(&["Goal 2000 kcal", "Eaten 1200 kcal", "Run 300 kcal", "Left 1100 kcal"], &[])]
    #[case(&["Budget: €500.00", "Spent: €320.50", "€189.50 remaining"], &["wrong-difference"])]
    #[case(&["Budget: €500.00", "Spent: €320.50", "€179.50 remaining"], &[])]
    #[case(&["3 lives left", "Level 2", "Goal 10"], &[])]
    #[case(&["1,200 of 2,000 kcal", "900 kcal left"], &["wrong-difference"])]
    #[case(&["1,200 of 2,000 kcal", "800 kcal left"], &[])]
    #[case(&["1.2 GB of 3.0 GB", "2.8 GB left"], &["wrong-difference"])]
    #[case(&["1.2 GB of 3.0 GB", "1.8 GB left"], &[])]
    #[case(&["1.2 GB of 3.0 GB", "2.8 GB free"], &["wrong-difference"])]
    #[case(&["2,000 of 8,000 steps", "6,000 steps to go"], &[])]
    #[case(&["2,000 of 8,000 steps", "7,000 steps to go"], &["wrong-difference"])]
    #[case(&["1.25 GB of 3 GB", "1.8 GB left"], &[])]
    #[case(&["1,200 of 2,000 kcal", "3 days left"], &[])]
    fn what_is_left_is_a_difference(#[case] texts: &[&str], #[case] rules: &[&str]) {
        let widgets = texts.iter().map(|words| text("", words)).collect();
        assert_eq!(MadeUpRun::open(page("Today", widgets)).rules(), rules);
    }
}
