//! From terminal events to commands, panes and layers.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Margin, Position};

use super::{App, view};
use crate::tui::command::{KeyContext, UiCommand};
use crate::tui::pane::{MouseInput, PaneId, UiAct};

/// Two clicks on one cell within this time are a double click.
const DOUBLE: Duration = Duration::from_millis(400);

/// What is remembered of the mouse.
#[derive(Default)]
pub(super) struct MousePointer {
    last: Option<(Position, Instant)>,
    dragged: Option<Position>,
}

impl App {
    /// Takes one event of the terminal.
    pub fn event(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.paste(&text),
            // A resize only needs the next draw; focus changes nothing.
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if let Some(mut layer) = self.layers.pop() {
            // Quitting works everywhere; the key is the user's, but text input keeps letters.
            let command = self.keymap.command(KeyContext::Pane(self.focus), key);
            let is_control = key.modifiers.contains(crossterm::event::KeyModifiers::CONTROL);
            let acts = match command {
                Some(UiCommand::Quit | UiCommand::Suspend) if is_control => {
                    command.map(UiAct::Run).into_iter().collect()
                }
                _ => layer.key(key, &view(self)),
            };
            self.layers.push(layer);
            self.carry_out(acts);
            return;
        }
        let captured =
            self.with_pane(
                self.focus,
                |pane, view| {
                    if pane.captures() { pane.key(key, view) } else { None }
                },
            );
        if let Some(acts) = captured {
            self.carry_out(acts);
            return;
        }
        let Some(command) = self.keymap.command(KeyContext::Pane(self.focus), key) else { return };
        self.command(command);
    }

    fn paste(&mut self, text: &str) {
        if let Some(mut layer) = self.layers.pop() {
            let acts = layer.paste(text, &view(self));
            self.layers.push(layer);
            self.carry_out(acts);
            return;
        }
        self.with_pane(self.focus, |pane, _| {
            if pane.captures() {
                pane.paste(text);
            }
        });
    }

    fn mouse(&mut self, event: MouseEvent) {
        let at = Position::new(event.column, event.row);
        let mouse = match event.kind {
            MouseEventKind::Down(button) => {
                let now = Instant::now();
                let double = self
                    .pointer
                    .last
                    .is_some_and(|(place, time)| place == at && now - time < DOUBLE);
                self.pointer.last = (!double).then_some((at, now));
                self.pointer.dragged = (button == MouseButton::Left).then_some(at);
                MouseInput::Click { button, at, double }
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                let Some(from) = self.pointer.dragged.replace(at) else { return };
                MouseInput::Drag { from, at }
            }
            MouseEventKind::ScrollUp => MouseInput::Wheel { at, notches: -1 },
            MouseEventKind::ScrollDown => MouseInput::Wheel { at, notches: 1 },
            _ => return,
        };
        if self.layers.is_empty() {
            self.mouse_on_panes(mouse);
        } else {
            self.mouse_on_layer(mouse);
        }
    }

    fn mouse_on_layer(&mut self, mouse: MouseInput) {
        let Some((mut layer, area)) = self.layers.pop().zip(self.layer_areas.last().copied())
        else {
            return;
        };
        let acts = if area.contains(mouse.at()) {
            layer.mouse(mouse, area.inner(Margin::new(1, 1)), &view(self))
        } else if matches!(mouse, MouseInput::Click { .. }) {
            vec![UiAct::Pop]
        } else {
            Vec::new()
        };
        self.layers.push(layer);
        self.carry_out(acts);
    }

    fn mouse_on_panes(&mut self, mouse: MouseInput) {
        let at = mouse.at();
        let is_click = matches!(mouse, MouseInput::Click { .. });
        if is_click && self.layout.timeline.contains(at) {
            let place = super::chrome::moment_at(self.layout.timeline, at, &view(self));
            self.carry_out(vec![UiAct::Show(place)]);
            return;
        }
        if is_click && let Some(pane) = super::tabs::tab_at(self.layout.tabs, at, &view(self)) {
            self.focus = pane;
            return;
        }
        let hit = self.layout.panes.iter().find(|(_, area)| area.contains(at)).copied();
        let Some((id, area)) = hit else { return };
        if is_click {
            self.focus = id;
        }
        let inside = area.inner(Margin::new(1, 1));
        let acts = self.with_pane(id, |pane, view| pane.mouse(mouse, inside, view));
        self.carry_out(acts);
    }

    /// Lets `pane` work with a view of everything else.
    pub(super) fn with_pane<T: Default>(
        &mut self,
        id: PaneId,
        work: impl FnOnce(&mut dyn crate::tui::pane::Pane, &crate::tui::view::ViewContext<'_>) -> T,
    ) -> T {
        let mut panes = std::mem::take(&mut self.panes);
        let result = panes
            .iter_mut()
            .find(|pane| pane.id() == id)
            .map(|pane| work(&mut **pane, &view(self)))
            .unwrap_or_default();
        self.panes = panes;
        result
    }
}
