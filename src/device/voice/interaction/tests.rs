use proptest::prelude::*;

use super::*;

const FULL: &str = r#"{"interactionModel": {
  "languageModel": {
    "invocationName": "tea time",
    "intents": [
      {"name": "AMAZON.HelpIntent"},
      {"name": "BrewIntent", "samples": ["brew {tea}", "a {tea} please"], "slots": [
        {"name": "tea", "type": "TEA", "samples": ["{tea} tea"], "multipleValues": {"enabled": true}},
        {"name": "where", "slotTypeReference": {"id": "x", "version": "1"}}]},
      {"name": "BrewIntent", "samples": null}],
    "types": [{"name": "TEA", "values": [
      {"id": 7, "name": {"value": "green", "synonyms": ["sencha"]}}, {"name": {"value": "black"}}]},
      {"name": "ELSEWHERE", "valueSupplier": {"type": "CatalogValueSupplier"}}]},
  "dialog": {"delegationStrategy": "ALWAYS", "intents": [{
    "name": "BrewIntent", "confirmationRequired": true, "prompts": {"confirmation": "Confirm.1"},
    "slots": [{"name": "tea", "elicitationRequired": true, "prompts": {"elicitation": "Elicit.1"},
      "validations": [{"type": "isLessThan", "prompt": "Less.1", "value": 5}]}]}]},
  "prompts": [{"id": "Elicit.1", "variations": [{"type": "PlainText", "value": "Which tea?"}]}]}}"#;

#[test]
fn a_model_is_read_whole() {
    let model = InteractionModel::read(FULL.as_bytes()).unwrap();
    assert_eq!(model.invocation, "tea time");
    assert_eq!(model.intents.len(), 2);
    let tea = model.slot("BrewIntent", "tea").unwrap();
    assert_eq!((tea.kind.as_str(), tea.several, tea.samples.len()), ("TEA", true, 1));
    assert_eq!(model.types[0].values[0].id.as_deref(), Some("7"));
    assert_eq!(model.types[0].values[0].synonyms, ["sencha"]);
    assert!(model.types[1].elsewhere);
    let dialog = &model.dialogs["BrewIntent"];
    assert!(dialog.by_platform);
    assert_eq!(dialog.confirmation.as_deref(), Some("Confirm.1"));
    assert_eq!(dialog.slots[0].elicitation.as_deref(), Some("Elicit.1"));
    assert_eq!(dialog.slots[0].validations[0].values, ["5"]);
    assert_eq!(model.prompts["Elicit.1"], ["Which tea?"]);
    assert_eq!(model.warnings.len(), 2, "{:?}", model.warnings);
}

#[test]
fn a_mark_in_front_and_older_forms_are_read() {
    let marked = [b"\xEF\xBB\xBF", FULL.as_bytes()].concat();
    assert!(InteractionModel::read(&marked).is_ok());
    let old = br#"{"invocationName": "a", "intents": [{"name": "X", "samples": ["x"]}]}"#;
    assert_eq!(InteractionModel::read(old).unwrap().intents[0].samples, ["x"]);
    let middle = br#"{"languageModel": {"intents": [{"name": "X"}]}}"#;
    assert_eq!(InteractionModel::read(middle).unwrap().intents.len(), 1);
}

#[test]
fn what_is_no_model_is_told() {
    for (text, said) in [
        ("", "EOF"),
        ("[1]", "no intents"),
        ("{}", "no intents"),
        (r#"{"intents": "none"}"#, "invalid type"),
        ("// comment\n{}", "expected value"),
        (r#"{"interactionModel": {"languageModel": {"intents": []}}}"#, "no intents"),
    ] {
        let error = InteractionModel::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    let large = vec![b' '; LARGEST_FILE + 1];
    assert!(matches!(InteractionModel::read(&large), Err(ModelError::TooLarge)));
}

proptest! {
    #[test]
    fn no_file_panics(cut in 0..FULL.len(), byte in any::<u8>()) {
        let mut bytes = FULL.as_bytes().to_vec();
        bytes[cut] = byte;
        let _ = InteractionModel::read(&bytes);
        bytes.truncate(cut);
        let _ = InteractionModel::read(&bytes);
    }
}
