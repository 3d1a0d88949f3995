//! The dialogs of the settings app.

use super::Settings;
use super::act::is_pin;
use super::message::{Dialog, Msg};
use crate::demo::ui::{Input, TextStyle, View, column, field, plain, row, styled, text};

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
        Dialog::Stop(index) => (
            "app.stop",
            "Force stop?",
            question(
                "The app may lose what was not saved.",
                "stop_now",
                "Stop",
                Msg::ForceStop(index),
            ),
        ),
        Dialog::ClearData(index) => (
            "app.clear",
            "Clear data?",
            question("All files of the app go away.", "clear", "Clear", Msg::ClearData(index)),
        ),
        Dialog::PinEnter => (
            if is_pin(&app.typed[0]) { "pin.ready" } else { "pin.enter" },
            "Choose a PIN",
            column([
                secret(app, "new_pin", "New PIN (e.g. 2580)", &Msg::PinNext),
                row([
                    plain("cancel", "Cancel").on_tap(Msg::Dismiss).weight(1),
                    plain("ok", "Next")
                        .on_tap(Msg::PinNext)
                        .enabled(is_pin(&app.typed[0]))
                        .weight(1),
                ]),
            ]),
        ),
        Dialog::PinConfirm => (
            if app.refused { "pin.mismatch" } else { "pin.confirm" },
            "Repeat the PIN",
            column([secret(app, "repeat_pin", "The same PIN again", &Msg::PinSet)])
                .maybe(app.refused.then(|| wrong("pin_error", "The PINs differ")))
                .child(buttons("ok", "Set", Msg::PinSet)),
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
    let error =
        app.refused.then(|| wrong("password_error", "Wrong or too short (8 letters at least)"));
    column([
        text(name).id("network_name"),
        secret(app, "password", "Password (e.g. sunflower)", &Msg::Connect(index)),
    ])
    .maybe(error)
    .child(buttons("ok", "Connect", Msg::Connect(index)))
}

/// A hidden field.
fn secret(app: &Settings, id: &str, hint: &str, enter: &Msg) -> View<Msg> {
    field(id, hint, Input::Password, &app.typed[0], |text| Msg::Typed(0, text))
        .max_length(32)
        .on_enter(enter.clone())
}

fn wrong(id: &str, words: &str) -> View<Msg> {
    styled(TextStyle::Error, words).id(id)
}
