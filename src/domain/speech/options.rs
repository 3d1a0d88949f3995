//! The options of a list, cut out of the sentence around it.

use super::choice::CHOICES;
use super::lexicon::{
    ARTICLES, AUXILIARIES, PREFERENCES, PREPOSITIONS, PRONOUNS, VERBS, has, number,
};
use super::open::leads_in;
use super::parallel::is_parallel;
use super::phrase::{as_said, is_option, to_say, turned};
use super::token::{SpeechToken, TokenKind};

/// The longest list of options that is accepted.
const OPTIONS_LIMIT: usize = 12;

/// The most words of an option that is not the first or last of its list.
const INNER_LIMIT: usize = 7;

/// The same if the options are phrases, or say what to do.
const LONG_LIMIT: usize = 12;

/// The part of a sentence that may contain a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionRegion {
    /// The place of the first token.
    pub from: usize,
    /// The place behind the last token.
    pub to: usize,
    /// True if "and" may join the options too.
    pub and: bool,
    /// True if the first option is led by an auxiliary.
    pub question: bool,
    /// True if the options do something: "you can go or stay".
    pub acts: bool,
    /// True if the options are phrases, which may be clauses: "Which phrase describes it best: it
    /// rains, …".
    pub phrases: bool,
}

/// The options of the list in `region`, as they are said; at least two.
pub(super) fn options(tokens: &[SpeechToken<'_>], region: OptionRegion) -> Option<Vec<String>> {
    let items = items(tokens, region)?;
    let (opening, others) = items.split_first()?;
    if others.iter().any(|other| asks_anew(opening, other))
        || items.iter().any(|item| asks_inside(item))
    {
        return None;
    }
    let first = headless(opening, others, region);
    let acting = acts(first, region) && others.iter().any(|other| acts(other, region));
    let mut options: Vec<String> = Vec::new();
    let cleaned = others.iter().map(|other| stemless(other));
    // "Would you like to hear, opening hours, prices or the address": a verb alone leads the list.
    let lone = first.len() == 1 && has(VERBS, &first[0].lower) && !acting && others.len() > 1;
    let first = (!lone || !region.question).then_some(first);
    for item in first.into_iter().chain(cleaned) {
        let option = if region.phrases { phrase(item) } else { clean(item, acting) };
        if let Some(option) = option
            && !options.contains(&option)
        {
            options.push(option);
        }
    }
    options.truncate(OPTIONS_LIMIT);
    (options.len() > 1).then_some(options)
}

/// What a whole question proposes: "should he follow the path" is "follow the path". Empty if no
/// verb remains.
pub(super) fn act(item: &[SpeechToken<'_>]) -> Option<String> {
    let item = item.get(..item.iter().position(SpeechToken::is_mark).unwrap_or(item.len()))?;
    let auxiliary = item.first().is_some_and(|first| has(AUXILIARIES, &first.lower));
    let article = item.get(1).is_some_and(|next| has(ARTICLES, &next.lower));
    let subject = if auxiliary { 2 + usize::from(article) } else { 0 };
    let rest = if auxiliary { item.get(subject..)? } else { stemless(item) };
    let verb = rest.first().is_some_and(|first| first.is_word() && has(VERBS, &first.lower));
    verb.then(|| to_say(rest).map(|words| turned(&words))).flatten()
}

/// True for "are you too tired" after "or": another question, not an option. One that opens as the
/// list itself does ("do you go up or do you go down") names an option.
fn asks_anew(opening: &[SpeechToken<'_>], item: &[SpeechToken<'_>]) -> bool {
    if is_parallel(opening, item) {
        return false;
    }
    let at = item.iter().take_while(|token| leads_in(token)).count();
    let auxiliary = ["are", "is", "am", "have", "has", "did", "were", "was", "does"];
    let doing = item.get(at).is_some_and(|first| first.is("do"))
        && !item
            .iter()
            .any(|token| token.is_word() && token.is_any(&["want", "prefer", "like", "choose"]));
    (doing || item.get(at).is_some_and(|first| first.is_any(&auxiliary)))
        && item.get(at + 1).is_some_and(|next| has(PRONOUNS, &next.lower))
}

/// True for "or size are you looking for": the question goes on behind the list.
fn asks_inside(item: &[SpeechToken<'_>]) -> bool {
    item.windows(2).skip(1).any(|words| {
        let subject = words[1].is_any(&["you", "i", "we"]);
        words[0].is_word()
            && has(AUXILIARIES, &words[0].lower)
            && subject
            && !item.first().is_some_and(|first| has(AUXILIARIES, &first.lower) || leads_in(first))
    })
}

/// The words between the marks of the last list in `region`.
fn items<'t, 'a>(
    tokens: &'t [SpeechToken<'a>],
    region: OptionRegion,
) -> Option<Vec<&'t [SpeechToken<'a>]>> {
    let all = tokens.get(..region.to)?;
    let within = |at: &usize| *at >= region.from;
    let mark = |token: &SpeechToken<'_>| {
        matches!(token.kind, TokenKind::Stop | TokenKind::Colon | TokenKind::Dash)
    };
    let end = all.iter().enumerate().skip(region.from).find(|(_, token)| mark(token));
    let all = all.get(..end.map_or(all.len(), |(at, _)| at))?;
    let last = |word: &str| {
        let place = all.iter().rposition(|token| token.is(word)).filter(within);
        place.filter(|at| all.get(at + 1).is_some_and(SpeechToken::is_said))
    };
    let commas =
        all.iter().skip(region.from).filter(|token| token.kind == TokenKind::Comma).count();
    let or = last("or");
    // "cold and wet, or warm and dry": beside "or", "and" joins no options.
    let and = region.and && or.is_none();
    let joint = or.or_else(|| and.then(|| last("and")).flatten());
    let joint = match joint {
        Some(joint) => joint,
        None if and && commas > 1 => all.iter().rposition(|t| t.kind == TokenKind::Comma)?,
        None => return None,
    };
    let until = |token: &SpeechToken<'_>| token.kind == TokenKind::Comma;
    let tail = all.get(joint + 1..)?;
    let until = |token: &SpeechToken<'_>| until(token) || token.is("than");
    let tail = tail.get(..tail.iter().position(until).unwrap_or(tail.len()))?;
    let mut items = vec![tail];
    let separates = |token: &SpeechToken<'_>| {
        token.kind == TokenKind::Comma || token.is("or") || token.is("and") && and
    };
    for item in all.get(region.from..joint)?.rsplit(separates).filter(|item| !item.is_empty()) {
        if item[0].is_any(&["including", "like"]) && item.len() > 1 {
            // "all signs, including Leo, Virgo …": what stands before is no option.
            items.push(&item[1..]);
            break;
        }
        items.push(item);
        let long = region.phrases || acts(item, region);
        let limit = if long { LONG_LIMIT } else { INNER_LIMIT };
        if item.len() > limit || items.len() > OPTIONS_LIMIT {
            break;
        }
    }
    items.reverse();
    let items: Vec<&[SpeechToken<'_>]> = items.into_iter().flat_map(split_at_your).collect();
    (items.len() > 1).then_some(items)
}

/// "your gear your clan" without a comma is two.
fn split_at_your<'t, 'a>(item: &'t [SpeechToken<'a>]) -> Vec<&'t [SpeechToken<'a>]> {
    let yours = |token: &SpeechToken<'_>| token.is("your");
    let led = item.first().is_some_and(yours);
    match item.iter().skip(2).position(yours).filter(|_| led) {
        Some(at) => vec![&item[..at + 2], &item[at + 2..]],
        None => vec![item],
    }
}

fn acts(item: &[SpeechToken<'_>], region: OptionRegion) -> bool {
    let item = stemless(item);
    let first = item.first();
    first.is_some_and(|first| first.is_word() && has(VERBS, &first.lower))
        && (region.acts || region.question)
}

/// `item` without an opening of its own: "would you rather have pasta" is pasta, "should I stop"
/// is stop.
fn stemless<'t, 'a>(item: &'t [SpeechToken<'a>]) -> &'t [SpeechToken<'a>] {
    let mut at = item.iter().take_while(|token| leads_in(token) && item.len() > 1).count();
    at = if at < item.len() { at } else { 0 };
    let is = |at: usize, words: &[&str]| item.get(at).is_some_and(|token| token.is_any(words));
    let auxiliary =
        item.get(at).is_some_and(|token| token.is_word() && has(AUXILIARIES, &token.lower));
    // "have one or two players": what is counted is no subject.
    let subject = item
        .get(at + 1)
        .is_some_and(|token| token.is_word() && has(PRONOUNS, &token.lower) && !token.is("one"));
    let wanting = is(at, &["wanna", "want"]);
    let article = |at: usize| item.get(at).is_some_and(|token| has(ARTICLES, &token.lower));
    let mut preferring = false;
    if auxiliary && subject || wanting {
        at += if wanting { 1 } else { 2 };
        while at + 1 < item.len() {
            let prefers = has(PREFERENCES, &item[at].lower) || is(at, &["interested", "ready"]);
            let adverb =
                is(at, &["also", "still", "first", "just", "please", "me", "us", "now", "to"]);
            let having = preferring && is(at, &["have"]);
            if !(prefers || adverb || having) {
                break;
            }
            preferring |= prefers;
            at += 1;
        }
        // "Would you say you are brave or careful"
        let held = is(at, &["say", "think", "believe", "feel"]) && is(at + 1, &["you", "it"]);
        if held && is(at + 2, &["are", "is", "were", "was"]) && item.len() > at + 3 {
            at += 3;
        }
    } else if auxiliary && item.len() > at + 3 && article(at + 1) {
        // "Is the answer true": article and noun are the subject.
        at += 3;
    } else {
        while at + 1 < item.len() && is(at, &["either", "to", "maybe", "perhaps", "even", "also"]) {
            at += 1;
        }
    }
    item.get(at..).unwrap_or_default()
}

/// The first item of a list without the words of the sentence that lead up to it, found by what
/// the `others` look like.
fn headless<'t, 'a>(
    item: &'t [SpeechToken<'a>],
    others: &[&'t [SpeechToken<'a>]],
    region: OptionRegion,
) -> &'t [SpeechToken<'a>] {
    let rest = stemless(item);
    let Some(last) = others.last().map(|last| stemless(last)).filter(|last| !last.is_empty())
    else {
        return rest;
    };
    let stem = rest.len() < item.len();
    let opening = &last[0];
    if rest.len() == 1 || acts(last, region) && acts(rest, region) {
        return rest;
    }
    // "go through a door or a window", "turn to the left or to the right"
    let alike = |token: &SpeechToken<'_>| {
        let articles = has(ARTICLES, &opening.lower) && has(ARTICLES, &token.lower);
        token.is_word()
            && (articles || has(PREPOSITIONS, &opening.lower) && token.lower == opening.lower)
    };
    if let Some(at) = rest.iter().rposition(alike) {
        return rest.get(at..).unwrap_or_default();
    }
    if last.iter().any(|token| token.kind == TokenKind::Quoted) {
        let at = rest.iter().rposition(|token| token.kind == TokenKind::Quoted);
        return rest.get(at.unwrap_or(0)..).unwrap_or_default();
    }
    if acts(rest, region) {
        // "hear about cats or dogs", "book a table for today or tomorrow": the verb is shared, and
        // what it is done with.
        let joint =
            rest.iter().rposition(|token| token.is_word() && has(PREPOSITIONS, &token.lower));
        if let Some(object) = joint.and_then(|joint| rest.get(joint + 1..))
            && !object.is_empty()
        {
            return object;
        }
        let skipped = |token: &&SpeechToken<'_>| {
            has(PREPOSITIONS, &token.lower) || has(ARTICLES, &token.lower)
        };
        let more = rest.iter().skip(1).take_while(skipped).count();
        let at = (1 + more).min(rest.len() - 1);
        return rest.get(at..).unwrap_or_default();
    }
    let longest = others.iter().map(|other| other.len()).max().unwrap_or(1).min(3);
    if (region.question && !stem || rest.len() > longest + 3) && rest.len() > longest {
        return rest.get(rest.len() - longest..).unwrap_or_default();
    }
    rest
}

/// An option as it is said.
fn clean(item: &[SpeechToken<'_>], acting: bool) -> Option<String> {
    let mut at = item.iter().take_while(|token| token.is_any(&["either", "maybe", "just"])).count();
    if !acting {
        let bare = |token: &SpeechToken<'_>| {
            token.is_word()
                && (has(ARTICLES, &token.lower) && !token.is("your")
                    || has(PREPOSITIONS, &token.lower))
        };
        // "in between" says something, "between" does not.
        let hollow = |at: usize| item.len() == at + 2 && item[at + 1].is("between");
        while item.len() > at + 1 && item.get(at).is_some_and(bare) && !hollow(at) {
            at += 1;
        }
    }
    let counted = item.last().is_some_and(|last| last.is_any(CHOICES))
        && item.len() == 2
        && item.first().is_some_and(|first| number(&first.lower).is_some());
    let words = turned(&to_say(item.get(at..)?)?);
    (!counted && is_option(&words)).then_some(words)
}

/// An option that is repeated as it is.
fn phrase(item: &[SpeechToken<'_>]) -> Option<String> {
    let either = usize::from(item.first().is_some_and(|first| first.is("either")));
    as_said(item.get(either..)?)
}

/// The things that a statement lists: "There is a chest, a lamp and a door", "I can help with
/// news, music and weather". Nothing is asked by it: only a question after it makes them options.
pub(super) fn listing(tokens: &[SpeechToken<'_>]) -> Option<Vec<String>> {
    let announcing = |(at, token): (usize, &SpeechToken<'_>)| {
        let with =
            token.is_any(&["with", "about", "have", "include", "includes", "are", "like", "offer"]);
        let as_in = token.is("as") && at > 0 && tokens[at - 1].is("such");
        let seen = token.is_any(&["see", "is", "find", "notice"]);
        (with || as_in || seen || token.kind == TokenKind::Colon).then_some((at + 1, seen))
    };
    tokens.iter().enumerate().filter_map(announcing).find_map(|(from, seen)| {
        let all = OptionRegion {
            from,
            to: tokens.len(),
            and: true,
            question: false,
            acts: false,
            phrases: false,
        };
        let mut items = items(tokens, all)?;
        // "exits to the north, to the east and down": what leads there is no part of the option.
        if let Some(joint) = items.get(1).and_then(|second| second.first())
            && has(PREPOSITIONS, &joint.lower)
            && let Some(at) = items[0].iter().position(|token| token.lower == joint.lower)
        {
            items[0] = &items[0][at..];
        }
        let short = items.iter().all(|item| item.len() <= 5 && !is_clause(item));
        let things = |item: &&[SpeechToken<'_>]| {
            item.first().is_some_and(|first| has(ARTICLES, &first.lower))
        };
        let things = !seen || items.iter().all(things);
        if items.len() < 3 || !short || !things {
            return None;
        }
        let options: Vec<String> = items.iter().filter_map(|item| clean(item, false)).collect();
        (options.len() > 1).then_some(options)
    })
}

/// The things of a sentence that is nothing but a list: "News, music, sports or weather."
pub(super) fn listing_only(tokens: &[SpeechToken<'_>]) -> Option<Vec<String>> {
    let all = OptionRegion {
        from: 0,
        to: tokens.len(),
        and: true,
        question: false,
        acts: false,
        phrases: false,
    };
    let items = items(tokens, all)?;
    let covered: usize = items.iter().map(|item| item.len()).sum();
    let said = tokens.iter().filter(|token| token.is_said()).count();
    let short = items.iter().all(|item| item.len() <= 4 && !is_clause(item));
    if items.len() < 3 || !short || covered + 2 < said {
        return None;
    }
    let options: Vec<String> = items.iter().filter_map(|item| clean(item, false)).collect();
    (options.len() > 1).then_some(options)
}

fn is_clause(item: &[SpeechToken<'_>]) -> bool {
    item.iter().any(|token| {
        token.is_word() && (has(AUXILIARIES, &token.lower) || has(PRONOUNS, &token.lower))
    })
}
