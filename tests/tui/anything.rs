//! Whatever is pressed, clicked, pasted and resized: the log holds together and nothing panics.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::user::{TerminalUser, explore};

/// Something that comes from the terminal.
#[derive(Clone, Debug)]
enum Input {
    Event(Event),
    Resize(u16, u16),
    /// The next proposal is awaited, so that decisions have something to decide.
    Wait,
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Input {
    Input::Event(Event::Key(KeyEvent::new(code, modifiers)))
}

fn keys() -> impl Strategy<Value = Input> {
    let named = prop::sample::select(vec![
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::F(1),
    ]);
    prop_oneof![
        4 => any::<char>().prop_map(|letter| key(KeyCode::Char(letter), KeyModifiers::NONE)),
        20 => prop::char::range(' ', '~').prop_map(|letter| key(KeyCode::Char(letter), KeyModifiers::NONE)),
        12 => named.prop_map(|code| key(code, KeyModifiers::NONE)),
        2 => prop::sample::select(vec!['r', 's', 'p', 'w', 'u'])
            .prop_map(|letter| key(KeyCode::Char(letter), KeyModifiers::CONTROL)),
    ]
}

fn mouse() -> impl Strategy<Value = Input> {
    let kind = prop::sample::select(vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
    ]);
    (kind, 0..150_u16, 0..50_u16).prop_map(|(kind, column, row)| {
        Input::Event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
    })
}

fn inputs() -> impl Strategy<Value = Vec<Input>> {
    let input = prop_oneof![
        20 => keys(),
        8 => mouse(),
        1 => ".{0,40}".prop_map(|text: String| Input::Event(Event::Paste(text))),
        1 => (1..200_u16, 1..60_u16).prop_map(|(width, height)| Input::Resize(width, height)),
        3 => Just(Input::Wait),
    ];
    prop::collection::vec(input, 1..60)
}

/// Gives all of it to the program, then ends it from outside.
async fn presses(mut user: TerminalUser, inputs: Vec<Input>) {
    for input in inputs {
        match input {
            Input::Event(event) => user.send(event),
            Input::Resize(width, height) => user.resize(width, height),
            Input::Wait => user.rests().await,
        }
    }
    user.rests().await;
    user.terminate();
}

#[test]
fn whatever_comes_the_log_holds_together() {
    // Few and the same every time: a session is long, and a failure must come again.
    let config = Config { cases: 12, failure_persistence: None, ..Config::default() };
    let seeds = proptest::test_runner::TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, seeds);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let outcome = runner.run(&inputs(), |inputs| {
        let running = explore("notes", (120, 40), |user| presses(user, inputs));
        runtime.block_on(running);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
