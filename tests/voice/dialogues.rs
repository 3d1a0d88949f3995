//! Whole conversations with our apps, turn by turn.

use ridealong::demo::voice as demo_apps;
use ridealong::device::voice::NOT_UNDERSTOOD;
use ridealong::device::{Device, DeviceError};
use ridealong::domain::{Action, CoverageCount, DeviceKey};
use serde_json::{Value, json};

use super::apps::{Scripted, demo as app, said, say, text};

#[tokio::test]
async fn a_quiz_is_played() {
    let mut quiz = app("quiz", 1);
    let opened = quiz.open().await.unwrap();
    assert_eq!(opened.package, "pocket-quiz");
    assert_eq!(quiz.info().target, "voice:quiz");
    let screen = quiz.observe().await.unwrap().screen;
    assert!(text(&screen).starts_with("Welcome to Pocket Quiz."));
    assert!(screen.dialogue().unwrap().recognition.is_none());

    let mut screen = say(&mut quiz, "I would like planets").await;
    let heard = screen.dialogue().unwrap().recognition.clone().unwrap();
    assert_eq!(heard.intent, "CategoryIntent");
    assert_eq!(heard.slots, [("category".to_owned(), "planets".to_owned())]);
    for _ in 0..3 {
        let answer = if text(&screen).contains("largest") {
            "it is Jupiter"
        } else if text(&screen).contains("red one") {
            "mars"
        } else {
            "the answer is saturn please"
        };
        screen = say(&mut quiz, answer).await;
        assert!(text(&screen).starts_with("Right!"), "{screen:?}");
    }
    assert!(text(&screen).contains("Perfect"));
    let screen = say(&mut quiz, "no thanks").await;
    assert!(!screen.dialogue().unwrap().open);
    // Nobody listens any more.
    let screen = say(&mut quiz, "planets").await;
    assert!(!screen.dialogue().unwrap().open);
    quiz.perform(&Action::Restart).await.unwrap();
    assert!(quiz.spoken().open);

    let coverage = quiz.coverage().await.unwrap();
    assert_eq!(coverage["intents"], CoverageCount { covered: 3, total: 12 });
    assert_eq!(coverage["states"].total, 15);
    assert!(coverage["states"].covered >= 6);
}

#[tokio::test]
async fn one_breath_opens_and_asks() {
    let mut quiz = app("quiz", 1);
    quiz.open().await.unwrap();
    let screen = say(&mut quiz, "Alexa, ask Pocket Quiz to play animals").await;
    assert!(text(&screen).starts_with("Here are your animals."), "{screen:?}");
    let screen = say(&mut quiz, "open pocket quiz").await;
    assert!(text(&screen).starts_with("Welcome to Pocket Quiz."));
    assert_eq!(screen.dialogue().cloned().unwrap().recognition.unwrap().intent, "LaunchRequest");
}

#[tokio::test]
async fn a_form_is_filled_confirmed_denied_and_changed() {
    let mut pizza = app("pizza", 1);
    pizza.open().await.unwrap();
    let asked = |screen: &ridealong::domain::Screen| screen.dialogue().cloned().unwrap().elicits;
    let screen = say(&mut pizza, "I'd like to order a pizza please").await;
    assert_eq!(asked(&screen).as_deref(), Some("size"), "{screen:?}");
    let screen = say(&mut pizza, "a big one").await;
    assert_eq!(asked(&screen).as_deref(), Some("topping"), "{screen:?}");
    let screen = say(&mut pizza, "mushrooms").await;
    assert_eq!(asked(&screen).as_deref(), Some("count"));
    let screen = say(&mut pizza, "twenty").await;
    assert!(text(&screen).contains("between one and 10"), "{screen:?}");
    let screen = say(&mut pizza, "two").await;
    assert_eq!(text(&screen), "That is 2 large mushroom. Is that right?");
    let screen = say(&mut pizza, "nope").await;
    assert!(text(&screen).starts_with("What would you like to change"), "{screen:?}");
    let screen = say(&mut pizza, "the size").await;
    assert_eq!(asked(&screen).as_deref(), Some("size"), "{screen:?}");
    let screen = say(&mut pizza, "small").await;
    assert_eq!(text(&screen), "That is 2 small mushroom. Is that right?");
    let screen = say(&mut pizza, "yes").await;
    assert!(text(&screen).starts_with("Thank you, 2 small mushroom"), "{screen:?}");
    let screen = say(&mut pizza, "where is my order").await;
    assert!(text(&screen).contains("in the oven"));
}

#[tokio::test]
async fn a_command_goes_before_an_answer() {
    let mut pizza = app("pizza", 1);
    pizza.open().await.unwrap();
    say(&mut pizza, "order a pizza").await;
    let screen = say(&mut pizza, "help").await;
    assert_eq!(
        screen.dialogue().cloned().unwrap().recognition.unwrap().intent,
        "AMAZON.HelpIntent"
    );
    say(&mut pizza, "order a large pizza").await;
    let screen = say(&mut pizza, "cancel").await;
    assert!(!screen.dialogue().cloned().unwrap().open);
}

#[tokio::test]
async fn a_delegated_dialog_is_led_by_the_platform() {
    let mut pizza = app("pizza", 1);
    pizza.open().await.unwrap();
    let screen = say(&mut pizza, "book a table").await;
    assert_eq!(text(&screen), "For how many people shall I book?");
    let screen = say(&mut pizza, "we are twenty").await;
    assert!(text(&screen).starts_with("Our largest table seats twelve."), "{screen:?}");
    let screen = say(&mut pizza, "four").await;
    assert_eq!(text(&screen), "At what time would you like to come?");
    let screen = say(&mut pizza, "at half past seven").await;
    assert_eq!(text(&screen), "A table for 4 at 07:30, shall I book it?");
    let screen = say(&mut pizza, "no").await;
    assert_eq!(text(&screen), "All right, no table. Anything else?");
    say(&mut pizza, "book a table for two at noon").await;
    let screen = say(&mut pizza, "yes").await;
    assert!(text(&screen).starts_with("A table for 2 at 12:00 is yours."), "{screen:?}");
    assert!(!screen.dialogue().cloned().unwrap().open);
}

#[tokio::test]
async fn all_states_of_the_adventure_can_be_reached() {
    let mut island = app("adventure", 1);
    island.open().await.unwrap();
    for words in [
        "help",
        "go to the village",
        "well",
        "take the lantern",
        "what is in my bag",
        "to the village",
        "bridge",
        "tower door",
        "tower",
        "bridge",
        "swamp",
        "hut",
        "start over",
        "forest",
        "cave mouth",
        "dark cave",
        "forest",
        "hut",
        "take the lantern",
        "forest",
        "cave",
        "dark cave",
        "crystal hall",
        "take the key",
        "dark cave",
        "cave mouth",
        "forest",
        "beach",
        "village",
        "bridge",
        "door",
        "enter the tower",
        "stay in the tower",
        "open lantern island",
        "stop",
    ] {
        say(&mut island, words).await;
    }
    let states = island.coverage().await.unwrap()["states"];
    assert_eq!(states.covered, states.total, "{states:?}");
}

#[tokio::test]
async fn what_is_not_understood_is_not_sent() {
    let island = demo_apps::find("adventure").unwrap();
    let app = Scripted::new(|_, _| said("Where to?", false));
    let mut device = app.device(island.model);
    device.open().await.unwrap();
    let screen = say(&mut device, "colourless ideas sleep furiously").await;
    assert_eq!(text(&screen), format!("{NOT_UNDERSTOOD} Where to?"));
    let spoken = screen.dialogue().cloned().unwrap();
    assert!(spoken.open && spoken.recognition.unwrap().intent.is_empty());
    assert_eq!(app.asked().len(), 1, "only the launch was sent");
}

#[tokio::test]
async fn silence_plays_the_reprompt_once() {
    let app = Scripted::new(|_, _| said("Where to?", false));
    let mut device = app.quiz();
    device.open().await.unwrap();
    let screen = say(&mut device, " ").await;
    assert!(screen.dialogue().cloned().unwrap().open);
    let screen = say(&mut device, "").await;
    assert!(!screen.dialogue().cloned().unwrap().open);
    let last = app.asked().pop().unwrap();
    assert_eq!(last.pointer("/request/reason"), Some(&json!("EXCEEDED_MAX_REPROMPTS")));
}

#[tokio::test]
async fn exit_ends_the_session_by_itself() {
    let app = Scripted::new(|_, _| said("Stay!", false));
    let mut device = app.quiz();
    device.open().await.unwrap();
    let screen = say(&mut device, "exit").await;
    assert!(!screen.dialogue().cloned().unwrap().open);
    let last = app.asked().pop().unwrap();
    assert_eq!(last.pointer("/request/type"), Some(&json!("SessionEndedRequest")));
}

#[tokio::test]
async fn requests_are_as_the_platform_sends_them() {
    let app = Scripted::new(|turn, _| {
        let mut said = said("More?", false);
        said["sessionAttributes"] = json!({"turn": turn});
        said
    });
    let mut device = app.quiz();
    device.open().await.unwrap();
    say(&mut device, "ask me about space").await;
    say(&mut device, "help").await;
    device.close().await.unwrap();
    let asked = app.asked();
    let at = |place: usize, path: &str| asked[place].pointer(path).cloned().unwrap_or(Value::Null);
    assert_eq!(at(0, "/request/type"), "LaunchRequest");
    assert_eq!(at(0, "/session/new"), true);
    assert_eq!(at(1, "/session/new"), false);
    assert_eq!(at(1, "/session/sessionId"), at(0, "/session/sessionId"));
    assert_ne!(at(1, "/request/requestId"), at(0, "/request/requestId"));
    assert_eq!(at(1, "/session/attributes/turn"), 0);
    assert_eq!(at(2, "/session/attributes/turn"), 1);
    assert_eq!(at(1, "/request/locale"), "en-US");
    assert_eq!(at(1, "/request/intent/slots/category/value"), "space");
    let resolved = "/request/intent/slots/category/resolutions/resolutionsPerAuthority/0";
    assert_eq!(at(1, &format!("{resolved}/status/code")), "ER_SUCCESS_MATCH");
    assert_eq!(at(1, &format!("{resolved}/values/0/value/id")), "planets");
    assert_eq!(at(1, "/request/dialogState"), Value::Null, "the model has no dialog");
    assert_eq!(at(3, "/request/type"), "SessionEndedRequest");
    assert_eq!(at(3, "/request/reason"), "USER_INITIATED");
}

#[tokio::test]
async fn the_same_seed_gives_the_same_requests() {
    let without_times = |mut asked: Vec<Value>| {
        for request in &mut asked {
            request["request"]["timestamp"] = Value::Null;
        }
        asked
    };
    let mut runs = Vec::new();
    for _ in 0..2 {
        let app = Scripted::new(|_, _| said("More?", false));
        let mut device = app.quiz();
        device.open().await.unwrap();
        say(&mut device, "animals").await;
        device.perform(&Action::Restart).await.unwrap();
        runs.push(without_times(app.asked()));
    }
    assert_eq!(runs[0], runs[1]);
}

#[tokio::test]
async fn a_voice_app_has_no_keys() {
    let mut quiz = app("quiz", 1);
    quiz.open().await.unwrap();
    let error = quiz.perform(&Action::Key { key: DeviceKey::Back }).await.unwrap_err();
    assert!(matches!(error, DeviceError::Unsupported { .. }), "{error}");
    assert!(error.to_string().contains("talked to"), "{error}");
    let back = Action::Key { key: DeviceKey::Back };
    let pair = Action::at_once(back.clone(), back).unwrap();
    assert_eq!(
        quiz.perform(&pair).await.unwrap_err().to_string(),
        "this device cannot do two things at once: a voice app is talked to"
    );
}
