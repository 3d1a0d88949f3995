//! The stores near the user, and what the shop tells about itself.

use super::super::super::app::{App, System};
use super::super::super::ui::{
    TextStyle, View, button, column, divider, icon_button, image, item, list, spacer, styled, text,
    toolbar_up,
};
use super::{LOCATION, Screen, Shop, faults, nothing, page};

/// Where there are stores: name and address.
const STORES: [(&str, &str); 3] = [
    ("Old Market", "3 Market Lane, 400 m"),
    ("Harbour", "17 Quay Street, 1.2 km"),
    ("Hillside", "80 Upper Road, 3.9 km"),
];

/// A touch on the stores or about the shop.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    AskAgain,
    ForgetLocation,
    Store(&'static str),
    Terms,
    Privacy,
}

const fn send(msg: Msg) -> super::Msg {
    super::Msg::About(msg)
}

pub(super) fn update(app: &mut Shop, msg: Msg, sys: &mut System) {
    match msg {
        Msg::AskAgain => {
            sys.hit("stores.ask_again");
            sys.ask(LOCATION);
        }
        Msg::ForgetLocation => {
            sys.hit("stores.forget_location");
            if let Some(Screen::Stores { allowed }) = app.ui.screens.last_mut() {
                *allowed = false;
            }
        }
        Msg::Store(name) => {
            sys.hit("stores.store");
            sys.toast(format!("{name} is open until 20:00"));
        }
        Msg::Terms => {
            sys.hit("about.terms");
            app.ui.screens.push(Screen::Terms);
        }
        Msg::Privacy => {
            sys.hit("about.privacy");
            faults::show_privacy(app, sys);
        }
    }
}

/// The user answered whether the shop may know where they are.
pub(super) fn answered(app: &mut Shop, granted: bool, sys: &mut System) {
    if granted {
        sys.hit("stores.allowed");
    } else {
        sys.hit("stores.denied");
    }
    match app.ui.screens.last_mut() {
        Some(Screen::Stores { allowed }) => *allowed = granted,
        _ => app.ui.screens.push(Screen::Stores { allowed: granted }),
    }
}

pub(super) fn stores_screen(allowed: bool) -> View<super::Msg> {
    let bar = toolbar_up("Stores", super::Msg::Up);
    if !allowed {
        let words = "Without your location we cannot find the stores near you.";
        let empty = nothing("📍", "denied", "Where are you?", words);
        let ask = button("ask_again", "Allow location").on_tap(send(Msg::AskAgain));
        return column([bar, empty.child(ask)]);
    }
    let rows = STORES
        .into_iter()
        .map(|(name, address)| item(name, address).id("store").on_tap(send(Msg::Store(name))));
    let forget = icon_button("forget", "✕", "Do not use my location");
    column([bar.child(forget.on_tap(send(Msg::ForgetLocation))), list("stores", rows)])
}

pub(super) fn screen() -> View<super::Msg> {
    let parts = [
        spacer(16),
        image("logo", "🛒", "Shop"),
        styled(TextStyle::Heading, "Shop").id("app_name"),
        text(format!("Version {}", Shop::ABOUT.version)).id("version"),
        divider(),
        item("Terms of sale", "When you buy").id("terms").on_tap(send(Msg::Terms)),
        item("Privacy", "What we know of you").id("privacy").on_tap(send(Msg::Privacy)),
    ];
    page("About", parts)
}

pub(super) fn terms_screen() -> View<super::Msg> {
    let parts = [
        spacer(8),
        styled(TextStyle::Heading, "What you buy").id("terms_heading"),
        text("Goods can be sent back within 30 days if they have not been used."),
        text("Prices include all taxes. Delivery is paid by the buyer."),
        text("What is broken on arrival is replaced."),
    ];
    page("Terms of sale", parts)
}
