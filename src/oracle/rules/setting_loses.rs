//! State that is lost when a setting of the device changes: dark mode, the size of letters, the language.
//! An app's activities are made anew by each of them, as by a rotation.
//!
//! Source: SetDroid's pairs of setting changes (Sun et al., ISSTA 2021); the data loss of iFixDataloss
//! (Guo et al., ISSTA 2022).

use super::kept_content::{SurroundingChange, changed_value, lost_for_good};
use super::rule_turn::page_key;
use super::{BugRule, RuleTurn, RuleViolation};
use crate::domain::{Action, ConditionKind, Screen};

/// What was shown before a setting was changed.
#[derive(Debug)]
struct BeforeSetting {
    screen: Screen,
    step: u64,
    setting: ConditionKind,
}

/// Remembers the screen before a setting was changed until it is given back or something else is done.
#[derive(Debug, Default)]
pub(super) struct SettingLoses {
    first: Option<BeforeSetting>,
}

impl BugRule for SettingLoses {
    fn judge(&mut self, turn: &RuleTurn<'_>) -> Vec<RuleViolation> {
        let first = self.first.take();
        let Some((before, after)) = turn.both().filter(|_| !turn.crashed()) else {
            return Vec::new();
        };
        let step = turn.step().saturating_sub(1);
        match turn.action() {
            Some(Action::Set { condition }) if makes_anew(condition.kind()) => {
                let setting = condition.kind();
                self.first = Some(BeforeSetting { screen: before.clone(), step, setting });
                right_after(before, after, step, setting).into_iter().collect()
            }
            Some(Action::Restore { condition }) => {
                let first = first.filter(|first| first.setting == *condition);
                let lost = first.and_then(|first| {
                    lost_for_good(&first.screen, after, first.step, &changing(first.setting))
                });
                lost.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// True for settings that make the activities of an app anew.
const fn makes_anew(setting: ConditionKind) -> bool {
    matches!(setting, ConditionKind::Dark | ConditionKind::Font | ConditionKind::Locale)
}

/// What is lost while dark mode holds. Another language says everything otherwise, numbers too, and larger
/// letters move what is alike in and out of sight.
fn right_after(
    before: &Screen,
    after: &Screen,
    step: u64,
    setting: ConditionKind,
) -> Option<RuleViolation> {
    let is_comparable = setting == ConditionKind::Dark && page_key(before) == page_key(after);
    is_comparable.then(|| changed_value(before, after, step, &changing(setting))).flatten()
}

fn changing(setting: ConditionKind) -> SurroundingChange {
    let word = setting.word();
    SurroundingChange {
        when: format!("when {word} is changed"),
        after: format!("after {word} was changed"),
        there_and_back: format!("after {word} was changed and restored"),
        figures_change: false,
    }
}
