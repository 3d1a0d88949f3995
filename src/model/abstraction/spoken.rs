//! Voice apps: the state a turn is, and the replies it offers.
//!
//! Following Elevate (section III-A) and Vitas, a state is what the app said. *Exact* is the whole
//! text; *structural* the normal form of it with digits folded, so that a score or a question's
//! number makes no new state.

use xxhash_rust::xxh3::xxh3_64;

use super::folded_digits;
use crate::domain::{Action, ActionKey, AvailableAction, DialogueTurn, StateId, StateIds, speech};

/// The most characters of what was said that a label shows.
const LABEL_LIMIT: usize = 60;

pub(super) fn state_ids(spoken: &DialogueTurn) -> StateIds {
    let end = if spoken.open { "" } else { "|closed" };
    let normal = format!("voice|{}{end}", folded_digits(&speech::normal(&spoken.text)));
    let exact = format!("voice|{}{end}", spoken.text);
    let structural = StateId(xxh3_64(normal.as_bytes()));
    StateIds { exact: StateId(xxh3_64(exact.as_bytes())), structural }
}

pub(super) fn label(spoken: &DialogueTurn) -> String {
    let text = if spoken.text.is_empty() { "(nothing said)" } else { &spoken.text };
    let mut label: String = text.chars().take(LABEL_LIMIT).collect();
    if text.chars().nth(LABEL_LIMIT).is_some() {
        label.push('…');
    }
    if !spoken.open {
        label.push_str(" (ended)");
    }
    label
}

/// What can be said to it: the replies its words and its reprompt ask for, then what every voice app should take.
/// A session that has ended offers nothing but to be opened again, which is always possible.
pub(super) fn offers(spoken: &DialogueTurn) -> Vec<AvailableAction> {
    if !spoken.open {
        return Vec::new();
    }
    let mut offers: Vec<AvailableAction> = Vec::new();
    // What is asked again if the user stays silent, or was not understood, can be answered too.
    let asking = [Some(&spoken.text), spoken.reprompt.as_ref()].into_iter().flatten();
    let asked = asking.flat_map(|text| speech::replies(text)).map(|reply| reply.words);
    for words in asked.chain(speech::SYSTEM.iter().map(|words| (*words).to_owned())) {
        let key = say(&words);
        if offers.iter().all(|offer| offer.key != key) {
            offers.push(AvailableAction {
                action: Action::Say { words },
                template: key.clone(),
                key,
            });
        }
    }
    offers
}

fn say(words: &str) -> ActionKey {
    ActionKey::new(format!("say {:?}", speech::normal(words)))
}
