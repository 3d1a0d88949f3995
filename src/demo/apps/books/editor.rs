//! The form of an entry: new or edited, its checks, the date picker.

use super::catalogue::{Book, IsbnFault, check_isbn, read_date};
use super::input_faults::INPUT_FAULTS;
use super::{Books, Dialog, Msg, Screen, faults};
use crate::demo::app::System;
use crate::demo::input_faults;
use crate::demo::ui::{
    Input, Layer, TextStyle, View, button, column, field, icon_button, outlined, plain, row,
    scroll, slider, styled, text, toolbar_up,
};

/// The year at the left end of the date picker.
const FIRST_YEAR: i32 = 1800;

/// What can be tapped in the form.
#[derive(Clone, Debug)]
pub enum Tap {
    /// A field changed.
    Typed(Line, String),
    /// Open the date picker.
    PickDate,
    /// A slider of the picker moved.
    Slid(Part, i32),
    /// Take the picker's date.
    DateOk,
    /// Read the barcode.
    Scan,
    /// Check and save.
    Save,
    /// Save although there is such a book.
    SaveTwice,
    /// Show the book that is there instead.
    ShowOther(u32),
    /// Leave without saving.
    Discard,
}

/// A field of the form.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    /// The title.
    Title,
    /// The author.
    Author,
    /// The ISBN.
    Isbn,
    /// The date of publication.
    Published,
}

/// A slider of the date picker.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Counted from the picker's first year.
    Year,
    /// 0 to 11.
    Month,
    /// 0 to 30.
    Day,
}

/// The words in the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Words {
    title: String,
    author: String,
    isbn: String,
    published: String,
}

/// The entry being edited.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The book being edited; `None` for a new one.
    id: Option<u32>,
    /// The wish that comes true with it.
    wish: Option<usize>,
    words: Words,
    before: Words,
    /// What was wrong when it was to be saved.
    error: Option<&'static str>,
    /// The picker's date.
    date: (i32, i32, i32),
}

impl Draft {
    /// To edit `book`.
    pub fn of_book(book: &Book) -> Self {
        let words = Words {
            title: book.title.clone(),
            author: book.author.clone(),
            isbn: book.isbn.clone(),
            published: book.published.clone(),
        };
        Self { id: Some(book.id), before: words.clone(), words, ..Self::default() }
    }

    /// To add the book that was wished for.
    pub fn of_wish(wish: usize, title: String) -> Self {
        let words = Words { title, ..Words::default() };
        Self { wish: Some(wish), before: words.clone(), words, ..Self::default() }
    }

    /// True if leaving would lose something.
    pub fn is_changed(&self) -> bool {
        self.words != self.before
    }

    /// True after a check failed.
    pub fn has_error(&self) -> bool {
        self.error.is_some()
    }

    /// Takes a scanned number.
    pub fn scanned(&mut self, isbn: &str) {
        self.words.isbn = isbn.to_owned();
    }
}

pub(super) fn unsaved_layer() -> Layer<Msg> {
    Layer::Dialog {
        title: "Discard your changes?".into(),
        content: row([
            plain("keep", "Keep editing").on_tap(Msg::Dismiss),
            button("discard", "Discard").on_tap(Msg::Editor(Tap::Discard)),
        ]),
        on_dismiss: Some(Msg::Dismiss),
    }
}

impl Books {
    pub(super) fn editor_view(&self) -> View<Msg> {
        let draft = &self.ui.draft;
        let words = &draft.words;
        let line = |id: &str, hint: &str, value: &str, line: Line| {
            field(id, hint, Input::Line, value, move |t| Msg::Editor(Tap::Typed(line, t)))
        };
        let mut form = scroll("form", []);
        form = form.maybe(draft.error.map(|why| styled(TextStyle::Error, why).id("error")));
        for view in [
            line("title_field", "Title (e.g. Emma)", &words.title, Line::Title),
            line("author_field", "Author (e.g. Jane Austen)", &words.author, Line::Author),
            line("isbn_field", "ISBN (e.g. 9780141439587)", &words.isbn, Line::Isbn),
            line("date_field", "Published (e.g. 1815-12-23)", &words.published, Line::Published),
            outlined("pick_date", "Choose the date").on_tap(Msg::Editor(Tap::PickDate)),
        ] {
            form = form.child(view);
        }
        column([
            toolbar_up("Book entry", Msg::Up)
                .child(icon_button("scan", "📷", "Scan barcode").on_tap(Msg::Editor(Tap::Scan)))
                .child(icon_button("save", "✓", "Save").on_tap(Msg::Editor(Tap::Save))),
            form.weight(1),
        ])
    }

    pub(super) fn duplicate_layer(&self, other: u32) -> Layer<Msg> {
        let title = self.saved.book(other).map_or("", |book| book.title.as_str());
        Layer::Dialog {
            title: "You have this book".into(),
            content: column([
                text(format!("“{title}” is in your catalogue already.")).id("duplicate_text"),
                button("show_other", "Show it").on_tap(Msg::Editor(Tap::ShowOther(other))),
                outlined("save_twice", "Save anyway").on_tap(Msg::Editor(Tap::SaveTwice)),
                plain("cancel", "Cancel").on_tap(Msg::Dismiss),
            ]),
            on_dismiss: Some(Msg::Dismiss),
        }
    }

    pub(super) fn date_layer(&self) -> Layer<Msg> {
        let (year, month, day) = self.ui.draft.date;
        let dial = |id: &str, value: i32, max: i32, part: Part| {
            slider(id, value, max, move |value| Msg::Editor(Tap::Slid(part, value)))
        };
        Layer::Dialog {
            title: "Date of publication".into(),
            content: column([
                styled(TextStyle::Display, format!("{year}-{month:02}-{day:02}")).id("picked_date"),
                styled(TextStyle::Caption, "Year"),
                dial("year", year - FIRST_YEAR, 230, Part::Year),
                styled(TextStyle::Caption, "Month"),
                dial("month", month - 1, 11, Part::Month),
                styled(TextStyle::Caption, "Day"),
                dial("day", day - 1, 30, Part::Day),
                row([
                    plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                    button("date_ok", "OK").on_tap(Msg::Editor(Tap::DateOk)),
                ]),
            ]),
            on_dismiss: Some(Msg::Dismiss),
        }
    }

    pub(super) fn on_editor(&mut self, tap: Tap, sys: &mut System) {
        let words = &mut self.ui.draft.words;
        match tap {
            Tap::Typed(line, new) => {
                sys.hit("editor.typed");
                match line {
                    Line::Title => words.title = new,
                    Line::Author => words.author = new,
                    Line::Isbn => words.isbn = new,
                    Line::Published => words.published = new,
                }
            }
            Tap::PickDate | Tap::Slid(..) | Tap::DateOk => self.on_date(&tap, sys),
            Tap::Scan => {
                sys.hit("editor.scan");
                self.ui.torch = false;
                self.go(Screen::Scan);
                sys.ask(super::tools::CAMERA);
            }
            Tap::Save => self.save(sys),
            Tap::SaveTwice => {
                sys.hit("editor.twice");
                self.store(sys);
            }
            Tap::ShowOther(other) => {
                sys.hit("editor.other");
                self.ui.stack.pop();
                self.go(Screen::Book { id: other, row: None });
            }
            Tap::Discard => {
                sys.hit("editor.discard");
                self.ui.dialog = None;
                self.ui.stack.pop();
            }
        }
    }

    fn on_date(&mut self, tap: &Tap, sys: &mut System) {
        let draft = &mut self.ui.draft;
        match tap {
            Tap::Slid(part, value) => {
                sys.hit("date.slid");
                match part {
                    Part::Year => draft.date.0 = FIRST_YEAR + value,
                    Part::Month => draft.date.1 = 1 + value,
                    Part::Day => draft.date.2 = 1 + value,
                }
            }
            Tap::DateOk => {
                let (year, month, day) = draft.date;
                if faults::date_breaks(draft.date, sys) {
                    return;
                }
                sys.hit("date.ok");
                draft.words.published = format!("{year:04}-{month:02}-{day:02}");
                self.ui.dialog = None;
            }
            _ => {
                sys.hit("date.pick");
                draft.date = read_date(&draft.words.published)
                    .filter(|date| date.0 >= FIRST_YEAR)
                    .unwrap_or((2000, 1, 1));
                self.ui.dialog = Some(Dialog::Date);
            }
        }
    }

    fn save(&mut self, sys: &mut System) {
        let words = &self.ui.draft.words;
        if words.title.trim().is_empty() {
            sys.hit("save.no_title");
            self.ui.draft.error = Some("A book needs a title.");
            return;
        }
        if !words.isbn.trim().is_empty()
            && let Err(fault) = check_isbn(&words.isbn)
        {
            self.wrong_isbn(fault, sys);
            return;
        }
        if !words.published.trim().is_empty() && read_date(&words.published).is_none() {
            sys.hit("save.bad_date");
            self.ui.draft.error = Some("Write the date as year-month-day.");
            return;
        }
        let texts = [&words.title, &words.author, &words.isbn, &words.published];
        if input_faults::sent(INPUT_FAULTS, "editor", &texts.map(String::as_str), sys) {
            return;
        }
        let same = |book: &&Book| {
            book.title.eq_ignore_ascii_case(words.title.trim())
                || (!words.isbn.is_empty() && book.isbn == words.isbn)
        };
        let mut others = self.saved.books.iter().filter(|book| Some(book.id) != self.ui.draft.id);
        let other = others.find(same);
        if let Some(other) = other {
            sys.hit("save.duplicate");
            self.ui.dialog = Some(Dialog::Duplicate(other.id));
        } else {
            sys.hit("save.good");
            self.store(sys);
        }
    }

    fn wrong_isbn(&mut self, fault: IsbnFault, sys: &mut System) {
        self.ui.draft.error = Some(match fault {
            IsbnFault::Length => {
                sys.hit("save.isbn_length");
                "An ISBN has 10 or 13 digits."
            }
            IsbnFault::MisplacedX if sys.is_seeded(faults::ISBN_X) => {
                sys.hit("save.isbn_x");
                faults::misplaced_x(&self.ui.draft.words.isbn, sys);
                return;
            }
            IsbnFault::Letter | IsbnFault::MisplacedX => {
                sys.hit("save.isbn_letter");
                "An ISBN has digits only."
            }
            IsbnFault::CheckDigit => {
                sys.hit("save.isbn_check");
                "The last digit of the ISBN does not fit."
            }
        });
    }

    fn store(&mut self, sys: &mut System) {
        let draft = std::mem::take(&mut self.ui.draft);
        let id = match draft.id {
            Some(id) => id,
            None => self.saved.fresh_id(),
        };
        if draft.id.is_none() {
            self.saved.books.push(Book { id, ..Book::default() });
        }
        if let Some(wish) = draft.wish.filter(|wish| *wish < self.saved.wishes.len()) {
            sys.hit("store.wish");
            self.saved.wishes.remove(wish);
        }
        if let Some(book) = self.saved.book_mut(id) {
            draft.words.title.trim().clone_into(&mut book.title);
            draft.words.author.trim().clone_into(&mut book.author);
            draft.words.isbn.trim().clone_into(&mut book.isbn);
            draft.words.published.trim().clone_into(&mut book.published);
        }
        self.ui.dialog = None;
        self.ui.stack.pop();
        sys.toast("Saved");
    }
}
