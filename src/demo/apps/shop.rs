//! The shop app: a catalogue, product pages, favourites, a cart, a checkout in steps, an account.

mod about;
mod account;
mod cart;
mod cart_view;
mod catalogue;
mod checkout;
mod checkout_view;
mod faults;
mod favourites;
mod goods;
mod input_faults;
mod orders;
mod points;
mod product;
mod search;
mod states;

use self::account::{Account, Profile, SignIn};
use self::cart::{Cart, Line};
use self::catalogue::Filter;
use self::checkout::Checkout;
use self::goods::Category;
use self::orders::Order;
use self::product::Page;
use super::super::app::{About, App, System};
use super::super::ui::{
    Layer, Scene, TextStyle, View, bottom_bar, column, image, scroll, spacer, styled, tab, text,
    toolbar_up,
};

/// The permission that finding stores near the user needs.
const LOCATION: &str = "android.permission.ACCESS_FINE_LOCATION";
/// The shop's server tells that something has become cheaper.
const PRICE_DROP: &str = "org.ridealong.shop.PRICE_DROP";

/// The timer at whose end a payment is through.
const PAYING_TIMER: u32 = 1;
/// The timer after which no bar at the bottom should still be shown.
const BAR_TIMER: u32 = 2;

/// The shop app with its data and what is on its screens.
#[derive(Debug)]
pub struct Shop {
    saved: Saved,
    ui: Ui,
}

/// What outlives the process.
#[derive(Debug, Default)]
struct Saved {
    cart: Cart,
    /// Indices into [`goods::GOODS`].
    favourites: Vec<usize>,
    orders: Vec<Order>,
    account: Option<Account>,
}

/// What dies with the process.
#[derive(Debug, Default)]
struct Ui {
    tab: Tab,
    category: Option<Category>,
    filter: Filter,
    /// Screens above the tabs, the one in front last.
    screens: Vec<Screen>,
    over: Option<Over>,
    /// What was typed to sign in.
    sign_in: SignIn,
    /// What was typed as coupon.
    code: String,
    /// The line just taken out of the cart, with the place it had.
    removed: Option<(usize, Line)>,
}

/// A tab of the first screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// All goods.
    #[default]
    Catalogue,
    /// Goods marked with a heart.
    Favourites,
    /// What is about to be bought.
    Cart,
    /// Who buys.
    Account,
}

/// A screen above the tabs.
#[derive(Debug)]
enum Screen {
    Search(String),
    Product(Page),
    Zoom(usize, i32),
    Reviews { product: usize, lost: bool },
    Checkout(Checkout),
    Orders,
    Order(usize),
    SignIn,
    Profile(Profile),
    Stores { allowed: bool },
    About,
    Terms,
}

/// A dialog over the screen in front.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Filter,
    Variant,
    /// Take this line out of the cart?
    Remove(usize),
    Coupon {
        refused: bool,
    },
}

/// What touches of the app's views send.
#[derive(Clone, Debug)]
pub enum Msg {
    /// Another tab was chosen.
    Tab(Tab),
    /// A touch on the catalogue.
    Catalogue(catalogue::Msg),
    /// A touch in the search.
    Search(search::Msg),
    /// A touch on a product page, its picture or its reviews.
    Product(product::Msg),
    /// A touch on the favourites.
    Favourites(favourites::Msg),
    /// A touch in the cart.
    Cart(cart::Msg),
    /// A touch in the checkout.
    Checkout(checkout::Msg),
    /// A touch on the orders.
    Orders(orders::Msg),
    /// A touch on the account.
    Account(account::Msg),
    /// A touch on the stores or about the shop.
    About(about::Msg),
    /// A dialog was left without a choice.
    Close,
    /// The arrow in the tool bar.
    Up,
}

impl App for Shop {
    type Msg = Msg;

    const ABOUT: About = About {
        name: "shop",
        title: "Shop",
        package: "org.ridealong.shop",
        version: "5.0.3",
        activities: &[
            ".MainActivity",
            ".SearchActivity",
            ".ProductActivity",
            ".CheckoutActivity",
            ".OrdersActivity",
            ".AccountActivity",
            ".StoresActivity",
            ".AboutActivity",
        ],
        permissions: &[LOCATION],
        receivers: &[PRICE_DROP],
        colour: 0x0006_6a5c,
        states: states::STATES,
        points: points::POINTS,
        faults: faults::FAULTS,
        input_faults: input_faults::INPUT_FAULTS,
        view_faults: view_faults::FAULTS,
    };

    fn install() -> Self {
        Self { saved: Saved::default(), ui: Ui::default() }
    }

    fn launch(&mut self, sys: &mut System) {
        sys.hit("app.launch");
        self.ui = Ui::default();
        self.saved.cart.count_again();
    }

    fn view(&self, _sys: &System) -> Scene<Msg> {
        let body = match self.ui.screens.last() {
            None => self.tab_screen(),
            Some(Screen::Search(query)) => search::screen(query),
            Some(Screen::Product(page)) => product::screen(self, page),
            Some(Screen::Zoom(product, scale)) => product::zoom_screen(*product, *scale),
            Some(Screen::Reviews { product, lost }) => product::reviews_screen(*product, *lost),
            Some(Screen::Checkout(checkout)) => checkout_view::screen(self, checkout),
            Some(Screen::Orders) => orders::screen(self),
            Some(Screen::Order(number)) => orders::order_screen(self, *number),
            Some(Screen::SignIn) => account::sign_in_screen(&self.ui.sign_in),
            Some(Screen::Profile(form)) => account::profile_screen(form),
            Some(Screen::Stores { allowed }) => about::stores_screen(*allowed),
            Some(Screen::About) => about::screen(),
            Some(Screen::Terms) => about::terms_screen(),
        };
        Scene { activity: self.activity(), state: states::name(self), body, layers: self.layers() }
    }

    fn update(&mut self, msg: Msg, sys: &mut System) {
        match msg {
            Msg::Tab(tab) => {
                sys.hit("app.tab");
                self.show_tab(tab, sys);
            }
            Msg::Catalogue(msg) => catalogue::update(self, msg, sys),
            Msg::Search(msg) => search::update(self, msg, sys),
            Msg::Product(msg) => product::update(self, msg, sys),
            Msg::Favourites(msg) => favourites::update(self, msg, sys),
            Msg::Cart(msg) => cart::update(self, msg, sys),
            Msg::Checkout(msg) => checkout::update(self, msg, sys),
            Msg::Orders(msg) => orders::update(self, msg, sys),
            Msg::Account(msg) => account::update(self, msg, sys),
            Msg::About(msg) => about::update(self, msg, sys),
            Msg::Close => {
                sys.hit("app.dialog_left");
                self.ui.over = None;
            }
            Msg::Up => self.leave(sys),
        }
    }

    fn back(&mut self, sys: &mut System) {
        self.leave(sys);
    }

    fn rotated(&mut self, sys: &mut System) {
        sys.hit("app.rotated");
        faults::rotated_over_reviews(self, sys);
    }

    fn broadcast(&mut self, action: &str, sys: &mut System) {
        if action != PRICE_DROP {
            return;
        }
        if self.saved.favourites.is_empty() {
            sys.hit("app.price_drop_ignored");
        } else {
            sys.hit("app.price_drop");
            sys.toast("One of your favourites is cheaper now");
        }
    }

    fn permission(&mut self, permission: &str, granted: bool, sys: &mut System) {
        if permission == LOCATION {
            about::answered(self, granted, sys);
        }
    }

    fn timer(&mut self, token: u32, sys: &mut System) {
        match token {
            PAYING_TIMER => checkout::paid(self, sys),
            BAR_TIMER => faults::bar_still_there(self, sys),
            _ => {}
        }
    }

    fn open(&mut self, activity: &str, sys: &mut System) {
        sys.hit("app.opened_from_outside");
        self.ui.over = None;
        self.ui.screens = match activity.rsplit('.').next() {
            Some("SearchActivity") => vec![Screen::Search(String::new())],
            Some("ProductActivity") => vec![Screen::Product(Page::of(0))],
            Some("OrdersActivity") => vec![Screen::Orders],
            Some("AccountActivity") => vec![Screen::SignIn],
            Some("StoresActivity") => vec![Screen::Stores { allowed: sys.holds(LOCATION) }],
            Some("AboutActivity") => vec![Screen::About],
            // There is nothing to check out without a cart.
            _ => Vec::new(),
        };
    }

    fn resumed(&mut self, sys: &mut System) {
        sys.hit("app.resumed");
    }
}

impl Shop {
    fn activity(&self) -> &'static str {
        match self.ui.screens.last() {
            None => ".MainActivity",
            Some(Screen::Search(_)) => ".SearchActivity",
            Some(Screen::Product(_) | Screen::Zoom(..) | Screen::Reviews { .. }) => {
                ".ProductActivity"
            }
            Some(Screen::Checkout(_)) => ".CheckoutActivity",
            Some(Screen::Orders | Screen::Order(_)) => ".OrdersActivity",
            Some(Screen::SignIn | Screen::Profile(_)) => ".AccountActivity",
            Some(Screen::Stores { .. }) => ".StoresActivity",
            Some(Screen::About | Screen::Terms) => ".AboutActivity",
        }
    }

    fn tab_screen(&self) -> View<Msg> {
        let screen = match self.ui.tab {
            Tab::Catalogue => catalogue::screen(self),
            Tab::Favourites => favourites::screen(self),
            Tab::Cart => cart_view::screen(self),
            Tab::Account => account::screen(self),
        };
        let choice = |id: &str, name: &str, which: Tab| {
            tab(id, name, self.ui.tab == which).on_tap(Msg::Tab(which))
        };
        screen.child(bottom_bar([
            choice("tab_shop", "Shop", Tab::Catalogue),
            choice("tab_favourites", "Favourites", Tab::Favourites),
            choice("tab_cart", "Cart", Tab::Cart),
            choice("tab_account", "Account", Tab::Account),
        ]))
    }

    fn layers(&self) -> Vec<Layer<Msg>> {
        let layer = match &self.ui.over {
            None => cart_view::snackbar(self),
            Some(Over::Filter) => Some(catalogue::filter_dialog(self)),
            Some(Over::Variant) => product::variant_dialog(self),
            Some(Over::Remove(at)) => Some(cart_view::remove_dialog(self, *at)),
            Some(Over::Coupon { refused }) => {
                Some(cart_view::coupon_dialog(&self.ui.code, *refused))
            }
        };
        layer.into_iter().collect()
    }

    /// Leaves all screens above the tabs and shows `tab`.
    fn show_tab(&mut self, tab: Tab, sys: &mut System) {
        self.ui.screens.clear();
        self.ui.tab = tab;
        self.ui.removed = None;
        sys.forget(BAR_TIMER);
    }

    /// One step back: the arrow in the tool bar and BACK do the same.
    fn leave(&mut self, sys: &mut System) {
        if faults::left_while_paying(self, sys) {
            return;
        }
        match self.ui.screens.last_mut() {
            None if self.ui.tab == Tab::Catalogue => {
                sys.hit("app.left");
                sys.finish();
            }
            None => {
                sys.hit("app.back_to_catalogue");
                self.show_tab(Tab::Catalogue, sys);
            }
            Some(Screen::Checkout(checkout)) => match checkout.previous() {
                Some(step) => {
                    sys.hit("checkout.step_back");
                    checkout.step = step;
                }
                None => {
                    sys.hit("checkout.left");
                    self.ui.screens.pop();
                }
            },
            Some(_) => {
                sys.hit("app.up");
                self.ui.screens.pop();
            }
        }
    }
}

/// A screen that scrolls under its tool bar.
fn page(title: &str, parts: impl IntoIterator<Item = View<Msg>>) -> View<Msg> {
    column([toolbar_up(title, Msg::Up), scroll("content", parts)])
}

/// What is shown instead of a list that has nothing to show.
fn nothing(glyph: &str, id: &str, heading: &str, words: &str) -> View<Msg> {
    let parts = [
        spacer(24),
        image("picture", glyph, ""),
        styled(TextStyle::Heading, heading).id(id),
        text(words),
    ];
    scroll("content", parts)
}

/// A dialog that BACK and a touch beside it close.
fn dialog(title: &str, content: View<Msg>) -> Layer<Msg> {
    Layer::Dialog { title: title.to_owned(), content, on_dismiss: Some(Msg::Close) }
}

#[cfg(test)]
mod tests;
mod view_faults;
