//! The list of notes: what it looks like.

use super::super::super::ui::{
    Kind, Layer, TextStyle, View, check_box, column, fab, icon_button, image, item, list, plain,
    radio, row, scroll, spacer, styled, text, toolbar,
};
use super::list::Msg as ListMsg;
use super::note::{Label, Note, Sort};
use super::{Msg, Notes, dialog};
use crate::domain::Direction;

pub(super) fn screen(app: &Notes) -> View<Msg> {
    if let Some(selection) = &app.ui.selection {
        let rows = app.shown().into_iter().map(|note| {
            check_box("note", &note.title, selection.contains(&note.id)).on_tap(open(note))
        });
        return column([selection_bar(selection.len()), list("notes", rows)]);
    }
    let bar = toolbar("Notes")
        .child(icon_button("search", "🔍", "Search").on_tap(Msg::List(ListMsg::Search)))
        .child(icon_button("trash", "🗑", "Trash").on_tap(Msg::List(ListMsg::ShowTrash)))
        .child(icon_button("more", "⋮", "More options").on_tap(Msg::List(ListMsg::More)));
    let notes = app.shown();
    let content = if notes.is_empty() {
        empty(app)
    } else {
        let sorted = styled(TextStyle::Caption, app.ui.sort.word()).id("sorted_by");
        let rows = notes.into_iter().map(|note| listed(app, note));
        column([spacer(4), sorted, list("notes", rows)])
    };
    // The bar that offers to undo takes the place of the round button.
    let add = || fab("add", "+", "New note").on_tap(Msg::List(ListMsg::New));
    column([bar]).maybe(filter_bar(app)).child(content).maybe(app.ui.undo.is_none().then(add))
}

fn open(note: &Note) -> Msg {
    Msg::List(ListMsg::Open(note.id))
}

fn listed(app: &Notes, note: &Note) -> View<Msg> {
    let swiped = Msg::List(ListMsg::Swipe(note.id));
    note_row(note, app.saved.show_colour)
        .id("note")
        .on_tap(open(note))
        .on_long(Msg::List(ListMsg::Hold(note.id)))
        .on_swipe(Direction::Left, swiped.clone())
        .on_swipe(Direction::Right, swiped)
}

/// A row for one note, as all lists of notes show it.
pub(super) fn note_row(note: &Note, show_colour: bool) -> View<Msg> {
    let glyph = if note.items.is_some() { "📋" } else { "✎" };
    row([image("sign", glyph, ""), item(&note.title, note.below(show_colour)).weight(1)])
}

fn selection_bar(count: usize) -> View<Msg> {
    // The number is no heading: the screen is the same one whatever is chosen.
    View::new(Kind::Toolbar)
        .child(icon_button("leave_selection", "✕", "Done").on_tap(Msg::Up))
        .child(text(format!("{count} selected")).id("count").weight(1))
        .child(icon_button("all", "⧉", "Select all").on_tap(Msg::List(ListMsg::SelectAll)))
        .child(icon_button("pin", "📌", "Pin or unpin").on_tap(Msg::List(ListMsg::PinSelected)))
        .child(icon_button("delete", "🗑", "Delete").on_tap(Msg::List(ListMsg::DeleteSelected)))
}

fn filter_bar(app: &Notes) -> Option<View<Msg>> {
    let label = app.ui.filter?;
    let clear = Msg::List(ListMsg::Filter(None));
    Some(row([
        text(format!("Label: {}", label.word())).id("filter").weight(1),
        plain("clear_filter", "Show all").on_tap(clear),
    ]))
}

fn empty(app: &Notes) -> View<Msg> {
    if app.ui.filter.is_some() {
        let words = "Give a note a label in its menu.";
        return nothing("🏷", "nothing", "Nothing with this label", words);
    }
    nothing("✎", "empty", "No notes yet", "Write down what you do not want to forget.")
}

/// What is shown instead of a list that has nothing to show.
pub(super) fn nothing(glyph: &str, id: &str, heading: &str, words: &str) -> View<Msg> {
    let parts = [
        spacer(24),
        image("picture", glyph, ""),
        styled(TextStyle::Heading, heading).id(id),
        text(words),
    ];
    scroll("content", parts)
}

pub(super) fn snackbar(app: &Notes) -> Option<Layer<Msg>> {
    let undo = app.ui.undo.as_ref()?;
    if !app.ui.screens.is_empty() {
        return None;
    }
    let text = match undo.batch.as_slice() {
        [(_, note)] => format!("{} moved to trash", note.title),
        several => format!("{} notes moved to trash", several.len()),
    };
    Some(Layer::Snackbar { text, action: Some(("Undo".into(), Msg::List(ListMsg::Undo))) })
}

pub(super) fn menu() -> Layer<Msg> {
    let row = |id: &str, name: &str, msg| item(name, "").id(id).on_tap(Msg::List(msg));
    Layer::Menu {
        rows: vec![
            row("menu_sort", "Sort", ListMsg::AskSort),
            row("menu_filter", "Filter by label", ListMsg::AskFilter),
            row("menu_import", "Import", ListMsg::ShowImport),
            row("menu_settings", "Settings", ListMsg::ShowSettings),
            row("menu_about", "About", ListMsg::ShowAbout),
        ],
        on_dismiss: Msg::Close,
    }
}

pub(super) fn sort_dialog(app: &Notes) -> Layer<Msg> {
    let choices = Sort::ALL.into_iter().map(|sort| {
        radio(sort.id(), sort.word(), sort == app.ui.sort).on_tap(Msg::List(ListMsg::Sort(sort)))
    });
    dialog("Sort notes", column(choices))
}

pub(super) fn filter_dialog(app: &Notes) -> Layer<Msg> {
    let choice = |id: &str, name: &str, label: Option<Label>| {
        let msg = Msg::List(ListMsg::Filter(label));
        radio(id, name, app.ui.filter == label).on_tap(msg)
    };
    let labels = Label::ALL.into_iter().map(|label| choice(label.id(), label.word(), Some(label)));
    dialog(
        "Filter by label",
        column(std::iter::once(choice("any", "All notes", None)).chain(labels)),
    )
}
