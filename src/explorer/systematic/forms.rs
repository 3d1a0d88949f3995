//! What was done with forms: which contents were sent by which button.

use crate::domain::{Action, ActionKey, AvailableAction, DeviceKey, StateId, Widget};
use crate::explorer::Situation;
use crate::explorer::shared::forms::{self, FormQuota};
use crate::explorer::shared::labels::{self, LabelMeaning};

/// The contents that were sent, by state and button.
pub(super) struct SystematicForms {
    sent: forms::SentContents<StateId>,
    /// How many contents one button sends.
    quota: FormQuota,
}

impl SystematicForms {
    /// Nothing was sent yet; each button sends as many contents as `quota` says.
    pub(super) fn new(quota: FormQuota) -> Self {
        Self { sent: forms::SentContents::default(), quota }
    }

    /// Remembers that `key` is performed with what the fields hold now.
    pub(super) fn sent(&mut self, situation: &Situation, key: &ActionKey) {
        if let Some(content) = forms::sent_content(&situation.screen) {
            self.sent.add(situation.state.structural, key.clone(), content);
        }
    }

    /// True for a button that sends a form whose fields hold something it was not sent with before.
    pub(super) fn has_new_content(&self, situation: &Situation, offer: &AvailableAction) -> bool {
        let content = forms::sent_content(&situation.screen).filter(|_| sends(&offer.action));
        content.is_some_and(|content| {
            let news =
                self.sent.is_news(&situation.state.structural, &offer.key, content, self.quota);
            news.unwrap_or(true)
        })
    }

    /// A button that was never tried in this state and would send an empty field. Each is given
    /// once.
    pub(super) fn empty_to_send(&mut self, situation: &Situation) -> Option<AvailableAction> {
        empty_fields(situation).next()?;
        let content = forms::sent_content(&situation.screen)?;
        let state = situation.state.structural;
        let node = situation.model.state(state)?;
        let offer = situation.available.iter().find(|offer| {
            sends(&offer.action)
                && !node.edges.contains_key(&offer.key)
                && self.sent.is_news(&state, &offer.key, content, self.quota).is_none()
                && !situation.is_refused(&offer.key)
        })?;
        self.sent(situation, &offer.key);
        Some(offer.clone())
    }
}

/// The fields on screen that hold nothing.
pub(super) fn empty_fields(situation: &Situation) -> impl Iterator<Item = &Widget> {
    forms::fields(&situation.screen).filter(|field| field.content().is_empty())
}

/// True for ENTER, and for a tap on a button that says it takes the screen's content.
fn sends(action: &Action) -> bool {
    use LabelMeaning as Is;
    if matches!(action, Action::Key { key: DeviceKey::Enter }) {
        return true;
    }
    let Action::Tap { target } = action else { return false };
    let id = target.resource_id.rsplit('/').next().unwrap_or_default();
    let said = format!("{} {}", target.label, id.replace('_', " ")).to_lowercase();
    said.split(|letter: char| !letter.is_alphanumeric()).filter_map(labels::meaning).any(|is| {
        matches!(is, Is::Submit | Is::Send | Is::Check | Is::Preview | Is::Add | Is::Export)
    })
}
