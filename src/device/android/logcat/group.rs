//! The group of a crash: crashes of the same group are taken for the same fault.
//!
//! A group is the exception (and, if it was caused by another, the innermost cause) with three
//! frames: the first ones in the app, which are those whose class begins with its package or the
//! package's first two segments; if there are none, the first ones outside of the platform; if
//! there are none of these either, the first ones at all. In a chain of causes the innermost one with
//! such frames decides, because it lies nearest to the fault: the outer ones are often the platform's
//! own wrapping (`Unable to start activity`), the same for every fault.
//!
//! The topmost of the three keeps its line number, so that two faults in one method stay two; the
//! callers lose theirs, so that one fault reached from two places of one method stays one. Numbers
//! that compilers give to lambdas and accessors are left out, as they change with every build.
//! Obfuscated names are taken as they are: they hold for one build, as does a session.

use super::trace::ExceptionLink;

/// Frames in a group.
const FRAMES: usize = 3;

/// Classes of the platform, its support libraries and languages.
const FRAMEWORK: [&str; 13] = [
    "java",
    "javax",
    "jdk",
    "sun",
    "android",
    "androidx",
    "kotlin",
    "kotlinx",
    "com.android",
    "dalvik",
    "libcore",
    "com.google.android.material",
    "_COROUTINE",
];

/// The group of a Java or Kotlin exception of the app `process` belongs to.
pub(super) fn of_java(process: &str, chain: &[ExceptionLink]) -> String {
    let package = process.split(':').next().unwrap_or_default();
    let mut group = chain.first().map_or_else(String::new, |link| link.class.clone());
    if let [_, .., innermost] = chain {
        group.push_str(" <- ");
        group.push_str(&innermost.class);
    }
    let nearest = |wanted: &dyn Fn(&str) -> bool| {
        chain
            .iter()
            .rev()
            .map(|link| link.frames.iter().filter(|frame| wanted(frame)).take(FRAMES))
            .map(|frames| frames.map(String::as_str).collect::<Vec<_>>())
            .find(|frames| !frames.is_empty())
    };
    let frames = nearest(&|frame| is_app(package, frame))
        .or_else(|| nearest(&|frame| !is_framework(frame)))
        .or_else(|| nearest(&|_| true))
        .unwrap_or_default();
    for (place, frame) in frames.into_iter().enumerate() {
        group.push_str(if place == 0 { " @ " } else { " < " });
        group.push_str(&method(frame));
        if let Some(line) = line_number(frame).filter(|_| place == 0) {
            group.push(':');
            group.push_str(line);
        }
    }
    group
}

/// The group of a native crash: the signal and the first frames in libraries that are not the system's.
pub(super) fn of_native(signal: &str, frames: &[String]) -> String {
    let own = |frame: &&String| {
        !["/system/", "/apex/", "/vendor/", "/system_ext/", "[vdso]", "linux-vdso"]
            .iter()
            .any(|part| frame.contains(part))
    };
    let mut chosen: Vec<_> = frames.iter().filter(own).take(FRAMES).collect();
    if chosen.is_empty() {
        chosen = frames.iter().take(FRAMES).collect();
    }
    let places = chosen.into_iter().map(|frame| native_place(frame)).collect::<Vec<_>>();
    if places.is_empty() { signal.to_owned() } else { format!("{signal} @ {}", places.join(" < ")) }
}

/// The group of an ANR: where it hung and what was waited for, without the moment's numbers.
pub(super) fn of_anr(place: &str, reason: &str) -> String {
    let reason = reason.split(['(', '{', '[']).next().unwrap_or_default().trim();
    format!("ANR @ {place}: {reason}").trim_end_matches([':', ' ']).to_owned()
}

fn is_app(package: &str, frame: &str) -> bool {
    let class = unmoduled(frame);
    if package.is_empty() {
        return false;
    }
    if begins_with(class, package) {
        return true;
    }
    let mut dots = package.match_indices('.');
    let two = dots.nth(1).and_then(|(end, _)| package.get(..end)).unwrap_or(package);
    two.contains('.') && !is_framework(frame) && begins_with(class, two)
}

fn is_framework(frame: &str) -> bool {
    let class = unmoduled(frame);
    FRAMEWORK.iter().any(|package| begins_with(class, package))
}

fn begins_with(class: &str, package: &str) -> bool {
    class.strip_prefix(package).is_some_and(|rest| rest.starts_with(['.', '$']))
}

/// Cuts a class loader's or module's name off: `app//a.B.c` is `a.B.c`.
fn unmoduled(frame: &str) -> &str {
    let place = frame.split('(').next().unwrap_or(frame);
    place.rsplit('/').next().unwrap_or(place)
}

/// Class and method, the compiler's numbers cut off.
fn method(frame: &str) -> String {
    let place = unmoduled(frame).trim();
    let parts: Vec<_> = place.split('.').map(without_compilers_number).collect();
    parts.join(".")
}

fn without_compilers_number(part: &str) -> &str {
    for mark in ["$$Lambda$", "ExternalSyntheticLambda", "access$"] {
        if let Some((before, _)) = part.split_once(mark) {
            return part.get(..before.len() + mark.len()).unwrap_or(part);
        }
    }
    match part.rsplit_once('$') {
        Some((name, _)) if part.starts_with("lambda$") => name,
        _ => part,
    }
}

fn line_number(frame: &str) -> Option<&str> {
    let (_, line) = frame.strip_suffix(')')?.rsplit_once(':')?;
    line.bytes().all(|byte| byte.is_ascii_digit()).then_some(line).filter(|line| !line.is_empty())
}

/// Library and function of `#00 pc 0001f2 /path/lib.so (function+12) (BuildId: ..)`, or library and
/// address if it has no name for the function.
fn native_place(frame: &str) -> String {
    let mut words = frame.split_whitespace().skip_while(|word| *word != "pc").skip(1);
    let (address, path) = (words.next().unwrap_or_default(), words.next().unwrap_or(frame));
    let library = path.rsplit('/').next().unwrap_or(path);
    let function = frame
        .split_once(" (")
        .and_then(|(_, rest)| rest.split(" (BuildId").next())
        .map(|name| name.trim_end_matches(')'))
        .filter(|name| !name.starts_with("BuildId") && !name.starts_with("offset"));
    match function {
        Some(function) => {
            format!("{library} {}", function.rsplit_once('+').map_or(function, |(name, _)| name))
        }
        None => format!("{library} {}", address.trim_start_matches('0')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(class: &str, frames: &[&str]) -> ExceptionLink {
        ExceptionLink {
            class: class.into(),
            message: String::new(),
            frames: frames.iter().map(|frame| (*frame).to_owned()).collect(),
        }
    }

    #[test]
    fn the_apps_frames_decide_and_only_the_top_one_keeps_its_line() {
        let chain = [link(
            "a.E",
            &[
                "java.util.ArrayList.get(ArrayList.java:437)",
                "org.sample.notes.Store.load(Store.kt:12)",
                "android.view.View.performClick(View.java:1)",
                "org.sample.ui.List.open(List.kt:30)",
            ],
        )];
        assert_eq!(
            of_java("org.sample.notes:sync", &chain),
            "a.E @ org.sample.notes.Store.load:12 < org.sample.ui.List.open"
        );
    }

    #[test]
    fn the_innermost_cause_in_the_app_decides() {
        let chain = [
            link("java.lang.RuntimeException", &["android.app.ActivityThread.main(A.java:1)"]),
            link("java.lang.IllegalStateException", &["org.sample.notes.A.b(A.kt:1)"]),
            link("java.io.IOException", &["libcore.io.IoBridge.open(IoBridge.java:1)"]),
        ];
        assert_eq!(
            of_java("org.sample.notes", &chain),
            "java.lang.RuntimeException <- java.io.IOException @ org.sample.notes.A.b:1"
        );
    }

    #[test]
    fn strangers_are_used_where_the_app_has_no_frames() {
        let chain = [link("a.E", &["android.os.Looper.loop(L.java:1)", "xdd.a(SourceFile:13)"])];
        assert_eq!(of_java("org.sample", &chain), "a.E @ xdd.a:13");
        let chain = [link("a.E", &["android.os.Looper.loop(L.java:1)"])];
        assert_eq!(of_java("", &chain), "a.E @ android.os.Looper.loop:1");
        assert_eq!(of_java("", &[link("a.E", &[])]), "a.E");
    }

    #[test]
    fn a_platform_apps_own_frames_are_its_own() {
        let chain = [link(
            "a.E",
            &["com.android.internal.X.y(X.java:1)", "com.android.settings.A.b(A.java:2)"],
        )];
        assert_eq!(of_java("com.android.settings", &chain), "a.E @ com.android.settings.A.b:2");
    }

    #[test]
    fn numbers_of_lambdas_are_left_out() {
        assert_eq!(
            method("a.B$$ExternalSyntheticLambda7.run(D8:0)"),
            "a.B$$ExternalSyntheticLambda.run"
        );
        assert_eq!(method("a.B.lambda$onCreate$3(B.java:1)"), "a.B.lambda$onCreate");
        assert_eq!(method("a.-$$Lambda$B$6Phr.run(Unknown Source:2)"), "a.-$$Lambda$.run");
        assert_eq!(method("app//a.B$1.c(B.java)"), "a.B$1.c");
    }

    #[test]
    fn native_frames_lose_address_and_path_where_the_function_is_known() {
        let frames = [
            "#00 pc 000000000004e1 /apex/com.android.runtime/lib64/bionic/libc.so (abort+164)".to_owned(),
            "#01 pc 0000000000012f /data/app/x/lib/arm64/libgame.so (Game::step(int)+16) (BuildId: 0a)".to_owned(),
            "#02 pc 00000000000f00 /data/app/x/lib/arm64/libgame.so (BuildId: 0a)".to_owned(),
        ];
        assert_eq!(
            of_native("SIGABRT", &frames),
            "SIGABRT @ libgame.so Game::step(int) < libgame.so f00"
        );
    }
}
