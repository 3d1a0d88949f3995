use super::*;

fn id(number: u8) -> TextSource {
    TextSource::Words(BlobId::of_digest([number; 32]))
}

#[test]
fn looking_a_text_up_is_wishing_for_it_once() {
    let mut texts = ExchangeTexts::default();
    assert!(matches!(texts.text(&id(1)), TextLookup::Coming));
    assert!(matches!(texts.text(&id(1)), TextLookup::Coming));
    assert_eq!(texts.take_wanted(), [id(1)]);
    texts.fetched(id(1), Some(PassageText::words("hello")));
    assert!(matches!(texts.text(&id(1)), TextLookup::There(text) if text.whole == "hello"));
    texts.fetched(id(2), None);
    assert!(matches!(texts.text(&id(2)), TextLookup::Missing));
    assert!(texts.take_wanted().is_empty());
}

#[test]
fn the_oldest_text_goes_first_and_can_be_had_again() {
    let mut texts = ExchangeTexts::default();
    for number in 0..=64 {
        texts.fetched(id(number), Some(PassageText::words("x")));
    }
    assert!(matches!(texts.text(&id(64)), TextLookup::There(_)));
    assert!(matches!(texts.text(&id(0)), TextLookup::Coming));
    assert_eq!(texts.take_wanted(), [id(0)]);
}

#[test]
fn a_prompt_is_read_anew_where_it_may_have_changed() {
    let mut texts = ExchangeTexts::default();
    let prompt = TextSource::Prompt("elevate/states".into());
    texts.fetched(prompt.clone(), Some(PassageText::words("old")));
    texts.forget_prompt("elevate/states");
    assert!(matches!(texts.text(&prompt), TextLookup::Coming));
    assert_eq!(texts.take_wanted(), [prompt]);
}

#[test]
fn drafts_belong_to_their_attempts() {
    let mut texts = ExchangeTexts::default();
    let again = |prompt: &str| AskAgain {
        exchange: ExchangeId(1),
        step: 1,
        query: "elevate/states".into(),
        context: BlobId::of_digest([0; 32]),
        prompt: prompt.into(),
    };
    texts.sent(&again("cannot be asked"), 0, 0);
    texts.sent(&again("first"), 0, 1);
    texts.sent(&again("second"), 1, 1);
    let drafts = [0, 1, 2].map(|attempt| texts.draft(ExchangeId(1), attempt));
    let drafts = drafts.map(|draft| draft.map(|draft| draft.prompt.as_str()));
    assert_eq!(drafts, [Some("first"), Some("second"), None]);
    assert_eq!(texts.latest(ExchangeId(1)).map(|draft| draft.before), Some(1));
    assert_eq!(texts.latest(ExchangeId(2)), None);
}
