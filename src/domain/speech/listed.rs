//! Answers that a quiz lists: "A. Paris B. London", "1: a fox, 2: a bear".

use super::lexicon::number;
use super::token::{SpeechToken, TokenKind};

/// The marks of an answer, in their order; lists longer than these are cut.
const NUMBERS: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8"];
const LETTERS: &[&str] = &["A", "B", "C", "D", "E", "F"];
const WORDS: &[&str] = &["one", "two", "three", "four", "five"];
const ORDINALS: &[&str] = &["first", "second", "third", "fourth", "fifth"];

/// The most words of an answer that is worth saying in full.
const WORDS_LIMIT: usize = 6;

/// The marks of the answers listed in `tokens`, then the answers' words; empty if fewer than
/// two are listed, in order and without a gap.
pub(super) fn answers(tokens: &[SpeechToken<'_>]) -> Vec<String> {
    let marks = marks(tokens);
    let text = |(place, at): (usize, &usize)| -> Option<String> {
        let end = marks.get(place + 1).copied().unwrap_or(tokens.len());
        let inside = tokens.get(at + 1..end)?;
        let begin = inside.iter().position(SpeechToken::is_said)?;
        let words = inside.get(begin..)?;
        let words =
            words.get(..words.iter().position(SpeechToken::is_mark).unwrap_or(words.len()))?;
        let words: Vec<&str> = words.iter().map(|word| word.text).collect();
        let words = match words.split_last() {
            Some((&("or" | "and"), rest)) => rest,
            _ => &words,
        };
        (!words.is_empty() && words.len() <= WORDS_LIMIT).then(|| words.join(" "))
    };
    let said = marks.iter().filter_map(|at| tokens.get(*at)).map(|token| token.text.to_owned());
    said.chain(marks.iter().enumerate().filter_map(text)).collect()
}

/// Where the marks of the last list stand.
fn marks(tokens: &[SpeechToken<'_>]) -> Vec<usize> {
    for labels in [NUMBERS, LETTERS, WORDS, ORDINALS] {
        let (Some(first), rest) = (labels.first(), labels.get(1..).unwrap_or_default()) else {
            continue;
        };
        let begin = (0..tokens.len()).rev().find(|at| is_mark(tokens, *at, first));
        let Some(begin) = begin else { continue };
        let mut found = vec![begin];
        for next in rest {
            let from = found.last().map_or(0, |last| last + 1);
            let place = (from..tokens.len()).find(|at| is_mark(tokens, *at, next));
            let Some(place) = place else { break };
            found.push(place);
        }
        if found.len() > 1 {
            return found;
        }
    }
    Vec::new()
}

/// True if `label` at `at` marks an answer: a point, colon, bracket or comma follows it.
fn is_mark(tokens: &[SpeechToken<'_>], at: usize, label: &str) -> bool {
    let before = at.checked_sub(1).and_then(|place| tokens.get(place));
    let bare = label.starts_with(|c: char| c.is_ascii_digit());
    let comma = |token: &SpeechToken<'_>| token.kind == TokenKind::Comma;
    let free = before.is_none_or(|before| {
        before.is_mark()
            || bare && tokens.get(at + 1).is_some_and(comma) && before.is_any(&["or", "and"])
            || !before.is_any(&["is", "to", "and", "the", "of", "number", "step", "level"])
    });
    let followed = tokens.get(at + 1).is_some_and(|next| match next.kind {
        TokenKind::Stop => next.text == ".",
        TokenKind::Colon | TokenKind::Dash => true,
        TokenKind::Comma => true,
        _ => false,
    });
    let word = label.len() > 1;
    // "One, two, three" and "1, 2" count; "June 1, 2020" is a date.
    let comma = tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Comma);
    let counts = word || comma && number(label).is_some();
    let said = tokens
        .get(at + 2)
        .is_some_and(|next| next.is_said() && !(counts && number(&next.lower).is_some()));
    let labelled =
        |token: &SpeechToken<'_>| if word { token.lower == label } else { token.text == label };
    tokens.get(at).is_some_and(labelled) && free && followed && said
}
