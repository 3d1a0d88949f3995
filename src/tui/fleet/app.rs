//! The application of the fleet view: what is selected, what keys do.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use tokio::sync::watch;

use super::board::FleetBoard;
use super::overlay::FleetOverlay;
use super::screens::TileScreens;
use super::tiles::TileGrid;
use crate::engine::fleet::FleetStop;
use crate::tui::app::Wish;
use crate::tui::command::{KeyContext, UiCommand};
use crate::tui::controls::scroll::ScrollOffset;
use crate::tui::image::PictureSetting;
use crate::tui::keymap::Keymap;
use crate::tui::theme::{self, ThemeColours};

/// How the fleet view was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FleetExit {
    /// The fleet has ended, or is to end at once.
    Left,
    /// To join the worker with this number.
    Join(usize),
}

/// How the fleet view is set up.
pub struct FleetOptions {
    /// The colours.
    pub theme: ThemeColours,
    /// The folder of the user's own themes; it need not exist.
    pub themes: std::path::PathBuf,
    /// The keys.
    pub keymap: Keymap,
    /// How pictures are shown.
    pub pictures: PictureSetting,
}

/// The parts of the view that keys can go to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FleetPane {
    #[default]
    Workers,
    Findings,
}

/// What the fleet view shows, and what is selected in it.
pub struct FleetApp {
    pub(super) board: FleetBoard,
    pub(super) theme: ThemeColours,
    pub(super) themes: std::path::PathBuf,
    pub(super) keymap: Keymap,
    pub(super) pictures: PictureSetting,
    pub(super) focus: FleetPane,
    /// The place of the selected worker.
    pub(super) selected: usize,
    /// The place of the selected finding, in the order in which they were found.
    pub(super) finding: Option<usize>,
    pub(super) scroll: ScrollOffset,
    pub(super) findings_scroll: ScrollOffset,
    pub(super) overlay: Option<FleetOverlay>,
    /// True for tiles, false for the list, `None` for tiles if all workers have room.
    pub(super) as_tiles: Option<bool>,
    pub(super) screens: TileScreens,
    /// Where the rows of workers were drawn last; empty if these were tiles.
    pub(super) rows: Rect,
    /// The same of tiles, each with the place of its worker.
    pub(super) tiles: Vec<(usize, Rect)>,
    /// How they were arranged.
    pub(super) grid: Option<TileGrid>,
    pub(super) stopping: FleetStop,
    /// What the tester is told until the next key.
    pub(super) message: Option<&'static str>,
    stop: watch::Sender<FleetStop>,
    wishes: Vec<Wish>,
    join: Option<usize>,
}

impl FleetApp {
    /// An application that shows `board` and ends the fleet through `stop`.
    pub fn new(options: FleetOptions, board: FleetBoard, stop: watch::Sender<FleetStop>) -> Self {
        let stopping = *stop.borrow();
        Self {
            board,
            theme: options.theme,
            themes: options.themes,
            keymap: options.keymap,
            pictures: options.pictures,
            focus: FleetPane::default(),
            selected: 0,
            finding: None,
            scroll: ScrollOffset::default(),
            findings_scroll: ScrollOffset::default(),
            overlay: None,
            as_tiles: None,
            screens: TileScreens::new(),
            rows: Rect::default(),
            tiles: Vec::new(),
            grid: None,
            stopping,
            message: None,
            stop,
            wishes: Vec::new(),
            join: None,
        }
    }

    /// Shows `board` from now on.
    pub fn take(&mut self, board: FleetBoard) {
        self.board = board;
        // It may have been asked to end from outside.
        self.stopping = *self.stop.borrow();
    }

    /// Reads the screens of the workers in sight, one after the other. Needs a tokio runtime.
    pub fn follow_screens(&mut self) {
        let in_sight: Vec<usize> = self.tiles.iter().map(|(place, _)| *place).collect();
        self.screens.follow(&in_sight, &self.board);
    }

    /// Waits until another screen was read.
    pub async fn next_screen(&mut self) {
        self.screens.next().await;
    }

    /// How the view is left, once it is. To join is asked for once.
    pub fn exit(&mut self) -> Option<FleetExit> {
        let ends = self.stopping != FleetStop::No && self.board.left() == 0;
        if ends || self.stopping == FleetStop::AtOnce {
            return Some(FleetExit::Left);
        }
        self.join.take().map(FleetExit::Join)
    }

    /// What is to be done at the terminal itself.
    pub fn take_wishes(&mut self) -> Vec<Wish> {
        std::mem::take(&mut self.wishes)
    }

    /// Ends the fleet like this, unless it ends faster already.
    pub fn end(&mut self, how: FleetStop) {
        self.stop.send_modify(|stop| *stop = (*stop).max(how));
        self.stopping = *self.stop.borrow();
        self.overlay = None;
    }

    /// Takes one event of the terminal.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            // A resize only needs the next frame; nothing can be pasted here.
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        self.message = None;
        let command = self.keymap.command(KeyContext::Global, key);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (command, &mut self.overlay) {
            (Some(UiCommand::Quit), Some(FleetOverlay::Quit)) if is_control => {
                self.end(FleetStop::InOrder);
            }
            // While it ends, only this ends it at once: a letter is pressed twice too easily.
            (Some(UiCommand::Quit), _) if is_control && self.stopping != FleetStop::No => {
                self.end(FleetStop::AtOnce);
            }
            (Some(UiCommand::Quit), _) if is_control => self.ask_to_quit(),
            (Some(UiCommand::Suspend), _) if is_control => self.wishes.push(Wish::Suspend),
            (_, Some(FleetOverlay::Quit)) => self.answer(key),
            (_, Some(overlay)) => {
                if overlay.key(key) {
                    self.overlay = None;
                }
            }
            (Some(command), None) => self.command(command),
            (None, None) => {}
        }
    }

    /// Answers the question whether to end the fleet.
    fn answer(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.end(FleetStop::InOrder),
            KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => self.overlay = None,
            _ => {}
        }
    }

    fn command(&mut self, command: UiCommand) {
        match command {
            UiCommand::Quit => self.ask_to_quit(),
            UiCommand::Suspend => self.wishes.push(Wish::Suspend),
            UiCommand::Help => self.overlay = Some(FleetOverlay::help(&self.keymap)),
            UiCommand::FocusNext | UiCommand::FocusPrevious => {
                self.focus = match self.focus {
                    FleetPane::Workers => FleetPane::Findings,
                    FleetPane::Findings => FleetPane::Workers,
                };
            }
            UiCommand::Findings => self.focus = FleetPane::Findings,
            UiCommand::Open if self.focus == FleetPane::Findings => self.open_finding(),
            UiCommand::Open => self.join(),
            UiCommand::ScreenView => self.as_tiles = Some(self.grid.is_none()),
            UiCommand::Theme => self.next_theme(),
            command => self.go(command),
        }
    }

    /// Joins the selected worker, if there is something to be seen of it.
    pub(super) fn join(&mut self) {
        match self.board.workers.get(self.selected) {
            Some(worker) if worker.blobs.is_some() => self.join = Some(self.selected + 1),
            Some(_) => self.message = Some("this worker has not begun yet"),
            None => {}
        }
    }

    /// Asks before the fleet is ended; what has ended is left without a question.
    fn ask_to_quit(&mut self) {
        if self.board.left() == 0 {
            self.end(FleetStop::InOrder);
        } else if self.stopping == FleetStop::No {
            self.overlay = Some(FleetOverlay::Quit);
        }
    }

    /// Opens the selected finding.
    fn open_finding(&mut self) {
        let found = self.board.findings.all();
        let place = self.finding.unwrap_or(found.len().saturating_sub(1));
        self.overlay = found.get(place).map(FleetOverlay::finding);
    }

    /// Moves the selection.
    fn go(&mut self, command: UiCommand) {
        match self.focus {
            FleetPane::Workers => {
                let all = self.board.workers.len();
                self.selected = match self.grid {
                    Some(grid) => grid.moved(self.selected, command, all),
                    None => moved(self.selected, command, self.scroll.height(), all),
                };
            }
            FleetPane::Findings => {
                // The newest one is at the top, so the order is turned round.
                let all = self.board.findings.all().len();
                let Some(last) = all.checked_sub(1) else { return };
                let row = last.saturating_sub(self.finding.unwrap_or(last));
                let row = moved(row, command, self.findings_scroll.height(), all);
                self.finding = Some(last - row);
            }
        }
    }

    fn next_theme(&mut self) {
        let next = theme::after(&self.theme.name, &self.themes);
        // A theme of the user's that cannot be read is passed over.
        if let Ok(theme) = ThemeColours::load(&next, &self.themes, self.theme.depth) {
            self.theme = theme;
        }
    }
}

/// The place of `all` that `command` leads to from `place`, `height` of them being shown.
pub(super) fn moved(place: usize, command: UiCommand, height: usize, all: usize) -> usize {
    let last = all.saturating_sub(1);
    match (command, command.rows(height)) {
        (UiCommand::Top, _) => 0,
        (UiCommand::Bottom, _) => last,
        (_, Some(rows)) => place.saturating_add_signed(rows).min(last),
        (_, None) => place,
    }
}
