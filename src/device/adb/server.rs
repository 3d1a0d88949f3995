//! The adb server itself: finding it, starting it, what it lists.

use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::timeout;

use super::address::ServerAddress;
use super::devices::DeviceEntry;
use super::wire::{ServerSocket, WireError};
use crate::device::ShellError;

/// How long the server may think about a question of its own; it answers such ones from memory.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// How long it may dial a device over TCP; it gives up itself after about ten seconds.
const DIAL_LIMIT: Duration = Duration::from_secs(30);
/// How long `adb start-server` may take on a slow machine.
const START_LIMIT: Duration = Duration::from_secs(30);

/// An adb server. Holds no connection: each question opens its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdbServer {
    address: ServerAddress,
    preferred: Option<String>,
}

impl AdbServer {
    /// The server at `address`, with no preferred device.
    pub fn at(address: ServerAddress) -> Self {
        Self { address, preferred: None }
    }

    /// The server that the environment names, as the `adb` program reads it: `ADB_SERVER_SOCKET`,
    /// else `ANDROID_ADB_SERVER_ADDRESS` and `ANDROID_ADB_SERVER_PORT`, else 127.0.0.1:5037; and
    /// `ANDROID_SERIAL` as the device to choose when none is named.
    ///
    /// # Errors
    /// [`ShellError::NoServer`] if a variable makes no sense.
    pub fn from_env() -> Result<Self, ShellError> {
        Self::from_variables(|name| std::env::var(name).ok())
    }

    pub(super) fn from_variables(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ShellError> {
        let address = ServerAddress::from_variables(&variable)
            .map_err(|(address, source_text)| ShellError::NoServer { address, source_text })?;
        let preferred = variable("ANDROID_SERIAL").filter(|serial| !serial.is_empty());
        Ok(Self { address, preferred })
    }

    /// Where it listens.
    pub fn address(&self) -> &ServerAddress {
        &self.address
    }

    /// The device to choose when none is named.
    pub(super) fn preferred(&self) -> Option<&str> {
        self.preferred.as_deref()
    }

    /// Its protocol version, 41 for every server of the last years.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn version(&self) -> Result<u32, ShellError> {
        let said = self.question("host:version", ANSWER_LIMIT).await?;
        u32::from_str_radix(&said, 16).map_err(|_| ShellError::Protocol { said })
    }

    /// What is connected to it, whatever its state.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn devices(&self) -> Result<Vec<DeviceEntry>, ShellError> {
        let said = self.question("host:devices-l", ANSWER_LIMIT).await?;
        Ok(DeviceEntry::parse_list(&said))
    }

    /// Asks it to connect to a device over TCP (`adb connect`), and returns what it says; whether
    /// that worked is best seen in [`Self::devices`].
    ///
    /// # Errors
    /// If the server does not answer or refuses.
    pub async fn dial(&self, host_and_port: &str) -> Result<String, ShellError> {
        self.question(&format!("host:connect:{host_and_port}"), DIAL_LIMIT).await
    }

    /// Makes sure that a server runs: if none answers and it would be on this machine, runs
    /// `adb start-server` once.
    ///
    /// # Errors
    /// [`ShellError::NoServer`] if there is no `adb` program, or it could not start one.
    pub async fn ensure_running(&self) -> Result<(), ShellError> {
        let Err(error) = self.version().await else { return Ok(()) };
        let ShellError::NoServer { address, source_text } = error else { return Err(error) };
        if !self.address.is_local() {
            return Err(ShellError::NoServer { address, source_text });
        }
        match self.start().await {
            None => self.version().await.map(drop),
            Some(why) => Err(ShellError::NoServer {
                address,
                source_text: format!("{source_text}, and {why}"),
            }),
        }
    }

    /// Runs `adb start-server`; tells why that failed.
    async fn start(&self) -> Option<String> {
        let mut command = Command::new("adb");
        match &self.address {
            ServerAddress::Tcp { port, .. } => command.args(["-P", &port.to_string()]),
            ServerAddress::Local(path) => {
                command.args(["-L", &format!("localfilesystem:{}", path.display())])
            }
        };
        // The address is given in arguments; the variables would contradict them.
        let started = command
            .env_remove("ADB_SERVER_SOCKET")
            .env_remove("ANDROID_ADB_SERVER_ADDRESS")
            .env_remove("ANDROID_ADB_SERVER_PORT")
            .arg("start-server")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .status();
        tracing::info!(address = %self.address, "starting the adb server");
        match timeout(START_LIMIT, started).await {
            Ok(Ok(status)) if status.success() => None,
            Ok(Ok(status)) => Some(format!("`adb start-server` failed ({status})")),
            Ok(Err(error)) => Some(format!("the adb program cannot be run ({error})")),
            Err(_) => Some("`adb start-server` did not end".into()),
        }
    }

    /// Opens a connection.
    pub(super) async fn open(&self) -> Result<ServerSocket, ShellError> {
        match timeout(ANSWER_LIMIT, ServerSocket::open(&self.address)).await {
            Ok(Ok(socket)) => Ok(socket),
            Ok(Err(error)) => Err(self.silent(&error.to_string())),
            Err(_) => Err(self.silent("nothing came back")),
        }
    }

    /// Asks a question whose answer is one block.
    pub(super) async fn question(
        &self,
        request: &str,
        limit: Duration,
    ) -> Result<String, ShellError> {
        let mut socket = self.open().await?;
        let answer = async {
            socket.ask(request).await?;
            socket.block().await
        };
        match timeout(limit, answer).await {
            Ok(answer) => answer.map_err(|error| self.explain(error)),
            Err(_) => Err(self.silent("it accepts connections but does not answer")),
        }
    }

    /// The features of one device that is connected.
    pub(super) async fn features(&self, serial: &str) -> Result<String, ShellError> {
        let request = format!("host-serial:{serial}:features");
        match self.question(&request, ANSWER_LIMIT).await {
            Err(ShellError::Protocol { said }) => Err(self.refusal(serial, said).await),
            other => other,
        }
    }

    /// Opens a connection and points it at one device.
    pub(super) async fn transport(&self, serial: &str) -> Result<ServerSocket, ShellError> {
        let mut socket = self.open().await?;
        match socket.ask(&format!("host:transport:{serial}")).await {
            Ok(()) => Ok(socket),
            Err(WireError::Fail(said)) => Err(self.refusal(serial, said).await),
            Err(error) => Err(self.explain(error)),
        }
    }

    /// What a refusal about one device means.
    pub(super) async fn refusal(&self, serial: &str, said: String) -> ShellError {
        let device = serial.to_owned();
        if said.contains("unauthorized") || said.contains("still authorizing") {
            ShellError::Unauthorized { serial: device }
        } else if said.contains("offline") || said.contains("still connecting") {
            ShellError::Offline { serial: device }
        } else if said.contains("not found") {
            let connected = self.devices().await.unwrap_or_default();
            let connected = connected.into_iter().map(|entry| entry.serial).collect();
            ShellError::UnknownDevice { serial: device, connected }
        } else if said == "closed" {
            ShellError::Lost { device, what: "it closed the connection".into() }
        } else {
            ShellError::Protocol { said }
        }
    }

    fn explain(&self, error: WireError) -> ShellError {
        match error {
            WireError::Io(error) => self.silent(&error.to_string()),
            WireError::Fail(said) | WireError::Nonsense(said) => ShellError::Protocol { said },
        }
    }

    fn silent(&self, source_text: &str) -> ShellError {
        ShellError::NoServer { address: self.address.to_string(), source_text: source_text.into() }
    }
}
