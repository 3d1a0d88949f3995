//! The structural states of the shop app, each with its shortest path.

use super::super::super::app::{
    Do::{self, Allow, Deny, Tap, Type, Wait},
    StateSpec,
};
use super::checkout::Step;
use super::goods::good;
use super::{Over, Screen, Shop, Tab, search};

const CART: Do = Tap("#cart");
const ADD: Do = Tap("#add");
const NEXT: Do = Tap("#next");
const PRODUCT: Do = Tap("#product");
const ACCOUNT: Do = Tap("#tab_account");
const NAME: Do = Type("#name", "Ada Byron");
const STREET: Do = Type("#street", "12 Mill Road");
const POSTCODE: Do = Type("#postcode", "10115");
const CHECKOUT: Do = Tap("#checkout");

const fn state(name: &'static str, steps: &'static [Do]) -> StateSpec {
    StateSpec { name, steps }
}

pub(super) const STATES: &[StateSpec] = &[
    state("catalogue.all", &[]),
    state("catalogue.filter", &[Tap("#filter")]),
    state("catalogue.filtered", &[Tap("#filter"), Tap("#on_sale")]),
    state("search.start", &[Tap("#search")]),
    state("search.results", &[Tap("#search"), Tap("#often_sale")]),
    state("search.none", &[Tap("#search"), Tap("#often_gift")]),
    state("product.page", &[PRODUCT]),
    state("product.sold_out", &[Tap("Chef's knife")]),
    state("product.variant", &[PRODUCT, Tap("#variant")]),
    state("product.zoom", &[PRODUCT, Tap("#photo")]),
    state("product.reviews", &[PRODUCT, Tap("#reviews")]),
    state("favourites.empty", &[Tap("#tab_favourites")]),
    state(
        "favourites.items",
        &[PRODUCT, Tap("#heart"), Tap("Navigate up"), Tap("#tab_favourites")],
    ),
    state("cart.empty", &[Tap("#tab_cart")]),
    state("cart.items", &[PRODUCT, ADD, CART]),
    state("cart.remove", &[PRODUCT, ADD, CART, Tap("#remove")]),
    state("cart.removed", &[PRODUCT, ADD, CART, Tap("#remove"), Tap("#confirm")]),
    state("cart.coupon", &[PRODUCT, ADD, CART, Tap("#coupon")]),
    state("cart.coupon_refused", &[PRODUCT, ADD, CART, Tap("#coupon"), Tap("#redeem")]),
    state(
        "cart.discounted",
        &[PRODUCT, ADD, CART, Tap("#coupon"), Type("#code", "WELCOME10"), Tap("#redeem")],
    ),
    state("checkout.address", &[PRODUCT, ADD, CART, CHECKOUT]),
    state("checkout.address_refused", &[PRODUCT, ADD, CART, CHECKOUT, NEXT]),
    state("checkout.delivery", &[PRODUCT, ADD, CART, CHECKOUT, NAME, STREET, POSTCODE, NEXT]),
    state("checkout.payment", &[PRODUCT, ADD, CART, CHECKOUT, NAME, STREET, POSTCODE, NEXT, NEXT]),
    state(
        "checkout.card",
        &[PRODUCT, ADD, CART, CHECKOUT, NAME, STREET, POSTCODE, NEXT, NEXT, Tap("#by_card")],
    ),
    state(
        "checkout.summary",
        &[PRODUCT, ADD, CART, CHECKOUT, NAME, STREET, POSTCODE, NEXT, NEXT, NEXT],
    ),
    state("checkout.paying", PAYING),
    state(
        "checkout.done",
        &[PRODUCT, ADD, CART, CHECKOUT, NAME, STREET, POSTCODE, NEXT, NEXT, NEXT, NEXT, Wait(15)],
    ),
    state("orders.empty", &[ACCOUNT, Tap("#orders")]),
    state(
        "orders.list",
        &[
            PRODUCT,
            ADD,
            CART,
            CHECKOUT,
            NAME,
            STREET,
            POSTCODE,
            NEXT,
            NEXT,
            NEXT,
            NEXT,
            Wait(15),
            Tap("#show_order"),
            Tap("Navigate up"),
        ],
    ),
    state(
        "orders.order",
        &[
            PRODUCT,
            ADD,
            CART,
            CHECKOUT,
            NAME,
            STREET,
            POSTCODE,
            NEXT,
            NEXT,
            NEXT,
            NEXT,
            Wait(15),
            Tap("#show_order"),
        ],
    ),
    state("account.guest", &[ACCOUNT]),
    state("account.sign_in", &[ACCOUNT, Tap("#sign_in")]),
    state("account.member", SIGNED_IN),
    state("account.profile", &[ACCOUNT, Tap("#sign_in"), Tap("#demo"), Tap("#profile")]),
    state("stores.list", &[ACCOUNT, Tap("#stores"), Allow]),
    state("stores.denied", &[ACCOUNT, Tap("#stores"), Deny]),
    state("about.main", &[ACCOUNT, Tap("#about")]),
    state("about.terms", &[ACCOUNT, Tap("#about"), Tap("#terms")]),
];

/// The way until a payment is on its way.
const PAYING: &[Do] =
    &[PRODUCT, ADD, CART, CHECKOUT, NAME, STREET, POSTCODE, NEXT, NEXT, NEXT, NEXT];

const SIGNED_IN: &[Do] = &[ACCOUNT, Tap("#sign_in"), Tap("#demo")];

/// The name of the state that `app` is in now.
pub(super) fn name(app: &Shop) -> &'static str {
    match &app.ui.over {
        Some(Over::Filter) => "catalogue.filter",
        Some(Over::Variant) => "product.variant",
        Some(Over::Remove(_)) => "cart.remove",
        Some(Over::Coupon { refused: false }) => "cart.coupon",
        Some(Over::Coupon { refused: true }) => "cart.coupon_refused",
        None => app.ui.screens.last().map_or_else(|| tab_name(app), |top| screen_name(app, top)),
    }
}

fn tab_name(app: &Shop) -> &'static str {
    let saved = &app.saved;
    match app.ui.tab {
        Tab::Catalogue if app.ui.filter.only.is_some() => "catalogue.filtered",
        Tab::Catalogue => "catalogue.all",
        Tab::Favourites if saved.favourites.is_empty() => "favourites.empty",
        Tab::Favourites => "favourites.items",
        Tab::Cart if app.ui.removed.is_some() => "cart.removed",
        Tab::Cart if saved.cart.lines.is_empty() => "cart.empty",
        Tab::Cart if saved.cart.coupon => "cart.discounted",
        Tab::Cart => "cart.items",
        Tab::Account if saved.account.is_some() => "account.member",
        Tab::Account => "account.guest",
    }
}

fn screen_name(app: &Shop, screen: &Screen) -> &'static str {
    match screen {
        Screen::Search(query) => match search::found(query) {
            None => "search.start",
            Some(goods) if goods.is_empty() => "search.none",
            Some(_) => "search.results",
        },
        Screen::Product(page) if good(page.product).in_stock => "product.page",
        Screen::Product(_) => "product.sold_out",
        Screen::Zoom(..) => "product.zoom",
        Screen::Reviews { .. } => "product.reviews",
        Screen::Checkout(checkout) => match checkout.step {
            Step::Address if checkout.refused => "checkout.address_refused",
            Step::Address => "checkout.address",
            Step::Delivery => "checkout.delivery",
            Step::Payment if checkout.by_card => "checkout.card",
            Step::Payment => "checkout.payment",
            Step::Summary => "checkout.summary",
            Step::Paying => "checkout.paying",
            Step::Done(_) => "checkout.done",
        },
        Screen::Orders if app.saved.orders.is_empty() => "orders.empty",
        Screen::Orders => "orders.list",
        Screen::Order(_) => "orders.order",
        Screen::SignIn => "account.sign_in",
        Screen::Profile(_) => "account.profile",
        Screen::Stores { allowed: true } => "stores.list",
        Screen::Stores { allowed: false } => "stores.denied",
        Screen::About => "about.main",
        Screen::Terms => "about.terms",
    }
}
