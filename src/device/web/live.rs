//! Pictures of the page in front between observations, for a tester who watches: the browser sends one
//! when something has changed, and the next one once that was acknowledged.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::Instant;

/// Where the pictures go.
pub(super) type LivePictureSender = watch::Sender<Option<Arc<[u8]>>>;

/// The event that brings a picture.
const FRAME: &str = "Page.screencastFrame";

/// Two pictures are at least this far apart: an animation is watched by a person.
const BETWEEN: Duration = Duration::from_millis(100);

/// The largest width and height of a picture, in pixels.
const LARGEST: i32 = 1280;

/// What switches the pictures on.
pub(super) fn start() -> (&'static str, Value) {
    let params =
        json!({"format": "jpeg", "quality": 70, "maxWidth": LARGEST, "maxHeight": LARGEST});
    ("Page.startScreencast", params)
}

/// Takes the pictures out of the events, and says when to ask for the next one.
#[derive(Debug)]
pub(super) struct LivePictureTap {
    sender: Option<LivePictureSender>,
    acknowledgement: Option<(Instant, String)>,
    last: Option<Instant>,
}

/// See [`FRAME`].
#[derive(Debug, Deserialize)]
struct FrameParams {
    data: String,
    #[serde(rename = "sessionId")]
    number: i64,
}

impl LivePictureTap {
    /// One that gives pictures to `sender`.
    pub(super) const fn new(sender: Option<LivePictureSender>) -> Self {
        Self { sender, acknowledgement: None, last: None }
    }

    /// Takes the picture that `params` bring, if the event `method` brings one; false if not.
    pub(super) fn take(&mut self, method: &str, session: Option<&str>, params: &Value) -> bool {
        if method != FRAME {
            return false;
        }
        let (Some(sender), Ok(frame)) = (&self.sender, FrameParams::deserialize(params)) else {
            return true;
        };
        if let Ok(picture) = BASE64_STANDARD.decode(frame.data) {
            sender.send_replace(Some(picture.into()));
        }
        let now = Instant::now();
        let due = self.last.map_or(now, |last| (last + BETWEEN).max(now));
        self.last = Some(due);
        // Nobody waits for the reply; no other call has this number.
        let call = json!({
            "id": 0, "method": "Page.screencastFrameAck", "sessionId": session,
            "params": {"sessionId": frame.number},
        });
        self.acknowledgement = Some((due, call.to_string()));
        true
    }

    /// The acknowledgement of the latest picture, once it is due.
    pub(super) async fn acknowledgement(&mut self) -> String {
        let Some((due, _)) = &self.acknowledgement else { return std::future::pending().await };
        tokio::time::sleep_until(*due).await;
        self.acknowledgement.take().map(|(_, call)| call).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn pictures_are_given_on_and_acknowledged_ten_times_a_second() {
        let (sender, mut pictures) = watch::channel(None);
        let mut tap = LivePictureTap::new(Some(sender));
        let frame = json!({"data": "AAEC", "sessionId": 7, "metadata": {}});
        assert!(!tap.take("Page.frameNavigated", Some("s"), &frame));
        let began = Instant::now();
        for _ in 0..3 {
            assert!(tap.take(FRAME, Some("s"), &frame));
            let call = tap.acknowledgement().await;
            assert!(call.contains("screencastFrameAck") && call.contains("\"s\""), "{call}");
        }
        assert!(began.elapsed() >= 2 * BETWEEN, "the second and the third one wait");
        assert_eq!(pictures.borrow_and_update().as_deref(), Some(&[0, 1, 2][..]));
    }
}
