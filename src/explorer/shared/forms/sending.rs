//! Which buttons send forms, and what they send that was not sent before.

use super::{FormMemory, empty_fields, is_for, may_send, sending_words, sent_content};
use crate::domain::{Action, ActionKey, AvailableAction, DeviceKey, Screen, StateId, Widget};
use crate::explorer::Situation;
use crate::explorer::shared::labels::{self, LabelMeaning};

/// Remembers that `key` is performed with what the fields hold now.
pub(in crate::explorer) fn sent(
    memory: &mut FormMemory<StateId>,
    situation: &Situation,
    key: &ActionKey,
) {
    if let Some(content) = sent_content(&situation.screen) {
        memory.add(situation.state.structural, key.clone(), content);
    }
}

/// True for a button that sends a form whose fields hold something it was not sent with before.
pub(in crate::explorer) fn has_new_content(
    memory: &FormMemory<StateId>,
    situation: &Situation,
    available: &AvailableAction,
) -> bool {
    let content = sent_content(&situation.screen);
    let content = content.filter(|_| sends(situation, &available.action));
    content.is_some_and(|content| {
        let news = memory.is_news(&situation.state.structural, &available.key, content);
        news.unwrap_or(true)
    })
}

/// A button that was never tried in this state, of which `is_known` says no, and that would send an empty
/// field. Each is given once. None in a dialog, unless it asks for a secret: it mostly closes whatever it is sent
/// with, so it is filled in first.
pub(in crate::explorer) fn empty_to_send(
    memory: &mut FormMemory<StateId>,
    situation: &Situation,
    mut is_known: impl FnMut(&AvailableAction) -> bool,
) -> Option<AvailableAction> {
    let screen = &*situation.screen;
    let closes = screen.dialog && !screen.widgets.iter().any(|widget| widget.password);
    empty_fields(screen).next().filter(|_| !closes)?;
    let content = sent_content(&situation.screen)?;
    let state = situation.state.structural;
    let node = situation.model.state(state)?;
    let button = situation.available.iter().find(|button| {
        sends(situation, &button.action)
            && would_send_empty(screen, &button.action)
            && !node.edges.contains_key(&button.key)
            && memory.is_news(&state, &button.key, content).is_none()
            && !situation.is_refused(&button.key)
            && !is_known(button)
    })?;
    sent(memory, situation, &button.key);
    Some(button.clone())
}

/// True if a field that belongs to what `action` is on is empty.
fn would_send_empty(screen: &Screen, action: &Action) -> bool {
    let button = action.target().and_then(|target| screen.widget(target.number));
    button.is_none_or(|button| empty_fields(screen).any(|field| is_for(button, field)))
}

/// True for ENTER, and for a tap on a button that says it takes the screen's content.
fn sends(situation: &Situation, action: &Action) -> bool {
    use LabelMeaning as Is;
    if matches!(action, Action::Key { key: DeviceKey::Enter }) {
        return true;
    }
    let Action::Tap { target } = action else { return false };
    let widget = situation.screen.widget(target.number);
    if widget.is_some_and(|widget| !may_send(&situation.screen, widget)) {
        return false;
    }
    if widget.is_some_and(Widget::submits) {
        return true;
    }
    let id = target.resource_id.rsplit('/').next().unwrap_or_default();
    sending_words(&target.label, id).iter().filter_map(|word| labels::meaning(word)).any(|is| {
        matches!(is, Is::Submit | Is::Send | Is::Check | Is::Preview | Is::Add | Is::Export)
    })
}
