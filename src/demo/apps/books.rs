//! The books app: a catalogue of books with shelves, loans to friends and a wish list.

mod catalogue;
mod editor;
mod faults;
mod input_faults;
mod library;
mod page;
mod points;
mod search;
mod shelves;
mod states;
mod tools;

use catalogue::{Saved, Shelf};

use crate::demo::app::{About, App, System};
use crate::demo::ui::{Layer, Scene, View};

/// The books app.
#[derive(Clone, Debug)]
pub struct Books {
    saved: Saved,
    ui: Ui,
}

/// What is on the screens; gone when the process ends.
#[derive(Clone, Debug, Default)]
struct Ui {
    /// The screens, the front one last; never empty after the launch.
    stack: Vec<Screen>,
    /// What is in front of the screen.
    dialog: Option<Dialog>,
    /// What was typed into a dialog's only field.
    words: String,
    /// The entry being edited.
    draft: editor::Draft,
    /// The loan being entered.
    loan: page::Loan,
    /// The search.
    search: search::Query,
    /// The import or export.
    transfer: tools::Transfer,
    /// The light of the camera is on.
    torch: bool,
    /// The shelves as the pick dialog knows them.
    pickable: Vec<Shelf>,
    /// The faults whose wrong result is on the screen now.
    visible: Vec<&'static str>,
}

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Screen {
    /// All owned books.
    Library,
    /// The wish list.
    Wishes,
    /// All shelves.
    Shelves,
    /// The books on one shelf.
    Shelf(u32),
    /// One book; `row` is its place where it was opened from a shelf.
    Book {
        id: u32,
        row: Option<usize>,
    },
    /// The form of an entry.
    Editor,
    /// The loan of a book.
    Lend(u32),
    /// The barcode camera.
    Scan,
    Search,
    Statistics,
    /// Import or export.
    Transfer,
    Settings,
}

/// What is in front of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialog {
    LibraryMenu,
    WishAdd,
    ShelfCreate,
    ShelfRename,
    ShelfDelete,
    BookMenu,
    BookDelete,
    PickShelf,
    Contacts,
    /// The other book with the same title or ISBN.
    Duplicate(u32),
    Unsaved,
    Date,
    Filter,
    Clear,
}

/// What a touch sends.
#[derive(Clone, Debug)]
pub enum Msg {
    /// Back to the screen before.
    Up,
    /// Leave the dialog without a choice.
    Dismiss,
    /// The field of the dialog changed.
    Words(String),
    /// On the three main screens.
    Library(library::Tap),
    /// On a shelf.
    Shelf(shelves::Tap),
    /// On a book's page or its loan.
    Page(page::Tap),
    /// In the form.
    Editor(editor::Tap),
    /// In the search.
    Search(search::Tap),
    /// On the other screens.
    Tool(tools::Tap),
}

impl Books {
    fn screen(&self) -> Screen {
        self.ui.stack.last().copied().unwrap_or(Screen::Library)
    }

    fn go(&mut self, screen: Screen) {
        self.ui.dialog = None;
        self.ui.stack.push(screen);
    }

    /// Goes to one of the three main screens.
    fn go_main(&mut self, screen: Screen) {
        self.ui.dialog = None;
        self.ui.stack = vec![screen];
    }

    fn leave(&mut self, sys: &mut System) {
        self.ui.dialog = None;
        match self.screen() {
            Screen::Editor if self.ui.draft.is_changed() => {
                sys.hit("leave.unsaved");
                self.ui.dialog = Some(Dialog::Unsaved);
            }
            Screen::Transfer if self.ui.transfer.is_running() => {
                sys.hit("leave.transfer");
                sys.forget(tools::TRANSFER);
                sys.toast("Stopped");
                self.ui.stack.pop();
            }
            Screen::Wishes | Screen::Shelves => {
                sys.hit("leave.tab");
                self.go_main(Screen::Library);
            }
            Screen::Library => {
                sys.hit("leave.app");
                sys.finish();
            }
            _ => {
                sys.hit("leave.screen");
                self.ui.stack.pop();
            }
        }
        if self.ui.stack.is_empty() {
            self.go_main(Screen::Library);
        }
    }

    /// Opens the dialog, its field holding `words`.
    fn ask(&mut self, dialog: Dialog, words: &str) {
        self.ui.words = words.to_owned();
        self.ui.dialog = Some(dialog);
    }

    fn activity(&self) -> &'static str {
        match self.screen() {
            Screen::Library | Screen::Wishes | Screen::Shelves => ".MainActivity",
            Screen::Shelf(_) => ".ShelfActivity",
            Screen::Book { .. } | Screen::Lend(_) => ".BookActivity",
            Screen::Editor => ".EditActivity",
            Screen::Scan => ".ScanActivity",
            Screen::Search => ".SearchActivity",
            Screen::Statistics => ".StatisticsActivity",
            Screen::Transfer => ".TransferActivity",
            Screen::Settings => ".SettingsActivity",
        }
    }

    fn body(&self, sys: &System) -> View<Msg> {
        match self.screen() {
            Screen::Library => self.library_view(sys),
            Screen::Wishes => self.wishes_view(),
            Screen::Shelves => self.shelves_view(),
            Screen::Shelf(id) => self.shelf_view(id),
            Screen::Book { id, .. } => self.book_view(id),
            Screen::Lend(id) => self.lend_view(id),
            Screen::Editor => self.editor_view(),
            Screen::Scan => self.scan_view(sys),
            Screen::Search => self.search_view(),
            Screen::Statistics => self.statistics_view(sys),
            Screen::Transfer => self.transfer_view(),
            Screen::Settings => self.settings_view(),
        }
    }

    fn layer(&self, sys: &System) -> Option<Layer<Msg>> {
        Some(match self.ui.dialog? {
            Dialog::LibraryMenu => library::menu_layer(),
            Dialog::WishAdd => self.wish_layer(),
            Dialog::ShelfCreate => self.shelf_create_layer(),
            Dialog::ShelfRename => self.shelf_rename_layer(),
            Dialog::ShelfDelete => shelves::delete_layer(),
            Dialog::BookMenu => page::menu_layer(),
            Dialog::BookDelete => page::delete_layer(),
            Dialog::PickShelf => self.pick_layer(),
            Dialog::Contacts => self.contacts_layer(sys),
            Dialog::Duplicate(other) => self.duplicate_layer(other),
            Dialog::Unsaved => editor::unsaved_layer(),
            Dialog::Date => self.date_layer(),
            Dialog::Filter => self.filter_layer(),
            Dialog::Clear => tools::clear_layer(),
        })
    }
}

impl App for Books {
    type Msg = Msg;

    const ABOUT: About = About {
        name: "books",
        title: "Books",
        package: "org.ridealong.books",
        version: "3.2.0",
        activities: &[
            ".MainActivity",
            ".ShelfActivity",
            ".BookActivity",
            ".EditActivity",
            ".ScanActivity",
            ".SearchActivity",
            ".StatisticsActivity",
            ".TransferActivity",
            ".SettingsActivity",
        ],
        permissions: &[page::CONTACTS, tools::CAMERA],
        receivers: &["android.intent.action.LOCALE_CHANGED"],
        colour: 0x6d_4c41,
        states: states::STATES,
        points: points::POINTS,
        faults: faults::FAULTS,
        input_faults: input_faults::INPUT_FAULTS,
        view_faults: view_faults::FAULTS,
    };

    fn install() -> Self {
        Self { saved: Saved::sample(), ui: Ui::default() }
    }

    fn launch(&mut self, sys: &mut System) {
        sys.hit("launch");
        self.ui = Ui {
            stack: vec![Screen::Library],
            pickable: self.saved.shelves.clone(),
            ..Ui::default()
        };
        self.notice(sys);
    }

    fn view(&self, sys: &System) -> Scene<Msg> {
        Scene {
            activity: self.activity(),
            state: self.state(sys),
            body: self.body(sys),
            layers: self.layer(sys).into_iter().collect(),
        }
    }

    fn update(&mut self, msg: Msg, sys: &mut System) {
        match msg {
            Msg::Up => self.leave(sys),
            Msg::Dismiss => self.ui.dialog = None,
            Msg::Words(words) => self.ui.words = words,
            Msg::Library(tap) => self.on_library(tap, sys),
            Msg::Shelf(tap) => self.on_shelf(tap, sys),
            Msg::Page(tap) => self.on_page(tap, sys),
            Msg::Editor(tap) => self.on_editor(tap, sys),
            Msg::Search(tap) => self.on_search(tap, sys),
            Msg::Tool(tap) => self.on_tool(tap, sys),
        }
        self.notice(sys);
    }

    fn back(&mut self, sys: &mut System) {
        self.leave(sys);
        self.notice(sys);
    }

    fn menu(&mut self, sys: &mut System) {
        if self.ui.dialog.is_some() {
            return;
        }
        match self.screen() {
            Screen::Library => self.on_library(library::Tap::More, sys),
            Screen::Book { .. } => {
                sys.hit("menu.book");
                self.ui.dialog = Some(Dialog::BookMenu);
            }
            _ => {}
        }
    }

    fn rotated(&mut self, sys: &mut System) {
        if self.ui.dialog == Some(Dialog::Date) && sys.is_seeded(faults::ROTATE_DATE) {
            sys.hit("rotated.date");
            faults::rotate_with_picker(sys);
        } else {
            sys.hit("rotated");
        }
    }

    fn broadcast(&mut self, _action: &str, sys: &mut System) {
        sys.hit("broadcast.locale");
        sys.toast("The language was changed");
    }

    fn permission(&mut self, permission: &str, granted: bool, sys: &mut System) {
        match (permission, granted) {
            (page::CONTACTS, true) => {
                self.show_contacts(sys);
            }
            (page::CONTACTS, false) => {
                sys.hit("permission.no_contacts");
                sys.toast("Your contacts stay private");
                self.ui.dialog = Some(Dialog::Contacts);
            }
            (_, true) => sys.hit("permission.camera"),
            (_, false) => {
                sys.hit("permission.no_camera");
                sys.toast("Barcodes cannot be read without the camera");
            }
        }
    }

    fn timer(&mut self, token: u32, sys: &mut System) {
        if token == tools::TRANSFER {
            self.transfer_step(sys);
        }
        self.notice(sys);
    }

    fn open(&mut self, activity: &str, sys: &mut System) {
        let screen = match activity {
            ".SearchActivity" => Screen::Search,
            ".EditActivity" => Screen::Editor,
            ".StatisticsActivity" => Screen::Statistics,
            ".SettingsActivity" => Screen::Settings,
            _ => {
                sys.hit("open.main");
                self.go_main(Screen::Library);
                return;
            }
        };
        sys.hit("open.screen");
        self.ui.search = search::Query::default();
        self.ui.draft = editor::Draft::default();
        self.go(screen);
        self.notice(sys);
    }
}

#[cfg(test)]
mod tests;
mod view_faults;
