//! Two opposite parts, such as what is read and unread, that are not the whole beside them.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use super::list_figures::written;
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget};
use crate::oracle::reading::{Figure, figures, shown_words};

/// Nothing is both.
const OPPOSITES: &[(&str, &str)] = &[
    ("read", "unread"),
    ("used", "unused"),
    ("paid", "unpaid"),
    ("checked", "unchecked"),
    ("finished", "unfinished"),
    ("active", "inactive"),
    ("online", "offline"),
    ("present", "absent"),
    ("done", "open"),
    ("solved", "unsolved"),
    ("taken", "missed"),
    ("passed", "failed"),
    ("home", "lent"),
    ("home", "away"),
];

/// What a whole is called that is not called after what it counts.
const WHOLE: &[&str] = &["total", "all", "altogether", "overall", "capacity"];

/// Words that say nothing of what is counted.
const SMALL: &[&str] =
    &["of", "these", "them", "which", "at", "the", "in", "out", "space", "number"];

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct OppositeParts;

impl BugRule for OppositeParts {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let Some(screen) = turn.after().filter(|screen| !screen.keyboard) else {
            return Vec::new();
        };
        // Reading all figures takes time, and few pages have such parts.
        let has_part = |widget: &Widget| {
            let words = shown_words(widget).to_lowercase();
            OPPOSITES.iter().any(|(_, part)| words.contains(part))
        };
        if !screen.widgets.iter().any(has_part) {
            return Vec::new();
        }
        let figures = figures(screen);
        OPPOSITES.iter().find_map(|pair| violation(screen, &figures, *pair)).into_iter().collect()
    }
}

/// What is wrong with the only two figures that are called so, and the only one that is their whole.
fn violation(
    screen: &Screen,
    figures: &[Figure<'_>],
    (one, other): (&str, &str),
) -> Option<RuleViolation> {
    let only = |word: &str| {
        let mut called = figures.iter().filter(|it| says(it).contains(&word));
        called.next().filter(|_| called.next().is_none())
    };
    let (first, second) = (only(one)?, only(other)?);
    let counted = rest(first, one);
    if counted != rest(second, other) || first.amount.unit != second.amount.unit {
        return None;
    }
    let parts = [first.widget.number, second.widget.number];
    let is_whole = |it: &&Figure<'_>| {
        let said = says(it);
        let without: Vec<&str> = said
            .iter()
            .copied()
            .filter(|word| !WHOLE.contains(word) && !SMALL.contains(word))
            .collect();
        let named = said.iter().any(|word| WHOLE.contains(word));
        it.amount.unit == first.amount.unit
            && !parts.contains(&it.widget.number)
            && without == counted
            && (named || !counted.is_empty())
    };
    let mut wholes = figures.iter().filter(is_whole);
    let whole = wholes.next().filter(|_| wholes.next().is_none())?;
    let sum = first.amount.thousandths + second.amount.thousandths;
    let said = whole.amount.thousandths;
    // Each of the three may be rounded, as amounts in units such as "GB" are.
    let decimals = [first, second, whole].iter().map(|it| it.amount.decimals.min(3)).min()?;
    let is_number = first.amount.unit.is_empty() || first.amount.unit.len() > 2;
    let is_exact = decimals == 0 && is_number;
    let rounding = if is_exact { 0 } else { 2 * 10_i64.pow(3 - u32::from(decimals)) };
    // What has two opposite parts by its words has no third one.
    let is_divided = other.ends_with(one);
    let wrong = sum > said + rounding || (is_divided && sum + rounding < said);
    wrong.then(|| RuleViolation {
        subject: format!("{}|{one} {other}", page_key(screen)),
        expected: format!("{:?} and {:?} make {}.", first.words(), second.words(), written(sum)),
        actual: format!("It says {:?}.", whole.words()),
        bounds: Some(whole.widget.bounds),
        ..RuleViolation::default()
    })
}

/// The words that say what a figure is.
fn says<'a>(figure: &'a Figure<'_>) -> Vec<&'a str> {
    figure.label.iter().map(String::as_str).collect()
}

/// What is counted: the words but the one that tells the parts apart.
fn rest<'a>(figure: &'a Figure<'_>, part: &str) -> Vec<&'a str> {
    says(figure).into_iter().filter(|word| *word != part && !SMALL.contains(word)).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, page, text};

    #[rstest]
    #[case(&["Messages: 12", "Read messages: 8", "Unread messages: 4"], &[])]
    #[case(&["Messages: 12", "Read messages: 8", "Unread messages: 5"], &["opposite-parts"])]
    #[case(&["Messages: 12", "Read messages: 8", "Unread messages: 3"], &["opposite-parts"])]
    #[case(&["Total: 12", "Done: 8", "Open: 5"], &["opposite-parts"])]
    #[case(&["Total: 12", "Done: 8", "Open: 3"], &[])]
    #[case(&["Paid: 4.5 h", "Unpaid: 2.2 h", "Total: 6.7 h"], &[])]
    #[case(&["Books: 12", "Read notes: 8", "Unread notes: 9"], &[])]
    fn opposite_parts_make_the_whole(#[case] texts: &[&str], #[case] rules: &[&str]) {
        let widgets = texts.iter().map(|words| text("", words)).collect();
        assert_eq!(MadeUpRun::open(page("Overview", widgets)).rules(), rules);
    }
}
