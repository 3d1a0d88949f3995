//! The columns of the table, and one row of it.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use super::super::available;
use super::values::{VALUE_COLUMNS, WidgetValues};
use crate::domain::{ActionKind, AvailableAction, Widget};
use crate::model::StateNode;
use crate::tui::controls;
use crate::tui::theme::ThemeColours;
use crate::tui::view::ViewContext;

/// How wide each column is; 0 if it is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WidgetColumns {
    number: usize,
    kind: usize,
    label: usize,
    id: usize,
    actions: usize,
    value: usize,
    tried: usize,
    led: usize,
}

impl WidgetColumns {
    /// The columns that fit into `width`: more of them if there is more room. That of values is there
    /// only if the network tells some.
    pub fn fitting(width: usize, with_values: bool) -> Self {
        let mut columns =
            Self { number: 6, kind: 0, label: 0, id: 0, actions: 0, value: 0, tried: 5, led: 0 };
        let mut rest = width.saturating_sub(columns.number + columns.tried + 2);
        // The label may have what is left, so each column is taken only if enough is.
        let mut take = |column: &mut usize, wanted: usize, label_keeps: usize| {
            if rest >= wanted + 1 + label_keeps {
                *column = wanted;
                rest -= wanted + 1;
            }
        };
        if with_values {
            take(&mut columns.value, VALUE_COLUMNS, 8);
        }
        take(&mut columns.kind, 8, 14);
        take(&mut columns.actions, 9, 16);
        take(&mut columns.led, 16, 18);
        take(&mut columns.id, 14, 20);
        if rest > 36 {
            let spare = (rest - 36) / 2;
            for column in [&mut columns.led, &mut columns.id] {
                if *column > 0 {
                    let more = spare.min(18);
                    *column += more;
                    rest -= more;
                }
            }
        }
        columns.label = rest;
        columns
    }

    /// The line above the rows.
    pub fn heading(&self, theme: &ThemeColours) -> Line<'static> {
        let texts = ["no", "kind", "label", "id", "actions", "value", "tried", "led to"];
        let style = theme.fg(theme.muted).add_modifier(Modifier::UNDERLINED);
        let mut line = Line::default();
        for (text, width) in texts.into_iter().zip(self.widths()) {
            push(&mut line, Span::styled(padded(text, width), style), width);
        }
        line
    }

    const fn widths(&self) -> [usize; 8] {
        let Self { number, kind, label, id, actions, value, tried, led } = *self;
        [number, kind, label, id, actions, value, tried, led]
    }

    /// The row of `widget`.
    pub fn row(
        &self,
        widget: &Widget,
        values: Option<&WidgetValues>,
        view: &ViewContext<'_>,
    ) -> Line<'static> {
        let theme = view.theme;
        let available = available::of(view, widget.number);
        let past = WidgetHistory::of(available, view.state());
        let is_selected = view.selected == Some(widget.number);
        let kind = available::main_kind(widget);
        let plain = if kind.is_some() { theme.fg(theme.text) } else { theme.fg(theme.muted) };
        let coloured = kind.map_or(plain, |kind| theme.fg(theme.action(kind)));
        let number = if view.proposed_widget() == Some(widget.number) {
            theme.fg(theme.proposed).add_modifier(Modifier::BOLD)
        } else {
            coloured
        };
        let tried = if kind.is_some() && past.tried == 0 { theme.fg(theme.untried) } else { plain };
        let own = |style| if is_selected { theme.selection() } else { style };
        // A bar that is drawn on the colour of the selection looks like a hole in it.
        let bar = theme.base().fg(theme.color(theme.accent));
        let cells = [
            (number_of(widget, view), own(number)),
            (widget.role().word().to_owned(), own(plain)),
            (label(widget), own(plain)),
            (controls::clean(widget.short_id()), own(theme.fg(theme.muted))),
            (actions(widget), own(coloured)),
            (values.map_or_else(String::new, |it| it.of(widget)), bar),
            (past.count(!available.is_empty()), own(tried)),
            (past.led(view), own(plain)),
        ];
        let mut line = Line::default();
        for ((text, style), width) in cells.into_iter().zip(self.widths()) {
            push(&mut line, Span::styled(padded(&text, width), style), width);
        }
        if is_selected { line.style(theme.selection()) } else { line }
    }
}

fn push(line: &mut Line<'static>, span: Span<'static>, width: usize) {
    if width == 0 {
        return;
    }
    if !line.spans.is_empty() {
        line.push_span(Span::raw(" "));
    }
    line.push_span(span);
}

/// `text` in exactly `width` columns.
fn padded(text: &str, width: usize) -> String {
    let mut text = controls::cut(text, width);
    text.extend(std::iter::repeat_n(' ', width.saturating_sub(text.width())));
    text
}

/// The number behind the signs of what is proposed and what is selected.
fn number_of(widget: &Widget, view: &ViewContext<'_>) -> String {
    let arrow = if view.proposed_widget() == Some(widget.number) { '▶' } else { ' ' };
    if view.selected == Some(widget.number) {
        format!("{arrow}[{}]", widget.number)
    } else {
        format!("{arrow} {}", widget.number)
    }
}

fn label(widget: &Widget) -> String {
    let check = match widget.checked {
        Some(true) => "[x] ",
        Some(false) => "[ ] ",
        None => "",
    };
    let off = if widget.enabled { "" } else { " (disabled)" };
    controls::clean(&format!("{check}{}{off}", widget.label))
}

/// What can be done with `widget`, short.
fn actions(widget: &Widget) -> String {
    if let Some(parent) = widget.inherits {
        return format!("as {parent}");
    }
    let word = |kind: &ActionKind| match kind {
        ActionKind::LongTap => "long",
        ActionKind::DoubleTap => "double",
        other => other.word(),
    };
    widget.actions.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// What was done with a widget before, in the shown state.
struct WidgetHistory<'a> {
    /// Tries of exactly its own actions.
    tried: u64,
    /// Tries of similar widgets: other rows of its list included.
    alike: u64,
    state: Option<&'a StateNode>,
    available: &'a [AvailableAction],
}

impl<'a> WidgetHistory<'a> {
    fn of(available: &'a [AvailableAction], state: Option<&'a StateNode>) -> Self {
        let mut past = Self { tried: 0, alike: 0, state, available };
        let Some(state) = state else { return past };
        for (place, candidate) in available.iter().enumerate() {
            past.tried += state.edges.get(&candidate.key).map_or(0, |edge| edge.tries.count);
            let is_first = |other: &AvailableAction| other.template != candidate.template;
            if available[..place].iter().all(is_first) {
                past.alike +=
                    state.templates.get(&candidate.template).map_or(0, |tries| tries.count);
            }
        }
        past
    }

    /// Times tried; if only similar ones were tried, that count behind a sign.
    fn count(&self, offers_something: bool) -> String {
        match (self.tried, self.alike) {
            _ if !offers_something => String::new(),
            (0, 0) => "-".into(),
            (0, alike) => format!("≈{alike}"),
            (tried, _) => tried.to_string(),
        }
    }

    /// Where it led, each place once.
    fn led(&self, view: &ViewContext<'_>) -> String {
        let Some(state) = self.state else { return String::new() };
        let mut places: Vec<String> = Vec::new();
        for edge in self.available.iter().filter_map(|candidate| state.edges.get(&candidate.key)) {
            let place = match edge.likeliest() {
                _ if edge.tries.no_effect == edge.tries.count => "no effect".into(),
                None => "failed".into(),
                Some(to) if to == state.id => "stays here".into(),
                Some(to) => view
                    .session
                    .model
                    .state(to)
                    .map_or_else(|| to.short(), |state| controls::clean(&state.label)),
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places.join(", ")
    }
}

/// `widget` as text for the clipboard.
pub fn as_text(widget: &Widget) -> String {
    format!(
        "[{}] {} {:?} id={} class={} bounds={:?}",
        widget.number,
        widget.role().word(),
        widget.label,
        widget.resource_id,
        widget.class,
        <[i32; 4]>::from(widget.bounds),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_never_take_more_than_there_is() {
        for (width, with_values) in (16..220).flat_map(|width| [(width, false), (width, true)]) {
            let columns = WidgetColumns::fitting(width, with_values);
            let shown = columns.widths().into_iter().filter(|width| *width > 0);
            let total: usize = shown.clone().sum::<usize>() + shown.count() - 1;
            assert!(total <= width, "{width}: {columns:?}");
        }
    }

    #[test]
    fn narrow_tables_keep_number_label_and_tries() {
        let columns = WidgetColumns::fitting(28, false);
        assert_eq!((columns.kind, columns.id, columns.led), (0, 0, 0));
        assert!(columns.label >= 12);
        let wide = WidgetColumns::fitting(110, true);
        assert!(wide.widths().iter().all(|width| *width > 0));
    }
}
