//! The messages so far: warnings, findings and notes with their times.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::reader::Reader;
use crate::protocol::NoteKind;
use crate::tui::kit;
use crate::tui::kit::fuzzy::Match;
use crate::tui::kit::picker::{self, Clicked, Picker};
use crate::tui::pane::{Act, Layer, Mouse};
use crate::tui::ride::Ride;
use crate::tui::view::View;

/// One message.
struct Message {
    at_ms: u64,
    sign: char,
    kind: &'static str,
    /// One line of it.
    short: String,
    /// All of it.
    whole: String,
    /// The moment it belongs to, where that is known.
    moment: Option<usize>,
}

/// The messages so far, the newest first. Grows while it is open.
pub struct Log {
    messages: Vec<Message>,
    made_for: (usize, usize, usize),
    picker: Picker,
}

impl Log {
    /// The messages of the session.
    pub fn new(view: &View<'_>) -> Self {
        let mut log =
            Self { messages: Vec::new(), made_for: (0, 0, 0), picker: Picker::new(Match::Words) };
        log.refresh(view);
        log
    }

    fn refresh(&mut self, view: &View<'_>) {
        let ride = view.whole();
        let size = (ride.warnings.len(), ride.findings.len(), ride.moments.len());
        if size != self.made_for {
            self.messages = messages(ride);
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

    fn chosen(&self) -> Option<&Message> {
        self.messages.get(self.picker.chosen()?)
    }

    fn open(&self) -> Vec<Act> {
        let Some(message) = self.chosen() else { return Vec::new() };
        let title = format!("{} at {}", message.kind, kit::clock(message.at_ms));
        vec![Act::Push(Box::new(Reader::new(title, message.whole.clone())))]
    }
}

fn messages(ride: &Ride) -> Vec<Message> {
    let warnings = ride.warnings.iter().map(|(at_ms, warned)| {
        let hint = warned.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
        let text = format!("{}{hint}", warned.what);
        message(*at_ms, '!', "warning", (&text, &text), None)
    });
    let mut messages: Vec<Message> = warnings.collect();
    for (place, moment) in ride.moments.iter().enumerate() {
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
) -> Message {
    Message { at_ms, sign, kind, short: kit::clean(short), whole: whole.to_owned(), moment }
}

impl Layer for Log {
    fn title(&self) -> String {
        "Messages".into()
    }

    fn size(&self, room: Rect, _view: &View<'_>) -> (u16, u16) {
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

    fn key(&mut self, key: KeyEvent, view: &View<'_>) -> Vec<Act> {
        let control = key.modifiers.contains(crossterm::event::KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return vec![Act::Pop],
            KeyCode::Enter => return self.open(),
            KeyCode::Char('y') if control || self.picker.filter.is_empty() => {
                return self
                    .chosen()
                    .map(|chosen| Act::Copy(chosen.whole.clone()))
                    .into_iter()
                    .collect();
            }
            KeyCode::Char('o') if control => {
                if let Some(moment) = self.chosen().and_then(|chosen| chosen.moment) {
                    return vec![Act::Pop, Act::Show(Some(moment))];
                }
            }
            _ => {
                self.picker.key(key);
            }
        }
        self.refresh(view);
        Vec::new()
    }

    fn mouse(&mut self, mouse: Mouse, area: Rect, _view: &View<'_>) -> Vec<Act> {
        match self.picker.mouse(mouse, picker::list_of(area)) {
            Clicked::Opened => self.open(),
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        self.refresh(view);
        let theme = view.theme;
        let messages = &self.messages;
        let list = self.picker.draw(frame, area, theme, |item, columns| {
            let Some(message) = messages.get(item) else { return Line::default() };
            let front = format!("{:>8} ", kit::clock(message.at_ms));
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
                Span::styled(kit::cut(&message.short, room), theme.fg(theme.text)),
            ])
        });
        if messages.is_empty() && list.height > 0 {
            let line = Line::styled("  no messages: nothing went wrong yet", theme.fg(theme.muted));
            frame.render_widget(line, Rect { height: 1, ..list });
        }
    }
}

#[cfg(test)]
mod tests;
