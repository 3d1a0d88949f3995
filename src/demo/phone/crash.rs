//! What Android writes into the log when an app dies or hangs.

use super::log::{Buffer, SYSTEM};
use crate::demo::app::Throwable;

/// A line without its time: process, level, tag, text, buffer.
pub struct Entry {
    pub pid: u32,
    pub level: char,
    pub tag: &'static str,
    pub text: String,
    pub buffer: Buffer,
}

/// Who it happens to.
pub struct Victim<'a> {
    pub package: &'a str,
    pub activity: &'a str,
    pub pid: u32,
    pub uid: u32,
}

/// Frames of the platform below an app's handler, as the main thread of any app has them.
const PLATFORM: [&str; 6] = [
    "android.view.View.performClick(View.java:7659)",
    "android.os.Handler.handleCallback(Handler.java:958)",
    "android.os.Handler.dispatchMessage(Handler.java:99)",
    "android.os.Looper.loop(Looper.java:294)",
    "android.app.ActivityThread.main(ActivityThread.java:8177)",
    "com.android.internal.os.ZygoteInit.main(ZygoteInit.java:971)",
];

fn system(level: char, tag: &'static str, text: String) -> Entry {
    Entry { pid: SYSTEM, level, tag, text, buffer: Buffer::System }
}

/// An uncaught exception.
pub fn java(victim: &Victim<'_>, thrown: &Throwable) -> Vec<Entry> {
    let Victim { package, pid, .. } = victim;
    let mut lines = vec!["FATAL EXCEPTION: main".to_owned()];
    lines.push(format!("Process: {package}, PID: {pid}"));
    let head = if thrown.message.is_empty() {
        thrown.class.to_owned()
    } else {
        format!("{}: {}", thrown.class, thrown.message)
    };
    lines.extend(head.split('\n').map(str::to_owned));
    let frames = thrown.frames.iter().chain(&PLATFORM);
    lines.extend(frames.map(|frame| format!("\tat {frame}")));
    let runtime =
        |text| Entry { pid: *pid, level: 'E', tag: "AndroidRuntime", text, buffer: Buffer::Crash };
    lines.into_iter().map(runtime).chain(died(victim, true)).collect()
}

/// A fatal signal in native code.
pub fn native(victim: &Victim<'_>, signal: &str, frames: &[&str]) -> Vec<Entry> {
    let Victim { package, pid, uid, .. } = victim;
    let (number, code) = match signal {
        "SIGABRT" => (6, "code -1 (SI_QUEUE), fault addr --------"),
        "SIGBUS" => (7, "code 1 (BUS_ADRALN), fault addr 0x7"),
        "SIGFPE" => (8, "code 1 (FPE_INTDIV), fault addr 0x0"),
        _ => (11, "code 1 (SEGV_MAPERR), fault addr 0x0"),
    };
    let name: String = package.chars().rev().take(15).collect::<Vec<_>>().iter().rev().collect();
    let mut lines = vec![
        "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***".to_owned(),
        "Build fingerprint: 'ridealong/demo/phone:14/RA1A.260105.001/1:user/release-keys'".into(),
        "Revision: '0'".into(),
        "ABI: 'arm64'".into(),
        format!("pid: {pid}, tid: {pid}, name: {name}  >>> {package} <<<"),
        format!("uid: {uid}"),
        format!("signal {number} ({signal}), {code}"),
        "backtrace:".into(),
    ];
    lines.extend(frames.iter().map(|frame| format!("      {frame}")));
    let tombstone = lines.into_iter().map(|text| Entry {
        pid: pid + 9,
        level: 'F',
        tag: "DEBUG",
        text,
        buffer: Buffer::Crash,
    });
    let first = Entry {
        pid: *pid,
        level: 'F',
        tag: "libc",
        text: format!(
            "Fatal signal {number} ({signal}), {code} in tid {pid} ({name}), pid {pid} ({name})"
        ),
        buffer: Buffer::Crash,
    };
    std::iter::once(first).chain(tombstone).chain(died(victim, false)).collect()
}

/// A main thread that does not answer.
pub fn anr(victim: &Victim<'_>, reason: &str) -> Vec<Entry> {
    let Victim { package, activity, pid, .. } = victim;
    let reason = if reason.contains("timed out") || reason.contains("timeout") {
        reason.to_owned()
    } else {
        format!("Input dispatching timed out ({reason})")
    };
    let texts = [
        format!("ANR in {package} ({package}/{activity})"),
        format!("PID: {pid}"),
        format!("Reason: {reason}"),
        format!("Parent: {package}/{activity}"),
        "Load: 0.52 / 0.31 / 0.12".to_owned(),
        "CPU usage from 0ms to 5021ms later:".to_owned(),
        format!("  98% {pid}/{package}: 97% user + 1% kernel"),
    ];
    texts.into_iter().map(|text| system('E', "ActivityManager", text)).collect()
}

fn died(victim: &Victim<'_>, java: bool) -> Vec<Entry> {
    let Victim { package, activity, pid, .. } = victim;
    let finishing = format!("  Force finishing activity {package}/{activity}");
    let mut lines = vec![system('W', "ActivityTaskManager", finishing)];
    if java {
        lines.push(Entry {
            pid: *pid,
            level: 'I',
            tag: "Process",
            text: format!("Sending signal. PID: {pid} SIG: 9"),
            buffer: Buffer::Main,
        });
    }
    let died = format!("Process {package} (pid {pid}) has died: fg  TOP ");
    lines.push(system('I', "ActivityManager", died));
    lines
}
