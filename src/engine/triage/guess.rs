//! What to try first: sequences that are likely to show a crash, shorter ones first.

use std::collections::{HashMap, VecDeque};

use crate::domain::{Action, StateId};
use crate::explorer::again::Tape;

/// How many of the last steps are kept behind a known way.
const TAILS: &[usize] = &[0, 1, 2, 3, 5, 8, 13, 21];
/// So many restarts are gone back before all is tried.
const RESTARTS: usize = 3;

/// Places of the steps to be tried for the crash of the step at `place`: the shortest known way to
/// one of the last screens and what was done from there; then all since the last restart, since the
/// one before, and so on; at last everything.
pub(super) fn guesses(tape: &Tape, place: usize) -> Vec<Vec<usize>> {
    let mut guesses: Vec<Vec<usize>> = Vec::new();
    let start = tape.since_restart(place);
    for tail in TAILS {
        let Some(from) = place.checked_sub(*tail).filter(|from| *from >= start) else { break };
        let Some(goal) = tape.steps.get(from) else { break };
        if let Some(mut guess) = way_to(tape, goal.from.structural, place) {
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

/// The steps of the shortest recorded way from the opening to `goal`: of equal ones the last before
/// `place`, but a fresh start can also go where the recording went only later.
fn way_to(tape: &Tape, goal: StateId, place: usize) -> Option<Vec<usize>> {
    let (opening, _) = tape.opening.as_ref()?;
    let mut legs: HashMap<StateId, Vec<(StateId, usize)>> = HashMap::new();
    for (at, step) in (0..place).rev().chain(place + 1..tape.steps.len()).filter_map(|at| {
        Some((at, tape.steps.get(at).filter(|step| step.action != Action::Restart)?))
    }) {
        if let Some((to, _)) = &step.after {
            legs.entry(step.from.structural).or_default().push((to.structural, at));
        }
    }
    let mut ways: HashMap<StateId, Vec<usize>> = HashMap::from([(opening.structural, Vec::new())]);
    let mut queue = VecDeque::from([opening.structural]);
    while let Some(state) = queue.pop_front() {
        let way = ways.get(&state).cloned().unwrap_or_default();
        if state == goal {
            return Some(way);
        }
        for (to, at) in legs.get(&state).into_iter().flatten() {
            if !ways.contains_key(to) {
                ways.insert(*to, way.iter().chain([at]).copied().collect());
                queue.push_back(*to);
            }
        }
    }
    None
}

/// `steps` with the first of them replaced by a shorter recorded way to where the rest begins, the
/// shortest rest first.
pub(super) fn shortcuts(tape: &Tape, steps: &[usize]) -> Vec<Vec<usize>> {
    let Some(place) = steps.last() else { return Vec::new() };
    let shorter = |at: usize| {
        let rest = steps.get(at..)?;
        let goal = tape.steps.get(*rest.first()?)?.from.structural;
        let way = way_to(tape, goal, *place).filter(|way| way.len() < at)?;
        Some(way.into_iter().chain(rest.iter().copied()).collect())
    };
    (1..steps.len()).rev().filter_map(shorter).collect()
}

/// How long a detour may be to be left out, the most first.
const DETOURS: &[usize] = &[usize::MAX, 60, 25, 10, 4, 1];

/// `steps` without detours: what was done between two looks at exactly the same screen. Of several
/// lengths the shortest first; each keeps what is not seen on any screen less well than the next.
pub(super) fn without_detours(tape: &Tape, steps: &[usize]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for longest in DETOURS {
        let straight = straight(tape, steps, *longest);
        if straight.len() < steps.len() && !all.contains(&straight) {
            all.push(straight);
        }
    }
    all
}

fn straight(tape: &Tape, steps: &[usize], longest: usize) -> Vec<usize> {
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
