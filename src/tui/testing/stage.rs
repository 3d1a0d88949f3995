//! A terminal to draw layers on and to press keys at, with a session on it.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::notebook;
use crate::model::abstraction;
use crate::protocol::Streaming;
use crate::tui::desk::Desk;
use crate::tui::keymap::Keymap;
use crate::tui::pane::{Act, Layer, PaneId};
use crate::tui::ride::Ride;
use crate::tui::theme::{Depth, Theme};
use crate::tui::view::{Shown, View};

/// Everything a [`View`] borrows, to be changed by a test before it draws.
pub struct Stage {
    pub ride: Ride,
    pub shown: Shown,
    pub live: bool,
    pub selected: Option<usize>,
    pub focus: PaneId,
    pub theme: Theme,
    pub keymap: Keymap,
    pub running: bool,
    pub streaming: Streaming,
    pub desk: Desk,
}

impl Stage {
    /// `ride`, its newest moment shown, with [`notebook::screen`] on it.
    pub fn of(ride: Ride) -> Self {
        let screen = notebook::screen();
        let shown = Shown {
            moment: ride.moments.len().saturating_sub(1),
            offers: abstraction::offers(&screen).into(),
            screen: (!ride.moments.is_empty()).then(|| Arc::new(screen)),
            ..Shown::default()
        };
        Self {
            ride,
            shown,
            live: true,
            selected: None,
            focus: PaneId::Reasoning,
            theme: Theme::bundled("dark", Depth::True).unwrap(),
            keymap: Keymap::read("").unwrap(),
            running: true,
            streaming: Streaming::default(),
            desk: Desk::default(),
        }
    }

    /// A session in the middle of things.
    pub fn typical() -> Self {
        Self::of(notebook::ride())
    }

    /// A session of which nothing is known yet.
    pub fn empty() -> Self {
        Self::of(Ride::default())
    }

    /// What panes and layers read.
    pub fn view(&self) -> View<'_> {
        View {
            ride: &self.ride,
            shown: &self.shown,
            live: self.live,
            replay: None,
            selected: self.selected,
            focus: self.focus,
            theme: &self.theme,
            keymap: &self.keymap,
            running: self.running,
            streaming: &self.streaming,
            desk: &self.desk,
            covered: None,
        }
    }

    /// What `draw` draws on a terminal of this size.
    pub fn render(
        &self,
        width: u16,
        height: u16,
        draw: impl FnOnce(&mut Frame<'_>, Rect, &View<'_>),
    ) -> String {
        super::render(width, height, &self.view(), draw)
    }

    /// `layer` in its border on a terminal of this size.
    pub fn render_layer(&self, width: u16, height: u16, layer: &mut dyn Layer) -> String {
        self.render(width, height, |frame, room, view| {
            let (wide, high) = layer.size(room, view);
            let area = crate::tui::app::middle(room, wide, high);
            let inside = crate::tui::app::layer_border(frame, area, &layer.title(), view);
            layer.draw(frame, inside, view);
        })
    }

    /// Presses a key on `layer`.
    pub fn press(&self, layer: &mut dyn Layer, code: KeyCode) -> Vec<Act> {
        layer.key(KeyEvent::new(code, KeyModifiers::NONE), &self.view())
    }

    /// Types `text` on `layer`.
    pub fn type_in(&self, layer: &mut dyn Layer, text: &str) {
        for letter in text.chars() {
            self.press(layer, KeyCode::Char(letter));
        }
    }
}

/// `acts` in words, to be compared.
pub fn told(acts: &[Act]) -> Vec<String> {
    acts.iter()
        .map(|act| match act {
            Act::Op(op) => serde_json::to_string(op).unwrap(),
            Act::Perform(action) => format!("perform {action}"),
            Act::Run(command) => format!("run {}", command.name()),
            Act::Push(layer) => format!("push {}", layer.title()),
            Act::Pop => "pop".into(),
            Act::Select(widget) => format!("select {widget:?}"),
            Act::Focus(pane) => format!("focus {}", pane.title()),
            Act::Show(moment) => format!("show {moment:?}"),
            Act::Toast(_, text) => format!("toast {text}"),
            Act::Copy(text) => format!("copy {text}"),
            Act::Open(name) => format!("open {name}"),
            Act::AskAgain(again) => format!("ask {} again: {}", again.exchange, again.prompt),
            Act::SavePrompt(name, _) => format!("save prompt {name}"),
            Act::Theme(name) => format!("theme {name}"),
            Act::Quit => "quit".into(),
        })
        .collect()
}
