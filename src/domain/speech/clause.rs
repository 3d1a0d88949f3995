//! The form of a sentence: which part of it asks something, and how.

use super::lexicon::{ARTICLES, AUXILIARIES, LEAD_INS, PRONOUNS, WH, has};
use super::open;
use super::token::{SpeechToken, TokenKind};

/// How a sentence asks; the places are those of the opening tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionForm {
    /// Opened by an auxiliary, or something short that stands for it ("Want more").
    YesNo(usize),
    /// Opened by a question word.
    Wh(usize),
    /// Demands something by a verb: "Tell me your name", "Pick a number", "I need your zip code".
    Demand(usize),
    /// Asks nothing by its form.
    None,
}

/// The form of the sentence `tokens`: that of its first clause that asks.
pub(super) fn form(tokens: &[SpeechToken<'_>]) -> QuestionForm {
    let asks = asks(tokens);
    for start in starts(tokens, asks) {
        let first = tokens.get(..start).unwrap_or_default().iter().all(|token| !token.is_mark());
        let found = clause(tokens, start, first, asks);
        if found != QuestionForm::None {
            return found;
        }
    }
    if asks { QuestionForm::YesNo(0) } else { QuestionForm::None }
}

/// True if the sentence ends with a question mark.
pub(super) fn asks(tokens: &[SpeechToken<'_>]) -> bool {
    tokens
        .iter()
        .rev()
        .take_while(|token| token.kind == TokenKind::Stop)
        .any(|stop| stop.text == "?")
}

/// The positions at which clauses begin: after marks and after words that lead in, and within a
/// sentence if a question opens without any mark ("a frog in a well do you want another").
fn starts(tokens: &[SpeechToken<'_>], asks: bool) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut opens = true;
    for (at, token) in tokens.iter().enumerate() {
        if token.is_mark() {
            opens = true;
        } else if opens || unmarked(tokens, at) {
            if asks || !continues(tokens, at) {
                starts.push(at);
            }
            opens = has(LEAD_INS, &token.lower);
        }
    }
    starts
}

/// True for the "is" of "Next is a song": what could lead in is the subject.
fn continues(tokens: &[SpeechToken<'_>], at: usize) -> bool {
    let copula = ["is", "are", "was", "were", "has", "had", "will", "would", "can", "could", "may"];
    let joint = ["and", "but", "or", "so", "well", "ok", "okay"];
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    tokens[at].is_any(&copula)
        && before.is_some_and(|before| before.is_word() && !before.is_any(&joint))
        && !tokens.get(at + 1).is_some_and(|next| next.is_any(&["you", "i", "we"]))
}

/// True if a question opens at `at`, which no mark shows.
fn unmarked(tokens: &[SpeechToken<'_>], at: usize) -> bool {
    let next = |step: usize| tokens.get(at + step);
    let next_is = |step: usize, words: &[&str]| next(step).is_some_and(|next| next.is_any(words));
    let token = &tokens[at];
    let opening = token.is_any(&["do", "would"])
        && next_is(1, &["you"])
        && next_is(2, &["want", "like", "prefer", "rather", "need", "wish", "care"])
        || token.is_any(&["shall", "should"]) && next_is(1, &["we", "i"])
        || token.is_any(&["are"]) && next_is(1, &["you"]) && next_is(2, &["ready", "sure"])
        || token.is("wanna");
    let clause = tokens[..at].iter().rev().take_while(|token| !token.is_mark());
    // "what comes next do you want another": what it asks for is named, so "what" is no part of it.
    let complete = next_is(3, &["another", "more", "some"]) || next_is(2, &["another", "more"]);
    let asked = clause.clone().take(6).any(|token| token.is_word() && has(WH, &token.lower));
    // "… so do you", "as would you"
    let echoed = clause.take(1).any(|token| token.is_any(&["so", "neither", "nor", "as", "than"]));
    opening && (complete || !asked) && !echoed
}

fn clause(tokens: &[SpeechToken<'_>], at: usize, first: bool, asks: bool) -> QuestionForm {
    let word = |step: usize| tokens.get(at + step).filter(|token| token.is_word());
    let lower = |step: usize| word(step).map_or("", |token| token.lower.as_str());
    if open::demand(tokens, at).is_some() {
        return QuestionForm::Demand(at);
    }
    if is_wh(tokens, at, first, asks) {
        return if suggests(lower(0), lower(1)) {
            QuestionForm::YesNo(at)
        } else {
            QuestionForm::Wh(at)
        };
    }
    let prepositions = ["in", "at", "on", "to", "from", "for", "with", "of", "by", "about"];
    if prepositions.contains(&lower(0)) && is_wh(tokens, at + 1, first, asks) {
        return QuestionForm::Wh(at + 1);
    }
    let elliptic = match lower(0) {
        "wanna" => true,
        "want" | "like" | "care" => matches!(lower(1), "to" | "more" | "another" | "some"),
        "need" => matches!(lower(1), "help" | "more" | "another") && asks,
        "ready" => first && matches!(lower(1), "to" | "for"),
        "anything" => lower(1) == "else" && lower(2).is_empty(),
        "sound" | "sounds" => lower(1) == "good" && asks,
        // "Tell me if you want another one", "Let me know whether you'd like more"
        "tell" | "let" if lower(1) == "me" => {
            let joint = 2 + usize::from(lower(2) == "know");
            let wish = matches!(lower(joint + 2), "want" | "would" | "need" | "wish");
            matches!(lower(joint), "if" | "whether")
                && (lower(joint + 1) == "you'd" || lower(joint + 1) == "you" && wish)
        }
        _ => false,
    };
    if elliptic || is_led_by_auxiliary(lower(0), lower(1), asks) {
        return QuestionForm::YesNo(at);
    }
    QuestionForm::None
}

fn suggests(first: &str, second: &str) -> bool {
    matches!((first, second), ("how" | "what", "about") | ("why", "don't" | "not"))
}

/// True if `first` and `second` open a question that yes or no answers; orders and wishes
/// ("Do your best", "Have a nice day", "May the best one win") do not.
fn is_led_by_auxiliary(first: &str, second: &str, asks: bool) -> bool {
    if !has(AUXILIARIES, first) || second.is_empty() {
        return false;
    }
    match first {
        "do" | "have" | "may" | "had" | "might" | "must" | "don't" => match second {
            "one" | "something" | "anything" | "that" | "this" | "it" | "nobody" => asks,
            second => has(PRONOUNS, second) || asks,
        },
        _ => has(PRONOUNS, second) || has(ARTICLES, second) || asks,
    }
}

/// True if a question opened by a question word begins at `at`. Clauses that only depend on
/// another ("When you are ready, …", "What you see is …", "…, which is a pity") are none.
fn is_wh(tokens: &[SpeechToken<'_>], at: usize, first: bool, asks: bool) -> bool {
    let Some(token) = tokens.get(at).filter(|token| token.is_word()) else { return false };
    let lower = |step: usize| {
        tokens.get(at + step).filter(|token| token.is_word()).map_or("", |token| &*token.lower)
    };
    let short = token.lower.strip_suffix("'s").or_else(|| token.lower.strip_suffix("'re"));
    if short.is_some_and(|word| has(WH, word)) || token.is("whats") {
        return first || asks;
    }
    if !has(WH, &token.lower) {
        return false;
    }
    let next = lower(1);
    let own_noun = matches!(token.lower.as_str(), "what" | "which" | "whose" | "how");
    // "what kind of music would …": up to five words before the auxiliary.
    let last = if own_noun { 6 } else { 1 };
    let auxiliary = (1..=last).find(|step| has(AUXILIARIES, lower(*step)));
    let addressed = auxiliary.is_some_and(|step| matches!(lower(step + 1), "you" | "i" | "we"));
    if matches!(next, "a" | "an" | "to") || token.is("how") && next == "ever" {
        return asks && next == "to";
    }
    // A subject right behind the question word makes a clause that depends on another.
    let dependent = has(PRONOUNS, next) && next != "one" || has(ARTICLES, next);
    if dependent {
        return asks && first && token.is_any(&["what", "who"]) && next == "else";
    }
    if !first {
        return asks && (auxiliary.is_some() || own_noun) || addressed;
    }
    let rest = tokens[at..].iter().filter(|token| token.is_said()).count();
    asks || auxiliary == Some(1)
        || addressed
        || auxiliary.is_some() && token.is_any(&["what", "which", "how"])
        || rest <= 4 && token.is_any(&["what", "which"])
}
