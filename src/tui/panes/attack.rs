//! The Attack pane: the fields of the form that is attacked with what they demand, what comes next, what
//! each input did, and what a model wrote. The tester edits demands and inputs in its last row.

mod entry;
mod rows;
#[cfg(test)]
mod tests;

use crossterm::event::{KeyEvent, MouseButton};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use self::entry::AttackEntry;
use self::rows::{AttackRow, RowSubject};
use crate::protocol::{AttackRequest, Op};
use crate::session::SessionAttack;
use crate::tui::command::UiCommand;
use crate::tui::controls;
use crate::tui::controls::scroll::{ScrollOffset, moved};
use crate::tui::overlays::ReaderOverlay;
use crate::tui::pane::{MessageTone, MouseInput, Pane, PaneId, UiAct};
use crate::tui::view::ViewContext;

/// What is shown before any form was attacked.
const NOTHING: &str = "No form was attacked yet. F attacks the form on the screen, under any \
                       explorer: first with a valid input, then with texts that may crash the app.";

/// The Attack pane.
#[derive(Default)]
pub struct AttackPane {
    /// The selected row.
    selected: Option<RowSubject>,
    entry: Option<AttackEntry>,
    scroll: ScrollOffset,
}

/// The attack of the session.
fn attack<'a>(view: &ViewContext<'a>) -> Option<&'a SessionAttack> {
    view.session.facts.attack.as_ref()
}

/// True if the attack can be changed now.
fn is_open(view: &ViewContext<'_>) -> bool {
    let goes_on = attack(view).is_some_and(|attack| attack.ended.is_none());
    goes_on && view.running && view.replay.is_none()
}

fn request(request: AttackRequest) -> Vec<UiAct> {
    vec![UiAct::Op(Op::Attack { request })]
}

impl AttackPane {
    fn rows(view: &ViewContext<'_>) -> Vec<AttackRow> {
        attack(view).map(rows::rows).unwrap_or_default()
    }

    fn selected_row(&self, view: &ViewContext<'_>) -> Option<AttackRow> {
        let selected = self.selected?;
        Self::rows(view).into_iter().find(|row| row.subject == Some(selected))
    }

    /// Moves the selection by so many rows, headings left out.
    fn step(&mut self, by: isize, view: &ViewContext<'_>) {
        let rows = Self::rows(view);
        let subjects: Vec<(usize, RowSubject)> =
            rows.iter().enumerate().filter_map(|(at, row)| Some((at, row.subject?))).collect();
        let Some(last) = subjects.len().checked_sub(1) else { return };
        let now = subjects.iter().position(|(_, subject)| Some(*subject) == self.selected);
        let (at, subject) = subjects[moved(now, by, last)];
        self.selected = Some(subject);
        self.scroll.show(at);
    }

    /// Edits what is selected, or reads it if it cannot be edited.
    fn open(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        let Some(row) = self.selected_row(view) else { return Vec::new() };
        let Some(attack) = attack(view) else { return Vec::new() };
        if is_open(view)
            && let Some(subject) = row.subject
        {
            if let RowSubject::Coming(id) = subject
                && AttackEntry::is_cut(id, attack)
            {
                let what = "it is too long to edit here: select its field and press + to type a text of your own";
                let mut acts = vec![UiAct::Toast(MessageTone::Warning, what.into())];
                acts.extend(read(row.reading));
                return acts;
            }
            self.entry = AttackEntry::of(subject, attack);
            if self.entry.is_some() {
                return Vec::new();
            }
        }
        read(row.reading)
    }

    /// A text of the tester's own for the selected field, or a relation.
    fn add(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        let Some(attack) = attack(view).filter(|_| is_open(view)) else { return closed() };
        let own = match self.selected {
            Some(RowSubject::Field(field)) => AttackEntry::own_text(field, attack),
            Some(RowSubject::Relation(_)) => Some(AttackEntry::new_relation()),
            _ => None,
        };
        if own.is_none() {
            let what = "select a field to add a text for it, or a relation to add another one";
            return vec![UiAct::Toast(MessageTone::Warning, what.into())];
        }
        self.entry = own;
        Vec::new()
    }

    /// Sends the selected input next.
    fn send_next(&self, view: &ViewContext<'_>) -> Vec<UiAct> {
        match self.selected {
            Some(RowSubject::Coming(input)) if is_open(view) => {
                request(AttackRequest::SendNext { input })
            }
            _ if !is_open(view) => closed(),
            _ => vec![UiAct::Toast(MessageTone::Warning, "no coming input is selected".into())],
        }
    }

    /// Leaves the selected input out, or forbids the selected relation.
    fn strike(&mut self, view: &ViewContext<'_>) -> Vec<UiAct> {
        let Some(attack) = attack(view).filter(|_| is_open(view)) else { return closed() };
        match self.selected {
            Some(RowSubject::Coming(input)) => {
                let coming: Vec<_> = attack.plan.coming.iter().map(|input| input.id).collect();
                let at = coming.iter().position(|id| *id == input).unwrap_or_default();
                // The row goes away: the next one can be skipped by the same key.
                let next = coming.get(at + 1).or_else(|| coming.get(at.checked_sub(1)?));
                self.selected = next.map(|id| RowSubject::Coming(*id));
                request(AttackRequest::Skip { input })
            }
            Some(RowSubject::Relation(at)) => {
                let mut relations = attack.plan.relations.clone();
                if at < relations.len() {
                    relations.remove(at);
                }
                request(AttackRequest::Relate { relations })
            }
            Some(RowSubject::Field(field)) => {
                request(AttackRequest::Demand { field, demands: "any text".into() })
            }
            _ => Vec::new(),
        }
    }
}

/// Opens what is to be read, by title and text.
fn read(reading: Option<(String, String)>) -> Vec<UiAct> {
    let open = |(title, text)| UiAct::Push(Box::new(ReaderOverlay::new(title, text)));
    reading.map(open).into_iter().collect()
}

fn closed() -> Vec<UiAct> {
    vec![UiAct::Toast(MessageTone::Warning, "no attack goes on".into())]
}

impl Pane for AttackPane {
    fn id(&self) -> PaneId {
        PaneId::Attack
    }

    fn subtitle(&self, view: &ViewContext<'_>) -> String {
        let Some(attack) = attack(view) else { return String::new() };
        let state = if attack.ended.is_some() { ", ended" } else { "" };
        let sent = attack.tried.iter().filter(|tried| !tried.shortening).count();
        let form = controls::cut(&controls::clean(&attack.form), 24);
        // Narrow panes cut what is last.
        format!("{sent} sent, {} crashed{state} · {form}", attack.crashes())
    }

    fn commands(&self, view: &ViewContext<'_>) -> Vec<UiCommand> {
        let mut commands = Vec::new();
        if attack(view).is_none() {
            return commands;
        }
        if self.selected.is_some() {
            commands.push(UiCommand::Open);
        }
        if is_open(view) {
            if matches!(self.selected, Some(RowSubject::Coming(_))) {
                commands.push(UiCommand::SendNext);
            }
            commands.extend([UiCommand::AddInput, UiCommand::Strike, UiCommand::EndAttack]);
        }
        commands.extend([UiCommand::Up, UiCommand::Down]);
        commands
    }

    fn update(&mut self, command: UiCommand, view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        match command {
            UiCommand::Top => self.step(isize::MIN, view),
            UiCommand::Bottom => self.step(isize::MAX, view),
            UiCommand::Open => return Some(self.open(view)),
            UiCommand::AddInput => return Some(self.add(view)),
            UiCommand::SendNext => return Some(self.send_next(view)),
            UiCommand::Strike => return Some(self.strike(view)),
            UiCommand::EndAttack if is_open(view) => return Some(request(AttackRequest::End)),
            UiCommand::EndAttack => return Some(closed()),
            _ => self.step(command.rows(self.scroll.height())?, view),
        }
        Some(Vec::new())
    }

    fn captures(&self) -> bool {
        self.entry.is_some()
    }

    fn key(&mut self, key: KeyEvent, view: &ViewContext<'_>) -> Option<Vec<UiAct>> {
        let attack = attack(view)?;
        let (done, acts) = self.entry.as_mut()?.key(key, attack);
        if done {
            self.entry = None;
        }
        Some(acts)
    }

    fn paste(&mut self, text: &str) {
        if let Some(entry) = &mut self.entry {
            entry.paste(text);
        }
    }

    fn mouse(&mut self, mouse: MouseInput, area: Rect, view: &ViewContext<'_>) -> Vec<UiAct> {
        match mouse {
            MouseInput::Click { button: MouseButton::Left, at, double } if self.entry.is_none() => {
                let row = self.scroll.top + usize::from(at.y.saturating_sub(area.y));
                let rows = Self::rows(view);
                let Some(subject) = rows.get(row).and_then(|row| row.subject) else {
                    return Vec::new();
                };
                self.selected = Some(subject);
                if double { self.open(view) } else { Vec::new() }
            }
            MouseInput::Wheel { notches, .. } => {
                self.scroll.wheel(notches);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, view: &ViewContext<'_>) {
        let theme = view.theme;
        let Some(_) = attack(view) else {
            let lines = controls::wrapped(NOTHING, usize::from(area.width)).into_iter();
            let lines: Vec<Line<'_>> =
                lines.map(|line| Line::styled(line, theme.fg(theme.muted))).collect();
            frame.render_widget(Paragraph::new(lines), area);
            return;
        };
        let below = u16::from(self.entry.is_some()).min(area.height);
        let list = Rect { height: area.height - below, ..area };
        let rows = Self::rows(view);
        self.scroll.fit(rows.len(), list.height);
        let focused = view.focus == PaneId::Attack;
        let line = |row: &AttackRow| {
            let is_selected = focused && row.subject.is_some() && row.subject == self.selected;
            row.line(usize::from(list.width), is_selected, theme)
        };
        let shown = rows.iter().skip(self.scroll.top).take(usize::from(list.height));
        frame.render_widget(Paragraph::new(shown.map(line).collect::<Vec<_>>()), list);
        if let Some(entry) = &self.entry {
            let row = Rect { y: list.bottom(), height: below, ..area };
            frame.render_widget(entry.line(usize::from(row.width), theme), row);
        }
    }
}
