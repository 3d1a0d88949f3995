//! The baseline: weighted random actions.

use futures_util::future::BoxFuture;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::{Explorer, ExplorerProposal, SHOWN_ALTERNATIVES, Situation, home};
use crate::domain::{
    Action, ActionKey, ActionKind, AvailableAction, DeviceKey, InputText, Rotation,
};
use crate::llm::Asker;
use crate::model::abstraction::key_of;
use crate::protocol::Alternative;

/// Weights of actions that no widget offers.
const KEYS: &[(DeviceKey, f64)] =
    &[(DeviceKey::Back, 2.0), (DeviceKey::Menu, 0.5), (DeviceKey::Home, 0.2)];
/// Weight of turning the device.
const ROTATE: f64 = 0.4;

/// Picks among all possible actions at random, typed text included. It knows no states.
pub struct Monkey {
    random: StdRng,
}

impl Monkey {
    /// A monkey whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { random: StdRng::seed_from_u64(seed) }
    }

    fn choose(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        if let Some(back) = home::way_back(situation) {
            return Some(back);
        }
        let choices: Vec<(AvailableAction, f64)> = possible(situation)
            .into_iter()
            .filter(|(offer, _)| !situation.is_refused(&offer.key))
            .collect();
        let total: f64 = choices.iter().map(|(_, weight)| weight).sum();
        let mut point = self.random.random::<f64>() * total;
        let (mut chosen, weight) = choices
            .iter()
            .find(|(_, weight)| {
                point -= weight;
                point < 0.0
            })
            .or(choices.last())
            .cloned()?;
        if let Action::Type { target, text: InputText::Plain(_) } = chosen.action {
            let text = InputText::Plain(self.noise());
            chosen.action = Action::Type { target, text };
            chosen.key = key_of(&situation.screen, &chosen.action).0;
        }
        let why = format!("Drawn at random: one in {:.0} by weight.", (total / weight).max(1.0));
        Some(ExplorerProposal {
            action: chosen.action,
            key: chosen.key,
            why,
            alternatives: shown(choices, total),
            plan: None,
        })
    }

    /// One to eight random letters and digits.
    fn noise(&mut self) -> String {
        const SIGNS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
        let length = self.random.random_range(1..=8);
        (0..length).map(|_| char::from(SIGNS[self.random.random_range(0..SIGNS.len())])).collect()
    }
}

impl Explorer for Monkey {
    fn name(&self) -> &'static str {
        "monkey"
    }

    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        _asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<ExplorerProposal>> {
        Box::pin(async move { self.choose(situation) })
    }
}

/// All that could be done, with weights.
fn possible(situation: &Situation) -> Vec<(AvailableAction, f64)> {
    let widgets = situation.available.iter().map(|offer| {
        let weight = match offer.action.kind() {
            ActionKind::Tap => 6.0,
            ActionKind::Type => 2.0,
            _ => 1.0,
        };
        (offer.clone(), weight)
    });
    let always = KEYS
        .iter()
        .map(|(key, weight)| (Action::Key { key: *key }, *weight))
        .chain([(Action::Rotate { rotation: other_rotation(situation) }, ROTATE)])
        .filter(|(action, _)| situation.capabilities.allows(action))
        .map(|(action, weight)| (unaimed(situation, action), weight));
    widgets.chain(always).collect()
}

/// The position the device is not in.
pub(super) fn other_rotation(situation: &Situation) -> Rotation {
    if situation.screen.size.width > situation.screen.size.height {
        Rotation::Portrait
    } else {
        Rotation::Landscape
    }
}

/// An offer of an action that is aimed at no widget.
pub(super) fn unaimed(situation: &Situation, action: Action) -> AvailableAction {
    let (key, template): (ActionKey, ActionKey) = key_of(&situation.screen, &action);
    AvailableAction { action, key, template }
}

fn shown(mut choices: Vec<(AvailableAction, f64)>, total: f64) -> Vec<Alternative> {
    choices.sort_by(|one, other| other.1.total_cmp(&one.1));
    choices
        .into_iter()
        .take(SHOWN_ALTERNATIVES)
        .map(|(offer, weight)| Alternative {
            action: offer.action,
            key: offer.key,
            score: weight / total,
            why: "by weight".into(),
        })
        .collect()
}
