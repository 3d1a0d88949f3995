use std::collections::BTreeSet;

use super::*;
use crate::domain::{
    Action, ActionKey, Bounds, DeviceKey, Direction, DisplaySize, Point, WidgetTarget,
};

pub(super) fn widget(class: &str, id: &str, label: &str, actions: &[ActionKind]) -> Widget {
    Widget {
        class: format!("android.widget.{class}"),
        resource_id: if id.is_empty() { String::new() } else { format!("org.app:id/{id}") },
        text: label.into(),
        label: label.into(),
        actions: actions.to_vec(),
        enabled: true,
        bounds: Bounds::new(0, 0, 100, 100),
        tap: Some(Point::new(50, 50)),
        ..Widget::default()
    }
}

pub(super) fn screen(widgets: Vec<Widget>) -> Screen {
    let numbered = widgets
        .into_iter()
        .enumerate()
        .map(|(index, widget)| Widget { number: index + 1, ..widget })
        .collect();
    Screen {
        widgets: numbered,
        ..Screen::on_display("org.app", ".Main", DisplaySize::new(720, 1600))
    }
}

pub(super) fn feed(rows: std::ops::Range<usize>, scrollable: bool) -> Screen {
    let scroll: &[ActionKind] = if scrollable { &[ActionKind::Scroll] } else { &[] };
    let mut widgets = vec![widget("RecyclerView", "list", "", scroll)];
    for row in rows {
        let mut item = widget("LinearLayout", "", &format!("Story {row}"), &[ActionKind::Tap]);
        item.position.list = Some(1);
        item.position.row = Some(row);
        widgets.push(item);
    }
    screen(widgets)
}

/// A form of a PIN that has to be typed twice was never sent, since its two fields got different texts.
#[test]
fn a_hidden_field_that_asks_again_gets_what_the_one_before_it_got() {
    let hidden = |id: &str, hint: &str| Widget {
        hint: hint.into(),
        password: true,
        ..widget("EditText", id, hint, &[ActionKind::Type])
    };
    let typed = |hint: &str| -> Vec<String> {
        let form = screen(vec![hidden("pin", "PIN (e.g. 2580)"), hidden("second", hint)]);
        let actions = available_actions(&form).into_iter().map(|available| available.action);
        let texts = actions.filter_map(|action| match action {
            Action::Type { text, .. } => text.reveal().map(str::to_owned),
            _ => None,
        });
        texts.collect()
    };
    assert_eq!(typed("Repeat PIN"), ["2580", "2580"]);
    assert_ne!(typed("Code word")[1], "2580");
}

#[test]
fn a_wide_list_with_rows_below_each_other_is_scrolled_upright() {
    let directions = |left: i32, top: i32| {
        let mut list = feed(0..2, true);
        list.widgets[0].bounds = Bounds::new(0, 0, 700, 200);
        list.widgets[2].bounds = Bounds::new(left, top, left + 100, top + 100);
        let actions = available_actions(&list).into_iter().map(|available| available.action);
        let scrolled = actions.filter_map(|action| match action {
            Action::Scroll { direction, .. } => Some(direction),
            _ => None,
        });
        scrolled.collect::<Vec<_>>()
    };
    assert_eq!(directions(0, 100), [Direction::Down, Direction::Up]);
    assert_eq!(directions(100, 0), [Direction::Right, Direction::Left]);
}

/// With the display turned, the forms of all apps were wide, and scrolled right and left alone.
#[test]
fn what_scrolls_says_by_its_class_in_which_direction() {
    let direction = |class: &str, width: i32| {
        let mut form = widget(class, "form", "", &[ActionKind::Scroll]);
        form.bounds = Bounds::new(0, 0, width, 500);
        let action = available_actions(&screen(vec![form])).remove(0).action;
        let Action::Scroll { direction, .. } = action else { panic!("{action:?}") };
        direction
    };
    for width in [300, 1600] {
        for class in ["ScrollView", "html", "div.vertical"] {
            assert_eq!(direction(class, width), Direction::Down);
        }
        assert_eq!(direction("HorizontalScrollView", width), Direction::Right);
    }
    assert_eq!(direction("View", 300), Direction::Down);
    assert_eq!(direction("View", 1600), Direction::Right);
}

fn structural(screen: &Screen) -> StateId {
    state_ids(screen).structural
}

#[test]
fn a_scrolling_feed_is_one_state() {
    let states: BTreeSet<_> =
        (0..500).map(|top| structural(&feed(top..top + 8, top % 2 == 0))).collect();
    assert_eq!(states.len(), 1);
}

/// A screen with a button to add an item, and items with buttons.
fn growing(items: std::ops::Range<usize>, says: impl Fn(usize) -> String) -> Screen {
    let mut widgets = vec![widget("Button", "add", "Add", &[ActionKind::Tap])];
    for item in items {
        let id = format!("item-{item}-delete");
        widgets.push(widget("Button", &id, &says(item), &[ActionKind::Tap]));
        widgets.push(widget("TextView", &format!("item-{item}"), &format!("Text {item}"), &[]));
    }
    screen(widgets)
}

#[test]
fn one_more_numbered_item_is_no_other_state() {
    let says = |_| "Delete".to_owned();
    let states: BTreeSet<_> =
        (3..140).map(|count| structural(&growing(1..count + 1, says))).collect();
    assert_eq!(states.len(), 1);
    assert_eq!(structural(&growing(97..103, says)), structural(&growing(1..9, says)));
    assert_ne!(structural(&growing(0..0, says)), structural(&growing(1..4, says)));
}

#[test]
fn a_list_with_a_generated_id_is_the_same_state_each_time() {
    let page = |number: u64| {
        let id = format!("board-{number}-choices");
        let list = widget("ListView", &id, "", &[]);
        let mut row = widget("TextView", "", "Add a card", &[ActionKind::Tap]);
        row.position.list = Some(1);
        screen(vec![list, row])
    };
    assert_eq!(structural(&page(1_795_452_602_167)), structural(&page(1_795_452_603_469)));
}

#[test]
fn numbered_buttons_that_say_something_else_are_no_items() {
    let words = ["Save", "Load", "Clear", "Send"];
    let says = |item: usize| words[item].to_owned();
    assert_ne!(structural(&growing(0..3, says)), structural(&growing(0..4, says)));
}

#[test]
fn a_form_that_grows_by_numbered_fields_is_one_state() {
    let form = |fields: std::ops::RangeInclusive<usize>| {
        let field =
            |number| widget("EditText", &format!("guest-{number}"), "", &[ActionKind::Type]);
        structural(&screen(fields.map(field).collect()))
    };
    let states: BTreeSet<_> = (1..9).map(|fields| form(1..=fields)).collect();
    assert_eq!(states.len(), 1);
    assert_eq!(form(7..=7), form(1..=2));
}

#[test]
fn an_empty_list_is_another_state() {
    assert_ne!(structural(&feed(0..0, false)), structural(&feed(0..1, false)));
}

#[test]
fn values_fold_and_exact_ids_tell_them_apart() {
    let one = screen(vec![widget("TextView", "price", "3.20", &[])]);
    let other = screen(vec![widget("TextView", "price", "4.10", &[])]);
    assert_eq!(structural(&one), structural(&other));
    assert_ne!(state_ids(&one).exact, state_ids(&other).exact);
}

#[test]
fn buttons_without_ids_differ_by_their_label() {
    let of = |label| structural(&screen(vec![widget("Button", "", label, &[ActionKind::Tap])]));
    assert_ne!(of("Send"), of("Delete"));
    assert_eq!(of("Cart (2)"), of("Cart (15)"), "digits fold");
}

#[test]
fn a_disabled_button_is_no_other_state_by_itself() {
    let enabled = widget("Button", "save", "Save", &[ActionKind::Tap]);
    let disabled = Widget { enabled: false, ..enabled.clone() };
    assert_eq!(structural(&screen(vec![enabled])), structural(&screen(vec![disabled])));
}

#[test]
fn choices_among_data_and_lists_bring_no_labels() {
    let of = |names: &[&str]| {
        let mut widgets = vec![widget("ListView", "", &names.join(" · "), &[ActionKind::Tap])];
        widgets
            .extend(names.iter().map(|name| widget("RadioButton", "", name, &[ActionKind::Tap])));
        structural(&screen(widgets))
    };
    assert_eq!(of(&["Ada"]), of(&["Ada", "Ben"]));
}

#[test]
fn what_a_field_holds_is_no_label_of_what_is_around_it() {
    let of = |name: &str, id: &str| {
        let mut around = widget("View", "", &format!("Name · {name}"), &[ActionKind::Tap]);
        around.position.depth = 3;
        let mut field = widget("EditText", id, name, &[ActionKind::Type]);
        field.position.depth = 4;
        structural(&screen(vec![around, field]))
    };
    assert_eq!(of("User 9", "_r_2j_"), of("Ada", "_r_ib_"));
}

#[test]
fn headings_tell_menus_in_lists_apart() {
    let of = |heading| {
        let mut screen = feed(0..3, false);
        screen.widgets.push(Widget { number: 5, ..widget("TextView", "title", heading, &[]) });
        structural(&screen)
    };
    assert_ne!(of("Network"), of("Display"));
}

#[test]
fn a_row_is_called_by_its_first_text_whatever_is_set_there_unless_another_begins_so() {
    let keys = |labels: [&str; 2]| {
        let rows = labels.into_iter().map(|label| {
            let mut row = widget("LinearLayout", "", label, &[ActionKind::Tap]);
            row.text.clear();
            row.position.list = Some(1);
            row
        });
        let list = widget("ListView", "", "", &[]);
        let screen = screen(std::iter::once(list).chain(rows).collect());
        available_actions(&screen).into_iter().map(|it| it.key.to_string()).collect::<Vec<_>>()
    };
    let set = keys(["Font size · Small", "Sound · On"]);
    assert_eq!(set, keys(["Font size · Large", "Sound · Off"]));
    assert!(set[0].ends_with("\"Font size\""), "{set:?}");
    let people = keys(["Ada · Berlin", "Ada · Rome"]);
    assert!(people[0].ends_with("\"Ada · Berlin\"") && people[1].ends_with("\"Ada · Rome\""));
}

#[test]
fn rows_have_keys_of_their_own_and_one_template() {
    let offers = available_actions(&feed(0..3, true));
    let rows: Vec<_> =
        offers.iter().filter(|offer| offer.action.kind() == ActionKind::Tap).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0].key.as_str(), "tap #list/LinearLayout \"Story 0\"");
    assert!(rows.iter().all(|offer| offer.template == rows[0].template));
    let keys: BTreeSet<_> = rows.iter().map(|offer| &offer.key).collect();
    assert_eq!(keys.len(), 3);
}

#[test]
fn twins_are_told_apart_by_order() {
    let twin = widget("Button", "add", "Add", &[ActionKind::Tap]);
    let offers = available_actions(&screen(vec![twin.clone(), twin]));
    assert_eq!(offers[0].key.as_str(), "tap #add");
    assert_eq!(offers[1].key.as_str(), "tap #add (2)");
}

#[test]
fn a_key_found_again_is_the_key_offered() {
    let screen = feed(0..4, true);
    for offer in available_actions(&screen) {
        assert_eq!(key_of(&screen, &offer.action).0, offer.key);
    }
}

#[test]
fn secrets_do_not_enter_keys() {
    let mut field = widget("EditText", "password", "", &[ActionKind::Type]);
    field.password = true;
    let offers = available_actions(&screen(vec![field]));
    assert!(offers[0].key.as_str().contains("<secret>"), "{}", offers[0].key);
}

#[test]
fn a_pair_is_named_by_both_halves_and_rows_are_folded_in_its_template() {
    let feed = feed(0..3, true);
    let row =
        |number: usize| Action::Tap { target: WidgetTarget::of(feed.widget(number).unwrap()) };
    let back = Action::Key { key: DeviceKey::Back };
    let names = |number| key_of(&feed, &Action::at_once(row(number), back.clone()).unwrap());
    let ((one, template), (other, same)) = (names(2), names(3));
    assert_eq!(one, ActionKey::new(format!("{}, at once key back", key_of(&feed, &row(2)).0)));
    assert_ne!(one, other);
    assert_eq!(template, same);
    assert_eq!(unaimed(&one), None, "it is no action without a widget");
}

#[test]
fn a_picker_is_the_same_state_whatever_it_shows() {
    let in_picker = |labels: &[&str]| {
        let mut widgets: Vec<Widget> =
            labels.iter().map(|label| widget("TextView", "", label, &[ActionKind::Tap])).collect();
        widgets.iter_mut().for_each(|part| part.position.in_picker = true);
        widgets.push(widget("Button", "", "OK", &[ActionKind::Tap]));
        widgets
    };
    let month = screen(in_picker(&["2026", "Next month", "Previous month"]));
    let years = screen(in_picker(&["2026", "2025", "2024", "2023"]));
    assert_eq!(structural(&month), structural(&years));
    let dialog = |screen: &Screen| structural(&Screen { dialog: true, ..screen.clone() });
    assert_eq!(dialog(&month), dialog(&years));
    let without = screen(vec![widget("Button", "", "OK", &[ActionKind::Tap])]);
    assert_ne!(structural(&month), structural(&without));
}
