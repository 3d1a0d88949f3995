use super::*;
use crate::domain::{ActionKind, LinkPlace, Screen, Widget, WidgetPosition};
use crate::explorer::testing::{World, button, field, menu, phone};

fn index(world: &World) -> LookAlikes {
    let mut index = LookAlikes::new(LookAlikeWeights::default());
    index.see(&world.situation());
    index
}

fn act(world: &mut World, index: &mut LookAlikes, label: &str, to: Screen) -> StepGain {
    world.act(&world.tapping(label), to);
    let situation = world.situation();
    index.learn(situation.last.as_ref().unwrap(), &situation)
}

fn alike(world: &World, index: &mut LookAlikes, label: &str) -> LookAlike {
    let situation = world.situation();
    let is_named = |it: &&AvailableAction| it.action.target().is_some_and(|t| t.label == label);
    let available = situation.available.iter().find(is_named).unwrap();
    index.known(&situation, available)
}

#[test]
fn a_class_that_was_tried_on_another_screen_is_not_new() {
    let mut world = World::new(None);
    world.show(menu("One", &["Help", "Go on"]));
    let mut index = index(&world);
    let first = alike(&world, &mut index, "Help");
    assert!(!index.is_tried(first));
    act(&mut world, &mut index, "Help", menu("Two", &["Help", "Other", "Third", "Fourth"]));
    let there = alike(&world, &mut index, "Help");
    assert!(index.is_tried(there));
    assert_eq!(index.tries_here(there), 0);
    let fresh = alike(&world, &mut index, "Other");
    assert!(index.expected(there, 0.5) < index.expected(fresh, 0.5) + 0.2);
}

#[test]
fn what_another_index_tells_of_counts_as_tried() {
    let other = || menu("Other page", &["Help", "Third"]);
    let mut world = World::new(None);
    world.show(other());
    let mut one = index(&world);
    act(&mut world, &mut one, "Help", other());
    world.show(menu("Page", &["Help", "Export"]));
    let mut two = index(&world);
    let [help, export] = ["Help", "Export"].map(|label| alike(&world, &mut two, label));
    assert!(!two.is_tried(help));
    one.take_news().iter().for_each(|news| two.hear(news));
    assert!(two.is_tried(help) && !two.is_tried(export));
    assert_eq!(two.tries_here(help), 0, "that was on another screen");
    assert!(two.expected(help, 0.5) < two.expected(export, 0.5));
}

#[test]
fn ids_that_are_counted_up_are_one_class_on_whatever_screens() {
    let item = |number: usize| {
        let id = format!("org.app:id/item-{number}-edit");
        phone(vec![Widget { resource_id: id, ..button(1, "Edit") }, button(2, "Add")])
    };
    let mut world = World::new(None);
    world.show(item(1));
    let mut index = index(&world);
    act(&mut world, &mut index, "Edit", item(2));
    let second = alike(&world, &mut index, "Edit");
    assert!(!index.is_tried(second), "two may be a pair");
    for number in 3..6 {
        act(&mut world, &mut index, "Edit", item(number));
    }
    let next = alike(&world, &mut index, "Edit");
    assert!(index.is_tried(next));
    assert!(index.expected(next, 0.5) < 0.3);
}

#[test]
fn states_that_differ_by_a_value_yield_little() {
    let mut world = World::new(None);
    let of = |count: u32| menu("Main", &["Add", "Remove", "Help", &format!("Basket {count}")]);
    world.show(of(0));
    let mut index = index(&world);
    let gain = act(&mut world, &mut index, "Add", menu("Main", &["Add", "Remove", "Help"]));
    assert_eq!(gain.classes, 0);
    assert!(gain.state && gain.reward < 0.2, "{gain:?}");
    let again = alike(&world, &mut index, "Add");
    assert_eq!(index.tries_here(again), 1, "it is the same screen for a person");
    assert!(index.expected(again, 0.5) < 0.15);
}

#[test]
fn rows_that_lead_on_raise_what_other_rows_promise() {
    let list = || {
        let labels = ["list", "Milk", "Bread", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        let labels = labels.iter().enumerate();
        let mut screen = phone(labels.map(|(at, label)| button(at + 1, label)).collect());
        for row in screen.widgets.iter_mut().skip(1) {
            row.position.list = Some(1);
        }
        screen
    };
    let mut world = World::new(None);
    world.show(list());
    let mut index = index(&world);
    let before = alike(&world, &mut index, "Milk");
    let before = index.expected(before, 0.5);
    act(&mut world, &mut index, "Milk", menu("Milk", &["Buy", "Drink", "Spill", "Keep"]));
    world.show(list());
    let bread = alike(&world, &mut index, "Bread");
    let after_one = index.expected(bread, 0.5);
    assert!(after_one < before);
    act(&mut world, &mut index, "Bread", menu("Bread", &["Bake", "Slice", "Eat", "Toast"]));
    world.show(list());
    assert!(index.expected(bread, 0.5) > after_one);
}

#[test]
fn what_yields_nothing_is_expected_to_yield_less_and_less() {
    let mut world = World::new(None);
    world.show(menu("Main", &["A", "B", "C", "D", "E"]));
    let mut index = index(&world);
    let last = alike(&world, &mut index, "E");
    let mut before = index.expected(last, 0.5);
    for label in ["A", "B", "C", "D"] {
        act(&mut world, &mut index, label, menu("Main", &["A", "B", "C", "D", "E"]));
        let now = index.expected(last, 0.5);
        assert!(now < before, "widgets that look the same did nothing");
        before = now;
    }
}

#[test]
fn what_a_button_led_to_is_new_once() {
    let mut world = World::new(None);
    world.show(menu("One", &["Help", "Go on"]));
    let mut index = index(&world);
    let gain = act(&mut world, &mut index, "Help", menu("Two", &["Help", "A", "B", "C", "D"]));
    assert!(gain.reward > 0.9, "{gain:?}");
    let there = alike(&world, &mut index, "Help");
    assert!(index.expected(there, 0.5) < 0.5, "the same button leads there again");
}

#[test]
fn a_try_without_effect_says_more_than_one_that_changed_what_is_known() {
    let start = || menu("One", &["Help", "Go on"]);
    let expected_after = |to: Screen| {
        let mut world = World::new(None);
        world.show(start());
        let mut index = index(&world);
        act(&mut world, &mut index, "Go on", menu("Two", &["Help", "Go on", "Third"]));
        world.show(start());
        act(&mut world, &mut index, "Help", to);
        world.show(menu("Other", &["Help", "X", "Y", "Z"]));
        index.see(&world.situation());
        let there = alike(&world, &mut index, "Help");
        index.expected(there, 0.5)
    };
    let nothing = expected_after(start());
    let known = expected_after(menu("Two", &["Help", "Go on", "Third"]));
    assert!(nothing < known, "{nothing} {known}");
}

/// The names of the days over a calendar were pressed one by one, on each of its pages.
#[test]
fn once_several_that_look_the_same_did_nothing_the_rest_promises_little() {
    let days = || menu("Week", &["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
    let mut world = World::new(None);
    world.show(days());
    let mut index = index(&world);
    let expected = |index: &mut LookAlikes, world: &World| {
        let sat = alike(world, index, "Sat");
        index.expected(sat, 0.5)
    };
    let mut left = vec![expected(&mut index, &world)];
    for label in ["Mon", "Tue", "Wed", "Thu", "Fri"] {
        act(&mut world, &mut index, label, days());
        left.push(expected(&mut index, &world));
    }
    let of_two = left[2] / left[0];
    let of_five = left[5] / left[0];
    assert!(of_two > 0.5 && of_five < 0.15, "{left:?}");
}

/// Each page of an app of scores has switches of its own: a third of the steps went into them.
#[test]
fn what_switches_did_on_other_pages_counts_for_those_of_the_next() {
    let page = |name: &str, on: Option<usize>| {
        let switches = (1..7).map(|number| {
            let mut switch = button(number, &format!("{name} {}", "x".repeat(number)));
            switch.class = "android.widget.CheckBox".into();
            switch.checked = Some(on == Some(number));
            switch
        });
        let mut page = phone(switches.collect());
        page.location = format!(".{name}");
        page
    };
    let mut world = World::new(None);
    world.show(page("One", None));
    let mut index = index(&world);
    let expected = |index: &mut LookAlikes, world: &World| {
        let situation = world.situation();
        let alike = index.known(&situation, &situation.available[0]);
        index.expected(alike, 0.5)
    };
    let before = expected(&mut index, &world);
    for at in 0..6 {
        let tap = world.situation().available[at].action.clone();
        world.act(&tap, page("One", Some(at + 1)));
        let situation = world.situation();
        index.learn(situation.last.as_ref().unwrap(), &situation);
    }
    world.show(page("Other", None));
    index.see(&world.situation());
    let after = expected(&mut index, &world);
    assert!(after < before * 0.7, "{before} {after}");
}

/// On a page that only its canvas could be stroked, each other thing was.
#[test]
fn what_a_rare_gesture_did_on_other_widgets_counts_for_it_too() {
    let actions = || vec![ActionKind::Tap, ActionKind::LongTap];
    let page = || {
        let held = |number: usize, label: &str, height: i32| {
            let mut widget = Widget { actions: actions(), ..button(number, label) };
            widget.bounds.bottom = widget.bounds.top + height;
            widget
        };
        phone((1..7).map(|n| held(n, &format!("{n} or so"), 40 * n as i32)).collect())
    };
    let mut world = World::new(None);
    world.show(page());
    let mut index = index(&world);
    let holds = |world: &World| {
        let situation = world.situation();
        let holds = situation.available.iter().filter(|it| it.action.kind() == ActionKind::LongTap);
        holds.cloned().collect::<Vec<AvailableAction>>()
    };
    let expected = |index: &mut LookAlikes, world: &World| {
        let alike = index.known(&world.situation(), &holds(world)[5]);
        index.expected(alike, 0.5)
    };
    let before = expected(&mut index, &world);
    for at in 0..5 {
        let hold = holds(&world)[at].action.clone();
        world.act(&hold, page());
        let situation = world.situation();
        index.learn(situation.last.as_ref().unwrap(), &situation);
    }
    let after = expected(&mut index, &world);
    assert!(after < before * 0.7, "{before} {after}");
}

#[test]
fn another_text_is_not_judged_by_the_first_one() {
    let form = |text: &str| {
        let hour = Widget { text: text.into(), ..field(1, "hour", "Hour") };
        phone(vec![hour, button(2, "OK")])
    };
    let mut world = World::new(None);
    world.show(form(""));
    let mut index = index(&world);
    let situation = world.situation();
    let mut typing = situation.available.iter().filter(|it| it.action.kind() == ActionKind::Type);
    let (first, other) = (typing.next().unwrap(), typing.next().unwrap());
    world.act(&first.action, form("7"));
    let situation = world.situation();
    index.learn(situation.last.as_ref().unwrap(), &situation);
    let [first, other] = [first, other].map(|typing| {
        let alike = index.known(&situation, typing);
        index.expected(alike, 0.3)
    });
    assert!(first < 0.1, "{first}");
    assert!(other > 0.2, "{other}");
}

#[test]
fn screens_outside_of_the_app_yield_nothing() {
    let mut world = World::new(None);
    world.show(menu("Main", &["Share"]));
    let mut index = index(&world);
    world.act(&world.tapping("Share"), menu("Other app", &["X", "Y", "Z"]));
    let situation = world.situation();
    let mut done = situation.last.clone().unwrap();
    done.outcome = ActionOutcome::LeftApp;
    assert!(index.learn(&done, &situation).reward.abs() < 1e-9);
}

/// So many functions ran so far.
fn ran(world: &mut World, covered: u64) {
    let count = crate::domain::CoverageCount { covered, total: 900 };
    let counts =
        crate::domain::Coverage::from([(crate::domain::coverage::FUNCTIONS.into(), count)]);
    world.learn(&crate::protocol::Event::Covered(counts));
}

#[test]
fn code_that_ran_for_the_first_time_counts_though_nothing_shows_it() {
    let screen = || menu("Board", &["Pen", "Rows"]);
    let mut world = World::new(None);
    ran(&mut world, 100);
    world.show(screen());
    let mut index = index(&world);
    let first = act(&mut world, &mut index, "Pen", screen());
    assert_eq!((first.functions, first.is_new()), (0, false), "what ran before is not new");
    ran(&mut world, 130);
    let second = act(&mut world, &mut index, "Rows", screen());
    assert_eq!((second.functions, second.shows_news()), (30, false));
    assert!(second.is_new() && second.reward > 0.5, "{second:?}");
    ran(&mut world, 131);
    let third = act(&mut world, &mut index, "Rows", screen());
    assert!(third.reward > 0.0 && third.reward < 0.1, "one function is little: {third:?}");
}

#[test]
fn a_class_whose_tries_run_new_code_goes_on_to_promise_something() {
    let screen = || menu("Board", &["Pen", "Rows"]);
    let mut world = World::new(None);
    ran(&mut world, 100);
    world.show(screen());
    let mut index = index(&world);
    for tries in 0..4 {
        act(&mut world, &mut index, "Pen", screen());
        ran(&mut world, 100 + 20 * (tries + 1));
        act(&mut world, &mut index, "Rows", screen());
    }
    let [pen, rows] = ["Pen", "Rows"].map(|label| alike(&world, &mut index, label));
    assert!(index.expected(rows, 0.5) > 4.0 * index.expected(pen, 0.5));
}

#[test]
fn a_promise_that_holds_whatever_came_before_is_checked_only_where_code_is_counted() {
    let screen = || menu("Form", &["Send", "Other"]);
    for counted in [false, true] {
        let mut world = World::new(None);
        if counted {
            ran(&mut world, 100);
        }
        world.show(screen());
        let mut index = index(&world);
        for _ in 0..4 {
            act(&mut world, &mut index, "Send", screen());
        }
        let [sent, other] = ["Send", "Other"].map(|label| alike(&world, &mut index, label));
        assert!((index.checked(other, 0.6) - 0.6).abs() < 1e-9);
        assert_eq!(index.checked(sent, 0.6) < 0.3, counted, "counted: {counted}");
    }
}

/// A page whose links lead to these places.
fn linked(location: &str, links: &[(&str, LinkPlace)]) -> Screen {
    let widgets = links.iter().enumerate().map(|(index, (label, place))| Widget {
        link: Some(place.clone()),
        class: "a".into(),
        ..button(index + 1, label)
    });
    Screen { location: location.into(), ..phone(widgets.collect()) }
}

#[test]
fn links_to_places_that_were_not_seen_promise_most_and_those_to_other_apps_least() {
    let inside = |place: &str| LinkPlace::Inside(place.into());
    let page = || {
        let away = LinkPlace::Outside("help.org".into());
        let links = [("New", inside("/new")), ("Old", inside("/old")), ("Help", away)];
        linked("/", &links)
    };
    let mut world = World::new(None);
    world.show(linked("/old", &[("Home", inside("/"))]));
    let mut index = index(&world);
    world.act(&world.tapping("Home"), page());
    index.learn(world.situation().last.as_ref().unwrap(), &world.situation());
    let expected = ["New", "Old", "Help"].map(|label| {
        let alike = alike(&world, &mut index, label);
        (index.expected(alike, 0.5), index.why(alike))
    });
    assert!(expected[0].0 > 0.6 && expected[1].0 < 0.4 && expected[2].0 < 0.1, "{expected:?}");
    let whys = expected.map(|(_, why)| why);
    assert_eq!(whys[0], "it leads to a page that was not seen");
    assert_eq!(whys[2], "it leads away from the app");
}

#[test]
fn rows_with_a_place_of_their_own_are_known_once_it_is_seen_and_rows_that_share_one_are_not() {
    let row = |at: usize, place: &str| Widget {
        link: Some(LinkPlace::Inside(place.into())),
        position: WidgetPosition { list: Some(9), row: Some(at), ..WidgetPosition::default() },
        ..button(at, &format!("Entry of the list {at}"))
    };
    let expected = |places: [&str; 4]| {
        let mut world = World::new(None);
        let mut index = LookAlikes::default();
        let rows = places.iter().enumerate().map(|(at, place)| row(at + 1, place)).collect();
        world.show(Screen { location: "/one".into(), ..phone(vec![]) });
        index.see(&world.situation());
        world.show(Screen { location: "/".into(), ..phone(rows) });
        index.see(&world.situation());
        let situation = world.situation();
        let alike = index.known(&situation, &situation.available[0]);
        (index.expected(alike, 0.5), LookAlikes::is_place_told(alike))
    };
    let (own, own_told) = expected(["/one", "/two", "/three", "/four"]);
    let (shared, shared_told) = expected(["/one", "/one", "/one", "/four"]);
    assert!(own_told && !shared_told);
    assert!(own < shared, "{own} {shared}");
}

#[test]
fn links_that_sort_a_table_are_one_class() {
    let within = || LinkPlace::Inside("/rows".into());
    let mut world = World::new(None);
    let columns = [("Name", within()), ("Price ▼", within()), ("Stock", within())];
    world.show(linked("/rows", &columns));
    let mut index = index(&world);
    let [name, stock] = ["Name", "Stock"].map(|label| alike(&world, &mut index, label));
    assert_eq!(name.class, stock.class);
    assert!(name.is_row);
}

/// A hundred steps went into the sizes of one article after another, while the cart was never looked into.
#[test]
fn what_was_tried_on_one_page_of_a_template_was_tried_on_all() {
    let article = |name: &str| {
        let buttons = ["Back", "Menu", "Size", "Quantity", "Put into the cart"];
        Screen { location: format!("/#/detail/{name}"), ..menu(name, &buttons) }
    };
    let sizes = || Screen { dialog: true, ..menu("Sizes", &["S", "M", "L", "XL"]) };
    let mut world = World::new(None);
    world.show(article("coats/Warm"));
    let mut index = index(&world);
    let first = alike(&world, &mut index, "Size");
    act(&mut world, &mut index, "Size", sizes());
    let gain = act(&mut world, &mut index, "M", article("shirts/Thin"));
    assert!(!gain.screen, "{gain:?}");
    let other = alike(&world, &mut index, "Size");
    assert_eq!((other.class, other.screen), (first.class, first.screen));
    assert_eq!(index.tries_here(other), 1);
    assert!(index.expected(other, 0.5) < 0.2);
}
