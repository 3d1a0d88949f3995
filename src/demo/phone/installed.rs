//! An app on the phone: its process, its permissions, and what was seen of it.

use crate::demo::app::About;
use crate::demo::apps::Entry;
use crate::demo::running::Running;
use crate::demo::truth::Truth;

/// How an app's process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// There is none.
    Dead,
    /// It runs, but has no screens: it finished, or only a broadcast started it.
    Bare(u32),
    /// It runs with its screens.
    Alive(u32),
}

impl Life {
    /// The process id.
    pub const fn pid(self) -> Option<u32> {
        match self {
            Self::Dead => None,
            Self::Bare(pid) | Self::Alive(pid) => Some(pid),
        }
    }
}

/// An app on the phone.
pub struct Installed {
    pub entry: Entry,
    pub running: Box<dyn Running>,
    pub life: Life,
    pub granted: Vec<String>,
    pub truth: Truth,
    /// The rotation that it last knew.
    pub landscape: bool,
    /// The changes around it that it last knew.
    pub changes: u64,
    /// How little memory is left, as its process was last told.
    pub trimmed: u8,
    /// Its number among the phone's users.
    pub uid: u32,
    /// When it was last in front, counted in openings.
    pub opened: u64,
}

impl Installed {
    pub fn new(entry: Entry, uid: u32) -> Self {
        Self {
            entry,
            running: (entry.start)(),
            life: Life::Dead,
            granted: Vec::new(),
            truth: Truth::default(),
            landscape: false,
            changes: 0,
            trimmed: 0,
            uid,
            opened: 0,
        }
    }

    pub fn about(&self) -> &'static About {
        self.entry.about
    }
}
