//! What the server lists: devices and their states.

use std::fmt;

use crate::device::ShellError;

/// What state the server sees a device in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceState {
    /// It runs commands.
    Device,
    /// It is known but does not answer, or is only just connecting.
    Offline,
    /// It has not allowed this computer, or is only just asking.
    Unauthorized,
    /// Anything else, in the server's words: `recovery`, `bootloader`, `no permissions (..)`.
    Other(String),
}

impl DeviceState {
    fn parse(text: &str) -> Self {
        match text {
            "device" => Self::Device,
            "offline" | "connecting" => Self::Offline,
            "unauthorized" | "authorizing" => Self::Unauthorized,
            other => Self::Other(other.to_owned()),
        }
    }
}

impl fmt::Display for DeviceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Device => "device",
            Self::Offline => "offline",
            Self::Unauthorized => "unauthorized",
            Self::Other(text) => text,
        })
    }
}

/// One device as the server lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceEntry {
    /// Its serial: `emulator-5554`, `R58M123ABC`, `192.168.1.7:5555`.
    pub serial: String,
    /// Its state.
    pub state: DeviceState,
    /// `ro.product.name`, once it has told.
    pub product: Option<String>,
    /// `ro.product.model`, spaces replaced by underscores, once it has told.
    pub model: Option<String>,
    /// `ro.product.device`, once it has told.
    pub device: Option<String>,
}

impl DeviceEntry {
    /// Reads the answer to `host:devices-l` or `host:track-devices`; lines that are neither are left
    /// out.
    pub(super) fn parse_list(text: &str) -> Vec<Self> {
        text.lines().filter_map(Self::parse).collect()
    }

    fn parse(line: &str) -> Option<Self> {
        let (serial, rest) = split_serial(line)?;
        let (state, facts) = split_state(rest.trim_start());
        let fact = |key: &str| {
            let mut words = facts.split_whitespace();
            words.find_map(|word| word.strip_prefix(key)?.strip_prefix(':')).map(str::to_owned)
        };
        Some(Self {
            serial: serial.to_owned(),
            state: DeviceState::parse(state),
            product: fact("product"),
            model: fact("model"),
            device: fact("device"),
        })
    }

    /// Why this device cannot run a command now; `None` if it can.
    pub(super) fn obstacle(&self) -> Option<ShellError> {
        let serial = self.serial.clone();
        match &self.state {
            DeviceState::Device => None,
            DeviceState::Offline => Some(ShellError::Offline { serial }),
            DeviceState::Unauthorized => Some(ShellError::Unauthorized { serial }),
            DeviceState::Other(state) => {
                Some(ShellError::Protocol { said: format!("{serial}: {state}") })
            }
        }
    }
}

fn split_serial(line: &str) -> Option<(&str, &str)> {
    // The one serial with spaces in it is the server's own placeholder.
    let blank = "(no serial number)";
    let end = match line.strip_prefix(blank) {
        Some(_) => blank.len(),
        None => line.find([' ', '\t'])?,
    };
    let (serial, rest) = line.split_at_checked(end)?;
    (!serial.is_empty() && !rest.trim().is_empty()).then_some((serial, rest))
}

/// A state is one word, but `no permissions` is a sentence that ends in a bracketed address.
fn split_state(rest: &str) -> (&str, &str) {
    let end = if rest.starts_with("no permissions") {
        rest.find(']').map_or(rest.len(), |at| at + 1)
    } else {
        rest.find(char::is_whitespace).unwrap_or(rest.len())
    };
    rest.split_at_checked(end).unwrap_or((rest, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_read() {
        let list = DeviceEntry::parse_list(concat!(
            "emulator-5554          device product:sdk_x model:Pixel_9 device:emu transport_id:3\n",
            "R58                    unauthorized usb:1-2 transport_id:4\n",
            "10.0.0.7:5555          offline transport_id:5\n",
            "HT1                    no permissions (user in plugdev); see [http://x/y] usb:1-1\n",
            "(no serial number)     recovery usb:1-3\n",
            "\nnonsense\n",
        ));
        let seen: Vec<_> = list.iter().map(|d| (d.serial.as_str(), d.state.to_string())).collect();
        assert_eq!(
            seen,
            [
                ("emulator-5554", "device".to_owned()),
                ("R58", "unauthorized".to_owned()),
                ("10.0.0.7:5555", "offline".to_owned()),
                ("HT1", "no permissions (user in plugdev); see [http://x/y]".to_owned()),
                ("(no serial number)", "recovery".to_owned()),
            ]
        );
        assert_eq!(list[0].model.as_deref(), Some("Pixel_9"));
        assert_eq!(list[0].product.as_deref(), Some("sdk_x"));
        assert_eq!(list[0].device.as_deref(), Some("emu"));
        assert_eq!(list[1].model, None);
    }

    #[test]
    fn a_tracking_list_is_read_too() {
        let list = DeviceEntry::parse_list("a\tdevice\nb\toffline\n");
        assert_eq!(list[1].state, DeviceState::Offline);
        assert!(list[0].obstacle().is_none());
    }
}
