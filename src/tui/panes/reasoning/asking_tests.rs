//! What is shown while a model is asked, and afterwards.

use super::*;
use crate::domain::Action;
use crate::protocol::{CheckComplaint, Event, FallbackReason, ModeChanged, PartialReply};
use crate::tui::testing::notebook::{EDITOR, LIST, NotebookTape, chat, target};
use crate::tui::testing::stage::{TestStage, described};
use ratatui::layout::Position;

/// In a small terminal, in the pane of one of 80 by 24, and in a wide one.
const SIZES: [(&str, u16, u16); 3] = [("40", 40, 20), ("pane", 53, 18), ("120", 120, 24)];

fn drawn(stage: &TestStage, pane: &mut ReasoningPane, width: u16, height: u16) -> String {
    stage.render(width, height, |frame, area, view| pane.draw(frame, area, view))
}

/// Reviewed pictures of the pane on what `tell` tapes, in all sizes.
fn check(name: &str, tell: impl FnOnce(&mut NotebookTape), change: impl FnOnce(&mut TestStage)) {
    let mut tape = chat::asking();
    tell(&mut tape);
    let mut stage = TestStage::of(tape.session());
    change(&mut stage);
    for (size, width, height) in SIZES {
        let pane = &mut ReasoningPane::default();
        insta::assert_snapshot!(format!("{name}_{size}"), drawn(&stage, pane, width, height));
    }
}

fn ask(stage: &TestStage, pane: &mut ReasoningPane, command: UiCommand) -> Vec<String> {
    described(&pane.update(command, &stage.view()).unwrap())
}

#[test]
fn accepted_at_once() {
    check(
        "accepted",
        |tape| {
            tape.thought_through();
        },
        |_| {},
    );
}

#[test]
fn feedback_then_accepted() {
    check(
        "feedback",
        |tape| {
            tape.observe(EDITOR, "EditActivity · New note")
                .ask("elevate/states")
                .answered((120, 12), 640)
                .checked(
                    "state 9",
                    &[("sees", "A form with a title and a body.")],
                    Some(CheckComplaint {
                        check: "NO STATE ERROR".into(),
                        says: "There is no state 9. Choose one of: 1, 2, or new.".into(),
                    }),
                )
                .feedback("elevate/states", 1)
                .answered((190, 9), 480)
                .accepted("new", &[]);
        },
        |_| {},
    );
}

#[test]
fn exhausted_then_rules() {
    check(
        "exhausted",
        |tape| {
            tape.observe(LIST, "MainActivity · Notes")
                .ask("elevate/exploration")
                .answered((1204, 88), 4120)
                .refused(
                    "tap [99]",
                    "NO INPUT ERROR",
                    "There is no [99] here. Choose from the list.",
                )
                .feedback("elevate/exploration", 1)
                .answered((1310, 40), 3100)
                .refused("", "NO INPUT ERROR", "The reply names no input. Choose from the list.")
                .ruled("elevate/exploration", FallbackReason::Rounds, "tap [10] Add, never tried")
                .propose(Action::Tap { target: target(10) }, "Never tried here.", Vec::new());
        },
        |_| {},
    );
}

#[test]
fn unreachable_with_a_retry() {
    check(
        "unreachable",
        |tape| {
            tape.observe(LIST, "MainActivity · Notes");
            chat::second_step(tape);
        },
        |_| {},
    );
}

#[test]
fn waiting_for_the_next_attempt() {
    check(
        "retrying",
        |tape| {
            tape.observe(LIST, "MainActivity · Notes")
                .ask("elevate/states")
                .retried("too many requests for the server (slow down)", 12_000);
        },
        |_| {},
    );
}

#[test]
fn streaming() {
    check(
        "streaming",
        |tape| {
            tape.observe(LIST, "MainActivity · Notes")
                .ask("elevate/states")
                .answered((812, 41), 2340)
                .accepted("new", &[("sees", "A list of notes with a tool bar.")])
                .ask("elevate/exploration");
        },
        |stage| {
            let words = "{\n  \"state\": \"The list of notes; nothing was tried so far.\",\n  \"goal\": \"Find out whether notes get \u{1b}[2Jlost, so make one first, then look for it again and again until it is gone\",\n  \"choi";
            stage.streaming = PartialReply { exchange: Some(ExchangeId(2)), words: words.into() };
        },
    );
}

#[test]
fn rules_only() {
    let mut tape = NotebookTape::default();
    tape.start()
        .observe(LIST, "MainActivity · Notes")
        .ruled("elevate/states", FallbackReason::NoModel, "new: no known state has its inputs")
        .ruled("elevate/inputs", FallbackReason::NoModel, "the 9 actions of the screen, 1 text")
        .thought_of(LIST, &["Milk"])
        .ruled("elevate/exploration", FallbackReason::NoModel, "tap [10] Add, never tried")
        .propose(Action::Tap { target: target(10) }, "Never tried here.", Vec::new());
    let stage = TestStage::of(tape.session());
    for (size, width, height) in SIZES {
        let pane = &mut ReasoningPane::default();
        insta::assert_snapshot!(format!("rules_{size}"), drawn(&stage, pane, width, height));
    }
    assert_eq!(ReasoningPane::default().subtitle(&stage.view()), "systematic · rules only");
}

#[test]
fn folded_to_a_line_each() {
    let stage = TestStage::of(chat::session());
    for (size, width, height) in SIZES {
        let pane = &mut ReasoningPane::default();
        drawn(&stage, pane, width, height);
        ask(&stage, pane, UiCommand::Fold);
        insta::assert_snapshot!(format!("folded_{size}"), drawn(&stage, pane, width, height));
    }
}

#[test]
fn it_works_in_thirty_columns() {
    let stage = TestStage::of(chat::session());
    insta::assert_snapshot!("thirty", drawn(&stage, &mut ReasoningPane::default(), 30, 40));
}

#[test]
fn merging_given_up_and_ended() {
    check(
        "ended",
        |tape| {
            tape.observe(LIST, "MainActivity · Notes")
                .observe(EDITOR, "EditActivity · New note")
                .merged(EDITOR, LIST)
                .ask("elevate/inputs")
                .unanswered("given up by the tester", None, true)
                .event(Event::ModeSet(ModeChanged {
                    mode: crate::protocol::RunMode::Approve,
                    why: None,
                }))
                .ask("elevate/exploration");
        },
        |stage| stage.running = false,
    );
}

#[test]
fn questions_are_selected_and_opened() {
    let stage = TestStage::of(chat::session());
    let mut pane = ReasoningPane::default();
    drawn(&stage, &mut pane, 60, 12);
    assert_eq!(ask(&stage, &mut pane, UiCommand::Open), ["push Reasoning after step 1"]);
    let mut opened = Vec::new();
    for _ in 0..7 {
        ask(&stage, &mut pane, UiCommand::Right);
        drawn(&stage, &mut pane, 60, 12);
        opened.extend(ask(&stage, &mut pane, UiCommand::Open));
    }
    assert_eq!(
        opened,
        [
            "push Exchange #4",
            "push Exchange #6",
            "push Exchange #1",
            "push Exchange #2",
            "push Exchange #3",
            "push Exchange #3",
            "push Exchange #3",
        ],
        "downwards through this step and the one before"
    );
    insta::assert_snapshot!("selected", drawn(&stage, &mut pane, 60, 12));
    for _ in 0..9 {
        ask(&stage, &mut pane, UiCommand::Left);
        drawn(&stage, &mut pane, 60, 12);
    }
    assert_eq!(ask(&stage, &mut pane, UiCommand::Open), ["push Exchange #4"]);
    ask(&stage, &mut pane, UiCommand::Top);
    assert_eq!(ask(&stage, &mut pane, UiCommand::Open), ["push Reasoning after step 1"]);
}

#[test]
fn a_question_opens_by_a_double_click() {
    let stage = TestStage::of(chat::session());
    let mut pane = ReasoningPane::default();
    drawn(&stage, &mut pane, 60, 30);
    let row = pane.lines.iter().position(|line| line.about == Some(ExchangeId(6))).unwrap();
    let at = Position::new(6, u16::try_from(row).unwrap());
    let button = crossterm::event::MouseButton::Left;
    let mut click = |double| {
        let click = MouseInput::Click { button, at, double };
        described(&pane.mouse(click, Rect::new(0, 0, 60, 30), &stage.view()))
    };
    assert!(click(false).is_empty());
    assert_eq!(click(true), ["push Exchange #6"]);
    assert_eq!(ask(&stage, &mut pane, UiCommand::Open), ["push Exchange #6"], "a click selects");
}

#[test]
fn everything_of_it_can_be_copied() {
    let stage = TestStage::of(chat::session());
    let mut pane = ReasoningPane::default();
    drawn(&stage, &mut pane, 60, 10);
    insta::assert_snapshot!("copied_asking", ask(&stage, &mut pane, UiCommand::Copy)[0]);
}
