//! Selections: the app names what can be chosen.

use super::clause::Form;
use super::lexicon::{ARTICLES, AUXILIARIES, PREFERENCES, PREPOSITIONS, PRONOUNS, VERBS, has};
use super::open::leads_in;
use super::phrase::{is_option, to_say, turned};
use super::token::{Kind, Token};

/// The most options of one list.
const OPTIONS_LIMIT: usize = 12;

/// The most words of an option that is not the first or last of its list.
const INNER_LIMIT: usize = 7;

/// Plural nouns whose members can be said.
const CHOICES: &[&str] = &[
    "answers",
    "categories",
    "choices",
    "commands",
    "games",
    "genres",
    "kinds",
    "levels",
    "modes",
    "names",
    "options",
    "possibilities",
    "sections",
    "themes",
    "things",
    "topics",
    "types",
];

/// A list of options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// What can be chosen, in order, at least two.
    pub options: Vec<String>,
    /// True where yes or no may be the answer as well ("Do you have brothers or sisters?").
    pub or_yes_no: bool,
}

/// Where a list may stand.
#[derive(Clone, Copy, Debug)]
struct Region {
    from: usize,
    to: usize,
    /// True where "and" may join the options too.
    and: bool,
    /// True where the first option is led by an auxiliary.
    question: bool,
    /// True where the options do something: "you can go or stay".
    acts: bool,
}

/// The options that the sentence `tokens` of the form `form` names.
pub(super) fn choice(tokens: &[Token<'_>], form: Form) -> Option<Choice> {
    for (one, other) in [("yes", "no"), ("true", "false")] {
        let pair = |words: &[Token<'_>]| match words {
            [first, or, second] => first.is(one) && or.is("or") && second.is(other),
            _ => false,
        };
        if tokens.windows(3).any(pair) {
            return Some(Choice { options: vec![one.into(), other.into()], or_yes_no: false });
        }
    }
    if tokens.windows(2).any(|words| words[0].is("or") && words[1].is("not")) {
        return None;
    }
    regions(tokens, form).into_iter().find_map(|region| {
        let options = options(tokens, region)?;
        let (first, second) = (tokens.get(region.from)?, tokens.get(region.from + 1));
        let about = first.is_any(&["are", "have", "did", "do", "is", "has", "was", "were"]);
        let wanting = tokens.iter().any(|token| token.is_word() && has(PREFERENCES, &token.lower))
            || second.is_some_and(|second| second.is_any(&["it", "that", "this"]));
        Some(Choice { options, or_yes_no: region.question && about && !wanting })
    })
}

fn regions(tokens: &[Token<'_>], form: Form) -> Vec<Region> {
    let len = tokens.len();
    let plain = |from, and| Region { from, to: len, and, question: false, acts: false };
    let marks = [Kind::Colon, Kind::Comma, Kind::Dash];
    let mut regions = Vec::new();
    match form {
        Form::YesNo(at) => {
            let question = tokens.get(at).is_some_and(|first| has(AUXILIARIES, &first.lower))
                || tokens.get(at).is_some_and(|first| first.is_any(&["wanna", "want"]));
            regions.push(Region { question, ..plain(at, false) });
        }
        Form::Wh(at) => {
            let behind = |token: &Token<'_>| marks.contains(&token.kind);
            if let Some(mark) = tokens[at..].iter().position(behind) {
                let colon = tokens[at + mark].kind == Kind::Colon;
                regions.push(plain(at + mark + 1, colon));
            }
            if at > 0 && tokens[at - 1].is_mark() {
                regions.push(Region { to: at - 1, ..plain(0, false) });
            }
        }
        Form::Demand(_) | Form::None => {}
    }
    regions.extend(named(tokens));
    if form == Form::None && is_list_only(tokens) {
        regions.push(plain(0, false));
    }
    regions
}

/// The lists that a word announces: "choose", "either", "the options are", "you can".
fn named(tokens: &[Token<'_>]) -> Vec<Region> {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| token.is_any(words));
    let region = |from, and| Region { from, to: tokens.len(), and, question: false, acts: false };
    let mut regions = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let behind = at + 1;
        let colon = tokens.get(behind).is_some_and(|next| next.kind == Kind::Colon);
        if token.kind == Kind::Colon && at > 0 {
            regions.push(region(behind, tokens[..at].iter().any(|word| word.is_any(CHOICES))));
        } else if token.is_any(&["choose", "pick", "select", "prefer"]) {
            let skipped = ["one", "from", "of", "between", "among", "the", "following", "either"];
            let skip =
                tokens.iter().skip(behind).take_while(|token| token.is_any(&skipped)).count();
            let and = (behind..behind + skip).any(|at| is(at, &["between", "from", "among"]));
            regions.push(region(behind + skip, and));
        } else if token.is("either") {
            regions.push(region(behind, false));
        } else if token.is_any(CHOICES) && is(behind, &["are", "include", "like", "is"]) && !colon {
            regions.push(region(behind + 1, true));
        } else if token.is_any(&["option", "choice", "choices"]) && is(behind, &["of", "between"]) {
            regions.push(region(behind + 1, true));
        } else if token.is("you") && is(behind, &["can", "could", "may"]) {
            let skip = 1 + usize::from(is(behind + 1, &["also", "either", "now", "just"]));
            let acts = tokens.get(behind + skip).is_some_and(|verb| {
                verb.is_word()
                    && has(VERBS, &verb.lower)
                    && !verb.is_any(&["find", "get", "see", "use"])
            });
            if acts {
                regions.push(Region { acts, ..region(behind + skip, false) });
            }
        }
    }
    regions
}

/// True for a sentence that is nothing but a list: "Easy, medium or hard."
fn is_list_only(tokens: &[Token<'_>]) -> bool {
    let words = tokens.iter().filter(|token| token.is_said()).count();
    let clause = |token: &Token<'_>| {
        token.is_word() && (has(AUXILIARIES, &token.lower) || has(PRONOUNS, &token.lower))
    };
    words <= 8 && !tokens.iter().any(clause) && tokens.first().is_some_and(|first| !first.is("or"))
}

fn options(tokens: &[Token<'_>], region: Region) -> Option<Vec<String>> {
    let items = items(tokens, region)?;
    let others = items.get(1..)?;
    let first = headless(items.first()?, others, region);
    let acting = acts(first, region) && others.iter().any(|other| acts(other, region));
    let mut options: Vec<String> = Vec::new();
    let cleaned = others.iter().map(|other| stemless(other));
    for item in std::iter::once(first).chain(cleaned) {
        if let Some(option) = clean(item, acting)
            && !options.contains(&option)
        {
            options.push(option);
        }
    }
    options.truncate(OPTIONS_LIMIT);
    (options.len() > 1).then_some(options)
}

/// The words between the marks of the last list in `region`.
fn items<'t, 'a>(tokens: &'t [Token<'a>], region: Region) -> Option<Vec<&'t [Token<'a>]>> {
    let all = tokens.get(..region.to)?;
    let within = |at: &usize| *at >= region.from;
    let mark = |token: &Token<'_>| matches!(token.kind, Kind::Stop | Kind::Colon | Kind::Dash);
    let end = all.iter().enumerate().skip(region.from).find(|(_, token)| mark(token));
    let all = all.get(..end.map_or(all.len(), |(at, _)| at))?;
    let last = |word: &str| {
        let place = all.iter().rposition(|token| token.is(word)).filter(within);
        place.filter(|at| all.get(at + 1).is_some_and(Token::is_said))
    };
    let commas = all.iter().skip(region.from).filter(|token| token.kind == Kind::Comma).count();
    let joint = last("or").or_else(|| region.and.then(|| last("and")).flatten());
    let joint = match joint {
        Some(joint) => joint,
        None if region.and && commas > 1 => all.iter().rposition(|t| t.kind == Kind::Comma)?,
        None => return None,
    };
    let until = |token: &Token<'_>| token.kind == Kind::Comma;
    let tail = all.get(joint + 1..)?;
    let tail = tail.get(..tail.iter().position(until).unwrap_or(tail.len()))?;
    let mut items = vec![tail];
    let separates = |token: &Token<'_>| {
        token.kind == Kind::Comma || token.is("or") || token.is("and") && region.and
    };
    for item in all.get(region.from..joint)?.rsplit(separates).filter(|item| !item.is_empty()) {
        items.push(item);
        if item.len() > INNER_LIMIT || items.len() > OPTIONS_LIMIT {
            break;
        }
    }
    items.reverse();
    (items.len() > 1).then_some(items)
}

fn acts(item: &[Token<'_>], region: Region) -> bool {
    let item = stemless(item);
    let first = item.first();
    first.is_some_and(|first| first.is_word() && has(VERBS, &first.lower))
        && (region.acts || region.question)
}

/// `item` without an opening of its own: "would you rather have pasta" is pasta, "should I stop"
/// is stop.
fn stemless<'t, 'a>(item: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let mut at = item.iter().take_while(|token| leads_in(token) && item.len() > 1).count();
    at = if at < item.len() { at } else { 0 };
    let is = |at: usize, words: &[&str]| item.get(at).is_some_and(|token| token.is_any(words));
    let auxiliary =
        item.get(at).is_some_and(|token| token.is_word() && has(AUXILIARIES, &token.lower));
    let subject =
        item.get(at + 1).is_some_and(|token| token.is_word() && has(PRONOUNS, &token.lower));
    let wanting = is(at, &["wanna", "want"]);
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
    item: &'t [Token<'a>],
    others: &[&'t [Token<'a>]],
    region: Region,
) -> &'t [Token<'a>] {
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
    let alike = |token: &Token<'_>| {
        let articles = has(ARTICLES, &opening.lower) && has(ARTICLES, &token.lower);
        token.is_word()
            && (articles || has(PREPOSITIONS, &opening.lower) && token.lower == opening.lower)
    };
    if let Some(at) = rest.iter().rposition(alike) {
        return rest.get(at..).unwrap_or_default();
    }
    if last.iter().any(|token| token.kind == Kind::Quoted) {
        let at = rest.iter().rposition(|token| token.kind == Kind::Quoted);
        return rest.get(at.unwrap_or(0)..).unwrap_or_default();
    }
    if acts(rest, region) {
        // "hear about cats or dogs": the verb is shared.
        let skipped =
            |token: &&Token<'_>| has(PREPOSITIONS, &token.lower) || has(ARTICLES, &token.lower);
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
fn clean(item: &[Token<'_>], acting: bool) -> Option<String> {
    let mut at = item.iter().take_while(|token| token.is_any(&["either", "maybe", "just"])).count();
    if !acting {
        let bare = |token: &Token<'_>| {
            token.is_word()
                && (has(ARTICLES, &token.lower) && !token.is("your")
                    || has(PREPOSITIONS, &token.lower))
        };
        while item.len() > at + 1 && item.get(at).is_some_and(bare) {
            at += 1;
        }
    }
    let words = turned(&to_say(item.get(at..)?)?);
    is_option(&words).then_some(words)
}

/// The things that a statement lists: "There is a chest, a lamp and a door", "I can help with
/// news, music and weather". Nothing is asked by it: only a question after it makes them options.
pub(super) fn listing(tokens: &[Token<'_>]) -> Option<Vec<String>> {
    let announcing = |(at, token): (usize, &Token<'_>)| {
        let with = token.is_any(&["with", "about", "include", "includes", "are", "like"]);
        let as_in = token.is("as") && at > 0 && tokens[at - 1].is("such");
        let seen = token.is_any(&["see", "is", "find", "notice"]);
        (with || as_in || seen || token.kind == Kind::Colon).then_some((at + 1, seen))
    };
    tokens.iter().enumerate().filter_map(announcing).find_map(|(from, seen)| {
        let all = Region { from, to: tokens.len(), and: true, question: false, acts: false };
        let items = items(tokens, all)?;
        let short = items.iter().all(|item| item.len() <= 5 && !is_clause(item));
        let things =
            |item: &&[Token<'_>]| item.first().is_some_and(|first| has(ARTICLES, &first.lower));
        let things = !seen || items.iter().all(things);
        if items.len() < 3 || !short || !things {
            return None;
        }
        let options: Vec<String> = items.iter().filter_map(|item| clean(item, false)).collect();
        (options.len() > 1).then_some(options)
    })
}

fn is_clause(item: &[Token<'_>]) -> bool {
    item.iter().any(|token| {
        token.is_word() && (has(AUXILIARIES, &token.lower) || has(PRONOUNS, &token.lower))
    })
}
