//! `adb[:SERIAL]`: a phone or emulator through the adb server.

use std::sync::Arc;

use super::{ConnectOptions, Connecting, TargetEntry, TestTarget};
use crate::cli::doctor::DoctorCheck;
use crate::demo::coverage;
use crate::device::Device;
use crate::device::adb::{AdbServer, AdbShell, DeviceEntry, DeviceState};
use crate::device::android::{AndroidDevice, AndroidOptions};
use crate::tui::overlays::sessions::SessionEntry;

/// The row of the table.
pub const ENTRY: TargetEntry = TargetEntry {
    scheme: "adb",
    usage: "adb[:SERIAL]",
    help: "a phone or emulator through the adb server; without SERIAL, the only one connected",
    app_is_package: true,
    catalogue,
    checks: || Box::pin(checks()),
    parse: |serial, _| Ok(Box::new(AdbTarget { serial: serial.map(str::to_owned) })),
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
}

impl TestTarget for AdbTarget {
    fn name(&self) -> String {
        self.serial.as_ref().map_or_else(|| "adb".into(), |serial| format!("adb:{serial}"))
    }

    fn short_name(&self, app: Option<&str>) -> String {
        app.unwrap_or("adb").to_owned()
    }

    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a> {
        Box::pin(async move {
            let server = AdbServer::from_env()?;
            server.ensure_running().await?;
            let shell = AdbShell::connect(server, self.serial.as_deref()).await?;
            let options = AndroidOptions {
                target: format!("adb:{}", shell.serial()),
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
