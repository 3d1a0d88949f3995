//! What the inputs of a voice app are worth without a model.
//!
//! Each input has a chance to show something new, and what is worth most is said: the chance for
//! each turn that it takes. The chance begins with the kind of the input, as in Elevate's
//! better-input rules: what is asked for, then what the app's help and other states named, then
//! what every voice app takes. Then it follows what was learned in this session:
//!
//! - what led nowhere where the dialogue stands ([`dialogue`]) is said last of all;
//! - words that were understood in other states are likelier to be understood here, as are words
//!   that differ from them in numbers alone, and the other replies to a question of which one was;
//! - what led to something else each time may do so again;
//! - if another state has something better, the known path there, over a restart too;
//! - if more was lost than led on, what is not asked for is likelier to be lost too, so that
//!   another state is worth more;
//! - what ends the session is said when little else is left, and then before a restart; if
//!   "stop" did not end it, other words for it are;
//! - if the run's budget is known, no way is begun that leaves no turn at its end, and in the last
//!   turn ending the session costs nothing.
//!
//! `help` comes first, once. Of the other words that every voice app takes, `repeat` and `pause`
//! come last: what they show is mostly known.

mod dialogue;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};

pub use self::dialogue::DialogueMemory;
use self::dialogue::{StateUtterances, words};
use super::super::scene::{InputEvent, InputKind, PromptScene};
use super::Judged;
use crate::domain::{AvailableAction, StateId, speech};
use crate::explorer::elevate::ElevateWeights;

/// Words that mean something else in each state.
const MOVING: &[&str] =
    &["yes", "no", "next", "continue", "more", "okay", "another", "another one", "go on"];
/// Words that end a session.
const ENDING: &[&str] = &["stop", "exit", "quit", "cancel", "goodbye", "bye"];

/// A known way.
struct Way {
    worth: f64,
    goal: StateId,
    next: StateId,
}

/// What each input of `scene` is worth by itself, and each of `candidates` with the ways it opens.
pub fn judge(
    dialogue: &DialogueMemory,
    scene: &PromptScene<'_>,
    candidates: &[usize],
) -> (Vec<f64>, Vec<Judged>) {
    let at = dialogue.at.unwrap_or(scene.meaning);
    let left = scene.situation.remaining.steps.unwrap_or(u64::MAX);
    let own: Vec<(f64, String)> =
        scene.inputs.iter().map(|input| worth(dialogue, at, input, left)).collect();
    let ways = ways(dialogue, at, left);
    let judged = candidates.iter().filter_map(|place| {
        let (input, (worth, why)) = (scene.inputs.get(*place)?, own.get(*place)?);
        let mut judged = Judged { score: *worth, why: why.clone(), way: None };
        let first = words(&input.offer.action);
        if let Some(way) = ways.get(&first).filter(|way| way.worth > *worth) {
            let goal = scene.situation.model.state(way.goal).map_or("", |node| &node.label);
            judged.score = way.worth;
            judged.way = Some((way.goal, way.next));
            judged.why = format!("It leads on to {goal:?}, where something was never said.");
        }
        Some(judged)
    });
    let judged = judged.collect();
    (own.into_iter().map(|(worth, _)| worth).collect(), judged)
}

fn worth(dialogue: &DialogueMemory, at: StateId, input: &InputEvent, left: u64) -> (f64, String) {
    let weights = &dialogue.weights;
    let Some(words) = words(&input.offer.action) else {
        let chance = dialogue
            .opened
            .novelty()
            .map_or(weights.voice_opening, |novelty| novelty * weights.voice_repeated);
        return (chance.max(weights.voice_lost), "A restart may open with something else.".into());
    };
    let everywhere = dialogue.everywhere(&words);
    if words == "help" && everywhere.record.tries == 0 {
        return (
            weights.voice_help_first,
            "The app's help tells what it understands, so it is asked for once.".into(),
        );
    }
    if let Some(said) = dialogue.said(at, &words) {
        let tries = f64::from(said.record.tries);
        if said.to.is_empty() {
            let why = "Everything else was said; this led nowhere, or was not understood.";
            return (weights.voice_lost / tries, why.into());
        }
        let ends = said.record.ended == said.record.tries;
        let second = if ends { weights.voice_second_end } else { weights.voice_second };
        let chance = said.novelty().map_or(second, |novelty| novelty * weights.voice_repeated);
        return (
            chance.max(weights.voice_lost / tries),
            "It may lead to something else than before.".into(),
        );
    }
    // Named by the app or not, what every voice app takes is that.
    let system = speech::SYSTEM.contains(&words.as_str());
    let kind = if system { InputKind::System } else { input.kind };
    if kind != InputKind::Context && ENDING.contains(&words.as_str()) {
        let worth = match (everywhere.record.tries, dialogue.ended) {
            (0, false) => weights.voice_end,
            (0, true) => weights.voice_end_known,
            (tries, _) => weights.voice_lost / (1.0 + f64::from(tries)),
        };
        if left == 1 {
            return (
                worth / weights.voice_restart,
                "The last turn costs nothing to end the session with.".into(),
            );
        }
        return (worth, "Little is left to say; this ends the session.".into());
    }
    match kind {
        InputKind::System => {
            let chance = if everywhere.record.tries == 0 {
                universal(weights, &words)
            } else {
                again(weights, &everywhere, weights.voice_system_repeated)
            };
            (
                chance * weights.voice_deaf.powf(dialogue.deafness(at)),
                "What is asked was answered; every voice app should take this.".into(),
            )
        }
        InputKind::Help => {
            let why = "It was named in another state, and never said here.";
            let named = dialogue.named();
            let taken = f64::from(named.tries - named.lost);
            let taken = (weights.voice_named_trust + taken)
                / (weights.voice_named_trust + f64::from(named.tries));
            let chance = general(dialogue, weights.voice_help * taken, &words);
            (chance * weights.voice_deaf.powf(dialogue.deafness(at)), why.into())
        }
        InputKind::Context => {
            let chance = asked(dialogue, at, &words)
                .unwrap_or_else(|| general(dialogue, weights.voice_asked, &words));
            (chance, "It answers what is asked, and was never said here.".into())
        }
    }
}

/// The chance of what every voice app should take, if it was never said.
fn universal(weights: &ElevateWeights, words: &str) -> f64 {
    match words {
        "what's the time" => weights.voice_time,
        "pause" => weights.voice_pause,
        "repeat" => weights.voice_repeat,
        _ => weights.voice_system,
    }
}

/// The chance of a reply that state `at` asks for.
fn asked(dialogue: &DialogueMemory, at: StateId, words: &str) -> Option<f64> {
    let weights = &dialogue.weights;
    let turn = dialogue.turns.get(&at)?;
    let is_it = |offer: &AvailableAction| self::words(&offer.action).as_deref() == Some(words);
    let place = turn.asked.iter().position(is_it)?;
    let said = turn.asked.iter().filter_map(|offer| self::words(&offer.action));
    let said = said.filter_map(|words| turn.said.get(&words));
    let (good, bad) = said.fold((0.0, 0.0), |(good, bad), said| {
        if said.to.is_empty() { (good, bad + 1.0) } else { (good + 1.0, bad) }
    });
    let others = (weights.voice_trust + good) / (weights.voice_trust + good + bad);
    let order = weights.voice_asked_order.powf(place.min(24) as f64);
    Some(general(dialogue, weights.voice_asked * others * order, words))
}

/// `chance` after what was learned of `words` in other states.
fn general(dialogue: &DialogueMemory, chance: f64, words: &str) -> f64 {
    let weights = &dialogue.weights;
    let alike = dialogue.alike(words);
    let alike = (1.0 + f64::from(alike.tries - alike.lost)) / (1.0 + f64::from(alike.tries));
    let everywhere = dialogue.everywhere(words);
    match everywhere.record.tries {
        0 => chance * alike,
        _ if MOVING.contains(&words) => again(weights, &everywhere, chance * alike),
        _ => again(weights, &everywhere, chance * alike * weights.voice_elsewhere),
    }
}

/// The chance of what was said in other states: `chance` at first, then the share of what it led
/// to only once, since a command of a menu leads to the same place from everywhere.
fn again(weights: &ElevateWeights, everywhere: &StateUtterances, chance: f64) -> f64 {
    let tries = f64::from(everywhere.record.tries);
    let once = everywhere.to.iter().filter(|(_, count)| *count == 1).count() as f64;
    let once = (once - f64::from(everywhere.record.ended)).max(0.0);
    let once = if everywhere.record.tries > 1 { once } else { once * chance };
    (chance * weights.voice_trust + once) / (weights.voice_trust + tries)
}

/// What awaits in a state: the best chance of a reply that it asks for and that was never given.
fn awaits(dialogue: &DialogueMemory, at: StateId) -> f64 {
    let Some(turn) = dialogue.turns.get(&at) else { return 0.0 };
    let open = turn.asked.iter().filter_map(|offer| words(&offer.action));
    let open = open.filter(|words| !turn.said.contains_key(words));
    open.filter_map(|words| asked(dialogue, at, &words)).fold(0.0, f64::max)
}

/// The best known ways from `at` that leave a turn to say something at their end, by what is said
/// first; `None` for a restart.
fn ways(dialogue: &DialogueMemory, at: StateId, left: u64) -> HashMap<Option<String>, Way> {
    struct Step {
        state: StateId,
        first: Option<String>,
        next: StateId,
        turns: f64,
        sure: f64,
    }
    let mut best: HashMap<Option<String>, Way> = HashMap::new();
    let mut reached = vec![at];
    let mut queue: VecDeque<Step> = VecDeque::new();
    let mut firsts: Vec<(Option<String>, StateId, f64)> = known(dialogue, at);
    firsts.extend(dialogue.opened.likeliest().map(|(to, sure)| (None, to, sure)));
    for (first, to, sure) in firsts {
        if !reached.contains(&to) {
            reached.push(to);
            queue.push_back(Step { state: to, first, next: to, turns: 1.0, sure });
        }
    }
    while let Some(step) = queue.pop_front() {
        if step.turns >= left as f64 {
            break;
        }
        let worth = awaits(dialogue, step.state) * step.sure / (1.0 + step.turns);
        if best.get(&step.first).is_none_or(|way| way.worth < worth) {
            let way = Way { worth, goal: step.state, next: step.next };
            best.insert(step.first.clone(), way);
        }
        for (_, to, sure) in known(dialogue, step.state) {
            if !reached.contains(&to) {
                reached.push(to);
                let (turns, sure) = (step.turns + 1.0, step.sure * sure);
                queue.push_back(Step {
                    state: to,
                    first: step.first.clone(),
                    next: step.next,
                    turns,
                    sure,
                });
            }
        }
    }
    best
}

/// Where what was said in `at` leads, in the order of the words.
fn known(dialogue: &DialogueMemory, at: StateId) -> Vec<(Option<String>, StateId, f64)> {
    let said = dialogue.turns.get(&at).into_iter().flat_map(|turn| &turn.said);
    let led = said.filter_map(|(words, said)| {
        let (to, sure) = said.likeliest()?;
        Some((Some(words.clone()), to, sure))
    });
    let mut led: Vec<_> = led.collect();
    led.sort_by(|one, other| one.0.cmp(&other.0));
    led
}

/// What is said to a question by the simplest reading of it: yes and no, and what it tells to say.
pub fn simplest(text: &str) -> Vec<String> {
    let last = speech::sentences(text).last().copied().unwrap_or_default();
    let simple = |reply: &speech::Reply| {
        matches!(reply.question, speech::Question::YesNo | speech::Question::Instruction)
    };
    speech::replies(last)
        .into_iter()
        .filter(simple)
        .map(|reply| speech::normal(&reply.words))
        .collect()
}
