use proptest::prelude::*;
use rstest::rstest;

use super::*;

fn texts_context() -> Value {
    let field = |number| FormField {
        number,
        label: "Name".into(),
        hint: String::new(),
        holds: String::new(),
        planned: Vec::new(),
    };
    let context = FormContext { fields: vec![field(3), field(5)], ..FormContext::default() };
    serde_json::to_value(context).unwrap()
}

#[rstest]
#[case::one(json!([{ "field": 3, "text": "Ada" }]), &[(3, "Ada")], None)]
#[case::several(json!([{ "field": 3, "text": "a" }, { "field": 3, "text": "b" }, { "field": 5, "text": "c" }]), &[(3, "a"), (3, "b"), (5, "c")], None)]
#[case::too_many(json!([1, 2, 3, 4].map(|n| json!({ "field": 5, "text": n.to_string() }))), &[(5, "1"), (5, "2"), (5, "3")], None)]
#[case::lines(json!([{ "field": 3, "text": "a\nb\u{7}" }]), &[(3, "a\nb")], None)]
#[case::twice(json!([{ "field": 3, "text": "a" }, { "field": 3, "text": "a" }]), &[(3, "a")], None)]
#[case::unknown_field(json!([{ "field": 3, "text": "a" }, { "field": 4, "text": "b" }]), &[(3, "a")], None)]
#[case::only_unknown_fields(json!([{ "field": 4, "text": "b" }]), &[], Some(NO_FIELD))]
#[case::nothing(json!([]), &[], Some(EMPTY))]
#[case::blank(json!([{ "field": 3, "text": " " }]), &[], Some(EMPTY))]
fn texts_go_into_known_fields(
    #[case] texts: Value,
    #[case] kept: &[(usize, &str)],
    #[case] check: Option<&str>,
) {
    let judgement = FormQuery.judge(&texts_context(), &json!({ "texts": texts }).to_string());
    let answer: FormAnswer = serde_json::from_value(judgement.answer.unwrap()).unwrap();
    let ideas = answer.texts;
    let ideas: Vec<(usize, &str)> =
        ideas.iter().map(|idea| (idea.field, idea.text.as_str())).collect();
    assert_eq!(ideas, kept);
    assert_eq!(judgement.complaint.map(|complaint| complaint.check).as_deref(), check);
    assert_eq!(judgement.otherwise.is_some(), check.is_some() && !kept.is_empty());
}

#[test]
fn constraints_are_checked_and_broken() {
    let judge = |other: &str| {
        let texts = [(3, "2026-01-05"), (5, other)];
        let texts = texts.map(|(field, text)| json!({ "field": field, "text": text }));
        let constraints = json!([{ "rule": "ascending", "fields": [3, 5] }, { "rule": "odd" }]);
        let reply = json!({ "texts": texts, "constraints": constraints });
        FormQuery.judge(&texts_context(), &reply.to_string())
    };
    let fits = judge("2026-02-01");
    assert_eq!(fits.complaint, None);
    let answer: FormAnswer = serde_json::from_value(fits.answer.unwrap()).unwrap();
    assert_eq!((answer.texts.len(), answer.constraints.len()), (3, 1));
    assert_eq!(answer.texts[2], FieldText { field: 5, text: "1900-01-01".into() });
    let unfit = judge("2025-02-01");
    assert_eq!(unfit.complaint.unwrap().check, UNFIT);
    let answer: FormAnswer = serde_json::from_value(unfit.otherwise.unwrap()).unwrap();
    assert_eq!(answer.texts.len(), 2, "nothing is derived from texts that do not fit");
}

#[test]
fn one_field_has_no_constraints() {
    let mut context: FormContext = serde_json::from_value(texts_context()).unwrap();
    let has = |context: &FormContext| {
        let schema = FormQuery.schema(&serde_json::to_value(context).unwrap()).unwrap();
        schema["properties"].get("constraints").is_some()
    };
    assert!(has(&context));
    context.fields.truncate(1);
    assert!(!has(&context));
}

proptest! {
    #[test]
    fn every_text_is_short_plain_and_for_a_known_field(
        texts in proptest::collection::vec((0_usize..8, "\\PC{0,300}|.{0,20}"), 0..30),
    ) {
        let texts = texts.iter().map(|(field, text)| json!({ "field": field, "text": text }));
        let reply = json!({ "texts": texts.collect::<Vec<_>>() }).to_string();
        let judgement = FormQuery.judge(&texts_context(), &reply);
        let answer: FormAnswer = serde_json::from_value(judgement.answer.unwrap()).unwrap();
    let ideas = answer.texts;
        prop_assert!(ideas.len() <= 12);
        for idea in ideas {
            prop_assert!([3, 5].contains(&idea.field));
            prop_assert!(idea.text.chars().count() <= 200);
            prop_assert!(!idea.text.chars().any(char::is_control));
        }
    }
}
