//! The faults that were put into the shop app on purpose: each with its table row and its code.

use super::super::super::app::{
    Do::{Back, Rotate, Tap, Type, Wait},
    FaultKind, FaultSpec, System,
};
use super::cart::{Cart, MOST};
use super::checkout::Step;
use super::{PAYING_TIMER, Screen, Shop, Tab};
use crate::domain::{BugCategory, CrashKind};

pub(super) const FAULTS: &[FaultSpec] = &[
    FaultSpec {
        id: "shop-quantity-range",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Adding none, or more than 99, of something to the cart crashes",
        secret: false,
        steps: &[Tap("#product"), Type("#quantity", "0"), Tap("#add")],
    },
    FaultSpec {
        id: "shop-coupon-last-line",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Removing the last thing from a cart with a coupon crashes",
        secret: false,
        steps: &[
            Tap("#product"),
            Tap("#add"),
            Tap("#cart"),
            Tap("#coupon"),
            Type("#code", "WELCOME10"),
            Tap("#redeem"),
            Tap("#remove"),
            Tap("#confirm"),
        ],
    },
    FaultSpec {
        id: "shop-back-paying",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Going back while a payment is on its way crashes",
        secret: false,
        steps: &[
            Tap("#product"),
            Tap("#add"),
            Tap("#cart"),
            Tap("#checkout"),
            Type("#name", "Ada Byron"),
            Type("#street", "12 Mill Road"),
            Type("#postcode", "10115"),
            Tap("#next"),
            Tap("#next"),
            Tap("#next"),
            Tap("#next"),
            Back,
        ],
    },
    FaultSpec {
        id: "shop-total-stale",
        kind: FaultKind::Functional(BugCategory::Calculation),
        title: "The total still counts what was removed from the cart",
        secret: false,
        steps: &[
            Tap("#product"),
            Tap("#add"),
            Tap("#variant"),
            Tap("#choice:1"),
            Tap("#add"),
            Tap("#cart"),
            Tap("#remove"),
            Tap("#confirm"),
        ],
    },
    FaultSpec {
        id: "shop-bar-covers-checkout",
        kind: FaultKind::Functional(BugCategory::Occlusion),
        title: "The bar that offers to undo a removal stays and covers the checkout button",
        secret: false,
        steps: &[
            Tap("#product"),
            Tap("#add"),
            Tap("#variant"),
            Tap("#choice:1"),
            Tap("#add"),
            Tap("#cart"),
            Tap("#remove"),
            Tap("#confirm"),
            Wait(12),
        ],
    },
    FaultSpec {
        id: "shop-reviews-rotate",
        kind: FaultKind::Functional(BugCategory::ContentMissing),
        title: "The reviews are gone after the phone was turned, while their number is still told",
        secret: false,
        steps: &[Tap("#product"), Tap("#reviews"), Rotate],
    },
    FaultSpec {
        id: "shop-profile-silent",
        kind: FaultKind::Functional(BugCategory::FeedbackMissing),
        title: "Saving the profile shows no sign that it was saved",
        secret: false,
        steps: &[Tap("#tab_account"), Tap("#sign_in"), Tap("#demo"), Tap("#profile"), Tap("#save")],
    },
    FaultSpec {
        id: "shop-privacy-terms",
        kind: FaultKind::Functional(BugCategory::Navigation),
        title: "The link to the privacy page leads to the terms of sale",
        secret: false,
        steps: &[Tap("#tab_account"), Tap("#about"), Tap("#privacy")],
    },
];

/// `shop-quantity-range`: the class for quantities refuses them and nobody catches it. True if the
/// quantity cannot be bought.
pub(super) fn quantity_out_of_range(quantity: u32, sys: &mut System) -> bool {
    if (1..=MOST).contains(&quantity) {
        return false;
    }
    if !sys.is_seeded("shop-quantity-range") {
        sys.toast(format!("Choose 1 to {MOST}"));
        return true;
    }
    sys.fault("shop-quantity-range");
    sys.throw(
        "java.lang.IllegalArgumentException",
        format!("Quantity out of range: {quantity}"),
        &[
            "org.ridealong.shop.cart.Quantity.<init>(Quantity.kt:11)",
            "org.ridealong.shop.cart.CartRepository.add(CartRepository.kt:48)",
            "org.ridealong.shop.product.ProductActivity.onAddClicked(ProductActivity.kt:133)",
        ],
    );
    true
}

/// `shop-coupon-last-line`: the discount is shared out over the lines, and there are none.
pub(super) fn last_line_with_coupon(cart: &Cart, sys: &mut System) -> bool {
    if !cart.coupon || cart.lines.len() > 1 || !sys.is_seeded("shop-coupon-last-line") {
        return false;
    }
    sys.fault("shop-coupon-last-line");
    sys.throw(
        "java.lang.ArithmeticException",
        "divide by zero",
        &[
            "org.ridealong.shop.cart.CouponCalculator.share(CouponCalculator.kt:37)",
            "org.ridealong.shop.cart.CartRepository.remove(CartRepository.kt:82)",
            "org.ridealong.shop.cart.CartFragment.onRemoveConfirmed(CartFragment.kt:119)",
        ],
    );
    true
}

/// `shop-back-paying`: the page that waits for the bank is gone, its callback is not.
pub(super) fn left_while_paying(app: &Shop, sys: &mut System) -> bool {
    let Some(Screen::Checkout(checkout)) = app.ui.screens.last() else { return false };
    if checkout.step != Step::Paying {
        return false;
    }
    if !sys.is_seeded("shop-back-paying") {
        sys.forget(PAYING_TIMER);
        return false;
    }
    sys.fault("shop-back-paying");
    sys.throw(
        "java.lang.IllegalStateException",
        "Fragment PayingFragment not attached to an activity.",
        &[
            "org.ridealong.shop.checkout.PayingFragment.onPaymentCancelled(PayingFragment.kt:64)",
            "org.ridealong.shop.checkout.PaymentSession.cancel(PaymentSession.kt:92)",
            "org.ridealong.shop.checkout.CheckoutActivity.onBackPressed(CheckoutActivity.kt:77)",
        ],
    );
    true
}

/// `shop-total-stale`: [`Cart::count_again`] is not called if a line is removed.
pub(super) fn total_not_counted(cart: &mut Cart, sys: &mut System) {
    if sys.is_seeded("shop-total-stale") {
        sys.fault("shop-total-stale");
    } else {
        cart.count_again();
    }
}

/// `shop-bar-covers-checkout`: nothing takes the bar away when its time is over.
pub(super) fn bar_still_there(app: &mut Shop, sys: &mut System) {
    if !sys.is_seeded("shop-bar-covers-checkout") {
        app.ui.removed = None;
        return;
    }
    let cart_in_front = app.ui.tab == Tab::Cart && app.ui.screens.is_empty();
    let button_there = !app.saved.cart.lines.is_empty();
    if cart_in_front && button_there && app.ui.removed.is_some() {
        sys.fault("shop-bar-covers-checkout");
    }
}

/// `shop-reviews-rotate`: the new activity does not load them again.
pub(super) fn rotated_over_reviews(app: &mut Shop, sys: &mut System) {
    if !sys.is_seeded("shop-reviews-rotate") {
        return;
    }
    if let Some(Screen::Reviews { lost, .. }) = app.ui.screens.last_mut() {
        *lost = true;
        sys.fault("shop-reviews-rotate");
    }
}

/// `shop-profile-silent`: everything else that is saved says so.
pub(super) fn profile_saved_silently(sys: &mut System) {
    if sys.is_seeded("shop-profile-silent") {
        sys.fault("shop-profile-silent");
    } else {
        sys.toast("Profile: saved");
    }
}

/// `shop-privacy-terms`: both links open the same page. Without the fault a message tells what is
/// kept: a page of its own would be a state that the app does not have with all its faults.
pub(super) fn show_privacy(app: &mut Shop, sys: &mut System) {
    if sys.is_seeded("shop-privacy-terms") {
        sys.fault("shop-privacy-terms");
        app.ui.screens.push(Screen::Terms);
    } else {
        sys.toast("Privacy: only what an order needs is kept");
    }
}
