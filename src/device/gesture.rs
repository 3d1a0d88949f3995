//! Where fingers go.

use std::time::Duration;

use crate::domain::{Bounds, Direction, DisplaySize, Point, WidgetTarget};

/// Android takes half a second of holding for a long tap; slow phones and apps want more.
pub(in crate::device) const HOLD: Duration = Duration::from_millis(800);

/// Long enough that what is carried has been picked up before it moves.
pub(in crate::device) const CARRY: Duration = Duration::from_millis(1500);

/// Fast enough to be a fling.
const FLICK: Duration = Duration::from_millis(150);

/// Slow enough that the content does not fly on.
const PULL: Duration = Duration::from_millis(600);

/// Pixels at the edges of the display that belong to the system's own gestures.
const EDGE: i32 = 24;

/// One finger's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::device) struct FingerStroke {
    /// Where it touches.
    pub(in crate::device) from: Point,
    /// Where it lets go.
    pub(in crate::device) to: Point,
    /// How long it takes.
    pub(in crate::device) time: Duration,
}

/// A quick stroke over most of `target`, and over at least a quarter of the display.
pub(in crate::device) fn swipe(
    target: &WidgetTarget,
    direction: Direction,
    display: DisplaySize,
) -> FingerStroke {
    let reach = along(display.bounds(), direction) / 4;
    stroke(target, direction, display, 70, reach, FLICK)
}

/// A pull that brings into view what lies in `direction`: the finger goes the other way.
pub(in crate::device) fn scroll(
    target: &WidgetTarget,
    direction: Direction,
    display: DisplaySize,
) -> FingerStroke {
    stroke(target, direction.opposite(), display, 60, 0, PULL)
}

fn stroke(
    target: &WidgetTarget,
    direction: Direction,
    display: DisplaySize,
    percent: i32,
    at_least: i32,
    time: Duration,
) -> FingerStroke {
    let seen = target.bounds.intersect(display.bounds());
    let seen = if seen.is_empty() { around(target.point) } else { seen };
    let length = scaled(along(seen, direction), percent);
    let middle = match direction {
        Direction::Left | Direction::Right => Point::new(seen.center().x, target.point.y),
        Direction::Up | Direction::Down => Point::new(target.point.x, seen.center().y),
    };
    let from = within(moved(middle, direction.opposite(), length / 2), display);
    let to = within(moved(from, direction, length.max(at_least)), display);
    FingerStroke { from, to, time }
}

/// The two fingers' ways for a pinch: apart, or together if `apart` is false.
pub(in crate::device) fn pinch(
    target: &WidgetTarget,
    apart: bool,
    display: DisplaySize,
) -> [(Point, Point); 2] {
    let seen = target.bounds.intersect(display.bounds());
    let extent = if seen.is_empty() { 0 } else { seen.width().min(seen.height()) };
    let (near, far) = (scaled(extent, 8).max(30), scaled(extent, 35).max(120));
    let way = |side: Direction| {
        let place = |distance| within(moved(target.point, side, distance), display);
        if apart { (place(near), place(far)) } else { (place(far), place(near)) }
    };
    [way(Direction::Left), way(Direction::Right)]
}

const fn along(bounds: Bounds, direction: Direction) -> i32 {
    match direction {
        Direction::Left | Direction::Right => bounds.width(),
        Direction::Up | Direction::Down => bounds.height(),
    }
}

const fn moved(point: Point, direction: Direction, by: i32) -> Point {
    let (x, y) = (point.x, point.y);
    match direction {
        Direction::Up => Point::new(x, y.saturating_sub(by)),
        Direction::Down => Point::new(x, y.saturating_add(by)),
        Direction::Left => Point::new(x.saturating_sub(by), y),
        Direction::Right => Point::new(x.saturating_add(by), y),
    }
}

const fn scaled(length: i32, percent: i32) -> i32 {
    (length as i64 * percent as i64 / 100) as i32
}

const fn around(point: Point) -> Bounds {
    let (x, y) = (point.x, point.y);
    Bounds::new(x.saturating_sub(1), y.saturating_sub(1), x.saturating_add(1), y.saturating_add(1))
}

/// The nearest point of the display that is not at its edge. A display of unknown size limits
/// nothing but the origin's side.
fn within(point: Point, display: DisplaySize) -> Point {
    let limit = |value: i32, extent: i32| {
        let last = if extent > 2 * EDGE { extent - EDGE } else { i32::MAX };
        value.clamp(EDGE, last)
    };
    Point::new(limit(point.x, display.width), limit(point.y, display.height))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISPLAY: DisplaySize = DisplaySize::new(720, 1600);

    fn target(bounds: Bounds) -> WidgetTarget {
        WidgetTarget { bounds, point: bounds.center(), ..WidgetTarget::default() }
    }

    #[test]
    fn scrolling_down_pulls_the_content_up_inside_of_the_list() {
        let list = Bounds::new(0, 200, 720, 1400);
        let stroke = scroll(&target(list), Direction::Down, DISPLAY);
        assert_eq!((stroke.from, stroke.to), (Point::new(360, 1160), Point::new(360, 440)));
        assert!(list.contains(stroke.from) && list.contains(stroke.to));
        let stroke = scroll(&target(list), Direction::Right, DISPLAY);
        assert!(stroke.from.x > stroke.to.x);
    }

    #[test]
    fn a_swipe_begins_on_the_widget_however_small() {
        let row = Bounds::new(300, 500, 340, 540);
        let stroke = swipe(&target(row), Direction::Left, DISPLAY);
        assert!(row.contains(stroke.from), "{stroke:?}");
        assert!(stroke.from.x - stroke.to.x >= 720 / 4);
        assert_eq!(stroke.from.y, stroke.to.y);
    }

    #[test]
    fn strokes_keep_off_the_edges_of_the_display() {
        let whole = target(Bounds::new(-100, 0, 9000, 9000));
        for direction in [Direction::Up, Direction::Down, Direction::Left, Direction::Right] {
            for stroke in [swipe(&whole, direction, DISPLAY), scroll(&whole, direction, DISPLAY)] {
                for point in [stroke.from, stroke.to] {
                    assert!((24..=696).contains(&point.x), "{direction:?} {stroke:?}");
                    assert!((24..=1576).contains(&point.y), "{direction:?} {stroke:?}");
                }
            }
        }
    }

    #[test]
    fn fingers_of_a_pinch_go_apart_or_together() {
        let picture = target(Bounds::new(100, 400, 600, 900));
        let [(left_from, left_to), (right_from, right_to)] = pinch(&picture, true, DISPLAY);
        assert!(left_to.x < left_from.x && right_to.x > right_from.x);
        let [(left_from, left_to), _] = pinch(&picture, false, DISPLAY);
        assert!(left_to.x > left_from.x);
    }
}
