//! Ending a command with all that it has started.

use std::process::{Command, Stdio};

/// Sends a signal to a process group, by the shell that every Unix has. A group that is gone is no
/// harm.
pub(in crate::device) fn signal(group: u32, name: &str) {
    if cfg!(unix) {
        let _ = Command::new("/bin/sh")
            .args(["-c", "kill -s \"$1\" -- \"-$2\"", "sh", name, &group.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
}
