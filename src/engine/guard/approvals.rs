//! Held actions that the tester approved. They are not held again in the same situation.

use std::collections::HashMap;

use crate::domain::{Action, ActionKey, InputText, Screen, StateId};
use crate::explorer::form_content;

/// The approvals of a session by structural state. Like refusals they hold for the content that the
/// fields had: the same button may send something else next time.
#[derive(Clone, Debug, Default)]
pub struct ApprovalMemory(HashMap<StateId, ApprovedInState>);

#[derive(Clone, Debug, Default)]
struct ApprovedInState {
    /// What the fields held, hashed; `None` if there is no field.
    content: Option<u64>,
    /// One of them takes a secret, so that nobody can see whether it holds another one.
    takes_secret: bool,
    /// The action's name and what its targets said: buttons of two dialogs may have one name.
    approved: Vec<(ActionKey, Vec<String>)>,
}

impl ApprovalMemory {
    /// Remembers that `action` was approved in `state`, which shows `screen`.
    pub fn add(&mut self, state: StateId, screen: &Screen, key: &ActionKey, action: &Action) {
        let content = form_content(screen);
        let here = self.0.entry(state).or_default();
        if here.content != content {
            *here = ApprovedInState { content, ..ApprovedInState::default() };
        }
        here.takes_secret = screen.widgets.iter().any(|widget| widget.password);
        let approved = (key.clone(), labels(action));
        if !here.approved.contains(&approved) {
            here.approved.push(approved);
        }
    }

    /// Forgets that `action` was approved in `state`: the tester has thought better of it.
    pub fn withdraw(&mut self, state: StateId, key: &ActionKey, action: &Action) {
        if let Some(here) = self.0.get_mut(&state) {
            let labels = labels(action);
            here.approved.retain(|(name, said)| name != key || *said != labels);
        }
    }

    /// Takes in that `action` is performed: once another secret is typed, what was approved beside a field
    /// that takes one is asked for again.
    pub fn perform(&mut self, action: &Action) {
        let types_secret =
            |single: &Action| matches!(single, Action::Type { text: InputText::Secret(_), .. });
        if action.singles().any(types_secret) {
            self.0.retain(|_, here| !here.takes_secret);
        }
    }

    /// True if `action` was approved in `state` while the fields held what they hold on `screen`.
    pub fn has(&self, state: StateId, screen: &Screen, key: &ActionKey, action: &Action) -> bool {
        self.has_said(state, form_content(screen), &(key.clone(), labels(action)))
    }

    /// The same, for an action of this name whose targets said this, while the fields held `content`.
    pub fn has_said(
        &self,
        state: StateId,
        content: Option<u64>,
        action: &(ActionKey, Vec<String>),
    ) -> bool {
        let known = self.0.get(&state).filter(|known| known.content == content);
        known.is_some_and(|known| known.approved.contains(action))
    }
}

/// What the targets of `action` say.
pub(super) fn labels(action: &Action) -> Vec<String> {
    action.singles().filter_map(|single| Some(single.target()?.label.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{ActionKind, DisplaySize, Secret, Widget, WidgetTarget};

    /// A screen with a field, and its button.
    fn form(password: bool) -> (Screen, Action) {
        let field = Widget {
            number: 1,
            class: "android.widget.EditText".into(),
            actions: vec![ActionKind::Type],
            password,
            ..Widget::default()
        };
        let button = Widget { number: 2, label: "Pay".into(), ..Widget::default() };
        let tap = Action::Tap { target: WidgetTarget::of(&button) };
        let empty = Screen::on_display("org.app", ".Main", DisplaySize::new(1, 1));
        (Screen { widgets: vec![field, button], ..empty }, tap)
    }

    #[test]
    fn an_approval_beside_a_secret_ends_with_the_next_one() {
        let key = ActionKey("tap pay".into());
        let state = StateId(1);
        let typing = |text: InputText| Action::Type { target: WidgetTarget::default(), text };
        let plain = typing(InputText::Plain("1".into()));
        let secret = typing(InputText::Secret(Secret::new("1")));
        for (password, action, stays) in
            [(true, &secret, false), (true, &plain, true), (false, &secret, true)]
        {
            let (screen, tap) = form(password);
            let mut memory = ApprovalMemory::default();
            memory.add(state, &screen, &key, &tap);
            assert!(memory.has(state, &screen, &key, &tap));
            memory.perform(action);
            assert_eq!(memory.has(state, &screen, &key, &tap), stays, "{action} {password}");
        }
    }
}
