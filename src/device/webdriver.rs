//! Apps on any server that speaks W3C WebDriver: chromedriver, geckodriver, Selenium Grid, Appium and
//! device clouds.
//!
//! What a session can do is found out once it is open, by its capabilities and by asking. A browser's page
//! is read by the script of the web backend (`reading`), a native app by its page source (`source`). A
//! session that is lost is opened anew, as often as it takes within a limit; the engine goes on from there.

mod acting;
mod browser;
mod client;
mod error;
mod ios;
mod leftover;
mod native_acting;
mod native_app;
mod offered;
mod page_field;
mod page_script;
mod pointer;
mod reading;
mod session;
mod source;
mod web_view;
mod window_size;

use std::any::Any;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use reqwest::Url;
use serde_json::Value;

use super::web::BrowserSettings;
use super::web::faults::FaultLedger;
use super::{ActionReport, AppInfo, Device, DeviceError, DeviceFuture, DeviceInfo, Observation};
use crate::domain::{Action, AppCrash, DeviceCapabilities, DisplaySize, Secret};
use browser::BrowserApp;
use client::WebDriverClient;
use leftover::LeftSession;
use native_app::NativeApp;
use session::WebDriverSession;

pub use error::WebDriverError;
pub use offered::{OfferedServer, ask as ask_server};

/// How long a lost session is asked for again: a node that died is removed after half a minute, and others may
/// stand before us in the queue.
const REOPEN_LIMIT: Duration = Duration::from_secs(180);

/// What the user can choose.
#[derive(Clone, Debug)]
pub struct WebDriverOptions {
    /// The target as the user names it: `webdriver:http://127.0.0.1:9515`.
    pub target: String,
    /// The server.
    pub server: Url,
    /// What is asked of a session: the capabilities alone, or `alwaysMatch` and `firstMatch` of them.
    pub capabilities: Value,
    /// The app: an address for a browser, a package or bundle id elsewhere.
    pub app: Option<String>,
    /// What a web app is called in place of its host and port.
    pub name: Option<String>,
    /// How a browser shows the app.
    pub settings: BrowserSettings,
    /// Clear the app's data before it is opened, if the server can do that.
    pub fresh: bool,
    /// Take pictures.
    pub pictures: bool,
    /// User and key, as `user:key`.
    pub login: Option<Secret>,
    /// What must live as long as the device: a server of the app.
    pub serving: Option<Arc<dyn Any + Send + Sync>>,
}

/// An app behind a WebDriver server, as a device.
pub struct WebDriverDevice {
    options: WebDriverOptions,
    info: DeviceInfo,
    link: Option<WebDriverLink>,
    /// The session before, if it could not be ended.
    left: LeftSession,
    capabilities: DeviceCapabilities,
}

/// A session with the app that it drives.
struct WebDriverLink {
    session: WebDriverSession,
    driven: DrivenApp,
}

/// What a session drives.
enum DrivenApp {
    Browser(Box<BrowserApp>),
    Native(Box<NativeApp>),
}

impl WebDriverDevice {
    /// A device for the app that `options` name. No session is opened before it is identified.
    pub fn new(options: WebDriverOptions) -> Self {
        let info = DeviceInfo {
            target: options.target.clone(),
            model: String::new(),
            system: String::new(),
            size: options.settings.viewport,
        };
        let capabilities =
            DeviceCapabilities { pictures: options.pictures, ..DeviceCapabilities::WEBDRIVER_PAGE };
        Self { options, info, link: None, left: LeftSession::default(), capabilities }
    }

    async fn connect(&mut self, limit: Duration) -> Result<(), WebDriverError> {
        if self.link.is_some() {
            return Ok(());
        }
        let client = WebDriverClient::new(&self.options.server, self.options.login.clone())?;
        let wanted = session::wanted(&self.options.capabilities);
        let session = WebDriverSession::reopen(&client, &wanted, limit, &mut self.left).await?;
        self.left.opened(&session.id);
        let link = self.greet(&session).await;
        match link {
            Ok(driven) => {
                self.link = Some(WebDriverLink { session, driven });
                Ok(())
            }
            Err(error) => {
                // A session that nobody uses would keep its device taken.
                self.left.closed(&session.id, &session.delete("").await);
                Err(error)
            }
        }
    }

    /// Finds out what the session drives, and what can be done with it.
    async fn greet(&mut self, session: &WebDriverSession) -> Result<DrivenApp, WebDriverError> {
        let said = |name: &str| session.capability(name).unwrap_or_default().to_owned();
        let pictures = self.options.pictures;
        if let Some(browser) =
            session.capability("browserName").filter(|_| session.capability("appPackage").is_none())
        {
            self.info.model = format!("{browser} {}", said("browserVersion"));
            self.info.system = said("platformName");
            let url = self.options.app.as_deref().and_then(|app| Url::parse(app).ok());
            let url = url.ok_or(WebDriverError::NoPage)?;
            let (name, settings) = (self.options.name.clone(), self.options.settings.clone());
            let mut browser = BrowserApp::new(url, name, settings, pictures);
            browser.greet(session).await?;
            self.capabilities = browser.capabilities();
            return Ok(DrivenApp::Browser(Box::new(browser)));
        }
        let native = NativeApp::greet(session, self.options.app.clone(), pictures).await?;
        self.info.model = [said("deviceModel"), said("deviceName")]
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_default();
        self.info.system =
            format!("{} {}", said("platformName"), said("platformVersion")).trim().to_owned();
        self.info.size = native.size();
        self.capabilities = native.capabilities();
        Ok(DrivenApp::Native(Box::new(native)))
    }

    fn link(&mut self) -> Result<&mut WebDriverLink, WebDriverError> {
        let said = || "it is not open".to_owned();
        self.link.as_mut().ok_or_else(|| WebDriverError::SessionGone { said: said() })
    }

    async fn begin(&mut self) -> Result<AppInfo, WebDriverError> {
        self.connect(Duration::ZERO).await?;
        let fresh = self.options.fresh;
        let WebDriverLink { session, driven } = self.link()?;
        let package = match driven {
            DrivenApp::Browser(app) => {
                app.open_anew(session).await?;
                app.app.clone()
            }
            DrivenApp::Native(app) => app.open(session, fresh).await?,
        };
        Ok(AppInfo { package, ..AppInfo::default() })
    }

    async fn look(&mut self) -> Result<Observation, WebDriverError> {
        let WebDriverLink { session, driven } = self.link()?;
        match driven {
            DrivenApp::Browser(app) => app.observe(session).await,
            DrivenApp::Native(app) => app.observe(session).await,
        }
    }

    async fn act(&mut self, action: &Action) -> Result<ActionReport, DeviceError> {
        let WebDriverLink { session, driven } = self.link()?;
        match driven {
            DrivenApp::Browser(app) => app.perform(session, action).await,
            DrivenApp::Native(app) => match app.perform(session, action).await? {
                Some(report) => Ok(report),
                None => Ok(self.restart().await?),
            },
        }
    }

    /// Restarts an app for which the server has no command: by a new session.
    async fn restart(&mut self) -> Result<ActionReport, WebDriverError> {
        self.finish().await;
        self.connect(REOPEN_LIMIT).await?;
        Ok(ActionReport::default())
    }

    async fn read_crashes(&mut self) -> Result<Vec<AppCrash>, WebDriverError> {
        let WebDriverLink { session, driven } = self.link()?;
        match driven {
            DrivenApp::Browser(app) => Ok(app.faults.take()),
            DrivenApp::Native(app) => app.crashes(session).await,
        }
    }

    async fn finish(&mut self) {
        if let Some(link) = self.link.take() {
            self.left.closed(&link.session.id, &link.session.delete("").await);
        }
    }

    /// Opens a session in place of one that is lost. Faults that it found and nobody has read are kept.
    async fn come_back(&mut self) -> Result<(), WebDriverError> {
        let found = match self.link.as_mut().map(|link| &mut link.driven) {
            Some(DrivenApp::Browser(app)) => std::mem::take(&mut app.faults),
            _ => FaultLedger::default(),
        };
        self.finish().await;
        self.connect(REOPEN_LIMIT).await?;
        if let Some(DrivenApp::Browser(app)) = self.link.as_mut().map(|link| &mut link.driven) {
            app.faults = found;
        }
        self.begin().await.map(drop)
    }
}

impl Device for WebDriverDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn capabilities(&self) -> DeviceCapabilities {
        self.capabilities
    }

    fn remember_at(&mut self, file: &Path) {
        if self.link.is_none() {
            self.left = LeftSession::of(Some(file.to_owned()));
        }
    }

    fn identify(&mut self) -> DeviceFuture<'_, ()> {
        async { Ok(self.connect(Duration::ZERO).await?) }.boxed()
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        async { Ok(self.begin().await?) }.boxed()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        async { Ok(self.look().await?) }.boxed()
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        self.act(action).boxed()
    }

    fn crashes(&mut self) -> DeviceFuture<'_, Vec<AppCrash>> {
        async { Ok(self.read_crashes().await?) }.boxed()
    }

    fn close(&mut self) -> DeviceFuture<'_, ()> {
        async {
            self.finish().await;
            Ok(())
        }
        .boxed()
    }

    fn reconnect(&mut self) -> DeviceFuture<'_, ()> {
        async { Ok(self.come_back().await?) }.boxed()
    }
}

/// The display of a session that does not tell its size.
const UNKNOWN_SIZE: DisplaySize = DisplaySize::new(0, 0);
