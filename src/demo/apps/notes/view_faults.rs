//! The faults of views that were put into this app on purpose.

use super::super::super::app::Do::{Back, Long, Rotate, Tap, Type};
use super::super::super::view_fault::{
    FaultMoment,
    ViewEffect::{Adds, Covers, Empties, Hides, Ignores, Inverts, Loads, Swaps},
    ViewFault, row,
};
use crate::domain::BugCategory;

/// The table.
pub(super) const FAULTS: &[ViewFault] = &[
    row(
        "notes-trash-loading",
        BugCategory::PageLoading,
        "The trash never loads when it is opened for the second time",
        ("trash.notes", Loads),
        &[super::states::SWIPE_AWAY, Tap("#trash"), Back, Tap("#trash")],
    )
    .when(FaultMoment::Again),
    row(
        "notes-add-over-save",
        BugCategory::Occlusion,
        "The field for a new item lies over the button that adds it",
        ("editor.checklist", Covers("item_field", "add_item")),
        &[Tap("#note")],
    ),
    row(
        "notes-facts-sideways",
        BugCategory::ContentMissing,
        "Colour and label of a checklist are not shown while the phone lies on its side",
        ("editor.checklist", Hides("facts")),
        &[Tap("#note"), Rotate],
    )
    .when(FaultMoment::Sideways),
    row(
        "notes-code-dead",
        BugCategory::FeedbackMissing,
        "Importing a backup has no effect and says nothing",
        ("import.start", Ignores("from_code")),
        &[Tap("#more"), Tap("#menu_import"), Tap("#from_code")],
    ),
    row(
        "notes-text-lost",
        BugCategory::DataOperation,
        "Saving a changed note empties its text",
        ("editor.note", Empties("save", "body")),
        &[Tap("Welcome"), Type("#body", "Call the bank"), Tap("#save")],
    ),
    row(
        "notes-selection-count",
        BugCategory::Calculation,
        "One note too many is counted as selected",
        ("list.selection", Adds("count", 1)),
        &[Long("#note")],
    ),
    row(
        "notes-colour-forgotten",
        BugCategory::Setting,
        "Naming the colour is shown as it was before when the settings are opened again",
        ("settings.main", Inverts("show_colour")),
        &[Tap("#more"), Tap("#menu_settings"), Back, Tap("#more"), Tap("#menu_settings")],
    )
    .when(FaultMoment::Again),
    row(
        "notes-licences-back",
        BugCategory::Navigation,
        "The link to the licences leads back to the list",
        ("about.main", Swaps("licences", "Navigate up")),
        &[Tap("#more"), Tap("#menu_about"), Tap("#licences")],
    ),
];
