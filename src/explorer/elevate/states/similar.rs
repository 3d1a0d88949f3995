//! Which states are shown to the model, and which two the rules take for one without it.

use std::collections::BTreeSet;

use super::super::memory::{ElevateMemory, FirstSighting};
use crate::domain::{StateId, speech};
use crate::explorer::Situation;

/// The most known states in a prompt: however many there are, the most similar ones decide, and
/// prompts stay as long as they are with few.
pub const LISTED: usize = 12;

/// Words that say nothing about what is meant.
const FILLERS: &[&str] = &[
    "a", "alright", "and", "great", "hey", "hi", "just", "now", "ok", "okay", "please", "so",
    "sure", "the", "then", "there", "well",
];

/// Words that voice apps use for each other: each stands for the first of its row.
const SYNONYMS: &[&[&str]] = &[
    &["want", "like", "wish"],
    &["another", "more", "again", "next"],
    &["hear", "listen"],
    &["do", "would", "will", "can", "could", "shall"],
    &["begin", "start"],
    &["continue", "proceed"],
    &["choose", "pick", "select"],
    &["tell", "say"],
    &["finish", "end", "quit", "exit"],
];

/// The known semantic states that are most like the present one, at most [`LISTED`], the most
/// similar last. `always` is among them whatever it is like.
pub fn listed<'a>(
    memory: &'a ElevateMemory,
    situation: &Situation,
    always: Option<StateId>,
) -> Vec<&'a FirstSighting> {
    let here = situation.state.structural;
    let Some(new) = memory.seen_as(here) else { return Vec::new() };
    let is_known = |seen: &FirstSighting| {
        seen.id != here
            && memory.meaning(situation, seen.id) == seen.id
            && situation.model.position(seen.id).is_some()
    };
    // The best so far, best first; of equals the older one.
    let mut ranked: Vec<(bool, f64, &FirstSighting)> = Vec::with_capacity(LISTED + 1);
    for (seen, overlap) in memory.overlaps(&new.tokens, always) {
        let first = Some(seen.id) == always;
        let least = ranked.last().filter(|_| ranked.len() == LISTED && !first);
        if least.is_some_and(|(_, least, _)| *least >= overlap) || !is_known(seen) {
            continue;
        }
        let before = |known: &(bool, f64, &FirstSighting)| {
            (known.0 && !first) || (known.0 == first && known.1 >= overlap)
        };
        ranked.insert(ranked.partition_point(before), (first, overlap, seen));
        ranked.truncate(LISTED);
    }
    ranked.sort_by(|one, other| one.1.total_cmp(&other.1));
    ranked.into_iter().map(|(_, _, seen)| seen).collect()
}

/// The state among `listed` that the rules take the present one for, if they are sure.
///
/// Voice apps alone: turns that say the same ([`speech::same_meaning`], or the same words up to
/// digits, fillers and synonyms); or what one input of one state led to, if the part `overlap` of
/// the words agrees. All only if the input events are the same.
/// Two structural states of a phone differ in what can be seen, so the rules never merge them.
pub fn sure(
    situation: &Situation,
    new: &FirstSighting,
    listed: &[&FirstSighting],
    same_way: Option<StateId>,
    overlap: f64,
) -> Option<StateId> {
    let spoken = situation.screen.dialogue()?;
    if !spoken.open {
        return None;
    }
    let meant = canonical(&new.tokens);
    let same_inputs = listed.iter().rev().filter(|seen| !seen.inputs.differ(&new.inputs, true));
    let same = |seen: &&&FirstSighting| {
        canonical(&seen.tokens) == meant
            || speech::same_meaning(&seen.said, &spoken.text)
            || (Some(seen.id) == same_way
                && !new.inputs.own.is_empty()
                && speech::similar(&seen.said, &spoken.text) >= overlap)
    };
    same_inputs.into_iter().find(same).map(|seen| seen.id)
}

fn canonical(tokens: &BTreeSet<String>) -> BTreeSet<String> {
    let meant = tokens.iter().filter(|word| !FILLERS.contains(&word.as_str()));
    let first = |word: &String| {
        let row = SYNONYMS.iter().find(|row| row.contains(&word.as_str()));
        row.and_then(|row| row.first()).map_or_else(|| speech::normal(word), |w| (*w).to_owned())
    };
    meant.map(first).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::explorer::shared::output;

    #[rstest]
    #[case("Do you want another fact?", "Would you like one more fact?", false)]
    #[case("Do you want another fact?", "Okay, would you like another fact?", true)]
    #[case("Your score is 3 of 10.", "Your score is 4 of 10.", true)]
    #[case("Pick a colour.", "Please choose a colour.", true)]
    #[case("Pick a colour.", "Pick a number.", false)]
    fn sentences_mean_the_same(#[case] one: &str, #[case] other: &str, #[case] same: bool) {
        let of = |text| canonical(&output::tokens(text));
        assert_eq!(of(one) == of(other), same);
    }
}
