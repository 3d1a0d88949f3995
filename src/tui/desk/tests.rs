use super::*;

fn id(number: u8) -> Source {
    Source::Words(BlobId::of_digest([number; 32]))
}

#[test]
fn looking_a_text_up_is_wishing_for_it_once() {
    let mut desk = Desk::default();
    assert!(matches!(desk.text(&id(1)), Found::Coming));
    assert!(matches!(desk.text(&id(1)), Found::Coming));
    assert_eq!(desk.take_wanted(), [id(1)]);
    desk.fetched(id(1), Some(Text::words("hello")));
    assert!(matches!(desk.text(&id(1)), Found::There(text) if text.whole == "hello"));
    desk.fetched(id(2), None);
    assert!(matches!(desk.text(&id(2)), Found::Missing));
    assert!(desk.take_wanted().is_empty());
}

#[test]
fn the_oldest_text_goes_first_and_can_be_had_again() {
    let mut desk = Desk::default();
    for number in 0..=64 {
        desk.fetched(id(number), Some(Text::words("x")));
    }
    assert!(matches!(desk.text(&id(64)), Found::There(_)));
    assert!(matches!(desk.text(&id(0)), Found::Coming));
    assert_eq!(desk.take_wanted(), [id(0)]);
}

#[test]
fn a_prompt_is_read_anew_where_it_may_have_changed() {
    let mut desk = Desk::default();
    let prompt = Source::Prompt("elevate/states".into());
    desk.fetched(prompt.clone(), Some(Text::words("old")));
    desk.forget_prompt("elevate/states");
    assert!(matches!(desk.text(&prompt), Found::Coming));
    assert_eq!(desk.take_wanted(), [prompt]);
}

#[test]
fn drafts_belong_to_their_attempts() {
    let mut desk = Desk::default();
    let again = |prompt: &str| AskAgain {
        exchange: ExchangeId(1),
        step: 1,
        query: "elevate/states".into(),
        context: BlobId::of_digest([0; 32]),
        prompt: prompt.into(),
    };
    desk.sent(&again("cannot be asked"), 0, 0);
    desk.sent(&again("first"), 0, 1);
    desk.sent(&again("second"), 1, 1);
    let drafts = [0, 1, 2].map(|attempt| desk.draft(ExchangeId(1), attempt));
    let drafts = drafts.map(|draft| draft.map(|draft| draft.prompt.as_str()));
    assert_eq!(drafts, [Some("first"), Some("second"), None]);
    assert_eq!(desk.latest(ExchangeId(1)).map(|draft| draft.before), Some(1));
    assert_eq!(desk.latest(ExchangeId(2)), None);
}
