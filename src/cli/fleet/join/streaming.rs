//! What the model of a joined worker writes. A worker that died is started again with another stream; whoever has
//! joined goes on seeing one.

use std::future::pending;

use tokio::sync::watch;

use crate::protocol::PartialReply;

/// Shows what the latest of `streams` says in `shown`, until nobody looks any more or the worker is no more.
pub(super) async fn relay(
    mut streams: watch::Receiver<Option<watch::Receiver<PartialReply>>>,
    shown: watch::Sender<PartialReply>,
) {
    loop {
        let latest = streams.borrow_and_update().clone();
        tokio::select! {
            changed = streams.changed() => if changed.is_err() { return },
            () = shown.closed() => return,
            never = follow(latest, &shown) => match never {},
        }
    }
}

/// Shows what `stream` says; does not end.
async fn follow(
    stream: Option<watch::Receiver<PartialReply>>,
    shown: &watch::Sender<PartialReply>,
) -> std::convert::Infallible {
    let Some(mut stream) = stream else { return pending().await };
    loop {
        shown.send_replace(stream.borrow_and_update().clone());
        if stream.changed().await.is_err() {
            // Nothing of it is in flight any more.
            shown.send_replace(PartialReply::default());
            return pending().await;
        }
    }
}
