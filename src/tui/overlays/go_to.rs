//! Going back to a state: the path is shown before it is performed.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::domain::StateId;
use crate::protocol::Op;
use crate::tui::controls;
use crate::tui::controls::picker::{self, ListPicker, PickerClick};
use crate::tui::pane::{MessageTone, MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// The states to go back to.
pub struct GoToOverlay {
    picker: ListPicker,
    /// The state whose path was asked for.
    asked: Option<StateId>,
}

/// What is known of the path to the selected state.
enum GoToPath {
    /// The app is there.
    Here,
    /// It was not asked for.
    NotAsked,
    /// The engine has not answered yet.
    Awaited,
    /// There is none from here.
    None,
    /// These actions.
    Known(Vec<String>),
}

impl GoToOverlay {
    /// Lists the states; the one shown is selected if the past is shown.
    ///
    /// # Errors
    /// If no state is known yet.
    pub fn new(view: &ViewContext<'_>) -> Result<Self, String> {
        if view.whole().model.states().is_empty() {
            return Err("no state is known yet".into());
        }
        let mut layer = Self { picker: ListPicker::default(), asked: None };
        layer.refresh(view);
        let shown = view.state_id().filter(|_| !view.live);
        let shown = shown.or(view.state_id().filter(|_| view.replay.is_some()));
        if let Some(place) = shown.and_then(|id| view.session.model.position(id)) {
            layer.picker.choose(place);
        }
        Ok(layer)
    }

    fn refresh(&mut self, view: &ViewContext<'_>) {
        let states = view.whole().model.states();
        self.picker.refresh(states.len(), |item| {
            states.get(item).map(|state| state.label.clone()).unwrap_or_default()
        });
    }

    fn chosen(&self, view: &ViewContext<'_>) -> Option<StateId> {
        Some(view.whole().model.states().get(self.picker.chosen()?)?.id)
    }

    fn path(&self, to: StateId, view: &ViewContext<'_>) -> GoToPath {
        if view.session.model.current().is_some_and(|current| current.id == to) {
            return GoToPath::Here;
        }
        if self.asked != Some(to) {
            return GoToPath::NotAsked;
        }
        match view.session.planned_path.as_ref().filter(|path| path.to == to) {
            None => GoToPath::Awaited,
            Some(planned) => match &planned.path {
                None => GoToPath::None,
                Some(path) => {
                    GoToPath::Known(path.iter().map(|key| controls::clean(key.as_str())).collect())
                }
            },
        }
    }

    /// The first Enter asks for the path, the second performs it.
    fn enter(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        let Some(to) = self.chosen(view) else { return Vec::new() };
        if view.replay.is_some() {
            let mut moments = view.whole().moments.gists();
            let first = moments.find(|(_, moment)| moment.state == to);
            return vec![UiAct::Pop, UiAct::Show(first.map(|(place, _)| place))];
        }
        let warn = |what: &str| vec![UiAct::Toast(MessageTone::Warning, what.into())];
        match self.path(to, view) {
            GoToPath::Here => warn("the app is there already"),
            GoToPath::NotAsked => {
                self.asked = Some(to);
                vec![UiAct::Op(Op::PlanPath { to })]
            }
            GoToPath::Awaited => Vec::new(),
            GoToPath::None => warn("no path to it is known from here"),
            GoToPath::Known(_) => vec![UiAct::Pop, UiAct::Show(None), UiAct::Op(Op::Go { to })],
        }
    }

    /// The path in words, for below the list.
    fn path_text(&self, view: &ViewContext<'_>) -> String {
        let Some(to) = self.chosen(view) else { return String::new() };
        if view.replay.is_some() {
            return "Enter shows the recording at the step that first reached this state.".into();
        }
        match self.path(to, view) {
            GoToPath::Here => "The app is in this state now.".into(),
            GoToPath::NotAsked => "Enter shows the path to it. Nothing is performed yet.".into(),
            GoToPath::Awaited => "Searching for a path …".into(),
            GoToPath::None => {
                "! No path to it is known from here. Restarting the app may help.".into()
            }
            GoToPath::Known(path) => {
                let count = path.len();
                let actions = if count == 1 { "action" } else { "actions" };
                format!("Enter performs {count} {actions}: {}", path.join(" → "))
            }
        }
    }

    fn row(item: usize, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let Some(state) = view.whole().model.states().get(item) else { return Line::default() };
        let theme = view.theme;
        let here = view.session.model.current().is_some_and(|current| current.id == state.id);
        let visits = if state.visits == 1 { "visit" } else { "visits" };
        // Labels may be the same; the step at which a state was first seen never is.
        let first = state.first_step;
        let mut message = if columns < 60 {
            format!("  step {first}")
        } else {
            format!("  since step {first} · {} {visits}", state.visits)
        };
        if here {
            message.push_str(" · here");
        }
        if !state.findings.is_empty() {
            message.push_str(" · !");
        }
        let room = columns.saturating_sub(message.chars().count());
        let label = controls::cut(&controls::clean(&state.label), room);
        Line::from(vec![
            Span::styled(label, theme.fg(if here { theme.current } else { theme.text })),
            Span::styled(message, theme.fg(theme.muted)),
        ])
    }
}

/// Rows below the list.
const BELOW: u16 = 3;

impl OverlayLayer for GoToOverlay {
    fn title(&self) -> String {
        "Go back to a state".into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(76), room.height.saturating_sub(4).clamp(10, 24))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        let enter = if self.asked.is_some() { "go" } else { "show the path" };
        vec![("Enter", enter), ("↑ ↓", "choose"), ("a-z", "filter"), ("Esc", "leave")]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.enter(view),
            _ => {
                self.picker.key(key);
                self.refresh(view);
            }
        }
        if self.chosen(view) != self.asked {
            self.asked = None;
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.picker.filter.paste(text);
        self.refresh(view);
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        let list = picker::list_of(picker::above(area, BELOW).0);
        if self.picker.mouse(mouse, list) == PickerClick::Opened {
            return self.enter(view);
        }
        if self.chosen(view) != self.asked {
            self.asked = None;
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.refresh(view);
        let theme = view.theme;
        let (upper, below) = picker::above(area, BELOW);
        self.picker.draw(frame, upper, theme, |item, columns| Self::row(item, columns, view));
        let message = controls::wrapped(&self.path_text(view), usize::from(below.width));
        for (line, y) in message.into_iter().zip(below.y..below.bottom()) {
            let row = Rect { y, height: 1, ..below };
            frame.render_widget(Line::styled(line, theme.fg(theme.path)), row);
        }
    }
}

#[cfg(test)]
mod tests;
