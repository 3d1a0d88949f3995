use insta::assert_snapshot;

use super::*;
use crate::domain::{Action, DialogueTurn, Recognition};
use crate::protocol::{DecidedBy, EndReason, Event, NoteKind, SessionEnded, TesterNote, Verdict};
use crate::tui::testing::dialogue::{self as made, DialogueTape, ends, say, says};
use crate::tui::testing::render;
use crate::tui::testing::stage::TestStage;

fn drawn(pane: &mut ConversationPane, stand: &TestStage, width: u16, height: u16) -> String {
    render(width, height, &stand.view(), |frame, area, view| pane.draw(frame, area, view))
}

fn fresh(stand: &TestStage, width: u16, height: u16) -> String {
    drawn(&mut ConversationPane::default(), stand, width, height)
}

#[test]
fn a_dialogue() {
    assert_snapshot!(fresh(&made::talk().stand(), 60, 40));
}

#[test]
fn on_80_by_24() {
    assert_snapshot!(fresh(&made::talk().stand(), 30, 18));
}

#[test]
fn narrow() {
    assert_snapshot!(fresh(&made::talk().stand(), 24, 12));
}

#[test]
fn wide() {
    assert_snapshot!(fresh(&made::talk().stand(), 118, 34));
}

#[test]
fn the_shown_turn_tells_how_it_was_understood() {
    let mut talk = DialogueTape::new();
    talk.open(says("Which tea?"));
    talk.propose(say("two cups of green tea"));
    talk.decide(DecidedBy::Policy, Verdict::Approve, Some(say("two cups of green tea")));
    talk.hear(
        &[],
        DialogueTurn {
            reprompt: Some("How strong should it be?".into()),
            card: Some("Your order\n2 × green".into()),
            elicits: Some("strength".into()),
            recognition: Some(Recognition {
                words: "two cups of green tea".into(),
                intent: "OrderIntent".into(),
                slots: vec![("count".into(), "2".into()), ("tea".into(), "green".into())],
                runner_up: Some("PriceIntent".into()),
            }),
            ..says("Two cups of green tea. How strong?")
        },
    );
    assert_snapshot!(fresh(&talk.stand(), 56, 16));
}

#[test]
fn an_ended_session_says_how_to_go_on() {
    let mut talk = DialogueTape::new();
    talk.open(says("Which tea?")).approve("none", ends("Goodbye."));
    talk.propose(Action::Restart);
    assert_snapshot!(fresh(&talk.stand(), 60, 12));
}

#[test]
fn the_past_shows_the_dialogue_up_to_it() {
    let mut stand = made::talk().stand();
    stand.live = false;
    stand.shown.moment = 1;
    stand.shown.screen = None;
    assert_snapshot!(fresh(&stand, 60, 12));
}

#[test]
fn before_anything_was_said() {
    let mut stand = DialogueTape::new().stand();
    stand.shown.screen = None;
    assert_eq!(fresh(&stand, 60, 2).trim(), "The app is being opened; nothing was said yet.");
    let mut talk = DialogueTape::new();
    talk.tell(Event::Ended(SessionEnded { reason: EndReason::Tester, steps: 0 }));
    assert!(fresh(&talk.stand(), 60, 2).contains("ended before anything was said"));
    let mut talk = DialogueTape::new();
    talk.open(says("  "));
    assert!(fresh(&talk.stand(), 60, 4).contains("(no output)"));
}

#[test]
fn app_text_cannot_steer_the_terminal() {
    let mut talk = DialogueTape::new();
    talk.open(says("\u{1b}[2J\u{202e}strange\ttext\u{7}"));
    talk.propose(say("\u{1b}]0;x\u{7}green\r"));
    let text = fresh(&talk.stand(), 60, 10);
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\t', '\u{7}', '\r']), "{text:?}");
    assert!(text.contains("strange text") && text.contains("green"), "{text}");
}

#[test]
fn long_texts_are_wrapped_and_cut() {
    let mut talk = DialogueTape::new();
    talk.open(says(&"日本語の長い話 and on ".repeat(2_000)));
    let stand = talk.stand();
    let text = fresh(&stand, 33, 20);
    assert!(text.contains("… (26000 more"), "{text}");
    for width in 1..70 {
        let mut pane = ConversationPane::default();
        drawn(&mut pane, &stand, width, 9);
        pane.update(UiCommand::Top, &stand.view());
        drawn(&mut pane, &stand, width, 1);
    }
}

#[test]
fn notes_and_findings_stand_at_their_turn() {
    let mut talk = DialogueTape::new();
    talk.open(says("Which tea?")).find("it asks for your address");
    talk.tell(Event::Noted(TesterNote {
        kind: NoteKind::Bug,
        text: "rude".into(),
        step: 0,
        picture: None,
    }));
    talk.approve("green", says("Good choice."));
    let text = fresh(&talk.stand(), 60, 14);
    let row = |part: &str| text.lines().position(|line| line.contains(part)).unwrap();
    assert!(row("Which tea?") < row("! bug: it asks for your address"), "{text}");
    assert!(row("it asks for your address") < row("b rude"), "{text}");
    assert!(row("b rude") < row("Good choice."), "{text}");
}

/// So many turns, all short.
fn long(turns: usize) -> TestStage {
    let mut talk = DialogueTape::new();
    talk.open(says("Turn 0."));
    for turn in 1..=turns {
        talk.approve(&format!("words {turn}"), says(&format!("Turn {turn}.")));
    }
    talk.stand()
}

#[test]
fn it_scrolls_to_both_ends_and_stops_there() {
    let stand = long(40);
    let mut pane = ConversationPane::default();
    let end = drawn(&mut pane, &stand, 50, 10);
    assert!(end.contains("Turn 40."), "{end}");
    pane.update(UiCommand::Up, &stand.view());
    assert_ne!(drawn(&mut pane, &stand, 50, 10), end);
    pane.update(UiCommand::Down, &stand.view());
    assert_eq!(drawn(&mut pane, &stand, 50, 10), end);
    pane.update(UiCommand::Top, &stand.view());
    let top = drawn(&mut pane, &stand, 50, 10);
    assert!(top.starts_with("── the session is opened"), "{top}");
    pane.update(UiCommand::PageUp, &stand.view());
    assert_eq!(drawn(&mut pane, &stand, 50, 10), top);
    for _ in 0..60 {
        pane.update(UiCommand::PageDown, &stand.view());
    }
    assert_eq!(drawn(&mut pane, &stand, 50, 10), end);
    let wheel = MouseInput::Wheel { at: ratatui::layout::Position::new(1, 1), notches: -1_000 };
    pane.mouse(wheel, Rect::new(0, 0, 50, 10), &stand.view());
    assert_eq!(drawn(&mut pane, &stand, 50, 10), top);
}

#[test]
fn scrubbing_is_followed_and_new_turns_do_not_take_the_place_away() {
    let mut stand = long(20);
    let mut pane = ConversationPane::default();
    drawn(&mut pane, &stand, 50, 10);
    for _ in 0..12 {
        pane.update(UiCommand::Up, &stand.view());
    }
    let before = drawn(&mut pane, &stand, 50, 10);
    let more = long(21);
    stand.session = more.session;
    stand.shown.moment = 21;
    assert_eq!(drawn(&mut pane, &stand, 50, 10), before, "what is being read stays");
    stand.live = false;
    stand.shown.moment = 8;
    let past = drawn(&mut pane, &stand, 50, 10);
    assert!(past.contains("▸ Turn 8.") && !past.contains("Turn 9."), "{past}");
}

#[test]
fn a_double_click_shows_that_turn() {
    let stand = long(6);
    let mut pane = ConversationPane::default();
    let text = drawn(&mut pane, &stand, 50, 30);
    let row = text.lines().position(|line| line.contains("◆ Turn 2.")).unwrap();
    let at = ratatui::layout::Position::new(3, u16::try_from(row).unwrap());
    let area = Rect::new(0, 0, 50, 30);
    let acts = pane.mouse(
        MouseInput::Click { button: crossterm::event::MouseButton::Left, at, double: true },
        area,
        &stand.view(),
    );
    assert!(matches!(acts[..], [UiAct::Show(Some(2))]));
}

#[test]
fn ten_thousand_turns_cost_no_more_than_what_is_seen() {
    let stand = long(10_000);
    let mut pane = ConversationPane::default();
    drawn(&mut pane, &stand, 60, 40);
    assert!(pane.lines.iter().all(|moment| *moment > 9_980), "{:?}", pane.lines);
    pane.update(UiCommand::Top, &stand.view());
    assert!(drawn(&mut pane, &stand, 60, 40).contains("Turn 1."));
}

#[test]
fn the_dialogue_since_the_opening_is_copied() {
    let stand = made::talk().stand();
    let mut pane = ConversationPane::default();
    let acts = pane.update(UiCommand::Copy, &stand.view()).unwrap();
    let [UiAct::Copy(text)] = &acts[..] else { panic!("nothing copied") };
    assert_eq!(text, "app: Welcome to the tea shop. Would you like green or black tea?");
    let mut stand = made::talk().stand();
    stand.shown.moment = 3;
    let acts = pane.update(UiCommand::Copy, &stand.view()).unwrap();
    let [UiAct::Copy(text)] = &acts[..] else { panic!("nothing copied") };
    assert!(text.contains("you: what does it cost\napp: Sorry"), "{text}");
    assert!(text.ends_with("elevate: stop\napp: Goodbye."), "{text}");
}

#[test]
fn pictures_are_not_offered() {
    let stand = made::talk().stand();
    let mut pane = ConversationPane::default();
    assert!(!pane.commands(&stand.view()).contains(&UiCommand::ScreenView));
    let acts = pane.update(UiCommand::ScreenView, &stand.view()).unwrap();
    assert!(matches!(&acts[..], [UiAct::Toast(MessageTone::Warning, _)]));
    let acts = pane.update(UiCommand::Open, &stand.view()).unwrap();
    assert!(matches!(&acts[..], [UiAct::Run(UiCommand::Say)]));
}
