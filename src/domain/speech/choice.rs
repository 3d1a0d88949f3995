//! Selections: the app names what can be chosen.

use super::clause::QuestionForm;
use super::lexicon::{AUXILIARIES, PREFERENCES, PRONOUNS, VERBS, has, number};
use super::options::{OptionRegion, options};
use super::token::{SpeechToken, TokenKind};

/// Plural nouns whose members can be said.
#[rustfmt::skip]
pub(super) const CHOICES: &[&str] = &[
    "answers", "categories", "choices", "commands", "games", "genres", "kinds", "levels",
    "modes", "names", "options", "possibilities", "sections", "themes", "things", "topics",
    "types",
];

/// A list of options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionList {
    /// What can be chosen, in order, at least two.
    pub options: Vec<String>,
    /// True if yes or no may be the answer as well ("Do you have brothers or sisters?").
    pub or_yes_no: bool,
}

/// The options that the sentence `tokens` of the form `form` names.
pub(super) fn choice(tokens: &[SpeechToken<'_>], form: QuestionForm) -> Option<OptionList> {
    for (one, other) in [("yes", "no"), ("true", "false")] {
        let pair = |words: &[SpeechToken<'_>]| match words {
            [first, or, second] => first.is(one) && or.is("or") && second.is(other),
            _ => false,
        };
        if tokens.windows(3).any(pair) {
            return Some(OptionList { options: vec![one.into(), other.into()], or_yes_no: false });
        }
    }
    if tokens.windows(2).any(|words| words[0].is("or") && words[1].is("not")) || bounds(tokens) {
        return None;
    }
    regions(tokens, form).into_iter().find_map(|region| {
        let options = options(tokens, region)?;
        let (first, second) = (tokens.get(region.from)?, tokens.get(region.from + 1));
        let any = tokens.iter().any(|token| token.is_any(&["any", "anything", "ever", "there"]));
        let about = first.is_any(&["have", "has"])
            || any && first.is_any(&["are", "is", "was", "were", "do", "did", "does"]);
        let wanting = tokens.iter().any(|token| token.is_word() && has(PREFERENCES, &token.lower))
            || second.is_some_and(|second| second.is_any(&["it", "that", "this"]));
        Some(OptionList { options, or_yes_no: region.question && about && !wanting })
    })
}

/// True for "18 or older", which is one thing.
fn bounds(tokens: &[SpeechToken<'_>]) -> bool {
    let more = ["older", "younger", "more", "less", "fewer", "over", "under", "above", "below"];
    tokens.windows(3).any(|words| {
        number(&words[0].lower).is_some() && words[1].is("or") && words[2].is_any(&more)
    })
}

/// True for "which phrase", "what describes you best": the options are repeated as they are.
fn asks_for_phrase(question: &[SpeechToken<'_>]) -> bool {
    let nouns =
        ["answer", "description", "line", "phrase", "reply", "response", "sentence", "statement"];
    let verbs = ["describe", "describes", "fits", "matches", "sounds", "suits"];
    question.iter().take(6).any(|token| token.is_any(&nouns) || token.is_any(&verbs))
}

fn regions(tokens: &[SpeechToken<'_>], form: QuestionForm) -> Vec<OptionRegion> {
    let len = tokens.len();
    let plain = |from, and| OptionRegion {
        from,
        to: len,
        and,
        question: false,
        acts: false,
        phrases: false,
    };
    let marks = [TokenKind::Colon, TokenKind::Comma, TokenKind::Dash];
    let mut regions = Vec::new();
    match form {
        QuestionForm::YesNo(at) => {
            let question = tokens.get(at).is_some_and(|first| has(AUXILIARIES, &first.lower))
                || tokens.get(at).is_some_and(|first| first.is_any(&["wanna", "want"]));
            regions.push(OptionRegion { question, ..plain(at, false) });
        }
        QuestionForm::Wh(at) => {
            let behind = |token: &SpeechToken<'_>| marks.contains(&token.kind);
            if let Some(mark) = tokens[at..].iter().position(behind) {
                let colon = tokens[at + mark].kind == TokenKind::Colon;
                let phrases = asks_for_phrase(&tokens[at..at + mark]);
                regions.push(OptionRegion { phrases, ..plain(at + mark + 1, colon) });
            }
            // "which would you like to hear, news or music"
            let wanting = tokens[at..].iter().any(|t| t.is_word() && has(PREFERENCES, &t.lower));
            let which = tokens.get(at + 1).is_some_and(|next| has(AUXILIARIES, &next.lower));
            if which && wanting {
                regions.push(OptionRegion { question: true, ..plain(at + 1, false) });
            }
            if at > 0 && tokens[at - 1].is_mark() {
                regions.push(OptionRegion { to: at - 1, ..plain(0, false) });
            }
        }
        // "Tell me which colour you like, red or blue"
        QuestionForm::Demand(at) => {
            let behind = |token: &SpeechToken<'_>| marks.contains(&token.kind);
            let mark = tokens[at..].iter().position(behind);
            regions.extend(mark.map(|mark| plain(at + mark + 1, false)));
        }
        QuestionForm::None => {}
    }
    regions.extend(named(tokens));
    if form == QuestionForm::None && is_list_only(tokens) {
        regions.push(plain(0, false));
    }
    regions
}

/// The lists that a word announces: "choose", "either", "the options are", "you can".
fn named(tokens: &[SpeechToken<'_>]) -> Vec<OptionRegion> {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| token.is_any(words));
    let region = |from, and| OptionRegion {
        from,
        to: tokens.len(),
        and,
        question: false,
        acts: false,
        phrases: false,
    };
    let mut regions = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let behind = at + 1;
        if token.kind == TokenKind::Colon && at > 0 {
            regions.push(region(behind, tokens[..at].iter().any(|word| word.is_any(CHOICES))));
        } else if token.is_any(&["choose", "pick", "select", "prefer"]) {
            let skipped = ["one", "from", "of", "between", "among", "the", "following", "either"];
            let skip =
                tokens.iter().skip(behind).take_while(|token| token.is_any(&skipped)).count();
            let and = (behind..behind + skip).any(|at| is(at, &["between", "from", "among"]));
            regions.push(region(behind + skip, and));
        } else if token.is("either") {
            regions.push(region(behind, false));
        } else if token.is_any(CHOICES) && is(behind, &["are", "include", "like", "is"])
            || token.is_any(&["option", "choice", "choices"]) && is(behind, &["of", "between"])
        {
            regions.push(region(behind + 1, true));
        } else if token.is("you") && is(behind, &["can", "could", "may"]) {
            let skip = 1 + usize::from(is(behind + 1, &["also", "either", "now", "just"]));
            let acts = tokens.get(behind + skip).is_some_and(|verb| {
                verb.is_word()
                    && has(VERBS, &verb.lower)
                    && !verb.is_any(&["find", "get", "see", "use"])
            });
            if acts {
                regions.push(OptionRegion { acts, ..region(behind + skip, false) });
            }
        }
    }
    regions
}

/// True for a sentence that is nothing but a list: "Easy, medium or hard."
fn is_list_only(tokens: &[SpeechToken<'_>]) -> bool {
    let words = tokens.iter().filter(|token| token.is_said()).count();
    let clause = |token: &SpeechToken<'_>| {
        token.is_word() && (has(AUXILIARIES, &token.lower) || has(PRONOUNS, &token.lower))
    };
    words <= 8 && !tokens.iter().any(clause) && tokens.first().is_some_and(|first| !first.is("or"))
}

/// The options of a question that goes on otherwise: at least two commas, no "or" needed.
pub(super) fn leading(tokens: &[SpeechToken<'_>]) -> Option<OptionList> {
    let region = OptionRegion {
        from: 0,
        to: tokens.len(),
        and: true,
        question: true,
        acts: false,
        phrases: false,
    };
    options(tokens, region).map(|options| OptionList { options, or_yes_no: false })
}
