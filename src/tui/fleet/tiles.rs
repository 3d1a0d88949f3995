//! The workers as tiles: a small live screen each, with what the worker does beside it.

use std::cmp::Reverse;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType};

use super::app::{FleetApp, FleetPane};
use super::list;
use super::screens::TileScreen;
use super::worker::WorkerReport;
use crate::domain::{DisplaySize, Screen};
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::image::cells::CellSettings;
use crate::tui::image::fit;
use crate::tui::panes::DisplayStage;
use crate::tui::theme::ThemeColours;

/// The smallest tile, border included.
const SMALLEST: (u16, u16) = (24, 9);

/// The widest tile: a screen with words beside it needs no more.
const WIDEST: u16 = 80;

/// Columns of the words beside a screen, at least.
const WORDS: u16 = 14;

/// Rows of the words below a screen.
const LINES: u16 = 6;

/// From so many columns on the texts of a screen are written as letters.
const LETTERS: u16 = 18;

/// How tiles are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TileGrid {
    /// Tiles side by side, and below each other.
    pub across: u16,
    pub down: u16,
}

impl TileGrid {
    /// The grid of the largest tiles with which `count` workers fit into `area`; if they do not, as many as can be.
    pub(super) fn of(area: Rect, count: usize) -> Self {
        let (most_across, most_down) =
            ((area.width / SMALLEST.0).max(1), (area.height / SMALLEST.1).max(1));
        let grids = (1..=most_across).filter_map(|across| {
            let down = u16::try_from(count.div_ceil(usize::from(across))).ok()?.max(1);
            (down <= most_down).then_some(Self { across, down })
        });
        // The rows of an upright screen beside its words; of equal ones those that leave less empty.
        let size = |grid: &Self| {
            let (width, height) = grid.tile(area);
            let beside_words = width.saturating_sub(WORDS + 2) * 10 / 9;
            (beside_words.min(height.saturating_sub(2)), Reverse(grid.across))
        };
        grids.max_by_key(size).unwrap_or(Self { across: most_across, down: most_down })
    }

    /// How many tiles there is room for.
    pub(super) const fn places(self) -> usize {
        self.across as usize * self.down as usize
    }

    /// The place of `all` that `command` leads to from `place`.
    pub(super) fn moved(self, place: usize, command: UiCommand, all: usize) -> usize {
        let (across, last) = (usize::from(self.across), all.saturating_sub(1));
        match command {
            UiCommand::Left => place.saturating_sub(1),
            UiCommand::Right => place + 1,
            UiCommand::Up => place.checked_sub(across).unwrap_or(place),
            UiCommand::Down if place + across > last => place,
            UiCommand::Down => place + across,
            UiCommand::PageUp => place.saturating_sub(self.places()),
            UiCommand::PageDown => place + self.places(),
            UiCommand::Top => 0,
            UiCommand::Bottom => last,
            _ => place,
        }
        .min(last)
    }

    /// Columns and rows of a tile.
    fn tile(self, area: Rect) -> (u16, u16) {
        ((area.width / self.across).min(WIDEST), area.height / self.down)
    }

    /// The area of the tile at this place of the page.
    fn area(self, room: Rect, place: u16) -> Rect {
        let (width, height) = self.tile(room);
        let (column, row) = (place % self.across, place / self.across);
        Rect::new(room.x + column * width, room.y + row * height, width, height)
    }
}

/// True if `count` workers have a tile each in `area`.
pub(super) fn fit_all(area: Rect, count: usize) -> bool {
    area.width >= SMALLEST.0
        && area.height >= SMALLEST.1
        && count <= TileGrid::of(area, count).places()
}

/// Draws the page of tiles that the selected worker is on.
pub(super) fn draw(app: &mut FleetApp, frame: &mut Frame<'_>, area: Rect) {
    let grid = TileGrid::of(area, app.board.workers.len());
    let first = app.selected / grid.places() * grid.places();
    let last = (first + grid.places()).min(app.board.workers.len());
    (app.grid, app.rows) = (Some(grid), Rect::default());
    app.tiles = (0..).zip(first..last).map(|(at, place)| (place, grid.area(area, at))).collect();
    for (place, area) in app.tiles.clone() {
        draw_tile(app, frame, place, area);
    }
}

/// The worker whose tile is at `at`.
pub(super) fn place_at(app: &FleetApp, at: Position) -> Option<usize> {
    app.tiles.iter().find(|(_, area)| area.contains(at)).map(|(place, _)| *place)
}

fn draw_tile(app: &mut FleetApp, frame: &mut Frame<'_>, place: usize, area: Rect) {
    let Some(worker) = app.board.workers.get(place) else { return };
    let theme = &app.theme;
    let selected = place == app.selected;
    let focused = selected && app.focus == FleetPane::Workers;
    let room = usize::from(area.width).saturating_sub(5);
    let name = controls::cut(&format!("{} {}", place + 1, controls::clean(&worker.target)), room);
    let mark = if selected { "▸" } else { " " };
    let block = Block::bordered()
        .border_type(if focused { BorderType::Thick } else { BorderType::Rounded })
        .border_style(theme.border(focused))
        .title(Line::styled(format!("{mark}{name} "), theme.title(selected)));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let mode = CellSettings { blocks: app.pictures.blocks, depth: theme.depth };
    let words = words(worker, app.board.now_ms, theme);
    let (picture, beside) = arrange(inside, worker.observed().map(|seen| seen.size));
    match app.screens.of(place) {
        Some(tile) => draw_screen(frame, picture, tile, worker, mode, theme),
        None => write(frame, picture, ["…".to_owned()], theme.fg(theme.muted)),
    }
    let mut y = beside.y;
    for (text, style) in words {
        for line in controls::wrapped(&text, usize::from(beside.width)) {
            if y >= beside.bottom() {
                return;
            }
            let line = Line::from(Span::styled(line, style));
            frame.render_widget(line, Rect { y, height: 1, ..beside });
            y += 1;
        }
    }
}

/// The areas of the screen and of the words, in the `room` of a tile. The words are beside the screen; below it if the
/// display is wide and has more room so.
fn arrange(room: Rect, size: Option<DisplaySize>) -> (Rect, Rect) {
    let size = size.unwrap_or(DisplaySize::new(720, 1600));
    if size.bounds().is_empty() {
        // A voice app has no display, and its words need the width.
        return above(room, room.height.saturating_sub(3));
    }
    let (width, height) = (size.width.unsigned_abs(), size.height.unsigned_abs());
    let widest = Rect { width: room.width.saturating_sub(WORDS), ..room };
    let shape = fit(widest, width, height);
    if width > height {
        let highest = Rect { height: room.height - LINES.min(room.height / 2), ..room };
        let wide = fit(highest, width, height);
        if wide.area() > shape.area() {
            return above(room, wide.height);
        }
    }
    let picture = Rect { x: room.x, y: room.y, ..shape };
    let beside = picture.width + 1;
    (picture, Rect { x: room.x + beside, width: room.width.saturating_sub(beside), ..room })
}

/// The first `rows` of `room`, and what is below.
fn above(room: Rect, rows: u16) -> (Rect, Rect) {
    let below = Rect { y: room.y + rows, height: room.height - rows, ..room };
    (Rect { height: rows, ..room }, below)
}

/// What is said of a worker, a paragraph each.
fn words(worker: &WorkerReport, now_ms: u64, theme: &ThemeColours) -> Vec<(String, Style)> {
    let (sign, doing, paint) = list::doing(worker, now_ms, theme);
    let muted = theme.fg(theme.muted);
    let mut words = vec![
        (format!("{sign} {doing}"), theme.fg(paint)),
        (format!("step {}", list::progress(worker)), theme.fg(theme.text)),
        (controls::counted(worker.states as u64, "state"), muted),
    ];
    if worker.findings > 0 {
        let found = controls::counted(worker.findings as u64, "finding");
        words.push((found, theme.fg(theme.bad)));
    }
    if let Some(ms) = worker.step_ms {
        words.push((format!("{:.2} s/step", ms / 1000.0), muted));
    }
    words.push((list::latest(worker), theme.fg(theme.text)));
    words
}

/// Draws what was read of a worker's screen: its picture, what was said, or its texts.
fn draw_screen(
    frame: &mut Frame<'_>,
    room: Rect,
    tile: &mut TileScreen,
    worker: &WorkerReport,
    mode: CellSettings,
    theme: &ThemeColours,
) {
    let text = theme.fg(theme.text);
    let Some(screen) = tile.screen.clone() else { return };
    if let Some(turn) = screen.dialogue() {
        let spoken = [worker.action(), turn.text.clone()].map(|said| controls::clean(&said));
        let [said, answer] = spoken.map(|said| controls::wrapped(&said, usize::from(room.width)));
        let answered = usize::from(room.height).saturating_sub(1).max(1);
        let skipped = answer.len().saturating_sub(answered);
        let lines = said.into_iter().take(1).chain(answer.into_iter().skip(skipped));
        write(frame, room, lines, text);
        return;
    }
    let Some(picture) = &tile.picture else {
        write(frame, room, texts(&screen), theme.fg(theme.muted));
        return;
    };
    let (width, height) = picture.image.dimensions();
    let area = fit(room, width, height);
    let picture = picture.clone();
    tile.drawn.paint(frame.buffer_mut(), &picture, area, mode);
    if area.width >= LETTERS {
        let stage = DisplayStage::new(area, screen.size);
        tile.drawn.write(frame.buffer_mut(), &picture, &screen, &stage, mode);
    }
}

/// The texts of a screen without a picture, from the top.
fn texts(screen: &Screen) -> impl Iterator<Item = String> {
    let mut widgets: Vec<_> = screen.widgets.iter().collect();
    widgets.sort_by_key(|widget| (widget.bounds.top, widget.bounds.left));
    let texts = widgets.into_iter().map(|widget| controls::clean(widget.text.trim()));
    texts.filter(|text| !text.is_empty())
}

fn write(frame: &mut Frame<'_>, area: Rect, lines: impl IntoIterator<Item = String>, style: Style) {
    for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
        let line = Line::styled(controls::cut(&line, usize::from(area.width)), style);
        frame.render_widget(line, Rect { y, height: 1, ..area });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(width: u16, height: u16, count: usize) -> (u16, u16) {
        let TileGrid { across, down } = TileGrid::of(Rect::new(0, 0, width, height), count);
        (across, down)
    }

    #[test]
    fn tiles_are_as_large_as_they_can_be() {
        assert_eq!(grid(198, 45, 1), (1, 1));
        assert_eq!(grid(198, 45, 4), (4, 1));
        assert_eq!(grid(118, 25, 4), (4, 1));
        assert_eq!(grid(118, 25, 5), (3, 2));
        assert_eq!(grid(198, 45, 40), (8, 5));
    }

    #[test]
    fn what_does_not_fit_is_left_for_other_pages() {
        let area = Rect::new(0, 0, 78, 13);
        assert_eq!(grid(78, 13, 200), (3, 1));
        assert!(fit_all(area, 3) && !fit_all(area, 4));
        assert!(!fit_all(Rect::new(0, 0, 23, 40), 1));
        assert_eq!(grid(3, 3, 9), (1, 1), "there is always one");
    }

    #[test]
    fn words_are_beside_the_screen_or_right_below_a_wide_one() {
        let tall = Rect::new(1, 2, 47, 42);
        let wide = Some(DisplaySize::new(1600, 720));
        let (picture, words) = arrange(tall, None);
        assert_eq!((picture.y, words.x), (tall.y, picture.right() + 1));
        let (picture, words) = arrange(tall, wide);
        assert_eq!((picture.width, picture.height), (47, 11));
        assert_eq!((words.x, words.y, words.width), (1, picture.bottom(), 47));
        // A single tile is as wide as a turned screen with its words.
        let (picture, words) = arrange(Rect::new(1, 2, 76, 10), wide);
        assert_eq!((words.x, words.y), (picture.right() + 1, 2));
        for size in [None, wide, Some(DisplaySize::new(0, 0))] {
            for (width, height) in [(0, 0), (1, 1), (22, 7), (12, 40), (80, 2)] {
                let room = Rect::new(3, 4, width, height);
                let (picture, words) = arrange(room, size);
                assert_eq!(picture.intersection(room).area(), picture.area());
                assert_eq!(words.intersection(room).area(), words.area());
            }
        }
    }

    #[test]
    fn arrows_go_from_tile_to_tile() {
        let grid = TileGrid { across: 3, down: 2 };
        let to = |place, command| grid.moved(place, command, 8);
        let down = [0, 3, 6].map(|place| to(place, UiCommand::Down));
        assert_eq!(down, [3, 6, 6]);
        assert_eq!((to(1, UiCommand::Up), to(4, UiCommand::Up)), (1, 1));
        assert_eq!((to(0, UiCommand::Left), to(7, UiCommand::Right)), (0, 7));
        assert_eq!((to(1, UiCommand::PageDown), to(7, UiCommand::PageUp)), (7, 1));
    }

    #[test]
    fn tiles_lie_side_by_side_and_inside() {
        let room = Rect::new(1, 2, 118, 25);
        let grid = TileGrid::of(room, 6);
        let areas: Vec<Rect> = (0..6).map(|place| grid.area(room, place)).collect();
        for (place, area) in areas.iter().enumerate() {
            assert_eq!(area.intersection(room), *area);
            assert!(areas[..place].iter().all(|other| !other.intersects(*area)));
        }
    }
}
