//! Actions that move the content of a container.

use super::{Action, Direction};

impl Action {
    /// Which part of its target comes into view, if it moves its content.
    pub const fn shows(&self) -> Option<Direction> {
        match self {
            Self::Scroll { direction, .. } => Some(*direction),
            // The finger goes the other way.
            Self::Swipe { direction, .. } => Some(direction.opposite()),
            _ => None,
        }
    }
}
