//! Slot types: which words they take, and what the platform says of a value.

use std::collections::HashMap;
use std::ops::Range;

use jiff::civil::Date;
use xxhash_rust::xxh3::xxh3_128;

use crate::device::voice::interaction::{InteractionModel, SlotType};
use crate::device::voice::slots::{BuiltInSlot, SlotFit, is_no_value};
use crate::device::voice::words::{SpokenWord, normal, said};

/// The most words an unlisted value of an app's own type has.
const UNLISTED_WORDS: usize = 6;

/// What joins several values of one slot.
const JOINTS: &[&str] = &["and", "und", "y", "e", "et", "と"];

/// A slot's value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilledSlot {
    /// The words, or for recognised kinds the value they stand for.
    pub value: String,
    /// What the app's own type makes of it; `None` for built-in types.
    pub resolution: Option<SlotResolution>,
    /// The values one by one, if a slot takes several and got them.
    pub several: Vec<Self>,
}

/// What an app's own slot type makes of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotResolution {
    /// The type's name.
    pub kind: String,
    /// Id and name of each value it may be; none if it is not listed.
    pub values: Vec<(String, String)>,
}

/// All types a model uses.
#[derive(Debug)]
pub(super) struct SlotTypes {
    types: Vec<ResolvedSlotType>,
    /// The model's own, by name.
    own: HashMap<String, SlotType>,
}

#[derive(Debug)]
struct ResolvedSlotType {
    name: String,
    several: bool,
    built_in: Option<BuiltInSlot>,
    /// True if the model lists values for it.
    listed: bool,
    /// True if values are kept elsewhere or the type is unknown.
    open: bool,
    /// Id and name of the values.
    values: Vec<(String, String)>,
    /// Values by how they may be called.
    called: HashMap<String, Vec<usize>>,
}

impl SlotTypes {
    pub fn new(model: &InteractionModel) -> Self {
        let own = model.types.iter().map(|kind| (kind.name.clone(), kind.clone())).collect();
        Self { types: Vec::new(), own }
    }

    /// The place of the type `name`, which is added if it is new.
    pub fn index(&mut self, name: &str, several: bool) -> usize {
        let known = self.types.iter().position(|kind| kind.name == name && kind.several == several);
        known.unwrap_or_else(|| {
            self.types.push(ResolvedSlotType::new(name, several, self.own.get(name)));
            self.types.len() - 1
        })
    }

    /// How well `words` fit the type at `kind`.
    pub fn fit(&self, kind: usize, words: &[&str], today: Date) -> Option<SlotFit> {
        let kind = self.types.get(kind)?;
        if kind.several {
            let parts: Vec<&[&str]> =
                words.split(|word| JOINTS.contains(word)).filter(|part| !part.is_empty()).collect();
            if parts.len() > 1 {
                let fits: Option<Vec<SlotFit>> =
                    parts.iter().map(|part| kind.fit(part, today)).collect();
                return Some(match fits?.iter().all(|fit| matches!(fit, SlotFit::Known(_))) {
                    true => SlotFit::Known(words.join(" ")),
                    false => SlotFit::Plausible,
                });
            }
        }
        kind.fit(words, today)
    }

    /// What is sent for the words `range`.
    pub fn filled(
        &self,
        kind: usize,
        utterance: &str,
        cut: &[SpokenWord],
        range: &Range<usize>,
        today: Date,
    ) -> FilledSlot {
        let Some(kind) = self.types.get(kind) else { return FilledSlot::default() };
        let whole = kind.filled(utterance, cut, range, today);
        if !kind.several {
            return whole;
        }
        let mut several = Vec::new();
        let mut start = range.start;
        for place in range.clone().chain([range.end]) {
            let joint = cut.get(place).is_some_and(|word| JOINTS.contains(&&*word.text));
            if place == range.end || joint {
                if start < place {
                    several.push(kind.filled(utterance, cut, &(start..place), today));
                }
                start = place + 1;
            }
        }
        FilledSlot { several, ..whole }
    }
}

impl ResolvedSlotType {
    fn new(name: &str, several: bool, own: Option<&SlotType>) -> Self {
        let built_in = BuiltInSlot::of(name);
        let mut values = Vec::new();
        let mut called: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, value) in own.into_iter().flat_map(|own| &own.values).enumerate() {
            let id = value.id.clone();
            let id = id.unwrap_or_else(|| format!("{:032x}", xxh3_128(value.name.as_bytes())));
            values.push((id, value.name.clone()));
            for name in std::iter::once(&value.name).chain(&value.synonyms) {
                let places = called.entry(normal(name)).or_default();
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        called.remove("");
        Self {
            name: name.to_owned(),
            several,
            built_in,
            listed: own.is_some_and(|own| !own.values.is_empty()),
            open: own.map_or(built_in.is_none(), |own| own.elsewhere),
            values,
            called,
        }
    }

    fn fit(&self, words: &[&str], today: Date) -> Option<SlotFit> {
        if self.listed && self.called.contains_key(&words.join(" ")) {
            return Some(SlotFit::Known(words.join(" ")));
        }
        match self.built_in {
            Some(kind) => kind.fit(words, today),
            // What commands or asks is no value of a list, even if one was asked for.
            None if words.len() > UNLISTED_WORDS || words.iter().all(|word| is_no_value(word)) => {
                None
            }
            None if self.open => Some(SlotFit::Plausible),
            None => Some(SlotFit::Free),
        }
    }

    fn filled(
        &self,
        utterance: &str,
        cut: &[SpokenWord],
        range: &Range<usize>,
        today: Date,
    ) -> FilledSlot {
        let texts: Vec<&str> =
            cut.get(range.clone()).unwrap_or_default().iter().map(|word| &*word.text).collect();
        let words = said(utterance, cut, range);
        let listed = self.called.get(&texts.join(" "));
        // Recognised kinds send what the words stand for, all others the words.
        let value = match self.built_in {
            Some(BuiltInSlot::Listed(_) | BuiltInSlot::Query) | None => words,
            Some(kind) => match kind.fit(&texts, today) {
                Some(SlotFit::Known(value)) => value,
                _ => words,
            },
        };
        let resolution = self.listed.then(|| SlotResolution {
            kind: self.name.clone(),
            values: listed
                .into_iter()
                .flatten()
                .filter_map(|place| self.values.get(*place).cloned())
                .collect(),
        });
        FilledSlot { value, resolution, several: Vec::new() }
    }
}
