//! The seeded input faults of the book catalogue.

use crate::demo::app::Do::{self, Tap, Type};
use crate::demo::input_faults::{InputFault, date};
use crate::domain::{ConstraintClass, CrashKind};

const ADD: Do = Tap("#add");
const TITLE: Do = Type("#title_field", "Jane Eyre");
const SAVE: Do = Tap("#save");

/// The seeded input faults.
pub(super) const INPUT_FAULTS: &[InputFault] = &[
    InputFault {
        id: "books-input-isbn-late",
        class: ConstraintClass::Dependency,
        kind: CrashKind::Java,
        title: "A book with a ten-digit ISBN that was published after 2007 has no number range",
        form: "editor",
        inputs: "an ISBN of ten digits and a date in 2007 or later",
        crashes: |texts| {
            texts[2].chars().filter(char::is_ascii_alphanumeric).count() == 10
                && date(texts[3]).is_some_and(|published| published.0 >= 2007)
        },
        thrown: "java.lang.IllegalStateException: no ISBN-10 range for 2007",
        frames: &["org.ridealong.books.catalogue.IsbnRanges.of(IsbnRanges.kt:61)"],
        steps: &[
            ADD,
            TITLE,
            Type("#isbn_field", "0306406152"),
            Type("#date_field", "2010-01-31"),
            SAVE,
        ],
    },
    InputFault {
        id: "books-input-title-is-author",
        class: ConstraintClass::Equality,
        kind: CrashKind::Java,
        title: "A book that is called like its author is compared with itself",
        form: "editor",
        inputs: "the same text as title and as author",
        crashes: |texts| texts[0].trim() == texts[1].trim(),
        thrown: "java.lang.IllegalArgumentException: Comparison method violates its general contract!",
        frames: &["org.ridealong.books.library.SortKey.compare(SortKey.kt:27)"],
        steps: &[ADD, TITLE, Type("#author_field", "Jane Eyre"), SAVE],
    },
    InputFault {
        id: "books-input-date-anonymous",
        class: ConstraintClass::Dependency,
        kind: CrashKind::Java,
        title: "A dated book without an author has no line in the chronicle",
        form: "editor",
        inputs: "a valid date and no author",
        crashes: |texts| texts[1].trim().is_empty() && !texts[3].trim().is_empty(),
        thrown: "java.util.NoSuchElementException: List is empty.",
        frames: &["org.ridealong.books.library.Chronicle.add(Chronicle.kt:18)"],
        steps: &[ADD, TITLE, Type("#date_field", "1847-10-19"), SAVE],
    },
    InputFault {
        id: "books-input-far-future",
        class: ConstraintClass::Meaning,
        kind: CrashKind::Java,
        title: "A book that is published after 2030 is behind the end of the time line",
        form: "editor",
        inputs: "a date of publication after 2030",
        crashes: |texts| date(texts[3]).is_some_and(|published| published.0 > 2030),
        thrown: "java.lang.ArrayIndexOutOfBoundsException: length=64; index=64",
        frames: &["org.ridealong.books.statistics.Timeline.slot(Timeline.kt:22)"],
        steps: &[
            ADD,
            TITLE,
            Type("#author_field", "Anne"),
            Type("#date_field", "2099-12-31"),
            SAVE,
        ],
    },
    InputFault {
        id: "books-input-title-combining",
        class: ConstraintClass::CharacterSet,
        kind: CrashKind::Java,
        title: "A title with combining marks has a sort key of another length",
        form: "editor",
        inputs: "a title with combining marks (U+0300 to U+036F)",
        crashes: |texts| texts[0].chars().any(|sign| ('\u{300}'..='\u{36f}').contains(&sign)),
        thrown: "java.lang.IndexOutOfBoundsException: index: 4, length: 4",
        frames: &["org.ridealong.books.library.SortKey.fold(SortKey.kt:49)"],
        steps: &[ADD, Type("#title_field", "Zoe\u{308}"), SAVE],
    },
    InputFault {
        id: "books-input-author-apostrophe",
        class: ConstraintClass::PureText,
        kind: CrashKind::Java,
        title: "An author with an apostrophe ends the quotation in a query",
        form: "editor",
        inputs: "an author that contains '",
        crashes: |texts| texts[1].contains('\''),
        thrown: "android.database.sqlite.SQLiteException: near \"Brien\": syntax error (code 1)",
        frames: &["org.ridealong.books.catalogue.AuthorDao.find(AuthorDao.kt:40)"],
        steps: &[ADD, TITLE, Type("#author_field", "O'Brien"), SAVE],
    },
    InputFault {
        id: "books-input-title-endless",
        class: ConstraintClass::Length,
        kind: CrashKind::Anr,
        title: "A title of more than 1000 characters is broken into lines for ever",
        form: "editor",
        inputs: "a title of more than 1000 characters",
        crashes: |texts| texts[0].chars().count() > 1000,
        thrown: "Input dispatching timed out (org.ridealong.books/.EditorActivity is not responding. \
                 Waited 5002ms for MotionEvent)",
        frames: &[],
        steps: &[ADD, Type("#title_field", LONG_TITLE), SAVE],
    },
    InputFault {
        id: "books-input-days-zeros",
        class: ConstraintClass::PureNumber,
        kind: CrashKind::Java,
        title: "Days that begin with 0 are read as an octal number",
        form: "lend",
        inputs: "days with a leading zero, such as 014, and a friend",
        crashes: |texts| texts[1].len() > 1 && texts[1].starts_with('0'),
        thrown: "java.lang.NumberFormatException: For input string: \"08\" under radix 8",
        frames: &["org.ridealong.books.loans.Days.decode(Days.kt:11)"],
        steps: &[
            Tap("#book"),
            Tap("#lend"),
            Type("#friend", "Anna"),
            Type("#days", "014"),
            Tap("#lend_ok"),
        ],
    },
];

/// 1,024 letters.
const LONG_TITLE: &str = match str::from_utf8(&[b't'; 1024]) {
    Ok(text) => text,
    Err(_) => "",
};
