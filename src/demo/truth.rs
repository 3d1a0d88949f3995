//! The ground truth: what of an app has really been seen since it was installed.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::app::{About, FaultKind};
use super::enabled::EnabledFaults;

/// What of one app has been seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// The structural state it is in or was in last.
    pub state: Option<&'static str>,
    /// The structural states it was in.
    pub states: BTreeSet<&'static str>,
    /// The code points it passed.
    pub points: BTreeSet<&'static str>,
    /// The seeded faults whose effect was seen.
    pub faults: BTreeSet<&'static str>,
    /// How often the effect of each of them was seen.
    pub effects: BTreeMap<&'static str, u64>,
    /// What the app told that its tables do not know: mistakes in the app.
    pub strange: BTreeSet<String>,
}

impl Truth {
    /// The app shows `state` in `activity`.
    pub fn shows(&mut self, about: &About, state: &'static str, activity: &'static str) {
        if self.state != Some(state) && !about.states.iter().any(|spec| spec.name == state) {
            self.strange.insert(format!("state {state:?} is not in About::states"));
        }
        if !about.activities.contains(&activity) {
            self.strange.insert(format!("activity {activity:?} is not in About::activities"));
        }
        self.state = Some(state);
        self.states.insert(state);
    }

    /// The app passed `point`.
    pub fn hit(&mut self, about: &About, point: &'static str) {
        if self.points.insert(point) && !about.points.contains(&point) {
            self.strange.insert(format!("point {point:?} is not in About::points"));
        }
    }

    /// The effect of the seeded fault `id` was seen.
    pub fn fault(&mut self, about: &About, enabled: &EnabledFaults, id: &'static str) {
        *self.effects.entry(id).or_default() += 1;
        let mut known = about.fault_kinds().chain(variant(enabled));
        if self.faults.insert(id) && known.all(|(known, _)| known != id) {
            self.strange.insert(format!("fault {id:?} is not in About::faults"));
        }
        if !enabled.contains(id) {
            self.strange.insert(format!("fault {id:?} acts although it is not enabled"));
        }
    }

    /// As `dumpsys ridealong` reports it. Totals count only the faults that are enabled, effects only
    /// those of functional faults.
    pub fn json(&self, about: &About, enabled: &EnabledFaults) -> Value {
        let crash = |fault: &(&str, FaultKind)| matches!(fault.1, FaultKind::Crash(_));
        let known = || about.fault_kinds().chain(variant(enabled));
        let faults = || known().filter(|(id, _)| enabled.contains(id));
        let crashes = || faults().filter(crash);
        let functional = faults().filter(|fault| !crash(fault));
        let effects: BTreeMap<&str, &u64> =
            functional.filter_map(|(id, _)| Some((id, self.effects.get(id)?))).collect();
        let seen: Vec<&str> =
            crashes().map(|(id, _)| id).filter(|id| self.faults.contains(id)).collect();
        json!({
            "app": about.name,
            "state": self.state,
            "states": { "covered": self.states, "total": about.states.len() },
            "code": { "covered": self.points, "total": about.points.len() },
            "crashes": { "seen": seen, "total": crashes().count() },
            "faults": { "seen": self.faults, "total": faults().count() },
            "effects": effects,
        })
    }
}

/// The fault that acts though it is in no table.
fn variant(enabled: &EnabledFaults) -> impl Iterator<Item = (&'static str, FaultKind)> {
    enabled.variant().into_iter().map(|fault| (fault.spec.id, fault.spec.kind))
}
