//! The editor of notes and checklists: what it looks like.

use super::super::super::ui::{
    Input, Layer, TextStyle, View, button, check_box, column, field, icon_button, item, list,
    plain, radio, row, styled, text, toolbar_up,
};
use super::editor::{Draft, Msg as EditorMsg};
use super::note::{Colour, Label, Note};
use super::{Msg, Notes, Over, dialog};

const fn send(msg: EditorMsg) -> Msg {
    Msg::Editor(msg)
}

pub(super) fn screen(draft: &Draft) -> View<Msg> {
    let note = &draft.note;
    let title = match (draft.is_new(), &note.items) {
        (true, None) => "New note",
        (true, Some(_)) => "New checklist",
        (false, None) => "Edit note",
        (false, Some(_)) => "Checklist",
    };
    let new_note = draft.is_new() && note.items.is_none();
    let to_checklist =
        || icon_button("checklist", "📋", "Make a checklist").on_tap(send(EditorMsg::Checklist));
    let more = || icon_button("more", "⋮", "More options").on_tap(send(EditorMsg::More));
    let bar = toolbar_up(title, Msg::Up)
        .maybe(new_note.then(to_checklist))
        .child(icon_button("save", "✓", "Save").on_tap(send(EditorMsg::Save)))
        .maybe((!draft.is_new()).then(more));
    let heading = field("title_field", "Title", Input::Line, &note.title, |text| {
        send(EditorMsg::Title(text))
    });
    let refused = || styled(TextStyle::Error, "Write a title or some text first").id("title_error");
    column([bar, heading])
        .maybe(draft.refused.then(refused))
        .child(if note.items.is_some() { checklist(draft) } else { body(note) })
        .maybe((!draft.is_new()).then(|| facts(note)))
}

fn body(note: &Note) -> View<Msg> {
    field("body", "Text of the note", Input::Lines, &note.body, |text| send(EditorMsg::Body(text)))
}

fn checklist(draft: &Draft) -> View<Msg> {
    let entry = field("item_field", "New item", Input::Line, &draft.entry, |text| {
        send(EditorMsg::Entry(text))
    })
    .on_enter(send(EditorMsg::AddItem))
    .weight(1);
    let add = icon_button("add_item", "+", "Add item").on_tap(send(EditorMsg::AddItem));
    let items = draft.note.items.iter().flatten().enumerate().map(|(at, item)| {
        check_box("item", &item.text, item.done).on_tap(send(EditorMsg::ToggleItem(at)))
    });
    column([row([entry, add]), list("items", items)])
}

/// What the menu can change of a note, told in one line.
fn facts(note: &Note) -> View<Msg> {
    let label = note.label.map_or("No label", Label::word);
    let mut facts = format!("{} · {label}", note.colour.word());
    if note.pinned {
        facts.push_str(" · Pinned");
    }
    if let Some(when) = note.reminder {
        facts.push_str(" · ");
        facts.push_str(when);
    }
    styled(TextStyle::Caption, facts).id("facts")
}

/// The dialogs and the menu of the editor.
pub(super) fn layer(app: &Notes, over: Over) -> Layer<Msg> {
    let note = match app.ui.screens.last() {
        Some(super::Screen::Editor(draft)) => draft.note.clone(),
        _ => Note::default(),
    };
    match over {
        Over::Unsaved => unsaved(),
        Over::Colour => colour_dialog(&note),
        Over::Label => label_dialog(&note),
        Over::Reminder => reminder_dialog(),
        Over::ReminderDenied => denied_dialog(),
        Over::Share => share_dialog(),
        _ => menu(),
    }
}

fn menu() -> Layer<Msg> {
    let row = |id: &str, name: &str, msg| item(name, "").id(id).on_tap(send(msg));
    Layer::Menu {
        rows: vec![
            row("menu_colour", "Colour", EditorMsg::AskColour),
            row("menu_label", "Label", EditorMsg::AskLabel),
            row("menu_reminder", "Reminder", EditorMsg::AskReminder),
            row("menu_share", "Share", EditorMsg::AskShare),
            row("menu_pin", "Pin or unpin", EditorMsg::Pin),
            row("menu_delete", "Move to trash", EditorMsg::Delete),
        ],
        on_dismiss: Msg::Close,
    }
}

fn unsaved() -> Layer<Msg> {
    let content = column([
        text("This note has changes that are not saved."),
        button("save_changes", "Save").on_tap(send(EditorMsg::Save)),
        plain("discard", "Discard").on_tap(send(EditorMsg::Discard)),
        plain("cancel", "Keep editing").on_tap(Msg::Close),
    ]);
    dialog("Save changes?", content)
}

fn colour_dialog(note: &Note) -> Layer<Msg> {
    let choices = Colour::ALL.into_iter().map(|colour| {
        let msg = send(EditorMsg::Colour(colour));
        radio(colour.id(), colour.word(), colour == note.colour).on_tap(msg)
    });
    dialog("Colour", column(choices))
}

fn label_dialog(note: &Note) -> Layer<Msg> {
    let choice = |id: &str, name: &str, label: Option<Label>| {
        radio(id, name, note.label == label).on_tap(send(EditorMsg::Label(label)))
    };
    let labels = Label::ALL.into_iter().map(|label| choice(label.id(), label.word(), Some(label)));
    dialog("Label", column(std::iter::once(choice("no_label", "No label", None)).chain(labels)))
}

fn reminder_dialog() -> Layer<Msg> {
    let choice = |id: &str, name: &'static str| {
        item(name, "").id(id).on_tap(send(EditorMsg::Reminder(Some(name))))
    };
    let content = column([
        choice("evening", "This evening"),
        choice("morning", "Tomorrow morning"),
        choice("week", "Next week"),
        plain("no_reminder", "Remove reminder").on_tap(send(EditorMsg::Reminder(None))),
    ]);
    dialog("Remind me", content)
}

fn denied_dialog() -> Layer<Msg> {
    let content = column([
        text("Without the permission to notify you, Notes cannot remind you."),
        button("ask_again", "Ask again").on_tap(send(EditorMsg::AskReminder)),
        plain("not_now", "Not now").on_tap(Msg::Close),
    ]);
    dialog("No reminders", content)
}

fn share_dialog() -> Layer<Msg> {
    let choice = |id: &str, name: &str, msg| item(name, "").id(id).on_tap(send(msg));
    let content = column([
        choice("share_copy", "Copy text", EditorMsg::ShareCopy),
        choice("share_mail", "Mail", EditorMsg::ShareMail),
        choice("share_pdf", "Save as PDF", EditorMsg::SharePdf),
    ]);
    dialog("Share note", content)
}
