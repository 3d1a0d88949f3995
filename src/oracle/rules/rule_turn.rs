//! A turn as rules read it.

use std::sync::Arc;

use super::PageVisit;
use crate::domain::{Action, DeviceKey, ReadQuality, Screen, StateId, WidgetTarget, labels};
use crate::oracle::{JudgedScreen, JudgedTurn};
use crate::protocol::ActionOutcome;

/// A turn on a display. What cannot be judged is left out: screens of other apps, and those that could
/// not be read or were still busy.
pub(in crate::oracle) struct RuleTurn<'a> {
    turn: &'a JudgedTurn,
    app: &'a str,
    visits: Option<(&'a PageVisit, &'a PageVisit)>,
}

impl<'a> RuleTurn<'a> {
    /// `turn` of a session that tests the package `app`.
    pub(super) fn new(turn: &'a JudgedTurn, app: &'a str) -> Self {
        Self { turn, app, visits: None }
    }

    /// The same, with how the page before and the page after were reached.
    pub(super) fn between(self, left: &'a PageVisit, reached: &'a PageVisit) -> Self {
        Self { visits: Some((left, reached)), ..self }
    }

    /// How the page before was reached.
    pub(super) fn left(&self) -> Option<&'a PageVisit> {
        self.visits.map(|(left, _)| left)
    }

    /// How the page after was reached.
    pub(super) fn reached(&self) -> Option<&'a PageVisit> {
        self.visits.map(|(_, reached)| reached)
    }

    /// The step.
    pub(super) fn step(&self) -> u64 {
        self.turn.step
    }

    /// What was done; `None` for the opening.
    pub(super) fn action(&self) -> Option<&'a Action> {
        self.turn.action.as_ref()
    }

    /// What it did; `None` for the opening.
    pub(super) fn outcome(&self) -> Option<ActionOutcome> {
        self.turn.outcome
    }

    /// The widget that was tapped, if that is what was done.
    pub(super) fn tapped(&self) -> Option<&'a WidgetTarget> {
        match self.action()? {
            Action::Tap { target } => Some(target),
            _ => None,
        }
    }

    /// True if the user asked to go back, by the key or by a widget that says so.
    pub(super) fn goes_back(&self) -> bool {
        match self.action() {
            Some(Action::Key { key }) => *key == DeviceKey::Back,
            Some(Action::Tap { target }) => is_up(target),
            _ => false,
        }
    }

    /// The screen before, if it can be judged.
    pub(super) fn before(&self) -> Option<&'a Screen> {
        self.turn.before.as_ref().filter(|it| self.can_be_judged(it)).map(|it| &*it.screen)
    }

    /// The screen after, if it can be judged.
    pub(super) fn after(&self) -> Option<&'a Screen> {
        Some(&self.turn.after).filter(|it| self.can_be_judged(it)).map(|it| &*it.screen)
    }

    /// The same, to be remembered.
    pub(super) fn shared_after(&self) -> Option<Arc<Screen>> {
        self.after()?;
        Some(self.turn.after.screen.clone())
    }

    /// Both screens, if both can be judged.
    pub(super) fn both(&self) -> Option<(&'a Screen, &'a Screen)> {
        Some((self.before()?, self.after()?))
    }

    /// The screen after as it was observed, busy or not; `None` if it is not the app's.
    pub(super) fn observed(&self) -> Option<&'a JudgedScreen> {
        Some(&self.turn.after).filter(|it| it.screen.package == self.app)
    }

    /// The exact state before.
    pub(super) fn exact_before(&self) -> Option<StateId> {
        self.turn.before.as_ref().map(|before| before.state.exact)
    }

    /// The exact state after.
    pub(super) fn exact_after(&self) -> StateId {
        self.turn.after.state.exact
    }

    /// True if there are pictures of both screens, so that a change of pixels alone was noticed.
    pub(super) fn is_pictured(&self) -> bool {
        self.turn.after.picture.is_some()
            && self.turn.before.as_ref().is_some_and(|before| before.picture.is_some())
    }

    /// True if the app died or hung.
    pub(super) fn crashed(&self) -> bool {
        !self.turn.crashes.is_empty() || self.turn.outcome == Some(ActionOutcome::Crashed)
    }

    fn can_be_judged(&self, judged: &JudgedScreen) -> bool {
        let screen = &judged.screen;
        screen.package == self.app && screen.read_quality == ReadQuality::Full && !screen.busy
    }
}

/// True for the arrow or cross that leaves a screen.
pub(super) fn is_up(target: &WidgetTarget) -> bool {
    let label = target.label.trim().to_lowercase();
    matches!(label.as_str(), "navigate up" | "back" | "go back" | "close")
        || labels::own_id(&target.resource_id) == "up"
}

/// What people call the page that `screen` shows: its heading, else its location.
pub(super) fn page_name(screen: &Screen) -> &str {
    screen.title().filter(|title| !title.trim().is_empty()).unwrap_or(screen.short_location())
}

/// What tells pages apart: location and heading.
pub(super) fn page_key(screen: &Screen) -> String {
    format!("{}|{}", screen.location, screen.title().unwrap_or_default())
}
