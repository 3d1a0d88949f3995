//! A folder of one's own to run the program in.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// No run of these tests takes nearly as long; one that hangs fails instead of waiting for ever.
const HANGS: Duration = Duration::from_secs(120);

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_ridealong");

/// Sessions and settings that no other test sees.
pub struct Place {
    folder: TempDir,
}

/// How the program ended.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn sessions(&self) -> PathBuf {
        self.path().join("sessions")
    }

    /// What every start gets, so that nothing of the user's is read or written.
    pub fn environment(&self) -> Vec<(&'static str, PathBuf)> {
        vec![
            ("RIDEALONG_SESSIONS", self.sessions()),
            ("RIDEALONG_CONFIG", self.path().join("config")),
            ("RIDEALONG_LOG", PathBuf::new()),
        ]
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).current_dir(self.path()).timeout(HANGS);
        command.envs(self.environment()).env_remove("RIDEALONG_LOG");
        for name in ["ANDROID_SERIAL", "ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_PORT"] {
            command.env_remove(name);
        }
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ended {
        end(&mut self.command(arguments))
    }

    /// A run that must end with 0, and its JSON.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let ended = self.run(arguments);
        assert_eq!(ended.code, 0, "{ended:?}");
        ended.json()
    }

    /// The only session there is.
    pub fn session(&self) -> PathBuf {
        let mut sessions = std::fs::read_dir(self.sessions()).unwrap();
        let session = sessions.next().unwrap().unwrap().path();
        assert!(sessions.next().is_none(), "more than one session");
        session
    }
}

impl Ended {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// One sentence, a hint, nothing else: what a person meets instead of a panic.
    #[track_caller]
    pub fn tells(&self, code: i32, error: &str, hint: &str) {
        assert_eq!(self.code, code, "{self:?}");
        let lines: Vec<&str> = self.err.lines().collect();
        let [first, second] = lines[..] else { panic!("two lines were expected: {self:?}") };
        assert!(first.starts_with("error: ") && first.contains(error), "{self:?}");
        assert!(second.starts_with("hint: ") && second.contains(hint), "{self:?}");
    }
}

pub fn end(command: &mut Command) -> Ended {
    let output = command.output().unwrap();
    let ended = Ended {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!ended.err.contains("panicked"), "{ended:?}");
    ended
}
