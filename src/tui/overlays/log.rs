//! The messages so far: warnings, findings and notes with their times.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::{Line, Span};

use super::filtered::{FilteredOverlay, FilteredRows};
use super::reader::ReaderOverlay;
use crate::protocol::NoteKind;
use crate::session::Timeline;
use crate::tui::controls;
use crate::tui::controls::fuzzy::MatchMode;
use crate::tui::pane::UiAct;
use crate::tui::view::ViewContext;

/// One message.
struct LogMessage {
    at_ms: u64,
    sign: char,
    kind: &'static str,
    /// One line of it.
    short: String,
    /// All of it.
    whole: String,
    /// The moment it belongs to, if that is known.
    moment: Option<usize>,
}

/// The messages so far, the newest first.
#[derive(Default)]
pub struct LogMessages {
    messages: Vec<LogMessage>,
    /// How many messages, findings and moments there were when the list was made.
    made_for: (usize, usize, usize),
}

/// The list of messages. Grows while it is open.
pub type LogOverlay = FilteredOverlay<LogMessages>;

impl LogOverlay {
    /// The messages of the session.
    pub fn new() -> Self {
        Self::of(LogMessages::default())
    }
}

fn messages(session: &Timeline) -> Vec<LogMessage> {
    let warnings = session.facts.messages.iter().map(|(at_ms, warned)| {
        let hint = warned.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
        let text = format!("{}{hint}", warned.what);
        message(*at_ms, '!', "warning", (&text, &text), None)
    });
    let mut messages: Vec<LogMessage> = warnings.collect();
    let reported = session.moments.gists().filter(|(_, gist)| gist.found || gist.noted.is_some());
    for (place, moment) in reported.filter_map(|(at, _)| Some((at, session.moments.get(at)?))) {
        for finding in &moment.findings {
            let whole = format!("{}\n\n{}", finding.title, finding.detail);
            let texts = (finding.title.as_str(), whole.as_str());
            messages.push(message(moment.at_ms, '✗', finding.kind.word(), texts, Some(place)));
        }
        for note in &moment.notes {
            let bug = note.kind == NoteKind::Bug;
            let (sign, kind) = if bug { ('b', "bug") } else { ('n', "note") };
            let texts = (note.text.as_str(), note.text.as_str());
            messages.push(message(moment.at_ms, sign, kind, texts, Some(place)));
        }
    }
    messages.sort_by_key(|message| std::cmp::Reverse(message.at_ms));
    messages
}

fn message(
    at_ms: u64,
    sign: char,
    kind: &'static str,
    (short, whole): (&str, &str),
    moment: Option<usize>,
) -> LogMessage {
    LogMessage { at_ms, sign, kind, short: controls::clean(short), whole: whole.to_owned(), moment }
}

impl FilteredRows for LogMessages {
    const TITLE: &'static str = "Messages";
    const LARGEST: (u16, u16) = (100, 30);
    const HINTS: &'static [(&'static str, &'static str)] = &[
        ("Enter", "read all of it"),
        ("^o", "show that step"),
        ("^y", "copy"),
        ("a-z", "filter"),
        ("Esc", "close"),
    ];
    const MATCH_MODE: MatchMode = MatchMode::Words;

    fn update(&mut self, view: &ViewContext<'_>) {
        let session = view.whole();
        let size =
            (session.facts.messages.len(), session.facts.findings.len(), session.moments.len());
        if size != self.made_for {
            self.messages = messages(session);
            self.made_for = size;
        }
    }

    fn count(&self) -> usize {
        self.messages.len()
    }

    fn text(&self, row: usize) -> String {
        let message = &self.messages[row];
        format!("{} {}", message.kind, message.whole)
    }

    fn open(&self, row: usize, _view: &ViewContext<'_>) -> Vec<UiAct> {
        let message = &self.messages[row];
        let title = format!("{} at {}", message.kind, controls::clock(message.at_ms));
        vec![UiAct::Push(Box::new(ReaderOverlay::new(title, message.whole.clone())))]
    }

    fn key(&self, key: KeyEvent, row: Option<usize>, filtered: bool) -> Option<Vec<UiAct>> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let chosen = row.map(|row| &self.messages[row]);
        match key.code {
            KeyCode::Char('y') if control || !filtered => {
                Some(chosen.map(|chosen| UiAct::Copy(chosen.whole.clone())).into_iter().collect())
            }
            KeyCode::Char('o') if control => {
                let moment = chosen.and_then(|chosen| chosen.moment);
                Some(
                    moment.map_or_else(Vec::new, |moment| {
                        vec![UiAct::Pop, UiAct::Show(Some(moment))]
                    }),
                )
            }
            _ => None,
        }
    }

    fn line(&self, row: usize, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let (message, theme) = (&self.messages[row], view.theme);
        let front = format!("{:>8} ", controls::clock(message.at_ms));
        let kind = format!("{} {:<8}", message.sign, message.kind);
        let paint = match message.kind {
            "warning" => theme.warning,
            "note" => theme.accent,
            _ => theme.bad,
        };
        let room = columns.saturating_sub(front.len() + kind.chars().count());
        Line::from(vec![
            Span::styled(front, theme.fg(theme.muted)),
            Span::styled(kind, theme.fg(paint)),
            Span::styled(controls::cut(&message.short, room), theme.fg(theme.text)),
        ])
    }

    fn empty(&self) -> &'static str {
        "No messages yet."
    }
}

#[cfg(test)]
mod tests;
