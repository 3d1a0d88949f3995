//! The search with its filter.

use super::catalogue::Book;
use super::library::author_line;
use super::{Books, Dialog, Msg, Screen};
use crate::demo::app::System;
use crate::demo::ui::{
    Input, Layer, View, button, check_box, column, field, icon_button, image, item, list, plain,
    row, scroll, spacer, text, toolbar_up,
};

/// What can be tapped in the search.
#[derive(Clone, Debug)]
pub enum Tap {
    /// The words to look for changed.
    Words(String),
    /// Open the filter.
    Filter,
    /// Choose whether only some books are shown.
    Flip(Only),
    /// Leave the filter.
    Filtered,
    /// Open a book.
    Open(u32),
}

/// Which books alone may be shown.
#[derive(Clone, Copy, Debug)]
pub enum Only {
    /// Those at home.
    AtHome,
    /// Those that were read.
    Read,
}

/// What is looked for.
#[derive(Clone, Debug, Default)]
pub struct Query {
    words: String,
    at_home: bool,
    read: bool,
}

impl Query {
    fn finds(&self, book: &Book) -> bool {
        let words = self.words.trim().to_lowercase();
        (book.title.to_lowercase().contains(&words) || book.author.to_lowercase().contains(&words))
            && (!self.at_home || book.friend.is_none())
            && (!self.read || book.read)
    }
}

impl Books {
    fn found(&self) -> Vec<&Book> {
        self.saved.sorted().into_iter().filter(|book| self.ui.search.finds(book)).collect()
    }

    /// The name of the search's state.
    pub(super) fn search_state(&self) -> &'static str {
        if self.ui.search.words.trim().is_empty() {
            "search.blank"
        } else if self.found().is_empty() {
            "search.nothing"
        } else {
            "search.results"
        }
    }

    pub(super) fn search_view(&self) -> View<Msg> {
        let content = match self.search_state() {
            "search.blank" => scroll(
                "search_blank",
                [
                    image("search_image", "⌕", ""),
                    text("Type a part of a title or an author.").id("search_help"),
                ],
            ),
            "search.nothing" => {
                scroll("search_nothing", [spacer(40), text("Nothing found.").id("nothing")])
            }
            _ => list(
                "results",
                self.found().into_iter().map(|book| {
                    item(&book.title, author_line(&book.author))
                        .id("result")
                        .on_tap(Msg::Search(Tap::Open(book.id)))
                }),
            ),
        };
        column([
            toolbar_up("Search", Msg::Up)
                .child(icon_button("filter", "▽", "Filter").on_tap(Msg::Search(Tap::Filter))),
            field(
                "query",
                "Title or author (e.g. Emma)",
                Input::Line,
                &self.ui.search.words,
                |t| Msg::Search(Tap::Words(t)),
            ),
            content.weight(1),
        ])
    }

    pub(super) fn filter_layer(&self) -> Layer<Msg> {
        let query = &self.ui.search;
        Layer::Dialog {
            title: "Show only".into(),
            content: column([
                check_box("only_home", "Books at home", query.at_home)
                    .on_tap(Msg::Search(Tap::Flip(Only::AtHome))),
                check_box("only_read", "Books I have read", query.read)
                    .on_tap(Msg::Search(Tap::Flip(Only::Read))),
                row([
                    plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                    button("filter_ok", "Show").on_tap(Msg::Search(Tap::Filtered)),
                ]),
            ]),
            on_dismiss: Some(Msg::Dismiss),
        }
    }

    pub(super) fn on_search(&mut self, tap: Tap, sys: &mut System) {
        let query = &mut self.ui.search;
        match tap {
            Tap::Words(words) => {
                sys.hit("search.words");
                query.words = words;
            }
            Tap::Filter => {
                sys.hit("search.filter");
                self.ui.dialog = Some(Dialog::Filter);
            }
            Tap::Flip(only) => {
                sys.hit("search.only");
                match only {
                    Only::AtHome => query.at_home = !query.at_home,
                    Only::Read => query.read = !query.read,
                }
            }
            Tap::Filtered => {
                sys.hit("search.filtered");
                self.ui.dialog = None;
            }
            Tap::Open(id) => {
                sys.hit("search.open");
                self.go(Screen::Book { id, row: None });
            }
        }
    }
}
