use std::path::Path;

use crossterm::event::KeyEvent;
use ratatui::backend::TestBackend;
use ratatui::{Frame, Terminal};

use super::*;
use crate::tui::image::{BlockCharacters, PixelProtocol};
use crate::tui::testing::fixtures;
use crate::tui::theme::ColourDepth;

/// A layer that fills everything, or only the last column.
struct Sheet {
    narrow: bool,
}

impl OverlayLayer for Sheet {
    fn title(&self) -> String {
        String::new()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        if self.narrow { (2, 2) } else { (room.width, room.height) }
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn key(&mut self, _key: KeyEvent, _view: &ViewContext<'_>) -> Vec<crate::tui::pane::UiAct> {
        Vec::new()
    }

    fn draw(&mut self, _frame: &mut Frame<'_>, _area: Rect, _view: &ViewContext<'_>) {}
}

/// An application that shows the newest moment of a session, in pixels.
fn app() -> App {
    let (ops, _) = mpsc::unbounded_channel();
    let options = Options {
        theme: ThemeColours::bundled("dark", ColourDepth::True).unwrap(),
        themes: "nowhere".into(),
        keymap: Keymap::read("").unwrap(),
        catalogue: std::sync::Arc::new(Vec::new),
        prompts: std::sync::Arc::new(|_| None),
        save_prompt: std::sync::Arc::new(|_, _| Err("nowhere to keep it".into())),
        pictures: PictureSetting {
            blocks: BlockCharacters::Quadrants,
            protocol: Some(PixelProtocol::Kitty),
        },
    };
    let mut app = App::new(options, ops, BlobSource::of_session(Path::new("nowhere")));
    app.session = fixtures::session();
    app.shown = fixtures::shown(&app.session, fixtures::screen());
    app
}

fn area(app: &mut App, width: u16, height: u16) -> Option<Rect> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    app.placement().map(|placement| placement.area)
}

#[test]
fn pixels_go_with_the_very_frame_that_draws_something_over_them() {
    let mut app = app();
    let before = area(&mut app, 120, 40);
    assert!(before.is_some());
    app.layers.push(Box::new(Sheet { narrow: false }));
    assert_eq!(area(&mut app, 120, 40), None);
    app.layers.pop();
    assert_eq!(area(&mut app, 120, 40), before);
}

#[test]
fn what_lies_elsewhere_leaves_them() {
    let mut app = app();
    app.layers.push(Box::new(Sheet { narrow: true }));
    assert!(area(&mut app, 120, 40).is_some(), "the layer is in the middle, the picture is not");
}

#[test]
fn pixels_go_with_the_pane() {
    let mut app = app();
    assert!(area(&mut app, 120, 40).is_some());
    app.focus = PaneId::Model;
    app.alone = true;
    assert_eq!(area(&mut app, 120, 40), None);
    app.alone = false;
    assert_eq!(area(&mut app, 30, 8), None, "the terminal is too small for anything");
}

#[test]
fn a_message_over_the_picture_hides_the_pixels_while_it_is_there() {
    let mut app = app();
    app.focus = PaneId::Screen;
    app.alone = true;
    assert!(area(&mut app, 60, 30).is_some());
    app.toast(MessageTone::Good, "done".into());
    assert_eq!(area(&mut app, 60, 30), None);
    app.toasts.clear();
    assert!(area(&mut app, 60, 30).is_some());
}
