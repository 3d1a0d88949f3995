//! What pages report by events: faults of the app, what is in front, and what is denied.

use serde_json::json;

use super::events::{BrowserEvent, PageTarget};
use super::native::NativeDialog;
use super::uploads::FileRequest;
use super::{BrowserSource, WebDevice, faults, location};

/// So many different notices are shown of one session.
const MOST_NOTICES: usize = 200;

/// The browser's name for a page that it shows again only if it sends a form again.
const SENDS_AGAIN: &str = "net::ERR_CACHE_MISS";

impl WebDevice {
    /// Takes all events that have arrived.
    pub(super) fn take_events(&mut self) {
        while let Some(event) = self.link.as_ref().and_then(|link| link.cdp.take_event()) {
            match event.session {
                Some(session) => self.page_event(&session, event.event),
                None => self.browser_event(event.event),
            }
        }
    }

    fn browser_event(&mut self, event: BrowserEvent) {
        match event {
            BrowserEvent::PageCreated(target) if self.is_ours(&target) => {
                self.arrivals.push(target);
            }
            BrowserEvent::PageDestroyed { target } => {
                self.arrivals.retain(|arrival| arrival.target_id != target);
                self.closed(&target);
            }
            BrowserEvent::Download { guid, name } => self.download_begins(guid, &name),
            BrowserEvent::DownloadProgress(progress) => {
                let is_large = self.downloads.as_mut().is_some_and(|it| it.goes_on(&progress));
                if let Some(link) = self.link.as_ref().filter(|_| is_large) {
                    let params = json!({"guid": progress.guid});
                    drop(link.cdp.send(None, "Browser.cancelDownload", &params));
                }
            }
            _ => {}
        }
    }

    /// The app offers a file for download.
    fn download_begins(&mut self, guid: String, name: &str) {
        let fate = match &mut self.downloads {
            Some(downloads) => {
                downloads.begin(guid, name);
                "is kept for when a page asks for a file"
            }
            None => "was denied",
        };
        self.note(format!("the page offered {name:?} for download, which {fate}"));
    }

    /// True for a page that the app opened. In a browser that we started all are.
    fn is_ours(&self, target: &PageTarget) -> bool {
        let known = |id: &str| self.tabs.iter().any(|tab| tab.target == id);
        if known(&target.target_id) || self.tabs.is_empty() {
            return false;
        }
        let opener = target.opener_id.as_deref();
        let started = matches!(self.options.source, BrowserSource::Start { .. });
        let own = ["chrome:", "devtools:"].iter().any(|scheme| target.url.starts_with(scheme));
        opener.is_some_and(known) || (started && opener.is_none() && !own)
    }

    /// A page was closed, by itself or by us.
    fn closed(&mut self, target: &str) {
        let Some(at) = self.tabs.iter().position(|tab| tab.target == target) else { return };
        if at + 1 == self.tabs.len() {
            (self.dialog, self.choice) = (None, None);
            self.requests.clear();
        }
        if self.tabs.len() == 1 {
            // Nothing is left to show; a page that says so stands for it.
            self.tabs[0].dead = Some("The page has closed itself".into());
        } else {
            self.tabs.remove(at);
        }
    }

    fn page_event(&mut self, session: &str, event: BrowserEvent) {
        let front = self.tabs.last().is_some_and(|tab| tab.session == session);
        match event {
            BrowserEvent::DialogOpened(opened) if front => {
                self.dialog = Some(NativeDialog::new(opened));
            }
            // Nobody sees it, and its page would stand still for ever.
            BrowserEvent::DialogOpened(_) => {
                if let Some(link) = &self.link {
                    let method = "Page.handleJavaScriptDialog";
                    drop(link.cdp.send(Some(session), method, &json!({"accept": true})));
                }
            }
            BrowserEvent::DialogClosed if front => self.dialog = None,
            BrowserEvent::PageCrashed => self.crashed(session),
            BrowserEvent::Navigated { url } if front => {
                self.shown = url;
                self.choice = None;
            }
            BrowserEvent::FileChooser { node } if front => {
                self.file_request = Some(FileRequest { node });
            }
            event if front => self.front_event(event),
            _ => {}
        }
    }

    fn front_event(&mut self, event: BrowserEvent) {
        match event {
            BrowserEvent::RequestSent { id, method, url, waits } => {
                self.requests.sent(id, method, url, waits);
            }
            // What the page or the browser shows in place of a response comes soon.
            BrowserEvent::RequestFailed { id, page_error } => {
                let resending = page_error.as_deref() == Some(SENDS_AGAIN);
                self.asks_to_send_again |= resending;
                let request = self.requests.get(&id).zip(page_error).filter(|_| !resending);
                let told = request.map(|(request, error)| {
                    format!("{} could not be opened: {error}", location::folded_path(&request.url))
                });
                self.requests.answered(&id);
                told.into_iter().for_each(|what| self.note(what));
            }
            BrowserEvent::RequestEnded { id } => self.requests.ended(&id),
            BrowserEvent::Response { id, status } => {
                self.requests.answered(&id);
                let request = self.requests.get(&id);
                if let Some(request) = request.filter(|_| (400..500).contains(&status)) {
                    let (method, part) = (&request.method, location::folded_path(&request.url));
                    let what = format!("{method} {part} was answered with {status}");
                    self.note(what);
                } else if let Some(request) = request.filter(|_| status >= 500) {
                    let package = self.package(&self.shown);
                    let fault =
                        faults::failed_request(&package, &request.method, &request.url, status);
                    self.add_fault(fault);
                }
            }
            BrowserEvent::Issue(issue) => self.add_fault(faults::forbidden(&self.app, &issue)),
            BrowserEvent::Exception(thrown) => {
                self.add_fault(faults::exception(&self.app, &thrown));
            }
            BrowserEvent::ConsoleError(call) => match faults::printed(&self.app, &call) {
                Some(fault) => self.add_fault(fault),
                None => self.note(format!("console error: {}", faults::printed_words(&call))),
            },
            _ => {}
        }
    }

    /// Adds a fault, unless another app is in front.
    fn add_fault(&mut self, fault: crate::domain::AppCrash) {
        if self.package(&self.shown) == self.app {
            self.faults.add(fault);
        }
    }

    fn crashed(&mut self, session: &str) {
        let Some(tab) = self.tabs.iter_mut().find(|tab| tab.session == session) else { return };
        if tab.dead.is_some() {
            return;
        }
        tab.dead = Some("The page has crashed".into());
        let part = location::folded_path(&self.shown);
        self.add_fault(faults::renderer_crash(&self.app, &part));
    }

    /// Says something to the tester, once a session.
    pub(super) fn note(&mut self, what: String) {
        if self.said.len() < MOST_NOTICES && self.said.insert(what.clone()) {
            self.notices.push(what);
        }
    }
}
