use serde_json::json;

use crate::domain::{
    Action, ActionKind, DeviceCapabilities, DeviceKey, DisplaySize, Rotation, Screen, Widget,
    WidgetPosition,
};
use crate::explorer::testing::{World, button, field, menu, phone, widget};
use crate::explorer::{ExplorerSettings, Refusal, Systematic};
use crate::model::abstraction::key_of;
use crate::protocol::ActionOutcome;

/// A page, a dialog on it, and a second dialog behind that, which has much to do.
fn behind_a_dialog(screen: &Screen, action: &Action) -> Screen {
    let page = || menu("Page", &["Birth date"]);
    let dialog = |title: &str, labels: &[&str]| {
        let mut screen = menu(title, labels);
        screen.dialog = true;
        screen
    };
    let days = || dialog("Days", &["Year 1990", "Cancel", "OK"]);
    let labels = ["Alpha", "Beta", "Gamma", "Delta", "Cancel", "OK"];
    match action.target().map_or("", |target| target.label.as_str()) {
        "Birth date" => days(),
        "Year 1990" => dialog("Years", &labels),
        "Cancel" | "OK" => page(),
        _ if action.target().is_none() => page(),
        chosen => {
            let mut screen = screen.clone();
            screen.widgets.iter_mut().for_each(|it| it.selected = it.label == chosen);
            screen
        }
    }
}

#[test]
fn a_path_leads_on_over_a_dialog_in_which_all_is_done() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    world.show(menu("Page", &["Birth date"]));
    let mut act = |world: &mut World, action: &Action| {
        let to = behind_a_dialog(&world.screen, action);
        world.act(action, to);
        world.teach(&mut explorer);
        world.ask(&mut explorer).0.unwrap().action
    };
    for label in ["Birth date", "Cancel", "Birth date", "OK", "Birth date", "Year 1990", "OK"] {
        let action = world.tapping(label);
        act(&mut world, &action);
    }
    let mut next = world.tapping("Birth date");
    let mut tried = std::collections::HashSet::new();
    for _ in 0..40 {
        tried.extend(next.target().map(|target| target.label.clone()));
        next = act(&mut world, &next);
    }
    let all = ["Alpha", "Beta", "Gamma", "Delta"].iter().all(|label| tried.contains(*label));
    assert!(all, "{tried:?}");
}

/// Buttons had opened so much elsewhere that "Cancel" was pressed right after the form was opened.
#[test]
fn what_leaves_a_screen_comes_last_however_much_its_like_opened_elsewhere() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let buttons = ["Teas", "Cups", "Try it", "Look"];
    world.show(menu("Start", &buttons));
    for button in buttons {
        let tap = world.tapping(button);
        world.act(&tap, menu(&format!("{button} page"), &buttons));
        world.teach(&mut explorer);
    }
    let form = || menu("Form", &["Cancel", "Try it", "Look"]);
    world.act(&Action::Restart, form());
    let tapped = (0..10).find_map(|_| {
        world.teach(&mut explorer);
        let next = world.ask(&mut explorer).0.unwrap();
        world.act(&next.action, form());
        next.action.target().map(|target| target.label.clone())
    });
    assert!(tapped.is_some_and(|label| label != "Cancel"));
}

#[test]
fn what_is_left_of_a_dialog_is_done_if_it_was_gone_to_for_that() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let orders = ["Oldest", "Newest", "Longest", "Shortest", "Dearest", "Cheapest", "Cancel"];
    let page = || menu("Settings", &["Sort order"]);
    world.show(page());
    let mut tried = std::collections::HashSet::new();
    for _ in 0..50 {
        let next = world.ask(&mut explorer).0.unwrap().action;
        let label = next.target().map(|target| target.label.clone());
        let opened = Screen { dialog: true, ..menu("Sort order", &orders) };
        let opens = label.as_deref() == Some("Sort order");
        world.act(&next, if opens { opened } else { page() });
        world.teach(&mut explorer);
        tried.extend(label);
    }
    assert!(orders.iter().all(|order| tried.contains(*order)), "{tried:?}");
}

#[test]
fn a_dialog_that_no_button_closes_is_no_trap() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let dialog = || {
        let mut screen = menu("Dialog", &["Remove content", "OK"]);
        screen.dialog = true;
        screen
    };
    world.show(menu("Main", &["Open"]));
    world.act(&world.tapping("Open"), dialog());
    world.teach(&mut explorer);
    let mut others = 0;
    for _ in 0..30 {
        let action = world.ask(&mut explorer).0.unwrap().action;
        others += usize::from(action.target().is_none());
        world.act(&action, dialog());
        world.teach(&mut explorer);
    }
    assert!(others > 1, "BACK or a restart comes before the same answers for ever");
}

/// A dialog with a form takes no date that is typed, says so in another dialog, and neither BACK nor a button closes it.
fn behind_a_form_that_stays(screen: &Screen, action: &Action) -> Screen {
    let form = || {
        let mut form = phone(vec![field(1, "date", "Date"), button(2, "Save")]);
        form.dialog = true;
        form
    };
    let dialog = |title: &str| Screen { dialog: true, ..menu(title, &["OK"]) };
    match (action, action.target().map_or("", |target| target.label.as_str())) {
        (Action::Restart, _) => menu("Main", &["Weights", "Visits"]),
        (_, "Weights") => menu("Weights", &["New"]),
        (_, "Visits") => menu("Visits", &["Next visit", "Last visit"]),
        (_, "New" | "OK") => form(),
        (_, "Save") => dialog("Oops"),
        _ => screen.clone(),
    }
}

/// 105 of 150 steps sent one form.
#[test]
fn dialogs_that_lead_to_each_other_are_left() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    world.show(menu("Main", &["Weights", "Visits"]));
    world.ask(&mut explorer).0.unwrap();
    for label in ["Weights", "New"] {
        let action = world.tapping(label);
        let to = behind_a_form_that_stays(&world.screen, &action);
        world.act(&action, to);
        world.teach(&mut explorer);
    }
    let mut tried = std::collections::HashSet::new();
    let mut sent = 0;
    for _ in 0..60 {
        let action = world.ask(&mut explorer).0.unwrap().action;
        tried.extend(action.target().map(|target| target.label.clone()));
        sent += usize::from(action.target().is_some_and(|target| target.label == "Save"));
        let to = behind_a_form_that_stays(&world.screen, &action);
        world.act(&action, to);
        world.teach(&mut explorer);
    }
    assert!(tried.contains("Next visit") && tried.contains("Last visit"), "{tried:?}");
    assert!(sent < 10, "{sent}");
}

#[test]
fn no_path_leads_over_a_turned_display() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let wide = || {
        let mut screen = menu("Wide", &["Onwards"]);
        screen.size = DisplaySize::new(screen.size.height, screen.size.width);
        screen
    };
    let main = || menu("Main", &["Nothing"]);
    let full = menu("Full", &["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"]);
    world.show(main());
    let mut go = |world: &mut World, action: Action, to: Screen| {
        world.act(&action, to);
        world.teach(&mut explorer);
        world.ask(&mut explorer).0.unwrap()
    };
    let turn = |rotation| Action::Rotate { rotation };
    let nothing = world.tapping("Nothing");
    go(&mut world, nothing, main());
    go(&mut world, Action::Key { key: DeviceKey::Menu }, main());
    go(&mut world, turn(Rotation::Landscape), wide());
    let onwards = world.tapping("Onwards");
    go(&mut world, onwards, full);
    // Known, and full of work: but whoever goes there is turned back on the way.
    let mut next = go(&mut world, Action::Key { key: DeviceKey::Back }, main());
    for _ in 0..12 {
        assert!(!next.key.is_turn_aside(), "{}", next.why);
        let to = if next.action == turn(Rotation::Landscape) { wide() } else { main() };
        next = go(&mut world, next.action.clone(), to);
    }
}

/// What is proposed on the first of four screens in a row, if the last one is full of work.
fn proposed_far_from_work(weights: &serde_json::Value) -> String {
    let settings = ExplorerSettings {
        weights: weights.as_object().unwrap().clone(),
        ..ExplorerSettings::default()
    };
    let mut explorer = Systematic::new(&settings).unwrap();
    let mut world = World::new(None);
    // No key may open a menu.
    world.capabilities =
        Some(DeviceCapabilities { keys: &[DeviceKey::Back], ..DeviceCapabilities::PHONE });
    world.show(menu("One", &["North"]));
    let mut go = |world: &mut World, action: Action, to: Screen| {
        world.ask(&mut explorer);
        world.act(&action, to);
        world.teach(&mut explorer);
    };
    let all = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"];
    for (label, to) in [
        ("North", menu("Two", &["East"])),
        ("East", menu("Three", &["South"])),
        ("South", menu("Four", &all)),
    ] {
        let tap = world.tapping(label);
        go(&mut world, tap, to);
    }
    go(&mut world, Action::Restart, menu("One", &["North"]));
    world.ask(&mut explorer).0.unwrap().key.to_string()
}

#[test]
fn the_search_is_short_and_still_finds_what_promises_most_far_away() {
    assert!(proposed_far_from_work(&json!({})).contains("North"));
    let short = json!({ "searched_states": 2 });
    assert!(proposed_far_from_work(&short).contains("North"));
    let blind = json!({ "searched_states": 2, "compared_states": 0 });
    assert!(!proposed_far_from_work(&blind).contains("North"), "nothing leads there");
}

#[test]
fn what_removes_comes_after_what_uses_what_it_would_remove() {
    let mut world = World::new(None);
    world.show(menu("Items", &["Remove item", "Edit item"]));
    let settings = ExplorerSettings::default();
    let mut explorer = Systematic::new(&settings).unwrap();
    let first = world.ask(&mut explorer).0.unwrap();
    assert_eq!(first.action.target().unwrap().label, "Edit item");
}

/// A form with a button that sends it. The pages differ in what else they offer.
fn page(number: usize) -> Screen {
    let others = ["Alpha", "Beta", "Gamma", "Delta"].map(|word| format!("{word} {number:?}"));
    let mut screen = phone(vec![field(1, &format!("field{number}"), "Name"), button(2, "Save")]);
    screen.location = format!(".Page{number}");
    for (at, label) in others.iter().enumerate() {
        screen.widgets.push(button(3 + at, label));
    }
    screen
}

#[test]
fn empty_forms_are_no_longer_sent_once_their_button_ran_nothing_new() {
    for counted in [false, true] {
        let mut world = World::new(None);
        if counted {
            let count = crate::domain::CoverageCount { covered: 10, total: 90 };
            let kind = crate::domain::coverage::FUNCTIONS.to_owned();
            world.learn(&crate::protocol::Event::Covered([(kind, count)].into()));
        }
        let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
        let mut sent = 0;
        for number in 0..4 {
            world.show(page(number));
            let first = world.ask(&mut explorer).0.unwrap();
            sent += usize::from(first.why.starts_with("Sent empty"));
            world.act(&first.action, page(number));
            world.teach(&mut explorer);
        }
        assert_eq!(sent, if counted { 1 } else { 4 }, "counted: {counted}");
    }
}

#[test]
fn what_was_typed_is_sent_before_the_page_is_left() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let form = |text: &str| {
        let name = Widget { text: text.into(), ..field(1, "name", "Name") };
        let links = ["Home", "Orders", "Customers", "Help"];
        let links = links.iter().enumerate().map(|(at, label)| button(at + 2, label));
        phone(std::iter::once(name).chain(links).chain([button(6, "Save")]).collect())
    };
    world.show(form(""));
    let mut labels = Vec::new();
    let mut typed_first = None;
    for _ in 0..3 {
        let action = world.ask(&mut explorer).0.unwrap().action;
        let typed = matches!(action, Action::Type { .. });
        typed_first = typed_first.or_else(|| typed.then(|| action.clone()));
        labels.push(action.target().map_or(String::new(), |target| target.label.clone()));
        world.act(&action, form(if typed { "Ada" } else { "" }));
        world.teach(&mut explorer);
    }
    assert_eq!(labels, ["Save", "Name", "Save"], "empty once, then filled");
    for _ in 0..12 {
        let action = world.ask(&mut explorer).0.unwrap().action;
        assert_ne!(Some(&action), typed_first.as_ref(), "what the same text does is known");
        let to = menu("Other", &["Further", "Save"]);
        world.act(&action, to);
        world.teach(&mut explorer);
        world.show(form(""));
    }
}

/// A page gave its file a name with the time in it, and was sent anew each time that it was opened.
#[test]
fn what_a_page_fills_in_itself_is_not_sent_each_time() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let page = |opened: usize| {
        let name = Widget { text: format!("backup-{opened}.csv"), ..field(1, "name", "File name") };
        let mut screen = phone(vec![name, button(2, "Export"), button(3, "Help")]);
        screen.location = ".Export".into();
        screen
    };
    let home = menu("Home", &["Backup"]);
    let mut sent = 0;
    for opened in 0..6 {
        world.show(home.clone());
        let backup = world.tapping("Backup");
        world.act(&backup, page(opened));
        world.teach(&mut explorer);
        let action = world.ask(&mut explorer).0.unwrap().action;
        sent += usize::from(action.target().is_some_and(|target| target.label == "Export"));
        world.act(&action, home.clone());
        world.teach(&mut explorer);
    }
    assert_eq!(sent, 1);
}

#[test]
fn what_was_refused_elsewhere_comes_last() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    world.show(menu("One", &["Log out"]));
    let action = world.tapping("Log out");
    let key = key_of(&world.screen, &action).0;
    world.refused = vec![Refusal { key, feedback: String::new() }];
    world.ask(&mut explorer);
    world.act(&Action::Key { key: DeviceKey::Back }, menu("Two", &["Log out", "Orders"]));
    world.teach(&mut explorer);
    let action = world.ask(&mut explorer).0.unwrap().action;
    assert_eq!(action.target().map(|target| target.label.as_str()), Some("Orders"));
}

/// A path was broken off at each form that it leads through: the state that it led to was forgotten once a field was filled in.
#[test]
fn what_is_pursued_is_not_forgotten_while_a_form_on_the_way_is_filled_in() {
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    let form = phone(vec![field(1, "name", "Name"), field(2, "town", "Town"), button(3, "Save")]);
    world.show(form.clone());
    let mut steps = Vec::new();
    for _ in 0..2 {
        let goal = crate::domain::StateId(9);
        explorer.display.pursued = Some(goal);
        let next = world.ask(&mut explorer).0.unwrap();
        assert_eq!(explorer.display.pursued, Some(goal), "{}", next.why);
        steps.push(next.action.kind());
        world.act(&next.action, form.clone());
        world.teach(&mut explorer);
    }
    assert!(steps.contains(&ActionKind::Type), "{steps:?}");
}

/// A server that was still starting up ended the run before its first step.
#[test]
fn an_app_that_offers_nothing_is_started_again_a_few_times() {
    let explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    world.show(phone(Vec::new()));
    let mut done = Vec::new();
    while let Some(proposal) = explorer.display.start_again(&world.situation()) {
        assert!(done.len() < 10);
        done.push(proposal.action.kind());
        world.act(&proposal.action, phone(Vec::new()));
    }
    assert_eq!(done, [ActionKind::Wait, ActionKind::Restart].repeat(3));
    world.act(&Action::Restart, menu("Main", &["Open"]));
    assert_eq!(explorer.display.start_again(&world.situation()), None);
}

/// An app of one page: BACK leaves it wherever it is, so only a restart leads back to its list.
#[test]
fn all_rows_are_opened_where_back_leaves_the_app() {
    let names = ["Accordion", "Badge", "Cards", "Dates", "Editor", "Forms", "Gauge", "Hints"];
    let list = || {
        let row = |(at, name): (usize, &&str)| {
            let position = WidgetPosition { list: Some(1), ..WidgetPosition::default() };
            Widget { position, ..button(at + 2, name) }
        };
        let rows = names.iter().enumerate().map(row);
        phone(std::iter::once(widget(1, "ListView", "")).chain(rows).collect())
    };
    let page = |name: &str| {
        menu(name, &[&format!("Open {name}"), &format!("Add {name}"), &format!("Sort {name}")])
    };
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    world.show(list());
    let mut opened = std::collections::HashSet::new();
    for _ in 0..80 {
        let Some(proposal) = world.ask(&mut explorer).0 else { break };
        let action = proposal.action;
        let label = action.target().map_or("", |target| target.label.as_str()).to_owned();
        let is_back = matches!(action, Action::Key { key: DeviceKey::Back });
        let to = match names.iter().find(|name| **name == label) {
            Some(name) if action.kind() == ActionKind::Tap => page(name),
            _ if is_back => Screen { package: "org.launcher".into(), ..menu("Home", &["App"]) },
            _ if action.starts_anew() => list(),
            _ => world.screen.clone(),
        };
        opened.extend(names.contains(&label.as_str()).then_some(label));
        world.act(&action, to);
        if is_back {
            world.last.as_mut().unwrap().outcome = ActionOutcome::LeftApp;
        }
        world.teach(&mut explorer);
    }
    assert_eq!(opened.len(), names.len(), "{opened:?}");
}

/// How often fields are typed into that hold `accepted` afterwards, as far as the device can tell.
fn typed_into(accepted: Option<&str>) -> usize {
    let form = || {
        let fields = [(1, "color"), (2, "date")].map(|(number, id)| field(number, id, id));
        phone(fields.into_iter().chain([button(3, "Help"), button(4, "Save")]).collect())
    };
    let mut explorer = Systematic::new(&ExplorerSettings::default()).unwrap();
    let mut world = World::new(None);
    world.show(form());
    let mut typed = 0;
    for _ in 0..40 {
        let action = world.ask(&mut explorer).0.unwrap().action;
        let types = matches!(action, Action::Type { .. });
        typed += usize::from(types);
        // What is pressed on the form leads to another page, and all there leads back.
        let leaves = world.screen == form() && !types;
        world.act(&action, if leaves { menu("Help", &["Close"]) } else { form() });
        if types {
            world.last.as_mut().unwrap().accepted = accepted.map(str::to_owned);
        }
        world.teach(&mut explorer);
    }
    typed
}

/// A field that opens a choice takes no text.
#[test]
fn a_field_that_takes_nothing_is_filled_in_less_often() {
    let (nothing, unknown) = (typed_into(Some("")), typed_into(None));
    assert!(nothing < unknown, "{nothing} and {unknown}");
}
