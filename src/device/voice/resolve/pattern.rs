//! A sample, ready to be matched.

use super::super::words::words;
use crate::device::voice::slots::is_filler;

/// The longest sample that is matched, in parts.
const MOST_PARTS: usize = 48;

/// One part of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PatternPart {
    /// This word.
    Word {
        text: String,
        /// True for one that carries little.
        filler: bool,
    },
    /// A value of a slot: its place in the intent and its type's.
    Slot { slot: usize, kind: usize },
}

/// A sample of an intent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SamplePattern {
    /// The intent's place in the model.
    pub intent: usize,
    /// True for one of the app's, false for a usual phrase of ours.
    pub own: bool,
    pub parts: Vec<PatternPart>,
}

impl SamplePattern {
    /// Reads `sample`, whose slots are written `{name}` (or, in old models, `{example|name}`).
    pub fn read(sample: &str, intent: usize, slots: &[(String, usize)]) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = sample;
        while let Some((text, after)) = rest.split_once('{') {
            parts.extend(literals(text));
            let Some((inside, behind)) = after.split_once('}') else {
                return Err(format!("the sample {sample:?} has an open brace"));
            };
            let name = inside.rsplit('|').next().unwrap_or(inside).trim();
            let exact = slots.iter().position(|(slot, _)| slot == name);
            let slot = exact
                .or_else(|| slots.iter().position(|(slot, _)| slot.eq_ignore_ascii_case(name)))
                .ok_or_else(|| format!("the sample {sample:?} names no slot of the intent"))?;
            parts.push(PatternPart::Slot { slot, kind: slots[slot].1 });
            rest = behind;
        }
        parts.extend(literals(rest));
        if parts.is_empty() {
            return Err(format!("the sample {sample:?} has no words"));
        }
        if parts.len() > MOST_PARTS {
            return Err(format!("a sample has more than {MOST_PARTS} words and is left out"));
        }
        Ok(Self { intent, own: true, parts })
    }

    /// The slot and nothing else.
    pub fn bare(intent: usize, slot: usize, kind: usize) -> Self {
        Self { intent, own: true, parts: vec![PatternPart::Slot { slot, kind }] }
    }

    pub fn literals(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            PatternPart::Word { text, .. } => Some(text.as_str()),
            PatternPart::Slot { .. } => None,
        })
    }

    pub fn is_all_literal(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, PatternPart::Word { .. }))
    }
}

fn literals(text: &str) -> Vec<PatternPart> {
    words(text, MOST_PARTS + 1)
        .into_iter()
        .map(|word| PatternPart::Word { filler: is_filler(&word.text), text: word.text })
        .collect()
}
