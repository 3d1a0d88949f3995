//! What a model suspects is performed again from a restart, and judged again.

use std::sync::Arc;

use futures_util::FutureExt as _;
use ridealong::device::{ActionReport, AppInfo, Device, DeviceFuture, DeviceInfo, Observation};
use ridealong::domain::{
    Action, ActionKey, AppCrash, DeviceCapabilities, FaultEffects, Finding, Screen,
};
use ridealong::engine::GuardRules;
use ridealong::engine::triage::{TriageDevices, TriageLimits, TriageRequest};
use ridealong::explorer::replay::{ActionTape, ReplaySecrets, TapedAction};
use ridealong::llm::Asker;
use ridealong::oracle::OracleSettings;
use ridealong::session::Timeline;
use ridealong::store::RecordedSession;

use super::detector::ScriptedDetector;

/// What a session did.
pub fn tape(session: &RecordedSession) -> ActionTape {
    let timeline = Timeline::of(&session.records);
    let screen = |id| -> Arc<Screen> {
        Arc::new(serde_json::from_slice(&session.blobs.get(id).unwrap()).unwrap())
    };
    let moments = timeline.moments.iter();
    let seen: Vec<_> =
        moments.map(|moment| (moment.observed.state, screen(&moment.observed.screen))).collect();
    let mut steps = Vec::new();
    for step in timeline.steps() {
        let Some(decision) = step.decided() else { continue };
        let at = |place: usize| seen.get(place).cloned();
        let Some((from, before)) = decision.before.and_then(at) else { continue };
        let after = decision.before.and_then(|before| at(before + 1));
        if let (Some(action), Some(after)) = (&decision.decided.action, after) {
            let key = decision.decided.key.clone();
            let key = key.unwrap_or_else(|| ActionKey::new(action.to_string()));
            let (number, action) = (step.number, action.clone());
            steps.push(TapedAction { number, action, key, from, before, after: Some(after) });
        }
    }
    let Timeline { facts, model, .. } = timeline;
    ActionTape {
        steps,
        opening: seen.into_iter().next(),
        findings: facts.findings.iter().map(|finding| Finding::clone(finding)).collect(),
        package: facts.app.unwrap_or_default().package,
        model: Arc::new(model),
    }
}

/// Gives phones that tell the scripted model which wrong results they have shown.
pub struct HeardPhones<F> {
    /// Makes a phone.
    pub phone: F,
    /// The model, without memory of the run.
    pub detector: Arc<ScriptedDetector>,
    /// What asks it.
    pub asker: Asker,
}

impl<F: FnMut() -> Box<dyn Device> + Send> TriageDevices for HeardPhones<F> {
    fn fresh(&mut self) -> DeviceFuture<'_, Box<dyn Device>> {
        self.detector.forget();
        let inner = (self.phone)();
        let detector = self.detector.clone();
        let device = HeardPhone { inner, detector, step: 0, told: FaultEffects::new() };
        async move { Ok(Box::new(device) as Box<dyn Device>) }.boxed()
    }

    fn asker(&mut self) -> Option<&mut Asker> {
        Some(&mut self.asker)
    }
}

/// A phone that tells the scripted model after which step a wrong result was seen.
struct HeardPhone {
    inner: Box<dyn Device>,
    detector: Arc<ScriptedDetector>,
    /// Actions performed so far.
    step: u64,
    told: FaultEffects,
}

impl Device for HeardPhone {
    fn info(&self) -> &DeviceInfo {
        self.inner.info()
    }

    fn capabilities(&self) -> DeviceCapabilities {
        self.inner.capabilities()
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        self.inner.open()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        self.inner.observe()
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        async move {
            let report = self.inner.perform(action).await?;
            self.step += 1;
            Ok(report)
        }
        .boxed()
    }

    fn crashes(&mut self) -> DeviceFuture<'_, Vec<AppCrash>> {
        async move {
            let crashes = self.inner.crashes().await?;
            self.inner.coverage().await?;
            let now = self.inner.fault_effects();
            let new = now.iter().filter(|(fault, times)| self.told.get(*fault) != Some(*times));
            let new: Vec<String> = new.map(|(fault, _)| fault.clone()).collect();
            self.detector.hear_shown(self.step, &new);
            self.told = now;
            Ok(crashes)
        }
        .boxed()
    }

    fn close(&mut self) -> DeviceFuture<'_, ()> {
        self.inner.close()
    }
}

/// True if `finding` is not there again once its steps are performed from a restart.
pub async fn is_refuted(
    tape: &ActionTape,
    finding: &Finding,
    bench: &mut dyn TriageDevices,
) -> bool {
    let request = TriageRequest {
        tape,
        manifest: None,
        guard: &GuardRules::default(),
        secrets: &ReplaySecrets::default(),
        oracles: &OracleSettings::default(),
        limits: TriageLimits { times: 1, ..TriageLimits::default() },
    };
    request.happens_again(finding, bench).await.unwrap().steps.is_none()
}
