//! Observing a web app: waiting until its page is idle, and reading what is in front.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::browser::{BrowserApp, DIALOG, NO_WINDOW};
use super::error::WebDriverError;
use super::page_script;
use super::session::WebDriverSession;
use crate::device::Observation;
use crate::device::web::events::DialogOpened;
use crate::device::web::idle::{PageIdleDecision, PageIdleLimits, PageIdleWait};
use crate::device::web::native::{self, NativeDialog, ScreenBehind};
use crate::device::web::snapshot::PageSnapshot;
use crate::device::web::{faults, location};
use crate::domain::Screen;

/// A page that does not answer for so long hangs. The server itself gives up after 8 s.
const HANG_LIMIT: Duration = Duration::from_secs(20);

/// So often an observation begins anew since something came in front.
const BEGINNINGS: usize = 8;

/// So often a page is read that is just being replaced.
const READINGS: usize = 40;

/// Between two of these.
const READ_PAUSE: Duration = Duration::from_millis(50);

const LIMITS: PageIdleLimits = PageIdleLimits {
    settle: Duration::from_millis(80),
    idle: Duration::from_secs(4),
    busy: Duration::from_secs(10),
};

/// The codes of scripts that were running when their document went away, or that did not end.
const REPLACED: [&str; 3] = ["javascript error", "stale element reference", "unknown error"];
const TIMED_OUT: [&str; 2] = ["script timeout", "timeout"];

/// What came of reading a page.
enum PageReading {
    /// It was read.
    Read(Box<PageSnapshot>, bool),
    /// Something is in front of it.
    Interrupted,
    /// Its script does not end.
    Hangs,
}

impl BrowserApp {
    /// Waits until the page is idle, up to a limit, and reads what is in front.
    pub(super) async fn observe(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<Observation, WebDriverError> {
        for _ in 0..BEGINNINGS {
            match self.follow_windows(session).await {
                // Dialogs hold back even the list of windows in some browsers.
                Err(error) if error.has_code(&DIALOG) => self.read_dialog(session).await?,
                other => other?,
            }
            if self.dialog.is_none() {
                self.look(session).await?;
            }
            if let Some(observation) = self.take_observation() {
                return Ok(observation);
            }
        }
        let why = "The page opens dialogs or pages without end";
        Ok(self.observed(Observation::of(native::dead_page(why, self.viewport(), self.turns()))))
    }

    fn take_observation(&mut self) -> Option<Observation> {
        let native = self.native_screen().map(Observation::of);
        let observation = native.or_else(|| self.looked.take())?;
        Some(self.observed(observation))
    }

    fn observed(&mut self, mut observation: Observation) -> Observation {
        observation.notices = self.take_notices();
        observation
    }

    const fn turns(&self) -> u8 {
        if self.landscape { 1 } else { 0 }
    }

    /// What is in front of the page, if anything is.
    fn native_screen(&self) -> Option<Screen> {
        let (size, rotation) = (self.viewport(), self.turns());
        let package = self.package(&self.shown);
        let location = location::folded_path(&self.shown);
        let behind = ScreenBehind { package: &package, location: &location, size, rotation };
        let dialog = self.dialog.as_ref().map(|dialog| dialog.screen(behind));
        dialog.or_else(|| self.choice.as_ref().map(|choice| choice.screen(behind)))
    }

    /// Reads the dialog that is open, if one is. The specification gives its text and no more: a question
    /// that takes an answer is known by taking one.
    pub(super) async fn read_dialog(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<(), WebDriverError> {
        let text = match session.get("alert/text").await {
            Ok(text) => text.as_str().unwrap_or_default().to_owned(),
            Err(error) if error.is_lost() => return Err(error),
            Err(_) => {
                self.dialog = None;
                return Ok(());
            }
        };
        let answer = session.post("alert/text", &json!({"text": ""})).await;
        let kind = if answer.is_ok() { "prompt" } else { "confirm" };
        let opened =
            DialogOpened { kind: kind.into(), message: text, default_prompt: String::new() };
        self.dialog = Some(NativeDialog::new(opened));
        Ok(())
    }

    async fn look(&mut self, session: &WebDriverSession) -> Result<(), WebDriverError> {
        let mut wait = PageIdleWait::new(LIMITS);
        let mut looked: Option<Instant> = None;
        let (seen, busy) = loop {
            let (seen, awaited) = match self.read_page(session).await? {
                PageReading::Read(seen, awaited) => (seen, awaited),
                PageReading::Interrupted => return Ok(()),
                PageReading::Hangs => return self.hangs(session).await,
            };
            let since = looked.map_or(Duration::ZERO, |looked| looked.elapsed());
            looked = Some(Instant::now());
            match wait.judge(&seen, since, awaited, &mut self.ornaments) {
                PageIdleDecision::Wait => tokio::time::sleep(LIMITS.settle).await,
                PageIdleDecision::Done { busy } => break (seen, busy),
            }
        };
        self.judge_content(&seen, busy);
        let picture = if self.pictures { picture(session).await? } else { None };
        let screen = seen.screen(|url| self.package(url), self.turns(), busy);
        let progress_ms = u64::try_from(wait.for_progress.as_millis()).unwrap_or(u64::MAX);
        self.looked = Some(Observation { picture, progress_ms, ..Observation::of(screen) });
        Ok(())
    }

    /// Reads the page once. While one document replaces another there is none to read.
    async fn read_page(
        &mut self,
        session: &WebDriverSession,
    ) -> Result<PageReading, WebDriverError> {
        let body = page_script::body();
        let mut refused = None;
        for _ in 0..READINGS {
            match session.execute(&body, &json!([]), HANG_LIMIT).await {
                Ok(value) => match self.take_reading(&value) {
                    Ok(reading) => return Ok(reading),
                    Err(error) => refused = Some(error.to_string()),
                },
                Err(error) if error.has_code(&DIALOG) => {
                    self.read_dialog(session).await?;
                    return Ok(PageReading::Interrupted);
                }
                Err(error) if error.has_code(&NO_WINDOW) => return Ok(PageReading::Interrupted),
                Err(error) if error.has_code(&TIMED_OUT) => return Ok(PageReading::Hangs),
                Err(WebDriverError::NoAnswer { .. }) => return Ok(PageReading::Hangs),
                Err(error) if error.has_code(&REPLACED) => refused = Some(error.to_string()),
                Err(error) => return Err(error),
            }
            tokio::time::sleep(READ_PAUSE).await;
        }
        let said = refused.unwrap_or_else(|| "it was replaced all the time".into());
        let size = self.viewport();
        let unread = PageSnapshot {
            url: self.shown.clone(),
            unreadable: Some(said),
            width: size.width,
            height: size.height,
            ..PageSnapshot::default()
        };
        Ok(PageReading::Read(Box::new(unread), false))
    }

    fn take_reading(&mut self, value: &Value) -> Result<PageReading, serde_json::Error> {
        let (seen, recorded) = page_script::read(value)?;
        self.shown.clone_from(&seen.url);
        self.scale = seen.scale();
        if self.package(&self.shown) == self.app {
            let notes = recorded.add_to(&mut self.faults, &self.app);
            notes.into_iter().for_each(|note| self.note(note));
        }
        Ok(PageReading::Read(Box::new(seen), recorded.waits))
    }

    /// Reports what of the page is not shown.
    fn judge_content(&mut self, seen: &PageSnapshot, busy: bool) {
        if self.package(&seen.url) != self.app {
            return;
        }
        for fault in faults::missing_content(&self.app, seen, busy) {
            self.faults.add(fault);
        }
    }

    /// A page whose script does not end: that is a fault of the app, which is opened anew.
    async fn hangs(&mut self, session: &WebDriverSession) -> Result<(), WebDriverError> {
        let part = location::folded_path(&self.shown);
        if self.package(&self.shown) == self.app {
            self.faults.add(faults::hang(&self.app, &part, HANG_LIMIT.as_secs()));
        }
        self.note("a page did not respond, and the app was opened anew".into());
        match self.open_anew(session).await {
            // A browser that cannot even close the page is of no use any more.
            Err(error) if !error.is_lost() => {
                Err(WebDriverError::SessionGone { said: error.to_string() })
            }
            other => other,
        }
    }
}

/// Takes a picture; `None` if the browser gives none.
pub(super) async fn picture(
    session: &WebDriverSession,
) -> Result<Option<Arc<[u8]>>, WebDriverError> {
    match session.get("screenshot").await {
        Ok(taken) => {
            let data: String =
                taken.as_str().unwrap_or_default().split_ascii_whitespace().collect();
            Ok(BASE64_STANDARD.decode(data).ok().filter(|png| !png.is_empty()).map(Arc::from))
        }
        Err(error) if error.is_lost() => Err(error),
        Err(_) => Ok(None),
    }
}
