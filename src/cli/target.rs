//! Targets: what can be tested, as one table.
//!
//! A target is named `SCHEME` or `SCHEME:REST` on the command line. Its text is parsed here and
//! nowhere else. Help, the start picker, `doctor`, `eval` and the list in the README are made from the
//! table, so a new target is one folder or file below this one, and one row.

mod adb;
mod demo;
mod files;
mod recorded;
#[cfg(test)]
mod reference_tests;
mod voice;
mod web;
mod webdriver;

use std::fmt::Debug;
use std::path::Path;

use futures_util::future::BoxFuture;

use super::CliError;
use super::args::WebArgs;
use super::doctor::DoctorCheck;
use crate::device::Device;
use crate::domain::Pace;
use crate::tui::overlays::sessions::SessionEntry;

/// The target if none is named.
pub const DEFAULT: &str = "demo";

/// All targets, in the order in which they are listed.
pub static TARGETS: &[TargetEntry] = &[
    demo::ENTRY,
    adb::ENTRY,
    web::ENTRY,
    web::ATTACHED,
    webdriver::ENTRY,
    voice::ENTRY,
    recorded::ENTRY,
];

/// One row of the table.
pub struct TargetEntry {
    /// What stands before the colon: `demo`.
    pub scheme: &'static str,
    /// How it is written: `demo[:APP]`.
    pub usage: &'static str,
    /// What it is, in one line.
    pub help: &'static str,
    /// True if `--app` takes a package, so that the package of a recorded session names its app.
    pub app_is_package: bool,
    /// What the start picker lists.
    pub catalogue: fn() -> Vec<SessionEntry>,
    /// What `doctor` checks.
    pub checks: fn() -> BoxFuture<'static, Vec<DoctorCheck>>,
    /// Reads what follows the colon, if anything does, with what `--app` says.
    pub parse: ParseTarget,
    /// For targets that name files: what the text after the colon stands for in an evaluation's
    /// specification, with paths and `*` seen from the given folder.
    pub expand: Option<ExpandFiles>,
}

/// From what follows the colon, and what `--app` says, to a target.
pub type ParseTarget = fn(Option<&str>, Option<&str>) -> Result<Box<dyn TestTarget>, CliError>;

/// From what follows the colon, and the folder that relative paths start from, to the texts it stands
/// for. An error is a sentence.
pub type ExpandFiles = fn(&str, &Path) -> Result<Vec<String>, String>;

/// A device that is being connected.
pub type Connecting<'a> = BoxFuture<'a, Result<Box<dyn Device>, CliError>>;

/// Checks of a target that are being made.
pub type CheckingTarget<'a> = BoxFuture<'a, Vec<DoctorCheck>>;

/// A target that was parsed.
pub trait TestTarget: Debug + Send + Sync {
    /// Its name as the command line takes it.
    fn name(&self) -> String;

    /// A short name for the folders of its sessions; `app` is what `--app` says.
    fn short_name(&self, app: Option<&str>) -> String;

    /// True if each session begins with an app without data of its own, whatever was done before.
    fn begins_fresh(&self) -> bool {
        false
    }

    /// The address of a web app; `None` for any other target.
    fn web_address(&self) -> Option<String> {
        None
    }

    /// True if nothing can be harmed: what comes with the program, and recordings.
    fn is_harmless(&self) -> bool {
        false
    }

    /// What `doctor` checks of it if it is named.
    fn checks(&self) -> CheckingTarget<'_> {
        Box::pin(async { Vec::new() })
    }

    /// The device, ready to be opened.
    ///
    /// # Errors
    /// If it cannot be reached.
    fn connect<'a>(&'a self, options: ConnectOptions<'a>) -> Connecting<'a>;
}

/// How a target is connected.
#[derive(Clone, Copy, Debug)]
pub struct ConnectOptions<'a> {
    /// The app, as `--app` names it.
    pub app: Option<&'a str>,
    /// True if the app's data is cleared before it is opened.
    pub fresh: bool,
    /// The seed of what is random in a simulated target.
    pub seed: u64,
    /// The time that a simulated target lives in.
    pub pace: Pace,
    /// False if no screen needs a picture, which is quicker.
    pub pictures: bool,
    /// How web apps are shown and served.
    pub web: &'a WebArgs,
}

/// Parses a target; `app` is what `--app` says.
///
/// # Errors
/// If there is no such target.
pub fn parse(text: &str, app: Option<&str>) -> Result<Box<dyn TestTarget>, CliError> {
    let (scheme, rest) = split(text);
    let entry = find(scheme).ok_or_else(|| unknown(text))?;
    (entry.parse)(rest.filter(|rest| !rest.is_empty()), app)
}

/// The app that `--app` would name on the target `text` to get the app `package` of a recorded session;
/// `None` if apps are not named by packages there.
pub fn recorded_app(text: &str, package: &str) -> Option<String> {
    let entry = find(split(text).0)?;
    (entry.app_is_package && !package.is_empty()).then(|| package.to_owned())
}

/// True if a session recorded on the target `text` began with an app without data of its own; false if
/// there is no such target any more.
pub fn begins_fresh(text: &str) -> bool {
    parse(text, None).is_ok_and(|target| target.begins_fresh())
}

/// The address of the web app that the target `text` is; `None` if it is none.
pub fn web_address(text: &str) -> Option<String> {
    parse(text, None).ok()?.web_address()
}

/// The targets that `text` stands for in an evaluation's specification in `folder`.
///
/// # Errors
/// If `text` names a folder that cannot be listed; the error is a sentence.
pub fn expand(text: &str, folder: &Path) -> Result<Vec<String>, String> {
    let (scheme, rest) = split(text);
    match (rest, find(scheme).and_then(|entry| entry.expand)) {
        (Some(rest), Some(expand)) => {
            Ok(expand(rest, folder)?.iter().map(|rest| format!("{scheme}:{rest}")).collect())
        }
        _ => Ok(vec![text.to_owned()]),
    }
}

/// What `doctor` checks of the scheme of the target `text`.
pub async fn checks_of_scheme(text: &str) -> Vec<DoctorCheck> {
    match find(split(text).0) {
        Some(entry) => (entry.checks)().await,
        None => Vec::new(),
    }
}

/// The help of the argument TARGET.
pub fn help() -> String {
    format!("What to test: {}", usages())
}

/// The long help of the argument TARGET, with a line for each.
pub fn long_help() -> String {
    let width = TARGETS.iter().map(|entry| entry.usage.len()).max().unwrap_or_default();
    let lines = TARGETS.iter().map(|entry| format!("\n  {:width$}  {}", entry.usage, entry.help));
    format!("What to test:{}", lines.collect::<String>())
}

/// What the start picker lists of all targets.
pub fn catalogue() -> Vec<SessionEntry> {
    TARGETS.iter().flat_map(|entry| (entry.catalogue)()).collect()
}

fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once(':').map_or((text, None), |(scheme, rest)| (scheme, Some(rest)))
}

fn find(scheme: &str) -> Option<&'static TargetEntry> {
    TARGETS.iter().find(|entry| entry.scheme == scheme)
}

/// `demo[:APP], adb[:SERIAL] or ...`.
fn usages() -> String {
    let usages: Vec<&str> = TARGETS.iter().map(|entry| entry.usage).collect();
    match usages.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    }
}

fn unknown(text: &str) -> CliError {
    CliError::new(format!("there is no target {text:?}"), 2)
        .hint(format!("a target is {}; for commands see ridealong --help", usages()))
}

/// For targets that `doctor` has nothing to check of.
fn no_checks() -> BoxFuture<'static, Vec<DoctorCheck>> {
    Box::pin(async { Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str, app: Option<&str>) -> Option<String> {
        parse(text, app).ok().map(|target| target.name())
    }

    #[test]
    fn targets_are_parsed_to_their_full_names() {
        let same = [
            "adb",
            "adb:127.0.0.1:5555",
            "demo:shop",
            "demo:shop@720x1280",
            "demo:shop@720x1280?faults=none",
            "recorded:talks/q.txt",
            "recorded:talks#moon guide",
            "voice:quiz",
            "voice:apps/tea.toml",
            "web:http://localhost:3000/",
            "web:demo:booking",
            "web+cdp:9222",
            "webdriver:http://127.0.0.1:4723",
        ];
        for text in same {
            assert_eq!(name(text, None).as_deref(), Some(text));
        }
        assert_eq!(name("adb:", None).as_deref(), Some("adb"));
        assert_eq!(name("demo", None).as_deref(), Some("demo:notes"));
        assert_eq!(name("demo", Some("books")).as_deref(), Some("demo:books"));
        assert_eq!(name("recorded:talks", Some("tea")).as_deref(), Some("recorded:talks#tea"));
        assert_eq!(name("web:demo", None).as_deref(), Some("web:demo:list"));
        assert_eq!(name("web:localhost:80", None).as_deref(), Some("web:http://localhost/"));
        assert_eq!(name("voice", Some("pizza")).as_deref(), Some("voice:pizza"));
        for wrong in [
            "web",
            "web:demo:x",
            "web:ftp://x",
            "web+cdp",
            "web+cdp:x",
            "webdriver",
            "webdriver:file:///x",
            "demo:nothing",
            "recorded:",
            "recorded",
            "voice",
            "ios",
            "ios:phone",
            "",
        ] {
            assert_eq!(name(wrong, None), None, "{wrong}");
        }
    }

    #[test]
    fn only_what_can_be_harmed_is_not_harmless() {
        assert!(begins_fresh("demo:shop?faults=none"));
        for text in ["adb:emulator-5554", "voice:quiz", "recorded:talks", "demo:nothing", "ios"] {
            assert!(!begins_fresh(text), "{text}");
        }
        let harmless = |text: &str| parse(text, None).ok().map(|target| target.is_harmless());
        for text in ["demo:shop", "voice:quiz", "recorded:talks"] {
            assert_eq!(harmless(text), Some(true), "{text}");
        }
        for text in ["adb", "voice:apps/tea.toml"] {
            assert_eq!(harmless(text), Some(false), "{text}");
        }
        for (app, is_harmless) in [("demo:list", true), ("http://localhost:3000", false)] {
            let target = parse("webdriver:http://127.0.0.1:9515", Some(app)).ok();
            assert_eq!(target.map(|target| target.is_harmless()), Some(is_harmless), "{app}");
        }
    }

    #[test]
    fn a_recorded_package_names_an_app_on_phones_only() {
        let app = |text: &str| recorded_app(text, "com.example");
        assert_eq!(app("adb:x").as_deref(), Some("com.example"));
        assert_eq!(app("demo").as_deref(), Some("com.example"));
        for text in ["voice:quiz", "recorded:talks", "ios"] {
            assert_eq!(app(text), None, "{text}");
        }
        assert_eq!(recorded_app("adb", ""), None);
    }

    #[test]
    fn each_scheme_is_there_once_and_every_usage_begins_with_it() {
        for (place, entry) in TARGETS.iter().enumerate() {
            assert!(TARGETS[..place].iter().all(|other| other.scheme != entry.scheme));
            assert!(entry.usage.starts_with(entry.scheme), "{}", entry.usage);
            assert!(long_help().contains(entry.help), "{}", entry.help);
        }
        assert!(parse(DEFAULT, None).is_ok());
    }

    #[test]
    fn what_the_start_picker_lists_can_be_opened() {
        for entry in catalogue() {
            assert!(parse(&entry.name, None).is_ok(), "{}", entry.name);
        }
    }
}
