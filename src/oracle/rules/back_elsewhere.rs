//! Back that does not come back.
//!
//! Source: "navigation and linking errors" of VisionDroid's pilot study (8 % of the bugs).

use super::rule_turn::{is_up, page_key, page_name};
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, DeviceKey, Screen, WidgetRole, WidgetTarget, labels};

/// How a page was reached.
#[derive(Debug)]
struct PageEntry {
    /// The page it was reached from.
    from: String,
    /// What people call that.
    from_name: String,
    /// The page.
    page: String,
    /// The step that led to it.
    step: u64,
}

/// Remembers how the present page was reached.
#[derive(Debug, Default)]
pub(super) struct BackElsewhere {
    entry: Option<PageEntry>,
}

impl BugRule for BackElsewhere {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let violation = self.violation(turn);
        self.remember(turn);
        violation.into_iter().collect()
    }
}

impl BackElsewhere {
    fn violation(&self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let entry = self.entry.as_ref()?;
        let (before, after) = turn.both()?;
        let back = matches!(turn.action(), Some(Action::Key { key: DeviceKey::Back }));
        let now = page_key(after);
        if !back || before.keyboard || after.dialog || turn.crashed() {
            return None;
        }
        if page_key(before) != entry.page || now == entry.page || now == entry.from {
            return None;
        }
        Some(RuleViolation {
            subject: format!("{}|{now}", entry.page),
            expected: format!("Back leads from {:?} to {:?}.", page_name(before), entry.from_name),
            actual: format!("Back leads from {:?} to {:?}.", page_name(before), page_name(after)),
            earlier: vec![(entry.step, format!("It was opened from {:?}.", entry.from_name))],
            ..RuleViolation::default()
        })
    }

    fn remember(&mut self, turn: &RuleTurn<'_>) {
        let Some((before, after)) = turn.both() else {
            self.entry = None;
            return;
        };
        let (from, page) = (page_key(before), page_key(after));
        if from == page {
            return;
        }
        self.entry = opens(turn, before, after).then(|| PageEntry {
            from,
            from_name: page_name(before).to_owned(),
            page,
            step: turn.step(),
        });
    }
}

/// True if a link led from one page to another. What sends a form or changes tabs may end what was
/// there before, and dialogs and menus are gone when they have led on.
fn opens(turn: &RuleTurn<'_>, before: &Screen, after: &Screen) -> bool {
    let Some(target) = turn.tapped().filter(|_| !turn.goes_back()) else { return false };
    let is_tab = before.widget(target.number).is_none_or(|it| it.role() == WidgetRole::Tab);
    // What is done with a page that another one has opened leads back to that.
    let returns = turn.left().is_some_and(|visit| visit.opener.as_ref() == Some(&page_key(after)));
    !before.dialog
        && !returns
        && !after.dialog
        && !is_tab
        && before.location != after.location
        && !labels::sends(target)
        && !before.widgets.iter().any(crate::domain::Widget::is_field)
        && after.widgets.iter().any(|widget| is_up(&WidgetTarget::of(widget)))
}
