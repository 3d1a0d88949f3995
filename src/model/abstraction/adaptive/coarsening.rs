//! Telling fewer states apart.

use std::collections::{BTreeMap, BTreeSet};

use super::{AbstractionChange, AdaptiveAbstraction, FoldedPart, KnownState};
use crate::domain::{ActionKey, StateId};

/// So many look-alike states are compared at least.
const ALIKE_STATES: usize = 3;

/// The same of states that lead to each other, as folders do, or pages of settings.
const NESTED_STATES: usize = 6;

/// States that lead to each other may lead to so many kinds of places in all.
const NESTED_TARGETS: usize = 2;

/// So many actions must have led to the same kind of place in another of the states.
const AGREEMENTS: usize = 2;

impl AdaptiveAbstraction {
    /// Merges the look-alikes of `state` if what was tried in them led to alike places.
    pub(super) fn coarsen(&mut self, state: usize) {
        for part in FoldedPart::ALL {
            let alike = self.look_alikes(state, part);
            if alike.len() < ALIKE_STATES || !self.bring_nothing_new(&alike) {
                continue;
            }
            let kin = self.states[state].kin;
            let place = self.states[state].first.place.clone();
            if let Some(place) = self.places.get_mut(&place) {
                place.folded.insert((part, kin));
            }
            let what = format!(
                "{} states that differ in their {} led to alike places: they are one state now.",
                alike.len(),
                part.word()
            );
            self.merge(alike[0], alike[1..].to_vec(), what);
            return;
        }
    }

    /// The states that differ from `state` in `part` alone, itself included, the first found first.
    fn look_alikes(&self, state: usize, part: FoldedPart) -> Vec<usize> {
        let ComparedParts { place, kin, heading, choice, menu } = self.parts(state);
        let states = self.places.get(place).map_or(&[][..], |place| place.states.as_slice());
        let latest = states.iter().rev().take(super::MOST_COMPARED).copied();
        let alike = latest.filter(|other| {
            let parts = self.parts(*other);
            let equal = match part {
                FoldedPart::Heading => parts.choice == choice,
                FoldedPart::Choice => parts.heading == heading,
            };
            let KnownState { merged, split, root, .. } = &self.states[*other];
            // What was refined stays.
            let is_whole = merged.is_none() && root == other && split.states.len() == 1;
            is_whole && parts.kin == kin && parts.menu == menu && equal
        });
        let mut alike: Vec<usize> = alike.collect();
        alike.sort_unstable();
        alike
    }

    fn parts(&self, state: usize) -> ComparedParts<'_> {
        let known = &self.states[state];
        let first = &known.first;
        ComparedParts {
            place: &first.place,
            kin: known.kin,
            heading: &first.heading,
            choice: &first.choice,
            menu: first.menu.as_ref(),
        }
    }

    /// True if actions of the same name led to the same kind of place wherever they were tried, and
    /// enough of them were.
    fn bring_nothing_new(&self, alike: &[usize]) -> bool {
        let own = self.states[alike[0]].kin;
        let mut led: BTreeMap<&ActionKey, Vec<BTreeSet<u64>>> = BTreeMap::new();
        let mut kinds: BTreeSet<u64> = BTreeSet::new();
        let mut tried_in = 0;
        for state in alike {
            let mut moved = false;
            for (template, targets) in &self.states[*state].targets {
                let targets: BTreeSet<u64> = targets
                    .iter()
                    .map(|to| self.resolved(*to))
                    .filter(|to| to != state)
                    .map(|to| self.states[to].kin)
                    .collect();
                moved |= !targets.is_empty();
                kinds.extend(&targets);
                led.entry(template).or_default().push(targets);
            }
            tried_in += usize::from(moved);
        }
        let nested = kinds.contains(&own);
        if nested && (alike.len() < NESTED_STATES || kinds.len() > NESTED_TARGETS) {
            return false;
        }
        let mut agreements = 0;
        for targets in led.values() {
            let first = &targets[0];
            if targets.iter().any(|others| first.is_disjoint(others) && first != others) {
                return false;
            }
            let informative = targets.iter().filter(|others| !others.is_empty()).count();
            agreements += informative.saturating_sub(1);
        }
        tried_in >= ALIKE_STATES && agreements >= AGREEMENTS
    }

    /// Takes all of `merged` for `into` from now on.
    pub(super) fn merge(&mut self, into: usize, merged: Vec<usize>, what: String) {
        let mut ids: Vec<StateId> = Vec::with_capacity(merged.len());
        for state in merged {
            if state == into || self.states[state].merged.is_some() {
                continue;
            }
            ids.push(self.states[state].id);
            let trials = std::mem::take(&mut self.states[state].trials);
            let targets = std::mem::take(&mut self.states[state].targets);
            let rows = std::mem::take(&mut self.states[state].rows);
            let kept = &mut self.states[into];
            for (key, trials) in trials {
                kept.trials.entry(key).or_default().extend(trials);
            }
            for (template, targets) in targets {
                kept.targets.entry(template).or_default().extend(targets);
            }
            for (list, rows) in rows {
                kept.rows.entry(list).or_default().extend(rows);
            }
            self.states[state].merged = Some(into);
        }
        self.forget_assignments(into);
        let into = Some(self.states[into].id);
        self.changes.push(AbstractionChange { what, merged: ids, into });
    }
}

/// What of a state look-alikes are compared by.
struct ComparedParts<'a> {
    place: &'a str,
    kin: u64,
    heading: &'a str,
    choice: &'a BTreeSet<String>,
    menu: Option<&'a BTreeSet<String>>,
}
