//! The better-input checker (Elevate, section III-C; the rules as its published code has them), and
//! the reasons for which a choice holds though there are better ones (ours).
//!
//! Every candidate weighs 4, but 0 if its known transition stays in the state or leads to an
//! error. What sends a phone's form stays while the form is wrong: if the fields hold something
//! else now, that transition tells nothing of the next one, and the candidate weighs 4. (Voice apps
//! have no fields; this is ours.)
//!
//! 1. The chosen one weighs 0: all that weigh 4 are better.
//! 2. It is of the app's help or belongs to the context: better are those of these two kinds that
//!    weigh 4 and were invoked less often. Where there are none and it was invoked three times or
//!    more: all system-level inputs.
//! 3. It is system-level: better are those of help and context that weigh 4 and were invoked fewer
//!    than three times. Where there are none: system-level inputs that weigh 4 and were invoked
//!    less often.

use std::collections::HashSet;

use super::{Candidate, CandidateKind, ChoiceReason, Context, Led};
use crate::domain::speech;
use crate::explorer::shared::labels;

/// The most inputs that a complaint names.
const NAMED: usize = 8;
/// Shorter words say nothing of a task.
const TASK_WORD: usize = 4;

/// The numbers of the inputs that are better than `chosen`; empty if it may be chosen. An input
/// that was invoked `worn_out` times or more is worn out; three times in the published code.
pub fn better(candidates: &[Candidate], chosen: &Candidate, worn_out: u64) -> Vec<usize> {
    let numbers = |is_better: &dyn Fn(&Candidate) -> bool| -> Vec<usize> {
        let others = candidates.iter().filter(|other| other.number != chosen.number);
        others.filter(|other| is_better(other)).map(|other| other.number).collect()
    };
    if !weighs(chosen) {
        return numbers(&weighs);
    }
    let system = |other: &Candidate| other.kind == CandidateKind::System;
    let better = if system(chosen) {
        numbers(&|other| !system(other) && weighs(other) && other.count < worn_out)
    } else {
        numbers(&|other| !system(other) && weighs(other) && other.count < chosen.count)
    };
    if !better.is_empty() {
        return better;
    }
    if system(chosen) {
        numbers(&|other| system(other) && weighs(other) && other.count < chosen.count)
    } else if chosen.count >= worn_out {
        numbers(&system)
    } else {
        Vec::new()
    }
}

/// True if `chosen` may be chosen for `reason` though there are better inputs: it serves the
/// tester's task, it leads to what was never tried elsewhere, or it asks for help after a sentence
/// that was not understood.
pub fn is_justified(context: &Context, chosen: &Candidate, reason: ChoiceReason) -> bool {
    let asks_for_help = context.confused && speech::normal(&chosen.words) == "say help";
    // What the app's help names counts wherever it was said; here it may lead somewhere else.
    if chosen.kind == CandidateKind::Help && chosen.led == Led::Unknown {
        return true;
    }
    // Nothing can follow in the last step, so nothing better is put off.
    if context.steps_left == Some(1) && chosen.count == 0 && chosen.led == Led::Unknown {
        return true;
    }
    match reason {
        // What was done for a task over and over does not serve it any more.
        ChoiceReason::Charter if chosen.count < 2 * context.worn_out => {
            has_task(context) && (weighs(chosen) || is_named(context, chosen))
        }
        ChoiceReason::Map => chosen.untried > 0,
        ChoiceReason::Charter | ChoiceReason::Other => asks_for_help,
    }
}

fn has_task(context: &Context) -> bool {
    context.charter.is_some() || !context.notes.is_empty()
}

/// True if the task or a note has a word of what is chosen.
fn is_named(context: &Context, chosen: &Candidate) -> bool {
    let task = context.charter.iter().chain(&context.notes);
    let task = task.map(|text| text.to_lowercase()).collect::<Vec<_>>().join(" ");
    let task: HashSet<&str> = labels::words(&task).into_iter().collect();
    let words = chosen.words.to_lowercase();
    labels::words(&words).iter().any(|word| word.len() >= TASK_WORD && task.contains(word))
}

/// What is said to the choice of `chosen`, of which `better` are better.
pub fn complaint(inputs: &[Candidate], chosen: &Candidate, better: &[usize]) -> String {
    let Candidate { number, words, told, kind, count, .. } = chosen;
    let what = match kind {
        _ if *count > 0 => format!("{number}. {words} was invoked before: {told}."),
        CandidateKind::System => format!("{number}. {words} is possible everywhere."),
        _ => format!("{number}. {words}: {told}."),
    };
    let listed = |is: fn(&Candidate) -> bool| -> Vec<String> {
        let better = inputs.iter().filter(|input| better.contains(&input.number) && is(input));
        better.take(NAMED).map(|input| input.number.to_string()).collect()
    };
    let untried = listed(|input| input.count == 0);
    let (which, numbers) = if untried.is_empty() {
        ("Tried less often, or leading on", listed(|_| true))
    } else {
        ("Untried here", untried)
    };
    let or = format!("or answer {number} again with the reason \"charter\" or \"map\" if it holds");
    format!("{what} {which}: {}. Choose one, {or}.", numbers.join(", "))
}

/// True for weight 4, false for weight 0.
fn weighs(candidate: &Candidate) -> bool {
    !matches!(candidate.led, Led::Here | Led::Error)
}
