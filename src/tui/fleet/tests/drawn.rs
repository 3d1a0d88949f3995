//! What is drawn.

use insta::assert_snapshot;

use super::*;
use crate::domain::Screen;
use crate::model::abstraction;
use crate::protocol::ScreenObserved;
use crate::tui::testing::{dialogue, fixtures};

fn fleet_of(workers: usize, width: u16, height: u16) -> String {
    let (mut app, _stop) = app(fleet(workers));
    drawn(&mut app, width, height)
}

#[test]
fn nothing_has_begun() {
    let reports = vec![WorkerReport::new("demo:notes", "systematic", Some(40)); 3];
    let (mut app, _stop) = app(FleetBoard::new("nightly", reports));
    assert_snapshot!(drawn(&mut app, 80, 24));
}

#[test]
fn four_workers_in_80_columns() {
    assert_snapshot!(fleet_of(4, 80, 24));
}

#[test]
fn forty_workers_in_80_columns() {
    let (mut app, _stop) = app(fleet(40));
    app.selected = 30;
    assert_snapshot!(drawn(&mut app, 80, 24));
}

/// A fleet whose screens were read, but for the third one.
fn seen(workers: usize) -> FleetApp {
    let (mut app, _stop) = app(fleet(workers));
    for place in (0..workers).filter(|place| *place != 2) {
        let picture = (place % 2 == 0).then(fixtures::picture);
        app.screens.with(place, fixtures::screen(), picture);
    }
    app
}

#[test]
fn one_worker_in_200_columns() {
    assert_snapshot!(drawn(&mut seen(1), 200, 60));
}

#[test]
fn two_workers_in_80_columns() {
    assert_snapshot!(drawn(&mut seen(2), 80, 24));
}

#[test]
fn four_workers_in_120_columns() {
    let mut app = seen(4);
    app.selected = 1;
    assert_snapshot!(drawn(&mut app, 120, 40));
}

#[test]
fn forty_workers_in_120_columns() {
    let mut app = seen(40);
    assert!(drawn(&mut app, 120, 40).contains("last action"), "there is no room for forty tiles");
    letter(&mut app, 'v');
    assert!(drawn(&mut app, 120, 40).contains("1–8 of 40"));
    press(&mut app, KeyCode::PageDown);
    let page = drawn(&mut app, 120, 40);
    assert!(page.contains("9–16 of 40"), "{page}");
    letter(&mut app, 'v');
    assert!(drawn(&mut app, 120, 40).contains("last action"));
}

#[test]
fn forty_workers_in_200_columns() {
    assert_snapshot!(drawn(&mut seen(40), 200, 60));
}

#[test]
fn what_a_voice_app_says_is_shown_as_words() {
    let spoken = dialogue::says("Welcome to the quiz. Say start, or ask for help.");
    let screen = Screen::of_speech("quiz", spoken);
    let state = abstraction::state_ids(&screen);
    let observed = ScreenObserved::of(8, state, &screen, fixtures::blob(1));
    let mut board = fleet(1);
    let event = Event::Observed(observed);
    board.record(1, &Arc::new(EventRecord { seq: 99, at_ms: 9_900, event }), 9_900);
    let (mut app, _stop) = app(board);
    app.screens.with(0, screen, None);
    assert_snapshot!(drawn(&mut app, 80, 24));
}

#[test]
fn what_happens_to_workers_is_said() {
    let mut board = fleet(6);
    board.dies(1, "the device was lost: it does not answer".into(), 20_000);
    board.ends(2, Some("the session cannot be recorded".into()));
    board.ends(3, None);
    let mut tape = ScriptedTape::new();
    tape.observe(1, "Main").propose("tap #add");
    board.begins(4, nowhere(), 0);
    tape.records().iter().for_each(|it| board.record(4, &Arc::new(it.clone()), 20_000));
    board.now_ms = 52_000;
    let (mut app, _stop) = app(board);
    assert_snapshot!(drawn(&mut app, 120, 20));
}

#[test]
fn the_question_whether_to_end() {
    let (mut app, _stop) = app(fleet(4));
    letter(&mut app, 'q');
    assert_snapshot!(drawn(&mut app, 80, 24));
}

#[test]
fn help_lists_the_keys_of_the_view() {
    let (mut app, _stop) = app(fleet(1));
    letter(&mut app, '?');
    assert_snapshot!(drawn(&mut app, 80, 24));
}

#[test]
fn a_small_terminal_shows_what_has_the_focus() {
    let (mut app, _stop) = app(fleet(5));
    let workers = drawn(&mut app, 44, 14);
    letter(&mut app, 'B');
    let findings = drawn(&mut app, 44, 14);
    assert!(workers.contains("Workers") && !workers.contains("Findings 1"), "{workers}");
    assert!(findings.contains("Findings 1") && !findings.contains("Workers 5"), "{findings}");
    assert!(drawn(&mut app, 30, 8).contains("Please make the terminal"));
}
