//! Apps that are served by a command which we start and stop.

#![cfg(unix)]

use std::path::Path;
use std::time::Duration;

use ridealong::device::{Device, DeviceError};

use super::apps::device_with;

/// A device whose app is served by a shell script.
fn served_by(script: &str, fields: &str) -> ridealong::device::voice::VoiceDevice {
    device_with(&format!(
        "endpoint = \"http://127.0.0.1:{{port}}/\"\ncommand = [\"/bin/sh\", \"-c\", {script:?}]\ncwd = \"/\"\n{fields}"
    ))
}

async fn opened(script: &str, fields: &str) -> DeviceError {
    served_by(script, fields).open().await.unwrap_err()
}

#[tokio::test]
async fn a_command_that_ends_is_told_with_what_it_said() {
    let error = opened("echo starting; echo 'no such module: tea' >&2; exit 3", "").await;
    let reported = error.to_string();
    assert!(reported.contains("ended before it served"), "{reported}");
    assert!(reported.contains("no such module: tea"), "{reported}");
    assert!(error.hint().unwrap().contains("by hand"));
}

#[tokio::test]
async fn a_command_that_never_serves_is_given_up() {
    let error = opened("sleep 600", "start_timeout_s = 0.3\n").await;
    assert!(error.to_string().contains("does not serve after 0.3 s"), "{error}");
}

#[tokio::test]
async fn a_command_that_is_not_there_is_told() {
    let fields = "endpoint = \"http://127.0.0.1:{port}/\"\ncommand = [\"no-such-program-here\"]\n";
    let error = device_with(fields).open().await.unwrap_err();
    assert!(error.to_string().contains("cannot be started"), "{error}");
}

#[tokio::test]
async fn a_port_that_is_taken_is_told() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let fields =
        format!("endpoint = \"http://127.0.0.1:{port}/\"\ncommand = [\"sleep\", \"600\"]\n");
    let error = device_with(&fields).open().await.unwrap_err();
    assert!(error.to_string().contains("something answers at"), "{error}");
    assert!(error.hint().unwrap().contains("{port}"));
}

fn alive(pid: &str) -> bool {
    // A killed process may wait for its parent to notice; it does nothing any more.
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit(')').next().unwrap_or_default().trim().starts_with('Z'))
}

async fn gone(pid: &str) {
    let waiting = async {
        while alive(pid) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), waiting).await.unwrap();
}

/// Starts a command with a child of its own, which ignores a polite end; gives both pids.
async fn family(folder: &Path) -> (ridealong::device::voice::VoiceDevice, [String; 2]) {
    let pids = folder.join("pids");
    let script = format!(
        "trap '' TERM; sleep 600 & echo $$ $! > {0}.new; mv {0}.new {0}; echo ready; wait; sleep 600",
        pids.display()
    );
    let mut device = served_by(&script, "ready = \"ready\"\n");
    // Nothing serves, so that opening fails; the command runs on until then.
    let opening = device.open();
    let written = async {
        while !pids.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        result = opening => { result.unwrap_err(); }
        () = written => {}
    }
    let text = std::fs::read_to_string(&pids).unwrap();
    let mut both = text.split_whitespace().map(str::to_owned);
    let both = [both.next().unwrap(), both.next().unwrap()];
    (device, both)
}

#[tokio::test]
async fn closing_ends_the_command_and_its_children() {
    if !Path::new("/proc/self/stat").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut device, pids) = family(folder.path()).await;
    device.close().await.unwrap();
    for pid in &pids {
        gone(pid).await;
    }
}

#[tokio::test]
async fn being_dropped_ends_the_command_and_its_children() {
    if !Path::new("/proc/self/stat").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (device, pids) = family(folder.path()).await;
    drop(device);
    for pid in &pids {
        gone(pid).await;
    }
}
