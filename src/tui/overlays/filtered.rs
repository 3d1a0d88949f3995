//! A list that is filtered by typing, and from which one row is opened: what the commands, the
//! search, the sessions and the messages have in common.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::tui::controls::fuzzy::MatchMode;
use crate::tui::controls::picker::{self, ListPicker, PickerClick};
use crate::tui::pane::{MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// What such a list consists of. Rows are named by their position, from 0.
pub trait FilteredRows {
    /// The title in the border.
    const TITLE: &'static str;
    /// The widest and highest that the list gets, border included.
    const LARGEST: (u16, u16);
    /// The keys, with what they do.
    const HINTS: &'static [(&'static str, &'static str)];
    /// How the filter compares.
    const MATCH_MODE: MatchMode = MatchMode::Fuzzy;

    /// Brings the rows up to date.
    fn update(&mut self, _view: &ViewContext<'_>) {}

    /// How many there are.
    fn count(&self) -> usize;

    /// What the filter compares with.
    fn text(&self, row: usize) -> String;

    /// The row in at most so many columns.
    fn line(&self, row: usize, columns: usize, view: &ViewContext<'_>) -> Line<'static>;

    /// What opening the row does.
    fn open(&self, row: usize, view: &ViewContext<'_>) -> Vec<UiAct>;

    /// What a further key does with the selected row; `None` for a key that the list takes.
    fn key(&self, _key: KeyEvent, _row: Option<usize>, _filtered: bool) -> Option<Vec<UiAct>> {
        None
    }

    /// What stands there instead of rows, if there are none.
    fn empty(&self) -> &'static str;
}

/// Such a list as an overlay.
pub struct FilteredOverlay<R> {
    pub(super) rows: R,
    picker: ListPicker,
}

impl<R: FilteredRows> FilteredOverlay<R> {
    /// The list of `rows`, not filtered yet.
    pub fn of(rows: R) -> Self {
        Self { rows, picker: ListPicker::new(R::MATCH_MODE) }
    }

    fn refresh(&mut self, view: &ViewContext<'_>) {
        self.rows.update(view);
        let rows = &self.rows;
        self.picker.refresh(rows.count(), |row| rows.text(row));
    }

    fn open(&self, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.picker.chosen().map_or_else(Vec::new, |row| self.rows.open(row, view))
    }
}

impl<R: FilteredRows> OverlayLayer for FilteredOverlay<R> {
    fn title(&self) -> String {
        R::TITLE.into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        let (width, height) = R::LARGEST;
        (room.width.min(width), room.height.saturating_sub(4).clamp(8, height))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        R::HINTS.to_vec()
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.open(view),
            _ => {}
        }
        let filtered = !self.picker.filter.is_empty();
        if let Some(acts) = self.rows.key(key, self.picker.chosen(), filtered) {
            return acts;
        }
        self.picker.key(key);
        self.refresh(view);
        Vec::new()
    }

    fn paste(&mut self, text: &str, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.picker.filter.paste(text);
        self.refresh(view);
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.picker.mouse(mouse, picker::list_of(area)) {
            PickerClick::Opened => self.open(view),
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.refresh(view);
        let (rows, theme) = (&self.rows, view.theme);
        let list =
            self.picker.draw(frame, area, theme, |row, columns| rows.line(row, columns, view));
        if rows.count() == 0 && list.height > 0 {
            let line = Line::styled(format!("  {}", rows.empty()), theme.fg(theme.muted));
            frame.render_widget(line, Rect { height: 1, ..list });
        }
    }
}
