//! Writing more than a line: why not, notes, bugs, the charter.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use tui_textarea::{TextArea, WrapMode};

use crate::protocol::{By, Decision, NoteKind, Op, ProposalId, Verdict};
use crate::tui::kit;
use crate::tui::pane::{Act, Layer, Mouse, Tone};
use crate::tui::view::View;

/// What the text is for.
enum Purpose {
    Reject { proposal: ProposalId, action: String },
    Note,
    Bug,
    Charter,
}

/// A text of several lines, sent to the engine.
pub struct Entry {
    purpose: Purpose,
    area: TextArea<'static>,
    /// What is wrong with the text, told after an attempt to send it.
    problem: Option<&'static str>,
}

impl Entry {
    /// Why not the proposal that waits.
    ///
    /// # Errors
    /// Where nothing waits.
    pub fn reject(view: &View<'_>) -> Result<Self, String> {
        let waiting = view.ride.waiting().ok_or("nothing waits for a decision now")?;
        let action = kit::clean(&waiting.proposal.action.to_string());
        Ok(Self::new(Purpose::Reject { proposal: waiting.proposal.id, action }, ""))
    }

    /// A plain note.
    pub fn note() -> Self {
        Self::new(Purpose::Note, "")
    }

    /// What is wrong with the app.
    pub fn bug() -> Self {
        Self::new(Purpose::Bug, "")
    }

    /// What the session is about, beginning with what was said before.
    pub fn charter(view: &View<'_>) -> Self {
        Self::new(Purpose::Charter, view.ride.charter.as_deref().unwrap_or_default())
    }

    fn new(purpose: Purpose, text: &str) -> Self {
        let mut area = TextArea::new(Vec::new());
        area.set_wrap_mode(WrapMode::WordOrGlyph);
        let mut entry = Self { purpose, area, problem: None };
        entry.insert(text);
        entry
    }

    /// Puts `text` where the cursor is, without what could steer the terminal.
    fn insert(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<String> = text.split('\n').map(kit::clean).collect();
        self.area.insert_str(lines.join("\n"));
    }

    fn question(&self, view: &View<'_>) -> String {
        let step = view.ride.latest().map_or(0, |moment| moment.observed.step);
        match &self.purpose {
            Purpose::Reject { action, .. } => format!("Why not {action}? The explorer is told."),
            Purpose::Note => format!("What did you see? The screen of step {step} goes with it."),
            Purpose::Bug => {
                format!(
                    "What is wrong, and what did you expect? The screen of step {step} goes with it."
                )
            }
            Purpose::Charter => {
                "What is this session about? What to look at, with what, to find out what.".into()
            }
        }
    }

    fn send(&mut self, view: &View<'_>) -> Vec<Act> {
        let text = self.area.lines().join("\n").trim().to_owned();
        if text.is_empty() {
            let problem = match self.purpose {
                Purpose::Reject { .. } => Some("Say why, or leave and skip it instead."),
                Purpose::Note | Purpose::Bug => Some("There is nothing to write down yet."),
                Purpose::Charter => None,
            };
            if problem.is_some() {
                self.problem = problem;
                return Vec::new();
            }
        }
        let op = match self.purpose {
            Purpose::Reject { proposal, .. } => {
                let waiting = view.ride.waiting().map(|waiting| waiting.proposal.id);
                if waiting != Some(proposal) {
                    let what = "that proposal waits no more; your words are still here to copy";
                    return vec![Act::Toast(Tone::Warning, what.into())];
                }
                let verdict = Verdict::Reject { feedback: text };
                Op::Decide(Decision { proposal, by: By::Tester, verdict })
            }
            Purpose::Note => Op::Note { kind: NoteKind::Note, text },
            Purpose::Bug => Op::Note { kind: NoteKind::Bug, text },
            Purpose::Charter => Op::Charter { text },
        };
        vec![Act::Pop, Act::Op(op)]
    }
}

impl Layer for Entry {
    fn title(&self) -> String {
        match self.purpose {
            Purpose::Reject { .. } => "Reject with a reason",
            Purpose::Note => "Note",
            Purpose::Bug => "Bug",
            Purpose::Charter => "Charter",
        }
        .into()
    }

    fn size(&self, _room: Rect, _view: &View<'_>) -> (u16, u16) {
        (72, 14)
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        let sends = match self.purpose {
            Purpose::Reject { .. } => "reject",
            _ => "keep",
        };
        vec![("^s M-Enter", sends), ("Enter", "new line"), ("Esc", "leave")]
    }

    fn key(&mut self, key: KeyEvent, view: &View<'_>) -> Vec<Act> {
        let with = |modifier| key.modifiers.contains(modifier);
        match key.code {
            KeyCode::Esc => return vec![Act::Pop],
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

    fn paste(&mut self, text: &str, _view: &View<'_>) -> Vec<Act> {
        self.insert(text);
        self.problem = None;
        Vec::new()
    }

    fn mouse(&mut self, mouse: Mouse, _area: Rect, _view: &View<'_>) -> Vec<Act> {
        if let Mouse::Wheel { notches, .. } = mouse {
            self.area.scroll((i16::try_from(notches).unwrap_or(0), 0));
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
        let theme = view.theme;
        let question = kit::wrapped(&self.question(view), usize::from(area.width));
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
