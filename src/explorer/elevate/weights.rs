//! The tuned numbers of Elevate's rules.

use crate::explorer::shared::breadth::BreadthWeights;
use crate::explorer::weights::weights;

weights! {
    /// The tuned numbers of [`super::Elevate`]'s rules. A chance is the share of performed actions
    /// that show something new, from 0 to 1, as it was tuned on the demo apps and on every second
    /// recorded voice app; "what is left of" is a factor for it. `voice_` marks those of voice apps,
    /// the others are for apps with a display. What the rules know of rows, bars and known paths is
    /// in their modules still.
    pub struct ElevateWeights {
        /// How the run is kept in breadth on a display.
        breadth: BreadthWeights = BreadthWeights::default(),
        /// Chance of sending a form with all fields filled that was not sent so.
        send_full: f64 = 0.7,
        /// Chance of sending an empty form that was not sent so: the error message is a state of
        /// its own.
        send_empty: f64 = 0.6,
        /// Chance of sending a form that is partly filled and was not sent so.
        send_begun: f64 = 0.4,
        /// What is left of the chance of filling a field that was filled before and is empty again.
        refill: f64 = 0.5,
        /// What is left of the worth for each time that it was done without anything new being
        /// found.
        repeated: f64 = 0.7,
        /// Chance of sending a form in which other fields are empty than when it was sent before.
        send_missing_again: f64 = 0.05,
        /// Chance of sending a form whose content another button sent.
        send_elsewhere: f64 = 0.1,
        /// Chance of sending a form again with the same content.
        sent_alike: f64 = 0.03,
        /// Chance of typing another text into a form that was sent with all fields filled.
        other_text: f64 = 0.02,
        /// Chance of what always did nothing here, before it is divided by its tries plus 1. The
        /// order of these four is what matters.
        tried_nothing: f64 = 0.002,
        /// The same for what left the app or failed.
        tried_error: f64 = 0.004,
        /// The same for what stayed in this state.
        tried_here: f64 = 0.01,
        /// The same for what led to another state.
        tried_elsewhere: f64 = 0.02,
        /// Worth of asking for help once, above every chance: its answer names what the app
        /// understands.
        voice_help_first: f64 = 2.0,
        /// Chance that a reply that the app asks for shows something new.
        voice_asked: f64 = 0.65,
        /// What is left of [`Self::voice_asked`] for each reply before it in the list, since the
        /// likeliest comes first.
        voice_asked_order: f64 = 0.98,
        /// Chance of what the app's help or another state named.
        voice_help: f64 = 0.45,
        /// Chance of what every voice app should take.
        voice_system: f64 = 0.3,
        /// The same for "what's the time": the platform often answers it and thereby leaves the
        /// app, so ending the session in the app's own words comes before it.
        voice_time: f64 = 0.25,
        /// The same for "pause": most apps have nothing to pause.
        voice_pause: f64 = 0.05,
        /// The same for "repeat": what it asks for is known.
        voice_repeat: f64 = 0.02,
        /// Chance of what ends the session, with the cost of the restart after it
        /// ([`Self::voice_restart`]) taken off.
        voice_end: f64 = 0.28,
        /// What is left of a chance that costs a restart.
        voice_restart: f64 = 0.5,
        /// [`Self::voice_end`] once the session has ended in another way before.
        voice_end_known: f64 = 0.15,
        /// Chance that what led to another state once leads to something new the second time.
        voice_second: f64 = 0.1,
        /// The same for what ended the session.
        voice_second_end: f64 = 0.03,
        /// Chance that another restart shows another opening, after the first.
        voice_opening: f64 = 0.08,
        /// Chance of what is known to lead nowhere.
        voice_lost: f64 = 0.02,
        /// What is left of a chance that repeats what was said before.
        voice_repeated: f64 = 0.8,
        /// The chance of an input counts as much as so many tries of it.
        voice_trust: f64 = 2.0,
        /// What other states named counts as much as so many tries.
        voice_named_trust: f64 = 4.0,
        /// Chance of what every voice app should take, if it was said in another state.
        voice_system_repeated: f64 = 0.1,
        /// What is left of the chance of words that were said in another state.
        voice_elsewhere: f64 = 0.4,
        /// What is left of the chance of what is not asked for, for each input that was not
        /// understood in this state beyond those that led on: some states understand little.
        voice_deaf: f64 = 0.9,
    }
}
