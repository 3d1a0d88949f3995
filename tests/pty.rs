//! The real program in a real terminal: what it shows, and that it gives the terminal back.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::{Read as _, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use ridealong::protocol::{DecidedBy, Event, RunMode};
use ridealong::store;
use tempfile::TempDir;

/// Long enough for a busy computer; nothing waits so long if all is well.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal with the program in it.
struct Pty {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    child: Box<dyn Child + Send + Sync>,
    screen: vt100::Parser,
    /// All that was ever written to the terminal.
    raw: Vec<u8>,
    _home: TempDir,
}

fn count(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).unwrap()
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Pty {
    fn open(rows: u16, cols: u16) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ridealong"));
        command.arg("demo:notes");
        Self::with(command, rows, cols)
    }

    fn with(mut command: CommandBuilder, rows: u16, cols: u16) -> Self {
        let home = TempDir::new().unwrap();
        let pair = native_pty_system().openpty(size(rows, cols)).unwrap();
        command.env_clear();
        command.env("TERM", "xterm-256color");
        command.env("HOME", home.path());
        command.env("PATH", std::env::var("PATH").unwrap_or_default());
        command.cwd(home.path());
        let child = pair.slave.spawn_command(command).unwrap();
        // Ours would keep the terminal open after the program has gone.
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            writer: pair.master.take_writer().unwrap(),
            master: pair.master,
            output,
            child,
            screen: vt100::Parser::new(count(rows), count(cols), 0),
            raw: Vec::new(),
            _home: home,
        }
    }

    /// Reads until `is_it` holds of the screen.
    fn sees(&mut self, what: &str, is_it: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_it(self.screen.screen()) {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.take(&bytes),
                Err(why) => {
                    panic!("{what} was never seen ({why}) but\n{}", self.screen.screen().contents())
                }
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.screen.process(bytes);
        self.raw.extend_from_slice(bytes);
    }

    fn says(&mut self, text: &str) {
        self.sees(text, |screen| screen.contents().contains(text));
    }

    fn types(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    fn resize(&mut self, rows: u16, cols: u16) {
        self.screen.screen_mut().set_size(count(rows), count(cols));
        self.master.resize(size(rows, cols)).unwrap();
    }

    /// Reads the rest; gives the program's exit code.
    fn ends(&mut self) -> u32 {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("it never ended but\n{}", self.screen.screen().contents())
                }
            }
        }
        self.child.wait().unwrap().exit_code()
    }

    fn place_of(&self, sequence: &str) -> Option<usize> {
        self.raw.windows(sequence.len()).rposition(|bytes| bytes == sequence.as_bytes())
    }

    /// Everything that was switched on was switched off after it.
    fn is_given_back(&self) {
        let pairs = [
            ("alternate screen", "\x1b[?1049h", "\x1b[?1049l"),
            ("cursor", "\x1b[?25l", "\x1b[?25h"),
            ("mouse clicks", "\x1b[?1000h", "\x1b[?1000l"),
            ("mouse drags", "\x1b[?1002h", "\x1b[?1002l"),
            ("mouse coordinates", "\x1b[?1006h", "\x1b[?1006l"),
            ("bracketed paste", "\x1b[?2004h", "\x1b[?2004l"),
        ];
        for (what, on, off) in pairs {
            let (on, off) = (self.place_of(on), self.place_of(off));
            assert!(on.is_some() && on < off, "{what}: on at {on:?}, off at {off:?}");
        }
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(!screen.bracketed_paste());
    }

    /// What the terminal does with keys: `icanon` and `echo` while lines are read and seen.
    fn modes(&self) -> String {
        let name = self.master.tty_name().unwrap();
        let stty = Command::new("stty").arg("-a").arg("-F").arg(name).output().unwrap();
        String::from_utf8_lossy(&stty.stdout).into_owned()
    }

    fn is_raw(&self) -> bool {
        self.modes().split_whitespace().any(|word| word == "-icanon")
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // Gone already if all went well.
        let _ = self.child.kill();
    }
}

#[test]
fn quitting_gives_the_terminal_back() {
    let mut pty = Pty::open(40, 140);
    pty.says("waiting for you");
    pty.says("Ridealong  demo:notes");
    assert!(pty.screen.screen().alternate_screen() && pty.is_raw());
    // Held open, so that its modes can be asked for after the program has gone.
    let held = std::fs::File::open(pty.master.tty_name().unwrap()).unwrap();
    pty.types("q");
    pty.says("End the session");
    pty.types("y");
    pty.says("0 steps, 1 states");
    assert_eq!(pty.child.wait().unwrap().exit_code(), 0);
    assert!(!pty.is_raw(), "{}", pty.modes());
    drop(held);
    pty.ends();
    pty.is_given_back();
}

#[test]
fn ending_it_from_outside_gives_the_terminal_back() {
    let mut pty = Pty::open(40, 140);
    pty.says("waiting for you");
    let held = std::fs::File::open(pty.master.tty_name().unwrap()).unwrap();
    let id = pty.child.process_id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(pty.child.wait().unwrap().exit_code(), 0);
    assert!(!pty.is_raw(), "{}", pty.modes());
    drop(held);
    pty.ends();
    pty.is_given_back();
}

#[test]
fn a_terminal_of_another_size_is_drawn_anew() {
    let mut pty = Pty::open(40, 140);
    pty.says("waiting for you");
    pty.resize(8, 30);
    pty.says("Please make the terminal");
    pty.resize(24, 80);
    pty.says("1 Screen");
    pty.sees("the last row", |screen| {
        screen.rows(0, 80).last().is_some_and(|row| row.contains("Approve"))
    });
    pty.types("qy");
    pty.ends();
    pty.is_given_back();
}

#[test]
fn without_a_terminal_it_says_so_and_points_to_run() {
    let home = TempDir::new().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .env("HOME", home.path())
        .current_dir(home.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let reported = String::from_utf8(output.stderr).unwrap();
    assert!(reported.contains("no terminal") && reported.contains("ridealong run"), "{reported}");
}

/// No test of its own: what [`a_panic_gives_the_terminal_back`] runs in a terminal.
#[tokio::test]
#[ignore = "panics, as it is meant to"]
async fn panics_in_a_terminal() {
    let terminal = ridealong::tui::RealTerminal::take().unwrap();
    // Nothing is dropped, so that only the panic itself can give the terminal back.
    std::mem::forget(terminal);
    panic!("on purpose");
}

#[test]
fn a_panic_gives_the_terminal_back() {
    // The program has no way to be made to panic, and should have none.
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--exact", "panics_in_a_terminal", "--ignored", "--nocapture"]);
    let mut pty = Pty::with(command, 24, 80);
    pty.says("on purpose");
    pty.ends();
    pty.is_given_back();
    let left = pty.place_of("\x1b[?1049l");
    assert!(left < pty.place_of("on purpose"), "the panic is told on the shell's own screen");
}

#[test]
fn a_recorded_session_is_played_in_the_chosen_theme() {
    let sessions = TempDir::new().unwrap();
    let recorded = Command::new(env!("CARGO_BIN_EXE_ridealong"))
        .args(["run", "demo:notes", "--steps", "1", "--quiet", "--sessions"])
        .arg(sessions.path())
        .output()
        .unwrap();
    assert!(recorded.status.success(), "{}", String::from_utf8_lossy(&recorded.stderr));
    let session = std::fs::read_dir(sessions.path()).unwrap().next().unwrap().unwrap().path();
    let mut backgrounds = Vec::new();
    for theme in ["dark", "light"] {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ridealong"));
        command.env("COLORTERM", "truecolor");
        command.args(["replay", "--theme", theme]);
        command.arg(&session);
        let mut pty = Pty::with(command, 40, 140);
        pty.says("1 Screen");
        backgrounds.push(pty.screen.screen().cell(0, 100).unwrap().bgcolor());
        pty.types("q");
        pty.ends();
        pty.is_given_back();
    }
    assert_ne!(backgrounds[0], backgrounds[1]);
}

/// A fleet of three on the notes app that goes on until it is ended.
fn fleet(folder: &TempDir) -> Pty {
    let spec = "workers = 3\nminutes = 30\npause_ms = 30\ntargets = [\"demo:notes\"]\n";
    let path = folder.path().join("three.toml");
    std::fs::write(&path, spec).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ridealong"));
    command.args(["fleet", "--sessions"]);
    command.arg(folder.path().join("sessions"));
    command.arg(path);
    Pty::with(command, 40, 140)
}

/// The events of the workers, in the order of their seeds.
fn recorded(folder: &TempDir) -> Vec<Vec<Event>> {
    let inside = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut folders: Vec<_> = entries.filter(|path| path.is_dir()).collect();
        folders.sort_by_key(|path| path.to_string_lossy().rsplit('-').next().map(str::to_owned));
        folders
    };
    let fleet = inside(&folder.path().join("sessions")).remove(0);
    let events = |worker: &std::path::PathBuf| {
        let records = store::open(worker).unwrap().records;
        records.into_iter().map(|record| record.event).collect()
    };
    inside(&fleet).iter().map(events).collect()
}

/// The number of steps in the header of the fleet view.
fn steps(screen: &vt100::Screen) -> Option<u64> {
    let contents = screen.contents();
    let (before, _) = contents.split_once(" steps · ")?;
    before.rsplit("· ").next()?.replace(' ', "").parse().ok()
}

#[test]
fn a_fleet_is_watched_and_ended() {
    let folder = TempDir::new().unwrap();
    let mut pty = fleet(&folder);
    pty.says("Workers 3 of 3 at work");
    pty.says("fleet three · ● exploring");
    pty.types("q");
    pty.says("End the 3 workers");
    pty.types("y");
    pty.says("fleet: ");
    assert_eq!(pty.ends(), 0);
    pty.is_given_back();
    for events in recorded(&folder) {
        assert!(matches!(events.last(), Some(Event::Ended(_))), "each session ends in order");
    }
}

#[test]
fn a_worker_is_joined_while_the_others_go_on() {
    let folder = TempDir::new().unwrap();
    let mut pty = fleet(&folder);
    pty.says("Workers 3 of 3 at work");
    pty.types("\r");
    pty.says("worker 1 of 3 · demo:notes");
    pty.says("q Back to the fleet");
    pty.types("p ");
    pty.says("waiting for you");
    pty.types("n");
    pty.says("M-Enter");
    pty.types("seen by a tester\x13");
    pty.says("noted, with the present screen");
    pty.types("a");
    pty.types("q");
    pty.says("Workers 3 of 3 at work");
    let before = steps(pty.screen.screen()).unwrap();
    pty.sees("further steps", |screen| steps(screen) > Some(before + 30));
    pty.types("\x03");
    pty.says("End the 3 workers");
    pty.types("\x03");
    assert_eq!(pty.ends(), 0);
    pty.is_given_back();
    let by_tester = |event: &&Event| matches!(event, Event::Decided(decided) if decided.decision.by == DecidedBy::Tester);
    let [joined, others @ ..] = &recorded(&folder)[..] else { panic!("there are three") };
    assert!(
        joined.iter().any(|it| matches!(it, Event::Noted(note) if note.text == "seen by a tester"))
    );
    assert!(joined.iter().any(|event| by_tester(&event)));
    assert!(!others.iter().flatten().any(|event| by_tester(&event)), "the others decided alone");
    let mode = joined.iter().rev().find_map(|event| match event {
        Event::ModeSet(changed) => Some(&changed.mode),
        _ => None,
    });
    assert!(matches!(mode, Some(RunMode::Auto { .. })), "it was given back");
}
