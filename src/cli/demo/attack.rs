//! `ridealong demo attack`: how many seeded input faults are found, as in tables 2 to 5 of
//! InputBlaster's paper.
//!
//! Each fault is a run of its own: the app with this fault alone, led to the form. It counts how often
//! the form was sent, and the phone's own minutes, until the app crashes.

mod table;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use self::table::AttackFigures;
use super::guide::{FormGuide, GuideProgress};
use crate::cli::args::{AttackArgs, FaultHalf, ModelArgs, SubjectArgs};
use crate::cli::startup::{self, NO_MODEL};
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
use crate::explorer::input_blaster::generator::process::GeneratorProcess;
use crate::explorer::input_blaster::{InputBlaster, InputExample};
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

/// Attacks the form of each seeded input fault that `args` name, and prints the shares found.
///
/// # Errors
/// If a contender does not exist, or runs cannot be recorded.
pub async fn attack(args: &AttackArgs) -> Result<(), CliError> {
    let contenders = chosen(&args.explorers)?;
    let faults = faults(args);
    let mut rows = vec![table::heading(args.minutes)];
    let mut results = Vec::new();
    for contender in contenders {
        for (nth, llm) in args.llm.iter().enumerate() {
            // Only the whole one is compared with several models.
            if nth > 0 && contender.name != InputBlaster::NAME {
                continue;
            }
            let name = if llm == NO_MODEL {
                contender.name.to_owned()
            } else {
                format!("{}, {llm}", contender.name)
            };
            let figures = all(contender, llm, &faults, args).await?;
            if !args.json {
                output::tell(&table::missed(&name, &figures));
            }
            rows.push(table::row(&name, &figures, args.minutes));
            results.push(table::json(&name, &figures));
        }
    }
    if args.json {
        return output::say(&Value::Array(results).to_string());
    }
    output::say(&output::table(&rows))
}

/// A fault with the app that has it.
type SeededFault = (&'static Entry, &'static InputFault);

/// The faults that `args` name.
fn faults(args: &AttackArgs) -> Vec<SeededFault> {
    apps::entries()
        .iter()
        .filter(|entry| args.app.as_deref().is_none_or(|app| app == entry.about.name))
        .flat_map(|entry| entry.about.input_faults.iter().map(move |fault| (entry, fault)))
        .filter(|(_, fault)| match args.half {
            FaultHalf::All => true,
            FaultHalf::Tuned => !is_set_aside(fault.id),
            FaultHalf::SetAside => is_set_aside(fault.id),
        })
        .collect()
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

/// Runs `contender` on all `faults` with all seeds, as many at a time as there are cores.
async fn all(
    contender: AttackContender,
    llm: &str,
    faults: &[SeededFault],
    args: &AttackArgs,
) -> Result<Vec<AttackFigures>, CliError> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let slots = Arc::new(Semaphore::new(cores));
    let mut running = JoinSet::new();
    let seeds = args.seed..args.seed + args.seeds;
    let runs = seeds.flat_map(|seed| faults.iter().map(move |fault| (seed, *fault)));
    for (place, (seed, fault)) in runs.enumerate() {
        let slots = slots.clone();
        let run = AttackRun { contender, llm: llm.to_owned(), seed, minutes: args.minutes };
        running.spawn(async move {
            // Never closed, so this only waits.
            let _slot = slots.acquire().await;
            (place, one(run, fault).await)
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

/// How a fault is looked for.
#[derive(Clone, Debug)]
struct AttackRun {
    contender: AttackContender,
    llm: String,
    seed: u64,
    minutes: bool,
}

/// Attacks the form of `fault`, with this fault alone.
async fn one(run: AttackRun, (entry, fault): SeededFault) -> Result<AttackFigures, CliError> {
    let AttackRun { contender, llm, seed, minutes } = run;
    let failed = |what: &dyn std::fmt::Display| CliError::new(format!("a run failed: {what}"), 2);
    let phone = DemoPhone::with(std::slice::from_ref(entry), seed, Pace::Virtual);
    let shell = Arc::new(DemoShell::new(phone.with_faults(EnabledFaults::Only(vec![fault.id]))));
    let device = device(&shell, entry.about);
    let progress = Arc::new(GuideProgress::default());
    let explorer = make(contender, seed, minutes)?;
    let explorer = Box::new(FormGuide::new(fault.way, explorer, progress.clone()));
    let subject = SubjectArgs {
        seed,
        model: ModelArgs { llm: Some(llm), ..ModelArgs::default() },
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
    let mut figures = AttackFigures { fault: fault.id, seed, ..AttackFigures::default() };
    let mut tried = 0;
    // The form that is attacked first; others may be met while it cannot be reached.
    let mut form: Option<String> = None;
    let mut began = None;
    let watching = async {
        while let Some(record) = handle.next().await {
            match &record.event {
                Event::Attacked(attacked)
                    if *form.get_or_insert_with(|| attacked.form.clone()) == attacked.form =>
                {
                    if let AttackChange::Tried(input) = &attacked.change {
                        let counts = !input.shortening && input.result != InputResult::NotTyped;
                        tried += usize::from(counts);
                        figures.valid |= input.is_valid() && input.result == InputResult::Accepted;
                    }
                    let ended =
                        matches!(attacked.change, AttackChange::Ended { goes_on: false, .. });
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
                    let sent = match &form {
                        Some(_) => tried,
                        None => progress.sent.load(Ordering::Relaxed),
                    };
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

    /// The goal of the explorer: six of ten faults of the half on which nothing was tuned.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "it measures, for minutes: cargo test --lib cli::demo::attack -- --ignored --nocapture"]
    async fn six_of_ten_faults_that_were_set_aside_are_found() {
        let args = AttackArgs { seed: 1, seeds: 1, ..AttackArgs::default() };
        let figures = all(CONTENDERS[0], NO_MODEL, &faults(&args), &args).await.unwrap();
        println!("{}", table::row(CONTENDERS[0].name, &figures, false).join(" | "));
        println!("{}", table::missed(CONTENDERS[0].name, &figures));
        let aside: Vec<_> = figures.iter().filter(|it| is_set_aside(it.fault)).collect();
        let found = aside.iter().filter(|it| it.in_attempts()).count();
        assert!(found * 10 >= aside.len() * 6, "{found} of {}", aside.len());
    }
}
