use super::*;
use crate::protocol::{FallbackReason, PartialReply};
use crate::tui::controls::reading::TextPassage;
use crate::tui::exchange_texts::{PassageText, TextSource};
use crate::tui::testing::notebook::{LIST, chat};
use crate::tui::testing::stage::{TestStage, described};

/// The texts of the exchange with this number that was fetched.
fn lay_out(stage: &mut TestStage, exchange: u64) {
    let prompt = PassageText {
        passages: vec![
            TextPassage::new("frame (system)", "You tell which known state a screen is."),
            TextPassage::new(
                "we ask (user)",
                "Known states:\n  1: the list of notes\nThe screen:\n  EditText #title \u{1b}[31m\n[picture 0123456789ab: the screen as PNG]",
            ),
        ],
        whole: "the whole prompt".into(),
    };
    let words = [
        (TextSource::Messages(chat::messages_of(exchange)), prompt),
        (
            TextSource::Words(chat::reply_of(exchange)),
            PassageText::words("{\"state\": 9,\n \"why\": \"a form\"}"),
        ),
        (
            TextSource::Variables(chat::context_of(exchange)),
            PassageText::words("states:\n  - id: 1\n    name: the list of notes"),
        ),
        (
            TextSource::Prompt("elevate/states".into()),
            PassageText::words(
                "+++\nrounds = 1\n+++\n# system\nYou tell which known state a screen is.\n# long\n{{ output }}",
            ),
        ),
    ];
    for (source, text) in words {
        stage.texts.fetched(source, Some(text));
    }
}

fn open(stage: &TestStage, exchange: u64) -> ExchangeOverlay {
    ExchangeOverlay::new(ExchangeId(exchange), &stage.view())
}

#[test]
fn every_part_looks_right() {
    let mut stage = TestStage::of(chat::session());
    let mut viewer = open(&stage, 4);
    lay_out(&mut stage, 4);
    for (place, name) in ["prompt", "reply", "checks", "variables", "template"].iter().enumerate() {
        let digit = char::from_digit(place as u32 + 1, 10).unwrap();
        stage.press(&mut viewer, KeyCode::Char(digit));
        for (width, height) in [(40, 20), (80, 24), (120, 24)] {
            let drawn = stage.render_layer(width, height, &mut viewer);
            insta::assert_snapshot!(format!("{name}_{width}"), drawn);
        }
    }
}

#[test]
fn missing_texts_are_reported() {
    let mut stage = TestStage::of(chat::session());
    let mut viewer = open(&stage, 6);
    insta::assert_snapshot!("unanswered", stage.render_layer(80, 14, &mut viewer));
    stage.press(&mut viewer, KeyCode::Tab);
    insta::assert_snapshot!("unchecked", stage.render_layer(80, 14, &mut viewer));
    stage.press(&mut viewer, KeyCode::Tab);
    assert!(stage.render_layer(80, 14, &mut viewer).contains("Reading it"));
    assert!(stage.texts.take_wanted().contains(&TextSource::Variables(chat::context_of(6))));
    stage.texts.fetched(TextSource::Variables(chat::context_of(6)), None);
    assert!(stage.render_layer(80, 14, &mut viewer).contains("missing or damaged"));
    assert_eq!(
        described(&stage.press(&mut viewer, KeyCode::Char('y'))),
        ["toast there is nothing to copy here yet"]
    );
}

#[test]
fn the_reply_streams_into_it() {
    let mut tape = chat::asking();
    tape.observe(LIST, "Notes").ask("elevate/states").retried("the server failed (503): x", 2000);
    let mut stage = TestStage::of(tape.session());
    let mut viewer = ExchangeOverlay::of_moment(&stage.view()).unwrap();
    assert!(stage.render_layer(80, 14, &mut viewer).contains("The reply has not come yet."));
    stage.streaming = PartialReply { exchange: Some(ExchangeId(1)), words: "{\"state\":".into() };
    insta::assert_snapshot!("streaming", stage.render_layer(80, 14, &mut viewer));
    stage.running = false;
    stage.streaming = PartialReply::default();
    assert!(stage.render_layer(80, 14, &mut viewer).contains("No reply was recorded"));
}

#[test]
fn one_goes_from_exchange_to_exchange_and_from_step_to_step() {
    let stage = TestStage::of(chat::session());
    let mut viewer = ExchangeOverlay::of_moment(&stage.view()).unwrap();
    assert_eq!(viewer.exchange, ExchangeId(6));
    let mut press = |key| {
        let acts = described(&stage.press(&mut viewer, KeyCode::Char(key)));
        (viewer.exchange.0, acts)
    };
    assert_eq!(press(']').1, ["toast this is the latest exchange"]);
    assert_eq!(press('[').0, 5);
    assert_eq!(press('{').0, 1);
    assert_eq!(press('{').1, ["toast this is the first step with exchanges"]);
    assert_eq!(press('[').1, ["toast this is the first exchange"]);
    assert_eq!(press(']').0, 2);
    assert_eq!(press('}').0, 4);
    assert_eq!(press('}').1, ["toast this is the latest step with exchanges"]);
}

#[test]
fn it_is_searched_and_copied() {
    let mut stage = TestStage::of(chat::session());
    let mut viewer = open(&stage, 4);
    lay_out(&mut stage, 4);
    stage.render_layer(80, 14, &mut viewer);
    let copied = described(&stage.press(&mut viewer, KeyCode::Char('y')));
    assert!(copied[0].starts_with("copy {\"state\": 9"), "{copied:?}");
    stage.press(&mut viewer, KeyCode::Char('/'));
    stage.type_in(&mut viewer, "form]");
    assert!(stage.render_layer(80, 14, &mut viewer).contains("0 lines"));
    stage.press(&mut viewer, KeyCode::Backspace);
    assert!(stage.render_layer(80, 14, &mut viewer).contains("1 lines"));
    stage.press(&mut viewer, KeyCode::Enter);
    stage.press(&mut viewer, KeyCode::Char('3'));
    let copied = described(&stage.press(&mut viewer, KeyCode::Char('y')));
    insta::assert_snapshot!("copied_checks", copied[0]);
    assert_eq!(described(&stage.press(&mut viewer, KeyCode::Esc)), ["pop"]);
}

#[test]
fn a_click_on_a_tab_turns_to_it() {
    let mut stage = TestStage::of(chat::session());
    let mut viewer = open(&stage, 4);
    lay_out(&mut stage, 4);
    stage.render_layer(120, 24, &mut viewer);
    let button = crossterm::event::MouseButton::Left;
    let area = Rect::new(1, 1, 118, 21);
    for (x, section) in
        [(3, ExchangeSection::Prompt), (26, ExchangeSection::Checks), (13, ExchangeSection::Reply)]
    {
        let click = MouseInput::Click { button, at: Position::new(x, 2), double: false };
        assert!(viewer.mouse(click, area, &stage.view()).is_empty());
        assert_eq!(viewer.section, section);
    }
}

#[test]
fn where_no_model_was_asked_there_is_nothing_to_open() {
    let mut tape = chat::asking();
    tape.observe(LIST, "Notes").ruled("elevate/states", FallbackReason::Plain, "new");
    let stage = TestStage::of(tape.session());
    let why = ExchangeOverlay::of_moment(&stage.view()).err();
    assert_eq!(why.as_deref(), Some("no model was asked in this step"));
    assert!(ExchangeOverlay::of_moment(&TestStage::empty().view()).is_err());
}

#[test]
fn asking_again_needs_a_model() {
    let mut stage = TestStage::of(chat::session());
    let mut viewer = open(&stage, 4);
    stage.render_layer(80, 14, &mut viewer);
    let wait = described(&stage.press(&mut viewer, KeyCode::Char('e')));
    assert_eq!(wait, ["toast the prompt is still being read; try once more"]);
    lay_out(&mut stage, 4);
    assert_eq!(described(&stage.press(&mut viewer, KeyCode::Char('e'))), ["push Ask #4 again"]);
    let nothing = described(&stage.press(&mut viewer, KeyCode::Char('c')));
    assert!(nothing[0].starts_with("toast this was not asked again yet"), "{nothing:?}");
    stage.running = false;
    let over = described(&stage.press(&mut viewer, KeyCode::Char('e')));
    assert!(over[0].starts_with("toast this session has ended"), "{over:?}");
}
