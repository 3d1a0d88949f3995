//! The client alone.

use std::time::Duration;

use ridealong::config::llm::ModelProfile;
use ridealong::llm::{ChatError, ChatModel as _};
use serde_json::json;
use tokio::net::TcpListener;

use super::server::{
    Do, KEY, STREAM, Server, ask, client_of, json_of, piece, plain, profile, question, streamed,
};
use super::trouble;

#[tokio::test]
async fn every_trouble_ends_as_the_right_error_after_the_right_number_of_attempts() {
    for trouble in trouble::all() {
        let name = trouble.name;
        let server = Server::start(vec![trouble.does]).await;
        let received = ask(&client_of(profile(&server.url)), &question()).await;
        let error = received.result.unwrap_err();
        assert!(error.to_string().contains(trouble.reported), "{name}: {error}");
        assert_eq!(received.retries.len(), trouble.retries, "{name}: {:?}", received.retries);
        assert_eq!(server.received().len(), trouble.retries + 1, "{name}");
        let all = format!("{error:?} {error} {:?} {:?}", error.hint(), received.retries);
        assert!(!all.contains("0123456789") && !all.contains("test-0123"), "{name}: {all}");
    }
}

#[tokio::test]
async fn what_passes_is_asked_again_and_answered() {
    for trouble in trouble::all().into_iter().filter(|trouble| trouble.retries > 0) {
        let name = trouble.name;
        let server = Server::start(vec![trouble.does, streamed("The second.")]).await;
        let received = ask(&client_of(profile(&server.url)), &question()).await;
        let reply = received.result.unwrap();
        assert_eq!(reply.text, "The second.", "{name}");
        assert_eq!(received.words, "The second.", "{name}: what was streamed before is void");
        assert_eq!(received.retries.len(), 1, "{name}");
        assert!(
            received.retries[0].1 <= Duration::from_millis(1),
            "{name}: {:?}",
            received.retries
        );
    }
}

#[tokio::test]
async fn a_reply_is_streamed_counted_and_priced() {
    let server = Server::start(vec![streamed("The first.")]).await;
    let received = ask(&client_of(profile(&server.url)), &question()).await;
    let reply = received.result.unwrap();
    assert_eq!(
        (reply.text.as_str(), received.words.as_str(), reply.cut),
        ("The first.", "The first.", false)
    );
    assert_eq!((reply.usage.input_tokens, reply.usage.output_tokens), (100, 10));
    assert!((reply.usage.cost_usd - 0.0002).abs() < 1e-9, "{:?}", reply.usage);
    assert!(!reply.usage.estimated);
    let request = server.received().remove(0);
    assert!(request.starts_with("POST /v1/chat/completions "), "{request}");
    assert!(request.contains(&format!("authorization: Bearer {KEY}")), "{request}");
    assert!(request.contains("\"temperature\":0.1,"), "{request}");
    assert!(request.contains("\"stream_options\":{\"include_usage\":true}"), "{request}");
}

#[tokio::test]
async fn a_server_that_does_not_stream_is_as_good() {
    let body = json!({"choices": [{"message": {"content": "Plain."}, "finish_reason": "length"}]});
    let server = Server::start(vec![json_of(200, &body)]).await;
    let reply = ask(&client_of(profile(&server.url)), &question()).await.result.unwrap();
    assert_eq!((reply.text.as_str(), reply.cut), ("Plain.", true));
    assert_eq!((reply.usage.input_tokens, reply.usage.output_tokens), (3, 2));
    assert!(reply.usage.estimated);
}

#[tokio::test]
async fn a_stream_that_is_not_told_to_be_one_is_read() {
    let Do::Say(text) = streamed("Told wrongly.") else { panic!("a streamed reply is said") };
    let text = text.replace("text/event-stream", "text/plain");
    let server = Server::start(vec![Do::Say(text)]).await;
    let received = ask(&client_of(profile(&server.url)), &question()).await;
    assert_eq!(received.result.unwrap().text, "Told wrongly.");
}

#[tokio::test]
async fn an_endless_reply_is_cut_and_the_connection_closed() {
    let server = Server::start(vec![Do::Repeat(STREAM.into(), piece("on and "))]).await;
    let reply = ask(&client_of(profile(&server.url)), &question()).await.result.unwrap();
    assert!(reply.cut && reply.text.starts_with("on and on and"));
    assert!(reply.text.len() < 5000, "{}", reply.text.len());
    server.left().await;
}

#[tokio::test]
async fn thoughts_are_left_out_and_an_answer_needs_more_than_them() {
    let server = Server::start(vec![streamed("<think>Hm, 1 or 2?</think>\n\n2")]).await;
    let received = ask(&client_of(profile(&server.url)), &question()).await;
    assert_eq!(received.result.unwrap().text, "2");
    assert_eq!(received.words.trim(), "2");
    let thought = json!({"choices": [{"message": {"reasoning_content": "hm", "content": ""}, "finish_reason": "length"}]});
    let server = Server::start(vec![json_of(200, &thought)]).await;
    let received = ask(&client_of(profile(&server.url)), &question()).await;
    let error = received.result.unwrap_err().to_string();
    assert!(error.contains("thinking_tokens"), "{error}");
    assert_eq!(received.retries, [], "the same would come again");
}

#[tokio::test]
async fn embeddings_are_asked_of_their_own_model_and_put_in_order() {
    let vectors = json!({ "data": [
        { "index": 1, "embedding": [0.5, 1.0] },
        { "index": 0, "embedding": [1.0, 0.0] },
    ] });
    let replies = vec![json_of(200, &vectors), json_of(200, &json!({ "data": [] }))];
    let server = Server::start(replies).await;
    let profile = ModelProfile { embeddings: Some("vec-1".into()), ..profile(&server.url) };
    let client = client_of(profile.clone());
    let texts = ["a".to_owned(), "b".to_owned()];
    let made = client.embed(&texts).unwrap().await.unwrap();
    assert_eq!(made, [[1.0, 0.0], [0.5, 1.0]]);
    assert!(client.embed(&texts).unwrap().await.is_err(), "vectors are missing");
    let request = server.received().remove(0);
    assert!(request.starts_with("POST /v1/embeddings "), "{request}");
    let (_, body) = request.split_once("\r\n\r\n").unwrap();
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(body, json!({ "model": "vec-1", "input": texts }));
    assert!(client_of(ModelProfile { embeddings: None, ..profile }).embed(&texts).is_none());
}

#[tokio::test]
async fn thinking_tokens_are_asked_for_beside_those_of_the_prompt() {
    let server = Server::start(vec![streamed("Yes.")]).await;
    let profile = ModelProfile { thinking_tokens: 1000, ..profile(&server.url) };
    ask(&client_of(profile), &question()).await.result.unwrap();
    assert!(server.received()[0].contains("\"max_tokens\":1020"));
}

#[tokio::test]
async fn dropping_the_question_closes_the_connection() {
    for hang in [Do::Hang(String::new()), Do::Hang(format!("{STREAM}{}", piece("a")))] {
        let server = Server::start(vec![hang]).await;
        let patient =
            ModelProfile { idle_timeout: Duration::from_secs(100), ..profile(&server.url) };
        let client = client_of(patient);
        let asking = tokio::spawn(async move { client.complete(&question(), &|_| {}).await });
        while server.received().is_empty() {
            tokio::task::yield_now().await;
        }
        asking.abort();
        server.left().await;
    }
}

#[tokio::test]
async fn the_whole_reply_has_a_limit_too() {
    let slow = Do::Repeat(STREAM.into(), ": still here\n\n".into());
    let server = Server::start(vec![slow]).await;
    let limit = Duration::from_millis(200);
    let profile = ModelProfile { timeout: limit, ..profile(&server.url) };
    let error = ask(&client_of(profile), &question()).await.result.unwrap_err();
    // Whichever limit is met first: so much silence may also be too many bytes.
    let is_slow = error == ChatError::Slow { after: limit };
    assert!(is_slow || error.to_string().contains("would not end"), "{error}");
}

#[tokio::test]
async fn nobody_there_is_told_at_once_and_without_another_attempt() {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/v1?secret=1");
    let received = ask(&client_of(profile(&url)), &question()).await;
    let error = received.result.unwrap_err();
    assert!(
        matches!(&error, ChatError::Unreachable { url, .. } if url.ends_with("/v1")),
        "{error}"
    );
    assert_eq!(received.retries, []);
}

#[tokio::test]
async fn a_name_that_does_not_exist_is_nobody_there() {
    let received = ask(&client_of(profile("http://nobody.invalid/v1")), &question()).await;
    assert!(matches!(received.result, Err(ChatError::Unreachable { .. })), "{received:?}");
}

#[tokio::test]
async fn redirects_stay_on_the_server() {
    let to = "location: /v2/chat/completions\r\n";
    let server = Server::start(vec![plain(307, to, ""), streamed("Here.")]).await;
    let reply = ask(&client_of(profile(&server.url)), &question()).await.result.unwrap();
    assert_eq!(reply.text, "Here.");
    let other = Server::start(vec![streamed("There.")]).await;
    let to = format!("location: {}/chat/completions\r\n", other.url);
    let server = Server::start(vec![plain(307, &to, "")]).await;
    let error = ask(&client_of(profile(&server.url)), &question()).await.result.unwrap_err();
    assert!(error.is_final() && error.to_string().contains(&other.url), "{error}");
    assert!(other.received().is_empty(), "the key must not travel");
}

#[tokio::test]
async fn a_wait_that_a_server_asks_for_is_kept_up_to_a_limit() {
    let dated = "retry-after: Wed, 21 Oct 2015 07:28:00 GMT\r\n";
    let server = Server::start(vec![plain(429, dated, ""), streamed("Now.")]).await;
    let received = ask(&client_of(profile(&server.url)), &question()).await;
    assert_eq!(received.result.unwrap().text, "Now.");
    let server = Server::start(vec![plain(429, "retry-after: 30\r\n", "")]).await;
    let error = ask(&client_of(profile(&server.url)), &question()).await.result.unwrap_err();
    let after = Some(Duration::from_secs(30));
    assert!(
        matches!(&error, ChatError::Limited { after: reported, .. } if *reported == after),
        "{error:?}"
    );
    let server =
        Server::start(vec![plain(503, "retry-after: 0.05\r\n", ""), streamed("Later.")]).await;
    let received = ask(&client_of(profile(&server.url)), &question()).await;
    assert_eq!(received.retries[0].1, Duration::from_millis(50));
}

#[tokio::test]
async fn attempts_that_came_to_nothing_are_counted() {
    let cut = Do::Say(format!("{STREAM}{}", piece("12345678")));
    let server = Server::start(vec![cut, streamed("Whole.")]).await;
    let reply = ask(&client_of(profile(&server.url)), &question()).await.result.unwrap();
    assert_eq!((reply.usage.input_tokens, reply.usage.output_tokens), (103, 12));
    assert!(reply.usage.estimated);
}

#[tokio::test]
async fn a_key_in_a_reply_goes_no_further() {
    let server = Server::start(vec![streamed(&format!("You sent {KEY} to me."))]).await;
    let received = ask(&client_of(profile(&server.url)), &question()).await;
    assert_eq!(received.result.unwrap().text, "You sent <key> to me.");
    assert_eq!(received.words, "You sent <key> to me.");
}

#[tokio::test]
async fn the_models_are_listed() {
    let body = json!({"data": [{"id": "tiny"}, {"id": "small"}]});
    let server = Server::start(vec![json_of(200, &body)]).await;
    assert_eq!(client_of(profile(&server.url)).models().await.unwrap(), ["tiny", "small"]);
    assert!(server.received()[0].starts_with("GET /v1/models "));
}
