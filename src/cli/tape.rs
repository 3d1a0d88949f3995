//! From a session on the disk to the recording that is replayed on a target.

use std::sync::Arc;

use super::screens::RecordedScreens;
use super::{CliError, output};
use crate::domain::{ActionKey, Screen, StateIds};
use crate::explorer::replay::{ActionTape, TapedAction};
use crate::model::BehaviourModel;
use crate::protocol::{AppOpened, DecisionMade, Event, SessionStarted};
use crate::store::RecordedSession;

/// A recording, and how it was made.
pub struct LoadedRecording {
    /// What was performed.
    pub tape: Arc<ActionTape>,
    /// How the session began.
    pub started: Option<SessionStarted>,
    /// The app, as it was when it was opened.
    pub app: AppOpened,
    /// What could not be read, one sentence each.
    pub notices: Vec<String>,
}

/// The most notices that are printed about one recording.
const MOST_NOTICES: usize = 8;

impl LoadedRecording {
    /// Prints what could not be read.
    pub fn report_notices(&self) {
        for notice in self.notices.iter().take(MOST_NOTICES) {
            output::tell(&format!("note: {notice}"));
        }
    }
}

/// What `session` did.
///
/// # Errors
/// If it holds more than any honest one.
pub fn read(session: &RecordedSession) -> Result<LoadedRecording, CliError> {
    let mut reading = RecordingReader {
        screens: RecordedScreens::of(session),
        tape: ActionTape::default(),
        model: BehaviourModel::default(),
        at: None,
        decided: None,
        recorded: (None, AppOpened::default()),
        notices: session.repairs.clone(),
    };
    for record in &session.records {
        reading.take(&record.event)?;
    }
    let RecordingReader { mut tape, model, recorded: (started, app), mut notices, screens, .. } =
        reading;
    notices.extend(screens.notices);
    tape.package.clone_from(&app.package);
    tape.model = Arc::new(model);
    Ok(LoadedRecording { tape: Arc::new(tape), started, app, notices })
}

struct RecordingReader<'a> {
    screens: RecordedScreens<'a>,
    tape: ActionTape,
    model: BehaviourModel,
    /// The latest observation; `None` if it could not be read.
    at: Option<(StateIds, Arc<Screen>)>,
    /// The action that was decided and whose result is awaited.
    decided: Option<TapedAction>,
    recorded: (Option<SessionStarted>, AppOpened),
    notices: Vec<String>,
}

impl RecordingReader<'_> {
    fn take(&mut self, event: &Event) -> Result<(), CliError> {
        if BehaviourModel::concerns(event) {
            self.model.apply(event);
        }
        match event {
            Event::SessionStarted(started) => self.recorded.0 = Some(started.clone()),
            Event::AppOpened(opened) => self.recorded.1 = opened.clone(),
            Event::Decided(decided) => self.decided(decided),
            // An action that failed was not performed.
            Event::Performed(performed) if performed.failed.is_some() => self.decided = None,
            Event::Found(finding) => self.tape.findings.push(finding.clone()),
            Event::Observed(observed) => {
                let screen = self.screens.get(&observed.screen)?;
                self.at = screen.map(|screen| (observed.state, screen));
                if let Some(mut step) = self.decided.take() {
                    step.after.clone_from(&self.at);
                    self.tape.steps.push(step);
                }
                if self.tape.opening.is_none() {
                    self.tape.opening.clone_from(&self.at);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn decided(&mut self, decided: &DecisionMade) {
        let (Some(action), Some(number)) = (&decided.action, decided.step) else { return };
        let Some((from, before)) = &self.at else {
            self.notices.push(format!("step {number} is left out: its screen cannot be read"));
            return;
        };
        self.decided = Some(TapedAction {
            number,
            action: action.clone(),
            key: decided.key.clone().unwrap_or_else(|| ActionKey::new(action.to_string())),
            from: *from,
            before: before.clone(),
            after: None,
        });
    }
}
