//! What is true of a session as a whole.

use std::collections::HashMap;
use std::sync::Arc;

use super::{AttackTotals, FunctionSegments, ModelTotals, SessionAttack};
use crate::domain::{Coverage, DisplaySize, Finding};
use crate::model::{ExpectationList, FindingVerdicts};
use crate::protocol::{
    AppOpened, AutoLimits, Event, EventRecord, FindingTriaged, RunMode, SessionBranched,
    SessionEnded, SessionStarted, StepCompared, StepMatch, TesterNote, WarningRaised,
};

/// The facts of a session as a whole. Its size does not grow with the number of steps, only with
/// what was found, noted, measured and warned of.
#[derive(Clone, Debug, Default)]
pub struct SessionFacts {
    /// How it began.
    pub started: Option<SessionStarted>,
    /// How it went on each time it was resumed.
    pub resumed: Vec<SessionStarted>,
    /// The session that it begins like.
    pub branched: Option<SessionBranched>,
    /// The app under test.
    pub app: Option<AppOpened>,
    /// What it is about, each wording in order, empty ones included.
    pub charters: Vec<String>,
    /// How far the engine goes by itself now.
    pub mode: Option<RunMode>,
    /// What ended, or ends, the latest auto run.
    pub auto: Option<AutoLimits>,
    /// Actions performed.
    pub step: u64,
    /// Structural states discovered.
    pub states: usize,
    /// All findings in order, repeats included.
    pub findings: Vec<Arc<Finding>>,
    /// The findings, one entry for each group, in the order of their first ones.
    pub groups: Vec<FindingGroup>,
    /// All triage results in order; a later one of the same group replaces an earlier one.
    pub triaged: Vec<FindingTriaged>,
    /// The tester's verdicts on findings.
    pub verdicts: FindingVerdicts,
    /// What the tester expects of the app.
    pub expectations: ExpectationList,
    /// The functions of the app that its steps belong to, if a model divided them.
    pub functions: FunctionSegments,
    /// What the tester wrote down.
    pub notes: Vec<Arc<TesterNote>>,
    /// What the tester is told, with milliseconds since the start: warnings, steps of a recording
    /// that went otherwise, and triage results.
    pub messages: Vec<(u64, WarningRaised)>,
    /// What the target measured of itself, with the number of actions performed before.
    pub measured: Vec<(u64, Arc<Coverage>)>,
    /// The seeded faults whose wrong results were seen, each with the number of actions performed
    /// before; only a test bed reports them.
    pub shown_faults: Vec<(u64, String)>,
    /// The latest attack of a form.
    pub attack: Option<SessionAttack>,
    /// All attacks in figures.
    pub attacks: AttackTotals,
    /// What was asked of a model.
    pub asked: ModelTotals,
    /// Why it ended; `None` if it was cut off or goes on.
    pub ended: Option<SessionEnded>,
    /// The latest time of a record, in milliseconds since the start.
    pub at_ms: u64,
    /// True once the device was observed.
    observed: bool,
    /// True once a voice app was heard.
    spoken: bool,
    /// Where in `groups` each group is.
    group_index: HashMap<String, usize>,
}

/// Findings of one group: the same fault, seen once or more.
#[derive(Clone, Debug)]
pub struct FindingGroup {
    /// The first one.
    pub first: Arc<Finding>,
    /// The steps after which it was seen again.
    pub again: Vec<u64>,
    /// The latest triage result.
    pub triaged: Option<FindingTriaged>,
}

impl FindingGroup {
    /// What became of a suspicion of a model; `None` if code has judged.
    pub fn standing(&self) -> Option<&'static str> {
        self.first.claim.as_ref()?;
        Some(match &self.triaged {
            None => "suspected",
            Some(triaged) if triaged.confirmed > 0 => "reproduced",
            Some(_) => "refuted",
        })
    }
}

impl SessionFacts {
    /// The facts that `records` tell.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a EventRecord>) -> Self {
        let mut facts = Self::default();
        records.into_iter().for_each(|record| facts.apply(record));
        facts
    }

    /// Takes one record in.
    pub fn apply(&mut self, record: &EventRecord) {
        self.at_ms = self.at_ms.max(record.at_ms);
        self.asked.apply(&record.event);
        self.verdicts.apply(&record.event);
        match &record.event {
            Event::SessionStarted(started) => {
                self.set_mode(&started.mode);
                self.started = Some(started.clone());
            }
            Event::Resumed(resumed) => {
                self.set_mode(&resumed.mode);
                self.resumed.push(resumed.clone());
                self.ended = None;
            }
            Event::Branched(branched) => self.branched = Some(branched.clone()),
            Event::AppOpened(opened) => self.app = Some(opened.clone()),
            Event::CharterSet(charter) => self.charters.push(charter.text.clone()),
            Event::ModeSet(set) => self.set_mode(&set.mode),
            Event::Discovered(_) => self.states += 1,
            Event::Observed(observed) => {
                self.step = observed.step;
                self.observed = true;
                self.spoken |= observed.said.is_some();
            }
            Event::Performed(performed) => self.step = performed.step,
            Event::Covered(coverage) => self.measured.push((self.step, Arc::new(coverage.clone()))),
            Event::FaultsShown(shown) => {
                let faults = shown.faults.iter().map(|fault| (shown.step, fault.clone()));
                self.shown_faults.extend(faults);
            }
            Event::Attacked(attacked) => {
                self.attack.get_or_insert_default().apply(attacked);
                self.attacks.apply(record.at_ms, attacked);
            }
            Event::ExpectationChanged(changed) => self.expectations.apply(changed),
            Event::FunctionTested(tested) => self.functions.apply(tested),
            Event::Noted(note) => self.notes.push(Arc::new(note.clone())),
            Event::Warned(warning) => self.messages.push((record.at_ms, warning.clone())),
            Event::Compared(compared) => self.compared(record.at_ms, compared),
            Event::Found(finding) => self.found(finding),
            Event::Triaged(triaged) => self.add_triaged(record.at_ms, triaged),
            Event::Ended(ended) => self.ended = Some(ended.clone()),
            _ => {}
        }
    }

    fn set_mode(&mut self, mode: &RunMode) {
        if let RunMode::Auto { until } = mode {
            self.auto = Some(until.clone());
        }
        self.mode = Some(mode.clone());
    }

    /// A recording is performed again: what went otherwise is a message.
    fn compared(&mut self, at_ms: u64, compared: &StepCompared) {
        if matches!(compared.sameness, StepMatch::Same | StepMatch::Near) {
            return;
        }
        let how = compared.sameness.word();
        let what = format!("Step {} of the recording, {how}: {}", compared.recorded, compared.what);
        self.messages.push((at_ms, WarningRaised { what, hint: None }));
    }

    fn found(&mut self, finding: &Finding) {
        let finding = Arc::new(finding.clone());
        let known = self.group_index.get(&finding.group);
        match known.and_then(|place| self.groups.get_mut(*place)) {
            Some(group) => group.again.push(finding.step),
            None => {
                self.group_index.insert(finding.group.clone(), self.groups.len());
                self.groups.push(FindingGroup {
                    first: finding.clone(),
                    again: Vec::new(),
                    triaged: None,
                });
            }
        }
        self.findings.push(finding);
    }

    fn add_triaged(&mut self, at_ms: u64, triaged: &FindingTriaged) {
        let labels: Vec<&str> = triaged.steps.iter().map(|step| step.label.as_str()).collect();
        // A triage of an earlier version may name a finding that the log has lost.
        let finding = self.group(&triaged.group).map_or("finding", |group| group.first.kind.name());
        let what = format!("The {finding} of step {}: {}", triaged.step, triaged.why);
        self.messages.push((at_ms, WarningRaised { what, hint: Some(labels.join(", ")) }));
        let known = self.group_index.get(&triaged.group);
        if let Some(group) = known.and_then(|place| self.groups.get_mut(*place)) {
            group.triaged = Some(triaged.clone());
        }
        self.triaged.push(triaged.clone());
    }

    /// The findings of this group.
    pub fn group(&self, group: &str) -> Option<&FindingGroup> {
        self.groups.get(*self.group_index.get(group)?)
    }

    /// The setup it runs with: that of the latest time it was resumed, else that of its start.
    pub fn setup(&self) -> Option<&SessionStarted> {
        self.resumed.last().or(self.started.as_ref())
    }

    /// What the session is about, in the tester's words.
    pub fn charter(&self) -> Option<&str> {
        self.charters.last().map(String::as_str).filter(|text| !text.trim().is_empty())
    }

    /// True if the target is a voice app: it has no display, it speaks.
    pub fn is_spoken(&self) -> bool {
        if self.observed {
            self.spoken
        } else {
            self.started.as_ref().is_some_and(|started| started.size == DisplaySize::default())
        }
    }
}
