//! What a server says of itself, for `doctor`.

use std::time::Duration;

use reqwest::{Method, Url};
use serde_json::Value;

use super::client::WebDriverClient;
use super::error::WebDriverError;
use crate::domain::{Secret, one_line};

/// How long a server may take to answer.
const LIMIT: Duration = Duration::from_secs(15);

/// What a server offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedServer {
    /// It can open a session now.
    pub ready: bool,
    /// What it says of itself, in one line.
    pub message: String,
    /// Version and system, if it tells them.
    pub version: String,
    /// What the nodes of a grid can open, each as `BROWSER VERSION on PLATFORM, N of M free`.
    pub slots: Vec<String>,
}

/// Asks the server at `server`, which wants `login` if that is given.
///
/// # Errors
/// If it does not answer as a WebDriver server does.
pub async fn ask(server: &Url, login: Option<Secret>) -> Result<OfferedServer, WebDriverError> {
    let client = WebDriverClient::new(server, login)?;
    let status = client.call(Method::GET, "/status", None, LIMIT).await?;
    Ok(read(&status))
}

fn read(status: &Value) -> OfferedServer {
    let text = |value: &Value| one_line(value.as_str().unwrap_or_default(), 200);
    let version = [&status["build"]["version"], &status["os"]["name"]].map(text).join(" ");
    let nodes = status["nodes"].as_array().into_iter().flatten();
    OfferedServer {
        ready: status["ready"] == true,
        message: text(&status["message"]),
        version: version.trim().to_owned(),
        slots: nodes.flat_map(slots).collect(),
    }
}

/// The slots of a node of a grid, those of the same kind together.
fn slots(node: &Value) -> Vec<String> {
    let mut kinds: Vec<(String, usize, usize)> = Vec::new();
    for slot in node["slots"].as_array().into_iter().flatten() {
        let stereotype = &slot["stereotype"];
        let word = |name: &str| stereotype[name].as_str().unwrap_or_default();
        let browser = [word("browserName"), word("browserVersion")].join(" ");
        // An Appium server behind a grid has no browser.
        let what = match browser.trim() {
            "" => word("appium:automationName"),
            browser => browser,
        };
        let name = format!("{what} on {}", word("platformName"));
        let free = usize::from(slot["session"].is_null());
        match kinds.iter_mut().find(|kind| kind.0 == name) {
            Some(kind) => (kind.1, kind.2) = (kind.1 + free, kind.2 + 1),
            None => kinds.push((name, free, 1)),
        }
    }
    kinds.into_iter().map(|(name, free, all)| format!("{name}, {free} of {all} free")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_grid_tells_its_slots_and_a_driver_itself() {
        let slot = |session: Value| json!({"stereotype": {"browserName": "chrome", "platformName": "LINUX"}, "session": session});
        let grid = json!({
            "ready": true, "message": "Selenium Grid ready.",
            "nodes": [{"slots": [slot(Value::Null), slot(json!({"sessionId": "a"}))]}],
        });
        assert_eq!(read(&grid).slots, ["chrome on LINUX, 1 of 2 free"]);
        let phone = json!({"appium:automationName": "UiAutomator2", "platformName": "ANDROID"});
        let relay = json!({"nodes": [{"slots": [{"stereotype": phone, "session": null}]}]});
        assert_eq!(read(&relay).slots, ["UiAutomator2 on ANDROID, 1 of 1 free"]);
        let driver = json!({"ready": true, "build": {"version": "156.0"}, "os": {"name": "Linux"}});
        assert_eq!(read(&driver).version, "156.0 Linux");
        assert!(!read(&json!({})).ready);
    }
}
