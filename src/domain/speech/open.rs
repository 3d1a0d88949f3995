//! Open questions: what they ask for, and what the virtual tester answers.

use super::lexicon::{ARTICLES, AUXILIARIES, LEAD_INS, PREPOSITIONS, PRONOUNS, SUBORDINATORS};
use super::lexicon::{WH, has, number};
use super::profile;
use super::token::SpeechToken;

/// The position of what a demand asks for.
pub(super) fn demand(tokens: &[SpeechToken<'_>], at: usize) -> Option<usize> {
    let is = |step: usize, words: &[&str]| tokens.get(step).is_some_and(|word| word.is_any(words));
    let mut here = at;
    // "Can you please …", "You can …"
    let asked = is(here, &["can", "could", "would", "will"]) && is(here + 1, &["you"]);
    if is(here, &["would", "do"]) && is(here + 1, &["you"]) && is(here + 2, &["mind"]) {
        let telling = is(here + 3, &["telling", "giving"]) && is(here + 4, &["me", "us"]);
        return (telling && is_thing(tokens, here + 5)).then_some(here + 5);
    }
    let allowed = is(here, &["you"]) && is(here + 1, &["can", "could", "may", "must", "should"]);
    if asked || allowed {
        here += 2;
    }
    while is(here, &["please", "just", "also", "now", "simply", "instead", "first"]) {
        here += 1;
    }
    let subject = here;
    if is(here, &["may", "can", "could"]) && is(here + 1, &["i", "we"]) {
        let verb = is(here + 2, &["have", "get", "ask", "know"]);
        return (verb && is_yours(tokens, here + 3)).then_some(here + 3);
    }
    if is(here, &["i", "we"]) {
        here += 1;
        while is(here, &["just", "first", "only", "also", "still", "will", "would", "like", "to"]) {
            here += 1;
        }
        let verb = is(here, &["need", "want", "know", "have"]);
        here += 1;
        while is(here, &["to", "know", "have", "get", "hear"]) {
            here += 1;
        }
        return (verb && is_yours(tokens, here)).then_some(here);
    }
    if is(subject, &["tell", "give"]) && is(subject + 1, &["me", "us"]) {
        let thing = subject + 2;
        let clause = tokens.get(thing).is_some_and(|word| has(WH, &word.lower));
        return (clause || is_thing(tokens, thing)).then_some(thing);
    }
    let verbs = ["choose", "enter", "guess", "name", "pick", "provide", "select", "specify"];
    let reported =
        is(subject, &verbs) || is(subject, &["spell", "state", "confirm", "share", "type"]);
    let mut thing = subject + 1;
    if reported && is(thing, &["me", "us", "for", "from"]) {
        thing += 1;
    }
    (reported && is_thing(tokens, thing)).then_some(thing)
}

fn is_yours(tokens: &[SpeechToken<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|word| word.is("your")) && profile_of(tokens, at).is_some()
}

fn is_thing(tokens: &[SpeechToken<'_>], at: usize) -> bool {
    tokens
        .get(at)
        .is_some_and(|word| word.is_word() && has(ARTICLES, &word.lower) || word.is("one"))
        && profile_of(tokens, at).is_some()
        || range(tokens.get(at..).unwrap_or_default()).is_some()
}

/// What is known of the thing that the words at `at` name: the last word of them that the profile
/// knows, or what stands after "of" in "the name of a city", "a kind of music".
fn profile_of(tokens: &[SpeechToken<'_>], at: usize) -> Option<&'static [&'static str]> {
    let rest = tokens.get(at..).unwrap_or_default();
    let ends = |token: &SpeechToken<'_>| {
        !token.is_word()
            || has(PREPOSITIONS, &token.lower)
            || has(SUBORDINATORS, &token.lower)
            || has(AUXILIARIES, &token.lower)
            || has(PRONOUNS, &token.lower) && !token.is("one")
    };
    let skip = usize::from(rest.first().is_some_and(|first| has(ARTICLES, &first.lower)));
    let length = skip + rest.iter().skip(skip).take(6).take_while(|token| !ends(token)).count();
    let whole = rest.get(length).is_some_and(|token| token.is("of"));
    let counted = rest.get(..length)?.last().is_some_and(|last| last.is_any(&["number", "amount"]));
    if whole && !counted {
        // "the name of a city" asks for a city; "the name of the station" for nothing known.
        let own = rest.get(length + 1).is_some_and(|token| token.is("your"));
        let found = profile_of(tokens, at + length + 1);
        if found.is_some() || !own {
            return found;
        }
    }
    // "phone number", "zip code": the first word says what kind of number it is.
    let telling =
        ["phone", "telephone", "zip", "postal", "email", "e-mail", "birth", "zodiac", "last"];
    let words = rest.get(..length)?;
    if let Some(word) = words.iter().find(|word| word.is_any(&telling)) {
        return profile::answers(if word.is("last") { "surname" } else { &word.lower });
    }
    let fits = |(at, word): (usize, &SpeechToken<'_>)| {
        let named = at.checked_sub(1).and_then(|before| words.get(before));
        let foreign = word.is("name")
            && named.is_some_and(|before| {
                !has(ARTICLES, &before.lower) && !before.is_any(&["first", "full", "user", "own"])
            });
        if foreign { None } else { profile::answers(&word.lower) }
    };
    words.iter().enumerate().rev().find_map(fits)
}

/// What answers the open question at `at`: `None` if it leaves everything open ("What would
/// you like to do"), an empty list if it asks for something unknown.
pub(super) fn answers(tokens: &[SpeechToken<'_>], at: usize) -> Option<Vec<String>> {
    let rest = tokens.get(at..)?;
    if let Some(numbers) = range(rest) {
        return Some(numbers);
    }
    let word = rest.first()?;
    let next = rest.get(1).map_or("", |token| token.lower.as_str());
    let lower = |step: usize| rest.get(step).map_or("", |token| token.lower.as_str());
    let known: Option<&[&str]> = match word.lower.as_str() {
        "how" | "how's" => how(next, lower(2)),
        "when" | "when's" => Some(&["today", "tomorrow"]),
        "where" | "where's" => Some(place(rest)),
        "who" | "who's" | "whom" => Some(&["Robin", "my sister"]),
        "whose" => Some(&["mine"]),
        "why" => Some(&["because I like it"]),
        "what" | "which" | "what's" | "whats" => return what(tokens, at),
        _ => profile_of(tokens, at),
    };
    Some(known.unwrap_or_default().iter().map(|answer| (*answer).to_owned()).collect())
}

/// "Where to" is answered by a city, any other "where" by a city or "home".
fn place(question: &[SpeechToken<'_>]) -> &'static [&'static str] {
    let moving = ["go", "fly", "travel", "live", "located", "born", "from", "to"];
    if question.iter().any(|token| token.is_any(&moving)) {
        &["Portland", "Boston"]
    } else {
        &["Portland", "at home"]
    }
}

fn how(next: &str, third: &str) -> Option<&'static [&'static str]> {
    match next {
        "many" | "much" => Some(&["2", "5"]),
        "old" => Some(&["34"]),
        "long" => Some(&["ten minutes"]),
        "far" => Some(&["two miles"]),
        "often" => Some(&["once a day"]),
        "tall" | "big" | "high" | "wide" => Some(&["six feet"]),
        "are" | "do" if third == "you" => Some(&["good"]),
        "was" | "is" => Some(&["good"]),
        _ => None,
    }
}

/// "what" and "which": the noun that follows, or the one that is said to be something.
fn what(tokens: &[SpeechToken<'_>], at: usize) -> Option<Vec<String>> {
    let rest = tokens.get(at + 1..)?;
    let own = |found: &[&str]| Some(found.iter().map(|answer| (*answer).to_owned()).collect());
    let is = |step: usize, words: &[&str]| rest.get(step).is_some_and(|word| word.is_any(words));
    let short = tokens.get(at)?.lower != "what" && tokens.get(at)?.lower != "which";
    let copula = usize::from(!short);
    if short || is(0, &["is", "are", "was", "were"]) {
        let begin = at + 1 + copula;
        let trivia = tokens.get(begin).is_some_and(|word| word.is("the"))
            && tokens[begin..].iter().take(4).any(|word| word.is("of"));
        if is(copula, &["next", "up", "new"]) {
            return None;
        }
        return own(if trivia { &[] } else { profile_of(tokens, begin).unwrap_or_default() });
    }
    let bare = rest.first().is_none_or(|first| !first.is_word() || has(AUXILIARIES, &first.lower));
    let else_where = is(0, &["else", "now", "next", "other", "about", "one", "would"]);
    if bare || else_where {
        // "What would you like", "What can I do for you", "Which one"; but a number may be guessed.
        return None;
    }
    own(profile_of(tokens, at + 1).unwrap_or_default())
}

/// A guess at what a quiz asks for: "What is the capital of Kenya" is answered by some city.
pub(super) fn guess(tokens: &[SpeechToken<'_>], at: usize) -> Option<&'static str> {
    let copula = tokens.get(at + 1)?.is_any(&["is", "are", "was", "were"]);
    let rest = tokens.get(at + 1 + usize::from(copula)..)?;
    let noun = rest.get(..rest.iter().position(|token| token.is("of"))?)?.last()?;
    profile::answers(&noun.lower)?.first().copied()
}

/// The numbers of "between 1 and 5", "from one to ten", "1-6": all of at most ten, else the ends
/// and the middle; as words if the ends are words.
pub(super) fn range(tokens: &[SpeechToken<'_>]) -> Option<Vec<String>> {
    const LISTED_LIMIT: u32 = 10;
    let (low, high, spelled) = bounds(tokens)?;
    if low >= high {
        return None;
    }
    let numbers: Vec<u32> = if high - low < LISTED_LIMIT {
        (low..=high).collect()
    } else {
        vec![low, low + (high - low) / 2, high]
    };
    Some(numbers.into_iter().map(|number| spell(number, spelled)).collect())
}

fn spell(value: u32, words: bool) -> String {
    const WORDS: &[&str] = &[
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = WORDS.get(value as usize).filter(|_| words);
    word.map_or_else(|| value.to_string(), |word| (*word).to_owned())
}

fn bounds(tokens: &[SpeechToken<'_>]) -> Option<(u32, u32, bool)> {
    let ends = |low: &str, high: &str| {
        let spelled = low.chars().all(char::is_alphabetic);
        Some((number(low)?, number(high)?, spelled))
    };
    tokens
        .windows(4)
        .find_map(|words| {
            let [opening, low, joint, high] = words else { return None };
            let between = opening.is("between") && joint.is("and");
            let from = opening.is_any(&["from", "numbers", "number", "steps", "levels"])
                && joint.is_any(&["to", "through"]);
            (between || from).then(|| ends(&low.lower, &high.lower)).flatten()
        })
        .or_else(|| {
            tokens.windows(2).find_map(|words| {
                let [opening, span] = words else { return None };
                let (low, high) = span.lower.split_once('-')?;
                opening.is_any(&["from", "number", "numbers"]).then(|| ends(low, high)).flatten()
            })
        })
}

/// True for a word with which a clause may open without saying anything.
pub(super) fn leads_in(token: &SpeechToken<'_>) -> bool {
    token.is_word() && has(LEAD_INS, &token.lower)
}
