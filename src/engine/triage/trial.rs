//! Performing a sequence once, on a device of its own.

use super::TriageRequest;
use crate::device::{Device, DeviceError};
use crate::domain::locate;

/// What came of it.
pub(super) struct TrialOutcome {
    /// The crash was there.
    pub(super) shown: bool,
    /// The steps that were performed, up to the one that showed it.
    pub(super) done: Vec<usize>,
    /// The guard rule that held a step back.
    pub(super) held: Option<String>,
}

/// Opens the app on `device` and performs `steps` of the recording until a crash of `group` is seen.
/// What is not on screen is left out.
pub(super) async fn perform(
    triage: &TriageRequest<'_>,
    group: &str,
    mut device: Box<dyn Device>,
    steps: &[usize],
) -> Result<TrialOutcome, DeviceError> {
    let result = performed(triage, group, &mut *device, steps).await;
    if let Err(error) = device.close().await {
        tracing::warn!(%error, "the device could not be left as it was found");
    }
    result
}

async fn performed(
    triage: &TriageRequest<'_>,
    group: &str,
    device: &mut dyn Device,
    steps: &[usize],
) -> Result<TrialOutcome, DeviceError> {
    device.open().await?;
    let mut trial = TrialOutcome { shown: false, done: Vec::new(), held: None };
    let mut screen = device.observe().await?.screen;
    trial.shown = seen(device, group).await?;
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
        screen = device.observe().await?.screen;
        trial.shown = seen(device, group).await?;
    }
    Ok(trial)
}

async fn seen(device: &mut dyn Device, group: &str) -> Result<bool, DeviceError> {
    Ok(device.crashes().await?.iter().any(|crash| crash.group == group))
}
