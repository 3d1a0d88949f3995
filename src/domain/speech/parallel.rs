//! Questions that open alike: "Do you go up or do you go down?", "Is it red? Is it blue? Or is it
//! green?"

use super::clause::asks;
use super::lexicon::{AUXILIARIES, PRONOUNS, WH, has};
use super::open::leads_in;
use super::token::{SpeechToken, TokenKind};

/// The most words of a sentence that goes on with the question before: "Or tea?"
const FRAGMENT_LIMIT: usize = 6;

/// The most sentences that are read as one question.
const CHAIN_LIMIT: usize = 8;

/// The auxiliary and the pronoun with which `tokens` open, and the place behind them.
fn opening<'t>(tokens: &'t [SpeechToken<'_>]) -> Option<(&'t str, &'t str, usize)> {
    let at = tokens.iter().take_while(|token| leads_in(token)).count();
    let (auxiliary, subject) = (tokens.get(at)?, tokens.get(at + 1)?);
    let opens = auxiliary.is_word()
        && has(AUXILIARIES, &auxiliary.lower)
        && subject.is_word()
        && has(PRONOUNS, &subject.lower);
    opens.then_some((&*auxiliary.lower, &*subject.lower, at + 2))
}

/// True if `item` opens by the same auxiliary and pronoun as `first`, and then names an option. "Do
/// you have a question" and "are you not sure" ask something else.
pub(super) fn is_parallel(first: &[SpeechToken<'_>], item: &[SpeechToken<'_>]) -> bool {
    let (Some(one), Some(other)) = (opening(first), opening(item)) else { return false };
    let other_question = ["have", "know", "need", "not", "too"];
    let anew = item.get(other.2).is_none_or(|next| next.is_any(&other_question));
    (one.0, one.1) == (other.0, other.1) && !anew
}

/// `sentences` with those joined that are one question in several sentences, each opened by the
/// last one's "or".
pub(super) fn joined<'a>(sentences: Vec<Vec<SpeechToken<'a>>>) -> Vec<Vec<SpeechToken<'a>>> {
    let mut found: Vec<Vec<SpeechToken<'a>>> = Vec::with_capacity(sentences.len());
    for sentence in sentences {
        let begin = chain(&found, &sentence);
        if begin == found.len() {
            found.push(sentence);
            continue;
        }
        let mut whole: Vec<SpeechToken<'a>> = Vec::new();
        for mut part in found.drain(begin..) {
            while part.last().is_some_and(|last| last.kind == TokenKind::Stop) {
                part.pop();
            }
            part.push(SpeechToken { text: ",", lower: ",".into(), kind: TokenKind::Comma });
            whole.append(&mut part);
        }
        whole.extend(sentence);
        if !asks(&whole) {
            whole.push(SpeechToken { text: "?", lower: "?".into(), kind: TokenKind::Stop });
        }
        found.push(whole);
    }
    found
}

/// The place in `before` at which the question begins that `last` ends; its length if `last` stands
/// alone.
fn chain(before: &[Vec<SpeechToken<'_>>], last: &[SpeechToken<'_>]) -> usize {
    let alone = before.len();
    if !last.first().is_some_and(|first| first.is("or")) {
        return alone;
    }
    let mut begin = alone;
    let mut next = last;
    while let Some(place) = begin.checked_sub(1)
        && alone - place < CHAIN_LIMIT
        && asks(&before[place])
        && !has_wh(&before[place])
        && (is_parallel(&before[place], next) || is_fragment(next))
    {
        begin = place;
        next = &before[place];
    }
    begin
}

/// True for "Or tea?": a few words without a clause of their own.
fn is_fragment(sentence: &[SpeechToken<'_>]) -> bool {
    let at = sentence.iter().take_while(|token| leads_in(token)).count();
    let rest = sentence.get(at..).unwrap_or_default();
    let words = rest.iter().filter(|token| token.is_said()).count();
    let clause = |token: &SpeechToken<'_>| {
        token.is_word() && (has(AUXILIARIES, &token.lower) || has(WH, &token.lower))
    };
    (1..=FRAGMENT_LIMIT).contains(&words) && !rest.iter().any(clause)
}

fn has_wh(sentence: &[SpeechToken<'_>]) -> bool {
    sentence.iter().take(4).any(|token| token.is_word() && has(WH, &token.lower))
}
