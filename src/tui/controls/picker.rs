//! A list to choose from, with a line to filter it by.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::fuzzy::{self, MatchMode};
use super::input::LineInput;
use crate::tui::pane::MouseInput;
use crate::tui::theme::ThemeColours;

/// A list to choose from. It has only the positions of its items; its owner provides their
/// texts ([`ListPicker::refresh`]) and draws their rows ([`ListPicker::draw`]).
#[derive(Default)]
pub struct ListPicker {
    /// What was typed to find something.
    pub filter: LineInput,
    how: MatchMode,
    hits: Vec<usize>,
    place: usize,
    top: usize,
    height: usize,
    /// The filter and number of items that `hits` was made for.
    made_for: Option<(String, usize)>,
}

/// What a click did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickerClick {
    /// Nothing.
    Nothing,
    /// An item was selected.
    Selected,
    /// An item was clicked twice.
    Opened,
}

impl ListPicker {
    /// A list that is filtered in this way.
    pub fn new(how: MatchMode) -> Self {
        Self { how, ..Self::default() }
    }

    /// Finds what the filter leaves of `count` items. Cheap if neither has changed. The
    /// selection stays if items were only added.
    pub fn refresh(&mut self, count: usize, text: impl Fn(usize) -> String) {
        let typed = self.filter.text();
        let same_filter = match &self.made_for {
            Some((made, number)) if *made == typed && *number == count => return,
            Some((made, _)) => *made == typed,
            None => true,
        };
        let chosen = self.chosen().filter(|_| same_filter);
        let mut scored: Vec<(i32, usize)> = if typed.trim().is_empty() {
            (0..count).map(|item| (0, item)).collect()
        } else {
            let score = |item| fuzzy::score(self.how, &typed, &text(item));
            (0..count).filter_map(|item| Some((score(item)?, item))).collect()
        };
        scored.sort_by_key(|(score, item)| (-score, *item));
        self.hits = scored.into_iter().map(|(_, item)| item).collect();
        self.made_for = Some((typed, count));
        self.place = 0;
        self.top = 0;
        if let Some(chosen) = chosen {
            self.choose(chosen);
        }
    }

    /// The selected item.
    pub fn chosen(&self) -> Option<usize> {
        self.hits.get(self.place).copied()
    }

    /// Selects `item`, if it is listed.
    pub fn choose(&mut self, item: usize) {
        if let Some(place) = self.hits.iter().position(|hit| *hit == item) {
            self.place = place;
        }
    }

    /// Takes a key that moves in the list; false if that is not its business.
    pub fn move_key(&mut self, key: KeyEvent) -> bool {
        let page = self.height.max(1);
        self.place = match key.code {
            KeyCode::Up => self.place.saturating_sub(1),
            KeyCode::Down => self.place + 1,
            KeyCode::PageUp => self.place.saturating_sub(page),
            KeyCode::PageDown => self.place + page,
            _ => return false,
        }
        .min(self.hits.len().saturating_sub(1));
        true
    }

    /// Takes a key that moves in the list or changes the filter.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        self.move_key(key) || self.filter.key(key)
    }

    /// Takes the mouse; `list` is where the rows are.
    pub fn mouse(&mut self, mouse: MouseInput, list: Rect) -> PickerClick {
        match mouse {
            MouseInput::Wheel { notches, .. } => {
                let by = usize::try_from(notches.unsigned_abs()).unwrap_or(0);
                let place =
                    if notches < 0 { self.place.saturating_sub(by) } else { self.place + by };
                self.place = place.min(self.hits.len().saturating_sub(1));
                PickerClick::Selected
            }
            MouseInput::Click { at, double, .. } if list.contains(at) => {
                let place = self.top + usize::from(at.y - list.y);
                if place >= self.hits.len() {
                    return PickerClick::Nothing;
                }
                self.place = place;
                if double { PickerClick::Opened } else { PickerClick::Selected }
            }
            _ => PickerClick::Nothing,
        }
    }

    /// Draws the filter and below it the list; gives the place of the list.
    pub fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        theme: &ThemeColours,
        row: impl Fn(usize, usize) -> Line<'static>,
    ) -> Rect {
        let count = format!(" {} ", self.hits.len());
        let columns = usize::from(area.width).saturating_sub(count.len() + 3);
        let mut spans = vec![Span::styled(" / ", theme.heading())];
        spans.extend(self.filter.spans(columns, true, theme));
        let line = Rect { height: area.height.min(1), ..area };
        frame.render_widget(Line::from(spans), line);
        frame.render_widget(
            Line::styled(count, theme.fg(theme.muted)).right_aligned(),
            Rect { x: area.x, ..line },
        );
        let list = list_of(area);
        self.draw_list(frame, list, theme, row);
        list
    }

    /// Draws the list alone. `row` builds the row of an item for a number of columns.
    pub fn draw_list(
        &mut self,
        frame: &mut Frame<'_>,
        list: Rect,
        theme: &ThemeColours,
        row: impl Fn(usize, usize) -> Line<'static>,
    ) {
        self.height = usize::from(list.height);
        if self.place < self.top {
            self.top = self.place;
        } else if self.place >= self.top + self.height {
            self.top = self.place + 1 - self.height.max(1);
        }
        let seen = self.hits.iter().enumerate().skip(self.top).take(self.height);
        for ((place, item), y) in seen.zip(list.y..) {
            let area = Rect { y, height: 1, ..list };
            let chosen = place == self.place;
            let mut line = row(*item, usize::from(list.width).saturating_sub(2));
            line.spans.insert(0, Span::raw(if chosen { "▸ " } else { "  " }));
            if chosen {
                line = line.patch_style(theme.selection());
                line.spans.iter_mut().for_each(|span| span.style = theme.selection());
                frame.buffer_mut().set_style(area, theme.selection());
            }
            frame.render_widget(line, area);
        }
        if self.hits.is_empty() && list.height > 0 && !self.filter.is_empty() {
            let line = Line::styled("  nothing matches", theme.fg(theme.muted));
            frame.render_widget(line, Rect { height: 1, ..list });
        }
    }
}

/// `area` cut in two: the list with its filter, and `rows` rows below, or half of what there is.
pub fn above(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height / 2);
    let upper = Rect { height: area.height - rows, ..area };
    (upper, Rect { y: upper.bottom(), height: rows, ..area })
}

/// The place of the list below the filter in `area`.
pub fn list_of(area: Rect) -> Rect {
    Rect { y: area.y.saturating_add(1), height: area.height.saturating_sub(1), ..area }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyModifiers;

    const ITEMS: [&str; 4] = ["Notes", "Trash", "Note editor", "Settings"];

    fn picker(typed: &str) -> ListPicker {
        let mut picker = ListPicker::default();
        picker.filter.paste(typed);
        picker.refresh(ITEMS.len(), |item| ITEMS[item].into());
        picker
    }

    fn press(picker: &mut ListPicker, code: KeyCode) {
        picker.key(KeyEvent::new(code, KeyModifiers::NONE));
        picker.refresh(ITEMS.len(), |item| ITEMS[item].into());
    }

    #[test]
    fn typing_filters_and_moves_to_the_best() {
        let mut picker = picker("");
        press(&mut picker, KeyCode::Down);
        assert_eq!(picker.chosen(), Some(1));
        press(&mut picker, KeyCode::Char('n'));
        assert_eq!((picker.chosen(), picker.hits.len()), (Some(0), 3));
        press(&mut picker, KeyCode::Char('x'));
        assert_eq!(picker.chosen(), None);
    }

    #[test]
    fn the_selection_stays_where_items_join() {
        let mut picker = picker("note");
        assert_eq!(picker.chosen(), Some(2), "a whole word comes first");
        press(&mut picker, KeyCode::Down);
        assert_eq!(picker.chosen(), Some(0));
        picker.refresh(5, |item| ITEMS.get(item).unwrap_or(&"Notebook").to_string());
        assert_eq!((picker.chosen(), picker.hits.len()), (Some(0), 3));
    }

    #[test]
    fn moving_stops_at_the_ends() {
        let mut picker = picker("");
        press(&mut picker, KeyCode::Up);
        assert_eq!(picker.chosen(), Some(0));
        for _ in 0..9 {
            press(&mut picker, KeyCode::Down);
        }
        assert_eq!(picker.chosen(), Some(3));
    }
}
