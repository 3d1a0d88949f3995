//! Servers that do not take every part of a request.

use std::sync::Arc;

use ridealong::llm::chat::{ChatMessage, ChatRequest, ChatRole, MessagePart, MessagePicture};
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use super::server::{ask, client_of, profile, question};

/// Refuses a request as `refusing` says, else answers it.
struct Picky<F>(F);

impl<F: Fn(&Value) -> Option<(u16, String)> + Send + Sync> Respond for Picky<F> {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let body: Value = request.body_json().unwrap();
        match (self.0)(&body) {
            Some((status, said)) => {
                ResponseTemplate::new(status).set_body_json(json!({"error": {"message": said}}))
            }
            None => ResponseTemplate::new(200)
                .set_body_json(json!({"choices": [{"message": {"content": "{}"}}]})),
        }
    }
}

async fn picky(
    refusing: impl Fn(&Value) -> Option<(u16, String)> + Send + Sync + 'static,
) -> MockServer {
    let server = MockServer::start().await;
    let completions = Mock::given(method("POST")).and(path("/v1/chat/completions"));
    completions.respond_with(Picky(refusing)).mount(&server).await;
    server
}

fn with_schema() -> ChatRequest {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string", "maxLength": 9}}});
    ChatRequest { schema: Some(schema), ..question() }
}

fn with_picture() -> ChatRequest {
    let png: Arc<[u8]> = [137, 80, 78, 71].as_slice().into();
    let mut message = ChatMessage::text(ChatRole::User, "What is there?");
    message.parts.push(MessagePart::Picture(MessagePicture::new(png)));
    ChatRequest { messages: vec![message], ..question() }
}

async fn bodies(server: &MockServer) -> Vec<Value> {
    let requests = server.received_requests().await.unwrap();
    requests.iter().map(|request| request.body_json().unwrap()).collect()
}

fn form(body: &Value) -> String {
    let format = &body["response_format"];
    match (format["type"].as_str(), format.get("schema")) {
        (Some("json_object"), Some(_)) => "object".into(),
        (Some(kind), _) => kind.to_owned(),
        (None, _) => "none".into(),
    }
}

#[rstest]
// OpenAI's older models, llama-cpp-python, vLLM with pydantic's words, and one without any.
#[case(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported", &["json_schema"])]
#[case(500, "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type')}]", &["json_schema"])]
#[case(422, "response_format: extra fields, temperature 0.1", &["json_schema", "object"])]
#[case(400, "grammar is not supported", &["json_schema", "object", "json_object"])]
#[case(400, "Bad Request", &["json_schema"])]
#[case(404, "No endpoints found that support response_format", &["json_schema", "object"])]
#[tokio::test]
async fn a_refused_schema_is_sent_otherwise_for_the_rest_of_the_session(
    #[case] status: u16,
    #[case] said: &'static str,
    #[case] refused: &'static [&'static str],
) {
    let server = picky(move |body| {
        refused.contains(&form(body).as_str()).then(|| (status, said.to_owned()))
    })
    .await;
    let client = client_of(profile(&format!("{}/v1", server.uri())));
    let received = ask(&client, &with_schema()).await;
    received.result.unwrap();
    assert_eq!(received.retries.len(), refused.len());
    assert!(received.retries.iter().all(|(why, wait)| why.contains(said) && wait.is_zero()));
    assert_eq!(ask(&client, &with_schema()).await.retries, [], "it is remembered");
    let forms: Vec<String> = bodies(&server).await.iter().map(form).collect();
    assert_eq!(forms.len(), refused.len() + 2);
    assert_eq!(forms[..refused.len()], *refused);
    assert_eq!(forms[refused.len()], forms[refused.len() + 1]);
    assert_eq!(bodies(&server).await[0]["temperature"], 0.1);
}

#[tokio::test]
async fn a_schema_goes_out_whole_and_strict_only_where_it_can_be() {
    let server = picky(|_| None).await;
    let client = client_of(profile(&format!("{}/v1", server.uri())));
    ask(&client, &with_schema()).await.result.unwrap();
    let format = bodies(&server).await[0]["response_format"].clone();
    assert_eq!(format["json_schema"]["schema"], with_schema().schema.unwrap());
    assert_eq!(format["json_schema"]["strict"], false);
}

#[tokio::test]
async fn a_server_that_fails_on_a_schema_without_a_word_gets_none_in_the_last_attempt() {
    let server =
        picky(|body| (form(body) != "none").then(|| (500, "Internal Error".to_owned()))).await;
    let client = client_of(profile(&format!("{}/v1", server.uri())));
    let received = ask(&client, &with_schema()).await;
    received.result.unwrap();
    assert_eq!(received.retries.len(), 2);
    assert_eq!(ask(&client, &with_schema()).await.retries, []);
}

#[rstest]
#[case(
    "max_tokens",
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
)]
#[case("stream_options", "stream_options is not permitted")]
#[case("temperature", "Unsupported value: 'temperature' does not support 0.1 with this model.")]
#[case("stream", "streaming is not supported")]
#[tokio::test]
async fn a_refused_field_is_left_out_or_renamed(
    #[case] field: &'static str,
    #[case] said: &'static str,
) {
    let server = picky(move |body| body.get(field).map(|_| (400, said.to_owned()))).await;
    let client = client_of(profile(&format!("{}/v1", server.uri())));
    let received = ask(&client, &question()).await;
    received.result.unwrap();
    assert_eq!(received.retries.len(), 1, "{:?}", received.retries);
    assert_eq!(ask(&client, &question()).await.retries, [], "it is remembered");
    let bodies = bodies(&server).await;
    let last = bodies.last().unwrap();
    assert!(last.get(field).is_none());
    assert_eq!(last.get("max_completion_tokens").is_some(), field == "max_tokens");
    assert_eq!(last["model"], "tiny");
}

#[tokio::test]
async fn several_refusals_add_up() {
    let server = picky(|body| {
        let refused = ["temperature", "stream_options", "max_tokens", "response_format"];
        let field = refused.into_iter().find(|field| body.get(*field).is_some())?;
        Some((400, format!("{field} is not supported")))
    })
    .await;
    let client = client_of(profile(&format!("{}/v1", server.uri())));
    let received = ask(&client, &with_schema()).await;
    received.result.unwrap();
    assert_eq!(received.retries.len(), 6, "three of them the schema's forms");
}

#[tokio::test]
async fn a_picture_goes_out_as_a_data_url_or_not_at_all() {
    let server = picky(|body| {
        let picture = body["messages"][0]["content"].is_array();
        picture.then(|| (500, "image input is not supported - hint: mmproj".to_owned()))
    })
    .await;
    let client = client_of(profile(&format!("{}/v1", server.uri())));
    let received = ask(&client, &with_picture()).await;
    received.result.unwrap();
    let (why, _) = &received.retries[0];
    assert!(why.ends_with("asked again without the picture"), "{why}");
    let bodies = bodies(&server).await;
    let url = "data:image/png;base64,iVBORw==";
    assert_eq!(bodies[0]["messages"][0]["content"][1]["image_url"]["url"], url);
    assert_eq!(bodies[1]["messages"][0]["content"], "What is there?");
}

#[tokio::test]
async fn what_nothing_helps_against_is_refused_and_not_tried_out_again() {
    let server = picky(|_| Some((400, "Bad Request".to_owned()))).await;
    let client = client_of(profile(&format!("{}/v1", server.uri())));
    let received = ask(&client, &with_schema()).await;
    let error = received.result.unwrap_err().to_string();
    assert!(error.contains("refuses the request (400): Bad Request"), "{error}");
    assert!(received.retries.len() > 3, "all was tried: {:?}", received.retries);
    assert_eq!(ask(&client, &with_schema()).await.retries, [], "once");
}

#[tokio::test]
async fn what_was_answered_before_is_not_suspected() {
    let server = picky(|body| {
        let long = body["messages"].as_array().unwrap().len() > 1;
        long.then(|| (400, "no".to_owned()))
    })
    .await;
    let client = client_of(profile(&format!("{}/v1", server.uri())));
    ask(&client, &with_schema()).await.result.unwrap();
    let mut long = with_schema();
    long.messages.push(ChatMessage::text(ChatRole::User, "more"));
    let received = ask(&client, &long).await;
    assert_eq!((received.result.is_err(), received.retries.len()), (true, 0));
}

#[tokio::test]
async fn a_conversation_that_is_too_long_is_not_the_fault_of_its_form() {
    let said = "the request exceeds the available context size, try increasing it";
    let server = picky(move |_| Some((400, said.to_owned()))).await;
    let client = client_of(profile(&format!("{}/v1", server.uri())));
    let received = ask(&client, &with_schema()).await;
    assert_eq!((received.result.is_err(), received.retries.len()), (true, 0));
}
