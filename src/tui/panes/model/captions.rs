//! The Model pane's subtitle.

use super::ModelPane;
use super::graph_layout::known;
use crate::tui::controls::counted;
use crate::tui::view::ViewContext;

/// What follows the name of the pane.
pub fn subtitle(pane: &ModelPane, view: &ViewContext<'_>) -> String {
    let all = known(view);
    if all == 0 {
        return String::new();
    }
    pane.survey(view);
    let layout = pane.layout.borrow();
    let mut words = if layout.scope.is_partial() && !pane.is_list() {
        let shown = layout.scope.states.len();
        format!("{shown} of {} around here", counted(all as u64, "state"))
    } else {
        let transitions = view.session.model.transitions() as u64;
        format!("{}, {}", counted(all as u64, "state"), counted(transitions, "transition"))
    };
    if !view.live {
        let step = view.moment().map_or(0, |moment| moment.observed.step);
        words += &format!(" · known at step {step}");
    }
    if pane.walks && !pane.is_list() {
        words += " · walking";
    }
    if !pane.follows {
        words += " · not following";
    }
    words
}
