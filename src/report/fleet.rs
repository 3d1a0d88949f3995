//! The sessions of a fleet's workers as one: a fold over their logs, one after the other.
//!
//! Of a session only what the whole needs is kept, so that fleets of many long sessions fit in memory.

mod clock;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::finding_path::FindingPath;
use crate::domain::{Action, Finding, FindingConfirmation, JointCoverage, StateId};
use crate::model::BehaviourModel;
use crate::protocol::{Event, FindingTriaged, FindingVerdict, ScreenObserved};
use crate::session::step::TimelineStep;
use crate::session::{FindingGroup, SessionFacts, Timeline};
use crate::store::RecordedSession;

use clock::SessionClock;

/// What the workers of a fleet did, saw and found.
#[derive(Debug, Default)]
pub struct MergedFleet {
    /// What the fleet is called.
    pub name: String,
    /// Its workers, in the order in which they were added.
    pub workers: Vec<FleetShare>,
    /// What is known of each app, by its package.
    pub apps: BTreeMap<String, MergedApp>,
    /// What was found, one entry for each group.
    pub findings: Vec<MergedFinding>,
    /// When each action was performed, in milliseconds of the calendar, in no order.
    pub performed: Vec<i64>,
    /// What could not be read, one sentence each.
    pub troubles: Vec<String>,
    /// What became of findings on the devices of other workers, by their groups.
    pub confirmations: BTreeMap<String, FindingConfirmation>,
}

/// What one worker did.
#[derive(Debug)]
pub struct FleetShare {
    /// Its number.
    pub number: usize,
    /// The folder of its session.
    pub session: PathBuf,
    /// Its session as a whole.
    pub facts: SessionFacts,
    /// How many states it saw.
    pub states: usize,
    /// How many of these it saw before all others.
    pub first: usize,
}

/// What the workers know of an app together.
#[derive(Debug, Default)]
pub struct MergedApp {
    /// Their behaviour model.
    pub model: BehaviourModel,
    /// Where each of its states was seen.
    pub seen: BTreeMap<StateId, StateSighting>,
    /// What they have covered of it.
    pub covered: JointCoverage,
}

/// Where a state was seen.
#[derive(Debug)]
pub struct StateSighting {
    /// When it was seen first, in milliseconds of the calendar.
    pub at_ms: i64,
    /// By whom first: a place among the workers.
    pub first: usize,
    /// What it looked like then.
    pub looked: ScreenObserved,
    /// All workers that saw it, by their places.
    pub workers: BTreeSet<usize>,
}

/// A fault, whoever found it.
#[derive(Debug)]
pub struct MergedFinding {
    /// The one that was seen first.
    pub first: Arc<Finding>,
    /// Who saw it, the first one first.
    pub sightings: Vec<FindingSighting>,
    /// The best known steps to it.
    pub path: MergedPath,
    /// What became of it on the device of another worker.
    pub confirmation: FindingConfirmation,
}

/// That a worker saw a fault.
#[derive(Debug)]
pub struct FindingSighting {
    /// The worker's place.
    pub worker: usize,
    /// The step after which it was seen first, and how often afterwards.
    pub step: u64,
    /// See above.
    pub again: usize,
    /// When, in milliseconds of the calendar.
    pub at_ms: i64,
    /// How often it happened again when it was tried.
    pub triaged: Option<FindingTriaged>,
    /// What the tester says of it.
    pub verdict: Option<FindingVerdict>,
}

/// The steps by which a worker came to a fault.
#[derive(Debug)]
pub struct MergedPath {
    /// The worker's place.
    pub worker: usize,
    /// True if it was performed again and led there.
    pub is_confirmed: bool,
    /// What is to be done before.
    pub begin: &'static str,
    /// What is to be done, with the numbers of the worker's steps.
    pub steps: Vec<(u64, Action)>,
    /// The screens before and after the last step.
    pub screens: [Option<ScreenObserved>; 2],
    /// The fault as this worker saw it.
    pub finding: Arc<Finding>,
}

impl MergedFleet {
    /// A fleet called `name` of which no worker is known yet.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds the session of worker `number`.
    pub fn add(&mut self, number: usize, session: RecordedSession) {
        let worker = self.workers.len();
        let timeline = Timeline::of(&session.records);
        let clock = SessionClock::of(&session.records);
        let troubles = session.repairs.iter().map(|what| format!("worker {number}: {what}"));
        self.troubles.extend(troubles);
        for record in &session.records {
            if matches!(record.event, Event::Performed(_)) {
                self.performed.push(clock.at(record.at_ms));
            }
        }
        let states = self.take_states(worker, &session, &clock);
        for group in &timeline.facts.groups {
            self.take_finding(worker, &timeline, &clock, group);
        }
        let Timeline { facts, .. } = timeline;
        let RecordedSession { folder, .. } = session;
        self.workers.push(FleetShare { number, session: folder, facts, states, first: 0 });
    }

    /// Adds what the session saw of its app; gives the number of its states.
    fn take_states(
        &mut self,
        worker: usize,
        session: &RecordedSession,
        clock: &SessionClock,
    ) -> usize {
        let events = || session.records.iter().map(|record| &record.event);
        let opened = events().find_map(|event| match event {
            Event::AppOpened(opened) => Some(opened.package.clone()),
            _ => None,
        });
        let Some(package) = opened else { return 0 };
        let app = self.apps.entry(package).or_default();
        let mut own = BTreeSet::new();
        for record in &session.records {
            app.model.apply(&record.event);
            match &record.event {
                Event::Covered(counted) => app.covered.count(counted),
                Event::PartsCovered(parts) => app.covered.add(parts),
                _ => {}
            }
            let Event::Observed(observed) = &record.event else { continue };
            if own.insert(observed.state.structural) {
                app.see(worker, clock.at(record.at_ms), observed);
            }
        }
        own.len()
    }

    fn take_finding(
        &mut self,
        worker: usize,
        timeline: &Timeline,
        clock: &SessionClock,
        group: &FindingGroup,
    ) {
        let at_ms = timeline.step(group.first.step).map_or(0, TimelineStep::performed_ms);
        let sighting = FindingSighting {
            worker,
            step: group.first.step,
            again: group.again.len(),
            at_ms: clock.at(at_ms),
            triaged: group.triaged.clone(),
            verdict: timeline.facts.verdicts.of(&group.first.group).cloned(),
        };
        let path = MergedPath::of(worker, timeline, group);
        match self.findings.iter_mut().find(|it| it.first.group == group.first.group) {
            Some(known) => known.add(sighting, path, &group.first),
            None => self.findings.push(MergedFinding {
                first: Arc::clone(&group.first),
                sightings: vec![sighting],
                path,
                confirmation: FindingConfirmation::default(),
            }),
        }
    }

    /// Once all workers were added: puts findings in the order in which they were seen, and counts what each
    /// worker saw first.
    pub fn settle(&mut self) {
        for finding in &mut self.findings {
            let tried = self.confirmations.get(&finding.first.group).cloned();
            let second = finding.sightings.get(1).and_then(|it| {
                let worker = self.workers.get(it.worker)?.number;
                let how = format!("found there at step {}, too", it.step);
                Some(FindingConfirmation::Confirmed { worker, how })
            });
            let is_confirmed = tried.as_ref().is_some_and(FindingConfirmation::is_confirmed);
            let best = if is_confirmed { tried } else { second.or(tried) };
            finding.confirmation = best.unwrap_or_default();
        }
        self.performed.sort_unstable();
        self.findings.sort_by_key(MergedFinding::first_at_ms);
        for sighting in self.apps.values().flat_map(|app| app.seen.values()) {
            if let Some(worker) = self.workers.get_mut(sighting.first) {
                worker.first += 1;
            }
        }
    }

    /// States of all apps.
    pub fn states(&self) -> usize {
        self.apps.values().map(|app| app.seen.len()).sum()
    }

    /// Transitions of all apps.
    pub fn transitions(&self) -> usize {
        self.apps.values().map(|app| app.model.transitions()).sum()
    }
}

impl MergedApp {
    fn see(&mut self, worker: usize, at_ms: i64, observed: &ScreenObserved) {
        let sighting =
            self.seen.entry(observed.state.structural).or_insert_with(|| StateSighting {
                at_ms,
                first: worker,
                looked: observed.clone(),
                workers: BTreeSet::new(),
            });
        sighting.workers.insert(worker);
        if at_ms < sighting.at_ms {
            (sighting.at_ms, sighting.first) = (at_ms, worker);
            sighting.looked = observed.clone();
        }
    }
}

impl MergedFinding {
    fn add(&mut self, sighting: FindingSighting, path: MergedPath, finding: &Arc<Finding>) {
        if sighting.at_ms < self.first_at_ms() {
            self.first = Arc::clone(finding);
        }
        self.sightings.push(sighting);
        self.sightings.sort_by_key(|it| it.at_ms);
        if path.rank() < self.path.rank() {
            self.path = path;
        }
    }

    /// When it was seen first, in milliseconds of the calendar.
    pub fn first_at_ms(&self) -> i64 {
        self.sightings.first().map_or(i64::MAX, |it| it.at_ms)
    }
}

impl MergedPath {
    fn of(worker: usize, timeline: &Timeline, group: &FindingGroup) -> Self {
        let FindingPath { first, steps } = FindingPath::of(timeline, group);
        let action = |number: u64| Some((number, timeline.step(number)?.action()?.clone()));
        let seen = |step: u64| timeline.step(step)?.observed().cloned();
        let last = group.first.step;
        Self {
            worker,
            is_confirmed: group.triaged.as_ref().is_some_and(|it| it.confirmed > 0),
            begin: first,
            steps: steps.into_iter().filter_map(action).collect(),
            screens: [last.checked_sub(1).and_then(seen), seen(last)],
            finding: Arc::clone(&group.first),
        }
    }

    /// The lower, the better.
    const fn rank(&self) -> (bool, usize) {
        (!self.is_confirmed, self.steps.len())
    }
}

#[cfg(test)]
mod tests;
