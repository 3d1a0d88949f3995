use super::*;
use crate::domain::{AvailableAction, Bounds, WidgetTarget};
use crate::explorer::testing::{button, field, phone};
use crate::model::abstraction::available_actions;

fn tap(screen: &Screen, number: usize) -> ActionClass {
    let target = WidgetTarget::of(screen.widget(number).unwrap());
    ActionClass::of(
        screen,
        &Action::Tap { target },
        &screen.location,
        &ActionClassWeights::default(),
    )
}

fn named(number: usize, label: &str, id: &str) -> Widget {
    Widget { resource_id: format!("org.app:id/{id}"), ..button(number, label) }
}

#[test]
fn numbers_in_labels_do_not_count() {
    let value_free = |label| ActionClassWeights::default().value_free(label);
    assert_eq!(value_free("Cart (12)"), "cart (#)");
    assert_eq!(value_free("12.5.2020, 10:45"), "#, #");
    assert_eq!(value_free("3 of 17"), value_free("4 of 18"));
}

#[test]
fn links_to_parts_of_pages_are_one_class_of_rows() {
    let part = |label| Widget { link: Some(LinkPlace::Here), ..button(1, label) };
    let page =
        |location: &str, label| Screen { location: location.into(), ..phone(vec![part(label)]) };
    let class = tap(&page("/soups", "Salt"), 1);
    assert!(class.is_row);
    assert_eq!(class, tap(&page("/cakes", "Sugar"), 1));
}

#[test]
fn the_menu_key_is_another_one_on_each_page() {
    let key = |title: &str, key| {
        let screen = Screen { title: Some(title.into()), ..phone(vec![button(1, "Save")]) };
        ActionClass::of(
            &screen,
            &Action::Key { key },
            &screen.location,
            &ActionClassWeights::default(),
        )
    };
    let [one, other] = ["Recipes", "Method"].map(|title| key(title, DeviceKey::Menu));
    assert_ne!(one.name, other.name);
    assert_eq!(one.group, other.group, "what it did on one page tells of the next");
    assert_eq!(key("Recipes", DeviceKey::Back), key("Method", DeviceKey::Back));
}

#[test]
fn the_same_button_is_one_class_on_all_screens() {
    let one = phone(vec![button(1, "Save 3"), named(2, "Three", "more")]);
    let mut other = phone(vec![button(1, "Other"), button(2, "Save 4"), named(3, "4", "more")]);
    other.location = ".Other".into();
    assert_eq!(tap(&one, 1).name, tap(&other, 2).name);
    assert_eq!(tap(&one, 2).name, tap(&other, 3).name, "an id names it, whatever its label");
    assert_ne!(tap(&other, 1).name, tap(&other, 2).name);
    assert_ne!(tap(&one, 1).group, tap(&other, 2).group, "groups are of one activity");
}

#[test]
fn rows_are_one_class_but_those_of_a_menu_are_commands() {
    let list = |labels: &[String]| {
        let mut widgets = vec![button(1, "list")];
        widgets.extend(labels.iter().enumerate().map(|(at, label)| button(at + 2, label)));
        widgets.iter_mut().skip(1).for_each(|row| row.position.list = Some(1));
        phone(widgets)
    };
    let long: Vec<String> = (0..12).map(|at| "x".repeat(at + 1)).collect();
    let long = list(&long);
    assert!(tap(&long, 2).is_row);
    assert_eq!(tap(&long, 2).name, tap(&long, 3).name);
    let values = list(&["Story 1".into(), "Story 2".into()]);
    assert!(tap(&values, 2).is_row);
    let mut deeper = long.clone();
    deeper.widgets.iter_mut().for_each(|row| row.position.depth += 2);
    assert_ne!(tap(&long, 2).name, tap(&deeper, 2).name, "lists without ids differ by their place");
    let mut short = list(
        &["Car", "Food", "Fuel", "Gifts", "Rent", "Toys", "Pets", "Tax", "Fees", "Books"]
            .map(str::to_owned),
    );
    assert!(!tap(&short, 2).is_row);
    short.widgets[0].actions.push(ActionKind::Scroll);
    assert!(tap(&short, 2).is_row, "it has more rows than are shown");
    let menu = list(&["Posts".into(), "Users".into()]);
    assert!(!tap(&menu, 2).is_row);
    assert_ne!(tap(&menu, 2).name, tap(&menu, 3).name);
}

#[test]
fn a_setting_is_the_same_one_whatever_it_is_set_to() {
    let setting = |value: &str| {
        let mut row = button(2, &format!("Font size · {value}"));
        (row.text, row.position.list) = (String::new(), Some(1));
        tap(&phone(vec![button(1, "list"), row]), 2)
    };
    assert!(!setting("Small").is_row);
    assert_eq!(setting("Small").name, setting("Large").name);
}

#[test]
fn all_in_a_picker_is_one_class() {
    let mut parts = vec![button(1, "Next month"), named(2, "1988", "year"), button(3, "OK")];
    parts.iter_mut().take(2).for_each(|part| part.position.in_picker = true);
    let screen = phone(parts);
    assert_eq!(tap(&screen, 1), tap(&screen, 2));
    assert!(tap(&screen, 1).is_row);
    assert_ne!(tap(&screen, 1).name, tap(&screen, 3).name);
}

#[test]
fn each_activity_has_a_menu_of_its_own() {
    let one = phone(vec![button(1, "More options"), button(2, "Help")]);
    let other = Screen { location: ".Other".into(), ..one.clone() };
    assert_ne!(tap(&one, 1).name, tap(&other, 1).name);
    assert_eq!(tap(&one, 2).name, tap(&other, 2).name);
}

#[test]
fn what_is_named_by_content_is_a_row() {
    let title = "A long day at the sea and what came after it";
    let screen = phone(vec![
        button(1, title),
        button(2, "Another evening in the town beside the lake"),
        named(3, "One", "card"),
        named(4, "Two", "card"),
        named(5, "Three", "card"),
    ]);
    assert_eq!(tap(&screen, 1), ActionClass { ..tap(&screen, 2) });
    assert!(tap(&screen, 1).is_row && tap(&screen, 3).is_row);
    assert_eq!(tap(&screen, 3).name, tap(&screen, 5).name);
}

/// A table of four rows with cells so wide.
fn table(widths: &[i32]) -> Screen {
    let mut cells = Vec::new();
    for row in 0..4 {
        let mut left = 0;
        for width in widths {
            let mut cell = button(cells.len() + 1, &format!("{row} in {left}"));
            cell.bounds = Bounds::new(left, row * 50, left + width, row * 50 + 48);
            left += width;
            cells.push(cell);
        }
    }
    phone(cells)
}

#[test]
fn columns_of_a_table_are_classes_but_those_of_a_calendar_are_not() {
    let screen = table(&[40, 200, 90]);
    assert_eq!(tap(&screen, 2), tap(&screen, 5));
    assert_ne!(tap(&screen, 1).name, tap(&screen, 2).name);
    assert_ne!(tap(&screen, 2).name, tap(&screen, 3).name);
    let calendar = table(&[90, 90, 90]);
    assert_eq!(tap(&calendar, 1), tap(&calendar, 2));
    assert!(!tap(&table(&[200]), 1).name.contains("column"));
}

#[test]
fn ids_that_were_made_while_the_app_runs_name_nothing() {
    let of = |id: &str, label: &str| tap(&phone(vec![named(1, label, id)]), 1).name;
    assert_eq!(of("_r_2l_", "Sort"), of(":r17:", "Sort"));
    assert_ne!(of("_r_2l_", "Sort"), of("_r_2l_", "Filter"));
    assert_eq!(of("_r_2l_", "_r_2l_"), of("_r_7f_", "_r_7f_"));
    assert_eq!(of("key_7", "Seven"), of("key_7", "7"));
}

#[test]
fn what_stands_beside_each_item_is_one_class_however_many_items_there_are() {
    let items = |ids: &[&str], labels: &[&str]| {
        let named = |(at, (id, label)): (usize, (&&str, &&str))| named(at + 1, label, id);
        phone(ids.iter().zip(labels).enumerate().map(named).collect())
    };
    let ids = ["item-8-delete", "item-9-delete", "item-10-delete"];
    let copies = items(&ids, &["Delete"; 3]);
    assert!(tap(&copies, 1).is_row);
    assert_eq!(tap(&copies, 1).name, tap(&copies, 3).name);
    let lazy = items(&["button1", "button2", "button3"], &["Save", "Load", "Clear"]);
    assert!(!tap(&lazy, 1).is_row);
    assert_ne!(tap(&lazy, 1).name, tap(&lazy, 2).name);
}

#[test]
fn ids_of_the_platform_that_name_a_part_of_a_widget_count() {
    assert_eq!(lasting_id("android:id/button1"), "");
    let unnumbered = |id| unnumbered(id).collect::<String>();
    assert_eq!(unnumbered("item-6u-delete"), unnumbered("item-12-delete"));
    assert_eq!(uncounted("block-jf"), uncounted("block-a9"));
    assert_eq!(uncounted("tool_select"), "tool_select");
    assert_eq!(uncounted("zurück-é"), "zurück-é");
    assert_eq!(unnumbered("button1"), "button");
    assert_eq!(lasting_id("android:id/date_picker_header_date"), "date_picker_header_date");
}

#[test]
fn the_first_text_for_a_field_is_a_class_and_all_others_are_another() {
    let screen = phone(vec![field(1, "name", "Name"), field(2, "town", "Town")]);
    let available = available_actions(&screen);
    let weights = ActionClassWeights::default();
    let of = |offer: &AvailableAction| {
        ActionClass::of(&screen, &offer.action, &screen.location, &weights)
    };
    let classes = available.iter().map(of);
    let mut names: Vec<String> = classes.map(|class| class.name).collect();
    names.dedup();
    let of = |id: &str| format!("type field EditText {id}");
    let other = |id: &str| format!("type field EditText {id}, another text");
    assert_eq!(names, [of("name"), other("name"), of("town"), other("town")]);
}

#[test]
fn a_choice_among_languages_leads_away_whatever_it_is_called() {
    let choice = |number: usize, label: &str| Widget {
        class: "input.RadioButton".into(),
        checked: Some(false),
        ..button(number, label)
    };
    let among = |labels: &[&str]| {
        let choices = labels.iter().enumerate().map(|(at, label)| choice(at + 1, label));
        tap(&phone(choices.collect()), 1).leads
    };
    assert_eq!(among(&["Hausa", "Deutsch", "Italiano", "Polski"]), ClassLead::Away);
    assert_eq!(among(&["Hausa", "Deutsch", "Salt", "Pepper"]), ClassLead::Untold);
    assert_eq!(among(&["en-us", "de-de", "fr-fr", "ha-ng"]), ClassLead::Away);
    assert_eq!(among(&["kg", "oz", "lb", "de"]), ClassLead::Untold);
}

#[test]
fn two_commands_with_one_id_are_told_apart_by_their_words() {
    let menu = |other: &str| phone(vec![named(1, "Embed", "tool"), named(2, other, "tool")]);
    assert_ne!(tap(&menu("Convert"), 1), tap(&menu("Convert"), 2));
    assert_eq!(tap(&menu("Embed"), 1), tap(&menu("Embed"), 2));
}

#[test]
fn each_section_of_a_site_has_a_navigation_of_its_own() {
    let name = |location: &str| {
        let page = phone(vec![button(1, "Toggle navigation")]);
        tap(&Screen { location: location.into(), ..page }, 1).name
    };
    assert_eq!(name("/shop/list"), name("/shop/cart"));
    assert_ne!(name("/shop/list"), name("/news"));
    assert_eq!(name(".Shop"), name(".News"));
}

#[test]
fn the_keys_of_a_keypad_are_one_class_whatever_signs_are_on_them() {
    let pad = |signs: [&str; 5]| {
        let keys = signs.iter().enumerate().map(|(at, sign)| button(at + 1, sign));
        phone(keys.chain([button(6, "Erase")]).collect())
    };
    let (digits, others) = (pad(["1", "2", "3", "4", "5"]), pad(["♠", "♣", "♥", "♦", "✚"]));
    assert!(tap(&digits, 1).is_row && !tap(&digits, 6).is_row);
    assert_eq!(tap(&digits, 1).name, tap(&digits, 4).name);
    assert_eq!(tap(&digits, 1).name, tap(&others, 2).name);
    let few = phone(vec![button(1, "+"), button(2, "-"), button(3, "Count")]);
    assert_ne!(tap(&few, 1).name, tap(&few, 2).name);
}
