//! Phrases: words that can be said, cut out of a sentence.

use super::lexicon::{COMMANDS, EMPTY, PREPOSITIONS, SUBORDINATORS, VERBS, WH, has};
use super::token::{SpeechToken, TokenKind};

/// The most words of a phrase that no quotation marks hold together.
const WORDS_LIMIT: usize = 9;

/// The most words of a quoted phrase.
const QUOTED_LIMIT: usize = 14;

/// Words that end a phrase to say.
const ENDING: &[&str] = &[
    "anytime", "because", "before", "but", "followed", "if", "once", "so", "that's", "then",
    "though", "unless", "until", "when", "whenever", "while",
];

/// Words after which "to" belongs to the phrase.
const TAKING_TO: &[&str] = &[
    "add",
    "back",
    "close",
    "closer",
    "fly",
    "get",
    "go",
    "going",
    "how",
    "like",
    "listen",
    "listening",
    "move",
    "need",
    "return",
    "run",
    "send",
    "set",
    "skip",
    "speak",
    "switch",
    "take",
    "talk",
    "travel",
    "try",
    "turn",
    "walk",
    "want",
    "write",
];

/// The words of `tokens` with single spaces.
pub(super) fn join(tokens: &[SpeechToken<'_>]) -> String {
    let said: Vec<&str> =
        tokens.iter().filter(|token| token.is_said()).map(|token| token.text).collect();
    said.join(" ")
}

/// The phrase to say with which `tokens` begin: without what only tells when, why and what for.
pub(super) fn to_say(tokens: &[SpeechToken<'_>]) -> Option<String> {
    if let Some(quoted) = tokens.iter().find(|token| token.kind == TokenKind::Quoted) {
        return quoted_phrase(quoted.text);
    }
    let first = tokens.first()?;
    let question = has(WH, &first.lower);
    let end = (1..tokens.len()).find(|at| ends_phrase(tokens, *at, question));
    let words = tokens.get(..end.unwrap_or(tokens.len()))?;
    let trailing =
        words.iter().rev().take_while(|word| word.is_any(&["instead", "please", "only"])).count();
    let words = words.get(..words.len() - trailing)?;
    let bound = if question { WORDS_LIMIT + 3 } else { WORDS_LIMIT };
    if words.len() > bound {
        return None;
    }
    inside_session(&join(words))
}

/// The words of an option that is a phrase: all up to a mark, since a clause may belong to it.
pub(super) fn as_said(tokens: &[SpeechToken<'_>]) -> Option<String> {
    if let Some(quoted) = tokens.iter().find(|token| token.kind == TokenKind::Quoted) {
        return quoted_phrase(quoted.text);
    }
    let words =
        tokens.get(..tokens.iter().position(SpeechToken::is_mark).unwrap_or(tokens.len()))?;
    let first = words.first()?;
    let none = ["anything", "something"].contains(&first.lower.as_str()) && words.len() == 2;
    let hollow = words.iter().all(|word| has(EMPTY, &word.lower));
    let clause = has(SUBORDINATORS, &first.lower) && !first.is("when");
    (!none && !hollow && !clause && words.len() <= QUOTED_LIMIT).then(|| join(words))
}

fn ends_phrase(tokens: &[SpeechToken<'_>], at: usize, question: bool) -> bool {
    let token = &tokens[at];
    let next = tokens.get(at + 1).map_or("", |token| token.lower.as_str());
    let before = &tokens[..at];
    if token.is_mark() {
        return true;
    }
    if token.is_any(ENDING) {
        return !question || token.is("if");
    }
    let commands = before.iter().all(|word| has(COMMANDS, &word.lower));
    match token.lower.as_str() {
        "to" => {
            let taken = before.last().is_some_and(|word| word.is_any(TAKING_TO));
            let greeted =
                before.last().is_some_and(|last| last.is_any(&["hello", "hi", "goodbye"]));
            greeted
                || !question
                    && (!taken || commands && has(VERBS, next))
                    && (has(VERBS, next) || commands)
        }
        "for" => {
            let going = before.last().is_some_and(|last| last.is_any(&["go", "ready", "back"]));
            commands && !going
                || matches!(next, "more" | "further" | "additional" | "details" | "other")
        }
        "and" => {
            let contracted = next.contains('\'');
            contracted
                || matches!(
                    next,
                    "i" | "we" | "you" | "the" | "then" | "it" | "tell" | "he" | "she"
                )
        }
        "at" => matches!(next, "any" | "anytime" | "the" if next != "the" || commands),
        "in" => matches!(next, "order" | "your"),
        "any" => next == "time",
        _ => false,
    }
}

/// A quoted phrase without the marks that end it.
fn quoted_phrase(text: &str) -> Option<String> {
    let words = text.trim_matches(|c: char| !c.is_alphanumeric());
    let count = words.split_whitespace().count();
    if count == 0 || count > QUOTED_LIMIT {
        return None;
    }
    inside_session(&words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// `words` as they are said to an app that is open: without the name that wakes the device, and
/// nothing if they would open an app.
fn inside_session(words: &str) -> Option<String> {
    let lower = words.to_lowercase();
    let Some(rest) = ["alexa,", "alexa", "ok google", "hey google"].iter().find_map(|name| {
        let rest = lower.strip_prefix(name)?;
        words.get(words.len() - rest.len()..)
    }) else {
        return Some(words.to_owned()).filter(|words| !words.is_empty());
    };
    let rest = rest.trim();
    let mut said = rest.split_whitespace().map(str::to_lowercase);
    let opening = ["open", "start", "launch", "enable", "play", "load", "begin"];
    match said.next().as_deref() {
        Some(verb) if opening.contains(&verb) && said.next().is_some() => None,
        Some("ask" | "tell") => {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let joint = words.iter().position(|word| matches!(*word, "to" | "for" | "about"))?;
            words.get(joint + 1..).filter(|left| !left.is_empty()).map(|left| left.join(" "))
        }
        Some(_) => Some(rest.to_owned()),
        None => None,
    }
}

/// `words` of the app turned to the user's side: "tell you your score" becomes "tell me my score".
pub(super) fn turned(words: &str) -> String {
    let all: Vec<&str> = words.split(' ').collect();
    let turn = |(at, word): (usize, &&str)| -> String {
        let next = all.get(at + 1).copied().unwrap_or_default();
        let subject = matches!(
            next,
            "want"
                | "like"
                | "need"
                | "can"
                | "could"
                | "should"
                | "have"
                | "do"
                | "did"
                | "will"
                | "would"
                | "must"
                | "feel"
                | "know"
                | "think"
                | "are"
                | "were"
        );
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        let own = before.is_some_and(|before| before.eq_ignore_ascii_case("you"));
        match word.to_lowercase().as_str() {
            "are" if own => "am".to_owned(),
            "were" if own => "was".to_owned(),
            "your" => "my".to_owned(),
            "yours" => "mine".to_owned(),
            "yourself" => "myself".to_owned(),
            "you" => if subject { "I" } else { "me" }.to_owned(),
            "you're" => "I'm".to_owned(),
            "you've" => "I've".to_owned(),
            "you'd" => "I'd".to_owned(),
            "you'll" => "I'll".to_owned(),
            _ => (*word).to_owned(),
        }
    };
    all.iter().enumerate().map(turn).collect::<Vec<_>>().join(" ")
}

/// True if `words` alone say something, in the form of an option: no clause with a subject of
/// its own, no bare "something else".
pub(super) fn is_option(words: &str) -> bool {
    let all: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let Some(first) = all.first() else { return false };
    let short = matches!(
        first.as_str(),
        "all"
            | "both"
            | "either"
            | "neither"
            | "none"
            | "up"
            | "down"
            | "off"
            | "on"
            | "in"
            | "out"
    );
    let alone = all.len() == 1 && short;
    let subject = matches!(
        first.as_str(),
        "you"
            | "we"
            | "they"
            | "he"
            | "she"
            | "it"
            | "you're"
            | "you'll"
            | "it's"
            | "i'll"
            | "we'll"
            | "there"
            | "that's"
            | "here's"
            | "perhaps"
            | "anything"
            | "something"
            | "else"
    );
    let empty = all.iter().all(|word| has(EMPTY, word));
    let rest = ["more", "so on", "etc", "others", "much more", "many more", "even more", "so"];
    alone
        || !subject
            && !empty
            && all.len() <= WORDS_LIMIT
            && !rest.contains(&all.join(" ").as_str())
            && !has(SUBORDINATORS, first)
            && !all.last().is_some_and(|last| last == "the" || last == "a" || last == "of")
}

/// True for a phrase with which nothing is said by itself.
pub(super) fn is_hollow(words: &str) -> bool {
    let all: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let known = ["all", "both", "none", "off", "on", "sure", "up", "down", "in", "out", "i do"];
    !known.contains(&all.join(" ").as_str())
        && all.iter().all(|word| has(EMPTY, word) || has(PREPOSITIONS, word))
}
