//! All that an app shows: its screen and what is in front of it.

use super::View;

/// Something in front of the screen.
#[derive(Clone)]
pub enum Layer<M> {
    /// A window of its own in the middle; touching outside of it sends `on_dismiss`, as does BACK.
    Dialog {
        /// Its heading.
        title: String,
        /// What is in it.
        content: View<M>,
        /// Sent when it is left without a choice; `None` for one that insists.
        on_dismiss: Option<M>,
    },
    /// A popup menu under the upper right corner, rows made by `item` or `text`.
    Menu {
        /// Its rows.
        rows: Vec<View<M>>,
        /// Sent when it is left without a choice.
        on_dismiss: M,
    },
    /// A bar at the bottom of the screen's own window, with at most one button.
    Snackbar {
        /// What it says.
        text: String,
        /// Its button's words and message.
        action: Option<(String, M)>,
    },
}

/// All that an app shows now.
#[derive(Clone)]
pub struct Scene<M> {
    /// The activity in front, such as `.MainActivity`; one of `app::About::activities`.
    pub activity: &'static str,
    /// The name of this structural state; one of `app::About::states`. The ground truth.
    pub state: &'static str,
    /// The screen: usually a column of tool bar, content and perhaps a bottom bar.
    pub body: View<M>,
    /// What is in front of it, frontmost last. At most one dialog or menu is shown at a time.
    pub layers: Vec<Layer<M>>,
}

impl<M> Scene<M> {
    /// With letters of this size in percent, on the screen and in what is in front of it.
    pub fn enlarge(&mut self, percent: u16) {
        self.body.enlarge(percent);
        for layer in &mut self.layers {
            match layer {
                Layer::Dialog { content, .. } => content.enlarge(percent),
                Layer::Menu { rows, .. } => {
                    rows.iter_mut().for_each(|row| row.enlarge(percent));
                }
                Layer::Snackbar { .. } => {}
            }
        }
    }
}

impl<M> View<M> {
    fn enlarge(&mut self, percent: u16) {
        self.letters = percent;
        self.children.iter_mut().for_each(|child| child.enlarge(percent));
    }
}
