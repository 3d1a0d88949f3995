//! What a model is not asked, and what becomes of texts that it gave.

use super::ElevateWorld;
use super::flow::{NEW, asking, choice, texts};
use crate::domain::{Action, InputText};
use crate::explorer::testing::{ScriptedModel, button, field, log, menu, phone, spoken};

/// Of eleven questions about states eight compared pages that share a button for going back.
#[test]
fn pages_with_few_words_in_common_are_two_states_without_a_question() {
    let page = |location: &str, words: &[&str]| {
        let text = |(at, words): (usize, &&str)| crate::domain::Widget {
            number: at + 2,
            label: (*words).into(),
            text: (*words).into(),
            ..crate::domain::Widget::default()
        };
        let mut widgets = vec![button(1, "Navigate up")];
        widgets.extend(words.iter().enumerate().map(text));
        crate::domain::Screen { location: location.into(), ..phone(widgets) }
    };
    let mut world = asking(&[choice(1), choice(1), NEW.into()]);
    world.show(page(".Reviews", &["Holds more tea than I do", "Solid handle"]));
    world.propose();
    world.tap("Navigate up", page(".Terms", &["Goods can be sent back within a month"]));
    let (_, events) = world.propose();
    assert_eq!(log(&events)[0], "ruled elevate/states Plain: S2 is new");
    world.tap("Navigate up", page(".Reviews", &["Holds more tea than I do", "Solid lid"]));
    let (_, events) = world.propose();
    let asked = texts(&events);
    let alike = asked.contains("asked elevate/states") || !asked.contains("S3 is new");
    assert!(alike, "other words on the same page are asked about: {asked}");
}

/// What a model answered stood behind what the rules had planned, so it was never typed.
#[test]
fn of_the_texts_for_a_field_the_models_first_one_is_typed_first() {
    let form = || phone(vec![field(1, "name", "Name"), button(2, "Save")]);
    let typed = |replies: &[String]| {
        let mut world = ElevateWorld::new(
            Some(std::sync::Arc::new(ScriptedModel::new(
                &replies.iter().map(String::as_str).collect::<Vec<_>>(),
            ))),
            &["states"],
        );
        world.show(form());
        for _ in 0..3 {
            let (proposed, _) = world.propose();
            let proposed = proposed.unwrap();
            if let Action::Type { text: InputText::Plain(text), .. } = &proposed.action {
                return text.clone();
            }
            world.act(&proposed.action, form());
        }
        String::new()
    };
    let own = r#"{"texts": [{"field": 1, "text": "Zoë"}, {"field": 1, "text": "%"}]}"#;
    assert_eq!(typed(&[own.to_owned()]), "Zoë");
    let planned = typed(&[]);
    let odd_too = format!(
        r#"{{"texts": [{{"field": 1, "text": "{planned}"}}, {{"field": 1, "text": "%"}}]}}"#
    );
    assert_eq!(typed(&[odd_too]), planned, "a planned text may be the one that fits");
}

/// What is looked for in a lone field was asked about in each app.
#[test]
fn no_model_is_asked_what_to_look_for() {
    let mut world = asking(&[choice(1)]);
    let mut search = field(1, "search", "Search, e.g. milk");
    search.hint = "Search, e.g. milk".into();
    world.show(phone(vec![search, button(2, "Checklists")]));
    let (_, events) = world.propose();
    assert!(!texts(&events).contains("forms/texts"), "{}", texts(&events));
}

/// On a voice app a model was asked 1.4 questions a step, mostly which of several unsaid answers comes first.
#[test]
fn while_a_voice_app_asks_for_what_was_never_said_the_rules_say_it() {
    let question = "Do you want green tea or black tea?";
    let mut world = asking(&[choice(1)]);
    world.show(spoken(question));
    world.say("help", question);
    let (proposed, events) = world.propose();
    assert!(!texts(&events).contains("asked elevate/exploration"), "{}", texts(&events));
    assert_eq!(proposed.unwrap().key.as_str(), "say \"green tea\"");
    for answer in ["green tea", "black tea"] {
        world.say(answer, question);
    }
    let (_, events) = world.propose();
    let asked = texts(&events);
    assert!(asked.contains("asked elevate/exploration"), "nothing asked for is left: {asked}");
}

/// The forest was merged with another turn, so the map said three steps to it without a first one, and the
/// reason "map" was refused.
#[test]
fn what_a_merged_state_leads_to_is_one_step_away() {
    let script = ScriptedModel::saying(|request| {
        let asks_for_state = request.messages[0].words().contains("finite state machine");
        if asks_for_state { r#"{"state": "S1"}"#.into() } else { choice(1) }
    });
    let mut world = ElevateWorld::new(Some(std::sync::Arc::new(script)), &["goals"]);
    let one = || menu("One", &["Go", "Stay"]);
    world.show(one());
    world.propose();
    world.tap("Go", menu("Two", &["Go", "Stay"]));
    world.propose();
    assert_eq!(world.model.semantic_states(), 1, "the two are one");
    world.tap("Stay", menu("Three", &["Read", "Back"]));
    world.propose();
    world.tap("Back", one());
    world.propose();
    let asked =
        world.questions().into_iter().rev().find(|asked| asked.contains("Inputs:")).unwrap();
    assert!(asked.contains("- S3 ") && asked.contains(" untried, 1 step away by 2"), "{asked}");
}
