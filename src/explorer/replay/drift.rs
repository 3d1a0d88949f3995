//! What a replay does if the app is not where the recording says, the cheapest first: wait, answer or
//! leave what covers the screen, scroll to what is out of sight, skip what is done already, follow a
//! known path, and at last restart and perform the steps again.

use std::collections::{HashMap, VecDeque};

use super::compare::same_place;
use super::recording::{ActionTape, TapedAction};
use crate::domain::screen::belongs_to;
use crate::domain::{
    Action, ActionKey, ActionKind, DeviceKey, Direction, Screen, StateId, Widget, WidgetTarget,
    locate,
};
use crate::explorer::Situation;
use crate::explorer::shared::returning::return_to_app;
use crate::model::{abstraction, path};

/// The most actions for one step, those of a path not counted.
const MOST: u32 = 30;
/// How long is waited at a time, in milliseconds.
const WAIT_MS: u32 = 1500;
/// So often a screen that shows progress is waited for.
const WAITS: u32 = 3;
/// So often what covers the screen is left by BACK.
const BACKS: u32 = 2;
/// The most strokes to find what is out of sight, in all.
const STROKES: u32 = 12;
/// So many steps may be skipped at once because what they lead to is there.
const SKIPPED: usize = 6;
/// So many known paths are tried.
const PATHS: u32 = 2;

/// Buttons that let a question of the system be answered so that the app goes on.
const GOING_ON: &[&str] = &[
    "permission_allow_button",
    "permission_allow_foreground_only_button",
    "permission_allow_one_time_button",
    "aerr_wait",
    "aerr_close",
];

/// What is to be done about a drift.
pub(super) enum DriftRepair {
    /// This, and then looking again.
    Do(Action, String),
    /// What the steps before this place lead to is there.
    SkipTo(usize),
    /// Nothing helped.
    GiveUp,
}

/// What was tried for the present step.
#[derive(Default)]
pub(super) struct DriftAttempts {
    actions: u32,
    waits: u32,
    backs: u32,
    uncovered: bool,
    strokes: u32,
    /// The containers that were scrolled, and which direction is left: down, then up, then none.
    scrolled: HashMap<String, ScrollAttempt>,
    returning: VecDeque<ReturnMove>,
    paths_tried: u32,
    restarted: bool,
    forwarded: bool,
    /// The last mending was refused: what it would have done is not asked for again.
    refusals: u32,
}

#[derive(Default)]
struct ScrollAttempt {
    up: bool,
    done: bool,
    /// The exact state before the last stroke.
    before: Option<StateId>,
}

/// A step back to the recording.
enum ReturnMove {
    /// What the step at this place did.
    Taped(usize),
    /// What is called so on the present screen.
    Key(StateId, ActionKey),
}

impl DriftAttempts {
    pub(super) fn refused(&mut self) {
        self.refusals += 1;
        self.returning.clear();
    }

    /// What to do about the step at `place`, which cannot be done on the present screen, or
    /// (`perhaps`) only to a widget that may be another one.
    pub(super) fn mend(
        &mut self,
        tape: &ActionTape,
        place: usize,
        situation: &Situation,
        perhaps: bool,
    ) -> DriftRepair {
        let Some(step) = tape.steps.get(place) else { return DriftRepair::GiveUp };
        if self.actions >= MOST || self.refusals > 2 {
            return DriftRepair::GiveUp;
        }
        if let Some((action, why)) = self.onward(tape, situation) {
            return DriftRepair::Do(action, why);
        }
        self.actions += 1;
        let here = same_place(&step.before, &situation.screen);
        if perhaps || here {
            if let Some((action, why)) = self.wait(situation).filter(|_| !perhaps) {
                return DriftRepair::Do(action, why);
            }
            if let Some((action, why)) = self.uncover(situation) {
                return DriftRepair::Do(action, why);
            }
            if let Some((action, why)) = self.scroll(step, situation) {
                return DriftRepair::Do(action, why);
            }
            if perhaps {
                return DriftRepair::GiveUp;
            }
        }
        if let Some((action, why)) = self.wait(situation) {
            return DriftRepair::Do(action, why);
        }
        if let Some(later) = done_already(tape, place, situation).filter(|_| !here) {
            return DriftRepair::SkipTo(later);
        }
        if let Some((action, why)) = self.clear_what_covers(tape, step, situation) {
            return DriftRepair::Do(action, why);
        }
        self.go_there(tape, place, situation)
    }

    fn wait(&mut self, situation: &Situation) -> Option<(Action, String)> {
        let often = if situation.screen.busy { WAITS } else { 1 };
        if situation.screen.surface.is_dialogue() || self.waits >= often {
            return None;
        }
        self.waits += 1;
        let why = "The screen is not the recorded one; it may still change.".to_owned();
        Some((Action::Wait { ms: WAIT_MS }, why))
    }

    /// On a small display the keyboard may cover what was in sight; BACK closes it first.
    fn uncover(&mut self, situation: &Situation) -> Option<(Action, String)> {
        if !situation.screen.keyboard || std::mem::replace(&mut self.uncovered, true) {
            return None;
        }
        let why = "The keyboard may cover what was touched.".to_owned();
        Some((Action::Key { key: DeviceKey::Back }, why))
    }

    /// A dialog, a question of the system or another app is in front.
    fn clear_what_covers(
        &mut self,
        tape: &ActionTape,
        step: &TapedAction,
        situation: &Situation,
    ) -> Option<(Action, String)> {
        let screen = &*situation.screen;
        let covers = screen.package != step.before.package
            && belongs_to(&screen.package, &tape.package)
            || screen.dialog && !step.before.dialog;
        if covers && self.backs < BACKS {
            self.backs += 1;
            if let Some(answered) = answered(tape, situation) {
                return Some((answered, "As this was answered in the recording.".to_owned()));
            }
            let going_on = |widget: &&Widget| GOING_ON.contains(&widget.short_id());
            if let Some(button) = screen.widgets.iter().find(going_on) {
                let action = Action::Tap { target: WidgetTarget::of(button) };
                return Some((action, "A question of the system covers the app.".to_owned()));
            }
            let why = "A dialog is open that was not there in the recording.".to_owned();
            return Some((Action::Key { key: DeviceKey::Back }, why));
        }
        let back = return_to_app(situation).filter(|_| self.backs < 2 * BACKS)?;
        if step.before.package == screen.package {
            return None;
        }
        self.backs += 1;
        Some((back.action, back.why))
    }

    /// Looks for what is out of sight: down to the end of each container, then up.
    fn scroll(&mut self, step: &TapedAction, situation: &Situation) -> Option<(Action, String)> {
        step.action.target()?;
        let exact = situation.state.exact;
        if self.strokes >= STROKES {
            return None;
        }
        for widget in &situation.screen.widgets {
            let sideways = abstraction::scrolls_sideways(&situation.screen, widget);
            if !widget.allows(ActionKind::Scroll) || !widget.acts() || sideways {
                continue;
            }
            let name = format!("{}#{}", widget.class, widget.resource_id);
            let state = self.scrolled.entry(name).or_default();
            if state.before == Some(exact) {
                state.done = state.up;
                state.up = true;
            }
            if state.done {
                continue;
            }
            state.before = Some(exact);
            self.strokes += 1;
            let direction = if state.up { Direction::Up } else { Direction::Down };
            let why = "What was touched is not in sight; it may lie further on.".to_owned();
            return Some((Action::Scroll { target: WidgetTarget::of(widget), direction }, why));
        }
        None
    }

    /// A known path, else from the start.
    fn go_there(&mut self, tape: &ActionTape, place: usize, situation: &Situation) -> DriftRepair {
        let Some(step) = tape.steps.get(place) else { return DriftRepair::GiveUp };
        if self.paths_tried < PATHS {
            self.paths_tried += 1;
            self.returning = known_path(tape, step, situation);
            if let Some((action, why)) = self.onward(tape, situation) {
                return DriftRepair::Do(action, why);
            }
        }
        if !self.restarted {
            self.restarted = true;
            self.paths_tried = self.paths_tried.min(PATHS - 1);
            let why = "No path is known from here, so the app is restarted.".to_owned();
            return DriftRepair::Do(Action::Restart, why);
        }
        if !self.forwarded {
            self.forwarded = true;
            self.returning = (tape.since_restart(place)..place).map(ReturnMove::Taped).collect();
            if let Some((action, why)) = self.onward(tape, situation) {
                return DriftRepair::Do(action, why);
            }
        }
        DriftRepair::GiveUp
    }

    /// The next action of the path that can be done here.
    fn onward(&mut self, tape: &ActionTape, situation: &Situation) -> Option<(Action, String)> {
        while let Some(next) = self.returning.pop_front() {
            let action = match next {
                ReturnMove::Taped(place) => {
                    let step = tape.steps.get(place)?;
                    aimed(step, &situation.screen)
                }
                ReturnMove::Key(from, key) => {
                    let offers = situation.available.iter();
                    let offered = offers.clone().find(|offer| offer.key == key);
                    let offered = offered.map(|offer| offer.action.clone());
                    offered.or_else(|| aimed(tape.done(from, &key)?, &situation.screen))
                }
            };
            if let Some(action) = action {
                let left = self.returning.len();
                return Some((action, format!("On the path back to the recording, {left} more.")));
            }
        }
        None
    }
}

/// What `step` did, aimed at the present screen, if that is the same place. A secret that was lost
/// cannot be typed.
fn aimed(step: &TapedAction, screen: &Screen) -> Option<Action> {
    if !same_place(&step.before, screen) {
        return None;
    }
    let (action, _) = locate::again(&step.action, &step.before, screen).ok()?;
    let is_lost =
        |single: &Action| matches!(single, Action::Type { text, .. } if text.reveal().is_none());
    let lost = action.singles().any(is_lost);
    (!lost).then_some(action)
}

/// What was done in the recording on the present screen, if that is a question.
fn answered(tape: &ActionTape, situation: &Situation) -> Option<Action> {
    let here = situation.state.structural;
    let step = tape.steps.iter().find(|step| step.from.structural == here)?;
    aimed(step, &situation.screen)
}

/// The place of the next step that can be done here, if what lies between leads here anyway.
fn done_already(tape: &ActionTape, place: usize, situation: &Situation) -> Option<usize> {
    let here = situation.state.structural;
    let later = tape.steps.iter().enumerate().skip(place + 1).take(SKIPPED);
    let mut later = later.take_while(|(_, step)| !step.action.starts_anew());
    later.find(|(_, step)| step.from.structural == here).map(|(at, _)| at)
}

/// The shortest known path to where `step` was done: one explored since the start, else a recorded one.
fn known_path(
    tape: &ActionTape,
    step: &TapedAction,
    situation: &Situation,
) -> VecDeque<ReturnMove> {
    let goal = step.from.structural;
    let here = situation.state.structural;
    let explored = path::shortest_path(&situation.model, here, |state| state.id == goal);
    let recorded = || {
        let start = tape.recognise(here, &situation.screen)?;
        path::shortest_path(&tape.model, start, |state| state.id == goal)
    };
    let returning =
        explored.filter(|returning| !returning.is_empty()).or_else(recorded).unwrap_or_default();
    returning.into_iter().map(|step| ReturnMove::Key(step.from, step.key)).collect()
}
