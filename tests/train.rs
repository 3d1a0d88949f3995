//! `ridealong train` as a whole program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SPEC: &str = "targets = [\"demo:notes\"]\nsteps = 8\nrounds = 3\nruns = 2\n";

fn train(folder: &Path, out: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    command.current_dir(folder).args(["train", "spec.toml", "--quiet", "--out", out]);
    command.env("RIDEALONG_CONFIG", folder.join("config"));
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, weights: &str) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ridealong"));
    command.current_dir(folder).env("RIDEALONG_CONFIG", folder.join("config"));
    command.args(["run", "demo:notes", "--explorer", "dino-droid", "--weights", weights]);
    command.args(["--steps", "8", "--json", "--quiet", "--sessions", "sessions"]);
    command.output().unwrap()
}

#[test]
fn a_killed_training_gives_the_same_network_and_it_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("spec.toml"), SPEC).unwrap();
    assert!(train(at, "whole.safetensors").status().unwrap().success());

    let mut killed = train(at, "killed.safetensors").spawn().unwrap();
    let begun = Instant::now();
    while !at.join("killed.safetensors").exists() {
        assert!(begun.elapsed() < Duration::from_secs(120), "no round ended");
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(train(at, "killed.safetensors").status().unwrap().success());
    let whole = fs::read(at.join("whole.safetensors")).unwrap();
    assert_eq!(fs::read(at.join("killed.safetensors")).unwrap(), whole);

    assert!(run(at, "whole.safetensors").status.success());
    fs::write(at.join("damaged.safetensors"), &whole[..whole.len() / 2]).unwrap();
    for (weights, reported) in [("damaged.safetensors", "damaged"), ("nothing", "nothing: ")] {
        let output = run(at, weights);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(reported), "{error}");
    }
}
