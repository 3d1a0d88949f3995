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

/// `long tap "1"`, the number of a row, long tapped the tab "1 bad id".
#[test]
fn a_gesture_is_on_what_is_called_so_before_what_begins_so() {
    let mut row = crate::explorer::testing::widget(2, "android.widget.TextView", "1");
    row.tap = Some(crate::domain::Point::new(9, 9));
    let target = |screen: crate::domain::Screen| {
        let mut world = World::new(None);
        world.show(screen);
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let gesture = resolve::gesture(&scene, "long tap \"1\"").unwrap();
        gesture.target().unwrap().number
    };
    assert_eq!(target(phone(vec![button(1, "1 bad id"), row])), 2);
    assert_eq!(target(phone(vec![button(1, "1 bad id")])), 1);
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
    let _over = pursuit.step(&scene, &goal, (&screens, &weights), pursuit::GoalLeave::ALL);
    assert_eq!(pursuit.left(), ["tap \"Place order\""]);
}

/// An app of one page with a task was tested by the rules for a third of the session, since there was but one screen to choose.
#[test]
fn with_a_task_a_goal_is_asked_for_on_the_only_screen() {
    let asked = |charter: Option<&str>, steps: usize| {
        let mut notes = Notes::new(&[]);
        notes.world.charter = charter.map(str::to_owned);
        for _ in 0..steps {
            notes.next(Some(Notes::list()));
        }
        notes.world.questions().iter().any(|question| question.contains("Goals:"))
    };
    assert!(asked(Some("a note is made"), 4));
    assert!(!asked(None, 4));
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

/// "Alarm on" of the row that had been made was not there, and the goal went on without a word about it.
#[test]
fn what_its_own_screen_does_not_have_is_told_as_left_out() {
    let mut world = World::new(None);
    world.show(Notes::list());
    let situation = world.situation();
    let weights = ElevateWeights::default();
    let scene = PromptScene::new(&situation, None, &[], &weights);
    let GoalChange::Added(goal) = testers("a note") else { panic!("none was added") };
    let begin = vec!["tap \"Pin\"".to_owned(), "tap \"New\"".to_owned()];
    let goal = ExplorationGoal { state: Some(situation.state.structural), begin, ..goal };
    let mut seen = SeenScreens::default();
    seen.see(&scene);
    let mut pursuit = pursuit::Pursuit::new(&scene, &goal);
    let step = pursuit.step(&scene, &goal, (&seen, &weights), pursuit::GoalLeave::ALL);
    assert!(matches!(step, pursuit::PursuitStep::Input(..)));
    assert_eq!(pursuit.left(), ["tap \"Pin\""]);
}

/// A goal made "Gym" and then named it; the row was called "07:00 · Gym · Mon, Wed", which no reply could know.
#[test]
fn a_row_is_found_by_one_of_its_texts() {
    let found = |labels: &[&str], words: &str| {
        let mut world = World::new(None);
        world.show(menu("Alarms", labels));
        let situation = world.situation();
        let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
        let at = resolve::input(&scene, words)?;
        Some(scene.inputs[at].offer.action.target()?.label.clone())
    };
    let rows = ["06:30 · Work · Daily", "07:00 · Gym · Mon, Wed", "Clear the gym"];
    assert_eq!(found(&rows, "tap \"Gym\"").as_deref(), Some(rows[1]));
    assert_eq!(found(&rows, "tap \"Mon\""), None, "a text is meant as a whole");
    assert_eq!(found(&rows, "long tap \"Gym\""), None);
    let two = ["07:00 · Gym · Mon", "09:00 · Gym · Sun"];
    assert_eq!(found(&two, "tap \"Gym\""), None, "which one is not said");
}

/// A goal on the page of another tab began with a restart, with that tab on the screen.
#[test]
fn a_tab_leads_to_the_screen_on_which_it_is_selected() {
    let page = |title: &str, shown: &str| {
        let mut page = menu(title, &["Notes", "Tags"]);
        page.location = format!(".{title}");
        for widget in &mut page.widgets {
            widget.class = "com.google.android.material.tabs.TabLayout$TabView".into();
            widget.selected = widget.label == shown;
        }
        page
    };
    let mut world = World::new(None);
    world.show(page("Notes", "Notes"));
    let weights = ElevateWeights::default();
    let mut seen = SeenScreens::default();
    let see = |world: &World, seen: &mut SeenScreens| {
        let situation = world.situation();
        seen.see(&PromptScene::new(&situation, None, &[], &weights));
        situation
    };
    let first = see(&world, &mut seen).state.structural;
    let tags = world.tapping("Tags");
    world.act(&tags, page("Tags", "Tags"));
    let situation = see(&world, &mut seen);
    let paths = options::WithRestart::new(&situation, &seen, &weights);
    let jump = paths.jumps().iter().find(|jump| !jump.key.is_restart()).unwrap();
    assert_eq!((jump.to, jump.cost), (first, 1));
    assert!(jump.key.as_str().contains("\"Notes\""), "{:?}", jump.key);
}

/// A text of a document was cut after 120 characters, with the name of its field, and left out.
#[test]
fn a_long_text_keeps_its_field() {
    let text = r#"[{"name":"Anna","town":"Rome"},{"name":"Ben","town":"Oslo"},{"name":"Cleo","town":"Bern"}]"#;
    let step = format!("type {} into \"Document\"", json!(text));
    let reply = json!({ "why": "It is the task.", "goal": 2, "begin": [step] });
    let answer = GoalsQuery.judge(&context(), &reply.to_string()).answer.unwrap();
    let choice: GoalChoice = serde_json::from_value(answer).unwrap();
    let named = resolve::named_text(&choice.begin[0]).unwrap();
    assert_eq!((named.text.as_str(), named.field.as_str()), (text, "Document"));
}

/// A player could import no document with quotes in it, since it did not escape them.
#[test]
fn a_text_with_quotes_that_are_not_escaped_ends_before_its_field() {
    let named = |words: &str| resolve::named_text(words).map(|named| (named.text, named.field));
    let pair = |text: &str, field: &str| Some((text.to_owned(), field.to_owned()));
    assert_eq!(named(r#"type "{"a": [1]}" into "Import""#), pair(r#"{"a": [1]}"#, "Import"));
    assert_eq!(named(r#"type "= "Fair day"" in "Title""#), pair(r#"= "Fair day""#, "Title"));
    assert_eq!(named(r#"type "no field""#), None);
}

/// The question called a field by the beginning of what it held, and a reply that did the same found none.
#[test]
fn a_field_is_found_by_the_beginning_of_what_it_holds() {
    let mut document = field(1, "", "");
    document.text = "{ \"name\": \"Anna\", \"age\": 31, \"tags\": [ \"a\", \"b\" ] }".into();
    let mut other = field(2, "", "");
    other.text = "Line 1".into();
    let mut world = World::new(None);
    world.show(phone(vec![document, other, button(3, "Save")]));
    let situation = world.situation();
    let typed = |name: &str| {
        let typed = crate::protocol::GoalText { field: name.into(), text: "[]".into() };
        resolve::text(&situation, &typed).and_then(|action| Some(action.target()?.number))
    };
    assert_eq!(typed("{ \"name\": \"Anna\", \"age\": 31, …"), Some(1));
    assert_eq!(typed("Line"), Some(2));
    assert_eq!(typed("Title"), None);
}

/// With a dialog open, the way to any other screen was a restart, though the dialog had a button that closes it.
#[test]
fn what_closes_a_dialog_leads_to_the_screen_under_it() {
    let mut dialog = menu("Sort", &["Name", "Close"]);
    dialog.dialog = true;
    let mut world = World::new(None);
    world.show(Notes::list());
    let weights = ElevateWeights::default();
    let mut seen = SeenScreens::default();
    let see = |world: &World, seen: &mut SeenScreens| {
        let situation = world.situation();
        seen.see(&PromptScene::new(&situation, None, &[], &weights));
        situation
    };
    let list = see(&world, &mut seen).state.structural;
    let tap = world.tapping("Settings");
    world.act(&tap, dialog.clone());
    let situation = see(&world, &mut seen);
    let jumps = |situation: &Situation, seen: &SeenScreens| {
        let paths = options::WithRestart::new(situation, seen, &weights);
        let jumps = paths.jumps().iter().filter(|jump| jump.key.as_str().contains("Close"));
        jumps.map(|jump| (jump.to, jump.cost)).collect::<Vec<_>>()
    };
    assert_eq!(jumps(&situation, &seen), [(list, 1)]);
    let close = world.tapping("Close");
    world.act(&close, Notes::settings());
    let situation = world.situation();
    assert!(jumps(&situation, &seen).is_empty(), "no dialog is open");
    let tap = world.tapping("Theme");
    world.act(&tap, dialog);
    let situation = see(&world, &mut seen);
    assert!(jumps(&situation, &seen).is_empty(), "what it does is known");
}

/// "📈", which was further down, was taken for the first button of the screen.
#[test]
fn what_is_called_by_signs_alone_is_named_exactly() {
    let mut world = World::new(None);
    world.show(phone(vec![button(1, "All"), button(2, "✏\u{fe0f}"), button(3, "+")]));
    let situation = world.situation();
    let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
    let named = |words: &str| {
        let place = resolve::input(&scene, words)?;
        scene.inputs[place].offer.action.target().map(|target| target.number)
    };
    assert_eq!(named("tap \"📈\""), None);
    assert_eq!(named("tap \"✏\""), Some(2));
    assert_eq!(named("tap \"✏\u{fe0f}\""), Some(2), "as the app writes it");
    assert_eq!(named("tap \"+\""), Some(3));
}

/// A question called a button "🏷\\u{fe0f} Names", and no reply that named it by words found it.
#[test]
fn what_is_not_seen_is_not_in_a_name() {
    let mut world = World::new(None);
    world.show(phone(vec![
        button(1, "All"),
        button(2, "🏷\u{fe0f} Names"),
        button(3, "👨\u{200d}🏫 Edit"),
    ]));
    let situation = world.situation();
    let scene = PromptScene::new(&situation, None, &[], &ElevateWeights::default());
    let names: Vec<String> = names::of(&scene).iter().map(names::InputName::whole).collect();
    assert!(names.contains(&"tap \"🏷 Names\"".to_owned()), "{names:?}");
    for (words, number) in [
        ("tap \"🏷\u{fe0f} Names\"", 2),
        ("tap \"🏷 Names\"", 2),
        ("tap \"Names\"", 2),
        ("tap \"👨\u{200d}🏫 Edit\"", 3),
    ] {
        let place = resolve::input(&scene, words).unwrap();
        let target = scene.inputs[place].offer.action.target().map(|target| target.number);
        assert_eq!(target, Some(number), "{words}");
    }
}
