//! The dialogs of the settings app.

use super::Settings;
use super::message::{Dialog, Msg};
use crate::device::demo::ui::{Input, TextStyle, View, column, field, plain, row, styled, text};

/// A dialog's state, heading and content.
pub fn content(app: &Settings, dialog: Dialog) -> (&'static str, &'static str, View<Msg>) {
    let question = |words: &str, id: &str, verb: &str, msg: Msg| {
        column([text(words).id("message"), buttons(id, verb, msg)])
    };
    match dialog {
        Dialog::Join(index) => (
            if app.refused { "wifi.join_error" } else { "wifi.join" },
            "Join network",
            join(app, index),
        ),
        Dialog::Forget(index) => (
            "wifi.forget",
            "Forget network?",
            question("You will need its password again.", "forget", "Forget", Msg::Forget(index)),
        ),
        Dialog::ClearData(index) => (
            "app.clear",
            "Clear data?",
            question("All files of the app go away.", "clear", "Clear", Msg::ClearData(index)),
        ),
        Dialog::PinEnter => (
            "pin.enter",
            "Choose a PIN",
            secret(app, "new_pin", "New PIN (e.g. 2580)", Msg::PinNext, "Next", None),
        ),
        Dialog::PinConfirm => (
            if app.refused { "pin.mismatch" } else { "pin.confirm" },
            "Repeat the PIN",
            secret(
                app,
                "repeat_pin",
                "The same PIN again",
                Msg::PinSet,
                "Set",
                app.refused.then_some(("pin_error", "The PINs differ")),
            ),
        ),
        Dialog::RemoveAccount(index) => (
            "account.remove",
            "Remove account?",
            question(
                "Its contacts and mails leave this phone.",
                "confirm_remove",
                "Remove",
                Msg::RemoveAccount(index),
            ),
        ),
        Dialog::ResetFirst => (
            "reset.confirm",
            "Reset all settings?",
            question(
                "Networks, accounts and PIN are erased.",
                "continue",
                "Continue",
                Msg::EraseFirst,
            ),
        ),
        Dialog::ResetFinal => (
            "reset.final",
            "This cannot be undone",
            question("Really erase everything?", "erase", "Erase everything", Msg::Erase),
        ),
    }
}

fn buttons(id: &str, verb: &str, msg: Msg) -> View<Msg> {
    row([
        plain("cancel", "Cancel").on_tap(Msg::Dismiss).weight(1),
        plain(id, verb).on_tap(msg).weight(1),
    ])
}

fn join(app: &Settings, index: usize) -> View<Msg> {
    let name = app.saved.networks.get(index).map_or("", |network| network.name);
    let below = secret(
        app,
        "password",
        "Password (e.g. sunflower)",
        Msg::Connect(index),
        "Connect",
        app.refused.then_some(("password_error", "Wrong or too short (8 letters at least)")),
    );
    column([text(name).id("network_name"), below])
}

/// A hidden field with what is wrong with it, and the two buttons.
fn secret(
    app: &Settings,
    id: &str,
    hint: &str,
    msg: Msg,
    verb: &str,
    wrong: Option<(&str, &str)>,
) -> View<Msg> {
    let entry = field(id, hint, Input::Password, &app.typed[0], |text| Msg::Typed(0, text))
        .max_length(32)
        .on_enter(msg.clone());
    column([entry])
        .maybe(wrong.map(|(id, words)| styled(TextStyle::Error, words).id(id)))
        .child(buttons("ok", verb, msg))
}
