//! Opening the app: what is done to the device before the first screen.

use super::*;

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
    let mut reported = Vec::new();
    for _ in 0..4 {
        reported.extend(device.observe().await.unwrap().notices);
    }
    assert_eq!(reported.len(), 2, "{reported:?}");
    assert!(reported[0].contains("no picture") && reported[1].contains("again"), "{reported:?}");
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
