//! One exchange with a model, whole: prompt, reply, checks, what the prompt was made from, and its
//! template. From here it is asked again with an edited prompt.

mod sections;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use self::sections::ExchangeSection;
pub use self::sections::used;
use super::AskAgainOverlay;
use crate::protocol::ExchangeId;
use crate::session::ModelExchange;
use crate::tui::controls;
use crate::tui::controls::reading::TextReading;
use crate::tui::pane::{MessageTone, MouseInput, OverlayLayer, UiAct};
use crate::tui::view::ViewContext;

/// One exchange, whole.
pub struct ExchangeOverlay {
    exchange: ExchangeId,
    section: ExchangeSection,
    reading: TextReading,
}

impl ExchangeOverlay {
    /// Shows `exchange`, its reply first: the prompt is long and mostly the same.
    pub fn new(exchange: ExchangeId, view: &ViewContext<'_>) -> Self {
        if let Some(question) = view.session.question(exchange) {
            view.texts.forget_prompt(&question.query);
        }
        Self { exchange, section: ExchangeSection::Reply, reading: TextReading::default() }
    }

    /// Shows the latest exchange of the shown moment.
    ///
    /// # Errors
    /// If no model was asked then; the text is for the tester.
    pub fn of_moment(view: &ViewContext<'_>) -> Result<Self, String> {
        let latest = view.moment().and_then(|moment| {
            moment.questions().rev().find_map(|question| question.rounds.last())
        });
        match latest {
            Some(round) => Ok(Self::new(round.asked.exchange, view)),
            None => Err("no model was asked in this step".into()),
        }
    }

    fn show(&mut self, exchange: ExchangeId) {
        if exchange != self.exchange {
            self.exchange = exchange;
            self.reading.scroll.top = 0;
        }
    }

    fn turn(&mut self, section: ExchangeSection) {
        if section != self.section {
            self.section = section;
            self.reading.scroll.top = 0;
        }
    }

    /// The next exchange of the session, or the one before.
    fn step(&mut self, forward: bool, view: &ViewContext<'_>) -> Vec<UiAct> {
        let order = view.session.exchanges.order();
        let place = order.iter().position(|exchange| *exchange == self.exchange);
        let next = match (place, forward) {
            (Some(place), true) => order.get(place + 1),
            (Some(place), false) => place.checked_sub(1).and_then(|place| order.get(place)),
            (None, _) => order.last(),
        };
        match next {
            Some(next) => self.show(*next),
            None => return vec![at_end(forward, "exchange")],
        }
        Vec::new()
    }

    /// The first exchange of the next step that has any, or of the step before.
    fn leap(&mut self, forward: bool, view: &ViewContext<'_>) -> Vec<UiAct> {
        let order = view.session.exchanges.order();
        let moment = |exchange: &ExchangeId| view.session.moment_of(*exchange);
        let here = moment(&self.exchange);
        let next = if forward {
            order.iter().find(|exchange| moment(exchange) > here)
        } else {
            let before = order.iter().rfind(|exchange| moment(exchange) < here).and_then(moment);
            order.iter().find(|exchange| before.is_some() && moment(exchange) == before)
        };
        match next {
            Some(next) => self.show(*next),
            None => return vec![at_end(forward, "step with exchanges")],
        }
        Vec::new()
    }

    fn copy(&self, view: &ViewContext<'_>) -> Vec<UiAct> {
        let round = view.session.exchange(self.exchange);
        let text = round.and_then(|round| sections::whole(self.section, round, view));
        match text {
            Some(text) => vec![UiAct::Copy(text)],
            None => {
                vec![UiAct::Toast(MessageTone::Warning, "there is nothing to copy here yet".into())]
            }
        }
    }

    /// Opens the editor on the prompt, or what asking again brought so far.
    fn again(&self, compare: bool, view: &ViewContext<'_>) -> Vec<UiAct> {
        match AskAgainOverlay::open(self.exchange, compare, view) {
            Ok(again) => vec![UiAct::Push(Box::new(again))],
            Err(why) => vec![UiAct::Toast(MessageTone::Warning, why)],
        }
    }

    /// The exchange's place in its step and session, and its cost, wrapped.
    fn head(&self, round: &ModelExchange, columns: usize, view: &ViewContext<'_>) -> Vec<String> {
        let order = view.session.exchanges.order();
        let moment = view.session.moment_of(self.exchange);
        let of_step: Vec<_> =
            order.iter().filter(|exchange| view.session.moment_of(**exchange) == moment).collect();
        let place = of_step.iter().position(|exchange| **exchange == self.exchange);
        let place = place.map_or(String::new(), |place| {
            format!("{} of {} in step {}", place + 1, of_step.len(), round.asked.step)
        });
        let message = sections::summary(round);
        controls::wrapped(&controls::clean(&controls::joined([place.as_str(), &message])), columns)
    }

    fn tabs(&self, columns: usize, view: &ViewContext<'_>) -> Line<'static> {
        let theme = view.theme;
        let wide: usize =
            ExchangeSection::ALL.iter().map(|section| section.title().width() + 4).sum();
        let spans = ExchangeSection::ALL.iter().enumerate().map(|(place, section)| {
            let here = *section == self.section;
            let style = if here { theme.selection() } else { theme.fg(theme.muted) };
            // If there is no room for all names, only the one that is shown has its name.
            let title = if wide <= columns || here { section.title() } else { "" };
            Span::styled(format!(" {} ", format!("{} {title}", place + 1).trim_end()), style)
        });
        Line::from_iter(spans)
    }
}

fn at_end(forward: bool, what: &str) -> UiAct {
    let end = if forward { "latest" } else { "first" };
    UiAct::Toast(MessageTone::Warning, format!("this is the {end} {what}"))
}

impl OverlayLayer for ExchangeOverlay {
    fn title(&self) -> String {
        format!("Exchange {}", self.exchange)
    }

    fn size(&self, room: Rect, _view: &ViewContext<'_>) -> (u16, u16) {
        (room.width, room.height.saturating_sub(1))
    }

    fn hints(&self) -> Vec<(&'static str, &'static str)> {
        if self.reading.is_typing() {
            return vec![("Enter", "done"), ("Esc", "forget")];
        }
        let own = [
            ("Tab 1-5", "part"),
            ("[ ]", "exchange"),
            ("{ }", "step"),
            ("e", "ask again"),
            ("c", "compare"),
            ("/", "search"),
            ("y", "copy"),
            ("Esc", "close"),
        ];
        own.to_vec()
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Vec<UiAct> {
        if self.reading.is_typing() {
            self.reading.key(key);
            return Vec::new();
        }
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return vec![UiAct::Pop],
            KeyCode::Char('y') => return self.copy(view),
            KeyCode::Char('e') => return self.again(false, view),
            KeyCode::Char('c') => return self.again(true, view),
            KeyCode::Char(']') => return self.step(true, view),
            KeyCode::Char('[') => return self.step(false, view),
            KeyCode::Char('}') => return self.leap(true, view),
            KeyCode::Char('{') => return self.leap(false, view),
            KeyCode::Tab | KeyCode::Right | KeyCode::Char('l') => self.turn(self.section.next(1)),
            KeyCode::BackTab | KeyCode::Left | KeyCode::Char('h') => {
                self.turn(self.section.next(ExchangeSection::ALL.len() - 1));
            }
            KeyCode::Char(digit @ '1'..='5') => {
                let place = usize::from(digit as u8 - b'1');
                self.turn(ExchangeSection::ALL.get(place).copied().unwrap_or(self.section));
            }
            _ => {
                self.reading.key(key);
            }
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str, _view: &ViewContext<'_>) -> Vec<UiAct> {
        self.reading.paste(text);
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        match mouse {
            MouseInput::Wheel { notches, .. } => self.reading.scroll.wheel(notches),
            MouseInput::Click { at: Position { x, y }, .. } => {
                let columns = usize::from(area.width);
                let rows = view
                    .session
                    .exchange(self.exchange)
                    .map_or(0, |round| self.head(round, columns, view).len());
                if usize::from(y.saturating_sub(area.y)) != rows {
                    return Vec::new();
                }
                let mut left = usize::from(x.saturating_sub(area.x));
                for (section, span) in
                    ExchangeSection::ALL.iter().zip(self.tabs(columns, view).spans)
                {
                    if left < span.width() {
                        self.turn(*section);
                        break;
                    }
                    left -= span.width();
                }
            }
            MouseInput::Drag { .. } => {}
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let Some(round) = view.session.exchange(self.exchange) else { return };
        let columns = usize::from(area.width);
        let mut y = area.y;
        for line in self.head(round, columns, view) {
            let row = Rect { y, height: 1, ..area }.intersection(area);
            frame.render_widget(Line::styled(line, theme.fg(theme.text)), row);
            y += 1;
        }
        frame.render_widget(
            self.tabs(columns, view),
            Rect { y, height: 1, ..area }.intersection(area),
        );
        // The prompt is asked for now, so that the editor has it at once.
        sections::prefetch(round, view);
        self.reading.set(sections::passages(self.section, round, view));
        let below = Rect { y: y + 1, height: area.bottom().saturating_sub(y + 1), ..area };
        self.reading.draw(frame, below, theme);
    }
}

#[cfg(test)]
mod tests;
