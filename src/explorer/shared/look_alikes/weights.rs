//! The tuned numbers of the index of look-alikes.

use crate::explorer::shared::action_class::ActionClassWeights;
use crate::explorer::weights::weights;

weights! {
    /// How [`super::LookAlikes`] weighs what look-alikes did. What an action yields is a number from
    /// 0 to 1; a trust is as many tries as what is believed beforehand counts for.
    pub struct LookAlikeWeights {
        /// Yield of a step that shows one class of actions that was seen nowhere before.
        reward_class: f64 = 0.5,
        /// So many new classes make a whole screen, which yields 1.
        classes_of_a_screen: f64 = 4.0,
        /// Yield of a screen that is new, but shows only actions of known classes.
        reward_screen: f64 = 0.4,
        /// Yield of a state that is new, but shows only actions of known classes.
        reward_state: f64 = 0.05,
        /// Yield of a content that is new in a known state.
        reward_content: f64 = 0.03,
        /// A step that runs so many functions for the first time yields half of what is possible.
        half_by_functions: f64 = 12.0,
        /// Trust in what a gesture that few widgets listen to, or a tap of a switch, promises by its kind against what it
        /// did anywhere.
        gesture_trust: f64 = 6.0,
        /// Trust in the kind of an action against what the widgets that are equally high did.
        family_trust: f64 = 4.0,
        /// Trust in what that gives against what the widgets that look the same did.
        group_trust: f64 = 3.0,
        /// So many tries in a row without effect of what looks the same say nothing of the rest.
        idle_group: u32 = 2,
        /// What is left of what the rest promises for each further one.
        idle_group_left: f64 = 0.7,
        /// Trust in what is believed of a class against its own tries.
        class_trust: f64 = 1.5,
        /// What is left of these trusts if the target counts the functions that run: what a try yielded is
        /// known for certain then.
        trust_with_code: f64 = 0.5,
        /// Trust, in tries, in a promise that holds whatever a class did before, if the target counts the
        /// functions that run.
        checked_trust: f64 = 3.0,
        /// So many new screens for which no function ran for the first time, if they are most, are pages that a
        /// server makes: functions are no measure then.
        pages_by_server: u32 = 4,
        /// A try without effect counts as so many tries that yielded nothing.
        without_effect: f64 = 2.5,
        /// What is left of the yield on a screen on which the class was not tried, if it was tried
        /// on another one.
        elsewhere: f64 = 0.6,
        /// What is left if the class was tried on the same screen: it mostly leads to the same
        /// place.
        same_screen: f64 = 0.12,
        /// What is left of the yield if a look-alike was refused.
        refused: f64 = 0.05,
        /// What is left of the yield of what leads away from the app.
        away: f64 = 0.1,
        /// So much of what is missing to the full yield is added if a link leads to a place that was never seen.
        unseen_place: f64 = 0.4,
        /// What is left of the yield of a link to a place that was seen.
        seen_place: f64 = 0.5,
        /// The same for another row of a list.
        another_row: f64 = 0.35,
        /// The first row of a list that showed a new screen counts as so many tries.
        first_row: f64 = 0.5,
        /// What counts as one class of actions.
        classes: ActionClassWeights = ActionClassWeights::default(),
        /// What counts as one screen.
        screens: KnownScreenWeights = KnownScreenWeights::default(),
    }
}

impl LookAlikeWeights {
    /// Yield of a step that ran so many functions for the first time, from 0 to 1.
    pub(super) fn reward_of_code(&self, functions: u64) -> f64 {
        let functions = functions as f64;
        functions / (functions + self.half_by_functions.max(1.0))
    }
}

weights! {
    /// What counts as one screen, as a person would count them.
    pub struct KnownScreenWeights {
        /// Two states are one screen from this share of common classes of actions on, from 0 to 1
        /// (Dice's coefficient).
        same_from: f64 = 0.6,
        /// The same for dialogs: the menus of two pages have few commands, some of them called alike.
        same_dialog_from: f64 = 0.75,
        /// What is left of that share if the headings differ.
        other_title: f64 = 0.75,
        /// A new state is compared with so many screens of its activity, the latest first, so that
        /// it takes the same time however many are known.
        compared: usize = 40,
    }
}
