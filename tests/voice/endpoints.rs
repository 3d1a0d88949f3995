//! Endpoints that work, and all the ways in which they do not.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use ridealong::device::Device;
use ridealong::device::voice::PROBLEM;
use ridealong::domain::Action;
use rstest::rstest;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use wiremock::ResponseTemplate;

use super::apps::{Scripted, always, device_at, quiz_over_http, said, say, served, text, try_say};

#[tokio::test]
async fn an_app_behind_http_is_talked_to() {
    let (_server, mut quiz) = served(quiz_over_http()).await;
    quiz.open().await.unwrap();
    let screen = say(&mut quiz, "animals").await;
    assert!(text(&screen).starts_with("Here are your animals."), "{screen:?}");
    let states = quiz.coverage().await.unwrap()["states"];
    assert_eq!((states.covered, states.total), (2, 15));
    quiz.close().await.unwrap();
}

/// Each of these is a turn in which the platform speaks, with the reason as a warning.
#[rstest]
#[case::hangs(ResponseTemplate::new(200).set_delay(Duration::from_secs(60)), "did not answer within 0.5 s")]
#[case::fails(ResponseTemplate::new(500).set_body_string("stack\u{1b}[31mtrace"), "status 500: stack [31mtrace")]
#[case::garbage(ResponseTemplate::new(200).set_body_string("{\"response\": {"), "is no JSON")]
#[case::html(ResponseTemplate::new(200).set_body_raw("<html>Hello</html>", "text/html"), "text/html <html>Hello")]
#[case::bytes(ResponseTemplate::new(200).set_body_bytes([0xff_u8, 0, 1, 2]), "is no JSON")]
#[case::empty(ResponseTemplate::new(200), "the response is empty")]
#[case::other(ResponseTemplate::new(200).set_body_json(json!([1, 2])), "no \"response\" object")]
#[case::deep(ResponseTemplate::new(200).set_body_string("[".repeat(100_000)), "is no JSON")]
#[case::huge(ResponseTemplate::new(200).set_body_string(" ".repeat(3 << 20)), "larger than 1048576 bytes")]
#[tokio::test]
async fn a_failed_turn_is_a_turn(#[case] answer: ResponseTemplate, #[case] reason: &str) {
    let (_server, mut device) = served(answer).await;
    let began = Instant::now();
    device.open().await.unwrap();
    let screen = device.observe().await.unwrap().screen;
    assert_eq!(text(&screen), PROBLEM);
    assert!(!screen.dialogue().cloned().unwrap().open);
    assert!(
        screen.warnings.iter().any(|warning| warning.contains(reason)),
        "{:?}",
        screen.warnings
    );
    let performed = device.perform(&Action::Restart).await.unwrap();
    assert!(performed.warnings[0].contains(reason), "{performed:?}");
    assert!(began.elapsed() < Duration::from_secs(10), "nothing gets stuck");
}

#[rstest]
#[case::redirect(ResponseTemplate::new(302).insert_header("location", "/quiz"), "redirects to \"/quiz\"")]
#[case::missing(ResponseTemplate::new(404), "status 404")]
#[tokio::test]
async fn an_endpoint_that_is_none_ends_the_run(
    #[case] answer: ResponseTemplate,
    #[case] reason: &str,
) {
    let (_server, mut device) = served(answer).await;
    let error = device.open().await.unwrap_err();
    assert!(error.to_string().contains(reason), "{error}");
    assert!(error.hint().unwrap().contains("endpoint"));
    assert!(!error.is_lost());
}

#[tokio::test]
async fn nobody_there_is_told_at_the_start() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = device_at(&format!("http://{address}/")).open().await.unwrap_err();
    assert!(error.to_string().contains("the connection is refused"), "{error}");
    assert!(!error.is_lost());
}

/// Answers one request with `body`, told to be `length` bytes long, and is gone.
async fn once(body: String, length: usize) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        drop(listener);
        let mut request = [0; 4096];
        let _ = stream.read(&mut request).await.unwrap();
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    });
    address
}

#[tokio::test]
async fn an_endpoint_that_goes_away_is_lost_and_may_come_back() {
    let body = said("Hello?", false).to_string();
    let length = body.len();
    let address = once(body, length).await;
    let mut device = device_at(&format!("http://{address}/"));
    device.open().await.unwrap();
    let error = try_say(&mut device, "planets").await.unwrap_err();
    assert!(error.is_lost(), "{error}");
    assert!(error.hint().unwrap().contains("start the app's server again"));
    assert_eq!(device.spoken().text, PROBLEM);
    let _back = std::net::TcpListener::bind(address).unwrap();
    device.reconnect().await.unwrap();
    let screen = device.observe().await.unwrap().screen;
    assert!(!screen.dialogue().cloned().unwrap().open, "its session is over");
}

#[tokio::test]
async fn a_response_that_is_cut_is_a_failed_turn() {
    let address = once("{\"response\":".into(), 1_000).await;
    let mut device = device_at(&format!("http://{address}/"));
    device.open().await.unwrap();
    let screen = device.observe().await.unwrap().screen;
    assert_eq!(text(&screen), PROBLEM);
    assert!(screen.warnings[0].contains("the connection broke"), "{:?}", screen.warnings);
}

#[tokio::test]
async fn an_app_that_never_answers_goodbye_is_left() {
    let (_server, mut device) = served(|request: &wiremock::Request| {
        let ended = String::from_utf8_lossy(&request.body).contains("SessionEndedRequest");
        if ended {
            ResponseTemplate::new(200).set_delay(Duration::from_secs(600))
        } else {
            always("Hello?", false)
        }
    })
    .await;
    device.open().await.unwrap();
    let began = Instant::now();
    device.close().await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn an_app_that_delegates_for_ever_is_stopped() {
    let app = Scripted::new(|turn, _| {
        if turn == 0 {
            return said("Hello?", false);
        }
        json!({"response": {"shouldEndSession": false, "directives": [{"type": "Dialog.Delegate",
            "updatedIntent": {"name": "BookIntent", "confirmationStatus": "CONFIRMED", "slots": {
                "people": {"name": "people", "value": "2"}, "time": {"name": "time", "value": "12:00"}}}}]}})
    });
    let mut device = app.device(ridealong::demo::voice::find("pizza").unwrap().model);
    device.open().await.unwrap();
    let screen = say(&mut device, "book a table").await;
    assert_eq!(text(&screen), PROBLEM);
    assert!(screen.warnings[0].contains("delegates"), "{:?}", screen.warnings);
}

#[tokio::test]
async fn odd_directives_are_told_and_survived() {
    let app = Scripted::new(|_, _| {
        json!({"sessionAttributes": "none", "response": {
            "outputSpeech": {"type": "SSML", "ssml": "<speak>Cut <brea"},
            "shouldEndSession": false,
            "directives": [
                {"type": "Alexa.Presentation.APL.RenderDocument"},
                {"type": "Dialog.ElicitSlot", "slotToElicit": "colour",
                 "updatedIntent": {"name": "NobodyIntent"}}, 7, null]}})
    });
    let mut device = app.quiz();
    device.open().await.unwrap();
    let screen = device.observe().await.unwrap().screen;
    for oddity in
        ["SSML is broken", "RenderDocument", "sessionAttributes", "NobodyIntent", "colour"]
    {
        assert!(
            screen.warnings.iter().any(|warning| warning.contains(oddity)),
            "{oddity}: {:?}",
            screen.warnings
        );
    }
    assert_eq!(text(&screen), "Cut");
    assert!(say(&mut device, "planets").await.dialogue().cloned().unwrap().open);
}
