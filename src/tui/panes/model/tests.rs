use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use insta::assert_snapshot;
use proptest::prelude::*;
use ratatui::layout::Position;

use super::*;
use crate::domain::StateId;
use crate::session::Timeline;
use crate::tui::fetch::FetchedMoment;
use crate::tui::pane::OverlayLayer;
use crate::tui::testing::stage::TestStage;
use crate::tui::testing::tape::{ScriptedTape, notes, stand};
use crate::tui::testing::{fixtures, render};

/// The subtitle and the pane.
fn draw(pane: &mut ModelPane, stage: &TestStage, width: u16, height: u16) -> String {
    let drawn =
        render(width, height, &stage.view(), |frame, area, view| pane.draw(frame, area, view));
    format!("{}\n{drawn}", pane.subtitle(&stage.view()))
}

fn shown(stage: &TestStage, width: u16, height: u16) -> String {
    draw(&mut ModelPane::default(), stage, width, height)
}

fn session() -> TestStage {
    stand(notes())
}

/// A home with many branches of three states each, and ways back.
fn large(branches: u64) -> Timeline {
    let mut tape = ScriptedTape::new();
    tape.with_actions(&["tap #a", "tap #b"]).observe(1, "Main · Home");
    for branch in 0..branches {
        let first = 2 + branch * 3;
        tape.act(&format!("tap #row {branch}"), first, &format!("Item · Item {branch}"));
        tape.act("tap #a", first + 1, "Edit · Edit");
        tape.act("tap #b", first + 2, "Edit · Really? (dialog)");
        tape.act("press back", 1, "");
    }
    tape.done()
}

#[test]
fn nothing_explored_yet() {
    assert_snapshot!(shown(&stand(ScriptedTape::new().done()), 40, 6));
}

#[test]
fn one_state() {
    assert_snapshot!(shown(&stand(ScriptedTape::new().observe(1, "Main · Notes").done()), 60, 16));
}

#[test]
fn a_session() {
    assert_snapshot!(shown(&session(), 110, 26));
}

#[test]
fn a_session_in_less_room() {
    let (stage, mut pane) = (session(), ModelPane::default());
    assert_snapshot!(
        render(64, 20, &stage.view(), |frame, area, view| pane.draw(frame, area, view))
    );
}

#[test]
fn a_narrow_pane_is_a_list() {
    assert_snapshot!(shown(&session(), 30, 9));
    assert_snapshot!(shown(&session(), 43, 16));
}

#[test]
fn all_sizes() {
    let stage = session();
    let mut pane = ModelPane::default();
    draw(&mut pane, &stage, 90, 13);
    pane.update(UiCommand::ZoomOut, &stage.view());
    assert_snapshot!("short", draw(&mut pane, &stage, 90, 13));
    pane.update(UiCommand::ZoomOut, &stage.view());
    pane.update(UiCommand::ZoomOut, &stage.view());
    assert_snapshot!("dots", draw(&mut pane, &stage, 60, 9));
    for _ in 0..9 {
        pane.update(UiCommand::ZoomIn, &stage.view());
        draw(&mut pane, &stage, 150, 32);
    }
    assert_snapshot!("cards", draw(&mut pane, &stage, 150, 32));
}

#[test]
fn the_past_shows_what_was_known_then() {
    let mut stage = session();
    stage.live = false;
    stage.shown.moment = 4;
    let drawn = shown(&stage, 90, 18);
    assert!(drawn.contains("Menu") && !drawn.contains("Settings"), "{drawn}");
    assert_snapshot!(drawn);
}

#[test]
fn the_way_asked_for_is_shown() {
    let mut tape = ScriptedTape::new();
    tape.observe(1, "Main · Notes").act("tap #a", 2, "Main · Menu").act(
        "tap #b",
        3,
        "Set · Settings",
    );
    tape.act("tap #c", 4, "Set · Theme").act("back", 1, "").act("tap #d", 5, "Main · Search");
    tape.act("back", 1, "").path(4, &["tap #a", "tap #b", "tap #c"]);
    assert_snapshot!(shown(&stand(tape.done()), 110, 12));
}

#[test]
fn a_large_graph_shows_the_neighbourhood() {
    let stage = stand(large(100));
    let mut pane = ModelPane::default();
    let drawn = draw(&mut pane, &stage, 100, 30);
    assert_snapshot!(drawn);
    pane.update(UiCommand::Near, &stage.view());
    assert!(draw(&mut pane, &stage, 100, 30).starts_with("240 of 301 states around here"));
}

#[test]
fn arrows_walk_from_state_to_state() {
    let stage = session();
    let mut pane = ModelPane::default();
    draw(&mut pane, &stage, 110, 26);
    let view = stage.view();
    assert_eq!(ModelPane::here(&view), Some(7), "the session ends in the search");
    for (command, state) in
        [(UiCommand::Walk, 7), (UiCommand::Left, 0), (UiCommand::Right, 3), (UiCommand::Right, 4)]
    {
        pane.update(command, &view);
        assert_eq!(pane.selected, Some(state), "{command:?}");
        draw(&mut pane, &stage, 110, 26);
    }
    pane.update(UiCommand::Deselect, &view);
    assert_eq!((pane.selected, pane.walks), (None, false));
}

#[test]
fn a_click_selects_and_a_double_click_opens() {
    let stage = session();
    let mut pane = ModelPane::default();
    let drawn = draw(&mut pane, &stage, 110, 26);
    let (y, line) =
        drawn.lines().skip(1).enumerate().find(|(_, line)| line.contains("Import")).unwrap();
    let x = line.split("Import").next().unwrap().chars().count();
    let at = Position::new(x as u16, y as u16);
    let area = Rect::new(0, 0, 110, 26);
    let click = |double| MouseInput::Click { button: MouseButton::Left, at, double };
    assert!(pane.mouse(click(false), area, &stage.view()).is_empty());
    assert_eq!(pane.selected, Some(6));
    let acts = pane.mouse(click(true), area, &stage.view());
    assert!(matches!(&acts[..], [UiAct::Push(layer)] if layer.title() == "State: Import notes"));
    let nowhere =
        MouseInput::Click { button: MouseButton::Left, at: Position::new(0, 0), double: false };
    pane.mouse(nowhere, area, &stage.view());
    assert_eq!(pane.selected, None);
}

#[test]
fn dragging_pans_and_stops_following() {
    let stage = stand(large(20));
    let mut pane = ModelPane { near: Some(false), ..ModelPane::default() };
    let before = draw(&mut pane, &stage, 50, 12);
    let (from, at) = (Position::new(10, 8), Position::new(10, 6));
    pane.mouse(MouseInput::Drag { from, at }, Rect::new(0, 0, 50, 12), &stage.view());
    let after = draw(&mut pane, &stage, 50, 12);
    let row = |drawn: &str, row: usize| drawn.lines().nth(row + 1).unwrap().to_owned();
    assert_eq!(row(&before, 8), row(&after, 6));
    assert!(after.contains("not following"));
}

#[test]
fn what_is_in_the_middle_stays_there_when_the_graph_grows() {
    let mut tape = ScriptedTape::new();
    tape.observe(1, "Main · Home");
    for state in 2..30 {
        tape.act(&format!("tap #{state}"), state, &format!("Main · State {state}."));
        tape.act("back", 1, "");
    }
    let mut pane = ModelPane::default();
    let mut stage = stand(tape.done());
    draw(&mut pane, &stage, 60, 20);
    pane.follows = false;
    let before = draw(&mut pane, &stage, 60, 20);
    let middle = "State 16.";
    let row = |drawn: &str| drawn.lines().position(|line| line.contains(middle));
    assert!(row(&before).is_some(), "{before}");
    let mut tape = ScriptedTape::from_session(stage.session, 1);
    tape.act("tap #x", 90, "Main · New").act("back", 1, "").act("tap #y", 91, "Main · Newer");
    stage.session = tape.done();
    assert_eq!(row(&before), row(&draw(&mut pane, &stage, 60, 20)));
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn detail(stage: &TestStage, place: usize, asked: bool) -> StateDetail {
    let mut layout = GraphLayout::default();
    layout.survey(&stage.view(), None, None);
    StateDetail::new(&stage.view(), &layout.neighbours, place, asked).unwrap()
}

fn drawn_detail(detail: &mut StateDetail, stage: &TestStage) -> String {
    render(76, 24, &stage.view(), |frame, area, view| {
        let (width, height) = detail.size(area, view);
        let inside = Rect::new(1, 1, width - 2, height - 2);
        detail.draw(frame, inside, view);
    })
}

#[test]
fn a_state_in_detail() {
    let stage = session();
    assert_snapshot!(drawn_detail(&mut detail(&stage, 4, false), &stage));
}

#[test]
fn the_way_is_shown_before_it_is_gone() {
    let mut stage = session();
    let mut detail = detail(&stage, 3, false);
    let asked = detail.key(key(KeyCode::Char('g')), &stage.view());
    let to = StateId(4);
    assert!(matches!(&asked[..], [UiAct::Op(Op::PlanPath { to: id })] if *id == to));
    let waits = detail.key(key(KeyCode::Char('g')), &stage.view());
    assert!(matches!(&waits[..], [UiAct::Op(Op::PlanPath { .. })]), "no path is known yet");
    stage.session = {
        let mut tape = ScriptedTape::from_session(stage.session, 8);
        tape.act("press back", 1, "").path(4, &["tap #menu"]).done()
    };
    assert_snapshot!(drawn_detail(&mut detail, &stage));
    let gone = detail.key(key(KeyCode::Char('g')), &stage.view());
    assert!(matches!(&gone[..], [UiAct::Op(Op::Go { to: id }), UiAct::Pop] if *id == to));
}

/// A state that was seen with a picture, which is there.
fn pictured() -> TestStage {
    let mut stage = fixtures::typical();
    let moment = stage.session.moments.len() - 1;
    stage.session.moments.last_mut().unwrap().observed.picture = Some(fixtures::blob(1));
    stage.small_screens.put(FetchedMoment {
        moment,
        screen: stage.shown.screen.clone(),
        available: stage.shown.available.clone(),
        picture: stage.shown.picture.clone(),
        recorded_bytes: None,
    });
    stage
}

#[test]
fn a_state_has_its_picture_beside_it() {
    let stage = pictured();
    assert_snapshot!(drawn_detail(&mut detail(&stage, 0, false), &stage));
}

#[test]
fn a_narrow_terminal_leaves_the_picture_out() {
    let draw = |stage: &TestStage| {
        let mut detail = detail(stage, 0, false);
        render(46, 24, &stage.view(), |frame, area, view| detail.draw(frame, area, view))
    };
    assert_eq!(draw(&pictured()), draw(&fixtures::typical()));
}

#[test]
fn a_state_is_seen_where_it_was_seen_last() {
    let stage = session();
    let acts = detail(&stage, 4, false).key(key(KeyCode::Char('s')), &stage.view());
    assert!(matches!(&acts[..], [UiAct::Pop, UiAct::Show(Some(11)), UiAct::Focus(PaneId::Screen)]));
}

#[test]
fn nobody_goes_anywhere_from_the_past() {
    let mut stage = session();
    stage.live = false;
    let acts = detail(&stage, 3, false).key(key(KeyCode::Char('g')), &stage.view());
    assert!(matches!(&acts[..], [UiAct::Toast(..)]));
}

#[test]
fn the_wheel_scrolls_the_list_away_from_the_selection() {
    let stage = stand(large(20));
    let mut pane = ModelPane { list: Some(true), ..ModelPane::default() };
    let view = stage.view();
    draw(&mut pane, &stage, 60, 10);
    pane.update(UiCommand::Bottom, &view);
    assert!(draw(&mut pane, &stage, 60, 10).contains("Really? (dialog) 20"));
    let at = Position::new(5, 5);
    pane.mouse(MouseInput::Wheel { at, notches: -3 }, Rect::new(0, 0, 60, 10), &view);
    assert!(!draw(&mut pane, &stage, 60, 10).contains("Really? (dialog) 20"));
}

const COMMANDS: [UiCommand; 17] = [
    UiCommand::Up,
    UiCommand::Down,
    UiCommand::Left,
    UiCommand::Right,
    UiCommand::PageUp,
    UiCommand::PageDown,
    UiCommand::Top,
    UiCommand::Bottom,
    UiCommand::ZoomIn,
    UiCommand::ZoomOut,
    UiCommand::Follow,
    UiCommand::Near,
    UiCommand::AsList,
    UiCommand::Walk,
    UiCommand::Deselect,
    UiCommand::Open,
    UiCommand::Copy,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever is asked for, clicked, resized and scrubbed: nothing outside of the area is drawn,
    /// and nothing panics.
    #[test]
    fn nothing_breaks_the_pane(
        branches in 0_u64..25,
        asked in prop::collection::vec((0_usize..17, 0_u16..90, 0_u16..30, 0_usize..100), 1..25)
    ) {
        let mut stage = stand(large(branches));
        let last = stage.shown.moment;
        let mut pane = ModelPane::default();
        for (command, x, y, moment) in asked {
            stage.shown.moment = moment.min(last);
            stage.live = stage.shown.moment == last;
            pane.update(COMMANDS[command], &stage.view());
            let area = Rect::new(3, 2, x, y);
            let drawn = render(100, 40, &stage.view(), |frame, _, view| {
                pane.draw(frame, area, view);
            });
            for (row, line) in (0..).zip(drawn.lines()) {
                let inside = row >= area.top() && row < area.bottom();
                let width = unicode_width::UnicodeWidthStr::width(line);
                prop_assert!(line.is_empty() || inside, "{drawn}");
                prop_assert!(width <= usize::from(area.right()), "{drawn}");
            }
            let at = Position::new(x, y);
            let click = MouseInput::Click { button: MouseButton::Left, at, double: moment % 7 == 0 };
            pane.mouse(click, area, &stage.view());
            pane.subtitle(&stage.view());
            pane.commands(&stage.view());
        }
    }
}
