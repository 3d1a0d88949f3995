//! Every finding of a session, found again from its own flow.

use std::path::Path;

use ridealong::device::android::{self, AndroidDevice};
use ridealong::device::demo::apps;
use ridealong::device::demo::phone::{self, DemoPhone, Pace};
use ridealong::device::demo::shell::DemoShell;
use ridealong::domain::{Finding, FindingKind};
use ridealong::engine::{Budget, Driver, Guard, Setup};
use ridealong::explorer;
use ridealong::llm::{Asker, Ears};
use ridealong::protocol::{Mode, Until};
use ridealong::report::export::maestro::{self, Choices};
use ridealong::report::export::{Span, Trail};
use ridealong::store::{self, Writer};
use rstest::rstest;

use super::phone::Phone;
use super::reader;

/// Explores `app` and gives what was recorded.
async fn recorded(app: &str, steps: u64, seed: u64, folder: &Path) -> Trail {
    let options = phone::Options { app: None, seed, pace: Pace::Virtual };
    let shell = std::sync::Arc::new(DemoShell::new(DemoPhone::new(&options).unwrap()));
    let options = android::Options {
        target: format!("demo:{app}"),
        app: Some(apps::find(app).unwrap().package.into()),
        pictures: false,
        ..android::Options::default()
    };
    let device = Box::new(AndroidDevice::new(shell, options));
    let kind = explorer::find("systematic").unwrap();
    let settings = explorer::Settings { seed, ..Default::default() };
    let setup = Setup {
        explorer: "systematic".into(),
        mode: Mode::Auto { until: Until::default() },
        budget: Budget { steps: Some(steps), ms: None },
        guard: Guard::default(),
        attended: false,
    };
    let asking: (Asker, Ears) = Asker::without_model();
    let writer = Writer::create(folder).unwrap();
    let (driver, handle) = Driver::new(device, (kind.make)(&settings), asking, setup, seed, writer);
    driver.run().await.unwrap();
    drop(handle);
    Trail::of(&store::open(folder).unwrap())
}

/// What a tester would hand over for a secret of this name: a log holds none.
fn secret(name: &str) -> &'static str {
    if name.contains("PIN") { "2468" } else { "Secret-7!" }
}

/// Performs the flow of `finding`, the number of which is `number`; why it was not found again.
async fn found_again(
    trail: &Trail,
    number: usize,
    finding: &Finding,
    seed: u64,
) -> Result<(), String> {
    let exported = maestro::export(trail, Span::Finding(number), Choices::default()).unwrap();
    let flow = String::from_utf8(exported.files[0].content.clone()).unwrap();
    let (app, commands) = reader::read(&flow, secret);
    let mut phone = Phone::new(&app, seed).await;
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

/// How many of `times` flows of each finding found it again, with the first reason why not.
async fn rates(app: &str, steps: u64, seed: u64, times: u64) -> Vec<(String, u64, Option<String>)> {
    let folder = tempfile::tempdir().unwrap();
    let trail = recorded(app, steps, seed, &folder.path().join("s")).await;
    let mut rates = Vec::new();
    for (place, finding) in trail.findings.iter().enumerate() {
        if finding.kind == FindingKind::Bug {
            continue;
        }
        let (mut again, mut why) = (0, None);
        for time in 0..times {
            match found_again(&trail, place + 1, finding, seed + time).await {
                Ok(()) => again += 1,
                Err(reason) => {
                    why.get_or_insert(reason);
                }
            }
        }
        rates.push((format!("{app}: {}", finding.title), again, why));
    }
    rates
}

#[tokio::test]
async fn findings_are_found_again_from_their_flows() {
    for app in ["shop", "notes"] {
        for (title, again, why) in rates(app, 150, 7, 1).await {
            assert_eq!(again, 1, "{title}: {}", why.unwrap_or_default());
        }
    }
}

/// The figures of the docs: `cargo test --test flows -- --ignored --nocapture`.
#[rstest]
#[case("notes")]
#[case("shop")]
#[case("books")]
#[case("alarm")]
#[case("settings")]
#[case("health")]
#[tokio::test]
#[ignore = "takes a minute each"]
async fn every_finding_ten_times(#[case] app: &str) {
    let mut missed = Vec::new();
    for (title, again, why) in rates(app, 400, 7, 10).await {
        println!("{again:>2} of 10  {title}");
        missed.extend(why.map(|why| format!("{title}: {why}")));
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
