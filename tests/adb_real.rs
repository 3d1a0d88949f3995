//! The adb client and the demo phone's device side against the real adb server between them.
//!
//! Needs the adb program, so it is not part of a plain `cargo test`; `.ci/run` installs it and runs
//! `cargo test --test adb_real -- --ignored`.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "helpers of tests, which clippy takes for the program's own functions"
)]

#[path = "adb_real/exploration.rs"]
mod exploration;

use std::net::TcpListener as StdListener;
use std::path::Path;
use std::process::{Command, Output as ProgramOutput};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use ridealong::demo::serve::{Identity, ServeError, serve};
use ridealong::device::adb::{AdbServer, AdbShell, DeviceState, ServerAddress};
use ridealong::device::{CommandOutput, DeviceShell, ShellError};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

const MEBIBYTE: usize = 1 << 20;

fn picture() -> Vec<u8> {
    (0..MEBIBYTE).map(|n| (n * 131 / 7 % 256) as u8).collect()
}

/// A phone that knows a few commands.
struct Script;

impl DeviceShell for Script {
    fn run<'a>(&'a self, command: &'a str) -> BoxFuture<'a, Result<CommandOutput, ShellError>> {
        let words: Vec<&str> = command.split_whitespace().collect();
        let (stdout, stderr, code) = match words.as_slice() {
            ["echo", rest @ ..] => (format!("{}\n", rest.join(" ")).into_bytes(), "", 0),
            ["true"] => (vec![], "", 0),
            ["screencap", ..] => (picture(), "", 0),
            ["both"] => (b"out\n".to_vec(), "err\n", 42),
            ["logcat", ..] => (b"11-21 01:02:03.004  1  1 I demo: hello\n".to_vec(), "", 0),
            ["cat", "'/sdcard/picture'"] => (picture(), "", 0),
            ["hang"] => return std::future::pending().boxed(),
            _ => (vec![], "not found\n", 127),
        };
        async move { Ok(CommandOutput { stdout, stderr: stderr.into(), code }) }.boxed()
    }

    fn reconnect(&self) -> BoxFuture<'_, Result<(), ShellError>> {
        async { Ok(()) }.boxed()
    }
}

/// An adb server of its own, with its own home and port, ended with the test.
struct PrivateAdb {
    home: TempDir,
    port: u16,
}

fn free_port() -> u16 {
    StdListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl PrivateAdb {
    fn start() -> Self {
        let adb = Self { home: TempDir::new().unwrap(), port: free_port() };
        let started = adb.run(&["start-server"]);
        assert!(started.status.success(), "adb start-server: {started:?}");
        adb
    }

    fn run(&self, arguments: &[&str]) -> ProgramOutput {
        Command::new("adb")
            .env("HOME", self.home.path())
            .env("ANDROID_ADB_SERVER_PORT", self.port.to_string())
            .env_remove("ADB_SERVER_SOCKET")
            .env_remove("ANDROID_SERIAL")
            .args(arguments)
            .output()
            .expect("the adb program runs")
    }

    fn says(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let both = [output.stdout, output.stderr].concat();
        String::from_utf8_lossy(&both).into_owned()
    }

    fn server(&self) -> AdbServer {
        AdbServer::at(ServerAddress::Tcp { host: "127.0.0.1".into(), port: self.port })
    }
}

impl Drop for PrivateAdb {
    fn drop(&mut self) {
        let _ = self.run(&["kill-server"]);
    }
}

/// The phone on a port, until it is stopped.
struct Phone {
    port: u16,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<Result<(), ServeError>>,
}

impl Phone {
    async fn on(port: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let identity = Identity {
            model: "Demo Phone".into(),
            name: "demo".into(),
            device: "ridealong".into(),
            serial: "DEMO1".into(),
        };
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(serve(listener, Arc::new(Script), identity, stopped.map(drop)));
        Self { port, stop, serving }
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.serving.await.unwrap().unwrap();
    }

    fn serial(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

/// The server dials in its own time; the tests below need it to have arrived.
fn plugged_in(adb: &PrivateAdb, phone: &Phone) {
    let said = adb.says(&["connect", &phone.serial()]);
    assert!(said.contains("connected to"), "{said}");
    assert!(adb.run(&["wait-for-device"]).status.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the adb program: .ci/run runs it"]
async fn the_adb_program_uses_the_demo_phone_as_any_other() {
    let (adb, phone) = (PrivateAdb::start(), Phone::on(0).await);
    plugged_in(&adb, &phone);

    let listed = adb.says(&["devices", "-l"]);
    assert!(listed.contains("model:Demo_Phone") && listed.contains("device:ridealong"), "{listed}");
    assert_eq!(adb.says(&["get-state"]).trim(), "device");

    assert_eq!(adb.says(&["shell", "echo", "hello", "there"]), "hello there\n");
    let both = adb.run(&["shell", "both"]);
    assert_eq!(
        (both.status.code(), both.stdout, both.stderr),
        (Some(42), b"out\n".into(), b"err\n".into())
    );
    assert_eq!(adb.run(&["shell", "nothing"]).status.code(), Some(127));
    let shown = adb.run(&["exec-out", "screencap", "-p"]);
    assert!(shown.stdout == picture(), "{} bytes", shown.stdout.len());
    assert!(adb.says(&["logcat", "-d"]).ends_with("demo: hello\n"));

    for refused in [&["reboot"][..], &["root"], &["remount"], &["reverse", "tcp:1", "tcp:2"]] {
        let said = adb.says(refused);
        assert!(said.contains("demo phone"), "adb {refused:?}: {said}");
    }
    let pushed = adb.says(&["push", &Path::new(file!()).display().to_string(), "/sdcard/x"]);
    assert!(pushed.contains("takes no files"), "{pushed}");
    let here = adb.home.path().join("pulled");
    let pulled = adb.says(&["pull", "/sdcard/picture", &here.display().to_string()]);
    assert!(std::fs::read(&here).is_ok_and(|bytes| bytes == picture()), "{pulled}");
    assert!(adb.says(&["pull", "/sdcard/none", "/dev/null"]).contains("does not exist"));

    // The phone is as well after all this as before.
    assert_eq!(adb.says(&["shell", "echo", "still"]), "still\n");
    phone.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the adb program: .ci/run runs it"]
async fn a_followed_log_goes_on_until_it_is_closed() {
    let (adb, phone) = (PrivateAdb::start(), Phone::on(0).await);
    plugged_in(&adb, &phone);
    let mut log = tokio::process::Command::new("adb")
        .env("HOME", adb.home.path())
        .env("ANDROID_ADB_SERVER_PORT", adb.port.to_string())
        .args(["-s", &phone.serial(), "logcat"])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut line = vec![0; 39];
    tokio::io::AsyncReadExt::read_exact(log.stdout.as_mut().unwrap(), &mut line).await.unwrap();
    assert!(line.ends_with(b"demo: hello\n"), "{}", String::from_utf8_lossy(&line));
    assert!(log.try_wait().unwrap().is_none(), "it goes on");
    phone.stop().await;
    log.wait().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the adb program: .ci/run runs it"]
async fn our_client_and_our_phone_meet_at_the_real_server() {
    let (adb, phone) = (PrivateAdb::start(), Phone::on(0).await);
    let server = adb.server();
    assert_eq!(server.version().await.unwrap(), 41);
    let error = AdbShell::connect(server.clone(), None).await.unwrap_err();
    assert!(matches!(error, ShellError::NoDevice), "{error}");

    server.dial(&phone.serial()).await.unwrap();
    assert!(adb.run(&["wait-for-device"]).status.success());
    let devices = server.devices().await.unwrap();
    assert_eq!(devices[0].model.as_deref(), Some("Demo_Phone"));
    assert_eq!(devices[0].state, DeviceState::Device);
    let error = AdbShell::connect(server.clone(), Some("emulator-1")).await.unwrap_err();
    assert_eq!(error.hint(), Some(format!("connected: {}", phone.serial())));

    let shell = AdbShell::connect(server.clone(), None).await.unwrap();
    assert_eq!(shell.serial(), phone.serial());
    assert!(shell.tells_exit_codes());
    let both = shell.run("both").await.unwrap();
    assert_eq!(both, CommandOutput { stdout: b"out\n".into(), stderr: b"err\n".into(), code: 42 });
    assert!(shell.run("screencap -p").await.unwrap().stdout == picture());

    // Several at once, one of them given up, and it takes nothing with it.
    let hanging = shell.run_within("hang", Duration::from_millis(50));
    let (hung, a, b) = tokio::join!(hanging, shell.run("echo a"), shell.run("screencap -p"));
    assert!(matches!(hung, Err(ShellError::TimedOut { .. })));
    assert_eq!(a.unwrap().text(), "a\n");
    assert!(b.unwrap().stdout == picture());

    measure("echo", &shell, "echo hi", b"hi\n").await;
    measure("1 MiB", &shell, "screencap -p", &picture()).await;
    phone.stop().await;
}

/// Prints round trips. Only the outputs are asserted: a busy machine's times say nothing about the
/// code.
async fn measure(what: &str, shell: &AdbShell, command: &str, wanted: &[u8]) {
    let mut trips = Vec::new();
    for _ in 0..200 {
        let begun = Instant::now();
        let output = shell.run(command).await.unwrap();
        trips.push(begun.elapsed());
        assert!(output.stdout == wanted, "{} bytes", output.stdout.len());
    }
    trips.sort();
    println!("{what}: median {:.2?}, 95 % {:.2?}", trips[100], trips[190]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the adb program: .ci/run runs it"]
async fn a_phone_that_drops_and_comes_back_is_found_again() {
    let (adb, phone) = (PrivateAdb::start(), Phone::on(0).await);
    plugged_in(&adb, &phone);
    let shell = AdbShell::connect(adb.server(), None).await.unwrap();
    let port = phone.port;

    // Lost in the middle of a command, and before one.
    let (during, ()) = tokio::join!(shell.run("hang"), async {
        shell.run("echo the hanging one is on its way").await.unwrap();
        phone.stop().await;
    });
    let during = during.unwrap_err();
    assert!(matches!(during, ShellError::Lost { .. }), "{during}");
    let after = shell.run("true").await.unwrap_err();
    assert!(after.is_lost(), "{after}");

    let begun = Instant::now();
    let (back, again) = tokio::join!(shell.reconnect(), Phone::on(port));
    back.unwrap();
    println!("back after {:.2?}", begun.elapsed());
    assert_eq!(shell.run("echo back").await.unwrap().text(), "back\n");

    // Even if the server has forgotten it.
    adb.says(&["disconnect"]);
    assert!(matches!(shell.run("true").await, Err(ShellError::UnknownDevice { .. })));
    shell.reconnect().await.unwrap();

    let impatient = shell.with_return_limit(Duration::from_millis(700));
    again.stop().await;
    let error = impatient.reconnect().await.unwrap_err();
    assert!(error.is_lost(), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the adb program: .ci/run runs it"]
async fn a_server_that_is_gone_between_two_commands_is_started_again() {
    let (adb, phone) = (PrivateAdb::start(), Phone::on(0).await);
    plugged_in(&adb, &phone);
    let shell = AdbShell::connect(adb.server(), None).await.unwrap();
    assert_eq!(shell.run("echo before").await.unwrap().text(), "before\n");

    assert!(adb.run(&["kill-server"]).status.success());
    let gone = shell.run("true").await.unwrap_err();
    assert!(matches!(gone, ShellError::NoServer { .. }) && gone.is_lost(), "{gone}");
    shell.reconnect().await.unwrap();
    assert_eq!(shell.run("echo back").await.unwrap().text(), "back\n");
    phone.stop().await;
}

#[tokio::test]
#[ignore = "needs the adb program: .ci/run runs it"]
async fn a_server_that_does_not_run_is_started() {
    let adb = PrivateAdb { home: TempDir::new().unwrap(), port: free_port() };
    let server = adb.server();
    assert!(matches!(server.version().await, Err(ShellError::NoServer { .. })));
    server.ensure_running().await.unwrap();
    assert_eq!(server.version().await.unwrap(), 41);
    server.ensure_running().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
#[ignore = "needs the adb program: .ci/run runs it"]
async fn a_server_on_a_unix_socket_is_started_and_reached() {
    let home = TempDir::new().unwrap();
    let socket = home.path().join("adb.socket");
    let server = AdbServer::at(ServerAddress::Local(socket.clone()));
    assert!(matches!(server.version().await, Err(ShellError::NoServer { .. })));
    let started = server.ensure_running().await;
    let (version, devices) = (server.version().await, server.devices().await);
    // Ended before anything is asserted, so that a failure leaves no server behind.
    let spec = format!("localfilesystem:{}", socket.display());
    let ended = Command::new("adb").args(["-L", &spec, "kill-server"]).status().unwrap();
    started.unwrap();
    assert_eq!(version.unwrap(), 41);
    assert_eq!(devices.unwrap(), []);
    assert!(ended.success());
}
