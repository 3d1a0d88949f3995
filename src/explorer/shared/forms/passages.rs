//! What forms were sent with when they led on, so that a path can lead through them again.
//!
//! A button that once led on and once did not leads on by what the fields hold. So before a path
//! takes it, the fields are filled as they were when it led on.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::content::fields;
use super::field_name::field_name;
use super::send_button::may_send;
use crate::domain::{
    Action, ActionKey, DeviceKey, InputText, Screen, StateId, Widget, WidgetTarget,
};
use crate::explorer::{PerformedAction, Situation};
use crate::model::behaviour::StateNode;
use crate::model::path::PathJump;
use crate::protocol::ActionOutcome;

/// The passages that are known, by the state of the form.
#[derive(Clone, Debug, Default)]
pub(in crate::explorer) struct KnownPassages(Arc<HashMap<StateId, FormPassage>>);

impl KnownPassages {
    /// The button that leads on from the form `from`, and where to, if that depends on what the
    /// fields hold. It costs a step for each of them and one for the button.
    pub(in crate::explorer) fn of(&self, from: &StateNode) -> Option<&PathJump> {
        let passage = self.0.get(&from.id)?;
        let edge = from.edges.get(&passage.sent.key)?;
        (edge.to.len() > 1).then_some(&passage.sent)
    }
}

/// A form that led on, as it is told to others in a fleet.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct PassageNews {
    form: StateId,
    passage: FormPassage,
}

/// A form that led on.
#[derive(Clone, Debug)]
struct FormPassage {
    /// What sent it, the state that it led to, and what that took.
    sent: PathJump,
    /// What its fields held.
    fills: Vec<FieldFill>,
}

/// What a field held.
#[derive(Clone, Debug)]
struct FieldFill {
    field: String,
    /// `None` for a password field, which shows nothing.
    held: Option<String>,
    /// What was typed into it.
    typed: Action,
}

/// See the module.
#[derive(Debug, Default)]
pub(in crate::explorer) struct FormPassages {
    known: KnownPassages,
    /// What was typed last into each field, by location and name.
    typed: HashMap<(String, String), Action>,
    /// The password fields that were typed into since the app came to this location.
    secrets: HashSet<String>,
    /// What was typed since something else was done, by the name of the field.
    just_typed: Vec<(String, InputText)>,
    /// What was found out and not told yet.
    news: Vec<PassageNews>,
}

impl FormPassages {
    /// The passages that are known.
    pub(in crate::explorer) fn known(&self) -> KnownPassages {
        self.known.clone()
    }

    /// The forms that led on since this was asked last.
    pub(in crate::explorer) fn take_news(&mut self) -> Vec<PassageNews> {
        std::mem::take(&mut self.news)
    }

    /// Takes in that a form has led on for another one.
    pub(in crate::explorer) fn hear(&mut self, news: &PassageNews) {
        let known = Arc::make_mut(&mut self.known.0);
        known.entry(news.form).or_insert_with(|| news.passage.clone());
    }

    /// Takes in what `done` did.
    pub(in crate::explorer) fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        if let Action::Type { target, text } = &done.action {
            self.typed(done, target, text);
        } else {
            self.just_typed.clear();
            if done.outcome == ActionOutcome::Moved && sends(done) {
                self.led_on(done, situation);
            }
        }
        if situation.screen.location != done.before.location {
            self.secrets.clear();
        }
    }

    fn typed(&mut self, done: &PerformedAction, target: &WidgetTarget, text: &InputText) {
        let Some(field) = done.before.widget(target.number).and_then(named) else { return };
        if done.before.widget(target.number).is_some_and(|field| field.password) {
            self.secrets.insert(field.clone());
        }
        self.just_typed.push((field.clone(), text.clone()));
        self.typed.insert((done.before.location.clone(), field), done.action.clone());
    }

    fn led_on(&mut self, done: &PerformedAction, situation: &Situation) {
        let to = situation.state.structural;
        if to == done.from || situation.screen.package != done.before.package {
            return;
        }
        // Another button that leaves the form whatever it holds takes no passage's place.
        let known = situation.model.state(done.from).and_then(|node| self.known.of(node));
        if known.is_some_and(|sent| sent.key != done.key) {
            return;
        }
        let fill = |widget: &Widget| {
            let field = named(widget)?;
            let typed = self.typed.get(&(done.before.location.clone(), field.clone()))?.clone();
            let held = (!widget.password).then(|| widget.content().to_owned());
            let is_filled =
                held.as_ref().map_or(self.secrets.contains(&field), |it| !it.is_empty());
            is_filled.then_some(FieldFill { field, held, typed })
        };
        let fills: Vec<FieldFill> = fields(&done.before).filter_map(fill).collect();
        if !fills.is_empty() {
            let cost = u32::try_from(fills.len()).unwrap_or(u32::MAX).saturating_add(1);
            let passage = FormPassage { sent: PathJump { key: done.key.clone(), to, cost }, fills };
            let told = PassageNews { form: done.from, passage: passage.clone() };
            if Arc::make_mut(&mut self.known.0).insert(done.from, passage).is_none() {
                self.news.push(told);
            }
        }
    }

    /// What is to be typed on the present screen before `key` leads on as it did; `None` if nothing
    /// is, or `key` does not depend on it.
    pub(in crate::explorer) fn next_fill(
        &self,
        situation: &Situation,
        key: &ActionKey,
    ) -> Option<Action> {
        let node = situation.model.state(situation.state.structural)?;
        self.known.of(node).filter(|sent| sent.key == *key)?;
        let passage = self.known.0.get(&node.id)?;
        passage.fills.iter().find_map(|fill| {
            let widget = field_on(&situation.screen, &fill.field)?;
            let holds = match &fill.held {
                Some(held) => widget.content() == held,
                None => self.secrets.contains(&fill.field),
            };
            let mut typing = fill.typed.clone();
            *typing.target_mut()? = WidgetTarget::of(widget);
            // A field that did not take the text, or lost it to another one, will not keep it next time.
            let Action::Type { text, .. } = &typing else { return None };
            let was_typed =
                self.just_typed.iter().any(|(field, typed)| *field == fill.field && typed == text);
            (!holds && !was_typed).then_some(typing)
        })
    }
}

/// True for a tap on what may send a form, and for ENTER.
fn sends(done: &PerformedAction) -> bool {
    match &done.action {
        Action::Key { key } => *key == DeviceKey::Enter,
        Action::Tap { target } => {
            let widget = done.before.widget(target.number);
            widget.is_some_and(|widget| may_send(&done.before, widget))
        }
        _ => false,
    }
}

/// What a field is called over all visits; `None` if nothing tells it from others.
fn named(widget: &Widget) -> Option<String> {
    Some(field_name(widget)).filter(|name| !name.is_empty()).map(str::to_owned)
}

fn field_on<'a>(screen: &'a Screen, name: &str) -> Option<&'a Widget> {
    fields(screen).find(|field| field.enabled && field_name(field) == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::InputText;
    use crate::explorer::testing::{World, button, field, menu, phone};

    /// A form with one field that holds `text`.
    fn form(text: &str) -> Screen {
        let mut name = field(1, "name", "Name");
        name.text = text.into();
        phone(vec![name, button(2, "Continue"), button(3, "Up")])
    }

    fn typing(world: &World, text: &str) -> Action {
        let screen = world.situation().screen;
        let target = WidgetTarget::of(fields(&screen).next().unwrap());
        Action::Type { target, text: InputText::Plain(text.into()) }
    }

    /// Does `action`, and gives the name of it.
    fn act(
        world: &mut World,
        passages: &mut FormPassages,
        action: &Action,
        to: Screen,
    ) -> ActionKey {
        world.act(action, to);
        let done = world.last.clone().unwrap();
        passages.learn(&done, &world.situation());
        done.key
    }

    /// A form that led on when it was filled, and did not when it was sent empty.
    struct PassedForm {
        world: World,
        passages: FormPassages,
        /// What is typed into it.
        filled: Action,
        /// What sends it, and its name.
        send: Action,
        key: ActionKey,
    }

    impl PassedForm {
        fn new() -> Self {
            let mut world = World::new(None);
            let mut passages = FormPassages::default();
            world.show(form(""));
            let filled = typing(&world, "Ada");
            act(&mut world, &mut passages, &filled, form("Ada"));
            let send = world.tapping("Continue");
            let key = act(&mut world, &mut passages, &send, menu("Delivery", &["Standard"]));
            world.show(form(""));
            Self { world, passages, filled, send, key }
        }

        fn act(&mut self, action: &Action, to: Screen) {
            act(&mut self.world, &mut self.passages, action, to);
        }

        fn next_fill(&self) -> Option<Action> {
            self.passages.next_fill(&self.world.situation(), &self.key)
        }

        /// Sends it as it is, which does not lead on.
        fn send_empty(&mut self) {
            self.act(&self.send.clone(), form(""));
        }
    }

    #[test]
    fn a_form_is_filled_as_it_was_when_it_led_on() {
        let mut passed = PassedForm::new();
        assert_eq!(passed.next_fill(), None, "it always led on");
        passed.send_empty();
        let situation = passed.world.situation();
        let node = situation.model.state(situation.state.structural).unwrap();
        let known = passed.passages.known();
        let sent = known.of(node).unwrap();
        assert!(sent.key == passed.key && sent.to != node.id);
        assert_eq!(sent.cost, 2, "one field and the button");
        assert_eq!(passed.next_fill(), Some(passed.filled.clone()));
        passed.act(&passed.filled.clone(), form("Ada"));
        assert_eq!(passed.next_fill(), None, "it holds that now");
    }

    #[test]
    fn what_leaves_the_form_takes_no_passages_place() {
        let mut passed = PassedForm::new();
        passed.send_empty();
        passed.act(&passed.filled.clone(), form("Ada"));
        let up = passed.world.tapping("Up");
        passed.act(&up, menu("Cart", &["Checkout"]));
        passed.world.show(form(""));
        assert_eq!(passed.next_fill(), Some(passed.filled.clone()));
    }

    #[test]
    fn what_a_field_does_not_take_is_typed_once() {
        let mut passed = PassedForm::new();
        passed.send_empty();
        passed.act(&passed.filled.clone(), form(""));
        assert_eq!(passed.next_fill(), None);
        let other = typing(&passed.world, "Grace");
        passed.act(&other, form(""));
        assert_eq!(passed.next_fill(), None, "nor if another text was typed since");
        passed.send_empty();
        assert!(passed.next_fill().is_some(), "the next path may try it again");
    }
}
