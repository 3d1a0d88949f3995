//! Buttons that soon go away, and what is not taken for one.

use super::*;

/// A list whose first row goes when "Archive" is pressed, with a button to undo that.
fn archive(screen: &Screen, action: &Action) -> Screen {
    match action {
        Action::Tap { target } if target.label == "Archive" => {
            let mut screen = menu("Mail", &["Archive", "Undo"]);
            screen.widgets[2].bounds = Bounds::new(0, 1500, 720, 1600);
            screen
        }
        Action::Tap { target } if target.label == "Undo" => menu("Mail", &["Archive"]),
        _ => screen.clone(),
    }
}

#[test]
fn what_soon_goes_away_is_taken_at_once_and_after_a_second_time() {
    let mut run = TestRun::of(menu("Mail", &["Archive"]), archive, &[]);
    let done = run.go(40);
    let (archived, undone) = ("tap Button \"Archive\"", "tap Button \"Undo\"");
    let row = [archived, undone, archived, archived, undone];
    assert!(done.windows(row.len()).any(|part| part == row), "{done:?}");
}

/// A form whose button shows a check box, which stays.
fn split(screen: &Screen, action: &Action) -> Screen {
    match action {
        Action::Tap { target } if target.label == "Split" => {
            let mut screen = menu("Bill", &["Split", "All"]);
            screen.widgets[2].bounds = Bounds::new(0, 1500, 720, 1600);
            screen.widgets[2].role = Some(WidgetRole::Toggle);
            screen
        }
        _ => screen.clone(),
    }
}

#[test]
fn what_a_button_shows_to_be_switched_does_not_go_away() {
    let mut run = TestRun::of(menu("Bill", &["Split"]), split, &[]);
    let done = run.go(40);
    let (split, all) = ("tap Button \"Split\"", "tap Button \"All\"");
    let row = [split, all, split, split, all];
    assert!(done.iter().any(|key| key == all), "{done:?}");
    assert!(!done.windows(row.len()).any(|part| part == row), "{done:?}");
}

/// A page that is turned by a button at its foot, whose own button counts.
fn weeks(screen: &Screen, action: &Action) -> Screen {
    let week = || {
        let label = &screen.widgets[2].label;
        label.rsplit(' ').next().and_then(|week| week.parse::<u32>().ok()).unwrap_or_default()
    };
    match action {
        Action::Tap { target } if target.label == "Next" => of_week(week() + 1),
        _ => screen.clone(),
    }
}

fn of_week(week: u32) -> Screen {
    let mut screen = menu("Weeks", &["Next", &format!("Week {week}")]);
    screen.widgets[2].bounds = Bounds::new(0, 1500, 720, 1600);
    screen
}

#[test]
fn a_button_that_counts_does_not_go_away() {
    let mut run = TestRun::of(of_week(1), weeks, &[]);
    let done = run.go(30);
    let pressed = done.iter().filter(|key| key.starts_with("tap") && key.contains("Week")).count();
    assert!(pressed <= 12, "{done:?}");
}

/// A page with a button at its foot that says what it will do next.
fn diary(screen: &Screen, action: &Action) -> Screen {
    match action {
        Action::Tap { target } if target.label == "Show all" => of_diary("Hide all"),
        Action::Tap { target } if target.label == "Hide all" => of_diary("Show all"),
        _ => screen.clone(),
    }
}

/// The same; the button has an id and is as wide as its words.
fn diary_with_ids(screen: &Screen, action: &Action) -> Screen {
    with_id(diary(screen, action))
}

fn with_id(mut screen: Screen) -> Screen {
    let button = &mut screen.widgets[1];
    button.resource_id = "org.app:id/range".into();
    button.bounds.right = if button.label == "Show all" { 700 } else { 720 };
    screen
}

fn of_diary(label: &str) -> Screen {
    let mut screen = menu("Diary", &[label, "New entry", "Settings", "About", "Help", "Export"]);
    screen.widgets[1].bounds = Bounds::new(0, 1500, 720, 1600);
    screen
}

#[test]
fn a_button_that_says_another_thing_after_each_press_does_not_go_away() {
    let is_it = |key: &String| key.contains(" all\"") || key.contains("#range");
    for mut run in [
        TestRun::of(of_diary("Show all"), diary, &[]),
        TestRun::of(with_id(of_diary("Show all")), diary_with_ids, &[]),
    ] {
        let done = run.go(12);
        assert!(
            done.iter().any(is_it) && !done.windows(3).any(|part| part.iter().all(is_it)),
            "{done:?}"
        );
    }
}

/// A card that comes over a page, whose own button folds it up.
fn tags(screen: &Screen, action: &Action) -> Screen {
    match action {
        Action::Tap { target } if target.label == "Tags" => {
            let mut screen = menu("Stories", &["Tags", "Collapse"]);
            screen.widgets[2].bounds = Bounds::new(0, 1500, 720, 1600);
            screen
        }
        Action::Tap { target } if target.label == "Collapse" => menu("Stories", &["Tags"]),
        _ => screen.clone(),
    }
}

/// Of 150 steps in an app of others eleven went to cards that were folded up and shown again.
#[test]
fn what_folds_up_what_it_came_with_does_not_go_away() {
    let mut run = TestRun::of(menu("Stories", &["Tags"]), tags, &[]);
    let done = run.go(40);
    let (shown, folded) = ("tap Button \"Tags\"", "tap Button \"collapse/expand\"");
    let row = [shown, folded, shown, shown, folded];
    assert!(done.iter().any(|key| key == folded), "{done:?}");
    assert!(!done.windows(row.len()).any(|part| part == row), "{done:?}");
}

/// A tag that opens a menu of the entries with it, which are links.
fn tagged(_: &Screen, action: &Action) -> Screen {
    match action {
        Action::Tap { target } if target.label == "Recipes" => {
            let mut screen = menu("Wiki", &["Recipes", "Soup"]);
            screen.widgets[2].bounds = Bounds::new(0, 1500, 720, 1600);
            screen.widgets[2].class = "a".into();
            screen
        }
        _ => menu("Wiki", &["Recipes"]),
    }
}

#[test]
fn the_links_of_a_menu_do_not_go_away() {
    let done = TestRun::of(menu("Wiki", &["Recipes"]), tagged, &[]).go(40);
    let (opened, link) = ("tap Button \"Recipes\"", "tap a \"Soup\"");
    let row = [opened, link, opened, opened, link];
    assert!(done.iter().any(|key| key == link), "{done:?}");
    assert!(!done.windows(row.len()).any(|part| part == row), "{done:?}");
}
