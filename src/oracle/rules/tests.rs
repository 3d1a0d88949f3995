//! Each rule on an app that breaks it, and on one that does not.

use super::testing::{MadeUpRun, button, field, list, page, text, toggle};
use crate::domain::{
    Action, Bounds, ConditionKind, Screen, SystemCondition, Widget, WidgetPosition,
};

const NOTHING: [&str; 0] = [];

fn home() -> Screen {
    page("Home", vec![button("terms", "Terms"), button("privacy", "Privacy")])
}

#[test]
fn a_page_that_loads_for_a_minute_never_ends() {
    assert_eq!(MadeUpRun::open(home()).busy(60_000).rules(), ["endless-loading"]);
    assert_eq!(MadeUpRun::open(home()).busy(20_000).rules(), NOTHING);
}

#[test]
fn a_page_with_only_its_heading_is_blank() {
    let run = MadeUpRun::open(home()).tap("Terms", page("Terms", vec![]));
    assert_eq!(run.rules(), ["blank-page"]);
    let run = MadeUpRun::open(home()).tap("Terms", page("Terms", vec![text("", "No terms yet")]));
    assert_eq!(run.rules(), NOTHING);
    let position = WidgetPosition { list: Some(2), row: Some(0), ..WidgetPosition::default() };
    let at_top = Bounds::new(0, 50, 720, 100);
    let cell = Widget { bounds: at_top, position, ..text("", "Lamp") };
    let run = MadeUpRun::open(home()).tap("Terms", page("Terms", vec![cell]));
    assert_eq!(run.rules(), NOTHING, "a short table");
    let file = Screen { location: "/api.json".into(), ..page("Terms", vec![]) };
    assert_eq!(MadeUpRun::open(home()).tap("Terms", file).rules(), NOTHING, "a browser's own");
    let at_top = Widget { bounds: at_top, ..text("", "Hello") };
    let preview = Screen { location: "/preview".into(), ..page("Terms", vec![at_top]) };
    assert_eq!(MadeUpRun::open(home()).tap("Terms", preview).rules(), NOTHING, "it has no bar");
    let drawing = Widget { bounds: Bounds::new(0, 0, 720, 1600), ..button("", "Paris Rome") };
    let run = MadeUpRun::open(home()).tap("Terms", page("Terms", vec![drawing]));
    assert_eq!(run.rules(), NOTHING, "one widget with all words");
}

#[test]
fn a_placeholder_is_told_unless_it_was_typed() {
    let reported = |words: &str| MadeUpRun::open(page("Home", vec![text("a", words)])).found.len();
    assert_eq!((reported("Hello null"), reported("{0} items"), reported("Nullify it")), (1, 1, 0));
    let form = || page("Home", vec![field("name", "null"), text("hello", "Hello null")]);
    let run = MadeUpRun::open(page("Home", vec![field("name", "")])).write("name", "null", form());
    assert_eq!(run.rules(), NOTHING);
    let page_of = |words: &str| page("Home", vec![field("n", "7"), text("code", words)]);
    let run =
        |words: &str| MadeUpRun::open(page_of("-")).write("n", "7", page_of(words)).found.len();
    assert_eq!((run("{7} it"), run("{8} it")), (0, 1), "typed text in braces is code");
}

#[test]
fn a_covered_button_is_told_if_it_stays_covered() {
    let at = Bounds::new(0, 400, 700, 500);
    let covered = || {
        let pay = Widget { bounds: at, ..button("pay", "Pay now") };
        page("Home", vec![pay, Widget { bounds: at, ..button("bar", "Offers") }])
    };
    let run = MadeUpRun::open(covered());
    assert_eq!(run.rules(), NOTHING, "a message may pass");
    assert_eq!(run.back(covered()).rules(), ["covered-widget"]);
    let below_menu = || {
        let around = Widget { bounds: Bounds::new(0, 0, 720, 1280), ..button("around", "") };
        page("Home", vec![Widget { bounds: at, ..button("pay", "Pay now") }, around])
    };
    assert_eq!(MadeUpRun::open(below_menu()).back(below_menu()).rules(), NOTHING, "a backdrop");
    let labelled = || {
        let around = Widget { bounds: Bounds::new(0, 390, 700, 510), ..field("post", "") };
        let view = Some(crate::domain::WidgetRole::View);
        page("Home", vec![Widget { bounds: at, role: view, ..button("label", "Post") }, around])
    };
    assert_eq!(MadeUpRun::open(labelled()).back(labelled()).rules(), NOTHING, "its label");
}

#[test]
fn a_button_of_some_pixels_is_too_small() {
    let small = || Widget { bounds: Bounds::new(0, 400, 10, 410), ..button("x", "Close it") };
    assert_eq!(MadeUpRun::open(page("Home", vec![small()])).rules(), ["too-small"]);
    let gutter = Widget { bounds: Bounds::new(0, 400, 10, 900), ..button("x", "Fold") };
    assert_eq!(MadeUpRun::open(page("Home", vec![gutter])).rules(), NOTHING, "it is long");
    let hidden = Widget { bounds: Bounds::new(0, 400, 2, 401), ..button("x", "Play") };
    assert_eq!(MadeUpRun::open(page("Home", vec![hidden])).rules(), NOTHING, "for programs");
    let scaled = (1..=3).map(|it| Widget { label: format!("Link {it}"), ..small() }).collect();
    assert_eq!(MadeUpRun::open(page("Home", scaled)).rules(), NOTHING, "the page itself is small");
    let line = |top| Widget { bounds: Bounds::new(0, top, 90, top + 8), ..text("", "Words") };
    let lines = [200, 220, 240].map(line).into_iter().chain([small()]).collect();
    let tiny = Screen { location: "/".into(), ..page("Home", lines) };
    assert_eq!(MadeUpRun::open(tiny).rules(), NOTHING, "its words are as small");
    let position = WidgetPosition { parent: Some(2), ..WidgetPosition::default() };
    let arrow = Widget { bounds: Bounds::new(0, 400, 10, 410), position, ..button("x", "Unfold") };
    let around = Widget { bounds: Bounds::new(0, 380, 700, 480), ..button("row", "Details") };
    let run = MadeUpRun::open(page("Home", vec![around, arrow]));
    assert_eq!(run.rules(), NOTHING, "what lies around it can be hit");
    let menu = |height: i32| {
        let bounds = Bounds::new(0, 412, 130, 412 + height);
        Widget { bounds, position, role: Some(crate::domain::WidgetRole::List), ..text("menu", "") }
    };
    let hung = |height: i32| MadeUpRun::open(page("Home", vec![small(), menu(height)]));
    assert_eq!((hung(90).found.len(), hung(8).found.len()), (0, 1), "a menu hangs from it");
}

#[test]
fn tools_of_what_is_edited_in_place_are_not_dead() {
    let screen = |words: &str| {
        let drawing = Widget { class: "canvas".into(), opaque: true, ..button("c", "") };
        page("Draw", vec![text("", words), button("", "Help"), drawing])
    };
    let run = MadeUpRun::open(screen("one")).tap("Help", screen("one")).back(screen("two"));
    let run = run.tap("Help", screen("two")).back(screen("three"));
    assert_eq!(run.tap("Help", screen("three")).rules(), NOTHING);
}

#[test]
fn a_button_that_never_does_anything_is_dead() {
    let screen = |n: &str| page("Home", vec![text("n", n), button("go", "Blue")]);
    let run = MadeUpRun::open(screen("one")).tap("Blue", screen("one")).back(screen("two"));
    let run = run.tap("Blue", screen("two")).back(screen("three"));
    assert_eq!(run.rules(), NOTHING);
    assert_eq!(run.tap("Blue", screen("three")).rules(), ["dead-control"]);
}

#[test]
fn a_button_that_does_nothing_on_three_visits_is_dead() {
    let screen = || page("Help", vec![button("call", "Call us"), text("a", "b")]);
    let visit = |run: MadeUpRun| run.back(home()).tap("Terms", screen()).tap("Call us", screen());
    let run = MadeUpRun::open(home()).tap("Terms", screen()).tap("Call us", screen());
    let run = visit(run);
    assert_eq!(run.rules(), NOTHING);
    assert_eq!(visit(run).rules(), ["dead-control"]);
    let next = || page("Help", vec![button("next", "Next day"), text("a", "b")]);
    let visit = |run: MadeUpRun| run.back(home()).tap("Terms", next()).tap("Next day", next());
    assert_eq!(visit(visit(visit(MadeUpRun::open(home())))).rules(), NOTHING, "it has ends");
}

#[test]
fn a_page_that_is_opened_again_shows_what_it_showed() {
    let terms = |more: &str| page("Terms", vec![text("a", "What we do"), text("b", more)]);
    let first = || MadeUpRun::open(home()).tap("Terms", terms("How to reach us"));
    let again = first().back(home()).tap("Terms", terms(""));
    assert_eq!(again.rules(), ["shows-less"]);
    assert_eq!(first().back(home()).tap("Terms", terms("How to reach us")).rules(), NOTHING);
    let goes_on = first().back(home()).tap("Terms", terms("3:15 left"));
    assert_eq!(goes_on.rules(), ["shows-less"], "what it showed is no clock");
    let settings = |on| page("Settings", vec![toggle("short", "Short", on), text("a", "b")]);
    let again = MadeUpRun::open(home()).tap("Privacy", settings(false)).back(home());
    assert_eq!(again.tap("Privacy", settings(true)).rules(), ["shows-less"], "another value");
    let run = first().back(home()).tap("Privacy", settings(false));
    let run = run.tap("Short", settings(true)).back(home()).tap("Terms", terms(""));
    assert_eq!(run.rules(), NOTHING, "something was changed in between");
}

#[test]
fn a_button_beside_a_number_may_be_at_the_end_of_its_range() {
    let stepper = |words: &str, number: &str| {
        let at = |left| Bounds::new(left, 400, left + 100, 500);
        let less = Widget { bounds: at(100), ..button("less", "Less") };
        let shown = Widget { bounds: at(220), ..text("quantity", number) };
        page("Cart", vec![text("n", words), less, shown])
    };
    let pressed = |numbers: [&str; 3]| {
        let [one, two, three] = numbers;
        let run = MadeUpRun::open(stepper("a", one)).tap("Less", stepper("a", one));
        let run = run.back(stepper("b", two)).tap("Less", stepper("b", two));
        run.back(stepper("c", three)).tap("Less", stepper("c", three))
    };
    assert_eq!(pressed(["1", "1", "1"]).rules(), NOTHING);
    assert_eq!(pressed(["3", "2", "1"]).rules(), ["dead-control"]);
}

#[test]
fn a_button_that_must_act_each_time_is_dead_on_one_screen() {
    let screen = || page("Reports", vec![button("export", "Export report"), text("a", "b")]);
    let run = MadeUpRun::open(screen()).tap("Export report", screen());
    assert_eq!(run.rules(), NOTHING);
    assert_eq!(run.tap("Export report", screen()).rules(), ["dead-control"]);
}

#[test]
fn as_many_are_selected_as_is_said() {
    let screen = |words: &str| {
        let mut rows = list(3, &["Milk", "Bread", "Tea"]);
        rows[1].selected = true;
        rows[2].selected = true;
        page("Notes", [vec![text("count", words)], rows].concat())
    };
    assert_eq!(MadeUpRun::open(screen("3 selected")).rules(), ["selection-count"]);
    assert_eq!(MadeUpRun::open(screen("2 selected")).rules(), NOTHING);
}

#[test]
fn a_switch_that_does_not_switch_is_stuck() {
    let screen = |on| page("Home", vec![toggle("wifi", "Wi-Fi", on)]);
    assert_eq!(
        MadeUpRun::open(screen(false)).tap("Wi-Fi", screen(false)).rules(),
        ["stuck-toggle"]
    );
    assert_eq!(MadeUpRun::open(screen(false)).tap("Wi-Fi", screen(true)).rules(), NOTHING);
}

#[test]
fn a_setting_must_stay_as_it_was_set() {
    let home = || page("Home", vec![button("settings", "Settings"), text("a", "b")]);
    let settings = |on| page("Settings", vec![toggle("dark", "Dark", on)]);
    let set =
        || MadeUpRun::open(home()).tap("Settings", settings(false)).tap("Dark", settings(true));
    let again = |on| set().back(home()).tap("Settings", settings(on));
    assert_eq!(again(true).rules(), NOTHING);
    assert_eq!(again(false).rules(), ["choice-forgotten"]);
    let restarted = set().act(Action::Restart, home()).tap("Settings", settings(false));
    assert_eq!(restarted.rules(), ["choice-forgotten"]);
}

#[test]
fn a_link_leads_to_what_another_one_names() {
    let terms = || page("Terms", vec![text("a", "All that you agree to.")]);
    assert_eq!(MadeUpRun::open(home()).tap("Privacy", terms()).rules(), ["wrong-link"]);
    assert_eq!(MadeUpRun::open(home()).tap("Terms", terms()).rules(), NOTHING);
}

#[test]
fn a_link_that_begins_with_the_title_names_the_page() {
    let about = page("About", vec![text("a", "Version 1")]);
    let home = page("Home", vec![button("stores", "Stores"), button("about", "About this shop")]);
    assert_eq!(MadeUpRun::open(home).tap("Stores", about).rules(), ["wrong-link"]);
}

#[test]
fn back_leads_back() {
    let terms = || page("Terms", vec![text("a", "All that you agree to.")]);
    let elsewhere = page("Cart", vec![text("a", "Nothing yet")]);
    let run = || MadeUpRun::open(home()).tap("Terms", terms());
    assert_eq!(run().back(home()).rules(), NOTHING);
    assert_eq!(run().back(elsewhere).rules(), ["back-elsewhere"]);
}

/// The page with the entries.
fn entries(rows: &[&str]) -> Screen {
    let add = button("add", "Add entry");
    page("Entries", [vec![add], list(3, rows)].concat())
}

fn form(title: &str, content: &str) -> Screen {
    page(title, vec![field("name", content), button("save", "Save"), button("delete", "Delete")])
}

#[test]
fn what_was_added_is_listed() {
    let added = |after: &[&str]| {
        let run = MadeUpRun::open(entries(&["Milk", "Bread"])).tap("Add entry", form("New", ""));
        run.write("name", "Salt", form("New", "Salt")).tap("Save", entries(after))
    };
    assert_eq!(added(&["Milk", "Bread", "Salt"]).rules(), NOTHING);
    assert_eq!(added(&["Milk", "Bread"]).rules(), ["added-not-listed"]);
}

#[test]
fn what_was_deleted_is_gone_and_nothing_else() {
    let deleted = |after: &[&str]| {
        let run = MadeUpRun::open(entries(&["Milk", "Bread", "Salt"]));
        run.tap("Milk", form("Entry", "Milk")).tap("Delete", entries(after))
    };
    assert_eq!(deleted(&["Bread", "Salt"]).rules(), NOTHING);
    assert_eq!(deleted(&["Milk", "Bread", "Salt"]).rules(), ["deleted-stays"]);
    assert_eq!(deleted(&["Salt"]).rules(), ["deleted-stays"]);
    let parts = |label: &str| {
        let form = || page("Entry", vec![field("name", "Milk"), button("remove", label)]);
        let run = MadeUpRun::open(entries(&["Milk", "Salt"])).tap("Milk", form());
        run.tap(label, entries(&["Milk", "Salt"])).found.len()
    };
    assert_eq!((parts("Remove entry"), parts("Remove reminder")), (1, 0));
}

#[test]
fn a_confirmed_deletion_changes_what_is_shown() {
    let entry = || page("Entry", vec![text("a", "Milk"), button("delete", "Delete")]);
    let ask = || {
        let buttons = vec![button("no", "Cancel"), button("ok", "Delete")];
        Screen { dialog: true, ..page("Delete this entry?", buttons) }
    };
    let run = || MadeUpRun::open(entry()).tap("Delete", ask());
    assert_eq!(run().tap("Cancel", entry()).rules(), NOTHING);
    assert_eq!(run().tap("Delete", home()).rules(), NOTHING);
    assert_eq!(run().tap("Delete", entry()).rules(), ["delete-ignored"]);
    let other = |words: &str| {
        page("Entry", vec![text("a", words), text("b", ""), button("delete", "Delete")])
    };
    assert_eq!(run().tap("Delete", other("")).rules(), ["delete-ignored"], "it says less");
    assert_eq!(run().tap("Delete", other("Bread")).rules(), NOTHING, "the next one is shown");
}

#[test]
fn a_total_is_the_sum_of_the_amounts_above_it() {
    let bill = |total: &str| {
        let parts = vec![text("goods", "€9.50"), text("shipping", "€2.90"), text("total", total)];
        MadeUpRun::open(page("Bill", parts)).found.len()
    };
    assert_eq!((bill("€12.40"), bill("€14.40")), (0, 1));
}

#[test]
fn an_edit_changes_its_own_row_alone() {
    let edited = |after: &[&str]| {
        let run = MadeUpRun::open(entries(&["Milk", "Bread"])).tap("Milk", form("Entry", "Milk"));
        run.write("name", "Salt", form("Entry", "Salt")).tap("Save", entries(after))
    };
    assert_eq!(edited(&["Salt", "Bread"]).rules(), NOTHING);
    assert_eq!(edited(&["Milk", "Salt"]).rules(), ["edit-changes-others"]);
}

#[test]
fn a_search_finds_what_contains_the_words() {
    let screen = |sought: &str, rows: &[&str]| {
        page("Entries", [vec![field("search", sought)], list(3, rows)].concat())
    };
    let found = |rows: &[&str]| {
        let run = MadeUpRun::open(screen("", &["Milk", "Almond milk"]));
        run.write("search", "milk", screen("milk", rows))
    };
    assert_eq!(found(&["Milk", "Almond milk"]).rules(), NOTHING);
    assert_eq!(found(&["Milk"]).rules(), ["search-loses"]);
}

#[test]
fn a_list_is_in_the_order_that_was_chosen() {
    let menu = || {
        let menu = page("Sort", vec![toggle("name", "Name", false)]);
        Screen { dialog: true, ..menu }
    };
    let sorted = |rows: &[&str]| {
        let run = MadeUpRun::open(entries(&["Milk", "Bread"])).tap("Add entry", menu());
        run.tap("Name", entries(rows))
    };
    assert_eq!(sorted(&["Bread", "Milk"]).rules(), NOTHING);
    assert_eq!(sorted(&["Milk", "Bread"]).rules(), ["sort-order"]);
    assert_eq!(sorted(&["Tea · Pinned", "Bread"]).rules(), NOTHING, "what is pinned stays on top");
    assert_eq!(sorted(&["Tea · Pinned", "Mug · Pinned", "Bread"]).rules(), ["sort-order"]);
}

#[test]
fn a_total_that_was_right_must_stay_right() {
    let cart = |rows: &[&str], total: &str| {
        page("Cart", [list(2, rows), vec![text("total", total)]].concat())
    };
    let run = MadeUpRun::open(cart(&["Tea €2.00"], "€2.00"));
    let run = run.back(cart(&["Tea €2.00", "Mug €9.50"], "€11.50"));
    assert_eq!(run.rules(), NOTHING);
    let right = MadeUpRun::open(cart(&["Tea €2.00"], "€2.00"))
        .back(cart(&["Tea €2.00", "Mug €9.50"], "€11.50"))
        .back(cart(&["Mug €9.50"], "€9.50"));
    assert_eq!(right.rules(), NOTHING);
    assert_eq!(run.back(cart(&["Mug €9.50"], "€11.50")).rules(), ["figure-disagrees"]);
}

#[test]
fn a_share_agrees_with_its_percentage() {
    let reported = |words: &str| MadeUpRun::open(page("Home", vec![text("a", words)])).found.len();
    assert_eq!(
        (reported("3 of 4 (75 %)"), reported("2/3: 66%"), reported("3 of 4 (57 %)")),
        (0, 0, 1)
    );
}

#[test]
fn what_plays_goes_on() {
    let player = |time: &str| page("Player", vec![text("time", time), button("pause", "Pause")]);
    let wait = || Action::Wait { ms: 5000 };
    assert_eq!(MadeUpRun::open(player("0:10")).act(wait(), player("0:15")).rules(), NOTHING);
    let still = MadeUpRun::open(player("0:10")).act(wait(), player("0:10"));
    let still = still.act(wait(), player("0:10"));
    assert_eq!(still.rules(), NOTHING);
    assert_eq!(still.act(wait(), player("0:10")).rules(), ["still-player"]);
}

#[test]
fn turning_the_device_keeps_values_and_words() {
    let screen = |content: &str, words: &str| {
        page("Home", vec![field("name", content), text("words", words)])
    };
    let turned = |content: &str, words: &str| {
        MadeUpRun::open(screen("Ada", "2 reviews")).rotate(screen(content, words))
    };
    assert_eq!(turned("Ada", "2 reviews").rules(), NOTHING);
    assert_eq!(turned("", "2 reviews").rules(), ["rotation-loses"]);
    assert_eq!(turned("Ada", "").rules(), ["rotation-loses"]);
    let web = |words: &str| Screen { location: "/reviews".into(), ..screen("Ada", words) };
    let web_turned = || MadeUpRun::open(web("2 reviews")).rotate(web(""));
    assert_eq!(web_turned().rules(), NOTHING, "a page may be laid out by its width");
    assert_eq!(web_turned().rotate(web("2 reviews")).rules(), NOTHING);
    assert_eq!(web_turned().rotate(web("")).rules(), ["rotation-loses"]);
    let asking = page(
        "Home",
        vec![field("name", "Ada"), text("words", "Asking the server …"), button("stop", "Cancel")],
    );
    let asking = MadeUpRun::open(asking);
    assert_eq!(
        asking.rotate(screen("Ada", "It is 12 o'clock.")).rules(),
        NOTHING,
        "it ends by itself"
    );
    let wide = |texts: &[&str]| {
        let widgets = texts.iter().map(|words| text("", words)).collect();
        Screen { location: "/posts".into(), ..page("Posts", widgets) }
    };
    let all = ["Posts", "Number", "Title"];
    let turned = |back: &[&str]| MadeUpRun::open(wide(&all)).rotate(wide(&all)).rotate(wide(back));
    assert_eq!(turned(&["Posts", "Number"]).rules(), ["rotation-loses"]);
    assert_eq!(turned(&["Close menu"]).rules(), NOTHING, "a menu lies over the page");
}

#[test]
fn changing_a_setting_there_and_back_keeps_values_and_words() {
    let screen = |content: &str, words: &str| {
        page("Home", vec![field("name", content), text("words", words)])
    };
    let set = |condition: &str, content: &str, words: &str| {
        let condition = SystemCondition::read(condition).unwrap();
        MadeUpRun::open(screen("Ada", "2 reviews"))
            .act(Action::Set { condition }, screen(content, words))
    };
    let back = |run: MadeUpRun, condition, content: &str, words: &str| {
        run.act(Action::Restore { condition }, screen(content, words))
    };
    let (dark, font, language) = ("dark mode to on", "font size to 200 %", "language to de-DE");
    for (condition, kind) in [
        (dark, ConditionKind::Dark),
        (font, ConditionKind::Font),
        (language, ConditionKind::Locale),
    ] {
        let run = set(condition, "Ada", "2 reviews");
        assert_eq!(back(run, kind, "Ada", "2 reviews").rules(), NOTHING, "{condition}");
        let run = set(condition, "Ada", "2 Rezensionen");
        assert_eq!(back(run, kind, "", "2 reviews").rules(), ["setting-loses"], "{condition}");
        let run = set(condition, "Ada", "");
        assert_eq!(back(run, kind, "Ada", "").rules(), ["setting-loses"], "{condition}");
        let run = set(condition, "Ada", "").act(Action::Wait { ms: 5 }, screen("Ada", ""));
        assert_eq!(
            back(run, kind, "", "").rules(),
            NOTHING,
            "{condition}: something else was done"
        );
    }
    assert_eq!(set(dark, "", "2 reviews").rules(), ["setting-loses"]);
    assert_eq!(
        set(language, "A,da", "2 reviews").rules(),
        NOTHING,
        "numbers are written otherwise"
    );
    let run = set(dark, "Ada", "");
    assert_eq!(back(run, ConditionKind::Font, "", "").rules(), NOTHING, "another one");
    assert_eq!(set("airplane mode to on", "", "").rules(), NOTHING, "the app may tell that");
}

#[test]
fn entries_outlive_a_restart() {
    let restarted = |rows: &[&str]| {
        MadeUpRun::open(entries(&["Milk", "Bread"])).act(Action::Restart, entries(rows))
    };
    assert_eq!(restarted(&["Milk", "Bread"]).rules(), NOTHING);
    assert_eq!(restarted(&["Milk"]).rules(), ["restart-loses"]);
    assert_eq!(restarted(&["Salt", "Tea"]).rules(), NOTHING, "another part of the list");
    assert_eq!(restarted(&["Bread", "Milk"]).rules(), ["restart-loses"], "another order");
    let goods = |rows: &[&str]| page("Goods", [list(2, rows), vec![button("", "Sort")]].concat());
    let run = MadeUpRun::open(goods(&["Mug", "Can"])).act(Action::Restart, goods(&["Can", "Mug"]));
    assert_eq!(run.rules(), NOTHING, "nothing that was entered");
    let numbered = |number: &str| entries(&["Milk", "Bread", number]);
    let run = MadeUpRun::open(numbered("12")).act(Action::Restart, numbered("13"));
    assert_eq!(run.rules(), NOTHING, "a row without words");
    let day =
        |words: &str, row: &str| page("Log", [list(2, &[row]), vec![text("day", words)]].concat());
    let restarted = |words: &str| {
        let run = MadeUpRun::open(day("Tuesday, 12 May", "80 kg"));
        run.act(Action::Restart, day(words, "81 kg"))
    };
    assert_eq!(restarted("Tuesday, 13 May").rules(), ["restart-loses"], "figures may change");
    assert_eq!(restarted("Today").rules(), NOTHING, "another day is shown");
}

#[test]
fn what_was_shown_before_the_data_was_cleared_holds_no_more() {
    let run = MadeUpRun::open(entries(&["Milk", "Bread"])).act(Action::Clear, entries(&[]));
    assert_eq!(run.act(Action::Restart, entries(&[])).rules(), NOTHING);
}
