//! Commands on one device.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::time::timeout;

use super::devices::DeviceEntry;
use super::server::AdbServer;
use super::shell_v2::{self, PacketDecoder, id};
use super::wire::{LONGEST_REQUEST, ServerSocket, WireError};
use crate::device::{CommandOutput, DeviceShell, ShellError};

/// How long a command may run unless told otherwise. Generous: a dump on a loaded emulator has been
/// seen to take half a minute.
const COMMAND_LIMIT: Duration = Duration::from_secs(60);
/// How long [`DeviceShell::reconnect`] waits unless told otherwise.
const RETURN_LIMIT: Duration = Duration::from_secs(60);
/// The longest service name for a device of the first protocol generation; the server itself aborts
/// on a longer one.
const LONGEST_OLD_SERVICE: usize = 4095;
/// Bytes read at a time.
const CHUNK: usize = 64 * 1024;

/// A device's shell through the adb server.
#[derive(Debug)]
pub struct AdbShell {
    pub(super) server: AdbServer,
    pub(super) serial: String,
    pub(super) return_limit: Duration,
    limit: Duration,
    shell_v2: AtomicBool,
}

impl AdbShell {
    /// Connects to the device named `serial`; without one to the server's preferred device
    /// (`ANDROID_SERIAL`), else to the only one that can run commands.
    ///
    /// # Errors
    /// If the server does not answer, no or several devices could be meant, or the device is
    /// unknown, unauthorised or offline.
    pub async fn connect(server: AdbServer, serial: Option<&str>) -> Result<Self, ShellError> {
        let devices = server.devices().await?;
        let serial = choose(&devices, serial.or_else(|| server.preferred()))?.serial.clone();
        let shell = Self {
            server,
            serial,
            return_limit: RETURN_LIMIT,
            limit: COMMAND_LIMIT,
            shell_v2: AtomicBool::new(false),
        };
        shell.learn_features().await?;
        Ok(shell)
    }

    /// Limits how long each command may run.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Limits how long [`DeviceShell::reconnect`] waits.
    #[must_use]
    pub fn with_return_limit(mut self, limit: Duration) -> Self {
        self.return_limit = limit;
        self
    }

    /// The device's serial.
    pub fn serial(&self) -> &str {
        &self.serial
    }

    /// True if the device tells exit codes and keeps standard error apart.
    pub fn tells_exit_codes(&self) -> bool {
        self.shell_v2.load(Ordering::Relaxed)
    }

    /// Asks what the device can do.
    pub(super) async fn learn_features(&self) -> Result<(), ShellError> {
        let features = self.server.features(&self.serial).await?;
        let v2 = features.split(',').any(|feature| feature.trim() == "shell_v2");
        self.shell_v2.store(v2, Ordering::Relaxed);
        Ok(())
    }

    /// Runs `command` for at most `limit`. Dropping the future closes its connection.
    ///
    /// # Errors
    /// Those of [`DeviceShell::run`].
    pub async fn run_within(
        &self,
        command: &str,
        limit: Duration,
    ) -> Result<CommandOutput, ShellError> {
        match timeout(limit, self.exchange(command)).await {
            Ok(result) => result,
            Err(_) => Err(ShellError::TimedOut {
                command: outline(command),
                seconds: limit.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX),
            }),
        }
    }

    async fn exchange(&self, command: &str) -> Result<CommandOutput, ShellError> {
        if self.tells_exit_codes() {
            self.exchange_v2(command).await
        } else {
            self.exchange_plain(command).await
        }
    }

    async fn exchange_v2(&self, command: &str) -> Result<CommandOutput, ShellError> {
        let mut socket = self.service("shell,v2,raw:", command, LONGEST_REQUEST).await?;
        // Without this a command that reads its standard input would wait for ever.
        let no_input = shell_v2::encode(id::CLOSE_STDIN, b"");
        socket.write(&no_input).await.map_err(|error| self.lost(&error))?;
        let mut output = CommandOutput::default();
        let mut decoder = PacketDecoder::default();
        let mut buffer = vec![0; CHUNK];
        loop {
            let read = socket.read(&mut buffer).await.map_err(|error| self.lost(&error))?;
            if read == 0 {
                return Err(self.lost(&io::ErrorKind::UnexpectedEof.into()));
            }
            let mut rest = buffer.get(..read).unwrap_or_default();
            while let Some((id, piece)) = decoder.next(&mut rest) {
                match id {
                    id::STDOUT => output.stdout.extend_from_slice(piece),
                    id::STDERR => output.stderr.extend_from_slice(piece),
                    id::EXIT => {
                        output.code = piece.first().copied().map_or(0, i32::from);
                        return Ok(output);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Devices before Android 7: one merged output that ends when the connection does. `exec:` keeps
    /// bytes as they are; devices before Android 5 refuse it, and a refusal has run nothing.
    async fn exchange_plain(&self, command: &str) -> Result<CommandOutput, ShellError> {
        let mut socket = match self.service("exec:", command, LONGEST_OLD_SERVICE).await {
            Err(ShellError::Lost { .. }) => {
                self.service("shell:", command, LONGEST_OLD_SERVICE).await?
            }
            other => other?,
        };
        let mut output = CommandOutput::default();
        let mut buffer = vec![0; CHUNK];
        loop {
            match socket.read(&mut buffer).await.map_err(|error| self.lost(&error))? {
                0 => break,
                read => output.stdout.extend_from_slice(buffer.get(..read).unwrap_or_default()),
            }
        }
        // The end of the command and the end of the device look alike from here.
        let devices = self.server.devices().await?;
        match devices.iter().find(|entry| entry.serial == self.serial) {
            Some(entry) if entry.obstacle().is_none() => Ok(output),
            _ => Err(self.lost(&io::ErrorKind::UnexpectedEof.into())),
        }
    }

    async fn service(
        &self,
        kind: &str,
        command: &str,
        longest: usize,
    ) -> Result<ServerSocket, ShellError> {
        let request = format!("{kind}{command}");
        if request.len() > longest {
            return Err(ShellError::CommandTooLong {
                length: command.len(),
                limit: longest - kind.len(),
            });
        }
        let mut socket = self.server.transport(&self.serial).await?;
        match socket.ask(&request).await {
            Ok(()) => Ok(socket),
            Err(WireError::Io(error)) => Err(self.lost(&error)),
            Err(WireError::Fail(said)) => Err(self.server.refusal(&self.serial, said).await),
            Err(WireError::Nonsense(said)) => Err(ShellError::Protocol { said }),
        }
    }

    fn lost(&self, error: &io::Error) -> ShellError {
        let what = match error.kind() {
            io::ErrorKind::UnexpectedEof => "it ended before the command did".into(),
            _ => error.to_string(),
        };
        ShellError::Lost { device: self.serial.clone(), what }
    }
}

impl DeviceShell for AdbShell {
    fn run<'a>(&'a self, command: &'a str) -> BoxFuture<'a, Result<CommandOutput, ShellError>> {
        self.run_within(command, self.limit).boxed()
    }

    fn reconnect(&self) -> BoxFuture<'_, Result<(), ShellError>> {
        self.wait_for_return().boxed()
    }
}

/// The device that is meant.
fn choose<'a>(
    devices: &'a [DeviceEntry],
    serial: Option<&str>,
) -> Result<&'a DeviceEntry, ShellError> {
    let serials = |entries: &[&DeviceEntry]| -> Vec<String> {
        entries.iter().map(|entry| entry.serial.clone()).collect()
    };
    let all: Vec<&DeviceEntry> = devices.iter().collect();
    if let Some(serial) = serial {
        let entry = devices.iter().find(|entry| entry.serial == serial).ok_or_else(|| {
            ShellError::UnknownDevice { serial: serial.to_owned(), connected: serials(&all) }
        })?;
        return entry.obstacle().map_or(Ok(entry), Err);
    }
    let usable: Vec<&DeviceEntry> =
        devices.iter().filter(|entry| entry.obstacle().is_none()).collect();
    match usable.as_slice() {
        [only] => Ok(only),
        [] => {
            // Nothing can be used: the device that only waits for its owner's consent is told first.
            let obstacles = || devices.iter().filter_map(DeviceEntry::obstacle);
            let consent = obstacles().find(|o| matches!(o, ShellError::Unauthorized { .. }));
            Err(consent.or_else(|| obstacles().next()).unwrap_or(ShellError::NoDevice))
        }
        several => Err(ShellError::SeveralDevices { serials: serials(several) }),
    }
}

/// A command as an error may tell it: what follows its first two words can be what a tester typed,
/// and a password must not get into a log this way.
fn outline(command: &str) -> String {
    let mut words = command.split_whitespace();
    let known: Vec<&str> = words.by_ref().take(2).collect();
    let more = if words.next().is_some() { " ..." } else { "" };
    format!("{}{more}", known.join(" "))
}

#[cfg(test)]
mod tests;
