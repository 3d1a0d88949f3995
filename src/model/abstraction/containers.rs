//! Containers that take taps only because something around or inside of them listens: a page whose
//! root has a listener for all of it, or a clickable wrapper around a button. A tap on one either
//! does nothing or does what a widget inside does.

use crate::domain::{ActionKind, Bounds, Screen, Widget, WidgetRole};

/// What acts inside covers a wrapper from this part of its area on, in percent.
const COVERED_PERCENT: i64 = 80;
/// A container of a page takes at least one of so many equal parts of the display.
const PAGE_PART: i64 = 2;
/// At least so many widgets act directly inside of a container of a page.
const PAGE_WIDGETS: usize = 2;
/// They are spread over at least this part of its area, in percent: a map with buttons in one corner
/// is no container.
const SPREAD_PERCENT: i64 = 60;

/// What acts directly inside of a widget: nothing else that acts lies between.
#[derive(Clone, Copy, Default)]
struct ActingInside {
    widgets: usize,
    area: i64,
    hull: Option<Bounds>,
}

impl ActingInside {
    fn add(&mut self, bounds: Bounds) {
        self.widgets += 1;
        self.area += bounds.area();
        self.hull = Some(self.hull.map_or(bounds, |hull| around(hull, bounds)));
    }
}

/// The least bounds that contain both.
fn around(one: Bounds, other: Bounds) -> Bounds {
    Bounds::new(
        one.left.min(other.left),
        one.top.min(other.top),
        one.right.max(other.right),
        one.bottom.max(other.bottom),
    )
}

/// The numbers of the containers on `screen` that need not be tapped, since what is inside of them
/// can be.
pub fn tapped_through(screen: &Screen) -> Vec<usize> {
    let may_be = |widget: &&Widget| {
        widget.acts()
            && matches!(widget.role(), WidgetRole::View | WidgetRole::List)
            && widget.position.list.is_none()
            && widget.allows(ActionKind::Tap)
    };
    let candidates: Vec<&Widget> = screen.widgets.iter().filter(may_be).collect();
    let lists = screen.widgets.iter().filter(|widget| is_held_by_rows(screen, widget));
    let lists: Vec<usize> = lists.map(|widget| widget.number).collect();
    if candidates.is_empty() {
        return lists;
    }
    let inside = acting_inside(screen);
    let display = screen.size.bounds().area();
    let is_container = |widget: &&Widget| {
        let Some(inside) = widget.number.checked_sub(1).and_then(|at| inside.get(at)) else {
            return false;
        };
        let own = widget.bounds.area();
        if own == 0 || inside.widgets == 0 {
            return false;
        }
        let hull = inside.hull.map_or(0, Bounds::area);
        inside.area * 100 >= own * COVERED_PERCENT
            || inside.widgets >= PAGE_WIDGETS
                && own * PAGE_PART >= display
                && hull * 100 >= own * SPREAD_PERCENT
    };
    let containers = candidates.into_iter().filter(is_container).map(|widget| widget.number);
    lists.into_iter().chain(containers).collect()
}

/// True for a list that can be held, but not tapped, and has rows that can be held: it is the rows that
/// are meant.
fn is_held_by_rows(screen: &Screen, list: &Widget) -> bool {
    let is_list = list.acts()
        && list.role() == WidgetRole::List
        && list.allows(ActionKind::LongTap)
        && !list.allows(ActionKind::Tap);
    is_list
        && screen.widgets.iter().any(|row| {
            row.position.list == Some(list.number) && row.acts() && row.allows(ActionKind::LongTap)
        })
}

/// What acts directly inside of each widget, by position.
fn acting_inside(screen: &Screen) -> Vec<ActingInside> {
    let mut inside = vec![ActingInside::default(); screen.widgets.len()];
    for widget in screen.widgets.iter().filter(|widget| widget.acts()) {
        let mut parent = widget.position.parent;
        // A parent comes before what it contains, so this ends.
        while let Some(around) = parent.and_then(|number| screen.widget(number)) {
            if around.acts() {
                let visible = widget.bounds.intersect(around.bounds);
                if let Some(own) = around.number.checked_sub(1).and_then(|at| inside.get_mut(at)) {
                    own.add(visible);
                }
                break;
            }
            parent = around.position.parent.filter(|number| *number < around.number);
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{DisplaySize, Point};

    fn acting(number: usize, parent: Option<usize>, class: &str, bounds: Bounds) -> Widget {
        let mut widget = Widget {
            number,
            class: class.into(),
            bounds,
            tap: Some(Point::new(bounds.left + 1, bounds.top + 1)),
            actions: vec![ActionKind::Tap],
            enabled: true,
            ..Widget::default()
        };
        widget.position.parent = parent;
        widget
    }

    fn screen(widgets: Vec<Widget>) -> Screen {
        Screen { widgets, ..Screen::on_display("org.app", ".Main", DisplaySize::new(100, 200)) }
    }

    #[test]
    fn a_list_is_held_by_its_rows() {
        let held = |number: usize, list: Option<usize>, class: &str, bounds: Bounds| {
            let mut widget = Widget {
                actions: vec![ActionKind::LongTap],
                ..acting(number, None, class, bounds)
            };
            widget.position.list = list;
            widget
        };
        let list = || held(1, None, "android.widget.ListView", Bounds::new(0, 0, 100, 200));
        let row = held(2, Some(1), "android.widget.LinearLayout", Bounds::new(0, 0, 100, 20));
        assert_eq!(tapped_through(&screen(vec![list(), row])), [1]);
        assert!(tapped_through(&screen(vec![list()])).is_empty(), "nothing else can be held");
    }

    const VIEW: &str = "android.view.View";
    const BUTTON: &str = "android.widget.Button";

    #[test]
    fn a_page_whose_root_listens_is_a_container_and_a_map_with_two_buttons_is_not() {
        let root = acting(1, None, VIEW, Bounds::new(0, 0, 100, 200));
        let page = screen(vec![
            root.clone(),
            acting(2, Some(1), BUTTON, Bounds::new(0, 0, 90, 20)),
            acting(3, Some(1), BUTTON, Bounds::new(0, 160, 90, 190)),
        ]);
        assert_eq!(tapped_through(&page), [1]);
        let map = screen(vec![
            root,
            acting(2, Some(1), BUTTON, Bounds::new(80, 150, 100, 170)),
            acting(3, Some(1), BUTTON, Bounds::new(80, 175, 100, 195)),
        ]);
        assert!(tapped_through(&map).is_empty(), "most of a map is the map's own");
    }

    #[test]
    fn a_wrapper_is_tapped_through_and_a_card_with_a_button_is_not() {
        let wrapper = acting(1, None, VIEW, Bounds::new(0, 0, 50, 20));
        let inner = acting(2, Some(1), BUTTON, Bounds::new(1, 1, 49, 19));
        assert_eq!(tapped_through(&screen(vec![wrapper.clone(), inner])), [1]);
        let small = acting(2, Some(1), BUTTON, Bounds::new(40, 0, 50, 20));
        assert!(tapped_through(&screen(vec![wrapper, small])).is_empty());
    }

    #[test]
    fn what_is_inside_of_another_wrapper_counts_for_the_inner_one() {
        let page = screen(vec![
            acting(1, None, VIEW, Bounds::new(0, 0, 100, 200)),
            acting(2, Some(1), VIEW, Bounds::new(0, 0, 100, 190)),
            acting(3, Some(2), BUTTON, Bounds::new(0, 0, 30, 20)),
        ]);
        assert_eq!(tapped_through(&page), [1], "the inner one has mostly room of its own");
    }
}
