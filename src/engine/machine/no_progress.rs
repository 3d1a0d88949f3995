//! When an app can no longer be explored: it does not stay in front, its screen cannot be read, or
//! it shows nothing to act on, or it crashes, however often it is restarted.

use super::{EngineEffect, StepMachine, emit};
use crate::device::DeviceError;
use crate::domain::ReadQuality;
use crate::domain::screen::belongs_to;
use crate::engine::message::EngineObservation;
use crate::protocol::{EndReason, Event, Obstacle, RunMode, WarningRaised};

/// Restarts in a row without progress.
const RESTARTS_WITHOUT_PROGRESS: u32 = 5;

/// Actions in a row without progress, whatever they are.
const ACTIONS_WITHOUT_PROGRESS: u32 = 30;

/// The latest actions that did not reach the app.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoProgress {
    actions: u32,
    starts: u32,
    /// Restarts that ended in a crash.
    crashed_starts: u32,
}

impl StepMachine {
    /// Counts the action that led to `observation`, before it is learned from.
    pub(super) fn count_no_progress(&mut self, observation: &EngineObservation) {
        if self.obstacle(observation).is_none() {
            self.no_progress = NoProgress::default();
        } else if let Some(acted) = &self.acted {
            self.no_progress.actions += 1;
            let started = acted.action.starts_anew();
            let crashed = observation.crashes.iter().any(|crash| crash.kind.is_fatal());
            self.no_progress.starts += u32::from(started);
            self.no_progress.crashed_starts += u32::from(started && crashed);
        }
    }

    /// What keeps the app from being explored at this observation, if anything does. Voice apps end their
    /// sessions themselves, and are opened again.
    fn obstacle(&self, observation: &EngineObservation) -> Option<Obstacle> {
        let screen = &observation.screen;
        if self.package.is_empty() || screen.surface.is_dialogue() {
            None
        } else if matches!(screen.read_quality, ReadQuality::Failed(_)) {
            Some(Obstacle::Unreadable)
        } else if !belongs_to(&screen.package, &self.package) {
            Some(Obstacle::NotInFront)
        } else if observation.available.is_empty() {
            Some(Obstacle::NothingToDo)
        } else {
            None
        }
    }

    /// Why the run ends here, if it does.
    pub(super) fn ends_without_progress(&self) -> Option<EndReason> {
        let NoProgress { actions, starts, crashed_starts } = self.no_progress;
        // A tester who decides on every action sees it, and may have reasons.
        if !self.is_auto()
            || starts < RESTARTS_WITHOUT_PROGRESS && actions < ACTIONS_WITHOUT_PROGRESS
        {
            return None;
        }
        let observation = self.observation.as_ref()?;
        let obstacle = self.obstacle(observation)?;
        let app = &self.package;
        let tried = format!("after {actions} actions in a row, {starts} of them restarts");
        let (what, hint) = match (obstacle, &observation.screen.read_quality) {
            (Obstacle::Unreadable, ReadQuality::Failed(said)) => (
                format!("the screen cannot be read {tried}: {said}"),
                "look at the device; an app that animates without end cannot be read",
            ),
            (Obstacle::NothingToDo, _) if observation.screen.busy => (
                format!("{app} shows progress and nothing to act on {tried}"),
                "look what it waits for: the network, an account, data",
            ),
            (Obstacle::NothingToDo, _) => (
                format!("{app} shows nothing to act on {tried}"),
                "look at the device; the app may draw its own widgets",
            ),
            (Obstacle::NotInFront, _) if starts > 0 && crashed_starts == starts => (
                format!("{app} crashed each time it was started {tried}"),
                "what it has stored may crash it: clear its data (on adb, --fresh does)",
            ),
            _ => {
                let other = match observation.screen.package.as_str() {
                    "" => "an unknown window",
                    package => package,
                };
                (
                    format!("{app} does not stay in front {tried}; {other} is there instead"),
                    "start it on the device by hand once and read what it says",
                )
            }
        };
        Some(EndReason::Stuck { obstacle, what, hint: Some(hint.to_owned()) })
    }

    /// Ends an unattended run; a tester takes over instead.
    pub(super) fn give_up(&mut self, reason: EndReason) -> Vec<EngineEffect> {
        let EndReason::Stuck { what, hint, .. } = &reason else { return self.end(reason) };
        if !self.has_tester() {
            return self.end(reason);
        }
        self.no_progress = NoProgress::default();
        self.path.clear();
        let warned = WarningRaised { what: format!("{}.", capital(what)), hint: hint.clone() };
        let mut effects = vec![emit(Event::Warned(warned))];
        if self.is_auto() {
            effects.push(self.hand_back("the app cannot be reached".to_owned()));
        }
        effects.push(self.idle());
        effects
    }

    fn is_auto(&self) -> bool {
        matches!(self.mode, RunMode::Auto { .. })
    }

    /// True if a tester can be asked: in a session that was begun without one, one who joined and took it
    /// out of auto.
    pub(super) fn has_tester(&self) -> bool {
        self.setup.attended || !self.is_auto()
    }

    /// The device is locked and does not let itself be unlocked.
    pub(super) fn locked(&mut self, error: &DeviceError) -> Vec<EngineEffect> {
        let (what, hint) = (error.to_string(), error.hint());
        self.give_up(EndReason::Stuck { obstacle: Obstacle::Locked, what, hint })
    }
}

/// `text` with its first letter large, unless it is a name.
fn capital(text: &str) -> String {
    match text.strip_prefix("the ") {
        Some(rest) => format!("The {rest}"),
        None => text.to_owned(),
    }
}
