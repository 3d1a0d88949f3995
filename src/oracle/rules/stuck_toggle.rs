//! Switches and check boxes that do not switch.
//!
//! Source: "setting and configuration failures" and "feedback not showing" of VisionDroid's pilot
//! study; SetDroid (Sun et al., ISSTA 2021) on settings without effect.

use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::oracle::reading::same_widget;
use crate::protocol::ActionOutcome;

/// Remembers nothing.
#[derive(Debug, Default)]
pub(super) struct StuckToggle;

impl BugRule for StuckToggle {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        self.violation(turn).into_iter().collect()
    }
}

impl StuckToggle {
    #[expect(clippy::unused_self, reason = "the rule has no memory")]
    fn violation(&self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let target = turn.tapped()?;
        let widget = before.widget(target.number)?;
        let was = widget.checked.filter(|_| widget.enabled)?;
        // One of several stays chosen if it is chosen again.
        let chosen_already = was && widget.short_class().contains("Radio");
        if chosen_already || !turn.is_pictured() || turn.outcome() != Some(ActionOutcome::None) {
            return None;
        }
        let now = same_widget(after, &widget.resource_id, &widget.label)?;
        (now.checked == Some(was)).then(|| RuleViolation {
            subject: format!("{}|{}|{}", page_key(before), widget.short_id(), widget.label),
            expected: format!("{:?} is {} after it was tapped.", widget.label, word(!was)),
            actual: format!("{:?} stays {}.", widget.label, word(was)),
            bounds: Some(now.bounds),
            ..RuleViolation::default()
        })
    }
}

/// The state of a switch.
const fn word(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
