//! How the form looks.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::draft::ActionArgument;
use super::{ActionForm, ActionFormRow, acting, described};
use crate::domain::Widget;
use crate::tui::controls;
use crate::tui::theme::ThemeColours;
use crate::tui::view::ViewContext;

/// Where the parts of the form are.
pub(super) struct FormLayout {
    proposed: Rect,
    pub(super) rows: Vec<(ActionFormRow, Rect)>,
    result: Rect,
    doubt: Rect,
    pub(super) list: Rect,
}

/// Columns of a widget's name, if there is room.
const NAME: usize = 28;

/// Columns of the names of rows.
const NAMES: usize = 9;

impl ActionForm {
    pub(super) fn places(&mut self, area: Rect) -> FormLayout {
        let mut y = area.y;
        let mut take = |height: u16| {
            let height = height.min(area.bottom().saturating_sub(y));
            let place = Rect { y, height, ..area };
            y += height;
            place
        };
        let proposed = take(u16::from(self.proposed.is_some()));
        let rows = self.rows().into_iter().map(|row| (row, take(1))).collect();
        let result = take(1);
        let doubt = take(1);
        FormLayout { proposed, rows, result, doubt, list: take(u16::MAX) }
    }

    pub(super) fn paint(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let places = self.places(area);
        if let Some(proposed) = &self.proposed {
            let text = format!(" Instead of {}", described(proposed));
            frame.render_widget(Line::styled(text, theme.fg(theme.muted)), places.proposed);
        }
        for (row, place) in &places.rows {
            let line = self.row_line(*row, usize::from(area.width), view);
            frame.render_widget(line, *place);
        }
        frame.render_widget(self.result_line(view), places.result);
        if let Some(doubt) = self.doubt(view) {
            let line = Line::styled(format!(" ! {doubt}"), theme.fg(theme.warning));
            frame.render_widget(line, places.doubt);
        }
        if self.draft.needs_target() {
            self.paint_list(frame, places.list, view);
        }
    }

    fn result_line(&self, view: &ViewContext<'_>) -> Line<'static> {
        let theme = view.theme;
        let problem = self.problem.clone().map(Err);
        match problem.unwrap_or_else(|| self.result(view)) {
            Ok(action) => Line::from(vec![
                Span::styled(" Enter: ", theme.heading()),
                Span::styled(described(&action), theme.fg(theme.action(action.kind()))),
            ]),
            Err(problem) => Line::styled(format!(" ! {problem}"), theme.fg(theme.warning)),
        }
    }

    fn row_line(
        &mut self,
        row: ActionFormRow,
        columns: usize,
        view: &ViewContext<'_>,
    ) -> Line<'static> {
        let theme = view.theme;
        let focused = self.row == row;
        let name_style = if focused { theme.heading() } else { theme.fg(theme.muted) };
        let name = |name: &str| {
            let mark = if focused { "▸" } else { " " };
            Span::styled(format!("{mark}{name:<NAMES$} "), name_style)
        };
        let room = columns.saturating_sub(NAMES + 3);
        let choice = |text: &str| {
            let text = if focused { format!("◂ {text} ▸") } else { text.to_owned() };
            Span::styled(text, theme.fg(theme.text))
        };
        match row {
            ActionFormRow::Quick => {
                let mut spans = vec![name("Quick")];
                for (place, (word, _)) in Self::quick_actions(view).iter().enumerate() {
                    let chosen = focused && place == self.quick;
                    let text = if chosen { format!("[{word}]") } else { format!(" {word} ") };
                    let style = if chosen { theme.selection() } else { theme.fg(theme.text) };
                    spans.push(Span::styled(text, style));
                }
                Line::from(spans)
            }
            ActionFormRow::Kind => {
                let word = self.draft.kind.word().replace('_', " ");
                Line::from(vec![name("Kind"), choice(&word)])
            }
            ActionFormRow::Target => {
                let mut spans = vec![name("Widget")];
                if focused {
                    spans.extend(self.picker.filter.spans(room.min(24), true, theme));
                    spans.push(Span::raw(" "));
                }
                let message = match &self.draft.target {
                    Some(target) => controls::clean(&target.to_string()),
                    None => "none yet".into(),
                };
                spans.push(Span::styled(controls::cut(&message, room), theme.fg(theme.text)));
                Line::from(spans)
            }
            ActionFormRow::Then => {
                let then = controls::cut(&controls::clean(&self.draft.then()), room);
                Line::from(vec![name("At once"), choice(&then)])
            }
            ActionFormRow::Argument => match self.draft.argument() {
                ActionArgument::None => Line::default(),
                ActionArgument::Choice(title, chosen) => {
                    Line::from(vec![name(title), choice(chosen)])
                }
                ActionArgument::Typed(title, input) => {
                    let mut spans = vec![name(title)];
                    let room = columns.saturating_sub(spans[0].width() + 1);
                    spans.extend(input.spans(room, focused, theme));
                    Line::from(spans)
                }
            },
        }
    }

    fn paint_list(&mut self, frame: &mut Frame<'_>, list: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let widgets = acting(view);
        if widgets.is_empty() && list.height > 0 {
            let text = if view.screen().is_none() {
                "  The screen is still being read."
            } else {
                "  No widget on this screen takes an action."
            };
            let line = Line::styled(text, theme.fg(theme.muted));
            frame.render_widget(line, Rect { height: 1, ..list });
            return;
        }
        let aimed = self.draft.target.as_ref().map(|target| target.number);
        self.picker.draw_list(frame, list, theme, |item, columns| {
            widgets
                .get(item)
                .map(|widget| widget_line(widget, aimed == Some(widget.number), columns, theme))
                .unwrap_or_default()
        });
    }
}

/// A widget in one line: number, label, kind and what it takes.
fn widget_line(
    widget: &Widget,
    aimed: bool,
    columns: usize,
    theme: &ThemeColours,
) -> Line<'static> {
    let kinds: Vec<String> =
        widget.actions.iter().map(|kind| kind.word().replace('_', " ")).collect();
    let behind = format!(" {} · {}", widget.role().word(), kinds.join(", "));
    let mark = if aimed { "◎" } else { " " };
    let front = format!("{mark}{:>4} ", format!("[{}]", widget.number));
    let room =
        columns.saturating_sub(front.chars().count() + behind.chars().count().min(columns / 2));
    let name = if widget.label.is_empty() { widget.short_class() } else { &widget.label };
    let name = controls::cut(&controls::clean(name), room);
    let gap = " ".repeat(room.min(NAME).saturating_sub(name.width()));
    let paint = widget.actions.first().map_or(theme.text, |kind| theme.action(*kind));
    let mut style = theme.fg(paint);
    if aimed {
        style = style.add_modifier(Modifier::BOLD);
    }
    Line::from(vec![
        Span::styled(front, style),
        Span::styled(name + &gap, theme.fg(theme.text)),
        Span::styled(controls::cut(&behind, columns), theme.fg(theme.muted)),
    ])
}
