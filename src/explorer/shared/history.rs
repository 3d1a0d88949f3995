//! What was done last and what came of it, and what fields made of texts, for prompts: bounded, so
//! that a prompt does not grow with a session.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::forms::field_name::target_name;
use super::output;
use crate::domain::{Action, FindingKind, InputText, Screen, Widget, WidgetRole, WidgetTarget};
use crate::explorer::{PerformedAction, Situation};
use crate::model::abstraction;
use crate::protocol::ActionOutcome;

/// The latest actions that are kept, and those that most prompts tell.
const KEPT: usize = 6;
const RECENT: usize = 5;
/// The latest turns of a dialogue that are told, and the most characters of what an app said.
const TURNS: usize = 8;
const SAID: usize = 200;
/// The most earlier sentences of the present dialogue that are told, without what the app said to them.
const EARLIER: usize = 24;
/// So many new texts of a screen are told, each of so many words or more.
const SAID_NOW: usize = 2;
const SAID_WORDS: usize = 3;
/// The most fields whose texts are remembered.
const FIELDS: usize = 64;
/// The most fields of a screen that are told.
const TOLD: usize = 6;
/// What came of an action after which the same screen shows something else.
const CHANGED: &str = "the screen changed";
/// The most characters of a text.
const TEXT: usize = 60;

/// An action that was performed lately.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentAction {
    /// What was done.
    pub did: String,
    /// What came of it.
    pub effect: String,
}

impl RecentAction {
    /// The action with its effect; a text that its field took needs none.
    pub fn told(&self) -> String {
        if self.did.starts_with("type ") && self.effect == CHANGED {
            return self.did.clone();
        }
        format!("{}: {}", self.did, self.effect)
    }
}

/// A turn of a dialogue that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastTurn {
    /// What the app said.
    pub app: String,
    /// What was said to it; `None` if the dialogue was begun anew instead.
    pub you: Option<String>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct ActionHistory {
    turns: VecDeque<PastTurn>,
    /// What was said before those turns since the dialogue was begun.
    earlier: VecDeque<String>,
    recent: VecDeque<RecentAction>,
    /// What a field kept of a text, the latest last: name of the field, text, what was kept.
    kept: VecDeque<(String, String, String)>,
}

impl ActionHistory {
    /// Takes in what `done` did, which led to `situation`.
    pub fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        if let Some(turn) = done.before.dialogue() {
            let you = match &done.action {
                Action::Say { words } => Some(output::cut(words, TEXT)),
                _ => None,
            };
            self.turns.push_back(PastTurn { app: output::cut(&turn.text, SAID), you });
            if self.turns.len() > TURNS {
                let turn = self.turns.pop_front();
                match turn.and_then(|turn| turn.you) {
                    Some(you) => self.earlier.push_back(you),
                    None => self.earlier.clear(),
                }
            }
            if self.earlier.len() > EARLIER {
                self.earlier.pop_front();
            }
        }
        let did = output::cut(&output::called_action(&done.action), 2 * TEXT);
        self.recent.push_back(RecentAction { did, effect: effect(done, situation) });
        if self.recent.len() > KEPT {
            self.recent.pop_front();
        }
        let Action::Type { target, text: InputText::Plain(typed) } = &done.action else { return };
        let Some(held) = &done.accepted else { return };
        let field = target_name(target);
        self.kept.retain(|(known, ..)| *known != field);
        if held != typed && !is_ascii_of(held, typed) {
            self.kept.push_back((field, output::cut(typed, TEXT), output::cut(held, TEXT)));
            if self.kept.len() > FIELDS {
                self.kept.pop_front();
            }
        }
    }

    /// The latest actions, the last one last.
    pub fn recent(&self) -> Vec<RecentAction> {
        self.latest(RECENT as u64)
    }

    /// The latest `count` actions, as far as they are kept, the last one last.
    pub fn latest(&self, count: u64) -> Vec<RecentAction> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let surplus = self.recent.len().saturating_sub(count);
        self.recent.iter().skip(surplus).cloned().collect()
    }

    /// The latest turns of a dialogue, the last one last; the present one is not among them.
    pub fn turns(&self) -> Vec<PastTurn> {
        self.turns.iter().cloned().collect()
    }

    /// What was said before those turns since the dialogue was begun, the first sentence first.
    pub fn earlier(&self) -> Vec<String> {
        let is_begun_anew = self.turns.iter().any(|turn| turn.you.is_none());
        let earlier = self.earlier.iter().filter(|_| !is_begun_anew);
        earlier.cloned().collect()
    }

    /// What the fields on `screen` did not take as it was typed: a sentence for each.
    pub fn lessons(&self, screen: &Screen) -> Vec<String> {
        let fields = screen.widgets.iter().filter(|widget| widget.is_field());
        let lessons = fields.filter_map(|field| {
            let own = target_name(&WidgetTarget::of(field));
            let (_, typed, held) = self.kept.iter().find(|(known, ..)| *known == own)?;
            Some(format!("{:?} kept {held:?} of {typed:?}", output::cut(&field.label, TEXT)))
        });
        lessons.take(TOLD).collect()
    }
}

/// What an action did, after what a toast says: only there an app may say why it did nothing.
fn effect(done: &PerformedAction, situation: &Situation) -> String {
    let effect = seen_effect(done, situation);
    let is_new = |toast: &&String| !done.before.toasts.contains(*toast);
    let said = situation.screen.toasts.iter().filter(is_new).take(SAID_NOW);
    let said: Vec<String> = said.map(|toast| format!("{:?}", output::cut(toast, TEXT))).collect();
    if said.is_empty() { effect } else { format!("toast {}; {effect}", said.join(", ")) }
}

fn seen_effect(done: &PerformedAction, situation: &Situation) -> String {
    match (&done.action, &done.accepted) {
        _ if done.failed => return "it could not be performed".to_owned(),
        (Action::Type { text: InputText::Plain(typed), .. }, Some(held))
            if typed != held && is_ascii_of(held, typed) =>
        {
            let held = output::cut(held, TEXT);
            return format!("the field kept {held:?}: some devices type ASCII only");
        }
        (Action::Type { text: InputText::Plain(typed), .. }, Some(held)) if typed != held => {
            return format!("the field kept {:?}", output::cut(held, TEXT));
        }
        _ => {}
    }
    let screen = &situation.screen;
    match done.outcome {
        ActionOutcome::None => "no effect".to_owned(),
        ActionOutcome::Content => {
            let said = said_now(&done.before, screen);
            if said.is_empty() {
                changed_now(&done.before, screen).unwrap_or_else(|| CHANGED.to_owned())
            } else {
                format!("now with {}", said.join(", "))
            }
        }
        ActionOutcome::LeftApp => "it left the app".to_owned(),
        ActionOutcome::Crashed => match situation.model.crash_at(done.step) {
            // Some questions have little room: what tells it apart comes first.
            Some((kind, title)) => {
                let did = if kind == FindingKind::Anr { "hung" } else { "crashed" };
                format!("{did}: {:?}", output::cut(title, 2 * TEXT))
            }
            None => "the app crashed or hung".to_owned(),
        },
        ActionOutcome::Failed => "it could not be performed".to_owned(),
        ActionOutcome::Moved => {
            let said = screen.dialogue().map(|turn| turn.text.clone());
            let said = said.unwrap_or_else(|| abstraction::label(screen));
            format!("led to {:?}", output::cut(&said, TEXT))
        }
    }
}

/// True if `held` is `typed` without what is not ASCII: that may be the device's, and is no lesson of the field.
fn is_ascii_of(held: &str, typed: &str) -> bool {
    !typed.is_ascii() && typed.chars().filter(char::is_ascii).eq(held.chars())
}

/// What `after` says in words that `before` did not have: mostly why a form was not taken.
fn said_now(before: &Screen, after: &Screen) -> Vec<String> {
    let is_said = |widget: &&Widget| {
        widget.role() == WidgetRole::Text
            && widget.actions.is_empty()
            && widget.position.list.is_none()
            && before.widgets.iter().all(|known| known.label != widget.label)
    };
    let words = |widget: &&Widget| widget.label.split_whitespace().count() >= SAID_WORDS;
    let said = after.widgets.iter().filter(is_said).filter(words).take(SAID_NOW);
    said.map(|widget| format!("{:?}", output::cut(&widget.label, TEXT))).collect()
}

/// What else `after` shows that `before` did not: what was switched, what came, or else what went.
fn changed_now(before: &Screen, after: &Screen) -> Option<String> {
    let quoted = |text: &str| format!("{:?}", output::cut(text, TEXT));
    let was_other = |widget: &&Widget| {
        let same = |known: &&Widget| {
            known.label == widget.label && known.resource_id == widget.resource_id
        };
        let known = before.widgets.iter().find(same).and_then(|known| known.checked);
        known.is_some() && widget.checked.is_some() && known != widget.checked
    };
    if let Some(switched) = after.widgets.iter().find(was_other) {
        let state = if switched.checked == Some(true) { "on" } else { "off" };
        return Some(format!("now {} is {state}", quoted(&switched.label)));
    }
    let news = |from: &Screen, than: &Screen| {
        let is_new = |widget: &&Widget| {
            let label = &widget.label;
            !widget.is_field()
                && !label.is_empty()
                && than.widgets.iter().all(|known| known.label != *label)
        };
        let mut labels: Vec<String> = Vec::new();
        for widget in from.widgets.iter().filter(is_new) {
            let label = quoted(&widget.label);
            if !labels.contains(&label) && labels.len() < SAID_NOW {
                labels.push(label);
            }
        }
        labels.join(", ")
    };
    let (came, went) = (news(after, before), news(before, after));
    match (came.is_empty(), went.is_empty()) {
        (false, _) => Some(format!("now with {came}")),
        (true, false) => Some(format!("now without {went}")),
        (true, true) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Finding;
    use crate::explorer::testing::{World, button, field, phone, widget};
    use crate::protocol::Event;

    /// A field that cut "100000" to "100" was shown as if it had taken the text.
    #[test]
    fn what_a_field_made_of_a_text_is_told() {
        let mut world = World::new(None);
        let holding = |text: &str| {
            let amount = field(1, "amount", "Amount");
            phone(vec![crate::domain::Widget { text: text.into(), ..amount }, button(2, "Send")])
        };
        world.show(holding(""));
        let target = WidgetTarget::of(&world.screen.widgets[0]);
        let text = InputText::Plain("100000".into());
        world.act(&Action::Type { target, text }, holding("100"));
        world.last.as_mut().unwrap().accepted = Some("100".into());
        let mut history = ActionHistory::default();
        let situation = world.situation();
        history.learn(world.last.as_ref().unwrap(), &situation);
        assert_eq!(history.recent()[0].effect, "the field kept \"100\"");
        assert_eq!(history.lessons(&world.screen), ["\"Amount\" kept \"100\" of \"100000\""]);
    }

    /// "Save" was told to show "the same screen with other content", which was why it had not saved.
    #[test]
    fn what_a_screen_says_now_is_told() {
        let mut world = World::new(None);
        let page = |more: Option<&str>| {
            let said = more.map(|text| widget(3, "android.widget.TextView", text));
            phone([field(1, "name", "Name"), button(2, "Save")].into_iter().chain(said).collect())
        };
        world.show(page(None));
        let save = world.tapping("Save");
        world.act(&save, page(Some("This field is required.")));
        world.last.as_mut().unwrap().outcome = ActionOutcome::Content;
        let mut history = ActionHistory::default();
        history.learn(world.last.as_ref().unwrap(), &world.situation());
        let effect = &history.recent()[0].effect;
        assert_eq!(effect, "now with \"This field is required.\"");
    }

    /// "Milk" was ticked, a row came and one went: each was told to have changed the screen.
    #[test]
    fn what_was_switched_came_or_went_is_told() {
        let effect = |before: Screen, after: Screen| {
            let mut world = World::new(None);
            world.show(before);
            let go = world.tapping("Go");
            world.act(&go, after);
            world.last.as_mut().unwrap().outcome = ActionOutcome::Content;
            let mut history = ActionHistory::default();
            history.learn(world.last.as_ref().unwrap(), &world.situation());
            history.recent().pop().unwrap().effect
        };
        let page = |more: Vec<Widget>| phone([button(1, "Go")].into_iter().chain(more).collect());
        let milk =
            |on| Widget { checked: Some(on), ..widget(2, "android.widget.CheckBox", "Milk") };
        let row = || button(3, "Honey");
        assert_eq!(effect(page(vec![milk(false)]), page(vec![milk(true)])), "now \"Milk\" is on");
        assert_eq!(effect(page(vec![]), page(vec![row()])), "now with \"Honey\"");
        assert_eq!(effect(page(vec![row()]), page(vec![])), "now without \"Honey\"");
        assert_eq!(effect(page(vec![]), page(vec![])), CHANGED);
    }

    /// "Save" did nothing that could be seen: a toast said what was missing.
    #[test]
    fn what_a_toast_says_is_told_once() {
        let mut world = World::new(None);
        let form = || phone(vec![field(1, "name", "Name"), button(2, "Save")]);
        let saying = || crate::domain::Screen { toasts: vec!["Enter a name".into()], ..form() };
        world.show(form());
        let save = world.tapping("Save");
        let mut history = ActionHistory::default();
        for _ in 0..2 {
            world.act(&save, saying());
            world.last.as_mut().unwrap().outcome = ActionOutcome::None;
            history.learn(world.last.as_ref().unwrap(), &world.situation());
        }
        let effects: Vec<String> = history.recent().into_iter().map(|did| did.effect).collect();
        assert_eq!(effects, ["toast \"Enter a name\"; no effect", "no effect"]);
    }

    #[test]
    fn the_whole_dialogue_is_told_its_beginning_in_short() {
        let mut world = World::new(None);
        let say = |at: usize| Action::Say { words: format!("word {at}") };
        let says = |at: usize| crate::explorer::testing::spoken(&format!("Answer {at}."));
        world.show(says(0));
        let mut history = ActionHistory::default();
        for at in 1..12 {
            world.act(&say(at), says(at));
            history.learn(world.last.as_ref().unwrap(), &world.situation());
        }
        let turns = history.turns();
        assert_eq!((turns.len(), turns[0].you.as_deref()), (TURNS, Some("word 4")));
        assert_eq!(history.earlier(), ["word 1", "word 2", "word 3"]);
        world.act(&Action::Restart, says(0));
        history.learn(world.last.as_ref().unwrap(), &world.situation());
        assert!(history.earlier().is_empty(), "another dialogue was begun");
    }

    /// A model took letters that the device cannot type for a fault of the field.
    #[test]
    fn what_a_device_may_be_unable_to_type_is_no_lesson_of_a_field() {
        let told = |typed: &str, held: &str| {
            let mut world = World::new(None);
            world.show(phone(vec![field(1, "name", "Name")]));
            let target = WidgetTarget::of(&world.screen.widgets[0]);
            let text = InputText::Plain(typed.into());
            world.act(&Action::Type { target, text }, phone(vec![field(1, "name", "Name")]));
            let mut history = ActionHistory::default();
            let done = world.last.clone().unwrap();
            let done = PerformedAction { accepted: Some(held.into()), ..done };
            history.learn(&done, &world.situation());
            (history.recent()[0].effect.clone(), history.lessons(&world.screen).len())
        };
        let effect = "the field kept \"Sn\": some devices type ASCII only";
        assert_eq!(told("Søn", "Sn"), (effect.into(), 0));
        assert_eq!(told("1000", "10"), ("the field kept \"10\"".into(), 1));
    }

    /// A model could not tell a crash from a hang, nor one crash from another.
    #[test]
    fn a_crash_is_told_with_its_exception() {
        let mut world = World::new(None);
        world.show(phone(vec![button(1, "Go")]));
        let target = WidgetTarget::of(&world.screen.widgets[0]);
        world.act(&Action::Tap { target }, phone(vec![button(1, "Go")]));
        let done = world.last.clone().unwrap();
        let title = "NumberFormatException: empty".to_owned();
        let kind = FindingKind::Crash;
        let crash = Finding { kind, title, step: done.step, ..Finding::default() };
        world.learn(&Event::Found(crash));
        let mut history = ActionHistory::default();
        let done = PerformedAction { outcome: ActionOutcome::Crashed, ..done };
        history.learn(&done, &world.situation());
        let effect = &history.recent()[0].effect;
        assert_eq!(effect, "crashed: \"NumberFormatException: empty\"");
    }

    #[test]
    fn only_the_last_actions_are_told() {
        let mut world = World::new(None);
        world.show(phone(vec![button(1, "Go")]));
        let mut history = ActionHistory::default();
        for _ in 0..9 {
            let target = WidgetTarget::of(&world.screen.widgets[0]);
            world.act(&Action::Tap { target }, phone(vec![button(1, "Go")]));
            history.learn(world.last.as_ref().unwrap(), &world.situation());
        }
        let recent = history.recent();
        assert_eq!(recent.len(), RECENT);
        assert_eq!(
            (recent[0].did.as_str(), recent[0].effect.as_str()),
            ("tap \"Go\"", "no effect")
        );
    }
}
