//! A copy of the phone under test: what was done to it is done to another one of the same seed. On it the
//! oracle model tries its tours before it names them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use ridealong::demo::app::Do;
use ridealong::demo::phone::{DemoPhone, Options};
use ridealong::demo::{self, DemoShell, walk};
use ridealong::device::{CommandOutput, DeviceShell, ShellError};

use super::paths::{self, KnownStep};

/// How long an explorer looks at the screen after each step, about.
const LOOKED_MS: u64 = 1000;
/// What only looks. Its lines need not be done again.
const LOOKS: &[&str] = &[
    "uiautomator",
    "dumpsys",
    "screencap",
    "cat ",
    "pidof",
    "getprop",
    "logcat",
    "wm ",
    "date",
    "id",
];

/// A shell that remembers what was done with it.
pub struct RecordedShell {
    shell: DemoShell,
    lines: Arc<Mutex<Vec<String>>>,
}

impl RecordedShell {
    /// The shell `shell`, with where its lines are kept.
    pub fn new(shell: DemoShell) -> (Self, Arc<Mutex<Vec<String>>>) {
        let lines = Arc::<Mutex<Vec<String>>>::default();
        (Self { shell, lines: lines.clone() }, lines)
    }
}

impl DeviceShell for RecordedShell {
    fn run<'a>(&'a self, command: &'a str) -> BoxFuture<'a, Result<CommandOutput, ShellError>> {
        let looks = LOOKS.iter().any(|word| command.starts_with(word));
        if !looks || command.contains("sleep") {
            self.lines.lock().unwrap().push(command.to_owned());
        }
        self.shell.run(command)
    }

    fn reconnect(&self) -> BoxFuture<'_, Result<(), ShellError>> {
        self.shell.reconnect()
    }
}

/// How the phone under test came to be what it is.
pub struct PhoneCopies {
    package: &'static str,
    options: Options,
    lines: Arc<Mutex<Vec<String>>>,
}

/// What `steps` showed on a copy.
#[derive(Default)]
pub struct Trial {
    /// How many of the steps could be done, up to the last one that showed something.
    pub useful: usize,
    /// What they showed.
    pub shows: Vec<&'static str>,
}

impl PhoneCopies {
    /// Copies of a phone of these `options`, with the lines that were done.
    pub const fn new(
        package: &'static str,
        options: Options,
        lines: Arc<Mutex<Vec<String>>>,
    ) -> Self {
        Self { package, options, lines }
    }

    fn copy(&self) -> DemoShell {
        let shell = demo::shell(&self.options).unwrap();
        for line in self.lines.lock().unwrap().iter() {
            // On a virtual clock nothing has to be waited for.
            let _ = shell.run(line).now_or_never();
        }
        shell
    }

    /// What `steps` show that is not `seen`.
    pub fn tried(&self, steps: &[KnownStep], seen: &BTreeSet<&'static str>) -> Trial {
        let shell = self.copy();
        let mut phone = shell.phone();
        let mut trial = Trial::default();
        for (at, step) in steps.iter().enumerate() {
            if !is_there(&phone, step) || walk::walk(&mut phone, &[step.does]).is_err() {
                break;
            }
            phone.pass(LOOKED_MS);
            let Some(truth) = phone.truth_of(self.package) else { break };
            let new = truth.states.union(&truth.faults).copied();
            let new: Vec<&'static str> =
                new.filter(|name| !seen.contains(name) && !trial.shows.contains(name)).collect();
            if !new.is_empty() {
                trial.useful = at + 1;
                trial.shows.extend(new);
            }
            if !phone.is_front(self.package) && step.does != Do::Restart {
                // It crashed or was left.
                break;
            }
        }
        trial
    }
}

/// True if the widget that a reply names is the one that `step` was done on, such as the same row of a list.
fn is_there(phone: &DemoPhone, step: &KnownStep) -> bool {
    let Some(selector) = paths::selector(step.does) else { return true };
    if walk::find(phone, selector).is_err() {
        return false;
    }
    let (label, _) = paths::called(phone, selector);
    let name = |label: &str| label.split(" · ").next().unwrap_or_default().to_owned();
    name(&label) == name(&step.label)
}
