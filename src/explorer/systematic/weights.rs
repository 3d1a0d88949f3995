//! The tuned numbers of systematic exploration.

use crate::explorer::shared::weights::DisplayWeights;
use crate::explorer::shared::work_paths::WorkPathWeights;
use crate::explorer::weights::weights;

weights! {
    /// The tuned numbers of [`super::Systematic`]. A promise is what an action of a kind is expected
    /// to yield before anything is known of what it does, from 0 to 1.
    pub struct SystematicWeights {
        /// What it shares with other explorers of displays.
        display: DisplayWeights = DisplayWeights::default(),
        /// Voice apps: a state is no longer a goal after so many paths to it that led elsewhere.
        failed_paths: u32 = 2,
        /// Promise of sending a form that holds what it was not sent with before.
        new_content: f64 = 0.6,
        /// An empty form is sent only if such buttons yielded so much so far, from 1 before any was tried.
        /// Asked only where the target counts the functions that run.
        send_empty_from: f64 = 0.7,
        /// An app is started again so often while its screen offers nothing.
        restarts_without_offers: u64 = 3,
        /// A dialog is no longer answered in a way that was taken so often, if nothing new came in as many steps.
        answers_without_news: u64 = 4,
        /// Promise of waiting while progress is shown: what comes next is not there yet.
        wait: f64 = 0.7,
        /// Promise of a tap, the most common way to go on.
        tap: f64 = 0.5,
        /// Promise of a tap on what removes something: it is used before it is removed.
        remove: f64 = 0.45,
        /// Promise of a tab, which shows another part of the screen.
        tab: f64 = 0.6,
        /// Promise of a button that answers a dialog.
        answer: f64 = 0.4,
        /// Promise of a switch, check box or choice: it changes something in place.
        toggle: f64 = 0.3,
        /// Promise of a tap inside a picker of a date, a time or a number.
        in_picker: f64 = 0.3,
        /// Promise of a slider: what it is set to changes what buttons beside it do.
        slider: f64 = 0.35,
        /// Promise of typing another text into a field that holds something.
        type_text: f64 = 0.3,
        /// Promise of a long tap.
        long_tap: f64 = 0.15,
        /// Promise of a double tap, which is listed only if something listens for it.
        double_tap: f64 = 0.35,
        /// Promise of a swipe over a widget.
        swipe: f64 = 0.15,
        /// Promise of a slow stroke over a large area that nothing is told of.
        stroke: f64 = 0.3,
        /// Promise of carrying elsewhere what says that it can be carried.
        carry: f64 = 0.4,
        /// Promise of ENTER if a field holds a text that no button sends.
        enter: f64 = 0.55,
        /// Promise of scrolling a page on: its further parts are others.
        scroll_page: f64 = 0.35,
        /// Promise of scrolling a list on: it shows more of the same.
        scroll: f64 = 0.2,
        /// Promise of scrolling back to what was seen.
        scroll_back: f64 = 0.02,
        /// Promise of the MENU key where no button opens a menu.
        menu: f64 = 0.3,
        /// Promise of the MENU key beside a button that opens the menu.
        menu_beside_button: f64 = 0.03,
        /// Promise of turning the device.
        rotate: f64 = 0.15,
        /// Promise of turning an open dialog: before it is answered, since that closes it.
        rotate_dialog: f64 = 0.45,
        /// Promise of turning the device while text is entered or something is under way.
        rotate_at_stake: f64 = 0.25,
        /// Promise of a tap on what leaves the screen: the path here has to be taken again.
        leave: f64 = 0.08,
        /// Promise of BACK if a field holds something: the app may ask whether to keep it.
        leave_begun: f64 = 0.15,
        /// Promise of everything else, such as BACK.
        other: f64 = 0.05,
        /// An open dialog is worked on as long as something in it promises at least this.
        in_dialog: f64 = 0.12,
        /// Work elsewhere must promise so many times as much as what is here, so that the explorer
        /// does not go to and fro.
        leave_for: f64 = 1.25,
        /// What paths to work cost, and how far away it is worth one.
        paths: WorkPathWeights = WorkPathWeights::default(),
    }
}
