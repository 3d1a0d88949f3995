//! The phases in their order, and what becomes of each kind of answer.

use std::sync::atomic::Ordering;

use super::ElevateWorld;
use crate::domain::{Action, ActionKey, InputText};
use crate::explorer::Refusal;
use crate::explorer::testing::{ScriptedModel, button, field, log, menu, phone, spoken};
use crate::model::abstraction::available_actions;
use crate::protocol::Event;

pub(super) const NEW: &str = r#"{"thought": "another one", "state": "new"}"#;

const TEXTS: &str = r#"{"texts": [{"field": 1, "text": "Ada"}]}"#;

/// A reply that chooses `number`.
pub(super) fn choice(number: usize) -> String {
    format!(
        r#"{{"discarded": "none", "choice": "It is new. It leads on. Or so.", "input": {number}}}"#
    )
}

pub(super) fn asking(replies: &[String]) -> ElevateWorld {
    ElevateWorld::asking(&replies.iter().map(String::as_str).collect::<Vec<_>>())
}

pub(super) fn texts(events: &[Event]) -> String {
    log(events).join("\n")
}

#[test]
fn the_phases_come_in_their_order_long_first_and_short_after() {
    let mut world = asking(&[choice(1), NEW.into(), choice(2)]);
    world.show(menu("One", &["Go", "Stay"]));
    let (proposed, events) = world.propose();
    insta::assert_snapshot!(texts(&events), @r#"
    asked elevate/exploration long round 0
    answered
    checked "1. tap \"Go\"": accepted
    "#);
    let proposed = proposed.unwrap();
    assert_eq!(proposed.key.as_str(), "tap Button \"Go\"");
    assert_eq!(proposed.why, "It is new. It leads on.");
    assert_eq!(proposed.alternatives[0].key.as_str(), "tap Button \"Stay\"");
    world.tap("Go", menu("Two", &["Go", "Stay"]));
    let (_, events) = world.propose();
    insta::assert_snapshot!(texts(&events), @r#"
    asked elevate/states long round 0
    answered
    checked "a new state": accepted
    asked elevate/exploration short round 0
    answered
    checked "2. tap \"Stay\"": accepted
    "#);
}

#[test]
fn a_state_is_judged_once() {
    let mut world = asking(&[choice(1), NEW.into(), choice(1), choice(2), choice(2)]);
    world.show(menu("One", &["Go", "Stay"]));
    world.propose();
    world.tap("Go", menu("Two", &["Go", "Stay"]));
    world.propose();
    world.tap("Go", menu("One", &["Go", "Stay"]));
    world.propose();
    world.tap("Stay", menu("Two", &["Go", "Stay"]));
    let (_, events) = world.propose();
    assert!(!texts(&events).contains("elevate/states"), "{}", texts(&events));
}

#[test]
fn an_accepted_merge_joins_the_states_and_their_counts() {
    let mut world = asking(&[choice(1), r#"{"state": "S1"}"#.into(), choice(2)]);
    world.show(menu("One", &["Go", "Stay"]));
    world.propose();
    world.tap("Go", menu("Two", &["Go", "Stay"]));
    let (_, events) = world.propose();
    assert!(events.iter().any(|event| matches!(event, Event::StatesMerged(_))));
    assert_eq!(world.model.semantic_states(), 1);
    let asked = world.questions().pop().unwrap();
    assert!(asked.contains("State S1."), "{asked}");
    assert!(asked.contains("tap \"Go\" (invoked once, stays in this state)"), "{asked}");
}

#[test]
fn states_that_take_other_inputs_are_new_without_a_question() {
    let mut world = asking(&[choice(1), choice(1)]);
    world.show(menu("One", &["Go", "Stay"]));
    world.propose();
    world.tap("Go", menu("Two", &["Come"]));
    let (_, events) = world.propose();
    assert_eq!(log(&events)[0], "ruled elevate/states Plain: S2 is new");
}

/// One of two screens that the same button of the same screen leads to.
fn two_ways(replies: &[String]) -> (ElevateWorld, String) {
    let mut all = vec![choice(1)];
    all.extend(replies.iter().cloned());
    let mut world = asking(&all);
    world.show(menu("Home", &["Open"]));
    world.propose();
    world.tap("Open", menu("Morning", &["Close"]));
    let (_, first) = world.propose();
    assert_eq!(log(&first)[0], "ruled elevate/states Plain: S2 is new");
    world.tap("Close", menu("Home", &["Open"]));
    world.propose();
    world.tap("Open", menu("Evening", &["Close"]));
    let (_, events) = world.propose();
    let of_states = log(&events).into_iter().take_while(|line| !line.contains("exploration"));
    (world, of_states.collect::<Vec<_>>().join("\n"))
}

#[test]
fn what_the_same_input_led_to_should_be_merged() {
    let replies = [choice(1), choice(1), NEW.into(), r#"{"state": "S2"}"#.into()];
    let (world, reported) = two_ways(&replies);
    insta::assert_snapshot!(reported, @r#"
    asked elevate/states long round 0
    answered
    checked "a new state": SHOULD MERGE SUGGESTION
    asked elevate/states feedback round 1
    answered
    checked "the same as S2": accepted
    merged
    "#);
    assert_eq!(world.model.semantic_states(), 2);
    let feedback = world.questions().into_iter().rev().nth(1).unwrap();
    assert!(feedback.contains("also led to S2"), "{feedback}");
}

#[test]
fn without_a_round_left_the_suggested_merge_holds() {
    let (world, reported) = two_ways(&[choice(1), choice(1), NEW.into(), NEW.into()]);
    assert!(
        reported.ends_with("ruled elevate/states Rounds: the same as S2\nmerged"),
        "{reported}"
    );
    assert_eq!(world.model.semantic_states(), 2);
}

#[test]
fn without_a_round_left_an_unknown_state_is_a_new_one() {
    let unknown = || r#"{"state": "S77"}"#.to_owned();
    let (world, reported) = two_ways(&[choice(1), choice(1), unknown(), unknown()]);
    assert!(reported.ends_with("ruled elevate/states Rounds: S3 is new"), "{reported}");
    assert_eq!(world.model.semantic_states(), 3);
}

#[test]
fn a_worse_input_is_given_back_and_then_the_rules_choose() {
    let mut world = asking(&[choice(3), "Three, I insist.".into()]);
    world.show(menu("One", &["Go", "Stay"]));
    let (proposed, events) = world.propose();
    insta::assert_snapshot!(texts(&events[..6]), @r#"
    asked elevate/exploration long round 0
    answered
    checked "3. press back": BETTER INPUT SUGGESTION
    asked elevate/exploration feedback round 1
    answered
    checked "": UNREADABLE REPLY
    "#);
    let proposed = proposed.unwrap();
    let mut rules = ElevateWorld::by_rule(&[]);
    rules.show(menu("One", &["Go", "Stay"]));
    assert_eq!(proposed.key, rules.propose().0.unwrap().key, "what the rules judge best");
    assert!(proposed.why.starts_with("By rule, since the replies did not pass the checks: Never"));
    let feedback = world.questions().pop().unwrap();
    assert!(feedback.contains("Untried here: 1, 2. Choose one, or answer 3 again"), "{feedback}");
}

#[test]
fn nonsense_alone_leaves_the_choice_to_the_rules() {
    let mut world = asking(&["Hm.".into(), choice(99)]);
    world.show(menu("One", &["Go", "Stay"]));
    let (proposed, events) = world.propose();
    assert!(log(&events)[6].starts_with("ruled elevate/exploration Rounds"), "{}", texts(&events));
    assert!(proposed.unwrap().why.starts_with("By rule, since the replies did not pass"));
}

#[test]
fn what_the_tester_says_reaches_the_prompt() {
    let mut world = asking(&[choice(1)]);
    world.charter = Some("how sharing works".into());
    world.notes = vec!["the sum was wrong".into()];
    world.show(menu("One", &["Go", "Stay", "Pay"]));
    let key = ActionKey::new("tap Button \"Pay\"");
    world.refused = vec![Refusal { key, feedback: "costs real money".into() }];
    let (proposed, _) = world.propose();
    let asked = world.questions().pop().unwrap();
    assert!(asked.contains("The tester's task: how sharing works"), "{asked}");
    assert!(asked.contains("The tester noted: the sum was wrong"), "{asked}");
    assert!(
        asked.contains("Turned down just now: tap Button \"Pay\", because: costs real money"),
        "{asked}"
    );
    assert!(!asked.contains(". tap \"Pay\""), "it cannot be chosen: {asked}");
    let shown = proposed.unwrap().alternatives;
    assert!(shown.iter().all(|other| other.key.as_str() != "tap Button \"Pay\""));
}

#[test]
fn texts_for_fields_become_offers_and_are_aimed_anew() {
    let reply = r#"{"texts": [{"field": 2, "text": "Zoë"}, {"field": 2, "text": "Ada"}]}"#;
    let mut world = asking(&[reply.into(), choice(1), choice(1), choice(1)]);
    let form = |shift: usize| {
        let mut widgets: Vec<_> = (1..=shift).map(|at| button(at, &format!("B{at}"))).collect();
        widgets.push(field(shift + 1, "name", "Name"));
        phone(widgets)
    };
    world.show(form(1));
    let (_, events) = world.propose();
    assert!(log(&events)[0].starts_with("asked forms/texts long"), "{}", texts(&events));
    let offered = &log(&events)[3];
    assert_eq!(offered, "offered type #name = \"Zoë\", type #name = \"Ada\"");
    // The same structural state again is not asked about again, and its field found again.
    let mut again = form(1);
    again.widgets.insert(0, button(1, "B1"));
    again.widgets[1].number = 2;
    again.widgets[2].number = 3;
    world.act(&Action::Key { key: crate::domain::DeviceKey::Menu }, again);
    let (_, events) = world.propose();
    assert!(!texts(&events).contains("forms/texts"), "{}", texts(&events));
    let situation = world.situation();
    let ideas = world.elevate.memory.ideas(&situation);
    assert_eq!(ideas.len(), 2);
    assert!(ideas.iter().all(|idea| idea.action.target().unwrap().number == 3));
    // Nor is another screen with the same field: "New alarm" after "Edit alarm".
    world.act(&Action::Key { key: crate::domain::DeviceKey::Menu }, form(4));
    let (_, events) = world.propose();
    assert!(!texts(&events).contains("asked forms/texts"), "{}", texts(&events));
    let ideas = world.elevate.memory.ideas(&world.situation());
    assert!(ideas.len() == 2 && ideas.iter().all(|it| it.action.target().unwrap().number == 5));
}

#[test]
fn hidden_fields_are_left_to_the_rules() {
    let mut world = asking(&[choice(1)]);
    let mut secret = field(2, "password", "Password");
    secret.password = true;
    world.show(phone(vec![button(1, "Sign in"), secret]));
    let (_, events) = world.propose();
    assert!(!texts(&events).contains("forms/texts"), "{}", texts(&events));
}

#[test]
fn a_voice_app_is_asked_what_can_be_said() {
    let reply = r#"{"inputs": ["a joke about tea"]}"#;
    let mut world = asking(&[reply.into(), choice(1)]);
    // With a task the model weighs each input.
    world.charter = Some("Hear about tea".into());
    world.show(spoken("I am the tea box. I know many things."));
    let (proposed, events) = world.propose();
    assert!(log(&events)[0].starts_with("asked elevate/inputs long"), "{}", texts(&events));
    assert!(texts(&events).contains("offered say \"a joke about tea\""), "{}", texts(&events));
    assert!(texts(&events).contains("ruled elevate/exploration Plain: help"), "{}", texts(&events));
    assert_eq!(proposed.unwrap().key.as_str(), "say \"help\"", "the first round needs no model");
    world.say("help", "I am the tea box. I know many things.");
    let (proposed, _) = world.propose();
    assert!(matches!(proposed.unwrap().action, Action::Say { .. }));
    let asked = world.questions().pop().unwrap();
    assert!(asked.contains("say \"a joke about tea\" (never invoked)"), "{asked}");
    assert!(asked.contains("say \"stop\" (system, never invoked)"), "{asked}");
    assert!(asked.contains("User: \"help\""), "the dialogue so far: {asked}");
}

#[test]
fn what_the_help_says_can_be_said_elsewhere_too() {
    let script = ScriptedModel::saying(|request| {
        let system = request.messages[0].words();
        let asked = request.messages.last().unwrap().words();
        match () {
            () if system.contains("known state of an app") => NEW.into(),
            () if system.contains("explore an app") => choice(1),
            () if asked.contains("---\nI know all about tea") => {
                r#"{"inputs": ["tea history"]}"#.into()
            }
            () => r#"{"inputs": ["go on"]}"#.into(),
        }
    });
    let mut world = ElevateWorld::new(Some(std::sync::Arc::new(script)), &[]);
    world.charter = Some("Hear about tea".into());
    world.show(spoken("I am the tea box."));
    world.propose();
    world.say("help", "I know all about tea and cups.");
    world.propose();
    world.say("go on", "Here is a poem by nobody.");
    world.propose();
    let asked = world.questions().pop().unwrap();
    // The model thought of it; no help said these words.
    assert!(asked.contains("say \"tea history\" (from another state, never invoked)"), "{asked}");
}

#[test]
fn a_proposal_given_up_leaves_everything_usable() {
    let mut world = asking(&[choice(1), NEW.into(), choice(2)]);
    world.show(menu("One", &["Go", "Stay"]));
    world.propose();
    world.tap("Go", menu("Two", &["Go", "Stay"]));
    let script = world.chat.clone().unwrap();
    script.silent.store(true, Ordering::Relaxed);
    let (proposed, events) = world.propose();
    assert_eq!(proposed, None);
    assert!(texts(&events).contains("unanswered: given up"), "{}", texts(&events));
    script.silent.store(false, Ordering::Relaxed);
    let (proposed, events) = world.propose();
    assert_eq!(log(&events)[0], "asked elevate/states long round 0");
    assert_eq!(proposed.unwrap().key.as_str(), "tap Button \"Stay\"");
    let asked = &world.questions()[2];
    assert!(asked.contains("by the input: tap \"Go\""), "{asked}");
}

#[test]
fn a_model_that_does_not_answer_leaves_the_rules() {
    let mut world = asking(&[]);
    world.show(menu("One", &["Go", "Stay"]));
    let (proposed, events) = world.propose();
    assert!(texts(&events).contains("ruled elevate/exploration Unanswered"), "{}", texts(&events));
    assert!(proposed.unwrap().why.starts_with("By rule, since the model did not answer: "));
}

#[test]
fn without_a_model_the_rules_choose_and_say_so() {
    let mut world = ElevateWorld::by_rule(&[]);
    world.show(menu("One", &["Go", "Stay"]));
    let (proposed, events) = world.propose();
    assert!(log(&events)[0].starts_with("ruled elevate/exploration NoModel: "), "{events:?}");
    assert_eq!(events.len(), 1);
    assert!(proposed.unwrap().why.starts_with("By rule, since no model is configured: "));
    let (again, _) = world.propose();
    assert!(again.is_some());
}

#[test]
fn without_a_model_voice_states_that_say_the_same_are_merged() {
    let mut world = ElevateWorld::by_rule(&[]);
    world.show(spoken("The tea is on the table."));
    world.propose();
    world.say("repeat", "Okay, the tea is on the table now.");
    let (_, events) = world.propose();
    let reported = texts(&events);
    assert!(
        reported.contains("ruled elevate/states NoModel: the same as S1\nmerged"),
        "{reported}"
    );
    assert_eq!(world.model.semantic_states(), 1);
}

#[test]
fn each_phase_can_be_switched_off() {
    let go = |without: &[&str]| {
        // A model that answers, though to no purpose: one that is away would be asked only once.
        let any =
            |_: &_| r#"{"state": "new", "texts": [{"field": 3, "text": "x"}], "input": 1}"#.into();
        let script = ScriptedModel::saying(any);
        let mut world = ElevateWorld::new(Some(std::sync::Arc::new(script)), without);
        world.show(phone(vec![button(1, "Go"), button(2, "Stay"), field(3, "name", "Name")]));
        world.propose();
        let fields = [field(3, "name", "Name"), field(4, "mail", "Mail")];
        let buttons = [button(1, "Go"), button(2, "Stay")];
        world.tap("Go", phone(buttons.into_iter().chain(fields).collect()));
        log(&world.propose().1).join("\n")
    };
    let goals = go(&[]);
    assert!(!goals.contains("elevate/exploration"), "goals take its place on a display: {goals}");
    let all = go(&["goals"]);
    for query in ["elevate/states", "forms/texts", "elevate/exploration"] {
        assert!(all.contains(&format!("asked {query}")), "{all}");
    }
    let reported = go(&["goals", "states"]);
    assert!(reported.contains("ruled elevate/states Without: S2 is new"), "{reported}");
    assert!(!reported.contains("asked elevate/states"), "{reported}");
    let reported = go(&["goals", "inputs"]);
    assert!(!reported.contains("asked forms/texts"), "{reported}");
    let reported = go(&["exploration"]);
    assert!(reported.contains("ruled elevate/exploration Without"), "{reported}");
    assert!(!reported.contains("asked elevate/exploration"), "{reported}");
}

#[test]
fn what_sends_a_form_is_worth_another_try_once_the_fields_changed() {
    let mut world = asking(&[TEXTS.into(), choice(1), choice(1), choice(1)]);
    let form = |holds: &str| {
        let mut name = field(1, "name", "Name");
        if !holds.is_empty() {
            name.text = holds.into();
        }
        phone(vec![name, button(2, "Save")])
    };
    world.show(form(""));
    world.propose();
    world.tap("Save", form(""));
    world.propose();
    let save = |asked: &str| {
        let line = asked.lines().find(|line| line.contains(". tap \"Save\"")).map(str::to_owned);
        line.unwrap_or_default()
    };
    let asked = world.questions().pop().unwrap();
    assert_eq!(save(&asked), "", "it does nothing: {asked}");
    let typed = available_actions(&world.screen).into_iter().next().unwrap();
    world.act(&typed.action, form("Ada"));
    world.propose();
    let mut questions = world.questions().into_iter().rev();
    let asked = questions.find(|asked| asked.contains("Inputs:")).unwrap();
    assert!(save(&asked).contains("never invoked with what the fields hold now"), "{asked}");
}

#[test]
fn a_text_of_ones_own_keeps_its_words() {
    let reply = r#"{"texts": [{"field": 1, "text": "it's; $(x) \"ü\""}]}"#;
    let mut world = asking(&[reply.into(), choice(1)]);
    world.show(phone(vec![field(1, "name", "Name"), button(2, "Go")]));
    let (proposed, _) = world.propose();
    let Action::Type { text: InputText::Plain(text), .. } = proposed.unwrap().action else {
        panic!("a text was chosen")
    };
    assert_eq!(text, "it's; $(x) \"ü\"");
}

/// `tap "Save"` was listed twice, so that the reply could mean either.
#[test]
fn inputs_of_the_same_name_are_told_apart() {
    let mut world = asking(&[choice(1)]);
    let at = |number: usize, top: i32| crate::domain::Widget {
        bounds: crate::domain::Bounds::new(300, top, 400, top + 40),
        resource_id: format!("org.app:id/save{number}"),
        ..button(number, "Save")
    };
    world.show(phone(vec![at(1, 0), at(2, 1500), button(3, "Go")]));
    world.propose();
    let asked = world.questions().pop().unwrap();
    assert!(asked.contains("tap \"Save\" at the top (never invoked)"), "{asked}");
    assert!(asked.contains("tap \"Save\" at the bottom (never invoked)"), "{asked}");
    assert!(asked.contains("tap \"Go\" (never invoked)"), "{asked}");
}

/// The check called typing the text that the field held "better", and a text that had been typed
/// was marked "stays in this state", which kept a model from filling forms in.
#[test]
fn typing_is_listed_only_if_it_changes_something() {
    let holding = |text: &str| {
        let name = field(1, "name", "Name");
        phone(vec![crate::domain::Widget { text: text.into(), ..name }, button(2, "Save")])
    };
    let mut world = asking(&[TEXTS.into(), choice(1), choice(1), choice(1)]);
    world.show(holding(""));
    world.propose();
    let asked = world.questions().pop().unwrap();
    let typed = "type \"Ada\" into \"Name\"";
    assert!(asked.contains(&format!("{typed} (never invoked)")), "{asked}");
    let target = crate::domain::WidgetTarget::of(&world.screen.widgets[0]);
    let ada = Action::Type { target, text: InputText::Plain("Ada".into()) };
    world.act(&ada, holding("Ada"));
    world.propose();
    let asked = world.questions().pop().unwrap();
    assert!(!asked.contains(&format!(". {typed}")), "the field holds it: {asked}");
    world.tap("Save", holding(""));
    world.propose();
    // A complaint may have followed the question.
    let asked =
        world.questions().into_iter().rev().find(|asked| asked.contains("Inputs:")).unwrap();
    let again = format!("{typed} (invoked once, the field holds something else now)");
    assert!(asked.contains(&again), "{asked}");
}

#[test]
fn no_model_is_asked_what_the_apps_words_name() {
    let mut world = asking(&[choice(1), choice(1)]);
    world.show(spoken("Do you want green tea or black tea?"));
    let (_, events) = world.propose();
    assert!(!texts(&events).contains("asked elevate/inputs"), "{}", texts(&events));
    assert!(
        texts(&events).contains("ruled elevate/inputs Plain: green tea, black tea"),
        "{}",
        texts(&events)
    );
}

#[test]
fn the_prompt_has_what_was_done_and_what_is_untried_elsewhere() {
    let mut world = asking(&[choice(1), NEW.into(), choice(1)]);
    world.show(menu("Home", &["Go", "Stay", "Shelf"]));
    world.propose();
    world.tap("Go", menu("Two", &["Go", "Stay", "Back home"]));
    world.propose();
    world.tap("Back home", menu("Home", &["Go", "Stay", "Shelf"]));
    let mut at_two = menu("Two", &["Go", "Stay", "Back home"]);
    at_two.dialog = false;
    world.tap("Go", at_two);
    world.propose();
    let asked = world.questions().pop().unwrap();
    assert!(asked.contains("- tap \"Back home\": led to"), "{asked}");
    assert!(asked.contains("Untried elsewhere:\n- S1 "), "{asked}");
    assert!(asked.contains(": 2 untried, 1 step away by "), "{asked}");
}
