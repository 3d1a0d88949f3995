//! The first look: every activity that can be started is started once, and what there is to do in
//! it counted, its menu included (VLM-Fuzz, section 3.2).

use super::budget::{ComponentBudget, interactive};
use crate::domain::{Action, DeviceKey, Intent};
use crate::explorer::Situation;

/// MENU is given up where it showed nothing in so many components in a row: few apps listen to it.
const MENUS: usize = 3;

/// See the module.
#[derive(Default)]
pub(super) struct ComponentTour {
    /// What is still to be started, the next one last.
    left: Vec<Intent>,
    all: usize,
    /// How often MENU showed nothing in a row.
    in_vain: usize,
    at: TourPosition,
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

    /// The next step; `None` once all were looked at.
    pub(super) fn next(
        &mut self,
        situation: &Situation,
        budget: &mut ComponentBudget,
    ) -> Option<(Action, String)> {
        let screen = &*situation.screen;
        let ours = screen.package == situation.model.package();
        let looked = self.all - self.left.len();
        let told =
            |what: &str| format!("First look at {looked} of {} components: {what}.", self.all);
        match self.at {
            TourPosition::Over => return None,
            TourPosition::Started if ours && !screen.dialog && self.in_vain < MENUS => {
                self.at = TourPosition::Menu;
                self.in_vain += 1;
                let why = told("what hides behind the MENU key counts four times");
                return Some((Action::Key { key: DeviceKey::Menu }, why));
            }
            TourPosition::Menu if ours && screen.dialog => {
                budget.menu(&screen.activity, interactive(screen));
                self.at = TourPosition::Before;
                self.in_vain = 0;
                return Some((Action::Key { key: DeviceKey::Back }, told("the menu is counted")));
            }
            _ => {}
        }
        // One activity alone needs no comparison.
        let next = if self.all > 1 { self.left.pop() } else { None };
        let Some(intent) = next else {
            let began = self.at != TourPosition::Before || self.all > 1;
            self.at = TourPosition::Over;
            let why = "All components were looked at; now the app is explored from its start.";
            return began.then(|| (Action::Restart, why.to_owned()));
        };
        self.at = TourPosition::Started;
        let looked = looked + 1;
        let why = format!(
            "First look at {looked} of {} components: each gets its share by what there is to do in it.",
            self.all
        );
        Some((Action::Start { intent }, why))
    }
}
