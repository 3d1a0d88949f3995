//! The embedded phone's shell: a small, honest `sh` with the commands that the Android backend sends.

mod am;
mod archive;
mod conditions;
mod dumpsys;
mod extras;
mod files;
mod fingers;
mod input;
mod keys;
mod log;
mod look;
mod package;
mod parse;
mod plain;
mod reply;
mod settings;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use self::files::{Files, is_output};
use self::fingers::Fingers;
use self::parse::{Command, Join, Pipeline, Redirect};
use self::reply::Reply;
use self::settings::Settings;
use super::apk;
use super::phone::{DemoPhone, Trouble};
use crate::device::{CommandOutput, DeviceShell, ShellError};

/// The embedded phone's shell. Clones talk to the same phone.
#[derive(Clone)]
pub struct DemoShell {
    /// The phone.
    pub phone: Arc<Mutex<DemoPhone>>,
    desk: Arc<Mutex<Desk>>,
}

/// What the shell keeps beside the phone.
#[derive(Default)]
struct Desk {
    files: Files,
    settings: Settings,
    fingers: Fingers,
    broken_dumps: (u32, String),
}

/// What a command works with.
struct Bench<'a> {
    phone: &'a mut DemoPhone,
    desk: &'a mut Desk,
    args: &'a [String],
    stdin: &'a [u8],
}

impl<'a> Bench<'a> {
    /// The argument at `place`, from 0.
    fn arg(&self, place: usize) -> Option<&'a str> {
        self.args.get(place).map(String::as_str)
    }

    /// The arguments from `place` on.
    fn rest(&self, place: usize) -> &'a [String] {
        self.args.get(place..).unwrap_or_default()
    }
}

impl DemoShell {
    /// The shell of `phone`.
    pub fn new(phone: DemoPhone) -> Self {
        let mut desk = Desk::default();
        for about in phone.abouts() {
            desk.files.write(&package::apk_path(&phone, about.package), &apk::apk(about));
        }
        Self { phone: Arc::new(Mutex::new(phone)), desk: Arc::new(Mutex::new(desk)) }
    }

    /// Lets the next `count` dumps fail with `text`, as busy real phones do.
    pub fn break_dumps(&self, count: u32, text: &str) {
        self.desk().broken_dumps = (count, text.to_owned());
    }

    /// The phone, for as long as nobody else needs it.
    pub fn phone(&self) -> MutexGuard<'_, DemoPhone> {
        self.phone.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn line(&self, line: &str) -> CommandOutput {
        let pipelines = match parse::parse(line) {
            Ok(pipelines) => pipelines,
            Err(error) => {
                let stderr = format!("/system/bin/sh: {error}\n").into_bytes();
                return CommandOutput { stdout: Vec::new(), stderr, code: 1 };
            }
        };
        let mut output = CommandOutput::default();
        for pipeline in &pipelines {
            let skipped = match pipeline.join {
                Join::Always => false,
                Join::Success => output.code != 0,
                Join::Failure => output.code == 0,
            };
            if !skipped {
                let reply = self.pipeline(pipeline).await;
                output.stdout.extend(reply.stdout);
                output.stderr.extend(reply.stderr);
                output.code = reply.code;
            }
        }
        output
    }

    async fn pipeline(&self, pipeline: &Pipeline) -> Reply {
        let mut said = Reply::silent();
        for command in &pipeline.commands {
            let reply = self.command(command, &said.stdout).await;
            said.stderr.extend(reply.stderr);
            said.stdout = reply.stdout;
            said.code = reply.code;
        }
        said
    }

    async fn command(&self, command: &Command, piped: &[u8]) -> Reply {
        let mut stdin = piped.to_vec();
        for redirect in &command.redirects {
            if let Redirect::From(path) = redirect {
                match self.desk().files.read(path) {
                    Some(bytes) => stdin = bytes,
                    None => {
                        let said =
                            format!("/system/bin/sh: can't open {path}: No such file or directory");
                        return Reply::fail(1, said);
                    }
                }
            }
        }
        let reply = match command.words.split_first() {
            None => Reply::silent(),
            Some((name, args)) if name == "sleep" => self.sleep(args).await,
            Some((name, args)) => {
                let (mut phone, mut desk) = (self.phone(), self.desk());
                phone.pass(0);
                let mut bench = Bench { phone: &mut phone, desk: &mut desk, args, stdin: &stdin };
                run(name, &mut bench)
            }
        };
        self.redirected(&command.redirects, reply)
    }

    /// `sleep`: in virtual time the clock moves, in real time the computer's own passes while the
    /// phone is free for others.
    async fn sleep(&self, args: &[String]) -> Reply {
        let mut seconds = 0.0;
        for arg in args {
            match plain::seconds(arg) {
                Some(more) => seconds += more,
                None => return Reply::fail(1, format!("sleep: bad number '{arg}'")),
            }
        }
        if args.is_empty() {
            return Reply::fail(1, "sleep: Needs 1 argument");
        }
        let span = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let virtual_ms = {
            let phone = self.phone();
            phone.is_virtual().then(|| u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
        };
        match virtual_ms {
            Some(ms) => self.phone().pass(ms),
            None => {
                tokio::time::sleep(span).await;
                self.phone().pass(0);
            }
        }
        Reply::silent()
    }

    /// Sends what a command said where its redirections tell, in order, as `sh` binds them.
    fn redirected(&self, redirects: &[Redirect], reply: Reply) -> Reply {
        let (mut out, mut errors) = (Goal::Output, Goal::Errors);
        for redirect in redirects {
            match redirect {
                Redirect::From(_) => {}
                Redirect::To(path) => out = self.opened(path, false),
                Redirect::Append(path) => out = self.opened(path, true),
                Redirect::ErrorsTo(path) => errors = self.opened(path, false),
                Redirect::ErrorsToOutput => errors = out.clone(),
                Redirect::OutputToErrors => out = errors.clone(),
            }
        }
        let mut said = Reply { code: reply.code, ..Reply::default() };
        for (bytes, goal) in [(reply.stdout, out), (reply.stderr, errors)] {
            match goal {
                Goal::Output => said.stdout.extend(bytes),
                Goal::Errors => said.stderr.extend(bytes),
                Goal::File(path) => self.desk().files.append(&path, &bytes),
            }
        }
        said
    }

    fn opened(&self, path: &str, keep: bool) -> Goal {
        if is_output(path) {
            return Goal::Output;
        }
        if !keep {
            self.desk().files.write(path, &[]);
        }
        Goal::File(path.to_owned())
    }
}

/// Where an output goes.
#[derive(Clone)]
enum Goal {
    Output,
    Errors,
    File(String),
}

/// Runs the command of this name.
fn run(name: &str, bench: &mut Bench<'_>) -> Reply {
    let name = name.rsplit('/').next().filter(|_| name.starts_with("/system/")).unwrap_or(name);
    let run: fn(&mut Bench<'_>) -> Reply = match name {
        "uiautomator" => look::uiautomator,
        "screencap" => look::screencap,
        "wm" => look::wm,
        "dumpsys" => dumpsys::dumpsys,
        "am" => am::am,
        "monkey" => am::monkey,
        "pm" => package::pm,
        "cmd" => package::cmd,
        "pidof" => package::pidof,
        "input" => input::input,
        "settings" => settings::settings,
        "ime" => settings::ime,
        "getprop" => settings::getprop,
        "logcat" => log::logcat,
        "date" => log::date,
        "getevent" => fingers::getevent,
        "sendevent" => fingers::sendevent,
        "grep" => plain::grep,
        "head" => plain::head,
        "unzip" => archive::unzip,
        "tail" => plain::tail,
        "wc" => plain::wc,
        "cat" => plain::cat,
        "rm" => plain::rm,
        "ls" => plain::ls,
        "echo" => plain::echo,
        "printf" => plain::printf,
        "id" => plain::id,
        "true" | "wait" | ":" => plain::nothing,
        "false" => plain::failure,
        _ => {
            return Reply::fail(127, format!("/system/bin/sh: {name}: inaccessible or not found"));
        }
    };
    run(bench)
}

impl DeviceShell for DemoShell {
    fn run<'a>(&'a self, command: &'a str) -> BoxFuture<'a, Result<CommandOutput, ShellError>> {
        if self.phone().trouble() == Some(Trouble::Gone) {
            return futures_util::future::ready(Err(gone())).boxed();
        }
        self.line(command).map(Ok).boxed()
    }

    fn reconnect(&self) -> BoxFuture<'_, Result<(), ShellError>> {
        let is_gone = self.phone().trouble() == Some(Trouble::Gone);
        futures_util::future::ready(if is_gone { Err(gone()) } else { Ok(()) }).boxed()
    }
}

/// What a shell says whose phone is gone.
fn gone() -> ShellError {
    ShellError::Lost { device: "the demo phone".into(), what: "it is gone".into() }
}

#[cfg(test)]
mod tests;
