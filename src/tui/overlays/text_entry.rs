//! Writing more than a line: why not, notes, bugs, the charter.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use tui_textarea::{TextArea, WrapMode};

use crate::protocol::{DecidedBy, Decision, NoteKind, Op, ProposalId, Verdict};
use crate::tui::controls;
use crate::tui::pane::{MessageTone, MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// What the text is for.
enum EntryPurpose {
    Reject { proposal: ProposalId, action: String },
    Note,
    Bug,
    Charter,
}

/// A text of several lines, sent to the engine.
pub struct TextEntry {
    purpose: EntryPurpose,
    area: TextArea<'static>,
    /// What is wrong with the text, shown after an attempt to send it.
    problem: Option<&'static str>,
}

impl TextEntry {
    /// Why not the proposal that waits.
    ///
    /// # Errors
    /// If nothing waits.
    pub fn reject(view: &ViewContext<'_>) -> Result<Self, String> {
        let waiting = view.session.waiting().ok_or("no proposal waits for a decision now")?;
        let action = controls::clean(&waiting.proposal.action.to_string());
        Ok(Self::new(EntryPurpose::Reject { proposal: waiting.proposal.id, action }, ""))
    }

    /// A plain note.
    pub fn note() -> Self {
        Self::new(EntryPurpose::Note, "")
    }

    /// What is wrong with the app.
    pub fn bug() -> Self {
        Self::new(EntryPurpose::Bug, "")
    }

    /// What the session is about, beginning with what was said before.
    pub fn charter(view: &ViewContext<'_>) -> Self {
        Self::new(EntryPurpose::Charter, view.session.facts.charter().unwrap_or_default())
    }

    fn new(purpose: EntryPurpose, text: &str) -> Self {
        let mut area = TextArea::new(Vec::new());
        area.set_wrap_mode(WrapMode::WordOrGlyph);
        let mut entry = Self { purpose, area, problem: None };
        entry.insert(text);
        entry
    }

    /// Puts `text` where the cursor is, without what could steer the terminal.
    fn insert(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<String> = text.split('\n').map(controls::clean).collect();
        self.area.insert_str(lines.join("\n"));
    }

    fn question(&self, view: &ViewContext<'_>) -> String {
        let step = view.session.latest().map_or(0, |moment| moment.observed.step);
        match &self.purpose {
            EntryPurpose::Reject { action, .. } => {
                format!("Why not {action}? Your reason goes to the explorer.")
            }
            EntryPurpose::Note => {
                format!("What did you see? The screen of step {step} is kept with it.")
            }
            EntryPurpose::Bug => {
                format!(
                    "What is wrong, and what did you expect? The screen of step {step} is kept with it."
                )
            }
            EntryPurpose::Charter => {
                "What is this session about? Explore what, with what, to find out what.".into()
            }
        }
    }

    fn send(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        let text = self.area.lines().join("\n").trim().to_owned();
        if text.is_empty() {
            let problem = match self.purpose {
                EntryPurpose::Reject { .. } => Some("Say why, or leave and skip it instead."),
                EntryPurpose::Note | EntryPurpose::Bug => {
                    Some("There is nothing to write down yet.")
                }
                EntryPurpose::Charter => None,
            };
            if problem.is_some() {
                self.problem = problem;
                return Vec::new();
            }
        }
        let op = match self.purpose {
            EntryPurpose::Reject { proposal, .. } => {
                let waiting = view.session.waiting().map(|waiting| waiting.proposal.id);
                if waiting != Some(proposal) {
                    let what = "that proposal no longer waits; your text is still here to copy";
                    return vec![UiAct::Toast(MessageTone::Warning, what.into())];
                }
                let verdict = Verdict::Reject { feedback: text };
                Op::Decide(Decision { proposal, by: DecidedBy::Tester, verdict })
            }
            EntryPurpose::Note => Op::Note { kind: NoteKind::Note, text },
            EntryPurpose::Bug => Op::Note { kind: NoteKind::Bug, text },
            EntryPurpose::Charter => Op::Charter { text },
        };
        vec![UiAct::Pop, UiAct::Op(op)]
    }
}

impl OverlayLayer for TextEntry {
    fn title(&self) -> String {
        match self.purpose {
            EntryPurpose::Reject { .. } => "Reject with a reason",
            EntryPurpose::Note => "Note",
            EntryPurpose::Bug => "Bug",
            EntryPurpose::Charter => "Charter",
        }
        .into()
    }

    fn size(&self, _room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (72, 14)
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        let sends = match self.purpose {
            EntryPurpose::Reject { .. } => "reject",
            _ => "keep",
        };
        vec![("^s M-Enter", sends), ("Enter", "new line"), ("Esc", "leave")]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        let with = |modifier| key.modifiers.contains(modifier);
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Char('s') if with(KeyModifiers::CONTROL) => return self.send(view),
            KeyCode::Enter if with(KeyModifiers::ALT) || with(KeyModifiers::CONTROL) => {
                return self.send(view);
            }
            _ => {}
        }
        if self.area.input(key) {
            self.problem = None;
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        self.insert(text);
        self.problem = None;
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, _area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if let MouseInput::Wheel { notches, .. } = mouse {
            self.area.scroll((i16::try_from(notches).unwrap_or(0), 0));
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let question = controls::wrapped(&self.question(view), usize::from(area.width));
        let above = u16::try_from(question.len()).unwrap_or(u16::MAX).min(area.height / 3);
        for (line, y) in question.iter().take(usize::from(above)).zip(area.y..) {
            let row = Rect { y, height: 1, ..area };
            frame.render_widget(Line::styled(line.clone(), theme.fg(theme.muted)), row);
        }
        let gap = u16::from(area.height > 9);
        let text = Rect {
            y: area.y + above + gap,
            height: area.height.saturating_sub(above + gap + 1),
            ..area
        };
        self.area.set_style(theme.base());
        self.area.set_cursor_line_style(theme.base());
        self.area.set_cursor_style(theme.base().add_modifier(Modifier::REVERSED));
        self.area.set_selection_style(theme.selection());
        frame.render_widget(&self.area, text);
        let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        let line = match self.problem {
            Some(problem) => Line::styled(format!("! {problem}"), theme.fg(theme.warning)),
            None => Line::styled("Ctrl-S sends, Esc leaves", theme.fg(theme.muted)),
        };
        frame.render_widget(line, last);
    }
}

#[cfg(test)]
mod tests;
