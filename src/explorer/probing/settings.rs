//! Which settings of the device probes change, and where.

use std::collections::BTreeSet;

use crate::domain::{Action, ConditionKind, Screen, SystemCondition};
use crate::explorer::{PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// The settings that make an app's activities anew, each changed in its turn.
const SETTINGS: [ConditionKind; 3] =
    [ConditionKind::Dark, ConditionKind::Font, ConditionKind::Locale];

/// On so many pages a setting is changed, twice each of them: what making anew loses is seen by turning every page,
/// too.
const PAGES: usize = 6;

/// What was changed, and what is still to be restored.
#[derive(Debug, Default)]
pub(super) struct SettingProbes {
    /// The pages on which a setting was changed.
    pages: BTreeSet<String>,
    /// The setting that was changed and not restored yet.
    changed: Option<ConditionKind>,
    /// What this device cannot change.
    unable: BTreeSet<ConditionKind>,
}

impl SettingProbes {
    /// The setting to change on `page`, which is the screen of `situation`: once, if something was entered
    /// there.
    pub(super) fn next(&mut self, situation: &Situation, page: &str) -> Option<SystemCondition> {
        let is_left = self.pages.len() < PAGES && !self.pages.contains(page);
        if !is_left || !holds_input(&situation.screen) {
            return None;
        }
        let able: Vec<_> = SETTINGS.iter().filter(|kind| !self.unable.contains(kind)).collect();
        let kind = *able.get(self.pages.len() % able.len().max(1))?;
        let condition = SystemCondition::probes().into_iter().find(|it| it.kind() == *kind)?;
        let is_possible = situation.capabilities.allows(&set(&condition));
        is_possible.then(|| {
            self.pages.insert(page.to_owned());
            condition
        })
    }

    /// What is to be restored before anything else.
    pub(super) const fn left_changed(&self) -> Option<ConditionKind> {
        self.changed
    }

    /// Takes in what was performed; `is_own` is true for a step of a probe.
    pub(super) fn learn(&mut self, done: &PerformedAction, is_own: bool) {
        match &done.action {
            Action::Set { condition } if done.outcome == ActionOutcome::Failed => {
                self.unable.insert(condition.kind());
            }
            Action::Set { condition } if is_own => self.changed = Some(condition.kind()),
            Action::Restore { condition } if self.changed == Some(*condition) => {
                self.changed = None;
            }
            _ => {}
        }
    }
}

/// The action that changes a setting.
pub(super) fn set(condition: &SystemCondition) -> Action {
    Action::Set { condition: condition.clone() }
}

/// True on a page without dialog on which something was entered.
fn holds_input(screen: &Screen) -> bool {
    !screen.dialog && screen.widgets.iter().any(|it| it.is_field() && !it.content().is_empty())
}
