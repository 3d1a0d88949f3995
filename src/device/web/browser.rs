//! Installed browsers: finding one, starting it with a profile of its own, and ending it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

use super::error::WebError;
use crate::device::process_group::{GroupWatch, gated, signal};

/// Names the browser to use.
pub const BROWSER_VARIABLE: &str = "RIDEALONG_BROWSER";

/// Programs in PATH, the lightest first.
const PROGRAMS: [&str; 9] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
];

/// Usual places outside of PATH.
const PLACES: [&str; 7] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    "/snap/bin/chromium",
];

/// Where the browser writes its port.
const PORT_FILE: &str = "DevToolsActivePort";

/// How long the browser may take to start: the first start on a busy machine takes seconds.
const START_LIMIT: Duration = Duration::from_secs(30);

/// How long it may take to end by itself.
const END_LIMIT: Duration = Duration::from_secs(3);

/// Between two looks for what is waited for.
const LOOK_PAUSE: Duration = Duration::from_millis(15);

/// So often its profile is tried to be deleted, a pause apart.
const DELETIONS: usize = 40;

/// The end of what the browser printed that an error shows, in bytes.
const OUTPUT_TAIL: usize = 300;

/// Finds an installed browser: what [`BROWSER_VARIABLE`] names, else in PATH, else in the usual places.
///
/// # Errors
/// If there is none.
pub fn find_browser() -> Result<PathBuf, WebError> {
    let named = env::var_os(BROWSER_VARIABLE).filter(|named| !named.is_empty());
    let folders: Vec<PathBuf> =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    find_among(named, &folders, &PLACES.map(Path::new)).ok_or(WebError::NoBrowser)
}

fn find_among(named: Option<OsString>, folders: &[PathBuf], places: &[&Path]) -> Option<PathBuf> {
    let in_path = |name: &Path| {
        let mut found = folders
            .iter()
            .flat_map(|folder| [folder.join(name), folder.join(name).with_extension("exe")]);
        found.find(|path| path.is_file())
    };
    match named {
        Some(named) => {
            let named = PathBuf::from(named);
            if named.is_file() { Some(named) } else { in_path(&named) }
        }
        None => PROGRAMS.iter().find_map(|name| in_path(Path::new(name))).or_else(|| {
            places.iter().find(|place| place.is_file()).map(|place| place.to_path_buf())
        }),
    }
}

/// A browser that we started. Dropping it kills it with all it has started; its profile is deleted. On
/// Unix that is done also if we are killed.
#[derive(Debug)]
pub(super) struct BrowserProcess {
    child: Child,
    group: Option<u32>,
    watch: Option<GroupWatch>,
    profile: PathBuf,
}

impl BrowserProcess {
    /// Starts `program` and waits until it can be connected to; gives its `ws://` address.
    pub(super) async fn start(program: &Path, headed: bool) -> Result<(Self, String), WebError> {
        let failed =
            |said: String| WebError::CannotStart { program: program.display().to_string(), said };
        let display = ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().find_map(std::env::var_os);
        if headed && cfg!(target_os = "linux") && display.is_none() {
            return Err(failed("DISPLAY is not set, so there is no place for its window".into()));
        }
        let profile = tempfile::Builder::new().prefix("ridealong-web-").tempdir();
        let profile = profile.map_err(|error| failed(format!("no folder for it: {error}")))?;
        let log = profile.path().join("output.txt");
        let output = std::fs::File::create(&log).map_err(|error| failed(error.to_string()))?;
        let mut command = Command::from(gated(program, Some(profile.path())));
        command
            .args(arguments(profile.path(), is_root(), headed))
            .stdout(Stdio::null())
            .stderr(output)
            .kill_on_drop(true);
        // A group of its own, so that Ctrl-C in the terminal is for us to handle.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let gate = child.stdin.take();
        let (group, profile) = (child.id(), profile.keep());
        let watch = group.and_then(|group| GroupWatch::new(group, Some(&profile)));
        let mut started = Self { child, group, watch, profile };
        if let Some(mut gate) = gate {
            gate.write_all(b"\n").await.map_err(|error| failed(error.to_string()))?;
        }
        let deadline = Instant::now() + START_LIMIT;
        let port_file = started.profile.join(PORT_FILE);
        loop {
            if let Some(address) = address(&std::fs::read_to_string(&port_file).unwrap_or_default())
            {
                return Ok((started, address));
            }
            if let Ok(Some(status)) = started.child.try_wait() {
                return Err(failed(format!("it ended with {status}{}", tail(&log))));
            }
            if Instant::now() > deadline {
                let seconds = START_LIMIT.as_secs();
                return Err(failed(format!("no answer within {seconds} s{}", tail(&log))));
            }
            sleep(LOOK_PAUSE).await;
        }
    }

    /// Waits until it has ended, after it was asked to; kills it if it does not.
    pub(super) async fn end(mut self) {
        if timeout(END_LIMIT, self.child.wait()).await.is_err() {
            // It may have ended by itself just now.
            let _ = self.child.kill().await;
        }
    }
}

impl Drop for BrowserProcess {
    fn drop(&mut self) {
        // The program is often a script that starts the browser, so that the group is killed.
        if let Some(group) = self.group {
            signal(group, "KILL");
        }
        // Where there are no groups, at least the program itself. It may have ended already.
        let _ = self.child.start_kill();
        drop(self.watch.take());
        // What the browser's helpers still write while they end would be left behind.
        for _ in 0..DELETIONS {
            if std::fs::remove_dir_all(&self.profile).is_ok() || !self.profile.exists() {
                return;
            }
            std::thread::sleep(LOOK_PAUSE);
        }
        tracing::warn!(folder = %self.profile.display(), "the browser's profile was not deleted");
    }
}

/// The address in the file that the browser writes: the port and the path, a line each.
fn address(file: &str) -> Option<String> {
    let (port, path) = file.split_once('\n')?;
    let port: u16 = port.trim().parse().ok()?;
    let path = path.trim();
    path.starts_with('/').then(|| format!("ws://127.0.0.1:{port}{path}"))
}

fn tail(log: &Path) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let end = text.get(text.len().saturating_sub(OUTPUT_TAIL)..).unwrap_or_default();
    let text: String =
        String::from_utf8_lossy(end).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() { text } else { format!("; it printed: {text}") }
}

/// Chromium refuses to run as root with its sandbox.
#[cfg(target_os = "linux")]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[cfg(not(target_os = "linux"))]
const fn is_root() -> bool {
    false
}

fn arguments(profile: &Path, root: bool, headed: bool) -> Vec<OsString> {
    let mut profile_argument = OsString::from("--user-data-dir=");
    profile_argument.push(profile);
    let mut arguments: Vec<OsString> = [
        "--remote-debugging-port=0",
        "--remote-debugging-address=127.0.0.1",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-background-networking",
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
        "--disable-breakpad",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-extensions",
        // The last one: a swipe to the side is the app's, not a way back in the history.
        "--disable-features=Translate,MediaRouter,OptimizationHints,HttpsUpgrades,\
         OverscrollHistoryNavigation",
        "--disable-hang-monitor",
        "--disable-popup-blocking",
        "--disable-sync",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--deny-permission-prompts",
        "--metrics-recording-only",
        "--mute-audio",
        "--password-store=basic",
        "--use-mock-keychain",
    ]
    .map(OsString::from)
    .into();
    if !headed {
        arguments.extend(["--headless", "--hide-scrollbars"].map(OsString::from));
    }
    if root {
        arguments.push("--no-sandbox".into());
    }
    arguments.push(profile_argument);
    arguments.push("about:blank".into());
    arguments
}

/// The `ws://` address of a browser that listens on `port` of this computer.
pub(super) async fn attach(port: u16) -> Result<String, WebError> {
    let failed = |said: String| WebError::CannotAttach { port, said };
    // Fails only if a provider is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(5)).build();
    let client = client.map_err(|error| failed(error.to_string()))?;
    let url = format!("http://127.0.0.1:{port}/json/version");
    let reply = client.get(url).send().await;
    let reply = reply.map_err(|error| failed(error.without_url().to_string()))?;
    let version: Value = reply.json().await.map_err(|_| failed("it is no browser".into()))?;
    let address = version["webSocketDebuggerUrl"].as_str().map(str::to_owned);
    address.ok_or_else(|| failed("it is no browser".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_browser_comes_first_and_must_exist() {
        let folder = tempfile::tempdir().unwrap();
        let program = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, "").unwrap();
            path
        };
        let folders = [folder.path().join("empty"), folder.path().to_owned()];
        let elsewhere = folder.path().join("Elsewhere");
        assert_eq!(find_among(None, &folders, &[&elsewhere]), None);
        std::fs::write(&elsewhere, "").unwrap();
        assert_eq!(find_among(None, &folders, &[&elsewhere]), Some(elsewhere.clone()));
        let chrome = program("google-chrome");
        assert_eq!(find_among(None, &folders, &[&elsewhere]), Some(chrome.clone()));
        let light = program("chromium-headless-shell");
        assert_eq!(find_among(None, &folders, &[]), Some(light));
        assert_eq!(find_among(Some("google-chrome".into()), &folders, &[]), Some(chrome.clone()));
        assert_eq!(find_among(Some(chrome.clone().into()), &[], &[]), Some(chrome));
        assert_eq!(find_among(Some("/no/browser".into()), &folders, &[&elsewhere]), None);
    }

    #[test]
    fn a_half_written_port_is_not_taken() {
        assert_eq!(
            address("4711\n/devtools/browser/x"),
            Some("ws://127.0.0.1:4711/devtools/browser/x".into())
        );
        for text in ["", "4711", "4711\n", "x\n/a", "70000\n/a"] {
            assert_eq!(address(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_sandbox_is_left_out_for_root_only() {
        let has =
            |root: bool| arguments(Path::new("/p"), root, false).contains(&"--no-sandbox".into());
        assert!(has(true) && !has(false));
    }
}
