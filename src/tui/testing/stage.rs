//! A terminal to draw layers on and to press keys at, with a session on it.

use std::path::Path;
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::notebook;
use crate::engine::handle::BlobSource;
use crate::model::abstraction;
use crate::protocol::PartialReply;
use crate::session::Timeline;
use crate::tui::exchange_texts::ExchangeTexts;
use crate::tui::keymap::Keymap;
use crate::tui::pane::{OverlayLayer, UiAct};
use crate::tui::panes::{PaneId, SessionSurface};
use crate::tui::small_screens::SmallScreens;
use crate::tui::theme::{ColourDepth, ThemeColours};
use crate::tui::used_keys::UsedKeys;
use crate::tui::view::{ShownMoment, ViewContext};

/// All that a [`ViewContext`] borrows. A test may change every field before it draws.
pub struct TestStage {
    pub session: Timeline,
    pub shown: ShownMoment,
    pub live: bool,
    pub selected: Option<usize>,
    pub focus: PaneId,
    pub theme: ThemeColours,
    pub keymap: Keymap,
    pub running: bool,
    pub streaming: PartialReply,
    pub texts: ExchangeTexts,
    pub small_screens: SmallScreens,
    /// What lies over the panes.
    pub covered: Option<Rect>,
    /// The keys that explain themselves.
    pub used_keys: UsedKeys,
    /// What the session takes on the disk.
    pub recorded_bytes: u64,
}

impl TestStage {
    /// `session`, its newest moment shown, with [`notebook::screen`] on it.
    pub fn of(session: Timeline) -> Self {
        let screen = notebook::screen();
        let shown = ShownMoment {
            moment: session.moments.len().saturating_sub(1),
            available: abstraction::available_actions(&screen).into(),
            screen: (!session.moments.is_empty()).then(|| Arc::new(screen)),
            ..ShownMoment::default()
        };
        Self {
            session,
            shown,
            live: true,
            selected: None,
            focus: PaneId::Reasoning,
            theme: ThemeColours::bundled("dark", ColourDepth::True).unwrap(),
            keymap: Keymap::read("").unwrap(),
            running: true,
            streaming: PartialReply::default(),
            texts: ExchangeTexts::default(),
            small_screens: SmallScreens::new(BlobSource::of_session(Path::new("nowhere"))),
            used_keys: UsedKeys::default(),
            recorded_bytes: 0,
            covered: None,
        }
    }

    /// A session in the middle of things.
    pub fn typical() -> Self {
        Self::of(notebook::session())
    }

    /// A session of which nothing is known yet.
    pub fn empty() -> Self {
        Self::of(Timeline::default())
    }

    /// What panes and layers read.
    pub fn view(&self) -> ViewContext<'_> {
        ViewContext {
            session: &self.session,
            surface: SessionSurface::of(&self.session),
            shown: &self.shown,
            live: self.live,
            replay: None,
            worker: None,
            selected: self.selected,
            focus: self.focus,
            theme: &self.theme,
            keymap: &self.keymap,
            running: self.running,
            streaming: &self.streaming,
            texts: &self.texts,
            small_screens: &self.small_screens,
            used_keys: &self.used_keys,
            recorded_bytes: self.recorded_bytes,
            covered: self.covered,
        }
    }

    /// What `draw` draws on a terminal of this size.
    pub fn render(
        &self,
        width: u16,
        height: u16,
        draw: impl FnOnce(&mut Frame<'_>, Rect, &ViewContext<'_>),
    ) -> String {
        super::render(width, height, &self.view(), draw)
    }

    /// `layer` in its border on a terminal of this size.
    pub fn render_layer(&self, width: u16, height: u16, layer: &mut dyn OverlayLayer) -> String {
        self.render(width, height, |frame, room, view| {
            let (wide, high) = layer.size(room, view);
            let area = crate::tui::app::middle(room, wide, high);
            let inside = crate::tui::app::layer_border(frame, area, &layer.title(), view.theme);
            layer.draw(frame, inside, view);
        })
    }

    /// Presses a key on `layer`.
    pub fn press(&self, layer: &mut dyn OverlayLayer, code: KeyCode) -> Vec<UiAct> {
        layer.key(KeyEvent::new(code, KeyModifiers::NONE), &self.view())
    }

    /// Types `text` on `layer`.
    pub fn type_in(&self, layer: &mut dyn OverlayLayer, text: &str) {
        for letter in text.chars() {
            self.press(layer, KeyCode::Char(letter));
        }
    }
}

/// `acts` in words, to be compared.
pub fn described(acts: &[UiAct]) -> Vec<String> {
    acts.iter()
        .map(|act| match act {
            UiAct::Op(op) => serde_json::to_string(op).unwrap(),
            UiAct::Perform(action) => format!("perform {action}"),
            UiAct::Run(command) => format!("run {}", command.name()),
            UiAct::Push(layer) => format!("push {}", layer.title()),
            UiAct::Pop => "pop".into(),
            UiAct::Select(widget) => format!("select {widget:?}"),
            UiAct::Focus(pane) => format!("focus {}", pane.row().display.title),
            UiAct::Show(moment) => format!("show {moment:?}"),
            UiAct::Toast(_, text) => format!("toast {text}"),
            UiAct::Copy(text) => format!("copy {text}"),
            UiAct::Open(name) => format!("open {name}"),
            UiAct::AskAgain(again) => format!("ask {} again: {}", again.exchange, again.prompt),
            UiAct::SavePrompt(name, _) => format!("save prompt {name}"),
            UiAct::Theme(name) => format!("theme {name}"),
            UiAct::Quit => "quit".into(),
        })
        .collect()
}
