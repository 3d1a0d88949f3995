//! From words to an intent with slots, by the samples of the interaction model.
//!
//! Words are matched against samples by dynamic programming: literal words count most, then words
//! that are a value of a slot, then plausible ones, then free ones; left-out words cost. So a sample
//! that is said word for word wins over one that is mostly a slot, and typed slots over free ones.
//! What fits badly is not taken: there is no guess below [`UtteranceCandidate::accepted`]. The work for one
//! utterance is bounded (see [`MOST_WORK`]), whatever model and utterance are.

mod matching;
mod pattern;
mod values;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use jiff::civil::Date;

use super::interaction::InteractionModel;
use super::phrases;
use super::slots::is_filler;
use super::words::{MOST_WORDS, SpokenWord, normal, said, words};
use matching::{SampleMatch, SampleMatcher};
use pattern::SamplePattern;
use values::SlotTypes;
pub use values::{FilledSlot, SlotResolution};

/// The most cells of the matching tables that are filled for one utterance.
pub const MOST_WORK: u64 = 6_000_000;

/// The least share of a match that is told as the next best one.
const WORTH_TELLING: f64 = 0.25;

/// What an utterance may mean.
#[derive(Clone, Debug, PartialEq)]
pub struct UtteranceCandidate {
    /// The intent.
    pub intent: String,
    /// Its filled slots by name.
    pub slots: Vec<(String, FilledSlot)>,
    /// How much of it was matched, 0 to 1.
    pub score: f64,
    /// True if nothing was left out, neither of the sample nor of the utterance.
    pub exact: bool,
    /// True if it fits well enough to be taken.
    pub accepted: bool,
    /// True if every slot got a value that is known.
    pub firm: bool,
}

impl UtteranceCandidate {
    /// True if the tester should see it as the next best match.
    pub fn worth_telling(&self) -> bool {
        self.score >= WORTH_TELLING
    }
}

/// What the utterances of one model mean.
#[derive(Debug)]
pub struct UtteranceResolver {
    patterns: Vec<SamplePattern>,
    /// Ways to answer when a slot is asked for, by intent and slot.
    answers: HashMap<(String, String), Vec<SamplePattern>>,
    /// The words that the samples are made of, but for fillers.
    commands: HashSet<String>,
    intents: Vec<IntentSlots>,
    types: SlotTypes,
    fallback: bool,
    /// Oddities met in the samples.
    pub warnings: Vec<String>,
}

/// An intent with the types of its slots.
#[derive(Debug)]
struct IntentSlots {
    name: String,
    slots: Vec<(String, usize)>,
}

/// What an utterance means, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankedCandidates {
    /// At most one candidate an intent.
    pub candidates: Vec<UtteranceCandidate>,
    /// True if the model was too large to be searched to its end.
    pub cut: bool,
}

impl RankedCandidates {
    /// The best candidate, if it fits.
    pub fn best(&self) -> Option<&UtteranceCandidate> {
        self.candidates.first().filter(|candidate| candidate.accepted)
    }

    /// The next best intent.
    pub fn runner_up(&self) -> Option<&UtteranceCandidate> {
        let from = usize::from(self.best().is_some());
        self.candidates.iter().skip(from).find(|candidate| candidate.worth_telling())
    }
}

impl UtteranceResolver {
    /// A resolver for `model` in the language of `locale`.
    pub fn new(model: &InteractionModel, locale: &str) -> Self {
        let mut types = SlotTypes::new(model);
        let mut patterns = Vec::new();
        let mut answers = HashMap::new();
        let mut intents = Vec::new();
        let mut warnings = model.warnings.clone();
        for (place, intent) in model.intents.iter().enumerate() {
            let slots: Vec<(String, usize)> = intent
                .slots
                .iter()
                .map(|slot| (slot.name.clone(), types.index(&slot.kind, slot.several)))
                .collect();
            let own = intent.samples.iter().map(String::as_str);
            let name = intent.name.strip_prefix("AMAZON.");
            let built_in = phrases::built_in(locale)
                .iter()
                .filter(|(other, _)| Some(*other) == name)
                .flat_map(|(_, phrases)| phrases.iter().copied());
            let own = own.map(|sample| (sample, true));
            for (sample, own) in own.chain(built_in.map(|phrase| (phrase, false))) {
                match SamplePattern::read(sample, place, &slots) {
                    Ok(pattern) => patterns.push(SamplePattern { own, ..pattern }),
                    Err(why) => warnings.push(format!("{}: {why}", intent.name)),
                }
            }
            for (slot, described) in intent.slots.iter().enumerate() {
                let read = described.samples.iter().filter_map(|sample| {
                    SamplePattern::read(sample, place, &slots)
                        .map_err(|why| warnings.push(format!("{}: {why}", intent.name)))
                        .ok()
                });
                let mut read: Vec<SamplePattern> = read.collect();
                read.push(SamplePattern::bare(place, slot, slots[slot].1));
                answers.insert((intent.name.clone(), described.name.clone()), read);
            }
            intents.push(IntentSlots { name: intent.name.clone(), slots });
        }
        let commands = patterns
            .iter()
            .flat_map(SamplePattern::literals)
            .filter(|word| !is_filler(word))
            .map(str::to_owned)
            .collect();
        let fallback = model.intent("AMAZON.FallbackIntent").is_some();
        Self { patterns, answers, commands, intents, types, fallback, warnings }
    }

    /// True if the model has an intent for what fits nothing.
    pub const fn has_fallback(&self) -> bool {
        self.fallback
    }

    /// What `utterance` may mean at any time. `today` is the day relative dates count from.
    pub fn resolve(&self, utterance: &str, today: Date) -> RankedCandidates {
        self.rank(utterance, &self.patterns.iter().collect::<Vec<_>>(), today, false)
    }

    /// What `utterance` may mean as an answer for `slot` of `intent`, which was asked for.
    pub fn answer(
        &self,
        utterance: &str,
        intent: &str,
        slot: &str,
        today: Date,
    ) -> RankedCandidates {
        let key = (intent.to_owned(), slot.to_owned());
        let Some(patterns) = self.answers.get(&key) else { return RankedCandidates::default() };
        self.rank(utterance, &patterns.iter().collect::<Vec<_>>(), today, true)
    }

    /// `value` as a value of `slot` of `intent`, such as one that the app has set itself.
    pub fn fill(&self, value: &str, intent: &str, slot: &str, today: Date) -> FilledSlot {
        let kind = self.intents.iter().find(|known| known.name == intent).and_then(|known| {
            known.slots.iter().find(|(name, _)| name == slot).map(|(_, kind)| *kind)
        });
        let cut = words(value, MOST_WORDS);
        match kind {
            Some(kind) => self.types.filled(kind, value, &cut, &(0..cut.len()), today),
            None => FilledSlot { value: value.to_owned(), ..FilledSlot::default() },
        }
    }

    fn rank(
        &self,
        utterance: &str,
        patterns: &[&SamplePattern],
        today: Date,
        asked: bool,
    ) -> RankedCandidates {
        let cut = words(utterance, MOST_WORDS);
        let from = usize::from(
            cut.len() > 1 && cut.first().is_some_and(|word| phrases::WAKE.contains(&&*word.text)),
        );
        let cut = cut.get(from..).unwrap_or_default();
        if cut.is_empty() {
            return RankedCandidates::default();
        }
        let mut matcher = SampleMatcher::new(cut, &self.types, &self.commands, today, asked);
        let mut best: Vec<Option<(CandidateRank, SampleMatch)>> = vec![None; self.intents.len()];
        let mut ran_out = false;
        for pattern in patterns {
            if pattern.is_all_literal() && !pattern.literals().any(|word| matcher.has(word)) {
                continue;
            }
            let Some(matched) = matcher.matched(pattern) else {
                ran_out = true;
                break;
            };
            let rank = CandidateRank::of(&matched, pattern.own);
            let Some(place) = best.get_mut(pattern.intent) else { continue };
            if matched.score > 0 && place.as_ref().is_none_or(|(known, _)| rank > *known) {
                *place = Some((rank, matched));
            }
        }
        let mut found: Vec<(usize, CandidateRank, SampleMatch)> = best
            .into_iter()
            .enumerate()
            .filter_map(|(intent, found)| found.map(|(rank, matched)| (intent, rank, matched)))
            .collect();
        // Stable: of equals the model's first intent wins.
        found.sort_by_key(|(_, rank, _)| std::cmp::Reverse(*rank));
        let candidates = found
            .into_iter()
            .filter_map(|(intent, _, matched)| {
                self.candidate(utterance, cut, intent, &matched, today)
            })
            .collect();
        RankedCandidates { candidates, cut: ran_out }
    }

    fn candidate(
        &self,
        utterance: &str,
        cut: &[SpokenWord],
        intent: usize,
        matched: &SampleMatch,
        today: Date,
    ) -> Option<UtteranceCandidate> {
        let intent = self.intents.get(intent)?;
        let slots = matched.slots.iter().filter_map(|(slot, range)| {
            let (name, kind) = intent.slots.get(*slot)?;
            Some((name.clone(), self.types.filled(*kind, utterance, cut, range, today)))
        });
        Some(UtteranceCandidate {
            intent: intent.name.clone(),
            slots: slots.collect(),
            score: matched.share(),
            exact: matched.exact(),
            accepted: matched.accepted,
            firm: matched.firm(),
        })
    }
}

/// The order of candidates: what may be taken, word for word before the rest, then by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CandidateRank {
    accepted: bool,
    exact: bool,
    score: i32,
    /// The app's own samples go before usual phrases of ours.
    own: bool,
}

impl CandidateRank {
    fn of(matched: &SampleMatch, own: bool) -> Self {
        // What is not taken anyway is told by how near it came.
        let exact = matched.accepted && matched.exact();
        Self { accepted: matched.accepted, exact, score: matched.score, own }
    }
}

/// A call of the app by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvocationCall {
    /// Only opens it.
    Open,
    /// Opens it with something that is wanted at once.
    Ask(String),
}

/// Reads `utterance` as a call of the app named `invocation`: `open NAME`, `ask NAME to …`.
pub fn call(utterance: &str, invocation: &str) -> Option<InvocationCall> {
    let cut = words(utterance, MOST_WORDS);
    let texts: Vec<&str> = cut.iter().map(|word| word.text.as_str()).collect();
    let name = normal(invocation);
    let name: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).collect();
    if name.is_empty() {
        return None;
    }
    let start = usize::from(texts.first().is_some_and(|word| phrases::WAKE.contains(word)));
    let rest = texts.get(start..)?;
    let opener = |kinds: &[&[&str]]| {
        kinds.iter().find(|opener| rest.starts_with(opener)).map(|opener| opener.len())
    };
    let (opener, alone) = match (opener(phrases::OPENERS), opener(phrases::ASKERS)) {
        (Some(length), _) => (length, false),
        (None, Some(length)) => (length, false),
        // The bare name opens as well.
        (None, None) => (0, true),
    };
    let mut at = start + opener;
    if texts.get(at) == Some(&"the") && name.first() != Some(&"the") {
        at += 1;
    }
    if !texts.get(at..)?.starts_with(&name) {
        return None;
    }
    at += name.len();
    if texts.len() == at {
        return Some(InvocationCall::Open);
    }
    if alone {
        return None;
    }
    if texts.get(at).is_some_and(|word| phrases::JOINTS.contains(word)) && at + 1 < texts.len() {
        at += 1;
    }
    Some(InvocationCall::Ask(said(utterance, &cut, &(at..texts.len()))))
}

/// The places of an utterance that slots take.
type Places = Vec<(usize, Range<usize>)>;

#[cfg(test)]
mod tests;
