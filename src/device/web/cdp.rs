//! A client of the Chrome DevTools Protocol over one WebSocket.
//!
//! Calls and events share the connection: a task reads it, hands each reply to who waits for it and
//! queues the events. Whoever waits for a reply must take events meanwhile, since a native dialog
//! holds back replies until it is answered.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::events::{self, BrowserEvent};
use super::live::{LivePictureSender, LivePictureTap};

/// The largest message that is read, in bytes: pictures and coverage of large apps.
const LARGEST_MESSAGE: usize = 256 << 20;

/// So many events may wait. A page can cause any number of them, so that what is not vital is dropped
/// beyond.
const MOST_EVENTS: usize = 20_000;

/// What the browser answers: a result, or its error message.
pub(super) type CdpReply = Result<Value, String>;

/// A connection to a browser. It is closed when it is dropped.
#[derive(Debug)]
pub(super) struct CdpConnection {
    outgoing: mpsc::UnboundedSender<String>,
    shared: Arc<SharedState>,
    last: AtomicU64,
}

#[derive(Debug, Default)]
struct SharedState {
    traffic: Mutex<Traffic>,
    arrived: Notify,
}

#[derive(Debug, Default)]
struct Traffic {
    pending: HashMap<u64, oneshot::Sender<CdpReply>>,
    events: VecDeque<SessionEvent>,
    /// Why there is no connection any more.
    closed: Option<String>,
}

/// An event with the session that it belongs to; none for the browser's own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SessionEvent {
    /// The session of the page.
    pub(super) session: Option<String>,
    /// What happened.
    pub(super) event: BrowserEvent,
}

/// A message from the browser.
#[derive(Debug, Deserialize)]
struct IncomingMessage {
    id: Option<u64>,
    method: Option<String>,
    #[serde(rename = "sessionId")]
    session: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
    error: Option<ReplyError>,
}

#[derive(Debug, Deserialize)]
struct ReplyError {
    message: String,
}

impl SharedState {
    fn traffic(&self) -> MutexGuard<'_, Traffic> {
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, text: &str, live: &mut LivePictureTap) {
        let Some(message) = parse(text) else { return };
        let mut traffic = self.traffic();
        if let Some(id) = message.id {
            let reply = match message.error {
                Some(error) => Err(error.message),
                None => Ok(message.result),
            };
            if let Some(waiting) = traffic.pending.remove(&id) {
                // Who waited may have given up.
                let _ = waiting.send(reply);
            }
            return;
        }
        let Some(method) = message.method else { return };
        if live.take(&method, message.session.as_deref(), &message.params) {
            return;
        }
        let event = events::read(&method, &message.params);
        let Some(event) = event else { return };
        if event.is_vital() || traffic.events.len() < MOST_EVENTS {
            traffic.events.push_back(SessionEvent { session: message.session, event });
            self.arrived.notify_one();
        }
    }

    fn close(&self, why: String) {
        let mut traffic = self.traffic();
        traffic.closed.get_or_insert(why);
        // Who waits is woken by the loss of the other end.
        traffic.pending.clear();
        self.arrived.notify_one();
    }
}

impl CdpConnection {
    /// Connects to the browser behind `url`, a `ws://` address. Pictures that come between observations
    /// go to `live`.
    ///
    /// # Errors
    /// If there is none; the error is a sentence.
    pub(super) async fn open(url: &str, live: Option<LivePictureSender>) -> Result<Self, String> {
        let config = WebSocketConfig::default()
            .max_message_size(Some(LARGEST_MESSAGE))
            .max_frame_size(Some(LARGEST_MESSAGE));
        let connected = connect_async_with_config(url, Some(config), true).await;
        let (socket, _) = connected.map_err(|error| error.to_string())?;
        let (outgoing, queued) = mpsc::unbounded_channel();
        let shared = Arc::new(SharedState::default());
        tokio::spawn(pump(socket, queued, Arc::clone(&shared), LivePictureTap::new(live)));
        Ok(Self { outgoing, shared, last: AtomicU64::new(0) })
    }

    /// Sends a call. It is on its way when this returns, whether or not the reply is waited for.
    pub(super) fn send(
        &self,
        session: Option<&str>,
        method: &str,
        params: &Value,
    ) -> oneshot::Receiver<CdpReply> {
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let mut call = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            call["sessionId"] = json!(session);
        }
        let (answered, reply) = oneshot::channel();
        let mut traffic = self.shared.traffic();
        if traffic.closed.is_none() && self.outgoing.send(call.to_string()).is_ok() {
            traffic.pending.insert(id, answered);
        }
        reply
    }

    /// The oldest event that was not taken.
    pub(super) fn take_event(&self) -> Option<SessionEvent> {
        self.shared.traffic().events.pop_front()
    }

    /// Waits until something has happened since the last wait.
    pub(super) async fn event_arrived(&self) {
        self.shared.arrived.notified().await;
    }

    /// Why there is no connection any more.
    pub(super) fn closed(&self) -> Option<String> {
        self.shared.traffic().closed.clone()
    }
}

async fn pump(
    mut socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    mut queued: mpsc::UnboundedReceiver<String>,
    shared: Arc<SharedState>,
    mut live: LivePictureTap,
) {
    let why = loop {
        tokio::select! {
            call = queued.recv() => match call {
                Some(call) => {
                    if let Err(error) = socket.send(Message::text(call)).await {
                        break error.to_string();
                    }
                }
                None => break "it was closed by us".to_owned(),
            },
            call = live.acknowledgement() => {
                if let Err(error) = socket.send(Message::text(call)).await {
                    break error.to_string();
                }
            }
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => shared.take(text.as_str(), &mut live),
                Some(Ok(_)) => {}
                Some(Err(error)) => break error.to_string(),
                None => break "the connection ended".to_owned(),
            },
        }
    };
    shared.close(why);
}

fn parse(text: &str) -> Option<IncomingMessage> {
    let parsed = serde_json::from_str(text);
    // Text of a page may hold half a character, which is no text elsewhere.
    parsed.or_else(|_| serde_json::from_str(&without_half_characters(text))).ok()
}

/// `json` with each escape of an unpaired surrogate replaced by the replacement character.
fn without_half_characters(json: &str) -> String {
    let mut mended = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        mended.push_str(before);
        let unit = |from: usize| {
            let digits = escape.get(from..)?.strip_prefix("\\u")?.get(..4)?;
            u16::from_str_radix(digits, 16).ok()
        };
        let length = match (unit(0), unit(6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                mended.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            (Some(_), _) => 6,
            // A backslash and what it escapes.
            (None, _) => escape.char_indices().nth(2).map_or(escape.len(), |(next, _)| next),
        };
        let (kept, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        mended.push_str(kept);
        rest = after;
    }
    mended.push_str(rest);
    mended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_characters_are_replaced_and_whole_ones_kept() {
        let text = r#"{"id":1,"result":{"value":"a\ud83d b\\ud83d \ud83d\ude00 \udc00\n"}}"#;
        assert!(serde_json::from_str::<Value>(text).is_err());
        let message = parse(text).unwrap();
        assert_eq!(message.result["value"], "a\u{fffd} b\\ud83d \u{1f600} \u{fffd}\n");
    }

    #[test]
    fn what_is_no_message_is_left_out() {
        for text in ["", "{", "[]", r#"{"id":"x"}"#, r#"{"id":1,"result":"\ud8"#] {
            assert!(parse(text).is_none_or(|message| message.id.is_none()), "{text}");
        }
    }

    #[test]
    fn a_flood_of_events_is_bounded_and_dialogs_still_arrive() {
        let shared = SharedState::default();
        let mut live = LivePictureTap::new(None);
        let failed = r#"{"method":"Network.loadingFinished","params":{"requestId":"1"}}"#;
        for _ in 0..MOST_EVENTS + 10 {
            shared.take(failed, &mut live);
        }
        assert_eq!(shared.traffic().events.len(), MOST_EVENTS);
        shared.take(
            r#"{"method":"Page.javascriptDialogOpening","params":{"type":"alert","message":"x","url":""}}"#,
            &mut live,
        );
        assert_eq!(shared.traffic().events.len(), MOST_EVENTS + 1);
    }
}
