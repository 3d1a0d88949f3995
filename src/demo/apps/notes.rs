//! The notes app: a list of notes and checklists, an editor, search, a trash, an import.

mod editor;
mod editor_view;
mod faults;
mod import;
mod input_faults;
mod list;
mod list_view;
mod note;
mod points;
mod search;
mod settings;
mod states;
mod trash;

use std::collections::BTreeSet;

use self::editor::Draft;
use self::import::Import;
use self::note::{Label, Note, Sort};
use super::super::app::{About, App, System};
use super::super::ui::{Layer, Scene, View, column, scroll, toolbar_up};

/// The permission that reminders need.
const NOTIFICATIONS: &str = "android.permission.POST_NOTIFICATIONS";
/// Another app tells that the time of a reminder has come.
const REMINDER: &str = "org.ridealong.notes.REMINDER";

/// The timer that takes the offer to undo away.
const UNDO_TIMER: u32 = 1;
/// The timer of one step of an import.
const IMPORT_TIMER: u32 = 2;
/// The timer at whose end an import must be over.
const IMPORT_DEADLINE: u32 = 3;

/// The notes app with its data and what is on its screens.
#[derive(Debug)]
pub struct Notes {
    saved: Saved,
    ui: Ui,
}

/// What outlives the process.
#[derive(Debug)]
struct Saved {
    notes: Vec<Note>,
    trash: Vec<Note>,
    /// The id of the next note.
    next: u32,
    /// The order the user asked for last; seeded fault `notes-sort-forgotten` never reads it back.
    sort_asked: Sort,
    show_colour: bool,
    text_size: i32,
    /// A note came back from the trash without its colour and nobody has seen it yet.
    colour_lost: bool,
}

/// What dies with the process.
#[derive(Debug, Default)]
struct Ui {
    /// Screens above the list, the one in front last.
    screens: Vec<Screen>,
    over: Option<Over>,
    sort: Sort,
    filter: Option<Label>,
    /// The chosen notes while several are being chosen.
    selection: Option<BTreeSet<u32>>,
    undo: Option<Undo>,
}

/// A screen above the list.
#[derive(Debug)]
enum Screen {
    Editor(Draft),
    Search(String),
    Trash,
    Settings,
    About,
    Licences,
    Import(Import),
}

/// A dialog or menu over the screen in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    ListMenu,
    Sort,
    Filter,
    EditorMenu,
    Unsaved,
    Colour,
    Label,
    Reminder,
    ReminderDenied,
    Share,
    Trashed(u32),
    Forever(u32),
    Clear,
    TextSize,
    Erase,
}

/// Notes just deleted, with the places they had.
#[derive(Debug)]
struct Undo {
    batch: Vec<(usize, Note)>,
    /// How many deletions the offer has seen.
    deletions: u32,
}

/// What touches of the app's views send.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A touch on the list of notes.
    List(list::Msg),
    /// A touch in the editor.
    Editor(editor::Msg),
    /// A touch in the search.
    Search(search::Msg),
    /// A touch in the trash.
    Trash(trash::Msg),
    /// A touch in the settings or about the app.
    Settings(settings::Msg),
    /// A touch in the import.
    Import(import::Msg),
    /// A dialog or menu was left without a choice.
    Close,
    /// The arrow in the tool bar.
    Up,
}

impl App for Notes {
    type Msg = Msg;

    const ABOUT: About = About {
        name: "notes",
        title: "Notes",
        package: "org.ridealong.notes",
        version: "3.2.1",
        activities: &[
            ".MainActivity",
            ".EditorActivity",
            ".SearchActivity",
            ".TrashActivity",
            ".SettingsActivity",
            ".AboutActivity",
            ".ImportActivity",
        ],
        permissions: &[NOTIFICATIONS],
        receivers: &[REMINDER],
        colour: 0x00b0_6a00,
        states: states::STATES,
        points: points::POINTS,
        faults: faults::FAULTS,
        input_faults: input_faults::INPUT_FAULTS,
        view_faults: view_faults::FAULTS,
    };

    fn install() -> Self {
        let notes = note::samples();
        let next = notes.len() as u32 + 1;
        Self {
            saved: Saved {
                notes,
                trash: Vec::new(),
                next,
                sort_asked: Sort::default(),
                show_colour: true,
                text_size: 2,
                colour_lost: false,
            },
            ui: Ui::default(),
        }
    }

    fn launch(&mut self, sys: &mut System) {
        sys.hit("app.launch");
        self.ui = Ui::default();
        faults::sort_forgotten(self, sys);
        self.arrived(sys);
    }

    fn view(&self, _sys: &System) -> Scene<Msg> {
        let body = match self.ui.screens.last() {
            None => list_view::screen(self),
            Some(Screen::Editor(draft)) => editor_view::screen(draft),
            Some(Screen::Search(query)) => search::screen(self, query),
            Some(Screen::Trash) => trash::screen(self),
            Some(Screen::Settings) => settings::screen(self),
            Some(Screen::About) => settings::about_screen(),
            Some(Screen::Licences) => settings::licences_screen(),
            Some(Screen::Import(import)) => import::screen(import),
        };
        Scene { activity: self.activity(), state: states::name(self), body, layers: self.layers() }
    }

    fn update(&mut self, msg: Msg, sys: &mut System) {
        match msg {
            Msg::List(msg) => list::update(self, msg, sys),
            Msg::Editor(msg) => editor::update(self, msg, sys),
            Msg::Search(msg) => search::update(self, msg, sys),
            Msg::Trash(msg) => trash::update(self, msg, sys),
            Msg::Settings(msg) => settings::update(self, msg, sys),
            Msg::Import(msg) => import::update(self, msg, sys),
            Msg::Close => {
                sys.hit("app.dialog_left");
                self.ui.over = None;
            }
            Msg::Up => self.leave(sys),
        }
        self.arrived(sys);
    }

    fn back(&mut self, sys: &mut System) {
        self.leave(sys);
        self.arrived(sys);
    }

    fn menu(&mut self, sys: &mut System) {
        match self.ui.screens.last() {
            None if self.ui.selection.is_none() => {
                sys.hit("app.menu_key_list");
                self.ui.over = Some(Over::ListMenu);
            }
            Some(Screen::Editor(draft)) if !draft.is_new() => {
                sys.hit("app.menu_key_editor");
                self.ui.over = Some(Over::EditorMenu);
            }
            _ => {}
        }
    }

    fn rotated(&mut self, sys: &mut System) {
        sys.hit("app.rotated");
        faults::rotated_over_question(self, sys);
        faults::rotated_in_import(self, sys);
    }

    fn broadcast(&mut self, action: &str, sys: &mut System) {
        if action != REMINDER {
            return;
        }
        match self.saved.notes.iter_mut().find(|note| note.reminder.is_some()) {
            Some(note) => {
                sys.hit("app.reminder_due");
                note.reminder = None;
                sys.toast(format!("Reminder: {}", note.title));
            }
            None => {
                sys.hit("app.reminder_none");
                sys.log("ReminderReceiver: nothing is due");
            }
        }
    }

    fn permission(&mut self, permission: &str, granted: bool, sys: &mut System) {
        if permission == NOTIFICATIONS {
            editor::answered(self, granted, sys);
        }
    }

    fn timer(&mut self, token: u32, sys: &mut System) {
        match token {
            UNDO_TIMER => {
                sys.hit("list.undo_over");
                self.ui.undo = None;
            }
            IMPORT_TIMER => import::step(self, sys),
            IMPORT_DEADLINE => faults::import_deadline(self, sys),
            _ => {}
        }
    }

    fn open(&mut self, activity: &str, sys: &mut System) {
        sys.hit("app.opened_from_outside");
        self.ui.over = None;
        self.ui.selection = None;
        let screen = match activity.rsplit('.').next() {
            Some("EditorActivity") => Screen::Editor(Draft::empty()),
            Some("SearchActivity") => Screen::Search(String::new()),
            Some("TrashActivity") => Screen::Trash,
            Some("SettingsActivity") => Screen::Settings,
            Some("AboutActivity") => Screen::About,
            Some("ImportActivity") => Screen::Import(Import::default()),
            _ => {
                self.ui.screens.clear();
                return self.arrived(sys);
            }
        };
        self.ui.screens = vec![screen];
    }

    fn resumed(&mut self, sys: &mut System) {
        sys.hit("app.resumed");
    }
}

impl Notes {
    fn activity(&self) -> &'static str {
        match self.ui.screens.last() {
            None => ".MainActivity",
            Some(Screen::Editor(_)) => ".EditorActivity",
            Some(Screen::Search(_)) => ".SearchActivity",
            Some(Screen::Trash) => ".TrashActivity",
            Some(Screen::Settings) => ".SettingsActivity",
            Some(Screen::About | Screen::Licences) => ".AboutActivity",
            Some(Screen::Import(_)) => ".ImportActivity",
        }
    }

    fn layers(&self) -> Vec<Layer<Msg>> {
        let Some(over) = self.ui.over else {
            return list_view::snackbar(self).into_iter().collect();
        };
        let layer = match over {
            Over::ListMenu => list_view::menu(),
            Over::Sort => list_view::sort_dialog(self),
            Over::Filter => list_view::filter_dialog(self),
            Over::EditorMenu
            | Over::Unsaved
            | Over::Colour
            | Over::Label
            | Over::Reminder
            | Over::ReminderDenied
            | Over::Share => editor_view::layer(self, over),
            Over::Trashed(id) => trash::note_dialog(self, id),
            Over::Forever(id) => trash::forever_dialog(id),
            Over::Clear => trash::clear_dialog(),
            Over::TextSize => settings::text_size_dialog(self),
            Over::Erase => settings::erase_dialog(),
        };
        vec![layer]
    }

    /// One step back: the arrow in the tool bar and BACK do the same.
    fn leave(&mut self, sys: &mut System) {
        match self.ui.screens.last() {
            None if self.ui.selection.is_some() => {
                sys.hit("list.selection_left");
                self.ui.selection = None;
            }
            None => {
                sys.hit("list.left");
                sys.finish();
            }
            Some(Screen::Editor(draft)) if draft.is_dirty() => {
                sys.hit("editor.leave_unsaved");
                self.ui.over = Some(Over::Unsaved);
            }
            Some(Screen::Import(_)) => {
                sys.hit("import.left");
                import::stop(sys);
                self.ui.screens.pop();
            }
            Some(_) => {
                sys.hit("app.up");
                self.ui.screens.pop();
            }
        }
    }

    /// After each change: what can be seen for the first time now?
    fn arrived(&mut self, sys: &mut System) {
        faults::colour_lost(self, sys);
    }

    fn draft(&mut self) -> Option<&mut Draft> {
        match self.ui.screens.last_mut() {
            Some(Screen::Editor(draft)) => Some(draft),
            _ => None,
        }
    }
}

/// A screen that scrolls under its tool bar.
fn page(title: &str, parts: impl IntoIterator<Item = View<Msg>>) -> View<Msg> {
    column([toolbar_up(title, Msg::Up), scroll("content", parts)])
}

/// A dialog that BACK and a touch beside it close.
fn dialog(title: &str, content: View<Msg>) -> Layer<Msg> {
    Layer::Dialog { title: title.to_owned(), content, on_dismiss: Some(Msg::Close) }
}

#[cfg(test)]
mod tests;
mod view_faults;
