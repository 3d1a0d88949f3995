//! Explorations by the real driver: of our apps, and of apps that behave badly.

use ridealong::demo::voice as skills;
use ridealong::device::Device;
use ridealong::device::voice::PROBLEM;
use ridealong::domain::Coverage;
use ridealong::engine::{EngineDriver, GuardRules, MachineSetup, RunBudget};
use ridealong::explorer;
use ridealong::llm::Asker;
use ridealong::protocol::{
    AttackChange, AutoLimits, EndReason, Event, FormAttacked, InputResult, RunMode,
};
use ridealong::store::SessionWriter;
use rstest::rstest;
use serde_json::{Value, json};

use super::apps::{Scripted, demo, said, served};
use wiremock::ResponseTemplate;

/// Explores `device` by `explorer` for `steps` and gives all events.
async fn explored(device: impl Device + 'static, explorer: &str, steps: u64) -> Vec<Event> {
    let folder = tempfile::tempdir().unwrap();
    let setup = MachineSetup {
        explorer: explorer.into(),
        mode: RunMode::Auto { until: AutoLimits::default() },
        budget: RunBudget { steps: Some(steps), ms: None },
        guard: GuardRules::default(),
        attended: false,
    };
    let settings = explorer::ExplorerSettings { seed: 1, ..Default::default() };
    let explorer = (explorer::find(explorer).unwrap().make)(&settings).unwrap();
    let writer = SessionWriter::create(&folder.path().join("session")).unwrap();
    let (driver, mut handle) =
        EngineDriver::new(Box::new(device), explorer, Asker::without_model(), setup, 1, writer);
    let running = tokio::spawn(driver.run());
    let mut events = Vec::new();
    while let Some(record) = handle.next().await {
        events.push(record.event.clone());
    }
    running.await.unwrap().unwrap();
    events
}

fn ended(events: &[Event]) -> &EndReason {
    match events.last() {
        Some(Event::Ended(ended)) => &ended.reason,
        other => panic!("{other:?}"),
    }
}

fn said_in<'a>(events: &'a [Event]) -> Vec<&'a str> {
    let said = |event: &'a Event| match event {
        Event::Observed(observed) => observed.said.as_deref(),
        _ => None,
    };
    events.iter().filter_map(said).collect()
}

fn covered<'a>(events: &'a [Event]) -> &'a Coverage {
    let covered = |event: &'a Event| match event {
        Event::Covered(coverage) => Some(coverage),
        _ => None,
    };
    events.iter().rev().find_map(covered).unwrap()
}

#[rstest]
#[case("quiz", 10)]
#[case("pizza", 11)]
#[case("adventure", 11)]
#[tokio::test]
async fn our_apps_are_explored(#[case] app: &str, #[case] at_least: u64) {
    let events = explored(demo(app, 1), "systematic", 120).await;
    assert_eq!(ended(&events), &EndReason::Steps);
    let coverage = covered(&events);
    assert!(coverage["states"].covered >= at_least, "{coverage:?}");
    assert!(coverage["intents"].covered >= 5, "{coverage:?}");
    let events = explored(demo(app, 1), "monkey", 60).await;
    assert_eq!(ended(&events), &EndReason::Steps);
    assert!(covered(&events)["states"].covered >= 4);
}

/// What an app says that behaves badly, by the turn and the request.
fn kind(request: &Value) -> &str {
    request.pointer("/request/type").and_then(Value::as_str).unwrap_or_default()
}

fn intent(request: &Value) -> &str {
    request.pointer("/request/intent/name").and_then(Value::as_str).unwrap_or_default()
}

fn ends_at_once(_: u64, _: &Value) -> Value {
    said("Hello and goodbye.", true)
}

fn loops(_: u64, _: &Value) -> Value {
    said("Would you like planets or animals?", false)
}

fn always_new(turn: u64, _: &Value) -> Value {
    said(
        &format!("This is room {} of the {} house. Go on?", "x".repeat(turn as usize % 40), turn),
        false,
    )
}

fn wants_private_data(_: u64, request: &Value) -> Value {
    match kind(request) {
        "LaunchRequest" => said("Before we start: what is your phone number?", false),
        _ => said("And what is your street address?", false),
    }
}

fn cannot_be_stopped(_: u64, request: &Value) -> Value {
    match intent(request) {
        "AMAZON.StopIntent" | "AMAZON.CancelIntent" => {
            said("Let us go on. Planets or animals?", false)
        }
        _ => said("Would you like planets or animals?", false),
    }
}

fn does_not_know_its_own_words(_: u64, request: &Value) -> Value {
    match kind(request) {
        "LaunchRequest" => said("You can say sing a song.", false),
        _ => said("Sorry, I do not understand that. You can say sing a song.", false),
    }
}

fn says_nothing(_: u64, _: &Value) -> Value {
    json!({"response": {"shouldEndSession": false}})
}

fn fails_sometimes(turn: u64, request: &Value) -> Value {
    if turn % 3 == 2 { json!({}) } else { loops(turn, request) }
}

#[rstest]
#[case::ends_at_once(ends_at_once, "Hello and goodbye.")]
#[case::loops(loops, "Would you like planets or animals?")]
#[case::always_new(always_new, "house")]
#[case::wants_private_data(wants_private_data, "street address")]
#[case::cannot_be_stopped(cannot_be_stopped, "Let us go on.")]
#[case::does_not_know_its_own_words(does_not_know_its_own_words, "Sorry, I do not understand")]
#[case::says_nothing(says_nothing, "")]
#[case::fails_sometimes(fails_sometimes, PROBLEM)]
#[tokio::test]
async fn a_faulty_app_never_stops_the_run(
    #[case] script: fn(u64, &Value) -> Value,
    #[case] heard: &str,
    #[values("systematic", "monkey", "elevate")] explorer: &str,
) {
    let events = explored(Scripted::new(script).quiz(), explorer, 40).await;
    assert_eq!(ended(&events), &EndReason::Steps);
    assert!(said_in(&events).iter().any(|said| said.contains(heard)), "{:?}", said_in(&events));
}

#[rstest]
#[case::fails(ResponseTemplate::new(500))]
#[case::garbage(ResponseTemplate::new(200).set_body_string("<html>"))]
#[tokio::test]
async fn an_app_that_only_fails_is_explored_to_the_end(#[case] answer: ResponseTemplate) {
    let (_server, device) = served(answer).await;
    let events = explored(device, "monkey", 5).await;
    assert_eq!(ended(&events), &EndReason::Steps);
    assert!(said_in(&events).iter().all(|said| *said == PROBLEM));
}

/// Books a table, and divides by the number of people.
fn divides_by_people(_: u64, request: &Value) -> Value {
    let people = request.pointer("/request/intent/slots/people/value").and_then(Value::as_str);
    match people.and_then(|people| people.parse::<f64>().ok()) {
        Some(0.0) => json!({}),
        Some(people) => said(&format!("A table for {people}. Good bye."), true),
        None => {
            let mut reply = said("For how many people shall I book a table?", false);
            let slot = |name: &str| json!({ "name": name, "confirmationStatus": "NONE" });
            reply["response"]["directives"] = json!([{
                "type": "Dialog.ElicitSlot",
                "slotToElicit": "people",
                "updatedIntent": {
                    "name": "BookIntent",
                    "confirmationStatus": "NONE",
                    "slots": { "people": slot("people"), "time": slot("time") },
                },
            }]);
            reply
        }
    }
}

#[tokio::test]
async fn an_attack_finds_the_number_that_a_skill_cannot_handle() {
    let device = Scripted::new(divides_by_people).device(skills::find("pizza").unwrap().model);
    let events = explored(device, "input-blaster", 40).await;
    let tried = events.iter().filter_map(|event| match event {
        Event::Attacked(FormAttacked { change: AttackChange::Tried(tried), .. }) => Some(tried),
        _ => None,
    });
    let results: Vec<(&str, InputResult)> =
        tried.map(|tried| (tried.rule.as_str(), tried.result)).collect();
    let crashed: Vec<&str> = results
        .iter()
        .filter(|(_, result)| *result == InputResult::Crashed)
        .map(|(rule, _)| *rule)
        .collect();
    assert_eq!(crashed, ["zero"], "{results:?}");
    assert!(results.contains(&("negative", InputResult::Accepted)), "{results:?}");
    assert!(events.iter().any(|event| matches!(event, Event::Found(_))), "it is a finding");
}
