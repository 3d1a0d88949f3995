//! The Widgets pane: a table of what is on the shown screen.

mod row;
mod values;

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use self::row::WidgetColumns;
use self::values::WidgetValues;
use super::available;
use super::filter::ListFilter;
use crate::domain::{ReadQuality, Widget};
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::controls::scroll::{ScrollOffset, moved};
use crate::tui::pane::{MouseInput, Pane, PaneId, UiAct};
use crate::tui::view::ViewContext;

/// The Widgets pane.
#[derive(Default)]
pub struct WidgetsPane {
    filter: ListFilter,
    scroll: ScrollOffset,
    /// What was selected when it was drawn last; the table follows if that changes.
    followed: Option<(usize, Option<usize>)>,
}

impl WidgetsPane {
    /// The widgets that the filter lets through.
    fn rows<'a>(&self, view: &ViewContext<'a>) -> Vec<&'a Widget> {
        let widgets = view.screen().map(|screen| &screen.widgets[..]).unwrap_or_default();
        widgets.iter().filter(|widget| self.filter.takes(widget)).collect()
    }

    /// Moves the selection by so many rows; to the first or last row for `isize::MIN` and `MAX`.
    fn step(&self, by: isize, view: &ViewContext<'_>) -> Vec<UiAct> {
        let rows = self.rows(view);
        let Some(last) = rows.len().checked_sub(1) else { return Vec::new() };
        let selected = view.selected.or_else(|| view.proposed_widget());
        let place =
            selected.and_then(|number| rows.iter().position(|widget| widget.number == number));
        let place = moved(place, by, last);
        vec![UiAct::Select(Some(rows[place].number))]
    }

    /// Keeps the table within its rows, and the selection in sight if it changed.
    fn follow(&mut self, rows: &[&Widget], view: &ViewContext<'_>) {
        let now = (view.shown.moment, view.selected);
        if self.followed != Some(now) {
            self.followed = Some(now);
            let selected = view.selected.or_else(|| view.proposed_widget());
            let place = rows.iter().position(|widget| Some(widget.number) == selected);
            if let Some(place) = place {
                self.scroll.show(place);
            }
        }
    }
}

impl Pane for WidgetsPane {
    fn id(&self) -> PaneId {
        PaneId::Widgets
    }

    fn subtitle(&self, view: &ViewContext<'_>) -> String {
        let Some(screen) = view.screen() else { return String::new() };
        let all = screen.widgets.len();
        if self.filter.is_empty() {
            let acting = screen.widgets.iter().filter(|widget| widget.acts()).count();
            format!("{all}, {acting} with actions")
        } else {
            format!("{} of {all}", self.rows(view).len())
        }
    }

    fn commands(&self, view: &ViewContext<'_>) -> Vec<UiCommand> {
        let mut commands = Vec::new();
        if view.live && view.selected.is_some_and(|number| !available::of(view, number).is_empty())
        {
            commands.push(UiCommand::Open);
        }
        if view.screen().is_some_and(|screen| !screen.widgets.is_empty()) {
            commands.extend([UiCommand::Up, UiCommand::Down, UiCommand::Filter]);
        }
        if view.widget().is_some() {
            commands.push(UiCommand::Copy);
        }
        if view.widget().is_some() && view.running && view.replay.is_none() {
            commands.push(UiCommand::Expect);
        }
        commands
    }

    fn update(&mut self, command: UiCommand, view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        Some(match command {
            UiCommand::Top => self.step(isize::MIN, view),
            UiCommand::Bottom => self.step(isize::MAX, view),
            UiCommand::Open => available::perform(view, view.selected, None),
            UiCommand::Filter => {
                self.filter.start();
                Vec::new()
            }
            UiCommand::Copy => {
                view.widget().map(|widget| UiAct::Copy(row::as_text(widget))).into_iter().collect()
            }
            _ => self.step(command.rows(self.scroll.height())?, view),
        })
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
        match mouse {
            MouseInput::Wheel { notches, .. } => {
                self.scroll.wheel(notches);
                Vec::new()
            }
            MouseInput::Click { button, at, double } => {
                let (rows_area, line) = self.filter.areas(area);
                if line.is_some_and(|line| line.contains(at)) {
                    self.filter.start();
                    return Vec::new();
                }
                if !rows_area.contains(at) {
                    return Vec::new();
                }
                let place = self.scroll.top + usize::from(at.y - rows_area.y);
                let Some(number) = self.rows(view).get(place).map(|widget| widget.number) else {
                    return Vec::new();
                };
                available::click(view, number, button, double)
            }
            MouseInput::Drag { .. } => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        if area.is_empty() {
            return;
        }
        let (rows_area, line) = self.filter.areas(area);
        if let Some(line) = line {
            frame.render_widget(self.filter.line(view.theme, usize::from(line.width)), line);
        }
        let rows = self.rows(view);
        self.scroll.fit(rows.len(), rows_area.height);
        if rows.is_empty() {
            let text = empty(view, !self.filter.is_empty());
            let lines = controls::wrapped(&controls::clean(&text), usize::from(area.width));
            let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
            let height = rows_area.height + 1;
            let style = view.theme.fg(view.theme.muted);
            frame.render_widget(Paragraph::new(lines).style(style), Rect { height, ..area });
            return;
        }
        self.follow(&rows, view);
        let values = WidgetValues::shown(view);
        let columns = WidgetColumns::fitting(usize::from(area.width), values.is_some());
        frame.render_widget(columns.heading(view.theme), Rect { height: 1, ..area });
        let visible = rows.iter().skip(self.scroll.top).take(self.scroll.height());
        for (y, widget) in (rows_area.top()..rows_area.bottom()).zip(visible) {
            let area = Rect { y, height: 1, ..rows_area };
            frame.render_widget(columns.row(widget, values.as_ref(), view), area);
        }
    }
}

/// Why there is nothing to be listed.
fn empty(view: &ViewContext<'_>, filtered: bool) -> String {
    let Some(moment) = view.moment() else {
        return "No widgets yet: nothing was observed.".into();
    };
    match &moment.observed.reading {
        ReadQuality::Failed(why) => format!("No widgets: the screen could not be read ({why})."),
        _ if view.screen().is_none() => "Loading the screen.".into(),
        _ if filtered => "No widget passes the filter; Esc clears it while it is edited.".into(),
        ReadQuality::Opaque => {
            "No widgets: the screen is opaque (only its picture is known).".into()
        }
        ReadQuality::Full => {
            "No widgets: nothing on this screen has a text or takes an action.".into()
        }
    }
}

#[cfg(test)]
mod tests;
