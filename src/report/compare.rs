//! Comparing two sessions of one app: what is new, gone or different, such as after an update.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use super::known::SessionKnowledge;
use crate::domain::{ActionKey, StateId};
use crate::model::{BehaviourModel, StateNode};
use crate::store::RecordedSession;

/// What two sessions differ in.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SessionDifference {
    /// The first session.
    pub old: String,
    /// The second session.
    pub new: String,
    /// The app's version in the first.
    pub old_version: Option<String>,
    /// The app's version in the second.
    pub new_version: Option<String>,
    /// States both know.
    pub same: usize,
    /// States that only the second knows, by label.
    pub appeared: Vec<ComparedState>,
    /// States that only the first knows.
    pub gone: Vec<ComparedState>,
    /// States of the first that the second knows in another form.
    pub changed: Vec<StateChange>,
    /// Actions that lead elsewhere in the second.
    pub rerouted: Vec<ReroutedAction>,
    /// Titles of findings that only the second made.
    pub new_findings: Vec<String>,
    /// Titles of findings that only the first made.
    pub gone_findings: Vec<String>,
    /// Titles of findings that both made.
    pub same_findings: Vec<String>,
}

/// A state as people know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedState {
    /// Its structural id.
    pub state: StateId,
    /// What people call it.
    pub label: String,
}

/// A state in two forms.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StateChange {
    /// In the first session.
    pub old: ComparedState,
    /// In the second session.
    pub new: ComparedState,
    /// What of what it offered is the same, 0 to 1.
    pub likeness: f64,
    /// Names of actions that are new.
    pub added: Vec<ActionKey>,
    /// Names of actions that are gone.
    pub removed: Vec<ActionKey>,
}

/// An action that leads elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReroutedAction {
    /// Where it is done.
    pub at: ComparedState,
    /// Its name.
    pub action: ActionKey,
    /// Where it led in the first session.
    pub before: Vec<String>,
    /// Where it leads in the second session.
    pub now: Vec<String>,
}

/// How much of what two states offer must be the same for them to be one state in two forms, as
/// the share of common actions among all (Jaccard); half if label and activity are the same too.
const ALIKE: f64 = 0.6;

/// Compares what two sessions came to know.
pub fn compare(old: &RecordedSession, new: &RecordedSession) -> SessionDifference {
    let (old, new) = (SessionKnowledge::of(old), SessionKnowledge::of(new));
    let only = |one: &SessionKnowledge, other: &SessionKnowledge| -> Vec<ComparedState> {
        let states = one.model.states().iter();
        let missing = states.filter(|state| other.model.state(state.id).is_none());
        missing.map(|state| ComparedState { state: state.id, label: state.label.clone() }).collect()
    };
    let (mut gone, mut appeared) = (only(&old, &new), only(&new, &old));
    let same = old.model.states().len() - gone.len();
    let changed = changed(&old.model, &new.model, &mut gone, &mut appeared);
    let renamed: HashMap<StateId, StateId> =
        changed.iter().map(|change| (change.old.state, change.new.state)).collect();
    let titles = |one: &SessionKnowledge, other: &SessionKnowledge, both: bool| -> Vec<String> {
        let has = |group: &str| other.findings().any(|finding| finding.group == group);
        let findings = one.findings().filter(|finding| has(&finding.group) == both);
        findings.map(|finding| finding.title.clone()).collect()
    };
    SessionDifference {
        same,
        appeared,
        gone,
        rerouted: rerouted(&old.model, &new.model, &renamed),
        changed,
        new_findings: titles(&new, &old, false),
        gone_findings: titles(&old, &new, false),
        same_findings: titles(&new, &old, true),
        old_version: old.version().map(str::to_owned),
        new_version: new.version().map(str::to_owned),
        old: old.name,
        new: new.name,
    }
}

/// Takes pairs that are alike out of `gone` and `appeared`, the most alike first.
fn changed(
    old: &BehaviourModel,
    new: &BehaviourModel,
    gone: &mut Vec<ComparedState>,
    appeared: &mut Vec<ComparedState>,
) -> Vec<StateChange> {
    let mut pairs = Vec::new();
    for before in gone.iter() {
        for after in appeared.iter() {
            pairs.extend(alike(old, new, before, after));
        }
    }
    pairs.sort_by(|one, other| other.likeness.total_cmp(&one.likeness));
    let mut changed: Vec<StateChange> = Vec::new();
    for pair in pairs {
        let taken = |change: &StateChange| {
            change.old.state == pair.old.state || change.new.state == pair.new.state
        };
        if changed.iter().any(taken) {
            continue;
        }
        gone.retain(|place| place.state != pair.old.state);
        appeared.retain(|place| place.state != pair.new.state);
        changed.push(pair);
    }
    changed
}

fn alike(
    old: &BehaviourModel,
    new: &BehaviourModel,
    before: &ComparedState,
    after: &ComparedState,
) -> Option<StateChange> {
    let (one, other) = (old.state(before.state)?, new.state(after.state)?);
    if one.location != other.location || one.package != other.package {
        return None;
    }
    let keys = |state: &StateNode| -> BTreeSet<ActionKey> {
        state.available.iter().map(|offer| offer.template.clone()).collect()
    };
    let (one_keys, other_keys) = (keys(one), keys(other));
    let all = one_keys.union(&other_keys).count();
    let common = one_keys.intersection(&other_keys).count();
    let likeness = if all == 0 { 1.0 } else { common as f64 / all as f64 };
    let enough = if one.label == other.label { ALIKE / 2.0 } else { ALIKE };
    (likeness >= enough).then(|| StateChange {
        old: before.clone(),
        new: after.clone(),
        likeness,
        added: other_keys.difference(&one_keys).cloned().collect(),
        removed: one_keys.difference(&other_keys).cloned().collect(),
    })
}

/// Actions that both sessions tried in a state both know, and that led to no common place. States
/// in `renamed` count as the same.
fn rerouted(
    old: &BehaviourModel,
    new: &BehaviourModel,
    renamed: &HashMap<StateId, StateId>,
) -> Vec<ReroutedAction> {
    let mut found = Vec::new();
    for before in old.states() {
        let id = renamed.get(&before.id).copied().unwrap_or(before.id);
        let Some(after) = new.state(id) else { continue };
        for (key, edge) in &before.edges {
            let Some(now) = after.edges.get(key).filter(|now| !now.to.is_empty()) else { continue };
            let led = |to: StateId| renamed.get(&to).copied().unwrap_or(to);
            let common = edge.to.iter().any(|(to, _)| now.to.iter().any(|(at, _)| *at == led(*to)));
            if common || edge.to.is_empty() {
                continue;
            }
            let labels = |model: &BehaviourModel, to: &[(StateId, u64)]| -> Vec<String> {
                let label = |id: &StateId| model.state(*id).map(|state| state.label.clone());
                to.iter().map(|(to, _)| label(to).unwrap_or_else(|| to.short())).collect()
            };
            found.push(ReroutedAction {
                at: ComparedState { state: after.id, label: after.label.clone() },
                action: key.clone(),
                before: labels(old, &edge.to),
                now: labels(new, &now.to),
            });
        }
    }
    found
}
