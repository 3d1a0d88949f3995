//! What an action promises by its kind and its words, before anything is known of what it does.

use super::weights::SystematicWeights;
use crate::domain::{
    Action, ActionKind, AvailableAction, DeviceKey, Direction, Screen, WidgetRole,
};
use crate::explorer::shared::forms;
use crate::explorer::shared::labels::{self, LabelMeaning};
use crate::explorer::shared::menu_key;
use crate::explorer::shared::system_events::EventStake;

/// What `available` on `screen` promises, from 0 to 1.
pub(in crate::explorer) fn own_yield(
    weights: &SystematicWeights,
    screen: &Screen,
    available: &AvailableAction,
) -> f64 {
    match &available.action {
        Action::Tap { target } => {
            let widget = screen.widget(target.number);
            if widget.is_some_and(|widget| widget.selected) {
                return weights.leave;
            }
            if screen.dialog && is_answer(&available.action) {
                return weights.answer;
            }
            match widget.map(crate::domain::Widget::role) {
                _ if widget.is_some_and(|widget| widget.position.in_picker) => weights.in_picker,
                _ if leaves(&target.label) => weights.leave,
                Some(WidgetRole::Tab) => weights.tab,
                Some(WidgetRole::Toggle) => weights.toggle,
                Some(WidgetRole::Slider) => weights.slider,
                _ if removes(&target.label) => weights.remove,
                _ => weights.tap,
            }
        }
        Action::Wait { .. } => weights.wait,
        Action::Type { .. } => weights.type_text,
        Action::LongTap { .. } => weights.long_tap,
        Action::DoubleTap { .. } => weights.double_tap,
        Action::Swipe { target, .. }
            if screen.widget(target.number).is_some_and(|it| it.role() == WidgetRole::Slider) =>
        {
            weights.slider
        }
        Action::Swipe { target, direction: Direction::Left }
        | Action::Scroll { target, direction: Direction::Down | Direction::Right }
            if screen.widget(target.number).is_some_and(|it| screen.scrolls_a_page(it)) =>
        {
            weights.scroll_page
        }
        Action::Swipe { .. } => weights.swipe,
        Action::Scroll { direction: Direction::Down | Direction::Right, .. } => weights.scroll,
        Action::Scroll { .. } => weights.scroll_back,
        Action::Drag { target, .. }
            if screen.widget(target.number).is_some_and(|it| it.allows(ActionKind::Drag)) =>
        {
            weights.carry
        }
        Action::Drag { .. } => weights.stroke,
        Action::Key { key: DeviceKey::Enter } => weights.enter,
        Action::Key { key: DeviceKey::Menu } if menu_key::has_button(screen) => {
            weights.menu_beside_button
        }
        Action::Key { key: DeviceKey::Menu } => weights.menu,
        Action::Key { key: DeviceKey::Back } if is_begun(screen) => weights.leave_begun,
        Action::Rotate { .. } => match EventStake::of(screen) {
            EventStake::Nothing => weights.rotate,
            EventStake::Dialog => weights.rotate_dialog,
            EventStake::Text | EventStake::Progress => weights.rotate_at_stake,
        },
        _ => weights.other,
    }
}

/// True if a field of `screen` holds something.
fn is_begun(screen: &Screen) -> bool {
    forms::fields(screen).any(|field| !field.content().is_empty())
}

/// The words of the widget that `action` taps, in lower case.
fn words(action: &Action) -> Option<String> {
    let Action::Tap { target } = action else { return None };
    Some(target.label.to_lowercase())
}

/// True for a tap that answers a dialog, by its words.
pub(super) fn is_answer(action: &Action) -> bool {
    use LabelMeaning as Is;
    let Some(label) = words(action) else { return false };
    if labels::whole_meaning(&label).is_some() {
        return true;
    }
    labels::command_words(&label).into_iter().filter_map(labels::meaning).any(|is| {
        matches!(
            is,
            Is::Submit
                | Is::Accept
                | Is::Allow
                | Is::Agree
                | Is::Back
                | Is::Quit
                | Is::Dismiss
                | Is::Decline
                | Is::Deny
                | Is::Delete
        )
    })
}

/// True for BACK, and for a tap on what takes back what was begun, by its words. In a dialog that is an answer.
pub(super) fn goes_back(screen: &Screen, action: &Action) -> bool {
    match action {
        Action::Key { key } => *key == DeviceKey::Back,
        Action::Tap { target } if !screen.dialog => {
            labels::meaning(&target.label.to_lowercase()) == Some(LabelMeaning::Back)
        }
        _ => false,
    }
}

/// True for the label of a widget that leaves a screen as BACK does.
fn leaves(label: &str) -> bool {
    let label = label.to_lowercase();
    labels::whole_meaning(&label) == Some(LabelMeaning::No)
        || matches!(labels::meaning(&label), Some(LabelMeaning::Back | LabelMeaning::Dismiss))
}

/// True for the label of a widget that removes something.
fn removes(label: &str) -> bool {
    let label = label.to_lowercase();
    let mut words = labels::command_words(&label).into_iter();
    words.any(|word| labels::meaning(word) == Some(LabelMeaning::Delete))
}
