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

/// Becomes the program `$0` once a line comes in; if its input ends before, deletes the folder `$1`, if
/// there is one, and ends.
const GATE: &str =
    r#"folder=$1; shift; read -r _ && exec "$0" "$@"; [ -z "$folder" ] || rm -rf -- "$folder""#;

/// A command that runs `program` once a line is written to its input, where there are groups, and with
/// the arguments that are added to it. So a [`GroupWatch`] can be there before the program is: if we are
/// killed in between, nothing runs on and `folder` is deleted.
pub(in crate::device) fn gated(program: &Path, folder: Option<&Path>) -> Command {
    if !cfg!(unix) {
        let mut command = Command::new(program);
        command.stdin(Stdio::null());
        return command;
    }
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GATE]).arg(program).arg(folder.unwrap_or_else(|| Path::new("")));
    command.stdin(Stdio::piped());
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

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    /// The gate's end and whether its folder is left, if a line comes in or its input just ends.
    fn gate(line: Option<&[u8]>, watches_folder: bool) -> (String, bool) {
        use std::io::Write as _;
        let folder = tempfile::tempdir().unwrap();
        let profile = folder.path().join("profile");
        std::fs::create_dir(&profile).unwrap();
        let mut command = gated(Path::new("echo"), watches_folder.then_some(&*profile));
        let mut child = command.arg("ran").stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(line.unwrap_or_default()).unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), profile.exists())
    }

    #[test]
    fn a_folder_is_not_left_behind_if_we_end_before_its_program_starts() {
        assert_eq!(gate(None, true), (String::new(), false));
        assert_eq!(gate(None, false), (String::new(), true));
        assert_eq!(gate(Some(b"\n"), true), ("ran\n".into(), true));
        assert_eq!(gate(Some(b"\n"), false), ("ran\n".into(), true));
    }
}
