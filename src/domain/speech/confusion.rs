//! Turns that lead nowhere: the app did not understand, or takes its leave.

use super::reply::{Asking, read};
use super::sentence::{sentences, tidy};
use super::{Question, normal};

/// The most characters at the beginning of a turn in which an app says that it did not understand.
const HEAD_LIMIT: usize = 500;

/// How many sentences at the beginning can say so.
const HEAD: usize = 4;

/// Said by an app that did not understand or cannot do what was said.
const CONFUSED: &[&str] = &[
    "beg your pardon",
    "come again",
    "could not find",
    "couldn't find",
    "did not catch",
    "did not get",
    "did not hear",
    "did not recognise",
    "did not recognize",
    "did not understand",
    "didn't catch",
    "didn't get",
    "didn't hear",
    "didn't make sense",
    "didn't quite",
    "didn't recognise",
    "didn't recognize",
    "didn't understand",
    "do not know how to",
    "do not know that",
    "do not support",
    "do not understand",
    "doesn't make sense",
    "doesn't support",
    "don't have an answer",
    "don't have that",
    "don't know about that",
    "don't know how to",
    "don't know that",
    "don't know what you",
    "don't quite",
    "don't recognise",
    "don't recognize",
    "don't support",
    "don't understand",
    "having a hard time",
    "having difficulty",
    "having trouble",
    "hear you",
    "is not a valid",
    "is not available",
    "is not supported",
    "isn't a valid",
    "isn't available",
    "isn't supported",
    "misheard",
    "no idea what you",
    "not a valid",
    "not able to",
    "not sure about that",
    "not sure how to",
    "not sure i",
    "not sure that i",
    "not sure what",
    "not understand",
    "not what i expected",
    "please rephrase",
    "repeat that please",
    "please repeat",
    "repeat your answer",
    "say it again",
    "say that again",
    "say again",
    "something went wrong",
    "there was a problem",
    "there was an error",
    "there's a problem",
    "trouble understanding",
    "unable to",
    "unfamiliar with",
    "was unable",
    "what was that",
    "went wrong",
];

/// Said by an app that may be confused, if it apologises or asks to try again.
const UNABLE: &[&str] = &[
    "can't",
    "cannot",
    "can not",
    "couldn't",
    "could not",
    "don't have",
    "do not have",
    "do not currently have",
    "currently do not",
    "unavailable",
    "nothing for me",
    "not sure",
    "don't know",
    "do not know",
    "no results",
    "not available",
    "invalid",
    "error",
    "not found",
    "no such",
    "isn't one",
    "is not one",
    "not an option",
    "doesn't",
    "did not",
    "didn't",
    "unknown",
];

/// Said of a wrong answer, which is understood well.
const WRONG: &[&str] = &[
    "answer is",
    "answer was",
    "better luck",
    "correct answer",
    "game over",
    "incorrect",
    "is wrong",
    "no points",
    "not correct",
    "not quite right",
    "not right",
    "not the answer",
    "not the right",
    "out of guesses",
    "out of time",
    "right answer",
    "that's wrong",
    "time's up",
    "too high",
    "too low",
    "was wrong",
    "wrong answer",
    "you lose",
    "you lost",
    "your guess",
    "was thinking of",
];

/// Words of leave-taking.
const FAREWELL: &[&str] = &[
    "bye",
    "bye bye",
    "catch you later",
    "cheerio",
    "come back",
    "farewell",
    "good bye",
    "good night",
    "goodbye",
    "happy trails",
    "have a blessed",
    "have a fantastic",
    "have a good",
    "have a great",
    "have a lovely",
    "have a nice",
    "have a wonderful",
    "hope to see you",
    "hope you come back",
    "hope you enjoyed",
    "i hope you enjoyed",
    "it was fun",
    "later gator",
    "looking forward to seeing",
    "play again soon",
    "see ya",
    "see you",
    "so long",
    "stay safe",
    "take care",
    "talk to you",
    "thank you for playing",
    "thank you for using",
    "thank you for visiting",
    "thanks for coming",
    "thanks for listening",
    "thanks for playing",
    "thanks for stopping",
    "thanks for using",
    "thanks for visiting",
    "until next",
    "until then",
    "we hope to see you",
    "we hope you enjoyed",
];

/// True where `text` holds `phrase` as whole words; both in normal form.
fn says(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + phrase.len()..).unwrap_or_default();
        (before.is_empty() || before.ends_with(' ')) && (after.is_empty() || after.starts_with(' '))
    })
}

fn any(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| says(text, phrase))
}

/// True where the app says that it did not understand, or cannot do what was said.
///
/// Only the beginning of a turn is considered, where apps say so: four sentences of its first 500
/// characters. A quiz that calls an answer wrong has understood it: "Sorry, that's wrong. The answer
/// was …" is no confusion, nor is an apology for anything else. An empty text says nothing, hence
/// not this either: whether silence is an error is for the caller to say.
pub fn confused(text: &str) -> bool {
    let head: String = text.chars().take(HEAD_LIMIT).collect();
    let head = tidy(&head);
    let first: Vec<String> = sentences(&head).into_iter().take(HEAD).map(normal).collect();
    let whole = first.join(" | ");
    let wrong = any(&whole, WRONG);
    let apology = |said: &String| any(said, &["sorry", "apologies", "apologize", "oops", "hmm"]);
    let strong = |said: &String| {
        let own = !any(said, &["if you", "if i", "he", "she", "they"]) || apology(said);
        own && !says(said, "again to") && any(said, CONFUSED)
    };
    if first.iter().any(strong) {
        return !wrong || first.iter().any(|said| any(said, &["understand", "didn't get that"]));
    }
    let again = any(&whole, &["try again", "try that again", "again please"]);
    let sorry = first.iter().take(2).any(|said| apology(said) && any(said, UNABLE));
    !wrong && (sorry || again)
}

/// True where the app takes its leave: a word of farewell opens one of its last three sentences
/// ("Okay, goodbye"), and nothing is asked after it.
pub fn farewell(text: &str) -> bool {
    let text = tidy(text);
    let read = read(&text);
    let last = read.iter().rev().take(3);
    let opening: Vec<bool> = last.clone().map(takes_leave).collect();
    let Some(at) = opening.iter().position(|leaves| *leaves) else { return false };
    last.take(at).all(|after| !asks(after))
}

/// True for a question that wants an answer; "Just say 'Alexa, open …'" wants none.
fn asks(asking: &Asking<'_>) -> bool {
    let opens = |token: &super::token::Token<'_>| token.is_any(&["open", "come", "alexa", "back"]);
    asking.question() != Question::Statement && !asking.tokens.iter().any(opens)
}

fn takes_leave(asking: &Asking<'_>) -> bool {
    let words: Vec<&str> = asking.tokens.iter().map(|token| token.lower.as_str()).collect();
    let said = normal(&words.join(" "));
    let told = asking.parts.iter().any(|part| matches!(part, super::instruction::Part::Phrase(_)));
    let first: String = said.split(' ').take(7).collect::<Vec<_>>().join(" ");
    let thanks = ["thank", "thanks", "come", "see", "hope", "have"];
    let opens = said.split(' ').take(3).any(|word| thanks.contains(&word));
    let short = asking.tokens.iter().filter(|token| token.is_word()).count() <= 5;
    !told && any(&first, FAREWELL) && (opens || short || says(&first, "goodbye"))
}
