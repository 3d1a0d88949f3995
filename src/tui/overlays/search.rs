//! Finding a step by what was done, seen, found or written down.

use std::collections::HashSet;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::domain::StateId;
use crate::protocol::NoteKind;
use crate::session::{SessionMoment, Timeline};
use crate::tui::controls;
use crate::tui::controls::fuzzy::MatchMode;
use crate::tui::controls::picker::{self, ListPicker, PickerClick};
use crate::tui::pane::{MouseInput, OverlayLayer, UiAct};
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

/// Everything that happened, found by its words; the newest first.
pub struct SearchOverlay {
    traces: Vec<SearchHit>,
    picker: ListPicker,
}

impl SearchOverlay {
    /// Searches the session as it is now.
    pub fn new(view: &ViewContext<'_>) -> Self {
        let mut search =
            Self { traces: traces(view.whole()), picker: ListPicker::new(MatchMode::Words) };
        search.refresh();
        search
    }

    fn refresh(&mut self) {
        let traces = &self.traces;
        self.picker.refresh(traces.len(), |item| {
            traces
                .get(item)
                .map(|trace| format!("{} {} {}", trace.step, trace.kind, trace.text))
                .unwrap_or_default()
        });
    }

    fn show(&self) -> Vec<UiAct> {
        match self.picker.chosen().and_then(|item| self.traces.get(item)) {
            Some(trace) => vec![UiAct::Pop, UiAct::Show(Some(trace.moment))],
            None => Vec::new(),
        }
    }
}

/// Everything that can be found in `session`.
fn traces(session: &Timeline) -> Vec<SearchHit> {
    let mut seen: HashSet<StateId> = HashSet::new();
    let mut traces = Vec::new();
    for (place, moment) in session.moments.iter().enumerate() {
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
    }
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

impl OverlayLayer for SearchOverlay {
    fn title(&self) -> String {
        "Search".into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(84), room.height.saturating_sub(4).clamp(8, 24))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Enter", "show that step"), ("↑ ↓", "choose"), ("a-z", "search"), ("Esc", "leave")]
    }

    fn key(&mut self, key: KeyEvent, _view: &ViewContext<'_>) -> Vec<UiAct> {
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.show(),
            _ => {
                self.picker.key(key);
                self.refresh();
            }
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        self.picker.filter.paste(text);
        self.refresh();
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.picker.mouse(mouse, picker::list_of(area)) {
            PickerClick::Opened => self.show(),
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let traces = &self.traces;
        let list = self.picker.draw(frame, area, theme, |item, columns| {
            let Some(trace) = traces.get(item) else { return Line::default() };
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
        });
        if traces.is_empty() && list.height > 0 {
            let line = Line::styled("  Nothing has happened yet.", theme.fg(theme.muted));
            frame.render_widget(line, Rect { height: 1, ..list });
        }
    }
}

#[cfg(test)]
mod tests;
