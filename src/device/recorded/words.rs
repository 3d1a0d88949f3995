//! What was said, as recorded dialogues are looked up by it.

use crate::domain::speech;

/// Words that carry no meaning of their own in a command; the same command is said with and
/// without them.
const TRIVIAL: &[&str] = &["a", "an", "the", "please"];
/// What wakes the platform: it stands before words and is none of them.
const WAKE: &[&str] = &["alexa", "hey alexa", "ok alexa"];
/// Verbs that open an app by its name.
const OPENING: &[&str] = &["open", "launch", "start", "begin", "run", "load", "talk to", "play"];
/// Verbs that open an app with a first request: `ask NAME for …`.
const ASKING: &[&str] = &["ask", "tell"];
/// Commands of the platform besides [`speech::SYSTEM`], which mean the same in every state.
const GLOBAL: &[&str] = &["cancel", "exit", "quit", "never mind", "start over", "restart"];

/// How an app says that it did not understand: parts of normal forms.
///
/// From the dialogues that Vitas' authors published. "Try again" alone is none: apps say it of
/// many other failures.
const CONFUSED: &[&str] = &[
    "n't understand",
    "not understand",
    "understand what you",
    "n't get that",
    "not get that",
    "n't catch that",
    "n't hear",
    "n't recognize",
    "n't know that",
    "having trouble understanding",
    "not sure about that",
    "not sure what",
    "not sure i",
    "say that again",
    "rephrase",
];

/// `words` as they are looked up: their normal form without the wake word, articles and "please".
/// Nothing else is folded, so that other words never count as these.
pub fn key(words: &str) -> String {
    let normal = speech::normal(words);
    let plain = without_wake(&normal);
    let kept: Vec<&str> = plain.split_whitespace().filter(|word| !TRIVIAL.contains(word)).collect();
    if kept.is_empty() { normal } else { kept.join(" ") }
}

/// How words open an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchPhrase {
    /// By its name alone, in normal form.
    Plain(String),
    /// With a request; what follows the verb, which begins with the name.
    Asking(String),
}

/// How `words` open an app, if they do.
pub fn opening(words: &str) -> Option<LaunchPhrase> {
    let normal = speech::normal(words);
    let plain = without_wake(&normal);
    let behind =
        |verbs: &[&str]| verbs.iter().find_map(|verb| plain.strip_prefix(verb)?.strip_prefix(' '));
    if let Some(name) = behind(OPENING) {
        return Some(LaunchPhrase::Plain(name.to_owned()));
    }
    behind(ASKING).map(|rest| LaunchPhrase::Asking(rest.to_owned()))
}

/// True for commands that every app takes in every state.
pub fn is_global(key: &str) -> bool {
    speech::SYSTEM.iter().chain(GLOBAL).any(|words| self::key(words) == key)
}

/// True if an app says by `text` that it did not understand.
pub fn is_confused(text: &str) -> bool {
    let normal = speech::normal(text);
    CONFUSED.iter().any(|part| normal.contains(part))
}

/// The sentence of `text` in which an app says that it did not understand, without what it says
/// beside it; all of it if that cannot be told.
pub fn confusion(text: &str) -> &str {
    let sentences = text.split_inclusive(['.', '!', '?']).map(str::trim);
    let mut confused = sentences.filter(|sentence| is_confused(sentence));
    confused.next().unwrap_or(text)
}

fn without_wake(normal: &str) -> &str {
    let behind = |wake: &&str| normal.strip_prefix(*wake)?.strip_prefix(' ');
    WAKE.iter().find_map(behind).unwrap_or(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trivial_words_are_left_out() {
        for (words, expected) in [
            ("Rock, Paper, Scissors!", "rock paper scissors"),
            ("  the red one please ", "red one"),
            ("Alexa, stop", "stop"),
            ("alexa", "alexa"),
            ("the", "the"),
            ("what's the time", "what's time"),
            ("tell me another fact", "tell me another fact"),
        ] {
            assert_eq!(key(words), expected, "{words}");
        }
        assert_ne!(key("yes"), key("yes it is"), "no wild guesses");
    }

    #[test]
    fn openings_are_told_from_requests() {
        let plain = |name: &str| Some(LaunchPhrase::Plain(name.into()));
        let asking = |rest: &str| Some(LaunchPhrase::Asking(rest.into()));
        for (words, expected) in [
            ("Alexa, open Daily Quiz", plain("daily quiz")),
            ("open n. p. r.", plain("n p r")),
            ("launch the tides", plain("the tides")),
            ("talk to moon guide", plain("moon guide")),
            ("ask moon guide for the phase", asking("moon guide for the phase")),
            ("alexa, yes", None),
            ("opening hours", None),
            ("help", None),
        ] {
            assert_eq!(opening(words), expected, "{words}");
        }
    }

    #[test]
    fn confusion_is_known_by_its_words() {
        assert!(is_confused("Sorry, I didn't catch that."));
        assert!(is_confused("Hm. I did not understand what you said."));
        assert!(!is_confused("Sorry, the bakery is closed on Mondays."));
        assert!(!is_confused("Please try again from another device."));
        let long = "Oh. Sorry, I didn't get that! What is your guess?";
        assert_eq!(confusion(long), "Sorry, I didn't get that!");
        assert!(is_global(&key("Help")) && is_global(&key("What's the time?")));
        assert!(!is_global("yes"));
    }
}
