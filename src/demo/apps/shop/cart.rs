//! The cart: what is in it, what it costs, and what touching it does.

use super::super::super::app::System;
use super::super::super::input_faults;
use super::checkout::Checkout;
use super::goods::good;
use super::input_faults::INPUT_FAULTS;
use super::{BAR_TIMER, Over, Screen, Shop, faults};

/// The most of one thing that can be bought at once.
pub(super) const MOST: u32 = 99;
/// The code that is taken, in capitals.
const CODE: &str = "WELCOME10";
/// What it takes off, in percent.
const PERCENT: i64 = 10;
/// How long the offer to undo should be shown, in milliseconds.
const BAR_MS: u64 = 10_000;

/// What is about to be bought.
#[derive(Clone, Debug, Default)]
pub(super) struct Cart {
    pub lines: Vec<Line>,
    /// A coupon was accepted.
    pub coupon: bool,
    /// What the lines cost, in cents, as counted last.
    pub subtotal: i64,
}

/// So many of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub product: usize,
    pub variant: usize,
    pub quantity: u32,
}

impl Line {
    /// In cents.
    pub fn price(&self) -> i64 {
        good(self.product).price * i64::from(self.quantity)
    }

    pub fn name(&self) -> String {
        let good = good(self.product);
        format!("{}, {}", good.name, good.variants.get(self.variant).copied().unwrap_or_default())
    }
}

impl Cart {
    /// Adds up what the lines cost.
    pub fn count_again(&mut self) {
        self.subtotal = self.lines.iter().map(Line::price).sum();
    }

    pub fn add(&mut self, product: usize, variant: usize, quantity: u32) {
        let same = |line: &&mut Line| line.product == product && line.variant == variant;
        match self.lines.iter_mut().find(same) {
            Some(line) => line.quantity = line.quantity.saturating_add(quantity).min(MOST),
            None => self.lines.push(Line { product, variant, quantity }),
        }
        self.count_again();
    }

    /// What the coupon takes off, in cents.
    pub const fn discount(&self) -> i64 {
        if self.coupon { self.subtotal * PERCENT / 100 } else { 0 }
    }

    /// What is to be paid without delivery, in cents.
    pub const fn total(&self) -> i64 {
        self.subtotal - self.discount()
    }
}

/// A touch in the cart.
#[derive(Clone, Debug)]
pub enum Msg {
    More(usize),
    Less(usize),
    AskRemove(usize),
    Remove(usize),
    Undo,
    AskCoupon,
    Code(String),
    Redeem,
    DropCoupon,
    Checkout,
    Browse,
}

pub(super) fn update(app: &mut Shop, msg: Msg, sys: &mut System) {
    match msg {
        Msg::More(at) => change(app, at, true, sys),
        Msg::Less(at) => change(app, at, false, sys),
        Msg::AskRemove(at) => {
            sys.hit("cart.ask_remove");
            app.ui.over = Some(Over::Remove(at));
        }
        Msg::Remove(at) => remove(app, at, sys),
        Msg::Undo => undo(app, sys),
        Msg::AskCoupon => {
            sys.hit("cart.ask_coupon");
            app.ui.code.clear();
            app.ui.over = Some(Over::Coupon { refused: false });
        }
        Msg::Code(text) => {
            sys.hit("cart.code");
            app.ui.code = text;
            app.ui.over = Some(Over::Coupon { refused: false });
        }
        Msg::Redeem => redeem(app, sys),
        Msg::DropCoupon => {
            sys.hit("cart.drop_coupon");
            app.saved.cart.coupon = false;
        }
        Msg::Checkout => {
            sys.hit("cart.checkout");
            let known = app.saved.account.as_ref().map(|account| account.address.clone());
            let checkout = Checkout::begin(known.unwrap_or_default());
            app.ui.screens.push(Screen::Checkout(checkout));
        }
        Msg::Browse => {
            sys.hit("cart.browse");
            app.show_tab(super::Tab::Catalogue, sys);
        }
    }
}

fn change(app: &mut Shop, at: usize, up: bool, sys: &mut System) {
    let Some(line) = app.saved.cart.lines.get_mut(at) else { return };
    match (up, line.quantity) {
        (true, quantity) => {
            sys.hit("cart.more");
            line.quantity = quantity.saturating_add(1).min(MOST);
        }
        (false, 0 | 1) => {
            sys.hit("cart.less_than_one");
            app.ui.over = Some(Over::Remove(at));
            return;
        }
        (false, quantity) => {
            sys.hit("cart.less");
            line.quantity = quantity - 1;
        }
    }
    app.saved.cart.count_again();
}

fn remove(app: &mut Shop, at: usize, sys: &mut System) {
    app.ui.over = None;
    let cart = &mut app.saved.cart;
    if at >= cart.lines.len() || faults::last_line_with_coupon(cart, sys) {
        return;
    }
    let line = cart.lines.remove(at);
    if cart.lines.is_empty() {
        sys.hit("cart.removed_last");
        cart.count_again();
    } else {
        sys.hit("cart.removed");
        faults::total_not_counted(cart, sys);
    }
    app.ui.removed = Some((at, line));
    sys.forget(BAR_TIMER);
    sys.after(BAR_MS, BAR_TIMER);
}

fn undo(app: &mut Shop, sys: &mut System) {
    sys.forget(BAR_TIMER);
    let Some((at, line)) = app.ui.removed.take() else { return };
    sys.hit("cart.undone");
    let cart = &mut app.saved.cart;
    cart.lines.insert(at.min(cart.lines.len()), line);
    cart.count_again();
}

fn redeem(app: &mut Shop, sys: &mut System) {
    if input_faults::sent(INPUT_FAULTS, "coupon", &[&app.ui.code], sys) {
        return;
    }
    if app.ui.code.trim().to_uppercase() == CODE {
        sys.hit("cart.coupon_accepted");
        app.saved.cart.coupon = true;
        app.ui.over = None;
        sys.toast("10 % off");
    } else {
        sys.hit("cart.coupon_refused");
        app.ui.over = Some(Over::Coupon { refused: true });
    }
}
