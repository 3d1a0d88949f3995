//! `adb[:SERIAL][@HOST:PORT]`: a phone or emulator through an adb server, by default that of the environment.

use std::sync::Arc;

use super::{ConnectOptions, Connecting, TargetEntry, TestTarget};
use crate::cli::CliError;
use crate::cli::doctor::DoctorCheck;
use crate::demo::coverage;
use crate::device::Device;
use crate::device::adb::{AdbServer, AdbShell, DeviceEntry, DeviceState, ServerAddress};
use crate::device::android::{AndroidDevice, AndroidOptions};
use crate::tui::overlays::sessions::SessionEntry;

/// The row of the table.
pub const ENTRY: TargetEntry = TargetEntry {
    scheme: "adb",
    usage: "adb[:SERIAL]",
    help: "a phone or emulator through the adb server; without SERIAL, the only one connected; `adb:SERIAL@HOST:PORT` through another server",
    app_is_package: true,
    catalogue,
    checks: || Box::pin(checks()),
    parse: |rest, _| Ok(Box::new(AdbTarget::read(rest.unwrap_or_default())?)),
    expand: None,
};

/// What can be connected now, each phone by its serial.
fn catalogue() -> Vec<SessionEntry> {
    let any = || SessionEntry::new("adb", "the phone or emulator on adb");
    // Asked in a thread of the runtime that may wait; without a runtime nothing can be asked.
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return vec![any()] };
    let asked = async {
        let server = AdbServer::from_env()?;
        server.devices().await
    };
    match runtime.block_on(asked) {
        Ok(devices) if devices.is_empty() => {
            let missing =
                "none is connected; connect a phone with USB debugging on, or start an emulator";
            vec![any().missing_because(Some(missing.into()))]
        }
        Ok(devices) => devices.iter().map(entry).collect(),
        Err(error) => {
            let hint = error.hint().map(|hint| format!("; {hint}")).unwrap_or_default();
            vec![any().missing_because(Some(format!("{error}{hint}")))]
        }
    }
}

fn entry(device: &DeviceEntry) -> SessionEntry {
    let model = device.model.as_deref().unwrap_or("phone or emulator").replace('_', " ");
    let missing = match &device.state {
        DeviceState::Device => None,
        state => Some(format!("{state}; {}", advice(state))),
    };
    SessionEntry::new(format!("adb:{}", device.serial), format!("{model} on adb"))
        .missing_because(missing)
}

/// A phone or emulator.
#[derive(Debug, PartialEq, Eq)]
struct AdbTarget {
    /// Its serial; `None` for the only one.
    serial: Option<String>,
    /// The adb server that has it; `None` for that of the environment.
    server: Option<ServerAddress>,
}

impl AdbTarget {
    /// The target `text`, which is what follows the scheme.
    fn read(text: &str) -> Result<Self, CliError> {
        let (serial, server) = match text.rsplit_once('@') {
            None => (text, None),
            Some((serial, server)) => {
                let address = ServerAddress::of_host(server).ok_or_else(|| {
                    CliError::new(format!("{server:?} is no address of an adb server"), 2)
                        .hint("adb:SERIAL@HOST:PORT; adb servers listen on port 5037")
                })?;
                (serial, Some(address))
            }
        };
        let serial = Some(serial.to_owned()).filter(|serial| !serial.is_empty());
        Ok(Self { serial, server })
    }

    /// The target by which the device `serial` of this server is found again.
    fn named(&self, serial: &str) -> String {
        match &self.server {
            Some(server) => format!("adb:{serial}@{server}"),
            None => format!("adb:{serial}"),
        }
    }
}

impl TestTarget for AdbTarget {
    fn name(&self) -> String {
        match (&self.serial, &self.server) {
            (None, None) => "adb".into(),
            (serial, _) => self.named(serial.as_deref().unwrap_or_default()),
        }
    }

    fn short_name(&self, app: Option<&str>) -> String {
        app.unwrap_or("adb").to_owned()
    }

    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move {
            let server = match &self.server {
                Some(address) => AdbServer::at(address.clone()),
                None => AdbServer::from_env()?,
            };
            server.ensure_running().await?;
            let shell = AdbShell::connect(server, self.serial.as_deref()).await?;
            let options = AndroidOptions {
                target: self.named(shell.serial()),
                app: options.app.map(str::to_owned),
                fresh: options.fresh,
                pictures: options.pictures,
                // Asked of the embedded phone only, which `ridealong demo serve` offers to adb.
                coverage: Some(coverage::SOURCE),
                ..AndroidOptions::default()
            };
            Ok(Box::new(AndroidDevice::new(Arc::new(shell), options)) as Box<dyn Device>)
        })
    }
}

/// The adb server and the devices it sees.
async fn checks() -> Vec<DoctorCheck> {
    let server = match AdbServer::from_env() {
        Ok(server) => server,
        Err(error) => {
            let advice = error.hint().unwrap_or_default();
            return vec![DoctorCheck::missing("adb server", error.to_string(), advice)];
        }
    };
    let version = match server.version().await {
        Ok(version) => version,
        Err(error) => {
            let advice = error.hint().unwrap_or_default();
            return vec![DoctorCheck::missing("adb server", error.to_string(), advice)];
        }
    };
    let found = format!("answers at {}, protocol version {version}", server.address());
    let mut checks = vec![DoctorCheck::good("adb server", found)];
    match server.devices().await {
        Ok(devices) if devices.is_empty() => checks.push(DoctorCheck::missing(
            "devices",
            "none is connected",
            "connect a phone with USB debugging on, start an emulator, or try `ridealong demo serve --adb 5599` and `adb connect 127.0.0.1:5599`",
        )),
        Ok(devices) => checks.extend(devices.iter().map(|device| {
            let found = format!("{} ({})", device.serial, device.state);
            match &device.state {
                DeviceState::Device => DoctorCheck::good("device", found),
                state => DoctorCheck::missing("device", found, advice(state)),
            }
        })),
        Err(error) => {
            let advice = error.hint().unwrap_or_default();
            checks.push(DoctorCheck::missing("devices", error.to_string(), advice));
        }
    }
    checks
}

fn advice(state: &DeviceState) -> &'static str {
    match state {
        DeviceState::Unauthorized => "unlock it and accept its question about USB debugging",
        DeviceState::Offline => "unplug it and plug it in again, or `adb reconnect`",
        _ => "start it normally, with USB debugging on",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_may_be_named_with_its_server() {
        for name in
            ["adb", "adb:R58M", "adb:127.0.0.1:5599", "adb:R58M@lab-2:5037", "adb:@lab-2:5037"]
        {
            let text = name.strip_prefix("adb").unwrap().trim_start_matches(':');
            assert_eq!(AdbTarget::read(text).unwrap().name(), name);
        }
        let target = AdbTarget::read("127.0.0.1:5599@lab-2:5038").unwrap();
        assert_eq!(target.serial.as_deref(), Some("127.0.0.1:5599"));
        assert_eq!(target.server, ServerAddress::of_host("lab-2:5038"));
        let error = AdbTarget::read("R58M@lab-2").unwrap_err().to_string();
        assert!(error.contains("\"lab-2\" is no address"), "{error}");
    }
}
