//! Reports in a real browser: they open from disk, their drawing and filters work, and what a
//! session says stays text.
//!
//! Needs Chromium, so it is not part of a plain `cargo test`; `.ci/run` installs it and runs
//! `cargo test --test report_browser -- --ignored`.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "helpers of tests, which clippy takes for the program's own functions"
)]

#[path = "report_browser/cdp.rs"]
mod cdp;
#[path = "report/hostile.rs"]
mod hostile;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cdp::Browser;
use ridealong::protocol::Event;
use ridealong::report::html;
use serde_json::json;
use tempfile::TempDir;

/// Records a run on `target` and makes its report.
fn recorded(args: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_ridealong");
    let run = Command::new(program)
        .arg("run")
        .args(args)
        .args(["--quiet", "--sessions"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let session = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let made = Command::new(program).arg("report").arg(&session).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = session.join("report.html");
    (folder, page)
}

/// A session with a finding and prompts.
fn reported_session() -> (TempDir, PathBuf) {
    let cassette = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/notes.cassette");
    let charter = "Find out what notes can do, and whether anything breaks when they are edited";
    let cassette = cassette.to_str().unwrap();
    let rest = ["--seed", "7", "--cassette", cassette, "--charter", charter];
    recorded(&[&["demo:notes", "--steps", "20"], &rest[..]].concat())
}

/// The step of the only finding of the session that `page` reports.
fn step_of_finding(page: &Path) -> u64 {
    let session = ridealong::store::open(page.parent().unwrap()).unwrap();
    let steps = session.records.iter().filter_map(|record| match &record.event {
        Event::Found(finding) => Some(finding.step),
        _ => None,
    });
    let steps: Vec<u64> = steps.collect();
    assert_eq!(steps.len(), 1, "{steps:?}");
    steps[0]
}

fn assert_quiet(browser: &Browser) {
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn the_drawing_moves_and_tells_of_states() {
    let (_folder, page) = reported_session();
    let mut browser = Browser::start().await;
    browser.open(&page, "").await;
    let states = browser.value("document.querySelectorAll('.state').length").await;
    assert!(states.as_u64().unwrap() >= 8, "{states}");
    let is_drawn = "[...document.querySelectorAll('.node')].filter((node) => {
        const box = node.getBoundingClientRect();
        const graph = byId('graph').getBoundingClientRect();
        return box.width > 10 && box.left >= graph.left && box.right <= graph.right;
    }).length";
    assert_eq!(browser.value(is_drawn).await, states, "all of it is in view at first");
    let places = "new Set([...document.querySelectorAll('.node')].map((node) =>
        node.style.left + getComputedStyle(node).left + getComputedStyle(node).top)).size";
    assert_eq!(browser.value(places).await, states, "no two stand in one place");
    let shown = "[...document.querySelectorAll('.node .pic')].every((picture) =>
        getComputedStyle(picture).backgroundImage.startsWith('url(\"data:image/'))";
    assert_eq!(browser.value(shown).await, true, "each has its picture");

    browser.click("#n3").await;
    assert_eq!(browser.value("byId('panel').hidden").await, false);
    let reported = browser.value("byId('panel').querySelector('.number').textContent").await;
    assert_eq!(reported, json!("3"));
    let before = browser.value("byId('plane').style.transform").await;
    browser.value("byId('graph').focus()").await;
    browser.press("+").await;
    let after = browser.value("byId('plane').style.transform").await;
    assert_ne!(before, after, "a key zooms");
    browser.press("Escape").await;
    assert_eq!(browser.value("byId('panel').hidden").await, true);

    browser.click("#graph-findings").await;
    let bright = "document.querySelectorAll('.node:not(.dim)').length";
    assert_eq!(browser.value(bright).await, json!(1), "one state has a finding");
    assert_eq!(browser.value("document.querySelectorAll('.state:not([hidden])').length").await, 1);
    browser.click("#graph-findings").await;
    browser.click("#graph-near").await;
    let near = browser.value("document.querySelectorAll('.node:not(.away)').length").await;
    assert!(near.as_u64().unwrap() < states.as_u64().unwrap(), "only the neighbours of the first");
    assert_quiet(&browser);
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn steps_are_filtered_and_found_by_link() {
    let (_folder, page) = reported_session();
    let mut browser = Browser::start().await;
    browser.open(&page, "#step-12").await;
    let seen = "(() => { const box = byId('step-12').getBoundingClientRect();
        return box.top >= 0 && box.top < innerHeight; })()";
    browser.until(seen).await;
    let shown = "[...document.querySelectorAll('.step:not([hidden])')].map((step) => step.id)";
    assert_eq!(browser.value(&format!("{shown}.length")).await, 21, "the opening and 20 steps");
    browser.click("[data-tag=finding]").await;
    assert_eq!(browser.value(shown).await, json!([format!("step-{}", step_of_finding(&page))]));
    assert_eq!(browser.value("byId('step-count').value").await, "1 of 21 steps");
    browser.click("[data-tag=finding]").await;
    browser.click("#step-text").await;
    browser.write("reminder").await;
    let found = browser.value(&format!("{shown}.length")).await.as_u64().unwrap();
    assert!(found > 0 && found < 21, "{found}");
    let all = "[...document.querySelectorAll('.step:not([hidden])')].every((step) =>
        step.textContent.toLowerCase().includes('reminder'))";
    assert_eq!(browser.value(all).await, true);
    // A link to a step that is filtered away shows it.
    browser.value("location.hash = '#step-1'").await;
    browser.until("!byId('step-1').hidden").await;
    // A link into something closed opens it.
    browser.value("location.hash = '#exchange-3'").await;
    browser.until("byId('exchange-3').getBoundingClientRect().height > 0").await;
    assert_quiet(&browser);
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_hostile_session_stays_text() {
    let hostile = "</script></style><script>window.broken = 1</script>\"'><img src=x \
                   onerror=\"window.broken = 2\"><svg onload=alert(3)>{{7*7}}<!--";
    let (folder, session) = hostile::session(hostile, 3);
    let page = folder.path().join("report.html");
    fs::write(&page, html::page(&session, &|_, _| {})).unwrap();
    let mut browser = Browser::start().await;
    browser.open(&page, "").await;
    browser.click("#n1").await;
    browser.click("#graph-near").await;
    browser.click("#step-text").await;
    browser.write("<script>").await;
    assert_eq!(browser.value("typeof window.broken").await, "undefined");
    let foreign = "document.querySelectorAll('img, iframe, object, embed, form, base, link, \
                   [onerror], [onload], [src]').length";
    assert_eq!(browser.value(foreign).await, 0);
    assert_eq!(browser.value("document.scripts.length").await, 2, "the data and the script");
    assert_eq!(browser.value("document.title.startsWith('</script>')").await, true);
    for place in ["#findings", "#step-3", "#panel", "#state-1", "#cost", ".charter"] {
        let says = format!(
            "document.querySelector('{place}').textContent.includes({})",
            json!("<script>window.broken = 1</script>\"'><img src=x")
        );
        assert_eq!(browser.value(&says).await, true, "{place}");
    }
    assert_quiet(&browser);
    // What the policy is for: had a script got in, it would not run.
    browser
        .value("document.body.append(Object.assign(document.createElement('script'), {text: 'broken = 4'}))")
        .await;
    assert_eq!(browser.value("typeof window.broken").await, "undefined");
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn without_scripts_all_words_are_there() {
    let (_folder, page) = reported_session();
    let mut browser = Browser::start().await;
    browser.call("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
    browser.open(&page, "").await;
    assert_eq!(browser.value("document.documentElement.className").await, "", "no script ran");
    let text = browser.value("document.querySelector('#findings').innerText").await;
    assert!(text.as_str().unwrap().contains("is not responding"), "{text}");
    // What opens by itself without scripts.
    browser.click("#findings .reproduction summary").await;
    let text = browser.value("document.querySelector('#findings').innerText").await;
    assert!(text.as_str().unwrap().contains("type \"%\""), "{text}");
    let shown =
        "[...document.querySelectorAll('.controls')].every((all) => all.clientHeight === 0)";
    assert_eq!(browser.value(shown).await, true, "filters that could do nothing are not shown");
    let places = "new Set([...document.querySelectorAll('.node')].map((node) =>
        getComputedStyle(node).left + getComputedStyle(node).top)).size
        === document.querySelectorAll('.node').length";
    assert_eq!(browser.value(places).await, true, "the drawing stands");
}

#[tokio::test]
#[ignore = "needs Chromium; .ci/run has it"]
async fn a_phone_and_paper_have_room_for_it() {
    let (_folder, page) = recorded(&["voice:pizza", "--steps", "20"]);
    let mut browser = Browser::start().await;
    let phone = json!({"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": true});
    browser.call("Emulation.setDeviceMetricsOverride", phone).await;
    browser.open(&page, "").await;
    assert_eq!(browser.value("document.documentElement.scrollWidth").await, 390, "no sideways");
    let said = browser.value("document.querySelector('#step-0').textContent").await;
    assert!(said.as_str().unwrap().contains("Welcome to Corner Pizza"), "{said}");
    let printed = browser.call("Page.printToPDF", json!({})).await;
    assert!(printed["data"].as_str().unwrap().starts_with("JVBERi"), "a PDF, in base64");
    assert_quiet(&browser);
}
