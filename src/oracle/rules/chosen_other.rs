//! A choice that chooses something else: another tab or option than the one that was touched.
//!
//! Source: "setting and configuration failures" and "navigation and linking errors" of VisionDroid's pilot study.

use super::dead_control::edits_in_place;
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Screen, Widget, WidgetRole};

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct ChosenOther;

impl BugRule for ChosenOther {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        violation(turn).into_iter().collect()
    }
}

fn violation(turn: &RuleTurn<'_>) -> Option<RuleViolation> {
    let (before, after) = turn.both()?;
    let target = turn.tapped()?;
    let widget = before.widget(target.number)?;
    let can_be_chosen = widget.enabled && is_one_of_several(widget) && !is_chosen(widget);
    if !can_be_chosen || turn.crashed() || after.dialog != before.dialog {
        return None;
    }
    // A tool that has done its work, or was not given what it asked for, gives way to the one that selects.
    if edits_in_place(before) {
        return None;
    }
    let now = like(after, widget)?;
    let mut others = before.widgets.iter().filter(|it| is_alike(it, widget) && !is_chosen(it));
    let other =
        others.find(|it| it.number != widget.number && like(after, it).is_some_and(is_chosen))?;
    (!is_chosen(now)).then(|| RuleViolation {
        subject: format!("{}|{}|{}", page_key(before), widget.short_id(), widget.label),
        expected: format!("{:?} is chosen after it was tapped.", widget.label),
        actual: format!("{:?} is chosen after {:?} was tapped.", other.label, widget.label),
        bounds: like(after, other).map(|it| it.bounds),
        ..RuleViolation::default()
    })
}

fn is_chosen(widget: &Widget) -> bool {
    widget.selected || widget.checked == Some(true)
}

/// True for a tab, or an option of which one is chosen.
fn is_one_of_several(widget: &Widget) -> bool {
    widget.role() == WidgetRole::Tab || widget.short_class().contains("Radio")
}

/// True if both are of the same group, as far as can be seen.
fn is_alike(one: &Widget, other: &Widget) -> bool {
    one.class == other.class && one.role() == other.role() && !one.label.is_empty()
}

/// The only widget of `screen` that is called as `widget`, and is of its kind.
fn like<'a>(screen: &'a Screen, widget: &Widget) -> Option<&'a Widget> {
    let mut found = screen.widgets.iter().filter(|it| {
        is_alike(it, widget) && it.label == widget.label && it.resource_id == widget.resource_id
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, page};
    use crate::domain::{Screen, Widget, WidgetRole};

    fn tabs(chosen: &str) -> Screen {
        let tab = |label: &str| Widget {
            role: Some(WidgetRole::Tab),
            selected: label == chosen,
            ..button("", label)
        };
        page("Home", ["Today", "Week", "Month"].map(tab).to_vec())
    }

    #[test]
    fn the_tab_that_was_tapped_is_chosen() {
        let chosen = |now: &str| MadeUpRun::open(tabs("Today")).tap("Week", tabs(now)).found;
        assert_eq!(chosen("Month"), [("chosen-other".to_owned(), 1)]);
        assert_eq!(chosen("Week"), []);
        assert_eq!(chosen("Today"), [], "it may not be allowed");
    }

    #[test]
    fn a_tool_gives_way_to_another_one_beside_a_drawing() {
        let tools = |chosen: &str| {
            let mut screen = tabs(chosen);
            let canvas = Widget { class: "canvas".into(), ..button("", "Drawing") };
            screen.widgets.push(Widget { number: 9, tap: screen.widgets[0].tap, ..canvas });
            screen
        };
        let run = MadeUpRun::open(tools("Today")).tap("Week", tools("Month"));
        assert_eq!(run.rules(), [""; 0]);
    }
}
