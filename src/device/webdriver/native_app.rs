//! A native app on a device behind Appium: observing it by its page source, and doing actions.
//!
//! Appium's extension commands (`mobile: ...`) are used if the driver has them; what it does not have is
//! found out by its answer and not asked again.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::UNKNOWN_SIZE;
use super::browser::{DIALOG, ignored};
use super::error::WebDriverError;
use super::reading;
use super::session::WebDriverSession;
use super::source::{self, PageSource, SourceDialect};
use super::web_view::{FoundWebView, ReadWebView, ShownPage, WebViews};
use crate::device::Observation;
use crate::device::android::hierarchy::{self, redact};
use crate::device::android::logcat;
use crate::device::web::events::DialogOpened;
use crate::device::web::native::{NativeDialog, ScreenBehind};
use crate::domain::{
    AppCrash, CrashKind, DeviceCapabilities, DisplaySize, ReadQuality, Screen, one_line,
};

/// Between two readings of the source.
const SETTLE: Duration = Duration::from_millis(150);

/// How long a screen may change.
const IDLE_LIMIT: Duration = Duration::from_secs(4);

/// How long a screen may show progress.
const BUSY_LIMIT: Duration = Duration::from_secs(10);

/// A native app.
#[derive(Debug)]
pub(super) struct NativeApp {
    pub(super) dialect: SourceDialect,
    /// Package or bundle id; empty until it is known.
    pub(super) package: String,
    pictures: bool,
    /// The display in its natural position.
    size: DisplaySize,
    pub(super) landscape: bool,
    pub(super) dialog: Option<NativeDialog>,
    /// Dialogs are not part of the source, and have to be asked for.
    asks_dialogs: bool,
    /// The command that tells the activity, while none has said that there is none.
    tells_activity: bool,
    /// The type of log in which crashes are, with the path of the command.
    log: Option<(&'static str, &'static str)>,
    pub(super) web_views: WebViews,
    notices: Vec<String>,
}

impl NativeApp {
    /// The app `asked`, or else that of the session's capabilities.
    pub(super) async fn greet(
        session: &WebDriverSession,
        asked: Option<String>,
        pictures: bool,
    ) -> Result<Self, WebDriverError> {
        let platform = session.capability("platformName").unwrap_or_default();
        let dialect = SourceDialect::of_platform(platform);
        let named = ["appPackage", "bundleId"].iter().find_map(|name| session.capability(name));
        let automation = session.capability("automationName").unwrap_or_default();
        let own = ["uiautomator2", "espresso", "xcuitest"];
        let mut app = Self {
            dialect,
            package: asked.or_else(|| named.map(str::to_owned)).unwrap_or_default(),
            pictures,
            size: UNKNOWN_SIZE,
            landscape: false,
            dialog: None,
            asks_dialogs: !own.iter().any(|name| automation.eq_ignore_ascii_case(name)),
            tells_activity: dialect == SourceDialect::Android,
            log: None,
            web_views: WebViews::new(),
            notices: Vec::new(),
        };
        let window = session.get("window/rect").await;
        if let Ok(window) = &window {
            let length = |name: &str| window[name].as_i64().and_then(|it| i32::try_from(it).ok());
            app.size =
                DisplaySize::new(length("width").unwrap_or(0), length("height").unwrap_or(0));
        }
        ignored(window)?;
        app.find_log(session).await?;
        Ok(app)
    }

    /// Finds the log in which the platform writes crashes.
    async fn find_log(&mut self, session: &WebDriverSession) -> Result<(), WebDriverError> {
        for (types, read) in [("log/types", "log"), ("se/log/types", "se/log")] {
            let offered = match session.get(types).await {
                Ok(offered) => offered,
                Err(error) if error.is_lost() => return Err(error),
                Err(_) => continue,
            };
            let has =
                |name: &str| offered.as_array().is_some_and(|it| it.iter().any(|it| it == name));
            let log = ["logcat", "crashlog"].into_iter().find(|name| has(name));
            self.log = log.map(|log| (read, log));
            return Ok(());
        }
        Ok(())
    }

    pub(super) const fn size(&self) -> DisplaySize {
        self.size
    }

    /// What can be done with it.
    pub(super) const fn capabilities(&self) -> DeviceCapabilities {
        let base = match self.dialect {
            SourceDialect::Android => DeviceCapabilities::WEBDRIVER_ANDROID,
            SourceDialect::Ios => DeviceCapabilities::WEBDRIVER_IOS,
        };
        DeviceCapabilities { pictures: self.pictures, crashes: self.log.is_some(), ..base }
    }

    /// Starts the app anew, without its data if `fresh`; gives its package.
    pub(super) async fn open(
        &mut self,
        session: &WebDriverSession,
        fresh: bool,
    ) -> Result<String, WebDriverError> {
        if fresh && !self.package.is_empty() {
            let cleared = session.mobile("clearApp", &self.app_argument()).await;
            if cleared.is_err() {
                self.notices.push("the server cannot clear the app's data".into());
            }
            ignored(cleared)?;
        }
        self.restart(session).await?;
        // What was logged before is not this session's.
        self.crashes(session).await?;
        Ok(self.package.clone())
    }

    fn app_argument(&self) -> Value {
        json!({"appId": self.package, "bundleId": self.package})
    }

    /// Stops and starts the app; false if the server has no command for it.
    pub(super) async fn restart(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<bool, WebDriverError> {
        self.dialog = None;
        if self.package.is_empty() {
            return Ok(false);
        }
        for command in ["terminateApp", "activateApp"] {
            match session.mobile(command, &self.app_argument()).await {
                Ok(_) => {}
                Err(error) if error.is_lost() => return Err(error),
                Err(error) if error.has_code(&DIALOG) => {}
                Err(_) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Reads the source until it is the same twice, up to a limit.
    pub(super) async fn observe(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<Observation, WebDriverError> {
        let mut notices = std::mem::take(&mut self.notices);
        self.web_views.forget();
        if self.asks_dialogs && self.dialog_opened(session).await? {
            let screen = self.dialog_screen();
            let picture = self.picture(session).await?;
            return Ok(Observation { picture, notices, ..Observation::of(screen) });
        }
        let began = Instant::now();
        let mut source = session.get("source").await?;
        let (read, still) = loop {
            tokio::time::sleep(SETTLE).await;
            let next = session.get("source").await?;
            let still = next == source;
            source = next;
            let display = Some(self.display()).filter(|size| *size != UNKNOWN_SIZE);
            let read = source::read(source.as_str().unwrap_or_default(), self.dialect, display);
            let busy = read.as_ref().is_ok_and(|read| read.hierarchy.busy);
            let limit = if busy { BUSY_LIMIT } else { IDLE_LIMIT };
            if (still && !busy) || began.elapsed() >= limit {
                break (read, still);
            }
        };
        let picture = self.picture(session).await?;
        let activity = self.activity(session).await?;
        let (mut screen, dump) = match read {
            Ok(read) => {
                let dump = redact(&read.dump).into_owned();
                let screen = self.with_web_view(session, read, activity).await?;
                notices.extend(self.web_views.take_notices());
                (screen, Some(dump.into()))
            }
            Err(error) => {
                let location = activity.unwrap_or_default();
                let failed = ReadQuality::Failed(error.to_string());
                let screen = Screen::on_display(&self.package, &location, self.display());
                (Screen { read_quality: failed, ..screen }, None)
            }
        };
        screen.busy |= !still;
        screen.rotation = u8::from(self.landscape);
        Ok(Observation { picture, hierarchy: dump, notices, ..Observation::of(screen) })
    }

    /// The screen of a source, with the page of its web view if there is one that can be read.
    async fn with_web_view(
        &mut self,
        session: &WebDriverSession,
        mut read: PageSource,
        activity: Option<String>,
    ) -> Result<Screen, WebDriverError> {
        let display = Some(read.hierarchy.size);
        let Some(found) = FoundWebView::in_dump(&read.dump, display) else {
            return Ok(self.screen(read, activity));
        };
        let page = self.web_views.read(session, &self.package).await?;
        let around = page.is_some().then(|| hierarchy::read(found.around.as_bytes(), display));
        if let Some(Ok(around)) = around {
            (read.hierarchy.widgets, read.hierarchy.opaque) = (around.widgets, around.opaque);
        }
        let mut screen = self.screen(read, activity);
        if let Some((context, ReadWebView { seen, busy })) = page {
            screen.busy |= busy;
            let shown = ShownPage::put_into(&mut screen, found.bounds, &seen);
            self.web_views.shows(context, shown);
        }
        Ok(screen)
    }

    fn screen(&mut self, read: PageSource, activity: Option<String>) -> Screen {
        let PageSource { hierarchy, location, keyboard, .. } = read;
        if self.package.is_empty() {
            self.package.clone_from(&hierarchy.package);
        }
        let location = activity.or(location).unwrap_or_default();
        let mut screen = hierarchy.into_screen(&location);
        screen.keyboard = keyboard;
        if screen.package.is_empty() {
            screen.package.clone_from(&self.package);
        }
        screen
    }

    async fn picture(
        &self,
        session: &WebDriverSession,
    ) -> Result<Option<std::sync::Arc<[u8]>>, WebDriverError> {
        if self.pictures { reading::picture(session).await } else { Ok(None) }
    }

    /// The activity in front; `None` if the driver does not tell it.
    async fn activity(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<Option<String>, WebDriverError> {
        if !self.tells_activity {
            return Ok(None);
        }
        match session.mobile("getCurrentActivity", &json!({})).await {
            Ok(activity) => Ok(activity.as_str().map(str::to_owned)),
            Err(error) if error.is_lost() => Err(error),
            Err(_) => {
                self.tells_activity = false;
                Ok(None)
            }
        }
    }

    /// Asks for a dialog that is not part of the source; true if one is open.
    async fn dialog_opened(&mut self, session: &WebDriverSession) -> Result<bool, WebDriverError> {
        match session.get("alert/text").await {
            Ok(text) => {
                let message = text.as_str().unwrap_or_default().to_owned();
                let default_prompt = String::new();
                let opened = DialogOpened { kind: "confirm".into(), message, default_prompt };
                self.dialog = Some(NativeDialog::new(opened));
                return Ok(true);
            }
            Err(error) if error.is_lost() => return Err(error),
            Err(error) => self.asks_dialogs = !error.is_unknown_command(),
        }
        self.dialog = None;
        Ok(false)
    }

    fn dialog_screen(&self) -> Screen {
        let behind = ScreenBehind {
            package: &self.package,
            location: "",
            size: self.display(),
            rotation: u8::from(self.landscape),
        };
        let screen = self.dialog.as_ref().map(|dialog| dialog.screen(behind));
        screen.unwrap_or_else(|| Screen::on_display(&self.package, "", self.display()))
    }

    /// The display as it is turned now.
    pub(super) const fn display(&self) -> DisplaySize {
        let DisplaySize { width, height } = self.size;
        if self.landscape == (width > height) { self.size } else { DisplaySize::new(height, width) }
    }

    /// Crashes that were logged since the last time.
    pub(super) async fn crashes(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<Vec<AppCrash>, WebDriverError> {
        let mut found = self.web_views.faults.take();
        found.extend(self.logged_crashes(session).await?);
        Ok(found)
    }

    async fn logged_crashes(
        &self,
        session: &WebDriverSession,
    ) -> Result<Vec<AppCrash>, WebDriverError> {
        let Some((path, log)) = self.log else { return Ok(Vec::new()) };
        let entries = match session.post(path, &json!({"type": log})).await {
            Ok(entries) => entries,
            Err(error) if error.is_lost() => return Err(error),
            Err(_) => return Ok(Vec::new()),
        };
        let entries = entries.as_array().into_iter().flatten();
        let lines: Vec<&str> = entries.filter_map(|entry| entry["message"].as_str()).collect();
        Ok(match log {
            "logcat" => logcat::of_app(logcat::read(&lines.join("\n")).crashes, &self.package),
            _ => lines.iter().filter_map(|report| crash_report(report, &self.package)).collect(),
        })
    }
}

/// The crash that a report of iOS tells; `None` if it is of another app.
fn crash_report(report: &str, bundle: &str) -> Option<AppCrash> {
    let line = |name: &str| {
        report
            .lines()
            .find_map(|line| line.trim().strip_prefix(name))
            .map(|rest| rest.trim().to_owned())
    };
    let identifier = line("Identifier:")?;
    if identifier != bundle {
        return None;
    }
    let exception = line("Exception Type:").unwrap_or_else(|| "crash".into());
    let message = line("Termination Reason:").unwrap_or_default();
    let group = one_line(&format!("{exception} {message}"), 200);
    Some(AppCrash {
        message,
        group: group.trim().to_owned(),
        log: report.chars().take(8_000).collect(),
        ..AppCrash::new(CrashKind::Native, bundle, &exception)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_report_is_of_the_app_under_test() {
        let report = "Process: Trips [71]\nIdentifier: org.example.trips\nException Type:  EXC_BAD_ACCESS (SIGSEGV)\nTermination Reason: SIGNAL 11\n";
        let crash = crash_report(report, "org.example.trips").unwrap();
        assert_eq!(crash.exception, "EXC_BAD_ACCESS (SIGSEGV)");
        assert_eq!(crash.group, "EXC_BAD_ACCESS (SIGSEGV) SIGNAL 11");
        assert!(crash_report(report, "org.example.other").is_none());
    }
}
