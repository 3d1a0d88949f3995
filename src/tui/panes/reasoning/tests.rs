use super::*;
use crate::domain::Action;
use crate::tui::testing::notebook::{self, LIST, NotebookTape};
use crate::tui::testing::stage::{TestStage, described};
use ratatui::layout::Position;

pub(super) fn drawn(
    stage: &TestStage,
    pane: &mut ReasoningPane,
    width: u16,
    height: u16,
) -> String {
    stage.render(width, height, |frame, area, view| pane.draw(frame, area, view))
}

fn ask(stage: &TestStage, pane: &mut ReasoningPane, command: UiCommand) -> Vec<String> {
    described(&pane.update(command, &stage.view()).unwrap())
}

#[test]
fn it_looks_right() {
    let stage = TestStage::typical();
    let mut pane = ReasoningPane::default();
    insta::assert_snapshot!("typical", drawn(&stage, &mut pane, 76, 44));
    insta::assert_snapshot!("narrow", drawn(&stage, &mut pane, 30, 24));
    insta::assert_snapshot!("tiny", drawn(&stage, &mut pane, 30, 6));
    ask(&stage, &mut pane, UiCommand::Fold);
    insta::assert_snapshot!("folded", drawn(&stage, &mut pane, 76, 30));
}

#[test]
fn it_says_what_happens_where_nothing_is_proposed() {
    let mut pane = ReasoningPane::default();
    insta::assert_snapshot!("empty", drawn(&TestStage::empty(), &mut pane, 40, 4));
    let mut tape = NotebookTape::default();
    let thinking = TestStage::of(tape.start().observe(LIST, "MainActivity · Notes").session());
    insta::assert_snapshot!("thinking", drawn(&thinking, &mut pane, 40, 4));
}

#[test]
fn it_scrolls_through_all_steps_and_comes_back() {
    let stage = TestStage::typical();
    let mut pane = ReasoningPane::default();
    let top = drawn(&stage, &mut pane, 60, 10);
    for _ in 0..200 {
        ask(&stage, &mut pane, UiCommand::PageDown);
    }
    assert_eq!(pane.place(&stage.view()).moment, 0);
    assert!(pane.subtitle(&stage.view()).contains("at step 0"));
    let bottom = drawn(&stage, &mut pane, 60, 10);
    assert!(bottom.contains("= step 1: led to"), "{bottom}");
    for _ in 0..200 {
        ask(&stage, &mut pane, UiCommand::Up);
    }
    assert_eq!(drawn(&stage, &mut pane, 60, 10), top);
    assert!(pane.scrolled.is_none());
    ask(&stage, &mut pane, UiCommand::Bottom);
    ask(&stage, &mut pane, UiCommand::Top);
    assert_eq!(drawn(&stage, &mut pane, 60, 10), top);
}

#[test]
fn it_follows_the_shown_moment_but_not_away_from_what_is_read() {
    let mut stage = TestStage::typical();
    let mut pane = ReasoningPane::default();
    drawn(&stage, &mut pane, 60, 10);
    ask(&stage, &mut pane, UiCommand::PageDown);
    let read = pane.place(&stage.view());
    stage.session = {
        let mut tape = NotebookTape::default();
        let tap = Action::Tap { target: notebook::target(2) };
        tape.start();
        for _ in 0..6 {
            tape.observe(LIST, "Notes").propose(tap.clone(), "Why not.", Vec::new());
        }
        tape.session()
    };
    stage.shown.moment = 5;
    drawn(&stage, &mut pane, 60, 10);
    assert_eq!(pane.place(&stage.view()), read, "a run that goes on leaves the reader alone");
    stage.live = false;
    stage.shown.moment = 2;
    drawn(&stage, &mut pane, 60, 10);
    assert_eq!(pane.place(&stage.view()), ReasoningAnchor { moment: 2, line: 0 });
}

#[test]
fn it_opens_and_copies_everything_of_the_step() {
    let mut stage = TestStage::typical();
    stage.shown.moment = 1;
    let mut pane = ReasoningPane::default();
    drawn(&stage, &mut pane, 60, 10);
    assert_eq!(ask(&stage, &mut pane, UiCommand::Open), ["push Reasoning after step 1"]);
    let copied = ask(&stage, &mut pane, UiCommand::Copy);
    insta::assert_snapshot!("copied", copied[0]);
}

#[test]
fn clicks_lead_to_the_moment_and_open_it() {
    let stage = TestStage::typical();
    let mut pane = ReasoningPane::default();
    let area = Rect::new(0, 0, 60, 40);
    drawn(&stage, &mut pane, 60, 40);
    let heading = pane.lines.iter().position(|line| line.moment == 2).unwrap();
    let mut click = |row: usize, double| {
        let at = Position::new(4, u16::try_from(row).unwrap());
        let button = crossterm::event::MouseButton::Left;
        described(&pane.mouse(MouseInput::Click { button, at, double }, area, &stage.view()))
    };
    assert_eq!(click(heading, false), ["show Some(2)"]);
    assert!(click(heading + 1, false).is_empty());
    assert!(click(0, false).is_empty(), "it is shown already");
    assert_eq!(click(heading + 1, true), ["push Reasoning after step 2"]);
}

#[test]
fn without_moments_it_can_do_nothing() {
    let stage = TestStage::empty();
    let mut pane = ReasoningPane::default();
    assert!(pane.commands(&stage.view()).is_empty());
    for command in
        [UiCommand::Down, UiCommand::Up, UiCommand::Bottom, UiCommand::Open, UiCommand::Fold]
    {
        pane.update(command, &stage.view());
    }
    drawn(&stage, &mut pane, 1, 1);
}
