//! Asking again with an edited prompt, during the session: the editor, and old and new side by side.

mod compare;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use tui_textarea::{TextArea, WrapMode};

use super::{ConfirmOverlay, ExchangeOverlay};
use crate::protocol::{AskAgain, ExchangeId};
use crate::session::EnginePhase;
use crate::session::{ModelQuestion, QuestionStatus};
use crate::tui::controls;
use crate::tui::controls::scroll::ScrollOffset;
use crate::tui::exchange_texts::{TextLookup, TextSource};
use crate::tui::pane::{MessageTone, MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// With at least so many columns, old and new are shown side by side.
const SIDE_BY_SIDE: u16 = 90;

/// Why nothing can be asked again if no engine runs.
const NO_ENGINE: &str = "this session has ended, so no model can be asked; `ridealong prompts try` asks again from the log";

/// Asking one question again.
pub struct AskAgainOverlay {
    /// The question's first exchange.
    first: ExchangeId,
    editor: TextArea<'static>,
    /// True while the prompt is edited; else old and new are compared.
    editing: bool,
    /// The attempt that is compared.
    chosen: usize,
    scroll: ScrollOffset,
    problem: Option<String>,
}

impl AskAgainOverlay {
    /// Asks the question that `exchange` belongs to again. Begins with what earlier attempts
    /// brought if that is to be compared, else with the editor on the prompt.
    ///
    /// # Errors
    /// If no model can be asked, or there is nothing to compare; the text is for the tester.
    pub fn open(
        exchange: ExchangeId,
        compare: bool,
        view: &ViewContext<'_>,
    ) -> Result<Self, String> {
        let first = view.session.origin(exchange).ok_or("this exchange is not known")?;
        let question = view.session.question(first).ok_or("this exchange is not known")?;
        let attempts = view.session.attempts(first).len();
        if compare && attempts == 0 {
            return Err("this was not asked again yet; e edits the prompt and asks".into());
        }
        if !compare {
            askable(view)?;
        }
        let prompt = prompt(first, question, view);
        let mut again = Self {
            first,
            editor: TextArea::default(),
            editing: !compare,
            chosen: attempts.saturating_sub(1),
            scroll: ScrollOffset::default(),
            problem: None,
        };
        match prompt {
            Ok(prompt) => again.set(&prompt),
            // What was recorded can be compared without it.
            Err(_) if compare => {}
            Err(why) => return Err(why),
        }
        Ok(again)
    }

    fn set(&mut self, prompt: &str) {
        self.editor = TextArea::default();
        self.editor.set_wrap_mode(WrapMode::WordOrGlyph);
        self.insert(prompt);
        self.editor.move_cursor(tui_textarea::CursorMove::Top);
    }

    /// Puts `text` where the cursor is, without what could steer the terminal.
    fn insert(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', "    ");
        let lines: Vec<String> = text.split('\n').map(controls::clean).collect();
        self.editor.insert_str(lines.join("\n"));
    }

    fn text(&self) -> String {
        let mut text = self.editor.lines().join("\n");
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// True while an attempt was sent and nothing is known of it, or its reply is awaited.
    fn is_underway(&self, view: &ViewContext<'_>) -> bool {
        let attempts = view.session.attempts(self.first);
        let sent = view.texts.latest(self.first).is_some_and(|draft| {
            draft.before == attempts.len() && draft.warnings == view.session.facts.messages.len()
        });
        let open = attempts.last().is_some_and(|last| last.status() == QuestionStatus::Open);
        view.running && (sent || open)
    }

    fn send(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        if let Err(why) = askable(view) {
            self.problem = Some(why);
            return Vec::new();
        }
        if self.is_underway(view) {
            self.problem = Some("The previous attempt is still running.".into());
            return Vec::new();
        }
        let asked = view.session.question(self.first).and_then(|question| question.rounds.first());
        let Some(asked) = asked.map(|round| &round.asked) else { return vec![UiAct::Pop] };
        self.problem = None;
        self.editing = false;
        self.chosen = view.session.attempts(self.first).len();
        self.scroll.top = 0;
        vec![UiAct::AskAgain(AskAgain {
            exchange: self.first,
            step: asked.step,
            query: asked.query.clone(),
            context: asked.context.clone(),
            prompt: self.text(),
        })]
    }

    /// Asks before the chosen attempt's prompt becomes the user's own.
    fn save(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        let Some(question) = view.session.question(self.first) else { return Vec::new() };
        let draft = view.texts.draft(self.first, self.chosen).map(|draft| draft.prompt.clone());
        let prompt = if self.editing { Some(self.text()) } else { draft };
        let Some(prompt) = prompt else {
            let what = "the prompt of this attempt is no longer known".into();
            return vec![UiAct::Toast(MessageTone::Warning, what)];
        };
        let name = question.query.clone();
        let asked = format!(
            "Keep this as your own prompt {name}? It replaces the present one from the \
             next question on."
        );
        let yes = vec![UiAct::SavePrompt(name, prompt)];
        vec![UiAct::Push(Box::new(ConfirmOverlay::new(controls::clean(&asked), yes)))]
    }

    fn choose(&mut self, by: isize, view: &ViewContext<'_>) {
        let last = view.session.attempts(self.first).len().saturating_sub(1);
        self.chosen = self.chosen.min(last).saturating_add_signed(by).min(last);
        self.scroll.top = 0;
        if let Some(draft) = view.texts.draft(self.first, self.chosen) {
            let prompt = draft.prompt.clone();
            self.set(&prompt);
        }
    }

    fn key_in_editor(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        let with = |modifier| key.modifiers.contains(modifier);
        match key.code {
            KeyCode::Esc if view.session.attempts(self.first).is_empty() => {
                return vec![UiAct::Pop];
            }
            KeyCode::Esc => {
                self.editing = false;
                self.problem = None;
            }
            KeyCode::Char('s') if with(KeyModifiers::CONTROL) => return self.send(view),
            KeyCode::Enter if with(KeyModifiers::ALT) || with(KeyModifiers::CONTROL) => {
                return self.send(view);
            }
            _ => {
                if self.editor.input(key) {
                    self.problem = None;
                }
            }
        }
        Vec::new()
    }

    fn key_in_comparison(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return vec![UiAct::Pop],
            KeyCode::Char('e') => match askable(view) {
                Ok(()) => self.editing = true,
                Err(why) => return vec![UiAct::Toast(MessageTone::Warning, why)],
            },
            KeyCode::Char('s') => return self.save(view),
            KeyCode::Char('y') => {
                let draft = view.texts.draft(self.first, self.chosen);
                return draft.map(|draft| UiAct::Copy(draft.prompt.clone())).into_iter().collect();
            }
            KeyCode::Enter => {
                let chosen = view.session.attempts(self.first).get(self.chosen);
                let exchange = chosen.and_then(|chosen| chosen.rounds.last());
                let exchange =
                    exchange.map(|round| ExchangeOverlay::new(round.asked.exchange, view));
                return exchange.map(|one| UiAct::Push(Box::new(one))).into_iter().collect();
            }
            KeyCode::Left | KeyCode::Char('[') => self.choose(-1, view),
            KeyCode::Right | KeyCode::Char(']') => self.choose(1, view),
            _ => {
                self.scroll.key(key);
            }
        }
        Vec::new()
    }

    fn draw_editor(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let message = "The question is asked again with this prompt; all else stays as it was. The session \
                    goes on meanwhile, and nothing is performed.";
        let message = controls::wrapped(message, usize::from(area.width));
        let above = u16::try_from(message.len()).unwrap_or(0).min(area.height / 4);
        let [head, text, foot] = Layout::vertical([
            Constraint::Length(above),
            Constraint::Fill(1),
            Constraint::Length(1),
        ])
        .areas(area);
        for (line, y) in message.into_iter().zip(head.y..head.bottom()) {
            let row = Rect { y, height: 1, ..head };
            frame.render_widget(Line::styled(line, theme.fg(theme.muted)), row);
        }
        self.editor.set_style(theme.base());
        self.editor.set_cursor_line_style(theme.base());
        self.editor.set_cursor_style(theme.base().add_modifier(Modifier::REVERSED));
        self.editor.set_selection_style(theme.selection());
        self.editor.set_line_number_style(theme.fg(theme.muted));
        frame.render_widget(&self.editor, text);
        let line = match &self.problem {
            Some(problem) => Line::styled(format!("! {problem}"), theme.fg(theme.warning)),
            None => Line::styled("Ctrl-S asks, Esc leaves", theme.fg(theme.muted)),
        };
        frame.render_widget(line, foot);
    }

    fn draw_comparison(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let Some(old) = view.session.question(self.first) else { return };
        let attempts = view.session.attempts(self.first);
        let chosen = attempts.get(self.chosen);
        let missing = match view.texts.latest(self.first) {
            // A newer warning says why there is no reply.
            Some(draft) if chosen.is_none() => view.session.facts.messages.get(draft.warnings),
            _ => None,
        };
        let missing = missing.map(|(_, warned)| warned.what.as_str());
        let sides = compare::ComparedSides { old, new: chosen, missing, count: attempts.len() };
        let place = self.chosen;
        let foot = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        let area = Rect { height: area.height.saturating_sub(1), ..area };
        if area.width >= SIDE_BY_SIDE {
            compare::beside(frame, area, &sides, place, &mut self.scroll, view);
        } else {
            compare::below(frame, area, &sides, place, &mut self.scroll, view);
        }
        frame.render_widget(self.foot(attempts, view), foot.intersection(frame.area()));
    }
}

impl AskAgainOverlay {
    /// All attempts with how they ended, the chosen one marked.
    fn foot(&self, attempts: &[ModelQuestion], view: &ViewContext<'_>) -> Line<'static> {
        let theme = view.theme;
        let muted = theme.fg(theme.muted);
        let mut spans = vec![Span::styled("attempts ", muted)];
        for (place, attempt) in attempts.iter().enumerate() {
            let (sign, paint) = match attempt.status() {
                QuestionStatus::Open => ("…", theme.proposed),
                QuestionStatus::Accepted => ("✓", theme.good),
                QuestionStatus::Refused => ("✗", theme.bad),
                _ => ("!", theme.warning),
            };
            let chosen = place == self.chosen;
            let style = if chosen { theme.selection() } else { theme.fg(paint) };
            spans.push(Span::styled(format!(" {}{sign} ", place + 1), style));
        }
        spans.push(Span::styled(format!("  {}", self.scroll.position()), muted));
        Line::from(spans)
    }
}

/// The prompt to begin with: the one that was sent last, else the present one.
fn prompt(
    first: ExchangeId,
    question: &ModelQuestion,
    view: &ViewContext<'_>,
) -> Result<String, String> {
    if let Some(draft) = view.texts.latest(first) {
        return Ok(draft.prompt.clone());
    }
    match view.texts.text(&TextSource::Prompt(question.query.clone())) {
        TextLookup::There(text) => Ok(text.whole.clone()),
        TextLookup::Coming => Err("the prompt is still being read; try once more".into()),
        TextLookup::Missing => {
            Err(format!("there is no prompt {:?} in this program", question.query))
        }
    }
}

/// The reason why no model can be asked now.
fn askable(view: &ViewContext<'_>) -> Result<(), String> {
    if !view.running || matches!(view.session.phase, EnginePhase::Ended(_)) {
        return Err(NO_ENGINE.into());
    }
    if view.session.chat_model().is_none() {
        return Err("no model is configured, so nothing can be asked again".into());
    }
    Ok(())
}

impl OverlayLayer for AskAgainOverlay {
    fn title(&self) -> String {
        format!("Ask {} again", self.first)
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width, room.height.saturating_sub(1))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        if self.editing {
            return vec![("^s M-Enter", "ask"), ("Enter", "new line"), ("Esc", "leave")];
        }
        vec![
            ("e", "edit the prompt"),
            ("← →", "attempts"),
            ("s", "keep as my prompt"),
            ("Enter", "all of it"),
            ("↑ ↓", "scroll"),
            ("y", "copy the prompt"),
            ("Esc", "close"),
        ]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        if self.editing { self.key_in_editor(key, view) } else { self.key_in_comparison(key, view) }
    }

    fn paste(&mut self, text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if self.editing {
            self.insert(text);
            self.problem = None;
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, _area: Rect, _view: &ViewContext<'_>) -> Vec<UiAct> {
        if let MouseInput::Wheel { notches, .. } = mouse {
            if self.editing {
                self.editor.scroll((i16::try_from(notches).unwrap_or(0), 0));
            } else {
                self.scroll.wheel(notches);
            }
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        if self.editing {
            self.draw_editor(frame, area, view);
        } else {
            self.draw_comparison(frame, area, view);
        }
    }
}

#[cfg(test)]
mod tests;
