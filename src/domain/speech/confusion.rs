//! Turns after which nothing follows: the app did not understand, or says goodbye.

use super::reply::{AskingSentence, lists_answers, read};
use super::sentence::{sentences, tidy};
use super::{Question, context, normal};

/// The most characters at the beginning of a turn in which an app says that it did not understand.
const HEAD_LIMIT: usize = 500;

/// How many sentences at the beginning can say so.
const HEAD_SENTENCES: usize = 4;

/// Said by an app that did not understand or cannot do what was said.
#[rustfmt::skip]
const CONFUSED: &[&str] = &[
    "could not find", "couldn't find", "did not catch", "did not get", "did not hear",
    "did not recognise", "did not recognize", "did not understand", "didn't catch",
    "didn't get", "didn't hear", "didn't recognise", "didn't recognize", "didn't understand",
    "do not know how to", "do not know that", "do not support", "do not understand",
    "doesn't support", "don't have an answer", "don't have that", "don't know about that",
    "don't know how to", "don't know that", "don't know what you", "don't recognise",
    "don't recognize", "don't support", "don't understand", "having a hard time",
    "having difficulty", "having trouble", "hear you", "misheard", "no idea what",
    "not able to", "not sure about that", "not sure how to", "not sure i", "not sure that i",
    "not sure what", "not understand", "not what i expected", "trouble understanding",
    "unable to", "unfamiliar with", "was unable", "wasn't able",
];

/// Said of the request, not of the user or the app.
#[rustfmt::skip]
const FAULTY: &[&str] = &[
    "beg your pardon", "come again", "didn't make sense", "doesn't make sense",
    "is not a valid", "is not available", "is not supported", "isn't a valid",
    "isn't available", "isn't supported", "not a valid", "please repeat", "please rephrase",
    "repeat that please", "repeat your answer", "say again", "say it again", "say that again",
    "something went wrong", "there was a problem", "there was an error", "there's a problem",
    "went wrong", "what was that",
];

/// Said by an app that may be confused, if it apologises or asks to try again.
#[rustfmt::skip]
const UNABLE: &[&str] = &[
    "can not", "can't", "cannot", "could not", "couldn't", "currently do not", "did not",
    "didn't", "do not currently have", "do not have", "do not know", "doesn't", "don't have",
    "don't know", "error", "invalid", "is not one", "isn't one", "no results", "no such",
    "not an option", "not available", "not found", "not sure", "nothing for me", "unavailable",
    "unknown",
];

/// Said of a wrong answer, which is understood well.
#[rustfmt::skip]
const WRONG: &[&str] = &[
    "answer is", "answer was", "better luck", "correct answer", "game over", "incorrect",
    "is wrong", "no points", "not correct", "not quite right", "not right", "not the answer",
    "not the right", "out of guesses", "out of time", "right answer", "that's wrong",
    "time's up", "too high", "too low", "was thinking of", "was wrong", "wrong answer",
    "you lose", "you lost", "your guess",
];

/// Words of farewell.
#[rustfmt::skip]
const FAREWELL: &[&str] = &[
    "bye", "bye bye", "catch you later", "cheerio", "come back", "farewell", "good bye",
    "good night", "goodbye", "happy trails", "have a blessed", "have a fantastic",
    "have a good", "have a great", "have a lovely", "have a nice", "have a wonderful",
    "hope to see you", "hope you come back", "hope you enjoyed", "i hope you enjoyed",
    "it was fun", "later gator", "looking forward to seeing", "play again soon", "safe travels",
    "see ya", "see you", "so long", "stay safe", "take care", "talk to you",
    "thank you for playing", "thank you for using", "thank you for visiting",
    "thanks for coming", "thanks for listening", "thanks for playing", "thanks for stopping",
    "thanks for using", "thanks for visiting", "until next", "until then", "we hope to see you",
    "we hope you enjoyed",
];

/// True if `text` holds `phrase` as whole words; both in normal form.
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

/// The normal form of `said` without words that only colour it.
fn plain(said: &str) -> String {
    let normal = normal(said);
    let coloured = ["really", "quite", "fully", "actually", "exactly", "just", "properly"];
    normal.split(' ').filter(|word| !coloured.contains(word)).collect::<Vec<_>>().join(" ")
}

/// True if the app says that it did not understand, or cannot do what was said.
///
/// Apps say so at the beginning of a turn, so only the first four sentences of its first 500
/// characters are considered. A quiz that calls an answer wrong has understood it ("Sorry, that's
/// wrong. The answer was …"), and an apology for something else is no confusion either. False for an
/// empty text: the caller decides whether silence is an error.
pub fn confused(text: &str) -> bool {
    let head: String = text.chars().take(HEAD_LIMIT).collect();
    let head = tidy(&head);
    let first: Vec<String> = sentences(&head).into_iter().take(HEAD_SENTENCES).map(plain).collect();
    let whole = first.join(" | ");
    let wrong = any(&whole, WRONG);
    let apology = |said: &String| any(said, &["sorry", "apologies", "apologize", "oops", "hmm"]);
    let own = |said: &String| {
        let person = ["i", "i'm", "i've", "i'd", "we", "we're"];
        apology(said) || any(said, &person) || CONFUSED.iter().any(|lead| said.starts_with(lead))
    };
    let strong = |said: &String| {
        let condition = any(said, &["if you", "if i", "when i", "if we"]) && !apology(said);
        !condition && (any(said, FAULTY) || own(said) && any(said, CONFUSED))
    };
    if first.iter().any(strong) {
        return !wrong || first.iter().any(|said| any(said, &["understand", "didn't get that"]));
    }
    let again = any(&whole, &["try again", "try that again", "again please"]);
    let sorry = first.iter().take(2).any(|said| apology(said) && any(said, UNABLE));
    !wrong && (sorry || again)
}

/// True if the app says goodbye: a word of farewell opens one of its last three sentences
/// ("Okay, goodbye"), and nothing is asked after it.
pub fn farewell(text: &str) -> bool {
    let text = tidy(text);
    let read = read(&text);
    let last = read.iter().rev().take(3);
    let opening: Vec<bool> = last.clone().map(takes_leave).collect();
    let Some(at) = opening.iter().position(|leaves| *leaves) else { return false };
    last.take(at).all(|after| !asks(after))
}

/// True if the turn waits for an answer: its last sentence asks or tells what to say, or names what
/// can be chosen after a question. A question that the app goes on from ("Is that all? No, there is
/// more.") is rhetorical, as is one that expects to be agreed with ("Wasn't that fun?").
pub fn awaits_answer(text: &str) -> bool {
    let text = tidy(text);
    let read = read(&text);
    let Some((last, before)) = read.split_last() else { return false };
    let negated = last.tokens.iter().find(|token| token.is_word()).is_some_and(|first| {
        first.lower.ends_with("n't") && !first.is_any(&["won't", "wouldn't", "don't"])
    });
    if last.question() != Question::Statement {
        let outside = last.tokens.iter().any(|token| token.is("alexa"));
        return !negated && !outside;
    }
    let named =
        before.last().is_some_and(|_| !context::options(&read, before.len() - 1).is_empty());
    let asked = before.last().is_some_and(|question| question.question() == Question::Wh);
    asked && named || lists_answers(&text, &read)
}

/// True for a question that wants an answer; "Just say 'Alexa, open …'" wants none.
fn asks(asking: &AskingSentence<'_>) -> bool {
    let opens =
        |token: &super::token::SpeechToken<'_>| token.is_any(&["open", "come", "alexa", "back"]);
    asking.question() != Question::Statement && !asking.tokens.iter().any(opens)
}

fn takes_leave(asking: &AskingSentence<'_>) -> bool {
    let words: Vec<&str> = asking.tokens.iter().map(|token| token.lower.as_str()).collect();
    let said = normal(&words.join(" "));
    if asking.question() != Question::Statement {
        return false;
    }
    let first: String = said.split(' ').take(7).collect::<Vec<_>>().join(" ");
    let thanks = ["thank", "thanks", "come", "see", "hope", "have", "goodbye", "bye"];
    let opens = said.split(' ').take(3).any(|word| thanks.contains(&word));
    let short = asking.tokens.iter().filter(|token| token.is_word()).count() <= 5;
    any(&first, FAREWELL) && (opens || short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_understanding_is_told_from_wrong_answers_and_other_regrets() {
        for text in [
            "Sorry, I didn't get that.",
            "Sorry, I did not quite understand you. Which soup would you like?",
            "Hmm, I'm not sure what you mean. Try again.",
            "I'm sorry, I don't know that one.",
            "I really didn't catch your answer. Red or blue?",
            "Pardon? Could you say that again?",
            "That is not a valid table number.",
            "Oops, something went wrong. Please try again later.",
            "I'm having trouble reaching the kitchen right now.",
            "I can't help with that, sorry.",
            "Please try again.",
            "There was a problem with the order. Goodbye.",
        ] {
            assert!(confused(text), "{text}");
        }
        for text in [
            "",
            "Sorry, that's wrong. The answer was Lima.",
            "Not quite right, try again!",
            "Incorrect. It was a heron. Next question: who wrote it?",
            "Too high! Try again.",
            "I'm sorry to hear that you feel tired. Here is a poem.",
            "Welcome to Soup Box. What would you like?",
            "The old man did not understand the sea.",
            "He could not find his boat, and she was not able to help.",
            "If you didn't hear the bell, say repeat.",
            "Great choice! One bowl of soup is on its way.",
        ] {
            assert!(!confused(text), "{text}");
        }
        let late = format!("{}I didn't understand.", "The tide is high. ".repeat(10));
        assert!(!confused(&late), "only the beginning counts");
    }

    #[test]
    fn only_what_asks_at_its_end_waits_for_an_answer() {
        for text in [
            "Would you like tea or coffee?",
            "Here is the menu. Say tea or coffee.",
            "You can go left, go right, or turn back.",
            "What size? We have small, medium, and large.",
            "Which is a bird? One, a bat. Two, a hen. Three, a bee.",
            "What is your name?",
        ] {
            assert!(awaits_answer(text), "{text}");
        }
        for text in [
            "",
            "The tide is high.",
            "Did you see that? The gull took the bread. So ends the tale.",
            "Who would have thought it? Fair winds, captain!",
            "You found the chest. Wasn't that fun?",
            "You could stay or go, but the ship has sailed. Fair winds!",
            "Want more tales? There is a new one tomorrow.",
        ] {
            assert!(!awaits_answer(text), "{text}");
        }
    }

    #[test]
    fn leave_is_taken_by_an_opening_word_and_without_a_question() {
        for text in [
            "Goodbye!",
            "Okay, bye for now.",
            "Thanks for playing Soup Box.",
            "Your order is on its way. Have a great day!",
            "See you tomorrow.",
            "Come back soon. Just say, Alexa, open Soup Box.",
            "Thank you for using Tide Table. See you next time!",
        ] {
            assert!(farewell(text), "{text}");
        }
        for text in [
            "",
            "Thanks for using Tide Table. Which beach would you like?",
            "You can say more, or goodbye.",
            "Would you like to say goodbye?",
            "The sailor waved his wife goodbye at the pier and sailed.",
            "Welcome back! Do you want to play?",
            "See the lighthouse on your left, high above the cold waves of the bay.",
        ] {
            assert!(!farewell(text), "{text}");
        }
    }
}
