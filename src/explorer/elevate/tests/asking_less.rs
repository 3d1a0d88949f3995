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

/// Of nine questions about the states of a voice app four compared what has next to nothing in common, as both are
/// answered by yes or no or by a number.
#[test]
fn turns_with_few_words_in_common_are_two_states_without_a_question() {
    let slot = |text: &str, slot: &str, heard: &str| {
        let mut screen = crate::explorer::testing::turn(text, Some(heard));
        if let crate::domain::Surface::Dialogue(spoken) = &mut screen.surface {
            spoken.elicits = Some(slot.into());
        }
        screen
    };
    let say = |words: &str| Action::Say { words: words.into() };
    let verdict = |first: crate::domain::Screen, second: crate::domain::Screen| {
        let mut world = asking(&[choice(1), choice(1), choice(1), choice(1)]);
        world.show(spoken("Welcome. You can order tea or book a table."));
        world.propose();
        world.act(&say("order tea"), first);
        world.propose();
        world.act(&say("two"), second);
        log(&world.propose().1).remove(0)
    };
    let right = "That is 2 green tea. Is that right?";
    let turn = |text: &str| crate::explorer::testing::turn(text, Some("yes"));
    let new = "ruled elevate/states Plain: S3 is new";
    let asked = "asked elevate/states long round 0";
    assert_eq!(verdict(turn(right), turn("A table at 19:00, shall I book it?")), new);
    assert_eq!(verdict(turn(right), turn("That is 2 black tea. Is that right?")), asked);
    let fact = |of: &str| turn(&format!("{of} Do you want another one?"));
    let facts = (fact("Tea comes from one plant."), fact("Bees have five eyes in all."));
    assert_eq!(verdict(facts.0, facts.1), asked, "it asks the same in the end");
    let number = |of: &str, slot_name: &str| slot(of, slot_name, "yes");
    let cups = || number("How many cups would you like?", "count");
    assert_eq!(verdict(cups(), number("How many people would you like?", "people")), new);
    assert_eq!(verdict(cups(), number("How many cups would you like now?", "count")), asked);
}

/// The filter would accept nothing but the state that the same input led to.
#[test]
fn what_the_same_input_of_a_voice_app_led_to_is_one_state_without_a_question() {
    let mut world = asking(&[choice(1), choice(1), choice(1), choice(1), choice(1)]);
    world.show(spoken("How many cups?"));
    world.propose();
    world.say("two", "That is two green tea. Is that right?");
    world.propose();
    world.act(&Action::Restart, spoken("How many cups?"));
    world.propose();
    world.say("two", "So it is two of the black tea, is that right?");
    let (_, events) = world.propose();
    assert_eq!(log(&events)[0], "ruled elevate/states Plain: the same as S2", "{events:?}");
}

/// One step before the end of a run a model was asked which state this is and what can be said.
#[test]
fn nothing_is_asked_of_which_nothing_can_follow() {
    let asked = |left: u64| {
        let mut world = asking(&[choice(1), choice(1), choice(1)]);
        world.show(spoken("Welcome. What would you like?"));
        world.propose();
        world.say("tea", "Which tea would you like?");
        world.remaining.steps = Some(left);
        texts(&world.propose().1)
    };
    assert!(asked(2).contains("asked elevate/inputs"));
    let last = asked(1);
    let kinds = ["asked elevate/states", "asked elevate/inputs"];
    assert!(kinds.iter().all(|kind| !last.contains(kind)), "{last}");
}

/// Of eight questions about states six compared the options of one choice with those of another.
#[test]
fn pages_of_other_addresses_are_two_states_without_a_question() {
    let options = |location: &str, last: &str| crate::domain::Screen {
        location: location.into(),
        dialog: true,
        ..menu("Choose an option", &["None", last])
    };
    let mut world = asking(&[choice(1), choice(1), NEW.into()]);
    world.show(options(".Order", "Green"));
    world.propose();
    world.tap("None", options(".Cup", "Blue"));
    let (_, events) = world.propose();
    assert!(!texts(&events).contains("asked elevate/states"), "{}", texts(&events));
}

/// Seven of eighteen questions of a session were about states that a goal went through.
#[test]
fn while_a_goal_is_carried_out_no_state_is_asked_about() {
    let page = |title: &str, more: &str| menu(title, &["New", "Trash", "Theme", more]);
    let reply = r#"{"why": "On.", "goal": 1, "begin": ["tap \"New\"", "tap \"Trash\""]}"#;
    let any = |_: &_| reply.into();
    let script = std::sync::Arc::new(ScriptedModel::saying(any));
    let mut world = ElevateWorld::new(Some(script), &[]);
    // With a task goals are asked for early.
    world.charter = Some("The theme is changed".into());
    world.show(page("Notes", "Bread"));
    let mut begun = 0;
    for at in 0..16 {
        let (proposed, events) = world.propose();
        let proposed = proposed.unwrap();
        let pursued = proposed.why.contains("What it begins with");
        let asks = log(&events);
        let goal = asks.iter().position(|it| it.contains("elevate/goals"));
        let state = asks.iter().position(|it| it.contains("asked elevate/states"));
        begun += usize::from(pursued && goal.is_none());
        assert!(!pursued || goal.is_some() || state.is_none(), "{asks:?}");
        world.act(&proposed.action, page("Notes", &format!("Bread {at}")));
    }
    assert!(begun > 0, "a goal went on");
}

/// Of the fields of one question two narrowed down the lists of the form.
#[test]
fn what_narrows_down_a_list_of_a_form_is_not_asked_about() {
    let mut world = asking(&[choice(1)]);
    let filter = |number| crate::domain::Widget {
        label: "Filter".into(),
        ..field(number, &format!("tags_{number}"), "")
    };
    world.show(phone(vec![field(1, "title", "Title"), filter(2), filter(3), button(4, "Save")]));
    world.propose();
    let question = world.questions().into_iter().find(|it| it.contains("Fields:\n")).unwrap();
    let (_, fields) = question.split_once("Fields:\n").unwrap();
    assert!(fields.contains("\"Title\"") && !fields.contains("Filter"), "{fields}");
}

/// Texts were asked for of a form that the rules left at once, and of one that the goal went on to fill.
#[test]
fn texts_are_asked_for_once_the_rules_type() {
    let any = |_: &_| r#"{"state": "new", "texts": [{"field": 1, "text": "Zoë"}]}"#.into();
    let script = ScriptedModel::saying(any);
    let mut world = ElevateWorld::new(Some(std::sync::Arc::new(script)), &[]);
    let form = || phone(vec![field(1, "name", "Name"), button(2, "Save"), button(3, "Settings")]);
    world.show(form());
    let mut asked = Vec::new();
    for _ in 0..6 {
        let (proposed, events) = world.propose();
        let proposed = proposed.unwrap();
        let types = matches!(proposed.action, Action::Type { .. });
        if texts(&events).contains("asked forms/texts") {
            asked.push(types);
        }
        world.act(&proposed.action, form());
    }
    assert_eq!(asked, [true], "once, and with the first text");
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
        let asks_for_state = request.messages[0].words().contains("known state of an app");
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

/// A form of a name, which holds `text`.
fn name_form(text: &str) -> crate::domain::Screen {
    let name = crate::domain::Widget { text: text.into(), ..field(1, "name", "Name") };
    phone(vec![name, button(2, "Save")])
}

/// A birth date was "Two apples": the form was refused, and what lies behind it never seen.
#[test]
fn a_form_that_is_not_taken_with_the_models_text_gets_that_of_the_rules() {
    let own = r#"{"texts": [{"field": 1, "text": "Two apples"}]}"#;
    let mut world =
        ElevateWorld::new(Some(std::sync::Arc::new(ScriptedModel::new(&[own]))), &["states"]);
    world.show(name_form(""));
    let (mut held, mut typed) = (String::new(), Vec::new());
    for _ in 0..6 {
        let proposed = world.propose().0.unwrap();
        if let Action::Type { text: InputText::Plain(text), .. } = &proposed.action {
            held.clone_from(text);
            typed.push((text.clone(), proposed.why));
        }
        world.act(&proposed.action, name_form(&held));
    }
    assert_eq!(typed[0].0, "Two apples");
    assert!(typed.len() > 1 && typed[1].0 != "Two apples", "{typed:?}");
    assert!(typed[1].1.contains("that of the rules is tried"), "{typed:?}");
}

/// An ISBN with a wrong digit was refused, as it was meant to be, and the rules filled in the form anew.
#[test]
fn a_form_that_was_taken_once_keeps_the_models_texts() {
    let own = r#"{"texts": [{"field": 1, "text": "Zoë"}]}"#;
    let mut world =
        ElevateWorld::new(Some(std::sync::Arc::new(ScriptedModel::new(&[own]))), &["states"]);
    world.show(name_form("Zoë"));
    world.propose();
    world.tap("Save", menu("Notes", &["New"]));
    world.propose();
    world.tap("New", name_form("Zoë"));
    world.propose();
    world.tap("Save", name_form("Zoë"));
    let why = world.propose().0.unwrap().why;
    assert!(!why.contains("that of the rules is tried"), "{why}");
}

/// Of a help with many words all were listed in each question, out of context: the list grew from 9 to 21.
#[test]
fn at_most_five_inputs_are_listed_that_the_app_does_not_name_now() {
    let named = "Say open the door, close the door, light a lamp, feed the cat, water the roses, \
                 ring the bell, or sweep the floor.";
    let script = ScriptedModel::saying(|request| {
        let system = request.messages[0].words();
        match () {
            () if system.contains("known state of an app") => NEW.into(),
            () if system.contains("short answers") => r#"{"inputs": ["now"]}"#.into(),
            () => choice(1),
        }
    });
    let mut world = ElevateWorld::new(Some(std::sync::Arc::new(script)), &["goals"]);
    world.charter = Some("the house".into());
    world.show(spoken("Welcome home. What now?"));
    world.propose();
    world.say("help", named);
    world.propose();
    world.say("ring the bell", "Somebody answers.");
    world.propose();
    let asked = world.questions().into_iter().rev().find(|asked| asked.contains("Inputs:"));
    let asked = asked.unwrap();
    let elsewhere =
        asked.lines().filter(|line| line.contains("app's help") || line.contains("another state"));
    assert_eq!(elsewhere.count(), 5, "{asked}");
}

/// A caption beside a field changed, and the same form was asked about five times in thirty steps.
#[test]
fn a_form_of_which_most_fields_are_known_is_not_asked_about_again() {
    let form = |location: &str, other: &str| crate::domain::Screen {
        location: location.into(),
        ..phone(vec![
            field(1, "name", "Name"),
            field(2, "mail", "Mail"),
            field(3, other, other),
            button(4, "Save"),
        ])
    };
    let own = r#"{"texts": [{"field": 1, "text": "Zoë"}, {"field": 2, "text": "a"}]}"#;
    let mut world = ElevateWorld::new(
        Some(std::sync::Arc::new(ScriptedModel::new(&[own, own]))),
        &["states", "goals"],
    );
    world.show(form(".New", "Tag"));
    let (_, events) = world.propose();
    assert!(texts(&events).contains("asked forms/texts"), "{}", texts(&events));
    world.tap("Save", form(".Edit", "Tag list"));
    let (_, events) = world.propose();
    assert!(!texts(&events).contains("asked forms/texts"), "{}", texts(&events));
    let asked = |events: &[crate::protocol::Event]| texts(events).contains("asked forms/texts");
    let one = |label: &str| phone(vec![field(1, label, label), button(2, "Send")]);
    world.tap("Save", one("Message"));
    assert!(asked(&world.propose().1), "other fields are another form");
}

/// A planned text that a model repeated was typed again into each form as one of the model's.
#[test]
fn a_planned_text_is_none_of_the_models() {
    use crate::explorer::elevate::ElevateWeights;
    use crate::explorer::elevate::scene::PromptScene;
    use crate::explorer::testing::World;
    let mut world = World::new(None);
    world.show(phone(vec![field(1, "name", "Name"), button(2, "Save")]));
    let situation = world.situation();
    let is_typed =
        |offer: &&crate::domain::AvailableAction| matches!(offer.action, Action::Type { .. });
    let planned = situation.available.iter().find(is_typed).unwrap().clone();
    let scene = PromptScene::new(&situation, None, &[planned], &ElevateWeights::default());
    assert!(scene.inputs.iter().all(|input| !input.is_models_text));
}
