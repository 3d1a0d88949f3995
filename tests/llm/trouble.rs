//! Every way in which a server misbehaves.

use serde_json::json;

use super::server::{Do, KEY, STREAM, json_of, piece, plain};

/// A way to misbehave, and what is told of it.
pub struct Trouble {
    pub name: &'static str,
    /// What the server does, for ever.
    pub does: Do,
    /// A part of the error in the end.
    pub reported: &'static str,
    /// How often it is tried again, if that is allowed twice.
    pub retries: usize,
}

/// All of them.
pub fn all() -> Vec<Trouble> {
    let trouble = |name, does, reported, retries| Trouble { name, does, reported, retries };
    let empty = json!({"choices": [{"message": {"content": ""}}]});
    let gone =
        json!({"error": {"message": "The model `tiny` does not exist", "code": "model_not_found"}});
    let echo = json!({"error": {"message": format!("Invalid key: {KEY}, sk-test-0123***cdef")}});
    let inside = json!({"error": {"code": 502, "message": "upstream died"}});
    let html = "<!DOCTYPE html><html><title>Welcome</title></html>";
    let length =
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{\"choi";
    vec![
        trouble("429", json_of(429, &json!({"error": {"message": "slow down"}})), "slow down", 2),
        trouble(
            "quota",
            json_of(429, &json!({"error": {"code": "insufficient_quota"}})),
            "too many",
            0,
        ),
        trouble("429 for an hour", plain(429, "retry-after: 3600\r\n", ""), "too many", 0),
        trouble("500", plain(500, "", "oops"), "the server failed (500): oops", 2),
        trouble(
            "502 as a page",
            plain(502, "", "<html><h1>Bad</h1> Gateway</html>"),
            "(502): Bad Gateway",
            2,
        ),
        trouble("503", plain(503, "retry-after: 0\r\n", ""), "the server failed (503)", 2),
        trouble("529", plain(529, "", ""), "the server failed (529)", 2),
        trouble("501", plain(501, "", ""), "the server failed (501)", 0),
        trouble("401", json_of(401, &echo), "the key is refused (401)", 0),
        trouble("403", plain(403, "", ""), "the key is refused (403)", 0),
        trouble("404", plain(404, "", "no such page"), "(404): no such page", 0),
        trouble("wrong model", json_of(400, &gone), "(400): The model `tiny` does not exist", 0),
        trouble("echoed key", json_of(402, &echo), "(402): Invalid key: <key>, <key>***cdef", 0),
        trouble(
            "redirect",
            plain(307, "location: http://127.0.0.2:9/v1\r\n", ""),
            "it points to http://127.0.0.2:9/v1",
            0,
        ),
        trouble(
            "cut stream",
            Do::Say(format!("{STREAM}{}", piece("Half"))),
            "closed before its end",
            2,
        ),
        trouble("cut event", Do::Say(format!("{STREAM}data: {{\"cho")), "no JSON", 2),
        trouble("cut body", Do::Say(length.into()), "the reply broke off", 2),
        trouble("no answer at all", Do::Say(String::new()), "the reply broke off", 2),
        trouble("no HTTP", Do::Say("220 mail.example ESMTP\r\n".into()), "the reply broke off", 2),
        trouble(
            "error in the stream",
            Do::Say(format!("{STREAM}{}data: {inside}\n\n", piece("a"))),
            "(502): upstream died",
            2,
        ),
        trouble("error as a reply", json_of(200, &inside), "(502): upstream died", 2),
        trouble("empty", json_of(200, &empty), "it is empty", 2),
        trouble("empty stream", Do::Say(format!("{STREAM}data: [DONE]\n\n")), "it is empty", 2),
        trouble("HTML", plain(200, "content-type: text/html\r\n", html), "a page of HTML", 2),
        trouble("wrong JSON", json_of(200, &json!({"answer": 42})), "JSON without a reply", 2),
        trouble(
            "broken JSON",
            plain(200, "content-type: application/json\r\n", "{\"choices\": ["),
            "no JSON",
            2,
        ),
        trouble("events without JSON", Do::Say(format!("{STREAM}data: hello\n\n")), "no JSON", 2),
        trouble(
            "no text",
            Do::Say(format!("{STREAM}data: \u{fffd}\n\n").replace('\u{fffd}', "{")),
            "no JSON",
            2,
        ),
        trouble(
            "endless line",
            Do::Repeat(STREAM.into(), "x".repeat(60_000)),
            "it would not end",
            2,
        ),
        trouble("silence", Do::Hang(String::new()), "no reply within", 0),
        trouble(
            "silence in the middle",
            Do::Hang(format!("{STREAM}{}", piece("Half"))),
            "no reply within 0.3 s",
            0,
        ),
    ]
}
