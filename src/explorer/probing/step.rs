//! The steps that probes consist of.

use super::settings::set;
use crate::domain::{
    Action, ActionKey, AvailableAction, ConditionKind, DeviceKey, Rotation, StateId,
    SystemCondition,
};
use crate::explorer::Situation;
use crate::explorer::shared::actions::named;

/// A step of a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProbeStep {
    Turn(Rotation),
    Set(SystemCondition),
    Restore(ConditionKind),
    Back,
    /// The action of this name in this state, which led to the page before.
    Return(StateId, ActionKey),
    /// The button that did nothing.
    Press(ActionKey),
    /// Something else is typed into a field that took nothing.
    TypeAgain(Action),
    /// So many milliseconds.
    Wait(u32),
    Restart,
}

impl ProbeStep {
    /// What it means here; `None` if the app is not where the probe expects it.
    pub(super) fn action(&self, situation: &Situation) -> Option<AvailableAction> {
        let listed = |key: &ActionKey| {
            situation.available.iter().find(|available| available.key == *key).cloned()
        };
        match self {
            Self::Turn(rotation) => Some(named(situation, Action::Rotate { rotation: *rotation })),
            Self::Set(condition) => Some(named(situation, set(condition))),
            Self::Restore(setting) => {
                Some(named(situation, Action::Restore { condition: *setting }))
            }
            Self::Back => Some(named(situation, Action::Key { key: DeviceKey::Back })),
            Self::Return(from, key) => {
                (situation.state.structural == *from).then(|| listed(key)).flatten()
            }
            Self::Press(key) => listed(key),
            Self::TypeAgain(action) => Some(named(situation, action.clone())),
            Self::Wait(ms) => Some(named(situation, Action::Wait { ms: *ms })),
            Self::Restart => Some(named(situation, Action::Restart)),
        }
    }

    /// Why it is proposed.
    pub(super) const fn why(&self) -> &'static str {
        match self {
            Self::Turn(_) => "A probe: what the page shows should survive turning the device.",
            Self::Set(_) | Self::Restore(_) => {
                "A probe: what was entered should survive a change of the device's settings."
            }
            Self::Back | Self::Return(..) => {
                "A probe: what the page holds should be the same after leaving it and returning."
            }
            Self::TypeAgain(_) => "A probe: the field took nothing; something else is typed.",
            Self::Press(_) => "A probe: the button did nothing; it is pressed once more.",
            Self::Wait(_) => {
                "A probe: something plays, so the page should change while it is looked at."
            }
            Self::Restart => "A probe: what the page lists should be the same after a restart.",
        }
    }
}
