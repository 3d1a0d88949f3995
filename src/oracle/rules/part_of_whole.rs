//! A part that is said to be greater than its whole.
//!
//! Source: "numerical calculation errors" of VisionDroid's pilot study (11 % of the bugs).

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget};
use crate::oracle::reading::shown_words;

/// What a line begins with whose figure is a part of the one above.
const OF_THESE: &[&str] = &["of these", "of which", "of them", "of those", "thereof", "including"];

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct PartExceeds;

impl BugRule for PartExceeds {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        turn.after().map(violations).unwrap_or_default()
    }
}

fn violations(screen: &Screen) -> Vec<RuleViolation> {
    let mut whole = None;
    let mut found = Vec::new();
    for widget in screen.widgets.iter().filter(|widget| widget.position.window == 0) {
        let Some(figure) = figure_beside(screen, widget) else { continue };
        let lower = shown_words(widget).to_lowercase();
        if !OF_THESE.iter().any(|start| lower.starts_with(start)) {
            whole = Some(figure);
        } else if let Some(whole) = whole.filter(|whole| figure > *whole) {
            found.push(violation(screen, widget, figure, whole));
        }
    }
    found
}

/// The number at the end of the line that begins with the text `widget`.
fn figure_beside(screen: &Screen, widget: &Widget) -> Option<u64> {
    if !shown_words(widget).contains(char::is_alphabetic) {
        return None;
    }
    let next = screen.widget(widget.number + 1)?;
    let (a, b) = (widget.bounds, next.bounds);
    let in_line = b.left >= a.right && b.top < a.bottom && a.top < b.bottom;
    shown_words(next).parse().ok().filter(|_| in_line)
}

fn violation(screen: &Screen, widget: &Widget, part: u64, whole: u64) -> RuleViolation {
    RuleViolation {
        subject: format!("{}|{}", page_key(screen), widget.short_id()),
        expected: "A part is not greater than its whole.".into(),
        actual: format!("{:?} is {part}, of {whole}.", shown_words(widget)),
        bounds: Some(widget.bounds),
        ..RuleViolation::default()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::testing::{MadeUpRun, page, text};
    use super::*;
    use crate::domain::Bounds;

    /// A page of lines, each with a figure at its end.
    fn figures(lines: &[(&str, &str)]) -> Screen {
        let mut widgets = Vec::new();
        for (place, (words, figure)) in lines.iter().enumerate() {
            let top = i32::try_from(place).unwrap() * 150 + 200;
            let left = Bounds::new(0, top, 500, top + 100);
            let right = Bounds::new(520, top, 700, top + 100);
            widgets.push(Widget { bounds: left, ..text("", words) });
            widgets.push(Widget { bounds: right, ..text("figure", figure) });
        }
        page("Statistics", widgets)
    }

    #[rstest]
    #[case(&[("Books", "5"), ("of these at home", "6")], &["part-exceeds"])]
    #[case(&[("Books", "5"), ("of these at home", "5"), ("of these read", "0")], &[])]
    #[case(&[("Books", "5"), ("Wishes", "9"), ("of these bought", "7")], &[])]
    #[case(&[("of these at home", "6")], &[])]
    fn a_part_is_not_greater_than_the_line_above(
        #[case] lines: &[(&str, &str)],
        #[case] rules: &[&str],
    ) {
        assert_eq!(MadeUpRun::open(figures(lines)).rules(), rules);
    }
}
