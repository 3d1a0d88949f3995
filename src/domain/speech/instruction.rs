//! Instructions: the app tells what to say.

use super::lexicon::{ARTICLES, AUXILIARIES, COMMANDS, PRONOUNS, VERBS, WH, has};
use super::phrase::{is_hollow, to_say, turned};
use super::token::{Kind, Token};

/// Something an instruction tells to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// These words.
    Phrase(String),
    /// Something of a kind: "a number", "the name of a city"; where it begins.
    Open(usize),
}

/// How a phrase follows the word that tells to say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
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

/// What stands between two marks or "or".
struct Segment<'t, 'a> {
    tokens: &'t [Token<'a>],
    at: usize,
    before: Separator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    None,
    Comma,
    Or,
    And,
}

/// All that `tokens` tell to say, in order; empty where they tell nothing.
pub(super) fn parts(tokens: &[Token<'_>]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((body, how)) = trigger(tokens, at) else {
            at += 1;
            continue;
        };
        let (segments, end) = segments(tokens, body);
        let list: Vec<bool> =
            (0..segments.len()).map(|place| follows(&segments, place, how)).collect();
        for (segment, _) in segments.iter().zip(list).filter(|(_, taken)| *taken) {
            parts.extend(part(segment, how, &segments));
        }
        at = end.max(at + 1);
    }
    parts
}

/// Where what is to be said begins, if the word at `at` tells to say something.
fn trigger(tokens: &[Token<'_>], at: usize) -> Option<(usize, How)> {
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
        let found = tokens.get(body).is_some_and(|token| token.kind == Kind::Quoted);
        found.then_some((body, How::Like))
    };
    match word.lower.as_str() {
        "say" | "saying" if is_addressed(tokens, at) => say(tokens, at + 1),
        "ask" | "asking" if is_addressed(tokens, at) => ask(tokens, at + 1),
        "tell" if is_addressed(tokens, at) => {
            let me = tokens.get(at + 1).is_some_and(|token| token.is("me"));
            let to = tokens.get(at + 2).is_some_and(|token| token.is("to"));
            if me && to { Some((at + 3, How::To)) } else { quoted(at + 1 + usize::from(me)) }
        }
        "try" | "answer" | "reply" | "respond" | "type" | "shout" | "use" | "example"
        | "commands" | "phrases" | "instance" => quoted(at + 1),
        _ => None,
    }
}

/// Passes over marks and over those of `words`, a few of each.
fn skip(tokens: &[Token<'_>], from: usize, words: &[&str]) -> usize {
    let passed = |token: &&Token<'_>| {
        matches!(token.kind, Kind::Comma | Kind::Colon | Kind::Dash) || token.is_any(words)
    };
    from + tokens.get(from..).unwrap_or_default().iter().take(8).take_while(passed).count()
}

fn say(tokens: &[Token<'_>], from: usize) -> Option<(usize, How)> {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| token.is_any(words));
    let mut at = skip(tokens, from, &["either", "simply", "just", "aloud", "alexa", "out", "loud"]);
    let mut how = How::Say;
    loop {
        let things = is(at, &["something", "things", "stuff", "phrases", "commands"]);
        let begin = if things { at + 1 } else { at };
        if is(begin, &["like"]) || is(begin, &["such"]) && is(begin + 1, &["as"]) {
            at = begin + 1 + usize::from(is(begin, &["such"]));
            how = How::Like;
        } else if is(at, &["for"]) && is(at + 1, &["example", "instance"]) {
            at += 2;
            how = How::Like;
        } else if is(at, &["the", "any", "one", "of"])
            && is(at + 1, &["word", "words", "phrase", "command", "following", "of", "the"])
        {
            at += 2;
        } else {
            break;
        }
        at = skip(tokens, at, &[]);
    }
    let wrong = is(at, &["that", "it", "so", "this", "something", "anything", "nothing", "which"]);
    (at < tokens.len() && !wrong).then_some((at, how))
}

fn ask(tokens: &[Token<'_>], from: usize) -> Option<(usize, How)> {
    let token = |at: usize| tokens.get(at);
    let is = |at: usize, words: &[&str]| token(at).is_some_and(|token| token.is_any(words));
    let mut at = from;
    while is(at, &["me", "us", "alexa", "just"]) {
        at += 1;
    }
    let direct = at;
    while is(
        at,
        &["a", "an", "some", "any", "questions", "question", "things", "something", "stuff"],
    ) {
        at += 1;
    }
    if is(at, &["like"]) || is(at, &["such"]) && is(at + 1, &["as"]) {
        return Some((skip(tokens, at, &["like", "such", "as"]), How::Like));
    }
    at = direct;
    match token(at).map(|token| token.lower.as_str()) {
        Some("to") => return Some((at + 1, How::To)),
        Some("for") if !is(at + 1, &["example", "permission"]) => return Some((at + 1, How::For)),
        Some("about") => return Some((at + 1, How::About)),
        _ => {}
    }
    let body = skip(tokens, at, &["for", "example", "alexa"]);
    let next = token(body)?;
    let question = has(WH, &next.lower) || has(AUXILIARIES, &next.lower);
    if next.kind == Kind::Quoted || question || at < body {
        return Some((body, How::Like));
    }
    // "ask Weather Box for help": a name, then what is asked of it.
    let named = (at..at + 5).take_while(|at| token(*at).is_some_and(Token::is_word));
    let named: Vec<usize> = named.collect();
    let joint = named.iter().copied().find(|at| is(*at, &["for", "to", "about"]));
    if let Some(joint) = joint.filter(|_| next.is_capital()) {
        let how = match token(joint).map(|token| token.lower.as_str()) {
            Some("for") => How::For,
            Some("to") => How::To,
            _ => How::About,
        };
        return Some((joint + 1, how));
    }
    has(COMMANDS, &next.lower).then_some((at, How::Say))
}

/// True where the "say" or "ask" at `at` is meant for the user: not "I say", "what do you say",
/// "people say", "do not say".
fn is_addressed(tokens: &[Token<'_>], at: usize) -> bool {
    let before: Vec<&Token<'_>> =
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
    match word(0) {
        "" => true,
        "can" | "could" | "may" | "should" | "must" => {
            rest.len() < 2 || matches!(word(1), "you" | "also" | "and" | "or") && !foreign
        }
        "you" => matches!(word(1), "when" | "if" | "once" | "unless" | "until" | "whenever"),
        "to" => {
            let told =
                matches!(word(1), "have" | "need" | "free" | "sure" | "remember" | "only" | "try");
            told && !foreign
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

/// What is to be said from `from` on, cut at marks, "or" and "and"; with where it ends.
fn segments<'t, 'a>(tokens: &'t [Token<'a>], from: usize) -> (Vec<Segment<'t, 'a>>, usize) {
    let mut segments: Vec<Segment<'t, 'a>> = Vec::new();
    let mut begin = from;
    let mut before = Separator::None;
    let mut at = from;
    loop {
        let token = tokens.get(at);
        let separator = match token {
            None => Some(Separator::None),
            Some(token) if matches!(token.kind, Kind::Stop | Kind::Colon | Kind::Dash) => {
                Some(Separator::None)
            }
            Some(token) if token.kind == Kind::Comma => Some(Separator::Comma),
            Some(token) if token.is("or") => Some(Separator::Or),
            Some(token) if token.is("and") && joins(tokens, begin, at) => Some(Separator::And),
            Some(_) => None,
        };
        if let Some(separator) = separator {
            if begin < at {
                segments.push(Segment { tokens: &tokens[begin..at], at: begin, before });
                before = separator;
            } else if separator != Separator::Comma {
                before = separator;
            }
            begin = at + 1;
            if separator == Separator::None {
                return (segments, at);
            }
        } else if at > from && trigger(tokens, at).is_some() {
            // "say next, or specify a step by saying …": the rest belongs to another instruction.
            return (segments, at);
        }
        at += 1;
    }
}

/// True where the "and" at `at` stands between two phrases, not within one.
fn joins(tokens: &[Token<'_>], begin: usize, at: usize) -> bool {
    let comma = at == begin && at > 0;
    let command = |place: usize| {
        tokens.get(place).is_some_and(|token| {
            token.kind == Kind::Quoted || token.is_word() && has(COMMANDS, &token.lower)
        })
    };
    comma || at == begin + 1 && command(begin) && command(at + 1)
}

/// True where the segment at `place` is one more of what can be said.
fn follows(segments: &[Segment<'_, '_>], place: usize, how: How) -> bool {
    let Some(segment) = segments.get(place) else { return false };
    let quoted = |segment: &Segment<'_, '_>| segment.tokens.iter().any(|t| t.kind == Kind::Quoted);
    if place == 0 || segment.tokens.first().is_some_and(|first| first.kind == Kind::Quoted) {
        return true;
    }
    let Some(first) = segment.tokens.first() else { return false };
    let short = segment.tokens.len() <= 5;
    let listed = segments.get(place..).unwrap_or_default().iter().any(|later| match later.before {
        Separator::Or => true,
        Separator::And => segments.len() > 2 && short,
        _ => false,
    });
    let own = has(PRONOUNS, &first.lower)
        || first.lower.contains('\'')
        || first.is_any(&[
            "to", "wait", "press", "tap", "touch", "visit", "use", "and", "then", "if", "go",
            "when", "have", "for", "in", "at", "check",
        ]) && how == How::Say
            && segment.tokens.len() > 1;
    if segments.iter().any(quoted) {
        return listed && segment.tokens.len() == 1 && has(COMMANDS, &first.lower);
    }
    listed && !own
}

fn part(segment: &Segment<'_, '_>, how: How, all: &[Segment<'_, '_>]) -> Option<Part> {
    let first = segment.tokens.first()?;
    let quoted = segment.tokens.iter().any(|token| token.kind == Kind::Quoted);
    let article = has(ARTICLES, &first.lower) && !first.is_any(&["my", "our"]) || first.is("one");
    if how == How::Say && article && !quoted {
        return Some(Part::Open(segment.at));
    }
    if how == How::Say
        && has(WH, &first.lower)
        && segment.tokens.get(1).is_some_and(|t| t.is("you"))
    {
        return None;
    }
    let bare = how == How::For && article && !quoted && !first.is_any(&["your", "this", "that"]);
    let words = to_say(segment.tokens.get(usize::from(bare)..)?)?;
    if quoted || matches!(how, How::Say | How::Like) {
        let asked =
            how == How::Like && !words.to_lowercase().split(' ').any(|w| w == "i" || w == "my");
        let question = asked && has(WH, &first.lower);
        let words = if question { turned(&words) } else { words };
        return Some(words).filter(|words| !is_hollow(words)).map(Part::Phrase);
    }
    let words = match how {
        How::To if has(VERBS, &first.lower) || segment.before == Separator::None => words,
        // "ask me to play jazz or rock"
        How::To => {
            let verb = all.first()?.tokens.first()?;
            format!("{} {words}", verb.text)
        }
        How::About => format!("tell me about {words}"),
        _ => words,
    };
    Some(turned(&words)).filter(|words| !is_hollow(words)).map(Part::Phrase)
}

/// The phrases of an example without a word that tells to say it, from `from` on.
pub(super) fn examples(tokens: &[Token<'_>], from: usize) -> Vec<Part> {
    let from = skip(tokens, from, &[]);
    let clause = |token: &Token<'_>| token.is_word() && (token.is("you") || token.is("is"));
    let (segments, _) = segments(tokens, from);
    let short = segments.iter().all(|segment| segment.tokens.len() <= 8);
    if !short || segments.iter().any(|segment| segment.tokens.iter().any(clause)) {
        return Vec::new();
    }
    let taken = (0..segments.len()).filter(|place| follows(&segments, *place, How::Like));
    taken.filter_map(|place| part(&segments[place], How::Like, &segments)).collect()
}
