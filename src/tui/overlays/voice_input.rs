//! Saying something to a voice app: one line, completed from what can be said here and from what
//! was said before.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::domain::{Action, speech};
use crate::tui::controls;
use crate::tui::controls::fuzzy::{self, MatchMode};
use crate::tui::controls::input::LineInput;
use crate::tui::controls::picker::{self, ListPicker, PickerClick};
use crate::tui::dialogue::{self, InputSource};
use crate::tui::pane::{MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// The most characters of one spoken input.
const LONGEST: usize = 1_000;

/// Something that completes the line.
struct SayCompletion {
    words: String,
    /// Where it comes from; `None` if it was only said before.
    source: Option<InputSource>,
}

/// The line, with what completes it below.
pub struct VoiceInputOverlay {
    title: &'static str,
    line: LineInput,
    /// What the tester typed, which the line is completed from.
    typed: String,
    /// The moment whose inputs are listed.
    moment: usize,
    offered: usize,
    before: Vec<String>,
    completions: Vec<SayCompletion>,
    picker: ListPicker,
    /// True if the line holds what is marked in the list.
    completed: bool,
    problem: Option<String>,
}

/// True if what waits to be edited is something to say.
pub fn edits(view: &ViewContext<'_>) -> bool {
    let waiting = view.session.waiting();
    waiting.is_some_and(|reviewed| dialogue::words(&reviewed.proposal.action).is_some())
}

impl VoiceInputOverlay {
    /// An empty line.
    ///
    /// # Errors
    /// If the target is no voice app, or the past is shown.
    pub fn new(view: &ViewContext<'_>) -> Result<Self, String> {
        if !view.surface.is_dialogue() {
            return Err("only voice apps can be spoken to".into());
        }
        super::form::refuse_in_the_past(view)?;
        let mut say = Self {
            title: "Say something",
            line: LineInput::default(),
            typed: String::new(),
            moment: usize::MAX,
            offered: 0,
            before: dialogue::said_before(view.session),
            completions: Vec::new(),
            picker: ListPicker::default(),
            completed: false,
            problem: None,
        };
        say.refresh(view);
        Ok(say)
    }

    /// The words that wait, to be changed.
    ///
    /// # Errors
    /// If nothing waits, or the past is shown.
    pub fn edit(view: &ViewContext<'_>) -> Result<Self, String> {
        let mut say = Self::new(view)?;
        let waiting = view.session.waiting().ok_or("no proposal waits for a decision now")?;
        say.title = "Edit what is said";
        say.line = LineInput::new(&controls::clean(
            dialogue::words(&waiting.proposal.action).unwrap_or(""),
        ));
        Ok(say)
    }

    /// Lists what completes `typed`, the best first.
    fn refresh(&mut self, view: &ViewContext<'_>) {
        let inputs = dialogue::inputs(view);
        if self.moment != view.shown.moment || self.offered != inputs.len() {
            self.moment = view.shown.moment;
            self.offered = inputs.len();
            let here = inputs.iter().filter_map(|input| {
                let words = controls::clean(dialogue::words(&input.action)?);
                Some(SayCompletion { words, source: Some(input.source) })
            });
            let mut completions: Vec<SayCompletion> = here.collect();
            for words in &self.before {
                let normal = speech::normal(words);
                if !completions.iter().any(|known| speech::normal(&known.words) == normal) {
                    completions.push(SayCompletion { words: controls::clean(words), source: None });
                }
            }
            self.completions = completions;
            self.picker = ListPicker::default();
            self.completed = false;
        }
        if self.picker.filter.text() != self.typed {
            self.picker.filter = LineInput::new(&self.typed);
        }
        let completions = &self.completions;
        self.picker.refresh(completions.len(), |item| {
            completions.get(item).map(|completion| completion.words.clone()).unwrap_or_default()
        });
    }

    /// The line was typed into.
    fn was_typed(&mut self, view: &ViewContext<'_>) {
        self.typed = self.line.text();
        self.completed = false;
        self.problem = None;
        self.refresh(view);
    }

    /// Puts what the list marks into the line.
    fn complete(&mut self) {
        let chosen = self.picker.chosen().and_then(|item| self.completions.get(item));
        if let Some(chosen) = chosen {
            self.line = LineInput::new(&chosen.words);
            self.completed = true;
            self.problem = None;
        }
    }

    fn say(&mut self) -> Vec<UiAct> {
        let words = controls::clean(&self.line.text());
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            self.problem = Some("Say what?".into());
            return Vec::new();
        }
        let length = words.chars().count();
        if length > LONGEST {
            self.problem =
                Some(format!("{length} characters; at most {LONGEST} are said at once."));
            return Vec::new();
        }
        vec![UiAct::Pop, UiAct::Perform(Action::Say { words })]
    }
}

impl OverlayLayer for VoiceInputOverlay {
    fn title(&self) -> String {
        self.title.into()
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width.min(66), room.height.saturating_sub(4).clamp(7, 18))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Enter", "say it"), ("↑ ↓ Tab", "complete"), ("Esc", "leave")]
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        match key.code {
            KeyCode::Esc => return vec![UiAct::Pop],
            KeyCode::Enter => return self.say(),
            // The first press takes what is marked, further ones move.
            KeyCode::Tab | KeyCode::Down if !self.completed => self.complete(),
            KeyCode::Tab => {
                self.picker.move_key(KeyEvent::new(KeyCode::Down, key.modifiers));
                self.complete();
            }
            KeyCode::Up if !self.completed && self.typed.is_empty() => {
                // As in a shell, the line above is what was said last.
                let newest = self.before.first().map(|words| speech::normal(words));
                let said =
                    |completion: &SayCompletion| Some(speech::normal(&completion.words)) == newest;
                if let Some(place) = self.completions.iter().position(said) {
                    self.picker.choose(place);
                    self.complete();
                }
            }
            _ if self.picker.move_key(key) => self.complete(),
            _ => {
                if self.line.key(key) {
                    self.was_typed(view);
                }
            }
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.line.paste(&controls::clean(text));
        self.was_typed(view);
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        self.refresh(view);
        match self.picker.mouse(mouse, picker::list_of(picker::list_of(area))) {
            PickerClick::Nothing => {}
            PickerClick::Selected => self.complete(),
            PickerClick::Opened => {
                self.complete();
                return self.say();
            }
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.refresh(view);
        let theme = view.theme;
        let mut spans = vec![Span::styled(" ◇ ", theme.heading())];
        let columns = usize::from(area.width).saturating_sub(4);
        spans.extend(self.line.spans(columns, true, theme));
        frame.render_widget(Line::from(spans), Rect { height: area.height.min(1), ..area });
        let below = picker::list_of(area);
        let message = match &self.problem {
            Some(problem) => Line::styled(format!(" ! {problem}"), theme.fg(theme.warning)),
            None => Line::styled(effect(view), theme.fg(theme.muted)),
        };
        frame.render_widget(message, Rect { height: below.height.min(1), ..below });
        let (typed, completions) = (&self.typed, &self.completions);
        self.picker.draw_list(frame, picker::list_of(below), theme, |item, columns| {
            let Some(completion) = completions.get(item) else { return Line::default() };
            let source = completion.source.map_or("said before", InputSource::word);
            let room = columns.saturating_sub(source.width() + 2);
            let words = controls::cut(&completion.words, room);
            let gap = " ".repeat(room.saturating_sub(words.width()) + 1);
            let fits = fuzzy::score(MatchMode::Words, typed, &completion.words).is_some();
            let style = if fits { theme.fg(theme.text) } else { theme.fg(theme.muted) };
            let source = Span::styled(source, theme.fg(theme.muted));
            Line::from(vec![Span::styled(words, style), Span::raw(gap), source])
        });
    }
}

/// What saying something does now.
fn effect(view: &ViewContext<'_>) -> &'static str {
    if view.session.waiting().is_some() {
        " is said instead of what is proposed"
    } else {
        " is said at once"
    }
}

#[cfg(test)]
mod tests;
