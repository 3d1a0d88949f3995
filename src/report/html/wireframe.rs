//! Screens without a picture, drawn from their widgets.

use super::escape::HtmlPiece;
use crate::domain::{Bounds, Screen, Widget};

/// The most widgets that are drawn.
const MOST: usize = 250;
/// No display has a longer side, in pixels.
const LONGEST_SIDE: i32 = 20_000;

/// Writes the screen as a symbol called `id`, to be used in many places.
pub fn symbol(html: &mut HtmlPiece, id: &str, screen: &Screen) {
    let side = |own: i32| own.clamp(1, LONGEST_SIDE);
    let display = Bounds::new(0, 0, side(screen.size.width), side(screen.size.height));
    let view = format!("0 0 {} {}", display.right, display.bottom);
    html.el("symbol", &[("id", id), ("viewBox", &view)], |html| {
        rectangle(html, "back", display);
        let widgets = screen.widgets.iter().take(MOST);
        let mut widgets: Vec<(Bounds, &Widget)> =
            widgets.map(|widget| (within(widget.bounds, display), widget)).collect();
        widgets.sort_by_key(|(bounds, _)| std::cmp::Reverse(bounds.area()));
        for (bounds, widget) in &widgets {
            if widget.acts() || widget.opaque {
                rectangle(html, "box", *bounds);
            }
        }
        for (bounds, widget) in &widgets {
            if !widget.text.is_empty() || widget.acts() {
                words(html, display, *bounds, &widget.label);
            }
        }
    });
}

/// What of `bounds` lies on the display. A file may say anything about where a widget is.
fn within(bounds: Bounds, display: Bounds) -> Bounds {
    let across = |x: i32| x.clamp(0, display.right);
    let down = |y: i32| y.clamp(0, display.bottom);
    let (left, top) = (across(bounds.left), down(bounds.top));
    Bounds::new(left, top, across(bounds.right).max(left), down(bounds.bottom).max(top))
}

fn rectangle(html: &mut HtmlPiece, class: &str, bounds: Bounds) {
    let numbers = [bounds.left, bounds.top, bounds.width(), bounds.height()];
    let numbers = numbers.map(|number| number.to_string());
    let [x, y, width, height] = &numbers;
    html.el(
        "rect",
        &[("class", class), ("x", x), ("y", y), ("width", width), ("height", height)],
        |_| {},
    );
}

/// What a widget says, in the middle of its left edge, as far as it has room.
fn words(html: &mut HtmlPiece, display: Bounds, bounds: Bounds, label: &str) {
    let size = (display.right.max(display.bottom) / 45).max(1);
    // About two letters are as wide as one is high.
    let room = usize::try_from(bounds.width() * 2 / size).unwrap_or(0).clamp(3, 60);
    let label: String = label.chars().take(room).collect();
    let x = (bounds.left + size / 3).to_string();
    let y = (i32::midpoint(bounds.top, bounds.bottom) + size / 3).to_string();
    html.el("text", &[("x", &x), ("y", &y), ("font-size", &size.to_string())], |html| {
        html.line(&label);
    });
}
