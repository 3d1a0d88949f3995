use proptest::prelude::*;

use super::*;
use crate::domain::{ActionKind, Bounds, Direction, DisplaySize, Point, WidgetPosition};

/// A widget that can be tapped, at `at` of a display of 100 by 200.
fn widget(class: &str, id: &str, label: &str, at: (i32, i32)) -> Widget {
    let bounds = Bounds::new(at.0, at.1, at.0 + 20, at.1 + 10);
    let resource_id = if id.is_empty() { String::new() } else { format!("org.app:id/{id}") };
    Widget {
        class: format!("android.widget.{class}"),
        resource_id,
        text: label.into(),
        label: label.into(),
        bounds,
        tap: Some(bounds.center()),
        actions: vec![ActionKind::Tap],
        enabled: true,
        ..Widget::default()
    }
}

fn screen(size: DisplaySize, widgets: Vec<Widget>) -> Screen {
    let numbered = widgets.into_iter().enumerate();
    Screen {
        widgets: numbered.map(|(at, widget)| Widget { number: at + 1, ..widget }).collect(),
        ..Screen::on_display("org.app", ".Main", size)
    }
}

const SIZE: DisplaySize = DisplaySize::new(100, 200);

fn small(widgets: Vec<Widget>) -> Screen {
    screen(SIZE, widgets)
}

fn tap(screen: &Screen, number: usize) -> Action {
    Action::Tap { target: WidgetTarget::of(screen.widget(number).unwrap()) }
}

/// The label and id of what is found of the first widget of `then` on `now`.
fn found(then: &Screen, now: &Screen) -> Option<(String, String)> {
    let located = locate(&tap(then, 1), then, now)?;
    let widget = now.widget(located.number).unwrap();
    Some((widget.label.clone(), widget.short_id().to_owned()))
}

fn name(label: &str, id: &str) -> Option<(String, String)> {
    Some((label.into(), id.into()))
}

#[test]
fn on_a_display_of_another_size_it_is_touched_where_it_is_now() {
    let then = small(vec![widget("Button", "save", "Save", (70, 180))]);
    let now = screen(
        DisplaySize::new(400, 300),
        vec![
            widget("Button", "cancel", "Cancel", (70, 180)),
            widget("Button", "save", "Save", (350, 280)),
        ],
    );
    let (action, located) = again(&tap(&then, 1), &then, &now).unwrap();
    let target = action.target().unwrap();
    assert_eq!((target.number, target.point), (2, Point::new(360, 285)));
    assert_eq!(located.unwrap().remark(), None);
}

#[test]
fn both_halves_of_a_pair_are_aimed_anew() {
    let then = small(vec![
        widget("Button", "pay", "Pay", (70, 180)),
        widget("Button", "stop", "Stop", (10, 20)),
    ]);
    let now = small(vec![
        widget("Button", "stop", "Stop", (40, 60)),
        widget("Button", "help", "Help", (70, 180)),
        widget("Button", "pay", "Pay", (70, 150)),
    ]);
    let pair = Action::at_once(tap(&then, 1), tap(&then, 2)).unwrap();
    let (aimed, located) = again(&pair, &then, &now).unwrap();
    let numbers: Vec<_> =
        aimed.singles().filter_map(|single| Some(single.target()?.number)).collect();
    assert_eq!(numbers, [3, 1]);
    assert!(located.is_some());
    assert_eq!(locate(&pair, &then, &now).map(|located| located.number), Some(3));
    let without = small(vec![widget("Button", "pay", "Pay", (70, 150))]);
    let error = again(&pair, &then, &without).unwrap_err();
    assert_eq!(error.to_string(), "\"Stop\" is not on this screen");
    let back = Action::Key { key: crate::domain::DeviceKey::Back };
    let pair = Action::at_once(tap(&then, 1), back.clone()).unwrap();
    let (aimed, _) = again(&pair, &then, &without).unwrap();
    assert_eq!((aimed.target().map(|it| it.number), aimed.last()), (Some(1), &back));
}

#[test]
fn what_moved_is_found_and_what_took_its_place_is_not() {
    let then = small(vec![
        widget("Button", "", "Save", (0, 0)),
        widget("Button", "", "Delete", (50, 100)),
    ]);
    let now = small(vec![
        widget("Button", "", "Delete", (0, 0)),
        widget("Button", "", "Save", (50, 100)),
    ]);
    let located = locate(&tap(&then, 1), &then, &now).unwrap();
    assert_eq!(located.number, 2);
    assert!(located.differences.contains(&WidgetDifference::Place), "{located:?}");
}

#[test]
fn a_new_label_on_the_same_id_is_the_same_widget() {
    let then = small(vec![widget("Button", "save", "Save", (0, 0))]);
    let now = small(vec![
        widget("Button", "cancel", "Abbrechen", (0, 0)),
        widget("Button", "save", "Speichern", (40, 0)),
    ]);
    assert_eq!(found(&then, &now), name("Speichern", "save"));
    let located = locate(&tap(&then, 1), &then, &now).unwrap();
    assert_eq!(located.remark().as_deref(), Some("with another label"));
}

#[test]
fn a_label_is_enough_where_the_id_has_gone() {
    let then = small(vec![widget("Button", "save", "Save", (0, 0))]);
    for id in ["", "store_entry"] {
        let now = small(vec![
            widget("Button", "other", "Discard", (0, 0)),
            widget("ImageButton", id, "Save", (40, 0)),
        ]);
        assert_eq!(found(&then, &now), name("Save", id));
    }
}

#[test]
fn neither_id_nor_label_is_another_widget_however_near() {
    let then = small(vec![widget("Button", "save", "Save", (0, 0))]);
    let now = small(vec![widget("Button", "delete", "Delete", (0, 0))]);
    assert_eq!(locate(&tap(&then, 1), &then, &now), None);
    let error = again(&tap(&then, 1), &then, &now).unwrap_err();
    assert_eq!(error.to_string(), "\"Save\" is not on this screen");
}

/// A list whose rows say these.
fn list(rows: &[&str]) -> Screen {
    let mut widgets = vec![Widget {
        actions: vec![ActionKind::Scroll],
        ..widget("ListView", "list", "", (0, 0))
    }];
    for (row, label) in (0_u16..).zip(rows) {
        widgets.push(Widget {
            position: WidgetPosition {
                list: Some(1),
                row: Some(row.into()),
                ..WidgetPosition::default()
            },
            ..widget("LinearLayout", "row", label, (0, i32::from(row) * 12))
        });
    }
    small(widgets)
}

#[test]
fn of_equal_rows_the_one_that_says_the_same() {
    let (then, now) = (list(&["Milk", "Bread", "Tea"]), list(&["Butter", "Tea", "Milk", "Bread"]));
    for (row, there) in [(2, 4), (3, 5), (4, 3)] {
        let located = locate(&tap(&then, row), &then, &now).unwrap();
        assert_eq!(located.number, there, "{located:?}");
    }
}

#[test]
fn of_rows_that_all_say_else_the_one_in_its_place_and_that_is_told() {
    let (then, now) = (list(&["Milk", "Bread"]), list(&["Nails", "Screws"]));
    let located = locate(&tap(&then, 3), &then, &now).unwrap();
    assert_eq!(located.number, 3);
    assert!(located.differences.contains(&WidgetDifference::Label), "{located:?}");
    assert!(located.confidence < 0.8, "{located:?}");
}

#[test]
fn of_twins_the_nearest_to_its_place_and_that_is_told() {
    let twin = |at| widget("Button", "add", "Add", at);
    let then = small(vec![twin((0, 0)), twin((0, 100))]);
    let now = screen(DisplaySize::new(200, 400), vec![twin((0, 0)), twin((0, 200))]);
    let located = locate(&tap(&then, 2), &then, &now).unwrap();
    assert_eq!((located.number, located.rivals), (2, 1));
    assert_eq!(located.remark().as_deref(), Some("one of 2 that look the same"));
}

#[test]
fn twins_are_told_apart_by_what_is_beside_them() {
    let row = |label: &str, row: usize, y: i32| {
        let place = WidgetPosition { list: Some(1), row: Some(row), ..WidgetPosition::default() };
        let text = Widget {
            actions: vec![],
            position: place,
            ..widget("TextView", "name", label, (0, y))
        };
        [text, Widget { position: place, ..widget("ImageButton", "remove", "Remove", (60, y)) }]
    };
    let rows = |labels: &[&str]| {
        let mut widgets =
            vec![Widget { actions: vec![], ..widget("ListView", "list", "", (0, 0)) }];
        for (at, label) in labels.iter().enumerate() {
            widgets.extend(row(label, at, 20 * at as i32));
        }
        small(widgets)
    };
    let (then, now) = (rows(&["Milk", "Bread", "Tea"]), rows(&["Tea", "Milk"]));
    let located = locate(&tap(&then, 3), &then, &now).unwrap();
    assert_eq!((located.number, located.rivals), (5, 0), "{located:?}");
}

#[test]
fn what_cannot_be_done_there_is_no_candidate() {
    let then = small(vec![widget("Button", "save", "Save", (0, 0))]);
    let grey = Widget { enabled: false, ..widget("Button", "save", "Save", (0, 0)) };
    let covered = Widget { tap: None, ..widget("Button", "save", "Save", (0, 0)) };
    let mute = Widget { actions: vec![], ..widget("Button", "save", "Save", (0, 0)) };
    for other in [grey, covered, mute] {
        assert_eq!(locate(&tap(&then, 1), &then, &small(vec![other])), None);
    }
}

#[test]
fn a_field_is_known_by_its_hint_not_by_what_it_holds() {
    let field = |hint: &str, text: &str, y| Widget {
        hint: hint.into(),
        actions: vec![ActionKind::Type],
        ..widget("EditText", "", text, (0, y))
    };
    let then = small(vec![field("Name", "", 0), field("City", "", 40)]);
    let now = small(vec![field("City", "Name", 0), field("Name", "Ada", 40)]);
    let target = WidgetTarget::of(then.widget(1).unwrap());
    let text = crate::domain::InputText::Plain("Bob".into());
    let located = locate(&Action::Type { target, text }, &then, &now).unwrap();
    assert_eq!(located.number, 2);
}

#[test]
fn a_nameless_picture_is_found_by_class_and_surroundings() {
    let then = small(vec![
        widget("ImageView", "", "", (40, 40)),
        Widget { actions: vec![], ..widget("TextView", "", "Portrait", (40, 60)) },
    ]);
    let now = screen(
        DisplaySize::new(200, 400),
        vec![widget("Button", "", "Portrait", (80, 120)), widget("ImageView", "", "", (80, 80))],
    );
    assert_eq!(locate(&tap(&then, 1), &then, &now).unwrap().number, 2);
}

#[test]
fn a_place_of_its_own_is_kept_as_a_share() {
    let slider = |size: i32| {
        let bounds = Bounds::new(0, 0, size, 10);
        Widget { bounds, tap: Some(bounds.center()), ..widget("SeekBar", "volume", "", (0, 0)) }
    };
    let then = small(vec![slider(100)]);
    let now = screen(DisplaySize::new(400, 200), vec![slider(400)]);
    let target =
        WidgetTarget { point: Point::new(75, 5), ..WidgetTarget::of(then.widget(1).unwrap()) };
    let (action, _) = again(&Action::Tap { target }, &then, &now).unwrap();
    assert_eq!(action.target().unwrap().point, Point::new(300, 5));
}

#[test]
fn a_drag_ends_on_the_same_widget_else_at_the_same_share_of_the_display() {
    let item = || widget("ImageView", "piece", "Knight", (0, 0));
    let then = small(vec![item(), widget("ImageView", "bin", "Bin", (60, 100))]);
    let now = screen(
        DisplaySize::new(200, 400),
        vec![item(), widget("ImageView", "bin", "Bin", (0, 300))],
    );
    let drag = |to| Action::Drag { target: WidgetTarget::of(then.widget(1).unwrap()), to };
    let to = |to| match again(&drag(to), &then, &now).unwrap().0 {
        Action::Drag { to, .. } => to,
        other => panic!("{other:?}"),
    };
    assert_eq!(to(Point::new(70, 105)), Point::new(10, 305));
    assert_eq!(to(Point::new(50, 50)), Point::new(100, 100));
}

#[test]
fn what_is_aimed_at_nothing_stays_as_it_is() {
    let then = small(vec![]);
    let action = Action::Restart;
    assert_eq!(again(&action, &then, &then), Ok((action.clone(), None)));
    assert_eq!(locate(&action, &then, &then), None);
}

fn any_widget() -> impl Strategy<Value = Widget> {
    let kinds = prop::collection::vec(
        prop::sample::select(vec![ActionKind::Tap, ActionKind::Type, ActionKind::Scroll]),
        0..3,
    );
    let place = (any::<Option<u8>>(), any::<Option<u8>>(), 0_u16..2);
    (
        "(Button|EditText|View)?",
        "[a-c]?",
        "[a-d 0-9]{0,6}|\\PC{0,4}",
        any::<[i32; 4]>(),
        kinds,
        place,
    )
        .prop_map(|(class, id, label, bounds, actions, (list, row, window))| Widget {
            bounds: bounds.into(),
            tap: Some(Point::new(bounds[0], bounds[1])),
            actions,
            position: WidgetPosition {
                list: list.map(usize::from),
                row: row.map(usize::from),
                window,
                ..WidgetPosition::default()
            },
            ..widget(&class, &id, &label, (0, 0))
        })
}

fn any_screen() -> impl Strategy<Value = Screen> {
    let size =
        (0_i32..3000, 0_i32..3000).prop_map(|(width, height)| DisplaySize::new(width, height));
    (size, prop::collection::vec(any_widget(), 0..12)).prop_map(|(size, all)| screen(size, all))
}

/// What lies around a spot of a page is the same share of it on a larger display.
#[test]
fn a_spot_of_a_widget_stays_a_spot() {
    let page = |size: i32| {
        let bounds = Bounds::new(0, 0, 100 * size, 200 * size);
        let widgets = vec![Widget { bounds, ..widget("WebView", "", "Tiles", (0, 0)) }];
        screen(DisplaySize::new(100 * size, 200 * size), widgets)
    };
    let (then, now) = (page(1), page(3));
    let whole = WidgetTarget::of(then.widget(1).unwrap());
    let spot = WidgetTarget {
        point: Point::new(25, 50),
        bounds: Bounds::new(20, 40, 30, 60),
        ..whole.clone()
    };
    let aimed = |target: WidgetTarget| {
        let swipe = Action::Swipe { target, direction: Direction::Left };
        again(&swipe, &then, &now).unwrap().0.target().cloned().unwrap()
    };
    assert_eq!(aimed(spot).bounds, Bounds::new(60, 120, 90, 180));
    assert_eq!(aimed(whole).bounds, Bounds::new(0, 0, 300, 600));
}

proptest! {
    /// Whatever the screens are: what is found is there, can be touched, and a confidence is a share.
    #[test]
    fn what_is_found_is_there(then in any_screen(), now in any_screen(), which in 0_usize..14) {
        let target = then.widget(which).map(WidgetTarget::of).unwrap_or_default();
        for action in [
            Action::Tap { target: target.clone() },
            Action::Scroll { target: target.clone(), direction: Direction::Down },
            Action::Drag { target, to: Point::new(5, 5) },
        ] {
            if let Some(located) = locate(&action, &then, &now) {
                prop_assert!(now.widget(located.number).is_some_and(|widget| widget.enabled));
                prop_assert!((MIN_AGREEMENT..=1.0 + 1e-9).contains(&located.confidence), "{located:?}");
                prop_assert!(again(&action, &then, &now).is_ok());
            }
        }
    }

    /// On the same screen each widget with a name of its own is itself.
    #[test]
    fn on_the_same_screen_it_is_itself(then in any_screen()) {
        for widget in then.widgets.iter().filter(|widget| widget.allows(ActionKind::Tap)) {
            let located = locate(&Action::Tap { target: WidgetTarget::of(widget) }, &then, &then);
            let located = located.unwrap();
            let there = then.widget(located.number).unwrap();
            prop_assert!(located.confidence > 1.0 - TIE_MARGIN);
            prop_assert_eq!(&there.class, &widget.class);
            prop_assert_eq!(&there.resource_id, &widget.resource_id);
        }
    }

    /// A display twice as large with everything in its share: the same widgets.
    #[test]
    fn a_larger_display_changes_nothing(
        labels in prop::collection::btree_set("[a-z]{3,8}", 1..8),
    ) {
        let at = |size: i32| {
            let widgets = labels.iter().enumerate().map(|(row, label)| Widget {
                bounds: Bounds::new(0, row as i32 * 10 * size, 20 * size, (row as i32 + 1) * 10 * size),
                ..widget("Button", "", label, (0, 0))
            });
            screen(DisplaySize::new(100 * size, 200 * size), widgets.collect())
        };
        let (then, now) = (at(1), at(3));
        for number in 1..=labels.len() {
            let located = locate(&tap(&then, number), &then, &now).unwrap();
            prop_assert_eq!((located.number, located.rivals), (number, 0));
        }
    }
}
