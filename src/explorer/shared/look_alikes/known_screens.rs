//! Screens as a person would count them.
//!
//! A state is a screen that is known already if both are of the same activity and most of the
//! classes of their actions are the same. So a badge, a value or a button that comes and goes makes
//! no other screen.

use std::collections::{BTreeSet, HashMap};

use super::{LookAlikeWeights, ScreenNumber};
use crate::domain::StateId;
use crate::explorer::Situation;
use crate::explorer::shared::action_class::place_name;

/// By what a screen is recognised, beside the classes of its actions.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct SeenScreen {
    /// Package and location.
    pub(super) place: String,
    /// Package and location of the first page of its template.
    page: String,
    dialog: bool,
    title: Option<String>,
}

impl SeenScreen {
    /// The present one, which is made from the same template as `page`.
    pub(super) fn of(situation: &Situation, page: &str, weights: &LookAlikeWeights) -> Self {
        let screen = &*situation.screen;
        Self {
            place: place_name(&screen.package, &screen.location),
            page: place_name(&screen.package, page),
            dialog: screen.dialog,
            title: screen.title().map(|title| weights.classes.value_free(title)),
        }
    }
}

#[derive(Debug)]
struct KnownScreen {
    number: ScreenNumber,
    dialog: bool,
    title: Option<String>,
    classes: BTreeSet<usize>,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct KnownScreens {
    count: usize,
    of_state: HashMap<StateId, ScreenNumber>,
    of_activity: HashMap<String, Vec<KnownScreen>>,
}

impl KnownScreens {
    /// The screen that `state` belongs to.
    pub(super) fn of(&self, state: StateId) -> ScreenNumber {
        self.of_state.get(&state).copied().unwrap_or(ScreenNumber::UNKNOWN)
    }

    /// Takes in that `state` shows `screen` with actions of `classes`; true if the screen is new.
    pub(super) fn see(
        &mut self,
        state: StateId,
        screen: SeenScreen,
        classes: Vec<usize>,
        weights: &LookAlikeWeights,
    ) -> bool {
        if self.of_state.contains_key(&state) {
            return false;
        }
        let SeenScreen { page, dialog, title, .. } = screen;
        let known = self.of_activity.entry(page).or_default();
        let number = ScreenNumber(self.count);
        let classes = classes.into_iter().collect();
        let mut seen = KnownScreen { number, dialog, title, classes };
        let screens = &weights.screens;
        let least = if dialog { screens.same_dialog_from } else { screens.same_from };
        let latest = known.iter().rev().take(weights.screens.compared);
        let alike = latest.map(|known| (known, known.likeness(&seen, weights.screens.other_title)));
        let nearest = alike.max_by(|one, other| one.1.total_cmp(&other.1));
        match nearest.filter(|(_, likeness)| *likeness >= least) {
            Some((nearest, _)) => {
                seen.number = nearest.number;
                // A screen that changes bit by bit stays one only as long as it is like what it
                // was at first.
                self.of_state.insert(state, seen.number);
                false
            }
            None => {
                self.count += 1;
                self.of_state.insert(state, seen.number);
                known.push(seen);
                true
            }
        }
    }
}

impl KnownScreen {
    fn likeness(&self, other: &Self, other_title: f64) -> f64 {
        if self.dialog != other.dialog {
            return 0.0;
        }
        let sizes = self.classes.len() + other.classes.len();
        let both = self.classes.intersection(&other.classes).count();
        let share = if sizes == 0 { 1.0 } else { 2.0 * both as f64 / sizes as f64 };
        if self.title == other.title { share } else { share * other_title }
    }
}
