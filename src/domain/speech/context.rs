//! What the sentences before a question name: "I can help with news, music and weather. Which
//! would you like?"

use super::choice::{Choice, listing};
use super::clause::Form;
use super::open;
use super::reply::Asking;

/// How many sentences before a question are looked at.
const BACK: usize = 3;

/// The options that the sentences before the one at `at` name, if that asks for one of them.
pub(super) fn options(read: &[Asking<'_>], at: usize) -> Vec<String> {
    let asking = &read[at];
    let Form::Wh(from) = asking.form else { return Vec::new() };
    let open = asking.tokens.get(from).is_some_and(|token| {
        ["what", "which", "where", "how", "what's"].contains(&token.lower.as_str())
    });
    if !open {
        return Vec::new();
    }
    let before = read.get(at.saturating_sub(BACK)..at).unwrap_or_default();
    for sentence in before.iter().rev().filter(|sentence| sentence.parts.is_empty()) {
        if sentence.form == Form::None
            && let Some(Choice { options, .. }) = &sentence.choice
        {
            return options.clone();
        }
        if let Some(options) = listing(&sentence.tokens).filter(|_| sentence.form == Form::None) {
            return options;
        }
    }
    Vec::new()
}

/// The numbers that the sentences before the one at `at` bound, if that asks for a number.
pub(super) fn numbers(read: &[Asking<'_>], at: usize) -> Option<Vec<String>> {
    let wanted = ["guess", "number", "guesses", "level", "step"];
    let asks = read[at].tokens.iter().any(|token| token.is_any(&wanted));
    if !asks {
        return None;
    }
    let near = read.get(at.saturating_sub(BACK)..=at).unwrap_or_default();
    near.iter().rev().find_map(|sentence| open::range(&sentence.tokens))
}
