//! The available actions of the shown screen's widgets, for the panes that show and perform them.

use crossterm::event::MouseButton;

use crate::domain::{ActionKind, AvailableAction, Widget};
use crate::tui::pane::{MessageTone, UiAct};
use crate::tui::view::ViewContext;

/// The available actions of the widget with this number, the most natural first.
pub fn of<'a>(view: &ViewContext<'a>, number: usize) -> &'a [AvailableAction] {
    let available: &'a [AvailableAction] = &view.shown.available;
    // They are in the order of their widgets.
    let place = |candidate: &AvailableAction| {
        candidate.action.target().map_or(usize::MAX, |target| target.number)
    };
    let start = available.partition_point(|candidate| place(candidate) < number);
    let end = available.partition_point(|candidate| place(candidate) <= number);
    available.get(start..end).unwrap_or_default()
}

/// Performs an available action of `number`: one of `kind`, or its first one. If it has none, says
/// so.
pub fn perform(
    view: &ViewContext<'_>,
    number: Option<usize>,
    kind: Option<ActionKind>,
) -> Vec<UiAct> {
    let Some(number) = number else {
        return vec![UiAct::Toast(MessageTone::Warning, "no widget is selected".into())];
    };
    let wanted =
        |candidate: &&AvailableAction| kind.is_none_or(|kind| candidate.action.kind() == kind);
    if let Some(candidate) = of(view, number).iter().find(wanted) {
        return vec![UiAct::Perform(candidate.action.clone())];
    }
    let why = match kind {
        Some(ActionKind::LongTap) => format!("[{number}] takes no long tap"),
        _ => format!("[{number}] takes no action"),
    };
    vec![UiAct::Toast(MessageTone::Warning, why)]
}

/// Selects the widget that was clicked; performs its long tap if that was with the right button, and
/// its first available action on a double click.
pub fn click(
    view: &ViewContext<'_>,
    number: usize,
    button: MouseButton,
    double: bool,
) -> Vec<UiAct> {
    let mut acts = vec![UiAct::Select(Some(number))];
    if button == MouseButton::Right {
        acts.extend(perform(view, Some(number), Some(ActionKind::LongTap)));
    } else if double {
        acts.extend(perform(view, Some(number), None));
    }
    acts
}

/// The kind of action that shows best what `widget` is for; `None` if it takes none.
pub fn main_kind(widget: &Widget) -> Option<ActionKind> {
    if !widget.acts() {
        return None;
    }
    let order = [ActionKind::Type, ActionKind::Tap, ActionKind::LongTap, ActionKind::Scroll];
    order.into_iter().find(|kind| widget.allows(*kind)).or_else(|| widget.actions.first().copied())
}

/// A sign for a kind of action, so that colour is not the only difference.
pub const fn sign(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::Type => "_",
        ActionKind::LongTap | ActionKind::DoubleTap => "‥",
        ActionKind::Say => "“",
        ActionKind::Swipe | ActionKind::Scroll | ActionKind::Drag | ActionKind::Pinch => "↕",
        _ => "",
    }
}

/// The place of `number` among the marks: `▶` if it is proposed, brackets if it is selected.
pub fn mark(number: usize, sign: &str, view: &ViewContext<'_>) -> String {
    let arrow = if view.proposed_widget() == Some(number) { "▶" } else { "" };
    if view.selected == Some(number) {
        format!("{arrow}[{number}{sign}]")
    } else {
        format!("{arrow}{number}{sign}")
    }
}
