//! The search.

use super::super::super::app::System;
use super::super::super::ui::{
    Input, TextStyle, View, column, field, list, outlined, styled, toolbar_up,
};
use super::catalogue::good_row;
use super::goods::{GOODS, Good};
use super::product::Page;
use super::{Screen, Shop, nothing};

/// A touch in the search.
#[derive(Clone, Debug)]
pub enum Msg {
    Query(String),
    Suggestion(&'static str),
    Open(usize),
}

fn send(msg: Msg) -> super::Msg {
    super::Msg::Search(msg)
}

pub(super) fn update(app: &mut Shop, msg: Msg, sys: &mut System) {
    let text = match msg {
        Msg::Query(text) => {
            if text.trim().is_empty() {
                sys.hit("search.cleared");
            } else {
                sys.hit("search.typed");
            }
            text
        }
        Msg::Suggestion(words) => {
            sys.hit("search.suggestion");
            words.to_owned()
        }
        Msg::Open(product) => {
            sys.hit("search.open");
            app.ui.screens.push(Screen::Product(Page::of(product)));
            return;
        }
    };
    if let Some(Screen::Search(query)) = app.ui.screens.last_mut() {
        *query = text;
    }
}

/// The goods that `query` finds, with their indices; `None` if nothing is asked.
pub(super) fn found(query: &str) -> Option<Vec<(usize, &'static Good)>> {
    let words = query.trim().to_lowercase();
    let fits = |good: &Good| {
        good.name.to_lowercase().contains(&words) || good.below().to_lowercase().contains(&words)
    };
    (!words.is_empty()).then(|| GOODS.iter().enumerate().filter(|(_, good)| fits(good)).collect())
}

pub(super) fn screen(query: &str) -> View<super::Msg> {
    let head = [
        toolbar_up("Search", super::Msg::Up),
        field("query", "Search goods, e.g. mug", Input::Line, query, |text| send(Msg::Query(text))),
    ];
    let suggestion =
        |id: &str, words: &'static str| outlined(id, words).on_tap(send(Msg::Suggestion(words)));
    let below = match found(query) {
        None => column([
            styled(TextStyle::Heading, "Often searched").id("often"),
            suggestion("often_sale", "Sale"),
            suggestion("often_gift", "Gift card"),
        ]),
        Some(goods) if goods.is_empty() => {
            nothing("🔍", "nothing", "We do not sell that", "Try another word.")
        }
        Some(goods) => list(
            "results",
            goods.into_iter().map(|(product, good)| {
                good_row(good).id("result").on_tap(send(Msg::Open(product)))
            }),
        ),
    };
    column(head).child(below)
}
