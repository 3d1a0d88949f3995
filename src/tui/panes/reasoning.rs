//! The Reasoning pane: who proposed what and why, and what became of it, step by step.
//!
//! The shown moment stands at the top, older ones below it. The pane follows the shown moment until
//! it is scrolled. Below a proposal stands what was asked for it; the questions can be selected and
//! opened.

mod moment_rows;
mod network_rows;
mod plain_text;
mod questions;
mod rows;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr as _;

use self::rows::ReasoningRow;
use crate::protocol::{ActionOutcome, ExchangeId};
use crate::session::EnginePhase;
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::overlays::{ExchangeOverlay, ReaderOverlay};
use crate::tui::pane::{MouseInput, Pane, PaneId, UiAct};
use crate::tui::view::ViewContext;

/// The position of the first line that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ReasoningAnchor {
    moment: usize,
    /// Lines of that moment above the first one shown.
    line: usize,
}

/// The Reasoning pane.
#[derive(Default)]
pub struct ReasoningPane {
    /// Where the tester scrolled to; `None` follows the shown moment.
    scrolled: Option<ReasoningAnchor>,
    /// The shown moment that `scrolled` was left from: scrubbing follows again.
    left_at: usize,
    folded: bool,
    columns: usize,
    height: usize,
    /// The question that is selected, by its first exchange.
    selected: Option<ExchangeId>,
    /// What each line that was drawn last belongs to.
    lines: Vec<DrawnReasoning>,
}

/// A line that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DrawnReasoning {
    moment: usize,
    about: Option<ExchangeId>,
}

impl ReasoningPane {
    fn place(&self, view: &ViewContext<'_>) -> ReasoningAnchor {
        let last = view.session.moments.len().saturating_sub(1);
        let top = ReasoningAnchor { moment: view.shown.moment.min(last), line: 0 };
        self.scrolled.filter(|place| place.moment <= last).unwrap_or(top)
    }

    /// Scrubbing into the past brings what it shows into sight; a run that goes on does not take
    /// away what is being read.
    fn follow(&mut self, view: &ViewContext<'_>) {
        if !view.live && self.left_at != view.shown.moment {
            self.scrolled = None;
            self.selected = None;
        }
        self.left_at = view.shown.moment;
    }

    fn lines_of(&self, moment: usize, view: &ViewContext<'_>) -> Vec<ReasoningRow> {
        moment_rows::rows(moment, self.columns, self.folded, self.selected, view)
    }

    /// The selected question, if it is in sight.
    fn in_sight(&self) -> Option<ExchangeId> {
        self.selected.filter(|selected| self.lines.iter().any(|line| line.about == Some(*selected)))
    }

    /// Selects the next question below, or above.
    fn select(&mut self, down: bool, view: &ViewContext<'_>) {
        let from = self.place(view);
        let selected = self.in_sight();
        let Some((place, found)) = self.next_question(from, selected, down, view) else { return };
        self.selected = Some(found);
        if self.in_sight().is_none() {
            self.scrolled = Some(place);
        }
    }

    /// The question behind `selected` (or the first one from `from` on) in the order drawn.
    fn next_question(
        &self,
        from: ReasoningAnchor,
        selected: Option<ExchangeId>,
        down: bool,
        view: &ViewContext<'_>,
    ) -> Option<(ReasoningAnchor, ExchangeId)> {
        let here = selected.and_then(|exchange| view.session.moment_of(exchange));
        let start = here.unwrap_or(from.moment);
        // Towards the older moments, or towards the newer ones.
        let mut moments: Vec<usize> = if down {
            (0..=start).rev().collect()
        } else {
            (start..view.session.moments.len()).collect()
        };
        moments.retain(|place| view.session.moments.gist(*place).is_some_and(|gist| gist.asked));
        for moment in moments {
            let rows = self.lines_of(moment, view);
            let heads = rows.iter().enumerate().filter(|(_, row)| row.heads);
            let mut heads: Vec<(usize, ExchangeId)> =
                heads.filter_map(|(line, row)| Some((line, row.about?))).collect();
            if !down {
                heads.reverse();
            }
            let past = heads.iter().position(|(_, exchange)| Some(*exchange) == selected);
            let rest = heads.get(past.map_or(0, |place| place + 1)..).unwrap_or_default();
            let below = |(line, _): &&(usize, ExchangeId)| {
                selected.is_some() || moment != from.moment || (*line >= from.line) == down
            };
            if let Some((line, exchange)) = rest.iter().find(below) {
                return Some((ReasoningAnchor { moment, line: *line }, *exchange));
            }
        }
        None
    }

    /// The exchanges of a question, or everything about a moment, full-screen.
    fn open_line(&self, line: DrawnReasoning, view: &ViewContext<'_>) -> Vec<UiAct> {
        match line.about {
            Some(exchange) => vec![UiAct::Push(Box::new(ExchangeOverlay::new(exchange, view)))],
            None => self.open(line.moment, view),
        }
    }

    /// Scrolls by so many lines; negative is up, towards the newer moments.
    fn scroll(&mut self, by: isize, view: &ViewContext<'_>) {
        if view.session.moments.is_empty() {
            return;
        }
        let mut place = self.place(view);
        for _ in 0..by.unsigned_abs() {
            let next = if by < 0 { self.above(place, view) } else { self.below(place, view) };
            let Some(next) = next else { break };
            place = next;
        }
        let top = ReasoningAnchor { moment: view.shown.moment, line: 0 };
        self.scrolled = (place != top).then_some(place);
    }

    fn below(&self, place: ReasoningAnchor, view: &ViewContext<'_>) -> Option<ReasoningAnchor> {
        if place.line + 1 < self.lines_of(place.moment, view).len() {
            return Some(ReasoningAnchor { line: place.line + 1, ..place });
        }
        Some(ReasoningAnchor { moment: place.moment.checked_sub(1)?, line: 0 })
    }

    fn above(&self, place: ReasoningAnchor, view: &ViewContext<'_>) -> Option<ReasoningAnchor> {
        if place.line > 0 {
            return Some(ReasoningAnchor { line: place.line - 1, ..place });
        }
        let moment = place.moment + 1;
        view.session.moments.get(moment)?;
        Some(ReasoningAnchor { moment, line: self.lines_of(moment, view).len().saturating_sub(1) })
    }

    /// Everything about the moment at the top, full-screen.
    fn open(&self, moment: usize, view: &ViewContext<'_>) -> Vec<UiAct> {
        let Some(text) = plain_text::text(moment, view) else { return Vec::new() };
        let step = view.session.moments.get(moment).map_or(0, |moment| moment.observed.step);
        vec![UiAct::Push(Box::new(ReaderOverlay::new(
            format!("Reasoning after step {step}"),
            text,
        )))]
    }

    /// What is shown before there is a moment.
    fn draw_empty(&self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let text = match &view.session.phase {
            EnginePhase::Opening => {
                "The app is being opened. The first proposal follows once it is observed."
            }
            EnginePhase::Ended(_) => "The session ended before the app was observed.",
            _ => "The app is being observed for the first time.",
        };
        let lines = controls::wrapped(text, usize::from(area.width));
        for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
            let row = Rect { y, height: 1, ..area };
            frame.render_widget(Line::styled(line, theme.fg(theme.muted)), row);
        }
    }
}

impl Pane for ReasoningPane {
    fn id(&self) -> PaneId {
        PaneId::Reasoning
    }

    fn subtitle(&self, view: &ViewContext<'_>) -> String {
        let place = self.place(view);
        if self.scrolled.is_some()
            && let Some(moment) = view.session.moments.get(place.moment)
        {
            let key = view.keymap.key(UiCommand::Top).unwrap_or_default();
            return format!("at step {} · {key}: back", moment.observed.step);
        }
        let explorer = view
            .moment()
            .and_then(|moment| moment.proposals.last())
            .map(|reviewed| reviewed.proposal.explorer.as_str())
            .or(view.session.facts.started.as_ref().map(|started| started.explorer.as_str()));
        let explorer = controls::clean(explorer.unwrap_or_default());
        let model = view.session.chat_model().map(controls::clean).unwrap_or_default();
        let cost = controls::dollars(view.session.facts.asked.usage.cost_usd);
        let forms = [
            controls::joined([explorer.as_str(), &view.decides(true)]),
            controls::joined([explorer.as_str(), &model, &cost]),
            controls::joined([explorer.as_str(), &cost]),
        ];
        // Beside it the border needs room for the pane's number and name.
        let room = self.columns.saturating_sub(14);
        let [first, ..] = &forms;
        let fits = forms.iter().find(|form| form.width() <= room || self.columns == 0);
        fits.unwrap_or(first).clone()
    }

    fn commands(&self, view: &ViewContext<'_>) -> Vec<UiCommand> {
        if view.session.moments.is_empty() {
            return Vec::new();
        }
        let mut commands = vec![
            UiCommand::Open,
            UiCommand::Copy,
            UiCommand::Fold,
            UiCommand::Up,
            UiCommand::Down,
            UiCommand::PageUp,
            UiCommand::PageDown,
            UiCommand::Bottom,
        ];
        if !view.session.exchanges.order().is_empty() {
            commands.splice(3..3, [UiCommand::Exchanges, UiCommand::Right, UiCommand::Left]);
        }
        if self.scrolled.is_some() {
            commands.insert(0, UiCommand::Top);
        }
        commands
    }

    fn update(&mut self, command: UiCommand, view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        self.follow(view);
        match command {
            UiCommand::Right => self.select(true, view),
            UiCommand::Left => self.select(false, view),
            UiCommand::Top => {
                self.scrolled = None;
                self.selected = None;
            }
            UiCommand::Bottom if !view.session.moments.is_empty() => {
                self.scrolled = Some(ReasoningAnchor::default());
            }
            UiCommand::Fold => {
                self.folded = !self.folded;
                if let Some(place) = &mut self.scrolled {
                    place.line = 0;
                }
            }
            UiCommand::Open => {
                let moment = self.place(view).moment;
                return Some(
                    self.open_line(DrawnReasoning { moment, about: self.in_sight() }, view),
                );
            }
            UiCommand::Copy => {
                let text = plain_text::text(self.place(view).moment, view);
                return Some(text.map(UiAct::Copy).into_iter().collect());
            }
            // The heading at the top is no row of a page.
            _ => self.scroll(command.rows(self.height.saturating_sub(1))?, view),
        }
        Some(Vec::new())
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        match mouse {
            MouseInput::Wheel { notches, .. } => {
                self.scroll(isize::try_from(notches).unwrap_or(0) * 3, view);
            }
            MouseInput::Click { at, double: true, .. } => {
                let row = usize::from(at.y.saturating_sub(area.y));
                if let Some(line) = self.lines.get(row) {
                    return self.open_line(*line, view);
                }
            }
            MouseInput::Click { at, .. } => {
                let row = usize::from(at.y.saturating_sub(area.y));
                let line = self.lines.get(row).copied();
                self.selected = line.and_then(|line| line.about);
                let of = |line: DrawnReasoning| line.moment;
                let moment = line.map(of);
                let heads =
                    row.checked_sub(1).and_then(|above| self.lines.get(above)).copied().map(of);
                // A heading leads to its moment; if the first line is no heading, it leads
                // nowhere.
                let is_heading = moment != heads && (row > 0 || self.place(view).line == 0);
                if let Some(moment) =
                    moment.filter(|moment| is_heading && *moment != view.shown.moment)
                {
                    self.scrolled = None;
                    return vec![UiAct::Show(Some(moment))];
                }
            }
            MouseInput::Drag { .. } => {}
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.follow(view);
        self.columns = usize::from(area.width);
        self.height = usize::from(area.height);
        self.lines.clear();
        if view.session.moments.is_empty() {
            self.draw_empty(frame, area, view);
            return;
        }
        let place = self.place(view);
        let mut skip = place.line;
        let mut y = area.y;
        for moment in (0..=place.moment).rev() {
            for row in self.lines_of(moment, view).into_iter().skip(skip) {
                if y >= area.bottom() {
                    return;
                }
                frame.render_widget(row.line, Rect { y, height: 1, ..area });
                self.lines.push(DrawnReasoning { moment, about: row.about });
                y += 1;
            }
            skip = 0;
        }
    }
}

/// What an action did, in words.
fn outcome(outcome: ActionOutcome, to: &str) -> String {
    match outcome {
        ActionOutcome::None => "nothing changed".into(),
        ActionOutcome::Content => "the content changed".into(),
        ActionOutcome::Moved => format!("led to {to}"),
        ActionOutcome::LeftApp => "left the app".into(),
        ActionOutcome::Crashed => "the app crashed or hung".into(),
        ActionOutcome::Failed => "could not be performed".into(),
    }
}

#[cfg(test)]
mod asking_tests;
#[cfg(test)]
mod network_tests;
#[cfg(test)]
mod plan_tests;
#[cfg(test)]
mod tests;
