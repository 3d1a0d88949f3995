//! The Inputs pane: what can be said to a voice app in the shown state, where each input comes from,
//! how often it was said here, and where it led.

mod row;

use crossterm::event::{KeyEvent, MouseButton};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use self::row::InputColumns;
use super::filter::ListFilter;
use crate::domain::ActionKey;
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::controls::scroll::{ScrollOffset, moved};
use crate::tui::dialogue::{self, DialogueInput};
use crate::tui::pane::{MessageTone, MouseInput, Pane, PaneId, UiAct};
use crate::tui::view::ViewContext;

/// The Inputs pane.
#[derive(Default)]
pub struct InputsPane {
    filter: ListFilter,
    /// The moment in which something was selected, and its name: rows join while the explorer
    /// thinks, so places would name other inputs.
    selected: Option<(usize, ActionKey)>,
    scroll: ScrollOffset,
    /// The moment and what was marked in it when it was drawn last; the list follows changes.
    followed: Option<(usize, Option<ActionKey>)>,
}

/// The inputs that the filter lets through.
fn rows(filter: &ListFilter, view: &ViewContext<'_>) -> Vec<DialogueInput> {
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

impl InputsPane {
    /// The selected input's name.
    fn selected(&self, view: &ViewContext<'_>) -> Option<&ActionKey> {
        let (moment, key) = self.selected.as_ref()?;
        (*moment == view.shown.moment).then_some(key)
    }

    /// What is marked: the selected one, else the proposed one.
    fn marked<'a>(&'a self, view: &'a ViewContext<'_>) -> Option<&'a ActionKey> {
        self.selected(view).or_else(|| proposed(view))
    }

    /// Moves the selection by so many rows.
    fn step(&mut self, by: isize, view: &ViewContext<'_>) {
        let rows = rows(&self.filter, view);
        let Some(last) = rows.len().checked_sub(1) else { return };
        let marked = self.marked(view);
        let place = marked.and_then(|key| rows.iter().position(|input| input.key == *key));
        let place = moved(place, by, last);
        self.selected = rows.get(place).map(|input| (view.shown.moment, input.key.clone()));
    }

    /// Keeps the list within its rows, and what is marked in sight if that changed.
    fn follow(&mut self, rows: &[DialogueInput], view: &ViewContext<'_>) {
        let now = (view.shown.moment, self.marked(view).cloned());
        if self.followed.as_ref() != Some(&now) {
            let place = rows.iter().position(|input| Some(&input.key) == now.1.as_ref());
            self.followed = Some(now);
            if let Some(place) = place {
                self.scroll.show(place);
            }
        }
    }

    fn chosen(&self, view: &ViewContext<'_>) -> Option<DialogueInput> {
        let key = self.selected(view)?;
        rows(&self.filter, view).into_iter().find(|input| input.key == *key)
    }

    fn perform(&self, view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.chosen(view) {
            Some(input) => vec![UiAct::Perform(input.action)],
            None => vec![UiAct::Toast(MessageTone::Warning, "no input is selected".into())],
        }
    }
}

impl Pane for InputsPane {
    fn id(&self) -> PaneId {
        PaneId::Widgets
    }

    fn subtitle(&self, view: &ViewContext<'_>) -> String {
        let all = dialogue::inputs(view);
        if all.is_empty() {
            return String::new();
        }
        if !self.filter.is_empty() {
            return format!("{} of {}", rows(&self.filter, view).len(), all.len());
        }
        let untried = all.iter().filter(|input| input.edge(view.state()).is_none()).count();
        format!("{}, {untried} untried", all.len())
    }

    fn commands(&self, view: &ViewContext<'_>) -> Vec<UiCommand> {
        let mut commands = Vec::new();
        if view.live && self.selected(view).is_some() {
            commands.push(UiCommand::Open);
        }
        if view.moment().is_some() || self.filter.is_shown() {
            commands.extend([UiCommand::Up, UiCommand::Down, UiCommand::Filter]);
        }
        if self.selected(view).is_some() {
            commands.push(UiCommand::Copy);
        }
        commands
    }

    fn update(&mut self, command: UiCommand, view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        match command {
            UiCommand::Top => self.step(isize::MIN, view),
            UiCommand::Bottom => self.step(isize::MAX, view),
            UiCommand::Filter => self.filter.start(),
            UiCommand::Open => return Some(self.perform(view)),
            UiCommand::Copy => {
                let chosen = self.chosen(view);
                let text = chosen.map(|input| UiAct::Copy(controls::clean(input.words())));
                return Some(text.into_iter().collect());
            }
            _ => self.step(command.rows(self.scroll.height())?, view),
        }
        Some(Vec::new())
    }

    fn captures(&self) -> bool {
        self.filter.is_open()
    }

    fn key(&mut self, key: KeyEvent, _view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        self.filter.key(key).then(Vec::new)
    }

    fn paste(&mut self, text: &str) {
        self.filter.paste(text);
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        let (area, line) = self.filter.areas(area);
        let is_click = matches!(mouse, MouseInput::Click { .. });
        if is_click && line.is_some_and(|line| line.contains(mouse.at())) {
            self.filter.start();
            return Vec::new();
        }
        match mouse {
            MouseInput::Wheel { notches, .. } => self.scroll.wheel(notches),
            MouseInput::Click { button: MouseButton::Left, at, double } if area.contains(at) => {
                let place = self.scroll.top + usize::from(at.y - area.y);
                if let Some(input) = rows(&self.filter, view).get(place) {
                    self.selected = Some((view.shown.moment, input.key.clone()));
                    if double {
                        return self.perform(view);
                    }
                }
            }
            MouseInput::Click { .. } | MouseInput::Drag { .. } => {}
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, whole: Rect, view: &ViewContext<'_>) {
        if whole.is_empty() {
            return;
        }
        let (area, line) = self.filter.areas(whole);
        if let Some(line) = line {
            frame.render_widget(self.filter.line(view.theme, usize::from(line.width)), line);
        }
        let heading = Rect { height: 1, ..whole };
        let rows = rows(&self.filter, view);
        self.scroll.fit(rows.len(), area.height);
        if rows.is_empty() {
            let text = if self.filter.is_empty() {
                "No inputs yet: nothing was said."
            } else {
                "No input passes the filter; Esc clears it while it is edited."
            };
            let lines = controls::wrapped(text, usize::from(area.width));
            let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
            let style = view.theme.fg(view.theme.muted);
            let room = Rect { height: area.height + 1, ..whole };
            frame.render_widget(Paragraph::new(lines).style(style), room);
            return;
        }
        self.follow(&rows, view);
        let columns = InputColumns::fitting(usize::from(area.width));
        frame.render_widget(columns.heading(view.theme), heading);
        let visible = rows.iter().skip(self.scroll.top).take(self.scroll.height());
        for (y, input) in (area.top()..area.bottom()).zip(visible) {
            let is_selected = self.selected(view) == Some(&input.key);
            frame.render_widget(
                columns.row(input, is_selected, view),
                Rect { y, height: 1, ..area },
            );
        }
    }
}

#[cfg(test)]
mod tests;
