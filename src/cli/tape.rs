//! From a session on the disk to the recording that is replayed on a target.

use std::sync::Arc;

use super::screens::RecordedScreens;
use super::{CliError, output};
use crate::domain::{ActionKey, Finding, Screen, StateIds};
use crate::explorer::replay::{ActionTape, TapedAction};
use crate::protocol::{AppOpened, SessionStarted};
use crate::session::{SessionMoment, Timeline};
use crate::store::RecordedSession;

/// An observed state with its screen.
type SeenScreen = (StateIds, Arc<Screen>);

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
    let timeline = Timeline::of(&session.records);
    let mut screens = RecordedScreens::of(session);
    let mut seen: Vec<Option<SeenScreen>> = Vec::new();
    for SessionMoment { observed, .. } in timeline.moments.iter() {
        let screen = screens.get(&observed.screen)?;
        seen.push(screen.map(|screen| (observed.state, screen)));
    }
    let mut notices = session.repairs.clone();
    let mut steps = Vec::new();
    for step in timeline.steps() {
        let Some(decision) = step.decided() else { continue };
        let moment = |place: usize| seen.get(place).cloned();
        let Some((from, before)) = decision.before.and_then(moment).flatten() else {
            notices.push(format!("step {} is left out: its screen cannot be read", step.number));
            continue;
        };
        // An action that failed was not performed; one without an observation after it was cut off.
        let refused = step.performed().is_some_and(|performed| performed.failed.is_some());
        let after = decision.before.and_then(|before| moment(before + 1));
        if let (Some(action), Some(after), false) = (&decision.decided.action, after, refused) {
            let key = decision.decided.key.clone();
            steps.push(TapedAction {
                number: step.number,
                action: action.clone(),
                key: key.unwrap_or_else(|| ActionKey::new(action.to_string())),
                from,
                before,
                after,
            });
        }
    }
    notices.extend(screens.notices);
    let Timeline { facts, model, .. } = timeline;
    let app = facts.app.unwrap_or_default();
    let tape = ActionTape {
        steps,
        opening: seen.into_iter().flatten().next(),
        findings: facts.findings.iter().map(|finding| Finding::clone(finding)).collect(),
        package: app.package.clone(),
        model: Arc::new(model),
    };
    Ok(LoadedRecording { tape: Arc::new(tape), started: facts.started, app, notices })
}
