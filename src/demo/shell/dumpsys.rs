//! `dumpsys`: what the system's services know.

use std::fmt::Write as _;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::Bench;
use super::reply::Reply;
use crate::demo::apk;
use crate::demo::phone::{Active, DemoPhone, Trouble};
use crate::domain::manifest::{AppComponent, ComponentKind};

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
        (Some("notification"), _) => notification(phone),
        (Some("package"), Some(name)) => package(phone, name),
        (Some("ridealong"), _) => truth(phone),
        (Some("-l"), _) => Reply::lines([
            "Currently running services:",
            "  activity",
            "  battery",
            "  input_method",
            "  notification",
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

/// The queue of toasts, as Android 11 and later print it: the system draws them.
fn notification(phone: &DemoPhone) -> Reply {
    let mut out = "Current Notification Manager state:\n".to_owned();
    if let (Some(text), Some(active)) = (phone.toast(), phone.active()) {
        let package = active.component.split('/').next().unwrap_or_default();
        let _ = writeln!(
            out,
            "  Toast Queue:\n    TextToastRecord{{{} 1:{package}/u0a1 isSystemToast=false text={text} duration=0}}",
            hash(phone, text)
        );
    }
    Reply::out(out)
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
    let lock = match phone.trouble() {
        Some(Trouble::Locked { secret }) => Some(secret),
        _ => None,
    };
    let _ = write!(
        out,
        "    KeyguardServiceDelegate\n      showing={}\n      occluded=false\n      secure={}\n",
        lock.is_some(),
        lock == Some(true),
    );
    Reply::out(out)
}

/// What `dumpsys package` tells of an app.
pub fn package(phone: &DemoPhone, name: &str) -> Reply {
    let Some(about) = phone.abouts().find(|about| about.package == name) else {
        return Reply::out(format!("Unable to find package: {name}\n"));
    };
    let manifest = apk::declared(about);
    let mut out = String::new();
    for (title, kind) in [
        ("Activity Resolver Table:", ComponentKind::Activity),
        ("Receiver Resolver Table:", ComponentKind::Receiver),
    ] {
        let mut components = manifest.of_kind(kind).peekable();
        if components.peek().is_some() {
            let _ = write!(out, "{title}\n  Non-Data Actions:\n");
        }
        for component in components {
            filters(&mut out, phone, component, &component.flat(name));
        }
        out.push('\n');
    }
    let _ = write!(
        out,
        "Packages:\n  Package [{name}] ({}):\n    versionCode={} minSdk={} targetSdk={}\n    \
         versionName={}\n    requested permissions:\n",
        hash(phone, name),
        manifest.version_code.unwrap_or_default(),
        manifest.min_sdk.unwrap_or_default(),
        manifest.target_sdk.unwrap_or_default(),
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

/// A component's filters, one after the other under each of their actions.
fn filters(out: &mut String, phone: &DemoPhone, component: &AppComponent, flat: &str) {
    for (place, filter) in component.filters.iter().enumerate() {
        let (one, other) = (hash(phone, flat), hash(phone, &format!("{flat} {place}")));
        for action in &filter.actions {
            let _ = write!(out, "      {action}:\n        {one} {flat} filter {other}\n");
            for action in &filter.actions {
                let _ = writeln!(out, "          Action: \"{action}\"");
            }
            for category in &filter.categories {
                let _ = writeln!(out, "          Category: \"{category}\"");
            }
        }
    }
}

/// The ground truth, which no real phone tells.
fn truth(phone: &DemoPhone) -> Reply {
    match (phone.current(), phone.truth()) {
        (Some(about), Some(truth)) => {
            Reply::out(format!("{}\n", truth.json(about, phone.faults())))
        }
        _ => Reply::out("{}\n"),
    }
}
