//! Actions that no widget lists: the ENTER key after typing, and strokes over areas without widgets.
//!
//! Forms without a button, such as a search or a list that grows by typing, are sent by ENTER. What
//! an app draws itself (a canvas, a board, a map) listens to strokes, and tells nothing of it.

use super::actions::named;
use super::forms::{is_for, may_send};
use super::labels;
use crate::domain::{
    Action, ActionKind, AvailableAction, Bounds, DeviceKey, Direction, Point, Screen, Widget,
    WidgetRole, WidgetTarget,
};
use crate::explorer::Situation;
use crate::explorer::weights::weights;
use crate::model::abstraction::tapped_through;

/// The words of fields whose text is sent by ENTER, whatever buttons there are.
const SEARCHES: &[&str] = &["search", "find", "filter", "query", "go"];

weights! {
    /// Which areas take strokes.
    pub struct UnlistedWeights {
        /// An area takes at least one of so many equal parts of the display.
        area_part: i64 = 6,
        /// The same for an area that tells that it follows a finger, such as a canvas.
        drawn_part: i64 = 24,
        /// Both sides of an area take at least one of so many equal parts of the shorter side of the display: a
        /// strip along an edge is where menus are pulled out.
        side_part: i32 = 8,
        /// An area that the app does not draw itself contains at most so many widgets that act or say
        /// something, such as buttons that lie on a picture: with more, it is what contains them.
        widgets_on_area: usize = 2,
        /// What is left of what gestures promise on a page in a web view: the device does not know at all what it listens
        /// to.
        in_web_view: f64 = 0.6,
    }
}

impl UnlistedWeights {
    /// What is left on `screen` of what gestures promise that nothing lists.
    pub(in crate::explorer) fn left_on(&self, screen: &Screen) -> f64 {
        if screen.web_view().is_some() { self.in_web_view } else { 1.0 }
    }
}

/// What can be done on the present screen besides what its widgets list.
pub(in crate::explorer) fn unlisted_actions(
    situation: &Situation,
    weights: &UnlistedWeights,
) -> Vec<AvailableAction> {
    let screen = &*situation.screen;
    let enter = is_sent_by_enter(screen).then_some(Action::Key { key: DeviceKey::Enter });
    let area = largest_area(screen, weights);
    let strokes = area.into_iter().flat_map(|area| strokes(screen, area));
    enter
        .into_iter()
        .chain(strokes)
        .filter(|action| situation.allows(action))
        .map(|action| named(situation, action))
        .collect()
}

/// True if the field with the focus holds a text that ENTER may send: there is no button that sends
/// it, it looks for something, or it listens for keys itself.
pub(in crate::explorer) fn is_sent_by_enter(screen: &Screen) -> bool {
    let fields = || screen.widgets.iter().filter(|widget| widget.is_field() && widget.enabled);
    let focused = fields().find(|field| field.focused);
    // Dumps do not always say what has the focus; if there is one field, it is that one.
    let only = || fields().next().filter(|_| fields().count() == 1 && screen.keyboard);
    let Some(field) = focused.or_else(only).filter(|field| !field.content().is_empty()) else {
        return false;
    };
    let has_button = || screen.widgets.iter().any(|it| is_for(it, field) && sends(screen, it));
    field.hears_keys || is_search(field) || !has_button()
}

/// True for a field or button whose words say that it looks for something.
pub(in crate::explorer) fn is_search(widget: &Widget) -> bool {
    let id = labels::own_id(&widget.resource_id);
    // A field without a name is called by what it holds.
    let holds = widget.is_field() && widget.label == widget.content();
    let said = if holds { "" } else { widget.label.as_str() };
    let said = format!("{} {} {id} {said}", widget.hint, widget.content_desc).to_lowercase();
    let looks = |word: &&str| SEARCHES.contains(word) || word.starts_with(SEARCHES[0]);
    labels::words(&said.replace('_', " ")).iter().any(looks)
}

/// True for a button outside of lists whose words say that it sends what the screen holds.
fn sends(screen: &Screen, widget: &Widget) -> bool {
    let is_button = widget.acts()
        && widget.allows(ActionKind::Tap)
        && !widget.is_field()
        && widget.position.list.is_none()
        && widget.checked.is_none();
    let says_so = || widget.submits() || labels::sends(&WidgetTarget::of(widget));
    is_button && says_so() && may_send(screen, widget)
}

/// The largest area of `screen` that nothing is told of.
pub(in crate::explorer) fn largest_area<'a>(
    screen: &'a Screen,
    weights: &UnlistedWeights,
) -> Option<&'a Widget> {
    let through = tapped_through(screen);
    let shorter = screen.size.width.min(screen.size.height);
    let is_area = |widget: &&Widget| {
        let kind =
            matches!(widget.role(), WidgetRole::View | WidgetRole::Opaque | WidgetRole::Image);
        let follows = widget.allows(ActionKind::Swipe);
        let listens = widget.opaque || follows || widget.allows(ActionKind::Tap);
        let part = if follows { weights.drawn_part } else { weights.area_part };
        kind && listens
            && widget.enabled
            && widget.tap.is_some()
            && widget.inherits.is_none()
            && widget.position.list.is_none()
            && (follows || !through.contains(&widget.number))
            && widget.bounds.area() * part >= screen.size.bounds().area()
            && widget.bounds.width().min(widget.bounds.height()) * weights.side_part >= shorter
            && (widget.opaque || follows || is_bare(screen, widget, weights.widgets_on_area))
    };
    screen.widgets.iter().filter(is_area).max_by_key(|widget| widget.bounds.area())
}

/// True if hardly anything that acts or says something lies inside of `area`.
fn is_bare(screen: &Screen, area: &Widget, most: usize) -> bool {
    let inside = screen.widgets.iter().filter(|other| {
        other.number != area.number
            && (other.acts() || other.role() == WidgetRole::Text)
            && area.bounds.covers(other.bounds)
            && !other.bounds.is_empty()
    });
    inside.count() <= most
}

/// Strokes over `area`: one that carries, then quick ones each way.
fn strokes(screen: &Screen, area: &Widget) -> Vec<Action> {
    let quick = [Direction::Left, Direction::Up, Direction::Right, Direction::Down];
    let quick = quick.map(|direction| Action::Swipe { target: WidgetTarget::of(area), direction });
    std::iter::once(drag_over(screen, area, 0)).chain(quick).collect()
}

/// A stroke over `area` that carries: from corner to corner of its inner half, in another way for each of four
/// `turns`.
pub(in crate::explorer) fn drag_over(screen: &Screen, area: &Widget, turn: usize) -> Action {
    let (from, to) =
        [((1, 1), (3, 3)), ((3, 1), (1, 3)), ((1, 2), (3, 2)), ((2, 3), (2, 1))][turn % 4];
    let target = WidgetTarget { point: free_point(screen, area, from), ..WidgetTarget::of(area) };
    Action::Drag { target, to: free_point(screen, area, to) }
}

/// So many spots of an area are touched beside its middle.
pub(in crate::explorer) const SPOTS: usize = 4;

/// A spot of `area` beside its middle, another one for each of [`SPOTS`] `turns`.
pub(in crate::explorer) fn spot(screen: &Screen, area: &Widget, turn: usize) -> WidgetTarget {
    let at = [(1, 1), (3, 3), (3, 1), (1, 3)][turn % SPOTS];
    WidgetTarget { point: free_point(screen, area, at), ..WidgetTarget::of(area) }
}

/// `target` narrowed to what lies around its point, so that a stroke begins there.
pub(in crate::explorer) fn around(target: WidgetTarget) -> WidgetTarget {
    let Point { x, y } = target.point;
    let (aside, down) = (target.bounds.width() / 16, target.bounds.height() / 16);
    let near = Bounds::new(
        x.saturating_sub(aside),
        y.saturating_sub(down),
        x.saturating_add(aside),
        y.saturating_add(down),
    );
    WidgetTarget { bounds: target.bounds.intersect(near), ..target }
}

/// The point at so many quarters of the width and height of `area`, or one nearer to its middle if
/// another widget lies there.
fn free_point(screen: &Screen, area: &Widget, (x, y): (i32, i32)) -> Point {
    let bounds = area.bounds;
    let at = |x: i32, y: i32| {
        let (right, down) = (bounds.width() * x / 16, bounds.height() * y / 16);
        Point::new(bounds.left.saturating_add(right), bounds.top.saturating_add(down))
    };
    let is_free = |point: &Point| {
        let mut others = screen.widgets.iter().filter(|other| other.number != area.number);
        !others.any(|other| {
            other.acts() && other.bounds.contains(*point) && !other.bounds.covers(bounds)
        })
    };
    let nearer = |quarters: i32, step: i32| 4 * quarters + step * (2 - quarters).signum();
    let steps = (0..4).flat_map(|down| (0..4).map(move |aside| (aside, down)));
    let mut points = steps.map(|(aside, down)| at(nearer(x, aside), nearer(y, down)));
    points.find(is_free).unwrap_or_else(|| at(4 * x, 4 * y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::testing::{World, button, field, phone};

    /// Of two fields of one page the one was called "Filter" beside it, the other "searchbar" by its id.
    #[test]
    fn a_field_that_looks_for_something_says_so_anywhere() {
        let labelled = |id: &str, label: &str| Widget { label: label.into(), ..field(1, id, "") };
        assert!(is_search(&labelled("id_tags_input", "Filter")));
        assert!(is_search(&labelled("searchbar", "searchbar")));
        assert!(!is_search(&labelled("id_title", "Title:")));
        let held = Widget { text: "Find a house".into(), ..labelled("id_title", "Find a house") };
        assert!(!is_search(&held), "what it holds says nothing of it");
    }

    fn typed(number: usize, id: &str, hint: &str, text: &str) -> Widget {
        Widget { text: text.into(), focused: true, ..field(number, id, hint) }
    }

    #[test]
    fn enter_sends_what_no_button_sends() {
        let alone = phone(vec![typed(1, "new", "What is to do?", "Milk"), button(2, "Active")]);
        assert!(is_sent_by_enter(&alone));
        let empty = phone(vec![typed(1, "new", "What is to do?", ""), button(2, "Active")]);
        assert!(!is_sent_by_enter(&empty));
        let form = phone(vec![typed(1, "name", "Name", "Ada"), button(2, "Save")]);
        assert!(!is_sent_by_enter(&form), "the button does it");
        let search = phone(vec![typed(1, "q", "Search", "Ada"), button(2, "Save")]);
        assert!(is_sent_by_enter(&search));
        let tag = Widget { hears_keys: true, ..typed(1, "tag", "New tag", "Ada") };
        assert!(is_sent_by_enter(&phone(vec![tag, button(2, "Save")])));
    }

    fn area(number: usize, bounds: Bounds) -> Widget {
        Widget {
            class: "android.view.View".into(),
            text: String::new(),
            bounds,
            ..button(number, "")
        }
    }

    #[test]
    fn a_canvas_takes_strokes_and_a_page_of_buttons_does_not() {
        let mut world = World::new(None);
        world.show(phone(vec![area(1, Bounds::new(0, 200, 720, 1400)), button(2, "Pen")]));
        let actions = unlisted_actions(&world.situation(), &UnlistedWeights::default());
        let kinds: Vec<ActionKind> = actions.iter().map(|it| it.action.kind()).collect();
        assert_eq!(kinds[0], ActionKind::Drag);
        assert_eq!(kinds.iter().filter(|kind| **kind == ActionKind::Swipe).count(), 4);
        let Action::Drag { target, to } = &actions[0].action else { panic!("no drag") };
        assert_eq!((target.point, *to), (Point::new(180, 500), Point::new(540, 1100)));

        let follows = Widget {
            actions: vec![ActionKind::Tap, ActionKind::Swipe],
            ..area(1, Bounds::new(0, 0, 60, 1600))
        };
        let strip = phone(vec![follows, button(2, "Pen")]);
        assert_eq!(largest_area(&strip, &UnlistedWeights::default()), None);

        let place = |number: usize, top: i32| Widget {
            bounds: Bounds::new(0, top, 700, top + 90),
            ..button(number, "Row")
        };
        let page =
            vec![area(1, Bounds::new(0, 0, 720, 1600)), place(2, 0), place(3, 500), place(4, 1500)];
        world.show(phone(page));
        assert!(unlisted_actions(&world.situation(), &UnlistedWeights::default()).is_empty());
    }
    #[test]
    fn strokes_over_a_drawing_begin_and_end_beside_the_tools_on_it() {
        let tool = |number: usize, bounds: Bounds| Widget { bounds, ..button(number, "Tool") };
        let canvas = Widget { opaque: true, ..area(1, Bounds::new(0, 0, 720, 1600)) };
        let tools = [
            tool(2, Bounds::new(0, 0, 720, 100)),
            tool(3, Bounds::new(100, 350, 200, 450)),
            tool(4, Bounds::new(500, 1100, 720, 1600)),
        ];
        let mut world = World::new(None);
        world.show(phone([vec![canvas], tools.to_vec()].concat()));
        let actions = unlisted_actions(&world.situation(), &UnlistedWeights::default());
        let Action::Drag { target, to } = &actions[0].action else { panic!("no drag") };
        assert_eq!((target.point, *to), (Point::new(225, 400), Point::new(495, 1200)));
    }
}
