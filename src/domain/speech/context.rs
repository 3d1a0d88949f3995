//! What the sentences before a question name: "I can help with news, music and weather. Which
//! would you like?"

use super::choice::OptionList;
use super::clause::QuestionForm;
use super::direction::directions;
use super::lexicon::{AUXILIARIES, PREPOSITIONS, SUBORDINATORS, has};
use super::open;
use super::options::{listing, listing_only};
use super::phrase::join;
use super::reply::AskingSentence;
use super::token::SpeechToken;

/// How many sentences before a question are considered.
const SENTENCES_BEFORE: usize = 3;

/// The options that the sentences before the one at `at` name, if that asks for one of them.
pub(super) fn options(read: &[AskingSentence<'_>], at: usize) -> Vec<String> {
    let asking = &read[at];
    let QuestionForm::Wh(from) = asking.form else { return Vec::new() };
    let open = asking.tokens.get(from).is_some_and(|token| {
        ["what", "which", "where", "how", "what's"].contains(&token.lower.as_str())
    });
    if !open {
        return Vec::new();
    }
    if let Some(after) = read.get(at + 1)
        && let Some(options) = listing_only(&after.tokens).or_else(|| listing(&after.tokens))
        && after.form == QuestionForm::None
    {
        return options;
    }
    let before = read.get(at.saturating_sub(SENTENCES_BEFORE)..at).unwrap_or_default();
    for sentence in before.iter().rev().filter(|sentence| sentence.parts.is_empty()) {
        if sentence.form == QuestionForm::None
            && let Some(OptionList { options, .. }) = &sentence.choice
        {
            return options.clone();
        }
        if let Some(options) =
            listing(&sentence.tokens).filter(|_| sentence.form == QuestionForm::None)
        {
            return options;
        }
    }
    let mut found = if asks_for_a_way(asking, from) { ways(read, at) } else { Vec::new() };
    if asks_for_a_thing(asking, from) {
        found.extend(things(read, at));
    }
    found
}

/// True for "which way …", "where do you go", "what do you do".
fn asks_for_a_way(asking: &AskingSentence<'_>, at: usize) -> bool {
    let rest = asking.tokens.get(at..).unwrap_or_default();
    let first = |words: &[&str]| rest.first().is_some_and(|word| word.is_any(words));
    let any = |words: &[&str]| rest.iter().any(|token| token.is_any(words));
    // "What do you do", "What would you like to do"
    let doing = rest.windows(2).any(|words| words[0].is_any(&["you", "to"]) && words[1].is("do"));
    first(&["where"]) && any(&["go"])
        || first(&["which", "what"]) && any(&["way", "direction"])
        || first(&["what"]) && any(&["you"]) && doing
}

/// The directions that the sentences before the one at `at` name.
fn ways(read: &[AskingSentence<'_>], at: usize) -> Vec<String> {
    let before = read.get(at.saturating_sub(2 * SENTENCES_BEFORE)..at).unwrap_or_default();
    let mut found: Vec<String> = Vec::new();
    for way in before.iter().flat_map(|sentence| directions(&sentence.tokens)) {
        if !found.contains(&way) {
            found.push(way);
        }
    }
    found
}

/// True for "which door …", "where would you like to go": something that was described before.
fn asks_for_a_thing(asking: &AskingSentence<'_>, at: usize) -> bool {
    let rest = asking.tokens.get(at..).unwrap_or_default();
    let which = rest.first().is_some_and(|word| word.is_any(&["which", "what"]))
        && rest.get(1).is_some_and(|noun| noun.is_word() && !has(AUXILIARIES, &noun.lower))
        && rest.iter().any(|token| token.is("you"))
        && open::answers(&asking.tokens, at).is_some_and(|known| known.is_empty());
    let go = rest.first().is_some_and(|word| word.is("where"))
        && rest.iter().any(|token| token.is("you"))
        && rest.iter().any(|token| token.is_any(&["go", "look", "hide"]));
    which || go
}

/// The things that were described before the sentence at `at`: "there is a tower, and a small
/// hamlet lies behind" names a tower and a small hamlet. At least two, or none.
fn things(read: &[AskingSentence<'_>], at: usize) -> Vec<String> {
    const THINGS_LIMIT: usize = 6;
    let before = read.get(at.saturating_sub(2 * SENTENCES_BEFORE)..at).unwrap_or_default();
    let mut found: Vec<String> = Vec::new();
    for sentence in before.iter().filter(|sentence| sentence.form == QuestionForm::None) {
        let tokens = &sentence.tokens;
        for (place, token) in tokens.iter().enumerate() {
            let article = token.is_any(&["a", "an"]);
            let opens = place == 0 || tokens[place - 1].is_mark();
            let seen =
                opens || tokens[place - 1].is_any(&["is", "are", "and", "see", "find", "also"]);
            let noun = tokens.get(place + 1..).unwrap_or_default();
            let inner = |token: &&SpeechToken<'_>| {
                token.is_word()
                    && !has(AUXILIARIES, &token.lower)
                    && !has(PREPOSITIONS, &token.lower)
                    && !has(SUBORDINATORS, &token.lower)
                    && !token.is_any(&["that", "filled", "a", "an", "the"])
            };
            let length = noun.iter().take_while(inner).count();
            if article && seen && (1..=4).contains(&length) && found.len() < THINGS_LIMIT {
                found.push(join(&noun[..length]));
            }
        }
    }
    if found.len() > 1 { found } else { Vec::new() }
}

/// The numbers that the sentences before the one at `at` bound, if that asks for a number.
pub(super) fn numbers(read: &[AskingSentence<'_>], at: usize) -> Option<Vec<String>> {
    let wanted = ["guess", "number", "guesses", "level", "many", "rate", "scale", "step"];
    let asks = read[at].tokens.iter().any(|token| token.is_any(&wanted));
    if !asks {
        return None;
    }
    let near = read.get(at.saturating_sub(SENTENCES_BEFORE)..=at).unwrap_or_default();
    near.iter().rev().find_map(|sentence| open::range(&sentence.tokens))
}
