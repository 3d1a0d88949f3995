//! The whole program on its demo web apps.

use std::io::{Read as _, Write as _};
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

/// Answers those who name user and password, as RFC 7617 writes them; asks all others for them.
fn serve_behind_a_password(listener: &std::net::TcpListener) {
    for stream in listener.incoming() {
        let mut stream = stream.unwrap();
        let mut head = [0; 8192];
        let Ok(length) = stream.read(&mut head) else { continue };
        let head = String::from_utf8_lossy(&head[..length]).to_lowercase();
        let (status, more, body) = if head.contains("authorization: basic ywrhonm6m2nyzxq=") {
            ("200 OK", "", "<h1>Inside</h1><a href=/more>More</a>")
        } else {
            ("401 Unauthorized", "WWW-Authenticate: Basic realm=app\r\n", "who is there?")
        };
        let length = body.len();
        let _ = write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{more}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
    }
}

#[test]
#[ignore = "needs Chromium; .ci/run has it"]
fn a_server_that_asks_for_a_password_itself_gets_it_and_the_log_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || serve_behind_a_password(&listener));
    let run = Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .args(["run", &format!("web:http://{address}/"), "--steps", "3", "--json", "--quiet"])
        .args(["--explorer", "systematic", "--sessions", folder.path().to_str().unwrap()])
        .env("RIDEALONG_BASIC_AUTH", "ada:s:3cret")
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let summary: Value = serde_json::from_slice(&run.stdout).unwrap();
    let session = std::path::PathBuf::from(summary["session"].as_str().unwrap());
    let log = std::fs::read_to_string(session.join("events.jsonl")).unwrap();
    assert!(log.contains("Inside") && log.contains("/more"), "{log}");
    assert!(!log.contains("3cret") && !log.contains("who is there"), "{log}");
}

#[test]
#[ignore = "needs Chromium; .ci/run has it"]
fn an_open_browser_is_used_and_left_open() {
    let (profile, sessions) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let page = profile.path().join("page.html");
    std::fs::write(&page, "<button onclick=\"this.textContent='Done'\">Mine</button>").unwrap();
    let mut browser = Command::new(ridealong::device::web::find_browser().unwrap())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", page.display()))
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let told = profile.path().join("DevToolsActivePort");
    let began = std::time::Instant::now();
    let port = loop {
        let written = std::fs::read_to_string(&told).unwrap_or_default();
        if let Some((port, _)) = written.split_once('\n') {
            break port.to_owned();
        }
        assert!(began.elapsed().as_secs() < 30, "the browser starts");
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    let target = format!("web+cdp:{port}");
    let run = run(&[&target, "--explorer", "systematic", "--steps", "2"], sessions.path());
    let still_open = browser.try_wait().unwrap().is_none();
    browser.kill().unwrap();
    browser.wait().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let summary: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(summary["steps"], 2, "{summary}");
    let session = std::path::PathBuf::from(summary["session"].as_str().unwrap());
    let log = std::fs::read_to_string(session.join("events.jsonl")).unwrap();
    assert!(log.contains("Mine"), "it explores the page in front");
    assert!(still_open, "the browser is the tester's");
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
