//! From words to inputs: those of a reply, and those of the tester.

use std::cmp::Reverse;

use super::screens::SeenScreens;
use crate::domain::{
    Action, ActionKey, Direction, InputText, StateId, Widget, WidgetTarget, speech,
};
use crate::explorer::Situation;
use crate::explorer::elevate::scene::PromptScene;
use crate::explorer::shared::output;
use crate::model::behaviour::StateNode;
use crate::protocol::GoalText;

/// Shorter words say nothing of a task.
const TASK_WORD: usize = 4;
/// The most states that a tester's words are compared with.
const COMPARED: usize = 400;

/// The place in [`PromptScene::inputs`] of the input that `words` name: exactly, or by the label alone,
/// or by the beginning.
pub fn input(scene: &PromptScene<'_>, words: &str) -> Option<usize> {
    let said = speech::normal(words);
    if said.is_empty() {
        return None;
    }
    let is_text = |action: &Action| matches!(action, Action::Type { .. });
    let names: Vec<(usize, String, String)> = scene
        .inputs
        .iter()
        .enumerate()
        .filter(|(_, input)| !is_text(&input.offer.action))
        .map(|(place, input)| {
            let label = input.offer.action.target().map(|target| speech::normal(&target.label));
            (place, speech::normal(&output::called(&input.offer)), label.unwrap_or_default())
        })
        .collect();
    let first = |is: &dyn Fn(&str, &str) -> bool| {
        names.iter().find(|(_, called, label)| is(called, label)).map(|(place, ..)| *place)
    };
    let (does, label, on) = parts(words);
    let begins = |called: &str, own: &str| {
        let around = called.split_once(own).filter(|_| !own.is_empty() && !label.is_empty());
        let same =
            around.is_some_and(|(before, after)| before.trim() == does && after.trim() == on);
        same && own
            .strip_prefix(&label)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    first(&|called, _| called == said)
        .or_else(|| first(&|_, label| label == said))
        .or_else(|| first(&|called, _| called.starts_with(&said)))
        .or_else(|| first(&begins))
}

/// What `words` such as `swipe "Milk" left` ask for, if it is a gesture on a widget that can be seen. The
/// hierarchy does not say which widgets are held or swiped, so these need not be offered.
pub fn gesture(situation: &Situation, words: &str) -> Option<Action> {
    let (does, label, on) = parts(words);
    let says = |widget: &&Widget| {
        let rest = speech::normal(&widget.label);
        let rest = rest.strip_prefix(&label).filter(|_| !label.is_empty());
        widget.tap.is_some() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let widgets = || situation.screen.widgets.iter().filter(says);
    let target =
        WidgetTarget::of(widgets().find(|widget| widget.acts()).or_else(|| widgets().next())?);
    let directions = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    let direction = directions.into_iter().find(|direction| direction.word() == on);
    let action = match (does.as_str(), direction) {
        ("long tap", _) => Action::LongTap { target },
        ("double tap", _) => Action::DoubleTap { target },
        ("swipe", Some(direction)) => Action::Swipe { target, direction },
        ("scroll", Some(direction)) => Action::Scroll { target, direction },
        _ => return None,
    };
    let key = situation.key_of(&action).0;
    (situation.allows(&action) && !situation.is_refused(&key)).then_some(action)
}

/// What `words` such as `swipe "Milk" left` do, to what, and how, as they are compared.
fn parts(words: &str) -> (String, String, String) {
    let mut parts = words.splitn(2, '"');
    let does = parts.next().unwrap_or_default();
    let (label, on) = parts.next().and_then(|rest| rest.rsplit_once('"')).unwrap_or_default();
    (speech::normal(does), speech::normal(label), speech::normal(on))
}

/// The text that `words` such as `type "Ada" into "Name"` name, with its field.
pub fn named_text(words: &str) -> Option<GoalText> {
    let rest = words.trim().strip_prefix("type ")?;
    let mut quoted = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let text = quoted.next()?.ok()?;
    let field = rest.get(quoted.byte_offset()..)?.trim().strip_prefix("into ")?.trim();
    let field = serde_json::from_str(field).unwrap_or_else(|_| field.to_owned());
    Some(GoalText { field, text })
}

/// True if the field that `typed` is for holds it already.
pub fn holds(situation: &Situation, typed: &GoalText) -> bool {
    field(situation, typed).is_some_and(|field| field.content() == typed.text)
}

/// The field of the screen that `typed` is for.
fn field<'a>(situation: &'a Situation, typed: &GoalText) -> Option<&'a Widget> {
    let said = speech::normal(&typed.field);
    let named = |widget: &&Widget| {
        let names = [&widget.label, &widget.hint, &widget.caption, &widget.content_desc];
        names.into_iter().any(|name| !name.is_empty() && speech::normal(name) == said)
            || speech::normal(widget.short_id()) == said
    };
    let fields = situation.screen.widgets.iter();
    let mut fields = fields.filter(|widget| widget.is_field() && widget.acts() && !widget.password);
    fields.find(named)
}

/// What types `typed` into its field. `None` if there is none, or it holds the text already.
pub fn text(situation: &Situation, typed: &GoalText) -> Option<Action> {
    let field = field(situation, typed).filter(|field| field.content() != typed.text)?;
    let text = InputText::Plain(typed.text.clone());
    let action = Action::Type { target: WidgetTarget::of(field), text };
    let key = situation.key_of(&action).0;
    (!situation.is_refused(&key)).then_some(action)
}

/// The state and the input that the tester's `words` fit best: those with most of the words in their
/// names. `None` if none has any.
pub fn place(
    situation: &Situation,
    screens: &SeenScreens,
    words: &str,
) -> Option<(StateId, Vec<String>)> {
    let said = output::tokens(words);
    let shared = |text: &str| output::tokens(text).intersection(&said).count();
    let mut best: Option<(usize, bool, StateId, Vec<String>)> = None;
    let states = situation.model.states().iter().take(COMPARED).filter(|node| !node.is_absorbed);
    for node in states {
        let inputs = screens.of(node.id).map_or(&[][..], |screen| &screen.inputs);
        let inputs = inputs.iter().filter(|input| !input.is_system && !input.is_text);
        let ranked = inputs.map(|input| {
            (shared(&input.words), !node.edges.contains_key(&input.key), &input.words)
        });
        let input = ranked.max_by_key(|(shared, untried, _)| (*shared, *untried));
        let own = shared(&node.label);
        let (with, untried, begin) = match input.filter(|(shared, ..)| *shared > 0) {
            Some((with, untried, words)) => (with, untried, vec![words.clone()]),
            None => (0, false, Vec::new()),
        };
        let score = 2 * with.max(own) + with.min(own);
        let better = best.as_ref().is_none_or(|(most, new, ..)| (score, untried) > (*most, *new));
        if score > 0 && better {
            best = Some((score, untried, node.id, begin));
        }
    }
    best.map(|(_, _, state, begin)| (state, begin))
}

/// The untried inputs of `node` that share words with `words`, those with most of them first and each name
/// once. Short words alone ("on", "all") say nothing of a task, nor do texts that were made up for a field.
pub fn fitting(
    node: &StateNode,
    screens: &SeenScreens,
    words: &str,
    promises: impl Fn(&ActionKey) -> bool,
) -> Vec<String> {
    let said = output::tokens(words);
    let inputs = screens.of(node.id).map_or(&[][..], |screen| &screen.inputs);
    let mut fits: Vec<(usize, &String)> = Vec::new();
    let untried = inputs.iter().filter(|input| !node.edges.contains_key(&input.key));
    for input in untried.filter(|input| !input.is_text) {
        let (does, label, on) = parts(&input.words);
        let own = if label.is_empty() { format!("{does} {on}") } else { label };
        let own = output::tokens(&own);
        let shared: Vec<&String> = own.intersection(&said).collect();
        let tells = shared.iter().any(|word| word.chars().count() >= TASK_WORD);
        if tells && promises(&input.key) && fits.iter().all(|(_, words)| **words != input.words) {
            fits.push((shared.len(), &input.words));
        }
    }
    fits.sort_by_key(|(shared, _)| Reverse(*shared));
    fits.into_iter().map(|(_, words)| words.clone()).collect()
}
