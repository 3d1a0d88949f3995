//! The goals: where the explorer goes next, for the tester to add, edit, drop and reorder.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::protocol::{GoalId, GoalRequest, Op};
use crate::session::EnginePhase;
use crate::tui::controls;
use crate::tui::controls::input::LineInput;
use crate::tui::controls::picker::{self, ListPicker, PickerClick};
use crate::tui::pane::{MessageTone, MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// What is typed into the line at the bottom.
struct GoalEntry {
    /// The goal that gets other words; `None` for a new one.
    goal: Option<GoalId>,
    line: LineInput,
}

/// The list of goals, the one that is pursued first. Grows while it is open.
pub struct GoalsOverlay {
    picker: ListPicker,
    entry: Option<GoalEntry>,
}

/// Rows below the list.
const BELOW: u16 = 4;

impl GoalsOverlay {
    /// The goals of the session.
    pub fn new(view: &ViewContext<'_>) -> Self {
        let mut goals = Self { picker: ListPicker::default(), entry: None };
        goals.refresh(view);
        goals
    }

    fn refresh(&mut self, view: &ViewContext<'_>) {
        self.picker.refresh(view.session.model.goals().goals().len(), |_| String::new());
        if closed(view).is_some() {
            self.entry = None;
        }
    }

    fn chosen(&self, view: &ViewContext<'_>) -> Option<(usize, GoalId)> {
        let at = self.picker.chosen()?;
        Some((at, view.session.model.goals().goals().get(at)?.id))
    }

    /// Sends what was typed.
    fn complete(&mut self) -> Vec<UiAct> {
        let Some(entry) = self.entry.take() else { return Vec::new() };
        let text = controls::clean(entry.line.text().trim());
        if text.is_empty() {
            return Vec::new();
        }
        let request = match entry.goal {
            Some(id) => GoalRequest::Edit { id, text },
            None => GoalRequest::Add { text },
        };
        vec![UiAct::Op(Op::ChangeGoal(request))]
    }

    /// The key of a change of the list.
    fn change(&mut self, letter: char, view: &ViewContext<'_>) -> Vec<UiAct> {
        if let Some(why) = closed(view) {
            return vec![UiAct::Toast(MessageTone::Warning, why.to_owned())];
        }
        if letter == 'a' {
            self.entry = Some(GoalEntry { goal: None, line: LineInput::default() });
            return Vec::new();
        }
        let Some((at, id)) = self.chosen(view) else { return Vec::new() };
        let last = view.session.model.goals().goals().len().saturating_sub(1);
        let request = match letter {
            'e' => {
                let text = &view.session.model.goals().goals()[at].text;
                let line = LineInput::new(&controls::clean(text));
                self.entry = Some(GoalEntry { goal: Some(id), line });
                return Vec::new();
            }
            'd' => GoalRequest::Drop { id },
            'u' if at > 0 => {
                self.picker.choose(at - 1);
                GoalRequest::Move { id, to: at - 1 }
            }
            'n' if at < last => {
                self.picker.choose(at + 1);
                GoalRequest::Move { id, to: at + 1 }
            }
            _ => return Vec::new(),
        };
        vec![UiAct::Op(Op::ChangeGoal(request))]
    }

    fn row(item: usize, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let Some(goal) = view.session.model.goals().goals().get(item) else {
            return Line::default();
        };
        let theme = view.theme;
        let author = format!("  {}", goal.author.word());
        let room = columns.saturating_sub(author.len());
        let text = controls::cut(&controls::clean(&goal.text), room);
        let paint = if item == 0 { theme.current } else { theme.text };
        Line::from(vec![
            Span::styled(text, theme.fg(paint)),
            Span::styled(author, theme.fg(theme.muted)),
        ])
    }

    /// What is said below the list: why the selected goal was chosen, or what came of the last one.
    fn message(&self, view: &ViewContext<'_>) -> String {
        let list = view.session.model.goals();
        let why = self.picker.chosen().and_then(|at| list.goals().get(at)).map(|goal| &goal.why);
        if let Some(why) = why.filter(|why| !why.is_empty()) {
            return controls::clean(why);
        }
        let ended = list.ended().last();
        let ended = ended.map(|(goal, outcome)| format!("{}: {}", goal.text, outcome.words()));
        ended.map_or_else(String::new, |ended| format!("Last: {}", controls::clean(&ended)))
    }
}

/// Why the list cannot be changed now.
fn closed(view: &ViewContext<'_>) -> Option<&'static str> {
    if view.replay.is_some() {
        Some("this is a recording: goals are changed while a session runs")
    } else if !view.running || matches!(view.session.phase, EnginePhase::Ended(_)) {
        Some("the session has ended: goals are changed while it runs")
    } else {
        None
    }
}

impl OverlayLayer for GoalsOverlay {
    fn title(&self) -> String {
        "Goals".into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(92), room.height.saturating_sub(4).clamp(8, 16))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        if self.entry.is_some() {
            return vec![("Enter", "keep"), ("Esc", "back")];
        }
        vec![
            ("a", "add"),
            ("e", "edit"),
            ("d", "drop"),
            ("u", "up"),
            ("n", "down"),
            ("↑ ↓", "choose"),
            ("Esc", "close"),
        ]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        if let Some(entry) = &mut self.entry {
            match key.code {
                KeyCode::Esc => self.entry = None,
                KeyCode::Enter => return self.complete(),
                _ => {
                    entry.line.key(key);
                }
            }
            return Vec::new();
        }
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Char(letter @ ('a' | 'e' | 'd' | 'u' | 'n')) if key.modifiers.is_empty() => {
                return self.change(letter, view);
            }
            _ => {
                self.picker.move_key(key);
            }
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if let Some(entry) = &mut self.entry {
            // A goal is one line.
            entry.line.paste(&controls::clean(text));
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        if self.entry.is_none()
            && self.picker.mouse(mouse, picker::above(area, BELOW).0) == PickerClick::Opened
        {
            return self.change('e', view);
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.refresh(view);
        let theme = view.theme;
        let (upper, below) = picker::above(area, BELOW);
        if view.session.model.goals().goals().is_empty() {
            let text = "No goals. Those of a model will be listed here; a adds one of your own, such \
                        as the name of a button or screen. elevate pursues goals on displays.";
            let lines = controls::wrapped(text, usize::from(upper.width));
            for (line, y) in lines.into_iter().zip(upper.y..upper.bottom()) {
                let line = Line::styled(line, theme.fg(theme.muted));
                frame.render_widget(line, Rect { y, height: 1, ..upper });
            }
        }
        self.picker.draw_list(frame, upper, theme, |item, columns| Self::row(item, columns, view));
        let last = Rect { y: below.bottom().saturating_sub(1), height: 1, ..below };
        if let Some(entry) = &self.entry {
            let question = if entry.goal.is_some() { "Goal: " } else { "New goal: " };
            let room = usize::from(below.width).saturating_sub(question.len() + 1).max(4);
            let mut spans = vec![Span::styled(question, theme.heading())];
            spans.extend(entry.line.spans(room, true, theme));
            frame.render_widget(Line::from(spans), last);
            return;
        }
        let message = controls::wrapped(&self.message(view), usize::from(below.width));
        for (line, y) in message.into_iter().zip(below.y + 1..below.bottom()) {
            let row = Rect { y, height: 1, ..below };
            frame.render_widget(Line::styled(line, theme.fg(theme.muted)), row);
        }
    }
}

#[cfg(test)]
mod tests;
