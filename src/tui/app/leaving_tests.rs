use std::path::Path;

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::tui::image::BlockCharacters;
use crate::tui::overlays::sessions::SessionEntry;
use crate::tui::testing::notebook;
use crate::tui::theme::ColourDepth;

/// An application on a session in the middle of things, and the ops it sends.
fn app() -> (App, mpsc::UnboundedReceiver<Op>) {
    let (ops, sent) = mpsc::unbounded_channel();
    let entry = SessionEntry::new("demo:shop", "a shop");
    let options = Options {
        theme: ThemeColours::bundled("dark", ColourDepth::True).unwrap(),
        themes: "nowhere".into(),
        keymap: Keymap::read("").unwrap(),
        catalogue: std::sync::Arc::new(move || vec![entry.clone()]),
        prompts: std::sync::Arc::new(|_| None),
        save_prompt: std::sync::Arc::new(|_, _| Err("nowhere to keep it".into())),
        pictures: PictureSetting { blocks: BlockCharacters::Quadrants, protocol: None },
    };
    let mut app = App::new(options, ops, BlobSource::of_session(Path::new("nowhere")));
    app.session = notebook::session();
    app.shown.moment = app.session.moments.len() - 1;
    (app, sent)
}

fn press(app: &mut App, code: KeyCode, modifiers: KeyModifiers) {
    app.event(Input::Key(KeyEvent::new(code, modifiers)));
}

fn letter(app: &mut App, letter: char) {
    press(app, KeyCode::Char(letter), KeyModifiers::NONE);
}

#[test]
fn leaving_asks_once() {
    let (mut app, mut sent) = app();
    letter(&mut app, 'q');
    assert!(sent.try_recv().is_err(), "nothing is ended before the answer");
    letter(&mut app, 'n');
    assert!(app.layers.is_empty() && !app.quitting);
    letter(&mut app, 'q');
    letter(&mut app, 'y');
    assert_eq!(sent.try_recv(), Ok(Op::Quit));
    assert!(!app.is_done(), "the engine is waited for");
    app.engine_gone();
    assert!(app.is_done());
}

#[test]
fn control_c_twice_leaves_at_once() {
    let (mut app, mut sent) = app();
    let control_c = |app: &mut App| press(app, KeyCode::Char('c'), KeyModifiers::CONTROL);
    letter(&mut app, 'n');
    control_c(&mut app);
    assert!(sent.try_recv().is_err());
    press(&mut app, KeyCode::Esc, KeyModifiers::NONE);
    letter(&mut app, 'q');
    assert_eq!(app.layers.len(), 1, "the letter went into the note");
    control_c(&mut app);
    assert!(sent.try_recv().is_err(), "asked anew");
    control_c(&mut app);
    assert_eq!(sent.try_recv(), Ok(Op::Quit));
}

#[test]
fn an_ended_session_is_left_without_a_question() {
    let (mut app, _sent) = app();
    app.engine_gone();
    letter(&mut app, 'q');
    assert!(app.is_done());
}

#[test]
fn a_worker_is_left_without_a_question() {
    let (app, mut sent) = app();
    let mut app = app.joining(JoinedWorker { name: "worker 3".into(), news: 7 });
    let found = |seq| {
        let finding = crate::domain::Finding { first: true, ..Default::default() };
        EventRecord { seq, at_ms: 0, event: crate::protocol::Event::Found(finding) }
    };
    app.record(&found(6));
    assert!(app.toasts.is_empty(), "it was found before joining");
    app.record(&found(7));
    assert_eq!(app.toasts.len(), 1);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let rows = crate::tui::testing::text(terminal.backend().buffer());
    let (first, last) = (rows.lines().next().unwrap(), rows.lines().last().unwrap());
    assert!(first.contains(" worker 3 · "), "{first}");
    assert!(last.starts_with(" q Back to the fleet "), "{last}");
    letter(&mut app, 'o');
    assert!(app.layers.is_empty(), "nothing else is opened in its place");
    letter(&mut app, 'q');
    assert_eq!(sent.try_recv(), Ok(Op::Quit));
    app.engine_gone();
    assert!(app.is_done() && app.last_wish().is_none());
}

#[tokio::test]
async fn another_session_is_opened_after_this_one() {
    let (mut app, mut sent) = app();
    letter(&mut app, 'o');
    app.next_fetched().await;
    let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    press(&mut app, KeyCode::Enter, KeyModifiers::NONE);
    letter(&mut app, 'y');
    assert_eq!(sent.try_recv(), Ok(Op::Quit));
    app.engine_gone();
    assert!(app.is_done());
    assert_eq!(app.last_wish(), Some(Wish::Open("demo:shop".into())));
}

#[test]
fn the_palette_runs_what_is_typed() {
    let (mut app, mut sent) = app();
    letter(&mut app, ':');
    "perform what".chars().for_each(|key| letter(&mut app, key));
    press(&mut app, KeyCode::Enter, KeyModifiers::NONE);
    assert!(matches!(sent.try_recv(), Ok(Op::Decide(_))));
    assert!(app.layers.is_empty());
}
