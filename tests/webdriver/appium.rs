//! A server that answers as Appium with UiAutomator2 does, for an app of two screens and a dialog: a field and a
//! button on the first, a list on the second, one row of which crashes the app.

use std::sync::{Arc, Mutex};

use ridealong::demo::web::server::{PageReply, PageRequest, PageServer};
use serde_json::{Value, json};

/// What goes wrong.
#[derive(Clone, Copy, Debug, Default)]
pub struct AppiumFaults {
    /// After so many commands of the first session it is gone.
    pub lose_after: Option<usize>,
    /// So many sessions are refused first, as by a queue that is full.
    pub refuse_first: usize,
}

/// What the server has seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeenCommands {
    pub opened: usize,
    pub ended: usize,
    pub restarts: usize,
    commands: usize,
    refused: usize,
}

/// The server.
pub struct FakeAppium {
    server: PageServer,
    phone: Arc<Mutex<FakePhone>>,
}

#[derive(Default)]
struct FakePhone {
    faults: AppiumFaults,
    seen: SeenCommands,
    /// The latest session is not known any more.
    forgets: bool,
    screen: usize,
    text: String,
    log: Vec<Value>,
}

impl FakeAppium {
    pub async fn start(faults: AppiumFaults) -> Self {
        let phone = Arc::new(Mutex::new(FakePhone { faults, ..FakePhone::default() }));
        let answering = phone.clone();
        let server = PageServer::start(move |request| answering.lock().unwrap().answer(request));
        Self { server: server.await.unwrap(), phone }
    }

    pub fn url(&self) -> String {
        self.server.url("/").trim_end_matches('/').to_owned()
    }

    /// As after a restart of the server: no session is known.
    pub fn forget_sessions(&self) {
        self.phone.lock().unwrap().forgets = true;
    }

    pub fn seen(&self) -> SeenCommands {
        self.phone.lock().unwrap().seen
    }
}

impl FakePhone {
    fn answer(&mut self, request: &PageRequest) -> PageReply {
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/status") => {
                value(&json!({"ready": true, "message": "", "build": {"version": "3.8.0"}}))
            }
            ("POST", "/session") => self.open(),
            (method, path) => match path.strip_prefix("/session/") {
                Some(rest) => self.command(method, rest, &body),
                None => error(404, "unknown command"),
            },
        }
    }

    fn open(&mut self) -> PageReply {
        if self.seen.refused < self.faults.refuse_first {
            self.seen.refused += 1;
            let said = "New session request timed out";
            return reply(500, &json!({"error": "session not created", "message": said}));
        }
        self.seen.opened += 1;
        self.forgets = false;
        self.screen = 0;
        let capabilities = json!({
            "platformName": "Android", "appium:automationName": "UiAutomator2",
            "appium:deviceName": "fake", "appium:platformVersion": "14",
        });
        value(&json!({"sessionId": format!("s{}", self.seen.opened), "capabilities": capabilities}))
    }

    fn command(&mut self, method: &str, path: &str, body: &Value) -> PageReply {
        let (session, command) = path.split_once('/').unwrap_or((path, ""));
        self.seen.commands += 1;
        let lost =
            self.faults.lose_after.is_some_and(|it| session == "s1" && self.seen.commands > it);
        if lost || self.forgets || session != format!("s{}", self.seen.opened) {
            return error(404, "invalid session id");
        }
        match (method, command) {
            ("DELETE", "") => {
                self.seen.ended += 1;
                value(&Value::Null)
            }
            ("GET", "window/rect") => value(&json!({"x": 0, "y": 0, "width": 720, "height": 1280})),
            ("GET", "log/types") => value(&json!(["logcat", "bugreport"])),
            ("POST", "log") => value(&Value::Array(std::mem::take(&mut self.log))),
            ("GET", "source") => value(&json!(self.source())),
            ("GET", "screenshot") => value(&json!("")),
            ("GET", "element/active") => {
                value(&json!({"element-6066-11e4-a52e-4f735466cecf": "field"}))
            }
            ("POST", "element/field/clear") => {
                self.text.clear();
                value(&Value::Null)
            }
            ("POST", "element/field/value") => {
                self.text.push_str(body["text"].as_str().unwrap_or_default());
                value(&Value::Null)
            }
            ("GET", "element/field/text") => value(&json!(self.text)),
            ("POST", "back") => {
                self.screen = self.screen.saturating_sub(1);
                value(&Value::Null)
            }
            ("POST", "actions") => {
                self.touched(body);
                value(&Value::Null)
            }
            ("POST", "execute/sync") => self.mobile(body["script"].as_str().unwrap_or_default()),
            ("POST", "orientation" | "timeouts") => value(&Value::Null),
            _ => error(404, "unknown command"),
        }
    }

    fn mobile(&mut self, script: &str) -> PageReply {
        match script {
            "mobile: getCurrentActivity" => value(&json!(".Main")),
            "mobile: terminateApp" => value(&json!(true)),
            "mobile: activateApp" => {
                self.seen.restarts += 1;
                self.screen = 0;
                value(&Value::Null)
            }
            "mobile: pressKey" => value(&Value::Null),
            _ => error(500, "unsupported operation"),
        }
    }

    /// Where a finger lets go without having moved, the view there is tapped.
    fn touched(&mut self, body: &Value) {
        let first = &body["actions"][0]["actions"][0];
        let taps = body["actions"][0]["actions"].as_array().map_or(0, Vec::len) <= 4;
        let y = first["y"].as_i64().unwrap_or_default();
        if !taps {
            return;
        }
        self.screen = match (self.screen, y) {
            (0, 300..400) => 1,
            (1, 100..200) => 2,
            (1, 300..400) => {
                self.crash();
                0
            }
            (2, 700..800) => 1,
            (screen, _) => screen,
        };
    }

    fn crash(&mut self) {
        let lines = [
            "05-17 10:00:00.000  700  700 E AndroidRuntime: FATAL EXCEPTION: main",
            "05-17 10:00:00.000  700  700 E AndroidRuntime: Process: org.example.tea, PID: 700",
            "05-17 10:00:00.000  700  700 E AndroidRuntime: java.lang.IllegalStateException: no kettle",
            "05-17 10:00:00.000  700  700 E AndroidRuntime: \tat org.example.tea.Brew.start(Brew.java:12)",
        ];
        self.log.extend(lines.map(|line| json!({"level": "ALL", "message": line})));
    }

    fn source(&self) -> String {
        let view = |class: &str, text: &str, top: u32, flags: &str| {
            format!(
                r#"<android.widget.{class} class="android.widget.{class}" package="org.example.tea" text="{text}" enabled="true" {flags} bounds="[40,{top}][680,{}]" displayed="true"/>"#,
                top + 100
            )
        };
        let tapped = r#"clickable="true""#;
        let views = match self.screen {
            0 => [
                view(
                    "EditText",
                    &self.text,
                    100,
                    r#"clickable="true" focusable="true" hint="Sort""#,
                ),
                view("Button", "Brew", 300, tapped),
            ]
            .concat(),
            1 => {
                [view("Button", "Empty the pot", 100, tapped), view("Button", "Green", 300, tapped)]
                    .concat()
            }
            _ => [view("TextView", "Really?", 500, ""), view("Button", "OK", 700, tapped)].concat(),
        };
        format!(
            r#"<?xml version="1.0"?><hierarchy rotation="0"><android.widget.FrameLayout class="android.widget.FrameLayout" package="org.example.tea" bounds="[0,0][720,1280]">{views}</android.widget.FrameLayout></hierarchy>"#
        )
    }
}

pub fn value(value: &Value) -> PageReply {
    reply(200, value)
}

pub fn error(status: u16, code: &str) -> PageReply {
    reply(status, &json!({"error": code, "message": code}))
}

pub fn reply(status: u16, value: &Value) -> PageReply {
    let head = vec!["Content-Type: application/json".to_owned()];
    PageReply { status, head, body: json!({"value": value}).to_string() }
}
