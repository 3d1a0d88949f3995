//! What a model contributes, measured with three scripted ones: see `docs/eval.md`.
//!
//! None is a language model. The *oracle model* reads the demo apps' own tables of states and
//! faults, so it shows how much good choices could gain; the *weak model* makes the mistakes of a
//! small model, so it shows how much bad replies may cost; the *busy model* knows nothing and names
//! long goals, so it shows how much good form without luck may cost. All are served on this computer in
//! OpenAI's chat format, so that everything above the server is what a real model would meet.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stdout, reason = "the table and the trace are what is asked for")]

#[path = "scripted/attack.rs"]
mod attack;
#[path = "scripted/busy.rs"]
mod busy;
#[path = "scripted/copy.rs"]
mod copy;
#[path = "scripted/dialogue.rs"]
mod dialogue;
#[path = "scripted/oracle.rs"]
mod oracle;
#[path = "scripted/paths.rs"]
mod paths;
#[path = "scripted/question.rs"]
mod question;
#[path = "scripted/runs.rs"]
mod runs;
#[path = "scripted/server.rs"]
mod server;
#[path = "scripted/table.rs"]
mod table;
#[path = "scripted/tour.rs"]
mod tour;
#[path = "scripted/weak.rs"]
mod weak;

use ridealong::demo::apps;

use self::runs::{Answerer, PlannedRun, run};

/// Measures all of it, or what the environment names, and prints the table of `docs/eval.md`:
///
/// ```sh
/// cargo test --test scripted -- --ignored --nocapture
/// SCRIPTED_TARGETS=demo:notes,voice:pizza SCRIPTED_SEEDS=1,2 SCRIPTED_STEPS=30 \
///     cargo test --test scripted -- --ignored --nocapture
/// ```
///
/// `SCRIPTED_WEIGHTS='{"goal_loan": 3}'` sets tuned numbers of the explorer, `SCRIPTED_FAULT=1.2` what the oracle model counts
/// a fault as, in states.
///
/// With `SCRIPTED_TRACE=1` each step is printed with its reason, and each goal.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; prints a table and checks nothing"]
async fn the_table_of_what_a_model_contributes() {
    let plans = table::plans();
    let results = table::all(plans).await;
    println!("{}", table::reported(&results));
}

/// Measures attacks of forms with the scripted models, and prints what `ridealong demo attack` does:
///
/// ```sh
/// cargo test --test scripted attacks -- --ignored --nocapture
/// SCRIPTED_ATTACK="--half tuned --keep DIR" SCRIPTED_MODELS=oracle \
///     cargo test --test scripted attacks -- --ignored --nocapture
/// ```
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; prints tables and checks nothing"]
async fn attacks_with_the_scripted_models() {
    let oracle = server::serve(Box::new(attack::AttackOracle)).await;
    let weak = server::serve(Box::new(weak::WeakModel::new(1))).await;
    let wanted = std::env::var("SCRIPTED_MODELS").unwrap_or_else(|_| "oracle,weak".to_owned());
    let models = [("oracle", &oracle), ("weak", &weak)];
    for (name, server) in models.into_iter().filter(|(name, _)| wanted.contains(name)) {
        let home = tempfile::tempdir().unwrap();
        let settings = format!("[llm.scripted]\nmodel='{name}'\nbase_url='{}/v1'\n", server.uri());
        std::fs::write(home.path().join("config.toml"), settings).unwrap();
        let more = std::env::var("SCRIPTED_ATTACK").unwrap_or_default();
        let program = env!("CARGO_BIN_EXE_ridealong");
        let attack = tokio::process::Command::new(program)
            .args(["demo", "attack", "input-blaster", "--llm", "scripted"])
            .args(more.split_whitespace())
            .env("RIDEALONG_CONFIG", home.path())
            .output();
        let output = attack.await.unwrap();
        println!("{name}\n{}", String::from_utf8_lossy(&output.stdout));
        println!("{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_oracle_model_has_read_the_way_to_each_state_and_fault() {
    for entry in apps::entries() {
        let paths = paths::of(entry);
        let about = entry.about;
        let faults = about.faults.iter().filter(|fault| !fault.secret).count();
        assert_eq!(paths.len(), about.states.len() + faults, "{}", about.name);
    }
}

#[tokio::test]
async fn the_same_seed_gives_the_same_weak_run() {
    let plan = PlannedRun {
        target: "demo:notes".into(),
        explorer: "elevate",
        answerer: Answerer::Weak,
        seed: 3,
        steps: 15,
    };
    let (one, other) = (run(&plan).await, run(&plan).await);
    assert!(one.questions > 0);
    assert_eq!(one, other);
}
