use std::sync::Arc;

use super::*;
use crate::demo::apps;
use crate::demo::sample::{ENTRY, PACKAGE};
use crate::device::Device as _;
use crate::device::android::{AndroidDevice, AndroidOptions, manifest};
use crate::domain::manifest::{ComponentKind, Manifest};
use crate::domain::{Action, InputText, Pace, WidgetTarget};

fn shell() -> DemoShell {
    DemoShell::new(DemoPhone::with(&[ENTRY], 7, Pace::Virtual))
}

fn run(shell: &DemoShell, line: &str) -> CommandOutput {
    futures_util::FutureExt::now_or_never(DeviceShell::run(shell, line)).unwrap().unwrap()
}

fn output(shell: &DemoShell, line: &str) -> String {
    run(shell, line).said()
}

fn started() -> DemoShell {
    let shell = shell();
    output(&shell, &format!("am start -n {PACKAGE}/.MainActivity"));
    shell
}

/// The middle of the first node in the dump whose line holds `what`.
fn middle(shell: &DemoShell, what: &str) -> String {
    let xml = output(shell, "uiautomator dump /dev/tty");
    let node = xml.split("<node").find(|node| node.contains(what));
    let node = node.unwrap_or_else(|| panic!("no {what} in {xml}"));
    let bounds = node.split("bounds=\"[").nth(1).unwrap().split(']').collect::<Vec<_>>();
    let corner = |text: &str| {
        let (x, y) = text.trim_start_matches('[').split_once(',').unwrap();
        (x.parse::<i32>().unwrap(), y.parse::<i32>().unwrap())
    };
    let ((left, top), (right, bottom)) = (corner(bounds[0]), corner(bounds[1]));
    format!("{} {}", (left + right) / 2, (top + bottom) / 2)
}

fn tap(shell: &DemoShell, what: &str) {
    let at = middle(shell, what);
    assert_eq!(output(shell, &format!("input tap {at}")), "");
}

fn activity(shell: &DemoShell) -> String {
    let dump = output(shell, "dumpsys activity activities | grep topResumedActivity");
    dump.split_whitespace().find(|word| word.contains('/')).unwrap().to_owned()
}

#[test]
fn commands_are_joined_as_sh_joins_them() {
    let shell = shell();
    assert_eq!(output(&shell, "false && echo a || echo b; true || echo c && echo d"), "b\nd");
    assert_eq!(output(&shell, "echo one two > /sdcard/f; cat < /storage/emulated/0/f"), "one two");
    assert_eq!(output(&shell, "echo x | cat; echo y & wait"), "x\ny");
    assert_eq!(run(&shell, "nope 2>/dev/null").code, 127);
    assert_eq!(run(&shell, "nope 2>/dev/null").stderr, b"");
    let merged = run(&shell, "nope 2>&1");
    assert_eq!(merged.text(), "/system/bin/sh: nope: inaccessible or not found\n");
    assert_eq!(output(&shell, "nope > /sdcard/out 2>&1; cat /sdcard/out | wc -l"), "1");
    assert_eq!(run(&shell, "cat /sdcard/none").code, 1);
    assert_eq!(run(&shell, "echo 'open").code, 1);
}

#[test]
fn lines_are_filtered() {
    let shell = shell();
    output(&shell, "printf 'alpha\\nbeta\\nGamma x\\n' > /sdcard/f");
    assert_eq!(output(&shell, "cat /sdcard/f | grep -E 'alp|gam'"), "alpha");
    assert_eq!(output(&shell, "cat /sdcard/f | grep -i -E 'alp|gam' | tail -n 1"), "Gamma x");
    assert_eq!(output(&shell, "grep -m 1 a /sdcard/f"), "alpha");
    assert_eq!(output(&shell, "head -n 2 /sdcard/f | grep -c a$"), "2");
    assert_eq!(run(&shell, "grep nothing /sdcard/f").code, 1);
}

#[test]
fn a_dump_is_glued_to_its_sentence_and_holds_the_app() {
    let shell = started();
    let xml = output(&shell, "uiautomator dump --compressed /dev/tty");
    assert!(xml.starts_with("<?xml version='1.0'"), "{xml}");
    assert!(xml.ends_with("</hierarchy>UI hierchary dumped to: /dev/tty"), "{xml}");
    for part in [
        "<hierarchy rotation=\"0\">",
        "text=\"Sample\" resource-id=\"com.example.sample:id/title\" class=\"android.widget.TextView\"",
        "text=\"Your name\" resource-id=\"com.example.sample:id/name\" class=\"android.widget.EditText\"",
        "hint=\"Your name\"",
        "content-desc=\"More\"",
        "password=\"true\"",
    ] {
        assert!(xml.contains(part), "{part} is not in {xml}");
    }
    assert_eq!(
        output(&shell, "uiautomator dump"),
        "UI hierchary dumped to: /sdcard/window_dump.xml"
    );
    assert_eq!(
        xml,
        output(&shell, "cat /sdcard/window_dump.xml") + "UI hierchary dumped to: /dev/tty"
    );
}

#[test]
fn a_password_is_never_dumped() {
    let shell = started();
    tap(&shell, "id/secret");
    output(&shell, "input text hunter2");
    let xml = output(&shell, "uiautomator dump /dev/tty");
    assert!(!xml.contains("hunter2") && xml.contains("text=\"•••••••\""), "{xml}");
}

#[test]
fn provoked_dumps_fail_in_the_words_of_real_phones() {
    let shell = started();
    shell.break_dumps(1, "ERROR: could not get idle state.");
    let failed = run(&shell, "uiautomator dump /dev/tty");
    assert_eq!((failed.text().as_str(), failed.code), ("", 0));
    assert_eq!(failed.stderr, b"ERROR: could not get idle state.\n");
    assert!(output(&shell, "uiautomator dump /dev/tty").contains("<hierarchy"));
}

#[test]
fn a_toast_is_in_the_queue_of_the_system() {
    let shell = started();
    tap(&shell, "id/save");
    let queue = output(&shell, "dumpsys notification | grep -E 'TextToastRecord'");
    assert!(queue.contains(&format!(":{PACKAGE}/")) && queue.contains(" text=Saved "), "{queue}");
    assert!(!output(&started(), "dumpsys notification").contains("TextToastRecord"));
}

#[test]
fn text_is_typed_as_real_phones_type_it() {
    let shell = started();
    tap(&shell, "id/name");
    assert!(output(&shell, "dumpsys input_method").contains("mInputShown=true"));
    output(&shell, "input text 'it%sis'");
    assert!(output(&shell, "uiautomator dump /dev/tty").contains("text=\"it is\""));
    let failed = run(&shell, "input text 'né'");
    assert!(failed.said().contains("NullPointerException") && failed.code != 0);
    output(&shell, "input keyevent KEYCODE_MOVE_HOME 112 67 KEYCODE_X");
    assert!(output(&shell, "uiautomator dump /dev/tty").contains("text=\"xt is\""));
    output(&shell, "input keycombination 113 29; input keyevent KEYCODE_DEL");
    assert!(output(&shell, "uiautomator dump /dev/tty").contains("text=\"Your name\""));
}

#[test]
fn the_adb_keyboard_types_anything_once_it_is_set() {
    let shell = started();
    tap(&shell, "id/name");
    let typing = "am broadcast -a ADB_INPUT_B64 --es msg w6nigqw=";
    assert!(output(&shell, typing).contains("Broadcast completed: result=0"));
    assert!(!output(&shell, "uiautomator dump /dev/tty").contains("é€"));
    assert!(output(&shell, "ime list -s").contains("com.android.adbkeyboard/.AdbIME"));
    output(&shell, "ime set com.android.adbkeyboard/.AdbIME");
    output(&shell, typing);
    assert!(output(&shell, "uiautomator dump /dev/tty").contains("text=\"é€\""));
    output(&shell, "am broadcast -a ADB_CLEAR_TEXT");
    assert!(!output(&shell, "uiautomator dump /dev/tty").contains("é€"));
}

/// The app's first screen, through the Android backend.
async fn driven() -> AndroidDevice {
    let notes = apps::entries().iter().find(|entry| entry.about.name == "notes").unwrap();
    let options = AndroidOptions {
        target: "demo:notes".into(),
        app: Some(notes.about.package.into()),
        pictures: false,
        ..AndroidOptions::default()
    };
    let phone = DemoPhone::with(std::slice::from_ref(notes), 7, Pace::Virtual);
    let mut device = AndroidDevice::new(Arc::new(DemoShell::new(phone)), options);
    device.open().await.unwrap();
    device
}

#[tokio::test]
async fn texts_of_64_kib_and_of_all_scripts_arrive_as_they_are() {
    let mut device = driven().await;
    let screen = device.observe().await.unwrap().screen;
    let new = screen.widgets.iter().find(|widget| widget.short_id() == "add").unwrap();
    device.perform(&Action::Tap { target: WidgetTarget::of(new) }).await.unwrap();
    let long = "b".repeat(65_536);
    let scripts = "Zoë שלום مرحبا 👩\u{200d}👩\u{200d}👧 é\u{301}";
    for text in [&long, "one\ntwo\n\nthree 50%s", scripts, &scripts.repeat(1_500), "", "x"] {
        let screen = device.observe().await.unwrap().screen;
        let body = screen.widgets.iter().rfind(|widget| widget.is_field()).unwrap();
        let (target, text) = (WidgetTarget::of(body), InputText::Plain(text.into()));
        let report = device.perform(&Action::Type { target, text: text.clone() }).await.unwrap();
        let held = report.accepted.unwrap();
        let same = Some(held.as_str()) == text.reveal();
        assert!(same, "{} characters: {:?}", held.chars().count(), report.warnings);
        assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    }
}

#[test]
fn activities_start_and_stop() {
    let shell = shell();
    assert_eq!(activity(&shell), "com.android.launcher3/.Launcher");
    let resolved =
        output(&shell, &format!("cmd package resolve-activity --brief {PACKAGE} | tail -n 1"));
    assert_eq!(resolved, "com.example.sample/.MainActivity");
    let start = output(&shell, &format!("am start -W -n {resolved}"));
    assert!(start.contains("Starting: Intent { cmp=com.example.sample/.MainActivity }"), "{start}");
    assert!(start.contains("Status: ok"), "{start}");
    assert_eq!(activity(&shell), resolved);
    assert!(
        output(&shell, "dumpsys window")
            .contains("com.example.sample/com.example.sample.MainActivity}")
    );
    let pid = output(&shell, &format!("pidof {PACKAGE}"));
    assert!(pid.parse::<u32>().is_ok(), "{pid}");
    output(&shell, &format!("am start -n {PACKAGE}/.ListActivity"));
    assert_eq!(activity(&shell), "com.example.sample/.ListActivity");
    let missing = run(&shell, &format!("am start -n {PACKAGE}/.Nope"));
    assert!(missing.said().contains(
        "Error: Activity class {com.example.sample/com.example.sample.Nope} does not exist."
    ));
    output(&shell, &format!("am force-stop {PACKAGE}"));
    assert_eq!(run(&shell, &format!("pidof {PACKAGE}")).code, 1);
    assert_eq!(activity(&shell), "com.android.launcher3/.Launcher");
}

#[test]
fn packages_are_told() {
    let shell = shell();
    assert_eq!(output(&shell, "pm list packages -3"), "package:com.example.sample");
    let reported = output(&shell, &format!("dumpsys package {PACKAGE}"));
    for part in ["versionName=1.2", "versionCode=10200", "com.example.sample/.ListActivity filter "]
    {
        assert!(reported.contains(part), "{part} is not in {reported}");
    }
    assert_eq!(output(&shell, "dumpsys package no.such"), "Unable to find package: no.such");
    assert!(output(&shell, &format!("pm path {PACKAGE}")).starts_with("package:/data/app/"));
    assert_eq!(output(&shell, &format!("pm clear {PACKAGE}")), "Success");
    assert_eq!(output(&shell, "pm clear no.such"), "Failed");
    assert_eq!(output(&shell, &format!("pm grant {PACKAGE} android.permission.CAMERA")), "");
    assert!(
        output(&shell, &format!("pm grant {PACKAGE} android.permission.NFC")).contains("Exception")
    );
}

#[test]
fn an_apk_says_what_dumpsys_says() {
    let shell = shell();
    let path = output(&shell, &format!("pm path {PACKAGE}")).replace("package:", "");
    let inside = run(&shell, &format!("unzip -p {path} AndroidManifest.xml")).stdout;
    let manifest = manifest::read(&inside).unwrap();
    assert_eq!(manifest::read(&run(&shell, &format!("cat {path}")).stdout).as_ref(), Ok(&manifest));
    assert_eq!(run(&shell, &format!("head -c 2 {path}")).stdout, b"PK");
    let reported = manifest::read(output(&shell, &format!("dumpsys package {PACKAGE}")).as_bytes());
    assert_eq!(reported, Ok(Manifest { partial: true, ..manifest.clone() }));
    for activity in manifest.of_kind(ComponentKind::Activity).filter(|it| !it.is_launcher()) {
        output(&shell, &format!("am start -a {}", activity.filters[0].actions[0]));
        assert_eq!(self::activity(&shell), activity.flat(PACKAGE));
        output(&shell, &format!("am force-stop {PACKAGE}"));
    }
    assert_eq!(run(&shell, "unzip -p /sdcard/none x").code, 1);
    assert_eq!(run(&shell, &format!("unzip -p {path} none")).code, 1);
}

#[test]
fn a_granted_permission_is_not_asked_for() {
    let shell = started();
    let rows = middle(&shell, "id/content");
    output(&shell, &format!("input swipe {rows} 360 200"));
    tap(&shell, "id/camera");
    let xml = output(&shell, "uiautomator dump /dev/tty");
    assert!(xml.contains("com.android.permissioncontroller:id/permission_allow_button"), "{xml}");
    assert!(activity(&shell).starts_with("com.android.permissioncontroller/"));
    tap(&shell, "id/permission_allow_button");
    assert!(output(&shell, "dumpsys ridealong").contains("\"granted\""));
    tap(&shell, "id/camera");
    assert_eq!(activity(&shell), "com.example.sample/.MainActivity");
}

#[test]
fn settings_turn_the_phone() {
    let shell = started();
    output(
        &shell,
        "settings put system accelerometer_rotation 0; settings put system user_rotation 1",
    );
    assert!(output(&shell, "uiautomator dump /dev/tty").contains("<hierarchy rotation=\"1\">"));
    assert!(output(&shell, "dumpsys ridealong").contains("rotated"));
    assert_eq!(output(&shell, "settings get system user_rotation"), "1");
    output(&shell, "settings put system accelerometer_rotation 1");
    assert!(output(&shell, "uiautomator dump /dev/tty").contains("<hierarchy rotation=\"0\">"));
    assert_eq!(output(&shell, "wm size"), "Physical size: 720x1600");
}

#[test]
fn crashes_are_in_the_log_since_a_mark() {
    let shell = started();
    let mark = output(&shell, "date '+%m-%d %H:%M:%S.000'");
    assert_eq!(mark, "01-05 09:00:00.000");
    let rows = middle(&shell, "id/content");
    output(&shell, &format!("sleep 2.5; input swipe {rows} 360 200"));
    tap(&shell, "id/throw");
    let since = "01-05 09:00:02.000";
    let log = output(&shell, &format!("logcat -d -v threadtime -b crash -T '{since}'"));
    for part in [
        "--------- beginning of crash",
        "E AndroidRuntime: FATAL EXCEPTION: main",
        "E AndroidRuntime: Process: com.example.sample, PID: ",
        "E AndroidRuntime: java.lang.IllegalStateException: no luck",
        "E AndroidRuntime: \tat com.example.sample.Home.thrown(Home.kt:7)",
    ] {
        assert!(log.contains(part), "{part} is not in {log}");
    }
    assert!(!log.contains("Sample"), "{log}");
    assert_eq!(output(&shell, "logcat -d -T '01-05 10:00:00.000'"), "");
    assert_eq!(activity(&shell), "com.android.launcher3/.Launcher");
}

#[test]
fn an_app_that_hangs_gets_the_system_dialog() {
    let shell = started();
    let rows = middle(&shell, "id/content");
    output(&shell, &format!("input swipe {rows} 360 200"));
    tap(&shell, "id/hang");
    let xml = output(&shell, "uiautomator dump /dev/tty");
    assert!(
        xml.contains("text=\"Sample isn't responding\" resource-id=\"android:id/alertTitle\""),
        "{xml}"
    );
    let log = output(&shell, "logcat -d | grep ActivityManager");
    assert!(log.contains(
        "E ActivityManager: ANR in com.example.sample (com.example.sample/.MainActivity)"
    ));
    assert!(log.contains("Reason: Input dispatching timed out (Waited 5001ms for MotionEvent)"));
    tap(&shell, "android:id/aerr_wait");
    assert_eq!(run(&shell, &format!("pidof {PACKAGE}")).code, 0);
    tap(&shell, "id/hang");
    tap(&shell, "android:id/aerr_close");
    assert_eq!(run(&shell, &format!("pidof {PACKAGE}")).code, 1);
}

#[test]
fn a_double_tap_is_two_taps() {
    let shell = started();
    let at = middle(&shell, "id/save");
    output(&shell, &format!("input tap {at} & input tap {at} & wait"));
    assert!(output(&shell, "uiautomator dump /dev/tty").contains("text=\"Saved 2\""));
}

#[test]
fn one_finger_of_raw_touches_is_a_tap_and_two_are_nothing() {
    let shell = started();
    let at = middle(&shell, "id/save");
    let (x, y) = at.split_once(' ').unwrap();
    let device = "/dev/input/event2";
    assert!(output(&shell, "getevent -pl").contains(device));
    let send = |events: &[String]| {
        for event in events {
            assert_eq!(output(&shell, &format!("sendevent {device} {event}")), "");
        }
    };
    let finger = |slot: u32, x: &str| {
        [format!("3 47 {slot}"), format!("3 57 {slot}"), format!("3 53 {x}"), format!("3 54 {y}")]
    };
    let lift = |slot: u32| [format!("3 47 {slot}"), "3 57 -1".to_owned()];
    let sync = ["0 0 0".to_owned()];
    send(&[&finger(0, x)[..], &finger(1, "600"), &sync, &lift(0), &lift(1), &sync].concat());
    assert!(!output(&shell, "uiautomator dump /dev/tty").contains("Saved"));
    send(&[&finger(0, x)[..], &sync, &lift(0), &sync].concat());
    assert!(output(&shell, "uiautomator dump /dev/tty").contains("text=\"Saved 1\""));
}

#[test]
fn the_truth_is_told() {
    let shell = started();
    tap(&shell, "content-desc=\"More\"");
    let truth: serde_json::Value =
        serde_json::from_str(&output(&shell, "dumpsys ridealong")).unwrap();
    assert_eq!(truth["app"], "sample");
    assert_eq!(truth["state"], "menu");
    assert_eq!(truth["states"], serde_json::json!({"covered": ["home", "menu"], "total": 6}));
    assert_eq!(truth["code"]["total"], 8);
    assert_eq!(truth["faults"], serde_json::json!({"seen": [], "total": 4}));
}

#[test]
fn the_same_seed_gives_the_same_phone() {
    let reported = || {
        let shell = started();
        tap(&shell, "id/save");
        output(
            &shell,
            "dumpsys window; dumpsys activity activities; logcat -d; uiautomator dump /dev/tty",
        )
    };
    assert_eq!(reported(), reported());
}

#[test]
fn pictures_are_png() {
    let shell = started();
    let one = run(&shell, "screencap -p").stdout;
    assert!(one.starts_with(b"\x89PNG\r\n\x1a\n"), "{} bytes", one.len());
    assert!(one == run(&shell, "screencap -p").stdout);
}

#[tokio::test]
async fn real_time_sleeps_without_holding_the_phone() {
    let shell = DemoShell::new(DemoPhone::with(&[ENTRY], 7, Pace::Real));
    tokio::select! {
        biased;
        slept = DeviceShell::run(&shell, "sleep 3600") => panic!("{slept:?}"),
        looked = DeviceShell::run(&shell, "wm size") => assert_eq!(looked.unwrap().code, 0),
    }
}
