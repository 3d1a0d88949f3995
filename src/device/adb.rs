//! Phones and emulators through the adb server.
//!
//! The server (`adb start-server`, port 5037) owns the cables; this client asks it over its
//! smart-socket protocol: four hexadecimal digits of length, a request, `OKAY` or `FAIL`. Every
//! command has a connection of its own, so several may run at once and giving one up is closing its
//! socket. Nothing is ever sent twice here: a command that may have worked is the caller's question.

mod address;
mod devices;
#[cfg(test)]
mod fake;
mod reconnect;
mod server;
mod shell;
pub(crate) mod shell_v2;
mod wire;

pub use address::ServerAddress;
pub use devices::{DeviceEntry, DeviceState};
pub use server::AdbServer;
pub use shell::AdbShell;
