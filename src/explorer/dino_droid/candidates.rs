//! What the network chooses among on a screen.

use super::weights::DinoDroidWeights;
use crate::domain::broadcasts::{self, AddressedBroadcast};
use crate::domain::{Action, ActionKey, AvailableAction, DeviceKey};
use crate::explorer::PerformedAction;
use crate::explorer::Situation;
use crate::explorer::shared::actions::named;
use crate::explorer::shared::breadth::BreadthMemory;
use crate::explorer::shared::settling::wait_for_progress;
use crate::explorer::shared::unlisted::unlisted_actions;
use crate::explorer::shared::work_paths::WorkGoal;
use crate::protocol::ActionOutcome;

/// Actions of widgets beyond so many are left out: on a screen with more of them, most are rows
/// of the same list.
pub(super) const MOST_WIDGET_ACTIONS: usize = 200;

/// Something that can come next.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Candidate {
    /// One action.
    Single(AvailableAction),
    /// A burst of random touches, gestures and texts.
    Burst,
    /// A walk along a known path to a state in which something is left to do, in one go.
    Walk(WorkGoal),
}

/// What can be done to the app from outside, besides its screens.
#[derive(Debug, Default)]
pub(super) struct OuterActions {
    /// Broadcasts that were not sent yet; `None` before the manifest was read.
    sendings: Option<Vec<AddressedBroadcast>>,
    restarted: u64,
}

impl OuterActions {
    /// Takes in what was performed.
    pub(super) fn learn(&mut self, done: &PerformedAction) {
        if done.action.starts_anew() || done.outcome == ActionOutcome::Crashed {
            self.restarted = done.step;
        }
        if let (Action::Broadcast { intent }, Some(sendings)) = (&done.action, &mut self.sendings) {
            sendings.retain(|sending| sending.intent.name() != intent.name());
        }
    }

    /// The broadcast that is sent next.
    fn broadcast(&mut self, situation: &Situation) -> Option<Action> {
        let manifest = situation.model.manifest()?;
        let sendings = self.sendings.get_or_insert_with(|| {
            let all = broadcasts::for_app(manifest).into_iter();
            all.filter(|sending| sending.skip.is_none()).collect()
        });
        let intent = sendings.first()?.intent.clone();
        Some(Action::Broadcast { intent })
    }

    /// Everything that can be done on the present screen, each once.
    pub(super) fn candidates(
        &mut self,
        situation: &Situation,
        breadth: &mut BreadthMemory,
        weights: &DinoDroidWeights,
    ) -> Vec<Candidate> {
        let restarts = situation.step >= self.restarted + weights.paths.between_restarts;
        let outer = [
            Some(Action::Key { key: DeviceKey::Back }),
            Some(Action::Key { key: DeviceKey::Menu }),
            Some(Action::Key { key: DeviceKey::Home }),
            breadth.turned.other(situation),
            self.broadcast(situation),
            restarts.then_some(Action::Restart),
            wait_for_progress(&situation.screen, &weights.display),
        ];
        let outer = outer
            .into_iter()
            .flatten()
            .filter(|action| breadth.events.allows(situation, action))
            .map(|action| named(situation, action));
        let start = breadth.starts.next(situation).map(|(start, _)| start);
        let widgets = situation.available.iter().take(MOST_WIDGET_ACTIONS).cloned();
        let singles = widgets
            .chain(unlisted_actions(situation, &weights.display.breadth.unlisted))
            .chain(outer)
            .chain(start)
            .filter(|available| situation.is_possible(available))
            .map(Candidate::Single);
        singles.chain([Candidate::Burst]).collect()
    }
}

impl Candidate {
    /// The name of the action; `None` for a burst and a walk.
    pub(super) fn key(&self) -> Option<ActionKey> {
        self.single().map(|available| available.key.clone())
    }

    /// The action, if it is a single one.
    pub(super) const fn single(&self) -> Option<&AvailableAction> {
        match self {
            Self::Single(available) => Some(available),
            Self::Burst | Self::Walk(_) => None,
        }
    }
}
