//! How far something long is scrolled.

use crossterm::event::{KeyCode, KeyEvent};

/// How far something long is scrolled, in rows.
#[derive(Default)]
pub struct ScrollOffset {
    /// The first row that is shown.
    pub top: usize,
    height: usize,
    rows: usize,
}

impl ScrollOffset {
    /// Told before each drawing: `rows` there are, `height` of them fit.
    pub fn fit(&mut self, rows: usize, height: u16) {
        self.rows = rows;
        self.height = usize::from(height).max(1);
        self.top = self.top.min(self.last());
    }

    /// Scrolls no further than needed to show the row at `place`.
    pub fn show(&mut self, place: usize) {
        let top = self.top.max((place + 1).saturating_sub(self.height));
        self.top = top.min(place);
    }

    /// Rows that fit, as of the last drawing.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// The first row of the last page.
    fn last(&self) -> usize {
        self.rows.saturating_sub(self.height)
    }

    /// Takes a key; false if that is not its business.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let page = self.height.saturating_sub(1).max(1);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.top = self.top.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.top += 1,
            KeyCode::PageUp => self.top = self.top.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.top += page,
            KeyCode::Home => self.top = 0,
            KeyCode::End => self.top = self.rows,
            _ => return false,
        }
        self.top = self.top.min(self.last());
        true
    }

    /// Takes the wheel.
    pub fn wheel(&mut self, notches: i32) {
        let rows = usize::try_from(notches.unsigned_abs()).unwrap_or(0) * 3;
        self.top =
            if notches < 0 { self.top.saturating_sub(rows) } else { self.top.saturating_add(rows) }
                .min(self.last());
    }

    /// The visible rows, such as `12–24 of 80`; empty if everything fits.
    pub fn position(&self) -> String {
        if self.rows <= self.height {
            return String::new();
        }
        let last = (self.top + self.height).min(self.rows);
        format!("{}–{last} of {}", self.top + 1, self.rows)
    }
}

/// The place that is selected `by` rows after `place`, of which `last` is the last one. If none is
/// selected, it begins at the end that `by` leads away from.
pub fn moved(place: Option<usize>, by: isize, last: usize) -> usize {
    match place {
        Some(place) => place.saturating_add_signed(by).min(last),
        None if by < 0 => last,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyModifiers;

    #[test]
    fn it_stays_inside() {
        let mut scroll = ScrollOffset::default();
        let press = |scroll: &mut ScrollOffset, code| {
            assert!(scroll.key(KeyEvent::new(code, KeyModifiers::NONE)));
            scroll.top
        };
        scroll.fit(10, 4);
        assert_eq!(press(&mut scroll, KeyCode::Up), 0);
        assert_eq!(press(&mut scroll, KeyCode::PageDown), 3);
        assert_eq!(press(&mut scroll, KeyCode::End), 6);
        assert_eq!(press(&mut scroll, KeyCode::Down), 6);
        scroll.wheel(-100);
        assert_eq!(scroll.top, 0);
        scroll.wheel(1);
        assert_eq!(scroll.top, 3);
        assert_eq!(scroll.position(), "4–7 of 10");
        scroll.show(6);
        assert_eq!(scroll.top, 3, "it was in sight");
        scroll.show(9);
        assert_eq!(scroll.top, 6);
        scroll.show(2);
        assert_eq!(scroll.top, 2);
        scroll.fit(3, 4);
        assert_eq!(scroll.top, 0);
    }
}
