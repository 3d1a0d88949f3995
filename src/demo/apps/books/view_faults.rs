//! The faults of views that were put into this app on purpose.

use super::super::super::app::Do::{Allow, Back, Menu, Rotate, Tap, Type};
use super::super::super::view_fault::{
    FaultMoment,
    ViewEffect::{Adds, Blanks, Covers, Hides, Ignores, Inverts, Swaps},
    ViewFault, row,
};
use crate::domain::BugCategory;

/// The table.
pub(super) const FAULTS: &[ViewFault] = &[
    row(
        "books-statistics-blank",
        BugCategory::PageLoading,
        "The statistics are blank while the phone lies on its side",
        ("statistics", Blanks),
        &[Menu, Tap("#menu_statistics"), Rotate],
    )
    .when(FaultMoment::Sideways),
    row(
        "books-author-over-title",
        BugCategory::Occlusion,
        "The author of a book lies over its title",
        ("book.home", Covers("book_author", "book_title")),
        &[Tap("#book")],
    ),
    row(
        "books-read-missing",
        BugCategory::ContentMissing,
        "Whether a book was read is not shown for the second book that is opened",
        ("book.home", Hides("book_read")),
        &[Tap("#book"), Back, Tap("#book:1")],
    )
    .when(FaultMoment::Again),
    row(
        "books-capture-dead",
        BugCategory::FeedbackMissing,
        "Reading a barcode has no effect",
        ("scan.camera", Ignores("capture")),
        &[Tap("#add"), Tap("#scan"), Allow, Tap("#capture")],
    ),
    row(
        "books-shelf-lost",
        BugCategory::DataOperation,
        "A new shelf is not created",
        ("shelves.create", Swaps("shelf_ok", "cancel")),
        &[Tap("#tab_shelves"), Tap("#add_shelf"), Type("#new_name", "Poems"), Tap("#shelf_ok")],
    ),
    row(
        "books-torch-dead",
        BugCategory::MediaResponse,
        "The light of the camera cannot be switched on",
        ("scan.camera", Ignores("torch")),
        &[Tap("#add"), Tap("#scan"), Allow, Tap("#torch")],
    ),
    row(
        "books-home-counted",
        BugCategory::Calculation,
        "One book too many is counted as being at home",
        ("statistics", Adds("count_home", 1)),
        &[Menu, Tap("#menu_statistics")],
    ),
    row(
        "books-confirm-forgotten",
        BugCategory::Setting,
        "Asking before deleting is shown as it was before when the settings are opened again",
        ("settings", Inverts("confirm")),
        &[Menu, Tap("#menu_settings"), Back, Menu, Tap("#menu_settings")],
    )
    .when(FaultMoment::Again),
    row(
        "books-wishes-shelves",
        BugCategory::Navigation,
        "The tab of the wish list leads to the shelves",
        ("library.list", Swaps("tab_wishes", "tab_shelves")),
        &[Tap("#tab_wishes")],
    ),
];
