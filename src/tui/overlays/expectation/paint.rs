//! How the form looks.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::ExpectationForm;
use super::draft::ExpectationRow;
use crate::oracle::properties::{Property, PropertyStanding};
use crate::tui::controls;
use crate::tui::theme::ThemeColours;
use crate::tui::view::ViewContext;

/// Columns of the names of rows.
const NAMES: usize = 12;

impl ExpectationRow {
    const fn name(self) -> &'static str {
        match self {
            Self::Demand => "The screen",
            Self::Claim | Self::Argument => "",
            Self::Screen => "On screen",
            Self::Widget => "if it has",
            Self::Text => "if it shows",
            Self::After => "After",
            Self::Within => "Within",
            Self::Category => "Category",
            Self::Name => "Name",
        }
    }

    /// What an empty line of the row means.
    const fn if_empty(self) -> &'static str {
        match self {
            Self::Argument => "words; * stands for anything",
            Self::Screen => "any screen",
            Self::Widget => "any widgets: #id, button Save*",
            Self::Text => "any text",
            Self::After => "whenever it is seen",
            Self::Within => "at once; else seconds",
            _ => "",
        }
    }
}

impl ExpectationForm {
    /// The rows that are seen, with their places.
    pub(super) fn places(&mut self, area: Rect) -> Vec<(ExpectationRow, Rect)> {
        let rows = self.draft.rows();
        // Two lines below say what comes of it.
        let seen = usize::from(area.height.saturating_sub(2).max(1)).min(rows.len());
        let focused = rows.iter().position(|row| *row == self.row).unwrap_or(0);
        self.top = self.top.clamp((focused + 1).saturating_sub(seen), focused);
        self.top = self.top.min(rows.len() - seen);
        let places = (area.y..).map(|y| Rect { y, height: 1, ..area });
        rows.into_iter().skip(self.top).take(seen).zip(places).collect()
    }

    pub(super) fn paint(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let places = self.places(area);
        let mut y = area.y;
        for (row, place) in &places {
            let line = self.row_line(*row, usize::from(area.width), theme);
            frame.render_widget(line, *place);
            y = place.bottom();
        }
        let result = match &self.problem {
            Some(problem) => Err(problem.clone()),
            None => self.result(view).map_err(|(_, problem)| problem),
        };
        let below = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        let mut lines = Vec::new();
        match result {
            Err(problem) => lines.extend(warned(&problem, area.width, theme)),
            Ok(property) => {
                lines.extend(standing(&property, area.width, view));
                lines.push(Line::default());
                let text = property.toml();
                let written = text.lines().flat_map(|line| {
                    controls::wrapped(&controls::clean(line), usize::from(area.width) - 1)
                });
                lines.extend(
                    written.map(|line| Line::styled(format!(" {line}"), theme.fg(theme.muted))),
                );
            }
        }
        let gap = u16::from(below.height > 3);
        for (line, y) in lines.into_iter().zip(below.y + gap..below.bottom()) {
            frame.render_widget(line, Rect { y, height: 1, ..below });
        }
    }

    fn row_line(
        &mut self,
        row: ExpectationRow,
        columns: usize,
        theme: &ThemeColours,
    ) -> Line<'static> {
        let focused = self.row == row;
        let name_style = if focused { theme.heading() } else { theme.fg(theme.muted) };
        let mark = if focused { "▸" } else { " " };
        let mut spans = vec![Span::styled(format!("{mark}{:<NAMES$}", row.name()), name_style)];
        let room = columns.saturating_sub(NAMES + 3);
        if let Some(chosen) = self.draft.choice(row) {
            let text = if focused { format!("◂ {chosen} ▸") } else { chosen.to_owned() };
            spans.push(Span::styled(text, theme.fg(theme.text)));
            return Line::from(spans);
        }
        let offered = self.offered_action().filter(|_| row == ExpectationRow::After);
        if let Some(line) = self.draft.line(row) {
            let hint = match offered {
                Some(action) if focused => format!("{}; → takes: {action}", row.if_empty()),
                _ => row.if_empty().to_owned(),
            };
            let empty = line.is_empty();
            if focused || !empty {
                spans.extend(line.spans(if empty { 1 } else { room }, focused, theme));
            }
            if empty {
                let hint = controls::cut(&hint, room.saturating_sub(2));
                spans.push(Span::styled(hint, theme.fg(theme.muted)));
            }
        }
        Line::from(spans)
    }
}

fn warned(what: &str, width: u16, theme: &ThemeColours) -> Vec<Line<'static>> {
    let lines = controls::wrapped(&controls::clean(what), usize::from(width).saturating_sub(3));
    let mark = |place| if place == 0 { " ! " } else { "   " };
    let lines = lines.into_iter().enumerate();
    lines
        .map(|(at, line)| Line::styled(format!("{}{line}", mark(at)), theme.fg(theme.warning)))
        .collect()
}

/// What becomes of `property` on the screen that is shown.
fn standing(property: &Property, width: u16, view: &ViewContext<'_>) -> Vec<Line<'static>> {
    let theme = view.theme;
    let Some(screen) = view.screen() else { return Vec::new() };
    let muted = |text: &str| vec![Line::styled(format!(" {text}"), theme.fg(theme.muted))];
    match property.standing(screen) {
        PropertyStanding::Holds => {
            vec![Line::styled(" ✓ This screen is as expected.", theme.fg(theme.good))]
        }
        PropertyStanding::Broken(actual) => {
            warned(&format!("This screen is not as expected: {actual}"), width, theme)
        }
        PropertyStanding::Elsewhere => muted("It does not apply to this screen."),
        PropertyStanding::AfterActions => muted("It is checked after these actions."),
        PropertyStanding::Untold => {
            muted("This screen does not tell: it scrolls, or a value is missing.")
        }
    }
}
