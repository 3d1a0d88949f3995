//! The tuned numbers of systematic exploration.

use crate::explorer::weights::weights;

weights! {
    /// The tuned numbers of [`super::Systematic`]. Ranks only order the actions of one screen: the
    /// highest comes first, and their differences say nothing.
    pub struct SystematicWeights {
        /// How long an app that shows progress is waited for at once, in milliseconds: as long as
        /// slow networks take.
        progress_wait_ms: u32 = 30_000,
        /// A state is no longer a goal after so many paths to it that led elsewhere. Hidden data can
        /// make a path fail once by chance.
        failed_paths: u32 = 2,
        /// The most contents of a form that one button sends: more say little.
        form_contents: usize = 4,
        /// The most states that one proposal looks at in search of the nearest one with something
        /// untried, so that a proposal takes the same time whatever is known of the app.
        searched_states: usize = 400,
        /// Rank of waiting while progress is shown: what comes next is not there yet.
        rank_wait: f64 = 7.0,
        /// Rank of a tap, the most common way to go on.
        rank_tap: f64 = 6.0,
        /// Rank of typing into a field that holds something.
        rank_type: f64 = 5.0,
        /// Rank of a long tap.
        rank_long_tap: f64 = 4.0,
        /// Rank of a swipe over a widget.
        rank_swipe: f64 = 3.5,
        /// Rank of scrolling: it shows more of the same.
        rank_scroll: f64 = 3.0,
        /// Rank of the MENU key, which most apps ignore.
        rank_menu: f64 = 2.0,
        /// Rank of turning the device.
        rank_rotate: f64 = 1.5,
        /// Rank of a tap on what leaves the screen: the path here has to be taken again.
        rank_leave: f64 = 1.2,
        /// Rank of everything else, such as BACK.
        rank_other: f64 = 1.0,
    }
}
