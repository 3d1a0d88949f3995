//! The catalogue with its categories and its filter.

use super::super::super::app::System;
use super::super::super::ui::{
    Layer, TextStyle, View, column, icon_button, image, item, list, plain, radio, row, styled, tab,
    text, toolbar,
};
use super::goods::{Category, GOODS, Good};
use super::product::Page;
use super::{Over, Screen, Shop, dialog};

/// Which goods are shown, and in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    pub only: Option<Only>,
    pub sort: Sort,
}

/// What goods must be to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    OnSale,
    InStock,
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
    Only(Option<Only>),
    Sort(Sort),
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
        Msg::Only(only) => {
            match only {
                Some(_) => sys.hit("catalogue.filtered"),
                None => sys.hit("catalogue.show_all"),
            }
            filter.only = only;
            app.ui.over = None;
        }
        Msg::Sort(sort) => {
            sys.hit("catalogue.sort");
            filter.sort = sort;
            app.ui.over = None;
        }
    }
}

impl Filter {
    const fn lets_through(self, good: &Good) -> bool {
        match self.only {
            None => true,
            Some(Only::OnSale) => good.on_sale,
            Some(Only::InStock) => good.in_stock,
        }
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
        .child(icon_button("filter", "▽", "Sort and filter").on_tap(send(Msg::AskFilter)));
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
    let words = match filter.only? {
        Only::OnSale => "Only what is on sale",
        Only::InStock => "Only what is in stock",
    };
    Some(row([
        text(words).id("filter_words").weight(1),
        plain("show_all", "Show all").on_tap(send(Msg::Only(None))),
    ]))
}

pub(super) fn filter_dialog(app: &Shop) -> Layer<super::Msg> {
    let Filter { only, sort } = app.ui.filter;
    let order = |id: &str, name: &str, which: Sort| {
        radio(id, name, sort == which).on_tap(send(Msg::Sort(which)))
    };
    let limit = |id: &str, name: &str, which: Option<Only>| {
        radio(id, name, only == which).on_tap(send(Msg::Only(which)))
    };
    let content = column([
        styled(TextStyle::Caption, "Order").id("order"),
        order("popular", "Most liked first", Sort::Popular),
        order("by_price", "Cheapest first", Sort::Price),
        order("by_name", "Name", Sort::Name),
        styled(TextStyle::Caption, "Show").id("show"),
        limit("everything", "Everything", None),
        limit("on_sale", "On sale", Some(Only::OnSale)),
        limit("in_stock", "In stock", Some(Only::InStock)),
    ]);
    dialog("Sort and filter", content)
}
