//! Filling in the form that is attacked, and sending it.

use super::super::fields;
use super::super::operations;
use super::super::sending::SendMethod;
use super::{AttackStep, FormAttack};
use crate::domain::{
    Action, ActionKind, AvailableAction, Direction, InputText, Secret, Widget, WidgetTarget,
};
use crate::explorer::shared::actions::named;
use crate::explorer::{ExplorerProposal, Situation};

impl FormAttack {
    /// Fills in the next field, or sends the form.
    pub(super) fn step(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let screen = &situation.screen;
        let current = self.current.as_mut()?;
        if let AttackStep::Typed(at) = current.last {
            // It was proposed and not performed. What was refused is not proposed again.
            let widget = fields::widget(screen, &self.fields[at].key);
            let typing = widget.map(|widget| typing(widget, &current.input.texts[at]));
            if typing.is_some_and(|action| situation.is_possible(&named(situation, action))) {
                current.typed.remove(&at);
            }
        }
        let next = self.fields.iter().enumerate().find_map(|(at, field)| {
            let wanted = &current.input.texts[at];
            let widget = fields::widget(screen, &field.key)?;
            let holds = !widget.password && widget.content() == wanted;
            (!holds && !current.typed.contains(&at)).then_some((at, widget))
        });
        if let Some((at, widget)) = next {
            let action = typing(widget, &current.input.texts[at]);
            let step = named(situation, action);
            current.typed.insert(at);
            current.last = AttackStep::Typed(at);
            let why = self.why(at);
            return situation.is_possible(&step).then(|| ExplorerProposal::new(step, why));
        }
        self.send(situation)
    }

    fn send(&mut self, situation: &Situation) -> Option<ExplorerProposal> {
        let current = self.current.as_mut()?;
        current.before = fields::words_on(&situation.screen);
        // Some buttons are there only once something was typed.
        let now = SendMethod::Button.action(situation).or_else(|| self.method.action(situation));
        let (step, last) = match now {
            Some(step) => (step, AttackStep::Sent),
            // The keyboard may cover the button, or it is further down.
            None if situation.screen.keyboard => {
                (SendMethod::Leave.action(situation)?, AttackStep::Other)
            }
            None => match scroll_down(situation).filter(|_| current.last != AttackStep::Other) {
                Some(step) => (step, AttackStep::Other),
                None => {
                    self.method = self.method.next()?;
                    (self.method.action(situation)?, AttackStep::Sent)
                }
            },
        };
        if !situation.is_possible(&step) {
            return None;
        }
        current.last = last;
        let why = match last {
            AttackStep::Sent => format!("{} It is sent now.", self.headline()),
            _ => "What sends the form is not in sight.".to_owned(),
        };
        Some(ExplorerProposal::new(step, why))
    }

    /// Which attempt it is, and of what rule.
    fn headline(&self) -> String {
        let rule = self.current.as_ref().map(|current| &current.input.rule);
        let made = rule.and_then(|rule| operations::find(&rule.operation));
        let made = made.map(|made| format!(" ({})", made.words)).unwrap_or_default();
        let rule = rule.map(|rule| self.rule_words(rule)).unwrap_or_default();
        format!("Attempt {} of {}: {rule}{made}.", self.attempts + 1, self.weights.attempts)
    }

    fn why(&self, at: usize) -> String {
        let current = self.current.as_ref();
        let changed = current.is_some_and(|it| it.input.rule.fields.contains(&at));
        let role = if changed { "the changed text" } else { "a valid text" };
        let known = current.map(|it| self.record.of(&it.input).words()).unwrap_or_default();
        format!("{} This field gets {role}. Rules like this here: {known}.", self.headline())
    }
}

/// Types `text` into the field: as a secret into a password field, whoever thought of it.
fn typing(widget: &Widget, text: &str) -> Action {
    let target = WidgetTarget::of(widget);
    let text = if widget.password {
        InputText::Secret(Secret::new(text.to_owned()))
    } else {
        InputText::Plain(text.to_owned())
    };
    Action::Type { target, text }
}

/// Scrolling on what can be scrolled.
fn scroll_down(situation: &Situation) -> Option<AvailableAction> {
    let mut available = situation.available.iter();
    available
        .find(|it| {
            let down = matches!(it.action, Action::Scroll { direction: Direction::Down, .. });
            it.action.kind() == ActionKind::Scroll && down && situation.is_possible(it)
        })
        .cloned()
}
