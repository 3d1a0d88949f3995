//! Triage: does a finding happen again after a restart, and what is the shortest sequence that shows
//! it? A crash or ANR is the same if its group is; of any other finding its oracle says so.
//!
//! What was recorded is performed again on new devices, each action aimed at the widget that means
//! the same ([`crate::domain::locate`]). First short guesses are tried: the model's shortest path to
//! the last screens before the finding, then those screens' actions; then all since the last restart,
//! then more. What shows it loses its detours, is made shorter by delta debugging ([`SequenceShrinker`])
//! until no single step can be left out, and takes shorter recorded paths to where its last steps begin.
//! Pairs of actions are tried by halves, and what is left is then performed several times more. Guards
//! hold as in any run.

mod guess;
mod shrink;
mod trial;
mod work;

use std::borrow::Cow;
use std::time::Duration;

use super::guard::GuardRules;
use crate::device::{Device, DeviceError, DeviceFuture};
use crate::domain::{Action, ComponentKind, Finding, Manifest};
use crate::explorer::replay::{ActionTape, ReplaySecrets};
use crate::llm::Asker;
use crate::oracle::{OracleSettings, registry};
use crate::protocol::{FindingTriaged, MinimalStep};

pub use shrink::SequenceShrinker;
use work::TriageWork;

/// Steps that are shown of a finding that did not happen again.
const SHOWN_STEPS: usize = 30;

/// Gives devices on which nothing of a trial before is left.
pub trait TriageDevices: Send {
    /// One of them, not opened yet.
    fn fresh(&mut self) -> DeviceFuture<'_, Box<dyn Device>>;

    /// The model that judges again what only a model can judge; `None` leaves such findings suspected.
    fn asker(&mut self) -> Option<&mut Asker> {
        None
    }
}

/// What a triage may take.
#[derive(Clone, Copy, Debug)]
pub struct TriageLimits {
    /// How often the shortest sequence is performed in the end.
    pub times: u32,
    /// Restarts for one finding.
    pub replays: u32,
    /// Time for one finding.
    pub time: Duration,
    /// A trial that is not at its end so long after that is one on a device that hangs.
    pub hangs_after: Duration,
}

impl Default for TriageLimits {
    fn default() -> Self {
        Self {
            times: 3,
            replays: 150,
            time: Duration::from_secs(300),
            hangs_after: Duration::from_secs(60),
        }
    }
}

/// What is triaged, and by which rules.
pub struct TriageRequest<'a> {
    /// What was recorded.
    pub tape: &'a ActionTape,
    /// What the app declares of itself, if that is known.
    pub manifest: Option<&'a Manifest>,
    /// What must not be done.
    pub guard: &'a GuardRules,
    /// What goes into password fields.
    pub secrets: &'a ReplaySecrets,
    /// What oracles judge by.
    pub oracles: &'a OracleSettings,
    /// What it may take.
    pub limits: TriageLimits,
}

/// What became of a finding that was tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedFinding {
    /// So many steps after a restart showed it; `None` if nothing did.
    pub steps: Option<usize>,
    /// Restarts that it took.
    pub tries: u32,
    /// The guard rule that held a step back.
    pub held: Option<String>,
}

/// The findings of `tape` that can be triaged, the first of each group: crashes, ANRs, and what an
/// oracle can judge once more, one that asks a model only with `by_model`.
pub fn groups(tape: &ActionTape, by_model: bool) -> Vec<&Finding> {
    let findings = tape.findings.iter();
    findings.filter(|finding| finding.first && can_confirm(finding, by_model)).collect()
}

/// True if performing the same actions again can show that `finding` happens again.
pub fn can_confirm(finding: &Finding, by_model: bool) -> bool {
    let settings = OracleSettings::default();
    finding.kind.is_crash() || registry::confirming(finding, &settings, by_model).is_some()
}

/// True if only a model can say whether `finding` is there again. It is asked in a few tries, and nothing is made
/// shorter.
fn needs_model(finding: &Finding) -> bool {
    !can_confirm(finding, false)
}

impl TriageRequest<'_> {
    /// Finds out about `finding` on the devices that `bench` gives. A device that hangs is given up.
    ///
    /// # Errors
    /// If a device cannot be reached.
    pub async fn of(
        &self,
        finding: &Finding,
        bench: &mut dyn TriageDevices,
    ) -> Result<FindingTriaged, DeviceError> {
        let mut work = TriageWork::new(self, finding, bench);
        let found_out = self.found_out(finding, &mut work);
        match tokio::time::timeout(self.limits.time + self.limits.hangs_after, found_out).await {
            Ok(found_out) => found_out,
            Err(_) => {
                let why = "The device hangs when it is tried again.";
                // That refutes nothing.
                Ok(FindingTriaged { runs: 0, ..self.not_again(finding, &work, why) })
            }
        }
    }

    async fn found_out(
        &self,
        finding: &Finding,
        work: &mut TriageWork<'_>,
    ) -> Result<FindingTriaged, DeviceError> {
        // What was there when the app was opened has no step.
        let place = self.tape.place(finding.step);
        let Some((base, shown)) = work.first_to_show(place).await? else {
            return Ok(self.not_again(finding, work, "It did not happen again after a restart."));
        };
        let before = base.len();
        if needs_model(finding) {
            let why = "The model found it again after a restart.".to_owned();
            let steps = self.minimal(&base);
            let privileged = self.privileged(&base).is_some();
            let (group, step, replays) = (finding.group.clone(), finding.step, work.replays);
            return Ok(FindingTriaged {
                group,
                step,
                confirmed: 1,
                runs: 1,
                steps,
                privileged,
                replays,
                why,
            });
        }
        let (steps, mut whole) = if shown { work.shrunk(base).await? } else { (base, true) };
        let tape = match work.halved(&steps).await? {
            Some(halved) => {
                whole &= !work.is_over();
                Cow::Owned(halved)
            }
            None => Cow::Borrowed(self.tape),
        };
        let shortest = TriageRequest { tape: &tape, ..*self };
        let mut confirmed = 0;
        for _ in 0..self.limits.times {
            confirmed += u32::from(work.perform_by(&shortest, &steps).await?.shown);
        }
        let privileged = shortest.privileged(&steps);
        let why =
            self.explanation(finding, &steps, before, confirmed, whole, privileged.as_deref());
        Ok(FindingTriaged {
            group: finding.group.clone(),
            step: finding.step,
            confirmed,
            runs: self.limits.times,
            steps: shortest.minimal(&steps),
            privileged: privileged.is_some(),
            replays: work.replays,
            why,
        })
    }

    /// True if `finding` happens again on one of the devices that `bench` gives, and how often that was tried:
    /// nothing is made shorter.
    ///
    /// # Errors
    /// If a device cannot be reached.
    pub async fn happens_again(
        &self,
        finding: &Finding,
        bench: &mut dyn TriageDevices,
    ) -> Result<RepeatedFinding, DeviceError> {
        let mut work = TriageWork::new(self, finding, bench);
        let shown = work.first_to_show(self.tape.place(finding.step)).await?;
        Ok(RepeatedFinding {
            steps: shown.map(|(steps, _)| steps.len()),
            tries: work.replays,
            held: work.held,
        })
    }

    fn not_again(&self, finding: &Finding, work: &TriageWork<'_>, why: &str) -> FindingTriaged {
        let end = self.tape.place(finding.step).map_or(0, |place| place + 1);
        let start = self.tape.since_restart(end.saturating_sub(1));
        let steps: Vec<usize> = (start.max(end.saturating_sub(SHOWN_STEPS))..end).collect();
        let mut why = why.to_owned();
        if let Some(rule) = &work.held {
            why.push_str(&format!(" The guard {rule:?} held steps back."));
        }
        if work.is_over() {
            why.push_str(" More tries were not allowed.");
        }
        FindingTriaged {
            group: finding.group.clone(),
            step: finding.step,
            confirmed: 0,
            runs: self.limits.times,
            privileged: self.privileged(&steps).is_some(),
            steps: self.minimal(&steps),
            replays: work.replays,
            why,
        }
    }

    fn explanation(
        &self,
        finding: &Finding,
        steps: &[usize],
        before: usize,
        confirmed: u32,
        whole: bool,
        privileged: Option<&str>,
    ) -> String {
        let runs = self.limits.times;
        let often = if confirmed == runs {
            "It happens every time".to_owned()
        } else {
            format!("It happens {confirmed} of {runs} times")
        };
        let length = match steps.len() {
            1 => "1 step is".to_owned(),
            length => format!("{length} steps are"),
        };
        let mut why = format!("{often}: {length} enough of {}.", finding.step.max(before as u64));
        if !whole {
            why.push_str(" The tries allowed were used up, so fewer may do.");
        }
        if let Some(component) = privileged {
            why.push_str(&format!(
                " It needs a start of {component}, which other apps may not do."
            ));
        }
        why
    }

    fn minimal(&self, steps: &[usize]) -> Vec<MinimalStep> {
        let steps = steps.iter().filter_map(|place| self.tape.steps.get(*place));
        steps
            .map(|step| MinimalStep {
                recorded: step.number,
                action: step.action.clone(),
                label: step.action.to_string(),
            })
            .collect()
    }

    /// The component that is started by one of `steps` though only the app itself may.
    fn privileged(&self, steps: &[usize]) -> Option<String> {
        let manifest = self.manifest?;
        let steps = steps.iter().filter_map(|place| self.tape.steps.get(*place));
        steps.filter_map(|step| closed(&step.action, manifest)).next()
    }
}

/// The component that `action` starts, if `manifest` says that others may not.
fn closed(action: &Action, manifest: &Manifest) -> Option<String> {
    let (Action::Start { intent } | Action::Broadcast { intent }) = action.last() else {
        return None;
    };
    let (package, class) = intent.component.as_deref()?.split_once('/')?;
    if package != manifest.package {
        return None;
    }
    let short = class.strip_prefix(package).filter(|rest| rest.starts_with('.')).unwrap_or(class);
    let named = |name: &str| name == class || name == short;
    let component = manifest.components.iter().find(|component| named(&component.name))?;
    let started = component.kind != ComponentKind::Provider;
    (started && !component.exported).then(|| component.name.clone())
}

#[cfg(test)]
mod tests;
