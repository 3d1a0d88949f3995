//! Drawing the fleet view: where its parts lie, the header, the growth, the keys.

use crossterm::event::{MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType};

use super::app::{FleetApp, FleetPane};
use super::{findings, list, overlay, tiles};
use crate::engine::fleet::FleetStop;
use crate::tui::app::too_small;
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::layout::SMALLEST;
use crate::tui::panes::curve;

/// Below this height only the workers are shown, or the findings if they have the focus.
const LOW: u16 = 18;

/// Rows of the findings, border included, and from which height on there are more of them.
const FEW_FINDINGS: u16 = 7;
const MORE_FINDINGS: u16 = 11;
const HIGH: u16 = 36;

/// The part of the width that the growth takes.
const GROWTH: u16 = 38;

/// The areas of the view; those that are not shown are empty.
struct FleetLayout {
    header: Rect,
    workers: Rect,
    findings: Rect,
    growth: Rect,
    hints: Rect,
}

fn arrange(room: Rect, focus: FleetPane) -> FleetLayout {
    let [header, middle, hints] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)])
            .areas(room);
    let none = Rect { width: 0, height: 0, ..middle };
    if room.height < LOW {
        let (workers, findings) = match focus {
            FleetPane::Workers => (middle, none),
            FleetPane::Findings => (none, middle),
        };
        return FleetLayout { header, workers, findings, growth: none, hints };
    }
    let rows = if room.height >= HIGH { MORE_FINDINGS } else { FEW_FINDINGS };
    let [workers, below] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(middle);
    let [findings, growth] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Percentage(GROWTH)]).areas(below);
    FleetLayout { header, workers, findings, growth, hints }
}

impl FleetApp {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let room = frame.area();
        frame.buffer_mut().set_style(room, self.theme.base());
        if room.width < SMALLEST.0 || room.height < SMALLEST.1 {
            too_small(frame, room, &self.theme);
            return;
        }
        let layout = arrange(room, self.focus);
        frame.render_widget(self.header(usize::from(layout.header.width)), layout.header);
        if !layout.workers.is_empty() {
            let inside = layout.workers.inner(Margin::new(1, 1));
            let fits = tiles::fit_all(inside, self.board.workers.len());
            if self.as_tiles.unwrap_or(fits) {
                tiles::draw(self, frame, inside);
            } else {
                list::draw(self, frame, inside);
            }
            // The title says which of them are in sight.
            self.border(frame, layout.workers, &self.workers_title(), FleetPane::Workers);
        }
        if !layout.findings.is_empty() {
            let title = format!("Findings {}", self.board.findings.all().len());
            let inside = self.border(frame, layout.findings, &title, FleetPane::Findings);
            findings::draw(self, frame, inside);
        }
        if !layout.growth.is_empty() {
            self.draw_growth(frame, layout.growth);
        }
        frame.render_widget(self.hints(usize::from(layout.hints.width)), layout.hints);
        overlay::draw(self, frame, room);
    }

    fn workers_title(&self) -> String {
        let (working, all) = (self.board.working(), self.board.workers.len());
        let more = match (self.tiles.first(), self.tiles.last()) {
            (Some((first, _)), Some((last, _))) if last - first + 1 < all => {
                format!("{}–{} of {all}", first + 1, last + 1)
            }
            (Some(_), _) => String::new(),
            _ => self.scroll.position(),
        };
        let at_work = format!("{working} of {all} at work");
        format!("Workers {}", controls::joined([at_work.as_str(), &more]))
    }

    /// A part's border; gives the area inside.
    fn border(&self, frame: &mut Frame<'_>, area: Rect, title: &str, pane: FleetPane) -> Rect {
        let focused = pane == self.focus;
        let mark = if focused { "▸" } else { " " };
        let title = Line::styled(format!("{mark}{} ", title.trim_end()), self.theme.title(focused));
        let block = Block::bordered()
            .border_type(if focused { BorderType::Thick } else { BorderType::Rounded })
            .border_style(self.theme.border(focused))
            .title(title);
        let inside = block.inner(area);
        frame.render_widget(block, area);
        inside
    }

    /// The line at the top: what happens, and as much of the totals as fits.
    fn header(&self, columns: usize) -> Line<'static> {
        let (theme, board) = (&self.theme, &self.board);
        let left = board.left();
        let (sign, doing, paint) = match self.stopping {
            _ if left == 0 => ("■ ", "ended".to_owned(), theme.muted),
            FleetStop::No => ("● ", "exploring".to_owned(), theme.good),
            FleetStop::InOrder | FleetStop::AtOnce => {
                let workers = controls::counted(left as u64, "worker");
                ("‖ ", format!("ending, {workers} left (Ctrl-C: at once)"), theme.warning)
            }
        };
        let mut line = Line::from(vec![
            Span::styled(" Ridealong ", theme.selection()),
            Span::styled(format!(" fleet {} ", controls::clean(&board.name)), theme.fg(theme.text)),
            Span::styled(format!("· {sign}{doing}"), theme.fg(paint)),
        ]);
        let found = board.findings.all().len() as u64;
        let totals = [
            (controls::counted(board.steps(), "step"), theme.text),
            (format!("{:.1} steps/s", board.speed()), theme.text),
            (controls::counted(board.counts.states as u64, "state"), theme.text),
            (controls::counted(found, "finding"), if found > 0 { theme.bad } else { theme.muted }),
            (controls::counted(board.counts.transitions as u64, "transition"), theme.muted),
            (controls::clock(board.now_ms), theme.muted),
        ];
        for (text, paint) in totals {
            let span = Span::styled(format!(" · {text}"), theme.fg(paint));
            if line.width() + span.width() > columns {
                break;
            }
            line.spans.push(span);
        }
        line
    }

    /// How the shared model grows: states and transitions over time.
    fn draw_growth(&self, frame: &mut Frame<'_>, area: Rect) {
        let (theme, board) = (&self.theme, &self.board);
        let mut block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(theme.border(false))
            .title(Line::styled(" Shared model ", theme.title(false)));
        if !board.coverage.is_empty() {
            let covered = board.coverage.iter();
            let covered = covered.map(|(kind, count)| format!("{kind} {} %", count.percent()));
            let covered = format!(" {} ", covered.collect::<Vec<_>>().join(" · "));
            let room = usize::from(area.width.saturating_sub(2));
            let covered = controls::cut(&controls::clean(&covered), room);
            block = block.title_bottom(Line::styled(covered, theme.fg(theme.muted)));
        }
        let inside = block.inner(area);
        frame.render_widget(block, area);
        let [states, transitions] =
            Layout::vertical([Constraint::Fill(1), Constraint::Fill(1)]).areas(inside);
        let counts = &board.counts;
        let parts = [
            (
                states,
                board.growth.curve(board.now_ms, *counts, |it| it.states),
                "state",
                theme.good,
            ),
            (
                transitions,
                board.growth.curve(board.now_ms, *counts, |it| it.transitions),
                "transition",
                theme.path,
            ),
        ];
        for (area, curve_points, what, paint) in parts {
            let now = curve_points.last().map_or(0, |(_, count)| *count);
            if area.height == 0 {
                continue;
            }
            let words = controls::counted(now as u64, what);
            let words =
                Line::styled(controls::cut(&words, usize::from(area.width)), theme.fg(theme.muted));
            frame.render_widget(words, Rect { height: 1, ..area });
            let rows = curve(&curve_points, board.now_ms, area.width, area.height - 1);
            for (row, y) in rows.into_iter().zip(area.y + 1..area.bottom()) {
                frame.buffer_mut().set_string(area.x, y, row, theme.fg(paint));
            }
        }
    }

    /// The keys that work now, as they are bound.
    fn hints(&self, columns: usize) -> Line<'static> {
        let theme = &self.theme;
        let commands: &[(UiCommand, &str)] = match self.focus {
            FleetPane::Workers => &[(UiCommand::Open, "Join"), (UiCommand::FocusNext, "Findings")],
            FleetPane::Findings => {
                &[(UiCommand::Open, "Read the finding"), (UiCommand::FocusNext, "Workers")]
            }
        };
        let quit = match self.stopping {
            _ if self.board.left() == 0 => Some("Leave"),
            FleetStop::No => Some("End the fleet"),
            FleetStop::InOrder | FleetStop::AtOnce => None,
        };
        let quit = quit.map(|what| (UiCommand::Quit, what));
        let always = quit.into_iter().chain([(UiCommand::Help, "Help")]);
        let message = self.message.map(|text| format!(" {text} "));
        let mut line = Line::styled(message.unwrap_or_default(), theme.fg(theme.warning));
        for (command, what) in commands.iter().copied().chain(always) {
            let Some(key) = self.keymap.key(command) else { continue };
            let pair = [
                Span::styled(format!(" {key} "), theme.heading()),
                Span::styled(format!("{what} "), theme.fg(theme.muted)),
            ];
            if line.width() + pair.iter().map(Span::width).sum::<usize>() <= columns {
                line.spans.extend(pair);
            }
        }
        line
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let notches = match mouse.kind {
            MouseEventKind::ScrollUp => -1,
            MouseEventKind::ScrollDown => 1,
            MouseEventKind::Down(_) => {
                self.click(Position::new(mouse.column, mouse.row));
                return;
            }
            _ => return,
        };
        match &mut self.overlay {
            Some(overlay) => overlay.wheel(notches),
            None if self.focus == FleetPane::Findings => self.findings_scroll.wheel(notches),
            None => self.scroll.wheel(notches),
        }
    }

    /// Selects the worker that was clicked on, and joins it if it was selected; a click beside a layer closes it.
    fn click(&mut self, at: Position) {
        if self.overlay.take().is_some() {
            return;
        }
        let row = self.rows.contains(at).then(|| self.scroll.top + usize::from(at.y - self.rows.y));
        let place = row.or_else(|| tiles::place_at(self, at));
        if let Some(place) = place.filter(|place| *place < self.board.workers.len()) {
            let again = (self.focus, self.selected) == (FleetPane::Workers, place);
            (self.focus, self.selected) = (FleetPane::Workers, place);
            if again {
                self.join();
            }
        }
    }
}
