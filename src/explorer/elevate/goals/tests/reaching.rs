//! What is done for inputs that a goal names: scrolling, choices, hidden fields.

use super::pursuing::{pursued_by, pursued_on};
use crate::domain::{ActionKind, Bounds, Point, Screen, Widget, WidgetRole};
use crate::explorer::elevate::goals::pursuit::GoalLeave;
use crate::explorer::testing::{button, field, menu, phone, widget};

/// A page that scrolls, with these on the part of it that is shown.
fn page(part: &str, inside: Vec<Widget>) -> Screen {
    let mut scroller = widget(1, "android.widget.ScrollView", part);
    scroller.actions = vec![ActionKind::Scroll];
    scroller.bounds = Bounds::new(0, 0, 720, 1600);
    scroller.tap = Some(Point::new(9, 9));
    let inside = inside.into_iter().enumerate().map(|(at, it)| Widget { number: at + 2, ..it });
    Screen { location: ".Add".into(), ..phone(std::iter::once(scroller).chain(inside).collect()) }
}

fn holding(id: &str, name: &str, text: &str) -> Widget {
    Widget { text: text.into(), ..field(0, id, name) }
}

/// The button that saved a form was below what the display showed. The goal ended there, and the rules opened its
/// pickers.
#[test]
fn the_page_is_scrolled_on_to_what_a_goal_names() {
    let top = |text: &str| page("Top", vec![holding("title", "Title", text), button(0, "Home")]);
    let middle = || page("Middle", vec![holding("pages", "Pages", "")]);
    let end = || page("End", vec![button(0, "Save"), button(0, "Save and add another")]);
    let begin = ["type \"Plan\" into \"Title\"", "type \"9\" into \"Pages\"", "tap \"Save\""];
    let filled = || page("Middle", vec![holding("pages", "Pages", "9")]);
    let screens = [top("Plan"), middle(), filled(), end()];
    let asks = pursued_on(&top(""), &begin, &[9; 5], &screens);
    let scroll = |part: &str| format!("scroll {part:?} down");
    let typing = ["type \"Plan\" into \"Title\"", "type \"9\" into \"Pages\""];
    let all = [typing[0], &scroll("Top"), typing[1], &scroll("Middle"), "tap \"Save\""];
    assert_eq!(asks, all);
}

#[test]
fn a_page_is_not_scrolled_for_ever_for_what_is_not_there() {
    let parts: Vec<Screen> =
        (0..9).map(|part| page(&format!("Part {part}"), vec![button(0, "Home")])).collect();
    let asks = pursued_on(&parts[0], &["tap \"Gone\""], &[9; 6], &parts[1..]);
    let scrolls = asks.iter().filter(|asked| asked.starts_with("scroll")).count();
    assert_eq!(scrolls, 4, "{asks:?}");
    let asks = pursued_on(&parts[0], &["scroll down", "tap \"Home\""], &[9; 2], &parts[1..]);
    assert_eq!(asks, ["scroll \"Part 0\" down", "tap \"Home\""], "the page, without its name");
}

/// The list of a menu took little of the display, and a reply could not scroll it.
#[test]
fn what_is_small_is_scrolled_if_a_reply_asks_for_it() {
    let menu = |entry: &str| {
        let mut menu = page("Menu", vec![button(0, entry)]);
        (menu.widgets[0].class, menu.widgets[0].bounds) =
            ("android.widget.ListView".into(), Bounds::new(0, 0, 300, 200));
        menu
    };
    let asks =
        pursued_on(&menu("Edit"), &["scroll down", "tap \"Delete\""], &[9; 2], &[menu("Delete")]);
    assert_eq!(asks, ["scroll \"Menu\" down", "tap \"Delete\""]);
}

/// On apps of others a list was scrolled on three times at its end, as its first scroll had changed what it shows.
#[test]
fn a_page_is_not_scrolled_on_at_its_end() {
    let shows = |text: &str| page("List", vec![widget(0, "android.widget.TextView", text)]);
    let after = [shows("8 of 9"), shows("8 of 9"), shows("8 of 9")];
    let asks = pursued_on(&shows("1 of 9"), &["tap \"Gone\""], &[9; 3], &after);
    assert_eq!(asks, ["scroll \"List\" down", "scroll \"List\" down", "nothing new"]);
}

/// A reply cannot name the options of a choice before it is open.
#[test]
fn a_choice_is_opened_before_its_option_is_taken() {
    let picker = |shown: &str| {
        let mut picker = button(0, shown);
        (picker.role, picker.caption) = (Some(WidgetRole::Picker), "Kind:".into());
        picker
    };
    let form = |shown: &str| page("Form", vec![picker(shown), button(0, "Save")]);
    let options = || Screen { dialog: true, ..menu("Choose an option", &["---------", "Green"]) };
    let begin = ["choose \"Green\" in \"Kind\"", "tap \"Save\""];
    let asks = pursued_on(&form("---------"), &begin, &[9; 3], &[options(), form("Green")]);
    assert_eq!(asks, ["tap \"---------\"", "tap \"Green\"", "tap \"Save\""]);
    let asks = pursued_on(&form("Green"), &begin, &[9], &[]);
    assert_eq!(asks, ["tap \"Save\""], "it is made already");
    let begin = ["tap \"---------\"", "tap \"Save\""];
    let asks = pursued_on(&form("---------"), &begin, &[9; 3], &[options(), form("Green")]);
    assert_eq!(asks, ["tap \"---------\"", "tap \"Green\"", "tap \"Save\""], "a bare tap too");
    let begin = ["choose \"Blue\" in \"Kind\"", "tap \"Save\""];
    let asks = pursued_on(&form("---------"), &begin, &[9; 2], &[options()]);
    assert_eq!(asks[1], "tap \"Green\"", "some option is taken, if the named one is not there");
}

/// A form with a hidden field was sent without it, since a reply cannot fill it.
#[test]
fn hidden_fields_are_filled_before_what_sends_them() {
    let form = |name: &str| {
        let secret = Widget { password: true, ..field(0, "password", "Password") };
        page("Form", vec![holding("name", "Name", name), secret, button(0, "Save")])
    };
    let begin = ["type \"ada\" into \"Name\"", "tap \"Save\""];
    let asks = pursued_on(&form(""), &begin, &[9; 3], &[form("ada"), form("ada")]);
    assert_eq!(asks.len(), 3, "{asks:?}");
    assert!(asks[1].starts_with("type <secret> into"), "{asks:?}");
    assert_eq!(asks[2], "tap \"Save\"");
}

/// Players who led lost a question each time the button of a form lay further down.
#[test]
fn whoever_leads_finds_the_button_that_sends_a_form() {
    let part = |more: &str| page("Form", vec![holding("mail", "Mail", ""), button(0, more)]);
    let leads = GoalLeave { search: false, ..GoalLeave::ALL };
    let does = |words: &str| {
        let begin = ["type \"Ada\" into \"Mail\"", words];
        pursued_by(leads, &part("More"), &begin, (&[9; 3], &[part("More"), part("Save")]))
    };
    let asks = does("tap \"Save\"");
    assert!(asks[1].starts_with("scroll"), "{asks:?}");
    assert_eq!(asks[2], "tap \"Save\"");
    assert!(!does("tap \"History\"")[1].starts_with("scroll"), "it may be anywhere");
    assert!(!does("type \"Save\" into \"Note\"")[1].starts_with("scroll"), "a text sends nothing");
}

/// "Settings" was the last of twelve tabs in a row that shows five.
#[test]
fn what_the_device_knows_further_on_is_scrolled_to() {
    let tabs = |further: &[&str], tab: &str| {
        let mut tabs = page("Tabs", vec![button(0, tab)]);
        tabs.widgets[0].further = further.iter().map(|name| (*name).to_owned()).collect();
        tabs
    };
    let leads = GoalLeave { search: false, ..GoalLeave::ALL };
    let does = |words: &str| {
        let after = [tabs(&["Settings"], "Menus"), tabs(&[], "Settings")];
        pursued_by(leads, &tabs(&["Gifts", "Settings"], "Home"), &[words], (&[9; 3], &after))
    };
    let on = "scroll \"Tabs\" down";
    assert_eq!(does("tap \"Settings\""), [on, on, "tap \"Settings\""]);
    assert!(does("tap \"Travel\"").iter().all(|asked| asked != on), "it is nowhere");
}

/// A list with a search was scrolled to its blank end three times, as "Add" was not there under the name that was said.
#[test]
fn whoever_leads_does_not_look_further_down_on_a_search() {
    let list = |more: &str| page("Notes", vec![holding("find", "Search", ""), button(0, more)]);
    let leads = GoalLeave { search: false, ..GoalLeave::ALL };
    let begin = ["type \"Ada\" into \"Search\"", "tap \"Add\""];
    let asks = pursued_by(leads, &list("More"), &begin, (&[9; 3], &[list("More"), list("Add")]));
    assert!(asks.iter().all(|asked| !asked.starts_with("scroll")), "{asks:?}");
}

/// A password that a reply named was typed into the e-mail address, the only field that it could fill.
#[test]
fn a_text_for_a_hidden_field_is_no_text_for_another_one() {
    let form = || {
        let secret = Widget { password: true, ..field(0, "password", "Password") };
        page("Form", vec![holding("mail", "Mail", ""), secret, button(0, "Save")])
    };
    let begin = ["type \"abc\" into \"Password\"", "tap \"Save\""];
    let asks = pursued_on(&form(), &begin, &[9; 2], &[form()]);
    assert!(asks[0].starts_with("type <secret> into"), "{asks:?}");
    assert_eq!(asks[1], "tap \"Save\"", "it is filled once");
}
