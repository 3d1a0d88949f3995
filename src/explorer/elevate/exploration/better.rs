//! The better-input checker (Elevate, section III-C; the rules as its published code has them).
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

use super::{Candidate, CandidateKind, Led};

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

/// True for weight 4, false for weight 0.
fn weighs(candidate: &Candidate) -> bool {
    !matches!(candidate.led, Led::Here | Led::Error)
}
