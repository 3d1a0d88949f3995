use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::explorer::elevate::tests::ElevateWorld;
use crate::explorer::testing::spoken;
use crate::llm::PromptLibrary;

fn set(inputs: &[&str]) -> InputEvents {
    let own = inputs.iter().map(|input| (*input).to_owned()).collect();
    InputEvents { own, ..InputEvents::default() }
}

/// The output takes yes and no, as S2 does; S3 takes colours. S1 is the predecessor.
fn context(same_way: Option<&str>) -> Value {
    let known = |id: &str, output: &str, inputs: &[&str]| Known {
        id: id.into(),
        output: output.into(),
        inputs: set(inputs),
    };
    let context = Context {
        voice: true,
        output: "Shall I tell you one more?".into(),
        inputs: set(&["no", "yes"]),
        known: vec![
            known("S3", "Red or blue?", &["blue", "red"]),
            known("S2", "Do you want another?", &["no", "yes"]),
        ],
        before: None,
        same_way: same_way.map(str::to_owned),
    };
    serde_json::to_value(context).unwrap()
}

/// Reply, what the same input led to before; the answer, the check that complains, what holds then.
#[rstest]
#[case::merged("S2", None, Some("S2"), None, None)]
#[case::lower_case("s2", None, Some("S2"), None, None)]
#[case::new("new", None, Some("new"), None, None)]
#[case::new_in_capitals(" New ", None, Some("new"), None, None)]
#[case::not_listed("S9", None, Some("s9"), Some(NO_STATE), Some("new"))]
#[case::the_start("<START>", None, Some("<start>"), Some(NO_STATE), Some("new"))]
#[case::empty("", None, Some(""), Some(NO_STATE), Some("new"))]
#[case::inputs_differ("S3", None, Some("S3"), Some(NOT_MERGE), Some("new"))]
#[case::same_way("new", Some("S2"), Some("new"), Some(SHOULD_MERGE), Some("S2"))]
#[case::same_way_merged("S2", Some("S2"), Some("S2"), None, None)]
#[case::same_way_but_inputs_differ("new", Some("S3"), Some("new"), None, None)]
#[case::same_way_not_listed("new", Some("S8"), Some("new"), None, None)]
fn the_filter(
    #[case] reply: &str,
    #[case] same_way: Option<&str>,
    #[case] answer: Option<&str>,
    #[case] check: Option<&str>,
    #[case] otherwise: Option<&str>,
) {
    let reply = json!({ "thought": "because", "state": reply }).to_string();
    let judgement = States.judge(&context(same_way), &reply);
    assert_eq!(judgement.answer, answer.map(Value::from));
    assert_eq!(judgement.complaint.map(|complaint| complaint.check).as_deref(), check);
    assert_eq!(judgement.otherwise, otherwise.map(Value::from));
    assert_eq!(judgement.thoughts, [("Thought".to_owned(), "because".to_owned())]);
}

#[test]
fn complaints_say_what_the_model_needs_to_know() {
    let says = |reply: &str, same_way| {
        let reply = json!({ "state": reply }).to_string();
        States.judge(&context(same_way), &reply).complaint.unwrap().says
    };
    insta::assert_snapshot!(says("S9", None), @r#"There is no state "s9". The states are: S3, S2. Answer one of them, or "new"."#);
    insta::assert_snapshot!(says("S3", None), @r#"S3 is not the same state: other inputs are possible there. Only here: no, yes. Only in S3: blue, red. Find another state in the list, or answer "new"."#);
    insta::assert_snapshot!(says("new", Some("S2")), @"The same input of the same state also led to S2, and the same inputs are possible in both: the two outputs are one state.");
}

/// The state that the input came from was named, which was not to be chosen: models chose it all the same.
#[test]
fn a_state_before_that_is_not_listed_is_said_to_be_another_one() {
    let template = PromptLibrary::default().get(States.name()).unwrap();
    let said = |is_other: bool| {
        let mut context = States.sample();
        context["before"]["is_other"] = is_other.into();
        [&template.long, &template.short].map(|part| template.fill(part, &context).unwrap())
    };
    for (listed, other) in said(false).into_iter().zip(said(true)) {
        assert!(!listed.contains("S1 is another state"), "{listed}");
        assert!(other.contains("S1 is another state"), "{other}");
    }
}

#[rstest]
#[case::no_object("S2", json::UNREADABLE)]
#[case::wrong_type(r#"{"state": 2}"#, json::UNREADABLE)]
#[case::no_state(r#"{"thought": "S2"}"#, json::UNREADABLE)]
fn what_cannot_be_read_is_told(#[case] reply: &str, #[case] check: &str) {
    let judgement = States.judge(&context(None), reply);
    assert_eq!((judgement.answer, judgement.otherwise), (None, None));
    assert_eq!(judgement.complaint.unwrap().check, check);
}

#[test]
fn a_context_of_another_kind_is_told() {
    for context in [Value::Null, json!({}), json!({ "output": 1 }), json!([1])] {
        let judgement = States.judge(&context, r#"{"state": "new"}"#);
        assert_eq!(judgement.complaint.unwrap().check, json::CONTEXT);
        assert_eq!(States.schema(&context), None);
    }
}

/// Two states by their inputs outside and inside of lists; whether these differ for a voice app,
/// and for a phone.
#[rstest]
#[case::same(&["a"], &[], &["a"], &[], false, false)]
#[case::others(&["a"], &[], &["b"], &[], true, true)]
#[case::one_more(&["a"], &[], &["a", "b"], &[], true, false)]
#[case::twice_as_much(&["a"], &[], &["a", "b", "c"], &[], true, true)]
#[case::each_something(&["a", "c"], &[], &["a", "b"], &[], true, true)]
#[case::none_at_all(&["a"], &[], &[], &[], true, true)]
#[case::both_none(&[], &[], &[], &[], false, false)]
#[case::same_rows(&["a"], &["r"], &["a"], &["r", "s"], true, false)]
#[case::no_rows(&["a"], &["r"], &["a"], &[], true, false)]
#[case::other_rows(&["a"], &["r"], &["a"], &["s"], true, true)]
#[case::menus(&[], &["r"], &[], &["s"], true, true)]
fn input_events_differ(
    #[case] one: &[&str],
    #[case] one_rows: &[&str],
    #[case] other: &[&str],
    #[case] other_rows: &[&str],
    #[case] voice: bool,
    #[case] phone: bool,
) {
    let of = |own, rows| InputEvents { own: set(own).own, rows: set(rows).own };
    let (one, other) = (of(one, one_rows), of(other, other_rows));
    assert_eq!((one.differ(&other, true), one.differ(&other, false)), (voice, phone));
    assert_eq!((other.differ(&one, true), other.differ(&one, false)), (voice, phone));
}

#[test]
fn the_schema_closes_the_choice() {
    let schema = States.schema(&context(None)).unwrap();
    assert_eq!(schema["properties"]["state"]["enum"], json!(["S3", "S2", "new"]));
}

#[test]
fn the_most_similar_states_are_listed_last_and_no_more_than_allowed() {
    let mut world = ElevateWorld::by_rule(&[]);
    let letter = |at: u32| char::from_u32('a' as u32 + at).unwrap();
    for at in 0..25 {
        let name = format!("{}{}", letter(at), letter(at)).repeat(2);
        world.show(spoken(&format!("Room {name} is here.")));
        world.propose();
        world.step += 1;
    }
    world.show(spoken("Room ccc is near, not dddd."));
    let situation = world.situation();
    world.elevate.memory.see(&situation);
    let first = world.elevate.memory.seen()[20].id;
    let listed = similar::listed(&world.elevate.memory, &situation, Some(first));
    assert_eq!(listed.len(), similar::LISTED);
    assert_eq!(listed.last().unwrap().output, "Room dddd is here.");
    assert!(listed.iter().any(|seen| seen.id == first), "what the same input led to is listed");
}

proptest! {
    #[test]
    fn only_listed_states_are_ever_accepted(reply in ".{0,30}|[Ss]?[0-9]{1,3}|new|S[23]") {
        let reply = json!({ "state": reply }).to_string();
        let judgement = States.judge(&context(Some("S2")), &reply);
        if judgement.complaint.is_none() {
            prop_assert_eq!(judgement.answer, Some(json!("S2")));
        } else {
            let otherwise = judgement.otherwise.unwrap();
            prop_assert!(otherwise == json!("new") || otherwise == json!("S2"));
        }
    }
}

/// A complaint said `Only here: say "#"` and named ids of widgets.
#[test]
fn complaints_name_inputs_in_the_words_of_people() {
    assert_eq!(in_words("say \"chapter #\""), "say \"chapter (a number)\"");
    assert_eq!(in_words("tap #list/#row_title \"Lentil soup\""), "tap \"Lentil soup\"");
    assert_eq!(in_words("tap #list/#row_title"), "tap \"row title\"");
    assert_eq!(in_words("restart"), "restart");
}

#[test]
fn a_name_with_its_output_behind_it_is_a_name() {
    let judgement = States.judge(&context(None), r#"{"state": "S3 (Here is a fact.)"}"#);
    assert_eq!(judgement.answer, Some(json!("S3")));
}
