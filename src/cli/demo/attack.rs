//! `ridealong demo attack`: how many seeded input faults are found, as in tables 2 to 5 of
//! InputBlaster's paper.
//!
//! Each fault is a run of its own: the app with this fault alone, led to the form. It counts how often
//! the form was sent, and the phone's own minutes, until the app crashes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::guide::{FormGuide, GuideProgress};
use crate::cli::args::{AttackArgs, FaultHalf, ModelArgs, SubjectArgs};
use crate::cli::startup;
use crate::cli::{CliError, output};
use crate::config::UserFolders;
use crate::demo::app::About;
use crate::demo::apps::{self, Entry};
use crate::demo::coverage;
use crate::demo::enabled::EnabledFaults;
use crate::demo::input_faults::{InputFault, is_set_aside};
use crate::demo::phone::DemoPhone;
use crate::demo::shell::DemoShell;
use crate::device::android::{AndroidDevice, AndroidOptions};
use crate::domain::Pace;
use crate::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use crate::explorer::input_blaster::InputExample;
use crate::explorer::input_blaster::generator::process::GeneratorProcess;
use crate::explorer::{self, ExplorerSettings};
use crate::protocol::{ActionOutcome, AttackChange, AutoLimits, Event, InputResult, Op, RunMode};
use crate::store::SessionWriter;

/// Attempts within which a fault counts as found, as in the paper.
const ATTEMPTS: usize = 30;
/// Minutes of the phone's clock within which it does.
const MINUTES: f64 = 30.0;
/// No run takes more actions, whatever the clock says.
const STEPS: u64 = 2_500;

/// Who is compared.
#[derive(Clone, Copy, Debug)]
struct AttackContender {
    name: &'static str,
    explorer: &'static str,
    disabled: &'static [&'static str],
    values: Option<&'static str>,
}

/// All of them, the first being what the others are compared with.
const CONTENDERS: &[AttackContender] = &[
    part("input-blaster", &[]),
    part("no-valid", &["valid"]),
    part("no-constraints", &["constraints"]),
    part("no-rules", &["rules"]),
    part("no-feedback", &["feedback"]),
    part("no-generator", &["generator"]),
    part("no-examples", &["examples"]),
    source("form-variants"),
    source("naughty"),
    source("boundary"),
    source("random"),
    AttackContender { name: "monkey", explorer: "monkey", disabled: &[], values: None },
];

const fn part(name: &'static str, disabled: &'static [&'static str]) -> AttackContender {
    AttackContender { name, explorer: "input-blaster", disabled, values: None }
}

const fn source(name: &'static str) -> AttackContender {
    AttackContender { name, explorer: "input-blaster", disabled: &[], values: Some(name) }
}

/// The names of all contenders.
pub fn names() -> Vec<&'static str> {
    CONTENDERS.iter().map(|contender| contender.name).collect()
}

/// What came of one fault.
#[derive(Clone, Debug)]
struct AttackFigures {
    fault: &'static str,
    /// How often the form was sent.
    attempts: usize,
    /// The phone's minutes.
    minutes: f64,
    found: bool,
}

impl AttackFigures {
    fn in_attempts(&self) -> bool {
        self.found && self.attempts <= ATTEMPTS
    }

    fn in_minutes(&self) -> bool {
        self.found && self.minutes <= MINUTES
    }
}

/// Attacks the form of each seeded input fault that `args` name, and prints the shares found.
///
/// # Errors
/// If a contender does not exist, or runs cannot be recorded.
pub async fn attack(args: &AttackArgs) -> Result<(), CliError> {
    let contenders = chosen(&args.explorers)?;
    let faults: Vec<(&'static Entry, &'static InputFault)> = apps::entries()
        .iter()
        .filter(|entry| args.app.as_deref().is_none_or(|app| app == entry.about.name))
        .flat_map(|entry| entry.about.input_faults.iter().map(move |fault| (entry, fault)))
        .filter(|(_, fault)| match args.half {
            FaultHalf::All => true,
            FaultHalf::Tuned => !is_set_aside(fault.id),
            FaultHalf::SetAside => is_set_aside(fault.id),
        })
        .collect();
    let mut rows = vec![heading(args.minutes)];
    let mut results = Vec::new();
    for contender in contenders {
        let figures = all(contender, &faults, args).await?;
        rows.push(row(contender.name, &figures, args.minutes));
        if !args.json {
            tell_missed(contender.name, &figures);
        }
        results.push(json(contender.name, &figures));
    }
    if args.json {
        return output::say(&Value::Array(results).to_string());
    }
    output::say(&output::table(&rows))
}

fn chosen(named: &[String]) -> Result<Vec<AttackContender>, CliError> {
    if named.is_empty() {
        return Ok(CONTENDERS.to_vec());
    }
    let find = |name: &String| {
        let found = CONTENDERS.iter().find(|contender| contender.name == name).copied();
        found.ok_or_else(|| {
            CliError::new(format!("there is nobody called {name:?} to compare"), 2)
                .hint(format!("there are {}", names().join(", ")))
        })
    };
    named.iter().map(find).collect()
}

fn heading(minutes: bool) -> Vec<String> {
    let names =
        ["", "tuned", "set aside", "in 30 attempts", "attempts", "in 30 minutes", "minutes"];
    let shown = if minutes { names.len() } else { names.len() - 2 };
    names[..shown].iter().map(|name| (*name).to_owned()).collect()
}

/// Shares of both halves and of all, and means in which what was not found counts as the limit.
fn row(name: &str, figures: &[AttackFigures], in_minutes: bool) -> Vec<String> {
    let share = |aside: Option<bool>, found: fn(&AttackFigures) -> bool| {
        let of_half =
            |it: &&AttackFigures| aside.is_none_or(|aside| is_set_aside(it.fault) == aside);
        let half: Vec<&AttackFigures> = figures.iter().filter(of_half).collect();
        let count = half.iter().filter(|it| found(it)).count();
        let percent = 100.0 * count as f64 / half.len().max(1) as f64;
        format!("{percent:.0} % ({count}/{})", half.len())
    };
    let attempts =
        |it: &AttackFigures| if it.in_attempts() { it.attempts as f64 } else { ATTEMPTS as f64 };
    let minutes = |it: &AttackFigures| if it.in_minutes() { it.minutes } else { MINUTES };
    let mean = |sum: f64| format!("{:.1}", sum / figures.len().max(1) as f64);
    let mut cells = vec![
        name.to_owned(),
        share(Some(false), AttackFigures::in_attempts),
        share(Some(true), AttackFigures::in_attempts),
        share(None, AttackFigures::in_attempts),
        mean(figures.iter().map(attempts).sum()),
    ];
    if in_minutes {
        cells.push(share(None, AttackFigures::in_minutes));
        cells.push(mean(figures.iter().map(minutes).sum()));
    }
    cells
}

/// Tells which faults were missed: only those of the half that rules may be tuned on.
fn tell_missed(name: &str, figures: &[AttackFigures]) {
    let missed = figures.iter().filter(|it| !it.in_attempts() && !is_set_aside(it.fault));
    let missed: Vec<&str> = missed.map(|it| it.fault).collect();
    output::tell(&format!("{name} missed of the tuned half: {}", missed.join(", ")));
}

fn json(name: &str, figures: &[AttackFigures]) -> Value {
    let runs = figures.iter().map(|it| {
        json!({
            "fault": it.fault,
            "set_aside": is_set_aside(it.fault),
            "found": it.found,
            "attempts": it.attempts,
            "minutes": it.minutes,
        })
    });
    json!({ "name": name, "runs": runs.collect::<Vec<_>>() })
}

/// Runs `contender` on all `faults`, as many at a time as there are cores.
async fn all(
    contender: AttackContender,
    faults: &[(&'static Entry, &'static InputFault)],
    args: &AttackArgs,
) -> Result<Vec<AttackFigures>, CliError> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let slots = Arc::new(Semaphore::new(cores));
    let mut running = JoinSet::new();
    for (place, (entry, fault)) in faults.iter().copied().enumerate() {
        let (slots, args) = (slots.clone(), args.clone());
        running.spawn(async move {
            // Never closed, so this only waits.
            let _slot = slots.acquire().await;
            (place, one(contender, entry, fault, &args).await)
        });
    }
    let mut figures = Vec::new();
    while let Some(joined) = running.join_next().await {
        let (place, result) =
            joined.map_err(|error| CliError::new(format!("a run ended early: {error}"), 3))?;
        figures.push((place, result?));
    }
    figures.sort_by_key(|(place, _)| *place);
    Ok(figures.into_iter().map(|(_, figures)| figures).collect())
}

/// Attacks the form of `fault`, with this fault alone.
async fn one(
    contender: AttackContender,
    entry: &'static Entry,
    fault: &'static InputFault,
    args: &AttackArgs,
) -> Result<AttackFigures, CliError> {
    let AttackArgs { seed, minutes, .. } = *args;
    let failed = |what: &dyn std::fmt::Display| CliError::new(format!("a run failed: {what}"), 2);
    let phone = DemoPhone::with(std::slice::from_ref(entry), seed, Pace::Virtual);
    let shell = Arc::new(DemoShell::new(phone.with_faults(EnabledFaults::Only(vec![fault.id]))));
    let device = device(&shell, entry.about);
    let progress = Arc::new(GuideProgress::default());
    let explorer = make(contender, seed, minutes)?;
    let explorer = Box::new(FormGuide::new(fault.way, explorer, progress.clone()));
    let subject = SubjectArgs {
        seed,
        model: ModelArgs { llm: Some(args.llm.clone()), ..ModelArgs::default() },
        ..SubjectArgs::default()
    };
    let known = explorer::find(contender.explorer)
        .ok_or_else(|| CliError::new(format!("there is no {}", contender.explorer), 2))?;
    let folders = UserFolders::of_user();
    let asking = startup::for_explorer(known, &subject, &folders, Pace::Virtual)?;
    let setup = MachineSetup {
        explorer: contender.explorer.into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(STEPS), ms: None },
        guard: GuardRules::default(),
        attended: false,
    };
    let folder = tempfile::tempdir().map_err(|error| failed(&error))?;
    let writer =
        SessionWriter::create(&folder.path().join("session")).map_err(|error| failed(&error))?;
    let (driver, mut handle) =
        EngineDriver::new(Box::new(device), explorer, asking, setup, seed, writer);
    let mut figures = AttackFigures { fault: fault.id, attempts: 0, minutes: 0.0, found: false };
    let mut tried = 0;
    let mut began = None;
    let watching = async {
        while let Some(record) = handle.next().await {
            match &record.event {
                Event::Attacked(attacked) => {
                    if let AttackChange::Tried(input) = &attacked.change {
                        let counts = !input.shortening && input.result != InputResult::NotTyped;
                        tried += usize::from(counts);
                    }
                    let ended = matches!(attacked.change, AttackChange::Ended { .. });
                    if ended && progress.arrived.load(Ordering::Relaxed) {
                        handle.send(Op::Quit);
                        break;
                    }
                }
                Event::Learned(learned) if progress.arrived.load(Ordering::Relaxed) => {
                    let phone = shell.phone();
                    let now = phone.now_ms();
                    let since = *began.get_or_insert(now);
                    figures.minutes = now.saturating_sub(since) as f64 / 60_000.0;
                    let seen = phone.truth_of(entry.about.package);
                    let seen = seen.is_some_and(|truth| truth.faults.contains(fault.id));
                    drop(phone);
                    figures.found |= seen && learned.outcome == ActionOutcome::Crashed;
                    let sent = progress.sent.load(Ordering::Relaxed).max(tried);
                    let is_over = figures.minutes > MINUTES || !minutes && sent > ATTEMPTS;
                    if figures.found || is_over {
                        handle.send(Op::Quit);
                        break;
                    }
                }
                _ => {}
            }
        }
        // What is in flight ends by itself.
        while handle.next().await.is_some() {}
    };
    let (ended, ()) = tokio::join!(driver.run(), watching);
    ended.map_err(|error| failed(&error))?;
    figures.attempts = if contender.explorer == "input-blaster" {
        // The crashing input is logged with the proposal after it, which is not made any more.
        tried + usize::from(figures.found)
    } else {
        progress.sent.load(Ordering::Relaxed)
    };
    Ok(figures)
}

fn device(shell: &Arc<DemoShell>, about: &About) -> AndroidDevice {
    let options = AndroidOptions {
        target: format!("demo:{}", about.name),
        app: Some(about.package.to_owned()),
        pictures: false,
        coverage: Some(coverage::SOURCE),
        ..AndroidOptions::default()
    };
    AndroidDevice::new(shell.clone(), options)
}

fn make(
    contender: AttackContender,
    seed: u64,
    minutes: bool,
) -> Result<Box<dyn explorer::Explorer>, CliError> {
    let mut weights = explorer::weights::WeightValues::new();
    if contender.explorer == "input-blaster" {
        // Until the minutes are over, and no further than the first crash.
        weights.insert("attempts".into(), json!(if minutes { 1_000 } else { ATTEMPTS }));
        weights.insert("minimising".into(), json!(0));
        // Nothing but the form is to be explored.
        weights.insert("share".into(), json!(1.0));
        if let Some(values) = contender.values {
            weights.insert("values".into(), json!(values));
        }
    }
    let disabled = contender.disabled.iter().map(|part| (*part).to_owned()).collect();
    let entry = explorer::find(contender.explorer)
        .ok_or_else(|| CliError::new(format!("there is no {}", contender.explorer), 2))?;
    let settings = ExplorerSettings {
        seed,
        disabled,
        weights,
        generators: GeneratorProcess::of_this_program(),
        examples: InputExample::built_in(),
        ..ExplorerSettings::default()
    };
    (entry.make)(&settings)
        .map_err(|error| CliError::new(format!("{}: {error}", contender.name), 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::startup::NO_MODEL;

    /// The goal of the explorer: six of ten faults of the half on which nothing was tuned.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "it measures, for minutes: cargo test --lib cli::demo::attack -- --ignored --nocapture"]
    async fn six_of_ten_faults_that_were_set_aside_are_found() {
        let faults: Vec<_> = apps::entries()
            .iter()
            .flat_map(|entry| entry.about.input_faults.iter().map(move |fault| (entry, fault)))
            .collect();
        let args = AttackArgs { llm: NO_MODEL.into(), seed: 1, ..AttackArgs::default() };
        let figures = all(CONTENDERS[0], &faults, &args).await.unwrap();
        println!("{}", row(CONTENDERS[0].name, &figures, false).join(" | "));
        tell_missed(CONTENDERS[0].name, &figures);
        let aside: Vec<_> = figures.iter().filter(|it| is_set_aside(it.fault)).collect();
        let found = aside.iter().filter(|it| it.in_attempts()).count();
        assert!(found * 10 >= aside.len() * 6, "{found} of {}", aside.len());
    }
}
