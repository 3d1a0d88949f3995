use super::*;
use crate::domain::{DeviceKey, Widget};
use crate::explorer::testing::{World, field, menu};
use crate::explorer::{ExplorerSettings, find};

fn probing() -> Box<dyn Explorer> {
    let inner = (find("systematic").unwrap().make)(&ExplorerSettings::default()).unwrap();
    ProbingExplorer::around(inner)
}

/// The probes of the next `steps` proposals, on a page that never changes.
fn probes_of(world: &mut World, explorer: &mut dyn Explorer, steps: u32) -> Vec<String> {
    let mut probes = Vec::new();
    for _ in 0..steps {
        let proposed = world.ask(explorer).0.unwrap();
        if proposed.why.starts_with("A probe") {
            probes.push(proposed.action.to_string());
        }
        let screen = world.screen.clone();
        world.act(&proposed.action, screen);
        world.teach(explorer);
    }
    probes
}

#[test]
fn a_page_is_turned_once_there_and_back() {
    let (mut explorer, mut world) = (probing(), World::new(None));
    world.step = 100;
    world.show(menu("Home", &["One"]));
    let turns = probes_of(&mut world, &mut *explorer, 8);
    assert_eq!(turns, ["rotate to landscape", "rotate to portrait"]);
}

#[test]
fn another_setting_is_changed_and_restored_on_each_page_with_something_entered() {
    let (mut explorer, mut world) = (probing(), World::new(None));
    world.step = 100;
    let is_setting = |probe: &String| probe.starts_with("set ") || probe.starts_with("restore ");
    let form = |title: &str, name: &str| {
        let mut screen = menu(title, &["Save"]);
        screen.widgets.push(Widget { text: name.into(), ..field(9, "name", "Name") });
        screen
    };
    let mut settings = Vec::new();
    for title in ["One", "Two", "Three", "Four"] {
        world.show(form(title, "Ada"));
        let probes = probes_of(&mut world, &mut *explorer, 10);
        settings.push(probes.into_iter().filter(is_setting).collect::<Vec<_>>());
    }
    assert_eq!(settings[0], ["set dark mode on", "restore dark mode"]);
    assert_eq!(settings[1], ["set font size to 200 %", "restore font size"]);
    assert_eq!(settings[2], ["set language to ar-EG", "restore language"]);
    assert_eq!(settings[3], settings[0]);
    world.show(form("Empty", ""));
    let probes = probes_of(&mut world, &mut *explorer, 10);
    assert!(!probes.iter().any(is_setting), "{probes:?}");
}

#[test]
fn the_app_is_restarted_where_it_begins_and_lists_something() {
    let (mut explorer, mut world) = (probing(), World::new(None));
    let mut home = menu("Home", &["One", "Two"]);
    for (row, widget) in home.widgets.iter_mut().enumerate() {
        widget.position.row = Some(row);
    }
    world.show(home.clone());
    world.ask(&mut *explorer);
    world.step = 100;
    let open = world.tapping("One");
    world.act(&open, menu("Other", &["Up"]));
    world.teach(&mut *explorer);
    let probes = probes_of(&mut world, &mut *explorer, 4);
    assert!(!probes.contains(&"restart the app".to_owned()), "{probes:?}");
    let back = Action::Key { key: DeviceKey::Back };
    world.act(&back, home);
    world.teach(&mut *explorer);
    let probes = probes_of(&mut world, &mut *explorer, 20);
    let restarts = probes.iter().filter(|probe| *probe == "restart the app").count();
    assert_eq!(restarts, 1, "not again so soon: {probes:?}");
}

#[test]
fn probes_take_no_more_than_their_share() {
    let (mut explorer, mut world) = (probing(), World::new(None));
    world.show(menu("Home", &["One", "Two", "Three", "Four"]));
    let probes = probes_of(&mut world, &mut *explorer, 30);
    assert!((1..=8).contains(&probes.len()), "{probes:?}");
}

#[test]
fn some_probes_are_kept_for_what_must_be_pressed_at_once() {
    let (mut explorer, mut world) = (probing(), World::new(None));
    world.show(menu("Welcome", &["One", "Two"]));
    let first = probes_of(&mut world, &mut *explorer, 3);
    assert_eq!(first, ["rotate to landscape", "rotate to portrait"], "it may not come again");
    world.step = SHARE * 2 + 2;
    world.show(menu("Home", &["Send"]));
    let probes = probes_of(&mut world, &mut *explorer, 4);
    assert!(probes[0].contains("Send"), "{probes:?}");
    assert!(!probes.iter().any(|probe| probe.starts_with("rotate")), "{probes:?}");
}

#[test]
fn a_page_is_left_and_opened_again_once() {
    let (mut explorer, mut world) = (probing(), World::new(None));
    let other = menu("Other", &[]);
    let probes = probes_between(&mut *explorer, &mut world, &other, 8);
    assert_eq!(probes, ["press back", "tap [2] \"One\""]);
}

/// The probes of so many proposals after `other` was opened from a home page, without turns.
fn probes_between(
    explorer: &mut dyn Explorer,
    world: &mut World,
    other: &Screen,
    proposals: u32,
) -> Vec<String> {
    let home = menu("Home", &["One"]);
    world.show(home.clone());
    world.ask(explorer);
    world.step = 100;
    let open = world.tapping("One");
    world.act(&open, other.clone());
    world.teach(explorer);
    let mut probes = Vec::new();
    for _ in 0..proposals {
        let proposed = world.ask(explorer).0.unwrap();
        let turns = matches!(proposed.action, Action::Rotate { .. });
        if proposed.why.starts_with("A probe") && !turns {
            probes.push(proposed.action.to_string());
        }
        let back = proposed.action == Action::Key { key: DeviceKey::Back };
        let after = match &proposed.action {
            _ if back => home.clone(),
            action if *action == open => other.clone(),
            _ => world.screen.clone(),
        };
        world.act(&proposed.action, after);
        world.teach(explorer);
    }
    probes
}

#[test]
fn a_page_is_opened_again_for_a_button_that_did_nothing() {
    let (mut explorer, mut world) = (probing(), World::new(None));
    let other = menu("Other", &["Two"]);
    let probes = probes_between(&mut *explorer, &mut world, &other, 60);
    let count = |wanted: &str| probes.iter().filter(|probe| probe.contains(wanted)).count();
    assert_eq!(count("Two"), 2, "{probes:?}");
    assert!((2..=3).contains(&count("press back")), "{probes:?}");
}

#[test]
fn a_button_without_effect_is_pressed_on_other_visits() {
    let (mut explorer, mut world) = (probing(), World::new(None));
    world.step = 100;
    let mut pressed = 0;
    for visit in 0..6 {
        world.show(menu("Home", &["Blue"]));
        let tap = world.tapping("Blue");
        if visit == 0 {
            let screen = world.screen.clone();
            world.act(&tap, screen);
            world.teach(&mut *explorer);
        }
        for _ in 0..4 {
            let proposed = world.ask(&mut *explorer).0.unwrap();
            let is_probe = proposed.why.contains("the button did nothing");
            pressed += u32::from(is_probe && proposed.action == tap);
            let screen = world.screen.clone();
            world.act(&proposed.action, screen);
            world.teach(&mut *explorer);
        }
        world.act(&Action::Key { key: DeviceKey::Back }, menu("Start", &["Go"]));
        world.teach(&mut *explorer);
    }
    assert_eq!(pressed, 2);
}

#[test]
fn a_button_that_may_have_nothing_to_do_is_not_pressed_again() {
    for (label, again) in [("Blue", true), ("Refresh", false), ("Next day", false)] {
        let (mut explorer, mut world) = (probing(), World::new(None));
        let other = menu("Other", &[label]);
        let probes = probes_between(&mut *explorer, &mut world, &other, 60);
        assert_eq!(probes.iter().any(|probe| probe.contains(label)), again, "{probes:?}");
    }
}

#[test]
fn a_button_that_must_act_is_pressed_once_more() {
    let labels =
        [("Send", true), ("Scan now", true), ("Sort", true), ("Favourite", true), ("Blue", false)];
    for (label, again) in labels {
        let (mut explorer, mut world) = (probing(), World::new(None));
        world.step = 100;
        world.show(menu("Home", &[label]));
        let tap = world.tapping(label);
        let screen = world.screen.clone();
        world.act(&tap, screen);
        world.teach(&mut *explorer);
        let proposed = world.ask(&mut *explorer).0.unwrap();
        let is_probe = proposed.action == tap && proposed.why.starts_with("A probe");
        assert_eq!(is_probe, again, "{label}: {}", proposed.why);
    }
}
