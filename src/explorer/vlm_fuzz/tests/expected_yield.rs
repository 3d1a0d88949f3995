//! Which move comes first, and on which screen.

use std::collections::HashSet;
use std::sync::Arc;

use super::*;
use crate::domain::{Action, ActionKey, Intent, Rotation, StateId};
use crate::explorer::testing::widget;
use crate::explorer::vlm_fuzz::available_moves;
use crate::explorer::vlm_fuzz::budget::ComponentBudget;
use crate::explorer::vlm_fuzz::memory::FuzzMemory;
use crate::explorer::vlm_fuzz::path_following::FuzzPathRules;
use crate::explorer::vlm_fuzz::tour::ComponentTour;
use crate::model::path::{PathJump, PathSearch};

fn label(action: &Action) -> &str {
    action.target().map_or("", |target| target.label.as_str())
}

/// Four pages, one after another.
fn wizard(screen: &Screen, action: &Action) -> Screen {
    let pages = ["Address", "Delivery", "Payment", "Summary"];
    let at = pages.iter().position(|page| screen.title() == Some(page));
    match (label(action), at) {
        ("Next", Some(at)) if at + 1 < pages.len() => menu(pages[at + 1], &["Close", "Next"]),
        ("Close", _) => menu("Address", &["Close", "Next"]),
        _ => screen.clone(),
    }
}

#[test]
fn pages_of_a_row_are_gone_through_to_the_end() {
    let start = menu("Address", &["Close", "Next"]);
    let done = TestRun::of(start, wizard, &["probes", "gestures"]).go(4);
    assert_eq!(done[0], "key menu", "once, on the first page");
    assert_eq!(done[1..], ["tap Button \"Next\""; 3]);
}

/// Pages with a link to another app, which BACK leaves.
fn linked(screen: &Screen, action: &Action) -> Screen {
    let start = || menu("Start", &["Oak", "Elm", "Ash", "Fir"]);
    match (label(action), action) {
        (_, Action::Restart | Action::Key { key: DeviceKey::Back }) => start(),
        ("Report a bug", _) => Screen { package: "browser".into(), ..menu("Issues", &["Sign in"]) },
        (tree @ ("Oak" | "Elm" | "Ash" | "Fir"), _) => {
            menu(tree, &["Report a bug", &format!("{tree} leaves"), &format!("{tree} roots")])
        }
        _ => screen.clone(),
    }
}

/// In an app of others 20 of 150 steps went to two links out of it, which stand on each page.
#[test]
fn what_leaves_the_app_is_not_tried_on_each_page() {
    let done = TestRun::of(menu("Start", &["Oak", "Elm", "Ash", "Fir"]), linked, &[]).go(22);
    let left = done.iter().filter(|key| key.contains("Report a bug")).count();
    assert!((1..=2).contains(&left), "{left} {done:?}");
}

/// Six contents of a page were "sent" by ENTER, which went to its next field.
#[test]
fn a_form_whose_enter_only_moves_on_is_not_sent_by_it_again() {
    let turn = |screen: &Screen, action: &Action| {
        let mut screen = screen.clone();
        match action {
            Action::Type { target, text } => {
                let field = &mut screen.widgets[target.number - 1];
                (field.text, field.focused) = (text.reveal().unwrap_or_default().into(), true);
            }
            Action::Key { key: DeviceKey::Enter } => {
                screen.widgets.iter_mut().for_each(|field| field.focused = !field.focused);
            }
            _ => {}
        }
        screen
    };
    let start = phone(vec![field(1, "name", "Name"), field(2, "town", "Town")]);
    let done = TestRun::of(start, turn, &["probes"]).go(20);
    let sent = done.iter().filter(|key| *key == "key enter").count();
    assert!(sent <= 2, "{done:?}");
}

/// A form that stays until its title is more than blanks, and asks back about a blank author.
fn strict(screen: &Screen, action: &Action) -> Screen {
    let empty =
        || phone(vec![field(1, "title", "Title"), field(2, "author", "Author"), button(3, "Save")]);
    let held = |at: usize| screen.widgets[at].content().to_owned();
    match action {
        Action::Type { target, text } => {
            let mut screen = screen.clone();
            screen.widgets[target.number - 1].text = text.reveal().unwrap_or_default().into();
            screen
        }
        Action::Tap { .. } => match label(action) {
            "Save" if held(0).trim().is_empty() => screen.clone(),
            "Save" if held(1).trim().is_empty() && !held(1).is_empty() => menu("Whose?", &["Sure"]),
            "Save" | "Sure" => empty(),
            _ => screen.clone(),
        },
        Action::Restart => empty(),
        _ => screen.clone(),
    }
}

#[test]
fn a_refused_odd_value_does_not_spoil_the_rounds_after_it() {
    let start = strict(&menu("", &[]), &Action::Restart);
    let done = TestRun::of(start, strict, &["probes", "gestures"]).go(30);
    assert!(done.iter().any(|key| key.contains("Sure")), "{done:?}");
}

/// A form whose keyboard BACK hides before it leaves the form.
fn keyboard(screen: &Screen, action: &Action) -> Screen {
    match action {
        Action::Type { .. } => Screen { keyboard: true, ..app(screen, action) },
        Action::Key { key: DeviceKey::Back } if screen.keyboard => {
            Screen { keyboard: false, ..screen.clone() }
        }
        _ => Screen { keyboard: false, ..app(screen, action) },
    }
}

#[test]
fn a_form_is_left_though_the_keyboard_covers_it() {
    let done = TestRun::of(form(), keyboard, &["probes"]).go(40);
    let left = ["type #title = \"Plan the week\"", "key back", "key back"];
    assert!(done.windows(left.len()).any(|part| part == left), "{done:?}");
}

#[test]
fn what_can_be_switched_is_switched_back() {
    let mut switch = button(1, "Wi-Fi");
    (switch.class, switch.checked) = ("android.widget.Switch".into(), Some(false));
    let turn = |screen: &Screen, action: &Action| {
        let mut screen = screen.clone();
        if label(action) == "Wi-Fi" {
            screen.widgets[0].checked = screen.widgets[0].checked.map(|checked| !checked);
        }
        screen
    };
    let done = TestRun::of(phone(vec![switch, button(2, "Close")]), turn, &["probes"]).go(6);
    let touches = done.iter().filter(|key| key.contains("tap Switch")).count();
    assert_eq!(touches, 2, "{done:?}");
}

#[test]
fn what_goes_on_is_waited_for_before_it_is_stopped() {
    let bar = widget(1, "android.widget.ProgressBar", "");
    let start = phone(vec![bar, button(2, "Stop")]);
    let done = TestRun::of(start, |screen, _| screen.clone(), &[]).go(2);
    assert_eq!(done[0], "wait");
}

/// What a game hid behind the MENU key was found at step 144 of 150.
#[test]
fn the_menu_key_is_pressed_early_unless_it_opened_nothing() {
    let turn = |screen: &Screen, action: &Action| match action {
        Action::Tap { .. } => menu(&format!("{} below", label(action)), &["Oak", "Elm", "Ash"]),
        _ => screen.clone(),
    };
    let done = TestRun::of(menu("Notes", &["Oak", "Elm", "Ash"]), turn, &[]).go(3);
    assert_eq!(done[0], "key menu", "{done:?}");
    assert!(done[1].starts_with("tap"), "{done:?}");
}

#[test]
fn pages_of_figures_are_turned_at_once() {
    let done = TestRun::of(menu("Trends", &["Week", "Month"]), app, &[]).go(1);
    assert_eq!(done, ["rotate to landscape"]);
    let done = TestRun::of(menu("Notes", &["Week", "Month"]), app, &[]).go(1);
    assert_ne!(done, ["rotate to landscape"]);
}

#[test]
fn a_page_that_has_taken_many_steps_promises_more_turned() {
    let mut run = TestRun::of(menu("Notes", &["Open"]), |screen, _| screen.clone(), &[]);
    let open = run.world.tapping("Open");
    let promised = |run: &mut TestRun| {
        let situation = run.situation();
        run.explorer.shared.memory.breadth.see(&situation);
        let moves = probes::of(&situation, &run.explorer.shared);
        let turn = moves.into_iter().find(|item| item.begins_with(ActionKind::Rotate)).unwrap();
        turn.base_yield
    };
    let weights = VlmFuzzWeights::default();
    assert_eq!(promised(&mut run), weights.turn);
    for _ in 0..20 {
        run.act(&open);
        let _ = promised(&mut run);
    }
    assert_eq!(promised(&mut run), weights.turn_for_a_look);
}

#[test]
fn any_screen_is_waited_on_once() {
    let done =
        TestRun::of(menu("Start", &["Lamps"]), |screen, _| screen.clone(), &["probes"]).go(8);
    assert_eq!(done.iter().filter(|key| *key == "wait").count(), 1, "{done:?}");
}

#[test]
fn other_seeds_go_other_ways() {
    let first = |seed| {
        let start = menu("Start", &["One", "Two", "Three", "Four", "Five"]);
        let mut run = TestRun::of(start, |screen, _| screen.clone(), &["probes"]);
        run.explorer = VlmFuzz::new(&ExplorerSettings {
            seed,
            disabled: vec!["probes".into()],
            ..Default::default()
        })
        .unwrap();
        run.go(5)
    };
    assert!((2..8).any(|seed| first(seed) != first(1)));
}

/// A list whose rows, held, can be chosen.
fn chooser(screen: &Screen, action: &Action) -> Screen {
    let rows = |title: &str, chosen: Option<&str>| {
        let mut list = widget(2, "android.widget.ListView", "");
        list.actions = vec![ActionKind::Scroll];
        let row = |(number, name): (usize, &str)| {
            let mut row = button(number, name);
            row.class = "android.view.View".into();
            row.actions.push(ActionKind::LongTap);
            row.checked = chosen.map(|chosen| chosen == name);
            (row.position.list, row.position.row) = (Some(2), Some(number - 3));
            row
        };
        let mut widgets = vec![widget(1, "android.widget.TextView", title), list];
        widgets.extend([(3, "Milk"), (4, "Bread"), (5, "Salt")].map(row));
        phone(widgets)
    };
    match action {
        Action::LongTap { target } => rows("Chosen", Some(&target.label)),
        Action::Tap { target } if screen.title() == Some("Goods") => {
            menu(&target.label, &["Close"])
        }
        Action::Restart => rows("Goods", None),
        Action::Key { key: DeviceKey::Back } => rows("Goods", None),
        _ if label(action) == "Close" => rows("Goods", None),
        _ => screen.clone(),
    }
}

#[test]
fn rows_are_touched_anew_where_holding_one_began_a_mode() {
    let start = chooser(&menu("", &[]), &Action::Restart);
    let done = TestRun::of(start, chooser, &["probes", "gestures"]).go(30);
    let held = done.iter().position(|key| key.starts_with("long_tap")).expect("one was held");
    let is_row = |key: &&String| key.starts_with("tap ListView/View");
    let tapped = done[..held].iter().filter(is_row).count();
    assert_eq!(tapped, 3, "each row was tapped before: {done:?}");
    let anew = done[held + 1..].iter().take(3).find(is_row);
    assert!(anew.is_some(), "a row that was tapped before, while others are chosen: {done:?}");
}

#[test]
fn what_destroys_waits_for_the_second_half_of_a_run() {
    let base = |name: &str, left| {
        let mut world = World::new(None);
        world.show(menu("Start", &[name]));
        let left = RemainingBudget { steps: Some(left), ms: None };
        let situation = Situation { remaining: left, ..world.situation() };
        let items =
            available_moves::of(&situation, &situation.screen.location, &VlmFuzzWeights::default());
        items
            .into_iter()
            .find(|item| item.id.to_string().contains(name))
            .expect("it is available")
            .base_yield
    };
    assert!(base("Delete", 300) < base("Delete", 0));
    assert!(base("Delete all", 300) < base("Delete", 300), "it comes last of all");
    assert!(base("Delete all", 0) > base("Delete", 300));
}

#[test]
fn what_ended_the_app_once_is_tried_once_more() {
    let mut world = World::new(None);
    world.show(menu("Start", &["Export", "Share"]));
    let situation = world.situation();
    let items =
        available_moves::of(&situation, &situation.screen.location, &VlmFuzzWeights::default());
    let mut memory = FuzzMemory::new(Arc::default());
    let (from, item) = (situation.state, |name: &str| {
        items.iter().find(|item| item.id.to_string().contains(name)).expect("it is available")
    });
    for (name, outcome) in [("Export", ActionOutcome::Crashed), ("Share", ActionOutcome::Content)] {
        let item = item(name);
        let done = PerformedAction {
            step: 1,
            from: from.structural,
            exact: from.exact,
            before: situation.screen.clone(),
            action: item.action().unwrap().clone(),
            key: key_of(&situation.screen, item.action().unwrap()).0,
            accepted: None,
            failed: false,
            progress_ms: 0,
            outcome,
        };
        memory.done(&done, Some(item), &situation);
    }
    let expected = |name| memory.expected_yield(from.structural, item(name));
    assert!(expected("Export") > 2.0 * expected("Share"));
}

#[test]
fn the_nearest_way_is_gone_and_none_that_ends_the_app() {
    let mut run = run();
    run.act(&tap("Page", &run.world.screen));
    let page = run.situation().state.structural;
    run.act(&Action::Restart);
    let situation = run.situation();
    let here = situation.state.structural;
    let jump = PathJump { key: key_of(&situation.screen, &Action::Restart).0, to: page, cost: 3 };
    let path = |jumps: &[PathJump], deadly: &[(StateId, ActionKey)]| {
        let rules = FuzzPathRules::new(jumps.to_vec(), deadly.iter().cloned().collect());
        let mut search = PathSearch::new(&situation.model, here, &rules).unwrap();
        let position = situation.model.position(page).unwrap();
        let cost = search.find(|reached| reached.position == position).map(|found| found.cost);
        (cost, search.path(position))
    };
    let jumps = [jump];
    let (cost, steps) = path(&jumps, &[]);
    assert_eq!((cost, steps.len()), (Some(1), 1));
    let key = steps[0].key.clone();
    assert_eq!(key.as_str(), "tap Button \"Page\"");
    let deadly = [(here, key)];
    assert_eq!(path(&jumps, &deadly).0, Some(3), "what ended the app is no path");
    assert_eq!(path(&[], &deadly).0, None);
}

/// One path over a turned display was gone four times in a row: it was turned back each time.
#[test]
fn no_path_leads_over_a_turned_display() {
    let mut world = World::new(None);
    let start = menu("Start", &["One"]);
    world.show(start.clone());
    let here = world.situation().state.structural;
    let turn = Action::Rotate { rotation: Rotation::Landscape };
    world.act(&turn, Screen { size: DisplaySize::new(1600, 720), ..menu("Wide", &["Two"]) });
    let wide = world.situation().state.structural;
    world.act(&Action::Rotate { rotation: Rotation::Portrait }, start);
    let situation = world.situation();
    let rules = FuzzPathRules::new(Vec::new(), HashSet::new());
    let mut search = PathSearch::new(&situation.model, here, &rules).unwrap();
    let position = situation.model.position(wide).unwrap();
    assert!(search.find(|reached| reached.position == position).is_none());
}

#[test]
fn a_restart_leads_where_it_led_last_wherever_it_is_done() {
    let mut run = run();
    let start = run.situation().state.structural;
    run.act(&tap("Page", &run.world.screen));
    let page = run.situation().state.structural;
    run.act(&Action::Restart);
    let situation = run.situation();
    assert_eq!(situation.state.structural, start);
    let cost = |jumps: &[PathJump]| {
        let rules = FuzzPathRules::new(jumps.to_vec(), HashSet::new());
        let mut search = PathSearch::new(&situation.model, page, &rules).unwrap();
        let position = situation.model.position(start).unwrap();
        search.find(|reached| reached.position == position).map(|found| found.cost)
    };
    let key = key_of(&situation.screen, &Action::Restart).0;
    assert_eq!(cost(&[]), Some(1));
    assert_eq!(cost(&[PathJump { key, to: page, cost: 4 }]), None, "it begins on the page now");
}

pub(super) fn tap(label: &str, screen: &Screen) -> Action {
    let widget = screen.widgets.iter().find(|widget| widget.label == label).expect("it is there");
    Action::Tap { target: WidgetTarget::of(widget) }
}

#[test]
fn menu_is_given_up_where_no_component_listens() {
    let mut world = World::new(None);
    world.show(menu("Start", &["One"]));
    let situation = world.situation();
    let (mut tour, mut budget) = (ComponentTour::default(), ComponentBudget::new(Arc::default()));
    let start =
        |at: usize| Intent { component: Some(format!("org.app/.A{at}")), ..Intent::default() };
    tour.set_out((0..6).map(start).collect());
    let next = |tour: &mut ComponentTour, budget: &mut ComponentBudget| {
        tour.next(&situation, budget, &VlmFuzzWeights::default())
    };
    let actions: Vec<Action> =
        std::iter::from_fn(|| next(&mut tour, &mut budget)).map(|(action, _)| action).collect();
    let menus =
        actions.iter().filter(|action| matches!(action, Action::Key { key: DeviceKey::Menu }));
    let starts = actions.iter().filter(|action| matches!(action, Action::Start { .. }));
    assert_eq!((menus.count(), starts.count()), (3, 6));
}

#[test]
fn the_menu_of_an_activity_that_crashed_is_not_looked_at() {
    let mut world = World::new(None);
    world.show(menu("Start", &["One"]));
    world.act(&tap("One", &world.screen.clone()), menu("Start", &["One"]));
    let mut situation = world.situation();
    if let Some(last) = &mut situation.last {
        last.outcome = ActionOutcome::Crashed;
    }
    let (mut tour, mut budget) = (ComponentTour::default(), ComponentBudget::new(Arc::default()));
    let start =
        |at: usize| Intent { component: Some(format!("org.app/.A{at}")), ..Intent::default() };
    tour.set_out((0..3).map(start).collect());
    let next = || tour.next(&situation, &mut budget, &VlmFuzzWeights::default());
    let actions: Vec<Action> = std::iter::from_fn(next).map(|(action, _)| action).collect();
    assert!(actions.iter().all(|action| !matches!(action, Action::Key { .. })), "{actions:?}");
}

#[test]
fn a_first_look_takes_at_most_a_tenth_of_the_run() {
    let mut world = World::new(None);
    world.show(menu("Start", &["One"]));
    for (steps, starts) in [(9, 0), (25, 1), (40, 2), (200, 6)] {
        let mut situation = world.situation();
        situation.remaining.steps = Some(steps);
        let mut tour = ComponentTour::default();
        let mut budget = ComponentBudget::new(Arc::default());
        let start =
            |at: usize| Intent { component: Some(format!("org.app/.A{at}")), ..Intent::default() };
        tour.set_out((0..6).map(start).collect());
        let mut actions = Vec::new();
        while let Some((action, _)) = tour.next(&situation, &mut budget, &VlmFuzzWeights::default())
        {
            actions.push(action);
        }
        assert!(actions.len() as u64 * 10 <= steps, "{steps}: {actions:?}");
        let started = actions.iter().filter(|action| matches!(action, Action::Start { .. }));
        assert_eq!(started.count(), starts, "{steps}: {actions:?}");
        assert_eq!(tour.left_out().len(), 6 - starts, "the rest may be started later");
    }
}

#[test]
fn a_field_that_takes_its_text_at_once_is_not_sent_again_and_again() {
    let typed = |screen: &Screen, action: &Action| {
        let mut screen = screen.clone();
        if let Action::Type { text, .. } = action {
            let field = &mut screen.widgets[0];
            (field.text, field.focused) = (text.reveal().unwrap_or_default().into(), true);
            screen.keyboard = true;
        }
        screen
    };
    let screen = phone(vec![field(1, "query", "Search"), button(2, "Close")]);
    let done = TestRun::of(screen, typed, &["probes"]).go(8);
    assert!(done.iter().filter(|key| key.starts_with("type")).count() > 2, "{done:?}");
    assert_eq!(done.iter().filter(|key| *key == "key enter").count(), 1, "{done:?}");
}
