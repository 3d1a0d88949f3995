//! What is known after what was told.

use super::*;
use crate::engine::fleet::FleetKnowledge;
use crate::tui::fleet::{FleetWatch, WorkerStatus};

/// A board of one worker that was told `records`, a tenth of a second each.
fn reported(records: &[Arc<EventRecord>]) -> FleetBoard {
    let mut board = FleetBoard::new("one", vec![WorkerReport::new("demo:notes", "monkey", None)]);
    board.begins(1, nowhere(), 0);
    records.iter().for_each(|record| board.record(1, record, record.at_ms));
    board
}

#[test]
fn steps_states_and_findings_are_counted() {
    let board = reported(&records(7, true));
    let worker = board.worker(1).unwrap();
    assert_eq!((worker.steps, worker.states, worker.findings), (7, 5, 1));
    assert!(worker.works() && !worker.waits());
    assert!(worker.action().contains("back"), "{}", worker.action());
    assert_eq!(worker.observed().unwrap().step, 7);
    assert!(worker.step_ms.unwrap() > 0.0);
    assert_eq!((board.steps(), board.working(), board.left()), (7, 1, 1));
}

#[test]
fn a_worker_that_is_started_again_is_told_anew() {
    let mut board = reported(&records(7, true));
    board.dies(1, "the device was lost".into(), 900);
    let worker = board.worker(1).unwrap();
    assert_eq!(worker.status, WorkerStatus::Dead("the device was lost".into()));
    assert!(!worker.works() && worker.is_there());
    board.begins(1, nowhere(), 1_000);
    assert_eq!(board.steps(), 0);
    // Its history comes first, then what is new.
    records(9, true).iter().for_each(|record| board.record(1, record, 1_000));
    let worker = board.worker(1).unwrap();
    assert_eq!((worker.steps, worker.restarts, worker.findings), (9, 1, 1));
    assert_eq!(board.findings.all().len(), 1, "the same fault, told twice");
}

#[test]
fn a_worker_is_silent_if_nothing_is_heard_of_it() {
    let mut board = reported(&records(3, false));
    let heard = records(3, false).last().unwrap().at_ms;
    assert_eq!(board.worker(1).unwrap().silent(heard + 29_999), None);
    assert_eq!(board.worker(1).unwrap().silent(heard + 31_500), Some(31));
    board.ends(1, None);
    assert_eq!(board.worker(1).unwrap().silent(heard + 99_000), None, "it has ended");
}

#[test]
fn only_a_tester_is_waited_for() {
    let mut tape = ScriptedTape::new();
    tape.observe(1, "Main").propose("tap #add");
    let waits = |tape: &ScriptedTape| {
        let records: Vec<_> = tape.records().iter().cloned().map(Arc::new).collect();
        reported(&records).worker(1).unwrap().waits()
    };
    assert!(waits(&tape), "it began in approve mode");
    tape.tell(auto());
    assert!(!waits(&tape));
}

#[test]
fn one_fault_of_two_workers_is_one_finding() {
    let board = fleet(10);
    let all = board.findings.all();
    assert_eq!(all.len(), 1);
    let workers: Vec<usize> = all[0].workers.iter().map(|(worker, _)| *worker).collect();
    assert_eq!(workers, [5, 10]);
}

#[test]
fn reporting_waits_for_nobody() {
    let knowledge = FleetKnowledge::new(true);
    let reports = vec![WorkerReport::new("demo:notes", "monkey", None); 3];
    let watch = FleetWatch::new(FleetBoard::new("three", reports), knowledge);
    // Nobody reads, and there is no runtime that could wait.
    for worker in 1..=3 {
        watch.begins(worker, nowhere());
        records(400, false).iter().for_each(|record| watch.record(worker, record));
    }
    watch.ends(3, Some("gone".into()));
    let board = watch.board();
    assert_eq!((board.steps(), board.working(), board.left()), (1200, 2, 2));
}
