//! What was done with forms: which contents were sent by which button.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::super::Situation;
use crate::domain::{Action, ActionKey, Offer, StateId, Widget, WidgetKind};

/// So many different contents of a form are sent by each of its buttons.
const CONTENTS: usize = 4;

/// Words in labels and ids of widgets that send a form.
const SENDING: &[&str] = &[
    "save", "done", "submit", "apply", "confirm", "continue", "next", "send", "search", "create",
    "add", "login", "join", "pay", "order", "check", "redeem", "export", "preview", "ok", "set",
    "sign", "import",
];

/// The contents that were sent, by state and button. A content is told apart by its hash.
#[derive(Default)]
pub(super) struct Forms {
    sent: HashMap<(StateId, ActionKey), HashSet<u64>>,
}

impl Forms {
    /// Remembers that `key` is performed with what the fields hold now.
    pub(super) fn sent(&mut self, situation: &Situation, key: &ActionKey) {
        if let Some(content) = content(situation) {
            let place = (situation.state.structural, key.clone());
            self.sent.entry(place).or_default().insert(content);
        }
    }

    /// True for a button that sends a form whose fields hold something it was not sent with before.
    pub(super) fn is_worth_sending(&self, situation: &Situation, offer: &Offer) -> bool {
        let Some(content) = content(situation).filter(|_| sends(&offer.action)) else {
            return false;
        };
        let place = (situation.state.structural, offer.key.clone());
        let sent = self.sent.get(&place);
        sent.is_none_or(|sent| !sent.contains(&content) && sent.len() < CONTENTS)
    }

    /// A button that was never tried in this state and would send an empty field; each is given
    /// once.
    pub(super) fn empty_to_send(&mut self, situation: &Situation) -> Option<Offer> {
        empty_fields(situation).next()?;
        let state = situation.state.structural;
        let node = situation.model.state(state)?;
        let offer = situation.offers.iter().find(|offer| {
            sends(&offer.action)
                && !node.edges.contains_key(&offer.key)
                && !self.sent.contains_key(&(state, offer.key.clone()))
                && !situation.is_refused(&offer.key)
        })?;
        self.sent(situation, &offer.key);
        Some(offer.clone())
    }
}

/// The fields on screen that hold nothing.
pub(super) fn empty_fields(situation: &Situation) -> impl Iterator<Item = &Widget> {
    fields(situation).filter(|field| field.content().is_empty())
}

fn fields(situation: &Situation) -> impl Iterator<Item = &Widget> {
    situation.screen.widgets.iter().filter(|widget| widget.kind() == WidgetKind::Field)
}

/// What the fields on screen hold; `None` where there is no field.
fn content(situation: &Situation) -> Option<u64> {
    fields(situation).next()?;
    let mut hasher = DefaultHasher::new();
    fields(situation).for_each(|field| field.content().hash(&mut hasher));
    Some(hasher.finish())
}

/// True for a tap on a button that says it takes the screen's content.
fn sends(action: &Action) -> bool {
    let Action::Tap { target } = action else { return false };
    let id = target.resource_id.rsplit('/').next().unwrap_or_default();
    let said = format!("{} {}", target.label, id.replace('_', " ")).to_lowercase();
    said.split(|c: char| !c.is_alphanumeric()).any(|word| SENDING.contains(&word))
}
