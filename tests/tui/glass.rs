//! A terminal in memory: ratatui's own for tests, with the errors that real terminals have.

use std::io;

use ratatui::backend::{Backend, ClearType, TestBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ridealong::tui::app::Wish;
use ridealong::tui::{App, UiConsole};
use tokio::sync::{mpsc, watch};

use super::user::Shot;

/// [`TestBackend`], which never fails, if something that may fail is asked for.
pub struct Memory(TestBackend);

/// What cannot fail as what may.
fn fine<T>(result: Result<T, std::convert::Infallible>) -> io::Result<T> {
    result.map_err(|never| match never {})
}

impl Backend for Memory {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, cells: I) -> io::Result<()> {
        fine(self.0.draw(cells))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        fine(self.0.hide_cursor())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        fine(self.0.show_cursor())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        fine(self.0.get_cursor_position())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        fine(self.0.set_cursor_position(position))
    }

    fn clear(&mut self) -> io::Result<()> {
        fine(self.0.clear())
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        fine(self.0.clear_region(region))
    }

    fn size(&self) -> io::Result<Size> {
        fine(self.0.size())
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        fine(self.0.window_size())
    }

    fn flush(&mut self) -> io::Result<()> {
        fine(self.0.flush())
    }
}

/// The console over it. Every frame is published as a [`Shot`].
pub struct Glass {
    terminal: ratatui::Terminal<Memory>,
    shots: watch::Sender<Shot>,
    size: watch::Receiver<(u16, u16)>,
    terminate: mpsc::UnboundedReceiver<()>,
}

impl Glass {
    pub fn new(
        shots: watch::Sender<Shot>,
        size: watch::Receiver<(u16, u16)>,
        terminate: mpsc::UnboundedReceiver<()>,
    ) -> Self {
        let (width, height) = *size.borrow();
        let terminal = ratatui::Terminal::new(Memory(TestBackend::new(width, height))).unwrap();
        Self { terminal, shots, size, terminate }
    }
}

impl UiConsole for Glass {
    type Backend = Memory;

    fn terminal(&mut self) -> &mut ratatui::Terminal<Memory> {
        if self.size.has_changed().is_ok_and(|changed| changed) {
            let (width, height) = *self.size.borrow_and_update();
            self.terminal.backend_mut().0.resize(width, height);
        }
        &mut self.terminal
    }

    fn drawn(&mut self, app: &App) -> io::Result<()> {
        let session = app.session();
        self.shots.send_replace(Shot {
            cells: self.terminal.backend().0.buffer().clone(),
            phase: session.phase.clone(),
            mode: session.facts.mode.clone(),
            moments: session.moments.iter().cloned().collect(),
            findings: session.facts.findings.iter().map(|found| (**found).clone()).collect(),
        });
        Ok(())
    }

    fn clear_pixels(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn fulfil(&mut self, _wish: Wish) -> io::Result<()> {
        Ok(())
    }

    async fn terminated(&mut self) {
        // Without a sender nobody ends the program from outside.
        if self.terminate.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
    }
}
