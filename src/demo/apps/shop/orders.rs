//! What was bought.

use super::super::super::app::System;
use super::super::super::ui::{
    TextStyle, View, column, divider, icon_button, item, list, outlined, spacer, styled, toolbar_up,
};
use super::cart::Line;
use super::cart_view::amount;
use super::goods::{money, pieces};
use super::{Screen, Shop, nothing};

/// Something bought.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub lines: Vec<Line>,
    /// What was paid, in cents.
    pub total: i64,
}

/// A touch on the orders.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    Open(usize),
    Again(usize),
    Forget,
}

const fn send(msg: Msg) -> super::Msg {
    super::Msg::Orders(msg)
}

/// The number that the customer sees of the order at this place.
pub(super) const fn number(order: usize) -> usize {
    1001 + order
}

pub(super) fn update(app: &mut Shop, msg: Msg, sys: &mut System) {
    match msg {
        Msg::Open(order) => {
            sys.hit("orders.open");
            app.ui.screens.push(Screen::Order(order));
        }
        Msg::Again(order) => {
            sys.hit("orders.again");
            let lines = app.saved.orders.get(order).map(|order| order.lines.clone());
            for line in lines.unwrap_or_default() {
                app.saved.cart.add(line.product, line.variant, line.quantity);
            }
            sys.toast("Put into the cart");
        }
        Msg::Forget => {
            sys.hit("orders.forget");
            app.saved.orders.clear();
            sys.toast("List of orders emptied");
        }
    }
}

pub(super) fn screen(app: &Shop) -> View<super::Msg> {
    let bar = toolbar_up("Orders", super::Msg::Up);
    if app.saved.orders.is_empty() {
        let empty = nothing("📦", "empty", "No orders yet", "What you buy is listed here.");
        return column([bar, empty]);
    }
    let rows = app.saved.orders.iter().enumerate().rev().map(|(at, order)| {
        let goods: u32 = order.lines.iter().map(|line| line.quantity).sum();
        let below = format!("{} · {}", pieces(goods), money(order.total));
        item(format!("Order {}", number(at)), below).id("order").on_tap(send(Msg::Open(at)))
    });
    let forget = icon_button("forget", "🗑", "Empty the list of orders");
    column([bar.child(forget.on_tap(send(Msg::Forget))), list("orders", rows)])
}

pub(super) fn order_screen(app: &Shop, at: usize) -> View<super::Msg> {
    let order = app.saved.orders.get(at);
    let lines = order.iter().flat_map(|order| &order.lines).map(|line| {
        item(line.name(), format!("{} × · {}", line.quantity, money(line.price()))).id("line")
    });
    column([
        toolbar_up("Order", super::Msg::Up),
        spacer(8),
        styled(TextStyle::Heading, format!("Order {}", number(at))).id("order_number"),
        styled(TextStyle::Caption, "On its way").id("status"),
        list("lines", lines),
        divider(),
        amount("total", "Paid", order.map_or(0, |order| order.total)),
        outlined("again", "Buy again").on_tap(send(Msg::Again(at))),
    ])
}
