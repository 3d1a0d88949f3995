//! A native app with a web view, on a server that answers as Appium does: the page of the web view is another
//! context, in which the commands of browsers work and those of phones do not.

use std::sync::{Arc, Mutex};

use ridealong::demo::web::server::{PageReply, PageRequest, PageServer};
use rstest::rstest;
use serde_json::{Value, json};

use super::appium::{error, reply, value};
use super::explore_at;

/// The context of the page; the other one listed is of another app.
const PAGE: &str = "WEBVIEW_org.example.tea";

#[derive(Default)]
struct HybridPhone {
    /// The page cannot be read: no driver for it is installed.
    refuses: bool,
    /// The commands for contexts are where newer servers have them.
    is_newer: bool,
    /// The context that is chosen; empty for the native one.
    context: String,
    /// What the page shows: a link, or a form.
    is_form: bool,
    text: String,
    thrown: Vec<Value>,
    /// Taps in the page.
    touched: usize,
    /// Native commands while a page was chosen.
    misled: Vec<String>,
    entered: usize,
}

async fn start(refuses: bool, is_newer: bool) -> (PageServer, Arc<Mutex<HybridPhone>>) {
    let phone = HybridPhone { refuses, is_newer, ..HybridPhone::default() };
    let phone = Arc::new(Mutex::new(phone));
    let answering = phone.clone();
    let server = PageServer::start(move |request| answering.lock().unwrap().answer(request));
    (server.await.unwrap(), phone)
}

impl HybridPhone {
    fn answer(&mut self, request: &PageRequest) -> PageReply {
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        let path = request.path.as_str();
        let command = path.strip_prefix("/session/s1/").unwrap_or(path);
        let command = match command.strip_prefix("appium/") {
            Some(command) if self.is_newer => command,
            None if self.is_newer && command.starts_with("context") => {
                return error(404, "unknown command");
            }
            _ => command,
        };
        let native = ["source", "window/rect", "orientation", "back"];
        if !self.context.is_empty() && native.contains(&command) {
            self.misled.push(command.to_owned());
        }
        match (request.method.as_str(), command) {
            ("POST", "/session") => value(&json!({"sessionId": "s1", "capabilities": {
                "platformName": "Android", "appium:automationName": "UiAutomator2",
                "appium:deviceName": "fake", "appium:platformVersion": "14",
            }})),
            ("GET", "window/rect") => value(&json!({"x": 0, "y": 0, "width": 720, "height": 1280})),
            ("GET", "log/types") => value(&json!([])),
            ("GET", "source") => value(&json!(source())),
            ("GET", "contexts") => value(&json!(["NATIVE_APP", "WEBVIEW_com.other", PAGE])),
            ("POST", "context") => self.choose(body["name"].as_str().unwrap_or_default()),
            ("POST", "execute/sync") => self.execute(body["script"].as_str().unwrap_or_default()),
            ("POST", "actions") => self.act(&body),
            ("GET", "screenshot") => value(&json!("")),
            _ => value(&Value::Null),
        }
    }

    fn choose(&mut self, name: &str) -> PageReply {
        if name == "NATIVE_APP" {
            self.context.clear();
            return value(&Value::Null);
        }
        self.entered += 1;
        if self.refuses || name != PAGE {
            let said = "No Chromedriver found that can automate Chrome";
            return reply(500, &json!({"error": "session not created", "message": said}));
        }
        name.clone_into(&mut self.context);
        value(&Value::Null)
    }

    fn execute(&mut self, script: &str) -> PageReply {
        match script {
            "mobile: getCurrentActivity" => value(&json!(".Main")),
            "mobile: terminateApp" | "mobile: activateApp" => {
                self.is_form = false;
                value(&Value::Null)
            }
            _ if self.context.is_empty() => error(500, "unsupported operation"),
            _ if script.contains("ridealong.recorder") => {
                let thrown = std::mem::take(&mut self.thrown);
                value(&json!([self.page(), {"thrown": thrown}]))
            }
            // The field is ready, and then what it holds.
            _ if script.contains("locked") => value(&json!({"found": true, "empty": true})),
            _ => value(&json!(self.text)),
        }
    }

    /// The page has half as many pixels as the display.
    fn page(&self) -> Value {
        let link = json!({
            "c": "a", "k": "button", "t": "Order", "b": [20, 100, 160, 150], "x": [90, 125],
            "a": ["tap"],
        });
        let field = json!({
            "c": "input.text", "k": "field", "h": "Sort", "t": self.text, "b": [20, 200, 340, 250],
            "x": [180, 225], "a": ["tap", "type"],
        });
        let send = json!({
            "c": "button", "k": "button", "t": "Boil", "b": [20, 300, 160, 350], "x": [90, 325],
            "a": ["tap"],
        });
        let widgets = if self.is_form { json!([field, send]) } else { json!([link]) };
        json!({
            "url": if self.is_form { "file:///order.html" } else { "file:///index.html" },
            "title": "Tea", "heading": null, "width": 360, "height": 590, "modal": false,
            "moving": 0, "truncated": false, "loading": false, "widgets": widgets,
        })
    }

    fn act(&mut self, body: &Value) -> PageReply {
        if self.context.is_empty() {
            return value(&Value::Null);
        }
        let source = &body["actions"][0];
        let first = &source["actions"][0];
        if source["type"] == "key" {
            let keys = source["actions"].as_array().into_iter().flatten();
            let keys = keys.filter(|key| key["type"] == "keyDown");
            self.text = keys.filter_map(|key| key["value"].as_str()).collect();
            return value(&Value::Null);
        }
        self.touched += 1;
        match first["y"].as_i64() {
            Some(100..150) if !self.is_form => self.is_form = true,
            Some(300..350) if self.is_form => self.thrown.push(json!({
                "text": "Uncaught", "url": "file:///tea.js",
                "exception": {"className": "TypeError", "description": "TypeError: no kettle"},
            })),
            _ => {}
        }
        value(&Value::Null)
    }
}

/// A bar above the web view; the platform tells of the page as one view without a word.
fn source() -> String {
    let view = |class: &str, bounds: &str, inside: &str| {
        format!(
            r#"<{class} class="{class}" package="org.example.tea" enabled="true" bounds="{bounds}" displayed="true">{inside}</{class}>"#
        )
    };
    let inside = view("android.view.View", "[0,200][720,900]", "");
    let web = view("android.webkit.WebView", "[0,100][720,1280]", &inside);
    format!(
        r#"<hierarchy rotation="0">{}</hierarchy>"#,
        view("android.widget.FrameLayout", "[0,0][720,1280]", &web)
    )
}

#[rstest]
#[tokio::test]
async fn the_page_of_a_web_view_is_read_and_used_in_its_context(
    #[values(false, true)] is_newer: bool,
) {
    let (server, phone) = start(false, is_newer).await;
    let folder = tempfile::tempdir().unwrap();
    let (summary, words) = explore_at(&server.url("/"), 20, folder.path()).await;
    let phone = phone.lock().unwrap();
    assert_eq!(summary["steps"], 20, "{summary}");
    assert!(phone.touched > 0 && phone.is_form | !phone.text.is_empty(), "{words}");
    assert_eq!(phone.misled, [""; 0], "each look and action ends with the native context");
    assert!(phone.context.is_empty());
    let found = summary["findings"].as_array().unwrap();
    assert!(
        found.iter().any(|it| it["title"].as_str().unwrap().contains("no kettle")),
        "{summary}"
    );
    let states = summary["states"]["observed"].as_u64();
    assert!(states >= Some(2), "the link and the form: {summary}");
}

#[tokio::test]
async fn a_web_view_that_cannot_be_read_is_tried_once() {
    let (server, phone) = start(true, false).await;
    let folder = tempfile::tempdir().unwrap();
    let (summary, _) = explore_at(&server.url("/"), 8, folder.path()).await;
    let phone = phone.lock().unwrap();
    assert_eq!((phone.entered, phone.touched), (2, 0), "one try for each context: {summary}");
    assert_eq!(phone.misled, [""; 0]);
}
