//! What can be wrong with a phone, for tests of what lies above it.

use super::system_ui::{self, Ask};
use super::{ANDROID, DemoPhone, Front};
use crate::demo::layout::Window;
use crate::demo::running::room;

/// The package of the lock screen.
pub const SYSTEM_UI: &str = "com.android.systemui";

/// Something that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The connection to the phone is gone for good.
    Gone,
    /// The system lets no activity be started.
    CannotStart,
    /// An app closes at once after each start.
    ClosesAtOnce,
    /// A lock screen is in front.
    Locked {
        /// True if it wants a PIN; else a swipe takes it away.
        secret: bool,
    },
    /// The app shows that something is loading, for ever.
    Spinner,
    /// The hierarchy cannot be dumped any more, in these words.
    Unreadable(&'static str),
}

/// Trouble that is there, or comes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Troubles {
    /// It comes after so many more touches and keys.
    coming: Option<(u32, Trouble)>,
    present: Option<Trouble>,
}

impl DemoPhone {
    /// Lets `trouble` befall the phone after so many more touches and keys.
    pub fn befall(&mut self, after: u32, trouble: Trouble) {
        self.troubles.coming = Some((after, trouble));
        self.count_input(0);
    }

    /// What is wrong now.
    pub fn trouble(&self) -> Option<Trouble> {
        self.troubles.present
    }

    /// Counts touches and keys; what was to come after them comes.
    pub(super) fn count_input(&mut self, inputs: u32) {
        if let Some((left, trouble)) = &mut self.troubles.coming {
            *left = left.saturating_sub(inputs);
            if *left == 0 {
                self.troubles.present = Some(*trouble);
                self.troubles.coming = None;
                // An app that is in front already would need no start.
                if self.troubles.present == Some(Trouble::CannotStart) {
                    self.front = Front::Launcher;
                }
            }
        }
    }

    /// An app that closes at once does so.
    pub(super) fn close_at_once(&mut self) {
        if let (Some(Trouble::ClosesAtOnce), Front::App(number)) = (self.trouble(), self.front) {
            self.finished(number);
        }
    }

    /// Takes the lock screen away, unless it wants a secret.
    pub fn dismiss_lock(&mut self) {
        if self.trouble() == Some(Trouble::Locked { secret: false }) {
            self.troubles.present = None;
        }
    }

    /// The window that is in the way.
    pub(super) fn window_in_the_way(&self) -> Option<(&'static str, Window<Ask>)> {
        let room = room(self.display());
        match (self.trouble()?, self.front) {
            (Trouble::Locked { secret }, _) => Some((SYSTEM_UI, system_ui::lock(secret, room))),
            (Trouble::Spinner, Front::App(app)) => {
                let package = self.apps.get(app).map_or(ANDROID, |app| app.about().package);
                Some((package, system_ui::loading(room)))
            }
            _ => None,
        }
    }
}
