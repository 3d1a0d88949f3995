//! A terminal backend that writes only what has changed.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// [`CrosstermBackend`] without what it writes for every frame: it resets colours even if
/// it has drawn nothing, and the cursor is hidden again and again. Over a slow line both are seen.
pub struct ChangesOnlyBackend<W: Write> {
    backend: CrosstermBackend<W>,
    /// True if the cursor is known to be hidden.
    hidden: bool,
}

impl<W: Write> ChangesOnlyBackend<W> {
    /// A terminal that is written to by `writer`.
    pub const fn new(writer: W) -> Self {
        Self { backend: CrosstermBackend::new(writer), hidden: false }
    }

    /// The terminal itself, for what is painted past ratatui's buffer.
    pub const fn inner(&mut self) -> &mut CrosstermBackend<W> {
        &mut self.backend
    }
}

impl<W: Write> Backend for ChangesOnlyBackend<W> {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, cells: I) -> io::Result<()> {
        let mut cells = cells.peekable();
        if cells.peek().is_none() {
            return Ok(());
        }
        self.backend.draw(cells)
    }

    fn append_lines(&mut self, lines: u16) -> io::Result<()> {
        self.backend.append_lines(lines)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.hidden {
            return Ok(());
        }
        self.hidden = true;
        self.backend.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.hidden = false;
        self.backend.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.backend.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.backend.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.backend.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.backend.clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        self.backend.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.backend.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.backend)
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::{Terminal, TerminalOptions, Viewport};

    use super::*;

    /// Counts the bytes.
    struct Counter<'a>(&'a std::cell::Cell<usize>);

    impl Write for Counter<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.set(self.0.get() + bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_frame_that_is_like_the_last_one_writes_nothing() {
        let count = std::cell::Cell::new(0);
        let viewport = Viewport::Fixed(Rect::new(0, 0, 20, 2));
        let options = TerminalOptions { viewport };
        let mut terminal =
            Terminal::with_options(ChangesOnlyBackend::new(Counter(&count)), options).unwrap();
        let written = ["one", "one", "two"].map(|text| {
            let before = count.get();
            terminal.draw(|frame| frame.render_widget(text, frame.area())).unwrap();
            count.get() - before
        });
        assert!(written[0] > 0 && written[1] == 0 && written[2] > 0, "{written:?}");
    }
}
