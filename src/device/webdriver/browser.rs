//! A web app in a browser: its windows, its session's preparation, and going back in it.

use std::collections::HashSet;
use std::time::Duration;

use reqwest::Url;
use serde_json::{Value, json};

use super::error::WebDriverError;
use super::session::WebDriverSession;
use super::window_size;
use crate::device::Observation;
use crate::device::web::conditions::PageConditions;
use crate::device::web::faults::FaultLedger;
use crate::device::web::idle::ProgressOrnaments;
use crate::device::web::native::{ChoiceList, NativeDialog};
use crate::device::web::{BrowserSettings, location};
use crate::domain::{DeviceCapabilities, DisplaySize};

/// What the script of the web backend remembers of listeners, and ours of faults and requests.
pub(super) const PRELUDES: [&str; 2] =
    [include_str!("../web/script/prelude.js"), include_str!("script/recorder.js")];

/// How long a page may take to load, and a script to run: in milliseconds.
const LIMITS: (u64, u64) = (30_000, 8_000);

/// So many windows are open at most; more are closed as they open.
const MOST_WINDOWS: usize = 5;

/// How long a question to the page may take.
pub(super) const QUESTION_LIMIT: Duration = Duration::from_secs(12);

/// The codes of commands that met an open dialog.
pub(super) const DIALOG: [&str; 1] = ["unexpected alert open"];

/// The codes of commands whose window or frame is closed.
pub(super) const NO_WINDOW: [&str; 2] = ["no such window", "no such frame"];

/// A web app in a browser.
#[derive(Debug)]
pub(super) struct BrowserApp {
    pub(super) settings: BrowserSettings,
    pub(super) pictures: bool,
    /// Where the app begins.
    url: Url,
    /// The app under test, and its host and port.
    pub(super) app: String,
    host: String,
    /// `goog` or `ms` if commands of the DevTools protocol can be sent.
    pub(super) devtools: Option<&'static str>,
    /// Open windows, each opened by one before it. The last is in front.
    windows: Vec<String>,
    pub(super) dialog: Option<NativeDialog>,
    pub(super) choice: Option<ChoiceList>,
    /// The address of the page in front.
    pub(super) shown: String,
    /// How much larger than it is laid out the page was shown when it was read last.
    pub(super) scale: f64,
    pub(super) faults: FaultLedger,
    /// What was read last and is not given yet.
    pub(super) looked: Option<Observation>,
    notices: Vec<String>,
    said: HashSet<String>,
    pub(super) ornaments: ProgressOrnaments,
    pub(super) landscape: bool,
    /// The page's size, where the browser's window gives it.
    measured: Option<DisplaySize>,
    pub(super) conditions: PageConditions,
}

impl BrowserApp {
    /// The app at `url`, called `name` or else by its host and port.
    pub(super) fn new(
        url: Url,
        name: Option<String>,
        settings: BrowserSettings,
        pictures: bool,
    ) -> Self {
        let host = location::package(url.as_str());
        Self {
            settings,
            pictures,
            url,
            app: name.unwrap_or_else(|| host.clone()),
            host,
            devtools: None,
            windows: Vec::new(),
            dialog: None,
            choice: None,
            shown: String::new(),
            scale: 1.0,
            faults: FaultLedger::default(),
            looked: None,
            notices: Vec::new(),
            said: HashSet::new(),
            ornaments: ProgressOrnaments::new(),
            landscape: false,
            measured: None,
            conditions: PageConditions::new(),
        }
    }

    /// What can be done with it: more if the server passes on commands of the DevTools protocol.
    pub(super) const fn capabilities(&self) -> DeviceCapabilities {
        let base = match (self.devtools, self.settings.has_touch()) {
            (Some(_), true) => DeviceCapabilities::WEB,
            (Some(_), false) => DeviceCapabilities::WEB_DESKTOP,
            (None, _) => DeviceCapabilities::WEBDRIVER_PAGE,
        };
        DeviceCapabilities { coverage: &[], pictures: self.pictures, ..base }
    }

    /// The viewport as it is turned now.
    pub(super) const fn viewport(&self) -> DisplaySize {
        if let Some(measured) = self.measured {
            return measured;
        }
        let upright = self.settings.viewport;
        if self.landscape { DisplaySize::new(upright.height, upright.width) } else { upright }
    }

    /// The app that shows `url`.
    pub(super) fn package(&self, url: &str) -> String {
        let host = location::package(url);
        if host == self.host || self.settings.stay_on.contains(&host) {
            self.app.clone()
        } else {
            host
        }
    }

    /// Finds out what the session can do, and sets its limits.
    pub(super) async fn greet(&mut self, session: &WebDriverSession) -> Result<(), WebDriverError> {
        let (page_load, script) = LIMITS;
        let limits = json!({"pageLoad": page_load, "script": script, "implicit": 0});
        ignored(session.post("timeouts", &limits).await)?;
        self.devtools = None;
        for vendor in ["goog", "ms"] {
            let asked = json!({"cmd": "Browser.getVersion", "params": {}});
            match session.post(&format!("{vendor}/cdp/execute"), &asked).await {
                Ok(_) => {
                    self.devtools = Some(vendor);
                    break;
                }
                Err(error) if error.is_lost() => return Err(error),
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Opens the app in a new window, and closes all others. Data it has saved stays.
    pub(super) async fn open_anew(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<(), WebDriverError> {
        (self.dialog, self.choice) = (None, None);
        // A dialog that is open would hold everything back.
        ignored(session.post("alert/dismiss", &json!({})).await)?;
        let old = handles(session).await?;
        let created = session.post("window/new", &json!({"type": "tab"})).await;
        let new = created.ok().and_then(|new| new["handle"].as_str().map(str::to_owned));
        if let Some(new) = new {
            for window in old {
                ignored(session.post("window", &json!({"handle": window})).await)?;
                ignored(session.delete("window").await)?;
            }
            session.post("window", &json!({"handle": new})).await?;
            self.windows = vec![new];
        } else {
            self.windows = old;
        }
        self.prepare(session).await?;
        let opened = session.post("url", &json!({"url": self.url.as_str()})).await;
        match opened {
            Err(error) if error.has_code(&["timeout"]) || error.has_code(&DIALOG) => {}
            other => drop(other?),
        }
        self.shown = self.url.to_string();
        Ok(())
    }

    /// Gives the window in front its size, touch and scripts.
    async fn prepare(&mut self, session: &WebDriverSession) -> Result<(), WebDriverError> {
        if self.devtools.is_none() {
            self.measured =
                window_size::fit(session, self.settings.viewport).await?.or(self.measured);
            return Ok(());
        }
        let touch = self.settings.has_touch();
        let touched = json!({"enabled": touch, "maxTouchPoints": 5});
        self.devtool(session, "Emulation.setTouchEmulationEnabled", &touched).await?;
        self.turn(session).await?;
        for script in PRELUDES {
            let source = json!({"source": script});
            self.devtool(session, "Page.addScriptToEvaluateOnNewDocument", &source).await?;
        }
        for (method, params) in self.conditions.clone() {
            self.devtool(session, method, &params).await?;
        }
        Ok(())
    }

    /// Sets the viewport as it is turned now.
    pub(super) async fn turn(&self, session: &WebDriverSession) -> Result<(), WebDriverError> {
        let size = self.viewport();
        let (kind, angle) =
            if self.landscape { ("landscapePrimary", 90) } else { ("portraitPrimary", 0) };
        let metrics = json!({
            "width": size.width, "height": size.height, "deviceScaleFactor": 1,
            "mobile": self.settings.has_touch(), "screenWidth": size.width,
            "screenHeight": size.height, "screenOrientation": {"type": kind, "angle": angle},
        });
        self.devtool(session, "Emulation.setDeviceMetricsOverride", &metrics).await
    }

    /// Sends a command of the DevTools protocol through the server; nothing if it passes none on.
    pub(super) async fn devtool(
        &self,
        session: &WebDriverSession,
        method: &str,
        params: &Value,
    ) -> Result<(), WebDriverError> {
        let Some(vendor) = self.devtools else { return Ok(()) };
        let command = json!({"cmd": method, "params": params});
        session.post(&format!("{vendor}/cdp/execute"), &command).await.map(drop)
    }

    /// Follows windows that opened or were closed; the newest is in front then.
    pub(super) async fn follow_windows(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<(), WebDriverError> {
        let now = handles(session).await?;
        if now == self.windows {
            return Ok(());
        }
        let front = self.windows.last().cloned();
        let fresh: Vec<String> =
            now.iter().filter(|it| !self.windows.contains(*it)).cloned().collect();
        self.windows.retain(|window| now.contains(window));
        let room = MOST_WINDOWS.saturating_sub(self.windows.len());
        for window in fresh.iter().skip(room) {
            ignored(session.post("window", &json!({"handle": window})).await)?;
            ignored(session.delete("window").await)?;
            self.note(format!(
                "more than {MOST_WINDOWS} pages were opened; the others were closed"
            ));
        }
        for window in fresh.into_iter().take(room) {
            self.windows.push(window);
            self.note("a new page opened and was followed".into());
        }
        if self.windows.last() != front.as_ref() {
            (self.dialog, self.choice) = (None, None);
            self.switch_to_front(session).await?;
        }
        Ok(())
    }

    async fn switch_to_front(&mut self, session: &WebDriverSession) -> Result<(), WebDriverError> {
        let Some(front) = self.windows.last() else {
            let said = "its last window was closed".to_owned();
            return Err(WebDriverError::SessionGone { said });
        };
        match session.post("window", &json!({"handle": front})).await {
            Err(error) if error.has_code(&DIALOG) || error.has_code(&NO_WINDOW) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => match self.prepare(session).await {
                Err(error) if error.is_lost() => Err(error),
                _ => Ok(()),
            },
        }
    }

    /// One step back: in the history of the page, else to the page that opened it. Never out of the first
    /// page of the app.
    pub(super) async fn back(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<bool, WebDriverError> {
        let question =
            "return typeof navigation === 'object' ? navigation.canGoBack : history.length > 2";
        if session.execute(question, &json!([]), QUESTION_LIMIT).await? == true {
            session.post("back", &json!({})).await?;
            return Ok(true);
        }
        if self.windows.len() < 2 {
            return Ok(false);
        }
        ignored(session.delete("window").await)?;
        self.windows.pop();
        self.switch_to_front(session).await?;
        Ok(true)
    }

    /// Says something to the tester, once a session.
    pub(super) fn note(&mut self, what: String) {
        if self.said.insert(what.clone()) {
            self.notices.push(what);
        }
    }

    /// What was noted since the last time.
    pub(super) fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }
}

/// The windows of the session.
async fn handles(session: &WebDriverSession) -> Result<Vec<String>, WebDriverError> {
    let handles = session.get("window/handles").await?;
    let handles = handles.as_array().into_iter().flatten();
    Ok(handles.filter_map(|handle| handle.as_str().map(str::to_owned)).collect())
}

/// A command of which nothing depends, unless the session is lost.
pub(super) fn ignored(result: Result<Value, WebDriverError>) -> Result<(), WebDriverError> {
    match result {
        Err(error) if error.is_lost() => Err(error),
        _ => Ok(()),
    }
}
