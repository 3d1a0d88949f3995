//! Performing a sequence once, on a device of its own.

use std::sync::Arc;

use super::TriageRequest;
use crate::device::{Device, DeviceError};
use crate::domain::{Action, Finding, Screen, locate};
use crate::engine::outcome::{InFront, outcome};
use crate::llm::Asker;
use crate::model::abstraction::state_ids;
use crate::oracle::{
    JudgedScreen, JudgedStep, JudgedTurn, Oracle, OracleSettings, PropertySet, registry,
};

/// What came of it.
pub(super) struct TrialOutcome {
    /// The finding was there.
    pub(super) shown: bool,
    /// The steps that were performed, up to the one that showed it.
    pub(super) done: Vec<usize>,
    /// The guard rule that held a step back.
    pub(super) held: Option<String>,
}

/// Opens the app on `device` and performs `steps` of the recording until `finding` is seen. What is
/// not on screen is left out.
pub(super) async fn perform(
    triage: &TriageRequest<'_>,
    finding: &Finding,
    mut device: Box<dyn Device>,
    steps: &[usize],
    asker: Option<&mut Asker>,
) -> Result<TrialOutcome, DeviceError> {
    let result = performed(triage, finding, &mut *device, steps, asker).await;
    if let Err(error) = device.close().await {
        tracing::warn!(%error, "the device could not be left as it was found");
    }
    result
}

async fn performed(
    triage: &TriageRequest<'_>,
    finding: &Finding,
    device: &mut dyn Device,
    steps: &[usize],
    asker: Option<&mut Asker>,
) -> Result<TrialOutcome, DeviceError> {
    let app = device.open().await?.package;
    let by_model = asker.is_some();
    let (mut without, _unheard) = Asker::without_model();
    let asker = asker.unwrap_or(&mut without);
    let mut watch = FindingWatch::new(finding, triage.oracles, app, asker, by_model);
    let mut trial = TrialOutcome { shown: false, done: Vec::new(), held: None };
    let opened = device.observe().await?;
    let mut screen = Arc::new(opened.screen);
    let png = opened.picture;
    trial.shown = watch.sees(device, None, &screen, png, opened.progress_ms).await?;
    for place in steps {
        if trial.shown {
            break;
        }
        let Some(step) = triage.tape.steps.get(*place) else { continue };
        let elsewhere = step.action.target().is_some() && screen.package != step.before.package;
        let Ok((mut action, _)) = locate::again(&step.action, &step.before, &screen) else {
            continue;
        };
        if elsewhere {
            continue;
        }
        triage.secrets.give(&mut action, &screen);
        if let Some(rule) = triage.guard.holding(&action, &screen) {
            trial.held = Some(rule.name.clone());
            continue;
        }
        match device.perform(&action).await {
            Ok(_) => trial.done.push(*place),
            Err(error) if error.is_lost() => return Err(error),
            // What this device cannot do is left out.
            Err(_) => continue,
        }
        let observed = device.observe().await?;
        screen = Arc::new(observed.screen);
        let png = observed.picture;
        let progress_ms = observed.progress_ms;
        trial.shown = watch.sees(device, Some(action), &screen, png, progress_ms).await?;
    }
    Ok(trial)
}

/// Says whether a finding is there again: by the device's crashes, or by a new oracle of the kind
/// that reported it.
struct FindingWatch<'a> {
    finding: &'a Finding,
    oracle: Option<Box<dyn Oracle>>,
    properties: Arc<PropertySet>,
    asker: &'a mut Asker,
    app: String,
    before: Option<JudgedScreen>,
    history: Vec<JudgedStep>,
}

impl<'a> FindingWatch<'a> {
    fn new(
        finding: &'a Finding,
        settings: &OracleSettings,
        app: String,
        asker: &'a mut Asker,
        by_model: bool,
    ) -> Self {
        let judged = !finding.kind.is_crash();
        let oracle = judged.then(|| registry::confirming(finding, settings, by_model)).flatten();
        let properties = settings.properties.clone();
        Self { finding, oracle, properties, asker, app, before: None, history: Vec::new() }
    }

    /// True if `action`, which led to `screen`, shows the finding. To be asked after each action.
    async fn sees(
        &mut self,
        device: &mut dyn Device,
        action: Option<Action>,
        screen: &Arc<Screen>,
        png: Option<Arc<[u8]>>,
        progress_ms: u64,
    ) -> Result<bool, DeviceError> {
        let crashes = device.crashes().await?;
        let Some(oracle) = &mut self.oracle else {
            return Ok(crashes.iter().any(|crash| crash.group == self.finding.group));
        };
        let state = state_ids(screen);
        let after = JudgedScreen { screen: screen.clone(), state, picture: None, png, progress_ms };
        let before = self.before.replace(after.clone());
        let outcome = before.as_ref().map(|before| {
            let was = InFront { package: &before.screen.package, state: before.state };
            let is = InFront { package: &screen.package, state };
            outcome(was, is, &self.app, crashes.iter().any(|it| it.kind.is_fatal()), false)
        });
        let done = action.clone().zip(before.as_ref()).zip(outcome);
        let step = self.history.len() as u64 + u64::from(done.is_some());
        let history = self.history.clone();
        if let Some(((action, before), outcome)) = done {
            let (from, to) = (before.state.structural, state.structural);
            self.history.push(JudgedStep { step, action, from, to, outcome });
        }
        let properties = self.properties.clone();
        let turn =
            JudgedTurn { step, action, outcome, before, after, crashes, properties, history };
        let findings = oracle.judge(&turn, self.asker).await;
        Ok(findings.iter().any(|found| oracle.same(self.finding, found)))
    }
}
