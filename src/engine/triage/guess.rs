//! What to try first: sequences that are likely to show a crash, shorter ones first.

use std::collections::{HashMap, VecDeque};

use crate::domain::{Action, Screen, StateId, WidgetTarget};
use crate::explorer::replay::ActionTape;
use crate::model::abstraction::key_of;

/// How many of the last steps are kept behind a known path.
const TAILS: &[usize] = &[0, 1, 2, 3, 5, 8, 13, 21];
/// So many restarts are gone back before all is tried.
const RESTARTS: usize = 3;

/// Places of the steps to be tried for the crash of the step at `place`: the shortest known path to
/// one of the last screens and what was done from there; then all since the last restart, since the
/// one before, and so on; at last everything.
pub(super) fn guesses(tape: &ActionTape, place: usize) -> Vec<Vec<usize>> {
    let mut guesses: Vec<Vec<usize>> = Vec::new();
    let start = tape.since_restart(place);
    let legs = legs(tape, place, false);
    for tail in TAILS {
        let Some(from) = place.checked_sub(*tail).filter(|from| *from >= start) else { break };
        let Some(goal) = tape.steps.get(from) else { break };
        let is_goal = |state| state == goal.from.structural;
        if let Some(mut guess) = path_to(tape, &legs, is_goal) {
            guess.extend(from..=place);
            add(&mut guesses, guess);
        }
    }
    let mut since = start;
    for _ in 0..RESTARTS {
        add(&mut guesses, (since..=place).collect());
        if since == 0 {
            break;
        }
        // The restart itself belongs to the run before it.
        since = tape.since_restart(since - 1);
    }
    add(&mut guesses, (0..=place).collect());
    guesses
}

fn add(guesses: &mut Vec<Vec<usize>>, guess: Vec<usize>) {
    if !guesses.contains(&guess) {
        guesses.push(guess);
    }
}

/// What was recorded to lead from one state to another, by the first.
type Legs = HashMap<StateId, Vec<(StateId, usize)>>;

/// All of them: those before `place` first, the last of them before others, then those that came only
/// later, since a restart can go there too. With `fresh`, from the opening only what is there when
/// the app is fresh.
fn legs(tape: &ActionTape, place: usize, fresh: bool) -> Legs {
    let mut legs = Legs::new();
    for at in (0..place).rev().chain(place + 1..tape.steps.len()) {
        let Some(step) = tape.steps.get(at) else { continue };
        let there = tape.opening.as_ref().is_none_or(|(opening, screen)| {
            let elsewhere = step.from.structural != opening.structural;
            !fresh || elsewhere || is_there(&step.action, screen)
        });
        if let Some((to, _)) = &step.after
            && there
            && !step.action.starts_anew()
        {
            legs.entry(step.from.structural).or_default().push((to.structural, at));
        }
    }
    legs
}

/// True if the widget of `action` is on `screen` under the same label, or it has none: another row
/// of a list would lead elsewhere.
fn is_there(action: &Action, screen: &Screen) -> bool {
    let same = |target: &WidgetTarget| {
        let mut widgets = screen.widgets.iter();
        widgets.any(|own| own.resource_id == target.resource_id && own.label == target.label)
    };
    action.target().is_none_or(same)
}

/// The steps of the shortest path by `legs` from the opening to a state that `is_goal` accepts.
fn path_to(
    tape: &ActionTape,
    legs: &Legs,
    is_goal: impl Fn(StateId) -> bool,
) -> Option<Vec<usize>> {
    let (opening, _) = tape.opening.as_ref()?;
    let mut paths: HashMap<StateId, Vec<usize>> = HashMap::from([(opening.structural, Vec::new())]);
    let mut queue = VecDeque::from([opening.structural]);
    while let Some(state) = queue.pop_front() {
        let path = paths.get(&state).cloned().unwrap_or_default();
        if is_goal(state) {
            return Some(path);
        }
        for (to, at) in legs.get(&state).into_iter().flatten() {
            if !paths.contains_key(to) {
                paths.insert(*to, path.iter().chain([at]).copied().collect());
                queue.push_back(*to);
            }
        }
    }
    None
}

/// `steps` with the first of them replaced by a shorter recorded path to where the rest can begin, the
/// shortest rest first. That is the same screen, or another one of its activity that offers the same:
/// a form does as well with another row.
pub(super) fn shortcuts(tape: &ActionTape, steps: &[usize]) -> Vec<Vec<usize>> {
    let Some(place) = steps.last() else { return Vec::new() };
    let legs = [true, false].map(|fresh| legs(tape, *place, fresh));
    let shorter = |(at, legs): (usize, &Legs)| {
        let rest = steps.get(at..)?;
        let first = tape.steps.get(*rest.first()?)?;
        let here = first.from.structural;
        let template = first.action.target().map(|_| key_of(&first.before, &first.action).1);
        let activity = tape.model.state(here).map(|node| &node.location);
        let offers = |state| {
            let node = tape.model.state(state).filter(|node| Some(&node.location) == activity);
            node.is_some_and(|node| {
                node.available.iter().any(|offer| Some(&offer.template) == template.as_ref())
            })
        };
        let is_goal = |state| state == here || offers(state);
        let path = path_to(tape, legs, is_goal).filter(|path| path.len() < at)?;
        Some(path.into_iter().chain(rest.iter().copied()).collect())
    };
    let places = (1..steps.len()).rev();
    places.flat_map(|at| legs.iter().map(move |legs| (at, legs))).filter_map(shorter).collect()
}

/// How long a detour may be to be left out, the most first.
const DETOURS: &[usize] = &[usize::MAX, 60, 25, 10, 4, 1];

/// `steps` without detours: what was done between two looks at exactly the same screen. Of several
/// lengths the shortest first; each keeps what is not seen on any screen less well than the next.
pub(super) fn without_detours(tape: &ActionTape, steps: &[usize]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for longest in DETOURS {
        let straight = straight(tape, steps, *longest);
        if straight.len() < steps.len() && !all.contains(&straight) {
            all.push(straight);
        }
    }
    all
}

fn straight(tape: &ActionTape, steps: &[usize], longest: usize) -> Vec<usize> {
    let exact = |step: &usize| tape.steps.get(*step).map(|step| step.from.exact);
    let mut kept = Vec::new();
    let mut rest = steps;
    while let Some((first, more)) = rest.split_first() {
        let reach = rest.len().min(longest.saturating_add(1));
        let later = rest.get(..reach).unwrap_or_default();
        let back = later.iter().rposition(|step| exact(step) == exact(first)).unwrap_or(0);
        if back > 0 {
            rest = rest.get(back..).unwrap_or_default();
        } else {
            kept.push(*first);
            rest = more;
        }
    }
    kept
}
