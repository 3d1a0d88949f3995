//! Ending a command with all that it has started.

use std::path::Path;
use std::process::{Child, Command, Stdio};

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

/// Becomes the program `$0` once a line comes in; ends if its input ends before.
const GATE: &str = r#"read -r _ && exec "$0" "$@""#;

/// A command that runs `program` once a line is written to its input, where there are groups, and with
/// the arguments that are added to it. So a [`GroupWatch`] can be there before the program is, and
/// nothing runs on if we are killed in between.
pub(in crate::device) fn gated(program: &Path) -> Command {
    if !cfg!(unix) {
        let mut command = Command::new(program);
        command.stdin(Stdio::null());
        return command;
    }
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GATE]).arg(program).stdin(Stdio::piped());
    command
}

/// Waits until its input ends, which it does with us however we end; then kills the group and deletes
/// the folder, if there is one.
const WATCH: &str = r#"read -r _; kill -s KILL -- "-$1"; [ -n "$2" ] || exit; for _ in 1 2 3 4 5; do rm -rf -- "$2" && exit; sleep 1; done"#;

/// Ends a process group as soon as it is dropped, also by our own death.
#[derive(Debug)]
pub(in crate::device) struct GroupWatch(Child);

impl GroupWatch {
    /// Watches over `group`, which is killed at the end, and `folder`, which is deleted then. `None` where
    /// there are no groups.
    pub(in crate::device) fn new(group: u32, folder: Option<&Path>) -> Option<Self> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", WATCH, "sh", &group.to_string()]);
        command.arg(folder.unwrap_or_else(|| Path::new("")));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What ends us by the keyboard must not end it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if cfg!(unix) { command.spawn().ok().map(Self) } else { None }
    }
}

impl Drop for GroupWatch {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // It has nothing left to do but to delete the folder.
        let _ = self.0.wait();
    }
}
