//! What is done at once after a press that keeps the app busy. The look after every action waits for
//! progress to end, so what people do meanwhile (leaving, pressing again, turning the phone) and what
//! comes by itself (a low battery) would never meet a busy app otherwise.

use std::collections::{HashMap, HashSet};

use super::filling;
use super::form_variants::FormVariant;
use super::move_tags::{InterruptionFollower, TagSubject};
use super::moves::{MoveId, MoveKind, ScreenMove};
use super::{VlmFuzz, propose};
use crate::domain::{
    Action, ActionKey, ActionKind, DeviceKey, Rotation, Screen, StateId, WidgetKind,
};
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};
use crate::model::abstraction::key_of;
use crate::protocol::ActionOutcome;

/// The same pair is begun so often: what leads to it may lead elsewhere.
const OFTEN: u32 = 2;

/// What leaving is worth, the likeliest thing to be borne ill.
const LEAVING: f64 = 0.3;
/// Leaving is tried whenever its screen is there, as long as it is worth as much: where an activity
/// bore it a few times, it waits for its turn.
const URGENT: f64 = 0.1;

/// See the module.
#[derive(Default)]
pub(super) struct Interruptions {
    /// What kept the app busy, by state and template: pages of one activity often share the ids of
    /// their buttons.
    busy: HashSet<(StateId, ActionKey)>,
    /// How often each pair was begun, by its item's name.
    begun: HashMap<MoveId, u32>,
    /// The pairs that were done.
    done: HashSet<MoveId>,
    /// The pair that the form being filled in ends with.
    armed: Option<Action>,
    /// The name of the pair that was begun last.
    name: Option<MoveId>,
}

impl Interruptions {
    /// Takes in that `done` led from the screen `before` to the present one; true if it is news
    /// that it keeps the app busy.
    fn done(&mut self, situation: &Situation, done: &PerformedAction, before: &Screen) -> bool {
        if done.action.kind() == ActionKind::AtOnce {
            self.done.extend(self.name.take());
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

    /// The pair is no more what the form ends with.
    pub(super) fn stop(&mut self) {
        self.armed = None;
    }

    /// What can be done at once after `first`, which keeps the app busy on `screen`, and was not
    /// done yet: the likeliest to be borne ill first, then `coming`.
    fn pairs(
        &self,
        screen: &Screen,
        first: &Action,
        coming: Vec<(Action, f64)>,
    ) -> Vec<ScreenMove> {
        let back = Action::Key { key: DeviceKey::Back };
        let turn = Action::Rotate { rotation: Rotation::Landscape };
        let home = Action::Key { key: DeviceKey::Home };
        let mut then = vec![
            (back, LEAVING, "leaving while it is busy may pull the screen from under it"),
            (first.clone(), 0.24, "pressing twice may begin twice what should be done once"),
            (turn, 0.22, "turning while it is busy builds the screen anew under it"),
        ];
        let why = "it may come at any moment, also while the app is busy";
        then.extend(coming.into_iter().map(|(action, base)| (action, base, why)));
        then.push((home, 0.12, "leaving and coming back may lose what is under way"));
        let round = first.target().filter(|target| filling::is_sent_by(screen, target.number));
        let round = round.map(|_| FormVariant::Valid);
        let item = |(then, base, why): (Action, f64, &'static str)| {
            let key = key_of(screen, &then).1;
            let activity = screen.activity.clone();
            let begins = key_of(screen, first).1;
            let id = MoveId::Interruption { activity, first: begins, then: key.clone() };
            let begun = self.begun.get(&id).is_some_and(|begun| *begun >= OFTEN);
            if begun || self.done.contains(&id) {
                return None;
            }
            let pair = Action::at_once(first.clone(), then).ok()?;
            let follower = if pair.last() == first {
                InterruptionFollower::Itself
            } else {
                InterruptionFollower::Other(key)
            };
            let tag = TagSubject::Interruption(screen.activity.clone(), follower).into();
            let kind = MoveKind::Interrupt { pair, form: round };
            Some(ScreenMove { id, tag, kind, base_yield: base, why })
        };
        then.into_iter().filter_map(item).collect()
    }

    /// What is proposed where filling in would do `action`; `more` comes in the form after it.
    fn hurried(&mut self, action: Action, more: bool) -> Action {
        let armed = self.armed.take();
        if more {
            self.armed = armed;
            return action;
        }
        let Some(Action::AtOnce(pair)) = armed.filter(|_| is_press(&action)) else { return action };
        // The button may have moved for the keyboard since the pair was thought of.
        let again = pair.first() == pair.then();
        let then = if again { action.clone() } else { pair.then().clone() };
        Action::at_once(action.clone(), then).unwrap_or(action)
    }
}

/// True if progress is shown that was waited for in vain: what is done then meets a busy app anyway.
fn is_under_way(screen: &Screen) -> bool {
    screen.busy && screen.widgets.iter().any(|widget| widget.kind() == WidgetKind::Progress)
}

/// True for a touch that may begin something.
fn is_press(action: &Action) -> bool {
    matches!(action.kind(), ActionKind::Tap | ActionKind::LongTap)
}

impl VlmFuzz {
    /// Takes in what the last action did to the app, and if it kept it busy what is now to be
    /// done there.
    pub(super) fn note_haste(
        &mut self,
        situation: &Situation,
        done: &PerformedAction,
        before: &Screen,
    ) {
        if self.haste.done(situation, done, before) && self.has("probes") {
            let pairs = self.haste.pairs(before, &done.action, self.coming());
            self.memory.more(done.from, pairs);
        }
    }

    /// What can be done at once after what is known to keep the app busy.
    pub(super) fn hasty(&self, situation: &Situation) -> Vec<ScreenMove> {
        let screen = &*situation.screen;
        if self.haste.busy.is_empty() || !self.has("probes") || is_under_way(screen) {
            return Vec::new();
        }
        let coming = self.coming();
        let mut seen = HashSet::new();
        let presses = situation.available.iter().filter(|offer| is_press(&offer.action));
        let here = situation.state.structural;
        let busy = presses.filter(|offer| {
            let known = self.haste.busy.contains(&(here, offer.template.clone()));
            known && seen.insert(offer.template.clone())
        });
        busy.flat_map(|offer| self.haste.pairs(screen, &offer.action, coming.clone())).collect()
    }

    /// The likeliest pair of this screen, also if a way only passes through it or its component
    /// has had its share: screens from which the app gets busy are rare, and often the end of a
    /// long way that cannot be gone as often as one likes, so it is not put off.
    pub(super) fn in_passing(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let here = situation.state.structural;
        let leaves = |item: &ScreenMove| {
            item.base_yield >= LEAVING && self.memory.worth(here, item) >= URGENT
        };
        let item = self.hasty(situation).into_iter().find(leaves)?;
        let why = format!("{}.", super::sentence(item.why));
        self.begin(situation, item, why)
    }

    /// What comes by itself, if that may be tried.
    fn coming(&self) -> Vec<(Action, f64)> {
        if self.has("system") { self.system.coming() } else { Vec::new() }
    }

    /// Begins the pair that `item` stands for; at once, or at the end of the form that is filled in.
    pub(super) fn begin_pair(&mut self, item: &ScreenMove) {
        let MoveKind::Interrupt { pair, form } = &item.kind else { return };
        *self.haste.begun.entry(item.id.clone()).or_insert(0) += 1;
        self.haste.name = Some(item.id.clone());
        self.haste.armed = form.map(|_| pair.clone());
    }

    /// `action`, which filling a form in would do, or what it is to be made of it.
    pub(super) fn hurry(
        &mut self,
        situation: &Situation,
        action: Action,
        why: String,
    ) -> Option<ExplorerProposal> {
        let action = self.haste.hurried(action, self.filling.is_running());
        self.freed(situation, action, why)
    }

    /// `action` as a proposal. While the keyboard is up BACK would only close that, so before a pair
    /// that ends with it the keyboard is closed.
    pub(super) fn freed(
        &mut self,
        situation: &Situation,
        action: Action,
        why: String,
    ) -> Option<ExplorerProposal> {
        let back = Action::Key { key: DeviceKey::Back };
        let leaves = action.kind() == ActionKind::AtOnce && *action.last() == back;
        if !leaves || !situation.screen.keyboard {
            return propose(situation, action, why);
        }
        let name = format!("close the keyboard and {action}");
        let why = "The keyboard would take the BACK that is to follow at once.";
        self.sequels.close_and(name, action, why);
        self.go_on_in_row(situation)
    }
}
