//! One question, yes or no.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::tui::controls;
use crate::tui::pane::{OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// Asks before something that cannot be taken back.
pub struct ConfirmOverlay {
    question: String,
    yes: Vec<UiAct>,
}

impl ConfirmOverlay {
    /// Asks `question`; `yes` is done if the answer is yes.
    pub fn new(question: impl Into<String>, yes: Vec<UiAct>) -> Self {
        Self { question: question.into(), yes }
    }

    /// Asks before the session is ended.
    pub fn quit(view: &ViewContext<'_>) -> Self {
        let steps = controls::counted(view.session.model.steps(), "step");
        let question = format!("End the session after {steps}? It stays recorded.");
        Self::new(question, vec![UiAct::Quit])
    }
}

impl OverlayLayer for ConfirmOverlay {
    fn title(&self) -> String {
        "Please confirm".into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        let width = room.width.min(56);
        let lines = controls::wrapped(&self.question, usize::from(width.saturating_sub(2)));
        (width, u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(3))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![("y Enter", "yes"), ("n Esc", "no")]
    }

    fn key(&mut self, key: KeyEvent, _view: &ViewContext<'_>) -> Vec<UiAct> {
        match key.code {
            KeyCode::Char('y' | 'Y') | KeyCode::Enter => {
                let mut acts = vec![UiAct::Pop];
                acts.append(&mut self.yes);
                acts
            }
            KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => vec![UiAct::Pop],
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let lines = controls::wrapped(&self.question, usize::from(area.width))
            .into_iter()
            .map(|line| Line::styled(line, theme.fg(theme.text)))
            .chain([Line::styled("y yes · n no", theme.heading())]);
        for (line, y) in lines.zip(area.y..area.bottom()) {
            frame.render_widget(line, Rect { y, height: 1, ..area });
        }
    }
}
