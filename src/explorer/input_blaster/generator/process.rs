//! Runs a generator's program in a process of its own, which is ended if it takes too long.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::Command;

use super::GeneratedInputs;
use super::sandbox::{self, GeneratorFailure, GeneratorTask, LARGEST_OUTPUT};

/// The first argument of a process that runs a generator.
pub const GENERATOR_ARGUMENT: &str = "--run-generator";
/// No program runs longer.
const LONGEST: Duration = Duration::from_secs(3);
/// The most that is read of a process: its output with everything escaped.
const MOST_READ: u64 = 8 * LARGEST_OUTPUT as u64;

/// How generators are run.
#[derive(Clone, Debug, Default)]
pub struct GeneratorProcess {
    /// Ridealong itself, which is started anew with [`GENERATOR_ARGUMENT`]; `None` if programs are not
    /// run, and generators are data.
    pub program: Option<PathBuf>,
}

impl GeneratorProcess {
    /// This program.
    pub fn of_this_program() -> Self {
        Self { program: std::env::current_exe().ok() }
    }

    /// Runs the program of `task`.
    ///
    /// # Errors
    /// If it fails, gives no inputs or takes too long.
    pub async fn run(&self, task: &GeneratorTask) -> Result<GeneratedInputs, GeneratorFailure> {
        let not_started = |error: io::Error| GeneratorFailure::NotStarted(error.to_string());
        let program = self.program.as_ref();
        let program = program.ok_or_else(|| not_started(io::ErrorKind::Unsupported.into()))?;
        let mut process = Command::new(program)
            .arg(GENERATOR_ARGUMENT)
            // Keys of models are in the environment.
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(not_started)?;
        let json = serde_json::to_vec(task).unwrap_or_default();
        let talk = async {
            if let Some(mut stdin) = process.stdin.take() {
                stdin.write_all(&json).await?;
            }
            let mut answer = Vec::new();
            if let Some(stdout) = process.stdout.take() {
                stdout.take(MOST_READ).read_to_end(&mut answer).await?;
            }
            io::Result::Ok(answer)
        };
        let answer = match tokio::time::timeout(LONGEST, talk).await {
            Ok(answer) => answer.map_err(not_started)?,
            Err(_slow) => return Err(GeneratorFailure::TooSlow),
        };
        let read: Result<Result<GeneratedInputs, GeneratorFailure>, _> =
            serde_json::from_slice(&answer);
        // A process that died wrote nothing.
        read.unwrap_or_else(|_| Err(GeneratorFailure::Threw("it was stopped".into())))
    }
}

/// What a process that was started for a generator does: reads a task, writes what came of it.
///
/// # Errors
/// If there is no task, or nobody reads what came of it.
pub fn serve_generator(mut from: impl Read, mut to: impl Write) -> io::Result<()> {
    let mut json = Vec::new();
    from.read_to_end(&mut json)?;
    let task: GeneratorTask = serde_json::from_slice(&json)?;
    to.write_all(&serde_json::to_vec(&sandbox::run(&task))?)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_served_task_gives_what_the_program_makes() {
        let program = "function generate(valid) { return [{ 1: valid[1] + 'x' }] }".to_owned();
        let valid = BTreeMap::from([(1, "Ada".to_owned())]);
        let task = serde_json::to_vec(&GeneratorTask { program, valid, seed: 1 }).unwrap();
        let mut answer = Vec::new();
        serve_generator(&*task, &mut answer).unwrap();
        let read: Result<GeneratedInputs, GeneratorFailure> =
            serde_json::from_slice(&answer).unwrap();
        assert_eq!(read.unwrap()[0][&1], "Adax");
        assert!(serve_generator(&b"{}"[..], io::sink()).is_err());
    }

    #[tokio::test]
    async fn without_a_program_to_start_nothing_is_run() {
        let task = GeneratorTask { program: String::new(), valid: BTreeMap::new(), seed: 1 };
        let failure = GeneratorProcess::default().run(&task).await.unwrap_err();
        assert!(matches!(failure, GeneratorFailure::NotStarted(_)), "{failure}");
    }
}
