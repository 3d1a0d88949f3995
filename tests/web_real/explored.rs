//! A web app of a test's own in a real browser.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ridealong::demo::web::server::{PageReply, PageServer};
use ridealong::device::web::{
    BrowserSettings, BrowserSource, SavedLogin, WebDevice, WebOptions, find_browser,
};
use ridealong::device::{ActionReport, Device as _, DeviceError, Observation};
use ridealong::domain::{
    Action, AppCrash, DeviceKey, InputText, Screen, Secret, Widget, WidgetTarget,
};

/// Nothing that a page does may hold up one action and the next observation for longer.
const STEP_LIMIT: Duration = Duration::from_secs(40);

/// Pages by path. A path that is not there is answered with 404, `/fail` with 500.
pub type Pages = BTreeMap<&'static str, String>;

/// Serves `pages`.
pub async fn serve(pages: Pages) -> PageServer {
    let started = PageServer::start(move |request| {
        let path = request.path.split('?').next().unwrap_or_default();
        match (path, pages.get(path)) {
            ("/fail", _) => PageReply::status(500, "no"),
            ("/secret", _) => PageReply {
                head: vec!["WWW-Authenticate: Basic realm=app".into()],
                ..PageReply::status(401, "who is there?")
            },
            ("/loop", _) => {
                PageReply { head: vec!["Location: /loop".into()], ..PageReply::status(302, "") }
            }
            (_, Some(page)) => PageReply::html(page.clone()),
            _ => PageReply::status(404, "there is no such page"),
        }
    });
    started.await.expect("a free port")
}

/// A page with `body`, in the viewport of a phone.
pub fn page(body: &str) -> String {
    format!(
        "<!doctype html><meta name=viewport content='width=device-width, initial-scale=1'>\
         <style>button, input, select, textarea {{ font: 16px sans-serif; min-height: 32px }}</style>{body}"
    )
}

/// An app in a browser of its own.
pub struct Explored {
    pub device: WebDevice,
    pub server: Option<PageServer>,
    pub screen: Screen,
    pub seen: Observation,
}

impl Explored {
    /// Opens the page with `body`.
    pub async fn page(body: &str) -> Self {
        Self::pages(Pages::from([("/", page(body))])).await
    }

    /// The same in a browser with these settings.
    pub async fn page_with(body: &str, settings: BrowserSettings) -> Self {
        Self::pages_with(Pages::from([("/", page(body))]), settings).await
    }

    /// Opens `/` of `pages`.
    pub async fn pages(pages: Pages) -> Self {
        Self::pages_with(pages, BrowserSettings::default()).await
    }

    /// The same in a browser with these settings.
    pub async fn pages_with(pages: Pages, settings: BrowserSettings) -> Self {
        let server = serve(pages).await;
        let url = server.url("/");
        let device = device_with(&url, settings);
        Self { server: Some(server), ..Self::of(device).await }
    }

    /// Opens the app at `url`.
    pub async fn open(url: &str) -> Self {
        Self::of(device(url)).await
    }

    /// The same with a saved login.
    pub async fn signed_in(url: &str, login: SavedLogin) -> Self {
        let options = options(url, BrowserSettings::default());
        Self::of(WebDevice::new(WebOptions { login: Some(login), ..options })).await
    }

    async fn of(mut device: WebDevice) -> Self {
        device.open().await.expect("the app opens");
        let seen = device.observe().await.expect("it can be observed");
        Self { device, server: None, screen: seen.screen.clone(), seen }
    }

    /// The widget that people call `label`.
    pub fn widget(&self, label: &str) -> &Widget {
        let named = || self.screen.widgets.iter().filter(|widget| widget.label == label);
        // The words beside a field are a widget too.
        let found = named().find(|widget| widget.acts()).or_else(|| named().next());
        found.unwrap_or_else(|| panic!("no {label:?} among {:?}", self.labels()))
    }

    pub fn has(&self, label: &str) -> bool {
        self.screen.widgets.iter().any(|widget| widget.label == label)
    }

    pub fn labels(&self) -> Vec<&str> {
        self.screen.widgets.iter().map(|widget| widget.label.as_str()).collect()
    }

    /// Performs an action and observes.
    pub async fn act(&mut self, action: Action) -> Result<ActionReport, DeviceError> {
        let began = Instant::now();
        let report = self.device.perform(&action).await;
        self.observe().await;
        assert!(began.elapsed() < STEP_LIMIT, "{action} took {:?}", began.elapsed());
        report
    }

    pub async fn observe(&mut self) {
        self.seen = self.device.observe().await.expect("it can be observed");
        self.screen = self.seen.screen.clone();
    }

    pub async fn tap(&mut self, label: &str) -> ActionReport {
        let target = WidgetTarget::of(self.widget(label));
        self.act(Action::Tap { target }).await.expect("a tap")
    }

    pub async fn type_into(&mut self, label: &str, text: &str) -> ActionReport {
        let widget = self.widget(label);
        let target = WidgetTarget::of(widget);
        let text = if widget.password {
            InputText::Secret(Secret::new(text))
        } else {
            InputText::Plain(text.into())
        };
        self.act(Action::Type { target, text }).await.expect("typing")
    }

    pub async fn back(&mut self) -> ActionReport {
        self.act(Action::Key { key: DeviceKey::Back }).await.expect("a step back")
    }

    pub async fn crashes(&mut self) -> Vec<AppCrash> {
        self.device.crashes().await.expect("faults can be read")
    }

    /// Ends the browser.
    pub async fn close(mut self) {
        self.device.close().await.expect("it can be closed");
    }
}

/// A device for `url` that is not open.
pub fn device(url: &str) -> WebDevice {
    device_with(url, BrowserSettings::default())
}

/// The same in a browser with these settings.
pub fn device_with(url: &str, settings: BrowserSettings) -> WebDevice {
    WebDevice::new(options(url, settings))
}

fn options(url: &str, settings: BrowserSettings) -> WebOptions {
    let program =
        find_browser().expect("chromium is needed: apt-get install chromium-headless-shell");
    WebOptions {
        target: format!("web:{url}"),
        url: Some(url.parse().expect("an address")),
        source: BrowserSource::Start { program },
        settings,
        fresh: false,
        pictures: true,
        name: None,
        serving: None,
        login: None,
        password: None,
        server: None,
    }
}
