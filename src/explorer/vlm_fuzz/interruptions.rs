//! Interruptions: what is done at once after a press that keeps the app busy. The observation after
//! each action waits for progress to end, so what people do meanwhile (leave, press again, turn the
//! phone) and what comes by itself (a low battery) would never reach a busy app otherwise.

use std::collections::{HashMap, HashSet};

use super::form_filling;
use super::move_tags::{InterruptionFollower, TagSubject};
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::tactic::{FuzzShared, LearnedTurn, NextStep, Tactic, is_performable, sentence};
use crate::domain::{
    Action, ActionKey, ActionKind, DeviceKey, Rotation, Screen, StateId, WidgetRole,
};
use crate::explorer::Situation;
use crate::explorer::shared::forms::variants::FormVariant;
use crate::model::abstraction::key_of;
use crate::protocol::ActionOutcome;

/// See the module.
#[derive(Default)]
pub(super) struct Interruptions {
    /// What kept the app busy, by state and template: pages of one activity often share the ids of
    /// their buttons.
    busy: HashSet<(StateId, ActionKey)>,
    /// How often each was begun.
    begun: HashMap<MoveId, u32>,
    /// Those that were performed.
    done: HashSet<MoveId>,
    /// The one that was begun last.
    last: Option<MoveId>,
}

impl Interruptions {
    /// Takes in what the last action did; true if it is news that it keeps the app busy.
    fn done(&mut self, turn: &LearnedTurn<'_>) -> bool {
        let LearnedTurn { situation, done, before, .. } = *turn;
        if done.action.kind() == ActionKind::AtOnce {
            self.done.extend(self.last.take());
        }
        let ended = done.progress_ms > 0 && !is_under_way(&situation.screen);
        let bad = matches!(
            done.outcome,
            ActionOutcome::Crashed | ActionOutcome::Failed | ActionOutcome::LeftApp
        );
        if !ended || bad || is_under_way(before) || !is_press(&done.action) {
            return false;
        }
        let template = key_of(before, &done.action).1;
        self.busy.insert((done.from, template))
    }

    /// Notes that the interruption `id` is begun.
    pub(super) fn begin(&mut self, id: &MoveId) {
        *self.begun.entry(id.clone()).or_insert(0) += 1;
        self.last = Some(id.clone());
    }

    /// What can be done at once after what is known to keep the app busy.
    pub(super) fn moves(&self, situation: &Situation, shared: &FuzzShared) -> Vec<ScreenMove> {
        let screen = &*situation.screen;
        if self.busy.is_empty() || !shared.parts.probes || is_under_way(screen) {
            return Vec::new();
        }
        let mut seen = HashSet::new();
        let presses = situation.available.iter().filter(|available| is_press(&available.action));
        let here = situation.state.structural;
        let busy = presses.filter(|available| {
            let known = self.busy.contains(&(here, available.template.clone()));
            known && seen.insert(available.template.clone())
        });
        busy.flat_map(|available| self.after(screen, &available.action, shared))
            .filter(|item| is_performable(situation, item))
            .collect()
    }

    /// What can be done at once after `first`, which keeps the app busy on `screen`, and was not done
    /// yet: what apps withstand least first, then what comes by itself.
    fn after(&self, screen: &Screen, first: &Action, shared: &FuzzShared) -> Vec<ScreenMove> {
        let weights = &shared.weights;
        let back = Action::Key { key: DeviceKey::Back };
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        let home = Action::Key { key: DeviceKey::Home };
        let mut then = vec![
            (
                back,
                weights.interrupt_by_back,
                "leaving while it is busy may remove the screen that it still needs",
            ),
            (
                first.clone(),
                weights.interrupt_by_same_press,
                "pressing twice may begin twice what should be done once",
            ),
            (
                turn,
                weights.interrupt_by_turning,
                "turning while it is busy builds the screen again under it",
            ),
        ];
        let why = "it may come at any moment, also while the app is busy";
        let unasked = shared.unasked.iter().cloned();
        then.extend(unasked.map(|(action, expected)| (action, expected, why)));
        let why = "leaving and coming back may lose what is under way";
        then.push((home, weights.interrupt_by_home, why));
        let sent = first.target().filter(|target| form_filling::is_sent_by(screen, target.number));
        let form = sent.map(|_| FormVariant::Valid);
        let item = |(then, base_yield, why): (Action, f64, &'static str)| {
            let key = key_of(screen, &then).1;
            let activity = screen.location.clone();
            let id = MoveId::Interruption {
                activity: activity.clone(),
                first: key_of(screen, first).1,
                then: key.clone(),
            };
            let begun = self.begun.get(&id);
            let used_up = begun.is_some_and(|begun| *begun >= weights.interruption_attempts);
            if used_up || self.done.contains(&id) {
                return None;
            }
            let pair = Action::at_once(first.clone(), then).ok()?;
            let follower = if pair.last() == first {
                InterruptionFollower::Itself
            } else {
                InterruptionFollower::Other(key)
            };
            let tag = TagSubject::Interruption(activity, follower).into();
            let kind = MoveKind::Interrupt { pair, form };
            Some(ScreenMove { id, tag, kind, base_yield, why, alike: None })
        };
        then.into_iter().filter_map(item).collect()
    }
}

impl Tactic for Interruptions {
    /// If it is news that an action keeps the app busy, there is more to do on its screen.
    fn learn(&mut self, turn: &LearnedTurn<'_>, shared: &mut FuzzShared) {
        if self.done(turn) && shared.parts.probes {
            let mut moves = self.after(turn.before, &turn.done.action, shared);
            moves.retain(|item| is_performable(turn.situation, item));
            shared.memory.add_moves(turn.done.from, moves);
        }
    }

    /// A BACK at once on this screen, also if a path only leads through it or its component has had
    /// its share: screens from which the app gets busy are rare, and often the end of a long path
    /// that cannot be taken often, so it is not put off.
    fn propose(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let here = situation.state.structural;
        let weights = &shared.weights;
        let is_due = |item: &ScreenMove| {
            item.base_yield >= weights.interrupt_by_back
                && shared.memory.expected_yield(here, item) >= weights.interruption_not_put_off
        };
        let item = self.moves(situation, shared).into_iter().find(is_due)?;
        let why = sentence(item.why);
        Some(NextStep::begin(item, why))
    }
}

/// True if progress is shown that did not end in time: what is done then reaches a busy app anyway.
fn is_under_way(screen: &Screen) -> bool {
    screen.busy && screen.widgets.iter().any(|widget| widget.role() == WidgetRole::Progress)
}

/// True for a touch that may begin something.
fn is_press(action: &Action) -> bool {
    matches!(action.kind(), ActionKind::Tap | ActionKind::LongTap)
}
