//! The cart: what it looks like.

use super::super::super::ui::{
    Input, Layer, TextStyle, View, button, column, divider, field, icon_button, item, list,
    outlined, plain, row, styled, text, toolbar,
};
use super::cart::{Line, Msg as CartMsg};
use super::goods::{good, money};
use super::{Msg, Shop, Tab, dialog, nothing};

const fn send(msg: CartMsg) -> Msg {
    Msg::Cart(msg)
}

pub(super) fn screen(app: &Shop) -> View<Msg> {
    let cart = &app.saved.cart;
    let bar = toolbar("Cart");
    if cart.lines.is_empty() {
        let empty = nothing("🛒", "empty", "Your cart is empty", "There is a lot to find.");
        let browse = button("browse", "Look at the goods").on_tap(send(CartMsg::Browse));
        return column([bar, empty.child(browse)]);
    }
    let rows = cart.lines.iter().enumerate().map(|(at, line)| line_row(at, line));
    let discount = cart.coupon.then(|| amount("discount", "Coupon", -cart.discount()));
    let coupon = if cart.coupon {
        plain("drop_coupon", "Remove coupon").on_tap(send(CartMsg::DropCoupon))
    } else {
        plain("coupon", "Add a coupon").on_tap(send(CartMsg::AskCoupon))
    };
    let total = row([
        text("Total").weight(1),
        coupon,
        styled(TextStyle::Heading, money(cart.total())).id("total"),
    ]);
    column([bar, list("lines", rows), divider()])
        .maybe(discount)
        .child(total)
        .child(button("checkout", "Checkout").on_tap(send(CartMsg::Checkout)))
}

fn line_row(at: usize, line: &Line) -> View<Msg> {
    let each = money(good(line.product).price);
    row([
        item(line.name(), each).weight(1),
        icon_button("less", "−", "Less").on_tap(send(CartMsg::Less(at))),
        text(line.quantity.to_string()).id("quantity"),
        icon_button("more", "+", "More").on_tap(send(CartMsg::More(at))),
        icon_button("remove", "✕", "Remove").on_tap(send(CartMsg::AskRemove(at))),
    ])
}

/// A line with words on the left and an amount on the right.
pub(super) fn amount(id: &str, words: &str, cents: i64) -> View<Msg> {
    row([text(words).weight(1), styled(TextStyle::Heading, money(cents)).id(id)])
}

pub(super) fn snackbar(app: &Shop) -> Option<Layer<Msg>> {
    let (_, line) = app.ui.removed.as_ref()?;
    if app.ui.tab != Tab::Cart || !app.ui.screens.is_empty() {
        return None;
    }
    let text = format!("{} removed", good(line.product).name);
    Some(Layer::Snackbar { text, action: Some(("Undo".into(), send(CartMsg::Undo))) })
}

pub(super) fn remove_dialog(app: &Shop, at: usize) -> Layer<Msg> {
    let name = app.saved.cart.lines.get(at).map(Line::name).unwrap_or_default();
    let content = column([
        text(name).id("what"),
        button("confirm", "Remove").on_tap(send(CartMsg::Remove(at))),
        plain("cancel", "Keep it").on_tap(Msg::Close),
    ]);
    dialog("Remove from cart?", content)
}

pub(super) fn coupon_dialog(code: &str, refused: bool) -> Layer<Msg> {
    let hint = "Coupon (try WELCOME10)";
    let error = || styled(TextStyle::Error, "There is no such coupon").id("coupon_error");
    let content =
        column([field("code", hint, Input::Line, code, |text| send(CartMsg::Code(text)))
            .on_enter(send(CartMsg::Redeem))])
        .maybe(refused.then(error))
        .child(button("redeem", "Redeem").on_tap(send(CartMsg::Redeem)))
        .child(outlined("cancel", "Cancel").on_tap(Msg::Close));
    dialog("Coupon", content)
}
