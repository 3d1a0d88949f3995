//! What the Explorer asks, and what it makes of replies, with a scripted model.

use std::sync::Arc;

use super::choice::NO_CHOICE;
use super::*;
use crate::explorer::testing::{World, menu};
use crate::llm::script::ScriptedModel;
use crate::protocol::Event;

const SEARCHING: &str =
    r#"{"function": "searching", "on": 2, "do": "tap", "why": "It was not tested."}"#;

fn world(replies: &[&str]) -> World {
    let mut world = World::new(Some(Arc::new(ScriptedModel::new(replies))));
    world.show(menu("Home", &["Open", "Search", "Settings"]));
    world
}

fn explorer(disabled: &[&str], board: FunctionBoard) -> VisionDroid {
    let disabled = disabled.iter().map(|part| (*part).to_owned()).collect();
    VisionDroid::new(&ExplorerSettings { disabled, board, ..ExplorerSettings::default() }).unwrap()
}

fn prompt(world: &World) -> String {
    world.chat.as_ref().unwrap().prompts().pop().unwrap()
}

#[test]
fn the_model_chooses_on_a_new_screen_and_the_rules_elsewhere() {
    let mut world = world(&[SEARCHING]);
    let mut explorer = explorer(&[], FunctionBoard::default());
    let (proposed, _) = world.ask(&mut explorer);
    let proposed = proposed.unwrap();
    assert_eq!(proposed.action.target().map(|target| target.number), Some(2));
    assert_eq!(proposed.why, "searching: It was not tested.");
    assert_eq!(explorer.board.current(), "searching");
    // The same screen once more is left to the rules: the script has no second reply.
    let (again, events) = world.ask(&mut explorer);
    assert!(again.is_some());
    assert!(!events.iter().any(|event| matches!(event, Event::Asked(_))), "{events:?}");
}

#[test]
fn what_is_not_listed_is_complained_of_and_then_left_to_the_rules() {
    let wrong = r#"{"function": "flying", "on": 99, "do": "tap", "why": ""}"#;
    let mut world = world(&[wrong, wrong]);
    let (proposed, events) = world.ask(&mut explorer(&[], FunctionBoard::default()));
    assert!(proposed.is_some(), "the rules choose");
    let complaints = events.iter().filter(|event| {
        let Event::Checked(checked) = event else { return false };
        checked.complaint.as_ref().is_some_and(|complaint| complaint.check == NO_CHOICE)
    });
    assert_eq!(complaints.count(), 2, "{events:?}");
}

#[test]
fn the_prompt_has_functions_hints_and_text_unless_they_are_disabled() {
    let board = FunctionBoard::default();
    board.finish("adding a note", Some(false));
    board.advise(&["Add an empty note.".to_owned()], &[]);
    let mut with = world(&[SEARCHING]);
    with.ask(&mut explorer(&[], board.clone()));
    let reported = prompt(&with);
    assert!(reported.contains("\"adding a note\": a bug was found"), "{reported}");
    assert!(
        reported.contains("Add an empty note.") && reported.contains("\"Search\""),
        "{reported}"
    );
    let mut without = world(&[SEARCHING]);
    without.ask(&mut explorer(&["functions", "alignment"], board));
    let reported = prompt(&without);
    assert!(!reported.contains("adding a note") && !reported.contains("Search"), "{reported}");
}

#[test]
fn without_a_model_it_says_so_once_and_rules_choose() {
    let mut world = World::new(None);
    world.show(menu("Home", &["Open", "Search"]));
    let mut explorer = explorer(&[], FunctionBoard::default());
    let warnings =
        |events: &[Event]| events.iter().filter(|event| matches!(event, Event::Warned(_))).count();
    let (proposed, events) = world.ask(&mut explorer);
    assert!(proposed.is_some());
    assert_eq!(warnings(&events), 1, "{events:?}");
    let (_, events) = world.ask(&mut explorer);
    assert_eq!(warnings(&events), 0);
}
