//! The first look: every activity that can be started is started once, and what there is to do in
//! it counted, its menu included (VLM-Fuzz, section 3.2).

use super::budget::{ComponentBudget, interactive};
use super::tactic::{FuzzShared, NextStep, Tactic, propose};
use super::weights::VlmFuzzWeights;
use crate::domain::{Action, DeviceKey, Intent};
use crate::explorer::Situation;
use crate::explorer::shared::menu_key;
use crate::protocol::ActionOutcome;

/// See the module.
#[derive(Default)]
pub(super) struct ComponentTour {
    /// What is still to be started, the next one last.
    left: Vec<Intent>,
    all: usize,
    /// Steps taken.
    taken: u64,
    /// How many steps it may take; `None` if the run has no limit, and before its first step.
    allowed: Option<u64>,
    /// How often MENU showed nothing in a row.
    without_effect: usize,
    at: TourPosition,
    /// What was started and not told yet.
    news: Vec<Intent>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TourPosition {
    #[default]
    Before,
    /// An activity was started.
    Started,
    /// MENU was pressed in it.
    Menu,
    Over,
}

impl ComponentTour {
    /// Sets out with the starts of the app's activities.
    pub(super) fn set_out(&mut self, mut starts: Vec<Intent>) {
        self.all = starts.len();
        starts.reverse();
        self.left = starts;
    }

    /// What was started since the last time.
    pub(super) fn take_news(&mut self) -> Vec<Intent> {
        std::mem::take(&mut self.news)
    }

    /// Another explorer has had a first look by `start`.
    pub(super) fn hear(&mut self, start: &Intent) {
        self.left.retain(|it| it != start);
    }

    /// The starts that were left out, since the run is too short to look at all of them.
    pub(super) fn left_out(&self) -> &[Intent] {
        // One activity alone is the one that is shown.
        if self.at == TourPosition::Over && self.all > 1 { &self.left } else { &[] }
    }

    /// True if so many more steps may be taken.
    fn may_take(&self, steps: u64) -> bool {
        self.allowed.is_none_or(|allowed| self.taken + steps <= allowed)
    }

    /// The next step; `None` once all were looked at, or the run's share for it is used up.
    pub(super) fn next(
        &mut self,
        situation: &Situation,
        budget: &mut ComponentBudget,
        weights: &VlmFuzzWeights,
    ) -> Option<(Action, String)> {
        if self.at == TourPosition::Over {
            return None;
        }
        let first = self.taken == 0;
        if let Some(left) = situation.remaining.steps.filter(|_| first) {
            let whole = situation.step.saturating_sub(1) + left;
            self.allowed = Some((whole as f64 * weights.tour_share) as u64);
        }
        let step = self.step(situation, budget, weights);
        self.taken += u64::from(step.is_some());
        step
    }

    fn step(
        &mut self,
        situation: &Situation,
        budget: &mut ComponentBudget,
        weights: &VlmFuzzWeights,
    ) -> Option<(Action, String)> {
        let screen = &*situation.screen;
        let ours = screen.package == situation.model.package();
        let looked = self.all - self.left.len();
        let why =
            |what: &str| format!("First look at {looked} of {} components: {what}.", self.all);
        match self.at {
            TourPosition::Started
                if ours
                    && !screen.dialog
                    && !has_crashed(situation)
                    // The key opens what the button opens.
                    && !menu_key::has_button(screen)
                    && self.without_effect < weights.menus_without_effect
                    // BACK and the restart at the end belong to it.
                    && self.may_take(3) =>
            {
                self.at = TourPosition::Menu;
                self.without_effect += 1;
                let why = why("what hides behind the MENU key counts several times");
                return Some((Action::Key { key: DeviceKey::Menu }, why));
            }
            TourPosition::Menu if ours && screen.dialog => {
                budget.menu(&screen.location, interactive(screen));
                self.at = TourPosition::Before;
                self.without_effect = 0;
                return Some((Action::Key { key: DeviceKey::Back }, why("the menu is counted")));
            }
            _ => {}
        }
        // One activity alone needs no comparison.
        // The restart at the end belongs to it.
        let next = if self.all > 1 && self.may_take(2) { self.left.pop() } else { None };
        let Some(intent) = next else {
            let began = self.taken > 0;
            self.at = TourPosition::Over;
            let why = if self.left.is_empty() {
                "All components were looked at; now the app is explored from its start."
            } else {
                "The share of the run for a first look is used up; now the app is explored from its start."
            };
            return began.then(|| (Action::Restart, why.to_owned()));
        };
        self.at = TourPosition::Started;
        self.news.push(intent.clone());
        let looked = looked + 1;
        let why = format!(
            "First look at {looked} of {} components: each gets its share by what there is to do in it.",
            self.all
        );
        Some((Action::Start { intent }, why))
    }
}

/// True if the start that was performed last ended the app: what is shown is not what was started.
fn has_crashed(situation: &Situation) -> bool {
    situation.last.as_ref().is_some_and(|done| done.outcome == ActionOutcome::Crashed)
}

impl Tactic for ComponentTour {
    fn propose(&mut self, situation: &Situation, shared: &mut FuzzShared) -> Option<NextStep> {
        let (action, why) = self.next(situation, &mut shared.budget, &shared.weights)?;
        propose(situation, action, why).map(NextStep::from)
    }
}
