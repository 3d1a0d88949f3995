use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::llm::chat::{
    ChatError, ChatMessage, ChatModel, ChatProgress, ChatReply, ChatRequest, ChatRole, MessagePart,
    MessagePicture,
};
use crate::llm::script::ScriptedModel;
use crate::protocol::ModelUsage;

/// Answers with its count, and fails what begins with `fail`.
fn counting() -> Arc<dyn ChatModel> {
    let count = AtomicUsize::new(0);
    Arc::new(ScriptedModel::answering(move |request| {
        let words = request.messages.last().map(ChatMessage::words).unwrap_or_default();
        let count = count.fetch_add(1, Ordering::Relaxed) + 1;
        if words.starts_with("fail") {
            return Err(ChatError::Broken { why: "as told".into() });
        }
        let usage =
            ModelUsage { input_tokens: 7, output_tokens: 2, cost_usd: 0.25, estimated: true };
        Ok(ChatReply { text: format!("{words} is\n {count}"), cut: count == 2, usage })
    }))
}

fn request(words: &str) -> ChatRequest {
    ChatRequest {
        messages: vec![
            ChatMessage::text(ChatRole::System, "Be brief."),
            ChatMessage::text(ChatRole::User, words),
        ],
        temperature: 0.1,
        max_tokens: 200,
        schema: Some(json!({"type": "object", "properties": {"b": {}, "a": {}}})),
    }
}

fn recorder(path: &Path) -> CassetteRecorder {
    CassetteRecorder::new(counting(), path).unwrap()
}

fn ask(chat: &dyn ChatModel, request: &ChatRequest) -> Result<ChatReply, ChatError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(chat.complete(request, &|_| {}))
}

struct Place {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cassette");
    Place { _folder: folder, path }
}

#[test]
fn what_was_recorded_is_played_by_content_and_in_order() {
    let place = place();
    let recorder = recorder(&place.path);
    let words = ["one", "two", "one", "fail", "one"];
    let replies: Vec<_> = words.map(|words| ask(&recorder, &request(words))).into();
    assert_eq!(recorder.model(), "script");
    drop(recorder);

    let cassette = Cassette::open(&place.path).unwrap();
    assert_eq!((cassette.model(), cassette.exchanges()), ("script (cassette)", 4));
    assert_eq!(ask(&cassette, &request("two")), replies[1]);
    assert!(replies[1].as_ref().is_ok_and(|reply| reply.cut));
    for place in [0, 2, 4, 4, 4] {
        assert_eq!(ask(&cassette, &request("one")), replies[place], "{place}");
    }
    for unknown in ["fail", "three", ""] {
        assert_eq!(ask(&cassette, &request(unknown)), Err(ChatError::NotRecorded));
    }
}

#[test]
fn a_reply_comes_in_pieces_that_make_it_up() {
    let place = place();
    let whole = ask(&recorder(&place.path), &request("a b")).unwrap();
    let cassette = Cassette::open(&place.path).unwrap();
    let pieces = Mutex::new(Vec::new());
    let progress = |progress| match progress {
        ChatProgress::Words(words) => pieces.lock().unwrap().push(words),
        other => panic!("{other:?}"),
    };
    let request = request("a b");
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(cassette.complete(&request, &progress)).unwrap();
    let pieces = pieces.into_inner().unwrap();
    assert_eq!(pieces.concat(), whole.text);
    assert_eq!(pieces, ["a ", "b ", "is\n", " ", "1"]);
}

#[tokio::test]
async fn at_a_pace_each_word_takes_its_time() {
    let place = place();
    recorder(&place.path).complete(&request("a b"), &|_| {}).await.unwrap();
    let cassette = Cassette::open(&place.path).unwrap().paced(Duration::from_millis(2));
    let began = Instant::now();
    cassette.complete(&request("a b"), &|_| {}).await.unwrap();
    assert!(began.elapsed() >= Duration::from_millis(10), "five words");
}

#[test]
fn only_what_matters_tells_requests_apart() {
    let place = place();
    let one = request("one\ntwo");
    ask(&recorder(&place.path), &one).unwrap();
    let cassette = Cassette::open(&place.path).unwrap();
    let like = |change: fn(&mut ChatRequest)| {
        let mut request = one.clone();
        change(&mut request);
        ask(&cassette, &request).is_ok()
    };
    assert!(like(
        |request| request.messages[1] = ChatMessage::text(ChatRole::User, "one\r\ntwo \n")
    ));
    assert!(like(|request| {
        request.schema = Some(json!({"properties": {"a": {}, "b": {}}, "type": "object"}));
    }));
    assert!(like(|request| request.temperature = 0.100_000_1));

    assert!(!like(|request| request.messages[1] = ChatMessage::text(ChatRole::User, "one two")));
    assert!(!like(|request| request.messages[1].role = ChatRole::Assistant));
    assert!(!like(|request| request.messages.reverse()));
    assert!(!like(|request| request.messages.truncate(1)));
    assert!(!like(|request| request.temperature = 0.2));
    assert!(!like(|request| request.max_tokens = 201));
    assert!(!like(|request| request.schema = None));
    assert!(!like(|request| {
        request.messages[1]
            .parts
            .push(MessagePart::Picture(MessagePicture::new(b"png".as_slice().into())));
    }));
}

#[test]
fn pictures_are_known_by_their_content_and_not_stored() {
    let place = place();
    let with = |png: &'static [u8]| {
        let mut request = request("look");
        request.messages[1].parts.push(MessagePart::Picture(MessagePicture::new(png.into())));
        request
    };
    ask(&recorder(&place.path), &with(b"a picture")).unwrap();
    let cassette = Cassette::open(&place.path).unwrap();
    assert!(ask(&cassette, &with(b"a picture")).is_ok());
    assert_eq!(ask(&cassette, &with(b"another")), Err(ChatError::NotRecorded));
    assert!(fs::metadata(&place.path).unwrap().len() < 700);
}

#[test]
fn recording_goes_on_at_the_end() {
    let place = place();
    ask(&recorder(&place.path), &request("one")).unwrap();
    let before = fs::read_to_string(&place.path).unwrap();
    ask(&recorder(&place.path), &request("two")).unwrap();
    let after = fs::read_to_string(&place.path).unwrap();
    assert!(after.starts_with(&before), "nothing is rewritten");
    assert_eq!(Cassette::open(&place.path).unwrap().exchanges(), 2);
}

#[test]
fn a_torn_last_line_is_forgiven_and_taken_away_when_recording_goes_on() {
    let place = place();
    ask(&recorder(&place.path), &request("one")).unwrap();
    let whole = fs::read(&place.path).unwrap();
    let header = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for cut in header..whole.len() {
        fs::write(&place.path, &whole[..cut]).unwrap();
        let cassette = Cassette::open(&place.path).unwrap();
        // The last line without its end is whole, too.
        let exchanges = usize::from(cut == whole.len() - 1);
        assert_eq!(cassette.exchanges(), exchanges, "{cut}");
        assert_eq!(cassette.is_torn(), cut != header && exchanges == 0, "{cut}");
    }
    for cut in [header, header + 20, whole.len() - 1] {
        fs::write(&place.path, &whole[..cut]).unwrap();
        ask(&recorder(&place.path), &request("two")).unwrap();
        let cassette = Cassette::open(&place.path).unwrap();
        assert_eq!(cassette.exchanges(), 1 + usize::from(cut == whole.len() - 1));
        assert!(!cassette.is_torn());
    }
}

#[test]
fn a_copy_of_a_cassette_is_as_good() {
    let (first, second) = (place(), place());
    let reply = ask(&recorder(&first.path), &request("one"));
    let played = Arc::new(Cassette::open(&first.path).unwrap());
    ask(&CassetteRecorder::new(played, &second.path).unwrap(), &request("one")).unwrap();
    let copy = Cassette::open(&second.path).unwrap();
    assert_eq!(copy.model(), "script (cassette)");
    assert_eq!(ask(&copy, &request("one")), reply);
    assert_eq!(fs::read(&first.path).unwrap(), fs::read(&second.path).unwrap());
}

#[rstest::rstest]
#[case("", "is no cassette: its first line names no format")]
#[case("hello\n", "is no cassette")]
#[case("{\"ridealong\":1}\n", "is no cassette")]
#[case("{\"cassette\":2}\n{}\n", "recorded by a newer Ridealong (format 2, this one plays 1)")]
#[case("{\"cassette\":1}\n\n{}\n", "damaged in line 3: missing field `model`")]
#[case("{\"cassette\":1}\n[1]\n{}", "damaged in line 2: ")]
fn what_cannot_be_played_is_told(#[case] content: &str, #[case] what: &str) {
    let place = place();
    fs::write(&place.path, content).unwrap();
    let error = Cassette::open(&place.path).unwrap_err();
    let reported = error.to_string();
    assert!(reported.contains(what) && !reported.contains('\n'), "{reported}");
    assert!(!error.hint().is_empty());
    if !content.is_empty() {
        let inner = counting();
        assert!(CassetteRecorder::new(inner, &place.path).is_err(), "nothing else is appended to");
        assert_eq!(fs::read_to_string(&place.path).unwrap(), content);
    }
}

#[test]
fn files_that_are_none_are_told() {
    let place = place();
    let error = Cassette::open(&place.path).unwrap_err();
    assert!(matches!(error, CassetteError::Read { .. }), "{error}");
    let file = fs::File::create(&place.path).unwrap();
    file.set_len(LARGEST + 1).unwrap();
    let error = Cassette::open(&place.path).unwrap_err();
    assert!(matches!(error, CassetteError::TooLarge { .. }), "{error}");
    let folder = place.path.with_file_name("");
    assert!(Cassette::open(&folder).is_err());
    let inner = counting();
    let error = CassetteRecorder::new(inner, &folder).map(drop).unwrap_err();
    assert!(matches!(error, CassetteError::Write { .. }), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_is_told_once_and_costs_no_reply() {
    let place = place();
    let recorder = recorder(&place.path);
    *recorder.file.lock().unwrap() =
        Some(fs::OpenOptions::new().append(true).open("/dev/full").unwrap());
    let reported = Mutex::new(Vec::new());
    let progress = |progress| reported.lock().unwrap().push(progress);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for words in ["one", "two"] {
        runtime.block_on(recorder.complete(&request(words), &progress)).unwrap();
    }
    let reported = reported.into_inner().unwrap();
    assert!(matches!(&reported[..], [ChatProgress::Warned { .. }]), "{reported:?}");
}

proptest! {
    #[test]
    fn no_content_makes_it_panic(lines: Vec<String>, bytes: Vec<u8>) {
        let place = place();
        let content = [b"{\"cassette\":1}\n".to_vec(), lines.join("\n").into_bytes(), bytes].concat();
        fs::write(&place.path, content).unwrap();
        let _ = Cassette::open(&place.path);
    }

    #[test]
    fn whatever_is_said_is_found_again(words: String, more: String) {
        let place = place();
        let mut request = request(&words);
        request.messages.push(ChatMessage::text(ChatRole::Assistant, more));
        let echo = ScriptedModel::saying(|request| request.messages.last().unwrap().words());
        let recorder = CassetteRecorder::new(Arc::new(echo), &place.path).unwrap();
        let reply = ask(&recorder, &request).unwrap();
        prop_assert_eq!(ask(&Cassette::open(&place.path).unwrap(), &request).unwrap(), reply);
    }
}
