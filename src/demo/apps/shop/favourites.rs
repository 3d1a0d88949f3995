//! The goods marked with a heart.

use super::super::super::app::System;
use super::super::super::ui::{View, column, icon_button, list, toolbar};
use super::catalogue::good_row;
use super::goods::good;
use super::product::Page;
use super::{Screen, Shop, nothing};

/// A touch on the favourites.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    Open(usize),
    Forget(usize),
}

const fn send(msg: Msg) -> super::Msg {
    super::Msg::Favourites(msg)
}

pub(super) fn update(app: &mut Shop, msg: Msg, sys: &mut System) {
    match msg {
        Msg::Open(product) => {
            sys.hit("favourites.open");
            app.ui.screens.push(Screen::Product(Page::of(product)));
        }
        Msg::Forget(product) => {
            sys.hit("favourites.forget");
            app.saved.favourites.retain(|&other| other != product);
            sys.toast("No longer a favourite");
        }
    }
}

pub(super) fn screen(app: &Shop) -> View<super::Msg> {
    let bar = toolbar("Favourites");
    if app.saved.favourites.is_empty() {
        let words = "Tap the heart on a product to keep it here.";
        return column([bar, nothing("♡", "empty", "No favourites yet", words)]);
    }
    let rows = app.saved.favourites.iter().map(|&product| {
        let forget = icon_button("forget", "♥", "Remove from favourites");
        good_row(good(product))
            .id("favourite")
            .on_tap(send(Msg::Open(product)))
            .child(forget.on_tap(send(Msg::Forget(product))))
    });
    column([bar, list("favourites", rows)])
}
