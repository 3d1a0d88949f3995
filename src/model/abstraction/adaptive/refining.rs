//! Telling more states apart.

use std::collections::{BTreeMap, BTreeSet};

use super::super::outline::{ScreenDetail, ScreenOutline};
use super::{
    AbstractionChange, ActionTrial, AdaptiveAbstraction, MOST_REFINED, StateSplit, overlaps,
};
use crate::domain::ActionKey;

/// A detail is blamed for different outcomes if nothing else differed, or after so many trials.
const ENOUGH_TRIALS: usize = 3;

/// A split by the rows of lists is taken back if its states lead to at most so many other places.
const FEW_PLACES: usize = 2;

impl AdaptiveAbstraction {
    /// Splits `state` if one detail separates the states that `key` led to.
    pub(super) fn refine(&mut self, state: usize, key: &ActionKey) {
        let root = self.states[state].root;
        let split = &self.states[root].split;
        if split.states.len() >= MOST_REFINED {
            return;
        }
        let trials = self.resolved_trials(state, key);
        let Some(detail) = separating(&trials, split) else { return };
        let what = format!(
            "{:?} led to different states, depending on {}: that tells states apart now.",
            key.as_str(),
            in_words(&detail)
        );
        self.states[root].split.details.insert(detail);
        self.forget_assignments(state);
        self.changes.push(AbstractionChange { what, merged: Vec::new(), into: None });
    }

    fn resolved_trials(&self, state: usize, key: &ActionKey) -> Vec<ActionTrial> {
        let trials = self.states[state].trials.get(key).into_iter().flatten();
        trials.map(|trial| ActionTrial { to: self.resolved(trial.to), ..trial.clone() }).collect()
    }

    /// Splits `state` if a row led from it to a screen that shows the same lists with other rows.
    pub(super) fn split_by_rows(&mut self, state: usize, outline: &ScreenOutline) {
        let Some(present) = &self.present else { return };
        let root = self.states[state].root;
        if self.resolved(present.state) != state || self.states[root].split.lists_useless {
            return;
        }
        let other = |(list, rows): (&String, &BTreeSet<String>)| {
            let before = present.outline.rows.get(list);
            let differs = before.is_some_and(|before| before.is_disjoint(rows));
            (differs && !overlaps(before, Some(rows))).then(|| list.clone())
        };
        let lists: Vec<String> = outline.rows.iter().filter_map(other).collect();
        let shown = present.outline.rows.clone();
        for list in lists {
            let what =
                format!("A row of {list} led to other rows of it: the rows tell states apart now.");
            if let Some(rows) = shown.get(&list) {
                self.states[state].rows.insert(list.clone(), rows.clone());
            }
            self.states[root].split.lists.insert(list);
            self.changes.push(AbstractionChange { what, merged: Vec::new(), into: None });
            self.forget_assignments(state);
        }
    }

    /// Takes the split of `root` back if it made too many states.
    pub(super) fn unsplit_if_useless(&mut self, root: usize) {
        let split = &self.states[root].split;
        if split.states.len() <= MOST_REFINED {
            return;
        }
        let places: BTreeSet<usize> = split
            .states
            .iter()
            .flat_map(|state| self.states[*state].targets.values().flatten())
            .map(|to| self.states[self.resolved(*to)].root)
            .filter(|to| *to != root)
            .collect();
        if split.details.is_empty() && places.len() > FEW_PLACES {
            return;
        }
        let split = &mut self.states[root].split;
        let details = std::mem::take(&mut split.details);
        split.lists_useless |= !split.lists.is_empty();
        split.lists.clear();
        split.useless.extend(details);
        let merged = std::mem::replace(&mut split.states, vec![root]);
        let merged: Vec<usize> = merged.into_iter().filter(|state| *state != root).collect();
        let what = format!(
            "What told {} states apart brought nothing new: they are one again.",
            merged.len() + 1
        );
        self.merge(root, merged, what);
    }

    /// Screens of the place of `state` are compared anew.
    pub(super) fn forget_assignments(&mut self, state: usize) {
        let place = self.states[state].first.place.clone();
        if let Some(place) = self.places.get_mut(&place) {
            place.known.clear();
        }
    }
}

/// The detail that separates the outcomes of `trials`.
fn separating(trials: &[ActionTrial], split: &StateSplit) -> Option<ScreenDetail> {
    let latest = trials.last()?;
    // What fields hold decides where a form leads, and tells no states apart.
    let is_comparable = |trial: &&ActionTrial| trial.outline.typed == latest.outline.typed;
    let trials: Vec<&ActionTrial> = trials.iter().filter(is_comparable).collect();
    let others = trials.iter().filter(|trial| trial.to != latest.to);
    let differences: Vec<BTreeSet<ScreenDetail>> =
        others.map(|trial| trial.outline.differences(&latest.outline)).collect();
    let details: BTreeSet<&ScreenDetail> = differences.iter().flatten().collect();
    let is_alone = |detail: &ScreenDetail| {
        differences.iter().any(|all| all.len() == 1 && all.contains(detail))
    };
    let found = details.into_iter().find(|detail| {
        !split.useless.contains(*detail)
            && !split.details.contains(*detail)
            && (is_alone(detail) || repeats(detail, &trials))
            && separates(detail, &trials)
    });
    found.cloned()
}

/// True if each value of `detail` led to one state.
fn separates(detail: &ScreenDetail, trials: &[&ActionTrial]) -> bool {
    let mut led: BTreeMap<&str, usize> = BTreeMap::new();
    trials
        .iter()
        .all(|trial| *led.entry(trial.outline.value(detail)).or_insert(trial.to) == trial.to)
}

/// True if a value of `detail` was tried more than once.
fn repeats(detail: &ScreenDetail, trials: &[&ActionTrial]) -> bool {
    let values: BTreeSet<&str> = trials.iter().map(|trial| trial.outline.value(detail)).collect();
    trials.len() >= ENOUGH_TRIALS && values.len() < trials.len()
}

fn in_words(detail: &ScreenDetail) -> String {
    match detail {
        ScreenDetail::Widget(name) => format!("{name:?}"),
        ScreenDetail::Part(part) => format!("whether there is {part:?}"),
    }
}
