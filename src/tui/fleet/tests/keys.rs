//! What keys do.

use super::*;
use crate::tui::app::Wish;
use crate::tui::fleet::FleetExit;
use crate::tui::fleet::app::FleetPane;
use crate::tui::fleet::overlay::FleetOverlay;

#[test]
fn the_selection_stays_among_the_workers() {
    let (mut app, _stop) = app(fleet(4));
    drawn(&mut app, 80, 24);
    press(&mut app, KeyCode::Up);
    assert_eq!(app.selected, 0);
    (0..9).for_each(|_| press(&mut app, KeyCode::Down));
    assert_eq!(app.selected, 3);
    press(&mut app, KeyCode::Home);
    assert_eq!(app.selected, 0);
}

#[test]
fn a_worker_that_has_begun_is_joined() {
    let mut board = fleet(2);
    board.workers.push(WorkerReport::new("demo:shop", "monkey", None));
    let (mut app, stop) = app(board);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    assert_eq!((app.exit(), app.exit()), (Some(FleetExit::Join(2)), None), "once");
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.exit(), None);
    assert!(drawn(&mut app, 80, 24).contains("has not begun yet"));
    assert_eq!(*stop.borrow(), FleetStop::No);
}

#[test]
fn ending_is_asked_about_and_waits_for_the_workers() {
    let (mut app, stop) = app(fleet(2));
    letter(&mut app, 'q');
    letter(&mut app, 'n');
    assert_eq!((*stop.borrow(), app.exit()), (FleetStop::No, None));
    letter(&mut app, 'q');
    letter(&mut app, 'y');
    assert_eq!((*stop.borrow(), app.exit()), (FleetStop::InOrder, None));
    letter(&mut app, 'q');
    assert_eq!(*stop.borrow(), FleetStop::InOrder, "a letter ends nothing at once");
    let mut board = fleet(2);
    (1..=2).for_each(|worker| board.ends(worker, None));
    app.take(board);
    assert_eq!(app.exit(), Some(FleetExit::Left));
}

#[test]
fn control_c_three_times_waits_for_nobody() {
    let (mut app, stop) = app(fleet(2));
    control_c(&mut app);
    assert_eq!(*stop.borrow(), FleetStop::No, "asked first");
    control_c(&mut app);
    assert_eq!((*stop.borrow(), app.exit()), (FleetStop::InOrder, None));
    control_c(&mut app);
    assert_eq!((*stop.borrow(), app.exit()), (FleetStop::AtOnce, Some(FleetExit::Left)));
}

#[test]
fn an_ended_fleet_is_shown_until_it_is_left_without_a_question() {
    let mut board = fleet(1);
    board.ends(1, None);
    let (mut app, _stop) = app(board);
    assert_eq!(app.exit(), None);
    letter(&mut app, 'q');
    assert_eq!(app.exit(), Some(FleetExit::Left));
}

#[test]
fn two_who_end_a_fleet_in_order_end_it_in_order() {
    let (mut app, stop) = app(fleet(1));
    // A signal reaches the program beside the view, too.
    app.end(FleetStop::InOrder);
    app.end(FleetStop::InOrder);
    assert_eq!((*stop.borrow(), app.exit()), (FleetStop::InOrder, None));
}

#[test]
fn findings_are_gone_through_from_the_newest() {
    let mut board = fleet(5);
    let mut tape = ScriptedTape::new();
    tape.crash("second");
    let crash = Arc::new(tape.records().last().unwrap().clone());
    board.record(2, &crash, 0);
    let (mut app, _stop) = app(board);
    letter(&mut app, 'B');
    assert_eq!(app.focus, FleetPane::Findings);
    press(&mut app, KeyCode::Enter);
    assert!(drawn(&mut app, 80, 24).contains("worker 2 at step"), "the newest is opened");
    press(&mut app, KeyCode::Esc);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Enter);
    assert!(drawn(&mut app, 80, 24).contains("found by worker 5 at step 5"));
    assert!(matches!(app.overlay, Some(FleetOverlay::Text(_))));
}

#[test]
fn the_program_is_suspended_like_any_other() {
    let (mut app, _stop) = app(fleet(1));
    app.event(&Input::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL)));
    assert_eq!(app.take_wishes(), [Wish::Suspend]);
}
