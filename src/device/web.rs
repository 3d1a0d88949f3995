//! Web apps in an installed browser, over the Chrome DevTools Protocol.
//!
//! The browser runs headless with a profile of its own, which is deleted afterwards, and shows the app
//! in a viewport of a phone's size with touch. One script run in the page gives an observation
//! (`snapshot`); touches and keys are the browser's own input events. What the page cannot tell is
//! shown as a screen too: native dialogs, the options of drop-down lists, a page that died
//! (`native`). Popups are followed, and closed on the way back. Calls are given up as soon as
//! something is in front that holds back their replies.

mod acting;
mod browser;
mod calls;
mod cdp;
pub(in crate::device) mod conditions;
mod coverage;
mod coverage_file;
mod covered_lines;
mod downloads;
mod error;
pub(in crate::device) mod events;
pub(in crate::device) mod faults;
mod function_names;
mod history;
pub(in crate::device) mod idle;
mod live;
pub(in crate::device) mod location;
mod login;
mod looking;
pub(in crate::device) mod native;
mod reports;
mod served;
mod settings;
pub(in crate::device) mod snapshot;
mod source_map;
mod tabs;
mod touch;
mod typing;
mod uploads;

use std::any::Any;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use reqwest::Url;
use tokio::sync::watch;

use super::serving::RunningServer;
use super::{ActionReport, AppInfo, Device, DeviceFuture, DeviceInfo, LivePictures, Observation};
use crate::domain::{
    Action, AppCrash, Coverage, CoveredParts, DeviceCapabilities, DisplaySize, FunctionNames,
    Secret,
};
use browser::BrowserProcess;
use cdp::CdpConnection;
use conditions::PageConditions;
use coverage::CoverageLedger;
use downloads::Downloads;
use events::PageTarget;
use faults::FaultLedger;
use function_names::ToldFunctions;
use idle::{OpenRequests, PageIdleLimits, ProgressOrnaments};
use live::LivePictureSender;
use native::{ChoiceList, NativeDialog};
use uploads::{FileRequest, UploadFiles};

pub use browser::{BROWSER_VARIABLE, find_browser};
pub use error::WebError;
pub use login::SavedLogin;
pub use native::{
    ACCEPT as DIALOG_ACCEPT, ANSWER as DIALOG_ANSWER, DISMISS as DIALOG_DISMISS,
    OPTION as DIALOG_OPTION,
};
pub use served::WebServing;
pub use settings::{BrowserSettings, NetworkSpeed};

/// Which browser is driven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserSource {
    /// One that is started with a profile of its own.
    Start {
        /// The program.
        program: PathBuf,
    },
    /// One that runs and listens on a port of this computer.
    Attach {
        /// The port.
        port: u16,
    },
}

/// What the user can choose.
#[derive(Clone, Debug)]
pub struct WebOptions {
    /// The target as the user names it: `web:http://localhost:3000`.
    pub target: String,
    /// Where the app begins; `None` for the page in front of a browser that runs.
    pub url: Option<Url>,
    /// The browser.
    pub source: BrowserSource,
    /// How it shows the app.
    pub settings: BrowserSettings,
    /// Delete what the app has stored before it is opened. A browser that is started has nothing.
    pub fresh: bool,
    /// Take pictures. Without them an observation is quicker.
    pub pictures: bool,
    /// What the app is called in place of its host and port.
    pub name: Option<String>,
    /// What starts the app's server, which ends with the session.
    pub serving: Option<WebServing>,
    /// Cookies and stored data to begin with.
    pub login: Option<SavedLogin>,
    /// User and password for a server that asks for them itself, as `user:password`.
    pub password: Option<Secret>,
    /// What must live as long as the device: a server of the app.
    pub server: Option<Arc<dyn Any + Send + Sync>>,
}

/// A web app as a device.
pub struct WebDevice {
    options: WebOptions,
    info: DeviceInfo,
    /// Where the app begins, once it is known.
    url: Option<Url>,
    /// The app under test.
    app: String,
    /// Its host and port, as [`location::package`] gives them.
    host: String,
    limits: PageIdleLimits,
    /// The app's server, if we have started it.
    server: Option<RunningServer>,
    link: Option<BrowserLink>,
    /// The pages that are open, each opened by one before it. The last is in front.
    tabs: Vec<OpenTab>,
    /// Pages that were opened and are not in [`WebDevice::tabs`] yet.
    arrivals: Vec<PageTarget>,
    dialog: Option<NativeDialog>,
    choice: Option<ChoiceList>,
    /// The address of the page in front.
    shown: String,
    /// How much larger than it is laid out the page was shown when it was read last.
    scale: f64,
    requests: OpenRequests,
    /// BACK led to the answer to a form, which the browser shows only if it sends the form again.
    asks_to_send_again: bool,
    /// So many inputs in a row were not answered.
    unanswered: u32,
    faults: FaultLedger,
    notices: Vec<String>,
    /// What was said already and is not repeated.
    said: HashSet<String>,
    ornaments: ProgressOrnaments,
    coverage: CoverageLedger,
    /// What was told of it by names.
    named: ToldFunctions,
    landscape: bool,
    conditions: PageConditions,
    /// The script that stores what a saved login holds, until it is in a page.
    storing: Option<String>,
    /// What pages that ask for a file are given, one after the other, and how many they were given.
    uploads: Option<UploadFiles>,
    file_request: Option<FileRequest>,
    /// What the app offered for download, if that is kept.
    downloads: Option<Downloads>,
    /// Where pictures of the page in front go between observations, if anybody watches.
    live: Option<LivePictureSender>,
}

/// A browser that is connected.
#[derive(Debug)]
struct BrowserLink {
    cdp: Arc<CdpConnection>,
    /// `None` for a browser that was running before.
    process: Option<BrowserProcess>,
    /// What the browser calls itself on phones.
    agent: String,
}

/// A page that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenTab {
    target: String,
    session: String,
    /// Why it cannot be used any more.
    dead: Option<String>,
}

impl WebDevice {
    /// A device for the app that `options` name. No browser is started before it is identified.
    pub fn new(options: WebOptions) -> Self {
        let info = DeviceInfo {
            target: options.target.clone(),
            model: String::new(),
            system: String::new(),
            size: options.settings.viewport,
        };
        Self {
            info,
            url: options.url.clone(),
            coverage: CoverageLedger::new(options.settings.coverage_out.is_some()),
            named: ToldFunctions::default(),
            conditions: options.settings.first_conditions(),
            options,
            app: String::new(),
            host: String::new(),
            limits: PageIdleLimits {
                settle: Duration::from_millis(80),
                idle: Duration::from_secs(4),
                busy: Duration::from_secs(10),
            },
            server: None,
            link: None,
            tabs: Vec::new(),
            arrivals: Vec::new(),
            dialog: None,
            choice: None,
            shown: String::new(),
            asks_to_send_again: false,
            unanswered: 0,
            requests: OpenRequests::default(),
            faults: FaultLedger::default(),
            notices: Vec::new(),
            said: HashSet::new(),
            ornaments: ProgressOrnaments::new(),
            scale: 1.0,
            landscape: false,
            storing: None,
            uploads: None,
            file_request: None,
            downloads: None,
            live: None,
        }
    }

    /// The viewport as it is turned now.
    const fn viewport(&self) -> DisplaySize {
        let upright = self.options.settings.viewport;
        if self.landscape { DisplaySize::new(upright.height, upright.width) } else { upright }
    }

    /// The app that shows `url`.
    fn package(&self, url: &str) -> String {
        let host = location::package(url);
        let is_app = host == self.host || self.options.settings.stay_on.contains(&host);
        if is_app { self.app.clone() } else { host }
    }

    /// Connects to the browser, which is started if it is ours.
    async fn connect(&mut self) -> Result<(), WebError> {
        if self.link.is_some() {
            return Ok(());
        }
        let (process, address) = match &self.options.source {
            BrowserSource::Start { program } => {
                let (process, address) =
                    BrowserProcess::start(program, self.options.settings.headed).await?;
                (Some(process), address)
            }
            BrowserSource::Attach { port } => (None, browser::attach(*port).await?),
        };
        let cdp = CdpConnection::open(&address, self.live.clone()).await;
        let cdp = Arc::new(cdp.map_err(|said| WebError::Gone { said })?);
        self.link = Some(BrowserLink { cdp, process, agent: String::new() });
        self.greet().await
    }

    async fn begin(&mut self) -> Result<AppInfo, WebError> {
        if let Some(folder) = &self.options.settings.uploads {
            self.uploads = Some(UploadFiles::open(Some(folder))?);
        }
        self.serve().await?;
        self.connect().await?;
        self.sign_in().await?;
        if self.url.is_none() {
            self.url = Some(self.url_in_front().await?);
        }
        let url = self.url.clone().map(String::from).unwrap_or_default();
        self.host = location::package(&url);
        self.app = self.options.name.clone().unwrap_or_else(|| self.host.clone());
        // A browser that we started has nothing stored.
        if self.options.fresh && matches!(self.options.source, BrowserSource::Attach { .. }) {
            self.clear_storage().await?;
        }
        self.open_anew().await?;
        let activities = Vec::new();
        Ok(AppInfo { package: self.app.clone(), version: None, activities, ..AppInfo::default() })
    }

    /// Starts the app's server, if we are to and it does not run.
    async fn serve(&mut self) -> Result<(), WebError> {
        let (Some(serving), Some(url)) = (&self.options.serving, &self.url) else { return Ok(()) };
        if self.server.as_mut().is_none_or(RunningServer::ended) {
            self.server = None;
            self.server = Some(serving.start(url).await?);
        }
        Ok(())
    }

    async fn read_crashes(&mut self) -> Vec<AppCrash> {
        self.take_events();
        self.faults.take()
    }

    async fn read_coverage(&mut self) -> Coverage {
        self.take_coverage().await;
        self.coverage.coverage()
    }

    /// Ends the browser if it is ours, else closes our pages.
    async fn finish(&mut self) {
        if let Some(path) = self.options.settings.coverage_out.clone() {
            self.write_coverage(&path).await;
        }
        let Some(link) = self.link.take() else { return };
        if let Some(process) = link.process {
            drop(link.cdp.send(None, "Browser.close", &serde_json::json!({})));
            process.end().await;
        } else {
            for tab in &self.tabs {
                let params = serde_json::json!({"targetId": tab.target});
                let closed = link.cdp.send(None, "Target.closeTarget", &params);
                // A browser that has gone has closed it too.
                let _ = tokio::time::timeout(Duration::from_secs(2), closed).await;
            }
        }
        self.tabs.clear();
    }

    async fn come_back(&mut self) -> Result<(), WebError> {
        self.finish().await;
        self.serve().await?;
        (self.dialog, self.choice) = (None, None);
        self.arrivals.clear();
        self.connect().await?;
        self.open_anew().await
    }
}

impl Device for WebDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn capabilities(&self) -> DeviceCapabilities {
        DeviceCapabilities {
            pictures: self.options.pictures,
            // A browser that we started has nothing of the user's.
            may_clear: self.options.fresh
                || matches!(self.options.source, BrowserSource::Start { .. }),
            keeps_downloads: self.downloads.is_some(),
            ..self.options.settings.capabilities()
        }
    }

    fn live_pictures(&mut self) -> Option<LivePictures> {
        if !self.options.pictures {
            return None;
        }
        let (sender, pictures) = watch::channel(None);
        self.live = Some(sender);
        Some(pictures)
    }

    fn identify(&mut self) -> DeviceFuture<'_, ()> {
        async { Ok(self.connect().await?) }.boxed()
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        async { Ok(self.begin().await?) }.boxed()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        async { Ok(self.look_until_idle().await?) }.boxed()
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        self.act(action).boxed()
    }

    fn crashes(&mut self) -> DeviceFuture<'_, Vec<AppCrash>> {
        async { Ok(self.read_crashes().await) }.boxed()
    }

    fn coverage(&mut self) -> DeviceFuture<'_, Coverage> {
        async { Ok(self.read_coverage().await) }.boxed()
    }

    fn newly_covered(&mut self) -> CoveredParts {
        self.coverage.newly_covered()
    }

    fn function_names(&mut self) -> FunctionNames {
        self.named.news(&self.coverage)
    }

    fn close(&mut self) -> DeviceFuture<'_, ()> {
        async {
            self.finish().await;
            if let Some(server) = self.server.take() {
                server.stop().await;
            }
            Ok(())
        }
        .boxed()
    }

    fn reconnect(&mut self) -> DeviceFuture<'_, ()> {
        async { Ok(self.come_back().await?) }.boxed()
    }
}
