use insta::assert_snapshot;

use super::*;
use crate::tui::testing::dialogue::{self as made, DialogueTape, ends, says};
use crate::tui::testing::fixtures;
use crate::tui::testing::render;
use crate::tui::testing::stage::TestStage;
use crate::tui::testing::stage::described;

fn press(say: &mut VoiceInputOverlay, stand: &TestStage, code: KeyCode) -> Vec<String> {
    let key = KeyEvent::new(code, crossterm::event::KeyModifiers::NONE);
    described(&say.key(key, &stand.view()))
}

fn type_in(say: &mut VoiceInputOverlay, stand: &TestStage, text: &str) {
    for letter in text.chars() {
        press(say, stand, KeyCode::Char(letter));
    }
}

fn drawn(say: &mut VoiceInputOverlay, stand: &TestStage, width: u16, height: u16) -> String {
    render(width, height, &stand.view(), |frame, area, view| say.draw(frame, area, view))
}

#[test]
fn empty() {
    let stand = made::talk().stand();
    assert_snapshot!(drawn(&mut VoiceInputOverlay::new(&stand.view()).unwrap(), &stand, 64, 16));
}

#[test]
fn typed() {
    let stand = made::talk().stand();
    let mut say = VoiceInputOverlay::new(&stand.view()).unwrap();
    type_in(&mut say, &stand, "st");
    assert_snapshot!(drawn(&mut say, &stand, 40, 8));
}

#[test]
fn what_was_typed_is_said() {
    let stand = made::talk().stand();
    let mut say = VoiceInputOverlay::new(&stand.view()).unwrap();
    type_in(&mut say, &stand, "  is  there milk ");
    assert_eq!(press(&mut say, &stand, KeyCode::Enter), ["pop", "perform say \"is there milk\""]);
}

#[test]
fn nothing_and_too_much_are_not_said() {
    let stand = made::talk().stand();
    let mut say = VoiceInputOverlay::new(&stand.view()).unwrap();
    assert_eq!(press(&mut say, &stand, KeyCode::Enter), Vec::<String>::new());
    assert!(drawn(&mut say, &stand, 40, 8).contains("! Say what?"));
    say.paste(&"very ".repeat(400), &stand.view());
    assert_eq!(press(&mut say, &stand, KeyCode::Enter), Vec::<String>::new());
    assert!(drawn(&mut say, &stand, 60, 8).contains("at most 1000"));
}

#[test]
fn the_list_completes_the_line() {
    let stand = made::talk().stand();
    let mut say = VoiceInputOverlay::new(&stand.view()).unwrap();
    type_in(&mut say, &stand, "sur");
    press(&mut say, &stand, KeyCode::Tab);
    assert_eq!(say.line.text(), "surprise me");
    type_in(&mut say, &stand, " today");
    let acts = press(&mut say, &stand, KeyCode::Enter);
    assert_eq!(acts, ["pop", "perform say \"surprise me today\""]);
}

#[test]
fn the_arrows_go_through_what_can_be_said() {
    let stand = made::talk().stand();
    let mut say = VoiceInputOverlay::new(&stand.view()).unwrap();
    press(&mut say, &stand, KeyCode::Down);
    assert_eq!(say.line.text(), "green");
    press(&mut say, &stand, KeyCode::Down);
    assert_eq!(say.line.text(), "black tea");
    press(&mut say, &stand, KeyCode::Up);
    assert_eq!(say.line.text(), "green");
}

#[test]
fn up_brings_back_what_was_said_last() {
    let stand = made::talk().stand();
    let mut say = VoiceInputOverlay::new(&stand.view()).unwrap();
    press(&mut say, &stand, KeyCode::Up);
    assert_eq!(say.line.text(), "stop");
    assert_eq!(say.before, ["stop", "what does it cost", "green"]);
}

#[test]
fn what_waits_is_edited() {
    let stand = made::talk().stand();
    assert!(edits(&stand.view()));
    let mut say = VoiceInputOverlay::edit(&stand.view()).unwrap();
    type_in(&mut say, &stand, "!");
    let acts = press(&mut say, &stand, KeyCode::Enter);
    assert_eq!(acts, ["pop", "perform say \"both, please!\""]);
}

#[test]
fn an_ended_session_and_pasted_controls_are_no_obstacle() {
    let mut talk = DialogueTape::new();
    talk.open(says("Which tea?")).approve("none", ends("Goodbye."));
    let stand = talk.stand();
    let mut say = VoiceInputOverlay::new(&stand.view()).unwrap();
    say.paste("\u{1b}[2Jopen\ttea", &stand.view());
    let acts = press(&mut say, &stand, KeyCode::Enter);
    assert_eq!(acts, ["pop", "perform say \"[2Jopen tea\""]);
}

#[test]
fn phones_and_the_past_cannot_be_spoken_to() {
    assert!(VoiceInputOverlay::new(&fixtures::typical().view()).is_err());
    let mut stand = made::talk().stand();
    stand.live = false;
    assert!(VoiceInputOverlay::new(&stand.view()).is_err_and(|why| why.contains("earlier step")));
}

#[test]
fn no_size_is_too_small() {
    let stand = made::talk().stand();
    let mut say = VoiceInputOverlay::new(&stand.view()).unwrap();
    for width in 1..30 {
        for height in 0..6 {
            drawn(&mut say, &stand, width, height.max(1));
        }
    }
}
