//! Finding a step by what was done, seen, found or written down.

use std::collections::HashSet;

use ratatui::text::{Line, Span};

use super::filtered::{FilteredOverlay, FilteredRows};
use crate::domain::StateId;
use crate::protocol::NoteKind;
use crate::session::{SessionMoment, Timeline};
use crate::tui::controls;
use crate::tui::controls::fuzzy::MatchMode;
use crate::tui::pane::UiAct;
use crate::tui::view::ViewContext;

/// Something that can be found.
struct SearchHit {
    /// The moment it happened at.
    moment: usize,
    step: u64,
    /// What it is, in a word.
    kind: &'static str,
    text: String,
}

/// Everything that happened, the newest first.
pub struct SearchHits {
    traces: Vec<SearchHit>,
}

/// Everything that happened, found by its words.
pub type SearchOverlay = FilteredOverlay<SearchHits>;

impl SearchOverlay {
    /// Searches the session as it is now.
    pub fn new(view: &ViewContext<'_>) -> Self {
        Self::of(SearchHits { traces: traces(view.whole()) })
    }
}

/// Everything that can be found in `session`.
fn traces(session: &Timeline) -> Vec<SearchHit> {
    let mut seen: HashSet<StateId> = HashSet::new();
    let mut traces = Vec::new();
    session.moments.for_each(|place, moment| {
        let mut add = |kind, text: &str| {
            let text = controls::clean(text);
            traces.push(SearchHit { moment: place, step: moment.observed.step, kind, text });
        };
        let id = moment.observed.state.structural;
        if seen.insert(id) {
            let label = session.model.state(id).map_or("", |state| state.label.as_str());
            add("state", &format!("{label} {}", moment.observed.location));
        }
        happened(moment, &mut add);
    });
    traces.reverse();
    traces
}

fn happened(moment: &SessionMoment, add: &mut impl FnMut(&'static str, &str)) {
    for reviewed in &moment.proposals {
        let action = reviewed.decided.as_ref().and_then(|decided| decided.action.as_ref());
        let action = action.unwrap_or(&reviewed.proposal.action);
        add(reviewed.word(), &action.to_string());
    }
    for finding in &moment.findings {
        add(finding.kind.word(), &finding.title);
    }
    for note in &moment.notes {
        let kind = if note.kind == NoteKind::Bug { "bug" } else { "note" };
        add(kind, &note.text);
    }
}

impl FilteredRows for SearchHits {
    const TITLE: &'static str = "Search";
    const LARGEST: (u16, u16) = (84, 24);
    const HINTS: &'static [(&'static str, &'static str)] =
        &[("Enter", "show that step"), ("↑ ↓", "choose"), ("a-z", "search"), ("Esc", "leave")];
    const MATCH_MODE: MatchMode = MatchMode::Words;

    fn count(&self) -> usize {
        self.traces.len()
    }

    fn text(&self, row: usize) -> String {
        let trace = &self.traces[row];
        format!("{} {} {}", trace.step, trace.kind, trace.text)
    }

    fn open(&self, row: usize, _view: &ViewContext<'_>) -> Vec<UiAct> {
        vec![UiAct::Pop, UiAct::Show(Some(self.traces[row].moment))]
    }

    fn line(&self, row: usize, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let (trace, theme) = (&self.traces[row], view.theme);
        let front = format!("{:>5} {:<10} ", trace.step, trace.kind);
        let room = columns.saturating_sub(front.len());
        let paint = match trace.kind {
            "crash" | "anr" | "bug" => theme.bad,
            "state" => theme.untried,
            "note" => theme.accent,
            _ => theme.text,
        };
        Line::from(vec![
            Span::styled(front, theme.fg(theme.muted)),
            Span::styled(controls::cut(&trace.text, room), theme.fg(paint)),
        ])
    }

    fn empty(&self) -> &'static str {
        "Nothing has happened yet."
    }
}

#[cfg(test)]
mod tests;
