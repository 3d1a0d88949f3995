//! From words to inputs: those of a reply, and those of the tester.

use super::screens::SeenScreens;
use crate::domain::{Action, InputText, StateId, Widget, WidgetTarget, speech};
use crate::explorer::Situation;
use crate::explorer::elevate::scene::PromptScene;
use crate::explorer::shared::output;
use crate::model::abstraction::key_of;
use crate::model::behaviour::StateNode;
use crate::protocol::GoalText;

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
    first(&|called, _| called == said)
        .or_else(|| first(&|_, label| label == said))
        .or_else(|| first(&|called, _| called.starts_with(&said)))
}

/// The field of the screen that `typed` is for, as an action that types it. `None` if there is none,
/// or it holds the text already.
pub fn text(situation: &Situation, typed: &GoalText) -> Option<Action> {
    let said = speech::normal(&typed.field);
    let named = |widget: &&Widget| {
        let names = [&widget.label, &widget.hint, &widget.caption, &widget.content_desc];
        names.into_iter().any(|name| !name.is_empty() && speech::normal(name) == said)
            || speech::normal(widget.short_id()) == said
    };
    let fields = situation.screen.widgets.iter();
    let mut fields = fields.filter(|widget| widget.is_field() && widget.acts() && !widget.password);
    let field = fields.find(named).filter(|field| field.content() != typed.text)?;
    let text = InputText::Plain(typed.text.clone());
    let action = Action::Type { target: WidgetTarget::of(field), text };
    let key = key_of(&situation.screen, &action).0;
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

/// The inputs of `node` that share words with `words`.
pub fn fitting(node: &StateNode, screens: &SeenScreens, words: &str) -> Vec<String> {
    let said = output::tokens(words);
    let inputs = screens.of(node.id).map_or(&[][..], |screen| &screen.inputs);
    let fits = inputs.iter().filter(|input| {
        let untried = !node.edges.contains_key(&input.key);
        untried && output::tokens(&input.words).intersection(&said).next().is_some()
    });
    fits.map(|input| input.words.clone()).collect()
}
