//! Every finding of a session, found again from its own flow.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use ridealong::demo::app::Do;
use ridealong::demo::apps;
use ridealong::domain::{Action, DeviceKey, DisplaySize, Finding, FindingKind, WidgetTarget};
use ridealong::report::export::maestro::{self, MaestroOptions};
use ridealong::report::export::{ExportObservation, ExportSession, ExportSpan, ExportStep};
use ridealong::store;
use rstest::rstest;
use serde_json::Value;

use super::phone::Phone;
use super::reader;

/// The display that sessions are recorded on.
const RECORDED: DisplaySize = DisplaySize::new(720, 1600);
/// Another one.
const LOWER: DisplaySize = DisplaySize::new(720, 1280);

/// Explores `app`, with `more` arguments, and gives what was recorded.
fn recorded(app: &str, steps: u64, seed: u64, more: &[&str], folder: &Path) -> ExportSession {
    let target = format!("demo:{app}");
    let (steps, seed) = (steps.to_string(), seed.to_string());
    let ended = Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .args(["run", &target, "--explorer", "systematic", "--steps", &steps, "--seed", &seed])
        .args(["--quiet", "--json", "--sessions"])
        .arg(folder)
        .args(more)
        .output()
        .unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let reported: Value = serde_json::from_slice(&ended.stdout).unwrap();
    let session = PathBuf::from(reported["session"].as_str().unwrap());
    let recorded = ExportSession::of(&store::open(&session).unwrap());
    // The embedded phone always begins fresh, which the command line knows by the target.
    ExportSession { began_fresh: true, ..recorded }
}

/// What a tester would hand over for a secret of this name: a log holds none. The PIN was repeated wrongly.
fn secret(name: &str) -> &'static str {
    match name {
        "NEW_PIN" => "2580",
        _ if name.contains("PIN") => "2468",
        _ => "Secret-7!",
    }
}

/// Performs the flow of `finding`, the number of which is `number`; why it was not found again.
async fn found_again(
    recorded: &ExportSession,
    number: usize,
    finding: &Finding,
    seed: u64,
    display: DisplaySize,
) -> Result<(), String> {
    let exported =
        maestro::export(recorded, ExportSpan::Finding(number), MaestroOptions::default()).unwrap();
    let flow = String::from_utf8(exported.files[0].content.clone()).unwrap();
    let (app, commands) = reader::read(&flow, secret);
    let mut phone = Phone::new(&app, seed, display).await;
    for (place, command) in commands.iter().enumerate() {
        phone.perform(command).await.map_err(|why| format!("command {place}: {why}"))?;
    }
    let groups: Vec<&str> = phone.crashes.iter().map(|crash| crash.group.as_str()).collect();
    if groups.contains(&finding.group.as_str()) {
        Ok(())
    } else {
        Err(format!("{} commands led to {groups:?}", commands.len()))
    }
}

/// What came of the flows of one finding.
struct Rate {
    title: String,
    /// How many steps they have.
    steps: usize,
    again: u64,
    /// The first reason why it was not found again.
    why: Option<String>,
}

/// How many of `times` flows of each finding of `recorded` found it again on `display`.
async fn rates(recorded: &ExportSession, seed: u64, times: u64, display: DisplaySize) -> Vec<Rate> {
    let mut rates = Vec::new();
    for (place, finding) in recorded.findings.iter().enumerate() {
        if finding.kind == FindingKind::Bug {
            continue;
        }
        let steps = recorded.steps_to(finding).len();
        let mut rate = Rate { title: finding.title.clone(), steps, again: 0, why: None };
        for time in 0..times {
            match found_again(recorded, place + 1, finding, seed + time, display).await {
                Ok(()) => rate.again += 1,
                Err(reason) => drop(rate.why.get_or_insert(reason)),
            }
        }
        rates.push(rate);
    }
    rates
}

#[rstest]
#[case("shop", 1)]
#[case("settings", 7)]
#[tokio::test]
async fn findings_are_found_again_from_their_flows(#[case] app: &str, #[case] seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    // A flow cannot start an activity directly.
    let mut recorded =
        recorded(app, 200, seed, &["--confirm", "--disable", "starts"], folder.path());
    let mut ways = Vec::new();
    for confirmed in [true, false] {
        if !confirmed {
            recorded.triaged.clear();
        }
        let displays = if confirmed { &[RECORDED, LOWER][..] } else { &[RECORDED] };
        for display in displays {
            for Rate { title, steps, again, why } in rates(&recorded, seed, 1, *display).await {
                assert_eq!(again, 1, "{title} on {display:?}: {}", why.unwrap_or_default());
                ways.push((confirmed, steps));
            }
        }
    }
    let longest = |confirmed| ways.iter().filter(|it| it.0 == confirmed).map(|it| it.1).max();
    assert!(longest(true) < longest(false), "{ways:?}");
}

/// The figures of the docs: `cargo test --test flows -- --ignored --nocapture`.
#[rstest]
#[tokio::test]
#[ignore = "takes a minute each"]
async fn every_finding_ten_times(
    #[values("notes", "shop", "books", "alarm", "settings", "health")] app: &str,
) {
    let folder = tempfile::tempdir().unwrap();
    let mut recorded = recorded(app, 400, 7, &["--confirm", "--disable", "starts"], folder.path());
    let mut missed = Vec::new();
    for way in ["confirmed", "whole"] {
        if way == "whole" {
            recorded.triaged.clear();
        }
        for display in [RECORDED, LOWER] {
            let DisplaySize { width, height } = display;
            for Rate { title, steps, again, why } in rates(&recorded, 7, 10, display).await {
                println!("{again:>2} of 10  {app} {width}x{height} {way} ({steps}): {title}");
                missed.extend(why.map(|why| format!("{app} {height} {way} {title}: {why}")));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Leaving while a payment is on its way: the touch before must not be waited for.
#[tokio::test]
async fn two_actions_at_once_are_not_kept_apart_by_a_flow() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorded = recorded("shop", 1, 7, &[], folder.path());
    let mut phone = Phone::new(&recorded.app.package, 7, RECORDED).await;
    let about = apps::all().iter().find(|about| about.name == "shop").unwrap();
    let fault = about.faults.iter().find(|fault| fault.id == "shop-back-paying").unwrap();
    let [before @ .., Do::Tap(_), Do::Back] = fault.steps else { panic!("{:?}", fault.steps) };
    phone.walk(before).await;
    let pay = phone.screen().widgets.iter().find(|widget| widget.short_id() == "next").unwrap();
    let tap = Action::Tap { target: WidgetTarget::of(pay) };
    let look = ExportObservation {
        screen: Some(Arc::new(phone.screen().clone())),
        ..recorded.observations[0].clone()
    };
    recorded.observations.push(look);
    let action = Action::at_once(tap, Action::Key { key: DeviceKey::Back }).unwrap();
    let before = Some(recorded.observations.len() - 1);
    recorded.steps = vec![ExportStep { action, before, ..recorded.steps[0].clone() }];
    let exported =
        maestro::export(&recorded, ExportSpan::Steps(1, 1), MaestroOptions::default()).unwrap();
    let flow = String::from_utf8(exported.files[0].content.clone()).unwrap();
    for command in reader::read(&flow, secret).1 {
        phone.perform(&command).await.unwrap();
    }
    let titles: Vec<_> = phone.crashes.iter().map(|crash| crash.message.as_str()).collect();
    assert!(matches!(&*titles, [title] if title.contains("PayingFragment")), "{titles:?}\n{flow}");
}
