//! Pages: opening, preparing and closing them.

use std::time::Duration;

use reqwest::Url;
use serde_json::{Value, json};

use super::calls::CallFailure;
use super::downloads::Downloads;
use super::error::WebError;
use super::{BrowserSource, OpenTab, WebDevice, live, location, login};
use crate::domain::Secret;

/// Runs in each document before its own scripts.
const PRELUDE: &str = include_str!("script/prelude.js");

/// So many pages are open at most; more are closed as they open.
const MOST_TABS: usize = 5;

/// How long a page may take to answer while it is prepared.
pub(super) const PREPARE_LIMIT: Duration = Duration::from_secs(10);

/// How long the first response of a page may take.
const LOAD_LIMIT: Duration = Duration::from_secs(30);

/// What pages ask permission for, all of it denied.
const PERMISSIONS: [&str; 6] =
    ["geolocation", "notifications", "camera", "microphone", "midi", "clipboard-read"];

impl WebDevice {
    /// Asks who the browser is, and sets what holds for all pages.
    pub(super) async fn greet(&mut self) -> Result<(), WebError> {
        let version = self.ask_browser("Browser.getVersion", &json!({})).await?;
        let product = version["product"].as_str().unwrap_or("browser").replace("Headless", "");
        let major = product.split(['/', '.']).nth(1).unwrap_or("120").to_owned();
        self.info.model = product;
        self.info.system = format!(
            "DevTools protocol {}",
            version["protocolVersion"].as_str().unwrap_or_default()
        );
        if let Some(link) = &mut self.link {
            let touch = self.options.settings.has_touch();
            let (system, mobile) =
                if touch { ("Linux; Android 10; K", " Mobile") } else { ("X11; Linux x86_64", "") };
            link.agent = format!(
                "Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{major}.0.0.0{mobile} Safari/537.36"
            );
        }
        self.ask_browser("Target.setDiscoverTargets", &json!({"discover": true})).await?;
        if matches!(self.options.source, BrowserSource::Start { .. }) {
            let behavior = self.download_behavior();
            self.ask_browser("Browser.setDownloadBehavior", &behavior).await?;
            for name in PERMISSIONS {
                let deny = json!({"permission": {"name": name}, "setting": "denied"});
                // Browsers differ in what they know; what they do not know they do not ask for.
                let _ = self.ask_browser("Browser.setPermission", &deny).await;
            }
        }
        Ok(())
    }

    /// What becomes of the files that the app offers for download. If the user names files for the app, they are denied.
    fn download_behavior(&mut self) -> Value {
        if self.downloads.is_none() && self.options.settings.uploads.is_none() {
            self.downloads = Downloads::new().ok();
        }
        let deny = || json!({"behavior": "deny", "eventsEnabled": true});
        self.downloads.as_mut().map_or_else(deny, Downloads::begin_anew)
    }

    /// The address of the page in front of a browser that runs.
    pub(super) async fn url_in_front(&mut self) -> Result<Url, WebError> {
        let targets = self.ask_browser("Target.getTargets", &json!({})).await?;
        let pages = targets["targetInfos"].as_array().into_iter().flatten();
        let mut urls = pages
            .filter(|target| target["type"] == "page")
            .filter_map(|target| Url::parse(target["url"].as_str()?).ok());
        let web = |url: &Url| matches!(url.scheme(), "http" | "https" | "file");
        urls.find(web).ok_or_else(|| WebError::CannotOpen {
            url: self.options.target.clone(),
            said: "the browser shows no web page".into(),
        })
    }

    /// Deletes what the app has stored in the browser.
    pub(super) async fn clear_storage(&mut self) -> Result<(), WebError> {
        let Some(url) = &self.url else { return Ok(()) };
        let origin = url.origin().ascii_serialization();
        self.open_tab().await?;
        let params = json!({"origin": origin, "storageTypes": "all"});
        match self.ask_page("Storage.clearDataForOrigin", &params, PREPARE_LIMIT).await {
            Ok(_) | Err(CallFailure::Interrupted) => Ok(()),
            Err(CallFailure::Failed(error)) => Err(error),
        }
    }

    /// Opens the app in a new page, and closes all others that are ours. Data it has saved stays.
    pub(super) async fn open_anew(&mut self) -> Result<(), WebError> {
        self.take_coverage().await;
        let old = std::mem::take(&mut self.tabs);
        (self.dialog, self.choice) = (None, None);
        self.arrivals.clear();
        self.requests.clear();
        self.open_tab().await?;
        for tab in old {
            // One that does not go is behind the new one for good.
            let params = json!({"targetId": tab.target});
            drop(self.cdp()?.send(None, "Target.closeTarget", &params));
        }
        let url = self.url.clone().map(String::from).unwrap_or_default();
        let address = self.url.as_ref().map(|url| {
            let password = self.options.password.as_ref().and_then(Secret::reveal);
            login::with_password(url, password).to_string()
        });
        let params = json!({"url": address.unwrap_or_default()});
        let opened = self.ask_page("Page.navigate", &params, LOAD_LIMIT).await;
        let cannot = |said: String| WebError::CannotOpen { url: url.clone(), said };
        match opened {
            Ok(reply) => match reply["errorText"].as_str().filter(|text| !text.is_empty()) {
                Some(text) => return Err(cannot(text.to_owned())),
                None => self.shown.clone_from(&url),
            },
            // It has begun: a dialog is open already, or the page has crashed.
            Err(CallFailure::Interrupted) => self.shown.clone_from(&url),
            Err(CallFailure::Failed(WebError::NoAnswer { seconds, .. })) => {
                return Err(cannot(format!("there was no response within {seconds} s")));
            }
            Err(CallFailure::Failed(error)) => return Err(error),
        }
        Ok(())
    }

    async fn open_tab(&mut self) -> Result<(), WebError> {
        let created =
            self.ask_browser("Target.createTarget", &json!({"url": "about:blank"})).await?;
        let target = created["targetId"].as_str().unwrap_or_default().to_owned();
        self.arrivals.retain(|arrival| arrival.target_id != target);
        self.attach(target).await
    }

    /// Attaches to a page, which is in front from then on.
    async fn attach(&mut self, target: String) -> Result<(), WebError> {
        let params = json!({"targetId": target, "flatten": true});
        let attached = self.ask_browser("Target.attachToTarget", &params).await?;
        let session = attached["sessionId"].as_str().unwrap_or_default().to_owned();
        self.tabs.push(OpenTab { target, session, dead: None });
        self.requests.clear();
        self.prepare().await
    }

    /// Switches on what is needed of the page in front. Calls are answered in order, so that the last
    /// one's reply is enough.
    async fn prepare(&mut self) -> Result<(), WebError> {
        let cdp = self.cdp()?;
        let Some(tab) = self.tabs.last().cloned() else { return Ok(()) };
        let agent = self.link.as_ref().map(|link| link.agent.clone()).unwrap_or_default();
        let touch = self.options.settings.has_touch();
        // Which lines ran costs the page time, so it is only asked for if it is wanted.
        let lines = self.options.settings.coverage_out.is_some();
        let calls: [(&str, Value); 13] = [
            ("Page.enable", json!({})),
            ("Inspector.enable", json!({})),
            ("Network.enable", json!({})),
            ("Audits.enable", json!({})),
            ("Page.addScriptToEvaluateOnNewDocument", json!({"source": PRELUDE})),
            (
                "Emulation.setUserAgentOverride",
                json!({"userAgent": agent, "platform": if touch { "Linux armv81" } else { "Linux x86_64" }}),
            ),
            ("Emulation.setTouchEmulationEnabled", json!({"enabled": touch, "maxTouchPoints": 5})),
            ("Emulation.setDeviceMetricsOverride", self.metrics()),
            ("Page.setInterceptFileChooserDialog", json!({"enabled": true})),
            ("Page.bringToFront", json!({})),
            ("Profiler.enable", json!({})),
            ("Profiler.startPreciseCoverage", json!({"callCount": false, "detailed": lines})),
            // For what a page that opened itself has loaded already.
            ("Runtime.evaluate", json!({"expression": PRELUDE, "silent": true})),
        ];
        if self.live.is_some() {
            let (method, params) = live::start();
            drop(cdp.send(Some(&tab.session), method, &params));
        }
        let storing = self
            .storing
            .take()
            .map(|script| ("Page.addScriptToEvaluateOnNewDocument", json!({"source": script})));
        if let Some((method, params)) = &storing {
            drop(cdp.send(Some(&tab.session), method, params));
        }
        let conditions = self.conditions.iter().map(|(method, params)| (*method, params));
        for (method, params) in calls.iter().map(|call| (call.0, &call.1)).chain(conditions) {
            drop(cdp.send(Some(&tab.session), method, params));
        }
        match self.ask_page("Runtime.enable", &json!({}), PREPARE_LIMIT).await {
            Err(CallFailure::Failed(error)) if error.is_lost() => Err(error),
            _ => Ok(()),
        }
    }

    /// The viewport, as the protocol sets it.
    pub(super) fn metrics(&self) -> Value {
        let size = self.viewport();
        let (kind, angle) =
            if self.landscape { ("landscapePrimary", 90) } else { ("portraitPrimary", 0) };
        json!({
            "width": size.width, "height": size.height, "deviceScaleFactor": 1,
            "mobile": self.options.settings.has_touch(),
            "screenWidth": size.width, "screenHeight": size.height,
            "screenOrientation": {"type": kind, "angle": angle},
        })
    }

    /// Follows the pages that have opened; the newest is in front then.
    pub(super) async fn follow_arrivals(&mut self) -> Result<(), WebError> {
        self.take_events();
        while let Some(arrival) = self.arrivals.pop() {
            if self.tabs.len() < MOST_TABS {
                let of = match location::package(&arrival.url) {
                    place if place == location::UNKNOWN => String::new(),
                    place => format!(" of {place}"),
                };
                match self.attach(arrival.target_id).await {
                    Err(error) if error.is_lost() => return Err(error),
                    // It has closed meanwhile.
                    Err(_) => {}
                    Ok(()) => self.note(format!("a new page{of} opened and was followed")),
                }
            } else {
                self.note(format!(
                    "more than {MOST_TABS} pages were opened; the others were closed"
                ));
                let params = json!({"targetId": arrival.target_id});
                drop(self.cdp()?.send(None, "Target.closeTarget", &params));
            }
        }
        Ok(())
    }

    /// Closes the page in front; the one that opened it is in front then.
    pub(super) async fn close_front(&mut self) -> Result<(), WebError> {
        self.take_coverage().await;
        if self.tabs.len() < 2 {
            return Ok(());
        }
        if let Some(tab) = self.tabs.pop() {
            (self.dialog, self.choice) = (None, None);
            self.requests.clear();
            self.ask_browser("Target.closeTarget", &json!({"targetId": tab.target})).await?;
        }
        let front = self.ask_page("Page.bringToFront", &json!({}), PREPARE_LIMIT).await;
        match front {
            Err(CallFailure::Failed(error)) if error.is_lost() => Err(error),
            _ => Ok(()),
        }
    }

    /// Adds what ran of the page in front to the coverage.
    pub(super) async fn take_coverage(&mut self) {
        let limit = Duration::from_secs(5);
        if let Ok(taken) = self.ask_page("Profiler.takePreciseCoverage", &json!({}), limit).await {
            self.coverage.add(&taken);
        }
    }
}
