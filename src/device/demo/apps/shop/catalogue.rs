//! The catalogue with its categories and its filter.

use super::super::super::app::System;
use super::super::super::ui::{
    Layer, TextStyle, View, button, check_box, column, icon_button, image, item, list, plain,
    radio, row, styled, tab, text, toolbar,
};
use super::goods::{Category, GOODS, Good};
use super::product::Page;
use super::{Over, Screen, Shop, dialog};

/// Which goods are shown, and in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    pub on_sale: bool,
    pub in_stock: bool,
    pub sort: Sort,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Popular,
    Price,
    Name,
}

/// A touch on the catalogue.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    Open(usize),
    Search,
    AskFilter,
    Category(Option<Category>),
    OnSale,
    InStock,
    Sort(Sort),
    Apply,
    ShowAll,
}

const fn send(msg: Msg) -> super::Msg {
    super::Msg::Catalogue(msg)
}

pub(super) fn update(app: &mut Shop, msg: Msg, sys: &mut System) {
    let filter = &mut app.ui.filter;
    match msg {
        Msg::Open(product) => {
            sys.hit("catalogue.open");
            app.ui.screens.push(Screen::Product(Page::of(product)));
        }
        Msg::Search => {
            sys.hit("catalogue.search");
            app.ui.screens.push(Screen::Search(String::new()));
        }
        Msg::AskFilter => {
            sys.hit("catalogue.ask_filter");
            app.ui.over = Some(Over::Filter);
        }
        Msg::Category(category) => {
            sys.hit("catalogue.category");
            app.ui.category = category;
        }
        Msg::OnSale => {
            sys.hit("catalogue.on_sale");
            filter.on_sale = !filter.on_sale;
        }
        Msg::InStock => {
            sys.hit("catalogue.in_stock");
            filter.in_stock = !filter.in_stock;
        }
        Msg::Sort(sort) => {
            sys.hit("catalogue.sort");
            filter.sort = sort;
        }
        Msg::Apply => {
            sys.hit("catalogue.apply");
            app.ui.over = None;
        }
        Msg::ShowAll => {
            sys.hit("catalogue.show_all");
            filter.on_sale = false;
            filter.in_stock = false;
        }
    }
}

impl Filter {
    pub const fn is_on(self) -> bool {
        self.on_sale || self.in_stock
    }

    fn lets_through(self, good: &Good) -> bool {
        (good.on_sale || !self.on_sale) && (good.in_stock || !self.in_stock)
    }
}

/// The goods on the catalogue with their indices, in their order.
pub(super) fn shown(app: &Shop) -> Vec<(usize, &'static Good)> {
    let in_category =
        |good: &Good| app.ui.category.is_none_or(|category| category == good.category);
    let mut shown: Vec<(usize, &Good)> = (GOODS.iter().enumerate())
        .filter(|(_, good)| in_category(good) && app.ui.filter.lets_through(good))
        .collect();
    match app.ui.filter.sort {
        Sort::Popular => {}
        Sort::Price => shown.sort_by_key(|(_, good)| good.price),
        Sort::Name => shown.sort_by_key(|(_, good)| good.name),
    }
    shown
}

/// A row for one of the goods, as all lists of goods show it.
pub(super) fn good_row(good: &Good) -> View<super::Msg> {
    row([image("photo", good.glyph, ""), item(good.name, good.below()).weight(1)])
}

pub(super) fn screen(app: &Shop) -> View<super::Msg> {
    let bar = toolbar("Shop")
        .child(icon_button("search", "🔍", "Search").on_tap(send(Msg::Search)))
        .child(icon_button("filter", "☰", "Sort and filter").on_tap(send(Msg::AskFilter)));
    let choice = |id: &str, name: &str, category: Option<Category>| {
        let chosen = app.ui.category == category;
        tab(id, name, chosen).on_tap(send(Msg::Category(category)))
    };
    let categories = row([
        choice("all", "All", None),
        choice("kitchen", "Kitchen", Some(Category::Kitchen)),
        choice("garden", "Garden", Some(Category::Garden)),
    ]);
    let rows = shown(app)
        .into_iter()
        .map(|(product, good)| good_row(good).id("product").on_tap(send(Msg::Open(product))));
    column([bar, categories]).maybe(filter_bar(app.ui.filter)).child(list("products", rows))
}

fn filter_bar(filter: Filter) -> Option<View<super::Msg>> {
    let words = match (filter.on_sale, filter.in_stock) {
        (false, false) => return None,
        (true, false) => "On sale",
        (false, true) => "In stock",
        (true, true) => "On sale, in stock",
    };
    Some(row([
        text(words).id("filter_words").weight(1),
        plain("show_all", "Show all").on_tap(send(Msg::ShowAll)),
    ]))
}

pub(super) fn filter_dialog(app: &Shop) -> Layer<super::Msg> {
    let Filter { on_sale, in_stock, sort } = app.ui.filter;
    let order = |id: &str, name: &str, which: Sort| {
        radio(id, name, sort == which).on_tap(send(Msg::Sort(which)))
    };
    let content = column([
        styled(TextStyle::Caption, "Order").id("order"),
        order("popular", "Most liked first", Sort::Popular),
        order("by_price", "Cheapest first", Sort::Price),
        order("by_name", "Name", Sort::Name),
        styled(TextStyle::Caption, "Only").id("only"),
        check_box("on_sale", "On sale", on_sale).on_tap(send(Msg::OnSale)),
        check_box("in_stock", "In stock", in_stock).on_tap(send(Msg::InStock)),
        button("apply", "Show goods").on_tap(send(Msg::Apply)),
    ]);
    dialog("Sort and filter", content)
}
