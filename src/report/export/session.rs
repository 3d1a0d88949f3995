//! The steps of a session, each with the screens around it: what most exports are made from.

use std::collections::HashMap;
use std::sync::Arc;

use crate::domain::{Action, ActionKey, BlobId, DisplaySize, Finding, InputText, Screen, StateIds};
use crate::protocol::{
    ActionOutcome, ActionPerformed, AppOpened, DecidedBy, FindingTriaged, Proposal, ScreenObserved,
    SessionStarted, TesterNote, TransitionLearned,
};
use crate::session::{SessionFacts, StepDecision, Timeline, TimelineStep};
use crate::store::{BlobFolder, RecordedSession};

/// A session as steps.
#[derive(Clone, Debug, Default)]
pub struct ExportSession {
    /// How it began; `None` if the log lost it.
    pub started: Option<SessionStarted>,
    /// The app under test.
    pub app: AppOpened,
    /// Its observations in order.
    pub observations: Vec<ExportObservation>,
    /// Its steps in order; numbers rise, with gaps if the log is damaged.
    pub steps: Vec<ExportStep>,
    /// The first findings of their groups.
    pub findings: Vec<Finding>,
    /// What was found out about them later, in order.
    pub triaged: Vec<FindingTriaged>,
    /// What the tester wrote down.
    pub notes: Vec<TesterNote>,
    /// Screens that could not be read.
    pub unreadable: usize,
    /// True if the app was fresh when the session began: only then a restart with fresh data leads to
    /// the same place again. The log does not say it; whoever knows the target sets it.
    pub began_fresh: bool,
    /// The address of the app, if it is a web app. Whoever knows the target sets it.
    pub web_address: Option<String>,
}

/// One observation of the device.
#[derive(Clone, Debug)]
pub struct ExportObservation {
    /// When, in milliseconds since the session began.
    pub at_ms: u64,
    /// The observation in the log.
    pub observed: ScreenObserved,
    /// What was seen; `None` if it cannot be read any more.
    pub screen: Option<Arc<Screen>>,
}

/// One action with what was around it.
#[derive(Clone, Debug)]
pub struct ExportStep {
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
    /// The observation before it, as its place in [`ExportSession::observations`].
    pub before: Option<usize>,
    /// The observation after it.
    pub after: Option<usize>,
    /// How performing it went.
    pub performed: Option<ActionPerformed>,
    /// What it led to.
    pub learned: Option<TransitionLearned>,
    /// The variable that gives what is typed, instead of what was typed then.
    pub parameter: Option<String>,
}

impl ExportStep {
    /// The first step of a session, of which nothing but `action` is known.
    #[cfg(test)]
    pub fn of(action: Action) -> Self {
        Self {
            number: 1,
            at_ms: 0,
            action,
            key: ActionKey::new("key"),
            by: DecidedBy::Policy,
            proposal: None,
            before: None,
            after: None,
            performed: None,
            learned: None,
            parameter: None,
        }
    }

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

    /// The variable that gives what is typed: a parameter, or a secret.
    pub fn typed_variable(&self) -> Option<String> {
        self.parameter.clone().or_else(|| self.secret())
    }

    /// What it did; `None` if the log lost it.
    pub fn outcome(&self) -> Option<ActionOutcome> {
        self.learned.as_ref().map(|learned| learned.outcome)
    }
}

impl ExportSession {
    /// Reads `session`; what is missing or damaged is left out. The app is taken for one that was not
    /// fresh.
    pub fn of(session: &RecordedSession) -> Self {
        let timeline = Timeline::of(&session.records);
        let mut screens = ScreenReader { blobs: &session.blobs, known: HashMap::new() };
        let observations = timeline.moments.iter().map(|moment| ExportObservation {
            at_ms: moment.at_ms,
            observed: moment.observed.clone(),
            screen: screens.get(&moment.observed.screen),
        });
        let observations = observations.collect();
        let steps = timeline.steps().filter_map(step).collect();
        let SessionFacts { started, app, findings, notes, triaged, .. } = timeline.facts;
        let first = findings.iter().filter(|finding| finding.first);
        Self {
            started,
            app: app.unwrap_or_default(),
            observations,
            steps,
            findings: first.map(|finding| Finding::clone(finding)).collect(),
            triaged,
            notes: notes.iter().map(|note| TesterNote::clone(note)).collect(),
            unreadable: screens.known.values().filter(|screen| screen.is_none()).count(),
            began_fresh: false,
            web_address: None,
        }
    }

    /// The observation at this place.
    pub fn observation(&self, place: Option<usize>) -> Option<&ExportObservation> {
        self.observations.get(place?)
    }

    /// The screen before `step`.
    pub fn screen_before(&self, step: &ExportStep) -> Option<&Screen> {
        self.observation(step.before)?.screen.as_deref()
    }

    /// True if it talked to a voice app.
    pub fn is_spoken(&self) -> bool {
        let spoken = |observation: &ExportObservation| {
            observation.observed.said.is_some()
                || observation.screen.as_ref().is_some_and(|screen| screen.surface.is_dialogue())
        };
        self.observations.first().is_some_and(spoken)
    }

    /// The display in its natural position.
    pub fn size(&self) -> DisplaySize {
        self.started.as_ref().map(|started| started.size).unwrap_or_default()
    }

    /// The states around `step`: before and after, as far as they are known.
    pub fn states(&self, step: &ExportStep) -> (Option<StateIds>, Option<StateIds>) {
        let state = |place| self.observation(place).map(|observation| observation.observed.state);
        (state(step.before), state(step.after))
    }
}

/// The screens that observations name, each read once; `None` for one that cannot be read.
struct ScreenReader<'a> {
    blobs: &'a BlobFolder,
    known: HashMap<BlobId, Option<Arc<Screen>>>,
}

impl ScreenReader<'_> {
    fn get(&mut self, id: &BlobId) -> Option<Arc<Screen>> {
        let blobs = self.blobs;
        let read = || serde_json::from_slice(&blobs.get(id).ok()?).ok().map(Arc::new);
        self.known.entry(id.clone()).or_insert_with(read).clone()
    }
}

/// A step of the timeline as exports need it; `None` if nothing was done.
fn step(step: TimelineStep<'_>) -> Option<ExportStep> {
    let StepDecision { at_ms, before, decided, .. } = step.decided()?;
    let action = decided.action.clone()?;
    Some(ExportStep {
        number: step.number,
        at_ms: *at_ms,
        key: decided.key.clone().unwrap_or_else(|| ActionKey::new(action.to_string())),
        action,
        by: decided.decision.by,
        proposal: step.decided_proposal().map(|reviewed| reviewed.proposal.clone()),
        before: *before,
        after: step.after(),
        performed: step.performed().cloned(),
        learned: step.learned().cloned(),
        parameter: None,
    })
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
