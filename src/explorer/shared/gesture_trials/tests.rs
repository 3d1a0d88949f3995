use super::super::look_alikes::LookAlikeWeights;
use super::*;
use crate::domain::DeviceCapabilities;
use crate::explorer::testing::{World, button, menu, phone};

/// An app that tells nothing of what it listens to.
fn page() -> (World, LookAlikes) {
    let mut world = World::new(None);
    let phone = DeviceCapabilities::PHONE;
    world.capabilities = Some(DeviceCapabilities { lists_gestures: false, ..phone });
    world.show(menu("Page", &["Alpha", "Beta"]));
    let mut index = LookAlikes::new(LookAlikeWeights::default());
    index.see(&world.situation());
    (world, index)
}

fn next(world: &World, index: &mut LookAlikes, trials: &mut GestureTrials) -> Option<Action> {
    let least = GestureTrialWeights::default().expected / 2.0;
    trials.next(&world.situation(), index, least).map(|it| it.action)
}

/// Trials in which what all gestures did says nothing of the others.
fn each_by_itself() -> GestureTrials {
    let weights = GestureTrialWeights { trust_of_all: 1e12, ..GestureTrialWeights::default() };
    GestureTrials { weights, ..GestureTrials::default() }
}

/// On a calendar twenty gestures in a row did nothing.
#[test]
fn gestures_that_all_did_nothing_are_given_up_before_each_was_tried() {
    let tried = |mut trials: GestureTrials| {
        let (mut world, mut index) = page();
        let mut tried = 0;
        while let Some(action) = next(&world, &mut index, &mut trials) {
            world.act(&action, menu("Page", &["Alpha", "Beta"]));
            let step = world.situation().last.as_ref().unwrap().step;
            trials.learn(step, ActionOutcome::None, &StepGain::default());
            tried += 1;
        }
        tried
    };
    let (some, all) = (tried(GestureTrials::default()), tried(each_by_itself()));
    assert!(some >= 3 && some * 3 <= all * 2, "{some} of {all}");
}

#[test]
fn each_class_gets_each_gesture_once_until_they_prove_useless() {
    let (mut world, mut index) = page();
    let mut trials = each_by_itself();
    let mut done = Vec::new();
    while let Some(action) = next(&world, &mut index, &mut trials) {
        assert!(!done.contains(&action), "{action} twice");
        world.act(&action, menu("Page", &["Alpha", "Beta"]));
        let step = world.situation().last.as_ref().unwrap().step;
        trials.learn(step, ActionOutcome::None, &StepGain::default());
        done.push(action);
    }
    let kinds: HashSet<ActionKind> = done.iter().map(Action::kind).collect();
    let all = [ActionKind::LongTap, ActionKind::DoubleTap, ActionKind::Drag, ActionKind::Key];
    assert!(all.iter().all(|kind| kinds.contains(kind)), "{done:?}");
    let held = done.iter().filter(|action| action.kind() == ActionKind::LongTap).count();
    assert_eq!(held, 2, "{done:?}");
}

#[test]
fn a_gesture_that_shows_something_new_comes_before_the_others() {
    let (mut world, mut index) = page();
    let mut trials = GestureTrials::default();
    loop {
        let action = next(&world, &mut index, &mut trials).unwrap();
        let kind = action.kind();
        world.act(&action, menu("Page", &["Alpha", "Beta"]));
        let step = world.situation().last.as_ref().unwrap().step;
        let gain = StepGain { classes: 4, reward: 0.8, ..StepGain::default() };
        let outcome =
            if kind == ActionKind::DoubleTap { ActionOutcome::Moved } else { ActionOutcome::None };
        trials.learn(step, outcome, &gain);
        if kind == ActionKind::DoubleTap {
            break;
        }
    }
    let then = next(&world, &mut index, &mut trials).unwrap();
    assert_eq!(then.kind(), ActionKind::DoubleTap);
}

#[test]
fn spots_of_what_is_drawn_are_touched_beside_its_middle() {
    let canvas = || {
        let bounds = crate::domain::Bounds::new(0, 0, 720, 1600);
        let class = "canvas".to_owned();
        phone(vec![Widget { class, bounds, opaque: true, ..button(1, "") }])
    };
    let (mut world, mut index) = page();
    world.show(canvas());
    index.see(&world.situation());
    let mut trials = GestureTrials::default();
    let mut touched = HashSet::new();
    while let Some(action) = next(&world, &mut index, &mut trials) {
        if let Action::Tap { target } = &action {
            touched.insert((target.point.x, target.point.y));
        }
        world.act(&action, canvas());
        let step = world.situation().last.as_ref().unwrap().step;
        let gain = StepGain { functions: 30, reward: 0.7, ..StepGain::default() };
        trials.learn(step, ActionOutcome::None, &gain);
    }
    assert_eq!(touched.len(), SPOTS, "{touched:?}");
    assert!(!touched.contains(&(360, 800)), "its middle is what the widget lists");
}

#[test]
fn nothing_is_tried_if_the_device_tells_what_widgets_listen_to() {
    let (mut world, mut index) = page();
    world.capabilities = None;
    assert_eq!(next(&world, &mut index, &mut GestureTrials::default()), None);
}

#[test]
fn cells_of_a_grid_are_touched_column_by_column_though_nothing_tells_that_they_listen() {
    let cell = |number: usize| {
        let left = 100 * i32::try_from((number - 1) % 2).unwrap();
        let top = 50 * i32::try_from((number - 1) / 2).unwrap();
        let mut cell = button(number, "Cell");
        cell.class = "td".into();
        cell.role = Some(WidgetRole::Text);
        cell.actions.clear();
        cell.bounds = crate::domain::Bounds::new(left, top, left + 90, top + 40);
        cell.position.list = Some(1);
        cell
    };
    let grid = || phone((1..9).map(cell).collect());
    let (mut world, mut index) = page();
    world.show(grid());
    index.see(&world.situation());
    let mut trials = GestureTrials::default();
    let mut doubled = Vec::new();
    while let Some(action) = next(&world, &mut index, &mut trials) {
        if let Action::DoubleTap { target } = &action {
            doubled.push(target.bounds.left);
        }
        world.act(&action, grid());
        let step = world.situation().last.as_ref().unwrap().step;
        let functions = if action.kind() == ActionKind::DoubleTap { 30 } else { 0 };
        let gain = StepGain { functions, reward: 0.7, ..StepGain::default() };
        trials.learn(step, ActionOutcome::None, &gain);
    }
    assert_eq!(doubled, [0, 100], "one of each column");
}

#[test]
fn what_the_device_knows_that_nothing_listens_to_is_left_out() {
    let (mut world, mut index) = page();
    let mut trials = GestureTrials::default();
    let deaf = || {
        let mut screen = menu("Page", &["Alpha", "Beta"]);
        screen.unheard_keys = DeviceKey::BROWSER.to_vec();
        for widget in &mut screen.widgets {
            widget.unheard = vec![ActionKind::DoubleTap, ActionKind::Drag];
        }
        screen
    };
    world.show(deaf());
    index.see(&world.situation());
    let mut kinds = HashSet::new();
    while let Some(action) = next(&world, &mut index, &mut trials) {
        kinds.insert(action.kind());
        world.act(&action, deaf());
        let step = world.situation().last.as_ref().unwrap().step;
        trials.learn(step, ActionOutcome::None, &StepGain::default());
    }
    assert!(kinds.contains(&ActionKind::LongTap), "{kinds:?}");
    let left_out = [ActionKind::DoubleTap, ActionKind::Drag, ActionKind::Key];
    assert!(left_out.iter().all(|kind| !kinds.contains(kind)), "{kinds:?}");
}

#[test]
fn arrows_that_did_nothing_tell_of_each_other() {
    let (world, mut index) = page();
    let mut trials = each_by_itself();
    let expected = |trials: &GestureTrials, key| trials.expected(TrialGesture::Key(key), 1.0);
    let before = expected(&trials, DeviceKey::Left);
    assert!(next(&world, &mut index, &mut trials).is_some());
    trials.proposed = Some((7, TrialGesture::Key(DeviceKey::Down)));
    trials.learn(7, ActionOutcome::None, &StepGain::default());
    assert!(expected(&trials, DeviceKey::Left) < before);
    assert!((expected(&trials, DeviceKey::Paste) - before).abs() < 1e-9);
}

#[test]
fn a_pointer_rests_once_on_each_class_where_there_is_one() {
    let (mut world, mut index) = page();
    let desktop = DeviceCapabilities::WEB_DESKTOP;
    world.capabilities = Some(DeviceCapabilities { keys: &[], ..desktop });
    let mut trials = each_by_itself();
    let mut rested = Vec::new();
    while let Some(action) = next(&world, &mut index, &mut trials) {
        if let Action::Hover { target } = &action {
            rested.push(target.label.clone());
        }
        world.act(&action, menu("Page", &["Alpha", "Beta"]));
        let step = world.situation().last.as_ref().unwrap().step;
        trials.learn(step, ActionOutcome::None, &StepGain::default());
    }
    rested.sort();
    assert_eq!(rested, ["Alpha", "Beta"]);
}

/// A game on a page in a web view: the page tells of its buttons, not of its board.
#[test]
fn a_page_in_a_web_view_takes_strokes_from_its_spots_and_keys() {
    let game = || {
        let bounds = crate::domain::Bounds::new(0, 0, 720, 1600);
        let class = "android.webkit.WebView".to_owned();
        let page = Widget { class, bounds, actions: Vec::new(), ..button(1, "Tiles") };
        phone(vec![page, button(2, "New game")])
    };
    let (mut world, mut index) = page();
    world.capabilities = Some(DeviceCapabilities::PHONE);
    world.show(menu("Page", &["Alpha", "Beta"]));
    let mut trials = GestureTrials::default();
    assert_eq!(next(&world, &mut index, &mut trials), None, "widgets of the system list gestures");
    world.show(game());
    index.see(&world.situation());
    let (mut strokes, mut keys) = (HashSet::new(), HashSet::new());
    while let Some(action) = next(&world, &mut index, &mut trials) {
        match &action {
            Action::Swipe { target, direction } => {
                assert!(target.bounds.width() < 720 / 4 && target.bounds.contains(target.point));
                strokes.insert((target.point.x, target.point.y, format!("{direction:?}")));
            }
            Action::Key { key } => {
                keys.insert(*key);
            }
            _ => {}
        }
        world.act(&action, game());
        let step = world.situation().last.as_ref().unwrap().step;
        let gain = StepGain { reward: 0.7, ..StepGain::default() };
        trials.learn(step, ActionOutcome::Content, &gain);
    }
    assert_eq!(strokes.len(), 4 * SPOTS, "{strokes:?}");
    assert!(keys.contains(&DeviceKey::Left), "{keys:?}");
}
