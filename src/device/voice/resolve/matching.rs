//! One utterance against one sample, in bounded work.

use std::collections::HashSet;

use jiff::civil::Date;

use super::pattern::{PatternPart, SamplePattern};
use super::values::SlotTypes;
use super::{MOST_WORK, Places};
use crate::device::voice::slots::{SlotFit, is_filler};
use crate::device::voice::words::SpokenWord;

/// A literal word that was said.
const LITERAL: i32 = 10;
/// A word within a value that is known.
const KNOWN: i32 = 8;
/// A word within a plausible value.
const PLAUSIBLE: i32 = 4;
/// Any other value, however many words it has: so it never gains by taking more of them.
const FREE: i32 = 1;
/// What a left-out word costs.
const LEFT_OUT: i32 = -6;
/// What a left-out word costs that carries little.
const FILLER_LEFT_OUT: i32 = -1;

/// The share that must be matched if words are left out.
const ENOUGH: f64 = 0.6;
/// The most filler words that may surround a known value.
const MOST_FILLERS: usize = 4;

/// How an utterance matches a sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SampleMatch {
    pub score: i32,
    /// Slot and the words it takes.
    pub slots: Places,
    /// True if it fits well enough to be taken.
    pub accepted: bool,
    /// Literal words that carry something.
    content: usize,
    known: usize,
    plausible: usize,
    free: usize,
    /// Words of the sample or the utterance that were left out.
    left_out: usize,
    /// Of these, the ones that carry something, or stand in the sample.
    missed: usize,
    /// True if a plausible value holds a word that the app's own samples use.
    commanding: bool,
    /// Words that were said, but for fillers that were left out.
    words: usize,
}

impl SampleMatch {
    pub const fn exact(&self) -> bool {
        self.left_out == 0
    }

    /// True if every slot got a value that is known.
    pub const fn firm(&self) -> bool {
        self.plausible + self.free == 0
    }

    /// The share of the best possible score.
    pub fn share(&self) -> f64 {
        let most = f64::from(LITERAL) * self.words.max(1) as f64;
        (f64::from(self.score) / most).clamp(0.0, 1.0)
    }

    /// Whether it may be taken. Word for word: with a literal word that carries something, or slots that all know or
    /// may know their words; free words alone are no match, nor is what may be a name but is a word
    /// the app's samples command with. With words left out: enough of it,
    /// with something that carries; or a known value among fillers.
    fn judge(&self, asked: bool) -> bool {
        if self.exact() {
            let value = self.free == 0 && !(self.known == 0 && self.commanding);
            return self.content > 0 || value || asked;
        }
        let firm = self.content > 0 || self.known > 0;
        let value_among_fillers =
            self.known > 0 && self.firm() && self.missed == 0 && self.left_out <= MOST_FILLERS;
        (firm && self.share() >= ENOUGH) || value_among_fillers
    }
}

/// What is done at one place of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchStep {
    End,
    Literal,
    /// The slot takes so many words.
    Take(u8),
    SkipPart,
    SkipWord,
}

/// How well a run of words fits a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SlotFitness {
    Unknown,
    No,
    Known,
    Plausible,
    Free,
}

/// Matches one utterance against many samples.
pub(super) struct SampleMatcher<'a> {
    words: Vec<&'a str>,
    fillers: Vec<bool>,
    types: &'a SlotTypes,
    commands: &'a HashSet<String>,
    today: Date,
    asked: bool,
    work: u64,
    /// By type: how well each run of words fits, row by first word.
    fits: Vec<Vec<SlotFitness>>,
    scores: Vec<i32>,
    choices: Vec<MatchStep>,
}

impl<'a> SampleMatcher<'a> {
    pub fn new(
        words: &'a [SpokenWord],
        types: &'a SlotTypes,
        commands: &'a HashSet<String>,
        today: Date,
        asked: bool,
    ) -> Self {
        let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let fillers = words.iter().map(|word| is_filler(word)).collect();
        Self {
            words,
            fillers,
            types,
            commands,
            today,
            asked,
            work: 0,
            fits: Vec::new(),
            scores: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// True if `word` was said.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// The best way to match `pattern`; `None` if the work for this utterance is used up.
    pub fn matched(&mut self, pattern: &SamplePattern) -> Option<SampleMatch> {
        let (rows, columns) = (pattern.parts.len() + 1, self.words.len() + 1);
        self.work += (rows * columns) as u64;
        self.scores.clear();
        self.scores.resize(rows * columns, 0);
        self.choices.clear();
        self.choices.resize(rows * columns, MatchStep::End);
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                if self.work > MOST_WORK {
                    return None;
                }
                if row + 1 < rows || column + 1 < columns {
                    let (score, choice) = self.best(pattern, row, column);
                    self.scores[row * columns + column] = score;
                    self.choices[row * columns + column] = choice;
                }
            }
        }
        Some(self.trace(pattern))
    }

    fn best(&mut self, pattern: &SamplePattern, row: usize, column: usize) -> (i32, MatchStep) {
        let columns = self.words.len() + 1;
        let at = |row: usize, column: usize| row * columns + column;
        let mut best = (i32::MIN, MatchStep::End);
        let mut offer = |score: i32, choice: MatchStep| {
            if score > best.0 {
                best = (score, choice);
            }
        };
        let part = pattern.parts.get(row);
        if let Some(PatternPart::Word { text, filler }) = part {
            if self.words.get(column) == Some(&text.as_str()) {
                offer(LITERAL + self.scores[at(row + 1, column + 1)], MatchStep::Literal);
            }
            let cost = if *filler { FILLER_LEFT_OUT } else { LEFT_OUT };
            offer(cost + self.scores[at(row + 1, column)], MatchStep::SkipPart);
        }
        if let Some(PatternPart::Slot { kind, .. }) = part {
            for length in 1..columns - column {
                self.work += 1;
                let (Ok(short), Ok(count)) = (u8::try_from(length), i32::try_from(length)) else {
                    continue;
                };
                let gain = match self.fitness(*kind, column, length) {
                    SlotFitness::Known => KNOWN * count,
                    SlotFitness::Plausible => PLAUSIBLE * count,
                    SlotFitness::Free => FREE,
                    SlotFitness::No | SlotFitness::Unknown => continue,
                };
                offer(gain + self.scores[at(row + 1, column + length)], MatchStep::Take(short));
            }
            offer(LEFT_OUT + self.scores[at(row + 1, column)], MatchStep::SkipPart);
        }
        if let Some(&filler) = self.fillers.get(column) {
            let cost = if filler { FILLER_LEFT_OUT } else { LEFT_OUT };
            offer(cost + self.scores[at(row, column + 1)], MatchStep::SkipWord);
        }
        best
    }

    /// How well `length` words from `start` fit the type at `kind`; each is found out once.
    fn fitness(&mut self, kind: usize, start: usize, length: usize) -> SlotFitness {
        let count = self.words.len();
        if self.fits.len() <= kind {
            self.fits.resize_with(kind + 1, Vec::new);
        }
        let table = &mut self.fits[kind];
        if table.is_empty() {
            self.work += (count * count) as u64;
            table.resize(count * count, SlotFitness::Unknown);
        }
        let place = start * count + length - 1;
        if table[place] == SlotFitness::Unknown {
            // Joining and comparing the words is more than filling a cell.
            self.work += 4 + length as u64;
            let words = &self.words[start..start + length];
            table[place] = match self.types.fit(kind, words, self.today) {
                Some(SlotFit::Known(_)) => SlotFitness::Known,
                Some(SlotFit::Plausible) => SlotFitness::Plausible,
                Some(SlotFit::Free) => SlotFitness::Free,
                None => SlotFitness::No,
            };
        }
        table[place]
    }

    fn trace(&mut self, pattern: &SamplePattern) -> SampleMatch {
        let columns = self.words.len() + 1;
        let mut matched = SampleMatch {
            score: self.scores[0],
            words: self.words.len(),
            ..SampleMatch::default()
        };
        let (mut row, mut column) = (0, 0);
        loop {
            match self.choices[row * columns + column] {
                MatchStep::End => break,
                MatchStep::Literal => {
                    matched.content += usize::from(!self.fillers[column]);
                    row += 1;
                    column += 1;
                }
                MatchStep::Take(length) => {
                    let length = usize::from(length);
                    if let Some(PatternPart::Slot { slot, kind }) = pattern.parts.get(row) {
                        matched.slots.push((*slot, column..column + length));
                        match self.fitness(*kind, column, length) {
                            SlotFitness::Known => matched.known += 1,
                            SlotFitness::Plausible => {
                                let taken = &self.words[column..column + length];
                                matched.plausible += 1;
                                matched.commanding |=
                                    taken.iter().any(|word| self.commands.contains(*word));
                            }
                            _ => matched.free += 1,
                        }
                    }
                    row += 1;
                    column += length;
                }
                MatchStep::SkipPart => {
                    matched.left_out += 1;
                    matched.missed += 1;
                    row += 1;
                }
                MatchStep::SkipWord => {
                    matched.left_out += 1;
                    let filler = self.fillers[column];
                    matched.missed += usize::from(!filler);
                    matched.words -= usize::from(filler);
                    column += 1;
                }
            }
        }
        matched.accepted = matched.judge(self.asked);
        matched
    }
}
