//! What a screen is to the behaviour model and to an explorer.

use std::sync::Arc;

use crate::domain::{AvailableAction, BlobId, DeviceCapabilities, Screen};
use crate::explorer::{RemainingBudget, Situation};
use crate::model::{BehaviourModel, abstraction};
use crate::protocol::{Event, ScreenObserved, StateDiscovered};

/// `screen` with its available actions was discovered and observed after `step`.
pub(in crate::explorer) fn shown(
    step: u64,
    screen: &Screen,
    available: &[AvailableAction],
) -> [Event; 2] {
    let state = abstraction::state_ids(screen);
    let discovered = StateDiscovered::of(
        step,
        state.structural,
        abstraction::label(screen),
        screen,
        available.to_vec(),
    );
    let observed = ScreenObserved::of(step, state, screen, BlobId::of(b""));
    [Event::Discovered(discovered), Event::Observed(observed)]
}

/// The situation after `step`, in which nothing was refused, written or performed.
pub(in crate::explorer) fn situation(
    step: u64,
    screen: Screen,
    available: Vec<AvailableAction>,
    capabilities: DeviceCapabilities,
    model: Arc<BehaviourModel>,
) -> Situation {
    Situation {
        step: step + 1,
        state: abstraction::state_ids(&screen),
        screen: Arc::new(screen),
        available: available.into(),
        capabilities,
        model,
        refused: Vec::new(),
        refusals: Arc::default(),
        guarded: Arc::default(),
        charter: None,
        notes: Vec::new(),
        picture: None,
        last: None,
        attack_requests: Arc::default(),
        properties: Arc::default(),
        remaining: RemainingBudget::default(),
    }
}
