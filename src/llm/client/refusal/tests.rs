use rstest::rstest;
use secrecy::SecretString;

use super::*;

fn read(status: u16, body: &str) -> AttemptFailure {
    let mask = SecretMask::new(vec![SecretString::from("sk-0123456789abcdef")]);
    of_status(StatusCode::from_u16(status).unwrap(), body, None, &mask)
}

#[rstest]
#[case(401, "", "the key is refused (401)", false)]
#[case(403, "", "the key is refused (403)", false)]
#[case(404, "{\"error\":\"model 'x' not found\"}", "(404): model 'x' not found", false)]
#[case(400, r#"{"error":{"message":"no","code":"model_not_found"}}"#, "(400): no", false)]
#[case(400, r#"{"error":{"message":"bad","param":"max_tokens"}}"#, "(400): max_tokens: bad", false)]
#[case(422, r#"{"detail":[{"loc":["body","stream_options"]}]}"#, "stream_options", false)]
#[case(429, r#"{"message":"slow down"}"#, "(slow down)", true)]
#[case(429, r#"{"error":{"message":"pay","type":"insufficient_quota"}}"#, "(pay)", false)]
#[case(500, "oops", "the server failed (500): oops", true)]
#[case(502, "<html><head><title>Bad\nGateway</title></head></html>", "(502): Bad Gateway", true)]
#[case(503, "", "(503): nothing", true)]
#[case(501, "", "(501)", false)]
#[case(307, "", "refuses the request (307)", false)]
#[case(418, "\u{1b}[2Jtea", "(418): [2Jtea", false)]
fn statuses_and_bodies_are_understood(
    #[case] status: u16,
    #[case] body: &str,
    #[case] reported: &str,
    #[case] passing: bool,
) {
    let failure = read(status, body);
    let error = failure.error.to_string();
    assert!(error.contains(reported), "{error}");
    assert!(!error.contains(['\n', '\u{1b}', '<']), "{error}");
    assert_eq!(failure.again != RetryAdvice::Never, passing, "{error}");
}

#[test]
fn an_echoed_key_is_hidden_and_a_long_answer_cut() {
    let long = "x ".repeat(9000);
    let body = format!(r#"{{"error":{{"message":"Bad key sk-0123456789abcdef {long}"}}}}"#);
    let said = read(400, &body).said().unwrap().to_owned();
    assert!(said.starts_with("Bad key <key> x x"), "{said}");
    assert!(said.chars().count() <= TOLD + 1);
}

#[test]
fn an_error_inside_of_a_response_has_its_own_code() {
    let mask = SecretMask::new(Vec::new());
    let of = |text: &str| of_error(&serde_json::from_str(text).unwrap(), &mask);
    assert!(matches!(of(r#"{"code":429,"message":"m"}"#).error, ChatError::Limited { .. }));
    assert!(matches!(of(r#"{"code":"401"}"#).error, ChatError::Unauthorized { .. }));
    assert!(matches!(of(r#""broken""#).error, ChatError::Server { status: 500, .. }));
    assert!(matches!(of(r#"{"code":7}"#).error, ChatError::Server { status: 500, .. }));
}
