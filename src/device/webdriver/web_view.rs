//! The web view of a native app: a page inside of it, read and used by switching to its context.
//!
//! Appium lists a native screen and each web view as a *context* (`GET contexts`), and sends commands to the one
//! that is chosen (`POST context`). Each look and each action begins and ends with the native context, so that all
//! else need not know of others. What a page shows takes the place of what its platform tells of it; a page that
//! cannot be read stays as it is told.

mod found;
mod merged;

use std::collections::HashSet;
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::browser::ignored;
use super::error::WebDriverError;
use super::page_field;
use super::page_script::{self, RecordedFaults};
use super::pointer::{self, PointerDevice};
use super::session::WebDriverSession;
use super::source::SourceDialect;
use crate::device::web::faults::FaultLedger;
use crate::device::web::idle::{PageIdleDecision, PageIdleLimits, PageIdleWait, ProgressOrnaments};
use crate::device::web::snapshot::PageSnapshot;
use crate::device::{ActionReport, DeviceError};
use crate::domain::{Action, one_line};

pub(super) use found::FoundWebView;
pub(super) use merged::ShownPage;

/// Where servers have the commands for contexts, the most widespread first: newer ones of Appium say that the first
/// of them will go.
const COMMANDS: [ContextCommands; 2] = [
    ContextCommands { list: "contexts", choose: "context" },
    ContextCommands { list: "appium/contexts", choose: "appium/context" },
];

/// The paths of the commands for contexts.
#[derive(Clone, Copy, Debug)]
struct ContextCommands {
    list: &'static str,
    choose: &'static str,
}

/// The context of everything that is not a web view.
const NATIVE: &str = "NATIVE_APP";

/// How the names of the others begin.
const WEB: &str = "WEBVIEW";

/// So many of them are tried.
const MOST_TRIED: usize = 3;

/// A page that does not answer for so long is not read.
const READ_LIMIT: Duration = Duration::from_secs(12);

const LIMITS: PageIdleLimits = PageIdleLimits {
    settle: Duration::from_millis(80),
    idle: Duration::from_secs(3),
    busy: Duration::from_secs(6),
};

/// What is known of the contexts of a session.
#[derive(Debug)]
pub(super) struct WebViews {
    /// Those that the server may have; `None` once it has said that it has no contexts.
    commands: Option<ContextCommands>,
    /// Contexts that could not be read: nothing is gained by trying again.
    unreadable: HashSet<String>,
    ornaments: ProgressOrnaments,
    /// The page that was read last, if the last look read one.
    shown: Option<(String, ShownPage)>,
    pub(super) faults: FaultLedger,
    notices: Vec<String>,
}

/// A page inside of a native app.
#[derive(Debug)]
pub(super) struct ReadWebView {
    pub(super) seen: PageSnapshot,
    pub(super) busy: bool,
}

impl WebViews {
    pub(super) fn new() -> Self {
        Self {
            commands: COMMANDS.first().copied(),
            unreadable: HashSet::new(),
            ornaments: ProgressOrnaments::new(),
            shown: None,
            faults: FaultLedger::default(),
            notices: Vec::new(),
        }
    }

    /// No page is known to be shown.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// What was noted since the last time.
    pub(super) fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Reads the page of a web view of the app `package`, if there is one that can be read.
    pub(super) async fn read(
        &mut self,
        session: &WebDriverSession,
        package: &str,
    ) -> Result<Option<(String, ReadWebView)>, WebDriverError> {
        for context in self.contexts(session, package).await? {
            let Some(ContextCommands { choose, .. }) = self.commands else { return Ok(None) };
            let entered = session.post(choose, &json!({"name": context})).await;
            let read = match entered {
                Ok(_) => self.read_page(session, package).await,
                Err(error) => Err(error),
            };
            leave(session, choose).await?;
            match read {
                Ok(page) => return Ok(Some((context, page))),
                Err(error) if error.is_lost() => return Err(error),
                Err(error) => {
                    let why = one_line(&error.to_string(), 200);
                    self.notices.push(format!(
                        "the web view {context} is not read, but what its platform tells of it: {why}"
                    ));
                    self.unreadable.insert(context);
                }
            }
        }
        Ok(None)
    }

    /// Remembers what is shown, for the next action.
    pub(super) fn shows(&mut self, context: String, page: ShownPage) {
        self.shown = Some((context, page));
    }

    /// The contexts that may be the app's web view, the likeliest first.
    async fn contexts(
        &mut self,
        session: &WebDriverSession,
        package: &str,
    ) -> Result<Vec<String>, WebDriverError> {
        let mut listed = None;
        while let Some(ContextCommands { list, .. }) = self.commands {
            match session.get(list).await {
                Ok(contexts) => {
                    listed = Some(contexts);
                    break;
                }
                Err(error) if error.is_lost() => return Err(error),
                Err(error) if error.is_unknown_command() => {
                    let others = COMMANDS.iter().skip_while(|it| it.list != list).skip(1);
                    self.commands = others.copied().next();
                }
                Err(_) => break,
            }
        }
        let Some(listed) = listed else { return Ok(Vec::new()) };
        let names = listed.as_array().into_iter().flatten().filter_map(|name| name.as_str());
        let is_tried = |name: &&str| name.starts_with(WEB) && !self.unreadable.contains(*name);
        let mut names: Vec<String> = names.filter(is_tried).map(str::to_owned).collect();
        // On Android they are called after the app, and those of other apps may be listed as well.
        names.sort_by_key(|name| package.is_empty() || !name.contains(package));
        names.truncate(MOST_TRIED);
        Ok(names)
    }

    /// Reads the page of the context that is chosen until it is idle.
    async fn read_page(
        &mut self,
        session: &WebDriverSession,
        package: &str,
    ) -> Result<ReadWebView, WebDriverError> {
        let mut wait = PageIdleWait::new(LIMITS);
        let mut looked: Option<Instant> = None;
        loop {
            let given = session.execute(&page_script::body(), &json!([]), READ_LIMIT).await?;
            let (seen, recorded) = page_script::read(&given)
                .map_err(|error| WebDriverError::NoPageRead { said: error.to_string() })?;
            self.take(&recorded, package);
            let since = looked.map_or(Duration::ZERO, |looked| looked.elapsed());
            looked = Some(Instant::now());
            match wait.judge(&seen, since, recorded.waits, &mut self.ornaments) {
                PageIdleDecision::Wait => tokio::time::sleep(LIMITS.settle).await,
                PageIdleDecision::Done { busy } => return Ok(ReadWebView { seen, busy }),
            }
        }
    }

    fn take(&mut self, recorded: &RecordedFaults, package: &str) {
        self.notices.extend(recorded.add_to(&mut self.faults, package));
    }

    /// Does `action` in the page that is shown if it is aimed at something there; `None` if it is for the device
    /// to do.
    pub(super) async fn perform(
        &self,
        session: &WebDriverSession,
        action: &Action,
        dialect: SourceDialect,
    ) -> Result<Option<ActionReport>, DeviceError> {
        let Some((context, page)) = &self.shown else { return Ok(None) };
        let Some(ContextCommands { choose, .. }) = self.commands else { return Ok(None) };
        let Some(point) = action.target().and_then(|target| page.point(target)) else {
            return Ok(None);
        };
        let touch = PointerDevice::Touch;
        let moves = match action {
            // Elsewhere touches go to the device, whatever the context is.
            Action::Type { .. } => None,
            _ if dialect != SourceDialect::Android => return Ok(None),
            Action::Tap { .. } => Some(pointer::tap(touch, point, 1)),
            Action::DoubleTap { .. } => Some(pointer::tap(touch, point, 2)),
            Action::LongTap { .. } => Some(pointer::hold(touch, point)),
            _ => return Ok(None),
        };
        match session.post(choose, &json!({"name": context})).await {
            Ok(_) => {}
            Err(error) if error.is_lost() => return Err(error.into()),
            Err(_) => return Ok(None),
        }
        let done = match (action, moves) {
            (Action::Type { text, .. }, _) => {
                let touch = pointer::on_page(pointer::tap(touch, point, 1), page.zoom);
                page_field::type_text(session, point, text, &touch).await
            }
            (_, Some(moves)) => {
                match session.post("actions", &pointer::on_page(moves, page.zoom)).await {
                    Ok(_) => Ok(ActionReport::default()),
                    Err(error) => Err(error.into()),
                }
            }
            (_, None) => Ok(ActionReport::default()),
        };
        leave(session, choose).await?;
        match done {
            // The device can still do it.
            Err(DeviceError::WebDriver(error)) if !error.is_lost() => Ok(None),
            other => other.map(Some),
        }
    }
}

/// Chooses the native context. Without it nothing else would be where it is expected.
async fn leave(session: &WebDriverSession, choose: &str) -> Result<(), WebDriverError> {
    let left = session.post(choose, &json!({"name": NATIVE})).await;
    match left {
        Err(error) if !error.is_lost() => {
            Err(WebDriverError::SessionGone { said: format!("it stays in a web view: {error}") })
        }
        other => ignored(other),
    }
}
