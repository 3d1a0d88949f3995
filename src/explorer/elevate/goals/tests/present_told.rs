//! How long a question about goals is, and what it tells of the present screen.

use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::*;
use crate::explorer::elevate::goals::present::PresentScreen;
use crate::explorer::elevate::rules::Rules;

/// The links of each page of a site.
const HEADING: [&str; 8] =
    ["Start", "Teas", "Cups", "Orders", "Customers", "Change password", "Log out", "Toggle theme"];

/// A page of the site: the heading, a table with rows, a form of six fields and explanations.
fn page(name: &str) -> crate::domain::Screen {
    let mut widgets = Vec::new();
    let mut add = |widget: crate::domain::Widget| widgets.push(widget);
    let text = |number: usize, label: &str| {
        crate::explorer::testing::widget(number, "android.widget.TextView", label)
    };
    for (at, label) in HEADING.iter().enumerate() {
        add(button(at + 1, label));
    }
    add(text(10, &format!("Here the {name} of the shop are kept, with all that belongs to them.")));
    for row in 0..10 {
        let mut link = button(20 + row, &format!("{name} number {row}, from the hills"));
        (link.position.list, link.position.row) = (Some(19), Some(row));
        link.resource_id = "org.app:id/row".into();
        add(link);
    }
    for at in 0..6 {
        add(field(40 + at, &format!("field{at}"), &format!("What field {at} of {name} is for")));
    }
    for (at, label) in ["Save", "Save and add another", "Delete", "History"].iter().enumerate() {
        add(button(50 + at, &format!("{label} {name}")));
    }
    let mut screen = phone(widgets);
    screen.location = format!("/shop/{name}");
    screen
}

fn present(world: &World, seen: &[crate::domain::Screen]) -> PresentScreen {
    let weights = ElevateWeights::default();
    let rules = Rules::new(StdRng::seed_from_u64(1), weights);
    let mut screens = SeenScreens::default();
    for screen in seen {
        let mut other = World::new(None);
        other.show(screen.clone());
        let situation = other.situation();
        screens.see(&PromptScene::new(&situation, None, &[], &weights));
    }
    let situation = world.situation();
    let scene = PromptScene::new(&situation, None, &[], &weights);
    screens.see(&scene);
    PresentScreen::of(&scene, (&rules, &screens, &weights))
}

/// The buttons of the present screen were written twice, in its table and as what was never invoked.
#[test]
fn what_was_never_tapped_is_marked_in_the_table() {
    let mut world = World::new(None);
    world.show(Notes::list());
    let tap = world.tapping("Settings");
    world.act(&tap, Notes::settings());
    world.show(Notes::list());
    let present = present(&world, &[]);
    assert!(present.output.contains("* button \"New\""), "{}", present.output);
    assert!(present.output.contains("\nbutton \"Settings\""), "{}", present.output);
    assert!(present.told.contains("tap \"New\""), "{:?}", present.told);
}

/// Eight links of a heading were eight of the first lines of each screen, and on an app of one page 24 entries of its bars.
#[test]
fn what_many_pages_have_is_one_line() {
    let pages = ["teas", "cups", "orders"].map(page);
    let mut world = World::new(None);
    world.show(pages[0].clone());
    let present = present(&world, &pages);
    assert_eq!(present.on_many, HEADING);
    assert!(!present.output.contains("Log out"), "{}", present.output);
    assert!(present.output.contains("* button \"Save teas\""), "{}", present.output);
    assert!(present.output.contains("field \"What field 5 of teas is for\""), "{}", present.output);
}

/// An app of one page has screens instead of pages.
#[test]
fn what_many_screens_of_one_page_have_is_one_line() {
    let screen = |own: &[&str]| menu("Sheet", &[&["File", "Edit", "Help"][..], own].concat());
    let seen = [
        screen(&["Teas"]),
        screen(&["Cups", "Pots"]),
        screen(&["Orders", "New", "Old"]),
        screen(&["Bags", "Green", "Black", "White"]),
    ];
    let mut world = World::new(None);
    world.show(seen[0].clone());
    let told = present(&world, &seen);
    assert_eq!(told.on_many, ["File", "Edit", "Help"]);
    assert!(told.output.contains("* button \"Teas\""), "{}", told.output);
    let two = present(&world, &seen[..2]);
    assert!(two.on_many.is_empty(), "{:?}", two.on_many);
}

/// "Welcome" and "ADMIN" stood on each page, and the name of each field twice.
#[test]
fn texts_that_say_nothing_of_the_screen_are_left_out() {
    let text = |number: usize, label: &str| {
        crate::explorer::testing::widget(number, "android.widget.TextView", label)
    };
    let page = |name: &str| {
        let widgets =
            vec![text(1, "Welcome, Ada"), text(2, "Cups:"), text(3, "› ›"), field(4, "n", "Cups:")];
        let mut screen =
            phone([widgets, vec![text(5, &format!("About {name}")), button(6, name)]].concat());
        screen.location = format!("/{name}");
        screen
    };
    let pages = ["teas", "cups", "orders", "bags"].map(page);
    let mut world = World::new(None);
    world.show(pages[0].clone());
    let told = present(&world, &pages).output;
    for left_out in ["Welcome", "›", "text \"Cups:\""] {
        assert!(!told.contains(left_out), "{told}");
    }
    assert!(told.contains("About teas") && told.contains("field \"Cups:\""), "{told}");
}

/// What has no room in the table is named all the same.
#[test]
fn what_the_table_has_no_room_for_is_not_told() {
    let many: Vec<String> = (0..60).map(|at| format!("Number {at} of the buttons here")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let mut world = World::new(None);
    world.show(menu("Notes", &many));
    let present = present(&world, &[]);
    assert!(present.output.chars().count() < 700, "{}", present.output);
    assert!(present.told.contains("tap \"Number 0 of the buttons here\""));
    assert!(!present.told.contains("tap \"Number 59 of the buttons here\""));
}

/// On sites that a server makes a question had 1 022 to 1 470 tokens. A token is about four characters; pages are seldom as full as these.
#[test]
fn a_question_about_full_pages_is_short() {
    let reply = json!({
        "purpose": "keeping the teas, cups and orders of a shop", "why": "It is not made yet.", "goal": 1,
        "begin": ["type \"Green hills\" into \"What field 0 of teas is for\"", "tap \"Save\""],
    });
    let reply = reply.to_string();
    let script = Arc::new(ScriptedModel::saying(move |request| {
        let system = request.messages[0].words();
        let texts = system.starts_with("Texts for a form");
        if texts { r#"{"texts": [{"field": 1, "text": "Green"}]}"#.into() } else { reply.clone() }
    }));
    let mut world = World::new(Some(script.clone()));
    world.charter = Some(
        "The shop's teas are kept: teas, cups and a customer are added, an order is made with two of them; then an \
         order is searched, changed, and one is deleted."
            .into(),
    );
    let names = ["teas", "cups", "orders", "customers", "bags", "tins", "pots", "spoons"];
    world.show(page("start"));
    let mut elevate = Elevate::new(&ExplorerSettings::default()).unwrap();
    for at in 0..40 {
        let (proposed, _) = world.ask(&mut elevate);
        let proposed = proposed.unwrap();
        world.act(&proposed.action, page(names[at % names.len()]));
        world.teach(&mut elevate);
    }
    let asked = script.asked.lock().unwrap();
    let lengths: Vec<usize> = asked
        .iter()
        .map(|request| request.messages.iter().map(|message| message.words().len()).sum::<usize>())
        .zip(asked.iter())
        .filter(|(_, request)| request.messages[0].words().starts_with("You lead"))
        .map(|(length, _)| length)
        .collect();
    let mean = lengths.iter().sum::<usize>() / lengths.len().max(1);
    assert!(lengths.len() > 2, "{lengths:?}");
    assert!(mean < 4 * 700, "{lengths:?} {}", asked.last().unwrap().messages[1].words());
}

/// Of a menu two entries were told, with "4 more rows", and no reply could name the others.
#[test]
fn the_entries_of_a_menu_are_told() {
    let rows = |labels: &[&str]| {
        let mut screen = menu("", labels);
        for (row, widget) in screen.widgets.iter_mut().filter(|widget| widget.acts()).enumerate() {
            (widget.position.list, widget.position.row) = (Some(1), Some(row));
            widget.resource_id = format!("org.app:id/entry{row}");
        }
        let mut world = World::new(None);
        world.show(screen);
        present(&world, &[]).output
    };
    let menu = rows(&["Colour", "Label", "Share", "Move to trash"]);
    assert!(menu.contains("Share") && menu.contains("trash") && !menu.contains("more"), "{menu}");
    let list = rows(&["Ada · 12", "Ben · 31", "Cleo · 7", "Dan · 15"]);
    assert!(list.contains("Ben") && list.contains("2 more rows"), "{list}");
}
