//! Follows a session and checks properties: at each step each property, in constant time.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Property, PropertySet};
use crate::domain::{Action, Bounds, Screen};

/// A step as properties see it.
#[derive(Clone, Copy, Debug)]
pub struct PropertyTurn<'a> {
    /// Its number.
    pub step: u64,
    /// What was done; `None` for the opening.
    pub action: Option<&'a Action>,
    /// The screen before; `None` for the opening.
    pub before: Option<&'a Arc<Screen>>,
    /// The screen after.
    pub after: &'a Arc<Screen>,
    /// How long the app was waited for, in milliseconds slept by the device.
    pub waited_ms: u64,
}

/// One check of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyCheck {
    /// Its place in the set.
    pub property: usize,
    /// The step before which its precondition held.
    pub from: u64,
    /// What was broken; `None` if all holds.
    pub broken: Option<BrokenClaim>,
}

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenClaim {
    /// Its place: among those of `must`, then those of `must_never`.
    pub claim: usize,
    /// What was expected, in one sentence.
    pub expected: String,
    /// What is there instead, in one sentence.
    pub actual: String,
    /// Where on the screen.
    pub bounds: Option<Bounds>,
}

/// How far each property of a set has come.
#[derive(Clone, Debug, Default)]
pub struct PropertyTracker {
    set: Arc<PropertySet>,
    /// The package of the app under test, known once it was seen.
    app: Option<String>,
    progress: Vec<PropertyProgress>,
}

#[derive(Clone, Debug, Default)]
struct PropertyProgress {
    /// The sequences that were begun, the oldest first: no more than the property has actions.
    begun: VecDeque<BegunSequence>,
    /// A sequence that is complete, and what is still waited for.
    pending: Option<PendingCheck>,
    checks: u64,
}

/// The first actions of a property were performed.
#[derive(Clone, Debug)]
struct BegunSequence {
    done: usize,
    from: u64,
    start: Arc<Screen>,
}

#[derive(Clone, Debug)]
struct PendingCheck {
    from: u64,
    start: Arc<Screen>,
    waited_ms: u64,
}

impl PropertyTracker {
    /// Follows `set` from now on. A property of both sets goes on as far as it has come. Gives for each
    /// property of the new set its place in the old one; `None` if the set is the same.
    pub fn adopt(&mut self, set: &Arc<PropertySet>) -> Option<Vec<Option<usize>>> {
        if Arc::ptr_eq(set, &self.set) || *set == self.set {
            return None;
        }
        let old = std::mem::replace(&mut self.set, set.clone());
        let mut progress = std::mem::take(&mut self.progress);
        let place = |property| old.properties.iter().position(|known| known == property);
        let places: Vec<Option<usize>> = set.properties.iter().map(place).collect();
        let taken = |place: &Option<usize>| {
            place.and_then(|place| progress.get_mut(place)).map(std::mem::take).unwrap_or_default()
        };
        self.progress = places.iter().map(taken).collect();
        Some(places)
    }

    /// The properties.
    pub fn properties(&self) -> &[Property] {
        &self.set.properties
    }

    /// How often the property at this place was checked.
    pub fn checks(&self, property: usize) -> u64 {
        self.progress.get(property).map_or(0, |progress| progress.checks)
    }

    /// The properties of which actions were performed and more are needed, with how many were.
    pub fn begun(&self) -> impl Iterator<Item = (usize, usize)> {
        let begun = self.progress.iter().enumerate();
        begun.filter_map(|(place, progress)| Some((place, progress.begun.front()?.done)))
    }

    /// How long must still be waited until a property can be judged, in milliseconds.
    pub fn to_wait_ms(&self) -> Option<u64> {
        let waits =
            self.set.properties.iter().zip(&self.progress).filter_map(|(property, progress)| {
                let pending = progress.pending.as_ref()?;
                Some(property.within_ms.saturating_sub(pending.waited_ms))
            });
        waits.max()
    }

    /// Takes in a step, and gives what was checked.
    pub fn follow(&mut self, turn: &PropertyTurn<'_>) -> Vec<PropertyCheck> {
        let app = self.app.get_or_insert_with(|| turn.after.package.clone());
        let in_app = |screen: &Screen| screen.package == *app;
        let can_be_judged = in_app(turn.after) && !turn.after.busy;
        let started = turn.before.filter(|before| in_app(before) && !before.busy);
        let mut checks = Vec::new();
        let properties = self.set.properties.iter().zip(&mut self.progress).enumerate();
        for (place, (property, progress)) in properties {
            progress.advance(property, turn, started);
            if !can_be_judged {
                progress.begun.clear();
                continue;
            }
            let check = progress.check(property, turn);
            let Some((from, broken)) = check else { continue };
            progress.checks += 1;
            checks.push(PropertyCheck { property: place, from, broken });
        }
        checks
    }
}

impl PropertyProgress {
    /// Takes the action in: sequences that it continues go on, all others end.
    fn advance(
        &mut self,
        property: &Property,
        turn: &PropertyTurn<'_>,
        started: Option<&Arc<Screen>>,
    ) {
        let Some(action) = turn.action else { return };
        match &mut self.pending {
            Some(pending) if matches!(action, Action::Wait { .. }) => {
                let asked = if let Action::Wait { ms } = action { u64::from(*ms) } else { 0 };
                pending.waited_ms = pending.waited_ms.saturating_add(asked + turn.waited_ms);
            }
            // What else was done may have changed what must hold.
            pending => *pending = None,
        }
        let (Some(first), Some(before)) = (property.after.first(), started) else {
            self.begun.clear();
            return;
        };
        self.begun.retain_mut(|begun| {
            let next = property.after.get(begun.done);
            begun.done += 1;
            next.is_some_and(|next| next.matches(action, before))
        });
        if first.matches(action, before) && property.when.holds(before) {
            let start = before.clone();
            self.begun.push_back(BegunSequence { done: 1, from: turn.step, start });
        }
        let complete = self.begun.front().is_some_and(|begun| begun.done == property.after.len());
        if complete && let Some(BegunSequence { from, start, .. }) = self.begun.pop_front() {
            self.pending = Some(PendingCheck { from, start, waited_ms: turn.waited_ms });
        }
    }

    /// Judges what can be judged on the screen after: the step it is about from, and what is broken.
    fn check(
        &mut self,
        property: &Property,
        turn: &PropertyTurn<'_>,
    ) -> Option<(u64, Option<BrokenClaim>)> {
        if property.after.is_empty() {
            let before = turn.before.map(|before| &**before);
            let applies = property.when.holds(turn.after);
            let outcome = applies.then(|| property.broken(turn.after, before)).flatten()?;
            return Some((turn.step, outcome.err()));
        }
        let pending = self.pending.take()?;
        let outcome = property.broken(turn.after, Some(&pending.start));
        match outcome {
            Some(Err(_)) if pending.waited_ms < property.within_ms => {
                self.pending = Some(pending);
                None
            }
            Some(outcome) => Some((pending.from, outcome.err())),
            None => None,
        }
    }
}
