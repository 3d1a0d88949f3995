//! The findings of the session, and the tester's verdict on each.

mod detail;
mod row;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use crate::protocol::{FindingVerdict, Op};
use crate::session::{EnginePhase, SessionFacts};
use crate::tui::controls;
use crate::tui::controls::input::LineInput;
use crate::tui::controls::picker::{ListPicker, PickerClick};
use crate::tui::controls::reading::TextReading;
use crate::tui::pane::{MessageTone, MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// A verdict that needs more than one key. Findings are named by their place in
/// [`SessionFacts::groups`], to which entries are only appended.
enum PendingVerdict {
    /// The reason for dismissing a finding is being typed.
    Dismiss { finding: usize, reason: LineInput },
    /// The finding that this one is a duplicate of is being chosen from the list.
    Duplicate { finding: usize },
}

/// The findings in the order in which they were first seen, and all about the selected one. Grows
/// while it is open.
pub struct FindingsOverlay {
    picker: ListPicker,
    reading: TextReading,
    /// The finding that `reading` shows.
    read: Option<usize>,
    pending: Option<PendingVerdict>,
    /// What is wrong with the pending verdict, shown after an attempt to give it.
    problem: Option<&'static str>,
    /// Why no verdict can be given now.
    closed: Option<&'static str>,
}

impl FindingsOverlay {
    /// The findings of the session.
    pub fn new(view: &ViewContext<'_>) -> Self {
        let mut findings = Self {
            picker: ListPicker::default(),
            reading: TextReading::default(),
            read: None,
            pending: None,
            problem: None,
            closed: None,
        };
        findings.refresh(view);
        findings
    }

    fn refresh(&mut self, view: &ViewContext<'_>) {
        self.picker.refresh(view.whole().facts.groups.len(), |_| String::new());
        self.closed = closed(view);
        if self.closed.is_some() {
            self.pending = None;
        }
    }

    /// The key that begins a verdict on the selected finding.
    fn begin(&mut self, letter: char, facts: &SessionFacts) -> Vec<UiAct> {
        let Some(finding) = self.picker.chosen() else { return Vec::new() };
        if let Some(why) = self.closed {
            return warning(why);
        }
        match letter {
            'c' => return give(facts, finding, FindingVerdict::Confirmed),
            'd' => {
                let reason = LineInput::default();
                self.pending = Some(PendingVerdict::Dismiss { finding, reason });
            }
            _ if facts.groups.len() < 2 => return warning("there is no other finding"),
            _ => self.pending = Some(PendingVerdict::Duplicate { finding }),
        }
        Vec::new()
    }

    /// Gives the pending verdict, if nothing is missing.
    fn complete(&mut self, facts: &SessionFacts) -> Vec<UiAct> {
        let (finding, verdict) = match &self.pending {
            Some(PendingVerdict::Dismiss { finding, reason }) => {
                let reason = reason.text().trim().to_owned();
                if reason.is_empty() {
                    self.problem = Some("Say why it is no fault.");
                    return Vec::new();
                }
                (*finding, FindingVerdict::Dismissed { reason })
            }
            Some(PendingVerdict::Duplicate { finding }) => {
                let other = self.picker.chosen().filter(|other| other != finding);
                let Some(other) = other.and_then(|other| facts.groups.get(other)) else {
                    self.problem = Some("Choose another finding.");
                    return Vec::new();
                };
                let of = other.first.group.clone();
                // Of two findings that name each other, neither would count.
                if matches!(facts.verdicts.of(&of), Some(FindingVerdict::Duplicate { .. })) {
                    self.problem = Some("That one is a duplicate itself: choose the original.");
                    return Vec::new();
                }
                (*finding, FindingVerdict::Duplicate { of })
            }
            None => return Vec::new(),
        };
        self.forget();
        self.picker.choose(finding);
        give(facts, finding, verdict)
    }

    /// Gives up the pending verdict; its finding is selected again.
    fn forget(&mut self) {
        self.problem = None;
        if let Some(PendingVerdict::Duplicate { finding }) = self.pending.take() {
            self.picker.choose(finding);
        }
    }

    /// Keys while a verdict is pending.
    fn pending_key(&mut self, key: KeyEvent, facts: &SessionFacts) -> Vec<UiAct> {
        match key.code {
            KeyCode::Esc => self.forget(),
            KeyCode::Enter => return self.complete(facts),
            _ => {
                self.problem = None;
                match &mut self.pending {
                    Some(PendingVerdict::Dismiss { reason, .. }) => reason.key(key),
                    _ => self.picker.move_key(key),
                };
            }
        }
        Vec::new()
    }

    /// Leaves for the moment at which the selected finding was first seen.
    fn show(&self, view: &ViewContext<'_>) -> Vec<UiAct> {
        let session = view.whole();
        let group = self.picker.chosen().and_then(|chosen| session.facts.groups.get(chosen));
        let Some(group) = group else { return Vec::new() };
        let has_it = |moment: usize| {
            let findings = session.moments.get(moment).map(|moment| &moment.findings);
            findings.is_some_and(|all| all.iter().any(|found| found.group == group.first.group))
        };
        let mut found = session.moments.gists().filter(|(_, gist)| gist.found);
        match found.find(|(moment, _)| has_it(*moment)) {
            Some((moment, _)) => vec![UiAct::Pop, UiAct::Show(Some(moment))],
            None => warning("the screen of that step is not in the log"),
        }
    }

    /// The line at the bottom: the pending verdict, what is wrong with it, or why none can be given.
    fn foot(&self, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let theme = view.theme;
        if let Some(problem) = self.problem {
            return Line::styled(format!("! {problem}"), theme.fg(theme.warning));
        }
        match (&self.pending, self.closed) {
            (Some(PendingVerdict::Dismiss { finding, reason }), _) => {
                let question = format!("Why is finding {} no fault? ", finding + 1);
                let room = columns.saturating_sub(question.len() + 1).max(4);
                let mut spans = vec![Span::styled(question, theme.heading())];
                spans.extend(reason.spans(room, true, theme));
                Line::from(spans)
            }
            (Some(PendingVerdict::Duplicate { finding }), _) => {
                let text = format!("Choose the finding that {} is a duplicate of.", finding + 1);
                Line::styled(text, theme.heading())
            }
            (None, Some(why)) => Line::styled(sentence(why), theme.fg(theme.muted)),
            (None, None) => Line::default(),
        }
    }
}

/// Why no verdict can be given now.
fn closed(view: &ViewContext<'_>) -> Option<&'static str> {
    if view.replay.is_some() {
        Some("this is a recording: verdicts are given while a session runs")
    } else if !view.running || matches!(view.session.phase, EnginePhase::Ended(_)) {
        Some("the session has ended: verdicts are given while it runs")
    } else {
        None
    }
}

/// `message` as a sentence of its own.
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

fn warning(what: &str) -> Vec<UiAct> {
    vec![UiAct::Toast(MessageTone::Warning, what.to_owned())]
}

fn give(facts: &SessionFacts, finding: usize, verdict: FindingVerdict) -> Vec<UiAct> {
    let group = facts.groups.get(finding).map(|group| group.first.group.clone());
    group.map(|group| UiAct::Op(Op::GiveVerdict { group, verdict })).into_iter().collect()
}

/// The heading of the list, the list, the detail of the selected finding and the line at the bottom.
fn parts(area: Rect, findings: usize) -> [Rect; 4] {
    let findings = u16::try_from(findings).unwrap_or(u16::MAX);
    let rows = findings.min((area.height / 3).max(1));
    let [heading, list, _, detail, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(rows),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
    ])
    .areas(area);
    [heading, list, detail, foot]
}

impl OverlayLayer for FindingsOverlay {
    fn title(&self) -> String {
        "Findings".into()
    }

    fn size(&self, room: Rect, view: &ViewContext<'_>) -> (u16, u16) {
        if view.whole().facts.groups.is_empty() {
            return (room.width.min(84), 5);
        }
        (room.width.min(110), room.height.saturating_sub(2).clamp(10, 32))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        match (&self.pending, self.closed) {
            (Some(PendingVerdict::Dismiss { .. }), _) => {
                vec![("Enter", "dismiss"), ("Esc", "back")]
            }
            (Some(PendingVerdict::Duplicate { .. }), _) => {
                vec![("↑ ↓", "choose"), ("Enter", "duplicate of this one"), ("Esc", "back")]
            }
            (None, closed) => {
                let verdicts = [("c", "confirm"), ("d", "dismiss"), ("u", "duplicate of")];
                let others = [
                    ("Enter", "show that step"),
                    ("↑ ↓", "choose"),
                    ("PgUp PgDn", "scroll"),
                    ("Esc", "close"),
                ];
                let verdicts = verdicts.into_iter().filter(|_| closed.is_none());
                verdicts.chain(others).collect()
            }
        }
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        let facts = &view.whole().facts;
        if self.pending.is_some() {
            return self.pending_key(key, facts);
        }
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.show(view),
            KeyCode::Char(letter @ ('c' | 'd' | 'u')) if key.modifiers.is_empty() => {
                return self.begin(letter, facts);
            }
            KeyCode::PageUp | KeyCode::PageDown | KeyCode::Home | KeyCode::End => {
                self.reading.scroll.key(key);
            }
            _ => {
                self.picker.move_key(key);
            }
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if let Some(PendingVerdict::Dismiss { reason, .. }) = &mut self.pending {
            // A reason is one line.
            reason.paste(&controls::clean(text));
            self.problem = None;
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        let [_, list, detail, _] = parts(area, view.whole().facts.groups.len());
        match mouse {
            MouseInput::Wheel { at, notches } if detail.contains(at) => {
                self.reading.scroll.wheel(notches);
                return Vec::new();
            }
            // The finding whose reason is being typed stays selected.
            _ if matches!(self.pending, Some(PendingVerdict::Dismiss { .. })) => {
                return Vec::new();
            }
            _ => {}
        }
        match self.picker.mouse(mouse, list) {
            PickerClick::Opened if self.pending.is_some() => self.complete(&view.whole().facts),
            PickerClick::Opened => self.show(view),
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.refresh(view);
        let theme = view.theme;
        let facts = &view.whole().facts;
        if facts.groups.is_empty() {
            let text = "No findings yet: crashes, hangs and bugs will be listed here.";
            let lines = controls::wrapped(text, usize::from(area.width));
            for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
                let line = Line::styled(line, theme.fg(theme.muted));
                frame.render_widget(line, Rect { y, height: 1, ..area });
            }
            return;
        }
        let [heading, list, text, foot] = parts(area, facts.groups.len());
        let columns = usize::from(list.width).saturating_sub(2);
        let names = Line::styled(format!("  {}", row::heading(columns)), theme.heading());
        frame.render_widget(names, heading);
        self.picker.draw_list(frame, list, theme, |finding, columns| {
            row::line(facts, finding, columns, theme)
        });
        let chosen = self.picker.chosen();
        if self.read != chosen {
            self.reading.scroll.top = 0;
            self.read = chosen;
        }
        if let Some(group) = chosen.and_then(|chosen| facts.groups.get(chosen)) {
            self.reading.set(detail::passages(facts, group));
        }
        self.reading.draw(frame, text, theme);
        frame.render_widget(self.foot(usize::from(foot.width), view), foot);
    }
}

#[cfg(test)]
mod tests;
