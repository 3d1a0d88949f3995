//! The checkout: what it looks like.

use super::super::super::ui::{
    Input, TextStyle, View, button, column, divider, field, image, item, outlined, plain, progress,
    radio, scroll, spacer, styled, text, toolbar, toolbar_up,
};
use super::cart_view::amount;
use super::checkout::{Address, Card, Checkout, Delivery, Msg as CheckoutMsg, Step};
use super::goods::{money, pieces};
use super::orders::number;
use super::{Msg, Shop, page};

fn send(msg: CheckoutMsg) -> Msg {
    Msg::Checkout(msg)
}

pub(super) fn screen(app: &Shop, checkout: &Checkout) -> View<Msg> {
    match checkout.step {
        Step::Address => address(&checkout.address, checkout.refused),
        Step::Delivery => delivery(checkout),
        Step::Payment => payment(checkout),
        Step::Summary => summary(app, checkout),
        Step::Paying => paying(),
        Step::Done(order) => done(order),
    }
}

fn next(words: &str) -> View<Msg> {
    button("next", words).on_tap(send(CheckoutMsg::Next))
}

fn address(address: &Address, refused: bool) -> View<Msg> {
    let error = || {
        styled(TextStyle::Error, "Fill in all fields; a postcode has 5 digits").id("address_error")
    };
    let form = scroll(
        "content",
        [
            spacer(8),
            styled(TextStyle::Caption, "Step 1 of 4").id("step"),
            field("name", "Full name", Input::Line, &address.name, |text| {
                send(CheckoutMsg::Name(text))
            }),
            field("street", "Street and number", Input::Line, &address.street, |text| {
                send(CheckoutMsg::Street(text))
            }),
            field("postcode", "Postcode (5 digits)", Input::Number, &address.postcode, |text| {
                send(CheckoutMsg::Postcode(text))
            })
            .max_length(5),
        ],
    );
    column([toolbar_up("Address", Msg::Up)])
        .child(form.maybe(refused.then(error)).child(next("Continue")))
}

fn delivery(checkout: &Checkout) -> View<Msg> {
    let choice = |id: &str, name: &str, which: Delivery| {
        let words = format!("{name}, {}", money(which.price()));
        radio(id, words, checkout.delivery == which).on_tap(send(CheckoutMsg::Delivery(which)))
    };
    let parts = [
        spacer(8),
        styled(TextStyle::Caption, "Step 2 of 4").id("step"),
        choice("standard", "Standard, 3 days", Delivery::Standard),
        choice("express", "Express, tomorrow", Delivery::Express),
        choice("pick_up", "Pick up in a store", Delivery::PickUp),
        next("Continue"),
    ];
    page("Delivery", parts)
}

fn payment(checkout: &Checkout) -> View<Msg> {
    let choice = |id: &str, name: &str, by_card: bool| {
        radio(id, name, checkout.by_card == by_card).on_tap(send(CheckoutMsg::ByCard(by_card)))
    };
    let mut form = scroll(
        "content",
        [
            spacer(8),
            styled(TextStyle::Caption, "Step 3 of 4").id("step"),
            choice("on_delivery", "Pay on delivery", false),
            choice("by_card", "Pay by card", true),
        ],
    );
    if checkout.by_card {
        form.children.extend(card_fields(&checkout.card));
    }
    column([toolbar_up("Payment", Msg::Up), form.child(next("Continue"))])
}

fn card_fields(card: &Card) -> [View<Msg>; 3] {
    [
        field("number", "Card number (16 digits)", Input::Number, &card.number, |text| {
            send(CheckoutMsg::Number(text))
        })
        .max_length(16),
        field("expiry", "Expiry date (MM/YY)", Input::Line, &card.expiry, |text| {
            send(CheckoutMsg::Expiry(text))
        })
        .max_length(5),
        field("cvc", "CVC (3 digits)", Input::Number, &card.cvc, |text| {
            send(CheckoutMsg::Cvc(text))
        })
        .max_length(4),
    ]
}

fn summary(app: &Shop, checkout: &Checkout) -> View<Msg> {
    let address = &checkout.address;
    let pays = if checkout.by_card { "Card" } else { "Pay on delivery" };
    let goods: u32 = app.saved.cart.lines.iter().map(|line| line.quantity).sum();
    let to = format!("{}, {}, {}", address.name, address.street, address.postcode);
    let parts = [
        spacer(8),
        styled(TextStyle::Caption, "Step 4 of 4").id("step"),
        item("To", to).id("to"),
        item("Payment", pays).id("pays"),
        divider(),
        amount("goods", &pieces(goods), app.saved.cart.total()),
        amount("shipping", "Delivery", checkout.delivery.price()),
        amount("total", "Total", checkout.total(&app.saved.cart)),
        next("Buy now"),
    ];
    page("Summary", parts)
}

fn paying() -> View<Msg> {
    column([
        toolbar("Paying"),
        spacer(60),
        progress("busy", 0, 0),
        text("Waiting for your bank …").id("waiting"),
    ])
}

fn done(order: usize) -> View<Msg> {
    let parts = [
        spacer(8),
        image("picture", "✓", ""),
        styled(TextStyle::Heading, format!("Order {}", number(order))).id("order_number"),
        text("We are packing it already."),
        outlined("show_order", "Show the order").on_tap(send(CheckoutMsg::ShowOrder)),
        plain("finish", "Continue shopping").on_tap(send(CheckoutMsg::Finish)),
    ];
    column([toolbar("Thank you"), scroll("content", parts)])
}
