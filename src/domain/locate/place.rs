//! Positions as shares of a rectangle, which are valid on a display of another size.

use crate::domain::action::WidgetTarget;
use crate::domain::bounds::{Bounds, Point};
use crate::domain::screen::Screen;
use crate::domain::widget::Widget;

/// A place in a rectangle: 0 at its left or top edge, 1 at the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RelativePosition {
    x: f64,
    y: f64,
}

impl RelativePosition {
    /// How far apart two places are; 1 for the whole width or height.
    pub(super) fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// Where `point` lies in `whole`.
pub(super) fn share(point: Point, whole: Bounds) -> RelativePosition {
    let part = |at: i32, from: i32, length: i32| {
        let share = (f64::from(at) - f64::from(from)) / f64::from(length.max(1));
        share.clamp(0.0, 1.0)
    };
    RelativePosition {
        x: part(point.x, whole.left, whole.width()),
        y: part(point.y, whole.top, whole.height()),
    }
}

/// The point of `whole` at `share`, always inside.
fn at(share: RelativePosition, whole: Bounds) -> Point {
    let place = |from: i32, length: i32, share: f64| {
        let most = f64::from(length.saturating_sub(1).max(0));
        from.saturating_add((f64::from(length) * share).clamp(0.0, most) as i32)
    };
    Point::new(place(whole.left, whole.width(), share.x), place(whole.top, whole.height(), share.y))
}

/// The point at which to touch `new` as `old` was touched: a point that is not covered, unless a
/// particular one was chosen, such as a value of a slider.
pub(super) fn touched(target: &WidgetTarget, old: &Widget, new: &Widget) -> Point {
    let usual = new.tap.unwrap_or_else(|| new.bounds.center());
    let was_usual = old.tap.is_none_or(|tap| tap == target.point)
        || target.point == old.bounds.center()
        || !old.bounds.contains(target.point);
    if was_usual { usual } else { at(share(target.point, old.bounds), new.bounds) }
}

/// The part of `new` that `target` was of `old`: all of it, or what lies around a spot.
pub(super) fn touched_part(target: &WidgetTarget, old: &Widget, new: &Widget) -> Bounds {
    let part = target.bounds;
    if part == old.bounds || part.is_empty() || !old.bounds.covers(part) {
        return new.bounds;
    }
    let of = |x: i32, y: i32| at(share(Point::new(x, y), old.bounds), new.bounds);
    let (from, to) = (of(part.left, part.top), of(part.right, part.bottom));
    Bounds::new(from.x, from.y, to.x, to.y)
}

/// The point of `now` that `point` was on `then`: in the same widget if it is found, else at
/// the same share of the display.
pub(super) fn moved_point(point: Point, then: &Screen, now: &Screen) -> Point {
    // The innermost comes last.
    let under = then.widgets.iter().rfind(|widget| widget.bounds.contains(point));
    let found = under.and_then(|widget| {
        let tap = crate::domain::Action::Tap { target: WidgetTarget::of(widget) };
        let located = super::locate(&tap, then, now)?;
        Some((widget, now.widget(located.number)?))
    });
    match found {
        Some((old, new)) => at(share(point, old.bounds), new.bounds),
        None => at(share(point, then.size.bounds()), now.size.bounds()),
    }
}
