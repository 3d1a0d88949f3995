//! Words that ask the user to say something: "say", "ask me to", "try".

use super::lexicon::{AUXILIARIES, COMMANDS, VERBS, WH, has};
use super::token::{SpeechToken, TokenKind};

/// How a phrase follows the word that tells to say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TriggerPhrase {
    /// "say X"
    Say,
    /// "say something like X"
    Like,
    /// "ask me to X"
    To,
    /// "ask for X"
    For,
    /// "ask me about X"
    About,
}

/// The position of what is to be said, if the word at `at` asks the user to say something.
pub(super) fn trigger(tokens: &[SpeechToken<'_>], at: usize) -> Option<(usize, TriggerPhrase)> {
    let word = tokens.get(at).filter(|token| token.is_word())?;
    let quoted = |from: usize| {
        let body = skip(
            tokens,
            from,
            &[
                "with",
                "the",
                "word",
                "phrase",
                "command",
                "like",
                "things",
                "something",
                "are",
                "include",
                "either",
                "such",
                "as",
            ],
        );
        let found = tokens.get(body).is_some_and(|token| token.kind == TokenKind::Quoted);
        found.then_some((body, TriggerPhrase::Like))
    };
    match word.lower.as_str() {
        "say" | "saying" if is_addressed(tokens, at) => say(tokens, at + 1),
        "ask" | "asking" if is_addressed(tokens, at) => ask(tokens, at + 1),
        "tell" if is_addressed(tokens, at) => {
            let me = tokens.get(at + 1).is_some_and(|token| token.is("me"));
            let to = tokens.get(at + 2).is_some_and(|token| token.is("to"));
            if me && to {
                Some((at + 3, TriggerPhrase::To))
            } else {
                quoted(at + 1 + usize::from(me))
            }
        }
        "try" | "answer" | "reply" | "respond" | "type" | "shout" | "use" | "example"
        | "commands" | "phrases" | "instance" => quoted(at + 1),
        _ => None,
    }
}

/// Passes over marks and over those of `words`, a few of each.
pub(super) fn skip(tokens: &[SpeechToken<'_>], from: usize, words: &[&str]) -> usize {
    let passed = |token: &&SpeechToken<'_>| {
        matches!(token.kind, TokenKind::Comma | TokenKind::Colon | TokenKind::Dash)
            || token.is_any(words)
    };
    from + tokens.get(from..).unwrap_or_default().iter().take(8).take_while(passed).count()
}

fn say(tokens: &[SpeechToken<'_>], from: usize) -> Option<(usize, TriggerPhrase)> {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| token.is_any(words));
    let mut at = skip(tokens, from, &["either", "simply", "just", "aloud", "out", "loud"]);
    let mut how = TriggerPhrase::Say;
    loop {
        let things = is(at, &["something", "things", "stuff", "phrases", "commands"]);
        let begin = if things { at + 1 } else { at };
        if is(begin, &["like"]) || is(begin, &["such"]) && is(begin + 1, &["as"]) {
            at = begin + 1 + usize::from(is(begin, &["such"]));
            how = TriggerPhrase::Like;
        } else if is(at, &["for"]) && is(at + 1, &["example", "instance"]) {
            at += 2;
            how = TriggerPhrase::Like;
        } else if is(at, &["the", "any", "one", "of"])
            && is(at + 1, &["word", "words", "phrase", "command", "following", "of", "the"])
        {
            at += 2;
        } else {
            break;
        }
        at = skip(tokens, at, &[]);
    }
    if is(at, &["alexa"]) {
        let name = skip(tokens, at + 1, &[]);
        let opening = ["open", "start", "launch", "enable", "load", "ask", "play"];
        if is(name, &opening) && tokens.get(name + 1).is_some_and(SpeechToken::is_said) {
            return None;
        }
        at = name;
    }
    let wrong =
        is(at, &["again", "that", "it", "so", "this", "something", "anything", "nothing", "which"]);
    (at < tokens.len() && !wrong).then_some((at, how))
}

fn ask(tokens: &[SpeechToken<'_>], from: usize) -> Option<(usize, TriggerPhrase)> {
    let token = |at: usize| tokens.get(at);
    let is = |at: usize, words: &[&str]| token(at).is_some_and(|token| token.is_any(words));
    let mut at = from;
    while is(at, &["me", "us", "alexa", "just"]) {
        at += 1;
    }
    let things = ["questions", "question", "things", "something", "a", "some", "any"];
    if is(at, &things) {
        // "ask questions about the weather such as …"
        let near = (at..at + 8).take_while(|at| token(*at).is_some_and(SpeechToken::is_word));
        let joint = near
            .into_iter()
            .find(|at| is(*at, &["like"]) || is(*at, &["such"]) && is(at + 1, &["as"]));
        return joint.map(|at| (skip(tokens, at, &["like", "such", "as"]), TriggerPhrase::Like));
    }
    match token(at).map(|token| token.lower.as_str()) {
        Some("to") => return Some((at + 1, TriggerPhrase::To)),
        Some("for") if !is(at + 1, &["example", "permission"]) => {
            return Some((at + 1, TriggerPhrase::For));
        }
        Some("about") => return Some((at + 1, TriggerPhrase::About)),
        _ => {}
    }
    let body = skip(tokens, at, &["for", "example", "alexa"]);
    let next = token(body)?;
    let question = has(WH, &next.lower) || has(AUXILIARIES, &next.lower);
    if next.kind == TokenKind::Quoted || question || at < body {
        return Some((body, TriggerPhrase::Like));
    }
    // "ask Weather Box for help": a name, then what is asked of it.
    let named = (at..at + 5).take_while(|at| token(*at).is_some_and(SpeechToken::is_word));
    let named: Vec<usize> = named.collect();
    let joint = named.iter().copied().find(|at| is(*at, &["for", "to", "about"]));
    if let Some(joint) = joint.filter(|_| next.is_capital()) {
        let how = match token(joint).map(|token| token.lower.as_str()) {
            Some("for") => TriggerPhrase::For,
            Some("to") => TriggerPhrase::To,
            _ => TriggerPhrase::About,
        };
        return Some((joint + 1, how));
    }
    has(COMMANDS, &next.lower).then_some((at, TriggerPhrase::Say))
}

/// True if the "say" or "ask" at `at` is meant for the user: not "I say", "what do you say",
/// "people say", "do not say".
fn is_addressed(tokens: &[SpeechToken<'_>], at: usize) -> bool {
    let before: Vec<&SpeechToken<'_>> =
        tokens[..at].iter().rev().take(8).take_while(|token| !token.is_mark()).collect();
    let adverbs = [
        "just",
        "simply",
        "please",
        "then",
        "always",
        "also",
        "either",
        "only",
        "now",
        "or",
        "first",
        "instead",
        "again",
        "otherwise",
        "so",
        "but",
        "next",
        "and",
        "by",
        "try",
        "ever",
    ];
    let adverbs_count = before.iter().take_while(|token| token.is_any(&adverbs)).count();
    let rest = &before[adverbs_count..];
    let word = |place: usize| rest.get(place).map_or("", |token| token.lower.as_str());
    let others = ["i", "we", "he", "she", "they", "people", "who", "i'll", "i'm", "we'll"];
    let subject = rest.iter().find(|token| token.is("you") || token.is_any(&others));
    let foreign = subject.is_some_and(|token| !token.is("you"));
    let led =
        before.first().is_some_and(|token| token.is_any(&["by", "try", "or", "please", "just"]));
    let gerund = tokens[at].is_any(&["asking", "saying"]);
    if gerund && before.first().is_some_and(|word| !word.is_any(&["by", "try", "or", "start"])) {
        return false;
    }
    match word(0) {
        "" => true,
        "can" | "could" | "may" | "should" | "must" => {
            rest.len() < 2 || matches!(word(1), "you" | "also" | "and" | "or") && !foreign
        }
        "you" => matches!(word(1), "when" | "if" | "once" | "unless" | "until" | "whenever"),
        "to" => {
            let reported =
                matches!(word(1), "have" | "need" | "free" | "sure" | "remember" | "only" | "try");
            reported && !foreign
        }
        "is" => word(1) == "do" || word(1) == "thing",
        "not" | "never" | "don't" | "didn't" | "will" | "would" | "me" | "us" | "i" | "we"
        | "they" | "he" | "she" | "people" | "you'd" | "you'll" | "i'd" | "i'll" | "cannot"
        | "can't" => false,
        _ => {
            let opening = rest.last().is_some_and(|first| {
                first.is_any(&[
                    "to",
                    "for",
                    "if",
                    "when",
                    "whenever",
                    "once",
                    "need",
                    "want",
                    "please",
                    "after",
                    "before",
                    "otherwise",
                    "you",
                    "choose",
                    "pick",
                    "select",
                    "specify",
                    "either",
                    "at",
                ])
            });
            let imperative = rest.last().is_some_and(|first| has(VERBS, &first.lower));
            !foreign
                && (opening || tokens[at].is_capital() || led || imperative && adverbs_count > 0)
        }
    }
}
