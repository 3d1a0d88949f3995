//! One shelf, and the dialogs that create, rename and delete one.

use super::catalogue::Shelf;
use super::library::author_line;
use super::{Books, Dialog, Msg, Screen, faults};
use crate::demo::app::System;
use crate::demo::ui::{
    Input, Layer, TextStyle, View, button, column, field, icon_button, image, item, list, plain,
    row, scroll, spacer, styled, text, toolbar_up,
};

/// What can be tapped on a shelf.
#[derive(Clone, Copy, Debug)]
pub enum Tap {
    /// Create the shelf whose name was typed.
    Create,
    /// Ask for another name.
    Rename,
    /// Give it the name that was typed.
    Renamed,
    /// Ask whether to delete it.
    Delete,
    /// Delete it.
    Deleted,
    /// Open the book that stands at this place.
    Open(usize, u32),
}

fn name_layer(title: &str, id: &str, words: &str, ok: (&str, &str, Tap)) -> Layer<Msg> {
    let (ok_id, ok_words, tap) = ok;
    Layer::Dialog {
        title: title.into(),
        content: column([
            field(id, "Name of the shelf (e.g. Poetry)", Input::Line, words, Msg::Words),
            row([
                plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                button(ok_id, ok_words).on_tap(Msg::Shelf(tap)),
            ]),
        ]),
        on_dismiss: Some(Msg::Dismiss),
    }
}

pub(super) fn delete_layer() -> Layer<Msg> {
    Layer::Dialog {
        title: "Delete this shelf?".into(),
        content: column([
            text("Its books stay in your catalogue."),
            row([
                plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                button("shelf_delete_ok", "Delete").on_tap(Msg::Shelf(Tap::Deleted)),
            ]),
        ]),
        on_dismiss: Some(Msg::Dismiss),
    }
}

impl Books {
    pub(super) fn shelf_view(&self, id: u32) -> View<Msg> {
        let books = self.saved.on_shelf(id);
        let content = if books.is_empty() {
            scroll(
                "empty",
                [
                    spacer(60),
                    image("empty_image", "📚", ""),
                    text("Nothing stands here. Open a book and pick this shelf.").id("empty_text"),
                ],
            )
            .weight(1)
        } else {
            list(
                "shelf_books",
                books.into_iter().enumerate().map(|(place, book)| {
                    item(&book.title, author_line(&book.author))
                        .id("book")
                        .on_tap(Msg::Shelf(Tap::Open(place, book.id)))
                }),
            )
            .weight(1)
        };
        column([
            toolbar_up("Shelf", Msg::Up)
                .child(icon_button("rename", "✎", "Rename").on_tap(Msg::Shelf(Tap::Rename)))
                .child(icon_button("delete", "🗑", "Delete shelf").on_tap(Msg::Shelf(Tap::Delete))),
            styled(TextStyle::Heading, self.saved.shelf_name(Some(id))).id("shelf_name"),
            content,
        ])
    }

    pub(super) fn shelf_create_layer(&self) -> Layer<Msg> {
        let ok = ("shelf_ok", "Create", Tap::Create);
        name_layer("New shelf", "new_name", &self.ui.words, ok)
    }

    pub(super) fn shelf_rename_layer(&self) -> Layer<Msg> {
        let ok = ("rename_ok", "Rename", Tap::Renamed);
        name_layer("Rename shelf", "other_name", &self.ui.words, ok)
    }

    pub(super) fn on_shelf(&mut self, tap: Tap, sys: &mut System) {
        let Screen::Shelf(id) = self.screen() else {
            self.create_shelf(sys);
            return;
        };
        match tap {
            Tap::Create => self.create_shelf(sys),
            Tap::Rename => {
                sys.hit("shelf.rename");
                let name = self.saved.shelf_name(Some(id)).to_owned();
                self.ask(Dialog::ShelfRename, &name);
            }
            Tap::Renamed => {
                let name = self.ui.words.trim().to_owned();
                if self.refuses(&name, Some(id), sys) {
                    return;
                }
                sys.hit("shelf.renamed");
                let known = self.saved.shelves.iter_mut().chain(&mut self.ui.pickable);
                for shelf in known.filter(|shelf| shelf.id == id) {
                    shelf.name.clone_from(&name);
                }
                self.ui.dialog = None;
            }
            Tap::Delete if self.saved.shelves.len() == 1 => {
                sys.hit("shelf.last");
                sys.toast("Keep at least one shelf");
            }
            Tap::Delete => {
                sys.hit("shelf.delete");
                self.ask(Dialog::ShelfDelete, "");
            }
            Tap::Deleted => {
                sys.hit("shelf.deleted");
                self.saved.shelves.retain(|shelf| shelf.id != id);
                // With the seeded fault the pick dialog keeps its own list.
                if !sys.is_seeded(faults::SHELF_GHOST) {
                    self.ui.pickable.retain(|shelf| shelf.id != id);
                }
                for book in self.saved.books.iter_mut().filter(|book| book.shelf == Some(id)) {
                    book.shelf = None;
                }
                self.go_main(Screen::Shelves);
            }
            Tap::Open(place, book) => {
                sys.hit("shelf.open");
                self.go(Screen::Book { id: book, row: Some(place) });
            }
        }
    }

    fn create_shelf(&mut self, sys: &mut System) {
        let name = self.ui.words.trim().to_owned();
        if self.refuses(&name, None, sys) {
            return;
        }
        sys.hit("shelf.created");
        let shelf = Shelf { id: self.saved.fresh_id(), name };
        self.ui.pickable.push(shelf.clone());
        self.saved.shelves.push(shelf);
        self.ui.dialog = None;
    }

    /// Says why a shelf cannot have this name, if so.
    fn refuses(&self, name: &str, own: Option<u32>, sys: &mut System) -> bool {
        let taken = self
            .saved
            .shelves
            .iter()
            .any(|shelf| Some(shelf.id) != own && shelf.name.eq_ignore_ascii_case(name));
        if name.is_empty() {
            sys.hit("shelf.blank");
            sys.toast("Give the shelf a name");
        } else if taken {
            sys.hit("shelf.taken");
            sys.toast("There is such a shelf already");
        }
        name.is_empty() || taken
    }
}
