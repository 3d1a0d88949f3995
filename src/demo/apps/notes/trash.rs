//! The trash.

use super::super::super::app::System;
use super::super::super::ui::{
    Layer, TextStyle, View, button, column, icon_button, list, outlined, plain, styled, text,
    toolbar_up,
};
use super::list_view::{note_row, nothing};
use super::{Notes, Over, dialog, faults};

/// A touch in the trash.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    Open(u32),
    Restore(u32),
    AskForever(u32),
    Forever(u32),
    AskClear,
    Clear,
}

const fn send(msg: Msg) -> super::Msg {
    super::Msg::Trash(msg)
}

pub(super) fn update(app: &mut Notes, msg: Msg, sys: &mut System) {
    app.ui.over = None;
    match msg {
        Msg::Open(id) => {
            app.ui.over = Some(Over::Trashed(id));
        }
        Msg::Restore(id) => restore(app, id, sys),
        Msg::AskForever(id) => {
            sys.hit("trash.ask_forever");
            app.ui.over = Some(Over::Forever(id));
        }
        Msg::Forever(id) => {
            sys.hit("trash.forever");
            app.saved.trash.retain(|note| note.id != id);
            sys.toast("Deleted for ever");
        }
        Msg::AskClear => {
            sys.hit("trash.ask_clear");
            app.ui.over = Some(Over::Clear);
        }
        Msg::Clear => {
            sys.hit("trash.clear");
            app.saved.trash.clear();
            sys.toast("Trash emptied");
        }
    }
}

fn restore(app: &mut Notes, id: u32, sys: &mut System) {
    let Some(at) = app.saved.trash.iter().position(|note| note.id == id) else { return };
    sys.hit("trash.restore");
    let mut note = app.saved.trash.remove(at);
    faults::forget_colour(&mut note, &mut app.saved.colour_lost, sys);
    app.saved.notes.push(note);
    sys.toast("Note restored");
}

pub(super) fn screen(app: &Notes) -> View<super::Msg> {
    let bar = toolbar_up("Trash", super::Msg::Up);
    if app.saved.trash.is_empty() {
        let words = "Notes that you delete wait here.";
        return column([bar, nothing("🗑", "empty", "The trash is empty", words)]);
    }
    let clear = icon_button("clear", "🗑", "Empty trash").on_tap(send(Msg::AskClear));
    let rows = app.saved.trash.iter().map(|note| {
        note_row(note, app.saved.show_colour).id("trashed").on_tap(send(Msg::Open(note.id)))
    });
    column([bar.child(clear), list("trash_list", rows)])
}

pub(super) fn note_dialog(app: &Notes, id: u32) -> Layer<super::Msg> {
    let note = app.saved.trash.iter().find(|note| note.id == id);
    let (title, below) =
        note.map_or_else(Default::default, |note| (note.title.clone(), note.below(true)));
    let content = column([
        text(title).id("trashed_title"),
        styled(TextStyle::Caption, below).id("trashed_facts"),
        button("restore", "Restore").on_tap(send(Msg::Restore(id))),
        outlined("forever", "Delete for ever").on_tap(send(Msg::AskForever(id))),
        plain("cancel", "Cancel").on_tap(super::Msg::Close),
    ]);
    dialog("Note in trash", content)
}

pub(super) fn forever_dialog(id: u32) -> Layer<super::Msg> {
    let content = column([
        text("The note cannot be brought back afterwards."),
        button("confirm", "Delete").on_tap(send(Msg::Forever(id))),
        plain("cancel", "Cancel").on_tap(super::Msg::Close),
    ]);
    dialog("Delete for ever?", content)
}

pub(super) fn clear_dialog() -> Layer<super::Msg> {
    let content = column([
        text("All notes in it will be gone."),
        button("confirm_clear", "Empty trash").on_tap(send(Msg::Clear)),
        plain("cancel", "Cancel").on_tap(super::Msg::Close),
    ]);
    dialog("Empty the trash?", content)
}
