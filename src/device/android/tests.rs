use std::fmt::Write as _;

use crate::device::{CommandOutput, ShellError};
use crate::domain::{
    ActionKind, Bounds, CoverageCount, DeviceKey, Direction, InputText, Intent, IntentExtra,
    PinchZoom, Point, ReadQuality, Rotation, Screen, Secret, WidgetTarget,
};

use super::*;

use script::Script;

mod at_once;
mod conditions;
mod declared;
mod script;
mod typing;

/// A phone with an app that shows one field.
fn phone() -> Arc<Script> {
    let script = Arc::new(Script::default());
    script
        .says(commands::MODEL, "Demo 1\n")
        .says(commands::SYSTEM, "14\n")
        .says(commands::DISPLAY, "Physical size: 720x1600\n")
        .says(commands::PACKAGES, "package:org.other\npackage:org.app.notes\n")
        .says("dumpsys package ", PACKAGE)
        .says("cmd package resolve-activity", "priority=0\norg.app.notes/.Main\n")
        .says("date ", "06-01 10:00:00.000\n")
        .says("logcat ", "")
        .says("am start", "Starting: Intent { cmp=org.app.notes/.Main }\nStatus: ok\n")
        .says(commands::FRONT, FRONT)
        .says("uiautomator dump", &dump(&field("old", false)))
        .says(commands::PICTURE, "");
    script.answer(commands::PICTURE, Ok(output(PNG.to_vec())));
    script
}

const FRONT: &str =
    "  topResumedActivity=ActivityRecord{1f u0 org.app.notes/.Main t1}\n  mInputShown=false\n";

const PACKAGE: &str = "Activity Resolver Table:\n    1f org.app.notes/.Main filter 2e\n    1f org.app.notes/.Edit filter 2f\nPackages:\n  Package [org.app.notes] (1):\n    versionName=1.2\n";

/// The first bytes of a picture of 720 by 1600, and how it ends.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\xd0\0\0\x06\x40\0\0\0\0IEND\xaeB`\x82";

fn output(stdout: Vec<u8>) -> CommandOutput {
    CommandOutput { stdout, ..CommandOutput::default() }
}

fn lost() -> ShellError {
    ShellError::Lost { device: "phone".into(), what: "cable".into() }
}

fn dump(nodes: &str) -> String {
    format!(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\" text=\"\" resource-id=\"\" class=\"android.widget.FrameLayout\" package=\"org.app.notes\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"false\" enabled=\"true\" focusable=\"false\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" selected=\"false\" bounds=\"[0,0][720,1600]\">{nodes}</node></hierarchy>UI hierchary dumped to: /dev/tty\n"
    )
}

fn node(class: &str, text: &str, top: i32, more: &str) -> String {
    let bottom = top + 100;
    format!(
        "<node index=\"0\" text=\"{text}\" resource-id=\"org.app.notes:id/it\" class=\"android.widget.{class}\" package=\"org.app.notes\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"true\" enabled=\"true\" focusable=\"true\" scrollable=\"false\" long-clickable=\"false\" selected=\"false\" bounds=\"[0,{top}][720,{bottom}]\" {more}/>"
    )
}

fn field(text: &str, focused: bool) -> String {
    node("EditText", text, 100, &format!("focused=\"{focused}\" password=\"false\""))
}

fn target() -> WidgetTarget {
    WidgetTarget {
        number: 1,
        class: "android.widget.EditText".into(),
        resource_id: "org.app.notes:id/it".into(),
        bounds: Bounds::new(0, 100, 720, 200),
        point: Point::new(360, 150),
        ..WidgetTarget::default()
    }
}

fn device(script: &Arc<Script>) -> AndroidDevice {
    let options = AndroidOptions {
        target: "adb:x".into(),
        app: Some("notes".into()),
        fresh: true,
        ..AndroidOptions::default()
    };
    AndroidDevice::new(Arc::clone(script) as Arc<dyn DeviceShell>, options)
}

async fn opened(script: &Arc<Script>) -> AndroidDevice {
    let mut device = device(script);
    device.open().await.unwrap();
    script.asked();
    device
}

#[tokio::test]
async fn opening_clears_stops_marks_the_log_and_starts() {
    let script = phone();
    let mut device = device(&script);
    let app = device.open().await.unwrap();
    assert_eq!(app.package, "org.app.notes");
    assert_eq!(app.version.as_deref(), Some("1.2"));
    assert_eq!(app.activities, [".Main", ".Edit"]);
    let info = device.info();
    assert_eq!((info.model.as_str(), info.system.as_str()), ("Demo 1", "Android 14"));
    assert_eq!(info.size, DisplaySize::new(720, 1600));
    assert_eq!(
        script.asked(),
        [
            "getprop ro.product.model",
            "getprop ro.build.version.release",
            "wm size",
            "dumpsys power | grep -E 'mWakefulness='",
            "head -n 40 /data/local/tmp/ridealong-restore 2>/dev/null",
            commands::KEYGUARD,
            "pm list packages",
            "dumpsys package org.app.notes",
            "pm path org.app.notes",
            "cmd package resolve-activity --brief org.app.notes",
            "pm clear org.app.notes",
            "am force-stop org.app.notes",
            "date '+%m-%d %H:%M:%S.000'",
            "logcat -d -v threadtime -b main,system,crash -T '06-01 10:00:00.000'",
            "am start -W -n org.app.notes/.Main",
        ]
    );
}

fn timed_out() -> ShellError {
    ShellError::TimedOut { command: "am start ...".into(), seconds: 60 }
}

#[tokio::test]
async fn an_app_that_starts_slowly_is_waited_for() {
    let script = phone();
    let home = FRONT.replace("org.app.notes/.Main", "org.home/.Home");
    script.answer("am start", Err(timed_out()));
    let front = |text: &str| Ok(output(text.into()));
    script.set(commands::FRONT, vec![front(&home), front(&home), front(FRONT)]);
    let mut device = device(&script);
    device.open().await.unwrap();
    let asked = script.asked();
    let starts = asked.iter().filter(|command| command.starts_with("am start")).count();
    assert_eq!(starts, 1, "it came while it was waited for");
    let notices = device.observe().await.unwrap().notices;
    assert_eq!(notices, ["org.app.notes took longer than 60 s to start."]);
}

#[tokio::test]
async fn an_app_that_does_not_come_is_started_once_more() {
    let script = phone();
    let home = FRONT.replace("org.app.notes/.Main", "org.home/.Home");
    script.set("am start", vec![Err(timed_out()), Ok(output(b"Status: ok\n".to_vec()))]);
    script.says(commands::FRONT, &home);
    device(&script).open().await.unwrap();
    let asked = script.asked();
    let starts = asked.iter().filter(|command| command.starts_with("am start")).count();
    assert_eq!(starts, 2);

    script.answer("am start", Err(timed_out()));
    let error = device(&script).open().await.unwrap_err();
    assert!(matches!(error, DeviceError::CannotStart { .. }), "{error}");
}

#[tokio::test]
async fn missing_pictures_are_reported_once() {
    let script = phone();
    let none = || Ok(output(Vec::new()));
    script.set(commands::PICTURE, vec![none(), none(), Ok(output(PNG.to_vec()))]);
    let mut device = opened(&script).await;
    let mut told = Vec::new();
    for _ in 0..4 {
        told.extend(device.observe().await.unwrap().notices);
    }
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("no picture") && told[1].contains("again"), "{told:?}");
}

#[tokio::test]
async fn an_app_that_is_not_there_is_answered_with_similar_ones_and_nothing_is_done() {
    let script = phone();
    let mut device = device(&script);
    device.options.app = Some("org.app.nots'; reboot '".into());
    let error = device.open().await.unwrap_err();
    let DeviceError::NoSuchApp { similar, .. } = &error else { panic!("{error}") };
    assert_eq!(similar[0], "org.app.notes");
    assert_eq!(script.acted(), [""; 0]);
}

#[tokio::test]
async fn a_sleeping_device_is_woken() {
    let script = phone();
    script.says(commands::WAKEFULNESS, "  mWakefulness=Dozing\n");
    device(&script).open().await.unwrap();
    assert_eq!(script.acted()[0], "input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard");
}

#[tokio::test]
async fn a_turned_display_is_as_wide_as_it_was_high() {
    let script = phone();
    let mut device = opened(&script).await;
    let dialog = dump(&field("a", false)).replace("rotation=\"0\"", "rotation=\"1\"");
    script.says("uiautomator dump", &dialog.replace("[720,1600]", "[400,500]"));
    let screen = device.observe().await.unwrap().screen;
    assert_eq!((screen.rotation, screen.size), (1, DisplaySize::new(1600, 720)));
    assert!(screen.dialog);
}

#[tokio::test]
async fn the_app_in_front_is_taken_where_none_is_named() {
    let script = phone();
    let mut device = device(&script);
    device.options.app = None;
    assert_eq!(device.open().await.unwrap().package, "org.app.notes");
    script.says(commands::FRONT, "").says(commands::FOCUS, "mCurrentFocus=null\n");
    let mut device = self::device(&script);
    device.options.app = None;
    assert!(matches!(device.open().await, Err(DeviceError::Unsupported { .. })));
}

#[tokio::test]
async fn an_app_that_does_not_start_says_why() {
    let script = phone();
    script.says("am start", "Starting: Intent { }\nError: Activity class {a/.B} does not exist.\n");
    let error = device(&script).open().await.unwrap_err();
    assert!(
        matches!(&error, DeviceError::CannotStart { said, .. } if said.contains("does not exist"))
    );
    script.says("cmd package resolve-activity", "No activity found\n");
    let error = device(&script).open().await.unwrap_err();
    assert!(error.to_string().contains("launcher"), "{error}");
}

#[tokio::test]
async fn a_screen_at_rest_is_seen_with_picture_and_activity() {
    let script = phone();
    let mut device = opened(&script).await;
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.package, "org.app.notes");
    assert_eq!(seen.screen.location, ".Main");
    assert_eq!(seen.screen.read_quality, ReadQuality::Full);
    assert_eq!(seen.screen.size, DisplaySize::new(720, 1600));
    assert!(!seen.screen.busy && !seen.screen.keyboard);
    assert_eq!(seen.screen.widgets.len(), 1);
    assert_eq!(seen.picture.as_deref(), Some(PNG));
    assert!(seen.hierarchy.unwrap().contains("org.app.notes:id/it"));
    let look = [commands::DUMP, commands::PICTURE, commands::FRONT];
    assert_eq!(script.asked(), [&look[..], &["sleep 0.15"], &look[..]].concat());
}

#[tokio::test]
async fn a_changing_screen_is_looked_at_until_it_rests() {
    let script = phone();
    let mut device = opened(&script).await;
    let screens = ["a", "b", "c"].map(|text| Ok(output(dump(&field(text, false)).into())));
    script.set("uiautomator dump", screens.into());
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.widgets[0].text, "c");
    assert!(!seen.screen.busy);
    assert_eq!(script.asked().iter().filter(|command| *command == commands::DUMP).count(), 4);
}

#[tokio::test]
async fn a_hierarchy_is_had_another_way_where_the_first_fails() {
    let script = phone();
    let mut device = opened(&script).await;
    script.says(commands::DUMP, "ERROR: could not open /dev/tty\n");
    script.says("rm -f", &dump(&field("by file", false)));
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.widgets[0].label, "by file");
    let asked = script.asked();
    let terminal = asked.iter().filter(|command| *command == commands::DUMP).count();
    assert_eq!(terminal, 1, "the way that works is kept: {asked:?}");
    script.says("rm -f", "ERROR: null root node returned by UiTestAutomationBridge.\n");
    script.says(commands::DUMP_COMPRESSED, &dump(&field("small", false)));
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.widgets[0].label, "small");
    assert!(seen.screen.warnings.iter().any(|warning| warning.contains("compressed")));
}

#[tokio::test]
async fn a_screen_that_cannot_be_read_has_its_picture_and_the_reason() {
    let script = phone();
    let mut device = opened(&script).await;
    let never = "ERROR: could not get idle state.\n";
    script.says("uiautomator dump", never).says("rm -f", never);
    let seen = device.observe().await.unwrap();
    let why = "ERROR: could not get idle state.".to_owned();
    assert_eq!(seen.screen.read_quality, ReadQuality::Failed(why));
    assert_eq!(seen.screen.size, DisplaySize::new(720, 1600));
    assert!(seen.screen.busy && seen.picture.is_some() && seen.hierarchy.is_none());
    let asked = script.asked();
    assert!(
        !asked.iter().any(|command| command.starts_with("rm -f")),
        "it would wait for nothing too"
    );
    let null = "ERROR: null root node returned by UiTestAutomationBridge.\n";
    script.says("uiautomator dump", null).says("rm -f", null);
    let seen = device.observe().await.unwrap();
    assert_eq!(seen.screen.read_quality, ReadQuality::Failed(null.trim().to_owned()));
    assert_eq!(seen.screen.location, ".Main");
}

#[tokio::test]
async fn what_cannot_be_read_is_acted_on_as_it_was_last_or_by_its_picture() {
    let script = phone();
    let mut device = opened(&script).await;
    let never = "ERROR: could not get idle state.\n";
    script.says("uiautomator dump", never);
    let seen = device.observe().await.unwrap();
    assert!(seen.screen.widgets.iter().all(|part| part.opaque && part.acts()));
    assert_eq!(seen.screen.widgets.len(), 15);
    assert!(seen.notices[0].contains("could not get idle state"), "{:?}", seen.notices);
    assert_eq!(device.observe().await.unwrap().notices, [""; 0], "it is said once");
    script.says("uiautomator dump", &dump(&field("old", false)));
    let seen = device.observe().await.unwrap();
    assert!(seen.notices[0].contains("2 observations"), "{:?}", seen.notices);
    script.says("uiautomator dump", never);
    let blind = device.observe().await.unwrap();
    assert_eq!(blind.screen.widgets, seen.screen.widgets);
    assert!(matches!(blind.screen.read_quality, ReadQuality::Failed(_)));
    script.says(commands::FRONT, &FRONT.replace(".Main", ".Edit"));
    let elsewhere = device.observe().await.unwrap();
    assert_eq!(elsewhere.screen.widgets.len(), 15, "another activity");
}

#[tokio::test]
async fn a_dump_that_ends_too_early_is_had_another_way() {
    let script = phone();
    let mut device = opened(&script).await;
    let whole = dump(&(field("a", false) + &node("Button", "Save", 300, "")));
    let (cut, _) = whole.split_once("Save").unwrap();
    script.says(commands::DUMP, cut).says("rm -f", &whole);
    let seen = device.observe().await.unwrap().screen;
    assert_eq!((seen.widgets.len(), seen.warnings.len()), (2, 0));
    script.says("rm -f", cut).says(commands::DUMP_COMPRESSED, cut);
    let seen = device.observe().await.unwrap().screen;
    assert_eq!(seen.widgets.len(), 1);
    assert!(!seen.warnings.is_empty());
}

#[tokio::test]
async fn a_picture_that_ends_too_early_is_taken_once_more() {
    let script = phone();
    let mut device = opened(&script).await;
    let whole = || Ok(output(PNG.to_vec()));
    let cut = || Ok(output(PNG[..PNG.len() - 6].to_vec()));
    script.set(commands::PICTURE, [cut(), whole(), whole()].into());
    assert!(device.observe().await.unwrap().picture.is_some());
    script.set(commands::PICTURE, [cut(), cut(), cut(), cut()].into());
    assert!(device.observe().await.unwrap().picture.is_none());
}

#[tokio::test]
async fn a_dialog_of_another_app_keeps_the_activity_behind_it_whole() {
    let script = phone();
    let mut device = opened(&script).await;
    let other =
        dump(&field("a", false)).replace("package=\"org.app.notes\"", "package=\"android\"");
    script.says("uiautomator dump", &other);
    let screen = device.observe().await.unwrap().screen;
    assert_eq!(
        (screen.package.as_str(), screen.location.as_str()),
        ("android", "org.app.notes.Main")
    );
}

fn every_action() -> Vec<(Action, &'static str)> {
    let target = target();
    let intent = Intent {
        component: Some("org.app.notes/.Edit".into()),
        extras: vec![("id".into(), IntentExtra::Text("a'b".into()))],
        ..Intent::default()
    };
    let to = Point::new(10, 20);
    vec![
        (Action::Tap { target: target.clone() }, "input tap 360 150"),
        (Action::LongTap { target: target.clone() }, "input swipe 360 150 360 150 800"),
        (
            Action::DoubleTap { target: target.clone() },
            "input tap 360 150 & input tap 360 150 & wait",
        ),
        (
            Action::Swipe { target: target.clone(), direction: Direction::Left },
            "input swipe 612 150 108 150 150",
        ),
        (
            Action::Scroll { target: target.clone(), direction: Direction::Down },
            "input swipe 360 180 360 120 600",
        ),
        (Action::Drag { target: target.clone(), to }, "input draganddrop 360 150 10 20 1500"),
        (Action::Key { key: DeviceKey::Back }, "input keyevent KEYCODE_BACK"),
        (
            Action::Rotate { rotation: Rotation::Landscape },
            "settings put system accelerometer_rotation 0 && settings put system user_rotation 1",
        ),
        (Action::Restart, "am force-stop org.app.notes && am start -W -n org.app.notes/.Main"),
        (
            Action::Start { intent: intent.clone() },
            r"am start -n org.app.notes/.Edit --es id 'a'\''b'",
        ),
        (Action::Broadcast { intent }, r"am broadcast -n org.app.notes/.Edit --es id 'a'\''b'"),
        (
            Action::Grant { permission: "android.permission.CAMERA".into() },
            "pm grant org.app.notes android.permission.CAMERA",
        ),
        (
            Action::Type { target, text: InputText::Plain("new 1".into()) },
            "input tap 360 150 && sleep 0.3 && input keyevent KEYCODE_MOVE_END KEYCODE_DEL KEYCODE_DEL KEYCODE_DEL KEYCODE_FORWARD_DEL KEYCODE_FORWARD_DEL KEYCODE_FORWARD_DEL && input text new%s1",
        ),
    ]
}

#[tokio::test]
async fn every_action_is_one_command() {
    for (action, command) in every_action() {
        let script = phone();
        let mut device = opened(&script).await;
        device.observe().await.unwrap();
        script.asked();
        device.perform(&action).await.unwrap();
        assert_eq!(script.acted(), [command], "{action}");
    }
}

#[tokio::test]
async fn no_action_is_sent_twice_when_the_connection_breaks() {
    for (action, command) in every_action() {
        let script = phone();
        let mut device = opened(&script).await;
        device.observe().await.unwrap();
        script.asked();
        script.answer(command, Err(lost()));
        let error = device.perform(&action).await.unwrap_err();
        assert!(error.is_lost(), "{action}: {error}");
        assert_eq!(script.acted(), [command], "{action}");
        device.reconnect().await.unwrap();
        device.observe().await.unwrap();
        assert_eq!(script.acted(), [""; 0], "looking does not repeat it");
    }
}

#[tokio::test]
async fn waiting_lets_the_device_sleep() {
    let script = phone();
    let mut device = opened(&script).await;
    device.perform(&Action::Wait { ms: 2500 }).await.unwrap();
    assert_eq!(script.asked(), ["sleep 2.5"]);
}

#[tokio::test]
async fn a_refusal_is_told_with_its_words() {
    let script = phone();
    let mut device = opened(&script).await;
    script.says("input tap", "java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n");
    let error = device.perform(&Action::Tap { target: target() }).await.unwrap_err();
    assert!(error.hint().unwrap().contains("USB debugging"), "{error}");
    script.says("input draganddrop", "Error: Unknown command: draganddrop\n");
    let drag = Action::Drag { target: target(), to: Point::new(1, 1) };
    let error = device.perform(&drag).await.unwrap_err();
    assert!(matches!(error, DeviceError::Unsupported { .. }), "{error}");
}

#[tokio::test]
async fn a_device_without_a_touch_screen_to_write_to_does_not_pinch() {
    let script = phone();
    let mut device = opened(&script).await;
    let action = Action::Pinch { target: target(), zoom: PinchZoom::In };
    let error = device.perform(&action).await.unwrap_err();
    assert!(error.to_string().contains("cannot pinch"), "{error}");
    assert_eq!(script.acted(), [""; 0]);
    script.says(commands::TOUCH_SCREENS, "add device 1: /dev/input/event2\n  KEY (0001): BTN_TOUCH\n  ABS_MT_SLOT : value 0, min 0, max 9\n  ABS_MT_POSITION_X : value 0, min 0, max 719\n  ABS_MT_POSITION_Y : value 0, min 0, max 1599\n  ABS_MT_TRACKING_ID : value 0, min 0, max 65535\n");
    let mut device = opened(&script).await;
    device.perform(&action).await.unwrap();
    assert_eq!(script.acted().len(), 1);
    script.says("sendevent", "sendevent: /dev/input/event2: Permission denied\n");
    let error = device.perform(&action).await.unwrap_err();
    assert!(error.to_string().contains("Permission denied"), "{error}");
}

#[tokio::test]
async fn the_device_is_left_as_it_was_found() {
    let script = phone();
    script.says(commands::ROTATION_NOW, "1\n3\n");
    let mut device = opened(&script).await;
    for rotation in [Rotation::Landscape, Rotation::Portrait] {
        device.perform(&Action::Rotate { rotation }).await.unwrap();
    }
    script.asked();
    let back =
        "settings put system accelerometer_rotation 1 && settings put system user_rotation 3";
    script.answer(back, Err(lost()));
    let error = device.close().await.unwrap_err();
    assert!(error.is_lost());
    assert_eq!(
        script.acted(),
        ["am force-stop org.app.notes", back],
        "the rest is done all the same"
    );
}

fn crash_log(ms: u32, process: &str) -> String {
    let lines = [
        "FATAL EXCEPTION: main",
        &format!("Process: {process}, PID: 7"),
        "java.lang.IllegalStateException: no",
        "\tat org.app.notes.Main.open(Main.kt:3)",
    ];
    lines.iter().fold(String::new(), |mut log, line| {
        let _ = writeln!(log, "06-01 10:00:01.{ms:03}   7   7 E AndroidRuntime: {line}");
        log
    })
}

#[tokio::test]
async fn crashes_of_this_app_are_told_once() {
    let script = phone();
    script.says("logcat ", &crash_log(0, "org.app.notes").replace("00:01", "00:00"));
    let mut device = opened(&script).await;
    assert_eq!(device.crashes().await.unwrap(), [], "it was there before");
    let both = crash_log(5, "org.app.notes") + &crash_log(6, "org.other");
    script.says("logcat ", &both);
    let crashes = device.crashes().await.unwrap();
    assert_eq!(crashes.len(), 1);
    assert_eq!(crashes[0].exception, "java.lang.IllegalStateException");
    assert_eq!(device.crashes().await.unwrap().len(), 0);
    let asked = script.asked();
    assert!(asked.last().unwrap().ends_with("-T '06-01 10:00:01.006'"), "{asked:?}");
}

#[tokio::test]
async fn the_full_report_of_an_announced_crash_is_waited_for() {
    let script = phone();
    let mut device = opened(&script).await;
    let word = "06-01 10:00:02.000   7   7 F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 7 (a), pid 7 (org.app.notes)\n";
    let report = "06-01 10:00:02.500   9   9 F DEBUG   : *** *** *** ***\n06-01 10:00:02.500   9   9 F DEBUG   : pid: 7, tid: 7, name: a  >>> org.app.notes <<<\n06-01 10:00:02.500   9   9 F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n06-01 10:00:02.500   9   9 F DEBUG   :       #00 pc 01f  /data/app/libx.so (f+1)\n";
    let answers = [word.to_owned(), format!("{word}{report}")];
    script.set("logcat ", answers.map(|log| Ok(output(log.into()))).into());
    let crashes = device.crashes().await.unwrap();
    assert_eq!(crashes.len(), 1);
    assert_eq!(crashes[0].frames.len(), 1);
    assert_eq!(script.asked().iter().filter(|command| *command == "sleep 1").count(), 1);
}

#[tokio::test]
async fn only_a_model_with_coverage_is_asked_for_it() {
    let source = |model| CoverageSource {
        model,
        kinds: &["states"],
        command: "tell coverage",
        read: |answer| {
            let covered = answer.trim().parse().ok()?;
            Some(Coverage::from([("states".to_owned(), CoverageCount { covered, total: 3 })]))
        },
        fault_effects: |answer| FaultEffects::from([(answer.trim().to_owned(), 2)]),
    };
    let script = phone();
    let mut device = opened(&script).await;
    device.options.coverage = Some(source("Demo 1"));
    assert_eq!(device.capabilities().coverage, ["states"]);
    script.says("tell coverage", "1\n");
    let coverage = device.coverage().await.unwrap();
    assert_eq!(coverage["states"], CoverageCount { covered: 1, total: 3 });
    assert_eq!(device.fault_effects(), FaultEffects::from([("1".to_owned(), 2)]));
    script.says("tell coverage", "Can't find service\n");
    assert!(device.coverage().await.unwrap().is_empty());
    script.asked();
    for other in [None, Some(source("Pixel 9")), Some(source("Demo 1"))] {
        device.options.coverage = other;
        assert!(device.coverage().await.unwrap().is_empty());
        assert_eq!(script.asked(), [""; 0]);
    }
}

#[test]
fn a_scripted_field_offers_typing() {
    let read = hierarchy::read(dump(&field("old", false)).as_bytes(), None).unwrap();
    assert!(read.widgets[0].allows(ActionKind::Type));
}
