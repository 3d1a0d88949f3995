//! Asks which state this is, once for each structural state, and holds on to the answer.

use super::super::memory::{ElevateMemory, FirstSighting};
use super::super::{ElevateWeights, name_of};
use super::similar::{listed, sure};
use super::{Before, Context, Known, NEW, States};
use crate::domain::{Action, StateId, speech};
use crate::explorer::Situation;
use crate::explorer::shared::output;
use crate::llm::{Asker, ModelQuery, QueryAnswer};
use crate::protocol::{ExplorerNote, FallbackReason, RulesAnswered, StatesMerged};

/// Finds the semantic state of the present one, if it was not judged yet.
///
/// Where nothing is known yet there is nothing to ask. A state that takes other inputs is not listed,
/// since the filter would refuse it, nor is one that is of another activity or page, or of a voice app that waits for
/// something else, or has few words in common with this one, unless the same input led to both. Another part of a page
/// that was scrolled is new. If none is left, the state is new, and no question is asked; nor is one about what the
/// input of a voice app led to before, since the filter would accept nothing else.
pub async fn extract(
    memory: &mut ElevateMemory,
    situation: &Situation,
    asker: &mut Asker,
    switched_off: bool,
) {
    let here = situation.state.structural;
    if memory.meanings.contains_key(&here) || situation.model.position(here).is_none() {
        return;
    }
    let same_way = same_way(memory, situation);
    let voice = situation.screen.surface.is_dialogue();
    // Another part of a page is another state: what can be seen of it differs.
    let is_scrolled =
        situation.last.as_ref().is_some_and(|done| matches!(done.action, Action::Scroll { .. }));
    // Nothing follows from the answer in the last step.
    let is_late = situation.remaining.steps.is_some_and(|left| left < 2);
    let (ruled, into) = match memory.seen_as(here) {
        Some(new) if !switched_off && !is_scrolled => {
            let mut listed = listed(memory, situation, same_way);
            let is_first = listed.is_empty();
            listed.retain(|known| {
                !known.inputs.differ(&new.inputs, voice)
                    && (Some(known.id) == same_way
                        || (known.location == new.location
                            && is_alike(known, new, &memory.weights)))
            });
            let is_forced = |known: &&&FirstSighting| voice && Some(known.id) == same_way;
            if is_first {
                (None, None)
            } else if let Some(forced) = listed.iter().find(is_forced) {
                (Some(FallbackReason::Plain), Some(forced.id))
            } else if listed.is_empty() || is_late {
                let overlap = memory.weights.similar_outputs;
                let into = sure(situation, new, &listed, same_way, overlap);
                (Some(FallbackReason::Plain), into)
            } else {
                asked(memory, situation, asker, new, &listed, same_way).await
            }
        }
        _ if switched_off => (Some(FallbackReason::Without), None),
        _ => (is_scrolled.then_some(FallbackReason::Plain), None),
    };
    let step = situation.step.saturating_sub(1);
    if let Some(why) = ruled {
        let answer = match into {
            Some(into) => format!("the same as {}", name_of(situation, into)),
            None => format!("{} is new", name_of(situation, here)),
        };
        let query = States.name().to_owned();
        asker.note(ExplorerNote::RulesAnswered(RulesAnswered {
            step: situation.step,
            query,
            why,
            answer,
        }));
    }
    if let Some(into) = into {
        asker.note(ExplorerNote::StatesMerged(StatesMerged { step, state: here, into }));
    }
    memory.meanings.insert(here, into.unwrap_or(here));
}

/// Asks. Gives why the rules answered, if they did, and the state to merge with.
async fn asked(
    memory: &ElevateMemory,
    situation: &Situation,
    asker: &mut Asker,
    new: &FirstSighting,
    listed: &[&FirstSighting],
    same_way: Option<StateId>,
) -> (Option<FallbackReason>, Option<StateId>) {
    let context = context(memory, situation, listed, same_way);
    // A context is plain data; it always has a JSON form.
    let json = serde_json::to_value(&context).unwrap_or_default();
    let answer = asker.ask(&States, situation.step, &json, situation.picture.clone()).await;
    let (ruled, state) = match answer {
        QueryAnswer::Model(judgement) => (None, judgement.answer),
        QueryAnswer::Rules { why, otherwise } => (Some(why), otherwise),
    };
    // Only what was listed can be merged with, whatever was answered.
    let into = match state.as_ref().and_then(|state| state.as_str()) {
        Some(NEW) => None,
        Some(id) => listed.iter().map(|seen| seen.id).find(|seen| name_of(situation, *seen) == id),
        None => sure(situation, new, listed, same_way, memory.weights.similar_outputs),
    };
    (ruled, into)
}

fn context(
    memory: &ElevateMemory,
    situation: &Situation,
    listed: &[&FirstSighting],
    same_way: Option<StateId>,
) -> Context {
    let known = |seen: &&FirstSighting| Known {
        id: name_of(situation, seen.id),
        output: seen.output.clone(),
        inputs: seen.inputs.clone(),
    };
    let came = memory.history.recent().pop();
    let before = memory.came.as_ref().zip(came).and_then(|((state, _), came)| {
        let meaning = memory.meaning(situation, *state);
        Some(Before {
            is_other: !listed.iter().any(|known| known.id == meaning),
            state: name_of(situation, meaning),
            output: memory.seen_as(*state)?.output.clone(),
            input: output::cut(&came.did, 80),
        })
    });
    let new = memory.seen_as(situation.state.structural);
    Context {
        voice: situation.screen.surface.is_dialogue(),
        output: output::of(&situation.screen, false),
        inputs: new.map(|new| new.inputs.clone()).unwrap_or_default(),
        known: listed.iter().map(known).collect(),
        before,
        same_way: same_way.map(|state| name_of(situation, state)),
    }
}

/// True if `known` and `new` have so much in common that a model is asked about them. A voice app may say something else
/// each time and ask the same in the end.
fn is_alike(known: &FirstSighting, new: &FirstSighting, weights: &ElevateWeights) -> bool {
    let is_voice = !new.said.is_empty();
    let least = if is_voice { weights.similar_turns } else { weights.similar_screens };
    let last = |said: &str| output::tokens(speech::sentences(said).last().unwrap_or(&""));
    output::overlap(&known.tokens, &new.tokens) >= least
        || (is_voice
            && output::overlap(&last(&known.said), &last(&new.said)) >= weights.similar_outputs)
}

/// The known state that the input which led here led to most often before, from the state before
/// or from one that means the same.
fn same_way(memory: &ElevateMemory, situation: &Situation) -> Option<StateId> {
    let (from, key) = memory.came.as_ref()?;
    let here = situation.state.structural;
    let edges = situation.model.alike(*from).filter_map(|node| node.edges.get(key));
    let led = edges.flat_map(|edge| &edge.to).filter(|(to, _)| *to != here);
    let led = led.map(|(to, count)| (memory.meaning(situation, *to), count));
    let known = led.filter(|(to, _)| *to != here && memory.seen_as(*to).is_some());
    known.max_by_key(|(_, count)| **count).map(|(to, _)| to)
}
