//! A page that no button sends: what was typed there is kept, if at all, when the page is left. Some apps ask first.
//!
//! And dialogs that a field opens to choose its value, such as a date: they are closed so that it is taken.

use std::collections::HashMap;

use super::sureness;
use crate::domain::{Action, AvailableAction, DeviceKey, Screen, Widget};
use crate::explorer::shared::actions::named;
use crate::explorer::shared::labels;
use crate::explorer::{PerformedAction, Situation};

/// A page is left so often with something typed, since it may keep nothing.
const MOST_TIMES: usize = 2;
/// Words of a question whose yes throws away what was typed.
const LOSSES: &[&str] = &["discard", "lose", "lost", "abandon", "without", "unsaved", "delete"];

/// What a dialog over a begun form came of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// The page was left.
    Leaving,
    /// A field was touched.
    Touching,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaving {
    /// How often each page was left.
    left: HashMap<String, usize>,
    /// Why a dialog came with the last step.
    asked: Option<Asked>,
}

impl Leaving {
    /// Takes in what was done on a page with a begun form, and what it led to.
    pub(super) fn learn(&mut self, done: &PerformedAction, screen: &Screen) {
        let is_leaving = leaves(&done.action) && !done.before.dialog;
        if is_leaving {
            *self.left.entry(done.before.location.clone()).or_default() += 1;
        }
        let touches = done.action.target().and_then(|target| done.before.widget(target.number));
        let is_touching = touches.is_some_and(Widget::is_field) && !done.before.dialog;
        self.asked = match screen.dialog {
            true if is_leaving => Some(Asked::Leaving),
            true if is_touching => Some(Asked::Touching),
            _ => None,
        };
    }

    /// What the dialog on screen came of.
    pub(super) const fn asked(&self) -> Option<Asked> {
        self.asked
    }

    /// The action that leaves the page. In a browser what was typed is lost then.
    pub(super) fn next(&self, situation: &Situation) -> Option<AvailableAction> {
        let screen = &*situation.screen;
        let times = self.left.get(&screen.location).copied().unwrap_or_default();
        if screen.dialog || screen.is_in_browser() || shows_rows(screen) || times >= MOST_TIMES {
            return None;
        }
        let back = named(situation, Action::Key { key: DeviceKey::Back });
        Some(back).filter(|back| situation.is_possible(back))
    }

    /// The answer of the dialog that came up that keeps what was typed.
    pub(super) fn answer<'a>(&self, situation: &'a Situation) -> Option<&'a AvailableAction> {
        let screen = &*situation.screen;
        if self.asked.is_none()
            || !screen.dialog
            || is_about_losing(screen)
            || holds_a_field(screen)
        {
            return None;
        }
        let taps = situation.available.iter();
        let taps = taps.filter(|it| matches!(it.action, Action::Tap { .. }));
        let taps = taps.filter(|it| !situation.is_refused(&it.key));
        let keeping = taps.filter_map(|it| Some((sureness(screen, &it.action)?, it)));
        keeping.min_by_key(|(sureness, _)| *sureness).map(|(_, answer)| answer)
    }
}

/// True for a page with a list: what is typed there mostly narrows it down.
fn shows_rows(page: &Screen) -> bool {
    page.widgets.iter().any(|widget| widget.position.row.is_some() && !widget.is_field())
}

/// True for BACK.
const fn leaves(action: &Action) -> bool {
    matches!(action, Action::Key { key: DeviceKey::Back })
}

/// True for a dialog that is a form itself.
fn holds_a_field(dialog: &Screen) -> bool {
    dialog.widgets.iter().any(Widget::is_field)
}

/// True if the text of a dialog says that something is lost.
fn is_about_losing(dialog: &Screen) -> bool {
    dialog.widgets.iter().filter(|widget| !widget.acts()).any(|widget| {
        let said = widget.text.to_lowercase();
        labels::words(&said).iter().any(|word| LOSSES.contains(word))
    })
}
