use std::collections::BTreeSet;

use super::goods::{GOODS, money};
use super::*;
use crate::demo::app::{Do, Effect};
use crate::demo::apps::rehearsal::explore;
use crate::demo::{apps, walk};

/// The app just opened.
fn opened() -> (Shop, System) {
    let (mut app, mut sys) = (Shop::install(), System::default());
    app.launch(&mut sys);
    (app, sys)
}

/// The cart in front, with so many of these.
fn with_cart(lines: &[(usize, u32)]) -> (Shop, System) {
    let (mut app, mut sys) = opened();
    for &(product, quantity) in lines {
        app.update(Msg::Catalogue(catalogue::Msg::Open(product)), &mut sys);
        buy(&mut app, &mut sys, product::Msg::Quantity(quantity.to_string()));
        buy(&mut app, &mut sys, product::Msg::Add);
    }
    app.update(Msg::Tab(Tab::Cart), &mut sys);
    (app, sys)
}

fn buy(app: &mut Shop, sys: &mut System, msg: product::Msg) {
    app.update(Msg::Product(msg), sys);
}

fn cart(app: &mut Shop, sys: &mut System, msg: cart::Msg) {
    app.update(Msg::Cart(msg), sys);
}

fn checkout(app: &mut Shop, sys: &mut System, msg: checkout::Msg) {
    app.update(Msg::Checkout(msg), sys);
}

fn state(app: &Shop) -> &'static str {
    app.view(&System::default()).state
}

fn reported(sys: &System, id: &str) -> bool {
    assert!(faults::FAULTS.iter().any(|fault| fault.id == id), "{id} is not listed");
    sys.effects.iter().any(|effect| matches!(effect, Effect::Fault(reported) if *reported == id))
}

#[test]
fn amounts_are_written_with_two_places() {
    assert_eq!(money(905), "€9.05");
    assert_eq!(money(-190), "-€1.90");
    assert_eq!(money(0), "€0.00");
}

#[test]
fn no_filter_leaves_a_category_empty() {
    let (mut app, mut sys) = opened();
    for category in [None, Some(Category::Kitchen), Some(Category::Garden)] {
        app.update(Msg::Catalogue(catalogue::Msg::Category(category)), &mut sys);
        for only in [Some(catalogue::Only::OnSale), Some(catalogue::Only::InStock), None] {
            app.update(Msg::Catalogue(catalogue::Msg::Only(only)), &mut sys);
            assert!(!catalogue::shown(&app).is_empty());
        }
    }
    assert_eq!(catalogue::shown(&app).len(), 3);
}

#[test]
fn goods_are_sorted_by_price_and_name() {
    let (mut app, mut sys) = opened();
    app.update(Msg::Catalogue(catalogue::Msg::Sort(catalogue::Sort::Price)), &mut sys);
    let prices: Vec<i64> = catalogue::shown(&app).iter().map(|(_, good)| good.price).collect();
    assert!(prices.is_sorted() && prices.len() == GOODS.len());
    app.update(Msg::Catalogue(catalogue::Msg::Sort(catalogue::Sort::Name)), &mut sys);
    assert_eq!(catalogue::shown(&app)[0].1.name, "Ceramic mug");
}

#[test]
fn the_total_follows_quantities_and_coupon() {
    let (mut app, mut sys) = with_cart(&[(0, 2), (4, 1)]);
    assert_eq!(app.saved.cart.total(), 2 * 950 + 425);
    cart(&mut app, &mut sys, cart::Msg::More(1));
    cart(&mut app, &mut sys, cart::Msg::Less(0));
    assert_eq!(app.saved.cart.total(), 950 + 2 * 425);
    cart(&mut app, &mut sys, cart::Msg::AskCoupon);
    cart(&mut app, &mut sys, cart::Msg::Redeem);
    assert_eq!(state(&app), "cart.coupon_refused");
    cart(&mut app, &mut sys, cart::Msg::Code(" welcome10 ".into()));
    cart(&mut app, &mut sys, cart::Msg::Redeem);
    assert_eq!((state(&app), app.saved.cart.total()), ("cart.discounted", 1800 - 180));
}

#[test]
fn the_total_is_stale_after_a_removal_until_it_is_undone() {
    let (mut app, mut sys) = with_cart(&[(0, 1), (4, 1)]);
    cart(&mut app, &mut sys, cart::Msg::Remove(0));
    assert_eq!((state(&app), app.saved.cart.total()), ("cart.removed", 950 + 425));
    assert!(reported(&sys, "shop-total-stale"));
    cart(&mut app, &mut sys, cart::Msg::Undo);
    assert_eq!((state(&app), app.saved.cart.lines.len()), ("cart.items", 2));
}

#[test]
fn the_bar_is_a_fault_only_while_it_covers_the_cart() {
    let (mut app, mut sys) = with_cart(&[(0, 1), (4, 1)]);
    cart(&mut app, &mut sys, cart::Msg::Remove(0));
    app.update(Msg::Tab(Tab::Favourites), &mut sys);
    app.timer(BAR_TIMER, &mut sys);
    app.update(Msg::Tab(Tab::Cart), &mut sys);
    assert_eq!(state(&app), "cart.items");
    assert!(!reported(&sys, "shop-bar-covers-checkout"));
}

#[test]
fn the_last_line_goes_without_a_crash_where_there_is_no_coupon() {
    let (mut app, mut sys) = with_cart(&[(0, 1)]);
    cart(&mut app, &mut sys, cart::Msg::Less(0));
    assert_eq!(state(&app), "cart.remove");
    cart(&mut app, &mut sys, cart::Msg::Remove(0));
    assert_eq!((state(&app), app.saved.cart.total()), ("cart.removed", 0));
    assert!(!reported(&sys, "shop-coupon-last-line") && !reported(&sys, "shop-total-stale"));
}

#[test]
fn quantities_at_the_ends_of_the_range_are_taken() {
    let (app, sys) = with_cart(&[(0, 1), (1, 99)]);
    assert_eq!(app.saved.cart.lines.len(), 2);
    assert!(!reported(&sys, "shop-quantity-range"));
    let (app, sys) = with_cart(&[(0, 100)]);
    assert!(app.saved.cart.lines.is_empty() && reported(&sys, "shop-quantity-range"));
}

#[test]
fn a_checkout_ends_in_an_order_and_an_empty_cart() {
    let (mut app, mut sys) = with_cart(&[(0, 2)]);
    cart(&mut app, &mut sys, cart::Msg::Checkout);
    checkout(&mut app, &mut sys, checkout::Msg::Next);
    assert_eq!(state(&app), "checkout.address_refused");
    checkout(&mut app, &mut sys, checkout::Msg::Name("Ada".into()));
    checkout(&mut app, &mut sys, checkout::Msg::Street("12 Mill Road".into()));
    checkout(&mut app, &mut sys, checkout::Msg::Postcode("10115".into()));
    checkout(&mut app, &mut sys, checkout::Msg::Next);
    checkout(&mut app, &mut sys, checkout::Msg::Delivery(checkout::Delivery::Express));
    for end in ["checkout.payment", "checkout.summary", "checkout.paying"] {
        checkout(&mut app, &mut sys, checkout::Msg::Next);
        assert_eq!(state(&app), end);
    }
    app.timer(PAYING_TIMER, &mut sys);
    assert_eq!(state(&app), "checkout.done");
    assert_eq!(app.saved.orders[0].total, 2 * 950 + 690);
    assert!(app.saved.cart.lines.is_empty());
    app.launch(&mut sys);
    app.update(Msg::Account(account::Msg::Orders), &mut sys);
    assert_eq!(state(&app), "orders.list");
}

#[test]
fn a_card_must_be_plausible() {
    let (mut app, mut sys) = with_cart(&[(0, 1)]);
    cart(&mut app, &mut sys, cart::Msg::Checkout);
    let Some(Screen::Checkout(page)) = app.ui.screens.last_mut() else { panic!("no checkout") };
    page.step = checkout::Step::Payment;
    let steps = [
        (checkout::Msg::ByCard(true), "checkout.card"),
        (checkout::Msg::Number("4111111111111111".into()), "checkout.card"),
        (checkout::Msg::Expiry("13/30".into()), "checkout.card"),
        (checkout::Msg::Cvc("123".into()), "checkout.card"),
        (checkout::Msg::Expiry("12/30".into()), "checkout.summary"),
    ];
    for (msg, end) in steps {
        checkout(&mut app, &mut sys, msg);
        checkout(&mut app, &mut sys, checkout::Msg::Next);
        assert_eq!(state(&app), end);
    }
}

#[test]
fn back_goes_through_the_steps_of_the_checkout() {
    let (mut app, mut sys) = with_cart(&[(0, 1)]);
    cart(&mut app, &mut sys, cart::Msg::Checkout);
    let Some(Screen::Checkout(page)) = app.ui.screens.last_mut() else { panic!("no checkout") };
    page.step = checkout::Step::Summary;
    let ends = ["checkout.payment", "checkout.delivery", "checkout.address", "cart.items"];
    for end in ends.into_iter().chain(["catalogue.all"]) {
        app.back(&mut sys);
        assert_eq!(state(&app), end);
    }
    assert!(!reported(&sys, "shop-back-paying"));
}

#[test]
fn signing_in_needs_an_address_and_a_password() {
    let (mut app, mut sys) = opened();
    app.update(Msg::Tab(Tab::Account), &mut sys);
    app.update(Msg::Account(account::Msg::AskSignIn), &mut sys);
    for (email, password, end) in [
        ("ada", "engine", "account.sign_in"),
        ("@example.org", "engine", "account.sign_in"),
        ("ada@example.org", "abc", "account.sign_in"),
        ("ada@example.org", "engine", "account.member"),
    ] {
        app.update(Msg::Account(account::Msg::Email(email.into())), &mut sys);
        app.update(Msg::Account(account::Msg::Password(password.into())), &mut sys);
        app.update(Msg::Account(account::Msg::SignIn), &mut sys);
        assert_eq!(state(&app), end, "{email} {password}");
    }
    app.update(Msg::Account(account::Msg::SignOut), &mut sys);
    assert_eq!(state(&app), "account.guest");
}

#[test]
fn favourites_outlive_the_process() {
    let (mut app, mut sys) = opened();
    app.update(Msg::Catalogue(catalogue::Msg::Open(3)), &mut sys);
    assert_eq!(state(&app), "product.sold_out");
    buy(&mut app, &mut sys, product::Msg::Heart);
    app.launch(&mut sys);
    app.update(Msg::Tab(Tab::Favourites), &mut sys);
    assert_eq!(state(&app), "favourites.items");
    app.update(Msg::Favourites(favourites::Msg::Forget(3)), &mut sys);
    assert_eq!(state(&app), "favourites.empty");
}

#[test]
fn reviews_come_back_when_the_page_is_opened_again() {
    let (mut app, mut sys) = opened();
    app.update(Msg::Catalogue(catalogue::Msg::Open(0)), &mut sys);
    buy(&mut app, &mut sys, product::Msg::Reviews);
    app.rotated(&mut sys);
    assert!(matches!(app.ui.screens.last(), Some(Screen::Reviews { lost: true, .. })));
    app.back(&mut sys);
    buy(&mut app, &mut sys, product::Msg::Reviews);
    assert!(matches!(app.ui.screens.last(), Some(Screen::Reviews { lost: false, .. })));
}

#[test]
fn all_ways_lead_where_the_tables_say() {
    assert_eq!(walk::check(&Shop::ABOUT), Vec::<String>::new());
}

#[test]
fn a_plain_explorer_finds_nine_of_ten_states_and_can_tell_them_apart() {
    let entry = apps::entry(Shop::ABOUT.name).expect("a registered app");
    let all: BTreeSet<&str> = Shop::ABOUT.states.iter().map(|state| state.name).collect();
    for seed in 1..=3 {
        let seen = explore(entry, 400, seed);
        assert_eq!(seen.ambiguous(), Vec::<String>::new());
        let missing: Vec<&&str> = all.difference(&seen.states).collect();
        assert!(missing.len() * 10 <= all.len(), "seed {seed} does not find {missing:?}");
    }
}

/// The phone after the path of this fault.
fn after(id: &str) -> crate::demo::phone::DemoPhone {
    let entry = apps::entry(Shop::ABOUT.name).expect("a registered app");
    let fault = faults::FAULTS.iter().find(|fault| fault.id == id).expect("a listed fault");
    let mut phone = walk::opened(entry);
    walk::walk(&mut phone, fault.steps).expect("steps that can be performed");
    phone
}

#[test]
fn the_wrong_results_can_be_seen_on_the_screen() {
    let shown = |phone: &_, what: &str| walk::find(phone, what).map(|found| found.face.text);
    let phone = after("shop-total-stale");
    assert_eq!(shown(&phone, "#total"), Ok("€19.00".into()));
    assert_eq!(shown(&phone, "#heading"), Ok("Ceramic mug, Blue".into()));
    assert!(walk::find(&phone, "#heading:1").is_err());
    let phone = after("shop-reviews-rotate");
    assert_eq!(shown(&phone, "#count"), Ok("2 reviews".into()));
    assert!(walk::find(&phone, "#review").is_err());
    assert_eq!(shown(&after("shop-privacy-terms"), "#title"), Ok("Terms of sale".into()));
    let mut phone = after("shop-profile-silent");
    phone.pass(3_000);
    walk::walk(&mut phone, &[Do::Tap("#save")]).expect("a button that is there");
    assert_eq!(phone.frame().toast, None);
    walk::walk(&mut phone, &[Do::Tap("#newsletter")]).expect("a switch that is there");
    assert!(phone.frame().toast.is_some());
}

#[test]
fn the_bar_covers_the_checkout_button() {
    let mut phone = after("shop-bar-covers-checkout");
    walk::walk(&mut phone, &[Do::Tap("#checkout")]).expect("a button that is there");
    assert_eq!(phone.truth().and_then(|truth| truth.state), Some("cart.removed"));
    walk::walk(&mut phone, &[Do::Tap("Undo"), Do::Tap("#checkout")]).expect("both are there");
    assert_eq!(phone.truth().and_then(|truth| truth.state), Some("checkout.address"));
}
