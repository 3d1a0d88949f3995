//! Small behaviour models for tests.

use super::BehaviourModel;
use crate::domain::{Action, ActionKey, AvailableAction, DeviceKey, DisplaySize, StateId};
use crate::protocol::{ActionOutcome, AppOpened, Event, StateDiscovered, TransitionLearned};

/// The package of the app.
const PACKAGE: &str = "org.app";

/// The state with this number.
pub fn id(number: u64) -> StateId {
    StateId(number)
}

/// The app was opened.
pub fn opened() -> Event {
    Event::AppOpened(AppOpened { package: PACKAGE.into(), ..AppOpened::default() })
}

/// A state without available actions was discovered.
pub fn discovered(state: u64) -> Event {
    discovered_with(state, &[])
}

/// A state with these available actions was discovered. The words of a key before the first space
/// are its template.
pub fn discovered_with(state: u64, keys: &[&str]) -> Event {
    let available = keys.iter().map(|key| AvailableAction {
        action: Action::Key { key: DeviceKey::Back },
        key: ActionKey::new(key),
        template: template(key),
    });
    Event::Discovered(StateDiscovered {
        step: state,
        state: id(state),
        label: format!("state {state}"),
        package: PACKAGE.into(),
        location: ".Main".into(),
        size: DisplaySize::new(1, 1),
        available: available.collect(),
    })
}

/// `key`, performed in state `from`, led to state `to`.
pub fn learned(from: u64, key: &str, to: u64) -> Event {
    Event::Learned(TransitionLearned {
        step: 1,
        from: id(from),
        key: ActionKey::new(key),
        template: template(key),
        to: id(to),
        outcome: if from == to { ActionOutcome::None } else { ActionOutcome::Moved },
    })
}

fn template(key: &str) -> ActionKey {
    ActionKey::new(key.split(' ').next().unwrap_or(key))
}

/// The model that `events` make.
pub fn fold(events: &[Event]) -> BehaviourModel {
    let mut model = BehaviourModel::default();
    events.iter().for_each(|event| model.apply(event));
    model
}

/// A model of states 1 to `states` with these transitions.
pub fn app(states: u64, edges: &[(u64, &str, u64)]) -> BehaviourModel {
    let mut events: Vec<Event> = (1..=states).map(discovered).collect();
    events.extend(edges.iter().map(|(from, key, to)| learned(*from, key, *to)));
    fold(&events)
}

/// A model in which everything is tried but what its last state has: states 1 to `states` form a
/// tree in which two states are below each, and each leads back to the one above it.
pub fn exhausted(states: u64) -> BehaviourModel {
    let mut events = vec![opened()];
    events.extend((1..states).map(|state| discovered_with(state, &[])));
    events.push(discovered_with(states, &["open"]));
    events.extend((2..=states).map(|state| learned(state / 2, &format!("open {state}"), state)));
    events.extend((2..=states).map(|state| learned(state, "up", state / 2)));
    fold(&events)
}
