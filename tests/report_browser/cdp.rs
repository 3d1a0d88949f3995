//! As much of the Chrome DevTools Protocol as it takes to look at a page as a reader would.

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Names of the browser, the smallest first.
const PROGRAMS: [&str; 4] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A page in a browser of its own, which ends with it.
pub struct Browser {
    program: Child,
    _profile: TempDir,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    session: String,
    last: u64,
    /// What the page complained about: errors of scripts, and what its policy held back.
    pub complaints: Vec<String>,
}

impl Browser {
    /// Starts the browser with an empty page.
    pub async fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let program = PROGRAMS.iter().find_map(|name| launch(name, profile.path()));
        let mut program =
            program.expect("chromium is needed: apt-get install chromium-headless-shell");
        let mut lines = BufReader::new(program.stderr.take().unwrap()).lines();
        let address = lines
            .find_map(|line| Some(line.ok()?.strip_prefix("DevTools listening on ")?.to_owned()))
            .expect("the browser tells its address");
        // What else it has to say is read away, or it would wait for ever.
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
        let mut browser = Self {
            program,
            _profile: profile,
            socket,
            session: String::new(),
            last: 0,
            complaints: Vec::new(),
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"})).await;
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", attach).await;
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({})).await;
        }
        browser
    }

    /// Calls a method and gives its result.
    pub async fn call(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        let mut call = json!({"id": id, "method": method, "params": params});
        if !self.session.is_empty() {
            call["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(call.to_string())).await.unwrap();
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            let message = message.expect("the browser answers").unwrap().unwrap();
            let Ok(text) = message.to_text() else { continue };
            let Ok(message) = serde_json::from_str::<Value>(text) else { continue };
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
            self.listen(&message);
        }
    }

    fn listen(&mut self, event: &Value) {
        let params = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.complaints.push(params.to_string()),
            Some("Log.entryAdded") => self.complaints.push(params["entry"].to_string()),
            Some("Runtime.consoleAPICalled") => self.complaints.push(params.to_string()),
            // A page that asks anything of the reader has been broken into.
            Some("Page.javascriptDialogOpening") => self.complaints.push(params.to_string()),
            _ => {}
        }
    }

    /// Opens the page at `place` and waits until it is there.
    pub async fn open(&mut self, place: &Path, anchor: &str) {
        let url = format!("file://{}{anchor}", place.display());
        // A change of the anchor alone would not load the page anew.
        self.call("Page.navigate", json!({"url": "about:blank"})).await;
        self.call("Page.navigate", json!({"url": url})).await;
        self.until("location.protocol === 'file:' && document.readyState === 'complete'").await;
    }

    /// The value of an expression in the page.
    pub async fn value(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", params).await;
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression in the page is true.
    pub async fn until(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value(expression).await != true {
            assert!(start.elapsed() < PATIENCE, "never true: {expression}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Clicks with the mouse into the middle of what `selector` finds, and tells whether anything
    /// else was in the way.
    pub async fn click(&mut self, selector: &str) {
        let find = format!("document.querySelector({})", json!(selector));
        self.value(&format!("{find}.scrollIntoView({{block: 'center'}})")).await;
        let middle = format!(
            "(() => {{ const box = {find}.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        let at = self.value(&middle).await;
        for kind in ["mousePressed", "mouseReleased"] {
            let params =
                json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", params).await;
        }
    }

    /// Presses a key that writes nothing.
    pub async fn press(&mut self, key: &str) {
        for kind in ["rawKeyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({"type": kind, "key": key})).await;
        }
    }

    /// Writes text into what has the focus.
    pub async fn write(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text})).await;
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Debian's program is a script that does not hand a signal on. It may have ended by itself.
        let group = format!("-{}", self.program.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.program.wait();
    }
}

fn launch(name: &str, profile: &Path) -> Option<Child> {
    Command::new(name)
        // The sandbox needs rights that a container lacks; the page is our own.
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"])
        .args(["--window-size=1280,900", "--no-first-run", "--disable-background-networking"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("about:blank")
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()
}
