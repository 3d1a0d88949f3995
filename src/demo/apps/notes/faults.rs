//! The faults that were put into the notes app on purpose: each with its table row and its code.

use super::super::super::app::{
    Do::{Back, Restart, Rotate, Tap, Type, Wait},
    FaultKind, FaultSpec, System,
};
use super::import::Import;
use super::note::{Colour, Note, Sort};
use super::{IMPORT_TIMER, Notes, Over, Screen, Undo};
use crate::domain::{BugCategory, CrashKind};

pub(super) const FAULTS: &[FaultSpec] = &[
    FaultSpec {
        id: "notes-title-spaces",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Saving a note whose title is only spaces crashes",
        secret: false,
        steps: &[Tap("#add"), Type("#title_field", "  "), Tap("#save")],
    },
    FaultSpec {
        id: "notes-undo-second",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Undo crashes after a second note was deleted while undo was still offered",
        secret: false,
        steps: &[super::states::SWIPE_AWAY, super::states::SWIPE_AWAY, Tap("Undo")],
    },
    FaultSpec {
        id: "notes-rotate-unsaved",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Turning the phone while asked about unsaved changes crashes",
        secret: false,
        steps: &[Tap("#add"), Type("#title_field", "Plan"), Tap("Navigate up"), Rotate],
    },
    FaultSpec {
        id: "notes-search-hangs",
        kind: FaultKind::Crash(CrashKind::Anr),
        title: "Searching for a lone special character hangs",
        secret: false,
        steps: &[Tap("#search"), Type("#query", "*")],
    },
    FaultSpec {
        id: "notes-pdf-emoji",
        kind: FaultKind::Crash(CrashKind::Native),
        title: "Saving a note with an emoji as PDF crashes in the renderer",
        secret: false,
        steps: &[
            Tap("Welcome"),
            Type("#body", "Party 🎉"),
            Tap("#more"),
            Tap("#menu_share"),
            Tap("#share_pdf"),
        ],
    },
    FaultSpec {
        id: "notes-restore-colour",
        kind: FaultKind::Functional(BugCategory::DataOperation),
        title: "A note restored from the trash has lost its colour",
        secret: false,
        steps: &[super::states::SWIPE_AWAY, Tap("#trash"), Tap("#trashed"), Tap("#restore"), Back],
    },
    FaultSpec {
        id: "notes-sort-forgotten",
        kind: FaultKind::Functional(BugCategory::Setting),
        title: "The chosen order of the list is forgotten when the app starts again",
        secret: false,
        steps: &[Tap("#more"), Tap("#menu_sort"), Tap("#oldest"), Restart],
    },
    FaultSpec {
        id: "notes-import-stuck",
        kind: FaultKind::Functional(BugCategory::PageLoading),
        title: "An import never ends after the phone was turned while it ran",
        secret: false,
        steps: &[Tap("#more"), Tap("#menu_import"), Tap("#samples"), Rotate, Wait(20)],
    },
];

/// `notes-title-spaces`: the first word of the title is asked for, and there is none.
pub(super) fn title_of_spaces(note: &Note, sys: &mut System) -> bool {
    let spaces = !note.title.is_empty() && note.title.trim().is_empty();
    if !spaces || !sys.is_seeded("notes-title-spaces") {
        return false;
    }
    sys.fault("notes-title-spaces");
    sys.throw(
        "java.util.NoSuchElementException",
        "List is empty.",
        &[
            "org.ridealong.notes.data.NoteIndexer.initialOf(NoteIndexer.kt:38)",
            "org.ridealong.notes.data.NoteRepository.save(NoteRepository.kt:71)",
            "org.ridealong.notes.EditorActivity.onSaveClicked(EditorActivity.kt:154)",
        ],
    );
    true
}

/// `notes-undo-second`: the place of the first deleted note is used in the second one's list.
pub(super) fn undo_after_second(undo: &Undo, sys: &mut System) {
    sys.fault("notes-undo-second");
    sys.throw(
        "java.lang.IndexOutOfBoundsException",
        format!("Index: {}, Size: {}", undo.deletions, undo.batch.len()),
        &[
            "org.ridealong.notes.list.UndoBuffer.restore(UndoBuffer.kt:29)",
            "org.ridealong.notes.list.NoteListViewModel.undoDelete(NoteListViewModel.kt:112)",
            "org.ridealong.notes.MainActivity.showUndo$lambda$3(MainActivity.kt:203)",
        ],
    );
}

/// `notes-rotate-unsaved`: the dialog is shown again by an activity that is being made anew.
pub(super) fn rotated_over_question(app: &Notes, sys: &mut System) {
    if app.ui.over != Some(Over::Unsaved) || !sys.is_seeded("notes-rotate-unsaved") {
        return;
    }
    sys.fault("notes-rotate-unsaved");
    sys.throw(
        "java.lang.IllegalStateException",
        "Can not perform this action after onSaveInstanceState",
        &[
            "org.ridealong.notes.editor.UnsavedDialog.show(UnsavedDialog.kt:22)",
            "org.ridealong.notes.EditorActivity.onConfigurationChanged(EditorActivity.kt:87)",
        ],
    );
}

/// `notes-search-hangs`: what is typed becomes a pattern; a lone sign of its own never ends.
pub(super) fn search_hangs(query: &str, sys: &mut System) -> bool {
    let mut signs = query.trim().chars();
    let lone = match (signs.next(), signs.next()) {
        (Some(sign), None) => "*+?.^$|\\()[]{}%".contains(sign),
        _ => false,
    };
    let lone = lone && sys.is_seeded("notes-search-hangs");
    if lone {
        sys.fault("notes-search-hangs");
        sys.freeze(
            "Input dispatching timed out (org.ridealong.notes/.SearchActivity is not responding. \
             Waited 5003ms for KeyEvent)",
        );
    }
    lone
}

/// `notes-pdf-emoji`: the renderer has one glyph table for the basic plane only.
pub(super) fn share_emoji(note: &Note, sys: &mut System) -> bool {
    let plain = note.words().chars().all(|sign| u32::from(sign) <= 0xffff);
    if plain || !sys.is_seeded("notes-pdf-emoji") {
        return false;
    }
    sys.fault("notes-pdf-emoji");
    sys.signal(
        "SIGSEGV",
        &[
            "#00 pc 0001c4f8  librender.so (render::GlyphTable::advance(unsigned int) const+40)",
            "#01 pc 0001b0e4  librender.so (render::Page::layout(std::u16string const&)+212)",
            "#02 pc 00014d90  librender.so (Java_org_ridealong_notes_pdf_Renderer_nativePage+96)",
        ],
    );
    true
}

/// `notes-restore-colour`: the trash's table has no column for it.
pub(super) fn forget_colour(note: &mut Note, lost: &mut bool, sys: &System) {
    if !sys.is_seeded("notes-restore-colour") {
        return;
    }
    *lost |= note.colour != Colour::default();
    note.colour = Colour::default();
}

/// Tells `notes-restore-colour` as soon as the list shows the note.
pub(super) fn colour_lost(app: &mut Notes, sys: &mut System) {
    let list_in_front = app.ui.screens.is_empty() && app.ui.over.is_none();
    if list_in_front && app.saved.colour_lost && app.saved.show_colour {
        app.saved.colour_lost = false;
        sys.fault("notes-restore-colour");
    }
}

/// `notes-sort-forgotten`: the order is written when it is chosen and never read.
pub(super) fn sort_forgotten(app: &mut Notes, sys: &mut System) {
    if !sys.is_seeded("notes-sort-forgotten") {
        app.ui.sort = app.saved.sort_asked;
        return;
    }
    if app.saved.sort_asked != Sort::default() {
        app.saved.sort_asked = Sort::default();
        sys.fault("notes-sort-forgotten");
    }
}

/// `notes-import-stuck`: the new activity does not listen to the running import.
pub(super) fn rotated_in_import(app: &mut Notes, sys: &mut System) {
    if !sys.is_seeded("notes-import-stuck") {
        return;
    }
    if let Some(Screen::Import(Import::Running { stuck, .. })) = app.ui.screens.last_mut() {
        *stuck = true;
        sys.forget(IMPORT_TIMER);
    }
}

/// Tells `notes-import-stuck` when the import should long have been over.
pub(super) fn import_deadline(app: &Notes, sys: &mut System) {
    if let Some(Screen::Import(Import::Running { stuck: true, .. })) = app.ui.screens.last() {
        sys.fault("notes-import-stuck");
    }
}
