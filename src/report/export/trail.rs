//! The steps of a session, each with the screens around it: what most exports are made from.

use std::collections::HashMap;
use std::sync::Arc;

use crate::domain::{Action, ActionKey, BlobId, DisplaySize, Finding, InputText, Screen, StateIds};
use crate::protocol::{
    ActionOutcome, ActionPerformed, AppOpened, DecidedBy, Event, EventRecord, FindingTriaged,
    Proposal, ScreenObserved, SessionStarted, TesterNote, TransitionLearned,
};
use crate::store::{BlobFolder, RecordedSession};

/// A session as steps.
#[derive(Clone, Debug, Default)]
pub struct SessionTrail {
    /// How it began; `None` if the log tells no more.
    pub started: Option<SessionStarted>,
    /// The app under test.
    pub app: AppOpened,
    /// Its looks in order.
    pub looks: Vec<TrailObservation>,
    /// Its steps in order; numbers rise but may have gaps where the log is damaged.
    pub steps: Vec<TrailStep>,
    /// The first findings of their groups.
    pub findings: Vec<Finding>,
    /// What was found out about them later, in order.
    pub triaged: Vec<FindingTriaged>,
    /// What the tester wrote down.
    pub notes: Vec<TesterNote>,
    /// Screens that could not be read.
    pub unreadable: usize,
}

/// One look at the device.
#[derive(Clone, Debug)]
pub struct TrailObservation {
    /// When, in milliseconds since the session began.
    pub at_ms: u64,
    /// What the log tells of it.
    pub observed: ScreenObserved,
    /// What was seen; `None` if it cannot be read any more.
    pub screen: Option<Arc<Screen>>,
}

/// One action with what was around it.
#[derive(Clone, Debug)]
pub struct TrailStep {
    /// Its number, from 1.
    pub number: u64,
    /// When it was decided, in milliseconds since the session began.
    pub at_ms: u64,
    /// What was done.
    pub action: Action,
    /// Its name within the state.
    pub key: ActionKey,
    /// Who decided.
    pub by: DecidedBy,
    /// Who proposed, and why; `None` if nobody did.
    pub proposal: Option<Proposal>,
    /// The look before it, as its place in [`SessionTrail::looks`].
    pub before: Option<usize>,
    /// The look after it.
    pub after: Option<usize>,
    /// What was told of performing it.
    pub performed: Option<ActionPerformed>,
    /// What it led to.
    pub learned: Option<TransitionLearned>,
}

impl TrailStep {
    /// Why it could not be performed, if it could not.
    pub fn failed(&self) -> Option<&str> {
        self.performed.as_ref()?.failed.as_deref()
    }

    /// The name of the variable that stands for what was typed, if that was a secret: the log
    /// does not hold it.
    pub fn secret(&self) -> Option<String> {
        let target = self.action.singles().find_map(|single| match single {
            Action::Type { target, text: InputText::Secret(_) } => Some(target),
            _ => None,
        })?;
        Some(variable(target.resource_id.rsplit('/').next().unwrap_or_default()))
    }

    /// What it did, as far as the log tells.
    pub fn outcome(&self) -> Option<ActionOutcome> {
        self.learned.as_ref().map(|learned| learned.outcome)
    }
}

impl SessionTrail {
    /// Reads `session`; what is missing or damaged is left out.
    pub fn of(session: &RecordedSession) -> Self {
        let mut reading = TrailReader::new(&session.blobs);
        for record in &session.records {
            reading.take(record);
        }
        reading.trail
    }

    /// The look at this place.
    pub fn look(&self, place: Option<usize>) -> Option<&TrailObservation> {
        self.looks.get(place?)
    }

    /// The screen before `step`.
    pub fn screen_before(&self, step: &TrailStep) -> Option<&Screen> {
        self.look(step.before)?.screen.as_deref()
    }

    /// True if it talked to a voice app.
    pub fn is_spoken(&self) -> bool {
        let spoken = |look: &TrailObservation| {
            look.observed.said.is_some()
                || look.screen.as_ref().is_some_and(|screen| screen.surface.is_dialogue())
        };
        self.looks.first().is_some_and(spoken)
    }

    /// The display in its natural position.
    pub fn size(&self) -> DisplaySize {
        self.started.as_ref().map(|started| started.size).unwrap_or_default()
    }

    /// True if the app was fresh when the session began: only then a fresh start leads to the
    /// same place again.
    pub fn began_fresh(&self) -> bool {
        self.started.as_ref().is_some_and(|started| started.target.starts_with("demo:"))
    }

    /// The states around `step`: before and after, as far as they are known.
    pub fn states(&self, step: &TrailStep) -> (Option<StateIds>, Option<StateIds>) {
        let state = |place| self.look(place).map(|look| look.observed.state);
        (state(step.before), state(step.after))
    }
}

struct TrailReader<'a> {
    blobs: &'a BlobFolder,
    trail: SessionTrail,
    screens: HashMap<BlobId, Option<Arc<Screen>>>,
    proposals: HashMap<u64, Proposal>,
}

impl<'a> TrailReader<'a> {
    fn new(blobs: &'a BlobFolder) -> Self {
        Self {
            blobs,
            trail: SessionTrail::default(),
            screens: HashMap::new(),
            proposals: HashMap::new(),
        }
    }

    fn take(&mut self, record: &EventRecord) {
        let EventRecord { at_ms, event, .. } = record;
        let trail = &mut self.trail;
        match event {
            Event::SessionStarted(started) => trail.started = Some(started.clone()),
            Event::AppOpened(opened) => trail.app = opened.clone(),
            Event::Observed(observed) => self.look(*at_ms, observed),
            Event::Proposed(proposal) => {
                self.proposals.insert(proposal.id.0, proposal.clone());
            }
            Event::Decided(decided) => {
                let proposal = self.proposals.remove(&decided.decision.proposal.0);
                let (Some(action), Some(number)) = (&decided.action, decided.step) else { return };
                if trail.steps.last().is_some_and(|last| last.number >= number) {
                    return;
                }
                trail.steps.push(TrailStep {
                    number,
                    at_ms: *at_ms,
                    action: action.clone(),
                    key: decided.key.clone().unwrap_or_else(|| ActionKey::new(action.to_string())),
                    by: decided.decision.by,
                    proposal,
                    before: trail.looks.len().checked_sub(1),
                    after: None,
                    performed: None,
                    learned: None,
                });
            }
            Event::Performed(performed) => {
                if let Some(step) = self.step(performed.step) {
                    step.performed = Some(performed.clone());
                }
            }
            Event::Learned(learned) => {
                let after = trail.looks.len().checked_sub(1);
                if let Some(step) = self.step(learned.step) {
                    step.learned = Some(learned.clone());
                    step.after = after;
                }
            }
            Event::Found(finding) if finding.first => trail.findings.push(finding.clone()),
            Event::Triaged(triaged) => trail.triaged.push(triaged.clone()),
            Event::Noted(note) => trail.notes.push(note.clone()),
            _ => {}
        }
    }

    /// The step in flight, if it has this number.
    fn step(&mut self, number: u64) -> Option<&mut TrailStep> {
        self.trail.steps.last_mut().filter(|step| step.number == number)
    }

    fn look(&mut self, at_ms: u64, observed: &ScreenObserved) {
        let screen = match self.screens.get(&observed.screen) {
            Some(known) => known.clone(),
            None => {
                let json = self.blobs.get(&observed.screen).ok();
                let screen = json.and_then(|json| serde_json::from_slice(&json).ok().map(Arc::new));
                self.trail.unreadable += usize::from(screen.is_none());
                self.screens.insert(observed.screen.clone(), screen.clone());
                screen
            }
        };
        self.trail.looks.push(TrailObservation { at_ms, observed: observed.clone(), screen });
    }
}

/// A variable named after the field with this id.
fn variable(id: &str) -> String {
    let upper = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let name: String = id.chars().map(upper).take(40).collect();
    match name.chars().next() {
        Some('A'..='Z') => name,
        _ => format!("SECRET{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::variable;

    #[test]
    fn variables_are_named_after_fields() {
        assert_eq!(variable("user-password"), "USER_PASSWORD");
        assert_eq!(variable(""), "SECRET");
        assert_eq!(variable("2nd"), "SECRET2ND");
    }
}
