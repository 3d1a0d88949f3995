//! What the inputs of a display are expected to yield.

use super::super::scene::{InputEvent, KnownOutcome, PromptScene};
use std::collections::HashMap;

use super::Judged;
use super::forms::{self, FormName, FormStatus};
use super::memory::RulesMemory;
use super::paths::{self, FirstInput, RankedPath};
use super::seen_input::SeenInput;
use crate::domain::{Action, ActionKey};
use crate::explorer::Situation;
use crate::explorer::shared::unlisted::is_search;
use crate::model::behaviour::StateNode;

/// What each input of `scene` is expected to yield by itself, and each of `candidates` with the paths that begin with it.
pub fn judge(
    memory: &RulesMemory,
    scene: &PromptScene<'_>,
    candidates: &[usize],
) -> (Vec<f64>, Vec<Judged>) {
    let weights = &memory.weights;
    let situation = scene.situation;
    let here = situation.state.structural;
    let model = &*situation.model;
    let node = model.state(here);
    let seen = memory.seen(here);
    let own: Vec<(f64, String)> = scene
        .inputs
        .iter()
        .zip(seen)
        .map(|(input, seen)| own_yield(memory, scene, node, input, seen))
        .collect();
    let firsts = candidates.iter().filter_map(|place| {
        let (input, seen, (own, _)) =
            (scene.inputs.get(*place)?, seen.get(*place)?, own.get(*place)?);
        let key = &input.offer.key;
        Some(FirstInput {
            key,
            own: *own,
            fresh: weights.repeated.powf(f64::from(memory.repeats(here, key))),
            leaves: seen.leaves() && input.count == 0,
        })
    });
    let firsts: Vec<FirstInput<'_>> = firsts.collect();
    let paths = paths::best_paths((model, memory, &situation.refusals), here, &firsts);
    let assumed = assumed_paths(memory, scene, candidates);
    let back = paths.get(&ActionKey::back());
    let name = |state| model.state(state).map_or_else(String::new, |node| node.label.clone());
    let left = memory.breadth.left_in(here);
    let candidates = candidates.iter().filter_map(|place| own.get(*place));
    let judged = candidates.zip(&firsts).map(|((own_yield, why), first)| {
        let mut judged = Judged { score: *own_yield, why: why.clone(), leads_to: None };
        let leaving = back.filter(|_| first.leaves).map_or(0.0, |back| *own_yield + back.expected);
        let is_best =
            |path: &&RankedPath| path.expected > *own_yield * left && path.expected >= leaving;
        if let Some(path) = paths.get(first.key).filter(is_best) {
            judged.score = path.expected;
            judged.leads_to = Some((path.goal, path.next));
            judged.why = format!(
                "Less is expected of what is left here than of {:?}, {} by the known path.",
                name(path.goal),
                many(path.steps, "step")
            );
        } else if let Some(back) = back.filter(|_| first.leaves) {
            judged.score += back.expected;
            if back.expected > *own_yield {
                judged.why =
                    format!("Untried, and it leaves for what awaits in {:?}.", name(back.goal));
                judged.leads_to = Some((back.goal, back.next));
            }
        }
        if judged.leads_to.is_none() {
            judged.score *= left;
        }
        if let Some(path) = assumed.get(first.key).filter(|path| path.expected > judged.score) {
            judged.score = path.expected;
            judged.leads_to = Some((path.goal, path.next));
            let goal = name(path.goal);
            judged.why =
                format!("Untried here; elsewhere it led to {goal:?}, and more awaits there.");
        }
        judged.score *= first.fresh;
        judged
    });
    let judged = judged.collect();
    (own.into_iter().map(|(own_yield, _)| own_yield).collect(), judged)
}

/// What is expected behind those of `candidates` that were never tried here, but led to the same
/// state wherever they were tried.
fn assumed_paths(
    memory: &RulesMemory,
    scene: &PromptScene<'_>,
    candidates: &[usize],
) -> HashMap<ActionKey, RankedPath> {
    let situation = scene.situation;
    let here = situation.state.structural;
    let mut assumed = HashMap::new();
    for place in candidates {
        let (Some(input), Some(seen)) = (scene.inputs.get(*place), memory.seen(here).get(*place))
        else {
            continue;
        };
        // What is selected shows what is shown already, whatever it led to where it was not.
        let target = input.offer.action.target();
        let widget = target.and_then(|target| situation.screen.widget(target.number));
        let is_selected = widget.is_some_and(|widget| widget.selected);
        if input.count > 0 || is_selected || seen.leaves() || seen.is_row() {
            continue;
        }
        let Some(goal) = memory.same_target(seen).filter(|goal| *goal != here) else { continue };
        let Some(node) = situation.model.state(goal) else { continue };
        let expected = memory.expected(node, situation.refusals.of(goal))
            * memory.weights.decay_per_step
            * memory.doubt(goal);
        let path = RankedPath { expected, goal, next: goal, steps: 1 };
        assumed.insert(input.offer.key.clone(), path);
    }
    assumed
}

/// What `input` is expected to yield by itself, and the rule that says so.
fn own_yield(
    memory: &RulesMemory,
    scene: &PromptScene<'_>,
    node: Option<&StateNode>,
    input: &InputEvent,
    seen: &SeenInput,
) -> (f64, String) {
    let weights = &memory.weights;
    let situation = scene.situation;
    let standing = forms::standing(&memory.forms, situation, &input.offer);
    if let Some(step) = passes_gate(memory, situation, input, standing) {
        return step;
    }
    match standing {
        FormStatus::Full => {
            let index = &memory.breadth.index;
            return (
                seen.alike
                    .map_or(weights.send_full, |alike| index.checked(alike, weights.send_full)),
                "The form holds something that it was not sent with before.".into(),
            );
        }
        FormStatus::Missing => {
            let own_yield = match () {
                () if forms::is_begun(situation) => weights.send_begun,
                () if situation.screen.dialog => weights.send_empty_dialog,
                () => weights.send_empty,
            };
            return (
                own_yield,
                "Sent once with something missing, to see what is said to that.".into(),
            );
        }
        FormStatus::MissingStill => {
            return (weights.send_missing_again, "Something is missing in the form still.".into());
        }
        FormStatus::SentOtherwise => {
            return (
                weights.send_elsewhere,
                "The form was sent like this already, by another button.".into(),
            );
        }
        FormStatus::Sent if input.count == 0 => {
            return (weights.sent_alike, "The form was sent like this already.".into());
        }
        FormStatus::Sent | FormStatus::None => {}
    }
    if matches!(input.offer.action, Action::Type { .. }) {
        if memory.is_refused(&situation.screen) && scene.is_own_text_for_models(input) {
            let why =
                "The form was not taken with the text of the model, so that of the rules is tried.";
            return (weights.own_text_again, why.into());
        }
        if memory.forms.was_sent_complete(&FormName::of(&situation.screen)) {
            let is_typed = || memory.was_typed(&situation.screen, &input.offer.key);
            if input.is_models_text && input.count == 0 && !is_typed() {
                let why = "The form was sent, and the model gave this text for it as well.";
                return (weights.models_text, why.into());
            }
            return (
                weights.other_text,
                "Another text, though the form was sent with all fields filled.".into(),
            );
        }
        // What a search finds is known after the first time.
        let field = input.offer.action.target();
        let field = field.and_then(|target| situation.screen.widget(target.number));
        let finds = field.is_some_and(is_search);
        if input.count > 0 && seen.own.chance > weights.untried_other_text && !finds {
            let why = format!("Filled once more: {}.", seen.own.why);
            return (seen.own.chance * weights.refill, why);
        }
    }
    if input.count > 0 {
        let own_yield = match input.leads {
            KnownOutcome::Nothing => weights.tried_nothing,
            KnownOutcome::Error => weights.tried_error,
            KnownOutcome::Here => weights.tried_here,
            KnownOutcome::Unknown | KnownOutcome::To(_) => weights.tried_elsewhere,
        };
        let times = many(u32::try_from(input.count).unwrap_or(u32::MAX), "time");
        let why = format!("Everything worthwhile is tried; this was tried {times}.");
        return (own_yield / (1.0 + input.count as f64), why);
    }
    if input.offer.action == Action::Restart {
        // An app may begin with something else each time, which would make restarts look fruitful.
        return (seen.own.chance, format!("Never tried here: {}.", seen.own.why));
    }
    let (chance, why) = memory.chance(node, seen);
    let appeared = seen.alike.map_or(1.0, |alike| memory.breadth.appeared.factor(alike.class));
    let chance = chance * appeared;
    (chance, format!("Never tried here: {why}."))
}

/// What is expected of `input` if it fills in or sends what let into the app before: behind it is all that is left.
fn passes_gate(
    memory: &RulesMemory,
    situation: &Situation,
    input: &InputEvent,
    standing: FormStatus,
) -> Option<(f64, String)> {
    if !memory.led_on.is_gate(&situation.screen) {
        return None;
    }
    // What it was not taken with once it is not taken with again.
    let may_lead_on = input.count == 0 || matches!(input.leads, KnownOutcome::To(_));
    let sends = matches!(standing, FormStatus::Sent | FormStatus::SentOtherwise)
        && forms::empty(&memory.forms, situation) == 0
        && may_lead_on;
    let field = input.offer.action.target().and_then(|it| situation.screen.widget(it.number));
    let fills = forms::secret_field(&input.offer.action).is_some()
        && field.is_some_and(|field| memory.forms.is_empty(field));
    (sends || fills).then(|| {
        let why =
            "A form with a hidden field led on here before, so it is filled in and sent again.";
        (memory.weights.pass_gate, why.into())
    })
}

fn many(count: u32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
