use super::*;

fn field(hint: &str, id: &str) -> Widget {
    Widget { hint: hint.into(), resource_id: format!("p:id/{id}"), ..Widget::default() }
}

#[test]
fn names_of_accounts_and_of_addresses_have_no_blanks() {
    for id in ["username", "user_name", "slug"] {
        assert!(!plausible(&field("", id), 0).contains(' '), "{id}");
    }
    assert_eq!(plausible(&field("", "loan-0-until"), 0), "2026-01-15");
    assert_eq!(plausible(&field("", "valid until"), 0), "12/29");
}

/// An app that asks in its settings how it writes dates was given a date.
#[test]
fn the_pattern_of_dates_is_no_date() {
    assert_eq!(plausible(&field("Date Pattern", ""), 0), "yyyy-MM-dd");
    assert_eq!(plausible(&field("", "timeFormat"), 0), "HH:mm");
    assert_eq!(plausible(&field("Date (format yyyy-mm-dd)", ""), 0), "2026-01-15");
}

#[test]
fn inputs_of_web_pages_say_what_they_take() {
    let input = |kind: &str, id: &str| Widget {
        class: format!("input.{kind}"),
        resource_id: id.into(),
        ..Widget::default()
    };
    let value = |kind, id| plausible(&input(kind, id), 0);
    assert_eq!(value("number", "time_between-weeks"), "7");
    assert_eq!(value("number", "due date"), "12", "no date is a number");
    assert_eq!(value("number", "price"), "20");
    assert_eq!(value("datetime-local", "joined"), "2026-01-15T07:30");
    assert_eq!(value("date", "joined"), "2026-01-15");
    assert_eq!(value("text", "time_between-minutes"), "30");
    assert_eq!(value("text", "customer_id"), "1");
    assert_eq!(value("text", "id_name"), "Ada Lovelace");
}

#[test]
fn an_example_in_the_hint_wins() {
    assert_eq!(plausible(&field("Systolic (e.g. 120)", "a"), 0), "120");
    assert_eq!(plausible(&field("Coupon (try WELCOME10)", "a"), 0), "WELCOME10");
    assert_eq!(variants(&field("Coupon (try WELCOME10)", "a")), 3);
    assert_eq!(plausible(&field("Rate, like 24.50", "a"), 0), "24.50");
    assert_eq!(plausible(&field("Start, such as 08:15", "a"), 0), "08:15");
    assert_eq!(plausible(&field("What you like to eat", "a"), 0), "Lamp 12");
}

#[test]
fn numbers_are_also_tried_with_one_that_is_a_number_in_form_only() {
    for said in ["Rate, like 24.50", "Yearly fee", "Price"] {
        let odd = odd(&field(said, ""));
        let infinite = |value: &&&str| value.parse::<f64>().is_ok_and(f64::is_infinite);
        assert_eq!(odd.iter().filter(infinite).count(), 1, "{said}");
    }
}

#[test]
fn words_decide_where_there_is_no_example() {
    assert_eq!(plausible(&field("Your e-mail", ""), 0), "ada@example.org");
    assert_eq!(plausible(&field("", "birth_date"), 0), "1990-05-17");
    assert_eq!(plausible(&field("Spinning", ""), 0), "Lamp 12", "`pin` is not a word of it");
}

#[test]
fn what_a_field_holds_tells_what_it_takes_if_no_word_does() {
    let holding = |id: &str, text: &str| Widget { text: text.into(), ..field("", id) };
    assert_eq!(plausible(&holding("reading", "24.50"), 0), "12");
    assert_eq!(odd(&holding("reading", "24.50")), ODD_NUMBERS);
    assert_eq!(plausible(&holding("due", "2024-05-01"), 0), "2026-01-15");
    assert_eq!(plausible(&holding("opens", "08:15"), 0), "07:30");
    assert_eq!(plausible(&holding("email", "24"), 0), "ada@example.org", "words come first");
    assert_eq!(plausible(&holding("reading", "none"), 0), "Lamp 12");
}

#[test]
fn ids_are_read_word_by_word() {
    assert_eq!(words_of("shipZip"), "ship Zip");
    assert_eq!(words_of("ship_zip-code2"), "ship zip code 2");
    assert_eq!(words_of("etURLField"), "et URL Field");
    assert_eq!(plausible(&field("", "shipZip"), 0), "10115");
    assert_eq!(plausible(&field("", "userEmail"), 0), "ada@example.org");
    assert_eq!(plausible(&field("", "userHeight"), 0), "12");
    assert_eq!(plausible(&field("", "user"), 0), "Ada Lovelace");
    assert_eq!(plausible(&field("", "contactPhoneNumber"), 0), "+15550100");
    assert_eq!(plausible(&field("", "spinning"), 0), "Lamp 12", "no word of it is known");
}

#[test]
fn what_kind_of_field_an_id_names_says_nothing_of_its_text() {
    assert_eq!(plausible(&field("", "editTextGravity"), 0), "12");
    assert_eq!(plausible(&field("", "color_edit_text"), 0), "Lamp 12");
    assert_eq!(plausible(&field("", "editText1"), 0), "Bring two lamps.");
}

#[test]
fn an_amount_of_time_is_a_number() {
    assert_eq!(plausible(&field("Boil time (min)", ""), 0), "30");
    let held = Widget { text: "60.0".into(), ..field("Boil time", "") };
    assert_eq!(plausible(&held, 0), "12");
    assert_eq!(plausible(&field("Time of arrival", ""), 0), "07:30");
}

#[test]
fn a_name_on_a_card_is_no_number() {
    assert_eq!(plausible(&field("Name on card", ""), 0), "Ada Lovelace");
    assert_eq!(plausible(&field("Card", ""), 0), "4111111111111111");
}

#[test]
fn captions_say_what_a_field_asks_for() {
    let field = Widget { caption: "E-mail".into(), ..field("", "input_3") };
    assert_eq!(plausible(&field, 0), "ada@example.org");
}

#[test]
fn variants_differ() {
    let field = field("Title", "title");
    assert_ne!(plausible(&field, 0), plausible(&field, 1));
}

#[test]
fn odd_values_are_of_the_fields_kind() {
    assert_eq!(odd(&field("Hour", ""))[0], "24");
    assert_eq!(odd(&field("", "quantity"))[0], "0");
    assert_eq!(odd(&field("Search notes", ""))[0], "*");
    assert_eq!(odd(&field("Birth date", ""))[0], "1970-01-01");
    assert_eq!(odd(&field("Title", "title"))[0], "  ");
    assert_eq!(odd(&field("Weight (e.g. 71.5)", ""))[0], "0");
}

#[test]
fn numbers_that_are_checked_get_other_odd_values_than_amounts() {
    assert!(odd(&field("ISBN", "isbn")).contains(&"12345X7890"));
    assert!(odd(&field("Card number", "")).contains(&"12345"));
    assert_eq!(odd(&field("Password", ""))[0], "1");
}

#[test]
fn lively_texts_hold_more_than_latin_signs() {
    assert!(!lively(&field("Comment", "")).is_ascii());
    assert!(lively(&field("E-mail", "")).is_ascii());
}

#[test]
fn odd_hints_do_no_harm() {
    for hint in ["e.g.", "E.G. ", "İ e.g. x", "e.g. )", "try "] {
        let _ = plausible(&field(hint, ""), 0);
    }
}
