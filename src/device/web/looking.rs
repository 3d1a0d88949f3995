//! Observing: waiting until the page is idle, and reading what is in front.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize as _;
use serde_json::json;
use tokio::time::Instant;

use super::calls::CallFailure;
use super::error::WebError;
use super::idle::{PageIdleDecision, PageIdleWait};
use super::native::{self, ScreenBehind};
use super::snapshot::{OBSERVE, PageSnapshot};
use super::{WebDevice, faults, location};
use crate::device::Observation;
use crate::domain::Screen;

/// A page that does not answer for so long hangs.
const HANG_LIMIT: Duration = Duration::from_secs(8);

/// How long it may take to answer after its script was ended.
const RECOVERY_LIMIT: Duration = Duration::from_secs(3);

/// How long a picture may take.
const PICTURE_LIMIT: Duration = Duration::from_secs(8);

/// So often an observation begins anew since something came in front.
const BEGINNINGS: usize = 8;

/// So often a page is read that is just being replaced.
const READINGS: usize = 40;

/// Between two of these.
const READ_PAUSE: Duration = Duration::from_millis(50);

impl WebDevice {
    /// Waits until the page is idle, up to a limit, and reads what is in front.
    pub(super) async fn look_until_idle(&mut self) -> Result<Observation, WebError> {
        for _ in 0..BEGINNINGS {
            self.follow_arrivals().await?;
            if let Some(screen) = self.native_screen() {
                return Ok(self.observed(Observation::of(screen)));
            }
            match self.look_at_page().await {
                Ok(observation) => return Ok(self.observed(observation)),
                Err(CallFailure::Interrupted) => {}
                Err(CallFailure::Failed(WebError::NoAnswer { seconds, .. })) => {
                    self.recover(seconds).await?;
                }
                Err(CallFailure::Failed(error)) => return Err(error),
            }
        }
        // Whatever comes in front all the time, this is what is there now.
        let size = self.viewport();
        let why = "The page opens dialogs or pages without end";
        let screen = self
            .native_screen()
            .unwrap_or_else(|| native::dead_page(why, size, u8::from(self.landscape)));
        Ok(self.observed(Observation::of(screen)))
    }

    /// Adds what was noted since the last observation.
    fn observed(&mut self, mut observation: Observation) -> Observation {
        observation.notices.append(&mut self.notices);
        observation
    }

    /// What is in front of the page, if anything is.
    fn native_screen(&self) -> Option<Screen> {
        let (size, rotation) = (self.viewport(), u8::from(self.landscape));
        if let Some(why) = self.tabs.last().and_then(|tab| tab.dead.as_ref()) {
            return Some(native::dead_page(why, size, rotation));
        }
        let package = self.package(&self.shown);
        let location = location::folded_path(&self.shown);
        let behind = ScreenBehind { package: &package, location: &location, size, rotation };
        let dialog = self.dialog.as_ref().map(|dialog| dialog.screen(behind));
        dialog.or_else(|| self.choice.as_ref().map(|choice| choice.screen(behind)))
    }

    async fn look_at_page(&mut self) -> Result<Observation, CallFailure> {
        let mut wait = PageIdleWait::new(self.limits);
        let mut looked: Option<Instant> = None;
        let (seen, busy) = loop {
            let seen = self.read_page().await?;
            // A form is not sent twice by going back: the page before its answer is.
            if std::mem::take(&mut self.asks_to_send_again) && self.back().await? {
                wait = PageIdleWait::new(self.limits);
                continue;
            }
            if self.give_file().await? {
                wait = PageIdleWait::new(self.limits);
                continue;
            }
            let since = looked.map_or(Duration::ZERO, |looked| looked.elapsed());
            looked = Some(Instant::now());
            let awaited = self.requests.are_awaited();
            match wait.judge(&seen, since, awaited, &mut self.ornaments) {
                PageIdleDecision::Wait => self.listen(self.limits.settle).await?,
                PageIdleDecision::Done { busy } => break (seen, busy),
            }
        };
        self.judge_content(&seen, busy);
        let picture = if self.options.pictures { self.picture().await? } else { None };
        let mut screen = seen.screen(|url| self.package(url), u8::from(self.landscape), busy);
        if !seen.closable && seen.unreadable.is_none() {
            screen.unheard_keys.extend(self.unheard_history_keys().await?);
        }
        let progress_ms = u64::try_from(wait.for_progress.as_millis()).unwrap_or(u64::MAX);
        Ok(Observation { picture, progress_ms, ..Observation::of(screen) })
    }

    /// Reports what of the page is not shown, and what it asks the user to allow.
    fn judge_content(&mut self, seen: &PageSnapshot, busy: bool) {
        if self.package(&seen.url) != self.app {
            return;
        }
        for what in seen.asked() {
            self.note(what.into());
        }
        if seen.wide && self.options.settings.has_touch() {
            let what = "The page is wider than a phone's display; `--viewport desktop` shows more of it at once.";
            self.note(what.into());
        }
        for fault in faults::missing_content(&self.app, seen, busy) {
            self.faults.add(fault);
        }
    }

    /// Reads the page once. While one document replaces another there is none to read.
    async fn read_page(&mut self) -> Result<PageSnapshot, CallFailure> {
        let mut refused = None;
        for _ in 0..READINGS {
            match self.evaluate(OBSERVE, HANG_LIMIT).await {
                Ok(value) => match PageSnapshot::deserialize(&value) {
                    Ok(snapshot) => {
                        self.shown.clone_from(&snapshot.url);
                        self.scale = snapshot.scale();
                        return Ok(snapshot);
                    }
                    Err(error) => refused = Some(error.to_string()),
                },
                Err(CallFailure::Failed(WebError::Refused { said, .. })) => refused = Some(said),
                Err(other) => return Err(other),
            }
            self.listen(READ_PAUSE).await?;
        }
        let said = refused.unwrap_or_else(|| "it was replaced all the time".into());
        Ok(PageSnapshot {
            url: self.shown.clone(),
            unreadable: Some(said),
            width: self.viewport().width,
            height: self.viewport().height,
            ..PageSnapshot::default()
        })
    }

    /// Takes a picture; `None` if the browser gives none in time.
    async fn picture(&mut self) -> Result<Option<Arc<[u8]>>, CallFailure> {
        let params = json!({"format": "png", "optimizeForSpeed": true});
        match self.ask_page("Page.captureScreenshot", &params, PICTURE_LIMIT).await {
            Ok(taken) => {
                let data = taken["data"].as_str().unwrap_or_default();
                Ok(BASE64_STANDARD.decode(data).ok().filter(|png| !png.is_empty()).map(Arc::from))
            }
            Err(CallFailure::Failed(WebError::NoAnswer { .. } | WebError::Refused { .. })) => {
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    /// A page that does not answer: that is a fault of the app. Its script is ended; if it does not
    /// answer then either, the page is given up.
    async fn recover(&mut self, seconds: u64) -> Result<(), WebError> {
        let part = location::folded_path(&self.shown);
        if self.package(&self.shown) == self.app {
            self.faults.add(faults::hang(&self.app, &part, seconds));
        }
        let cdp = self.cdp()?;
        let Some(tab) = self.tabs.last() else { return Ok(()) };
        drop(cdp.send(Some(&tab.session), "Runtime.terminateExecution", &json!({})));
        match self.evaluate("1", RECOVERY_LIMIT).await {
            Err(CallFailure::Failed(error)) if error.is_lost() => Err(error),
            Err(CallFailure::Failed(WebError::NoAnswer { .. })) => {
                if let Some(tab) = self.tabs.last_mut() {
                    tab.dead = Some("The page does not respond".into());
                }
                Ok(())
            }
            _ => {
                self.note("a script of the page that did not end was ended".into());
                Ok(())
            }
        }
    }
}
