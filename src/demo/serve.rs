//! The device side of adb: offers a phone's shell to a real adb server.
//!
//! After `adb connect 127.0.0.1:PORT` the phone is in `adb devices` and answers `adb shell`,
//! `adb exec-out` and `adb logcat` as any other. There is no authentication: the port should be on
//! the loopback address.
//!
//! A peer may be anything that found the port. What it sends is checked before anything is held for
//! it, and what makes no sense closes its connection and leaves a line in the trace.

mod answer;
mod connection;
mod follow;
mod interactive;
mod packet;
mod service;
mod stream;
mod sync;

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use self::service::Phone;
use crate::device::DeviceShell;

/// How many peers may be connected at once; one server makes one connection.
const MAX_PEERS: usize = 16;
/// How often a followed log is asked for news.
const FOLLOW_EVERY: Duration = Duration::from_millis(500);

/// How the phone introduces itself to an adb server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `ro.product.model`: `Demo Phone`. Servers show spaces as underscores.
    pub model: String,
    /// `ro.product.name`.
    pub name: String,
    /// `ro.product.device`; also the name in the shell's prompt.
    pub device: String,
    /// Its own serial, which servers ignore over TCP; may be empty.
    pub serial: String,
}

impl Identity {
    /// The banner of the greeting, with the features that are served.
    fn banner(&self) -> String {
        format!(
            "device:{}:ro.product.name={};ro.product.model={};ro.product.device={};features=shell_v2,cmd",
            clean(&self.serial),
            clean(&self.name),
            clean(&self.model),
            clean(&self.device),
        )
    }
}

/// A value without what would end it in the banner.
fn clean(value: &str) -> String {
    let allowed = |c: char| c.is_ascii_graphic() && !matches!(c, ':' | ';' | '=' | ',') || c == ' ';
    value.chars().take(64).map(|c| if allowed(c) { c } else { '_' }).collect()
}

/// Why the phone cannot be offered any longer.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The port takes no connections.
    #[error("the demo phone's port takes no connections any more: {0}")]
    Accept(#[source] io::Error),
}

/// Offers `shell` as a phone to whatever connects to `listener`, until `shutdown` is ready; then all
/// connections are closed and running commands given up.
///
/// # Errors
/// If the port takes no connections any more.
pub async fn serve(
    listener: TcpListener,
    shell: Arc<dyn DeviceShell>,
    identity: Identity,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let phone = Phone {
        shell,
        banner: identity.banner(),
        name: clean(&identity.device),
        follow_every: FOLLOW_EVERY,
    };
    tokio::select! {
        result = accept(&listener, Arc::new(phone)) => result,
        () = shutdown => Ok(()),
    }
}

async fn accept(listener: &TcpListener, phone: Arc<Phone>) -> Result<(), ServeError> {
    let mut peers = JoinSet::new();
    loop {
        let (socket, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if is_the_peers(&error) => continue,
            Err(error) => return Err(ServeError::Accept(error)),
        };
        while peers.try_join_next().is_some() {}
        if peers.len() >= MAX_PEERS {
            tracing::warn!(%address, "an adb peer was turned away: too many are connected");
            continue;
        }
        let phone = phone.clone();
        peers.spawn(async move {
            match connection::talk(socket, phone).await {
                Ok(()) => tracing::debug!(%address, "an adb peer has gone"),
                Err(error) => tracing::warn!(%address, %error, "closed the connection of a peer"),
            }
        });
    }
}

/// True for a peer that went before it was accepted.
fn is_the_peers(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}

#[cfg(test)]
mod tests;
