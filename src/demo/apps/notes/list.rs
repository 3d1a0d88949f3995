//! The list of notes: what touching it does.

use super::super::super::app::System;
use super::note::{Label, Note, Sort};
use super::{Draft, Import, Notes, Over, Screen, UNDO_TIMER, Undo, faults};

/// How long undoing is offered, in milliseconds.
const UNDO_MS: u64 = 8_000;

/// A touch on the list of notes.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    Open(u32),
    Hold(u32),
    Swipe(u32),
    New,
    Search,
    More,
    AskSort,
    AskFilter,
    ShowTrash,
    ShowImport,
    ShowSettings,
    ShowAbout,
    Sort(Sort),
    Filter(Option<Label>),
    SelectAll,
    PinSelected,
    DeleteSelected,
    Undo,
}

pub(super) fn update(app: &mut Notes, msg: Msg, sys: &mut System) {
    match msg {
        Msg::Open(id) => open(app, id, sys),
        Msg::Hold(id) => hold(app, id, sys),
        Msg::Swipe(id) => {
            sys.hit("list.swiped_away");
            delete(app, &[id], sys);
        }
        Msg::New => {
            sys.hit("list.new");
            app.ui.screens.push(Screen::Editor(Draft::empty()));
        }
        Msg::Search => {
            sys.hit("list.search");
            app.ui.screens.push(Screen::Search(String::new()));
        }
        Msg::More => {
            app.ui.over = Some(Over::ListMenu);
        }
        Msg::AskSort => {
            sys.hit("list.ask_sort");
            app.ui.over = Some(Over::Sort);
        }
        Msg::AskFilter => {
            sys.hit("list.ask_filter");
            app.ui.over = Some(Over::Filter);
        }
        Msg::Sort(sort) => {
            sys.hit("list.sorted");
            app.ui.over = None;
            app.ui.sort = sort;
            app.saved.sort_asked = sort;
        }
        Msg::Filter(label) => filter(app, label, sys),
        Msg::ShowTrash | Msg::ShowImport | Msg::ShowSettings | Msg::ShowAbout => {
            show(app, msg, sys);
        }
        Msg::SelectAll | Msg::PinSelected | Msg::DeleteSelected => selected(app, msg, sys),
        Msg::Undo => undo(app, sys),
    }
}

fn show(app: &mut Notes, msg: Msg, sys: &mut System) {
    app.ui.over = None;
    let screen = match msg {
        Msg::ShowTrash => {
            sys.hit("list.show_trash");
            Screen::Trash
        }
        Msg::ShowImport => {
            sys.hit("list.show_import");
            Screen::Import(Import::default())
        }
        Msg::ShowSettings => {
            sys.hit("list.show_settings");
            Screen::Settings
        }
        _ => {
            sys.hit("list.show_about");
            Screen::About
        }
    };
    app.ui.screens.push(screen);
}

fn open(app: &mut Notes, id: u32, sys: &mut System) {
    let Some(selection) = &mut app.ui.selection else {
        sys.hit("list.open");
        open_note(app, id);
        return;
    };
    if selection.remove(&id) {
        sys.hit("list.unselect");
    } else {
        sys.hit("list.select_another");
        selection.insert(id);
    }
    if selection.is_empty() {
        sys.hit("list.unselect_last");
        app.ui.selection = None;
    }
}

/// Opens the note in the editor; nothing if it is gone.
pub(super) fn open_note(app: &mut Notes, id: u32) {
    if let Some(note) = app.saved.notes.iter().find(|note| note.id == id) {
        app.ui.screens.push(Screen::Editor(Draft::of(note)));
    }
}

fn hold(app: &mut Notes, id: u32, sys: &mut System) {
    sys.hit("list.hold");
    end_undo(app, sys);
    app.ui.selection.get_or_insert_default().insert(id);
}

fn filter(app: &mut Notes, label: Option<Label>, sys: &mut System) {
    match label {
        Some(_) => sys.hit("list.filtered"),
        None => sys.hit("list.filter_off"),
    }
    app.ui.over = None;
    app.ui.filter = label;
}

fn selected(app: &mut Notes, msg: Msg, sys: &mut System) {
    let shown: Vec<u32> = app.shown().iter().map(|note| note.id).collect();
    let Some(selection) = &mut app.ui.selection else { return };
    match msg {
        Msg::SelectAll => {
            sys.hit("list.select_all");
            selection.extend(shown);
        }
        Msg::PinSelected => {
            sys.hit("list.pin_selected");
            for note in &mut app.saved.notes {
                if selection.contains(&note.id) {
                    note.pinned = !note.pinned;
                }
            }
            app.ui.selection = None;
        }
        _ => {
            sys.hit("list.delete_selected");
            let ids: Vec<u32> = selection.iter().copied().collect();
            app.ui.selection = None;
            delete(app, &ids, sys);
        }
    }
}

/// Moves notes into the trash and offers to undo it.
pub(super) fn delete(app: &mut Notes, ids: &[u32], sys: &mut System) {
    let mut batch = Vec::new();
    for (place, note) in app.saved.notes.iter().enumerate() {
        if ids.contains(&note.id) {
            batch.push((place, note.clone()));
        }
    }
    app.saved.notes.retain(|note| !ids.contains(&note.id));
    app.saved.trash.extend(batch.iter().map(|(_, note)| note.clone()));
    let deletions = match app.ui.undo.take() {
        Some(earlier) => {
            sys.hit("list.deleted_again");
            earlier.deletions + 1
        }
        None => 1,
    };
    app.ui.undo = Some(Undo { batch, deletions });
    sys.forget(UNDO_TIMER);
    sys.after(UNDO_MS, UNDO_TIMER);
}

fn undo(app: &mut Notes, sys: &mut System) {
    let Some(undo) = app.ui.undo.take() else { return };
    sys.forget(UNDO_TIMER);
    if undo.deletions > 1 && sys.is_seeded("notes-undo-second") {
        faults::undo_after_second(&undo, sys);
        return;
    }
    sys.hit("list.undone");
    for (place, note) in undo.batch {
        // It may have left the trash since.
        if let Some(at) = app.saved.trash.iter().position(|other| other.id == note.id) {
            app.saved.trash.remove(at);
            let place = place.min(app.saved.notes.len());
            app.saved.notes.insert(place, note);
        }
    }
}

fn end_undo(app: &mut Notes, sys: &mut System) {
    if app.ui.undo.take().is_some() {
        sys.hit("list.undo_dropped");
        sys.forget(UNDO_TIMER);
    }
}

impl Notes {
    /// The notes on the list, in their order.
    pub(super) fn shown(&self) -> Vec<&Note> {
        let filter = self.ui.filter;
        let mut notes: Vec<&Note> = (self.saved.notes.iter())
            .filter(|note| filter.is_none() || note.label == filter)
            .collect();
        match self.ui.sort {
            Sort::Newest => notes.sort_by_key(|note| std::cmp::Reverse(note.id)),
            Sort::Oldest => notes.sort_by_key(|note| note.id),
            Sort::Title => notes.sort_by_key(|note| note.title.to_lowercase()),
        }
        notes.sort_by_key(|note| !note.pinned);
        notes
    }
}
