//! Looking at the phone: `uiautomator`, `screencap`, `wm`.

use super::Bench;
use super::files::is_output;
use super::reply::Reply;
use crate::demo::dump;
use crate::demo::phone::Trouble;
use crate::domain::DisplaySize;

/// Where `uiautomator dump` writes when it is not told.
const DEFAULT_DUMP: &str = "/sdcard/window_dump.xml";

pub fn uiautomator(bench: &mut Bench<'_>) -> Reply {
    if bench.arg(0) != Some("dump") {
        return Reply::fail(
            1,
            "Usage: uiautomator <subcommand> [options]\n\nThe subcommand here is dump",
        );
    }
    let path = bench.rest(1).iter().find(|arg| !arg.starts_with('-'));
    let path = path.map_or(DEFAULT_DUMP, String::as_str).to_owned();
    if bench.desk.broken_dumps.0 > 0 {
        bench.desk.broken_dumps.0 -= 1;
        return Reply::silent().warn(&bench.desk.broken_dumps.1);
    }
    if let Some(Trouble::Unreadable(said)) = bench.phone.trouble() {
        return Reply::silent().warn(said);
    }
    let Some(active) = bench.phone.active() else {
        return Reply::silent().warn("ERROR: null root node returned by UiTestAutomationBridge.");
    };
    let landscape = bench.phone.landscape();
    let mut xml = dump::xml(&active, landscape, bench.phone.display());
    let reported = format!("UI hierchary dumped to: {path}\n");
    if is_output(&path) {
        xml.push_str(&reported);
        return Reply::out(xml);
    }
    bench.desk.files.write(&path, xml.as_bytes());
    Reply::out(reported)
}

pub fn screencap(bench: &mut Bench<'_>) -> Reply {
    let path = bench.args.iter().find(|arg| !arg.starts_with('-')).cloned();
    let png = bench.args.iter().any(|arg| arg == "-p")
        || path.as_ref().is_some_and(|path| path.ends_with(".png"));
    if !png {
        return Reply::fail(1, "screencap: the demo phone gives PNG alone: add -p");
    }
    let picture = bench.phone.picture();
    match path {
        Some(path) if !is_output(&path) => {
            bench.desk.files.write(&path, &picture);
            Reply::silent()
        }
        _ => Reply::out(picture.to_vec()),
    }
}

pub fn wm(bench: &mut Bench<'_>) -> Reply {
    match bench.arg(0) {
        Some("size") => {
            let DisplaySize { width, height } = bench.phone.natural();
            Reply::out(format!("Physical size: {width}x{height}\n"))
        }
        Some("dismiss-keyguard") => {
            bench.phone.dismiss_lock();
            Reply::silent()
        }
        Some("density") => Reply::out("Physical density: 320\n"),
        _ => Reply::fail(255, "Window manager (window) commands: size, density"),
    }
}
