//! One state in detail, over the panes: what is known of it, what was tried there, the path to it.

use std::collections::HashMap;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::neighbours::StateNeighbours;
use super::{nodes, paths};
use crate::domain::{ActionKey, StateId};
use crate::model::StateNode;
use crate::model::behaviour::ActionEdge;
use crate::protocol::Op;
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::controls::counted;
use crate::tui::image::cells::CellSettings;
use crate::tui::image::{BlockCharacters, fit};
use crate::tui::pane::{MessageTone, MouseInput, OverlayLayer, PaneId, UiAct};
use crate::tui::panes::screen::{CellScreen, DisplayStage};
use crate::tui::view::ViewContext;

/// How many of the transitions that lead to a state are listed.
const MOST_ENTRIES: usize = 6;

/// The widest that the text is, in columns.
const MOST_TEXT: u16 = 84;

/// The columns of the picture: on fewer nothing can be made out.
const LEAST_PICTURE: u16 = 16;
const MOST_PICTURE: u16 = 26;

/// The columns between text and picture.
const GAP: u16 = 2;

/// One state in detail.
pub struct StateDetail {
    id: StateId,
    name: String,
    /// Short names of the states it led to when it was opened.
    names: HashMap<StateId, String>,
    /// What led to it when it was opened: how often, from which state, and by which action.
    entries: Vec<(u64, String, ActionKey)>,
    /// The latest moment in which the app was in it, and that as it is drawn.
    moment: Option<usize>,
    drawn: CellScreen,
    blocks: BlockCharacters,
    asked: bool,
    top: usize,
    rows: usize,
    height: usize,
}

/// What is known of the path from the app's present state.
#[derive(Debug, PartialEq, Eq)]
enum DetailPath<'a> {
    NotAsked,
    Here,
    Asked,
    None,
    Left,
    Known(&'a [ActionKey]),
}

impl StateDetail {
    /// The state at this place of the model; `asked` if the path to it is being asked for.
    pub fn new(
        view: &ViewContext<'_>,
        neighbours: &StateNeighbours,
        place: usize,
        asked: bool,
    ) -> Option<Self> {
        let model = &view.session.model;
        let state = model.states().get(place)?;
        let ends = state.edges.values().flat_map(|edge| &edge.to);
        let names = ends
            .filter_map(|(end, _)| Some((*end, neighbours.name(model.position(*end)?).to_owned())))
            .collect();
        let name = neighbours.name(place).to_owned();
        let entries = entries(view, neighbours, state.id);
        let mut moments = view.session.moments.gists().rev();
        let moment = moments.find(|(_, moment)| moment.state == state.id).map(|(place, _)| place);
        Some(Self {
            id: state.id,
            name,
            names,
            entries,
            moment,
            drawn: CellScreen::default(),
            blocks: BlockCharacters::default(),
            asked,
            top: 0,
            rows: 0,
            height: 0,
        })
    }

    /// The same with its picture made of these characters.
    pub fn with_blocks(self, blocks: BlockCharacters) -> Self {
        Self { blocks, ..self }
    }

    fn path<'a>(&self, view: &ViewContext<'a>) -> DetailPath<'a> {
        let session = view.session;
        if session.model.current().is_some_and(|state| state.id == self.id) {
            return DetailPath::Here;
        }
        match &session.planned_path {
            _ if !self.asked => DetailPath::NotAsked,
            Some(planned) if planned.to == self.id => match &planned.path {
                None => DetailPath::None,
                Some(keys) => match paths::planned(session).len() {
                    0 => DetailPath::Left,
                    left => DetailPath::Known(&keys[keys.len() - left..]),
                },
            },
            _ => DetailPath::Asked,
        }
    }

    /// Asks for the path, or performs it once it is shown.
    fn go(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        if !view.live {
            let key = view.keymap.key(UiCommand::Live).unwrap_or_default();
            let why = format!("an earlier step is shown; {key} goes back to live");
            return vec![UiAct::Toast(MessageTone::Warning, why)];
        }
        match self.path(view) {
            DetailPath::Here => {
                vec![UiAct::Toast(MessageTone::Good, "the app is in this state".into())]
            }
            DetailPath::Known(_) => vec![UiAct::Op(Op::Go { to: self.id }), UiAct::Pop],
            _ => {
                self.asked = true;
                vec![UiAct::Op(Op::PlanPath { to: self.id })]
            }
        }
    }

    /// Shows the latest moment in which the app was in this state.
    fn see(&self) -> Vec<UiAct> {
        match self.moment {
            Some(moment) => {
                vec![UiAct::Pop, UiAct::Show(Some(moment)), UiAct::Focus(PaneId::Screen)]
            }
            None => vec![UiAct::Toast(MessageTone::Warning, "no moment shows this state".into())],
        }
    }

    fn has_picture(&self, view: &ViewContext<'_>) -> bool {
        let moment = self.moment.and_then(|moment| view.session.moments.get(moment));
        moment.is_some_and(|moment| moment.observed.picture.is_some())
    }

    /// Draws the state as it was seen last, once that is read.
    fn draw_picture(&mut self, frame: &mut Frame<'_>, room: Rect, view: &ViewContext<'_>) {
        let Some(moment) = self.moment.filter(|_| !room.is_empty()) else { return };
        let Some(seen) = view.small_screens.look(moment) else { return };
        let Some(picture) = &seen.picture else { return };
        let (width, height) = picture.image.dimensions();
        let area = Rect { y: room.y, ..fit(room, width, height) };
        let mode = CellSettings { blocks: self.blocks, depth: view.theme.depth };
        self.drawn.paint(frame.buffer_mut(), picture, area, mode);
        if let Some(screen) =
            seen.screen.as_deref().filter(|_| self.blocks != BlockCharacters::Ascii)
        {
            let stage = DisplayStage::new(area, screen.size);
            self.drawn.write(frame.buffer_mut(), picture, screen, &stage, mode);
        }
    }

    fn scroll(&mut self, rows: isize) {
        let most = self.rows.saturating_sub(self.height);
        self.top = self.top.saturating_add_signed(rows).min(most);
    }

    fn lines(&self, view: &ViewContext<'_>, width: usize) -> Vec<Line<'static>> {
        let theme = view.theme;
        let Some(state) = view.session.model.state(self.id) else {
            return vec![Line::styled("this state is not known", theme.fg(theme.warning))];
        };
        let muted = theme.fg(theme.muted);
        let text = |text: &str, style: Style| {
            Line::styled(controls::cut(&controls::clean(text), width), style)
        };
        let mut lines = vec![
            text(&state.label, theme.heading()),
            text(&format!("{} in {}", state.location, state.package), muted),
        ];
        let figures = controls::wrapped(&figures(state), width);
        lines.extend(figures.into_iter().map(|row| Line::styled(row, theme.fg(theme.text))));
        if !state.findings.is_empty() {
            let words: Vec<&str> = state.findings.iter().map(|kind| kind.word()).collect();
            lines.push(text(&format!("! {}", words.join(", ")), theme.fg(theme.bad)));
        }
        lines.push(Line::default());
        for message in self.path_lines(view) {
            let rows = controls::wrapped(&controls::clean(&message), width);
            lines.extend(rows.into_iter().map(|row| Line::styled(row, theme.fg(theme.path))));
        }
        lines.push(Line::default());
        if !self.entries.is_empty() {
            lines.push(text("What leads there", theme.heading()));
            let entries = self.entries.iter().take(MOST_ENTRIES);
            lines.extend(entries.map(|(count, from, key)| {
                let times = if *count > 1 { format!(" {count}×") } else { String::new() };
                text(&format!("← {from}: {key}{times}"), theme.fg(theme.text))
            }));
            let more = self.entries.len().saturating_sub(MOST_ENTRIES);
            if more > 0 {
                lines.push(text(&format!("  … and {more} more"), muted));
            }
            lines.push(Line::default());
        }
        lines.push(text("What can be done there", theme.heading()));
        lines.extend(self.actions(state, view, width));
        lines
    }

    fn path_lines(&self, view: &ViewContext<'_>) -> Vec<String> {
        match self.path(view) {
            DetailPath::Here => vec!["The app is in this state.".into()],
            DetailPath::NotAsked => {
                vec!["g shows the path from the app's present state to this one.".into()]
            }
            DetailPath::Asked => vec!["Searching for the path …".into()],
            DetailPath::None => vec!["No path is known from the app's present state.".into()],
            DetailPath::Left => {
                vec!["The app has left the path that was shown; g searches again.".into()]
            }
            DetailPath::Known(keys) => {
                let actions = counted(keys.len() as u64, "action");
                let mut message =
                    vec![format!("The path to this state, {actions}; g performs it:")];
                message.extend(keys.iter().zip(1..).map(|(key, step)| format!("  {step}. {key}")));
                message.push("Each of them is proposed and decided like any other action.".into());
                message
            }
        }
    }

    /// Tried actions first, then the untried ones, each in the order in which it was met.
    fn actions(
        &self,
        state: &StateNode,
        view: &ViewContext<'_>,
        width: usize,
    ) -> Vec<Line<'static>> {
        let theme = view.theme;
        let offered =
            |key: &ActionKey| state.available.iter().any(|candidate| candidate.key == *key);
        let tried = state.available.iter().filter_map(|candidate| {
            Some((&candidate.key, theme.action(candidate.kind), state.edges.get(&candidate.key)?))
        });
        let own = state.edges.iter().filter(|(key, _)| !offered(key));
        let tried = tried.chain(own.map(|(key, edge)| (key, theme.system, edge)));
        let half = width / 2;
        let mut lines: Vec<Line<'static>> = tried
            .map(|(key, paint, edge)| {
                let (sign, message) = self.outcome(edge);
                let key = controls::cut(&controls::clean(key.as_str()), half.saturating_sub(3));
                let gap = " ".repeat(half.saturating_sub(key.width() + 2).max(1));
                let message = controls::cut(&controls::clean(&message), width.saturating_sub(half));
                Line::from(vec![
                    Span::styled(format!("{sign} {key}{gap}"), theme.fg(paint)),
                    Span::styled(message, theme.fg(theme.text)),
                ])
            })
            .collect();
        let untried =
            state.available.iter().filter(|candidate| !state.edges.contains_key(&candidate.key));
        lines.extend(untried.map(|candidate| {
            let message = format!("+ {} (never tried)", candidate.key);
            Line::styled(controls::cut(&controls::clean(&message), width), theme.fg(theme.untried))
        }));
        if lines.is_empty() {
            lines.push(Line::styled("no action is available there", theme.fg(theme.muted)));
        }
        lines
    }

    /// What an action did: a sign, and words.
    fn outcome(&self, edge: &ActionEdge) -> (char, String) {
        let tries = edge.tries;
        let times = |count: u64| if count > 1 { format!(" {count}×") } else { String::new() };
        if edge.to.is_empty() {
            return ('x', format!("failed{}", times(tries.count)));
        }
        if tries.no_effect == tries.count {
            return ('=', format!("no effect{}", times(tries.count)));
        }
        let mut message: Vec<String> = Vec::new();
        for (end, count) in edge.to.iter().rev() {
            message.push(match self.names.get(end) {
                _ if *end == self.id => format!("stays here{}", times(*count)),
                Some(name) => format!("{name}{}", times(*count)),
                None => format!("{}{}", end.short(), times(*count)),
            });
        }
        let sign = if edge.to.iter().any(|(end, _)| *end != self.id) { '→' } else { '·' };
        (sign, format!("{sign} {}", message.join(", ")))
    }
}

/// What led to the state `id`, the most frequent first.
fn entries(
    view: &ViewContext<'_>,
    neighbours: &StateNeighbours,
    id: StateId,
) -> Vec<(u64, String, ActionKey)> {
    let model = &view.session.model;
    let mut entries = Vec::new();
    for (place, state) in model.states().iter().enumerate().filter(|(_, state)| state.id != id) {
        for (key, edge) in &state.edges {
            let led = edge.to.iter().find(|(end, _)| *end == id);
            entries.extend(
                led.map(|(_, count)| (*count, neighbours.name(place).to_owned(), key.clone())),
            );
        }
    }
    entries.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    entries
}

fn figures(state: &StateNode) -> String {
    let available = state.available.len();
    let tried = available - nodes::untried(state);
    format!(
        "{} · first seen at step {} · {tried} of {available} actions tried · id {}",
        counted(state.visits, "visit"),
        state.first_step,
        state.id.short()
    )
}

/// The columns of the picture beside a text, if both have room in `width`; 0 without a picture.
fn picture_columns(width: u16, has_picture: bool) -> u16 {
    let columns = (width / 3).min(MOST_PICTURE);
    if has_picture && columns >= LEAST_PICTURE { columns } else { 0 }
}

impl OverlayLayer for StateDetail {
    fn title(&self) -> String {
        format!("State: {}", self.name)
    }

    fn size(&self, room: Rect, view: &ViewContext<'_>) -> (u16, u16) {
        let most = MOST_TEXT + if self.has_picture(view) { GAP + MOST_PICTURE } else { 0 };
        let width = room.width.saturating_sub(4).clamp(36, most);
        let inside = width.saturating_sub(4);
        let picture = picture_columns(inside, self.has_picture(view));
        let text = inside - if picture > 0 { picture + GAP } else { 0 };
        let rows = self.lines(view, usize::from(text)).len();
        // A phone's display is about twice as high as wide, as a cell is.
        let rows = u16::try_from(rows).unwrap_or(u16::MAX).max(picture);
        (width, rows.saturating_add(2).min(room.height.saturating_sub(2)))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("g", if self.asked { "go" } else { "show the path" }),
            ("s", "show that moment"),
            ("↑↓", "scroll"),
            ("y", "copy"),
            ("Esc", "close"),
        ]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        let page = isize::try_from(self.height.max(1)).unwrap_or(1);
        match key.code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return vec![UiAct::Pop],
            KeyCode::Char('g') => return self.go(view),
            KeyCode::Char('s') => return self.see(),
            KeyCode::Char('y') => {
                let label =
                    view.session.model.state(self.id).map_or("", |state| state.label.as_str());
                return vec![UiAct::Copy(format!("{} {}", self.id, controls::clean(label)))];
            }
            KeyCode::Up | KeyCode::Char('k') => self.scroll(-1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(1),
            KeyCode::PageUp => self.scroll(-page),
            KeyCode::PageDown => self.scroll(page),
            KeyCode::Home => self.scroll(isize::MIN),
            KeyCode::End => self.scroll(isize::MAX),
            _ => {}
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, _area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if let MouseInput::Wheel { notches, .. } = mouse {
            self.scroll(notches as isize * 3);
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
        let picture = picture_columns(area.width, self.has_picture(view));
        let beside = Rect { x: area.right() - picture, width: picture, ..area };
        let taken = if picture > 0 { picture + GAP } else { 0 };
        let area = Rect { width: area.width - taken, ..area };
        let lines = self.lines(view, usize::from(area.width));
        (self.rows, self.height) = (lines.len(), usize::from(area.height));
        self.scroll(0);
        for (y, line) in (area.y..area.bottom()).zip(lines.into_iter().skip(self.top)) {
            frame.render_widget(line, Rect { y, height: 1, ..area });
        }
        self.draw_picture(frame, beside, view);
    }
}
