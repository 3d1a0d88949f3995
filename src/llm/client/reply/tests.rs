use std::sync::Mutex;

use proptest::prelude::*;
use rstest::rstest;
use secrecy::SecretString;
use serde_json::json;

use super::*;
use crate::llm::chat::{ChatMessage, ChatRole};

fn mask() -> SecretMask {
    SecretMask::new(vec![SecretString::from("sk-0123456789")])
}

fn request() -> ChatRequest {
    let messages = vec![ChatMessage::text(ChatRole::User, "12345678")];
    ChatRequest { messages, temperature: 0.0, max_tokens: 100, schema: None }
}

fn now<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    runtime.unwrap().block_on(future)
}

/// What comes of `parts`, and the words that were streamed.
fn streamed(parts: &[&[u8]]) -> (Result<CompleteReply, InvalidReply>, String) {
    let mut assembly = ReplyAssembly::new(100);
    let words = Mutex::new(String::new());
    let chunks = stream::iter(parts.iter().map(|part| Ok(part.to_vec())));
    let mask = mask();
    let reading = assembly.read_events(chunks, &mask, |more| words.lock().unwrap().push_str(&more));
    let read = now(reading);
    let whole = read.map(|()| assembly.whole(&request(), &mask).unwrap());
    (whole, words.into_inner().unwrap())
}

fn events(pieces: &[&str], end: &str) -> String {
    let mut text = ": keep alive\n\n".to_owned();
    for piece in pieces {
        let chunk = json!({"choices": [{"index": 0, "delta": {"content": piece}}]});
        text.push_str(&format!("data: {chunk}{end}{end}"));
    }
    let finish = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}});
    text.push_str(&format!(
        "data: {finish}{end}{end}data: {usage}{end}{end}data: [DONE]{end}{end}"
    ));
    text
}

proptest! {
    #[test]
    fn any_split_of_the_bytes_gives_the_same_reply(
        pieces in proptest::collection::vec("[a-zäöü€😀 <>/{}\"\\\\\n]{0,8}|<think>|</think>|sk-0123456789|sk-0123", 1..8),
        cuts in proptest::collection::vec(0_usize..2000, 0..12),
        end in prop_oneof![Just("\n"), Just("\r\n")],
    ) {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).chain(["end"]).collect();
        let bytes = events(&pieces, end).into_bytes();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        let parts: Vec<&[u8]> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
        let read = |parts: &[&[u8]]| {
            let mut assembly = ReplyAssembly::new(100);
            let chunks = stream::iter(parts.iter().map(|part| Ok(part.to_vec())));
            let mask = mask();
            let words = Mutex::new(String::new());
            let push = |more: String| words.lock().unwrap().push_str(&more);
            now(assembly.read_events(chunks, &mask, push)).unwrap();
            (assembly.whole(&request(), &mask), words.into_inner().unwrap())
        };
        let (split, words) = read(&parts);
        let (together, _) = read(&[&bytes]);
        prop_assert_eq!(&split, &together);
        prop_assert!(!words.contains("sk-0123456789"));
        let Ok(split) = split else { return Ok(()) };
        prop_assert!(!split.text.contains("sk-0123456789"));
        prop_assert_eq!(split.usage.input_tokens, 7);
        if !pieces.concat().contains("</think") {
            // What is streamed ends with what waited for its end, at the most.
            prop_assert!(words.trim_start().starts_with(split.text.trim_end_matches('<')) || split.text.starts_with(words.trim()), "{} {}", words, split.text);
        }
    }

    #[test]
    fn no_response_of_any_kind_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300), data in "(data: ?.{0,40}\n\n){0,5}") {
        let mut assembly = ReplyAssembly::new(1);
        let _ = assembly.read_whole(&String::from_utf8_lossy(&bytes));
        streamed_anyhow(&[&bytes, data.as_bytes()]);
    }
}

fn streamed_anyhow(parts: &[&[u8]]) {
    let mut assembly = ReplyAssembly::new(1);
    let chunks = stream::iter(parts.iter().map(|part| Ok(part.to_vec())));
    let mask = mask();
    let _ = now(assembly.read_events(chunks, &mask, |_| {}));
    let _ = assembly.whole(&request(), &mask);
}

#[test]
fn words_stream_without_thoughts_and_secrets() {
    let text = events(&["<thi", "nk>so", "</thi", "nk>the ", "key sk-01", "23456789 ", "<b"], "\n");
    let (whole, words) = streamed(&[text.as_bytes()]);
    assert_eq!(whole.unwrap().text, "the key <key> <b");
    assert_eq!(words, "the key <key> <b");
}

#[rstest]
#[case::cut("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n", "closed before its end")]
#[case::half("data: {\"choices\":[{\"delta\":{\"cont", "no JSON")]
#[case::nothing("", "closed before its end")]
#[case::words("data: hello\n\n", "no JSON")]
fn what_breaks_off_is_no_reply(#[case] text: &str, #[case] why: &str) {
    let (whole, _) = streamed(&[text.as_bytes()]);
    assert!(
        matches!(&whole, Err(InvalidReply::Broken(reported)) if reported.contains(why)),
        "{whole:?}"
    );
}

#[test]
fn an_error_in_the_stream_is_told() {
    let text = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"error\":{\"code\":502}}\n\n";
    assert_eq!(streamed(&[text.as_bytes()]).0, Err(InvalidReply::Error(json!({"code": 502}))));
}

#[test]
fn an_end_without_its_mark_or_empty_line_is_one() {
    let text = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"length\"}]}";
    let whole = streamed(&[text.as_bytes()]).0.unwrap();
    assert_eq!((whole.text.as_str(), whole.cut), ("a", true));
}

#[test]
fn an_endless_reply_is_cut() {
    let piece = "x".repeat(1000);
    let text = events(&vec![piece.as_str(); 50], "\n");
    let whole = streamed(&[text.as_bytes()]).0.unwrap();
    assert!(whole.cut);
    assert_eq!(whole.text.len(), SHORT + TOKEN * 100);
}

fn plain(body: &Value) -> Result<CompleteReply, ModelUsage> {
    let mut assembly = ReplyAssembly::new(100);
    assembly.read_whole(&body.to_string()).unwrap();
    assembly.whole(&request(), &mask())
}

#[test]
fn thoughts_in_fields_of_their_own_are_no_part_of_a_reply() {
    let message = json!({"reasoning_content": "hm", "reasoning": "hm", "content": "42"});
    let whole = plain(&json!({"choices": [{"message": message}]})).unwrap();
    assert_eq!(whole.text, "42");
    let usage = ModelUsage { input_tokens: 2, output_tokens: 2, cost_usd: 0.0, estimated: true };
    assert_eq!(whole.usage, usage, "the thoughts count, as an estimate");
}

#[rstest]
#[case(json!([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]), "ab")]
#[case(json!("a"), "a")]
fn content_has_two_forms(#[case] content: Value, #[case] text: &str) {
    assert_eq!(plain(&json!({"choices": [{"message": {"content": content}}]})).unwrap().text, text);
}

#[test]
fn a_refusal_to_answer_is_the_reply() {
    let message = json!({"content": null, "refusal": "I won't."});
    assert_eq!(plain(&json!({"choices": [{"message": message}]})).unwrap().text, "I won't.");
}

#[test]
fn the_price_that_a_server_tells_is_taken() {
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 5, "cost": 0.25});
    let body = json!({"choices": [{"message": {"content": "a"}}], "usage": usage});
    assert_eq!(
        plain(&body).unwrap().usage,
        ModelUsage { input_tokens: 10, output_tokens: 5, cost_usd: 0.25, estimated: false }
    );
}

#[rstest]
#[case("<html>hello</html>", "a page of HTML")]
#[case("hello", "no JSON")]
#[case("{}", "JSON without a reply")]
#[case("{\"choices\":[]}", "JSON without a reply")]
fn a_plain_response_that_is_none(#[case] body: &str, #[case] why: &str) {
    let odd = ReplyAssembly::new(1).read_whole(body);
    assert!(
        matches!(&odd, Err(InvalidReply::Broken(reported)) if reported.contains(why)),
        "{odd:?}"
    );
}
