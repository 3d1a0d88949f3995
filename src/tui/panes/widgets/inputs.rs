//! What can be said to a voice app in the shown state, in place of the widgets: where each input
//! comes from, how often it was said here, and where it led.

mod row;

use crossterm::event::MouseButton;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use self::row::InputColumns;
use super::filter::WidgetFilter;
use crate::domain::ActionKey;
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::dialogue::{self, DialogueInput};
use crate::tui::pane::{MessageTone, MouseInput, UiAct};
use crate::tui::view::ViewContext;

/// The list of inputs.
#[derive(Default)]
pub struct InputList {
    /// The moment in which something was selected, and its name: rows join while the explorer
    /// thinks, so places would name other inputs.
    selected: Option<(usize, ActionKey)>,
    /// The first row that is shown.
    top: usize,
    /// Rows that fit, as of the last draw.
    height: usize,
    /// The moment and what was marked in it when it was drawn last; the list follows changes.
    followed: Option<(usize, Option<ActionKey>)>,
}

/// The inputs that the filter lets through.
fn rows(filter: &WidgetFilter, view: &ViewContext<'_>) -> Vec<DialogueInput> {
    let takes = |input: &DialogueInput| {
        filter.is_empty()
            || filter.takes_text(&format!("{}\n{}", input.words(), input.source.word()))
    };
    dialogue::inputs(view).into_iter().filter(takes).collect()
}

/// The name of what is proposed in the shown moment and not refused.
pub(super) fn proposed<'a>(view: &ViewContext<'a>) -> Option<&'a ActionKey> {
    let reviewed = view.moment()?.proposals.last()?;
    let refused = row::refused(&reviewed.proposal.key, view).is_some();
    (!refused).then_some(&reviewed.proposal.key)
}

impl InputList {
    /// The selected input's name.
    fn selected(&self, view: &ViewContext<'_>) -> Option<&ActionKey> {
        let (moment, key) = self.selected.as_ref()?;
        (*moment == view.shown.moment).then_some(key)
    }

    /// What is marked: the selected one, else the proposed one.
    fn marked<'a>(&'a self, view: &'a ViewContext<'_>) -> Option<&'a ActionKey> {
        self.selected(view).or_else(|| proposed(view))
    }

    /// How many there are, and how many of them were never tried.
    pub fn subtitle(&self, filter: &WidgetFilter, view: &ViewContext<'_>) -> String {
        let all = dialogue::inputs(view);
        if all.is_empty() {
            return String::new();
        }
        if !filter.is_empty() {
            return format!("{} of {}", rows(filter, view).len(), all.len());
        }
        let untried = all.iter().filter(|input| input.edge(view.state()).is_none()).count();
        format!("{}, {untried} untried", all.len())
    }

    /// What can be done here now.
    pub fn commands(&self, filter: &WidgetFilter, view: &ViewContext<'_>) -> Vec<UiCommand> {
        let mut commands = Vec::new();
        if view.live && self.selected(view).is_some() {
            commands.push(UiCommand::Open);
        }
        if view.moment().is_some() || filter.is_shown() {
            commands.extend([UiCommand::Up, UiCommand::Down, UiCommand::Filter]);
        }
        if self.selected(view).is_some() {
            commands.push(UiCommand::Copy);
        }
        commands
    }

    /// Does `command`; `None` if that is not its business.
    pub fn update(
        &mut self,
        command: UiCommand,
        filter: &WidgetFilter,
        view: &ViewContext<'_>,
    ) -> Option<Vec<UiAct>> {
        let page = isize::try_from(self.height.max(2) - 1).unwrap_or(1);
        match command {
            UiCommand::Up => self.step(-1, filter, view),
            UiCommand::Down => self.step(1, filter, view),
            UiCommand::PageUp => self.step(-page, filter, view),
            UiCommand::PageDown => self.step(page, filter, view),
            UiCommand::Top => self.step(isize::MIN, filter, view),
            UiCommand::Bottom => self.step(isize::MAX, filter, view),
            UiCommand::Open => return Some(self.perform(filter, view)),
            UiCommand::Copy => {
                let chosen = self.chosen(filter, view);
                let text = chosen.map(|input| UiAct::Copy(controls::clean(input.words())));
                return Some(text.into_iter().collect());
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    /// Takes the mouse; `area` is where the rows are.
    pub fn mouse(
        &mut self,
        mouse: MouseInput,
        area: Rect,
        filter: &WidgetFilter,
        view: &ViewContext<'_>,
    ) -> Vec<UiAct> {
        match mouse {
            MouseInput::Wheel { notches, .. } => {
                let by = isize::try_from(notches * 3).unwrap_or(0);
                let most = rows(filter, view).len().saturating_sub(self.height);
                self.top = self.top.saturating_add_signed(by).min(most);
            }
            MouseInput::Click { button: MouseButton::Left, at, double } if area.contains(at) => {
                let place = self.top + usize::from(at.y - area.y);
                if let Some(input) = rows(filter, view).get(place) {
                    self.selected = Some((view.shown.moment, input.key.clone()));
                    if double {
                        return self.perform(filter, view);
                    }
                }
            }
            MouseInput::Click { .. } | MouseInput::Drag { .. } => {}
        }
        Vec::new()
    }

    /// Draws the heading and the rows into their areas.
    pub fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        heading: Rect,
        area: Rect,
        filter: &WidgetFilter,
        view: &ViewContext<'_>,
    ) {
        let rows = rows(filter, view);
        self.height = usize::from(area.height);
        if rows.is_empty() {
            let text = if filter.is_empty() {
                "No inputs yet: nothing was said."
            } else {
                "No input passes the filter; Esc clears it while it is edited."
            };
            let lines = controls::wrapped(text, usize::from(area.width));
            let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
            let style = view.theme.fg(view.theme.muted);
            let whole = Rect { height: area.height + heading.height, ..heading };
            frame.render_widget(Paragraph::new(lines).style(style), whole);
            return;
        }
        self.follow(&rows, view);
        let columns = InputColumns::fitting(usize::from(area.width));
        frame.render_widget(columns.heading(view.theme), heading);
        let visible = rows.iter().skip(self.top).take(self.height);
        for (y, input) in (area.top()..area.bottom()).zip(visible) {
            let is_selected = self.selected(view) == Some(&input.key);
            frame.render_widget(
                columns.row(input, is_selected, view),
                Rect { y, height: 1, ..area },
            );
        }
    }

    /// Moves the selection by so many rows.
    fn step(&mut self, by: isize, filter: &WidgetFilter, view: &ViewContext<'_>) {
        let rows = rows(filter, view);
        let Some(last) = rows.len().checked_sub(1) else { return };
        let marked = self.marked(view);
        let place = marked.and_then(|key| rows.iter().position(|input| input.key == *key));
        let place = match place {
            Some(place) => place.saturating_add_signed(by).min(last),
            None if by < 0 => last,
            None => 0,
        };
        self.selected = rows.get(place).map(|input| (view.shown.moment, input.key.clone()));
    }

    /// Keeps the list within its rows, and what is marked in sight if that changed.
    fn follow(&mut self, rows: &[DialogueInput], view: &ViewContext<'_>) {
        let now = (view.shown.moment, self.marked(view).cloned());
        if self.followed.as_ref() != Some(&now) {
            let place = rows.iter().position(|input| Some(&input.key) == now.1.as_ref());
            self.followed = Some(now);
            match place {
                Some(place) if place < self.top => self.top = place,
                Some(place) if place >= self.top + self.height => {
                    self.top = (place + 1).saturating_sub(self.height);
                }
                _ => {}
            }
        }
        self.top = self.top.min(rows.len().saturating_sub(self.height));
    }

    fn chosen(&self, filter: &WidgetFilter, view: &ViewContext<'_>) -> Option<DialogueInput> {
        let key = self.selected(view)?;
        rows(filter, view).into_iter().find(|input| input.key == *key)
    }

    fn perform(&self, filter: &WidgetFilter, view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.chosen(filter, view) {
            Some(input) => vec![UiAct::Perform(input.action)],
            None => vec![UiAct::Toast(MessageTone::Warning, "no input is selected".into())],
        }
    }
}

#[cfg(test)]
mod tests;
