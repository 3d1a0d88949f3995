//! The three main screens: the books, the wish list, the shelves.

use super::{Books, Dialog, Msg, Screen, editor, faults, search, tools};
use crate::demo::app::System;
use crate::demo::ui::{
    Input, Layer, TextStyle, View, bottom_bar, button, card, column, fab, field, icon_button,
    image, item, list, outlined, plain, row, scroll, spacer, styled, tab, text, toolbar,
};

/// What can be tapped on the main screens.
#[derive(Clone, Copy, Debug)]
pub enum Tap {
    /// Show this main screen.
    Tab(Main),
    /// Open the options menu.
    More,
    /// Change between rows and covers.
    Toggle,
    /// Open the search.
    Search,
    /// Enter a new book.
    New,
    /// Open a book.
    Open(u32),
    /// Put the sample books in.
    Samples,
    /// A row of the options menu.
    Menu(Entry),
    /// Ask for a wish.
    NewWish,
    /// Add the wish that was typed.
    AddWish,
    /// A wish came true.
    Bought(usize),
    /// Ask for the name of a new shelf.
    NewShelf,
    /// Open a shelf.
    OpenShelf(u32),
}

/// One of the three main screens.
#[derive(Clone, Copy, Debug)]
pub enum Main {
    /// The books.
    Books,
    /// The wish list.
    Wishes,
    /// The shelves.
    Shelves,
}

/// A row of the options menu.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// Read or write the shared folder.
    Transfer(tools::Way),
    /// Numbers.
    Statistics,
    /// Settings.
    Settings,
    /// Ask whether to clear the catalogue.
    Clear,
}

fn bar(current: Screen) -> View<Msg> {
    bottom_bar([
        tab("tab_books", "Books", current == Screen::Library)
            .on_tap(Msg::Library(Tap::Tab(Main::Books))),
        tab("tab_wishes", "Wishes", current == Screen::Wishes)
            .on_tap(Msg::Library(Tap::Tab(Main::Wishes))),
        tab("tab_shelves", "Shelves", current == Screen::Shelves)
            .on_tap(Msg::Library(Tap::Tab(Main::Shelves))),
    ])
}

pub(super) fn menu_layer() -> Layer<Msg> {
    let entry = |id: &str, words: &str, entry| {
        item(words, "").id(id).on_tap(Msg::Library(Tap::Menu(entry)))
    };
    Layer::Menu {
        rows: vec![
            entry("menu_import", "Import books", Entry::Transfer(tools::Way::Import)),
            entry("menu_export", "Export books", Entry::Transfer(tools::Way::Export)),
            entry("menu_statistics", "Statistics", Entry::Statistics),
            entry("menu_settings", "Settings", Entry::Settings),
            entry("menu_clear", "Clear the catalogue", Entry::Clear),
        ],
        on_dismiss: Msg::Dismiss,
    }
}

impl Books {
    pub(super) fn library_view(&self, sys: &System) -> View<Msg> {
        let toggle = if self.saved.grid {
            icon_button("toggle", "≡", "Show as list")
        } else {
            icon_button("toggle", "▦", "Show as covers")
        };
        let top = toolbar("My books")
            .child(icon_button("search", "⌕", "Search").on_tap(Msg::Library(Tap::Search)))
            .child(toggle.on_tap(Msg::Library(Tap::Toggle)))
            .child(icon_button("more", "⋮", "More options").on_tap(Msg::Library(Tap::More)));
        let content = if self.saved.books.is_empty() {
            scroll(
                "empty",
                [
                    spacer(80),
                    image("empty_image", "📚", ""),
                    styled(TextStyle::Heading, "No books yet"),
                    text("Add your first book, or begin with a few of ours."),
                    outlined("samples", "Add sample books").on_tap(Msg::Library(Tap::Samples)),
                ],
            )
            .weight(1)
        } else if self.saved.grid {
            list(
                "covers",
                self.saved.sorted().into_iter().map(|book| {
                    let cover = if faults::has_cover(book, sys) { "📖" } else { "" };
                    card([row([
                        image("cover", cover, "Cover"),
                        column([
                            styled(TextStyle::Heading, &book.title).id("heading"),
                            styled(TextStyle::Caption, author_line(&book.author)).id("below"),
                        ])
                        .weight(1),
                    ])])
                    .id("cell")
                    .on_tap(Msg::Library(Tap::Open(book.id)))
                }),
            )
            .weight(1)
        } else {
            list(
                "books",
                self.saved.sorted().into_iter().map(|book| {
                    let mut below = author_line(&book.author).to_owned();
                    if let Some(friend) = &book.friend {
                        below = format!("{below} · lent to {friend}");
                    }
                    item(&book.title, below).id("book").on_tap(Msg::Library(Tap::Open(book.id)))
                }),
            )
            .weight(1)
        };
        column([
            top,
            content,
            bar(Screen::Library),
            fab("add", "+", "Add a book").on_tap(Msg::Library(Tap::New)),
        ])
    }

    pub(super) fn wishes_view(&self) -> View<Msg> {
        let content = if self.saved.wishes.is_empty() {
            scroll(
                "empty",
                [
                    spacer(80),
                    image("empty_image", "♥", ""),
                    styled(TextStyle::Heading, "No wishes"),
                    text("Books that you would like to have."),
                ],
            )
            .weight(1)
        } else {
            list(
                "wishes",
                self.saved.wishes.iter().enumerate().map(|(place, wish)| {
                    item(wish, "Bought it? Tap to add it to your books")
                        .id("wish")
                        .on_tap(Msg::Library(Tap::Bought(place)))
                }),
            )
            .weight(1)
        };
        column([
            toolbar("Wish list"),
            content,
            bar(Screen::Wishes),
            fab("add_wish", "♥", "Add a wish").on_tap(Msg::Library(Tap::NewWish)),
        ])
    }

    pub(super) fn shelves_view(&self) -> View<Msg> {
        let rows = self.saved.shelves.iter().map(|shelf| {
            let count = self.saved.on_shelf(shelf.id).len();
            item(&shelf.name, format!("{count} books"))
                .id("shelf")
                .on_tap(Msg::Library(Tap::OpenShelf(shelf.id)))
        });
        column([
            toolbar("Shelves"),
            list("shelves", rows).weight(1),
            bar(Screen::Shelves),
            fab("add_shelf", "+", "Add a shelf").on_tap(Msg::Library(Tap::NewShelf)),
        ])
    }

    pub(super) fn wish_layer(&self) -> Layer<Msg> {
        Layer::Dialog {
            title: "New wish".into(),
            content: column([
                field(
                    "wish_title",
                    "Title (e.g. Dracula)",
                    Input::Line,
                    &self.ui.words,
                    Msg::Words,
                )
                .on_enter(Msg::Library(Tap::AddWish)),
                row([
                    plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                    button("wish_ok", "Add").on_tap(Msg::Library(Tap::AddWish)),
                ]),
            ]),
            on_dismiss: Some(Msg::Dismiss),
        }
    }

    pub(super) fn on_library(&mut self, tap: Tap, sys: &mut System) {
        match tap {
            Tap::Tab(main) => {
                sys.hit("library.tab");
                self.go_main(match main {
                    Main::Books => Screen::Library,
                    Main::Wishes => Screen::Wishes,
                    Main::Shelves => Screen::Shelves,
                });
            }
            Tap::More => {
                sys.hit("library.more");
                self.ui.dialog = Some(Dialog::LibraryMenu);
            }
            Tap::Toggle => {
                sys.hit("library.toggle");
                self.saved.grid = !self.saved.grid;
            }
            Tap::Search => {
                sys.hit("library.search");
                self.ui.search = search::Query::default();
                self.go(Screen::Search);
            }
            Tap::New => {
                sys.hit("library.new");
                self.ui.draft = editor::Draft::default();
                self.go(Screen::Editor);
            }
            Tap::Open(id) => {
                sys.hit("library.open");
                self.go(Screen::Book { id, row: None });
            }
            Tap::Samples => {
                sys.hit("library.samples");
                self.saved.add_samples();
            }
            Tap::Menu(entry) => self.on_entry(entry, sys),
            Tap::NewWish | Tap::AddWish | Tap::Bought(_) => self.on_wish(tap, sys),
            Tap::NewShelf => {
                sys.hit("shelves.new");
                self.ask(Dialog::ShelfCreate, "");
            }
            Tap::OpenShelf(id) => {
                sys.hit("shelves.open");
                self.go(Screen::Shelf(id));
            }
        }
    }

    fn on_wish(&mut self, tap: Tap, sys: &mut System) {
        match tap {
            Tap::AddWish => {
                let wish = self.ui.words.trim().to_owned();
                if wish.is_empty() {
                    sys.hit("wishes.blank");
                    sys.toast("What do you wish for?");
                } else {
                    sys.hit("wishes.add");
                    self.saved.wishes.push(wish);
                    self.ui.dialog = None;
                }
            }
            Tap::Bought(place) => {
                sys.hit("wishes.bought");
                let title = self.saved.wishes.get(place).cloned().unwrap_or_default();
                self.ui.draft = editor::Draft::of_wish(place, title);
                self.go(Screen::Editor);
            }
            _ => {
                sys.hit("wishes.new");
                self.ask(Dialog::WishAdd, "");
            }
        }
    }

    fn on_entry(&mut self, entry: Entry, sys: &mut System) {
        let screen = match entry {
            Entry::Transfer(steps) => {
                sys.hit("menu.transfer");
                self.start_transfer(steps, sys);
                return;
            }
            Entry::Statistics => Screen::Statistics,
            Entry::Settings => Screen::Settings,
            Entry::Clear => {
                sys.hit("menu.clear");
                self.ui.dialog = Some(Dialog::Clear);
                return;
            }
        };
        sys.hit("menu.screen");
        self.go(screen);
    }
}

/// The line below a title.
pub(super) fn author_line(author: &str) -> &str {
    if author.trim().is_empty() { "Unknown author" } else { author }
}
