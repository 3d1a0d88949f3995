use rstest::rstest;

use super::*;
use crate::domain::{DisplaySize, WidgetPosition};

fn screen(dialog: bool, widget: Widget) -> Screen {
    Screen {
        dialog,
        widgets: vec![widget],
        ..Screen::on_display("org.app", ".Main", DisplaySize::new(1, 1))
    }
}

fn widget(role: WidgetRole, label: &str, row: Option<usize>) -> Widget {
    Widget {
        number: 1,
        role: Some(role),
        text: label.into(),
        label: label.into(),
        position: WidgetPosition { list: row.map(|_| 1), row, ..WidgetPosition::default() },
        ..Widget::default()
    }
}

fn says(phrase: &str, widget: Widget, dialog: bool) -> bool {
    let target = WidgetTarget::of(&widget);
    let label = SpokenLabel::of(&target, &screen(dialog, widget));
    label.is_some_and(|label| GuardPhrase::from(phrase.to_owned()).matches(&label))
}

#[rstest]
#[case("delete *", "Delete", true)]
#[case("delete *", "DELETE NOTE…", true)]
#[case("delete *", "Delete this note now", true)]
#[case("delete *", "Delete the notes that nobody reads", false)]
#[case("delete *", "2 notes deleted", false)]
#[case("delete", "Delete note", false)]
#[case("delete", "Delete button", true)]
#[case("delete", "Delete · This cannot be undone", true)]
#[case("post", "Post number 5", false)]
#[case("post", "1 · Post number 1", false)]
#[case("pay # *", "Pay $12.50", true)]
#[case("pay # *", "Pay 12,50 EUR", true)]
#[case("pay # *", "Pay later", false)]
#[case("send *", "Allow the app to send you messages?", false)]
#[case("", "", false)]
fn a_buttons_whole_label_counts(#[case] phrase: &str, #[case] label: &str, #[case] held: bool) {
    assert_eq!(says(phrase, widget(WidgetRole::Button, label, None), false), held);
}

#[rstest]
#[case(WidgetRole::View, "Delete note", true)]
#[case(WidgetRole::View, "Delete in four easy steps", false)]
#[case(WidgetRole::Field, "Delete", false)]
#[case(WidgetRole::Toggle, "Delete", false)]
#[case(WidgetRole::Tab, "Delete", false)]
fn what_is_no_command_is_not_held(
    #[case] role: WidgetRole,
    #[case] label: &str,
    #[case] held: bool,
) {
    assert_eq!(says("delete *", widget(role, label, None), false), held);
}

#[test]
fn a_row_of_a_list_says_the_whole_phrase_or_begins_with_a_specific_one() {
    let row = |label| widget(WidgetRole::View, label, Some(2));
    assert!(!says("call *", row("Call mum"), false), "a note");
    assert!(!says("buy # *", row("Buy 3 eggs"), false), "another note");
    assert!(says("call *", row("Call"), false));
    assert!(says("erase all *", row("Erase all notes · Also in the trash"), false), "a setting");
    assert!(says("delete *", row("Delete note"), true), "a menu is a dialog with rows");
    let button = widget(WidgetRole::Button, "Delete note", Some(2));
    assert!(says("delete *", button, false), "a button in the row");
}

#[rstest]
#[case("share_icon", true)]
#[case("btnShare", true)]
#[case("noteShare", true)]
#[case("shared_notes", false)]
fn an_id_that_stands_for_the_label_is_read_in_words(#[case] id: &str, #[case] held: bool) {
    let icon = Widget { text: String::new(), ..widget(WidgetRole::Button, id, None) };
    assert_eq!(says("share *", icon, false), held);
}

#[rstest]
#[case("org.app:id/tool_delete", true)]
#[case("org.app:id/btnDelete", true)]
#[case("delete_button", true)]
#[case("org.app:id/show_deleted", false)]
#[case("org.app:id/delete_hint", false)]
fn an_id_that_ends_with_a_verb_is_held_whatever_the_label_is(#[case] id: &str, #[case] held: bool) {
    let icon = Widget { resource_id: id.into(), ..widget(WidgetRole::View, "✕", None) };
    assert_eq!(says("delete *", icon, false), held);
}

#[test]
fn a_target_that_is_not_on_the_screen_is_taken_for_a_button() {
    let target = WidgetTarget { number: 9, label: "Delete it".into(), ..WidgetTarget::default() };
    let label = SpokenLabel::of(&target, &screen(false, Widget::default())).unwrap();
    assert!(GuardPhrase::from("delete *".to_owned()).matches(&label));
}
