//! The screen drawn from its widgets alone: boxes and texts at their positions.

use std::cmp::Reverse;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::super::available;
use super::boxes::{self, BoxFrame};
use super::stage::DisplayStage;
use crate::domain::{Widget, WidgetRole};
use crate::tui::controls;
use crate::tui::view::ViewContext;

/// Draws all lines, larger boxes first, and then all texts, so that no line crosses a text.
pub fn draw(buffer: &mut Buffer, stage: &DisplayStage, view: &ViewContext<'_>) {
    let Some(screen) = view.screen() else { return };
    let display = screen.size.bounds();
    // What fills the whole display would only draw a second border beside the pane's.
    let is_drawn = |widget: &&Widget| !widget.bounds.covers(display) || widget.opaque;
    let mut widgets: Vec<&Widget> = screen.widgets.iter().filter(is_drawn).collect();
    widgets.sort_by_key(|widget| Reverse(widget.bounds.area()));
    for widget in widgets.iter().filter(|widget| widget.acts() || widget.opaque) {
        let area = stage.cells(widget.bounds);
        if area.width >= 3 && area.height >= 2 {
            boxes::border(buffer, area, BoxFrame::of(widget, view), boxes::style_of(widget, view));
        }
    }
    let mut sheet = WireframeSheet::new(buffer, stage.area);
    for widget in widgets.iter().rev().filter(|widget| widget.acts()) {
        let area = stage.cells(widget.bounds);
        let kind = available::main_kind(widget);
        let text = available::mark(widget.number, kind.map_or("", available::sign), view);
        let style = boxes::style_of(widget, view).add_modifier(Modifier::BOLD);
        sheet.write(
            widened(area, text.width(), stage.area),
            area.top(),
            &text,
            style,
            text.width(),
        );
    }
    for widget in widgets.iter().rev() {
        let text = words(widget);
        if !text.is_empty() {
            let area = stage.cells(widget.bounds);
            let style = text_style(widget, view);
            sheet.write(area, stage.row_of_middle(widget.bounds), &text, style, 3);
        }
    }
}

/// `area` with room for so many columns, as far as the stage goes.
fn widened(area: Rect, columns: usize, stage: Rect) -> Rect {
    let width = area.width.max(u16::try_from(columns).unwrap_or(u16::MAX)).min(stage.width);
    Rect { x: area.x.min(stage.right() - width), width, ..area }
}

/// The text of `widget` itself. A container's label comes from the widgets in it, which have their
/// own text.
fn words(widget: &Widget) -> String {
    let own = [&widget.text, &widget.content_desc, &widget.hint];
    let own = own.into_iter().find(|text| !text.trim().is_empty());
    let role = widget.role();
    let text = match (own, role) {
        (Some(text), _) => text.trim(),
        (None, _) if widget.password => "••••",
        (None, WidgetRole::Opaque) => "(opaque)",
        (None, WidgetRole::Image) if widget.acts() => widget.label.as_str(),
        (
            None,
            WidgetRole::Button | WidgetRole::Field | WidgetRole::Picker | WidgetRole::Slider,
        ) => widget.label.as_str(),
        (None, WidgetRole::Progress) => "…",
        (None, _) => "",
    };
    let check = match (widget.checked, role) {
        (Some(true), _) => "[x] ",
        (Some(false), _) => "[ ] ",
        (None, _) => "",
    };
    controls::clean(&format!("{check}{text}")).trim_end().to_owned()
}

fn text_style(widget: &Widget, view: &ViewContext<'_>) -> Style {
    let theme = view.theme;
    if view.selected == Some(widget.number) {
        return theme.selection();
    }
    let style = if widget.enabled { theme.fg(theme.text) } else { theme.fg(theme.muted) };
    if widget.selected || widget.focused { style.add_modifier(Modifier::BOLD) } else { style }
}

/// Texts on the stage that do not overwrite each other.
struct WireframeSheet<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    taken: Vec<bool>,
}

impl<'a> WireframeSheet<'a> {
    fn new(buffer: &'a mut Buffer, area: Rect) -> Self {
        let area = area.intersection(buffer.area);
        Self { buffer, area, taken: vec![false; area.area() as usize] }
    }

    fn place(&self, x: u16, y: u16) -> usize {
        usize::from(y - self.area.y) * usize::from(self.area.width) + usize::from(x - self.area.x)
    }

    /// Writes `text` into `area`, best in `row`; cut to what is free there, but never to less than
    /// `least` columns of it.
    fn write(&mut self, area: Rect, row: u16, text: &str, style: Style, least: usize) {
        let area = area.intersection(self.area);
        let rows = (row..area.bottom()).chain((area.top()..row.min(area.bottom())).rev());
        // Inside of the lines if there is room for both.
        let inset = u16::from(area.width > 4 && least != text.width());
        let area = Rect { x: area.x + inset, width: area.width - 2 * inset, ..area };
        let least = least.min(text.width());
        let spot = rows.filter(|row| *row >= area.top()).find_map(|y| {
            let (x, columns) = self.free(area, y, text.width())?;
            (columns >= least).then_some((x, y, columns))
        });
        let Some((x, y, columns)) = spot else { return };
        let text = controls::cut(text, columns);
        let mut end = x;
        for letter in text.chars() {
            end += letter.width().unwrap_or(0) as u16;
        }
        self.buffer.set_string(x, y, &text, style);
        for x in x..end.min(self.area.right()) {
            let place = self.place(x, y);
            self.taken[place] = true;
        }
    }

    /// The first run of free cells in row `y` of `area` that takes `wanted`, else the longest one.
    fn free(&self, area: Rect, y: u16, wanted: usize) -> Option<(u16, usize)> {
        let mut best: Option<(u16, usize)> = None;
        let mut x = area.left();
        while x < area.right() {
            let run = (x..area.right()).take_while(|x| !self.taken[self.place(*x, y)]).count();
            if run >= wanted {
                return Some((x, run));
            }
            if best.is_none_or(|(_, longest)| run > longest) && run > 0 {
                best = Some((x, run));
            }
            // One free cell is left between two texts.
            x += u16::try_from(run).unwrap_or(0) + 1;
            while x < area.right() && self.taken[self.place(x, y)] {
                x += 1;
            }
            x += 1;
        }
        best
    }
}
