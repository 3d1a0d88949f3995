//! The tuned numbers of the monkey.

use crate::explorer::shared::unlisted::UnlistedWeights;
use crate::explorer::weights::weights;

weights! {
    /// The tuned numbers of [`super::Monkey`]. An action is drawn with its weight as a share of the
    /// sum of all.
    pub struct MonkeyWeights {
        /// Weight of a tap: most of what a user does.
        tap: f64 = 6.0,
        /// Weight of a touch at any point of the display, whatever is there, as Android's own monkey makes them.
        raw_touch: f64 = 0.0,
        /// Weight of typing into a field.
        type_text: f64 = 2.0,
        /// Weight of everything else that a widget offers.
        other: f64 = 1.0,
        /// Weight of ENTER if a field holds a text that no button sends: as often as typing.
        enter: f64 = 2.0,
        /// Weight of each stroke over a large area that nothing is told of: there are five of them.
        stroke: f64 = 0.5,
        /// Weight of the BACK key, without which the monkey stays in the deepest screens.
        back: f64 = 2.0,
        /// Weight of the MENU key.
        menu: f64 = 0.5,
        /// Weight of the HOME key: it leaves the app, and coming back costs actions.
        home: f64 = 0.2,
        /// Weight of turning the device.
        rotate: f64 = 0.4,
        /// Weight of a restart if no widget offers anything.
        restart: f64 = 0.5,
        /// The most letters and digits of a typed text; at least 1.
        longest_text: usize = 8,
        /// Which areas take strokes.
        unlisted: UnlistedWeights = UnlistedWeights::default(),
    }
}
