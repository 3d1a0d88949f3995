use proptest::prelude::*;

use super::*;
use crate::demo::ui::{self, Input, TextStyle};
use crate::domain::Point;

const ROOM: Bounds = Bounds::new(0, 48, 720, 1552);

fn laid(root: &View<u8>, room: Bounds) -> Window<u8> {
    window(PaneKind::Activity, root, None, room, &|_| 0)
}

fn bounds(window: &Window<u8>, id: &str) -> Bounds {
    let found = window.pane.placed.iter().find(|placed| placed.face.id == id);
    found.unwrap_or_else(|| panic!("no {id}")).bounds
}

fn screen(rows: usize) -> View<u8> {
    let rows = (0..rows).map(|row| ui::item(format!("Row {row}"), "").id("row").on_tap(1));
    ui::column([
        ui::toolbar("Title").id("toolbar"),
        ui::list("list", rows),
        ui::bottom_bar([ui::tab("one", "One", true), ui::tab("two", "Two", false)]),
        ui::fab("fab", "+", "Add").on_tap(2),
    ])
}

#[test]
fn bars_keep_their_places_and_the_list_fills_the_rest() {
    for room in [ROOM, Bounds::new(0, 48, 1600, 672)] {
        let window = laid(&screen(40), room);
        let (toolbar, list, bar) =
            (bounds(&window, "toolbar"), bounds(&window, "list"), bounds(&window, "bottom_bar"));
        assert_eq!((toolbar.top, toolbar.height()), (room.top, dp(56)));
        assert_eq!((list.top, list.bottom), (toolbar.bottom, bar.top));
        assert_eq!((bar.bottom, bar.height(), bar.width()), (room.bottom, dp(64), room.width()));
        assert_eq!(bounds(&window, "one").width(), room.width() / 2);
        assert!(bounds(&window, "row").height() >= dp(56));
        let fab = bounds(&window, "fab");
        assert_eq!((fab.right, fab.bottom), (room.right - dp(16), bar.top - dp(16)));
    }
}

#[test]
fn a_list_scrolls_only_where_it_is_too_long() {
    let (short, long) = (laid(&screen(2), ROOM), laid(&screen(40), ROOM));
    let scrollable = |window: &Window<u8>| {
        let list = window.pane.placed.iter().find(|placed| placed.face.id == "list");
        list.unwrap().face.scrollable
    };
    assert!(!scrollable(&short) && scrollable(&long));
    let at = |y| Point::new(300, y);
    assert_eq!(short.swipe(at(900), at(500)), Touched::Nothing);
    assert!(matches!(long.swipe(at(900), at(500)), Touched::Scroll(_, 400)));
    assert_eq!(long.swipe(at(500), at(900)), Touched::Nothing);
}

#[test]
fn scrolled_content_is_clipped_and_cannot_be_touched_outside() {
    let window = window(PaneKind::Activity, &screen(40), None, ROOM, &|_| 60);
    let list = bounds(&window, "list");
    let first = window.pane.placed.iter().find(|placed| placed.face.id == "row").unwrap();
    assert_eq!(first.bounds.top, list.top - 60);
    assert_eq!(first.visible().top, list.top);
    assert_eq!(window.tap(Point::new(100, list.top - 10)), Touched::Nothing);
    assert_eq!(window.tap(Point::new(100, list.top + 1)), Touched::Send(1));
    assert_eq!(window.tap(bounds(&window, "fab").center()), Touched::Send(2));
}

#[test]
fn rows_share_their_width_by_weight_after_content() {
    let root = ui::column([ui::row([
        ui::text("12345").id("words"),
        ui::button("one", "One").weight(1),
        ui::button("two", "Two").weight(2),
    ])]);
    let window: Window<u8> = laid(&root, ROOM);
    let (words, one, two) =
        (bounds(&window, "words"), bounds(&window, "one"), bounds(&window, "two"));
    assert_eq!(words.width(), text_width("12345", 32));
    assert!((one.width() * 2 - two.width()).abs() <= 2, "{one:?} {two:?}");
    assert!(words.right < one.left && one.right < two.left && two.right <= ROOM.right - dp(16));
}

#[test]
fn a_screen_that_is_too_long_scrolls_between_its_bars() {
    let rows = (0..30).map(|_| ui::button("button", "Button").on_tap(1));
    let mut root = ui::column([ui::toolbar("Title").id("toolbar")]);
    root.children.extend(rows);
    root = root.child(ui::bottom_bar([ui::tab("one", "One", true)])).child(ui::fab("fab", "+", ""));
    let screen = fitted(&root, ROOM).unwrap();
    let window = laid(&screen, ROOM);
    let scroll = bounds(&window, "screen_scroll");
    assert_eq!(scroll.top, bounds(&window, "toolbar").bottom);
    assert_eq!(scroll.bottom, bounds(&window, "bottom_bar").top);
    assert_eq!(window.scrollers.len(), 1);
    assert!(fitted(&screen, ROOM).is_none());
    let small = Bounds { bottom: ROOM.top + dp(200), ..ROOM };
    assert!(fitted(&screen, small).is_none(), "it scrolls in any room");
    let squeezed = ui::column([ui::list("list", [screen.clone()]), ui::spacer(150)]);
    assert!(fitted(&squeezed, ROOM).is_none());
    assert!(fitted(&squeezed, small).is_some());
    assert!(fitted(&ui::column([ui::text::<u8>("short")]), ROOM).is_none());
}

#[test]
fn long_texts_wrap() {
    assert_eq!(lines("short", 32, 600), 1);
    assert_eq!(lines("a\nb\n", 32, 600), 3);
    assert!(lines(&"word ".repeat(40), 32, 600) >= 5);
    assert!(lines(&"x".repeat(400), 32, 600) >= 10);
    assert!(text_width("日本", 32) > text_width("ab", 32));
}

#[test]
fn a_dialog_is_in_the_middle_and_scrolls_when_it_is_too_long() {
    let short = dialog("Sure?", &ui::text::<u8>("Really").id("text"), Some(1), ROOM, &|_| 0);
    let pane = short.pane.bounds;
    assert!((pane.center().y - ROOM.center().y).abs() <= 1 && pane.height() < 400, "{pane:?}");
    assert_eq!(pane.center().x, 360);
    let many = ui::column((0..60).map(|_| ui::text::<u8>("line")));
    let long = dialog("Long", &many, None, ROOM, &|_| 0);
    assert!(ROOM.covers(long.pane.bounds));
    assert_eq!(long.scrollers.len(), 1);
}

#[test]
fn a_menu_hangs_under_the_upper_right_corner() {
    let rows = [ui::text("Settings").on_tap(3), ui::item("About", "this").on_tap(4)];
    let window = menu(&rows, 9, ROOM, &|_| 0);
    let pane = window.pane.bounds;
    assert_eq!((pane.right, pane.top), (ROOM.right - dp(8), ROOM.top + dp(8)));
    assert_eq!(window.tap(Point::new(pane.left + 60, pane.top + 60)), Touched::Send(3));
    assert_eq!(window.dismiss, Some(9));
}

#[test]
fn sliders_and_dead_widgets() {
    let dead = ui::button("dead", "Dead").on_tap(1).enabled(false);
    let root = ui::column([
        ui::slider("slider", 0, 10, |value| u8::try_from(value).unwrap()),
        ui::column([dead]).on_tap(7),
    ]);
    let window = laid(&root, ROOM);
    let slider = &window.pane.placed[1];
    for value in [1, 7, 10] {
        let expected = Touched::Send(u8::try_from(value).unwrap());
        assert_eq!(window.tap(slider_point(slider, value)), expected);
    }
    assert_eq!(window.tap(slider_point(slider, 0)), Touched::Nothing);
    let to = slider_point(slider, 4);
    assert_eq!(window.swipe(slider_point(slider, 0), to), Touched::Send(4));
    assert_eq!(window.tap(bounds(&window, "dead").center()), Touched::Nothing);
    assert_eq!(window.hold(Point::new(2, bounds(&window, "dead").top)), Touched::Send(7));
}

/// What a random view is made of.
#[derive(Clone, Debug)]
struct Plan {
    kind: Kind,
    text: String,
    value: i32,
    weight: u8,
    tappable: bool,
    inside: Vec<Self>,
}

impl Plan {
    fn view(&self) -> View<u8> {
        let mut view = View::new(self.kind).id("view").weight(self.weight);
        (view.text, view.value, view.max) = (self.text.clone(), self.value, self.value / 2);
        view.on_tap = self.tappable.then_some(1);
        view.children.extend(self.inside.iter().map(Self::view));
        view
    }
}

fn plan(
    inside: impl Strategy<Value = Vec<Plan>>,
    kinds: &'static [Kind],
) -> impl Strategy<Value = Plan> {
    let words = "[a-z日 \n]{0,60}";
    let looks = (prop::sample::select(kinds), words, -9..300_i32, 0..3_u8, any::<bool>());
    (looks, inside).prop_map(|((kind, text, value, weight, tappable), inside)| Plan {
        kind,
        text,
        value,
        weight,
        tappable,
        inside,
    })
}

const LEAVES: [Kind; 14] = [
    Kind::Text(TextStyle::Body),
    Kind::Text(TextStyle::Display),
    Kind::Button(ui::ButtonStyle::Filled),
    Kind::IconButton,
    Kind::Field(Input::Lines),
    Kind::CheckBox,
    Kind::Slider,
    Kind::Progress,
    Kind::Image,
    Kind::Divider,
    Kind::Spacer,
    Kind::Web,
    Kind::Tab,
    Kind::Fab,
];

const BOXES: [Kind; 7] =
    [Kind::Column, Kind::Row, Kind::Card, Kind::Scroll, Kind::List, Kind::Toolbar, Kind::BottomBar];

fn tree() -> impl Strategy<Value = Plan> {
    let leaf = plan(Just(Vec::new()), &LEAVES);
    leaf.prop_recursive(4, 60, 6, |inside| plan(prop::collection::vec(inside, 0..6), &BOXES))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn boxes_are_sane_and_siblings_never_overlap(
        children in prop::collection::vec(tree(), 0..6),
        width in 0..1700_i32,
        height in 0..1700_i32,
        scrolled in 0..3000_i32,
    ) {
        let root = ui::column(children.iter().map(Plan::view));
        let room = Bounds::new(0, 48, width, 48 + height);
        let window = window(PaneKind::Activity, &root, None, room, &|_| scrolled);
        let placed = &window.pane.placed;
        prop_assert_eq!(placed.len(), window.touch.len());
        for (index, one) in placed.iter().enumerate() {
            prop_assert!(one.bounds.width() >= 0 && one.bounds.height() >= 0, "{:?}", one);
            prop_assert!(room.covers(one.visible()) || one.visible().is_empty(), "{:?}", one);
            prop_assert!(one.parent.is_none_or(|parent| parent < index));
            for other in placed.iter().skip(index + 1).filter(|other| other.parent == one.parent) {
                let floats = one.face.kind == Kind::Fab || other.face.kind == Kind::Fab;
                let both = one.visible().intersect(other.visible());
                prop_assert!(floats || both.is_empty(), "{:?} and {:?}", one, other);
            }
        }
    }
}
