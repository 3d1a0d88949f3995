//! The focus and the keyboard of an app.

use super::EditKey;
use super::runner::Runner;
use super::stage::{Stage, is_field};
use super::text::Editing;
use crate::demo::app::{App, System};
use crate::demo::ui::{Input, Kind, OnText};

/// Which field has the focus: the `nth` one with this id in this window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Focus {
    pub(super) window: usize,
    pub(super) id: String,
    pub(super) nth: usize,
    pub(super) cursor: usize,
    pub(super) marked: bool,
}

/// A focused field: its index in the front window, what it takes and what is in it.
pub(super) struct Field<M> {
    pub(super) index: usize,
    pub(super) input: Input,
    pub(super) editing: Editing,
    pub(super) on_text: OnText<M>,
    pub(super) on_enter: Option<M>,
    pub(super) max_length: usize,
}

impl<A: App> Runner<A> {
    /// The focused field, if it is in the front window and takes text.
    pub(super) fn focused(&self, stage: &Stage<A::Msg>) -> Option<Field<A::Msg>> {
        let focus = self.focus.as_ref()?;
        let (number, window) = stage.top()?;
        if number != focus.window {
            return None;
        }
        let mut placed = window.pane.placed.iter().enumerate();
        let (index, placed) = placed.find(|(_, placed)| placed.face.focused)?;
        let touch = window.touch.get(index).filter(|_| placed.face.enabled)?;
        let Kind::Field(input) = placed.face.kind else { return None };
        Some(Field {
            index,
            input,
            editing: Editing::new(&placed.face.text, focus.cursor),
            on_text: touch.on_text.clone()?,
            on_enter: touch.on_enter.clone(),
            max_length: touch.max_length,
        })
    }

    /// Edits the focused field and tells the app where its content changed by it.
    pub(super) fn change(
        &mut self,
        sys: &mut System,
        how: impl FnOnce(&mut Field<A::Msg>, bool),
    ) -> bool {
        let stage = self.stage(sys);
        let Some(mut field) = self.focused(&stage) else { return false };
        let before = field.editing.content();
        let marked = self.focus.as_ref().is_some_and(|focus| focus.marked);
        how(&mut field, marked);
        if let Some(focus) = &mut self.focus {
            focus.cursor = field.editing.cursor();
            focus.marked = false;
        }
        let after = field.editing.content();
        if after != before {
            self.app.update((field.on_text)(after), sys);
        }
        self.settle(sys);
        true
    }

    fn enter(&mut self, sys: &mut System) -> bool {
        let stage = self.stage(sys);
        let Some(field) = self.focused(&stage) else { return false };
        if let Some(message) = field.on_enter {
            self.keyboard = false;
            self.app.update(message, sys);
            self.settle(sys);
        } else if field.input == Input::Lines {
            self.change(sys, |field, _| field.editing.insert("\n", Input::Lines, field.max_length));
        } else if !self.next_field(&stage, field.index, sys) {
            self.keyboard = false;
        }
        true
    }

    /// Moves the focus to the field after `index`. False if there is none.
    fn next_field(&mut self, stage: &Stage<A::Msg>, index: usize, sys: &mut System) -> bool {
        let Some((_, window)) = stage.top() else { return false };
        let placed = window.pane.placed.iter().enumerate().skip(index + 1);
        let mut fields = placed.filter(|(_, one)| is_field(one.face.kind) && one.face.enabled);
        let Some((next, _)) = fields.next() else { return false };
        self.focus_on(next, stage);
        self.settle(sys);
        true
    }

    /// Handles a key that edits. False if no field has the focus.
    pub(super) fn edit_key(&mut self, key: EditKey, sys: &mut System) -> bool {
        match key {
            EditKey::Enter => return self.enter(sys),
            EditKey::Tab => {
                let stage = self.stage(sys);
                let Some(field) = self.focused(&stage) else { return false };
                self.next_field(&stage, field.index, sys);
                return true;
            }
            EditKey::SelectAll => {
                if let Some(focus) = &mut self.focus {
                    focus.marked = true;
                }
                return self.focus.is_some();
            }
            EditKey::Home | EditKey::End | EditKey::Left | EditKey::Right => {
                let stage = self.stage(sys);
                let Some(field) = self.focused(&stage) else { return false };
                let (length, at) =
                    (field.editing.content().chars().count(), field.editing.cursor());
                if let Some(focus) = &mut self.focus {
                    focus.marked = false;
                    focus.cursor = match key {
                        EditKey::Home => 0,
                        EditKey::Left => at.saturating_sub(1),
                        EditKey::Right => (at + 1).min(length),
                        _ => length,
                    };
                }
                return true;
            }
            EditKey::Delete | EditKey::ForwardDelete => {}
        }
        self.change(sys, |field, marked| match key {
            _ if marked => field.editing.clear(),
            EditKey::Delete => field.editing.delete_backwards(),
            _ => field.editing.delete_forwards(),
        })
    }
}
