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
