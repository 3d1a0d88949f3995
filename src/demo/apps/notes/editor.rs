//! The editor of notes and checklists: what touching it does.

use super::super::super::app::System;
use super::super::super::input_faults;
use super::input_faults::INPUT_FAULTS;
use super::note::{Colour, Item, Label, Note};
use super::{NOTIFICATIONS, Notes, Over, faults, list};

/// A note being written.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub note: Note,
    /// What is saved of it.
    before: Note,
    /// The item being typed.
    pub entry: String,
    /// Saving was refused because there is nothing in it.
    pub refused: bool,
}

impl Draft {
    /// A note that does not exist yet.
    pub fn empty() -> Self {
        Self::of(&Note::default())
    }

    /// A change of `note`.
    pub fn of(note: &Note) -> Self {
        Self { note: note.clone(), before: note.clone(), entry: String::new(), refused: false }
    }

    pub const fn is_new(&self) -> bool {
        self.note.id == 0
    }

    pub fn is_dirty(&self) -> bool {
        self.note != self.before || !self.entry.is_empty()
    }
}

/// A touch in the editor.
#[derive(Clone, Debug)]
pub enum Msg {
    Title(String),
    Body(String),
    Entry(String),
    AddItem,
    ToggleItem(usize),
    Checklist,
    Save,
    Discard,
    More,
    AskColour,
    AskLabel,
    AskReminder,
    AskShare,
    Pin,
    Delete,
    Colour(Colour),
    Label(Option<Label>),
    Reminder(Option<&'static str>),
    ShareCopy,
    ShareMail,
    SharePdf,
}

pub(super) fn update(app: &mut Notes, msg: Msg, sys: &mut System) {
    match msg {
        Msg::Save => return save(app, sys),
        Msg::Delete => return delete(app, sys),
        Msg::Discard => {
            sys.hit("editor.discard");
            app.ui.over = None;
            app.ui.screens.pop();
            return;
        }
        Msg::More | Msg::AskColour | Msg::AskLabel | Msg::AskReminder | Msg::AskShare => {
            return ask(app, &msg, sys);
        }
        Msg::ShareCopy | Msg::ShareMail | Msg::SharePdf => return share(app, &msg, sys),
        Msg::Pin | Msg::Colour(_) | Msg::Label(_) | Msg::Reminder(_) => app.ui.over = None,
        _ => {}
    }
    let Some(draft) = app.draft() else { return };
    match msg {
        Msg::Title(text) => {
            sys.hit("editor.title");
            draft.note.title = text;
            draft.refused = false;
        }
        Msg::Body(text) => {
            sys.hit("editor.body");
            draft.note.body = text;
            draft.refused = false;
        }
        Msg::Entry(text) => {
            draft.entry = text;
        }
        Msg::AddItem => add_item(draft, sys),
        Msg::ToggleItem(at) => {
            sys.hit("editor.item_toggled");
            if let Some(item) = draft.note.items.iter_mut().flatten().nth(at) {
                item.done = !item.done;
            }
        }
        Msg::Checklist => {
            sys.hit("editor.made_checklist");
            let lines = std::mem::take(&mut draft.note.body);
            let items = lines.lines().map(|line| Item { text: line.into(), done: false });
            draft.note.items = Some(items.collect());
            draft.refused = false;
        }
        Msg::Pin => {
            sys.hit("editor.pinned");
            draft.note.pinned = !draft.note.pinned;
        }
        Msg::Colour(colour) => {
            sys.hit("editor.coloured");
            draft.note.colour = colour;
        }
        Msg::Label(label) => {
            sys.hit("editor.labelled");
            draft.note.label = label;
        }
        Msg::Reminder(when) => remind(draft, when, sys),
        _ => {}
    }
}

fn add_item(draft: &mut Draft, sys: &mut System) {
    let text = std::mem::take(&mut draft.entry);
    if text.trim().is_empty() {
        sys.hit("editor.item_blank");
        return;
    }
    sys.hit("editor.item_added");
    draft.refused = false;
    draft.note.items.get_or_insert_default().push(Item { text, done: false });
}

fn remind(draft: &mut Draft, when: Option<&'static str>, sys: &mut System) {
    match when {
        Some(when) => {
            sys.hit("editor.reminder_set");
            sys.toast(format!("Reminder: {when}"));
        }
        None if draft.note.reminder.is_some() => {
            sys.hit("editor.reminder_removed");
            sys.toast("Reminder removed");
        }
        None => {
            sys.hit("editor.reminder_none");
            sys.toast("This note has no reminder");
        }
    }
    draft.note.reminder = when;
}

fn ask(app: &mut Notes, msg: &Msg, sys: &mut System) {
    app.ui.over = match msg {
        Msg::More => Some(Over::EditorMenu),
        Msg::AskColour => {
            sys.hit("editor.ask_colour");
            Some(Over::Colour)
        }
        Msg::AskLabel => {
            sys.hit("editor.ask_label");
            Some(Over::Label)
        }
        Msg::AskShare => {
            sys.hit("editor.ask_share");
            Some(Over::Share)
        }
        _ if sys.holds(NOTIFICATIONS) => {
            sys.hit("editor.ask_reminder");
            Some(Over::Reminder)
        }
        _ => {
            sys.hit("editor.ask_permission");
            sys.ask(NOTIFICATIONS);
            None
        }
    };
}

/// The user answered whether reminders may be shown.
pub(super) fn answered(app: &mut Notes, granted: bool, sys: &mut System) {
    if app.draft().is_none() {
        return;
    }
    app.ui.over = if granted {
        sys.hit("editor.permission_granted");
        Some(Over::Reminder)
    } else {
        sys.hit("editor.permission_denied");
        Some(Over::ReminderDenied)
    };
}

fn share(app: &mut Notes, msg: &Msg, sys: &mut System) {
    app.ui.over = None;
    let Some(draft) = app.draft() else { return };
    match msg {
        Msg::ShareCopy => {
            sys.hit("editor.share_copy");
            sys.toast("Copied");
        }
        Msg::ShareMail => {
            sys.hit("editor.share_mail");
            sys.toast("Sent by mail");
        }
        _ if faults::share_emoji(&draft.note, sys) => {}
        _ => {
            sys.hit("editor.share_pdf");
            sys.toast("Saved as PDF");
        }
    }
}

fn save(app: &mut Notes, sys: &mut System) {
    app.ui.over = None;
    let Some(draft) = app.draft() else { return };
    if !draft.entry.is_empty() {
        add_item(draft, sys);
    }
    if draft.note.is_blank() {
        sys.hit("editor.save_refused");
        draft.refused = true;
        return;
    }
    if faults::title_of_spaces(&draft.note, sys) {
        return;
    }
    if draft.note.words().trim().is_empty() && !draft.note.title.is_empty() {
        // Only spaces: as good as blank.
        sys.hit("editor.save_refused");
        draft.refused = true;
        return;
    }
    let mut note = draft.note.clone();
    if input_faults::sent(INPUT_FAULTS, "editor", &[&note.title, &note.body], sys) {
        return;
    }
    if note.title.trim().is_empty() {
        sys.hit("editor.title_from_text");
        note.title = note.words().trim().lines().next().unwrap_or_default().to_owned();
    }
    app.ui.screens.pop();
    match app.saved.notes.iter_mut().find(|other| other.id == note.id) {
        Some(old) => {
            sys.hit("editor.saved_change");
            *old = note;
        }
        None => {
            sys.hit("editor.saved_new");
            note.id = app.saved.next;
            app.saved.next += 1;
            app.saved.notes.push(note);
        }
    }
    sys.toast("Saved");
}

fn delete(app: &mut Notes, sys: &mut System) {
    sys.hit("editor.delete");
    app.ui.over = None;
    let Some(id) = app.draft().map(|draft| draft.note.id) else { return };
    app.ui.screens.clear();
    list::delete(app, &[id], sys);
}
