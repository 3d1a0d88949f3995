//! Waiting for a device that was lost.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::devices::{DeviceEntry, DeviceState};
use super::shell::AdbShell;
use super::wire::{ServerSocket, WireError};
use crate::device::ShellError;

/// How often a device that should be back, or a server that should answer, is asked again.
const AGAIN: Duration = Duration::from_millis(500);
/// How long the command that shows a device to be back may take.
const PROBE_LIMIT: Duration = Duration::from_secs(5);
/// How often a server that is gone is started again while one device is awaited.
const SERVER_STARTS: u32 = 3;

impl AdbShell {
    /// Waits until this device runs commands again, for at most the return limit.
    pub(super) async fn wait_for_return(&self) -> Result<(), ShellError> {
        let back = async {
            tokio::select! {
                () = self.watch() => {}
                () = self.redial() => {}
            }
        };
        if timeout(self.return_limit, back).await.is_ok() {
            return Ok(());
        }
        let serial = self.serial.clone();
        let devices = self.server.devices().await?;
        match devices.iter().find(|entry| entry.serial == serial) {
            Some(entry) => Err(entry.obstacle().unwrap_or(ShellError::Offline { serial })),
            None => Err(ShellError::UnknownDevice {
                serial,
                connected: devices.into_iter().map(|entry| entry.serial).collect(),
            }),
        }
    }

    /// Ends when the device runs commands. The server tells each change by itself; asking again
    /// covers a server that is away, and the moment after a loss when it still says `device`.
    async fn watch(&self) {
        let mut starts = 0;
        loop {
            match self.track().await {
                Ok(mut changes) => {
                    if self.seen_back(&mut changes).await {
                        return;
                    }
                }
                Err(WireError::Io(_)) if starts < SERVER_STARTS => {
                    starts += 1;
                    if let Err(error) = self.server.ensure_running().await {
                        tracing::warn!(%error, "the adb server cannot be started again");
                    }
                }
                Err(_) => {}
            }
            sleep(AGAIN).await;
        }
    }

    async fn track(&self) -> Result<ServerSocket, WireError> {
        let mut socket = ServerSocket::open(self.server.address()).await?;
        socket.ask("host:track-devices").await?;
        Ok(socket)
    }

    /// True once the device is back, false when the server has gone.
    async fn seen_back(&self, changes: &mut ServerSocket) -> bool {
        let mut listed = false;
        loop {
            let change = changes.block();
            let change =
                if listed { timeout(AGAIN, change).await.ok() } else { Some(change.await) };
            match change {
                Some(Ok(list)) => listed = self.is_listed(&list),
                Some(Err(_)) => return false,
                None => {}
            }
            if listed && self.probe().await.is_ok() {
                return true;
            }
        }
    }

    fn is_listed(&self, list: &str) -> bool {
        DeviceEntry::parse_list(list)
            .iter()
            .any(|entry| entry.serial == self.serial && entry.state == DeviceState::Device)
    }

    /// Shows that the device runs commands. It may be another build of itself after a restart, so
    /// its features are asked anew.
    async fn probe(&self) -> Result<(), ShellError> {
        self.learn_features().await?;
        self.run_within("true", PROBE_LIMIT).await.map(drop)
    }

    /// The server forgets devices over TCP when they go; it is asked to connect again. Never ends.
    async fn redial(&self) {
        if !is_over_tcp(&self.serial) {
            std::future::pending::<()>().await;
        }
        loop {
            match self.server.dial(&self.serial).await {
                Ok(said) => tracing::debug!(serial = %self.serial, said, "asked to connect again"),
                Err(error) => tracing::debug!(serial = %self.serial, %error, "cannot ask"),
            }
            sleep(AGAIN).await;
        }
    }
}

/// True for serials of the form `HOST:PORT`.
fn is_over_tcp(serial: &str) -> bool {
    serial.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port != 0)
    })
}
