//! The Model pane: the states and transitions found so far, as a drawing or a list.

mod camera;
mod captions;
mod edges;
mod graph;
mod graph_layout;
pub mod growth_curve;
mod lanes;
mod line_canvas;
mod list;
mod neighbours;
mod nodes;
mod paths;
mod placement;
mod scope;
mod state_detail;
mod window;

use std::cell::RefCell;

use crossterm::event::MouseButton;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::protocol::Op;
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::image::{BlockCharacters, PictureSetting};
use crate::tui::pane::{MouseInput, Pane, PaneId, UiAct};
use crate::tui::view::ViewContext;
use graph::GraphView;
use graph_layout::{GraphLayout, known};
use placement::GraphZoom;
use state_detail::StateDetail;

/// Panes with fewer columns show the list unless the tester chose the drawing.
const NARROW: u16 = 44;

/// The Model pane.
pub struct ModelPane {
    /// Updated by the first function that shows some of it.
    layout: RefCell<GraphLayout>,
    graph: GraphView,
    selected: Option<usize>,
    walks: bool,
    follows: bool,
    near: Option<bool>,
    list: Option<bool>,
    top: usize,
    /// Where the states were drawn last.
    area: Rect,
    blocks: BlockCharacters,
}

impl Default for ModelPane {
    fn default() -> Self {
        Self {
            layout: RefCell::default(),
            graph: GraphView::default(),
            selected: None,
            walks: false,
            follows: true,
            near: None,
            list: None,
            top: 0,
            area: Rect::default(),
            blocks: BlockCharacters::default(),
        }
    }
}

impl ModelPane {
    /// A pane whose layers show pictures so.
    pub fn new(pictures: PictureSetting) -> Self {
        Self { blocks: pictures.blocks, ..Self::default() }
    }

    fn is_list(&self) -> bool {
        self.list.unwrap_or(self.area.width < NARROW)
    }

    fn here(view: &ViewContext<'_>) -> Option<usize> {
        view.session.model.position(view.state_id()?)
    }

    fn selected(&self, view: &ViewContext<'_>) -> Option<usize> {
        self.selected.filter(|state| *state < known(view))
    }

    /// Brings names and scope up to date: around the shown state as long as the drawing follows it,
    /// else around the selected one.
    fn survey(&self, view: &ViewContext<'_>) {
        let focus = if self.follows { Self::here(view) } else { self.selected(view) };
        self.layout.borrow_mut().survey(view, focus, self.near);
    }

    /// What `g`, Enter and the like are about.
    fn subject(&self, view: &ViewContext<'_>) -> Option<usize> {
        self.selected(view).or_else(|| Self::here(view))
    }

    fn select(&mut self, state: usize) {
        self.selected = Some(state);
        self.follows = false;
        self.graph.reveal(state);
    }

    /// Opens the selected state, else the shown one.
    fn open(&self, view: &ViewContext<'_>, asked: bool) -> Vec<UiAct> {
        self.survey(view);
        let layout = self.layout.borrow();
        let Some(place) = self.subject(view) else { return Vec::new() };
        let Some(detail) = StateDetail::new(view, &layout.neighbours, place, asked) else {
            return Vec::new();
        };
        let mut acts = vec![UiAct::Push(Box::new(detail.with_blocks(self.blocks)))];
        if asked {
            let to = view.session.model.states()[place].id;
            acts.push(UiAct::Op(Op::PlanPath { to }));
        }
        acts
    }

    /// Arrows and the like: in the list they select, in the drawing they pan or walk.
    fn go(&mut self, command: UiCommand, view: &ViewContext<'_>) {
        let page = i32::from(self.area.height.saturating_sub(2).max(1));
        let (columns, rows) = match command {
            UiCommand::Up => (0, -1),
            UiCommand::Down => (0, 1),
            UiCommand::Left => (-1, 0),
            UiCommand::Right => (1, 0),
            UiCommand::PageUp => (0, -page),
            UiCommand::PageDown => (0, page),
            UiCommand::Top => (0, i32::MIN),
            _ => (0, i32::MAX),
        };
        let last = known(view).saturating_sub(1);
        let subject = self.subject(view).unwrap_or(0);
        let ends = matches!(command, UiCommand::Top | UiCommand::Bottom);
        if self.is_list() || ends {
            let rows = isize::try_from(rows).unwrap_or(0);
            self.select(subject.saturating_add_signed(rows).min(last));
        } else if self.walks {
            let next = self.layout.borrow().beside(subject, columns, rows);
            self.select(next.unwrap_or(subject));
        } else {
            self.follows = false;
            self.graph.pan(columns * 6, if rows.abs() > 1 { rows } else { rows * 2 });
        }
    }

    fn resize(&mut self, larger: bool) {
        let now = self.layout.borrow().zoom.unwrap_or(GraphZoom::Line);
        let next = if larger { now.larger() } else { now.smaller() };
        self.graph.zoom = next.or(self.graph.zoom);
    }

    fn clicked(&mut self, at: ratatui::layout::Position, view: &ViewContext<'_>) {
        let hit = if self.is_list() {
            let row = usize::from(at.y.saturating_sub(self.area.y));
            row.checked_sub(1).map(|row| row + self.top).filter(|place| *place < known(view))
        } else {
            self.graph.at(&self.layout.borrow(), at)
        };
        match hit {
            Some(state) => self.selected = Some(state),
            None => self.selected = None,
        }
    }

    fn draw_list(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let (here, selected) = (Self::here(view), self.selected(view));
        let wanted = self.graph.take_wanted().or(here.filter(|_| self.follows));
        let height = usize::from(area.height.saturating_sub(1));
        let count = known(view);
        self.top = list::top(self.top, wanted, height, count);
        let layout = self.layout.borrow();
        let rows = self.top..count;
        list::draw(frame.buffer_mut(), area, view, &layout.neighbours, rows, [here, selected]);
    }
}

impl Pane for ModelPane {
    fn id(&self) -> PaneId {
        PaneId::Model
    }

    fn subtitle(&self, view: &ViewContext<'_>) -> String {
        captions::subtitle(self, view)
    }

    fn commands(&self, view: &ViewContext<'_>) -> Vec<UiCommand> {
        if known(view) == 0 {
            return Vec::new();
        }
        let mut commands = vec![UiCommand::Open];
        if view.live
            && self.subject(view)
                != view
                    .session
                    .model
                    .current()
                    .and_then(|state| view.session.model.position(state.id))
        {
            commands.push(UiCommand::GoTo);
        }
        commands.push(UiCommand::AsList);
        if !self.follows {
            commands.push(UiCommand::Follow);
        }
        if !self.is_list() {
            commands.extend([
                UiCommand::Walk,
                UiCommand::ZoomIn,
                UiCommand::ZoomOut,
                UiCommand::Near,
            ]);
        }
        if self.selected(view).is_some() {
            commands.extend([UiCommand::Deselect, UiCommand::Copy]);
        }
        if self.follows {
            commands.push(UiCommand::Follow);
        }
        commands
    }

    fn update(&mut self, command: UiCommand, view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        match command {
            UiCommand::Up | UiCommand::Down | UiCommand::Left | UiCommand::Right => {
                self.go(command, view);
            }
            UiCommand::PageUp | UiCommand::PageDown => self.go(command, view),
            UiCommand::Top | UiCommand::Bottom => self.go(command, view),
            UiCommand::ZoomIn => self.resize(true),
            UiCommand::ZoomOut => self.resize(false),
            UiCommand::Follow => self.follows = !self.follows,
            UiCommand::Near => self.near = Some(!self.near.unwrap_or(known(view) > scope::MANY)),
            UiCommand::AsList => self.list = Some(!self.is_list()),
            UiCommand::Walk if !self.is_list() => {
                self.walks = !self.walks;
                if let Some(state) = self.subject(view).filter(|_| self.walks) {
                    self.select(state);
                }
            }
            UiCommand::Deselect => {
                self.selected = None;
                self.walks = false;
            }
            UiCommand::Open => return Some(self.open(view, false)),
            UiCommand::GoTo if view.live && self.selected(view).is_some() => {
                return Some(self.open(view, true));
            }
            UiCommand::Copy => {
                let state = view.session.model.states().get(self.selected(view)?)?;
                let text = format!("{} {}", state.id, controls::clean(&state.label));
                return Some(vec![UiAct::Copy(text)]);
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn mouse(&mut self, mouse: MouseInput, _area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        match mouse {
            MouseInput::Click { button: MouseButton::Left, at, double } => {
                self.clicked(at, view);
                if double && self.selected.is_some() {
                    return self.open(view, false);
                }
            }
            MouseInput::Click { .. } => {}
            MouseInput::Drag { from, at } if !self.is_list() => {
                self.follows = false;
                let moved = |from: u16, to: u16| i32::from(from) - i32::from(to);
                self.graph.pan(moved(from.x, at.x), moved(from.y, at.y));
            }
            MouseInput::Drag { .. } => {}
            MouseInput::Wheel { notches, .. } => {
                self.follows = false;
                if self.is_list() {
                    self.top = self.top.saturating_add_signed(notches as isize * 3);
                } else {
                    self.graph.pan(0, notches * 3);
                }
            }
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.area = area;
        if area.is_empty() {
            return;
        }
        if known(view) == 0 {
            let words = "no states yet: they appear as the app is explored";
            let lines = controls::wrapped(words, usize::from(area.width));
            for (y, line) in (area.y..area.bottom()).zip(lines) {
                frame.buffer_mut().set_string(area.x, y, line, view.theme.fg(view.theme.muted));
            }
            return;
        }
        self.survey(view);
        let plot = if area.height >= 14 { growth_curve::ROWS } else { 0 };
        let states = Rect { height: area.height - plot, ..area };
        self.area = states;
        if self.is_list() {
            self.draw_list(frame, states, view);
        } else {
            let marks = [Self::here(view), self.selected(view)];
            let layout = self.layout.get_mut();
            self.graph.draw(frame.buffer_mut(), states, view, layout, marks, self.follows);
        }
        let below = Rect { y: states.bottom(), height: plot, ..area };
        growth_curve::draw(frame.buffer_mut(), below, view);
    }
}

#[cfg(test)]
mod tests;
