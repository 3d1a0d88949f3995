//! The history of the page in front: back, forward, and where they lead nowhere.

use std::time::Duration;

use serde_json::{Value, json};

use super::WebDevice;
use super::calls::CallFailure;
use super::error::WebError;
use super::tabs::PREPARE_LIMIT;
use crate::domain::DeviceKey;

/// So often the history is asked for.
const HISTORY_READINGS: usize = 20;

/// Between two of these.
const HISTORY_PAUSE: Duration = Duration::from_millis(50);

/// The pages that one tab has shown.
#[derive(Debug)]
struct PageHistory {
    /// As the protocol tells it.
    told: Value,
}

/// Which neighbour of the present page.
#[derive(Clone, Copy, Debug)]
enum HistoryStep {
    Back,
    Forward,
}

impl PageHistory {
    /// The identity of the neighbour that lies one `step` away; none at the end. Each tab begins empty, which is
    /// no page.
    fn neighbour(&self, step: HistoryStep) -> Option<i64> {
        let current = usize::try_from(self.told["currentIndex"].as_u64()?).ok()?;
        let at = match step {
            HistoryStep::Back => current.checked_sub(1),
            HistoryStep::Forward => current.checked_add(1),
        };
        let entry = self.told["entries"].get(at?).filter(|entry| entry["url"] != "about:blank");
        entry?["id"].as_i64()
    }
}

impl WebDevice {
    /// One step back: in the history of the page, else to the page that opened it. Never out of the
    /// first page of the app; false there.
    pub(super) async fn back(&mut self) -> Result<bool, CallFailure> {
        if self.go(HistoryStep::Back).await? {
            return Ok(true);
        }
        let opened = self.tabs.len() > 1;
        if opened {
            self.close_front().await?;
        }
        Ok(opened)
    }

    /// One page forward in the history of the page in front; false if there is none.
    pub(super) async fn forward(&mut self) -> Result<bool, CallFailure> {
        self.go(HistoryStep::Forward).await
    }

    async fn go(&mut self, step: HistoryStep) -> Result<bool, CallFailure> {
        let Some(id) = self.history().await?.neighbour(step) else { return Ok(false) };
        let params = json!({"entryId": id});
        self.ask_page("Page.navigateToHistoryEntry", &params, PREPARE_LIMIT).await?;
        Ok(true)
    }

    /// Those of BACK and forward that would do nothing on the page in front.
    pub(super) async fn unheard_history_keys(&mut self) -> Result<Vec<DeviceKey>, CallFailure> {
        let history = self.history().await?;
        let back = history.neighbour(HistoryStep::Back).is_some() || self.tabs.len() > 1;
        let forward = history.neighbour(HistoryStep::Forward).is_some();
        let keys = [(DeviceKey::Back, back), (DeviceKey::Forward, forward)];
        Ok(keys.into_iter().filter(|(_, leads)| !leads).map(|(key, _)| key).collect())
    }

    /// The history of the page in front. There is none while one document replaces another.
    async fn history(&mut self) -> Result<PageHistory, CallFailure> {
        let method = "Page.getNavigationHistory";
        for _ in 0..HISTORY_READINGS {
            match self.ask_page(method, &json!({}), PREPARE_LIMIT).await {
                Err(CallFailure::Failed(WebError::Refused { .. })) => {
                    self.listen(HISTORY_PAUSE).await?;
                }
                told => return told.map(|told| PageHistory { told }),
            }
        }
        // Two pages that replace each other all the time lead nowhere.
        Ok(PageHistory { told: Value::Null })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_pages() {
        let told = json!({"currentIndex": 1, "entries": [
            {"id": 1, "url": "about:blank"}, {"id": 2, "url": "http://a/"}, {"id": 3, "url": "http://a/b"},
        ]});
        let at = |current: u64| PageHistory {
            told: json!({"currentIndex": current, "entries": told["entries"]}),
        };
        let ends = |current| {
            let history = at(current);
            (history.neighbour(HistoryStep::Back), history.neighbour(HistoryStep::Forward))
        };
        assert_eq!(ends(1), (None, Some(3)), "the first page");
        assert_eq!(ends(2), (Some(2), None));
        assert_eq!(PageHistory { told: json!({}) }.neighbour(HistoryStep::Back), None);
    }
}
