//! `ridealong triage`: confirm the findings of a session from restarts, in as few steps as possible.

use crate::domain::Pace;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::args::{ModelArgs, PerformingArgs, TriageArgs as Args, WebArgs};
use super::target::{self, ConnectOptions, TestTarget};
use super::{CliError, examples, judged_findings, output, sessions, startup, tape};
use crate::config::UserFolders;
use crate::device::{Device, DeviceError, DeviceFuture};
use crate::domain::Finding;
use crate::engine::TesterProperties;
use crate::engine::triage::{TriageDevices, TriageLimits, TriageRequest, groups};
use crate::llm::{Asker, AskerEvents};
use crate::model::FindingVerdicts;
use crate::oracle::OracleSettings;
use crate::protocol::{Event, EventRecord, FindingTriaged};
use crate::store::{self, SessionWriter};

/// Triages as `args` say.
///
/// # Errors
/// If there is no such session, or its target cannot be reached.
pub async fn triage(args: Args) -> Result<ExitCode, CliError> {
    let folders = UserFolders::of_user();
    let sessions = startup::sessions_folder(args.how.sessions.as_deref());
    let folder = sessions::folder(&args.session, &sessions)?;
    let limits = TriageLimits { times: args.times, ..TriageLimits::default() };
    let how = TriageOptions {
        on: args.on.clone(),
        repeating: args.how.clone(),
        limits,
        in_all: None,
        oracles: startup::oracle_settings(args.how.properties.as_deref(), &folders)?,
        crashes_only: false,
        model: args
            .llm
            .as_ref()
            .map(|llm| ModelArgs { llm: Some(llm.clone()), ..ModelArgs::default() }),
    };
    let triaged = triage_session(&folder, &how).await?;
    if args.json {
        let reported: Vec<Value> =
            triaged.iter().map(|(finding, reported)| json(finding, reported)).collect();
        let whole = json!({ "session": folder, "findings": reported });
        output::say(&whole.to_string())?;
    } else if triaged.is_empty() {
        output::say("no finding of this session can be confirmed")?;
    } else {
        for (finding, reported) in &triaged {
            output::say(&output::plain(&text(finding, reported)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// How findings are confirmed.
pub struct TriageOptions {
    /// The target; the session's own if `None`.
    pub on: Option<String>,
    /// Which app, and how.
    pub repeating: PerformingArgs,
    /// What it may take.
    pub limits: TriageLimits,
    /// How long it may take for all findings together, if that is limited.
    pub in_all: Option<Duration>,
    /// What oracles judge by.
    pub oracles: OracleSettings,
    /// True if findings other than crashes and ANRs are left out.
    pub crashes_only: bool,
    /// The model that judges again what no code can judge.
    pub model: Option<ModelArgs>,
}

/// Triages the findings of the session in `folder` that can be confirmed, and appends the results to
/// its log. What the tester dismissed or called a duplicate is left out.
///
/// # Errors
/// If it cannot be read or appended to, or the target cannot be reached.
pub async fn triage_session(
    folder: &Path,
    how: &TriageOptions,
) -> Result<Vec<(Finding, FindingTriaged)>, CliError> {
    let PerformingArgs { app, seed, guard, fresh, quiet, web, .. } = &how.repeating;
    let session = store::open(folder)?;
    let recorded = tape::read(&session)?;
    let tape = recorded.tape;
    let started = recorded.started.as_ref();
    let on = how.on.clone().or_else(|| started.map(|started| started.target.clone()));
    let on = on.ok_or_else(|| {
        CliError::new(format!("{} does not record its target", folder.display()), 2)
            .hint("name a target with --on TARGET")
    })?;
    let app = app.clone().or_else(|| target::recorded_app(&on, &tape.package));
    let target = target::parse(&on, app.as_deref())?;
    let guard = startup::guard_rules(*guard, &*target, &UserFolders::of_user())?;
    let guard = if *fresh { guard.with_clearing() } else { guard };
    let seed = seed.or_else(|| started.map(|started| started.seed)).unwrap_or(1);
    let web = web.clone().completed(started.and_then(|started| started.browser.as_ref()));
    let model = how.model.as_ref();
    let asking =
        model.map(|model| startup::asker(model, &UserFolders::of_user(), Pace::Virtual, seed));
    let asking = asking.transpose()?;
    let by_model = asking.as_ref().is_some_and(|(asker, _)| asker.model().is_some());
    let mut bench = TrialDevices { target, app, fresh: *fresh, seed, web, asking };
    let secrets = startup::secrets();
    let events = session.records.iter().map(|record| &record.event);
    let properties = TesterProperties::after(how.oracles.properties.clone(), events);
    let oracles = OracleSettings { properties: properties.set().clone(), ..how.oracles.clone() };
    let work = TriageRequest {
        tape: &tape,
        manifest: recorded.app.manifest.as_ref(),
        guard: &guard,
        secrets: &secrets,
        oracles: &oracles,
        limits: how.limits,
    };
    let mut verdicts = FindingVerdicts::default();
    session.records.iter().for_each(|record| verdicts.apply(&record.event));
    let wanted = |finding: &&Finding| {
        verdicts.count(&finding.group) && (finding.kind.is_crash() || !how.crashes_only)
    };
    let findings: Vec<Finding> =
        groups(&tape, by_model).into_iter().filter(wanted).cloned().collect();
    let mut triaged = Vec::new();
    let began = Instant::now();
    for (number, finding) in findings.iter().enumerate() {
        let left = how.in_all.map_or(how.limits.time, |all| all.saturating_sub(began.elapsed()));
        if left.is_zero() {
            output::tell(&format!(
                "note: {} of {} findings were not checked again, to save time; `ridealong triage {}` does it",
                findings.len() - number,
                findings.len(),
                folder.display()
            ));
            break;
        }
        let limits = TriageLimits { time: left.min(how.limits.time), ..how.limits };
        if !quiet {
            let (of, title) = (findings.len(), &finding.title);
            output::tell(&format!("confirming {} of {of}: {title}", number + 1));
        }
        let reported = TriageRequest { limits, ..work }.of(finding, &mut bench).await?;
        if !quiet {
            output::tell(&reported.why);
        }
        triaged.push((finding.clone(), reported));
    }
    let last = session.records.last().map_or((0, 0), |record| (record.seq + 1, record.at_ms));
    append(folder, last, &triaged)?;
    judged_findings::keep(folder, &UserFolders::of_user())?;
    let kept = examples::keep_confirmed(&tape.package, &session.records, &triaged)?;
    if kept > 0 && !quiet {
        output::tell(&format!("{kept} inputs that crashed the app are kept as examples"));
    }
    Ok(triaged)
}

/// Appends what was found out behind the record before number `next`.
fn append(
    folder: &Path,
    (next, at_ms): (u64, u64),
    triaged: &[(Finding, FindingTriaged)],
) -> Result<(), CliError> {
    if triaged.is_empty() {
        return Ok(());
    }
    let writer = SessionWriter::reopen(folder)?;
    for (seq, (_, reported)) in (next..).zip(triaged) {
        writer.append(EventRecord { seq, at_ms, event: Event::Triaged(reported.clone()) })?;
    }
    Ok(())
}

/// Connects anew for every trial.
pub struct TrialDevices {
    /// Where.
    pub target: Box<dyn TestTarget>,
    /// The app, if it is not part of the target.
    pub app: Option<String>,
    /// Clear the app's data first.
    pub fresh: bool,
    /// The seed of the device.
    pub seed: u64,
    /// How a browser or a WebDriver server shows it.
    pub web: WebArgs,
    /// The model that judges again what no code can judge.
    pub asking: Option<(Asker, AskerEvents)>,
}

impl TriageDevices for TrialDevices {
    fn fresh(&mut self) -> DeviceFuture<'_, Box<dyn Device>> {
        let pictures = self.asking.as_ref().is_some_and(|(asker, _)| asker.takes_pictures());
        Box::pin(async move {
            let options = ConnectOptions {
                app: self.app.as_deref(),
                fresh: self.fresh,
                seed: self.seed,
                pace: Pace::Virtual,
                pictures,
                web: &self.web,
            };
            self.target
                .connect(options)
                .await
                .map_err(|error| DeviceError::Gone { what: error.to_string() })
        })
    }

    fn asker(&mut self) -> Option<&mut Asker> {
        self.asking.as_mut().map(|(asker, _)| asker).filter(|asker| asker.model().is_some())
    }
}

/// What was found out about `finding`, as JSON.
pub fn json(finding: &Finding, reported: &FindingTriaged) -> Value {
    let mut value = fields(reported);
    if let Some(object) = value.as_object_mut() {
        object.insert("kind".into(), json!(finding.kind));
        object.insert("title".into(), json!(finding.title));
        object.insert("group".into(), json!(reported.group));
        object.insert("step".into(), json!(reported.step));
    }
    value
}

/// What triage adds to a finding's JSON form.
pub fn fields(reported: &FindingTriaged) -> Value {
    let labels: Vec<&str> = reported.steps.iter().map(|step| step.label.as_str()).collect();
    json!({
        "confirmed": reported.confirmed,
        "runs": reported.runs,
        "minimal": labels,
        "privileged": reported.privileged,
        "replays": reported.replays,
        "why": reported.why,
    })
}

/// What was found out, for people.
pub fn text(finding: &Finding, reported: &FindingTriaged) -> String {
    let mut lines = vec![
        format!("{} at step {}: {}", finding.kind.word(), finding.step, finding.title),
        format!("  {} ({} restarts)", reported.why, reported.replays),
    ];
    let steps = reported.steps.iter().enumerate();
    lines.extend(steps.map(|(place, step)| format!("  {}. {}", place + 1, step.label)));
    lines.join("\n")
}
