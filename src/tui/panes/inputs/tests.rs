use insta::assert_snapshot;
use ratatui::layout::Position;

use super::*;
use crate::domain::Action;
use crate::protocol::{DecidedBy, Verdict};
use crate::tui::testing::dialogue::{self as made, DialogueTape, ends, say, says};
use crate::tui::testing::render;
use crate::tui::testing::stage::TestStage;

fn drawn(pane: &mut InputsPane, stand: &TestStage, width: u16, height: u16) -> String {
    render(width, height, &stand.view(), |frame, area, view| pane.draw(frame, area, view))
}

fn performed(acts: &[UiAct]) -> &Action {
    match acts {
        [UiAct::Perform(action)] => action,
        _ => panic!("{} acts, none of them performs", acts.len()),
    }
}

#[test]
fn typical() {
    assert_snapshot!(drawn(&mut InputsPane::default(), &made::talk().stand(), 70, 14));
}

#[test]
fn on_80_by_24() {
    assert_snapshot!(drawn(&mut InputsPane::default(), &made::talk().stand(), 46, 14));
}

#[test]
fn narrow() {
    assert_snapshot!(drawn(&mut InputsPane::default(), &made::talk().stand(), 24, 8));
}

#[test]
fn wide() {
    assert_snapshot!(drawn(&mut InputsPane::default(), &made::talk().stand(), 118, 14));
}

#[test]
fn an_ended_session_can_be_opened_again_only() {
    let mut talk = DialogueTape::new();
    talk.open(says("Which tea?")).approve("none", ends("Goodbye."));
    let stand = talk.stand();
    let mut pane = InputsPane::default();
    assert_snapshot!(drawn(&mut pane, &stand, 60, 4));
    pane.update(UiCommand::Down, &stand.view());
    let acts = pane.update(UiCommand::Open, &stand.view()).unwrap();
    assert_eq!(*performed(&acts), Action::Restart);
}

#[test]
fn before_anything_was_said() {
    let stand = DialogueTape::new().stand();
    let text = drawn(&mut InputsPane::default(), &stand, 60, 4);
    assert!(text.contains("No inputs yet"), "{text}");
}

#[test]
fn what_is_selected_is_said() {
    let stand = made::talk().stand();
    let mut pane = InputsPane::default();
    drawn(&mut pane, &stand, 60, 14);
    let acts = pane.update(UiCommand::Open, &stand.view()).unwrap();
    assert!(matches!(&acts[..], [UiAct::Toast(..)]), "nothing is selected");
    pane.update(UiCommand::Top, &stand.view());
    let acts = pane.update(UiCommand::Open, &stand.view()).unwrap();
    assert_eq!(*performed(&acts), say("green"));
    assert!(pane.commands(&stand.view()).contains(&UiCommand::Open));
}

#[test]
fn the_arrows_begin_at_the_proposal() {
    let stand = made::talk().stand();
    let mut pane = InputsPane::default();
    pane.update(UiCommand::Down, &stand.view());
    let acts = pane.update(UiCommand::Open, &stand.view()).unwrap();
    assert_eq!(*performed(&acts), say("surprise me"), "it stands below what is proposed");
}

#[test]
fn the_selection_names_an_input_not_a_row() {
    let mut talk = DialogueTape::new();
    talk.open(says("Would you like green or black tea?"));
    let stand = talk.stand();
    let mut pane = InputsPane::default();
    pane.update(UiCommand::Bottom, &stand.view());
    pane.update(UiCommand::Up, &stand.view());
    let chosen = |pane: &mut InputsPane, stand: &TestStage| {
        let acts = pane.update(UiCommand::Open, &stand.view()).unwrap();
        performed(&acts).clone()
    };
    let before = chosen(&mut pane, &stand);
    let mut talk = DialogueTape::new();
    talk.open(says("Would you like green or black tea?")).thinks_of(&["a", "b", "c"]);
    let stand = talk.stand();
    assert_eq!(chosen(&mut pane, &stand), before);
}

#[test]
fn a_double_click_says_it() {
    let stand = made::talk().stand();
    let mut pane = InputsPane::default();
    let text = drawn(&mut pane, &stand, 70, 14);
    let row = text.lines().position(|line| line.contains(" black ")).unwrap();
    let at = Position::new(4, u16::try_from(row).unwrap());
    let click = |double| MouseInput::Click { button: MouseButton::Left, at, double };
    let area = Rect::new(0, 0, 70, 14);
    assert!(pane.mouse(click(false), area, &stand.view()).is_empty());
    let acts = pane.mouse(click(true), area, &stand.view());
    assert_eq!(*performed(&acts), say("black tea"));
}

#[test]
fn the_filter_works_as_for_widgets() {
    let stand = made::talk().stand();
    let mut pane = InputsPane::default();
    pane.update(UiCommand::Filter, &stand.view());
    pane.paste("explorer");
    assert!(pane.captures());
    let text = drawn(&mut pane, &stand, 70, 8);
    assert!(text.contains("surprise me") && !text.contains("green"), "{text}");
    assert!(pane.subtitle(&stand.view()).starts_with("2 of "));
    pane.paste("xyzzy");
    assert!(drawn(&mut pane, &stand, 70, 8).contains("No input passes the filter"));
}

#[test]
fn what_was_typed_by_the_tester_is_listed_too() {
    let mut talk = DialogueTape::new();
    talk.open(says("Which tea?"));
    let own = say("Tell me a joke!");
    talk.propose_by("tester", own.clone());
    talk.decide(DecidedBy::Tester, Verdict::Approve, Some(own));
    talk.hear(&[], says("Which tea?"));
    let text = drawn(&mut InputsPane::default(), &talk.stand(), 70, 14);
    let row = text.lines().find(|line| line.contains("tell me a joke")).unwrap();
    assert!(row.contains("you") && row.contains("the same state"), "{text}");
}

#[test]
fn words_cannot_steer_the_terminal() {
    let mut talk = DialogueTape::new();
    talk.open(says("Which tea?")).thinks_of(&["\u{1b}[2Jgreen\u{202e}"]);
    let stand = talk.stand();
    for width in 1..60 {
        let text = drawn(&mut InputsPane::default(), &stand, width, 9);
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
}
