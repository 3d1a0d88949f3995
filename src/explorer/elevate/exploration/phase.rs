//! Asks which input comes next, and chooses if no acceptable answer comes.

use std::collections::HashMap;

use rand::Rng as _;
use rand::rngs::StdRng;

use super::super::memory::ElevateMemory;
use super::super::name_of;
use super::super::rules::{Choice, Rules};
use super::super::scene::{InputEvent, InputKind, KnownOutcome, PromptScene};
use super::{Candidate, CandidateKind, Context, Exploration, Led};
use crate::domain::{ActionKey, StateId};
use crate::explorer::ExplorerProposal;
use crate::explorer::shared::{output, tester_words};
use crate::llm::{Asker, ModelQuery, QueryAnswer, ReplyJudgement};
use crate::protocol::{ExplorerNote, FallbackReason, RulesAnswered};

/// The most inputs in a prompt.
pub const LISTED: usize = 24;
/// So many of them are system-level.
const SYSTEM: usize = 6;
/// The most characters of the reason for a choice.
const WHY: usize = 240;

/// Chooses the next input. `None` if nothing is left.
pub async fn choose(
    (memory, rules, random): (&ElevateMemory, &mut Rules, &mut StdRng),
    scene: &PromptScene<'_>,
    asker: &mut Asker,
    switched_off: bool,
) -> Option<ExplorerProposal> {
    let candidates = candidates(memory, rules, scene);
    let tell = |why: FallbackReason, answer: String| {
        let query = Exploration.name().to_owned();
        ExplorerNote::RulesAnswered(RulesAnswered {
            step: scene.situation.step,
            query,
            why,
            answer,
        })
    };
    let words = |place: usize| output::called(&scene.inputs[candidates[place]].offer);
    if candidates.is_empty() {
        return None;
    }
    if switched_off {
        let place = random.random_range(0..candidates.len());
        asker.note(tell(FallbackReason::Without, words(place)));
        let why = format!("At random: {}.", FallbackReason::Without.words());
        let choice = Choice { place, why, scores: scores(scene, &candidates), instead: None };
        return Some(choice.proposed(scene, &candidates));
    }
    let listed = listed(memory, scene, &candidates);
    let context = context(memory, scene, &listed);
    let answer = if candidates.len() == 1 {
        QueryAnswer::Rules { why: FallbackReason::Plain, otherwise: None }
    } else {
        // A context is plain data; it always has a JSON form.
        let json = serde_json::to_value(&context).unwrap_or_default();
        let picture = scene.situation.picture.clone();
        asker.ask(&Exploration, scene.situation.step, &json, picture).await
    };
    // A number is the place in the list, from 1: nothing else can be chosen.
    let place_of = |number: u64| {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        let input = listed.get(at)?;
        candidates.iter().position(|candidate| candidate == input)
    };
    let (why, otherwise) = match answer {
        QueryAnswer::Model(judgement) => {
            let place =
                judgement.answer.as_ref().and_then(serde_json::Value::as_u64).and_then(place_of);
            if let Some(place) = place {
                let scores = scores(scene, &candidates);
                let choice = Choice { place, why: reason(&judgement), scores, instead: None };
                return Some(choice.proposed(scene, &candidates));
            }
            (FallbackReason::Rounds, None)
        }
        QueryAnswer::Rules { why, otherwise } => (why, otherwise),
    };
    let better: Vec<usize> = otherwise
        .and_then(|better| serde_json::from_value::<Vec<u64>>(better).ok())
        .map(|better| better.into_iter().filter_map(place_of).collect())
        .unwrap_or_default();
    let mut choice = if better.is_empty() {
        rules.choose(scene, &candidates)?
    } else {
        let place = better[random.random_range(0..better.len())];
        let why = match better.len() {
            1 => "The one better input.".to_owned(),
            many => format!("One of the {many} better inputs, at random."),
        };
        Choice { place, why, scores: scores(scene, &candidates), instead: None }
    };
    asker.note(tell(why, output::called(choice.chosen(scene, &candidates))));
    choice.why = format!("By rule, since {}: {}", why.words(), choice.why);
    Some(choice.proposed(scene, &candidates))
}

/// Chooses the next input by rule alone, for `goal` if its words are given. `None` if nothing is left.
pub fn by_rules(
    (memory, rules): (&ElevateMemory, &mut Rules),
    scene: &PromptScene<'_>,
    goal: Option<String>,
) -> Option<ExplorerProposal> {
    let candidates = candidates(memory, rules, scene);
    let mut choice = rules.choose(scene, &candidates)?;
    if let Some(goal) = goal {
        choice.why = format!("{goal}By rule: {}", choice.why);
    }
    Some(choice.proposed(scene, &candidates))
}

/// What may be chosen: what the rules leave, and what sends a form whose fields were changed.
fn candidates(memory: &ElevateMemory, rules: &Rules, scene: &PromptScene<'_>) -> Vec<usize> {
    let mut candidates = rules.candidates(scene);
    for (place, input) in scene.inputs.iter().enumerate() {
        if !candidates.contains(&place) && memory.is_news(scene.situation, &input.offer) {
            candidates.push(place);
        }
    }
    candidates.sort_unstable();
    candidates
}

/// The reason the model gives, in one or two sentences.
fn reason(judgement: &ReplyJudgement) -> String {
    let choice = judgement.thoughts.iter().find(|(name, _)| name == "Choice");
    let text = choice.map(|(_, text)| text.as_str()).unwrap_or_default();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let ends = line.match_indices(['.', '!', '?']).map(|(at, end)| at + end.len());
    let ends = ends.filter(|end| {
        line.get(*end..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    let short = ends.take(2).last().and_then(|end| line.get(..end)).unwrap_or(&line);
    if short.is_empty() {
        return "The model chose it without a reason.".to_owned();
    }
    output::cut(short, WHY)
}

/// The inputs that stand in the prompt, as places in [`PromptScene::inputs`], in their order there but
/// system-level ones last: at most [`LISTED`], of which at most [`SYSTEM`] are system-level.
///
/// Where there are more candidates, those stay that lead on, of them the least invoked; of rows of
/// one list, and of texts for one field, a second one only after the first of all others, and of
/// texts the model's `ideas` before the rules' own.
fn listed(memory: &ElevateMemory, scene: &PromptScene<'_>, candidates: &[usize]) -> Vec<usize> {
    let ideas = memory.ideas(scene.situation);
    let leads_on =
        |input: &InputEvent| leads_on(input) || memory.is_news(scene.situation, &input.offer);
    let input = |place: &usize| &scene.inputs[*place];
    let is_system = |place: &&usize| input(place).kind == InputKind::System;
    let mut system: Vec<usize> = candidates.iter().filter(is_system).copied().collect();
    let mut own: Vec<usize> = candidates.iter().filter(|p| !is_system(p)).copied().collect();
    system.sort_by_key(|place| (!leads_on(input(place)), input(place).count));
    system.truncate(SYSTEM);
    let idea = |place: &usize| ideas.iter().any(|idea| idea.key == input(place).offer.key);
    own.sort_by_key(|place| !idea(place));
    let mut alike: HashMap<&ActionKey, usize> = HashMap::new();
    let mut ranked: Vec<(bool, usize, u64, usize)> = Vec::with_capacity(own.len());
    for place in own {
        let one = input(&place);
        let nth = alike.entry(&one.offer.template).or_default();
        ranked.push((!leads_on(one), *nth, one.count, place));
        *nth += 1;
    }
    ranked.sort_unstable();
    let room = LISTED - system.len();
    let mut listed: Vec<usize> = ranked.into_iter().take(room).map(|(.., place)| place).collect();
    listed.sort_unstable();
    system.sort_unstable();
    listed.extend(system);
    listed
}

fn leads_on(input: &InputEvent) -> bool {
    !matches!(input.leads, KnownOutcome::Nothing | KnownOutcome::Here | KnownOutcome::Error)
}

/// How good each candidate looks beside the chosen one: weight by count, for the alternatives.
fn scores(scene: &PromptScene<'_>, candidates: &[usize]) -> Vec<f64> {
    let inputs = candidates.iter().map(|place| &scene.inputs[*place]);
    let score = |input: &InputEvent| {
        let weight = if leads_on(input) { 4.0 } else { 0.0 };
        let kind = if input.kind == InputKind::System { 0.5 } else { 1.0 };
        weight * kind / (1.0 + input.count as f64)
    };
    inputs.map(score).collect()
}

fn context(memory: &ElevateMemory, scene: &PromptScene<'_>, listed: &[usize]) -> Context {
    let situation = scene.situation;
    let inputs = listed.iter().enumerate();
    let inputs = inputs.map(|(at, place)| candidate(memory, scene, at + 1, &scene.inputs[*place]));
    Context {
        voice: scene.is_voice(),
        state: name_of(situation, scene.meaning),
        output: output::of(&situation.screen, false),
        charter: situation.charter.as_deref().map(tester_words::charter),
        notes: tester_words::notes(situation),
        refused: tester_words::refused(situation),
        worn_out: memory.weights.worn_out,
        inputs: inputs.collect(),
    }
}

fn candidate(
    memory: &ElevateMemory,
    scene: &PromptScene<'_>,
    number: usize,
    input: &InputEvent,
) -> Candidate {
    let name = |state: StateId| name_of(scene.situation, state);
    let news = memory.is_news(scene.situation, &input.offer);
    // What sends a form is another input once the fields hold something else.
    let count = if news { 0 } else { input.count };
    let times = match input.count {
        _ if news => "never invoked with what the fields hold now".to_owned(),
        0 => "never invoked".to_owned(),
        1 => "invoked once".to_owned(),
        count => format!("invoked {count} times"),
    };
    let (led, where_to) = match input.leads {
        KnownOutcome::Unknown => (Led::Unknown, String::new()),
        KnownOutcome::Nothing | KnownOutcome::Here if news => {
            (Led::HereBefore, "; stayed in this state before".to_owned())
        }
        KnownOutcome::Nothing => (Led::Here, ", nothing happened".to_owned()),
        KnownOutcome::Here => (Led::Here, ", stays in this state".to_owned()),
        KnownOutcome::Error => (Led::Error, ", leads to an error".to_owned()),
        KnownOutcome::To(state) => {
            let seen = memory.seen_as(state).map(|seen| output::cut(&seen.output, 60));
            let seen = seen.map(|seen| format!(" ({seen})")).unwrap_or_default();
            let led = if news { "; led" } else { ", leads" };
            (Led::To(name(state)), format!("{led} to {}{seen}", name(state)))
        }
    };
    Candidate {
        number,
        words: output::called(&input.offer),
        kind: match input.kind {
            InputKind::System => CandidateKind::System,
            InputKind::Help => CandidateKind::Help,
            InputKind::Context => CandidateKind::Context,
        },
        count,
        led,
        told: times + &where_to,
    }
}
