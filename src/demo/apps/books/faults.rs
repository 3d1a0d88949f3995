//! The faults that were put into the books app on purpose, and the places where they act.

use super::catalogue::{Book, Saved, days_in_month};
use super::{Books, Dialog, Screen};
use crate::demo::app::Do::{Allow, Back, Menu, Rotate, Slide, Tap, Type};
use crate::demo::app::{FaultKind, FaultSpec, System};
use crate::domain::{BugCategory, CrashKind};

pub(super) const ISBN_X: &str = "books-isbn-x";
const IMPOSSIBLE_DATE: &str = "books-impossible-date";
pub(super) const ROTATE_DATE: &str = "books-rotate-date";
pub(super) const SCAN_LIGHT: &str = "books-scan-light";
const WISHES_COUNTED: &str = "books-wishes-counted";
pub(super) const SHELF_GHOST: &str = "books-shelf-ghost";
const LENT_COVER: &str = "books-lent-cover";
const EDIT_OTHER: &str = "books-edit-other";

/// The table.
pub(super) const FAULTS: &[FaultSpec] = &[
    FaultSpec {
        id: ISBN_X,
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Saving an ISBN-10 with an X that is not the last sign crashes",
        secret: true,
        steps: &[
            Tap("#add"),
            Type("#title_field", "Jane Eyre"),
            Type("#isbn_field", "08044X9570"),
            Tap("#save"),
        ],
    },
    FaultSpec {
        id: IMPOSSIBLE_DATE,
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Picking a day that the month does not have, such as 31 February, crashes",
        secret: false,
        steps: &[
            Tap("#add"),
            Tap("#pick_date"),
            Slide("#month", 1),
            Slide("#day", 30),
            Tap("#date_ok"),
        ],
    },
    FaultSpec {
        id: ROTATE_DATE,
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Turning the phone while the date picker is open crashes",
        secret: false,
        steps: &[Tap("#add"), Tap("#pick_date"), Rotate],
    },
    FaultSpec {
        id: SCAN_LIGHT,
        kind: FaultKind::Crash(CrashKind::Native),
        title: "Reading a barcode with the light on kills the process in native code",
        secret: false,
        steps: &[Tap("#add"), Tap("#scan"), Allow, Tap("#torch"), Tap("#capture")],
    },
    FaultSpec {
        id: WISHES_COUNTED,
        kind: FaultKind::Functional(BugCategory::Calculation),
        title: "The statistics count wishes among the books that are owned",
        secret: false,
        steps: &[
            Tap("#tab_wishes"),
            Tap("#add_wish"),
            Type("#wish_title", "Dracula"),
            Tap("#wish_ok"),
            Tap("#tab_books"),
            Menu,
            Tap("#menu_statistics"),
        ],
    },
    FaultSpec {
        id: SHELF_GHOST,
        kind: FaultKind::Functional(BugCategory::DataOperation),
        title: "A deleted shelf is still offered when a shelf is picked for a book",
        secret: false,
        steps: &[
            Tap("#tab_shelves"),
            Tap("#shelf:2"),
            Tap("#delete"),
            Tap("#shelf_delete_ok"),
            Tap("#tab_books"),
            Tap("#book"),
            Tap("#book_shelf"),
        ],
    },
    FaultSpec {
        id: LENT_COVER,
        kind: FaultKind::Functional(BugCategory::ContentMissing),
        title: "The cover of a lent book is missing among the covers",
        secret: false,
        steps: &[Tap("#book"), Tap("#lend"), Tap("#lend_ok"), Back, Tap("#toggle")],
    },
    FaultSpec {
        id: EDIT_OTHER,
        kind: FaultKind::Functional(BugCategory::Navigation),
        title: "Edit opens another book when the book was opened from a shelf",
        secret: false,
        steps: &[Tap("#tab_shelves"), Tap("#shelf:1"), Tap("#book"), Tap("#edit")],
    },
];

/// Dies of an X that `Character.getNumericValue` does not take for a digit.
pub(super) fn misplaced_x(isbn: &str, sys: &mut System) {
    sys.fault(ISBN_X);
    sys.throw(
        "java.lang.NumberFormatException",
        format!("For input string: \"{isbn}\""),
        &[
            "org.ridealong.books.data.Isbn.weigh(Isbn.kt:47)",
            "org.ridealong.books.data.Isbn$Companion.parse(Isbn.kt:23)",
            "org.ridealong.books.edit.EditViewModel.validate(EditViewModel.kt:88)",
            "org.ridealong.books.edit.EditActivity.onSave(EditActivity.kt:131)",
        ],
    );
}

/// True if the picked date does not exist. With the seeded fault the app has died of it.
pub(super) fn date_breaks((year, month, day): (i32, i32, i32), sys: &mut System) -> bool {
    let breaks = day > days_in_month(year, month);
    if breaks {
        sys.hit("date.impossible");
        if !sys.is_seeded(IMPOSSIBLE_DATE) {
            sys.toast("The month has no such day");
            return true;
        }
        sys.fault(IMPOSSIBLE_DATE);
        let message = format!("Invalid date '{year}-{month:02}-{day:02}'");
        sys.throw("java.time.DateTimeException", message, &[
            "org.ridealong.books.edit.PublishedDate.of(PublishedDate.kt:19)",
            "org.ridealong.books.edit.DatePickerFragment.onConfirm(DatePickerFragment.kt:64)",
            "org.ridealong.books.edit.DatePickerFragment.onCreateDialog$lambda$1(DatePickerFragment.kt:41)",
        ]);
    }
    breaks
}

/// Dies while the picker is made again for the other rotation.
pub(super) fn rotate_with_picker(sys: &mut System) {
    sys.fault(ROTATE_DATE);
    sys.throw(
        "kotlin.UninitializedPropertyAccessException",
        "lateinit property listener has not been initialized",
        &[
            "org.ridealong.books.edit.DatePickerFragment.onCreateDialog(DatePickerFragment.kt:37)",
            "org.ridealong.books.edit.EditActivity.onCreate(EditActivity.kt:52)",
        ],
    );
}

/// Dies in the barcode library of a picture that is too bright.
pub(super) fn overexposed(sys: &mut System) {
    sys.fault(SCAN_LIGHT);
    sys.signal("SIGSEGV", &[
        "#00 pc 000000000003f1c8  /data/app/org.ridealong.books/lib/arm64/libbarcode.so (binarize_rows+212)",
        "#01 pc 000000000003f9a4  /data/app/org.ridealong.books/lib/arm64/libbarcode.so (decode_frame+88)",
        "#02 pc 0000000000021e30  /data/app/org.ridealong.books/lib/arm64/libbarcode.so (Java_org_ridealong_books_scan_Barcode_decode+64)",
    ]);
}

/// True if a cover is drawn among the covers. With the seeded fault lent books have none.
pub(super) fn has_cover(book: &Book, sys: &System) -> bool {
    book.friend.is_none() || !sys.is_seeded(LENT_COVER)
}

/// The book that Edit opens for book `id`. With the seeded fault one opened from a shelf is looked up
/// by its place there, but among all books.
pub(super) fn book_to_edit<'a>(
    saved: &'a Saved,
    id: u32,
    row: Option<usize>,
    sys: &mut System,
) -> Option<&'a Book> {
    let row = row.filter(|_| sys.is_seeded(EDIT_OTHER));
    let opened = row.and_then(|row| saved.books.get(row)).or_else(|| saved.book(id))?;
    if opened.id != id {
        sys.fault(EDIT_OTHER);
    }
    Some(opened)
}

/// The numbers of the statistics.
pub(super) struct Count {
    pub books: usize,
    pub home: usize,
    pub lent: usize,
    pub read: usize,
    pub wishes: usize,
}

impl Count {
    pub(super) fn of(saved: &Saved, sys: &System) -> Self {
        let counted = if sys.is_seeded(WISHES_COUNTED) { saved.wishes.len() } else { 0 };
        let lent = saved.books.iter().filter(|book| book.friend.is_some()).count();
        Self {
            books: saved.books.len() + counted,
            home: saved.books.len() - lent,
            lent,
            read: saved.books.iter().filter(|book| book.read).count(),
            wishes: saved.wishes.len(),
        }
    }
}

impl Books {
    /// Tells of wrong results that have just become visible.
    pub(super) fn notice(&mut self, sys: &mut System) {
        let saved = &self.saved;
        let ghost = || {
            let known = |id| saved.shelves.iter().any(|shelf| shelf.id == id);
            self.ui.pickable.iter().any(|shelf| !known(shelf.id))
        };
        let bare = self.ui.dialog.is_none();
        let mut visible = Vec::new();
        if bare
            && self.screen() == Screen::Statistics
            && Count::of(saved, sys).books != saved.books.len()
        {
            visible.push(WISHES_COUNTED);
        }
        if bare
            && self.screen() == Screen::Library
            && saved.grid
            && !saved.books.iter().all(|book| has_cover(book, sys))
        {
            visible.push(LENT_COVER);
        }
        if self.ui.dialog == Some(Dialog::PickShelf) && ghost() {
            visible.push(SHELF_GHOST);
        }
        for fault in visible.iter().filter(|fault| !self.ui.visible.contains(fault)) {
            sys.fault(fault);
        }
        self.ui.visible = visible;
    }
}
