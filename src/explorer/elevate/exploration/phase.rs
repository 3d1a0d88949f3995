//! Asks which input comes next, and chooses if no acceptable answer comes.

use std::collections::HashMap;

use rand::Rng as _;
use rand::rngs::StdRng;

use super::super::memory::{ElevateMemory, HELP_WORD};
use super::super::name_of;
use super::super::rules::{Choice, Rules};
use super::super::scene::{InputEvent, InputKind, KnownOutcome, PromptScene};
use super::surroundings::{FrontierState, frontier};
use super::{Candidate, CandidateKind, ChosenWalk, Context, Exploration, Led, ModelRest};
use crate::domain::{Action, ActionKey, InputText, StateId, speech};
use crate::explorer::ExplorerProposal;
use crate::explorer::shared::{output, tester_words};
use crate::llm::{Asker, ModelQuery, QueryAnswer, ReplyJudgement};
use crate::protocol::{ExplorerNote, FallbackReason, RulesAnswered};

/// The most inputs in a prompt.
pub const LISTED: usize = 24;
/// So many of them are system-level.
const SYSTEM: usize = 6;
/// So many of them are system-level while something of the state itself is untried: these lines are
/// the same on each screen.
const SYSTEM_BESIDE_UNTRIED: usize = 2;
/// So many of them were named in other states of a voice app.
const NAMED_ELSEWHERE: usize = 5;
/// So many actions are few: how many are left is told only then, since more are no reason to choose
/// another input.
const FEW_STEPS: u64 = 5;
/// The most characters of the reason for a choice.
const WHY: usize = 240;

/// Chooses the next input. `None` if nothing is left.
pub async fn choose(
    (memory, rules, random, (walk, rest)): (
        &ElevateMemory,
        &mut Rules,
        &mut StdRng,
        (&mut Option<ChosenWalk>, &mut ModelRest),
    ),
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
        let choice =
            Choice { place, why, scores: scores(scene, &candidates), instead: None, goal: None };
        return Some(choice.proposed(scene, &candidates));
    }
    if let Some((place, rest)) = walk.take().and_then(|walk| walk.next(scene)) {
        *walk = Some(rest);
        let why = "On the way to what the model chose.".to_owned();
        return Some(ExplorerProposal::new(scene.inputs[place].offer.clone(), why));
    }
    let listed = listed(memory, scene, &candidates);
    let has_model = asker.model().is_some();
    // Elevate's first round asks for help, and no question is worth a model with one answer.
    let has_task = scene.situation.charter.is_some() || !scene.situation.notes.is_empty();
    let rests = scene.is_voice() && !has_task && rest.is_on(scene.situation, &memory.weights);
    let is_clear = listed.len() < 2
        || rests
        || asks_for_help_first(scene, &candidates)
        || rules_know(scene, &candidates, (rules, memory));
    let context = (candidates.len() > 1 && !(has_model && is_clear)).then(|| {
        let ranking = if has_model { rules.ranking(scene, &listed) } else { Vec::new() };
        Context { ranking, ..context(memory, scene, &listed) }
    });
    let answer = match &context {
        None => QueryAnswer::Rules { why: FallbackReason::Plain, otherwise: None },
        Some(context) => {
            // A context is plain data; it always has a JSON form.
            let json = serde_json::to_value(context).unwrap_or_default();
            let picture = scene.situation.picture.clone();
            asker.ask(&Exploration, scene.situation.step, &json, picture).await
        }
    };
    // A number is the place in the list, from 1: nothing else can be chosen.
    let place_of = |number: u64| {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        let input = listed.get(at)?;
        candidates.iter().position(|candidate| candidate == input)
    };
    let why = match answer {
        QueryAnswer::Model(judgement) => {
            let place =
                judgement.answer.as_ref().and_then(serde_json::Value::as_u64).and_then(place_of);
            if let Some(place) = place {
                let number = listed.iter().position(|listed| *listed == candidates[place]);
                *walk = context
                    .filter(|_| scene.is_voice())
                    .and_then(|context| ChosenWalk::chosen(&context, number? + 1));
                rest.chose(scene.situation);
                let scores = scores(scene, &candidates);
                let choice =
                    Choice { place, why: reason(&judgement), scores, instead: None, goal: None };
                return Some(choice.proposed(scene, &candidates));
            }
            FallbackReason::Rounds
        }
        QueryAnswer::Rules { why, .. } => why,
    };
    let mut choice = rules.choose(scene, &candidates)?;
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

/// True if the rules would type into a form now.
pub fn types_next((memory, rules): (&ElevateMemory, &mut Rules), scene: &PromptScene<'_>) -> bool {
    let candidates = candidates(memory, rules, scene);
    rules.types_next(scene, &candidates)
}

/// True if a voice app was never asked for help: that comes first, whoever chooses.
fn asks_for_help_first(scene: &PromptScene<'_>, candidates: &[usize]) -> bool {
    scene.is_voice()
        && candidates.iter().any(|place| {
            let offer = &scene.inputs[*place].offer;
            let is_help = matches!(&offer.action, Action::Say { words }
                if speech::normal(words) == HELP_WORD);
            is_help && scene.situation.model.performed(&offer.key) == 0
        })
}

/// True if a voice app waits for something that was never said to it: then the rules say it, and a model is
/// asked once they know no more than where they were. What the tester wants is weighed by a model each time.
fn rules_know(
    scene: &PromptScene<'_>,
    candidates: &[usize],
    (rules, memory): (&mut Rules, &ElevateMemory),
) -> bool {
    let situation = scene.situation;
    scene.is_voice()
        && situation.charter.is_none()
        && situation.notes.is_empty()
        && rules.best(scene, candidates) >= memory.weights.voice_sure
}

/// True for typing what the field holds already.
fn changes_nothing(scene: &PromptScene<'_>, input: &InputEvent) -> bool {
    let Action::Type { target, text: InputText::Plain(text) } = &input.offer.action else {
        return false;
    };
    let field = scene.situation.screen.widget(target.number);
    field.is_some_and(|field| field.content() == text)
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
    let useful = || candidates.iter().filter(|place| !changes_nothing(scene, input(place)));
    let mut system: Vec<usize> = useful().filter(is_system).copied().collect();
    let mut own: Vec<usize> = useful().filter(|place| !is_system(place)).copied().collect();
    system.sort_by_key(|place| (!leads_on(input(place)), input(place).count));
    let is_untried =
        |place: &usize| input(place).count == 0 && input(place).kind == InputKind::Context;
    let beside = !scene.is_voice() && own.iter().any(is_untried);
    system.truncate(if beside { SYSTEM_BESIDE_UNTRIED } else { SYSTEM });
    let mut named: Vec<usize> =
        own.iter().filter(|place| input(place).kind == InputKind::Help).copied().collect();
    // What was named last fits what the app talks about now best.
    named.sort_by_key(|place| (input(place).count, std::cmp::Reverse(*place)));
    let surplus: Vec<usize> = named.into_iter().skip(NAMED_ELSEWHERE).collect();
    own.retain(|place| !surplus.contains(place));
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
    let keys: Vec<&ActionKey> =
        listed.iter().map(|place| &scene.inputs[*place].offer.key).collect();
    let mut map = frontier(memory, situation, scene.meaning, &keys);
    nearer(&mut map, scene, listed);
    let inputs = listed.iter().enumerate().map(|(at, place)| {
        let mut candidate = candidate(memory, scene, at + 1, &scene.inputs[*place]);
        candidate.untried = behind(&map, candidate.number);
        candidate
    });
    let mut inputs: Vec<Candidate> = inputs.collect();
    tell_apart(scene, listed, &mut inputs);
    let spoken = situation.screen.dialogue();
    Context {
        voice: scene.is_voice(),
        state: name_of(situation, scene.meaning),
        output: output::of(&situation.screen, false),
        charter: situation.charter.as_deref().map(tester_words::charter),
        notes: tester_words::notes(situation),
        refused: tester_words::refused(situation),
        worn_out: memory.weights.worn_out,
        confused: spoken.is_some_and(|spoken| speech::confused(&spoken.text)),
        steps_left: situation.remaining.steps.filter(|left| *left <= FEW_STEPS),
        findings: situation.model.findings(),
        recent: if scene.is_voice() { Vec::new() } else { memory.history.recent() },
        dialogue: memory.history.turns(),
        earlier: memory.history.earlier(),
        lessons: memory.history.lessons(&situation.screen),
        ranking: Vec::new(),
        map,
        inputs,
    }
}

/// Takes states of `map` to which an input leads at once to be one step away: transitions of states that
/// were merged with the present one count as well, and the known path may begin elsewhere.
fn nearer(map: &mut [FrontierState], scene: &PromptScene<'_>, listed: &[usize]) {
    for (at, place) in listed.iter().enumerate() {
        let KnownOutcome::To(to) = scene.inputs[*place].leads else { continue };
        let name = name_of(scene.situation, to);
        for state in map.iter_mut().filter(|state| state.state == name) {
            (state.steps, state.by) = (1, Some(at + 1));
        }
    }
}

/// How many untried inputs the states of `map` have to which input `number` leads.
fn behind(map: &[FrontierState], number: usize) -> usize {
    map.iter().filter(|state| state.by == Some(number)).map(|state| state.untried).sum()
}

/// Adds their place on the screen to inputs of the same name.
fn tell_apart(scene: &PromptScene<'_>, listed: &[usize], inputs: &mut [Candidate]) {
    let mut times: HashMap<String, usize> = HashMap::new();
    for input in inputs.iter() {
        *times.entry(input.words.clone()).or_default() += 1;
    }
    let screen = &scene.situation.screen;
    for (place, input) in listed.iter().zip(inputs) {
        let target = scene.inputs[*place].offer.action.target();
        let widget = target.and_then(|target| screen.widget(target.number));
        if let Some(widget) = widget.filter(|_| times.get(&input.words).is_some_and(|it| *it > 1)) {
            input.words = format!("{} {}", input.words, output::place(screen, widget));
        }
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
    let types = matches!(input.offer.action, Action::Type { .. });
    // What sends a form is another input once the fields hold something else.
    let count = if news { 0 } else { input.count };
    // What the app's help names belongs to no state: it is counted wherever it was said.
    let elsewhere = input.kind == InputKind::Help && input.leads == KnownOutcome::Unknown;
    let times = match input.count {
        1 if elsewhere => "never invoked here, once elsewhere".to_owned(),
        count if elsewhere && count > 1 => {
            format!("never invoked here, {count} times elsewhere")
        }
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
        // A form is filled in within one state: that is no reason to leave its fields alone.
        KnownOutcome::Nothing | KnownOutcome::Here if types => {
            (Led::HereBefore, ", the field holds something else now".to_owned())
        }
        KnownOutcome::Nothing => (Led::Here, ", nothing happened".to_owned()),
        KnownOutcome::Here => (Led::Here, ", stays in this state".to_owned()),
        KnownOutcome::Error => (Led::Error, ", leads to an error".to_owned()),
        KnownOutcome::To(state) => {
            let seen = memory.seen_as(state).map(|seen| output::cut(&seen.output, 60));
            let seen = seen.map(|seen| format!(" ({seen:?})")).unwrap_or_default();
            let led = if news { "; led" } else { ", leads" };
            (Led::To(name(state)), format!("{led} to {}{seen}", name(state)))
        }
    };
    let words = match &input.offer.action {
        Action::Say { .. } => format!("say {:?}", output::called(&input.offer)),
        _ => output::called(&input.offer),
    };
    Candidate {
        number,
        words,
        kind: match input.kind {
            InputKind::System => CandidateKind::System,
            InputKind::Help => CandidateKind::Help,
            InputKind::Context => CandidateKind::Context,
        },
        count,
        led,
        told: times + &where_to,
        source: source(memory, input).to_owned(),
        untried: 0,
        key: input.offer.key.to_string(),
    }
}

/// Where an input comes from, as the prompt says it; empty if the screen shows it.
fn source(memory: &ElevateMemory, input: &InputEvent) -> &'static str {
    match input.kind {
        InputKind::System => "system",
        InputKind::Help if memory.is_named_by_help(&input.offer) => "named by the app's help",
        InputKind::Help => "from another state",
        InputKind::Context => "",
    }
}
