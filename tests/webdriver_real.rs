//! A web app through a real chromedriver.
//!
//! Needs Chromium and its driver, so it is not part of a plain `cargo test`; `.ci/run` installs them and runs
//! `cargo test --test webdriver_real -- --ignored --test-threads=1`. With `RIDEALONG_TEST_WEBDRIVER` set to an
//! address, the same is done with the server there, such as Selenium Grid; with `RIDEALONG_TEST_BROWSER=firefox` by
//! Firefox and geckodriver.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests, which clippy takes for the program's own functions"
)]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ridealong::demo::web::FAULTS;
use ridealong::demo::web::server::{PageReply, PageRequest, PageServer};
use serde_json::{Value, json};

fn is_firefox() -> bool {
    std::env::var("RIDEALONG_TEST_BROWSER").is_ok_and(|browser| browser == "firefox")
}

/// A server, which ends with the test.
struct Server {
    url: String,
    process: Option<Child>,
}

impl Server {
    fn start() -> Self {
        if let Ok(url) = std::env::var("RIDEALONG_TEST_WEBDRIVER") {
            return Self { url, process: None };
        }
        let (driver, ready) = if is_firefox() {
            ("geckodriver", "Listening on 127.0.0.1:")
        } else {
            ("chromedriver", "started successfully on port ")
        };
        let mut process = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            let port = line.split_once(ready)?.1;
            Some(port.trim_end_matches('.').to_owned())
        });
        let url = format!("http://127.0.0.1:{}", port.unwrap());
        // Nobody reads on, and a full pipe would stop it.
        std::thread::spawn(move || lines.for_each(drop));
        Self { url, process: Some(process) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have ended.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn capabilities(folder: &Path) -> String {
    let path = folder.join("caps.json");
    let args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    let caps = if is_firefox() {
        json!({"browserName": "firefox", "moz:firefoxOptions": {"args": ["-headless"]}})
    } else {
        json!({"browserName": "chrome", "goog:chromeOptions": {"args": args}})
    };
    std::fs::write(&path, caps.to_string()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs or replays what is named, with the result as JSON.
fn command(verb: &str, named: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    command.args([verb, named, "--json", "--quiet", "--sessions"]).arg(folder);
    command
}

fn run(target: &str, more: &[&str], folder: &Path) -> Value {
    let run = command("run", target, folder).args(more).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap()
}

#[test]
#[ignore = "needs chromedriver; .ci/run has it"]
fn the_demo_apps_are_explored_and_their_faults_found() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let caps = capabilities(folder.path());
    let target = format!("webdriver:{}", server.url);
    for (app, explorer) in [("list", "vlm-fuzz"), ("booking", "systematic")] {
        let named = format!("demo:{app}");
        let more = ["--app", &named, "--caps", &caps, "--explorer", explorer, "--steps", "100"];
        let summary = run(&target, &more, folder.path());
        assert_eq!(summary["steps"], 100, "{summary}");
        assert!(summary["states"]["observed"].as_u64() > Some(4), "{summary}");
        let log = Path::new(summary["session"].as_str().unwrap()).join("events.jsonl");
        let log = std::fs::read_to_string(log).unwrap();
        let mut seeded = FAULTS.iter().filter(|fault| fault.app == app);
        assert!(seeded.any(|fault| log.contains(fault.mark)), "{}", summary["findings"]);
        let ms = summary["wall_ms"].as_u64().unwrap_or_default();
        eprintln!("{app}: {ms} ms for 100 steps, {}", summary["states"]);
    }
}

/// The step at which each state was first seen, and its key.
fn discovered(session: &str) -> Vec<(u64, String)> {
    let log = std::fs::read_to_string(Path::new(session).join("events.jsonl")).unwrap();
    let events = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found = events.filter(|event| event["type"] == "discovered").map(|event| {
        let data = &event["data"];
        (data["step"].as_u64().unwrap(), data["state"].as_str().unwrap().to_owned())
    });
    found.collect()
}

/// The same actions are performed both ways: two explorations part at the first difference in what is offered, and
/// then see different parts of the app.
#[test]
#[ignore = "needs chromedriver; .ci/run has it"]
fn the_same_states_are_seen_as_over_the_devtools_protocol() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let caps = capabilities(folder.path());
    let target = format!("webdriver:{}", server.url);
    let through = run(
        &target,
        &["--app", "demo:list", "--caps", &caps, "--explorer", "systematic", "--steps", "40"],
        folder.path(),
    );
    let session = through["session"].as_str().unwrap();
    let again = command("replay", session, folder.path())
        .args(["--on", "web:demo:list", "--app", "demo:list", "--tolerance", "0"])
        .output()
        .unwrap();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    let direct = serde_json::from_slice::<Value>(&again.stdout).unwrap();
    let run = &direct["runs"][0];
    assert_eq!(run["compared"]["same"], 40, "{direct}");
    let states = discovered(session);
    assert!(states.len() > 4, "{states:?}");
    assert_eq!(states, discovered(run["session"].as_str().unwrap()));
}

/// Explores a page by `steps` actions; gives the result.
fn explored(page: &'static str, steps: &str) -> Value {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let reply = move |request: &PageRequest| match request.path.as_str() {
        "/bad" => PageReply::status(500, "no"),
        _ => PageReply::html(page),
    };
    let pages = runtime.block_on(PageServer::start(reply)).unwrap();
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let caps = capabilities(folder.path());
    let more = ["--app", &pages.url("/"), "--caps", &caps, "--steps", steps];
    run(&format!("webdriver:{}", server.url), &more, folder.path())
}

fn titles(summary: &Value) -> Vec<&str> {
    let found = summary["findings"].as_array().unwrap();
    found.iter().map(|it| it["title"].as_str().unwrap()).collect()
}

/// Each button does what goes wrong in another way; without a word about the viewport the page is shown smaller on
/// phones.
#[test]
#[ignore = "needs chromedriver; .ci/run has it"]
fn whatever_goes_wrong_in_a_page_is_found() {
    const PAGE: &str = "<!doctype html><title>Tea</title>
        <button onclick=\"setTimeout(() => { throw new Error('thrown later') }, 20)\">Brew</button>
        <button onclick=\"Promise.reject(new Error('rejected'))\">Pour</button>
        <button onclick=\"console.error(new Error('printed'))\">Drink</button>
        <button onclick=\"fetch('/bad')\">Order</button>";
    let summary = explored(PAGE, "10");
    let found = titles(&summary);
    for said in ["thrown later", "rejected", "printed", "HTTP 500"] {
        assert!(found.iter().any(|title| title.contains(said)), "{said}: {found:?}");
    }
}

#[test]
#[ignore = "needs chromedriver; .ci/run has it"]
fn what_a_page_throws_before_it_is_left_is_found() {
    // A form whose handler throws is sent after all: the page is loaded anew before anybody asks it.
    const PAGE: &str = "<title>Tea</title><form onsubmit=\"throw new Error('no kettle')\"><button>Brew</button></form>";
    let summary = explored(PAGE, "4");
    assert!(titles(&summary).iter().any(|title| title.contains("no kettle")), "{summary}");
}
