//! What the inputs of a voice app are worth: Elevate's better-input rules as an order.
//!
//! What is asked for, and what the app's help named, comes before what every voice app takes; of
//! these the least invoked; what is known to lead nowhere or to an error last. What every voice
//! app takes has its turn when the others were invoked three times (Elevate's code, feedback of
//! the exploration phase). `help` comes first, once; what ends the session comes last of all.

use super::super::scene::{Input, Kind, Leads, Scene};
use super::memory::Memory;
use super::{Judged, ways};
use crate::domain::{Action, ActionKey, ActionKind, speech};
use crate::model::BehaviourModel;
use crate::model::behaviour::StateNode;

/// What comes first.
const FIRST: f64 = 2.0;
/// What every voice app should take, where it was never said in the session.
const SYSTEM_ONCE: f64 = 0.45;
/// The same, where it was.
const SYSTEM_AGAIN: f64 = 0.12;
/// What was said here before and led on, before its tries count.
const AGAIN: f64 = 0.6;
/// The same, where it led to different states.
const VARIES: f64 = 1.2;
/// What the app's help named belongs to no state: a little less than what is asked for here.
const HELP: f64 = 0.9;
/// What is known to lead nowhere, or to an error.
const USELESS: f64 = 0.02;
/// What ends the session, where it was never said.
const END_ONCE: f64 = 0.25;
/// The same, where it was.
const END_AGAIN: f64 = 0.001;
/// What untried inputs of another state are worth, before the way there counts.
const AWAITS: f64 = 0.95;
/// Replies that ask for the same are ordered by how often they were said in any state.
const SAID: f64 = 0.01;

/// Words that end a session.
const ENDING: &[&str] = &["stop", "exit", "quit", "cancel", "goodbye", "bye"];

/// What each input of `scene` is worth by itself, and each of `candidates` with the ways it opens.
pub fn judge(memory: &Memory, scene: &Scene<'_>, candidates: &[usize]) -> (Vec<f64>, Vec<Judged>) {
    let model = &*scene.situation.model;
    let here = scene.situation.state.structural;
    let own: Vec<(f64, String)> =
        scene.inputs.iter().map(|input| worth(model, scene, input)).collect();
    let may = |key: &ActionKey| {
        let input =
            candidates.iter().map(|at| &scene.inputs[*at]).find(|one| one.offer.key == *key);
        input.is_some_and(|input| !ends(input))
    };
    let ways = ways::from(model, memory, here, may, awaits);
    let judged = candidates.iter().filter_map(|place| {
        let (input, (worth, why)) = (scene.inputs.get(*place)?, own.get(*place)?);
        let mut judged = Judged { score: *worth, why: why.clone(), way: None };
        if let Some(way) = ways.get(&input.offer.key).filter(|way| way.worth > *worth) {
            let goal = model.state(way.goal).map_or("", |node| &node.label);
            judged.score = way.worth;
            judged.way = Some((way.goal, way.next));
            judged.why = format!("It leads on to {goal:?}, where something was never said.");
        }
        Some(judged)
    });
    let judged = judged.collect();
    (own.into_iter().map(|(worth, _)| worth).collect(), judged)
}

fn worth(model: &BehaviourModel, scene: &Scene<'_>, input: &Input) -> (f64, String) {
    let tries = 1.0 + input.count as f64;
    let said = said(model, &input.offer.key);
    if said == 0 && is_help(input) {
        return (
            FIRST,
            "The app's help tells what it understands, so it is asked for once.".into(),
        );
    }
    if ends(input) {
        let worth = if said == 0 { END_ONCE } else { END_AGAIN / tries };
        return (worth, "What is asked was answered; this ends the session.".into());
    }
    if matches!(input.leads, Leads::Nothing | Leads::Here | Leads::Error) {
        let why = "Everything else was said; this led nowhere, or was not understood.";
        return (USELESS / tries, why.into());
    }
    let often = SAID * said.min(10) as f64;
    if input.kind == Kind::System {
        let worth = if said == 0 { SYSTEM_ONCE } else { SYSTEM_AGAIN / tries };
        return (worth, "What is asked was answered; every voice app should take this.".into());
    }
    if input.count > 0 {
        let worth = if varies(scene, &input.offer.key) { VARIES } else { AGAIN };
        return (worth / tries, "Of what answers what is asked, it was said least.".into());
    }
    match input.kind {
        Kind::Help => (HELP - often, "The app's own help names it, and it was never said.".into()),
        _ => (1.0 - often, "It answers what is asked, and was never said here.".into()),
    }
}

/// True for what led to different states before.
fn varies(scene: &Scene<'_>, key: &ActionKey) -> bool {
    scene.nodes.iter().filter_map(|node| node.edges.get(key)).any(|edge| edge.to.len() > 1)
}

/// What awaits in another state: a reply it asks for that was never given.
fn awaits(node: &StateNode) -> f64 {
    let system = |key: &ActionKey| {
        speech::SYSTEM
            .iter()
            .any(|words| key.as_str() == format!("say {:?}", speech::normal(words)))
    };
    let untried = node.offers.iter().any(|offer| {
        offer.kind == ActionKind::Say && !system(&offer.key) && !node.edges.contains_key(&offer.key)
    });
    if untried { AWAITS } else { 0.0 }
}

/// How often it was said in any state.
fn said(model: &BehaviourModel, key: &ActionKey) -> u64 {
    model.states().iter().filter_map(|node| node.edges.get(key)).map(|edge| edge.tries.count).sum()
}

fn is_help(input: &Input) -> bool {
    matches!(&input.offer.action, Action::Say { words } if speech::normal(words) == "help")
}

/// True for what ends the session by its own words, unless the app asks for it.
fn ends(input: &Input) -> bool {
    let Action::Say { words } = &input.offer.action else { return false };
    input.kind != Kind::Context && ENDING.contains(&speech::normal(words).as_str())
}
