//! The kinds of actions that the network tells apart.

use crate::domain::{Action, DeviceKey, Direction, InputText, Screen, values};

/// So many kinds.
pub(super) const ACTION_KINDS: usize = 20;
/// The kind of a burst, which is no single action.
pub(super) const BURST: usize = 0;
/// The kind of a walk, which is none either.
pub(super) const WALK: usize = 19;

/// The kinds of system events.
pub(super) const SYSTEM_EVENTS: [usize; 4] = [HOME, ROTATE, START, BROADCAST];
const HOME: usize = 12;
const ROTATE: usize = 13;
const START: usize = 15;
const BROADCAST: usize = 16;

/// The number of the kind of `action` on `screen`.
pub(super) fn kind_number(screen: &Screen, action: &Action) -> usize {
    match action {
        Action::Tap { .. } => 1,
        Action::LongTap { .. } => 2,
        Action::Type { text: InputText::Plain(text), target } => {
            let field = screen.widget(target.number);
            let is_first = field.is_some_and(|it| *text == values::plausible_on(screen, it, 0));
            if is_first { 3 } else { 4 }
        }
        Action::Type { text: InputText::Secret(_), .. } => 3,
        Action::Swipe { .. } => 5,
        Action::Scroll { direction: Direction::Down | Direction::Right, .. } => 6,
        Action::Scroll { .. } => 7,
        Action::Drag { .. } => 8,
        Action::Key { key: DeviceKey::Enter } => 9,
        Action::Key { key: DeviceKey::Back } => 10,
        Action::Key { key: DeviceKey::Menu } => 11,
        Action::Key { key: DeviceKey::Home } => HOME,
        Action::Rotate { .. } => ROTATE,
        Action::Restart => 14,
        Action::Start { .. } => START,
        Action::Broadcast { .. } => BROADCAST,
        Action::Wait { .. } => 17,
        _ => 18,
    }
}
