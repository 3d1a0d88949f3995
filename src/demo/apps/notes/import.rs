//! Importing notes: a source, a page with progress, a result.

use super::super::super::app::System;
use super::super::super::input_faults;
use super::super::super::ui::{
    Input, TextStyle, View, button, divider, field, image, outlined, plain, progress, spacer,
    styled, text,
};
use super::input_faults::INPUT_FAULTS;
use super::note::importable;
use super::{IMPORT_DEADLINE, IMPORT_TIMER, Notes, Screen, page};

/// Milliseconds of one step of an import.
const STEP_MS: u64 = 1_500;
/// Steps of an import.
const STEPS: i32 = 8;
/// Milliseconds after which no import should still be running.
const DEADLINE_MS: u64 = 18_000;
/// Digits of a backup code.
const CODE_DIGITS: usize = 6;

/// How far an import is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Import {
    Choosing { code: String, refused: bool },
    Running { done: i32, stuck: bool },
    Done { count: usize },
}

impl Default for Import {
    fn default() -> Self {
        Self::Choosing { code: String::new(), refused: false }
    }
}

/// A touch in the import.
#[derive(Clone, Debug)]
pub enum Msg {
    Samples,
    Code(String),
    FromCode,
    Cancel,
    Finish,
}

fn send(msg: Msg) -> super::Msg {
    super::Msg::Import(msg)
}

pub(super) fn update(app: &mut Notes, msg: Msg, sys: &mut System) {
    let Some(Screen::Import(import)) = app.ui.screens.last_mut() else { return };
    match msg {
        Msg::Samples => {
            sys.hit("import.samples");
            start(import, sys);
        }
        Msg::Code(text) => {
            sys.hit("import.code");
            *import = Import::Choosing { code: text, refused: false };
        }
        Msg::FromCode => from_code(import, sys),
        Msg::Cancel => {
            sys.hit("import.cancel");
            stop(sys);
            *import = Import::default();
        }
        Msg::Finish => {
            sys.hit("import.finish");
            app.ui.screens.clear();
        }
    }
}

fn from_code(import: &mut Import, sys: &mut System) {
    let Import::Choosing { code, refused } = import else { return };
    if code.chars().count() == CODE_DIGITS {
        sys.hit("import.code_accepted");
        if input_faults::sent(INPUT_FAULTS, "code", &[code], sys) {
            return;
        }
        start(import, sys);
    } else {
        sys.hit("import.code_refused");
        *refused = true;
    }
}

fn start(import: &mut Import, sys: &mut System) {
    *import = Import::Running { done: 0, stuck: false };
    sys.after(STEP_MS, IMPORT_TIMER);
    sys.after(DEADLINE_MS, IMPORT_DEADLINE);
}

/// Forgets the running import.
pub(super) fn stop(sys: &mut System) {
    sys.forget(IMPORT_TIMER);
    sys.forget(IMPORT_DEADLINE);
}

/// The next step of a running import is done.
pub(super) fn step(app: &mut Notes, sys: &mut System) {
    let Some(Screen::Import(import)) = app.ui.screens.last_mut() else { return };
    let Import::Running { done, .. } = import else { return };
    *done += 1;
    if *done < STEPS {
        sys.after(STEP_MS, IMPORT_TIMER);
        return;
    }
    let mut count = 0;
    for mut note in importable() {
        if app.saved.notes.iter().any(|other| other.title == note.title) {
            sys.hit("import.known_note");
            continue;
        }
        note.id = app.saved.next;
        app.saved.next += 1;
        app.saved.notes.push(note);
        count += 1;
    }
    *import = Import::Done { count };
    sys.forget(IMPORT_DEADLINE);
}

pub(super) fn screen(import: &Import) -> View<super::Msg> {
    let parts = match import {
        Import::Choosing { code, refused } => choosing(code, *refused),
        Import::Running { done, .. } => vec![
            spacer(24),
            text("Reading notes …").id("reading"),
            progress("progress", *done, STEPS),
            text(format!("{} %", done * 100 / STEPS)).id("percent"),
            plain("cancel_import", "Cancel").on_tap(send(Msg::Cancel)),
        ],
        Import::Done { count } => vec![
            spacer(24),
            image("picture", "✓", ""),
            styled(TextStyle::Heading, format!("{count} notes imported")).id("imported"),
            button("show", "Show notes").on_tap(send(Msg::Finish)),
        ],
    };
    page("Import", parts)
}

fn choosing(code: &str, refused: bool) -> Vec<View<super::Msg>> {
    let mut parts = vec![
        spacer(8),
        text("Bring notes here from somewhere else."),
        button("samples", "Import example notes").on_tap(send(Msg::Samples)),
        divider(),
        field("code", "Backup code (6 digits)", Input::Number, code, |text| send(Msg::Code(text))),
    ];
    if refused {
        let error = "A backup code has 6 digits, e.g. 123456";
        parts.push(styled(TextStyle::Error, error).id("code_error"));
    }
    parts.push(outlined("from_code", "Import backup").on_tap(send(Msg::FromCode)));
    parts
}
