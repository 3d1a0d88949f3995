//! Merging what several sessions of one app came to know, and what each of them added.

use std::collections::BTreeSet;

use serde::Serialize;

use super::known::SessionKnowledge;
use crate::domain::{ActionKey, StateId};
use crate::model::BehaviourModel;
use crate::session::SessionFacts;
use crate::store::RecordedSession;

/// How many things of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct KnowledgeCounts {
    /// Structural states.
    pub states: usize,
    /// Transitions: (state, action, state).
    pub transitions: usize,
    /// Activities of the app.
    pub activities: usize,
    /// Findings, by group.
    pub findings: usize,
}

/// What one session brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionShare {
    /// Its name.
    pub session: String,
    /// Its explorer.
    pub explorer: String,
    /// All it came to know.
    pub known: KnowledgeCounts,
    /// Of that, what none of the sessions before it knew.
    pub added: KnowledgeCounts,
    /// Of that, what no other session knows.
    pub alone: KnowledgeCounts,
}

/// Several sessions together.
#[derive(Debug, Serialize)]
pub struct MergedSessions {
    /// The app.
    pub app: String,
    /// What is known of it altogether.
    pub all: KnowledgeCounts,
    /// What each session brought, in the order given.
    pub shares: Vec<SessionShare>,
    /// The merged behaviour model: all sessions folded one after the other.
    #[serde(skip)]
    pub model: BehaviourModel,
}

/// Things of all kinds, by what tells them apart.
#[derive(Default)]
struct KnownThings {
    states: BTreeSet<StateId>,
    transitions: BTreeSet<(StateId, ActionKey, StateId)>,
    activities: BTreeSet<String>,
    findings: BTreeSet<String>,
}

impl KnownThings {
    fn of(known: &SessionKnowledge) -> Self {
        let states = known.model.states();
        let transitions = states.iter().flat_map(|state| {
            state
                .edges
                .iter()
                .flat_map(|(key, edge)| edge.to.iter().map(|(to, _)| (state.id, key.clone(), *to)))
        });
        Self {
            states: states.iter().map(|state| state.id).collect(),
            transitions: transitions.collect(),
            activities: known.model.activities().keys().cloned().collect(),
            findings: known.findings().map(|finding| finding.group.clone()).collect(),
        }
    }

    fn counts(&self) -> KnowledgeCounts {
        self.without(&Self::default())
    }

    /// How many of them `others` lack.
    fn without(&self, others: &Self) -> KnowledgeCounts {
        KnowledgeCounts {
            states: self.states.difference(&others.states).count(),
            transitions: self.transitions.difference(&others.transitions).count(),
            activities: self.activities.difference(&others.activities).count(),
            findings: self.findings.difference(&others.findings).count(),
        }
    }

    fn add(&mut self, others: &Self) {
        self.states.extend(&others.states);
        self.transitions.extend(others.transitions.iter().cloned());
        self.activities.extend(others.activities.iter().cloned());
        self.findings.extend(others.findings.iter().cloned());
    }
}

/// The packages of the apps that `sessions` tested, more than one if they do not belong
/// together.
pub fn apps(sessions: &[RecordedSession]) -> BTreeSet<String> {
    sessions
        .iter()
        .filter_map(|session| SessionFacts::of(&session.records).app)
        .map(|app| app.package)
        .collect()
}

/// Merges `sessions`, which are of one app.
pub fn merge(sessions: &[RecordedSession]) -> MergedSessions {
    let known: Vec<SessionKnowledge> = sessions.iter().map(SessionKnowledge::of).collect();
    let things: Vec<KnownThings> = known.iter().map(KnownThings::of).collect();
    let mut so_far = KnownThings::default();
    let mut shares = Vec::new();
    for (place, (known, own)) in known.iter().zip(&things).enumerate() {
        let mut others = KnownThings::default();
        let other = things.iter().enumerate().filter(|(other, _)| *other != place);
        other.for_each(|(_, things)| others.add(things));
        shares.push(SessionShare {
            session: known.name.clone(),
            explorer: known.explorer().to_owned(),
            known: own.counts(),
            added: own.without(&so_far),
            alone: own.without(&others),
        });
        so_far.add(own);
    }
    let mut model = BehaviourModel::default();
    for record in sessions.iter().flat_map(|session| &session.records) {
        model.apply(&record.event);
    }
    MergedSessions { app: model.package().to_owned(), all: so_far.counts(), shares, model }
}
