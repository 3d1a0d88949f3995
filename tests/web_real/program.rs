//! The whole program on its demo web apps.

use std::path::Path;
use std::process::{Command, Output};

use ridealong::demo::web::FAULTS;
use serde_json::Value;

fn run(args: &[&str], sessions: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .arg("run")
        .args(args)
        .args(["--json", "--quiet", "--sessions"])
        .arg(sessions)
        .output()
        .unwrap()
}

#[test]
fn without_a_browser_there_is_one_clear_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .args(["run", "web:demo", "--steps", "1", "--sessions"])
        .arg(folder.path())
        .env("RIDEALONG_BROWSER", "/there/is/none")
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(3), "{words}");
    assert!(
        words.contains("no browser was found") && words.contains("RIDEALONG_BROWSER"),
        "{words}"
    );
}

#[test]
#[ignore = "needs Chromium; .ci/run has it"]
fn the_demo_apps_are_explored_and_their_faults_found() {
    for (app, explorer) in [("list", "vlm-fuzz"), ("booking", "systematic")] {
        let folder = tempfile::tempdir().unwrap();
        let target = format!("web:demo:{app}");
        let run = run(&[&target, "--explorer", explorer, "--steps", "100"], folder.path());
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let summary: Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!(summary["steps"], 100, "{summary}");
        let functions = &summary["coverage"]["functions"];
        assert!(functions["covered"].as_u64() > Some(10), "{functions}");
        let session = std::path::PathBuf::from(summary["session"].as_str().unwrap());
        let log = std::fs::read_to_string(session.join("events.jsonl")).unwrap();
        let seeded = FAULTS.iter().filter(|fault| fault.app == app);
        let found: Vec<&str> =
            seeded.map(|fault| fault.mark).filter(|mark| log.contains(mark)).collect();
        assert!(!found.is_empty(), "{target}: {}", summary["findings"]);
    }
}

/// True if a process runs whose command line names `folder`.
#[cfg(target_os = "linux")]
fn is_used(folder: &Path) -> bool {
    let name = folder.to_str().unwrap();
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes.map(|entry| entry.path().join("cmdline")).any(|line| {
        std::fs::read(line).is_ok_and(|line| String::from_utf8_lossy(&line).contains(name))
    })
}

#[cfg(target_os = "linux")]
#[rstest::rstest]
#[case::while_it_starts_the_browser(false)]
#[case::while_it_explores(true)]
#[ignore = "needs Chromium; .ci/run has it"]
fn nothing_runs_on_if_the_program_is_killed(#[case] explores: bool) {
    let (temporary, sessions) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut run = Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .args(["run", "web:demo", "--steps", "1000", "--quiet", "--sessions"])
        .arg(sessions.path())
        .env("TMPDIR", temporary.path())
        .spawn()
        .unwrap();
    let until = |what: &str, done: &dyn Fn() -> bool| {
        let began = std::time::Instant::now();
        while !done() {
            assert!(began.elapsed().as_secs() < 30, "{what}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    let profiles = || {
        let folders = std::fs::read_dir(temporary.path()).unwrap().filter_map(Result::ok);
        // What the browser itself leaves there if it is killed is a socket of its own.
        folders.map(|entry| entry.path()).filter(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("ridealong-"))
        })
    };
    until("a browser starts", &|| is_used(temporary.path()));
    let is_open = || profiles().any(|profile| profile.join("DevToolsActivePort").exists());
    until("the browser is open", &|| !explores || is_open());
    run.kill().unwrap();
    run.wait().unwrap();
    until("the browser ends", &|| !is_used(temporary.path()));
    until("its profile is deleted", &|| profiles().next().is_none());
}
