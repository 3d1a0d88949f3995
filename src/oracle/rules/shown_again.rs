//! A page that shows less, or another value, when the same action opens it again, though nothing was changed in
//! between.
//!
//! Source: "content missing" and "page loading failure" of VisionDroid's pilot study, where pages go wrong at
//! their second opening; the independent views of Genie (Su et al., OOPSLA 2021): what was done elsewhere
//! leaves a page as it is.

use std::collections::HashMap;
use std::sync::Arc;

use super::kept_content::{SurroundingChange, changed_switch, missing_words};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::labels::LabelMeaning;
use crate::domain::{Action, ActionKind, DeviceKey, Screen, StateId, WidgetRole, labels};
use crate::protocol::ActionOutcome;

/// So many openings are remembered at most; then it begins anew.
const REMEMBERED: usize = 100;

/// What an action opened.
#[derive(Debug)]
struct Opening {
    screen: Arc<Screen>,
    step: u64,
}

/// Remembers what each tap on each exact screen opened, until anything is changed.
#[derive(Debug, Default)]
pub(super) struct ShownAgain {
    openings: HashMap<(StateId, String), Opening>,
}

impl BugRule for ShownAgain {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        if !changes_nothing(turn) || self.openings.len() >= REMEMBERED {
            self.openings.clear();
        }
        self.violation(turn).into_iter().collect()
    }
}

impl ShownAgain {
    fn violation(&mut self, turn: &RuleTurn<'_>) -> Option<RuleViolation> {
        let (before, after) = turn.both()?;
        let target = turn.tapped().filter(|_| !turn.goes_back())?;
        // What a tab shows goes on while another one is in front.
        let is_tab = before.widget(target.number).is_some_and(|it| it.role() == WidgetRole::Tab);
        let opens =
            page_key(before) != page_key(after) && !before.dialog && !after.dialog && !is_tab;
        if !opens || after.keyboard || !changes_nothing(turn) {
            return None;
        }
        let tapped = (turn.exact_before()?, format!("{}|{}", target.resource_id, target.label));
        let Some(first) = self.openings.get(&tapped) else {
            let opening = Opening { screen: turn.shared_after()?, step: turn.step() };
            self.openings.insert(tapped, opening);
            return None;
        };
        let alike = page_key(&first.screen) == page_key(after)
            && (first.screen.rotation, first.screen.size) == (after.rotation, after.size);
        let scrolls = after.widgets.iter().any(|widget| widget.allows(ActionKind::Scroll));
        let again = SurroundingChange {
            when: format!("when {:?} is pressed again", target.label),
            after: format!("after {:?} was pressed again", target.label),
            there_and_back: "after leaving and returning".into(),
            figures_change: true,
        };
        let lost = || {
            changed_switch(&first.screen, after, first.step, &again)
                .or_else(|| missing_words(&first.screen, after, first.step, &again, scrolls))
        };
        alike.then(lost).flatten()
    }
}

/// True if what was done only leads from page to page.
pub(super) fn changes_nothing(turn: &RuleTurn<'_>) -> bool {
    match turn.action() {
        None | Some(Action::Scroll { .. } | Action::Wait { .. }) => true,
        Some(Action::Key { key }) => *key == DeviceKey::Back,
        Some(Action::Tap { target }) => {
            let widget = turn.before().and_then(|before| before.widget(target.number));
            let label = target.label.to_lowercase();
            let changes = labels::words(&label)
                .into_iter()
                .any(|word| labels::meaning(word).is_some_and(changes_data));
            // What leads to another screen of the same page is a filter, or another part of it.
            let leaves = turn.both().is_none_or(|(before, after)| {
                page_key(before) != page_key(after) || before.dialog != after.dialog
            });
            let navigates = match turn.outcome() {
                Some(ActionOutcome::Moved) => leaves,
                outcome => outcome == Some(ActionOutcome::None),
            };
            navigates
                && !labels::sends(target)
                && !labels::works_visibly(target)
                && !changes
                && widget.is_some_and(|widget| widget.checked.is_none())
        }
        Some(_) => false,
    }
}

const fn changes_data(meaning: LabelMeaning) -> bool {
    matches!(meaning, LabelMeaning::Delete | LabelMeaning::Undo)
}
