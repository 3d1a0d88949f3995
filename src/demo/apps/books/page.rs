//! A book's page, the dialogs on it, and the loan to a friend.

use super::input_faults::INPUT_FAULTS;
use super::library::author_line;
use super::{Books, Dialog, Msg, Screen, editor, faults};
use crate::demo::app::System;
use crate::demo::input_faults;
use crate::demo::ui::{
    Input, Layer, TextStyle, View, button, card, column, divider, field, icon_button, image, item,
    list, outlined, plain, row, scroll, styled, text, toolbar_up,
};

/// The permission to read contacts.
pub const CONTACTS: &str = "android.permission.READ_CONTACTS";

const FRIENDS: [(&str, &str); 3] = [
    ("Anna Smith", "anna@example.org"),
    ("Ben Okafor", "+44 20 7946 0123"),
    ("Chloe Martin", "chloe@example.org"),
];

/// What can be tapped on a book's page and the loan form.
#[derive(Clone, Debug)]
pub enum Tap {
    /// Edit the book.
    Edit,
    /// Ask whether to delete it, if the settings want that.
    Delete,
    /// Delete it.
    Deleted,
    /// Show the pick dialog.
    PickShelf,
    /// Put it on this shelf.
    Picked(Option<u32>),
    /// Mark it as read or unread.
    Read,
    /// Move it to the wish list.
    ToWishes,
    /// Open the loan form.
    Lend,
    /// The friend brought it back.
    Return,
    /// The friend's name or the number of days changed.
    Typed(Line, String),
    /// Choose the friend among the contacts.
    Contacts,
    /// This contact was chosen.
    Contact(String),
    /// Lend it.
    Lent,
}

/// A field of the loan form.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    /// The friend's name.
    Friend,
    /// The number of days.
    Days,
}

/// The loan being entered.
#[derive(Clone, Debug, Default)]
pub struct Loan {
    friend: String,
    days: String,
}

pub(super) fn menu_layer() -> Layer<Msg> {
    Layer::Menu {
        rows: vec![
            item("Mark as read or unread", "").id("menu_read").on_tap(Msg::Page(Tap::Read)),
            item("Move to the wish list", "").id("menu_wish").on_tap(Msg::Page(Tap::ToWishes)),
        ],
        on_dismiss: Msg::Dismiss,
    }
}

pub(super) fn delete_layer() -> Layer<Msg> {
    Layer::Dialog {
        title: "Delete this book?".into(),
        content: column([
            text("It will be gone from all shelves."),
            row([
                plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                button("book_delete_ok", "Delete").on_tap(Msg::Page(Tap::Deleted)),
            ]),
        ]),
        on_dismiss: Some(Msg::Dismiss),
    }
}

impl Books {
    pub(super) fn book_view(&self, id: u32) -> View<Msg> {
        let blank = super::catalogue::Book::default();
        let book = self.saved.book(id).unwrap_or(&blank);
        let or_dash = |words: &str| if words.is_empty() { "–".into() } else { words.to_owned() };
        let loan = match &book.friend {
            Some(friend) => card([
                text(format!("Lent to {friend}")).id("lent_to"),
                button("return", "It is back").on_tap(Msg::Page(Tap::Return)),
            ])
            .id("loan"),
            None => button("lend", "Lend to a friend").on_tap(Msg::Page(Tap::Lend)),
        };
        let read = if book.read { "Read" } else { "Not read yet" };
        column([
            toolbar_up("Book", Msg::Up)
                .child(icon_button("edit", "✎", "Edit").on_tap(Msg::Page(Tap::Edit)))
                .child(icon_button("delete", "🗑", "Delete book").on_tap(Msg::Page(Tap::Delete))),
            scroll(
                "page",
                [
                    row([
                        image("cover", "📖", "Cover"),
                        column([
                            styled(TextStyle::Heading, &book.title).id("book_title"),
                            text(author_line(&book.author)).id("book_author"),
                            styled(TextStyle::Caption, read).id("book_read"),
                        ])
                        .weight(1),
                    ]),
                    divider(),
                    item("ISBN", or_dash(&book.isbn)).id("book_isbn"),
                    item("Published", or_dash(&book.published)).id("book_published"),
                    item("Shelf", self.saved.shelf_name(book.shelf))
                        .id("book_shelf")
                        .on_tap(Msg::Page(Tap::PickShelf)),
                    loan,
                ],
            )
            .weight(1),
        ])
    }

    pub(super) fn lend_view(&self, id: u32) -> View<Msg> {
        let title = self.saved.book(id).map_or("", |book| book.title.as_str());
        let loan = &self.ui.loan;
        column([
            toolbar_up("Lend", Msg::Up)
                .child(icon_button("lend_ok", "✓", "Lend it").on_tap(Msg::Page(Tap::Lent))),
            scroll(
                "lend_form",
                [
                    styled(TextStyle::Heading, title).id("lend_title"),
                    field(
                        "friend",
                        "Friend's name (e.g. Anna Smith)",
                        Input::Line,
                        &loan.friend,
                        |t| Msg::Page(Tap::Typed(Line::Friend, t)),
                    ),
                    field("days", "Days (e.g. 14)", Input::Number, &loan.days, |t| {
                        Msg::Page(Tap::Typed(Line::Days, t))
                    })
                    .max_length(3),
                    outlined("contacts_button", "Choose from contacts")
                        .on_tap(Msg::Page(Tap::Contacts)),
                ],
            )
            .weight(1),
        ])
    }

    /// The friends to choose from: the contacts, or without them who borrowed a book last.
    fn friends(&self, sys: &System) -> Vec<(String, &'static str)> {
        if sys.holds(CONTACTS) {
            FRIENDS.iter().map(|(name, reach)| ((*name).to_owned(), *reach)).collect()
        } else {
            vec![(self.saved.last_friend.clone(), "Borrowed a book last")]
        }
    }

    pub(super) fn contacts_layer(&self, sys: &System) -> Layer<Msg> {
        let rows = self.friends(sys).into_iter().map(|(name, reach)| {
            item(name.as_str(), reach).id("contact").on_tap(Msg::Page(Tap::Contact(name.clone())))
        });
        Layer::Dialog {
            title: "Choose a friend".into(),
            content: column([
                list("contacts", rows),
                plain("cancel", "Cancel").on_tap(Msg::Dismiss),
            ]),
            on_dismiss: Some(Msg::Dismiss),
        }
    }

    pub(super) fn pick_layer(&self) -> Layer<Msg> {
        let rows = self.ui.pickable.iter().map(|shelf| {
            item(&shelf.name, "").id("pick").on_tap(Msg::Page(Tap::Picked(Some(shelf.id))))
        });
        Layer::Dialog {
            title: "Pick a shelf".into(),
            content: column([
                list("picks", rows),
                row([
                    plain("pick_none", "No shelf").on_tap(Msg::Page(Tap::Picked(None))),
                    plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                ]),
            ]),
            on_dismiss: Some(Msg::Dismiss),
        }
    }

    pub(super) fn on_page(&mut self, tap: Tap, sys: &mut System) {
        match self.screen() {
            Screen::Lend(id) => self.on_loan(id, tap, sys),
            Screen::Book { id, row } => self.on_book(id, row, &tap, sys),
            _ => {}
        }
    }

    fn on_book(&mut self, id: u32, row: Option<usize>, tap: &Tap, sys: &mut System) {
        self.ui.dialog = None;
        match tap {
            Tap::Edit => {
                sys.hit("book.edit");
                if let Some(book) = faults::book_to_edit(&self.saved, id, row, sys) {
                    self.ui.draft = editor::Draft::of_book(book);
                    self.go(Screen::Editor);
                }
            }
            Tap::Delete if self.saved.confirm => {
                sys.hit("book.delete");
                self.ui.dialog = Some(Dialog::BookDelete);
            }
            Tap::Delete | Tap::Deleted => {
                sys.hit("book.deleted");
                self.saved.books.retain(|book| book.id != id);
                self.ui.stack.pop();
                sys.toast("The book was deleted");
            }
            Tap::PickShelf => {
                sys.hit("book.pick");
                self.ui.dialog = Some(Dialog::PickShelf);
            }
            Tap::ToWishes => {
                sys.hit("book.to_wishes");
                let title = self.saved.book(id).map(|book| book.title.clone());
                self.saved.wishes.extend(title);
                self.saved.books.retain(|book| book.id != id);
                self.go_main(Screen::Wishes);
            }
            Tap::Lend => {
                sys.hit("book.lend");
                let friend = self.saved.last_friend.clone();
                self.ui.loan = Loan { friend, days: String::new() };
                self.go(Screen::Lend(id));
            }
            _ => self.change_book(id, tap, sys),
        }
    }

    fn change_book(&mut self, id: u32, tap: &Tap, sys: &mut System) {
        let exists = |shelf: &u32| self.saved.shelves.iter().any(|known| known.id == *shelf);
        let picked = match tap {
            Tap::Picked(shelf) => shelf.filter(exists),
            _ => None,
        };
        let Some(book) = self.saved.book_mut(id) else { return };
        match tap {
            Tap::Picked(_) => {
                sys.hit("book.picked");
                book.shelf = picked;
            }
            Tap::Read => {
                sys.hit("book.read");
                book.read = !book.read;
            }
            Tap::Return => {
                sys.hit("book.return");
                book.friend = None;
                sys.toast("Welcome back");
            }
            _ => {}
        }
    }

    fn on_loan(&mut self, id: u32, tap: Tap, sys: &mut System) {
        match tap {
            Tap::Typed(line, words) => {
                sys.hit("lend.typed");
                match line {
                    Line::Friend => self.ui.loan.friend = words,
                    Line::Days => self.ui.loan.days = words,
                }
            }
            Tap::Contacts if sys.holds(CONTACTS) => self.show_contacts(sys),
            Tap::Contacts => {
                sys.hit("lend.ask");
                sys.ask(CONTACTS);
            }
            Tap::Contact(name) => {
                sys.hit("lend.contact");
                self.ui.dialog = None;
                self.ui.loan.friend = name;
            }
            Tap::Lent => self.lend(id, sys),
            _ => {}
        }
    }

    pub(super) fn show_contacts(&mut self, sys: &mut System) {
        sys.hit("lend.contacts");
        self.ui.dialog = Some(Dialog::Contacts);
    }

    fn lend(&mut self, id: u32, sys: &mut System) {
        let friend = self.ui.loan.friend.trim().to_owned();
        let days = self.ui.loan.days.parse().unwrap_or(14);
        if friend.is_empty() {
            sys.hit("lend.nobody");
            sys.toast("Who gets the book?");
        } else if !(1..=365).contains(&days) {
            sys.hit("lend.too_long");
            sys.toast("Lend it for 1 to 365 days");
        } else if !input_faults::sent(INPUT_FAULTS, "lend", &[&friend, &self.ui.loan.days], sys)
            && let Some(book) = self.saved.book_mut(id)
        {
            sys.hit("lend.done");
            book.friend = Some(friend.clone());
            self.saved.last_friend = friend;
            self.ui.stack.pop();
            sys.toast(format!("Lent for {days} days"));
        }
    }
}
