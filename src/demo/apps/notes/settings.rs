//! The settings, and what the app tells about itself.

use super::super::super::app::{App, System};
use super::super::super::ui::{
    Layer, TextStyle, View, button, card, column, divider, image, item, plain, slider, spacer,
    styled, switch, text,
};
use super::{Notes, Over, Screen, dialog, page};

/// The words for the sizes of text.
const SIZES: [&str; 5] = ["Tiny", "Small", "Normal", "Large", "Huge"];

/// A touch in the settings or about the app.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    ShowColour,
    AskTextSize,
    TextSize(i32),
    AskErase,
    Erase,
    Licences,
}

const fn send(msg: Msg) -> super::Msg {
    super::Msg::Settings(msg)
}

pub(super) fn update(app: &mut Notes, msg: Msg, sys: &mut System) {
    match msg {
        Msg::ShowColour => {
            sys.hit("settings.show_colour");
            app.saved.show_colour = !app.saved.show_colour;
        }
        Msg::AskTextSize => {
            sys.hit("settings.ask_text_size");
            app.ui.over = Some(Over::TextSize);
        }
        Msg::TextSize(size) => {
            sys.hit("settings.text_size");
            app.saved.text_size = size;
        }
        Msg::AskErase => {
            sys.hit("settings.ask_erase");
            app.ui.over = Some(Over::Erase);
        }
        Msg::Erase => {
            sys.hit("settings.erase");
            app.ui.over = None;
            app.saved.notes.clear();
            app.saved.trash.clear();
            app.ui.undo = None;
            sys.toast("All notes are gone");
        }
        Msg::Licences => {
            sys.hit("about.licences");
            app.ui.screens.push(Screen::Licences);
        }
    }
}

fn size(app: &Notes) -> &'static str {
    usize::try_from(app.saved.text_size).ok().and_then(|at| SIZES.get(at)).unwrap_or(&"Normal")
}

pub(super) fn screen(app: &Notes) -> View<super::Msg> {
    let parts = [
        styled(TextStyle::Heading, "Display").id("display"),
        item("Text size", size(app)).id("text_size").on_tap(send(Msg::AskTextSize)),
        switch("show_colour", "Name the colour of notes", app.saved.show_colour)
            .on_tap(send(Msg::ShowColour)),
        divider(),
        styled(TextStyle::Heading, "Data").id("data"),
        item("Erase all notes", "Also those in the trash").id("erase").on_tap(send(Msg::AskErase)),
    ];
    page("Settings", parts)
}

pub(super) fn text_size_dialog(app: &Notes) -> Layer<super::Msg> {
    let content = column([
        text(size(app)).id("size"),
        slider("size_slider", app.saved.text_size, SIZES.len() as i32 - 1, |value| {
            send(Msg::TextSize(value))
        }),
        button("ok", "OK").on_tap(super::Msg::Close),
    ]);
    dialog("Text size", content)
}

pub(super) fn erase_dialog() -> Layer<super::Msg> {
    let content = column([
        text("Every note will be gone. This cannot be undone."),
        button("confirm_erase", "Erase").on_tap(send(Msg::Erase)),
        plain("cancel", "Cancel").on_tap(super::Msg::Close),
    ]);
    dialog("Erase all notes?", content)
}

pub(super) fn about_screen() -> View<super::Msg> {
    let parts = [
        spacer(24),
        image("logo", "✎", "Notes"),
        styled(TextStyle::Heading, "Notes").id("app_name"),
        text(format!("Version {}", Notes::ABOUT.version)).id("version"),
        text("For everything that must not be forgotten."),
        divider(),
        item("Licences", "What others have written").id("licences").on_tap(send(Msg::Licences)),
    ];
    page("About", parts)
}

pub(super) fn licences_screen() -> View<super::Msg> {
    let licence = |name: &str, terms: &str| card([item(name, terms)]);
    let parts = [
        licence("Kotlin standard library", "Apache License 2.0"),
        licence("AndroidX", "Apache License 2.0"),
        licence("librender", "MIT License"),
    ];
    page("Licences", parts)
}
