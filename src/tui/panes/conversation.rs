//! The Conversation pane: the whole dialogue with a voice app up to the shown moment, the newest at
//! the bottom.
//!
//! The pane follows the shown moment until it is scrolled. Only turns in sight are built.

mod turn;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::session::EnginePhase;
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::dialogue::{self, TurnCause};
use crate::tui::pane::{MessageTone, MouseInput, Pane, PaneId, UiAct};
use crate::tui::view::ViewContext;

/// The most turns that are copied at once.
const COPIED: usize = 500;

/// The position of the last line that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ConversationAnchor {
    moment: usize,
    /// Lines of that turn below the last one shown.
    below: usize,
}

/// The Conversation pane.
#[derive(Default)]
pub struct ConversationPane {
    /// Where the tester scrolled to; `None` follows the shown moment.
    scrolled: Option<ConversationAnchor>,
    /// The shown moment that `scrolled` was left from: scrubbing follows again.
    left_at: usize,
    columns: usize,
    height: usize,
    /// The moment of each line that was drawn last.
    lines: Vec<usize>,
}

impl ConversationPane {
    /// Scrubbing brings what it shows into sight; a run that goes on does not take away what is
    /// being read.
    fn follow(&mut self, view: &ViewContext<'_>) {
        let shown = shown(view);
        if !view.live && self.left_at != shown {
            self.scrolled = None;
        }
        self.left_at = shown;
    }

    fn place(&self, view: &ViewContext<'_>) -> ConversationAnchor {
        let shown = shown(view);
        let end = ConversationAnchor { moment: shown, below: 0 };
        self.scrolled.filter(|place| place.moment <= shown).unwrap_or(end)
    }

    /// The lines above and including `place`: at most `height`, as many as there are.
    fn visible(
        &self,
        place: ConversationAnchor,
        height: usize,
        view: &ViewContext<'_>,
    ) -> Vec<(usize, Line<'static>)> {
        let mut upwards = Vec::with_capacity(height);
        let mut below = place.below;
        for moment in (0..=place.moment).rev() {
            let lines = turn::lines(moment, self.columns, view);
            let lines = lines.into_iter().rev().skip(below).map(|line| (moment, line));
            upwards.extend(lines.take(height - upwards.len()));
            if upwards.len() == height {
                break;
            }
            below = 0;
        }
        upwards.reverse();
        upwards
    }

    fn length(&self, moment: usize, view: &ViewContext<'_>) -> usize {
        turn::lines(moment, self.columns, view).len()
    }

    /// Scrolls by so many lines; negative is up, towards the beginning.
    fn scroll(&mut self, by: isize, view: &ViewContext<'_>) {
        let mut place = self.place(view);
        for _ in 0..by.unsigned_abs() {
            let next = if by < 0 { self.above(place, view) } else { self.below(place, view) };
            let Some(next) = next else { break };
            place = next;
        }
        let end = ConversationAnchor { moment: shown(view), below: 0 };
        self.scrolled = (place != end).then_some(place);
    }

    /// One line further up; `None` if the beginning is in sight.
    fn above(
        &self,
        place: ConversationAnchor,
        view: &ViewContext<'_>,
    ) -> Option<ConversationAnchor> {
        // Near the beginning alone it takes the lines to tell whether it is in sight.
        if place.moment <= self.height
            && self.visible(place, self.height + 1, view).len() <= self.height
        {
            return None;
        }
        if place.below + 1 < self.length(place.moment, view) {
            return Some(ConversationAnchor { below: place.below + 1, ..place });
        }
        Some(ConversationAnchor { moment: place.moment.checked_sub(1)?, below: 0 })
    }

    fn below(
        &self,
        place: ConversationAnchor,
        view: &ViewContext<'_>,
    ) -> Option<ConversationAnchor> {
        if place.below > 0 {
            return Some(ConversationAnchor { below: place.below - 1, ..place });
        }
        let moment = place.moment + 1;
        (moment <= shown(view)).then(|| ConversationAnchor {
            moment,
            below: self.length(moment, view).saturating_sub(1),
        })
    }

    fn show_beginning(&mut self, view: &ViewContext<'_>) {
        let mut lines = 0;
        for moment in 0..=shown(view) {
            lines += self.length(moment, view);
            if lines >= self.height {
                self.scrolled = Some(ConversationAnchor { moment, below: lines - self.height });
                return;
            }
        }
        self.scrolled = None;
    }
}

impl Pane for ConversationPane {
    fn id(&self) -> PaneId {
        PaneId::Screen
    }

    fn subtitle(&self, view: &ViewContext<'_>) -> String {
        let Some(moment) = view.moment() else { return String::new() };
        let time = controls::clock(moment.at_ms);
        let over = if is_over(view) { " · ended" } else { "" };
        let rest = format!("{time}{over}");
        // The width is unknown before the first draw; the border cuts what is too long.
        let columns = if self.columns == 0 { 80 } else { self.columns };
        let room = columns.saturating_sub(17 + rest.chars().count() + 3);
        let app = view.session.facts.app.as_ref().map_or("", |app| &app.package);
        if room < 4 || app.is_empty() {
            return rest;
        }
        format!("{} · {rest}", controls::cut(&controls::clean(app), room))
    }

    fn commands(&self, view: &ViewContext<'_>) -> Vec<UiCommand> {
        let mut commands = Vec::new();
        if view.moment().is_some() {
            commands.extend([UiCommand::Up, UiCommand::Down, UiCommand::Copy]);
        }
        if self.scrolled.is_some() {
            commands.insert(0, UiCommand::Bottom);
        }
        commands
    }

    fn update(&mut self, command: UiCommand, view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        match command {
            UiCommand::Top => self.show_beginning(view),
            UiCommand::Bottom => self.scrolled = None,
            UiCommand::Left | UiCommand::Right => {}
            UiCommand::Open => return Some(vec![UiAct::Run(UiCommand::Say)]),
            UiCommand::Copy => {
                let text = text(view);
                return Some(text.map(UiAct::Copy).into_iter().collect());
            }
            UiCommand::ScreenView => {
                let why = "a voice app has no picture: the conversation is all there is";
                return Some(vec![UiAct::Toast(MessageTone::Warning, why.into())]);
            }
            _ => self.scroll(command.rows(self.height)?, view),
        }
        Some(Vec::new())
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        match mouse {
            MouseInput::Wheel { notches, .. } => {
                self.scroll(isize::try_from(notches).unwrap_or(0) * 3, view);
            }
            MouseInput::Click { at, double: true, .. } => {
                let row = usize::from(at.y.saturating_sub(area.y));
                if let Some(moment) = self.lines.get(row).filter(|place| **place != shown(view)) {
                    return vec![UiAct::Show(Some(*moment))];
                }
            }
            MouseInput::Click { .. } | MouseInput::Drag { .. } => {}
        }
        Vec::new()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        self.follow(view);
        self.columns = usize::from(area.width);
        self.height = usize::from(area.height);
        self.lines.clear();
        if area.is_empty() {
            return;
        }
        let drawn = if view.moment().is_none() {
            let text = match view.session.phase {
                EnginePhase::Ended(_) => "The session ended before anything was said.",
                _ => "The app is being opened; nothing was said yet.",
            };
            let style = view.theme.fg(view.theme.muted);
            let lines = controls::wrapped(text, self.columns);
            lines.into_iter().map(|line| (0, Line::styled(line, style))).collect()
        } else {
            self.visible(self.place(view), self.height, view)
        };
        for ((moment, line), y) in drawn.into_iter().zip(area.top()..area.bottom()) {
            frame.render_widget(line, Rect { y, height: 1, ..area });
            self.lines.push(moment);
        }
    }
}

/// The shown moment's place; the last one at most.
fn shown(view: &ViewContext<'_>) -> usize {
    view.shown.moment.min(view.session.moments.len().saturating_sub(1))
}

/// True if the app ended the session with it.
fn is_over(view: &ViewContext<'_>) -> bool {
    let spoken = view.screen().and_then(|screen| screen.dialogue());
    match (spoken, view.moment()) {
        (Some(spoken), _) => !spoken.open,
        (None, Some(moment)) => dialogue::is_over(view.session, moment),
        (None, None) => false,
    }
}

/// The dialogue since the session with the app was opened last, up to the shown moment.
fn text(view: &ViewContext<'_>) -> Option<String> {
    let mut turns = Vec::new();
    for place in (0..=shown(view)).rev().take(COPIED) {
        let moment = view.session.moments.get(place)?;
        let said = moment.observed.said.as_deref().unwrap_or_default();
        turns.push(format!("app: {}", controls::clean(said)));
        match dialogue::cause(view.session, place) {
            TurnCause::Opening => break,
            TurnCause::Done(_, reviewed, action) => {
                let Some(words) = dialogue::words(action) else { break };
                turns.push(format!("{}: {}", dialogue::speaker(reviewed), controls::clean(words)));
            }
            TurnCause::Nothing => {}
        }
    }
    turns.reverse();
    Some(turns.join("\n"))
}

#[cfg(test)]
mod tests;
