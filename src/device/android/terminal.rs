//! Running one command line, and telling a refusal from an answer.
//!
//! Android's programs rarely use exit codes, and devices without the `shell_v2` feature do not tell
//! them, so what a program says decides as well.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

use crate::device::{CommandOutput, DeviceError, DeviceShell, ShellError};

use super::commands;

/// Characters of a refusal that are passed on.
const SAID: usize = 300;

/// The device's shell, for looking and for acting.
#[derive(Clone)]
pub(super) struct DeviceTerminal(Arc<dyn DeviceShell>);

impl DeviceTerminal {
    /// Over `shell`.
    pub(super) fn new(shell: Arc<dyn DeviceShell>) -> Self {
        Self(shell)
    }

    /// Runs a command that only looks; what it says is its answer, whatever its exit code.
    pub(super) async fn look(&self, command: &str) -> Result<CommandOutput, DeviceError> {
        Ok(self.0.run(command).await?)
    }

    /// Runs a command that acts, once. It is never sent again: it may have worked.
    pub(super) async fn act(&self, command: &str) -> Result<CommandOutput, DeviceError> {
        self.act_as(command, command).await
    }

    /// Like [`DeviceTerminal::act`], but errors show `shown` in place of a command that is too long.
    pub(super) async fn act_as(
        &self,
        command: &str,
        shown: &str,
    ) -> Result<CommandOutput, DeviceError> {
        let output = self.0.run(command).await.map_err(|error| match error {
            ShellError::TimedOut { seconds, .. } => {
                ShellError::TimedOut { command: shown.to_owned(), seconds }
            }
            error => error,
        })?;
        match refusal(&output) {
            Some(said) => Err(DeviceError::Refused { command: shown.to_owned(), said }),
            None => Ok(output),
        }
    }

    /// Like [`DeviceTerminal::act_as`] for a command that holds what must not be seen. Of a refusal only
    /// its kind is passed on, because it may repeat the command's words.
    pub(super) async fn act_hidden(&self, command: &str, shown: &str) -> Result<(), DeviceError> {
        match self.act_as(command, shown).await {
            Err(DeviceError::Refused { command, said }) => {
                let said = said.split([':', ' ']).next().unwrap_or_default().to_owned();
                Err(DeviceError::Refused { command, said })
            }
            done => done.map(drop),
        }
    }

    /// Waits by asking the device to sleep, so that its clock decides.
    pub(super) async fn sleep(&self, time: Duration) -> Result<(), DeviceError> {
        self.0.run(&commands::sleep(time)).await?;
        Ok(())
    }

    /// Waits until the device is back.
    pub(super) fn reconnect(&self) -> BoxFuture<'_, Result<(), ShellError>> {
        self.0.reconnect()
    }
}

/// What a command said when it was refused; `None` if it was done.
pub(super) fn refusal(output: &CommandOutput) -> Option<String> {
    let said = output.said();
    let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let complaint = lines.find(|line| is_complaint(line));
    // The exception stands below this heading.
    let heading = complaint.is_some_and(|line| line.starts_with("Exception occurred"));
    match lines.next().filter(|_| heading).or(complaint) {
        Some(line) => Some(line.chars().take(SAID).collect()),
        None if output.code != 0 => {
            let first = said.lines().next().unwrap_or_default().trim();
            let said: String = first.chars().take(SAID).collect();
            Some(if said.is_empty() { format!("exit code {}", output.code) } else { said })
        }
        None => None,
    }
}

fn is_complaint(line: &str) -> bool {
    // These repeat the intent, which may hold any words.
    let repeats = ["Starting: ", "Broadcasting: ", "Broadcast completed", "Warning: "];
    if repeats.iter().any(|start| line.starts_with(start)) {
        return false;
    }
    let starts = ["Error", "error: ", "Exception occurred", "Failure", "Usage: ", "usage: "];
    starts.iter().any(|start| line.starts_with(start))
        || line.contains("Exception: ")
        || line.ends_with("Exception")
        || line.contains("Permission Denial")
        || line.contains("Permission denied")
        || line.contains("inaccessible or not found")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, code: i32) -> Option<String> {
        refusal(&CommandOutput { stdout: text.as_bytes().to_vec(), stderr: Vec::new(), code })
    }

    #[test]
    fn refusals_are_told_without_exit_codes() {
        assert_eq!(said("", 0), None);
        assert_eq!(said("Success\n", 0), None);
        let intent = "Starting: Intent { act=java.lang.Exception: x }\nStatus: ok\n";
        assert_eq!(said(intent, 0), None);
        let missing = "Starting: Intent { cmp=a/.B }\nError type 3\nError: Activity class {a/.B} does not exist.\n";
        assert_eq!(said(missing, 0).as_deref(), Some("Error type 3"));
        let inject = "java.lang.SecurityException: Injecting input events requires the caller to have the INJECT_EVENTS permission.";
        assert!(said(inject, 0).unwrap().contains("INJECT_EVENTS"));
        let denied = "\nException occurred while executing 'broadcast':\njava.lang.SecurityException: Permission Denial: not allowed to send broadcast a.B from pid=1, uid=2000\n\tat a.b(C.java:1)\n";
        assert!(said(denied, 255).unwrap().contains("not allowed to send broadcast a.B"));
        assert_eq!(said("", 3).as_deref(), Some("exit code 3"));
        assert_eq!(said("no such thing\n", 1).as_deref(), Some("no such thing"));
    }
}
