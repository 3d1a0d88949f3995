//! The screens to choose from.

use std::collections::{HashMap, HashSet};

use super::GoalOption;
use super::resolve;
use super::screens::{ScreenInput, SeenScreen, SeenScreens};
use crate::domain::{ActionKey, StateId};
use crate::explorer::Situation;
use crate::explorer::elevate::ElevateWeights;
use crate::explorer::elevate::rules::Rules;
use crate::explorer::shared::output;
use crate::model::behaviour::{ActionEdge, StateNode};
use crate::model::path::{PathJump, PathRules, PathSearch};

/// If so many screens are near, those further off are left out.
const LEAST: usize = 3;
/// The most characters of a screen's name.
const SCREEN: usize = 60;

/// Known actions, tabs of the present screen, what closes a dialog, and a restart.
pub struct WithRestart<'a> {
    jumps: Vec<PathJump>,
    screens: &'a SeenScreens,
}

impl<'a> WithRestart<'a> {
    /// The rules of paths in `situation`.
    pub fn new(situation: &Situation, screens: &'a SeenScreens, weights: &ElevateWeights) -> Self {
        let here = situation.state.structural;
        let key = ActionKey::restart();
        let may = !situation.is_refused(&key);
        let opens = screens.opens.and_then(|state| situation.model.state(state));
        let root = opens.or_else(|| situation.model.states().first().map(|root| &**root));
        let root = root.filter(|root| may && root.id != here);
        let jump = root.map(|root| PathJump { key, to: root.id, cost: weights.restart_steps });
        // A tab that was never pressed here leads to the screen on which it is selected.
        let known = situation.model.state(here).map(|node| &node.edges);
        let is_new = |key: &ActionKey| {
            !known.is_some_and(|edges| edges.contains_key(key)) && !situation.is_refused(key)
        };
        // What closes a dialog leads to what is under it.
        let tabs = screens.tabs(here, is_new).chain(screens.closes(here, is_new));
        let tabs = tabs.map(|(key, to)| PathJump { key: key.clone(), to, cost: 1 });
        Self { jumps: tabs.chain(jump).collect(), screens }
    }
}

impl PathRules for WithRestart<'_> {
    /// What a screen does not list, such as the start of an activity, cannot be walked.
    fn allows(&self, from: &StateNode, key: &ActionKey) -> bool {
        let seen = self.screens.of(from.id);
        seen.is_none_or(|seen| seen.inputs.iter().any(|input| input.key == *key))
    }

    fn jumps(&self) -> &[PathJump] {
        &self.jumps
    }
}

/// A screen with what speaks for it.
struct RankedScreen<'a> {
    node: &'a StateNode,
    seen: &'a SeenScreen,
    away: u32,
    restarts: bool,
    score: f64,
    reasons: Vec<String>,
    /// The untried inputs that fit the charter.
    fits: Vec<String>,
}

/// A screen to choose.
pub struct RankedOption {
    /// Its state; `None` for what leaves the choice to the rules.
    pub state: Option<StateId>,
    /// What is expected there, as a share of what is expected of the best one, from 0 to 1.
    pub share: f64,
    /// True if the path there restarts the app.
    pub restarts: bool,
    /// How a model sees it.
    pub option: GoalOption,
}

/// The screens to choose from, the best by the rules first; the last one leaves the choice to the rules.
///
/// `filled` is how often a form was chosen, and `told` what the question tells of the present screen anyway. To a
/// screen that is `allowed` or more steps away a goal may not go now.
pub fn of(
    situation: &Situation,
    (rules, screens, weights): (&Rules, &SeenScreens, &ElevateWeights),
    told: &HashSet<String>,
    allowed: u32,
    filled: impl Fn(StateId) -> u32,
) -> Vec<RankedOption> {
    let mut ranked = ranked(situation, rules, screens, weights, filled);
    let best = ranked.first().map_or(0.0, |best| best.score);
    // The present screen is always listed: from it, inputs that were tried can be named as well.
    let is_here = |screen: &RankedScreen<'_>| screen.node.id == situation.state.structural;
    let least = best * weights.goal_least;
    let left = situation.remaining.steps.unwrap_or(u64::MAX);
    ranked.retain(|screen| {
        let is_listed = screen.score > 0.0 && screen.score >= least;
        // At a screen that the last steps lead to, nothing could be done, and a goal on one that is too far away
        // would wait.
        let is_near = u64::from(screen.away) < left && screen.away < allowed;
        is_here(screen) || (is_listed && is_near)
    });
    let is_near = |screen: &RankedScreen<'_>| screen.away <= weights.goal_away;
    if ranked.iter().filter(|screen| is_near(screen)).count() >= LEAST {
        ranked.retain(|screen| is_near(screen) || !screen.node.findings.is_empty());
    }
    let last = weights.goal_listed.saturating_sub(1);
    if let Some(here) = ranked.iter().position(is_here).filter(|here| *here > last) {
        ranked.swap(here, last);
    }
    let special = special(&ranked, weights);
    let shown = ranked.iter().take(weights.goal_listed);
    let mut listed: Vec<(&RankedScreen<'_>, GoalOption)> =
        shown.map(|screen| (screen, option(screen, rules, weights))).collect();
    listed.extend(special);
    name_once(&mut listed, (screens, weights), told);
    let numbered = listed.into_iter().enumerate().map(|(at, (screen, option))| {
        let share = if best > 0.0 { screen.score / best } else { 0.0 };
        let option = GoalOption { number: at + 1, ..option };
        RankedOption { state: Some(screen.node.id), share, restarts: screen.restarts, option }
    });
    let mut options: Vec<RankedOption> = numbered.collect();
    if !options.is_empty() {
        let option = GoalOption { number: options.len() + 1, ..GoalOption::default() };
        options.push(RankedOption { state: None, share: 1.0, restarts: false, option });
    }
    options
}

/// Leaves out of the options what was named before: what many pages have, and what a page has that several states show, the present one
/// first. Then shortens them. An option of which nothing is left says nothing.
fn name_once(
    listed: &mut Vec<(&RankedScreen<'_>, GoalOption)>,
    (screens, weights): (&SeenScreens, &ElevateWeights),
    told: &HashSet<String>,
) {
    let here = listed.iter().find(|(_, option)| option.away == 0);
    let here = here.map(|(screen, _)| screen.node.location.clone()).unwrap_or_default();
    let mut named: HashSet<(String, String)> = HashSet::new();
    for place in [here, String::new()] {
        named.extend(told.iter().map(|words| (place.clone(), words.clone())));
    }
    for (screen, option) in listed.iter_mut() {
        let place = |words: &String| {
            let mut inputs = screen.seen.inputs.iter().filter(|input| input.words == *words);
            let is_of_many = inputs.any(|input| screens.is_of_many(&input.key));
            if is_of_many { String::new() } else { screen.node.location.clone() }
        };
        // What fits the task is not crowded out.
        option.untried.sort_by_key(|words| !screen.fits.contains(words));
        // Of the present screen a few that are no taps.
        let mut gestures = if option.away == 0 { weights.goal_gestures } else { 0 };
        option.untried.retain(|words| {
            let is_tap = words.starts_with("tap ");
            let is_kept = is_tap || gestures > 0;
            gestures = gestures.saturating_sub(usize::from(!is_tap));
            is_kept
        });
        if option.away == 0 {
            option.led_on.clear();
        }
        for words in [&mut option.untried, &mut option.led_on] {
            words.retain(|words| named.insert((place(words), words.clone())));
            words.truncate(match option.away {
                0 => weights.goal_inputs,
                1 | 2 => weights.goal_inputs_near,
                _ => weights.goal_inputs_far,
            });
        }
        option.led_on.truncate(weights.goal_known);
        let location = &screen.node.location;
        let is_new = |name: &String| named.insert((location.clone(), format!("field {name}")));
        option.fields.retain(is_new);
        for words in [&mut option.untried, &mut option.led_on, &mut option.sends] {
            words.iter_mut().for_each(|words| *words = bare(words).to_owned());
        }
    }
    listed.retain(|(_, option)| option.away == 0 || option.says());
    // What is further down is expected to yield less: it is left out once enough is told.
    let mut told = 0;
    listed.retain(|(_, option)| {
        let is_told = option.away == 0 || told < weights.goal_text;
        told += if option.away == 0 { 0 } else { option.length() };
        is_told
    });
}

/// The name of what is tapped, in quotes; of any other input its words.
pub(super) fn bare(words: &str) -> &str {
    words.strip_prefix("tap ").filter(|name| name.starts_with('"')).unwrap_or(words)
}

fn ranked<'a>(
    situation: &'a Situation,
    rules: &Rules,
    screens: &'a SeenScreens,
    weights: &ElevateWeights,
    filled: impl Fn(StateId) -> u32,
) -> Vec<RankedScreen<'a>> {
    let model = &*situation.model;
    let paths = WithRestart::new(situation, screens, weights);
    let Some(mut search) = PathSearch::new(model, situation.state.structural, &paths) else {
        return Vec::new();
    };
    let mut ranked: Vec<RankedScreen<'_>> = Vec::new();
    for _ in 0..weights.searched_states {
        let Some(reached) = search.next() else { break };
        let node = &model.states()[reached.position];
        let Some(seen) = screens.of(node.id).filter(|_| !node.is_absorbed) else { continue };
        let far = weights.decay_per_step.powf(f64::from(reached.cost));
        let mut score = rules.expected(situation, node) * far;
        let mut reasons = Vec::new();
        let charter = situation.charter.as_deref().unwrap_or_default();
        let promises = |key: &ActionKey| promises((rules, weights), node, key);
        let fits = resolve::fitting(node, screens, charter, promises);
        if !fits.is_empty() {
            score += weights.goal_charter;
            reasons.push("fits the task".to_owned());
        }
        if !node.findings.is_empty() {
            reasons.push("something failed here".to_owned());
            score += weights.goal_finding * far;
        }
        let tries = filled(node.id);
        if !seen.fields.is_empty()
            && reached.cost <= weights.goal_form_away
            && tries < weights.goal_forms
        {
            reasons.push("a form".to_owned());
            score += weights.goal_form * far / f64::from(1 + tries);
        }
        // No path comes back to a restart.
        let first = search.first_step(reached.position);
        let restarts = first.is_some_and(|(key, _)| key.is_restart());
        let away = reached.cost;
        ranked.push(RankedScreen { node, seen, away, restarts, score, reasons, fits });
    }
    ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
    ranked
}

/// What is offered beside screens: the tester's task, and findings to look into.
fn special<'a, 'b>(
    ranked: &'b [RankedScreen<'a>],
    weights: &ElevateWeights,
) -> Vec<(&'b RankedScreen<'a>, GoalOption)> {
    let named = |screen: &RankedScreen<'_>| GoalOption {
        screen: output::cut(&screen.node.label, SCREEN),
        away: screen.away,
        ..GoalOption::default()
    };
    // Of a screen that is listed, its inputs that fit come first.
    let unlisted = ranked.iter().skip(weights.goal_listed);
    let fitting = unlisted.filter(|screen| !screen.fits.is_empty());
    let tasks = fitting.take(weights.goal_special).map(|screen| {
        let task = screen.fits.iter().take(3).cloned().collect();
        (screen, GoalOption { task, ..named(screen) })
    });
    let failed = ranked.iter().filter_map(|screen| Some((screen, screen.node.findings.last()?)));
    let findings = failed.take(weights.goal_special).map(|(screen, kind)| {
        let finding = kind.name().to_owned();
        (screen, GoalOption { finding, ..named(screen) })
    });
    tasks.chain(findings).collect()
}

/// True if the rules expect enough of the input `key` of `node` to name it: the tabs of a bar lead to the same
/// screens from each of them, and a row to where the other rows led.
pub(super) fn promises(
    (rules, weights): (&Rules, &ElevateWeights),
    node: &StateNode,
    key: &ActionKey,
) -> bool {
    rules.expected_of(node, key).is_none_or(|expected| expected >= weights.goal_named)
}

fn option(screen: &RankedScreen<'_>, rules: &Rules, weights: &ElevateWeights) -> GoalOption {
    // The fields of the present screen are in its table.
    let most = if screen.away == 0 { 0 } else { weights.goal_fields };
    let RankedScreen { node, seen, away, reasons, .. } = screen;
    let promised = |key: &ActionKey| promises((rules, weights), node, key);
    let sends = seen.inputs.iter().filter(|input| input.sends && !seen.fields.is_empty());
    let mut sends: Vec<String> = sends.map(|input| input.words.clone()).collect();
    sends.dedup();
    let of_kind = |is_choice: bool| {
        let fields = seen.fields.iter().filter(|field| field.is_choice == is_choice);
        fields.take(most).map(|field| field.name.clone()).collect()
    };
    GoalOption {
        screen: output::cut(&node.label, SCREEN),
        away: *away,
        untried: untried(node, seen, promised),
        led_on: led_on(node, seen),
        fields: of_kind(false),
        choices: of_kind(true),
        sends: sends.into_iter().take(2).collect(),
        reasons: reasons.clone(),
        ..GoalOption::default()
    }
}

/// The inputs of `node` that led to another screen of the app, each name once: with them a function can be
/// named to its end. What leaves the screen is left out.
pub(super) fn led_on(node: &StateNode, seen: &SeenScreen) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let elsewhere = |input: &&ScreenInput| {
        let edge = node.edges.get(&input.key).and_then(ActionEdge::likeliest);
        !input.is_system && !input.is_text && !input.leaves && edge.is_some_and(|to| to != node.id)
    };
    for input in seen.inputs.iter().filter(elsewhere) {
        if !words.contains(&input.words) {
            words.push(input.words.clone());
        }
    }
    words
}

/// The inputs of `node` that were never invoked, each name once (of the first that has it), since a reply chooses by names. Of a list
/// what does not promise enough is left out, and one row comes with the buttons and the others after them, so that its rows do not crowd out a button; what
/// else than tapping can be done to its rows is named of one.
pub(super) fn untried(
    node: &StateNode,
    seen: &SeenScreen,
    promises: impl Fn(&ActionKey) -> bool,
) -> Vec<String> {
    let mut alike: HashMap<&ActionKey, usize> = HashMap::new();
    let mut ranked: Vec<(usize, &ScreenInput)> = Vec::new();
    for input in &seen.inputs {
        let is_untried = !input.is_system
            && !input.is_text
            && !input.scrolls
            && !node.edges.contains_key(&input.key);
        if is_untried
            && promises(&input.key)
            && ranked.iter().all(|(_, known)| known.plain != input.plain)
        {
            let nth = alike.entry(&input.template).or_default();
            if *nth == 0 || input.is_tap {
                ranked.push((*nth, input));
            }
            *nth += 1;
        }
    }
    ranked.sort_by_key(|(nth, _)| *nth);
    ranked.into_iter().map(|(_, input)| input.words.clone()).collect()
}
