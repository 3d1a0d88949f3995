//! What this explorer tells others of its kind that explore the same app in a fleet: so that they neither do again
//! what was done, nor overlook what only another one has seen.

use super::form_filling::FormNews;
use super::move_tags::MoveTag;
use super::moves::{MoveId, ScreenMove};
use crate::domain::{Intent, StateId};

/// Something that was found out.
#[derive(Clone, Debug)]
pub(super) enum FuzzNews {
    /// A screen, or its form in another variant, was seen with what can be done there.
    Seen {
        /// Its state.
        state: StateId,
        /// What can be done.
        moves: Vec<ScreenMove>,
        /// It does not lie on its side.
        upright: bool,
    },
    /// A move was done in a state for the first time.
    Tried {
        /// Where.
        state: StateId,
        /// Which move.
        id: MoveId,
        /// What it is called over all screens, if that is known, and what it taught of those.
        lesson: Option<Box<(MoveTag, TagLesson)>>,
        /// It ended the app.
        is_deadly: bool,
    },
    /// Something was done with a form.
    Form(FormNews),
    /// An activity was started for a first look.
    Toured(Intent),
}

/// What the first try of a move on one screen says of moves like it on others.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagLesson {
    /// It changed nothing.
    pub(super) nothing: bool,
    /// It showed something that was seen nowhere before.
    pub(super) news: bool,
    /// What it showed was new by the heading of the page alone.
    pub(super) only_heading: bool,
    /// The state that it led to.
    pub(super) to: StateId,
    /// The screen is another one then.
    pub(super) leaves: bool,
}
