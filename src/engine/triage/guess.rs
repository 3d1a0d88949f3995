//! What to try first: sequences that are likely to show a crash, shorter ones first.

use crate::domain::{Action, StateId};
use crate::explorer::again::Tape;
use crate::model::way;

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

/// The steps of the shortest known way from the opening to `goal`, each where it was done before
/// `place`.
fn way_to(tape: &Tape, goal: StateId, place: usize) -> Option<Vec<usize>> {
    let (opening, _) = tape.opening.as_ref()?;
    let way = way::nearest(&tape.model, opening.structural, |state| state.id == goal)?;
    let before = tape.steps.get(..place)?;
    way.iter()
        .map(|leg| {
            before.iter().rposition(|step| {
                step.from.structural == leg.from
                    && step.key == leg.key
                    && step.action != Action::Restart
                    && step.after.as_ref().is_some_and(|(to, _)| to.structural == leg.to)
            })
        })
        .collect()
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
