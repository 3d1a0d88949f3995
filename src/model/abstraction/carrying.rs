//! Where a widget is let go that can be carried elsewhere.
//!
//! A screen that tells what can be carried tells nothing of where to. A tool or a block is let go on what is
//! worked on, a card in another part of the board: away from all that is carried like it, and on nothing
//! that is pressed. Rows that leave no such place are put in another order.

use crate::domain::{ActionKind, Bounds, Point, Screen, Widget};

/// So many points of a display across, and down.
const POINTS: (i32, i32) = (5, 9);
/// What lies so far from all that is carried is far enough: a part of the display's shorter side.
const FAR: i64 = 4;
/// A widget that takes less than one of so many parts of the display is no place to let something go on.
const SMALL: i64 = 24;

/// Where `carried` on `screen` is let go; `None` if there is nowhere to.
pub(super) fn drop_point(screen: &Screen, carried: &Widget) -> Option<Point> {
    let alike: Vec<&Widget> = screen
        .widgets
        .iter()
        .filter(|other| other.allows(ActionKind::Drag) && other.class == carried.class)
        .collect();
    free_point(screen, &alike).or_else(|| beside(&alike, carried))
}

/// The point that is far enough from all of `alike` and nearest to the middle of the display, else the one that
/// is farthest from them.
fn free_point(screen: &Screen, alike: &[&Widget]) -> Option<Point> {
    let display = screen.size.bounds();
    let far = i64::from(display.width().min(display.height())) / FAR;
    let pressed: Vec<Bounds> = screen
        .widgets
        .iter()
        .filter(|widget| widget.acts() && widget.bounds.area() * SMALL < display.area())
        .map(|widget| widget.bounds)
        .collect();
    let at = |part: i32, of: i32, length: i32| length * (2 * part + 1) / (2 * of);
    let points = (0..POINTS.1).flat_map(|down| (0..POINTS.0).map(move |across| (across, down)));
    let points = points.map(|(across, down)| {
        Point::new(at(across, POINTS.0, display.width()), at(down, POINTS.1, display.height()))
    });
    let free = points.filter(|point| !pressed.iter().any(|bounds| bounds.contains(*point)));
    free.filter_map(|point| {
        let distance = alike.iter().map(|other| distance(other.bounds, point)).min()?;
        (distance > 0).then_some((point, distance))
    })
    .max_by_key(|(point, distance)| {
        let middle = display.center();
        let off = i64::from((point.x - middle.x).abs()) + i64::from((point.y - middle.y).abs());
        ((*distance).min(far), -off)
    })
    .map(|(point, _)| point)
}

/// How far `point` is from `bounds`, along both axes together; 0 inside.
fn distance(bounds: Bounds, point: Point) -> i64 {
    let off = |low: i32, high: i32, at: i32| i64::from((low - at).max(at - high + 1).max(0));
    off(bounds.left, bounds.right, point.x) + off(bounds.top, bounds.bottom, point.y)
}

/// The middle of the next but one after `carried`, or of the first one.
fn beside(alike: &[&Widget], carried: &Widget) -> Option<Point> {
    let at = alike.iter().position(|other| other.number == carried.number)?;
    let other = alike.get(at + 2).or_else(|| alike.first())?;
    (other.number != carried.number).then(|| other.bounds.center())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::DisplaySize;

    fn carried(number: usize, bounds: Bounds) -> Widget {
        let (class, actions) = ("div".to_owned(), vec![ActionKind::Drag]);
        Widget {
            number,
            class,
            actions,
            bounds,
            tap: Some(bounds.center()),
            enabled: true,
            ..Widget::default()
        }
    }

    fn screen(widgets: Vec<Widget>) -> Screen {
        Screen { widgets, ..Screen::on_display("app", "/", DisplaySize::new(400, 900)) }
    }

    #[test]
    fn a_block_is_let_go_on_what_is_built() {
        let block = |number: i32| {
            carried(number as usize, Bounds::new(0, number * 100, 100, number * 100 + 90))
        };
        let screen = screen((1..6).map(block).collect());
        let to = drop_point(&screen, &screen.widgets[0]).unwrap();
        assert!(to.x >= 200 && (100..800).contains(&to.y), "{to:?}");
    }

    #[test]
    fn nothing_is_let_go_on_a_button() {
        let trash = Widget {
            actions: vec![ActionKind::Tap],
            ..carried(2, Bounds::new(160, 400, 240, 500))
        };
        let screen = screen(vec![carried(1, Bounds::new(0, 0, 400, 60)), trash]);
        let to = drop_point(&screen, &screen.widgets[0]).unwrap();
        assert!(!screen.widgets[1].bounds.contains(to), "{to:?}");
    }

    #[test]
    fn rows_over_the_whole_display_are_put_in_another_order() {
        let row = |number: i32| {
            carried(number as usize, Bounds::new(0, (number - 1) * 300, 400, number * 300))
        };
        let screen = screen((1..4).map(row).collect());
        let to = |row: usize| drop_point(&screen, &screen.widgets[row]).unwrap();
        assert_eq!(to(0), screen.widgets[2].bounds.center());
        assert_eq!(to(2), screen.widgets[0].bounds.center());
    }

    #[test]
    fn what_fills_the_display_alone_is_carried_nowhere() {
        let screen = screen(vec![carried(1, Bounds::new(0, 0, 400, 900))]);
        assert_eq!(drop_point(&screen, &screen.widgets[0]), None);
    }
}
