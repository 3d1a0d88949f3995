//! What is done in a row, at once: what an offer that soon goes away undoes, what an alert leaves
//! running behind it, what is made of odd text (`uses`), and emptying a list (`emptying`).

use std::collections::{HashMap, VecDeque};

use super::moves::ScreenMove;
use super::words::{self, FuzzLabelSense};
use super::{VlmFuzz, aim, propose};
use crate::domain::{Action, ActionKind, DeviceKey, Screen, Widget, WidgetTarget};
use crate::explorer::{ExplorerProposal, PerformedAction, Situation};
use crate::protocol::ActionOutcome;

/// The same row of actions is begun so often.
const OFTEN: u32 = 2;
/// An offer that comes with so many others is no passing one.
const PASSING: usize = 2;
/// A passing offer covers so many others at most.
const COVERED: usize = 1;
/// An alert offers hardly more than its answers.
const ALERT: usize = 4;

/// One action of a row.
#[derive(Clone, Debug)]
pub(super) enum SequenceStep {
    /// This one, on whatever is like its widget now.
    Like(Action),
    /// The press that destroys most.
    Destroy,
    /// Yes, if that is asked.
    Agree,
    Back,
    /// Yes where that is asked, else this one again, so many times.
    Again(Action, usize),
}

/// See the module.
#[derive(Default)]
pub(super) struct Sequences {
    left: VecDeque<SequenceStep>,
    why: &'static str,
    begun: HashMap<String, u32>,
    /// Something is being destroyed; a dialog may still ask.
    destroying: bool,
}

impl Sequences {
    /// Takes in that `done` led from the screen `before` to the present one; true if something was
    /// destroyed by it.
    pub(super) fn done(
        &mut self,
        situation: &Situation,
        done: &PerformedAction,
        before: Option<&Screen>,
        may_begin: bool,
    ) -> bool {
        if matches!(done.outcome, ActionOutcome::Crashed | ActionOutcome::Failed) {
            self.stop();
        }
        let asked = before.is_some_and(|before| before.dialog);
        let sense = match &done.action {
            Action::Tap { target } => words::sense(target),
            _ => FuzzLabelSense::Neutral,
        };
        // A dialog that is still there, turned perhaps, still asks.
        let goes_on = asked && (sense == FuzzLabelSense::Positive || situation.screen.dialog);
        self.destroying = sense == FuzzLabelSense::Destructive || self.destroying && goes_on;
        let destroyed = self.destroying
            && !situation.screen.dialog
            && !matches!(done.outcome, ActionOutcome::None | ActionOutcome::Failed);
        if self.left.is_empty() && may_begin {
            self.begin(situation, done, before);
        }
        destroyed
    }

    /// Begins what the present screen calls for at once.
    fn begin(&mut self, situation: &Situation, done: &PerformedAction, before: Option<&Screen>) {
        let screen = &*situation.screen;
        if screen.package != situation.model.package() {
            return;
        }
        let bare = taps(screen).count() <= ALERT;
        if bare && screen.widgets.iter().any(words::tells_of_alert) {
            let name = format!("alert {}", situation.state.structural);
            let row = [SequenceStep::Back, SequenceStep::Destroy, SequenceStep::Agree];
            self.start(name, row, "It goes on behind the app while what it is about is destroyed.");
            return;
        }
        let gestures = [ActionKind::Tap, ActionKind::LongTap, ActionKind::Swipe];
        if !gestures.contains(&done.action.kind()) {
            return;
        }
        if let Some(offer) = before.and_then(|before| passing(before, screen)) {
            let name = format!("passing {} {} {}", screen.activity, offer.short_id(), offer.label);
            let action = SequenceStep::Like(done.action.clone());
            let offer = SequenceStep::Like(Action::Tap { target: WidgetTarget::of(offer) });
            let row = [offer.clone(), action.clone(), action, offer];
            self.start(name, row, "The offer soon goes away: taken at once, and again after doing twice what brings it.");
        }
    }

    /// Closes the keyboard with BACK and does `action` then.
    pub(super) fn close_and(&mut self, name: String, action: Action, why: &'static str) {
        self.start(name, [SequenceStep::Back, SequenceStep::Like(action)], why);
    }

    /// Begins `row`, unless it was begun often enough.
    pub(super) fn start(
        &mut self,
        name: String,
        row: impl IntoIterator<Item = SequenceStep>,
        why: &'static str,
    ) {
        let begun = self.begun.entry(name).or_insert(0);
        *begun += 1;
        if *begun <= OFTEN {
            self.left = row.into_iter().collect();
            self.why = why;
        }
    }

    /// True for a row that was begun often enough.
    pub(super) fn is_worn(&self, name: &str) -> bool {
        self.begun.get(name).is_some_and(|begun| *begun >= OFTEN)
    }

    /// The next action of the row; what cannot be done any more ends it.
    fn next(&mut self, situation: &Situation) -> Option<Action> {
        let next = self.left.pop_front()?;
        let action = match next {
            SequenceStep::Like(action) => aim::like(situation, &action),
            SequenceStep::Back => Some(Action::Key { key: DeviceKey::Back }),
            SequenceStep::Destroy => tap(situation, |target| {
                (words::sense(target) == FuzzLabelSense::Destructive).then_some(0)
            }),
            SequenceStep::Agree if situation.screen.dialog => agree(situation),
            SequenceStep::Agree => None,
            SequenceStep::Again(row, times) => {
                if times > 1 {
                    self.left.push_back(SequenceStep::Again(row.clone(), times - 1));
                }
                if situation.screen.dialog { agree(situation) } else { aim::like(situation, &row) }
            }
        };
        if action.is_none() {
            self.stop();
        }
        action
    }

    /// Gives the row up.
    pub(super) fn stop(&mut self) {
        self.left.clear();
    }
}

/// The press that says yes to destroying something.
fn agree(situation: &Situation) -> Option<Action> {
    tap(situation, |target| {
        let destroys = words::sense(target) == FuzzLabelSense::Destructive;
        if destroys { Some(0) } else { words::sends(target).map(|rank| rank + 1) }
    })
}

/// The tap of the screen that `rank` puts first.
fn tap(situation: &Situation, rank: impl Fn(&WidgetTarget) -> Option<usize>) -> Option<Action> {
    let taps = situation.available.iter().filter(|offer| offer.action.kind() == ActionKind::Tap);
    let ranked = taps.filter_map(|offer| Some((rank(offer.action.target()?)?, offer)));
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, offer)| offer.action.clone())
}

/// What `after` offers that `before` did not, where hardly anything else was added.
fn passing<'a>(before: &Screen, after: &'a Screen) -> Option<&'a Widget> {
    if before.activity != after.activity || before.dialog || after.dialog {
        return None;
    }
    let is_same = |one: &Widget, other: &Widget| {
        one.class == other.class && one.resource_id == other.resource_id && one.label == other.label
    };
    let gone = |old: &&Widget| !taps(after).any(|widget| is_same(old, widget));
    if taps(before).filter(gone).count() > COVERED || before.title() != after.title() {
        return None;
    }
    let is_new = |widget: &&Widget| !before.widgets.iter().any(|old| is_same(old, widget));
    let new: Vec<&Widget> = taps(after).filter(is_new).collect();
    let low = |widget: &&Widget| widget.bounds.top > after.size.height / 2;
    (new.len() <= PASSING).then(|| new.into_iter().find(low)).flatten()
}

/// What can be pressed outside of lists.
fn taps(screen: &Screen) -> impl Iterator<Item = &Widget> {
    screen.widgets.iter().filter(|widget| {
        widget.acts()
            && widget.allows(ActionKind::Tap)
            && widget.position.list.is_none()
            && !widget.is_field()
    })
}

impl VlmFuzz {
    /// The next action of a row that was begun.
    pub(super) fn go_on_in_row(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let action = self.sequels.next(situation)?;
        propose(situation, action, self.sequels.why.to_owned())
    }

    /// Goes on with what `item` stands for, if that is a row of actions.
    pub(super) fn begin_row(&mut self, situation: &Situation, item: &ScreenMove) {
        self.begin_use(situation, item);
        self.begin_emptying(situation, item);
    }
}
