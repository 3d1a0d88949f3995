//! What the words of a goal find on a screen.

use super::*;

/// A node of a map was edited where it stands, by a field called "input-box": a goal named it by its text, and ended there.
#[test]
fn what_is_edited_where_it_stands_is_found_by_what_it_holds() {
    let typed = |name: &str, focused: bool, more: bool| {
        let mut node = field(1, "box", "input-box");
        (node.text, node.focused) = ("New Node".into(), focused);
        let mut widgets = vec![node, button(2, "Add")];
        if more {
            widgets.push(field(3, "note", "Note"));
        }
        let mut world = World::new(None);
        world.show(phone(widgets));
        let text = crate::protocol::GoalText { field: name.into(), text: "Kitchen".into() };
        resolve::text(&world.situation(), &text)
    };
    assert!(typed("New Node", false, true).is_some());
    assert!(typed("Topic", true, false).is_some(), "the only field, open for typing");
    assert_eq!(typed("Topic", false, false), None);
    assert_eq!(typed("Topic", true, true), None, "it may be another one");
}

/// A page that counts two taps itself listens for no double tap, and the goal ended without a word.
#[test]
fn a_goal_may_name_a_gesture_that_the_page_does_not_listen_for() {
    let mut node = button(1, "New node");
    node.unheard = vec![crate::domain::ActionKind::DoubleTap];
    let mut world = World::new(None);
    world.show(phone(vec![node]));
    let situation = world.situation();
    let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
    assert!(resolve::gesture(&scene, "double tap \"New node\"").is_some());
}

/// Its first input was not there, and the next question did not say so.
#[test]
fn what_was_left_out_of_a_goal_that_did_nothing_is_told() {
    let mut world = World::new(None);
    world.show(Notes::list());
    let situation = world.situation();
    let weights = ElevateWeights::default();
    let scene = PromptScene::new(&situation, None, &[], &weights);
    let goal = beginning_with(&situation, &["tap \"Place order\""]);
    let mut screens = SeenScreens::default();
    screens.see(&scene);
    let mut pursuit = pursuit::Pursuit::new(&scene, &goal);
    let _over = pursuit.step(&scene, &goal, (&screens, &weights), u32::MAX);
    assert_eq!(pursuit.left(), ["tap \"Place order\""]);
}

/// An app of one page with a task was tested by the rules for a third of the session, since there was but one screen to choose.
#[test]
fn with_a_task_a_goal_is_asked_for_on_the_only_screen() {
    let asked = |charter: Option<&str>| {
        let mut notes = Notes::new(&[]);
        notes.world.charter = charter.map(str::to_owned);
        for _ in 0..6 {
            notes.next(Some(Notes::list()));
        }
        notes.world.questions().iter().any(|question| question.contains("Goals:"))
    };
    assert!(asked(Some("a note is made")));
    assert!(!asked(None));
}

/// "undo" was named, and the rest of the goal was left out, since the page did not say that it listens for it.
#[test]
fn a_goal_may_name_a_key_that_the_page_does_not_listen_for() {
    let mut screen = Notes::list();
    screen.unheard_keys = vec![DeviceKey::Undo, DeviceKey::Escape];
    let mut world = World::new(None);
    world.show(screen);
    world.capabilities = Some(crate::domain::DeviceCapabilities {
        keys: DeviceKey::BROWSER,
        ..world.situation().capabilities
    });
    let situation = world.situation();
    let undo = Some(Action::Key { key: DeviceKey::Undo });
    assert_eq!(resolve::key(&situation, "undo"), undo);
    assert_eq!(resolve::key(&situation, "press undo"), undo);
    assert!(resolve::key(&situation, "press escape").is_some());
    assert_eq!(resolve::key(&situation, "press back"), None, "that is for the rules of goals");
    assert_eq!(resolve::key(&situation, "press power"), None);
}
