//! A command that serves the app under test: started, awaited and stopped by us.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use thiserror::Error;
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, BufReader,
};
use tokio::process::{Child, Command};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::process_group::{GroupWatch, gated, signal};
use crate::domain::one_line;

/// Lines of what a command said that errors show.
const TAIL: usize = 6;
/// The most characters of a line that an error shows.
const LONGEST_LINE_SHOWN: usize = 400;
/// The longest line that is kept, in bytes.
const LONGEST_LINE: u64 = 4_096;
/// How long the group may take to end by itself before it is killed.
const GRACE: Duration = Duration::from_millis(1_500);
/// How long the last lines of a command that has failed are waited for.
const LAST_LINES: Duration = Duration::from_millis(50);

/// What shells end with if there is no such program, or it is none.
const NOT_STARTED: [i32; 2] = [127, 126];

/// How an app is served.
#[derive(Clone, Debug, PartialEq)]
pub struct ServeCommand {
    /// Program and arguments.
    pub command: Vec<String>,
    /// The folder it runs in.
    pub cwd: PathBuf,
    /// What is added to its environment.
    pub env: BTreeMap<String, String>,
    /// Part of a line that it prints once it serves. Without, the app's address is waited for.
    pub ready_line: Option<String>,
    /// How long that may take.
    pub limit: Duration,
}

impl ServeCommand {
    fn words(&self) -> String {
        self.command.join(" ")
    }

    fn failed(&self, what: impl Into<String>, said: String) -> ServeError {
        ServeError::CannotServe { command: self.words(), what: what.into(), said }
    }

    fn cannot_be_started(&self) -> String {
        format!("cannot be started in {}", self.cwd.display())
    }

    /// The error for a server that is not needed, since something answers at `place` already.
    pub fn taken(&self, place: &str) -> ServeError {
        ServeError::Taken { place: place.to_owned(), command: self.words() }
    }
}

/// Why an app is not served.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ServeError {
    /// The command that serves the app does not.
    #[error("`{command}` {what}{}", tail(.said))]
    CannotServe {
        /// The command.
        command: String,
        /// What went wrong, as a verb.
        what: String,
        /// The end of what it said.
        said: String,
    },
    /// Something else is where the command should serve.
    #[error("something answers at {place} before `{command}` is started")]
    Taken {
        /// Where.
        place: String,
        /// The command.
        command: String,
    },
}

/// The end of what a serving command said, for an error.
pub(in crate::device) fn tail(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!("; it said: {said}") }
}

/// A running command. Dropping it kills it with all it has started; on Unix that is done also if we
/// are killed.
#[derive(Debug)]
pub struct RunningServer {
    child: Child,
    group: Option<u32>,
    watch: Option<GroupWatch>,
    heard: Arc<ServerOutput>,
    /// Reads what it says on standard error, until that is closed.
    errors: Option<JoinHandle<()>>,
}

/// What the command has printed.
#[derive(Debug)]
struct ServerOutput {
    tail: Mutex<VecDeque<String>>,
    /// What a line must contain for the command to be ready.
    wanted: Option<String>,
    ready: watch::Sender<bool>,
}

impl ServerOutput {
    fn line(&self, line: &str, keep: bool) {
        if self.wanted.as_deref().is_some_and(|wanted| line.contains(wanted)) {
            self.ready.send_replace(true);
        }
        let line = one_line(line, LONGEST_LINE_SHOWN);
        if keep && !line.is_empty() {
            let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
            tail.push_back(line);
            if tail.len() > TAIL {
                tail.pop_front();
            }
        }
    }

    fn tail(&self) -> String {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.iter().cloned().collect::<Vec<_>>().join(" / ")
    }
}

impl RunningServer {
    /// Starts the command. It is not awaited yet.
    ///
    /// # Errors
    /// If it cannot be started.
    pub async fn start(serving: &ServeCommand) -> Result<Self, ServeError> {
        let (program, arguments) = serving
            .command
            .split_first()
            .ok_or_else(|| serving.failed("is empty", String::new()))?;
        let mut command = Command::from(gated(Path::new(program), None));
        command
            .args(arguments)
            .current_dir(&serving.cwd)
            .envs(&serving.env)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        // A group of its own, so that it can be ended with all it has started, and so that Ctrl-C
        // in the terminal is for us to handle.
        #[cfg(unix)]
        command.process_group(0);
        let cannot_start = |error: std::io::Error| {
            serving.failed(format!("{}: {error}", serving.cannot_be_started()), String::new())
        };
        let mut child = command.spawn().map_err(cannot_start)?;
        let gate = child.stdin.take();
        let wanted = serving.ready_line.clone();
        let heard = Arc::new(ServerOutput {
            tail: Mutex::default(),
            wanted,
            ready: watch::Sender::new(false),
        });
        if let Some(out) = child.stdout.take() {
            tokio::spawn(listen(out, Arc::clone(&heard), false));
        }
        let errors = child.stderr.take();
        let errors = errors.map(|err| tokio::spawn(listen(err, Arc::clone(&heard), true)));
        let group = child.id();
        let watch = group.and_then(|group| GroupWatch::new(group, None));
        let server = Self { group, child, watch, heard, errors };
        // It is watched now, and may run.
        if let Some(mut gate) = gate {
            gate.write_all(b"\n").await.map_err(cannot_start)?;
        }
        Ok(server)
    }

    /// Waits until the app is served: until the line that says so, else until `answers` ends.
    ///
    /// # Errors
    /// If the command ends before, or it takes longer than its limit.
    pub async fn ready(
        &mut self,
        serving: &ServeCommand,
        answers: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        let mut ready = self.heard.ready.subscribe();
        let served = async {
            if serving.ready_line.is_some() {
                // The sender lives as long as the server.
                let _ = ready.wait_for(|ready| *ready).await;
            } else {
                answers.await;
            }
        };
        let child = &mut self.child;
        let how = tokio::select! {
            biased;
            status = child.wait() => Err(match status {
                Ok(status) if status.code().is_some_and(|code| NOT_STARTED.contains(&code)) => {
                    serving.cannot_be_started()
                }
                Ok(status) => format!("ended before it served ({status})"),
                Err(error) => format!("cannot be awaited: {error}"),
            }),
            waited = tokio::time::timeout(serving.limit, served) => waited.map_err(|_late| {
                format!("does not serve after {} s", serving.limit.as_secs_f64())
            }),
        };
        match how {
            Ok(()) => Ok(()),
            Err(what) => {
                // What it printed last may still be on its way; if it runs on, or has left
                // children that hold its errors open, what there is by then must do.
                if let Some(errors) = self.errors.take() {
                    let _ = tokio::time::timeout(LAST_LINES, errors).await;
                }
                Err(serving.failed(what, self.said()))
            }
        }
    }

    /// The end of what it said on standard error.
    pub fn said(&self) -> String {
        self.heard.tail()
    }

    /// True if it has ended.
    pub fn ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends it and all it has started: asks first, then kills.
    pub async fn stop(mut self) {
        if let Some(group) = self.group {
            signal(group, "TERM");
            // Whether it ended or not: what is left of the group is killed.
            let _ = tokio::time::timeout(GRACE, self.child.wait()).await;
        }
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        // The group outlives its leader if that leaves children behind.
        if let Some(group) = self.group.take() {
            signal(group, "KILL");
        }
        // Where there are no groups, at least the command itself.
        let _ = self.child.start_kill();
        drop(self.watch.take());
    }
}

/// Reads lines until the end, however long they are, so that the command never waits for a reader.
async fn listen(from: impl AsyncRead + Unpin, heard: Arc<ServerOutput>, keep: bool) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        match (&mut from).take(LONGEST_LINE).read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => heard.line(&String::from_utf8_lossy(&line), keep),
        }
    }
}
