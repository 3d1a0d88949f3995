//! What the inputs of a voice app are expected to yield without a model.
//!
//! Each input has a chance to show something new, and what is expected to yield most is said: the chance for
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
//!   another state is expected to yield more;
//! - what ends the session is said when little else is left, and then before a restart; if
//!   "stop" did not end it, other words for it are;
//! - if the run's budget is known, no path is begun that leaves no turn at its end, and in the last
//!   turn ending the session costs nothing.
//!
//! `help` comes first, once. `repeat` is said once to a question, and `cancel` once before a restart
//! that is due anyway. Of the other words that every voice app takes, `pause`, and `repeat` without
//! a question, come last: what they show is mostly known.

mod dialogue;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet, VecDeque};

pub use self::dialogue::DialogueMemory;
use self::dialogue::{AskedReply, DialogueState, StateUtterances, words};
use super::super::scene::{InputEvent, InputKind, PromptScene};
use super::Judged;
use super::paths::SAME_SCORE;
use crate::domain::{StateId, speech};
use crate::explorer::elevate::ElevateWeights;

/// Words that mean something else in each state.
const MOVING: &[&str] =
    &["yes", "no", "next", "continue", "more", "okay", "another", "another one", "go on"];
/// Words that end a session.
const ENDING: &[&str] = &["stop", "exit", "quit", "cancel", "goodbye", "bye"];

/// What is added to the expected yield of a restart for what is said right before it.
const BEFORE_RESTART: f64 = 0.001;

/// A known path.
struct DialoguePath {
    expected: f64,
    goal: StateId,
    next: StateId,
}

/// What each input of `scene` is expected to yield by itself, and each of `candidates` with the paths that begin with it.
pub fn judge(
    dialogue: &DialogueMemory,
    scene: &PromptScene<'_>,
    candidates: &[usize],
) -> (Vec<f64>, Vec<Judged>) {
    let at = dialogue.at.unwrap_or(scene.meaning);
    let left = scene.situation.remaining.steps.unwrap_or(u64::MAX);
    // What a model thought of is in its own order, the likeliest first.
    let mut thought_of = 0;
    let own: Vec<(f64, String)> = scene
        .inputs
        .iter()
        .map(|input| {
            let (own, why) = own_yield(dialogue, at, input, left);
            let is_asked = words(&input.offer.action)
                .is_some_and(|words| asked(dialogue, at, &words).is_some());
            if input.count > 0 || input.kind != InputKind::Context || is_asked {
                return (own, why);
            }
            let own = own * dialogue.weights.voice_asked_order.powi(thought_of);
            thought_of += 1;
            (own, why)
        })
        .collect();
    let best = candidates.iter().filter_map(|place| own.get(*place));
    let best = best.map(|(own_yield, _)| *own_yield).fold(0.0, f64::max);
    let paths = paths(dialogue, at, left, best);
    let judged = candidates.iter().filter_map(|place| {
        let (input, (own_yield, why)) = (scene.inputs.get(*place)?, own.get(*place)?);
        let mut judged = Judged { score: *own_yield, why: why.clone(), leads_to: None };
        let first = words(&input.offer.action);
        // Ending the session in the app's own words costs a turn more than the restart after it.
        let ends = first.as_deref() == Some("cancel")
            && dialogue.everywhere("cancel").record.tries == 0
            && left > 2;
        if let Some(path) = paths.get(&None).filter(|path| ends && path.expected > *own_yield) {
            judged.score = path.expected + BEFORE_RESTART;
            judged.why = "A restart comes next, and every voice app should end at this too.".into();
        } else if let Some(path) = paths.get(&first).filter(|path| path.expected > *own_yield) {
            let goal = scene.situation.model.state(path.goal).map_or("", |node| &node.label);
            judged.score = path.expected;
            judged.leads_to = Some((path.goal, path.next));
            judged.why = format!("It leads on to {goal:?}, where something was never said.");
        }
        Some(judged)
    });
    let judged = judged.collect();
    (own.into_iter().map(|(own_yield, _)| own_yield).collect(), judged)
}

fn own_yield(
    dialogue: &DialogueMemory,
    at: StateId,
    input: &InputEvent,
    left: u64,
) -> (f64, String) {
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
        if !said.led_on() {
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
        let stopped = dialogue.everywhere("stop").record.tries > 0;
        let own_yield = match (everywhere.record.tries, dialogue.ended) {
            (0, _) if words == "cancel" && !stopped => weights.voice_end_known,
            (0, false) => weights.voice_end,
            (0, true) => weights.voice_end_known,
            (tries, _) => weights.voice_lost / (1.0 + f64::from(tries)),
        };
        if left == 1 {
            return (
                own_yield / weights.voice_restart,
                "The last turn costs nothing to end the session with.".into(),
            );
        }
        return (own_yield, "Little is left to say; this ends the session.".into());
    }
    match kind {
        InputKind::System => {
            let chance = if everywhere.record.tries == 0 {
                let asks = dialogue.turns.get(&at).is_some_and(|turn| !turn.asked.is_empty());
                universal(weights, &words, asks)
            } else {
                again(weights, everywhere, weights.voice_system_repeated)
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

/// The chance of what every voice app should take, if it was never said; `asks` if the app waits for
/// an answer.
fn universal(weights: &ElevateWeights, words: &str, asks: bool) -> f64 {
    match words {
        "repeat" if asks => weights.voice_repeat_question,
        "what's the time" => weights.voice_time,
        "pause" => weights.voice_pause,
        "repeat" => weights.voice_repeat,
        _ => weights.voice_system,
    }
}

/// The chance of a reply that state `at` asks for.
fn asked(dialogue: &DialogueMemory, at: StateId, words: &str) -> Option<f64> {
    let turn = dialogue.turns.get(&at)?;
    let place = turn.asked.iter().position(|reply| reply.words == words)?;
    Some(asked_at(dialogue, place, words, led_on(dialogue, turn)))
}

/// How many of the replies that `turn` asks for lead on, as far as its own replies tell.
fn led_on(dialogue: &DialogueMemory, turn: &DialogueState) -> f64 {
    let trust = dialogue.weights.voice_trust;
    let said = turn.asked.iter().filter_map(|reply| turn.said.get(&reply.words));
    let (good, bad) =
        said.fold(
            (0.0, 0.0),
            |(good, bad), said| {
                if said.led_on() { (good + 1.0, bad) } else { (good, bad + 1.0) }
            },
        );
    (trust + good) / (trust + good + bad)
}

/// The chance of `words` at this place of what is asked for, if this part of the replies leads on.
fn asked_at(dialogue: &DialogueMemory, place: usize, words: &str, led_on: f64) -> f64 {
    let weights = &dialogue.weights;
    let order = weights.voice_asked_order.powf(place.min(24) as f64);
    let chance = weights.voice_asked * led_on * order;
    if is_mark(words) {
        return again(weights, dialogue.everywhere(words), chance);
    }
    let elsewhere = general(dialogue, chance, words);
    // "Yes" answers another question here, so what it led to in other states tells half.
    if MOVING.contains(&words) { elsewhere.midpoint(chance) } else { elsewhere }
}

/// True if `words` mark one of several answers ("2", "B"): such a mark stands for something else in
/// each state that lists answers.
fn is_mark(words: &str) -> bool {
    words.chars().count() == 1 || speech::ONES.contains(&words)
}

/// `chance` after what was learned of `words` in other states.
fn general(dialogue: &DialogueMemory, chance: f64, words: &str) -> f64 {
    let weights = &dialogue.weights;
    let alike = dialogue.alike(words);
    let alike = (1.0 + f64::from(alike.tries - alike.lost)) / (1.0 + f64::from(alike.tries));
    let everywhere = dialogue.everywhere(words);
    match everywhere.record.tries {
        0 => chance * alike,
        _ if MOVING.contains(&words) => again(weights, everywhere, chance * alike),
        _ => again(weights, everywhere, chance * alike * weights.voice_elsewhere),
    }
}

/// The chance of what was said in other states: `chance` at first, then the share of what it led
/// to only once, since a command of a menu leads to the same place from everywhere.
fn again(weights: &ElevateWeights, everywhere: &StateUtterances, chance: f64) -> f64 {
    let tries = f64::from(everywhere.record.tries);
    let once = (everywhere.once as f64 - f64::from(everywhere.record.ended)).max(0.0);
    let once = if everywhere.record.tries > 1 { once } else { once * chance };
    (chance * weights.voice_trust + once) / (weights.voice_trust + tries)
}

/// What awaits in a state: the best chance of a reply that it asks for and that was never given.
fn awaits(dialogue: &DialogueMemory, at: StateId) -> f64 {
    let Some(turn) = dialogue.turns.get(&at) else { return 0.0 };
    let led_on = led_on(dialogue, turn);
    // Of two replies with the same words the first one counts.
    let is_first = |place: usize, reply: &AskedReply| {
        turn.asked.iter().position(|other| other.words == reply.words) == Some(place)
    };
    let open =
        turn.asked.iter().enumerate().filter(|(place, reply)| {
            !turn.said.contains_key(&reply.words) && is_first(*place, reply)
        });
    open.map(|(place, reply)| asked_at(dialogue, place, &reply.words, led_on)).fold(0.0, f64::max)
}

/// No reply that is asked for has a higher chance.
fn most_awaiting(weights: &ElevateWeights) -> f64 {
    weights.voice_asked.max(1.0)
}

/// The best known paths from `at` that leave a turn to say something at their end, by what is said
/// first; `None` for a restart.
///
/// The search ends as soon as nothing further away is expected to yield as much as the best that is known, of
/// which `own` is one, or after [`ElevateWeights::voice_searched_states`] states.
fn paths(
    dialogue: &DialogueMemory,
    at: StateId,
    left: u64,
    own: f64,
) -> HashMap<Option<String>, DialoguePath> {
    struct Step<'a> {
        state: StateId,
        first: Option<&'a str>,
        next: StateId,
        turns: f64,
        sure: f64,
    }
    let mut best: HashMap<Option<&str>, DialoguePath> = HashMap::new();
    let mut reached = HashSet::from([at]);
    let mut queue: VecDeque<Step<'_>> = VecDeque::new();
    let mut firsts: Vec<(Option<&str>, StateId, f64)> = known(dialogue, at);
    firsts.extend(dialogue.opened.likeliest().map(|(to, sure)| (None, to, sure)));
    for (first, to, sure) in firsts {
        if reached.insert(to) {
            queue.push_back(Step { state: to, first, next: to, turns: 1.0, sure });
        }
    }
    let most = most_awaiting(&dialogue.weights);
    let mut searched = 0;
    while let Some(step) = queue.pop_front() {
        let possible = most * step.sure / (1.0 + step.turns);
        if step.turns >= left as f64
            || most / (1.0 + step.turns) < own - SAME_SCORE
            || searched == dialogue.weights.voice_searched_states
        {
            break;
        }
        searched += 1;
        let known_yield = best.get(&step.first).map(|path| path.expected);
        if known_yield.is_none_or(|known| known < possible) {
            let expected = awaits(dialogue, step.state) * step.sure / (1.0 + step.turns);
            if known_yield.is_none_or(|known| known < expected) {
                let path = DialoguePath { expected, goal: step.state, next: step.next };
                best.insert(step.first, path);
            }
        }
        for (_, to, sure) in known(dialogue, step.state) {
            if reached.insert(to) {
                let (turns, sure) = (step.turns + 1.0, step.sure * sure);
                queue.push_back(Step {
                    state: to,
                    first: step.first,
                    next: step.next,
                    turns,
                    sure,
                });
            }
        }
    }
    best.into_iter().map(|(first, path)| (first.map(str::to_owned), path)).collect()
}

/// Where what was said in `at` leads, in the order of the words.
fn known(dialogue: &DialogueMemory, at: StateId) -> Vec<(Option<&str>, StateId, f64)> {
    let said = dialogue.turns.get(&at).into_iter().flat_map(|turn| &turn.said);
    let led = said.filter_map(|(words, said)| {
        let (to, sure) = said.likeliest()?;
        Some((Some(words.as_str()), to, sure))
    });
    let mut led: Vec<_> = led.collect();
    led.sort_by_key(|(words, ..)| *words);
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
