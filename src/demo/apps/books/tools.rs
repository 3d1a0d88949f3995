//! The screens around the catalogue: statistics, import and export, the camera, settings.

use super::{Books, Msg, faults};
use crate::demo::app::System;
use crate::demo::ui::{
    Layer, TextStyle, View, button, card, column, image, item, outlined, plain, progress, row,
    scroll, spacer, styled, switch, text, toolbar_up, web,
};

/// The permission to use the camera.
pub const CAMERA: &str = "android.permission.CAMERA";

/// The token of the timer that drives an import or export.
pub const TRANSFER: u32 = 1;

/// How many steps an import or export takes, and how long one is in milliseconds.
const STEPS: i32 = 5;
const STEP_MS: u64 = 2000;

/// The barcodes that the camera sees, one after another.
const BARCODES: [&str; 3] = ["9780306406157", "9780199535569", "9780141439518"];

/// What can be tapped on these screens.
#[derive(Clone, Copy, Debug)]
pub enum Tap {
    /// Light on or off.
    Torch,
    /// Read the barcode in front of the camera.
    Capture,
    /// Ask for the camera.
    AllowCamera,
    /// Sort by author or by title.
    ByAuthor,
    /// Ask before a book is deleted, or not.
    Confirm,
    /// Clear the catalogue.
    Cleared,
    /// Look for a newer version.
    Update,
}

/// Which way books go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// From the shared folder.
    #[default]
    Import,
    /// To the shared folder.
    Export,
}

/// An import or export.
#[derive(Clone, Debug, Default)]
pub struct Transfer {
    steps: Way,
    step: i32,
    moved: usize,
}

impl Transfer {
    /// True until the last step is done.
    pub fn is_running(&self) -> bool {
        self.step < STEPS
    }
}

fn number(id: &str, words: &str, count: usize) -> View<Msg> {
    card([row([text(words).weight(1), styled(TextStyle::Heading, count.to_string()).id(id)])])
}

pub(super) fn clear_layer() -> Layer<Msg> {
    Layer::Dialog {
        title: "Clear the catalogue?".into(),
        content: column([
            text("All books go; shelves and wishes stay."),
            row([
                plain("cancel", "Cancel").on_tap(Msg::Dismiss),
                button("clear_ok", "Clear").on_tap(Msg::Tool(Tap::Cleared)),
            ]),
        ]),
        on_dismiss: Some(Msg::Dismiss),
    }
}

impl Books {
    pub(super) fn statistics_view(&self, sys: &System) -> View<Msg> {
        let count = faults::Count::of(&self.saved, sys);
        column([
            toolbar_up("Statistics", Msg::Up),
            scroll(
                "statistics",
                [
                    number("count_books", "Books that you own", count.books),
                    number("count_home", "of these at home", count.home),
                    number("count_lent", "of these with friends", count.lent),
                    number("count_read", "of these read", count.read),
                    number("count_wishes", "Wishes", count.wishes),
                ],
            )
            .weight(1),
        ])
    }

    pub(super) fn transfer_view(&self) -> View<Msg> {
        let transfer = &self.ui.transfer;
        let verb = match transfer.steps {
            Way::Import => "Import",
            Way::Export => "Export",
        };
        let content = if transfer.is_running() {
            scroll(
                "transfer_running",
                [
                    spacer(40),
                    styled(TextStyle::Heading, format!("{verb} is running …")).id("transfer_title"),
                    progress("transfer_progress", transfer.step, STEPS),
                    outlined("transfer_stop", "Stop").on_tap(Msg::Up),
                ],
            )
        } else {
            scroll(
                "transfer_done",
                [
                    spacer(40),
                    image("transfer_image", "✓", "Done"),
                    styled(TextStyle::Heading, format!("{verb}: {} books", transfer.moved))
                        .id("transfer_result"),
                    button("transfer_ok", "Done").on_tap(Msg::Up),
                ],
            )
        };
        column([toolbar_up("Shared folder", Msg::Up), content.weight(1)])
    }

    pub(super) fn scan_view(&self, sys: &System) -> View<Msg> {
        let content = if sys.holds(CAMERA) {
            scroll(
                "scanner",
                [
                    web("camera", 360),
                    switch("torch", "Light", self.ui.torch).on_tap(Msg::Tool(Tap::Torch)),
                    button("capture", "Read barcode").on_tap(Msg::Tool(Tap::Capture)),
                ],
            )
        } else {
            scroll(
                "scanner_off",
                [
                    spacer(60),
                    image("no_camera", "📷", ""),
                    text("Barcodes are read with the camera."),
                    button("allow_camera", "Use the camera").on_tap(Msg::Tool(Tap::AllowCamera)),
                ],
            )
        };
        column([toolbar_up("Scan barcode", Msg::Up), content.weight(1)])
    }

    pub(super) fn settings_view(&self) -> View<Msg> {
        let saved = &self.saved;
        column([
            toolbar_up("Settings", Msg::Up),
            scroll(
                "settings",
                [
                    styled(TextStyle::Heading, "List"),
                    switch("by_author", "Sort by author", saved.by_author)
                        .on_tap(Msg::Tool(Tap::ByAuthor)),
                    switch("confirm", "Ask before deleting", saved.confirm)
                        .on_tap(Msg::Tool(Tap::Confirm)),
                    styled(TextStyle::Heading, "About"),
                    item("Books 3.2.0", "A catalogue for the shelves at home").id("version"),
                    outlined("update", "Look for updates").on_tap(Msg::Tool(Tap::Update)),
                ],
            )
            .weight(1),
        ])
    }

    /// Opens the screen of an import or export and starts it.
    pub(super) fn start_transfer(&mut self, steps: Way, sys: &mut System) {
        self.ui.transfer = Transfer { steps, ..Transfer::default() };
        self.go(super::Screen::Transfer);
        sys.after(STEP_MS, TRANSFER);
    }

    pub(super) fn transfer_step(&mut self, sys: &mut System) {
        self.ui.transfer.step += 1;
        if self.ui.transfer.is_running() {
            sys.hit("transfer.step");
            sys.after(STEP_MS, TRANSFER);
            return;
        }
        self.ui.transfer.moved = match self.ui.transfer.steps {
            Way::Import => {
                sys.hit("transfer.imported");
                self.saved.import()
            }
            Way::Export => {
                sys.hit("transfer.exported");
                self.saved.books.len()
            }
        };
    }

    pub(super) fn on_tool(&mut self, tap: Tap, sys: &mut System) {
        match tap {
            Tap::Torch => {
                sys.hit("scan.torch");
                self.ui.torch = !self.ui.torch;
            }
            Tap::AllowCamera => {
                sys.hit("scan.ask");
                sys.ask(CAMERA);
            }
            Tap::Capture if self.ui.torch && sys.is_seeded(faults::SCAN_LIGHT) => {
                sys.hit("scan.bright");
                faults::overexposed(sys);
            }
            Tap::Capture => {
                sys.hit("scan.capture");
                let isbn = BARCODES[self.saved.scans % BARCODES.len()];
                self.saved.scans += 1;
                self.ui.draft.scanned(isbn);
                self.ui.stack.pop();
                sys.toast(format!("Found {isbn}"));
            }
            Tap::ByAuthor => {
                sys.hit("settings.sort");
                self.saved.by_author = !self.saved.by_author;
            }
            Tap::Confirm => {
                sys.hit("settings.confirm");
                self.saved.confirm = !self.saved.confirm;
            }
            Tap::Cleared => {
                sys.hit("library.cleared");
                self.saved.books.clear();
                self.ui.dialog = None;
                sys.toast("The catalogue is empty");
            }
            Tap::Update => {
                sys.hit("settings.update");
                sys.toast("This is the newest version");
            }
        }
    }
}
