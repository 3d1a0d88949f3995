//! When a page is idle: it has loaded, waits for no response and for no timer that an input has set, moves
//! nothing, and looks the same twice.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tokio::time::Instant;

use super::snapshot::PageSnapshot;
use crate::domain::WidgetRole;

/// A response that takes longer is a stream or a long poll, and is not waited for.
const LONGEST_REQUEST: Duration = Duration::from_secs(4);

/// A response that has begun and does not end by then is one that the app does not read.
const LONGEST_RESPONSE: Duration = Duration::from_millis(300);

/// A page without an address that is empty for so long stays so.
const LONGEST_OPENING: Duration = Duration::from_millis(700);

/// Requests that are remembered.
const MOST_REQUESTS: usize = 5_000;

/// The requests of a page that were not answered.
#[derive(Clone, Debug, Default)]
pub(in crate::device) struct OpenRequests {
    requests: HashMap<String, OpenRequest>,
}

/// A request that was sent.
#[derive(Clone, Debug)]
pub(in crate::device) struct OpenRequest {
    /// `GET` and the like.
    pub(in crate::device) method: String,
    /// Where to.
    pub(in crate::device) url: String,
    /// It is waited for until then; `None` for streams.
    until: Option<Instant>,
}

impl OpenRequests {
    /// A request was sent.
    pub(in crate::device) fn sent(&mut self, id: String, method: String, url: String, waits: bool) {
        if self.requests.len() >= MOST_REQUESTS {
            let now = Instant::now();
            self.requests.retain(|_, request| request.until.is_some_and(|until| now < until));
        }
        if self.requests.len() < MOST_REQUESTS {
            let until = waits.then(|| Instant::now() + LONGEST_REQUEST);
            self.requests.insert(id, OpenRequest { method, url, until });
        }
    }

    /// The request with this id, if it is open.
    pub(in crate::device) fn get(&self, id: &str) -> Option<&OpenRequest> {
        self.requests.get(id)
    }

    /// The response has begun.
    pub(in crate::device) fn answered(&mut self, id: &str) {
        if let Some(until) = self.requests.get_mut(id).and_then(|request| request.until.as_mut()) {
            *until = (*until).min(Instant::now() + LONGEST_RESPONSE);
        }
    }

    /// A request has ended.
    pub(in crate::device) fn ended(&mut self, id: &str) {
        self.requests.remove(id);
    }

    /// Another page is in front.
    pub(in crate::device) fn clear(&mut self) {
        self.requests.clear();
    }

    /// True if a response is waited for.
    pub(in crate::device) fn are_awaited(&self) -> bool {
        let now = Instant::now();
        self.requests.values().any(|request| request.until.is_some_and(|until| now < until))
    }
}

/// Limits of a wait.
#[derive(Clone, Copy, Debug)]
pub(in crate::device) struct PageIdleLimits {
    /// Between two looks.
    pub(in crate::device) settle: Duration,
    /// For a page that changes.
    pub(in crate::device) idle: Duration,
    /// For a page that shows progress.
    pub(in crate::device) busy: Duration,
}

/// Indicators that went on until the limit, and pages that stayed blank until then: they are
/// waited for once.
pub(in crate::device) type ProgressOrnaments = HashSet<String>;

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::device) enum PageIdleDecision {
    /// Observe it after the settle time.
    Wait,
    /// It is idle, or the limit is reached.
    Done {
        /// It still changed or showed progress.
        busy: bool,
    },
}

/// One wait. Time is counted by the caller.
#[derive(Debug)]
pub(in crate::device) struct PageIdleWait {
    limits: PageIdleLimits,
    waited: Duration,
    /// What of it was for progress to end.
    pub(in crate::device) for_progress: Duration,
    previous: Option<PageSnapshot>,
}

impl PageIdleWait {
    pub(in crate::device) const fn new(limits: PageIdleLimits) -> Self {
        Self { limits, waited: Duration::ZERO, for_progress: Duration::ZERO, previous: None }
    }

    /// Judges an observation made `since` the last one; `awaited` if a response is outstanding.
    pub(in crate::device) fn judge(
        &mut self,
        seen: &PageSnapshot,
        since: Duration,
        awaited: bool,
        ornaments: &mut ProgressOrnaments,
    ) -> PageIdleDecision {
        self.waited += since;
        let same = self.previous.as_ref() == Some(seen);
        self.previous = Some(seen.clone());
        // A page without anything on it is mostly one that its script still builds.
        let shows_progress = seen.shows_progress() || seen.is_blank();
        let progress = shows_progress && !ornaments.contains(&indicators(seen));
        if progress {
            self.for_progress += since;
            if self.for_progress >= self.limits.busy {
                ornaments.insert(indicators(seen));
                return PageIdleDecision::Done { busy: !seen.is_blank() };
            }
            return PageIdleDecision::Wait;
        }
        let loading = seen.loading || (seen.is_unopened() && self.waited < LONGEST_OPENING);
        if same && !awaited && !loading && seen.moving == 0 && seen.timers == 0 {
            return PageIdleDecision::Done { busy: false };
        }
        if self.waited.saturating_sub(self.for_progress) >= self.limits.idle {
            // What moves without changing what is there is no reason to call it busy.
            return PageIdleDecision::Done { busy: !same || loading };
        }
        PageIdleDecision::Wait
    }
}

/// What tells the indicators of a page apart from those of others; its address, if it is blank or tells of loading
/// in words.
fn indicators(seen: &PageSnapshot) -> String {
    if seen.is_blank() || seen.only_tells_of_loading() {
        return seen.url.clone();
    }
    let bars = seen.widgets.iter().filter(|widget| widget.role == Some(WidgetRole::Progress));
    bars.fold(String::new(), |name, bar| format!("{name} {}{}@{:?}", bar.class, bar.id, bar.bounds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::web::snapshot::PageWidget;
    use crate::domain::ActionKind;

    const LIMITS: PageIdleLimits = PageIdleLimits {
        settle: Duration::from_millis(100),
        idle: Duration::from_secs(3),
        busy: Duration::from_secs(8),
    };

    fn page(title: &str) -> PageSnapshot {
        PageSnapshot { title: title.into(), ..PageSnapshot::default() }
    }

    /// Looks until it is done: how many looks, and whether it was busy.
    fn wait(
        ornaments: &mut ProgressOrnaments,
        look: impl Fn(u32) -> (PageSnapshot, bool),
    ) -> (u32, bool) {
        let mut wait = PageIdleWait::new(LIMITS);
        for at in 0..1_000 {
            let (seen, awaited) = look(at);
            let since = if at == 0 { Duration::ZERO } else { LIMITS.settle };
            if let PageIdleDecision::Done { busy } = wait.judge(&seen, since, awaited, ornaments) {
                return (at + 1, busy);
            }
        }
        panic!("it never ends")
    }

    #[test]
    fn a_still_page_takes_two_looks_and_a_response_is_waited_for() {
        let none = &mut ProgressOrnaments::new();
        assert_eq!(wait(none, |_| (page("a"), false)), (2, false));
        assert_eq!(wait(none, |at| (page("a"), at < 6)), (7, false));
    }

    #[test]
    fn what_never_rests_ends_at_the_limit() {
        let none = &mut ProgressOrnaments::new();
        let (looks, busy) = wait(none, |at| (page(&at.to_string()), false));
        assert!(busy && looks == 31, "{looks}");
        let moving = |_| (PageSnapshot { moving: 1, ..page("a") }, false);
        assert_eq!(wait(none, moving), (31, false), "an animation alone is not busy");
        let timer = |at| (PageSnapshot { timers: u32::from(at < 4), ..page("a") }, false);
        assert_eq!(wait(none, timer), (6, false), "what an input does later is waited for");
    }

    #[test]
    fn a_page_that_only_tells_of_loading_is_waited_for_once() {
        let page = |words: &str, actions| {
            let text = PageWidget { text: words.into(), actions, ..PageWidget::default() };
            PageSnapshot { widgets: vec![text], ..page("a") }
        };
        let none = &mut ProgressOrnaments::new();
        let looks = |page: PageSnapshot, none: &mut _| wait(none, |_| (page.clone(), false));
        assert_eq!(looks(page("Setting up your shop", vec![ActionKind::Tap]), none), (2, false));
        assert_eq!(looks(page("Setting up your shop", vec![]), none), (81, true));
        assert_eq!(looks(page("Setting up your shop", vec![]), none), (2, false), "once");
    }

    #[test]
    fn a_blank_page_is_waited_for_once() {
        let blank = PageSnapshot { url: "http://localhost/".into(), ..PageSnapshot::default() };
        let built = PageSnapshot {
            widgets: vec![PageWidget::default()],
            ..PageSnapshot { url: blank.url.clone(), ..PageSnapshot::default() }
        };
        let mut known = ProgressOrnaments::new();
        let late = |at| (if at < 50 { blank.clone() } else { built.clone() }, false);
        assert_eq!(wait(&mut known, late), (52, false));
        assert_eq!(wait(&mut known, |_| (blank.clone(), false)), (81, false));
        assert_eq!(wait(&mut known, |_| (blank.clone(), false)), (2, false));
    }

    #[test]
    fn an_empty_page_without_an_address_is_waited_for_shortly() {
        let empty = PageSnapshot { url: "about:blank".into(), ..PageSnapshot::default() };
        let opened = PageSnapshot { url: "http://h/".into(), ..page("a") };
        let none = &mut ProgressOrnaments::new();
        assert_eq!(wait(none, |_| (empty.clone(), false)), (8, false));
        let built = PageSnapshot { widgets: vec![PageWidget::default()], ..opened };
        let late = |at| (if at < 5 { empty.clone() } else { built.clone() }, false);
        assert_eq!(wait(none, late), (7, false));
    }

    #[test]
    fn a_progress_indicator_is_waited_for_once() {
        let mut ornaments = ProgressOrnaments::new();
        let bar = PageWidget { role: Some(WidgetRole::Progress), ..PageWidget::default() };
        let with_bar = PageSnapshot { widgets: vec![bar], ..page("a") };
        let (looks, busy) = wait(&mut ornaments, |_| (with_bar.clone(), false));
        assert!(busy && looks == 81, "{looks}");
        assert_eq!(wait(&mut ornaments, |_| (with_bar.clone(), false)), (2, false));
    }
}
