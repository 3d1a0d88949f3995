//! What inputs of the same template did before: in other rows of the same list, and in other
//! states.
//!
//! The records are kept up to date by state: what a changed state added before is taken back, and
//! what it adds now is counted. So a step costs what the states that it changed cost.

use std::collections::{HashMap, HashSet};

use super::expected_yield::InputYield;
use super::words::LabelSense;
use crate::domain::{ActionKey, StateId};
use crate::explorer::elevate::ElevateWeights;

/// The number of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TemplateNumber(usize);

/// What is known of one template in all states.
#[derive(Default)]
struct TemplateRecord {
    /// States and rows in which it was tried.
    tries: u32,
    /// Of these, how many in which nothing happened.
    without_effect: u32,
    /// Of these, how many that found a state.
    found: u32,
    /// The states it led to.
    places: HashMap<StateId, LedTo>,
    /// The labels of the states in which it was tried, with how often.
    labels: HashMap<String, u32>,
    /// How many of the states that it led to from another state have it too, and stay if it is
    /// performed there. More than none for the tabs of a bar.
    bars: usize,
}

/// How often a template led to one state.
#[derive(Clone, Copy, Default)]
struct LedTo {
    tries: u32,
    /// Of these, how often from another state.
    from_elsewhere: u32,
}

/// One tried input of a state.
#[derive(Clone, Debug)]
pub struct TriedInput {
    /// Its template.
    pub template: ActionKey,
    /// Its name with rows folded.
    pub folded: ActionKey,
    /// True if nothing happened, as often as it was tried.
    pub without_effect: bool,
    /// Where it led most often.
    pub to: Option<StateId>,
    /// True if that is another state than this one and the one that this one was found from.
    pub opens: bool,
    /// True if it found that state.
    pub found: bool,
}

/// What a state adds to the records.
#[derive(Default)]
struct StateShare {
    label: String,
    tried: Vec<TriedShare>,
    /// Templates of what it offers that stays there if it is performed, or was never tried.
    stays: HashSet<TemplateNumber>,
}

/// A tried input of a state, with the numbers of its names.
struct TriedShare {
    template: TemplateNumber,
    folded: TemplateNumber,
    input: TriedInput,
}

/// What the tried rows of one list did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriedRows {
    /// How many rows were tried.
    rows: usize,
    /// How many states they led to, without those that did nothing.
    places: usize,
    /// The same, if each that changed something here or closed the list counts as a place of its own.
    apart: usize,
    /// True if one of them led elsewhere.
    opened: bool,
}

/// See the module.
#[derive(Default)]
pub struct TemplateRecords {
    numbers: HashMap<ActionKey, TemplateNumber>,
    records: Vec<TemplateRecord>,
    shares: HashMap<StateId, StateShare>,
}

impl TemplateRecords {
    /// Takes in all that is known of `state` now: its label, what was tried there, and the
    /// templates of what stays there.
    pub fn update(
        &mut self,
        state: StateId,
        label: &str,
        tried: Vec<TriedInput>,
        stays: impl Iterator<Item = ActionKey>,
    ) {
        let stays: HashSet<TemplateNumber> = stays.map(|template| self.number(&template)).collect();
        let before = self.shares.remove(&state).unwrap_or_default();
        for TriedShare { template, input, .. } in &before.tried {
            self.take_back(state, *template, input, &before.label);
        }
        for template in before.stays.symmetric_difference(&stays) {
            let record = &mut self.records[template.0];
            if record.places.get(&state).is_some_and(|led| led.from_elsewhere > 0) {
                if stays.contains(template) {
                    record.bars += 1;
                } else {
                    record.bars -= 1;
                }
            }
        }
        let share = StateShare { label: label.to_owned(), tried: Vec::new(), stays };
        self.shares.insert(state, share);
        let tried = tried.into_iter().map(|input| TriedShare {
            template: self.number(&input.template),
            folded: self.number(&input.folded),
            input,
        });
        let tried: Vec<TriedShare> = tried.collect();
        for TriedShare { template, input, .. } in &tried {
            self.add(state, *template, input, label);
        }
        if let Some(share) = self.shares.get_mut(&state) {
            share.tried = tried;
        }
    }

    fn add(&mut self, from: StateId, template: TemplateNumber, input: &TriedInput, label: &str) {
        let stays = self.stays(input.to, template);
        let record = &mut self.records[template.0];
        record.tries += 1;
        record.without_effect += u32::from(input.without_effect);
        record.found += u32::from(input.found);
        match record.labels.get_mut(label) {
            Some(count) => *count += 1,
            None => _ = record.labels.insert(label.to_owned(), 1),
        }
        let Some(to) = input.to else { return };
        let led = record.places.entry(to).or_default();
        led.tries += 1;
        if to != from {
            led.from_elsewhere += 1;
            record.bars += usize::from(led.from_elsewhere == 1 && stays);
        }
    }

    fn take_back(
        &mut self,
        from: StateId,
        template: TemplateNumber,
        input: &TriedInput,
        label: &str,
    ) {
        // What a state leads to itself does not make a bar, so its own share may be gone by now.
        let stays = self.stays(input.to, template);
        let record = &mut self.records[template.0];
        record.tries -= 1;
        record.without_effect -= u32::from(input.without_effect);
        record.found -= u32::from(input.found);
        if let Some(count) = record.labels.get_mut(label) {
            *count -= 1;
            if *count == 0 {
                record.labels.remove(label);
            }
        }
        let Some(to) = input.to else { return };
        let Some(led) = record.places.get_mut(&to) else { return };
        led.tries -= 1;
        if to != from {
            led.from_elsewhere -= 1;
            record.bars -= usize::from(led.from_elsewhere == 0 && stays);
        }
        if led.tries == 0 {
            record.places.remove(&to);
        }
    }

    fn stays(&self, state: Option<StateId>, template: TemplateNumber) -> bool {
        let share = state.and_then(|state| self.shares.get(&state));
        share.is_some_and(|share| share.stays.contains(&template))
    }

    /// The number of `template`.
    pub fn number(&mut self, template: &ActionKey) -> TemplateNumber {
        if let Some(number) = self.numbers.get(template) {
            return *number;
        }
        let number = TemplateNumber(self.records.len());
        self.records.push(TemplateRecord::default());
        self.numbers.insert(template.clone(), number);
        number
    }

    /// The number of `template`, if it has one.
    pub fn known(&self, template: &ActionKey) -> Option<TemplateNumber> {
        self.numbers.get(template).copied()
    }

    /// The state that this template led to from other states, if it was always the same one.
    pub fn same_target(&self, template: TemplateNumber) -> Option<StateId> {
        let record = &self.records[template.0];
        let (state, led) = record.places.iter().next().filter(|_| record.places.len() == 1)?;
        (led.from_elsewhere > 0).then_some(*state)
    }

    /// What the rows of the list with this folded name did in `state`; `None` if none was tried.
    pub fn rows(&self, state: StateId, folded: TemplateNumber) -> Option<TriedRows> {
        let share = self.shares.get(&state)?;
        let tried = || share.tried.iter().filter(|row| row.folded == folded);
        let mut rows = 0;
        let mut stayed = 0;
        let mut changed = 0;
        let mut places: Vec<StateId> = Vec::new();
        for TriedShare { input, .. } in tried() {
            rows += 1;
            stayed += usize::from(!input.opens);
            changed += usize::from(!input.opens && !input.without_effect);
            let led = input.to.filter(|_| !input.without_effect);
            if let Some(to) = led.filter(|to| !places.contains(to)) {
                places.push(to);
            }
        }
        let is_opened =
            |place: &&StateId| tried().any(|row| row.input.opens && row.input.to == Some(**place));
        let apart = changed + places.iter().filter(is_opened).count();
        (rows > 0).then_some(TriedRows { rows, places: places.len(), apart, opened: stayed < rows })
    }

    /// The chance that an input shows something new in a state with this label in which it was
    /// not tried, and why. By itself it promises `own`.
    pub fn chance(
        &self,
        weights: &ElevateWeights,
        template: Option<TemplateNumber>,
        label: &str,
        own: &InputYield,
    ) -> (f64, &'static str) {
        let otherwise = (own.chance, own.why);
        let record = template.map(|number| &self.records[number.0]);
        let Some(record) = record.filter(|record| record.tries > 0) else { return otherwise };
        if record.without_effect == record.tries {
            (own.chance * weights.without_effect_elsewhere, "it did nothing in other states")
        } else if own.sense == LabelSense::Leaves || own.fills {
            otherwise
        } else if record.bars > 0 && own.sense != LabelSense::Sends {
            (own.chance * weights.bar, "it leads to the same place wherever it is")
        } else if record.labels.contains_key(label) {
            let why = "a screen of this name has it too, and there it was tried";
            (own.chance * weights.same_label, why)
        } else if record.places.len() == 1 && record.tries > 1 {
            (own.chance * weights.same_target, "it leads to the same place wherever it is")
        } else {
            let met = own.chance * weights.prior_tries + f64::from(record.found);
            (met / (weights.prior_tries + f64::from(record.tries)), own.why)
        }
    }
}

impl TriedRows {
    /// What is left of the chance of another row, and why. Commands that close their menu, or change
    /// something in it, say nothing of each other; nor does a single one: then it is `None`.
    pub fn left(self, are_commands: bool, weights: &ElevateWeights) -> Option<(f64, &'static str)> {
        if are_commands && (self.rows == 1 || !self.opened) {
            return None;
        }
        let places = if are_commands { self.apart } else { self.places };
        Some(match (self.rows, places) {
            (0 | 1, _) => (weights.second_row, "rows of one list mostly lead to the same place"),
            (_, 0 | 1) => (weights.alike_rows, "the rows of this list lead to the same place"),
            (rows, places) => {
                let left = (places as f64 / rows as f64).min(1.0);
                (left, "the rows of this list lead to different places")
            }
        })
    }
}

#[cfg(test)]
mod tests;
