use proptest::prelude::*;
use rstest::rstest;

use super::better::better;
use super::*;

const SYSTEM: CandidateKind = CandidateKind::System;
const HELP: CandidateKind = CandidateKind::Help;
const CONTEXT: CandidateKind = CandidateKind::Context;

fn candidates(rows: &[(CandidateKind, u64, Led)]) -> Vec<Candidate> {
    let rows = rows.iter().enumerate();
    rows.map(|(at, (kind, count, led))| Candidate {
        number: at + 1,
        words: format!("input {}", char::from(b'a' + u8::try_from(at).unwrap())),
        kind: *kind,
        count: *count,
        led: led.clone(),
        told: format!("{count}"),
        source: String::new(),
        untried: 0,
        key: String::new(),
    })
    .collect()
}

fn on() -> Led {
    Led::To("S9".into())
}

/// The candidates, of which the first is chosen, and the numbers of the better ones.
#[rstest]
// The chosen one weighs 0: all that weigh 4, of whatever kind and count.
#[case::self_loop(&[(CONTEXT, 1, Led::Here), (CONTEXT, 7, on()), (SYSTEM, 0, Led::Unknown), (HELP, 2, Led::Error)], &[2, 3])]
#[case::error(&[(SYSTEM, 1, Led::Error), (CONTEXT, 9, on()), (HELP, 0, Led::Here)], &[2])]
#[case::fields_changed(&[(CONTEXT, 1, Led::HereBefore), (CONTEXT, 1, on())], &[])]
#[case::fields_changed_is_better(&[(CONTEXT, 1, Led::Here), (CONTEXT, 1, Led::HereBefore)], &[2])]
#[case::nothing_weighs(&[(CONTEXT, 4, Led::Here), (SYSTEM, 0, Led::Error)], &[])]
// Help or context is chosen: those of the two kinds that were invoked less often.
#[case::less_often(&[(CONTEXT, 2, on()), (CONTEXT, 1, on()), (HELP, 0, Led::Unknown), (CONTEXT, 2, on()), (SYSTEM, 0, Led::Unknown)], &[2, 3])]
#[case::help_alike(&[(HELP, 1, on()), (CONTEXT, 0, Led::Unknown)], &[2])]
#[case::less_often_but_no_weight(&[(CONTEXT, 2, on()), (CONTEXT, 1, Led::Here), (HELP, 1, Led::Error), (SYSTEM, 0, Led::Unknown)], &[])]
#[case::first_of_equals(&[(CONTEXT, 0, Led::Unknown), (CONTEXT, 0, Led::Unknown)], &[])]
// None of them, and the chosen one is worn out: all system-level inputs.
#[case::worn_out(&[(CONTEXT, 3, on()), (CONTEXT, 3, on()), (SYSTEM, 0, Led::Unknown), (SYSTEM, 8, Led::Here)], &[3, 4])]
#[case::not_yet_worn_out(&[(CONTEXT, 2, on()), (SYSTEM, 0, Led::Unknown)], &[])]
#[case::worn_out_but_alone(&[(HELP, 5, on())], &[])]
// System-level is chosen: help and context invoked fewer than three times.
#[case::context_first(&[(SYSTEM, 0, Led::Unknown), (CONTEXT, 2, on()), (HELP, 0, Led::Unknown), (CONTEXT, 3, on()), (CONTEXT, 1, Led::Here)], &[2, 3])]
// None of them: system-level inputs invoked less often that weigh 4.
#[case::other_system(&[(SYSTEM, 2, on()), (CONTEXT, 3, on()), (SYSTEM, 1, on()), (SYSTEM, 0, Led::Error), (SYSTEM, 2, on())], &[3])]
#[case::system_is_left(&[(SYSTEM, 1, on()), (CONTEXT, 3, on()), (SYSTEM, 1, on())], &[])]
fn the_better_inputs(#[case] rows: &[(CandidateKind, u64, Led)], #[case] numbers: &[usize]) {
    let candidates = candidates(rows);
    assert_eq!(better(&candidates, &candidates[0], 3), numbers);
}

fn context() -> Value {
    let inputs = candidates(&[
        (CONTEXT, 1, on()),
        (CONTEXT, 0, Led::Unknown),
        (CONTEXT, 1, Led::Here),
        (SYSTEM, 0, Led::Unknown),
    ]);
    serde_json::to_value(Context { inputs, worn_out: 3, ..Context::default() }).unwrap()
}

/// The reply's input; the number chosen, and the check that complains.
#[rstest]
#[case::number(json!(2), Some(2), None)]
#[case::words(json!("input b"), Some(2), None)]
#[case::words_alike(json!("Input B."), Some(2), None)]
#[case::number_in_words(json!("2."), Some(2), None)]
#[case::zero(json!(0), None, Some(NO_INPUT))]
#[case::too_high(json!(5), None, Some(NO_INPUT))]
#[case::unlisted_words(json!("input z"), None, Some(NO_INPUT))]
#[case::no_words(json!(""), None, Some(NO_INPUT))]
#[case::with_its_words(json!("2. input b"), Some(2), None)]
#[case::with_other_words(json!("2. input c"), None, Some(NO_INPUT))]
#[case::tried(json!(1), Some(1), Some(BETTER))]
#[case::self_loop(json!(3), Some(3), Some(BETTER))]
#[case::system(json!(4), Some(4), Some(BETTER))]
#[case::negative(json!(-1), None, Some(json::UNREADABLE))]
#[case::list(json!([2]), None, Some(json::UNREADABLE))]
fn the_checks(#[case] input: Value, #[case] number: Option<usize>, #[case] check: Option<&str>) {
    let reply = json!({ "discarded": "c", "choice": "It is new.", "input": input }).to_string();
    let judgement = Exploration.judge(&context(), &reply);
    assert_eq!(judgement.answer, number.map(Value::from));
    assert_eq!(judgement.complaint.map(|complaint| complaint.check).as_deref(), check);
    if check != Some(json::UNREADABLE) {
        let names: Vec<&str> = judgement.thoughts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Choice"]);
    }
}

#[test]
fn the_complaint_names_the_untried_inputs() {
    let says = |input: u64| {
        let reply = json!({ "input": input }).to_string();
        Exploration.judge(&context(), &reply).complaint.unwrap().says
    };
    insta::assert_snapshot!(says(4), @r#"4. input d is possible everywhere. Untried here: 2. Choose one, or answer 4 again with the reason "charter" or "map" if it holds."#);
    insta::assert_snapshot!(says(3), @r#"3. input c was invoked before: 1. Untried here: 2, 4. Choose one, or answer 3 again with the reason "charter" or "map" if it holds."#);
}

/// What is chosen, and for which reason; whether the choice holds though there are better inputs.
fn holds(context: &Context, input: usize, reason: &str) -> bool {
    let reply = json!({ "why": "w", "reason": reason, "input": input }).to_string();
    Exploration.judge(&serde_json::to_value(context).unwrap(), &reply).complaint.is_none()
}

/// The charter was about barcodes, and "Scan barcode" was refused because it had been invoked once.
#[test]
fn the_testers_task_is_a_reason() {
    let mut inputs = candidates(&[(CONTEXT, 1, on()), (CONTEXT, 0, Led::Unknown)]);
    inputs[0].words = "tap \"Scan barcode\"".into();
    let charter = Some("Find out whether barcodes can be scanned: scan and edit".to_owned());
    let mut context = Context { inputs, charter, worn_out: 3, ..Context::default() };
    assert!(!holds(&context, 1, "untried"), "a reason is needed");
    assert!(holds(&context, 1, "charter"));
    context.inputs[0].led = Led::Here;
    assert!(holds(&context, 1, "charter"), "the task names it");
    context.inputs[0].words = "tap \"Sort\"".into();
    assert!(!holds(&context, 1, "charter"), "it stays in the state, and the task does not name it");
    context.inputs[0] = Candidate { led: on(), count: 6, ..context.inputs[0].clone() };
    assert!(!holds(&context, 1, "charter"), "often enough");
    context.inputs[0].count = 1;
    context.charter = None;
    assert!(!holds(&context, 1, "charter"), "there is no task");
}

#[test]
fn what_is_untried_elsewhere_is_a_reason() {
    let inputs = candidates(&[(SYSTEM, 4, on()), (CONTEXT, 0, Led::Unknown)]);
    let mut context = Context { inputs, worn_out: 3, ..Context::default() };
    assert!(!holds(&context, 1, "map"), "it leads to nothing untried");
    context.inputs[0].untried = 3;
    assert!(holds(&context, 1, "map"));
}

/// "help" was called inferior right after the app had said that it did not understand.
#[test]
fn help_may_be_asked_for_after_a_misunderstanding() {
    let mut inputs = candidates(&[(SYSTEM, 2, on()), (CONTEXT, 0, Led::Unknown)]);
    inputs[0].words = "say \"help\"".into();
    let mut context = Context { inputs, worn_out: 3, confused: false, ..Context::default() };
    assert!(!holds(&context, 1, "other"));
    context.confused = true;
    assert!(holds(&context, 1, "other"));
}

/// In the last step of a run a model was told to say something that had been said before instead of "stop".
#[test]
fn in_the_last_step_what_was_never_tried_need_not_wait() {
    let inputs = candidates(&[(SYSTEM, 0, Led::Unknown), (CONTEXT, 1, on())]);
    let mut context = Context { inputs, worn_out: 3, steps_left: Some(2), ..Context::default() };
    assert!(!holds(&context, 1, "untried"));
    context.steps_left = Some(1);
    assert!(holds(&context, 1, "untried"));
    context.inputs[0].count = 1;
    assert!(!holds(&context, 1, "untried"), "it was tried");
}

#[test]
fn a_context_of_another_kind_is_told() {
    for context in [Value::Null, json!({}), json!({ "inputs": [{}] })] {
        let judgement = Exploration.judge(&context, r#"{"input": 1}"#);
        assert_eq!(judgement.complaint.unwrap().check, json::CONTEXT);
        assert_eq!(Exploration.schema(&context), None);
    }
}

fn any_led() -> impl Strategy<Value = Led> {
    prop_oneof![
        Just(Led::Unknown),
        Just(Led::Here),
        Just(Led::HereBefore),
        Just(Led::Error),
        Just(on())
    ]
}

proptest! {
    /// Whatever the candidates: what is better than something is itself listed, is not the chosen
    /// one, and weighs 4 unless it is system-level in place of a worn-out one.
    #[test]
    fn better_inputs_are_other_listed_ones(
        rows in proptest::collection::vec(
            (prop_oneof![Just(SYSTEM), Just(HELP), Just(CONTEXT)], 0_u64..6, any_led()), 1..12),
    ) {
        let all = candidates(&rows);
        for chosen in &all {
            for number in better(&all, chosen, 3) {
                prop_assert!(number != chosen.number);
                let other = &all[number - 1];
                let weighs = !matches!(other.led, Led::Here | Led::Error);
                prop_assert!(weighs || (other.kind == SYSTEM && chosen.count >= 3));
            }
        }
        // There is always one to choose, unless only worn-out ones and system inputs that lead
        // nowhere point at each other.
        let final_ones = all.iter().filter(|one| better(&all, one, 3).is_empty()).count();
        let nowhere = all.iter().any(|one| matches!(one.led, Led::Here | Led::Error));
        let worn_out = all.iter().any(|one| one.count >= 3);
        prop_assert!(final_ones > 0 || nowhere || worn_out);
    }

    #[test]
    fn only_listed_inputs_are_ever_accepted(input in any::<u64>(), words in ".{0,20}|input [a-f]") {
        for input in [json!(input), json!(words)] {
            let reply = json!({ "input": input }).to_string();
            let judgement = Exploration.judge(&context(), &reply);
            if let Some(number) = judgement.answer {
                prop_assert!((1..=4).contains(&number.as_u64().unwrap()));
            } else {
                prop_assert!(judgement.complaint.is_some());
            }
        }
    }
}
