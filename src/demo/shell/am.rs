//! The activity manager: `am`, and `monkey` if it only opens an app.

use super::Bench;
use super::extras::{Given, base64};
use super::reply::Reply;
use crate::demo::apk;
use crate::demo::app::About;
use crate::demo::phone::{DemoPhone, Life, Started};
use crate::domain::broadcasts::{self, BroadcastSender};
use crate::domain::manifest::{AppComponent, ComponentKind};

/// The keyboard that types what broadcasts tell.
pub const ADB_KEYBOARD: &str = "com.android.adbkeyboard/.AdbIME";

pub fn am(bench: &mut Bench<'_>) -> Reply {
    match bench.arg(0) {
        Some("start" | "start-activity") => start(bench),
        Some("force-stop" | "kill") => {
            let mut packages = bench.rest(1).iter().filter(|arg| !arg.starts_with('-'));
            if let Some(package) = packages.next_back() {
                bench.phone.stop(package);
            }
            Reply::silent()
        }
        Some("broadcast") => broadcast(bench),
        Some("startservice" | "start-service") => no_service(bench),
        Some("send-trim-memory") => super::conditions::send_trim_memory(bench),
        Some("get-current-user") => Reply::out("0\n"),
        Some(other) => Reply::fail(255, format!("Unknown command: {other}")),
        None => {
            Reply::fail(255, "Activity manager (activity) commands: start, force-stop, broadcast")
        }
    }
}

fn start(bench: &mut Bench<'_>) -> Reply {
    let given = match Given::read(bench.rest(1)) {
        Ok(given) => given,
        Err(message) => return Reply::fail(255, format!("Error: {message}")),
    };
    let Some((package, class)) = resolved(bench, &given) else {
        let reported = given.reported(None);
        return Reply {
            code: 1,
            ..Reply::out(format!("Starting: {reported}\n"))
                .warn(format!("Error: Activity not started, unable to resolve {reported}"))
        };
    };
    if given.stop_first {
        bench.phone.stop(&package);
    }
    let was = bench.phone.life(&package);
    let reply = Reply::out(format!("Starting: {}\n", given.reported(None)));
    let started = bench.phone.start(&package, &class);
    let short = class.strip_prefix(package.as_str()).unwrap_or(&class);
    let reply = match started {
        Started::NoSuchActivity => {
            let whole =
                if class.starts_with('.') { format!("{package}{class}") } else { class.clone() };
            let missing = format!("Error: Activity class {{{package}/{whole}}} does not exist.");
            return Reply { code: 1, ..reply.warn("Error type 3").warn(missing) };
        }
        Started::Refused => {
            let reported = given.reported(None);
            return reply.warn(format!(
                "java.lang.SecurityException: Permission Denial: starting {reported} from null \
                 (pid=4711, uid=2000) not exported from uid 10100"
            ));
        }
        Started::AlreadyInFront => reply.warn(
            "Warning: Activity not started, intent has been delivered to currently running \
             top-most instance.",
        ),
        Started::Done => reply,
    };
    if !given.wait {
        return reply;
    }
    let launch = match was {
        Some(Life::Alive(_)) => "HOT",
        Some(Life::Bare(_)) => "WARM",
        Some(Life::Dead) | None => "COLD",
    };
    let reported = format!(
        "Status: ok\nLaunchState: {launch}\nActivity: {package}/{short}\nTotalTime: 5\n\
         WaitTime: 6\nComplete\n"
    );
    Reply { stdout: [reply.stdout, reported.into_bytes()].concat(), ..reply }
}

/// Which activity an intent is for: the one named, else the first that has its action in a filter.
fn resolved(bench: &Bench<'_>, given: &Given) -> Option<(String, String)> {
    if let Some(component) = &given.component {
        return Some(component.clone());
    }
    let meant = |about: &&About| given.package.as_deref().is_none_or(|it| it == about.package);
    let action = given.action.as_deref();
    bench.phone.abouts().filter(meant).find_map(|about| {
        if given.package.is_some() && action.is_none_or(|action| action == apk::MAIN) {
            return Some((about.package.to_owned(), first_activity(about)));
        }
        let manifest = apk::declared(about);
        let answers = |component: &&AppComponent| {
            let mut filters = component.filters.iter();
            filters.any(|filter| filter.actions.iter().any(|own| Some(own.as_str()) == action))
        };
        let found = manifest.of_kind(ComponentKind::Activity).find(answers)?;
        (action != Some(apk::MAIN)).then(|| (about.package.to_owned(), found.name.clone()))
    })
}

pub fn first_activity(about: &About) -> String {
    about.activities.first().copied().unwrap_or(".MainActivity").to_owned()
}

fn broadcast(bench: &mut Bench<'_>) -> Reply {
    let given = match Given::read(bench.rest(1)) {
        Ok(given) => given,
        Err(message) => return Reply::fail(255, format!("Error: {message}")),
    };
    let action = given.action.clone().unwrap_or_default();
    let to = given.component.as_ref().map(|(package, _)| package.as_str());
    let to = to.or(given.package.as_deref());
    let reported = format!("Broadcasting: {}\n", given.reported(Some("0x400000")));
    if let Some(why) = denied(&action, to) {
        return Reply { stdout: reported.into_bytes(), ..Reply::thrown("broadcast", &why) };
    }
    let adb_keyboard = bench.desk.settings.keyboard() == ADB_KEYBOARD;
    if !(adb_keyboard && keyboard(bench.phone, &action, &given)) {
        bench.phone.broadcast(&action, to);
    }
    Reply::out(reported + "Broadcast completed: result=0\n")
}

/// Why a production build does not let a shell send this.
fn denied(action: &str, to: Option<&str>) -> Option<String> {
    let denial = "java.lang.SecurityException: Permission Denial: not allowed to send broadcast";
    match broadcasts::row(action)?.sender {
        BroadcastSender::Anyone => None,
        BroadcastSender::System => Some(format!("{denial} {action} from pid=4242, uid=2000")),
        BroadcastSender::Itself => {
            Some(format!("{denial} {action} to {} from com.android.shell", to.unwrap_or("null")))
        }
    }
}

/// The apps of this phone have no services.
fn no_service(bench: &Bench<'_>) -> Reply {
    match Given::read(bench.rest(1)) {
        Ok(given) => Reply {
            code: 255,
            ..Reply::out(format!("Starting service: {}\n", given.reported(None)))
                .warn("Error: Not found; no service started.")
        },
        Err(message) => Reply::fail(255, format!("Error: {message}")),
    }
}

/// Types what a broadcast to the ADB keyboard tells. False if it is not for it.
fn keyboard(phone: &mut DemoPhone, action: &str, given: &Given) -> bool {
    let message = given.extra("msg").unwrap_or_default();
    match action {
        "ADB_INPUT_B64" => {
            let text = base64(message).and_then(|bytes| String::from_utf8(bytes).ok());
            if let Some(text) = text {
                phone.type_text(&text);
            }
        }
        "ADB_INPUT_TEXT" => {
            phone.type_text(message);
        }
        "ADB_CLEAR_TEXT" => {
            phone.clear_text();
        }
        _ => return false,
    }
    true
}

/// `monkey -p PACKAGE -c android.intent.category.LAUNCHER 1`: opens the app.
pub fn monkey(bench: &mut Bench<'_>) -> Reply {
    let place = bench.args.iter().position(|arg| arg == "-p");
    let package = place.and_then(|place| bench.arg(place + 1)).unwrap_or_default().to_owned();
    if bench.args.last().map(String::as_str) != Some("1") {
        return Reply::fail(1, "** the demo phone's monkey only opens an app: monkey -p PACKAGE 1");
    }
    if bench.phone.open(&package) {
        Reply::out("Events injected: 1\n")
    } else {
        Reply::fail(252, "** No activities found to run, monkey aborted.")
    }
}
