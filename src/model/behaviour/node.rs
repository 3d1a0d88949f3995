//! What the behaviour model knows of one state and its actions.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

use crate::domain::{ActionKey, ActionKind, BlobId, DisplaySize, FindingKind, StateId};

/// One structural state.
#[derive(Clone, Debug, Serialize)]
pub struct StateNode {
    /// Its structural id.
    pub id: StateId,
    /// What people call it.
    pub label: String,
    /// The package it belongs to.
    pub package: String,
    /// Where in the app it is; see [`crate::domain::Screen::location`].
    pub location: String,
    /// The display in the rotation in which it was first seen.
    pub size: DisplaySize,
    /// The step after which it was first seen.
    pub first_step: u64,
    /// How often it was observed.
    pub visits: u64,
    /// What it offered when it was first seen.
    pub available: Vec<KnownAction>,
    /// What was done there and where it led.
    pub edges: BTreeMap<ActionKey, ActionEdge>,
    /// How many of the offers were never tried.
    pub untried: usize,
    /// Tries by template: rows of one list count together.
    #[serde(skip)]
    pub templates: HashMap<ActionKey, TryCounts>,
    /// Actions that another worker of the fleet is about to try: nobody else needs to.
    #[serde(skip)]
    pub claimed: HashSet<ActionKey>,
    /// True if it is one with another state, which has taken over what was known of it.
    #[serde(skip)]
    pub is_absorbed: bool,
    /// The first picture of it.
    pub picture: Option<BlobId>,
    /// Findings whose last action was done here.
    pub findings: Vec<FindingKind>,
}

/// An action that a state offers, as the model remembers it.
#[derive(Clone, Debug, Serialize)]
pub struct KnownAction {
    /// Its name within the state.
    pub key: ActionKey,
    /// Its name with rows folded.
    pub template: ActionKey,
    /// Its kind.
    pub kind: ActionKind,
}

/// How often something was tried, and how often without effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TryCounts {
    /// Tries in all.
    pub count: u64,
    /// Tries that changed nothing at all.
    pub no_effect: u64,
    /// Tries that led to another structural state.
    pub moved: u64,
}

impl TryCounts {
    /// Counts `other` as well.
    pub(super) const fn add(&mut self, other: Self) {
        self.count += other.count;
        self.no_effect += other.no_effect;
        self.moved += other.moved;
    }
}

/// What an action did from one state. Nondeterminism is kept: one entry for each place it led to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ActionEdge {
    /// Where it led, with counts, the most recent last.
    pub to: Vec<(StateId, u64)>,
    /// How often it was tried.
    pub tries: TryCounts,
}

impl ActionEdge {
    /// The state it led to most often, the most recent one if counts are equal.
    pub fn likeliest(&self) -> Option<StateId> {
        self.to.iter().max_by_key(|(_, count)| *count).map(|(state, _)| *state)
    }

    /// The state it led to last.
    pub fn latest(&self) -> Option<StateId> {
        self.to.last().map(|(state, _)| *state)
    }

    /// Takes in that it led to `to`; true if that is new.
    pub(super) fn led_to(&mut self, to: StateId) -> bool {
        self.led_to_often(to, 1)
    }

    /// The same, so many times.
    pub(super) fn led_to_often(&mut self, to: StateId, times: u64) -> bool {
        let known = self.to.iter().position(|(state, _)| *state == to);
        let count = known.map_or(0, |at| self.to.remove(at).1);
        self.to.push((to, count + times));
        known.is_none()
    }
}
