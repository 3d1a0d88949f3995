//! The faults of views that were put into this app on purpose.

use super::super::super::app::Do::{Back, Rotate, Tap, Type};
use super::super::super::view_fault::{
    FaultMoment,
    ViewEffect::{Adds, Covers, Hides, Ignores, Inverts, Loads, Swaps},
    ViewFault, row,
};
use crate::domain::BugCategory;

/// The table.
pub(super) const FAULTS: &[ViewFault] = &[
    row(
        "shop-reviews-loading",
        BugCategory::PageLoading,
        "The reviews never load when they are opened for the second time",
        ("product.reviews", Loads),
        &[Tap("#product"), Tap("#reviews"), Back, Tap("#reviews")],
    )
    .when(FaultMoment::Again),
    row(
        "shop-total-over-checkout",
        BugCategory::Occlusion,
        "The total of the cart lies over the button that goes to the checkout",
        ("cart.items", Covers("total", "checkout")),
        &[Tap("#product"), Tap("#add"), Tap("#cart")],
    ),
    row(
        "shop-price-sideways",
        BugCategory::ContentMissing,
        "The price of a product is not shown while the phone lies on its side",
        ("product.page", Hides("price")),
        &[Tap("#product"), Rotate],
    )
    .when(FaultMoment::Sideways),
    row(
        "shop-notify-dead",
        BugCategory::FeedbackMissing,
        "Asking to be told when a product is back has no effect",
        ("product.sold_out", Ignores("notify")),
        &[Tap("Chef's knife"), Tap("#notify")],
    ),
    row(
        "shop-remove-keeps",
        BugCategory::DataOperation,
        "What is removed from the cart stays in it",
        ("cart.remove", Swaps("confirm", "cancel")),
        &[Tap("#product"), Tap("#add"), Tap("#cart"), Tap("#remove"), Tap("#confirm")],
    ),
    row(
        "shop-photo-still",
        BugCategory::MediaResponse,
        "The picture of a product cannot be made larger",
        ("product.zoom", Ignores("zoom_in")),
        &[Tap("#product"), Tap("#photo"), Tap("#zoom_in")],
    ),
    row(
        "shop-summary-total",
        BugCategory::Calculation,
        "The total before paying is two euros too high",
        ("checkout.summary", Adds("total", 2)),
        &[
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
        ],
    ),
    row(
        "shop-discount-total",
        BugCategory::Calculation,
        "With a coupon the total of the cart is one euro too high",
        ("cart.discounted", Adds("total", 1)),
        &[
            Tap("#product"),
            Tap("#add"),
            Tap("#cart"),
            Tap("#coupon"),
            Type("#code", "WELCOME10"),
            Tap("#redeem"),
        ],
    ),
    row(
        "shop-stores-about",
        BugCategory::Navigation,
        "The link to the stores leads to the page about the app",
        ("account.guest", Swaps("stores", "about")),
        &[Tap("#tab_account"), Tap("#stores")],
    ),
    row(
        "shop-newsletter-forgotten",
        BugCategory::Setting,
        "The newsletter is shown as it was before when the profile is opened again",
        ("account.profile", Inverts("newsletter")),
        &[
            Tap("#tab_account"),
            Tap("#sign_in"),
            Tap("#demo"),
            Tap("#profile"),
            Back,
            Tap("#profile"),
        ],
    )
    .when(FaultMoment::Again),
];
