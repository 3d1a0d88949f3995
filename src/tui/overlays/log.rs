//! The messages so far: warnings, findings and notes with their times.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::reader::ReaderOverlay;
use crate::protocol::NoteKind;
use crate::session::Timeline;
use crate::tui::controls;
use crate::tui::controls::fuzzy::MatchMode;
use crate::tui::controls::picker::{self, ListPicker, PickerClick};
use crate::tui::pane::{MouseInput, OverlayLayer, UiAct};
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

/// The messages so far, the newest first. Grows while it is open.
pub struct LogOverlay {
    messages: Vec<LogMessage>,
    made_for: (usize, usize, usize),
    picker: ListPicker,
}

impl LogOverlay {
    /// The messages of the session.
    pub fn new(view: &ViewContext<'_>) -> Self {
        let mut log = Self {
            messages: Vec::new(),
            made_for: (0, 0, 0),
            picker: ListPicker::new(MatchMode::Words),
        };
        log.refresh(view);
        log
    }

    fn refresh(&mut self, view: &ViewContext<'_>) {
        let session = view.whole();
        let size =
            (session.facts.messages.len(), session.facts.findings.len(), session.moments.len());
        if size != self.made_for {
            self.messages = messages(session);
            self.made_for = size;
        }
        let messages = &self.messages;
        self.picker.refresh(messages.len(), |item| {
            messages
                .get(item)
                .map(|message| format!("{} {}", message.kind, message.whole))
                .unwrap_or_default()
        });
    }

    fn chosen(&self) -> Option<&LogMessage> {
        self.messages.get(self.picker.chosen()?)
    }

    fn open(&self) -> Vec<UiAct> {
        let Some(message) = self.chosen() else { return Vec::new() };
        let title = format!("{} at {}", message.kind, controls::clock(message.at_ms));
        vec![UiAct::Push(Box::new(ReaderOverlay::new(title, message.whole.clone())))]
    }
}

fn messages(session: &Timeline) -> Vec<LogMessage> {
    let warnings = session.facts.messages.iter().map(|(at_ms, warned)| {
        let hint = warned.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
        let text = format!("{}{hint}", warned.what);
        message(*at_ms, '!', "warning", (&text, &text), None)
    });
    let mut messages: Vec<LogMessage> = warnings.collect();
    for (place, moment) in session.moments.iter().enumerate() {
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

impl OverlayLayer for LogOverlay {
    fn title(&self) -> String {
        "Messages".into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(100), room.height.saturating_sub(4).clamp(8, 30))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("Enter", "read all of it"),
            ("^o", "show that step"),
            ("^y", "copy"),
            ("a-z", "filter"),
            ("Esc", "close"),
        ]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        let control = key.modifiers.contains(crossterm::event::KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.open(),
            KeyCode::Char('y') if control || self.picker.filter.is_empty() => {
                return self
                    .chosen()
                    .map(|chosen| UiAct::Copy(chosen.whole.clone()))
                    .into_iter()
                    .collect();
            }
            KeyCode::Char('o') if control => {
                if let Some(moment) = self.chosen().and_then(|chosen| chosen.moment) {
                    return vec![UiAct::Pop, UiAct::Show(Some(moment))];
                }
            }
            _ => {
                self.picker.key(key);
            }
        }
        self.refresh(view);
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.picker.mouse(mouse, picker::list_of(area)) {
            PickerClick::Opened => self.open(),
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.refresh(view);
        let theme = view.theme;
        let messages = &self.messages;
        let list = self.picker.draw(frame, area, theme, |item, columns| {
            let Some(message) = messages.get(item) else { return Line::default() };
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
        });
        if messages.is_empty() && list.height > 0 {
            let line = Line::styled("  No messages yet.", theme.fg(theme.muted));
            frame.render_widget(line, Rect { height: 1, ..list });
        }
    }
}

#[cfg(test)]
mod tests;
