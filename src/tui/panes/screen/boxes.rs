//! Numbered boxes around what acts, coloured by kind of action.

use std::cmp::Reverse;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::super::available;
use super::stage::DisplayStage;
use crate::domain::{ActionKind, Widget};
use crate::tui::theme::ThemeColours;
use crate::tui::view::ViewContext;

/// Draws the boxes of the shown screen, smaller ones over larger ones, then their numbers; without
/// `lines` only the numbers.
pub fn draw(buffer: &mut Buffer, stage: &DisplayStage, lines: bool, view: &ViewContext<'_>) {
    let boxed = boxed(view);
    for widget in &boxed {
        let area = stage.cells(widget.bounds);
        if lines && area.width >= 3 && area.height >= 2 {
            border(buffer, area, BoxFrame::of(widget, view), style_of(widget, view));
        }
    }
    let mut taken = Vec::new();
    // The most important numbers first: they get the best places.
    for widget in boxed.iter().rev() {
        let kind = available::main_kind(widget);
        let text = available::mark(widget.number, kind.map_or("", available::sign), view);
        let area = stage.cells(widget.bounds);
        if let Some(at) = place(area, stage.area, &text, &taken) {
            let style = label_style(view.theme, style_of(widget, view));
            buffer.set_string(at.x, at.y, &text, style);
            taken.push(Rect { width: at.width, ..at });
        }
    }
}

/// What gets a box, the most important last: the proposed and the selected one, then the smaller.
pub fn boxed<'a>(view: &ViewContext<'a>) -> Vec<&'a Widget> {
    let Some(screen) = view.screen() else { return Vec::new() };
    let proposed = view.proposed_widget();
    let is_marked =
        |widget: &Widget| Some(widget.number) == view.selected || Some(widget.number) == proposed;
    let mut boxed: Vec<&Widget> =
        screen.widgets.iter().filter(|widget| widget.acts() || is_marked(widget)).collect();
    boxed.sort_by_key(|widget| (is_marked(widget), Reverse(widget.bounds.area())));
    boxed
}

/// The lines of a box.
#[derive(Clone, Copy, PartialEq)]
pub enum BoxFrame {
    Plain,
    Proposed,
    Selected,
}

impl BoxFrame {
    /// The lines around `widget`.
    pub fn of(widget: &Widget, view: &ViewContext<'_>) -> Self {
        if view.selected == Some(widget.number) {
            Self::Selected
        } else if view.proposed_widget() == Some(widget.number) {
            Self::Proposed
        } else {
            Self::Plain
        }
    }

    /// Upper left, upper right, lower left, lower right, across, down.
    const fn signs(self) -> [&'static str; 6] {
        match self {
            Self::Plain => ["┌", "┐", "└", "┘", "─", "│"],
            Self::Proposed => ["╔", "╗", "╚", "╝", "═", "║"],
            Self::Selected => ["┏", "┓", "┗", "┛", "━", "┃"],
        }
    }
}

/// Draws lines around `area`. What is behind them stays, so that the picture shows through.
pub fn border(buffer: &mut Buffer, area: Rect, frame: BoxFrame, style: Style) {
    let [upper_left, upper_right, lower_left, lower_right, across, down] = frame.signs();
    let (left, right) = (area.left(), area.right() - 1);
    let (top, bottom) = (area.top(), area.bottom() - 1);
    let mut set = |x: u16, y: u16, sign: &str| {
        if let Some(cell) = buffer.cell_mut((x, y)) {
            cell.set_symbol(sign).set_style(style);
            cell.modifier.remove(Modifier::HIDDEN);
        }
    };
    for x in left + 1..right {
        set(x, top, across);
        set(x, bottom, across);
    }
    for y in top + 1..bottom {
        set(left, y, down);
        set(right, y, down);
    }
    set(left, top, upper_left);
    set(right, top, upper_right);
    set(left, bottom, lower_left);
    set(right, bottom, lower_right);
}

/// The colour of `widget`: what is proposed or selected has its own.
pub fn style_of(widget: &Widget, view: &ViewContext<'_>) -> Style {
    let theme = view.theme;
    let paint = if view.proposed_widget() == Some(widget.number) {
        theme.proposed
    } else {
        available::main_kind(widget).map_or(theme.muted, |kind| theme.action(kind))
    };
    let style = theme.fg(paint);
    if view.selected == Some(widget.number) { style.add_modifier(Modifier::BOLD) } else { style }
}

/// Numbers stand on their colour, so that they can be read on any picture.
fn label_style(theme: &ThemeColours, style: Style) -> Style {
    let behind = theme.color(theme.background);
    match style.fg {
        // Reversing works with the terminal's own colours too, whatever they are.
        None | Some(Color::Reset) => style.bg(behind).add_modifier(Modifier::REVERSED),
        Some(_) => {
            style.bg(behind).add_modifier(Modifier::REVERSED).remove_modifier(Modifier::HIDDEN)
        }
    }
}

/// Where `text` fits in the top row of `area`, or a row further down, without lying on another
/// number.
fn place(area: Rect, stage: Rect, text: &str, taken: &[Rect]) -> Option<Rect> {
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    if width > stage.width {
        return None;
    }
    let last = stage.right() - width;
    (area.top()..area.bottom().min(area.top() + 3)).find_map(|y| {
        let end = area.right().saturating_sub(width).max(stage.left()).min(last);
        // What is wider than its widget reaches to the left: most neighbours stand to the right.
        let start = if width > area.width { end } else { area.left().min(last) };
        (start..=end).map(|x| Rect::new(x, y, width, 1)).find(|spot| {
            // A cell is left between two numbers: 5 beside 4 must not read as 54.
            let wide = Rect { x: spot.x.saturating_sub(1), width: spot.width + 2, ..*spot };
            taken.iter().all(|other| !other.intersects(wide))
        })
    })
}

/// What the boxes mean, as far as it fits into `columns`.
pub fn legend(view: &ViewContext<'_>, columns: usize) -> Line<'static> {
    let theme = view.theme;
    let mut kinds: Vec<ActionKind> = Vec::new();
    for widget in view.screen().map(|screen| &screen.widgets[..]).unwrap_or_default() {
        if let Some(kind) = available::main_kind(widget)
            && !kinds.contains(&kind)
        {
            kinds.push(kind);
        }
    }
    kinds.sort_unstable();
    let kinds = kinds.into_iter().map(|kind| {
        let style = label_style(theme, theme.fg(theme.action(kind)));
        (format!("n{}", available::sign(kind)), style, kind.word().replace('_', " "))
    });
    let proposed = view
        .proposed_widget()
        .map(|_| ("▶".to_owned(), theme.fg(theme.proposed), "proposed".to_owned()));
    let mut line = Line::default();
    for (sign, style, word) in proposed.into_iter().chain(kinds) {
        if line.width() + sign.width() + word.width() + 3 > columns {
            break;
        }
        line.push_span(Span::raw(" "));
        line.push_span(Span::styled(sign, style));
        line.push_span(Span::styled(format!(" {word}"), theme.fg(theme.muted)));
    }
    line
}
