//! How far to run by itself.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::protocol::{AutoLimits, Op, RunMode};
use crate::tui::controls;
use crate::tui::controls::input::LineInput;
use crate::tui::pane::{MouseInput, OverlayLayer, UiAct};
use crate::tui::theme::ThemeColours;
use crate::tui::view::ViewContext;

/// Why a run cannot end at a cost.
const FREE: &str = "No model is configured: the rules decide, and they cost nothing.";

/// One condition that ends the run.
struct StopCondition {
    what: &'static str,
    on: bool,
    /// How much, for those that count.
    number: Option<LineInput>,
    /// Why it cannot be chosen, if it cannot.
    why_not: Option<&'static str>,
}

/// Conditions that end an auto run; the run begins with Enter.
pub struct AutoOverlay {
    conditions: [StopCondition; 5],
    at: usize,
    problem: Option<String>,
}

impl AutoOverlay {
    /// Begins with what was asked for the last time, else 50 steps or a finding.
    pub fn new(view: &ViewContext<'_>) -> Self {
        let first = AutoLimits { steps: Some(50), finding: true, ..AutoLimits::default() };
        let until = view.session.facts.auto.as_ref().unwrap_or(&first);
        let number = |value: Option<String>, otherwise: &str| {
            Some(LineInput::new(value.as_deref().unwrap_or(otherwise)))
        };
        let condition = |what, on, number| StopCondition { what, on, number, why_not: None };
        let free = view.session.chat_model().is_none().then_some(FREE);
        let text = |value: Option<f64>| value.map(|value| value.to_string());
        let steps = until.steps.map(|steps| steps.to_string());
        Self {
            conditions: [
                condition("steps", until.steps.is_some(), number(steps, "50")),
                condition("a new state", until.new_state, None),
                condition("a finding", until.finding, None),
                condition("minutes", until.minutes.is_some(), number(text(until.minutes), "10")),
                StopCondition {
                    why_not: free,
                    ..condition(
                        "US dollars",
                        until.cost_usd.is_some() && free.is_none(),
                        number(text(until.cost_usd), "0.50"),
                    )
                },
            ],
            at: 0,
            problem: None,
        }
    }

    /// What was chosen.
    fn until(&self) -> Result<AutoLimits, String> {
        let [steps, new_state, finding, minutes, cost] = &self.conditions;
        Ok(AutoLimits {
            steps: read(steps, |steps: u64| steps > 0)?,
            new_state: new_state.on,
            finding: finding.on,
            minutes: read(minutes, above_nothing)?,
            cost_usd: read(cost, above_nothing)?,
        })
    }

    fn step(&mut self, by: usize) {
        self.at = (self.at + by) % self.conditions.len();
    }

    fn toggle(&mut self) {
        let condition = &mut self.conditions[self.at];
        match condition.why_not {
            Some(why) => self.problem = Some(why.into()),
            None => condition.on = !condition.on,
        }
    }

    /// Types into the number of the selected condition, which then counts.
    fn typed(&mut self, key: KeyEvent) {
        let condition = &mut self.conditions[self.at];
        if let Some(why) = condition.why_not {
            self.problem = Some(why.into());
            return;
        }
        let allowed = match key.code {
            KeyCode::Char(letter) => letter.is_ascii_digit() || letter == '.',
            _ => true,
        };
        if let Some(number) = &mut condition.number
            && allowed
        {
            condition.on |= number.key(key) && matches!(key.code, KeyCode::Char(_));
        }
    }

    fn row(&self, place: usize, theme: &ThemeColours) -> Line<'static> {
        let condition = &self.conditions[place];
        let focused = place == self.at;
        let style = match condition.why_not {
            Some(_) if !focused => theme.fg(theme.muted),
            _ if focused => theme.heading(),
            _ => theme.fg(theme.text),
        };
        let mark = if focused { "▸ " } else { "  " };
        if condition.why_not.is_some() {
            return Line::styled(format!("{mark}[-] {}: no model is asked", condition.what), style);
        }
        let box_ = if condition.on { "[x] " } else { "[ ] " };
        let mut spans = vec![Span::styled(format!("{mark}{box_}"), style)];
        if let Some(number) = &condition.number {
            spans.push(Span::styled("after ", style));
            spans.extend(number.spans(8, focused, theme));
            spans.push(Span::styled(" ", style));
        } else {
            spans.push(Span::styled("at ", style));
        }
        spans.push(Span::styled(condition.what, style));
        Line::from(spans)
    }

    /// The text below the conditions: what is wrong, else what else stops the run.
    fn note(&self) -> String {
        if let Some(problem) = &self.problem {
            return format!("! {problem}");
        }
        if self.conditions.iter().any(|condition| condition.on) {
            "Stops at whichever comes first. A guard or a pause stops it as well.".into()
        } else {
            "Nothing is chosen: only a guard, a pause or the session's own limit stops it.".into()
        }
    }
}

/// The number of `condition` if it is on.
fn read<T: std::str::FromStr + Copy>(
    condition: &StopCondition,
    sensible: impl Fn(T) -> bool,
) -> Result<Option<T>, String> {
    let Some(number) = condition.number.as_ref().filter(|_| condition.on) else { return Ok(None) };
    let number = number.text().parse().ok().filter(|number| sensible(*number));
    number.map(Some).ok_or_else(|| format!("How many {}? A number above 0.", condition.what))
}

fn above_nothing(number: f64) -> bool {
    number > 0.0 && number.is_finite()
}

impl OverlayLayer for AutoOverlay {
    fn title(&self) -> String {
        "Auto-run until".into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(48), 10)
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("Enter", "run"),
            ("↑ ↓", "move"),
            ("Space", "on or off"),
            ("0-9", "number"),
            ("Esc", "leave"),
        ]
    }

    fn key(&mut self, key: KeyEvent, _view: &ViewContext<'_>) -> Vec<UiAct> {
        self.problem = None;
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => match self.until() {
                Ok(until) => {
                    let op = Op::SetMode { mode: RunMode::Auto { until } };
                    return vec![UiAct::Pop, UiAct::Show(None), UiAct::Op(op)];
                }
                Err(problem) => self.problem = Some(problem),
            },
            KeyCode::Up | KeyCode::BackTab => self.step(self.conditions.len() - 1),
            KeyCode::Down | KeyCode::Tab => self.step(1),
            KeyCode::Char(' ' | 'x') => self.toggle(),
            _ => self.typed(key),
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if let MouseInput::Click { at, .. } = mouse {
            let row = usize::from(at.y.saturating_sub(area.y));
            if row < self.conditions.len() {
                self.at = row;
                self.toggle();
            }
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let style =
            if self.problem.is_some() { theme.fg(theme.warning) } else { theme.fg(theme.muted) };
        let message = controls::wrapped(&self.note(), usize::from(area.width));
        let lines = (0..self.conditions.len())
            .map(|place| self.row(place, theme))
            .chain(message.into_iter().map(|line| Line::styled(line, style)));
        for (line, y) in lines.zip(area.y..area.bottom()) {
            frame.render_widget(line, Rect { y, height: 1, ..area });
        }
    }
}

#[cfg(test)]
mod tests;
