//! Fields that take nothing, and sliders that cannot be moved.
//!
//! Source: "feedback not showing" and "setting and configuration failures" of VisionDroid's pilot study.

use std::collections::{BTreeSet, HashMap};

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, InputText, Screen, Widget, WidgetRole, WidgetTarget};
use crate::protocol::ActionOutcome;

/// So many different texts or directions without effect make an input dead.
const DEAD: usize = 2;

/// What was tried on an input that took nothing so far.
#[derive(Debug, Default)]
struct IdleInput {
    works: bool,
    tried: BTreeSet<String>,
    steps: Vec<u64>,
}

/// Remembers what inputs took nothing.
#[derive(Debug, Default)]
pub(super) struct DeadInput {
    inputs: HashMap<String, IdleInput>,
}

impl BugRule for DeadInput {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        self.violation(turn).into_iter().collect()
    }
}

impl DeadInput {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let (target, tried) = tried(turn.action()?)?;
        let widget = before.widget(target.number).filter(|widget| widget.enabled)?;
        if page_key(before) != page_key(after) || !turn.is_pictured() || turn.crashed() {
            return None;
        }
        let subject = format!("{}|{}|{:?}", page_key(before), widget.short_id(), widget.role());
        let input = self.inputs.entry(subject.clone()).or_default();
        let idle = turn.outcome() == Some(ActionOutcome::None) && is_same(after, widget);
        if !idle {
            input.works = true;
            return None;
        }
        // What is written again as it stands changes nothing.
        if input.works || widget.content().trim() == tried {
            return None;
        }
        input.tried.insert(tried);
        input.steps.push(turn.step());
        if input.tried.len() < DEAD {
            return None;
        }
        let label = if widget.hint.is_empty() { &widget.label } else { &widget.hint };
        let earlier = input.steps.iter().filter(|step| **step != turn.step());
        Some(RuleViolation {
            subject,
            expected: format!("{label:?} takes what is entered."),
            actual: format!("{label:?} stays as it was at each of {} times.", input.steps.len()),
            bounds: Some(widget.bounds),
            earlier: earlier.map(|step| (*step, "It took nothing.".to_owned())).collect(),
        })
    }
}

/// The input that `action` is aimed at, and what is entered there.
fn tried(action: &Action) -> Option<(&WidgetTarget, String)> {
    match action {
        Action::Type { target, text: InputText::Plain(text) } if !text.trim().is_empty() => {
            Some((target, text.trim().to_owned()))
        }
        Action::Swipe { target, direction } => Some((target, format!("{direction:?}"))),
        _ => None,
    }
}

/// True if `widget` is a field or slider and holds the same on `screen`.
fn is_same(screen: &Screen, widget: &Widget) -> bool {
    let is_input = widget.is_field() || widget.role() == WidgetRole::Slider;
    let holds = |it: &Widget| {
        it.bounds == widget.bounds
            && it.resource_id == widget.resource_id
            && it.content() == widget.content()
    };
    is_input && screen.widgets.iter().any(holds)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{MadeUpRun, button, field, page};
    use crate::domain::{Action, Direction, Screen, Widget, WidgetRole, WidgetTarget};

    fn form(name: &str) -> Screen {
        page("Form", vec![field("name", name)])
    }

    #[test]
    fn a_field_takes_what_is_typed() {
        let run = MadeUpRun::open(form("")).write("name", "Ada", form(""));
        assert_eq!(run.found, []);
        assert_eq!(run.write("name", "Bob", form("")).found, [("dead-input".to_owned(), 2)]);
        let run = MadeUpRun::open(form("")).write("name", "Ada", form("Ada"));
        let run = run.write("name", "Bob", form("Ada")).write("name", "Eve", form("Ada"));
        assert_eq!(run.found, [], "it took something before");
    }

    #[test]
    fn a_slider_can_be_moved_one_way_or_the_other() {
        let slider = Widget { role: Some(WidgetRole::Slider), ..button("volume", "Volume") };
        let screen = page("Sound", vec![slider]);
        let target = WidgetTarget::of(screen.widgets.last().unwrap());
        let swipe = |direction| Action::Swipe { target: target.clone(), direction };
        let run = MadeUpRun::open(screen.clone()).act(swipe(Direction::Right), screen.clone());
        assert_eq!(run.found, [], "it may be at its end");
        let run = run.act(swipe(Direction::Left), screen.clone());
        assert_eq!(run.found, [("dead-input".to_owned(), 2)]);
    }
}
