//! Screens without a picture, drawn from their widgets.

use super::escape::Html;
use crate::domain::{Bounds, Screen, Widget};

/// The most widgets that are drawn.
const MOST: usize = 250;

/// Writes the screen as a symbol called `id`, to be used in many places.
pub fn symbol(html: &mut Html, id: &str, screen: &Screen) {
    let view = view_box(screen);
    html.el("symbol", &[("id", id), ("viewBox", &view)], |html| {
        let Bounds { right, bottom, .. } = screen.size.bounds();
        rectangle(html, "back", Bounds::new(0, 0, right, bottom));
        let mut widgets: Vec<&Widget> = screen.widgets.iter().take(MOST).collect();
        widgets.sort_by_key(|widget| std::cmp::Reverse(widget.bounds.area()));
        for widget in widgets.iter().filter(|widget| widget.acts() || widget.opaque) {
            rectangle(html, "box", widget.bounds);
        }
        for widget in widgets.iter().filter(|widget| !widget.text.is_empty() || widget.acts()) {
            words(html, screen, widget);
        }
    });
}

/// The part of the plane that shows the screen.
fn view_box(screen: &Screen) -> String {
    format!("0 0 {} {}", screen.size.width.max(1), screen.size.height.max(1))
}

fn rectangle(html: &mut Html, class: &str, bounds: Bounds) {
    let (width, height) = (bounds.right - bounds.left, bounds.bottom - bounds.top);
    let numbers = [bounds.left, bounds.top, width.max(0), height.max(0)].map(|n| n.to_string());
    let [x, y, width, height] = &numbers;
    html.el(
        "rect",
        &[("class", class), ("x", x), ("y", y), ("width", width), ("height", height)],
        |_| {},
    );
}

/// What the widget says, in the middle of its left edge, as far as it has room.
fn words(html: &mut Html, screen: &Screen, widget: &Widget) {
    let size = screen.size.width.max(screen.size.height) / 45;
    let Bounds { left, top, right, bottom } = widget.bounds;
    let room = usize::try_from((right - left) * 2 / size.max(1)).unwrap_or(0).clamp(3, 60);
    let label: String = widget.label.chars().take(room).collect();
    let (x, y) = ((left + size / 3).to_string(), (i32::midpoint(top, bottom) + size / 3).to_string());
    html.el("text", &[("x", &x), ("y", &y), ("font-size", &size.to_string())], |html| {
        html.line(&label);
    });
}
