//! The oracle of properties: what the tester knows of an app, checked at every step.
//!
//! A property says when it applies (screen, widget, words), after which actions or whenever, and what
//! must or must never hold then. The idea, and that explorers are led to preconditions that are rarely
//! met, is Kea's ("General and Practical Property-based Testing for Android Apps", ASE 2024).

mod action_pattern;
mod claim;
mod file;
mod maestro;
mod pattern;
mod relation;
mod selector;
mod standing;
pub mod suggested;
mod tracker;
mod written;

use futures_util::future;

use super::{JudgedTurn, Judging, Oracle};
use crate::domain::{
    BugCategory, Finding, FindingEvidence, FindingKind, FindingSteps, ReadQuality, Screen,
};
use crate::llm::Asker;

pub use action_pattern::ActionPattern;
pub use claim::{ClaimOutcome, Precondition, PropertyClaim};
pub use file::PropertyFileError;
pub use maestro::{ImportedFlow, import as import_maestro};
pub use pattern::TextPattern;
pub use relation::{ComparedValues, ValueRelation};
pub use selector::WidgetSelector;
pub use standing::PropertyStanding;
pub use tracker::{BrokenClaim, PropertyCheck, PropertyTracker, PropertyTurn};
pub use written::{PropertyEditError, edited};

/// How sure a finding is, in percent: the tester has said what is right.
const CONFIDENCE: u8 = 95;

/// What is true of an app.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// What it is called; no two of a set are called the same.
    pub name: String,
    /// The category of what violates it.
    pub category: Option<BugCategory>,
    /// On which screens it applies.
    pub when: Precondition,
    /// The actions after which it is checked, the first performed on such a screen; none means
    /// whenever such a screen is seen.
    pub after: Vec<ActionPattern>,
    /// What must hold.
    pub must: Vec<PropertyClaim>,
    /// What must not hold.
    pub must_never: Vec<PropertyClaim>,
    /// How long may be waited until it holds, in milliseconds.
    pub within_ms: u64,
}

impl Property {
    /// Whether all that it demands holds on `now`; `None` if nothing of it can be told.
    fn broken(&self, now: &Screen, before: Option<&Screen>) -> Option<Result<(), BrokenClaim>> {
        let must = self.must.iter().map(|claim| (claim, false));
        let never = self.must_never.iter().map(|claim| (claim, true));
        let mut reported = None;
        for (place, (claim, never)) in must.chain(never).enumerate() {
            let Some(outcome) = claim.outcome(now, before) else {
                // What must never be there and is not to be seen is as it should be.
                continue;
            };
            if outcome.holds == never {
                let ClaimOutcome { actual, bounds, .. } = outcome;
                let expected = claim.sentence(never);
                return Some(Err(BrokenClaim { claim: place, expected, actual, bounds }));
            }
            reported = Some(Ok(()));
        }
        reported
    }
}

/// Properties, in the order of their file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PropertySet {
    /// The properties.
    pub properties: Vec<Property>,
}

impl PropertySet {
    /// Reads a property file (TOML).
    ///
    /// # Errors
    /// If it cannot be used; with the line.
    pub fn read(text: &str) -> Result<Self, PropertyFileError> {
        file::read(text)
    }
}

/// Checks the properties of [`JudgedTurn::properties`] at every step.
#[derive(Default)]
pub struct PropertiesOracle {
    tracker: PropertyTracker,
}

impl PropertiesOracle {
    fn findings(&mut self, turn: &JudgedTurn) -> Vec<Finding> {
        self.tracker.adopt(&turn.properties);
        let after = &turn.after;
        if after.screen.surface.is_dialogue() || after.screen.read_quality != ReadQuality::Full {
            return Vec::new();
        }
        let checks = self.tracker.follow(&PropertyTurn {
            step: turn.step,
            action: turn.action.as_ref(),
            before: turn.before.as_ref().map(|before| &before.screen),
            after: &after.screen,
            waited_ms: after.progress_ms,
        });
        let properties = self.tracker.properties();
        let broken = checks.into_iter().filter_map(|check| {
            let property = properties.get(check.property)?;
            Some(finding(property, check.from, turn.step, check.broken?))
        });
        broken.collect()
    }
}

/// What the groups of all findings about the property `name` begin with.
pub fn groups_of(name: &str) -> String {
    format!("properties/{name}/")
}

fn finding(property: &Property, from: u64, step: u64, broken: BrokenClaim) -> Finding {
    let BrokenClaim { claim, expected, actual, bounds } = broken;
    let mut evidence = vec![FindingEvidence { step, what: actual.clone(), bounds }];
    if from < step {
        let what = "The first action of the property was performed.".to_owned();
        evidence.push(FindingEvidence { step: from, what, bounds: None });
    }
    Finding {
        kind: FindingKind::Bug,
        title: format!("{}: {actual}", property.name),
        group: format!("{}{claim}", groups_of(&property.name)),
        step,
        detail: format!("Property: {}\nExpected: {expected}\nActual: {actual}\n", property.name),
        category: property.category.map_or(String::new(), |category| category.word().to_owned()),
        expected,
        actual,
        confidence: Some(CONFIDENCE),
        evidence,
        steps: Some(FindingSteps { from, to: step }),
        ..Finding::default()
    }
}

impl Oracle for PropertiesOracle {
    fn judge<'a>(&'a mut self, turn: &'a JudgedTurn, _asker: &'a mut Asker) -> Judging<'a> {
        Box::pin(future::ready(self.findings(turn)))
    }
}

#[cfg(test)]
mod tests;
