//! The columns of the inputs, and one row of them.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::domain::{ActionKey, speech};
use crate::model::ActionEdge;
use crate::protocol::Verdict;
use crate::tui::controls;
use crate::tui::dialogue::{DialogueInput, InputSource};
use crate::tui::theme::{ThemeColour, ThemeColours};
use crate::tui::view::ViewContext;

/// The sign of a refusal of what is called `key` in the shown moment, if it was refused.
pub(super) fn refused(key: &ActionKey, view: &ViewContext<'_>) -> Option<&'static str> {
    let mut proposals = view.moment()?.proposals.iter().rev();
    let reviewed = proposals.find(|reviewed| reviewed.proposal.key == *key)?;
    match reviewed.decided.as_ref()?.decision.verdict {
        Verdict::Reject { .. } => Some("✗"),
        Verdict::Skip => Some("»"),
        Verdict::Approve | Verdict::ApprovePlan | Verdict::Override { .. } | Verdict::Stop => None,
    }
}

/// How wide each column is; 0 if it is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputColumns {
    mark: usize,
    source: usize,
    words: usize,
    said: usize,
    led: usize,
}

impl InputColumns {
    /// The columns that fit into `width`: more of them if there is more room.
    pub fn fitting(width: usize) -> Self {
        let mut columns = Self { mark: 2, source: 1, words: 0, said: 4, led: 0 };
        let mut rest = width.saturating_sub(columns.mark + columns.source + columns.said + 3);
        if rest >= 42 {
            columns.source = 9;
            rest -= 8;
        }
        if rest >= 24 {
            let share = if rest < 60 { 45 } else { 55 };
            columns.led = rest * share / 100;
            rest -= columns.led + 1;
        }
        columns.words = rest;
        columns
    }

    const fn widths(&self) -> [usize; 5] {
        [self.mark, self.source, self.words, self.said, self.led]
    }

    /// The line above the rows.
    pub fn heading(&self, theme: &ThemeColours) -> Line<'static> {
        let kind = if self.source > 1 { "kind" } else { "" };
        let style = theme.fg(theme.muted).add_modifier(Modifier::UNDERLINED);
        let cells = ["", kind, "say", "said", "led to"].map(|text| (text.to_owned(), style));
        self.line(cells)
    }

    /// The row of `input`.
    pub fn row(
        &self,
        input: &DialogueInput,
        is_selected: bool,
        view: &ViewContext<'_>,
    ) -> Line<'static> {
        let theme = view.theme;
        let edge = input.edge(view.state());
        let is_proposed = super::proposed(view) == Some(&input.key);
        let refused = refused(&input.key, view);
        let (mark, paint) = match refused {
            Some(sign) => (sign, theme.bad),
            None if is_proposed => ("▶", theme.proposed),
            None => (" ", theme.text),
        };
        let mark = format!("{mark}{}", if is_selected { "›" } else { " " });
        let own = paint_of(input.source, theme);
        let words = match (refused, is_proposed) {
            (Some(_), _) => theme.fg(theme.muted).add_modifier(Modifier::CROSSED_OUT),
            (None, true) => theme.fg(theme.proposed).add_modifier(Modifier::BOLD),
            (None, false) => theme.fg(theme.text),
        };
        let source = if self.source > 1 { input.source.word() } else { input.source.sign() };
        let count = edge.map_or("-".into(), |edge| edge.tries.count.to_string());
        let tried = if edge.is_some() { theme.text } else { theme.untried };
        let (led, led_paint) = edge.map_or((String::new(), theme.text), |edge| led(edge, view));
        let cells = [
            (mark, theme.fg(paint).add_modifier(Modifier::BOLD)),
            (source.to_owned(), theme.fg(own)),
            (controls::clean(input.words()), words),
            (count, theme.fg(tried)),
            (led, theme.fg(led_paint)),
        ];
        if is_selected {
            let style = theme.selection();
            return self.line(cells.map(|(text, _)| (text, style))).style(style);
        }
        self.line(cells)
    }

    fn line(&self, cells: [(String, ratatui::style::Style); 5]) -> Line<'static> {
        let mut line = Line::default();
        for ((text, style), width) in cells.into_iter().zip(self.widths()) {
            if width == 0 {
                continue;
            }
            if !line.spans.is_empty() {
                line.push_span(Span::styled(" ", style.remove_modifier(Modifier::UNDERLINED)));
            }
            let mut text = controls::cut(&text, width);
            text.extend(std::iter::repeat_n(' ', width.saturating_sub(text.width())));
            line.push_span(Span::styled(text, style));
        }
        line
    }
}

const fn paint_of(source: InputSource, theme: &ThemeColours) -> ThemeColour {
    match source {
        InputSource::Asked => theme.accent,
        InputSource::Explorer => theme.tap,
        InputSource::Tester => theme.typing,
        InputSource::Help | InputSource::System | InputSource::Again => theme.system,
    }
}

/// Where it led most often, and how that is painted.
fn led(edge: &ActionEdge, view: &ViewContext<'_>) -> (String, ThemeColour) {
    let theme = view.theme;
    let Some(to) = edge.likeliest() else { return ("failed".into(), theme.bad) };
    if edge.tries.no_effect == edge.tries.count || Some(to) == view.state_id() {
        return ("the same state".into(), theme.warning);
    }
    let more = edge.to.len() - 1;
    let front = if more > 0 { format!("(+{more}) ") } else { String::new() };
    let Some(state) = view.session.model.state(to) else { return (to.short(), theme.text) };
    let paint = if speech::confused(&state.label) { theme.warning } else { theme.text };
    (format!("{front}{}", controls::clean(&state.label)), paint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_never_take_more_than_there_is() {
        for width in 14..220 {
            let columns = InputColumns::fitting(width);
            let shown = columns.widths().into_iter().filter(|width| *width > 0);
            let total: usize = shown.clone().sum::<usize>() + shown.count() - 1;
            assert!(total <= width, "{width}: {columns:?}");
        }
    }
}
