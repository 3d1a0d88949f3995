//! `webdriver:URL`: an app behind a WebDriver server: a browser's driver, Selenium Grid, Appium, a device
//! cloud.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use reqwest::Url;
use serde_json::{Value, json};

use super::web::{address, demo_app, short_name};
use super::{ConnectOptions, Connecting, TargetEntry, TestTarget, no_checks};
use crate::cli::CliError;
use crate::cli::doctor::DoctorCheck;
use crate::demo::web as demo;
use crate::device::Device;
use crate::device::web::WebError;
use crate::device::webdriver::{self, WebDriverDevice, WebDriverError, WebDriverOptions};
use crate::domain::Secret;

/// User and key of a server, as `user:key`.
const LOGIN_VARIABLE: &str = "RIDEALONG_WEBDRIVER_AUTH";

/// The row of the table.
pub const ENTRY: TargetEntry = TargetEntry {
    scheme: "webdriver",
    usage: "webdriver:URL",
    help: "an app behind a WebDriver server (Appium, Selenium Grid, chromedriver, a device cloud); `--caps FILE` says on which device, `--app` which app",
    app_is_package: false,
    catalogue: Vec::new,
    checks: no_checks,
    parse: |rest, app| {
        let text = rest.ok_or_else(|| no_address("", "it is empty"))?;
        let is_demo = app.is_some_and(|app| demo_app(app).is_some());
        Ok(Box::new(WebDriverTarget { server: server(text)?, is_demo }))
    },
    expand: None,
};

impl From<WebDriverError> for CliError {
    fn from(error: WebDriverError) -> Self {
        let usage = matches!(
            error,
            WebDriverError::NoAddress { .. } | WebDriverError::NoCapabilities { .. }
        );
        Self::new(error.to_string(), if usage { 2 } else { 3 }).maybe_hint(error.hint())
    }
}

/// A server.
#[derive(Debug, PartialEq, Eq)]
struct WebDriverTarget {
    server: Url,
    /// The app comes with the program.
    is_demo: bool,
}

impl TestTarget for WebDriverTarget {
    fn name(&self) -> String {
        format!("webdriver:{}", self.server.as_str().trim_end_matches('/'))
    }

    fn short_name(&self, app: Option<&str>) -> String {
        let app = app.map(|app| match Url::parse(app) {
            Ok(url) if url.has_host() => short_name(&url),
            _ => app.replace(['/', ':'], "-"),
        });
        app.unwrap_or_else(|| short_name(&self.server))
    }

    fn is_harmless(&self) -> bool {
        self.is_demo
    }

    fn checks(&self) -> super::CheckingTarget<'_> {
        Box::pin(async { check(&self.server).await })
    }

    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move {
            let (app, name, serving) = app(options.app).await?;
            let device: Box<dyn Device> = Box::new(WebDriverDevice::new(WebDriverOptions {
                target: self.name(),
                server: self.server.clone(),
                capabilities: options.web.caps.as_deref().map_or(Ok(json!({})), capabilities)?,
                app,
                name,
                settings: options.web.settings(),
                fresh: options.fresh,
                pictures: options.pictures,
                login: login(),
                serving,
            }));
            Ok(device)
        })
    }
}

/// What keeps a served app running.
type AppServer = Arc<dyn Any + Send + Sync>;

/// The app that `--app` names: a web app that comes with the program is served.
async fn app(
    named: Option<&str>,
) -> Result<(Option<String>, Option<String>, Option<AppServer>), CliError> {
    let Some(app) = named.and_then(demo_app).transpose()? else {
        return Ok((named.map(str::to_owned), None, None));
    };
    let server = demo::serve(app)
        .await
        .map_err(|error| CliError::new(format!("the demo web app cannot be served: {error}"), 3))?;
    let name = format!("demo.{}", app.name);
    Ok((Some(server.url("/")), Some(name), Some(Arc::new(server))))
}

fn login() -> Option<Secret> {
    let login = std::env::var(LOGIN_VARIABLE).ok().filter(|it| it.contains(':'));
    login.as_deref().map(Secret::new)
}

/// The address of a server; its scheme may be left out.
fn server(text: &str) -> Result<Url, WebDriverError> {
    match address(text) {
        Ok(url) if url.has_host() => Ok(url),
        Ok(_) => Err(no_address(text, "it begins with http: or https:")),
        Err(WebError::NoAddress { .. }) if text.contains('@') => {
            Err(no_address(text, "its key would be recorded"))
        }
        Err(error) => Err(no_address(text, &error.to_string())),
    }
}

fn no_address(text: &str, why: &str) -> WebDriverError {
    // What stands before an @ may be a key.
    let text = text.rsplit('@').next().unwrap_or_default().to_owned();
    WebDriverError::NoAddress { text, why: why.to_owned() }
}

/// The capabilities in a file.
fn capabilities(path: &Path) -> Result<Value, WebDriverError> {
    let wrong =
        |said: String| WebDriverError::NoCapabilities { path: path.display().to_string(), said };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let read: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if read.is_object() { Ok(read) } else { Err(wrong("it holds no JSON object".into())) }
}

/// What the server says of itself.
async fn check(server: &Url) -> Vec<DoctorCheck> {
    let offered = match webdriver::ask_server(server, login()).await {
        Ok(offered) => offered,
        Err(error) => {
            let advice = error.hint().unwrap_or_default();
            return vec![DoctorCheck::missing("webdriver", error.to_string(), advice)];
        }
    };
    let said = [offered.message, offered.version].join(" ");
    // Geckodriver says nothing of itself.
    let said = match said.trim() {
        "" if offered.ready => "ready",
        said => said,
    };
    let found = format!("{server}: {said}");
    let first = if offered.ready {
        DoctorCheck::good("webdriver", found)
    } else {
        let advice = "no session can be opened now: its devices are taken, or none has joined";
        DoctorCheck::missing("webdriver", found, advice)
    };
    let slots = offered.slots.into_iter().map(|slot| DoctorCheck::good("grid", slot));
    std::iter::once(first).chain(slots).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_named_with_or_without_its_scheme_and_without_a_key() {
        let name = |text: &str| {
            server(text).map(|server| WebDriverTarget { server, is_demo: false }.name())
        };
        assert_eq!(name("127.0.0.1:4723").unwrap(), "webdriver:http://127.0.0.1:4723");
        assert_eq!(
            name("https://hub.example.com/wd/hub").unwrap(),
            "webdriver:https://hub.example.com/wd/hub"
        );
        let refused = name("https://ada:s3cret@hub.example.com").unwrap_err();
        assert!(!refused.to_string().contains("s3cret"), "{refused}");
        assert!(name("file:///etc").is_err() && name("").is_err());
    }

    #[test]
    fn sessions_are_called_by_their_app() {
        let target = WebDriverTarget { server: server("localhost:4444").unwrap(), is_demo: false };
        assert_eq!(target.short_name(Some("http://localhost:3000/a")), "localhost-3000");
        assert_eq!(target.short_name(Some("org.example.tea")), "org.example.tea");
        assert_eq!(target.short_name(None), "localhost-4444");
    }

    #[test]
    fn capabilities_are_a_json_object_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("caps.json");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            capabilities(&path)
        };
        assert_eq!(read(r#"{"browserName": "chrome"}"#).unwrap()["browserName"], "chrome");
        assert!(read("[1]").unwrap_err().to_string().contains("no JSON object"));
        assert!(read("{").is_err() && capabilities(folder.path()).is_err());
    }
}
