//! Relations on made-up screens, and any text as a relation.

use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::domain::DisplaySize;

fn screen(shown: &[(&str, &str)]) -> Screen {
    let widget = |(id, text): &(&str, &str)| Widget {
        resource_id: (*id).into(),
        text: (*text).into(),
        label: (*text).into(),
        ..Widget::default()
    };
    let widgets = shown.iter().map(widget).collect();
    Screen { widgets, ..Screen::on_display("org.app", ".Main", DisplaySize::new(100, 200)) }
}

fn holds(relation: &str) -> Option<bool> {
    let now = screen(&[
        ("price", "€2.50"),
        ("quantity", "3"),
        ("total", "Total €7.50"),
        ("row", "1"),
        ("row", "2"),
        ("name", "Ada"),
    ]);
    let before = screen(&[("quantity", "2"), ("name", "Ada"), ("row", "1")]);
    let compared = ValueRelation::read(relation).unwrap().compare(&now, Some(&before));
    compared.map(|compared| compared.holds)
}

#[rstest]
#[case("#total = #price * #quantity", Some(true))]
#[case("#total = #price * #quantity + 1", Some(false))]
#[case("#quantity = before #quantity + 1", Some(true))]
#[case("count(#row) > before count(#row)", Some(true))]
#[case("sum(#row) = 3", Some(true))]
#[case("sum(#row) >= 3.5", Some(false))]
#[case("#name = before #name", Some(true))]
#[case("#name != before #name", Some(false))]
#[case("#name < #name", None)]
#[case("\"Total *\" != 7", Some(true))]
#[case("2 * (1 + 2) = 6", Some(true))]
#[case("10 - 2 - 3 = 5", Some(true))]
#[case("-1 <= 0", Some(true))]
#[case("#missing = 1", None)]
#[case("count(#missing) = 0", Some(true))]
#[case("1 / 0 = 1", None)]
fn relations_compare_what_is_shown(#[case] relation: &str, #[case] expected: Option<bool>) {
    assert_eq!(holds(relation), expected);
}

#[rstest]
#[case("#total", "compares nothing")]
#[case("#total =", "a value is missing")]
#[case("#total = total", "quotation marks")]
#[case("(1 + 2 = 3", "not closed")]
#[case("count(3) = 3", "in parentheses")]
#[case("1 = 1 = 1", "continues")]
#[case("1 ? 2", "has no meaning")]
#[case("# = 2", "names no widget")]
fn what_is_no_relation_is_told(#[case] written: &str, #[case] reported: &str) {
    let error = ValueRelation::read(written).unwrap_err();
    assert!(error.contains(reported), "{error}");
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0u32..1000).prop_map(|number| number.to_string()),
        "[a-z_]{1,6}".prop_map(|id| format!("#{id}")),
        "[A-Za-z* ]{0,8}".prop_map(|words| format!("\"{words}\"")),
        "[a-z_]{1,6}".prop_map(|id| format!("count(#{id})")),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        (inner.clone(), prop_oneof![Just("+"), Just("-"), Just("*"), Just("/")], inner)
            .prop_map(|(left, operator, right)| format!("({left} {operator} {right})"))
    })
}

proptest! {
    #[test]
    fn any_text_can_be_read(text in ".{0,60}") {
        let _ = ValueRelation::read(&text);
    }

    #[test]
    fn what_the_grammar_gives_is_read(left in expression(), right in expression()) {
        let relation = ValueRelation::read(&format!("{left} = {right}"));
        prop_assert!(relation.is_ok(), "{relation:?}");
        let now = screen(&[("a", "1"), ("b", "x")]);
        let _ = relation.unwrap().compare(&now, Some(&now));
    }

    #[test]
    fn numbers_are_computed_as_usual(a in -99i32..99, b in -99i32..99, c in 1i32..99) {
        let relation = format!("{a} + {b} * {c} = {}", a + b * c);
        let compared = ValueRelation::read(&relation).unwrap().compare(&screen(&[]), None);
        prop_assert!(compared.unwrap().holds, "{relation}");
    }
}
