//! A product's page, its picture, its variants and its reviews.

use super::super::super::app::System;
use super::super::super::ui::{
    Input, Layer, TextStyle, View, button, card, column, field, icon_button, image, item, list,
    outlined, radio, row, scroll, spacer, spinner, styled, text, toolbar_up,
};
use super::cart::MOST;
use super::goods::{good, money};
use super::{Over, Screen, Shop, Tab, dialog, faults};

/// The largest scale of a picture.
const LARGEST: i32 = 4;

/// A product's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub product: usize,
    pub variant: usize,
    /// As typed.
    pub quantity: String,
}

impl Page {
    pub fn of(product: usize) -> Self {
        Self { product, variant: 0, quantity: "1".into() }
    }
}

/// A touch on a product page, its picture or its reviews.
#[derive(Clone, Debug)]
pub enum Msg {
    Heart,
    ShowCart,
    Zoom,
    ZoomIn,
    ZoomOut,
    Reviews,
    AskVariant,
    Variant(usize),
    Quantity(String),
    Less,
    More,
    Add,
    Notify,
}

fn send(msg: Msg) -> super::Msg {
    super::Msg::Product(msg)
}

pub(super) fn update(app: &mut Shop, msg: Msg, sys: &mut System) {
    match app.ui.screens.last_mut() {
        Some(Screen::Zoom(_, scale)) => {
            if matches!(msg, Msg::ZoomIn) {
                sys.hit("product.zoom_in");
                *scale = (*scale + 1).min(LARGEST);
            } else {
                sys.hit("product.zoom_out");
                *scale = (*scale - 1).max(1);
            }
        }
        Some(Screen::Product(page)) => match msg {
            Msg::Variant(variant) => {
                sys.hit("product.variant");
                page.variant = variant;
                app.ui.over = None;
            }
            Msg::Quantity(text) => {
                sys.hit("product.quantity");
                page.quantity = text;
            }
            Msg::Less => step(page, false, sys),
            Msg::More => step(page, true, sys),
            Msg::Add => add(app, sys),
            msg => visit(app, &msg, sys),
        },
        _ => {}
    }
}

fn visit(app: &mut Shop, msg: &Msg, sys: &mut System) {
    let Some(Screen::Product(page)) = app.ui.screens.last() else { return };
    let product = page.product;
    match msg {
        Msg::Heart => heart(&mut app.saved.favourites, product, sys),
        Msg::ShowCart => {
            sys.hit("product.show_cart");
            app.show_tab(Tab::Cart, sys);
        }
        Msg::Zoom => {
            sys.hit("product.zoom");
            app.ui.screens.push(Screen::Zoom(product, 1));
        }
        Msg::Reviews => {
            sys.hit("product.reviews");
            app.ui.screens.push(Screen::Reviews { product, lost: false });
        }
        Msg::AskVariant => {
            sys.hit("product.ask_variant");
            app.ui.over = Some(Over::Variant);
        }
        _ => {
            sys.hit("product.notify");
            sys.toast("We will tell you when it is back");
        }
    }
}

fn heart(favourites: &mut Vec<usize>, product: usize, sys: &mut System) {
    if let Some(at) = favourites.iter().position(|&other| other == product) {
        sys.hit("product.heart_off");
        favourites.remove(at);
        sys.toast("No longer a favourite");
    } else {
        sys.hit("product.heart_on");
        favourites.push(product);
        sys.toast("Kept as favourite");
    }
}

fn step(page: &mut Page, up: bool, sys: &mut System) {
    let now: u32 = page.quantity.parse().unwrap_or(1);
    let next = if up {
        sys.hit("product.more");
        now.saturating_add(1).min(MOST)
    } else {
        sys.hit("product.less");
        now.saturating_sub(1).max(1)
    };
    page.quantity = next.to_string();
}

fn add(app: &mut Shop, sys: &mut System) {
    let Some(Screen::Product(page)) = app.ui.screens.last() else { return };
    if page.quantity.is_empty() {
        sys.hit("product.no_quantity");
        sys.toast("How many?");
        return;
    }
    let quantity = page.quantity.parse().unwrap_or(u32::MAX);
    if faults::quantity_out_of_range(quantity, sys) {
        return;
    }
    sys.hit("product.add");
    app.saved.cart.add(page.product, page.variant, quantity);
    sys.toast("Added to cart");
}

pub(super) fn screen(app: &Shop, page: &Page) -> View<super::Msg> {
    let good = good(page.product);
    let loved = app.saved.favourites.contains(&page.product);
    let bar = toolbar_up("Product", super::Msg::Up)
        .child(
            icon_button("heart", if loved { "♥" } else { "♡" }, "Favourite")
                .on_tap(send(Msg::Heart)),
        )
        .child(icon_button("cart", "🛒", "Cart").on_tap(send(Msg::ShowCart)));
    let stars: usize = good.reviews.iter().map(|(_, stars, _)| stars).sum();
    let average = stars as f64 / good.reviews.len() as f64;
    let reviews = format!("★ {average:.1} · {} reviews", good.reviews.len());
    let about = [
        spacer(8),
        image("photo", good.glyph, "Picture of the product").on_tap(send(Msg::Zoom)),
        styled(TextStyle::Heading, good.name).id("name"),
        styled(TextStyle::Display, money(good.price)).id("price"),
        text(reviews).id("reviews").on_tap(send(Msg::Reviews)),
    ];
    let content = scroll("content", about);
    let content = if good.in_stock { buying(content, page) } else { sold_out(content) };
    column([bar, content])
}

fn buying(content: View<super::Msg>, page: &Page) -> View<super::Msg> {
    let variant = good(page.product).variants.get(page.variant).copied().unwrap_or_default();
    let quantity = field("quantity", "Quantity (1 to 99)", Input::Number, &page.quantity, |text| {
        send(Msg::Quantity(text))
    });
    content
        .child(spinner("variant", variant).on_tap(send(Msg::AskVariant)))
        .child(row([
            icon_button("less", "−", "Less").on_tap(send(Msg::Less)),
            quantity.max_length(4).weight(1),
            icon_button("more", "+", "More").on_tap(send(Msg::More)),
        ]))
        .child(button("add", "Add to cart").on_tap(send(Msg::Add)))
}

fn sold_out(content: View<super::Msg>) -> View<super::Msg> {
    content
        .child(styled(TextStyle::Error, "Sold out").id("sold_out"))
        .child(outlined("notify", "Tell me when it is back").on_tap(send(Msg::Notify)))
}

pub(super) fn variant_dialog(app: &Shop) -> Option<Layer<super::Msg>> {
    let Some(Screen::Product(page)) = app.ui.screens.last() else { return None };
    let variants = good(page.product).variants.into_iter().enumerate();
    let choices = variants
        .map(|(at, name)| radio("choice", name, at == page.variant).on_tap(send(Msg::Variant(at))));
    Some(dialog("Choose", column(choices)))
}

pub(super) fn zoom_screen(product: usize, scale: i32) -> View<super::Msg> {
    let parts = [
        spacer(40 * scale),
        image("large_photo", good(product).glyph, "Picture of the product"),
        text(format!("{} %", 100 * scale)).id("scale"),
        row([
            outlined("zoom_out", "Smaller").on_tap(send(Msg::ZoomOut)).weight(1),
            outlined("zoom_in", "Larger").on_tap(send(Msg::ZoomIn)).weight(1),
        ]),
    ];
    super::page("Picture", parts)
}

pub(super) fn reviews_screen(product: usize, lost: bool) -> View<super::Msg> {
    let reviews = good(product).reviews;
    let heading = format!("{} reviews", reviews.len());
    let shown = if lost { &[][..] } else { &reviews[..] };
    let cards = shown.iter().map(|(who, stars, words)| {
        card([item(format!("{who} {}", "★".repeat(*stars)), *words)]).id("review")
    });
    column([
        toolbar_up("Reviews", super::Msg::Up),
        spacer(8),
        styled(TextStyle::Heading, heading).id("count"),
        list("review_list", cards),
    ])
}
