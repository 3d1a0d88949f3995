//! Which tabs were seen selected. What each of them shows is known then, so going there from another
//! tab of the same bar shows nothing new.

use std::collections::HashSet;

use crate::domain::{ActionKey, ActionKind, AvailableAction, WidgetRole};
use crate::explorer::Situation;

/// See the module.
#[derive(Default)]
pub struct ShownTabs {
    /// By location and template.
    seen: HashSet<(String, ActionKey)>,
}

impl ShownTabs {
    /// Takes in which tabs of the screen are selected.
    pub fn see(&mut self, situation: &Situation) {
        let selected = situation.available.iter().filter(|it| tab(situation, it) == Some(true));
        self.seen.extend(selected.map(|it| name(situation, it)));
    }

    /// True if `offer` selects a tab that was seen selected before.
    pub fn know(&self, situation: &Situation, offer: &AvailableAction) -> bool {
        tab(situation, offer) == Some(false) && self.seen.contains(&name(situation, offer))
    }
}

fn name(situation: &Situation, offer: &AvailableAction) -> (String, ActionKey) {
    (situation.screen.location.clone(), offer.template.clone())
}

/// Whether the tab that `offer` taps is selected; `None` if it taps none.
fn tab(situation: &Situation, offer: &AvailableAction) -> Option<bool> {
    let target = offer.action.target().filter(|_| offer.action.kind() == ActionKind::Tap)?;
    let widget = situation.screen.widget(target.number)?;
    (widget.role() == WidgetRole::Tab).then_some(widget.selected)
}
