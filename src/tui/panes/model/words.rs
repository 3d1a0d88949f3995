//! Words above the pane, and numbers as words.

use super::ModelPane;
use super::chart::known;
use crate::tui::view::View;

/// What stands behind the name of the pane.
pub fn subtitle(pane: &ModelPane, view: &View<'_>) -> String {
    let all = known(view);
    if all == 0 {
        return String::new();
    }
    pane.survey(view);
    let chart = pane.chart.borrow();
    let mut words = if chart.scope.is_partial() && !pane.is_list() {
        let shown = chart.scope.states.len();
        format!("{shown} of {} around here", counted(all as u64, "state"))
    } else {
        let transitions = view.ride.model.transitions() as u64;
        format!("{}, {}", counted(all as u64, "state"), counted(transitions, "transition"))
    };
    if !view.live {
        let step = view.moment().map_or(0, |moment| moment.observed.step);
        words += &format!(" · known at step {step}");
    }
    if pane.walks && !pane.is_list() {
        words += " · walking";
    }
    if !pane.follows {
        words += " · not following";
    }
    words
}

/// So many of something: `1 state`, `10 000 states`.
pub fn counted(count: u64, one: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {one}{s}", spaced(count))
}

/// A number in groups of three digits.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let spaced = [7, 1_234, 10_000, 1_000_000].map(spaced);
        assert_eq!(spaced, ["7", "1 234", "10 000", "1 000 000"]);
    }

    #[test]
    fn one_is_told_from_many() {
        assert_eq!([counted(1, "step"), counted(2, "step")], ["1 step", "2 steps"]);
    }
}
