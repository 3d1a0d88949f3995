//! `dumpsys`: what the system's services know.

use std::fmt::Write as _;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::Bench;
use super::reply::Reply;
use crate::device::demo::app::About;
use crate::device::demo::phone::{Active, DemoPhone};

pub fn dumpsys(bench: &mut Bench<'_>) -> Reply {
    if bench.arg(0) == Some("battery") {
        return super::conditions::battery(bench);
    }
    let phone = &*bench.phone;
    match (bench.arg(0), bench.arg(1)) {
        (Some("activity"), Some("activities" | "a")) => activities(phone),
        (Some("window"), _) => windows(phone),
        (Some("input_method"), _) => Reply::out(format!(
            "Current Input Method Manager state:\n  mCurMethodId={}\n  mInputShown={}\n",
            bench.desk.settings.keyboard(),
            phone.keyboard_shown(),
        )),
        (Some("package"), Some(name)) => package(phone, name),
        (Some("ridealong"), _) => truth(phone),
        (Some("-l"), _) => Reply::lines([
            "Currently running services:",
            "  activity",
            "  battery",
            "  input_method",
            "  package",
            "  ridealong",
            "  window",
        ]),
        (Some("activity"), _) => {
            Reply::fail(255, "the demo phone knows `dumpsys activity activities`")
        }
        (Some("package"), None) => {
            Reply::fail(255, "the demo phone knows `dumpsys package PACKAGE`")
        }
        (Some(other), _) => Reply::fail(0, format!("Can't find service: {other}")),
        (None, _) => Reply::fail(255, "dumpsys: name a service; -l lists them"),
    }
}

/// The hash by which the system calls something; the same for the same thing on the same phone.
fn hash(phone: &DemoPhone, name: &str) -> String {
    format!("{:07x}", xxh3_64_with_seed(name.as_bytes(), phone.seed()) >> 36)
}

fn record(phone: &DemoPhone, active: &Active) -> String {
    let component = &active.component;
    let package = component.split('/').next().unwrap_or_default();
    let task = phone.abouts().position(|about| about.package == package).map_or(1, |n| n + 12);
    format!("ActivityRecord{{{} u0 {component} t{task}}}", hash(phone, component))
}

fn activities(phone: &DemoPhone) -> Reply {
    let mut out = "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n\
                   Display #0 (activities from top to bottom):\n"
        .to_owned();
    if let Some(active) = phone.active() {
        let record = record(phone, &active);
        let _ = write!(
            out,
            "  * Hist  #0: {record}\n\n  topResumedActivity={record}\n\n\
             ResumedActivity: {record}\n"
        );
    }
    Reply::out(out)
}

fn windows(phone: &DemoPhone) -> Reply {
    let mut out = "WINDOW MANAGER WINDOWS (dumpsys window windows)\n".to_owned();
    match phone.active() {
        Some(active) => {
            let window = hash(phone, &format!("window {}", active.name));
            let _ = write!(
                out,
                "  mCurrentFocus=Window{{{window} u0 {}}}\n  mFocusedApp={}\n  mRotation={}\n",
                active.name,
                record(phone, &active),
                i32::from(phone.landscape()),
            );
        }
        None => out.push_str("  mCurrentFocus=null\n  mFocusedApp=null\n"),
    }
    Reply::out(out)
}

/// What `dumpsys package` tells of an app.
pub fn package(phone: &DemoPhone, name: &str) -> Reply {
    let Some(about) = phone.abouts().find(|about| about.package == name) else {
        return Reply::out(format!("Unable to find package: {name}\n"));
    };
    let mut out = "Activity Resolver Table:\n  Non-Data Actions:\n".to_owned();
    for (place, activity) in about.activities.iter().enumerate() {
        let action = match place {
            0 => "android.intent.action.MAIN".to_owned(),
            _ => format!("{name}.SHOW{}", activity.replace('.', "_").to_uppercase()),
        };
        filter(&mut out, phone, &action, &format!("{name}/{activity}"));
    }
    if !about.receivers.is_empty() {
        out.push_str("\nReceiver Resolver Table:\n  Non-Data Actions:\n");
    }
    for action in about.receivers {
        filter(&mut out, phone, action, &format!("{name}/.Receiver"));
    }
    let _ = write!(
        out,
        "\nPackages:\n  Package [{name}] ({}):\n    versionCode={} minSdk=26 targetSdk=34\n    \
         versionName={}\n    requested permissions:\n",
        hash(phone, name),
        version_code(about),
        about.version,
    );
    for permission in about.permissions {
        let _ = writeln!(out, "      {permission}");
    }
    out.push_str("    User 0: installed=true stopped=false\n      runtime permissions:\n");
    for permission in about.permissions {
        let granted = phone.holds(name, permission);
        let _ = writeln!(out, "        {permission}: granted={granted}, flags=[ ]");
    }
    Reply::out(out)
}

fn filter(out: &mut String, phone: &DemoPhone, action: &str, component: &str) {
    let (one, other) = (hash(phone, component), hash(phone, &format!("{component} {action}")));
    let _ = write!(
        out,
        "      {action}:\n        {one} {component} filter {other}\n          Action: \"{action}\"\n"
    );
}

/// A number that grows with the version: `1.2.3` is 10203.
fn version_code(about: &About) -> u32 {
    let mut parts = about.version.split('.').map(|part| part.parse().unwrap_or(0_u32));
    (0..3).fold(0, |code: u32, _| {
        code.saturating_mul(100).saturating_add(parts.next().unwrap_or(0).min(99))
    })
}

/// The ground truth, which no real phone tells.
fn truth(phone: &DemoPhone) -> Reply {
    match (phone.current(), phone.truth()) {
        (Some(about), Some(truth)) => Reply::out(format!("{}\n", truth.json(about))),
        _ => Reply::out("{}\n"),
    }
}
