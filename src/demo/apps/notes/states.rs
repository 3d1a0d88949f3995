//! The structural states of the notes app, each with its shortest path.

use super::super::super::app::{
    Do::{self, Deny, Long, Swipe, Tap, Type, Wait},
    StateSpec,
};
use super::import::Import;
use super::{Notes, Over, Screen, search};
use crate::domain::Direction;

/// Deletes the first note of the list.
pub(super) const SWIPE_AWAY: Do = Swipe("#note", Direction::Left);
/// Opens the first note of the list, which is a checklist.
const OPEN_LIST: Do = Tap("#note");
const MORE: Do = Tap("#more");

const fn state(name: &'static str, steps: &'static [Do]) -> StateSpec {
    StateSpec { name, steps }
}

pub(super) const STATES: &[StateSpec] = &[
    state("list.notes", &[]),
    state("list.empty", &[SWIPE_AWAY, SWIPE_AWAY, Wait(10)]),
    state("list.undo", &[SWIPE_AWAY]),
    state("list.filtered", &[MORE, Tap("#menu_filter"), Tap("#home")]),
    state("list.filtered_empty", &[MORE, Tap("#menu_filter"), Tap("#work")]),
    state("list.selection", &[Long("#note")]),
    state("list.menu", &[MORE]),
    state("list.sort", &[MORE, Tap("#menu_sort")]),
    state("list.labels", &[MORE, Tap("#menu_filter")]),
    state("editor.new", &[Tap("#add")]),
    state("editor.new_checklist", &[Tap("#add"), Tap("#checklist")]),
    state("editor.note", &[Tap("Welcome")]),
    state("editor.checklist", &[OPEN_LIST]),
    state("editor.refused", &[Tap("#add"), Tap("#save")]),
    state("editor.unsaved", &[Tap("#add"), Type("#title_field", "Plan"), Tap("Navigate up")]),
    state("editor.menu", &[OPEN_LIST, MORE]),
    state("editor.colour", &[OPEN_LIST, MORE, Tap("#menu_colour")]),
    state("editor.label", &[OPEN_LIST, MORE, Tap("#menu_label")]),
    state("editor.reminder", &[OPEN_LIST, MORE, Tap("#menu_reminder"), Do::Allow]),
    state("editor.reminder_denied", &[OPEN_LIST, MORE, Tap("#menu_reminder"), Deny]),
    state("editor.share", &[OPEN_LIST, MORE, Tap("#menu_share")]),
    state("search.start", &[Tap("#search")]),
    state("search.results", &[Tap("#search"), Tap("#checklists")]),
    state("search.none", &[Tap("#search"), Tap("#reminders")]),
    state("trash.empty", &[Tap("#trash")]),
    state("trash.notes", &[SWIPE_AWAY, Tap("#trash")]),
    state("trash.note", &[SWIPE_AWAY, Tap("#trash"), Tap("#trashed")]),
    state("trash.forever", &[SWIPE_AWAY, Tap("#trash"), Tap("#trashed"), Tap("#forever")]),
    state("trash.clear", &[SWIPE_AWAY, Tap("#trash"), Tap("#clear")]),
    state("settings.main", &[MORE, Tap("#menu_settings")]),
    state("settings.text_size", &[MORE, Tap("#menu_settings"), Tap("#text_size")]),
    state("settings.erase", &[MORE, Tap("#menu_settings"), Tap("#erase")]),
    state("about.main", &[MORE, Tap("#menu_about")]),
    state("about.licences", &[MORE, Tap("#menu_about"), Tap("#licences")]),
    state("import.start", &[MORE, Tap("#menu_import")]),
    state("import.refused", &[MORE, Tap("#menu_import"), Tap("#from_code")]),
    state("import.running", &[MORE, Tap("#menu_import"), Tap("#samples")]),
    state("import.done", &[MORE, Tap("#menu_import"), Tap("#samples"), Wait(14)]),
];

/// The name of the state that `app` is in now.
pub(super) fn name(app: &Notes) -> &'static str {
    match app.ui.over {
        Some(over) => over_name(over),
        None => screen_name(app),
    }
}

const fn over_name(over: Over) -> &'static str {
    match over {
        Over::ListMenu => "list.menu",
        Over::Sort => "list.sort",
        Over::Filter => "list.labels",
        Over::EditorMenu => "editor.menu",
        Over::Unsaved => "editor.unsaved",
        Over::Colour => "editor.colour",
        Over::Label => "editor.label",
        Over::Reminder => "editor.reminder",
        Over::ReminderDenied => "editor.reminder_denied",
        Over::Share => "editor.share",
        Over::Trashed(_) => "trash.note",
        Over::Forever(_) => "trash.forever",
        Over::Clear => "trash.clear",
        Over::TextSize => "settings.text_size",
        Over::Erase => "settings.erase",
    }
}

fn screen_name(app: &Notes) -> &'static str {
    match app.ui.screens.last() {
        None => list_name(app),
        Some(Screen::Editor(draft)) if draft.refused => "editor.refused",
        Some(Screen::Editor(draft)) => match (draft.is_new(), &draft.note.items) {
            (true, None) => "editor.new",
            (true, Some(_)) => "editor.new_checklist",
            (false, None) => "editor.note",
            (false, Some(_)) => "editor.checklist",
        },
        Some(Screen::Search(query)) => match search::found(app, query) {
            None => "search.start",
            Some(notes) if notes.is_empty() => "search.none",
            Some(_) => "search.results",
        },
        Some(Screen::Trash) if app.saved.trash.is_empty() => "trash.empty",
        Some(Screen::Trash) => "trash.notes",
        Some(Screen::Settings) => "settings.main",
        Some(Screen::About) => "about.main",
        Some(Screen::Licences) => "about.licences",
        Some(Screen::Import(import)) => match import {
            Import::Choosing { refused: false, .. } => "import.start",
            Import::Choosing { refused: true, .. } => "import.refused",
            Import::Running { .. } => "import.running",
            Import::Done { .. } => "import.done",
        },
    }
}

fn list_name(app: &Notes) -> &'static str {
    if app.ui.selection.is_some() {
        return "list.selection";
    }
    if app.ui.undo.is_some() {
        return "list.undo";
    }
    match (app.ui.filter.is_some(), app.shown().is_empty()) {
        (false, false) => "list.notes",
        (false, true) => "list.empty",
        (true, false) => "list.filtered",
        (true, true) => "list.filtered_empty",
    }
}
