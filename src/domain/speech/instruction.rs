//! Instructions: the app says what the user can say.

use super::lexicon::{ARTICLES, AUXILIARIES, COMMANDS, PRONOUNS, VERBS, WH, has};
use super::open;
use super::phrase::{is_hollow, to_say, turned};
use super::token::{SpeechToken, TokenKind};
use super::trigger::{TriggerPhrase, skip, trigger};

/// Something an instruction tells to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InstructionPart {
    /// These words.
    Phrase(String),
    /// Something of a kind: "a number", "the name of a city"; if it begins.
    Open(usize),
}

/// What stands between two marks or "or".
struct InstructionSegment<'t, 'a> {
    tokens: &'t [SpeechToken<'a>],
    at: usize,
    before: SegmentSeparator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SegmentSeparator {
    None,
    Comma,
    Or,
    And,
}

/// All that `tokens` tell to say, in order; empty if they tell nothing.
pub(super) fn parts(tokens: &[SpeechToken<'_>]) -> Vec<InstructionPart> {
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
            parts.extend(spread(segment, how, &segments));
        }
        at = end.max(at + 1);
    }
    parts
}

/// What is to be said from `from` on, split at marks, "or" and "and"; and the position of its end.
fn segments<'t, 'a>(
    tokens: &'t [SpeechToken<'a>],
    from: usize,
) -> (Vec<InstructionSegment<'t, 'a>>, usize) {
    let mut segments: Vec<InstructionSegment<'t, 'a>> = Vec::new();
    let mut begin = from;
    let mut before = SegmentSeparator::None;
    let mut at = from;
    loop {
        let token = tokens.get(at);
        let separator = match token {
            None => Some(SegmentSeparator::None),
            Some(token)
                if matches!(token.kind, TokenKind::Stop | TokenKind::Colon | TokenKind::Dash) =>
            {
                Some(SegmentSeparator::None)
            }
            Some(token) if token.kind == TokenKind::Comma => Some(SegmentSeparator::Comma),
            Some(token) if token.is("or") && parts_questions(tokens, begin, at) => {
                Some(SegmentSeparator::Or)
            }
            Some(token) if token.is("and") && joins(tokens, begin, at) => {
                Some(SegmentSeparator::And)
            }
            Some(_) => None,
        };
        if let Some(separator) = separator {
            if begin < at {
                segments.push(InstructionSegment { tokens: &tokens[begin..at], at: begin, before });
                before = separator;
            } else if separator != SegmentSeparator::Comma {
                before = separator;
            }
            begin = at + 1;
            if separator == SegmentSeparator::None {
                return (segments, at);
            }
        } else if at > from && trigger(tokens, at).is_some() {
            // "say next, or specify a step by saying …": the rest belongs to another instruction.
            return (segments, at);
        }
        at += 1;
    }
}

/// False for the "or" at `at` within one question: "say what is the red or blue one".
fn parts_questions(tokens: &[SpeechToken<'_>], begin: usize, at: usize) -> bool {
    let opens = |token: &SpeechToken<'_>| {
        let verbal =
            has(WH, &token.lower) || has(AUXILIARIES, &token.lower) || has(VERBS, &token.lower);
        token.kind != TokenKind::Word
            || verbal
            || token.lower.contains('\'')
            || has(COMMANDS, &token.lower)
    };
    let question = begin < at && tokens.get(begin).is_some_and(|first| first.is_any(WH));
    !question || tokens.get(at + 1).is_none_or(opens)
}

/// True if the "and" at `at` stands between two phrases, not within one.
fn joins(tokens: &[SpeechToken<'_>], begin: usize, at: usize) -> bool {
    let comma = at == begin && at > 0;
    let command = |place: usize| {
        tokens.get(place).is_some_and(|token| {
            token.kind == TokenKind::Quoted || token.is_word() && has(COMMANDS, &token.lower)
        })
    };
    comma || at == begin + 1 && command(begin) && command(at + 1)
}

/// True if the segment at `place` is one more of what can be said.
fn follows(segments: &[InstructionSegment<'_, '_>], place: usize, how: TriggerPhrase) -> bool {
    let Some(segment) = segments.get(place) else { return false };
    let quoted = |segment: &InstructionSegment<'_, '_>| {
        segment.tokens.iter().any(|t| t.kind == TokenKind::Quoted)
    };
    if place == 0 || segment.tokens.first().is_some_and(|first| first.kind == TokenKind::Quoted) {
        return true;
    }
    let Some(first) = segment.tokens.first() else { return false };
    let short = segment.tokens.len() <= 5;
    let listed = segments.get(place..).unwrap_or_default().iter().any(|later| match later.before {
        SegmentSeparator::Or => true,
        SegmentSeparator::And => segments.len() > 2 && short,
        _ => false,
    });
    let own = has(PRONOUNS, &first.lower)
        || first.lower.contains('\'')
        || first.is_any(&[
            "to", "wait", "press", "tap", "touch", "visit", "use", "and", "then", "if", "go",
            "when", "have", "for", "in", "at", "check",
        ]) && how == TriggerPhrase::Say
            && segment.tokens.len() > 1;
    if how == TriggerPhrase::For && first.is("for") {
        return false;
    }
    if segments.iter().any(quoted) {
        return listed && segment.tokens.len() == 1 && has(COMMANDS, &first.lower);
    }
    listed && !own
}

/// Several parts of one segment: "get and set your alarms" is two, "step followed by its number"
/// one for each number.
fn spread(
    segment: &InstructionSegment<'_, '_>,
    how: TriggerPhrase,
    all: &[InstructionSegment<'_, '_>],
) -> Vec<InstructionPart> {
    let tokens = segment.tokens;
    if let [first, and, second, ..] = tokens
        && how == TriggerPhrase::To
        && and.is("and")
        && has(VERBS, &first.lower)
        && has(VERBS, &second.lower)
        && tokens.len() > 3
        && let Some(object) = tokens.get(3..).and_then(to_say)
    {
        let phrase = |verb: &SpeechToken<'_>| {
            InstructionPart::Phrase(turned(&format!("{} {object}", verb.text)))
        };
        return vec![phrase(first), phrase(second)];
    }
    let counted = tokens.iter().position(|token| token.is("followed")).filter(|at| {
        how == TriggerPhrase::Say
            && *at == 1
            && tokens.iter().skip(*at).any(|token| token.is("number"))
    });
    if counted.is_some() {
        let numbers =
            open::range(tokens).unwrap_or_else(|| ["1", "2", "3"].map(str::to_owned).into());
        let numbered =
            numbers.iter().map(|n| InstructionPart::Phrase(format!("{} {n}", tokens[0].text)));
        return numbered.collect();
    }
    part(segment, how, all).into_iter().collect()
}

fn part(
    segment: &InstructionSegment<'_, '_>,
    how: TriggerPhrase,
    all: &[InstructionSegment<'_, '_>],
) -> Option<InstructionPart> {
    let first = segment.tokens.first()?;
    let quoted = segment.tokens.iter().any(|token| token.kind == TokenKind::Quoted);
    let article = has(ARTICLES, &first.lower) && !first.is_any(&["my", "our"]) || first.is("one");
    if how == TriggerPhrase::Say && article && !quoted {
        return Some(InstructionPart::Open(segment.at));
    }
    // "say your name or zip code"
    let opened = all.first().and_then(|first| first.tokens.first());
    let opened = segment.before == SegmentSeparator::Or
        && opened.is_some_and(|first| has(ARTICLES, &first.lower) && !first.is("my"));
    if how == TriggerPhrase::Say
        && opened
        && open::answers(segment.tokens, 0).is_some_and(|a| !a.is_empty())
    {
        return Some(InstructionPart::Open(segment.at));
    }
    if how == TriggerPhrase::Say
        && has(WH, &first.lower)
        && segment.tokens.get(1).is_some_and(|t| t.is("you"))
    {
        return None;
    }
    let words = to_say(segment.tokens)?;
    if quoted || matches!(how, TriggerPhrase::Say | TriggerPhrase::Like) {
        let asked = how == TriggerPhrase::Like
            && !words.to_lowercase().split(' ').any(|w| w == "i" || w == "my");
        let question = asked && has(WH, &first.lower);
        let words = if question { turned(&words) } else { words };
        return Some(words).filter(|words| !is_hollow(words)).map(InstructionPart::Phrase);
    }
    let words = match how {
        TriggerPhrase::To
            if has(VERBS, &first.lower) || segment.before == SegmentSeparator::None =>
        {
            words
        }
        // "ask me to play jazz or rock"
        TriggerPhrase::To => {
            let verb = all.first()?.tokens.first()?;
            format!("{} {words}", verb.text)
        }
        TriggerPhrase::About => format!("tell me about {words}"),
        _ => words,
    };
    let verb_only = how == TriggerPhrase::About
        && segment.tokens.len() > 1
        && words.split(' ').count() == 4
        && has(VERBS, &first.lower);
    Some(turned(&words))
        .filter(|words| !is_hollow(words) && !verb_only)
        .map(InstructionPart::Phrase)
}

/// The phrases of an example without a word that tells to say it, from `from` on.
pub(super) fn examples(tokens: &[SpeechToken<'_>], from: usize) -> Vec<InstructionPart> {
    let from = skip(tokens, from, &[]);
    let clause = |token: &SpeechToken<'_>| token.is_word() && (token.is("you") || token.is("is"));
    let (segments, _) = segments(tokens, from);
    let short = segments.iter().all(|segment| segment.tokens.len() <= 8);
    if !short || segments.iter().any(|segment| segment.tokens.iter().any(clause)) {
        return Vec::new();
    }
    let taken = (0..segments.len()).filter(|place| follows(&segments, *place, TriggerPhrase::Like));
    taken.filter_map(|place| part(&segments[place], TriggerPhrase::Like, &segments)).collect()
}
