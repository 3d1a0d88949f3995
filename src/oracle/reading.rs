//! What rules read from a screen: its lists, and the amounts in its words.

mod amounts;
mod figures;
mod lists;
mod measures;

pub(in crate::oracle) use amounts::{Amount, amounts};
pub(in crate::oracle) use figures::{Figure, amount_alone, figures, only_amount};
pub(in crate::oracle) use lists::{ListReading, RowReading, lists};
pub(in crate::oracle) use measures::{Measure, UnitChoice, measures, named_unit};

use crate::domain::{ActionKind, Bounds, Screen, Widget, WidgetRole};

/// True if `inner` is inside of `outer`, at any depth.
pub(in crate::oracle) fn is_inside(screen: &Screen, inner: &Widget, outer: &Widget) -> bool {
    ancestors(screen, inner).any(|widget| widget.number == outer.number)
}

/// The widgets that contain `widget`, the innermost first.
pub(in crate::oracle) fn ancestors<'a>(
    screen: &'a Screen,
    widget: &Widget,
) -> impl Iterator<Item = &'a Widget> {
    // Parents have lower numbers, so that this ends whatever a device reports.
    let up = |child: &&'a Widget| {
        let parent = child.position.parent.filter(|parent| *parent < child.number)?;
        screen.widget(parent)
    };
    let parent = widget.position.parent.filter(|parent| *parent < widget.number);
    std::iter::successors(parent.and_then(|parent| screen.widget(parent)), up)
}

/// The words that the app shows on `widget`; none of what a field holds.
pub(in crate::oracle) fn shown_words(widget: &Widget) -> &str {
    if widget.role() == WidgetRole::Field || widget.password {
        return "";
    }
    if widget.text.is_empty() { &widget.content_desc } else { &widget.text }
}

/// Shapes of a drawing in a web page. What lies around one says little of where it is drawn.
const SHAPES: &[&str] = &[
    "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image", "use",
    "text", "tspan",
];

/// True for a shape of a drawing in a web page.
pub(in crate::oracle) fn is_shape(screen: &Screen, widget: &Widget) -> bool {
    screen.is_in_browser() && SHAPES.contains(&widget.short_class())
}

/// A part of a web page on which something is drawn or moved takes such a share of the display, in percent.
const SURFACE_PERCENT: i64 = 30;

/// True for what takes much of a web page and is drawn or moved on.
pub(in crate::oracle) fn is_surface(screen: &Screen, widget: &Widget) -> bool {
    let display = i64::from(screen.size.width) * i64::from(screen.size.height);
    screen.is_in_browser()
        && widget.acts()
        && widget.allows(ActionKind::Swipe)
        && widget.bounds.area() * 100 >= display * SURFACE_PERCENT
}

/// What each row of a list says as a whole, and each widget outside of rows, with where it is.
pub(in crate::oracle) fn rows_and_texts(screen: &Screen) -> impl Iterator<Item = (String, Bounds)> {
    let rows = lists(screen).into_iter().flat_map(|list| list.rows);
    let texts = screen.widgets.iter().filter(|widget| widget.position.row.is_none());
    rows.map(|row| (row.words(), row.bounds))
        .chain(texts.map(|widget| (shown_words(widget).to_owned(), widget.bounds)))
}

/// The same widget of another screen: that with the same id and label, else the only one with the id.
pub(in crate::oracle) fn same_widget<'a>(
    screen: &'a Screen,
    id: &str,
    label: &str,
) -> Option<&'a Widget> {
    let mut with_id = screen.widgets.iter().filter(|widget| widget.resource_id == id);
    let mut both = with_id.clone().filter(|widget| widget.label == label);
    if let Some(found) = both.next() {
        return both.next().is_none().then_some(found);
    }
    let only = with_id.next().filter(|_| !id.is_empty())?;
    with_id.next().is_none().then_some(only)
}
