//! The seam below the Android backend: something that runs shell commands.
//!
//! The adb client and the demo phone both implement [`DeviceShell`], so that the backend above is the
//! same code, and what is tested on the demo phone is what runs on a real one.

use futures_util::future::BoxFuture;
use thiserror::Error;

/// What a command left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandOutput {
    /// Standard output, raw bytes.
    pub stdout: Vec<u8>,
    /// Standard error; merged into `stdout` by devices without the `shell_v2` feature.
    pub stderr: Vec<u8>,
    /// Exit code; always 0 from devices without the `shell_v2` feature.
    pub code: i32,
}

impl CommandOutput {
    /// Standard output as text; bytes that are no UTF-8 are replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Both outputs as text, for error messages.
    pub fn said(&self) -> String {
        let mut said = self.text();
        said.push_str(&String::from_utf8_lossy(&self.stderr));
        said.trim().to_owned()
    }
}

/// Why a command could not be run at all.
#[derive(Clone, Debug, Error)]
pub enum ShellError {
    /// The adb server does not answer.
    #[error("no adb server answers at {address}: {source_text}")]
    NoServer {
        /// Where it was looked for.
        address: String,
        /// What the connection said.
        source_text: String,
    },
    /// No device is connected.
    #[error("no device is connected")]
    NoDevice,
    /// Several devices are connected and none was named.
    #[error("{} devices are connected: {}", .serials.len(), .serials.join(", "))]
    SeveralDevices {
        /// Their serials.
        serials: Vec<String>,
    },
    /// The named device is not connected.
    #[error("device {serial:?} is not connected")]
    UnknownDevice {
        /// The serial asked for.
        serial: String,
        /// The serials that are connected.
        connected: Vec<String>,
    },
    /// The device has not allowed this computer yet.
    #[error("device {serial} has not authorised this computer")]
    Unauthorized {
        /// Its serial.
        serial: String,
    },
    /// The device is known but does not answer.
    #[error("device {serial} is offline")]
    Offline {
        /// Its serial.
        serial: String,
    },
    /// The connection broke while a command ran; whether it was done is unknown.
    #[error("the connection to {device} broke: {what}")]
    Lost {
        /// The device.
        device: String,
        /// What broke.
        what: String,
    },
    /// The command did not end in time.
    #[error("`{command}` did not end within {seconds} s")]
    TimedOut {
        /// The command.
        command: String,
        /// The limit.
        seconds: u64,
    },
    /// The command is longer than the way to the device can carry; nothing was sent.
    #[error("a command of {length} bytes is too long: this device takes {limit}")]
    CommandTooLong {
        /// Its length in bytes.
        length: usize,
        /// The longest one possible.
        limit: usize,
    },
    /// The server said something that this client does not understand.
    #[error("the adb server answered {said:?}")]
    Protocol {
        /// What it said.
        said: String,
    },
}

impl ShellError {
    /// True if the device, or the adb server between, is gone and may come back.
    pub fn is_lost(&self) -> bool {
        matches!(
            self,
            Self::NoServer { .. }
                | Self::Lost { .. }
                | Self::Offline { .. }
                | Self::NoDevice
                | Self::UnknownDevice { .. }
        )
    }

    /// What is done about a lost device while a run waits for it, in one sentence.
    pub fn hint_if_lost(&self) -> Option<String> {
        match self {
            Self::NoServer { .. } => Some(
                "the adb server is started again if it would run on this computer; the run goes on when the device is back"
                    .into(),
            ),
            error => error.hint(),
        }
    }

    /// What the user can do about it, in one sentence.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoServer { .. } => "start it with `adb start-server`, or explore the embedded phone with target `demo`".into(),
            Self::NoDevice => "connect a phone with USB debugging on, or start an emulator; `ridealong doctor` looks".into(),
            Self::SeveralDevices { serials } => format!(
                "name one: adb:{}",
                serials.first().map_or("SERIAL", String::as_str)
            ),
            Self::UnknownDevice { connected, .. } if connected.is_empty() => {
                "no device is connected at all; `ridealong doctor` looks".into()
            }
            Self::UnknownDevice { connected, .. } => {
                format!("connected: {}", connected.join(", "))
            }
            Self::Unauthorized { .. } => "unlock the phone and accept its question about USB debugging".into(),
            Self::Offline { .. } => "unplug it and plug it in again, or `adb reconnect`".into(),
            Self::Lost { .. } => "check the cable; the run goes on when the device is back".into(),
            Self::TimedOut { .. } => "the phone may be overloaded; try again".into(),
            Self::CommandTooLong { .. } | Self::Protocol { .. } => return None,
        };
        Some(hint)
    }
}

/// Runs commands on a device; several may run at once.
pub trait DeviceShell: Send + Sync {
    /// Runs `command` by the device's `sh` and waits for its end. Dropping the future gives it up.
    fn run<'a>(&'a self, command: &'a str) -> BoxFuture<'a, Result<CommandOutput, ShellError>>;

    /// Waits until a lost device is back.
    ///
    /// # Errors
    /// If it did not come back within a while.
    fn reconnect(&self) -> BoxFuture<'_, Result<(), ShellError>>;
}
