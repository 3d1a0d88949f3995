//! The package manager: `pm`, `cmd package`, `pidof`; and the way to other services: `cmd`.

use super::Bench;
use super::am::first_activity;
use super::conditions;
use super::reply::Reply;
use crate::demo::app::About;
use crate::demo::phone::{DemoPhone, LAUNCHER, PERMISSION_CONTROLLER, mixed};

/// Packages that any phone has.
const SYSTEM: [&str; 3] = ["android", LAUNCHER, PERMISSION_CONTROLLER];

pub fn cmd(bench: &mut Bench<'_>) -> Reply {
    let Some((service, args)) = bench.args.split_first() else {
        return Reply::fail(20, "cmd: No service specified; use -l to list all services");
    };
    bench.args = args;
    match service.as_str() {
        "package" => pm(bench),
        "activity" => super::am::am(bench),
        "connectivity" => conditions::connectivity(bench),
        "uimode" => conditions::uimode(bench),
        "locale" => conditions::locale(bench),
        "alarm" => conditions::alarm(bench),
        other => Reply::fail(20, format!("cmd: Can't find service: {other}")),
    }
}

pub fn pm(bench: &mut Bench<'_>) -> Reply {
    match (bench.arg(0), bench.arg(1)) {
        (Some("list"), Some("packages")) => list(bench),
        (Some("path"), Some(package)) => path(bench.phone, package),
        (Some("clear"), Some(_)) => {
            let package = bench.args.last().cloned().unwrap_or_default();
            if bench.phone.wipe(&package) {
                Reply::out("Success\n")
            } else {
                Reply::fail(1, "Failed")
            }
        }
        (Some(what @ ("grant" | "revoke")), Some(_)) => permit(&bench.args.join(" "), what, bench),
        (Some("resolve-activity"), Some(_)) => resolve(bench),
        (Some("dump"), Some(package)) => super::dumpsys::package(bench.phone, package),
        (Some(other), _) => Reply::fail(255, format!("Unknown command: {other}")),
        (None, _) => {
            Reply::fail(255, "Package manager (package) commands: list, path, clear, grant")
        }
    }
}

fn list(bench: &Bench<'_>) -> Reply {
    let options = bench.rest(2);
    let third = options.iter().any(|option| option == "-3");
    let system = options.iter().any(|option| option == "-s");
    let filter = options.iter().find(|option| !option.starts_with('-'));
    let apps = bench.phone.abouts().map(|about| about.package).filter(|_| !system);
    let others = SYSTEM.into_iter().filter(|_| !third);
    let mut packages: Vec<&str> = apps.chain(others).collect();
    packages.retain(|package| filter.is_none_or(|filter| package.contains(filter.as_str())));
    packages.sort_unstable();
    Reply::lines(packages.into_iter().map(|package| format!("package:{package}")))
}

fn path(phone: &DemoPhone, package: &str) -> Reply {
    if !phone.abouts().any(|about| about.package == package) {
        return Reply { code: 1, ..Reply::silent() };
    }
    Reply::out(format!("package:{}\n", apk_path(phone, package)))
}

/// Where the APK of a package lies.
pub fn apk_path(phone: &DemoPhone, package: &str) -> String {
    let mark = mixed(phone.seed() ^ 0x5eed);
    format!("/data/app/~~{mark:016x}==/{package}-{mark:016x}==/base.apk")
}

fn permit(line: &str, what: &str, bench: &mut Bench<'_>) -> Reply {
    let names: Vec<&str> = line.split(' ').skip(1).filter(|word| !word.starts_with('-')).collect();
    let (package, permission) = match names.as_slice() {
        [package, permission] => (*package, *permission),
        [_user, package, permission] => (*package, *permission),
        _ => return Reply::fail(255, "Error: no permission specified"),
    };
    if bench.phone.permit(package, permission, what == "grant") {
        return Reply::silent();
    }
    let why = if bench.phone.abouts().any(|about| about.package == package) {
        format!(
            "java.lang.SecurityException: Package {package} has not requested permission {permission}"
        )
    } else {
        format!("java.lang.IllegalArgumentException: Unknown package: {package}")
    };
    Reply::thrown(what, &why)
}

fn resolve(bench: &Bench<'_>) -> Reply {
    let package = bench.args.last().map_or("", String::as_str);
    let (package, _) = package.split_once('/').unwrap_or((package, ""));
    let Some(about) = bench.phone.abouts().find(|about| about.package == package) else {
        return Reply::out("No activity found\n");
    };
    let component = format!("{package}/{}", first_activity(about));
    if bench.args.iter().any(|arg| arg == "--brief") {
        return Reply::out(format!(
            "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n{component}\n"
        ));
    }
    Reply::out(format!("ActivityInfo:\n  name={}\n  packageName={package}\n", class(about)))
}

/// The first activity's class with its package.
fn class(about: &About) -> String {
    format!("{}{}", about.package, first_activity(about))
}

pub fn pidof(bench: &mut Bench<'_>) -> Reply {
    let pids: Vec<String> = bench
        .args
        .iter()
        .filter_map(|package| bench.phone.life(package)?.pid())
        .map(|pid| pid.to_string())
        .collect();
    if pids.is_empty() {
        return Reply { code: 1, ..Reply::silent() };
    }
    Reply::out(format!("{}\n", pids.join(" ")))
}
