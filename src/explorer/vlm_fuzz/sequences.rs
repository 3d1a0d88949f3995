//! Sequences: several actions that belong together. A button that soon goes away is pressed at once
//! and again; what an alert is about is destroyed while the alert goes on behind the app; invalid text
//! is used (`text_uses`); a list is drained (`draining`).

use std::collections::{HashMap, VecDeque};

use super::aiming;
use super::tactic::{FuzzShared, LearnedTurn, NextStep, Tactic, propose};
use super::weights::VlmFuzzWeights;
use super::words::{self, FuzzLabelSense};
use crate::domain::{Action, ActionKind, DeviceKey, Screen, Widget, WidgetRole, WidgetTarget};
use crate::explorer::{PerformedAction, Situation};
use crate::model::abstraction::folded_digits;
use crate::protocol::ActionOutcome;

/// One action of a sequence.
#[derive(Clone, Debug)]
pub(super) enum SequenceStep {
    /// This one, on the widget that is like its own by then.
    Like(Action),
    /// The press that destroys most.
    Destroy,
    /// Yes, if that is asked.
    Agree,
    /// BACK.
    Back,
    /// Yes if a dialog asks, else this one, so many times, as long as it has an effect.
    Repeat(Action, usize),
}

/// See the module.
#[derive(Default)]
pub(super) struct Sequences {
    left: VecDeque<SequenceStep>,
    why: &'static str,
    begun: HashMap<String, u32>,
    /// So many sequences began for a button that soon goes away.
    passing: usize,
    /// Something is being destroyed; a dialog may still ask.
    destroying: bool,
}

impl Sequences {
    /// Takes in what the last action did; true if it destroyed something.
    fn done(&mut self, turn: &LearnedTurn<'_>, shared: &FuzzShared) -> bool {
        let LearnedTurn { situation, done, before, is_free } = *turn;
        let repeats = matches!(self.left.front(), Some(SequenceStep::Repeat(..)));
        match done.outcome {
            ActionOutcome::Crashed | ActionOutcome::Failed => self.cancel(),
            ActionOutcome::None if repeats => self.cancel(),
            _ => {}
        }
        let asked = before.dialog;
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
        if self.left.is_empty() && is_free && shared.parts.probes {
            self.begin(situation, done, before, &shared.weights);
        }
        destroyed
    }

    /// Begins what the present screen calls for at once.
    fn begin(
        &mut self,
        situation: &Situation,
        done: &PerformedAction,
        before: &Screen,
        weights: &VlmFuzzWeights,
    ) {
        let screen = &*situation.screen;
        if screen.package != situation.model.package() {
            return;
        }
        let bare = taps(screen).count() <= weights.alert_buttons;
        if bare && screen.widgets.iter().any(words::tells_of_alert) {
            let name = format!("alert {}", situation.state.structural);
            let steps = [SequenceStep::Back, SequenceStep::Destroy, SequenceStep::Agree];
            let why = "The alert goes on behind the app while what it is about is destroyed.";
            self.start(name, steps, why, weights);
            return;
        }
        let gestures = [ActionKind::Tap, ActionKind::LongTap, ActionKind::Swipe];
        if !gestures.contains(&done.action.kind()) {
            return;
        }
        // A button that says another thing after each press stays where it is, or keeps its id; what a switch
        // shows stays as long as it is on, and what can be closed until it is. Links are entries of menus.
        let is_other = |button: &&Widget| {
            button.role() != WidgetRole::Toggle
                && !button.is_link()
                && !words::puts_away(button)
                && !done.action.target().is_some_and(|pressed| {
                    let is_named = !button.resource_id.is_empty();
                    button.bounds.contains(pressed.bounds.center())
                        || is_named && button.resource_id == pressed.resource_id
                })
        };
        if self.passing < weights.passing_sequences
            && let Some(button) = passing(before, screen, weights).filter(is_other)
        {
            self.passing += 1;
            let label = folded_digits(&button.label);
            let name = format!("passing {} {} {label}", screen.location, button.short_id());
            let action = SequenceStep::Like(done.action.clone());
            let press = SequenceStep::Like(Action::Tap { target: WidgetTarget::of(button) });
            let steps = [press.clone(), action.clone(), action, press];
            let why = "This button soon goes away: it is pressed at once, and again after what shows it is done twice.";
            self.start(name, steps, why, weights);
        }
    }

    /// Closes the keyboard with BACK and does `action` then.
    pub(super) fn close_keyboard_and(&mut self, action: Action, weights: &VlmFuzzWeights) {
        let name = format!("close the keyboard and {action}");
        let why = "The keyboard would take the BACK that follows at once, so it is closed first.";
        self.start(name, [SequenceStep::Back, SequenceStep::Like(action)], why, weights);
    }

    /// Begins the sequence `name`, unless it was begun often enough.
    pub(super) fn start(
        &mut self,
        name: String,
        steps: impl IntoIterator<Item = SequenceStep>,
        why: &'static str,
        weights: &VlmFuzzWeights,
    ) {
        let begun = self.begun.entry(name).or_insert(0);
        *begun += 1;
        if *begun <= weights.sequence_attempts {
            self.left = steps.into_iter().collect();
            self.why = why;
        }
    }

    /// True if the sequence `name` was begun often enough.
    pub(super) fn is_used_up(&self, name: &str, weights: &VlmFuzzWeights) -> bool {
        self.begun.get(name).is_some_and(|begun| *begun >= weights.sequence_attempts)
    }

    /// The next action of the sequence; what cannot be done any more ends it.
    fn next(&mut self, situation: &Situation) -> Option<Action> {
        let next = self.left.pop_front()?;
        let action = match next {
            SequenceStep::Like(action) => aiming::like(situation, &action),
            SequenceStep::Back => Some(Action::Key { key: DeviceKey::Back }),
            SequenceStep::Destroy => tap(situation, |target| {
                (words::sense(target) == FuzzLabelSense::Destructive).then_some(0)
            }),
            SequenceStep::Agree if situation.screen.dialog => agree(situation),
            SequenceStep::Agree => None,
            SequenceStep::Repeat(action, times) => {
                if times > 1 {
                    self.left.push_back(SequenceStep::Repeat(action.clone(), times - 1));
                }
                if situation.screen.dialog {
                    agree(situation)
                } else {
                    aiming::like(situation, &action)
                }
            }
        };
        if action.is_none() {
            self.cancel();
        }
        action
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
    let taps =
        situation.available.iter().filter(|available| available.action.kind() == ActionKind::Tap);
    let ranked = taps.filter_map(|available| Some((rank(available.action.target()?)?, available)));
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, available)| available.action.clone())
}

/// A button of `after` that `before` did not have, if hardly anything else was added.
fn passing<'a>(before: &Screen, after: &'a Screen, weights: &VlmFuzzWeights) -> Option<&'a Widget> {
    if before.location != after.location || before.dialog || after.dialog {
        return None;
    }
    // A button that counts is not another one.
    let is_same = |one: &Widget, other: &Widget| {
        one.class == other.class
            && one.resource_id == other.resource_id
            && folded_digits(&one.label) == folded_digits(&other.label)
    };
    let gone = |old: &&Widget| !taps(after).any(|widget| is_same(old, widget));
    if taps(before).filter(gone).count() > weights.passing_covered_buttons
        || before.title() != after.title()
    {
        return None;
    }
    // What only comes over a page leaves most of it there.
    let named = before.widgets.iter().filter(|widget| !widget.label.is_empty());
    let (left, all) = named.fold((0, 0), |(left, all), old| {
        (left + usize::from(after.widgets.iter().any(|widget| is_same(old, widget))), all + 1)
    });
    if left * 3 < all * 2 {
        return None;
    }
    let is_new = |widget: &&Widget| !before.widgets.iter().any(|old| is_same(old, widget));
    let new: Vec<&Widget> = taps(after).filter(is_new).collect();
    let low = |widget: &&Widget| widget.bounds.top > after.size.height / 2;
    (new.len() <= weights.passing_new_buttons).then(|| new.into_iter().find(low)).flatten()
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

impl Tactic for Sequences {
    fn learn(&mut self, turn: &LearnedTurn<'_>, shared: &mut FuzzShared) {
        shared.destroyed = self.done(turn, shared);
    }

    fn resume(&mut self, situation: &Situation, _: &mut FuzzShared) -> Option<NextStep> {
        let action = self.next(situation)?;
        propose(situation, action, self.why).map(NextStep::from)
    }

    fn cancel(&mut self) {
        self.left.clear();
    }
}
