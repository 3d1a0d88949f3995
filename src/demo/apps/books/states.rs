//! The structural states of the books app, each with its shortest path.

use super::{Books, Dialog, Screen, tools};
use crate::demo::app::Do::{Allow, Deny, Menu, Tap, Type, Wait};
use crate::demo::app::{StateSpec, System};

impl Books {
    /// The name of the present structural state.
    pub(super) fn state(&self, sys: &System) -> &'static str {
        if let Some(dialog) = self.ui.dialog {
            return dialog.state();
        }
        match self.screen() {
            Screen::Library if self.saved.books.is_empty() => "library.empty",
            Screen::Library if self.saved.grid => "library.covers",
            Screen::Library => "library.list",
            Screen::Wishes if self.saved.wishes.is_empty() => "wishes.empty",
            Screen::Wishes => "wishes.filled",
            Screen::Shelves => "shelves.list",
            Screen::Shelf(id) if self.saved.on_shelf(id).is_empty() => "shelf.empty",
            Screen::Shelf(_) => "shelf.filled",
            Screen::Book { id, .. }
                if self.saved.book(id).is_some_and(|book| book.friend.is_some()) =>
            {
                "book.lent"
            }
            Screen::Book { .. } => "book.home",
            Screen::Editor if self.ui.draft.has_error() => "editor.error",
            Screen::Editor => "editor.form",
            Screen::Lend(_) => "lend",
            Screen::Scan if sys.holds(tools::CAMERA) => "scan.camera",
            Screen::Scan => "scan.denied",
            Screen::Search => self.search_state(),
            Screen::Statistics => "statistics",
            Screen::Transfer if self.ui.transfer.is_running() => "transfer.running",
            Screen::Transfer => "transfer.done",
            Screen::Settings => "settings",
        }
    }
}

impl Dialog {
    fn state(self) -> &'static str {
        match self {
            Self::LibraryMenu => "library.menu",
            Self::WishAdd => "wishes.add",
            Self::ShelfCreate => "shelves.create",
            Self::ShelfRename => "shelf.rename",
            Self::ShelfDelete => "shelf.delete",
            Self::BookMenu => "book.menu",
            Self::BookDelete => "book.delete",
            Self::PickShelf => "book.pick_shelf",
            Self::Contacts => "lend.contacts",
            Self::Duplicate(_) => "editor.duplicate",
            Self::Unsaved => "editor.unsaved",
            Self::Date => "editor.date",
            Self::Filter => "search.filter",
            Self::Clear => "library.clear",
        }
    }
}

macro_rules! states {
    ($($name:literal: [$($step:expr),* $(,)?],)*) => {
        &[$(StateSpec { name: $name, steps: &[$($step),*] }),*]
    };
}

/// The table.
pub(super) const STATES: &[StateSpec] = states! {
    "library.list": [],
    "library.covers": [Tap("#toggle")],
    "library.menu": [Menu],
    "library.clear": [Menu, Tap("#menu_clear")],
    "library.empty": [Menu, Tap("#menu_clear"), Tap("#clear_ok")],
    "wishes.empty": [Tap("#tab_wishes")],
    "wishes.add": [Tap("#tab_wishes"), Tap("#add_wish")],
    "wishes.filled": [
        Tap("#tab_wishes"), Tap("#add_wish"), Type("#wish_title", "Dracula"), Tap("#wish_ok"),
    ],
    "shelves.list": [Tap("#tab_shelves")],
    "shelves.create": [Tap("#tab_shelves"), Tap("#add_shelf")],
    "shelf.filled": [Tap("#tab_shelves"), Tap("#shelf")],
    "shelf.empty": [Tap("#tab_shelves"), Tap("#shelf:2")],
    "shelf.rename": [Tap("#tab_shelves"), Tap("#shelf"), Tap("#rename")],
    "shelf.delete": [Tap("#tab_shelves"), Tap("#shelf"), Tap("#delete")],
    "book.home": [Tap("#book")],
    "book.menu": [Tap("#book"), Menu],
    "book.delete": [Tap("#book"), Tap("#delete")],
    "book.pick_shelf": [Tap("#book"), Tap("#book_shelf")],
    "lend": [Tap("#book"), Tap("#lend")],
    "lend.contacts": [Tap("#book"), Tap("#lend"), Tap("#contacts_button"), Allow],
    "book.lent": [Tap("#book"), Tap("#lend"), Tap("#lend_ok")],
    "editor.form": [Tap("#add")],
    "editor.error": [Tap("#add"), Tap("#save")],
    "editor.unsaved": [Tap("#add"), Type("#title_field", "Jane Eyre"), Tap("Navigate up")],
    "editor.date": [Tap("#add"), Tap("#pick_date")],
    "editor.duplicate": [Tap("#add"), Type("#title_field", "Emma"), Tap("#save")],
    "scan.camera": [Tap("#add"), Tap("#scan"), Allow],
    "scan.denied": [Tap("#add"), Tap("#scan"), Deny],
    "search.blank": [Tap("#search")],
    "search.results": [Tap("#search"), Type("#query", "Emma")],
    "search.nothing": [Tap("#search"), Type("#query", "zebra")],
    "search.filter": [Tap("#search"), Tap("#filter")],
    "statistics": [Menu, Tap("#menu_statistics")],
    "transfer.running": [Menu, Tap("#menu_import")],
    "transfer.done": [Menu, Tap("#menu_import"), Wait(11)],
    "settings": [Menu, Tap("#menu_settings")],
};
