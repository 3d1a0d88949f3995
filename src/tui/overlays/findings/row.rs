//! A finding as a row of the list.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::session::SessionFacts;
use crate::tui::controls;
use crate::tui::theme::ThemeColours;

/// The names of the columns.
pub fn heading(columns: usize) -> String {
    format!("{}title", front(columns, ["", "verdict", "kind", "step", "oracle"]))
}

/// The finding at `place` in [`SessionFacts::groups`].
pub fn line(
    facts: &SessionFacts,
    place: usize,
    columns: usize,
    theme: &ThemeColours,
) -> Line<'static> {
    let Some(finding) = facts.groups.get(place).map(|group| &group.first) else {
        return Line::default();
    };
    let (verdict, paint) = match facts.verdicts.of(&finding.group) {
        Some(verdict) if verdict.counts() => (verdict.word(), theme.bad),
        Some(verdict) => (verdict.word(), theme.muted),
        None => ("", theme.text),
    };
    let category = controls::clean(&finding.category);
    // A category says more than its kind, if it fits.
    let kind =
        if category.is_empty() || !is_wide(columns) { finding.kind.word() } else { &category };
    let oracle = controls::clean(finding.oracle_name().unwrap_or_default());
    let (number, step) = ((place + 1).to_string(), finding.step.to_string());
    let front = front(columns, [&number, verdict, kind, &step, &oracle]);
    let room = columns.saturating_sub(front.width());
    Line::from(vec![
        Span::styled(front, theme.fg(theme.muted)),
        Span::styled(controls::cut(&controls::clean(&finding.title), room), theme.fg(paint)),
    ])
}

/// True if there is room for the category and the oracle.
const fn is_wide(columns: usize) -> bool {
    columns >= 72
}

/// The columns before the title: number, verdict, kind, step, and if there is room the oracle.
fn front(columns: usize, [number, verdict, kind, step, oracle]: [&str; 5]) -> String {
    let width = if is_wide(columns) { 13 } else { 5 };
    let kind = controls::cut(kind, width);
    let mut front = format!("{number:>2} {verdict:<9} {kind:<width$} {step:>5} ");
    if is_wide(columns) {
        front.push_str(&format!("{:<9} ", controls::cut(oracle, 9)));
    }
    front
}
