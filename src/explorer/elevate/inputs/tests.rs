use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::domain::speech::Question;

fn context(kind: Question, options: &[&str], output: &str) -> Value {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    let context = Context {
        output: output.into(),
        questions: vec![OutputQuestion { kind, options }],
        ..Context::default()
    };
    serde_json::to_value(context).unwrap()
}

fn judge(context: &Value, inputs: &[&str]) -> ReplyJudgement {
    Inputs.judge(context, &json!({ "inputs": inputs }).to_string())
}

const PETS: (&[&str], &str) = (&["a dog", "a cat"], "Do you want a dog or a cat?");

/// A kind of question with its options and the app's words, and inputs that fit and do not.
#[rstest]
#[case::yes_no(Question::YesNo, &["yes", "no"], "Another one?", &["yes", "no", "Yes, please.", "no thanks"], &["maybe", "another one", "yes I would like that a lot"])]
#[case::selection(Question::Selection, PETS.0, PETS.1, &["a dog", "cat", "a dog please"], &["a horse", "yes", "both of them"])]
#[case::instruction(Question::Instruction, &["next"], "Say next to go on.", &["next"], &["yes", "continue"])]
#[case::instruction_numbers(Question::Instruction, &["1", "5"], "Say a number from 1 to 5.", &["1", "4"], &["next"])]
#[case::instruction_noun(Question::Instruction, &["Paris"], "Tell me a city.", &["Rome", "New York"], &["yes"])]
#[case::wh(Question::Wh, &[], "What is your favourite animal at the zoo?", &["a lion", "zebra"], &["no", "what is your favourite animal", "one two three four five six seven eight nine ten eleven"])]
#[case::wh_number(Question::Wh, &[], "How many apples do you have?", &["3", "twenty-one", "two apples"], &["apples"])]
#[case::instruction_selection(Question::InstructionSelection, &["begin", "settings"], "You can say begin or settings.", &["begin", "the settings"], &["yes", "stop it"])]
#[case::wh_selection(Question::WhSelection, PETS.0, PETS.1, &["a cat"], &["a mouse"])]
#[case::yes_no_selection(Question::YesNoSelection, PETS.0, PETS.1, &["a cat", "no"], &["a mouse"])]
#[case::no_options_known(Question::Selection, &[], "Red, green or blue?", &["red", "blue"], &["yellow"])]
#[case::statement(Question::Statement, &[], "I know jokes.", &["a joke", "yes", "whatever"], &[])]
fn what_fits_each_kind_of_question(
    #[case] kind: Question,
    #[case] options: &[&str],
    #[case] output: &str,
    #[case] fit: &[&str],
    #[case] unfit: &[&str],
) {
    let context = context(kind, options, output);
    for input in fit {
        let judgement = judge(&context, &[input]);
        assert_eq!(judgement.complaint, None, "{input}");
        assert_eq!(judgement.answer.unwrap().as_array().unwrap().len(), 1);
    }
    for input in unfit {
        let complaint = judge(&context, &[input]).complaint.unwrap();
        assert_eq!(complaint.check, INVALID, "{input}");
        assert!(complaint.says.contains(input), "{}", complaint.says);
        let both = judge(&context, &[fit[0], input]);
        assert_eq!(both.complaint, None, "one that fits is enough");
        assert_eq!(both.answer.unwrap().as_array().unwrap().len(), 1, "{input}");
        assert!(both.reported.contains("left out: "), "{}", both.reported);
    }
}

#[rstest]
#[case::no_inputs(&[])]
#[case::blank_inputs(&["", "  ", "\u{7}"])]
fn nothing_to_say_is_told(#[case] inputs: &[&str]) {
    let judgement = judge(&context(Question::YesNo, &[], "Again?"), inputs);
    assert_eq!(judgement.complaint.unwrap().check, EMPTY);
    assert_eq!(judgement.otherwise, Some(json!(["yes", "no"])), "the rule for the kind");
}

#[test]
fn each_kind_has_its_own_rule_in_the_feedback() {
    let kinds = [
        (Question::YesNo, "answered by yes or no"),
        (Question::Selection, "one of the options it names: a dog, a cat"),
        (Question::WhSelection, "one of the options it names: a dog, a cat"),
        (Question::InstructionSelection, "one of the options it names: a dog, a cat"),
        (Question::YesNoSelection, "one of its options (a dog, a cat), or by yes or no"),
    ];
    for (kind, rule) in kinds {
        let says = judge(&context(kind, PETS.0, PETS.1), &["a whale"]).complaint.unwrap().says;
        assert!(says.contains(rule), "{says}");
    }
    let says = judge(&context(Question::Wh, &[], "What?"), &["no"]).complaint.unwrap().says;
    assert!(says.contains("things of the kind"), "{says}");
    let instruction = context(Question::Instruction, &["go"], "Say go.");
    let says = judge(&instruction, &["yes"]).complaint.unwrap().says;
    assert!(says.contains("what it tells the user to say, such as: go"), "{says}");
}

/// "order a salami pizza" was refused as an answer to "Would you like to order a pizza?".
#[test]
fn an_answer_may_say_more_than_yes() {
    let asked = context(Question::YesNo, &[], "Would you like to order a pizza?");
    let judgement = judge(&asked, &["yes", "order a salami pizza", "tell me a story"]);
    assert_eq!(judgement.complaint, None);
    assert_eq!(judgement.answer, Some(json!(["yes", "order a salami pizza"])));
    assert!(judgement.reported.ends_with("(left out: tell me a story)"), "{}", judgement.reported);
}

#[rstest]
#[case::yes_no("Another one?", true)]
#[case::options("Do you want a dog or a cat?", true)]
#[case::open("What is your name?", false)]
#[case::statement("I know jokes.", false)]
fn the_rules_know_the_answers_that_the_words_name(#[case] output: &str, #[case] known: bool) {
    assert_eq!(valid::questions(output).iter().all(|asks| asks.is_known(output)), known);
}

#[test]
fn of_open_answers_the_first_three_are_kept() {
    let judgement =
        judge(&context(Question::Wh, &[], "Which fruit?"), &["fig", "kiwi", "plum", "pear"]);
    assert_eq!(judgement.answer, Some(json!(["fig", "kiwi", "plum"])));
    let judgement = judge(&context(Question::YesNo, &[], "Again?"), &["yes", "no", "sure", "nope"]);
    assert_eq!(judgement.answer.unwrap().as_array().unwrap().len(), 4);
}

#[test]
fn inputs_are_one_line_and_short() {
    let long = "very ".repeat(100);
    let judgement = judge(
        &context(Question::Statement, &[], "Hello."),
        &["\"play\n\u{1b}[2Jit\"", "play [2Jit", &long],
    );
    let answer = judgement.answer.unwrap();
    assert_eq!(answer[0], "play [2Jit");
    assert_eq!(answer.as_array().unwrap().len(), 2, "the same again is one");
    assert!(answer[1].as_str().unwrap().len() <= INPUT);
}

#[test]
fn what_the_words_ask_is_a_statement_only_where_nothing_else() {
    let asked = valid::questions("");
    assert_eq!(asked, [OutputQuestion { kind: Question::Statement, options: Vec::new() }]);
}

#[test]
fn other_contexts_and_types_are_told() {
    for query in [&Inputs as &dyn ModelQuery, &FormQuery] {
        let complaint = query.judge(&json!({ "output": [] }), "{}").complaint.unwrap();
        assert_eq!(complaint.check, json::CONTEXT);
        for reply in
            ["", "{}", r#"{"inputs": "yes", "texts": 1}"#, r#"{"inputs": [1], "texts": [1]}"#]
        {
            let complaint = query.judge(&query.sample(), reply).complaint.unwrap();
            assert_eq!(complaint.check, json::UNREADABLE, "{reply}");
        }
    }
}

proptest! {
    #[test]
    fn no_input_of_a_closed_question_passes_that_is_not_an_option(input in ".{0,30}") {
        let judgement = judge(&context(Question::YesNo, &[], "Again?"), &[&input]);
        let kept = judgement.answer.unwrap();
        for input in kept.as_array().unwrap() {
            let said = crate::domain::speech::normal(input.as_str().unwrap());
            prop_assert!(["yes", "yeah", "yep", "sure", "ok", "no", "na"]
                .iter().any(|word| said.starts_with(word)), "{}", said);
        }
    }
}
