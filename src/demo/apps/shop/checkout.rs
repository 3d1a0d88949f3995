//! The checkout: where to, how fast, how to pay, all in all, paying, done.

use super::super::super::app::System;
use super::super::super::input_faults;
use super::cart::Cart;
use super::input_faults::INPUT_FAULTS;
use super::orders::Order;
use super::{PAYING_TIMER, Screen, Shop, Tab};

/// How long paying takes, in milliseconds.
const PAYING_MS: u64 = 12_000;
/// The least digits of a postcode.
const POSTCODE_DIGITS: usize = 3;
/// The least digits of a card's number.
const CARD_DIGITS: usize = 12;

/// A checkout in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkout {
    pub step: Step,
    pub address: Address,
    /// The address was refused.
    pub refused: bool,
    pub delivery: Delivery,
    pub by_card: bool,
    pub card: Card,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Step {
    #[default]
    Address,
    Delivery,
    Payment,
    Summary,
    Paying,
    /// Bought; the order's place among all.
    Done(usize),
}

/// Where the goods are to go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Address {
    pub name: String,
    pub street: String,
    pub postcode: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    #[default]
    Standard,
    Express,
    PickUp,
}

/// As typed; never kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Card {
    pub number: String,
    pub expiry: String,
    pub cvc: String,
}

/// A touch in the checkout.
#[derive(Clone, Debug)]
pub enum Msg {
    Name(String),
    Street(String),
    Postcode(String),
    Delivery(Delivery),
    ByCard(bool),
    Number(String),
    Expiry(String),
    Cvc(String),
    Next,
    ShowOrder,
    Finish,
}

impl Delivery {
    /// In cents.
    pub const fn price(self) -> i64 {
        match self {
            Self::Standard => 290,
            Self::Express => 690,
            Self::PickUp => 0,
        }
    }
}

impl Address {
    fn is_complete(&self) -> bool {
        let filled = |text: &String| !text.trim().is_empty();
        filled(&self.name) && filled(&self.street) && self.postcode.len() >= POSTCODE_DIGITS
    }
}

impl Card {
    /// What is wrong with it.
    fn refusal(&self) -> Option<&'static str> {
        let month = self.expiry.split('/').next().and_then(|month| month.parse::<u8>().ok());
        if self.number.len() < CARD_DIGITS {
            Some("Check the card number")
        } else if !self.expiry.contains('/') || !matches!(month, Some(1..=12)) {
            Some("Check the expiry date")
        } else if self.cvc.len() < 3 {
            Some("Check the CVC")
        } else {
            None
        }
    }
}

impl Checkout {
    /// A checkout whose first form is filled in with `address`.
    pub fn begin(address: Address) -> Self {
        Self { address, ..Self::default() }
    }

    /// The step before this one; `None` on the first one and after the last one.
    pub const fn previous(&self) -> Option<Step> {
        match self.step {
            Step::Delivery => Some(Step::Address),
            Step::Payment => Some(Step::Delivery),
            Step::Summary => Some(Step::Payment),
            Step::Address | Step::Paying | Step::Done(_) => None,
        }
    }

    /// What is to be paid, in cents.
    pub const fn total(&self, cart: &Cart) -> i64 {
        cart.total() + self.delivery.price()
    }
}

pub(super) fn update(app: &mut Shop, msg: Msg, sys: &mut System) {
    let Some(Screen::Checkout(checkout)) = app.ui.screens.last_mut() else { return };
    match msg {
        Msg::Name(text) => checkout.address.name = text,
        Msg::Street(text) => checkout.address.street = text,
        Msg::Postcode(text) => checkout.address.postcode = text,
        Msg::Delivery(delivery) => {
            sys.hit("checkout.delivery");
            checkout.delivery = delivery;
        }
        Msg::ByCard(by_card) => {
            sys.hit("checkout.pay_by");
            checkout.by_card = by_card;
        }
        Msg::Number(text) => {
            sys.hit("checkout.card_number");
            checkout.card.number = text;
        }
        Msg::Expiry(text) => checkout.card.expiry = text,
        Msg::Cvc(text) => checkout.card.cvc = text,
        Msg::Next => next(app, sys),
        Msg::ShowOrder => {
            sys.hit("checkout.show_order");
            if let Step::Done(order) = checkout.step {
                app.ui.screens = vec![Screen::Orders, Screen::Order(order)];
                app.ui.tab = Tab::Account;
            }
        }
        Msg::Finish => {
            sys.hit("checkout.finish");
            app.show_tab(Tab::Catalogue, sys);
        }
    }
}

fn next(app: &mut Shop, sys: &mut System) {
    let Some(Screen::Checkout(checkout)) = app.ui.screens.last_mut() else { return };
    match checkout.step {
        Step::Address if checkout.address.is_complete() => {
            sys.hit("checkout.address_accepted");
            let Address { name, street, postcode } = &checkout.address;
            if input_faults::sent(INPUT_FAULTS, "address", &[name, street, postcode], sys) {
                return;
            }
            checkout.refused = false;
            if let Some(account) = &mut app.saved.account {
                account.address = checkout.address.clone();
            }
            checkout.step = Step::Delivery;
        }
        Step::Address => {
            sys.hit("checkout.address_refused");
            checkout.refused = true;
        }
        Step::Delivery => {
            sys.hit("checkout.to_payment");
            checkout.step = Step::Payment;
        }
        Step::Payment => match checkout.card.refusal().filter(|_| checkout.by_card) {
            Some(refusal) => {
                sys.hit("checkout.card_refused");
                sys.toast(refusal);
            }
            None => {
                sys.hit("checkout.to_summary");
                let Card { number, expiry, cvc } = &checkout.card;
                let texts = [number.as_str(), expiry, cvc];
                if checkout.by_card && input_faults::sent(INPUT_FAULTS, "card", &texts, sys) {
                    return;
                }
                checkout.step = Step::Summary;
            }
        },
        Step::Summary => {
            sys.hit("checkout.pay");
            checkout.step = Step::Paying;
            sys.after(PAYING_MS, PAYING_TIMER);
        }
        Step::Paying | Step::Done(_) => {}
    }
}

/// The payment is through.
pub(super) fn paid(app: &mut Shop, sys: &mut System) {
    let Some(Screen::Checkout(checkout)) = app.ui.screens.last_mut() else { return };
    if checkout.step != Step::Paying {
        return;
    }
    sys.hit("checkout.paid");
    let total = checkout.total(&app.saved.cart);
    let cart = std::mem::take(&mut app.saved.cart);
    let number = app.saved.orders.len();
    app.saved.orders.push(Order { lines: cart.lines, total });
    checkout.step = Step::Done(number);
}
