//! The search.

use super::super::super::app::System;
use super::super::super::ui::{
    Input, TextStyle, View, column, field, list, outlined, styled, toolbar_up,
};
use super::list::open_note;
use super::list_view::{note_row, nothing};
use super::note::Note;
use super::{Notes, Screen, faults};

/// What the two buttons below the field put into it.
const CHECKLISTS: &str = "is:checklist";
const REMINDERS: &str = "is:reminder";

/// A touch in the search.
#[derive(Clone, Debug)]
pub enum Msg {
    Query(String),
    Checklists,
    Reminders,
    Open(u32),
}

fn send(msg: Msg) -> super::Msg {
    super::Msg::Search(msg)
}

pub(super) fn update(app: &mut Notes, msg: Msg, sys: &mut System) {
    match msg {
        Msg::Query(text) => {
            if faults::search_hangs(&text, sys) {
                return;
            }
            if text.trim().is_empty() {
                sys.hit("search.cleared");
            } else {
                sys.hit("search.typed");
            }
            ask(app, text);
        }
        Msg::Checklists => {
            sys.hit("search.checklists");
            ask(app, CHECKLISTS.into());
        }
        Msg::Reminders => {
            sys.hit("search.reminders");
            ask(app, REMINDERS.into());
        }
        Msg::Open(id) => {
            sys.hit("search.open");
            open_note(app, id);
        }
    }
}

fn ask(app: &mut Notes, text: String) {
    if let Some(Screen::Search(query)) = app.ui.screens.last_mut() {
        *query = text;
    }
}

/// The notes that `query` finds; `None` if nothing is asked.
pub(super) fn found<'a>(app: &'a Notes, query: &str) -> Option<Vec<&'a Note>> {
    let words = query.trim().to_lowercase();
    let fits = |note: &&Note| match words.as_str() {
        CHECKLISTS => note.items.is_some(),
        REMINDERS => note.reminder.is_some(),
        words => note.holds(words),
    };
    (!words.is_empty()).then(|| app.saved.notes.iter().filter(fits).collect())
}

pub(super) fn screen(app: &Notes, query: &str) -> View<super::Msg> {
    let head = [
        toolbar_up("Search", super::Msg::Up),
        field("query", "Search, e.g. milk", Input::Line, query, |text| send(Msg::Query(text))),
    ];
    let below = match found(app, query) {
        None => column([
            styled(TextStyle::Heading, "Or show").id("or"),
            outlined("checklists", "Checklists").on_tap(send(Msg::Checklists)),
            outlined("reminders", "Notes with a reminder").on_tap(send(Msg::Reminders)),
        ]),
        Some(notes) if notes.is_empty() => {
            nothing("🔍", "nothing", "Nothing found", "Try another word.")
        }
        Some(notes) => list(
            "results",
            notes.into_iter().map(|note| {
                note_row(note, app.saved.show_colour).id("result").on_tap(send(Msg::Open(note.id)))
            }),
        ),
    };
    column(head).child(below)
}
