//! What the widgets of the shown screen offer, for the panes that show and perform it.

use crate::domain::{ActionKind, AvailableAction, Widget};
use crate::tui::pane::{MessageTone, UiAct};
use crate::tui::view::ViewContext;

/// What the widget with this number offers, the most natural first.
pub fn of<'a>(view: &ViewContext<'a>, number: usize) -> &'a [AvailableAction] {
    let offers: &'a [AvailableAction] = &view.shown.offers;
    // Offers stand in the order of their widgets.
    let place =
        |offer: &AvailableAction| offer.action.target().map_or(usize::MAX, |target| target.number);
    let start = offers.partition_point(|offer| place(offer) < number);
    let end = offers.partition_point(|offer| place(offer) <= number);
    offers.get(start..end).unwrap_or_default()
}

/// Performs what `number` offers: an action of `kind`, or its first one. Where it offers none, says
/// so.
pub fn perform(
    view: &ViewContext<'_>,
    number: Option<usize>,
    kind: Option<ActionKind>,
) -> Vec<UiAct> {
    let Some(number) = number else {
        return vec![UiAct::Toast(MessageTone::Warning, "no widget is selected".into())];
    };
    let wanted = |offer: &&AvailableAction| kind.is_none_or(|kind| offer.action.kind() == kind);
    if let Some(offer) = of(view, number).iter().find(wanted) {
        return vec![UiAct::Perform(offer.action.clone())];
    }
    let why = match kind {
        Some(ActionKind::LongTap) => format!("[{number}] takes no long tap"),
        _ => format!("[{number}] offers nothing that can be done"),
    };
    vec![UiAct::Toast(MessageTone::Warning, why)]
}

/// The kind of action that tells best what `widget` is for; `None` if it does nothing.
pub fn main_kind(widget: &Widget) -> Option<ActionKind> {
    if !widget.acts() {
        return None;
    }
    let order = [ActionKind::Type, ActionKind::Tap, ActionKind::LongTap, ActionKind::Scroll];
    order.into_iter().find(|kind| widget.allows(*kind)).or_else(|| widget.actions.first().copied())
}

/// A sign for a kind of action, so that colours are not all that tells them apart.
pub const fn sign(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::Type => "_",
        ActionKind::LongTap | ActionKind::DoubleTap => "‥",
        ActionKind::Say => "“",
        ActionKind::Swipe | ActionKind::Scroll | ActionKind::Drag | ActionKind::Pinch => "↕",
        _ => "",
    }
}

/// The place of `number` among the marks: `▶` where it is proposed, brackets where it is selected.
pub fn mark(number: usize, sign: &str, view: &ViewContext<'_>) -> String {
    let arrow = if view.proposed_widget() == Some(number) { "▶" } else { "" };
    if view.selected == Some(number) {
        format!("{arrow}[{number}{sign}]")
    } else {
        format!("{arrow}{number}{sign}")
    }
}
