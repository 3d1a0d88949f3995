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
//! - where another state has something better, the known way there, over a fresh start too;
//! - where more was lost than led on, what is not asked for is likelier to be lost too, so that
//!   another state is worth more;
//! - what ends the session is said when little else is left, and then before a fresh start; where
//!   "stop" did not end it, other words for it are;
//! - where the run's budget is known, no way is begun that leaves no turn at its end, and in the last
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

/// What comes first.
const FIRST: f64 = 2.0;
/// The chance of what is asked for, by itself.
const ASKED: f64 = 0.65;
/// What is left of it for each reply before, since the likeliest comes first.
const ORDER: f64 = 0.98;
/// The chance of what the app's help named.
const HELP: f64 = 0.45;
/// The chance of what every voice app should take.
const SYSTEM: f64 = 0.3;
/// The same for "what's the time": the platform often answers it, and the app is left by that. So
/// what ends the session in the app's own words comes before it.
const TIME: f64 = 0.25;
/// The same for "pause": most apps have nothing to pause.
const PAUSE: f64 = 0.05;
/// The same for "repeat": what it asks for is known.
const REPEAT: f64 = 0.02;
/// The chance of what ends the session, less the fresh start behind it ([`FRESH_START`]).
const END: f64 = 0.28;
/// What is left of a chance that costs a fresh start.
const FRESH_START: f64 = 0.5;
/// The same where the session has ended otherwise before.
const END_KNOWN: f64 = 0.15;
/// The chance that what led elsewhere once leads to something new the second time.
const SECOND: f64 = 0.1;
/// The same for what ended the session.
const SECOND_END: f64 = 0.03;
/// The chance that another fresh start shows another opening, after the first.
const OPENING: f64 = 0.08;
/// What is known to lead nowhere.
const LOST: f64 = 0.02;
/// What is left of a chance that repeats what was said before.
const AGAIN: f64 = 0.8;
/// The chance of an input weighs as much as so many tries.
const TRUST: f64 = 2.0;
/// What other states named weighs as much as so many tries.
const NAMED: f64 = 4.0;
/// The chance of what every voice app should take, if it was said in another state.
const SYSTEM_AGAIN: f64 = 0.1;
/// What is left of the chance of words that were said in another state.
const ELSEWHERE: f64 = 0.4;
/// What is left of the chance of what is not asked for, for each input that was lost in this state
/// beyond those that led on: some states listen to little.
const DEAF: f64 = 0.9;

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
    let Some(words) = words(&input.offer.action) else {
        let chance = dialogue.opened.novelty().map_or(OPENING, |novelty| novelty * AGAIN);
        return (chance.max(LOST), "A fresh start may open with something else.".into());
    };
    let everywhere = dialogue.everywhere(&words);
    if words == "help" && everywhere.record.tries == 0 {
        return (
            FIRST,
            "The app's help tells what it understands, so it is asked for once.".into(),
        );
    }
    if let Some(said) = dialogue.said(at, &words) {
        let tries = f64::from(said.record.tries);
        if said.to.is_empty() {
            let why = "Everything else was said; this led nowhere, or was not understood.";
            return (LOST / tries, why.into());
        }
        let ends = said.record.ended == said.record.tries;
        let second = if ends { SECOND_END } else { SECOND };
        let chance = said.novelty().map_or(second, |novelty| novelty * AGAIN);
        return (chance.max(LOST / tries), "It may lead to something else than before.".into());
    }
    // Named by the app or not, what every voice app takes is that.
    let system = speech::SYSTEM.contains(&words.as_str());
    let kind = if system { InputKind::System } else { input.kind };
    if kind != InputKind::Context && ENDING.contains(&words.as_str()) {
        let worth = match (everywhere.record.tries, dialogue.ended) {
            (0, false) => END,
            (0, true) => END_KNOWN,
            (tries, _) => LOST / (1.0 + f64::from(tries)),
        };
        if left == 1 {
            return (
                worth / FRESH_START,
                "The last turn costs nothing to end the session with.".into(),
            );
        }
        return (worth, "Little is left to say; this ends the session.".into());
    }
    match kind {
        InputKind::System => {
            let chance = if everywhere.record.tries == 0 {
                universal(&words)
            } else {
                again(&everywhere, SYSTEM_AGAIN)
            };
            (
                chance * DEAF.powf(dialogue.deafness(at)),
                "What is asked was answered; every voice app should take this.".into(),
            )
        }
        InputKind::Help => {
            let why = "It was named in another state, and never said here.";
            let named = dialogue.named();
            let taken = f64::from(named.tries - named.lost);
            let taken = (NAMED + taken) / (NAMED + f64::from(named.tries));
            let chance = general(dialogue, HELP * taken, &words);
            (chance * DEAF.powf(dialogue.deafness(at)), why.into())
        }
        InputKind::Context => {
            let chance =
                asked(dialogue, at, &words).unwrap_or_else(|| general(dialogue, ASKED, &words));
            (chance, "It answers what is asked, and was never said here.".into())
        }
    }
}

/// The chance of what every voice app should take, if it was never said.
fn universal(words: &str) -> f64 {
    match words {
        "what's the time" => TIME,
        "pause" => PAUSE,
        "repeat" => REPEAT,
        _ => SYSTEM,
    }
}

/// The chance of a reply that state `at` asks for.
fn asked(dialogue: &DialogueMemory, at: StateId, words: &str) -> Option<f64> {
    let turn = dialogue.turns.get(&at)?;
    let is_it = |offer: &AvailableAction| self::words(&offer.action).as_deref() == Some(words);
    let place = turn.asked.iter().position(is_it)?;
    let said = turn.asked.iter().filter_map(|offer| self::words(&offer.action));
    let said = said.filter_map(|words| turn.said.get(&words));
    let (good, bad) = said.fold((0.0, 0.0), |(good, bad), said| {
        if said.to.is_empty() { (good, bad + 1.0) } else { (good + 1.0, bad) }
    });
    let others = (TRUST + good) / (TRUST + good + bad);
    let order = ORDER.powf(place.min(24) as f64);
    Some(general(dialogue, ASKED * others * order, words))
}

/// `chance` after what was learned of `words` in other states.
fn general(dialogue: &DialogueMemory, chance: f64, words: &str) -> f64 {
    let alike = dialogue.alike(words);
    let alike = (1.0 + f64::from(alike.tries - alike.lost)) / (1.0 + f64::from(alike.tries));
    let everywhere = dialogue.everywhere(words);
    match everywhere.record.tries {
        0 => chance * alike,
        _ if MOVING.contains(&words) => again(&everywhere, chance * alike),
        _ => again(&everywhere, chance * alike * ELSEWHERE),
    }
}

/// The chance of what was said in other states: `chance` at first, then the share of what it led
/// to only once, since a command of a menu leads to the same place from everywhere.
fn again(everywhere: &StateUtterances, chance: f64) -> f64 {
    let tries = f64::from(everywhere.record.tries);
    let once = everywhere.to.iter().filter(|(_, count)| *count == 1).count() as f64;
    let once = (once - f64::from(everywhere.record.ended)).max(0.0);
    let once = if everywhere.record.tries > 1 { once } else { once * chance };
    (chance * TRUST + once) / (TRUST + tries)
}

/// What awaits in a state: the best chance of a reply that it asks for and that was never given.
fn awaits(dialogue: &DialogueMemory, at: StateId) -> f64 {
    let Some(turn) = dialogue.turns.get(&at) else { return 0.0 };
    let open = turn.asked.iter().filter_map(|offer| words(&offer.action));
    let open = open.filter(|words| !turn.said.contains_key(words));
    open.filter_map(|words| asked(dialogue, at, &words)).fold(0.0, f64::max)
}

/// The best known ways from `at` that leave a turn to say something at their end, by what is said
/// first; `None` for a fresh start.
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
