//! Every command line that is sent to a device, in one place; those for conditions of the system
//! and their note in [`system`].
//!
//! Where an answer would be long, the device filters it. Everything that is not ours goes through
//! [`word`].

mod system;

use std::time::Duration;

pub(super) use system::{
    BATTERY_ITSELF, FORGET_NOTE, airplane, battery, condition_now, font, locales, night, read_note,
    set, time_zone, write_note,
};

use crate::domain::{DeviceKey, Intent, Point};

use super::quote::{TypingStroke, word};

/// Where a dump is put when it cannot be written to the terminal.
const DUMP_FILE: &str = "/data/local/tmp/ridealong.xml";

/// The input method that types any Unicode text (github.com/senzhk/ADBKeyBoard).
pub(super) const ADB_KEYBOARD: &str = "com.android.adbkeyboard/.AdbIME";

pub(super) const MODEL: &str = "getprop ro.product.model";
pub(super) const SYSTEM: &str = "getprop ro.build.version.release";
pub(super) const DISPLAY: &str = "wm size";
/// Whether the display is on.
pub(super) const WAKEFULNESS: &str = "dumpsys power | grep -E 'mWakefulness='";
/// Turns the display on and takes a lock without a secret away.
pub(super) const WAKE: &str = "input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard";
/// Whether a lock screen is in front, and whether it wants a secret.
pub(super) const KEYGUARD: &str =
    "dumpsys window policy | grep -E 'showing=|secure=|mShowingLockscreen='";
pub(super) const PICTURE: &str = "screencap -p";
pub(super) const DUMP: &str = "uiautomator dump /dev/tty";
pub(super) const DUMP_COMPRESSED: &str = "uiautomator dump --compressed /dev/tty";
/// What is in front, and whether the keyboard is up.
pub(super) const FRONT: &str = "dumpsys notification | grep -E 'TextToastRecord'; dumpsys activity activities | grep -E 'ResumedActivity|mFocusedActivity'; dumpsys input_method | grep -E 'mInputShown'";
/// What is in front if no activity is resumed.
pub(super) const FOCUS: &str = "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'";
pub(super) const PACKAGES: &str = "pm list packages";
pub(super) const CLOCK: &str = "date '+%m-%d %H:%M:%S.000'";
/// The moment in seconds, whatever the time zone.
pub(super) const SECONDS: &str = "date +%s";
pub(super) const KEYBOARDS: &str = "ime list -s";
pub(super) const KEYBOARD_IN_USE: &str = "settings get secure default_input_method";
pub(super) const TOUCH_SCREENS: &str = "getevent -pl";
pub(super) const ROTATION_NOW: &str =
    "settings get system accelerometer_rotation; settings get system user_rotation";

/// A dump by way of a file, for devices whose shell has no terminal.
pub(super) fn dump_by_file() -> String {
    format!("rm -f {DUMP_FILE}; uiautomator dump {DUMP_FILE} && cat {DUMP_FILE}")
}

/// What is known of a package.
pub(super) fn package(name: &str) -> String {
    format!("dumpsys package {}", word(name))
}

/// Where its APKs lie.
pub(super) fn apk_paths(package: &str) -> String {
    format!("pm path {}", word(package))
}

/// Takes the manifest out of an APK on the device.
pub(super) fn manifest_in(apk: &str) -> String {
    format!("unzip -p {} AndroidManifest.xml", word(apk))
}

/// The first `bytes` bytes of the table of resources in an APK on the device.
pub(super) fn resources_in(apk: &str, bytes: usize) -> String {
    format!("unzip -p {} resources.arsc | head -c {bytes}", word(apk))
}

/// The first `bytes` bytes of a file.
pub(super) fn beginning_of(path: &str, bytes: usize) -> String {
    format!("head -c {bytes} {}", word(path))
}

/// Which of its activities a launcher would start.
pub(super) fn launcher(package: &str) -> String {
    format!("cmd package resolve-activity --brief {}", word(package))
}

/// Deletes all that an app has stored.
pub(super) fn clear(package: &str) -> String {
    format!("pm clear {}", word(package))
}

/// Stops all processes of an app.
pub(super) fn stop(package: &str) -> String {
    format!("am force-stop {}", word(package))
}

/// Starts `component` as a launcher does, and waits until it is there.
pub(super) fn launch(component: &str) -> String {
    format!("am start -W -n {}", word(component))
}

/// Stops an app and starts it anew.
pub(super) fn restart(package: &str, component: &str) -> String {
    format!("{} && {}", stop(package), launch(component))
}

/// Grants a permission.
pub(super) fn grant(package: &str, permission: &str) -> String {
    format!("pm grant {} {}", word(package), word(permission))
}

/// Sleeps, with as few digits as tell the time.
pub(super) fn sleep(time: Duration) -> String {
    format!("sleep {}", time.as_millis() as f64 / 1000.0)
}

/// Presses a key, or two at once, which takes Android 12.
pub(super) fn key(key: DeviceKey) -> String {
    match (key.code(), key.with_control()) {
        (None, Some(letter)) => {
            let letter = letter.to_ascii_uppercase();
            format!("input keycombination KEYCODE_CTRL_LEFT KEYCODE_{letter}")
        }
        (code, _) => format!("input keyevent {}", code.unwrap_or_default()),
    }
}

/// Touches a point.
pub(super) fn tap(point: Point) -> String {
    format!("input tap {} {}", point.x, point.y)
}

/// Touches a point twice at once; one after the other the second comes too late, because the
/// program takes long to start.
pub(super) fn double_tap(point: Point) -> String {
    let tap = tap(point);
    format!("{tap} & {tap} & wait")
}

/// Runs `then` as soon as `first` is done, and only then.
pub(super) fn at_once(first: &str, then: &str) -> String {
    format!("{first} && {then}")
}

/// Moves a finger.
pub(super) fn swipe(from: Point, to: Point, time: Duration) -> String {
    format!("input swipe {} {} {} {} {}", from.x, from.y, to.x, to.y, time.as_millis())
}

/// Picks something up and carries it.
pub(super) fn drag(from: Point, to: Point, time: Duration) -> String {
    format!("input draganddrop {} {} {} {} {}", from.x, from.y, to.x, to.y, time.as_millis())
}

/// Deletes up to `count` characters on each side of the cursor.
pub(super) fn erase(count: usize) -> String {
    let keys = |key: &str| format!(" {key}").repeat(count);
    let (before, after) = (keys("KEYCODE_DEL"), keys("KEYCODE_FORWARD_DEL"));
    format!("input keyevent KEYCODE_MOVE_END{before}{after}")
}

/// Selects and deletes all that the field with the focus holds; older devices refuse it.
pub(super) const ERASE_ALL: &str =
    "input keycombination KEYCODE_CTRL_LEFT KEYCODE_A && input keyevent KEYCODE_DEL";

/// One stroke of typing.
pub(super) fn stroke(stroke: &TypingStroke) -> String {
    match stroke {
        TypingStroke::Text(argument) => format!("input text {}", word(argument)),
        TypingStroke::Enter => key(DeviceKey::Enter),
    }
}

/// Makes an input method the one in use.
pub(super) fn use_keyboard(id: &str) -> String {
    format!("ime set {}", word(id))
}

/// Empties the focused field through the ADB keyboard.
pub(super) fn keyboard_clear() -> String {
    "am broadcast -a ADB_CLEAR_TEXT".to_owned()
}

/// Types text, given as Base64, through the ADB keyboard.
pub(super) fn keyboard_type(base64: &str) -> String {
    format!("am broadcast -a ADB_INPUT_B64 --es msg {}", word(base64))
}

/// Sets whether the device turns by itself, and how it is turned.
pub(super) fn turn(by_itself: &str, quarter_turns: &str) -> String {
    format!(
        "settings put system accelerometer_rotation {} && settings put system user_rotation {}",
        word(by_itself),
        word(quarter_turns)
    )
}

/// The log since a moment of the device's clock.
pub(super) fn log_since(mark: &str) -> String {
    format!("logcat -d -v threadtime -b main,system,crash -T {}", word(mark))
}

/// Starts an activity.
pub(super) fn start(intent: &Intent) -> String {
    format!("am start{}", arguments(intent))
}

/// Starts a service.
pub(super) fn start_service(intent: &Intent) -> String {
    format!("am startservice{}", arguments(intent))
}

/// Sends a broadcast.
pub(super) fn broadcast(intent: &Intent) -> String {
    format!("am broadcast{}", arguments(intent))
}

fn arguments(intent: &Intent) -> String {
    let mut line = String::new();
    for (flag, values) in intent.flags() {
        line.push(' ');
        line.push_str(flag);
        for value in values {
            line.push(' ');
            line.push_str(&word(&value));
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::IntentExtra;

    #[test]
    fn intents_are_written_with_every_part_quoted() {
        let intent = Intent {
            action: Some("a.VIEW".into()),
            component: Some("org.app/.Main$Inner".into()),
            data: Some("https://x.y/?a=b&c=$(id)".into()),
            mime: Some("text/*".into()),
            categories: vec!["a.b".into()],
            extras: vec![
                ("name".into(), IntentExtra::Text("it's; reboot".into())),
                ("n".into(), IntentExtra::Int(-7)),
                ("big".into(), IntentExtra::Int(1 << 40)),
                ("yes".into(), IntentExtra::Bool(true)),
                ("id".into(), IntentExtra::Long(3)),
                ("ids".into(), IntentExtra::Ints(vec![1, 2])),
                ("all".into(), IntentExtra::Texts(vec!["a,b".into(), "c".into()])),
            ],
        };
        assert_eq!(
            start(&intent),
            r"am start -n 'org.app/.Main$Inner' -a a.VIEW -d 'https://x.y/?a=b&c=$(id)' -t 'text/*' -c a.b --es name 'it'\''s; reboot' --ei n -7 --el big 1099511627776 --ez yes true --el id 3 --eia ids 1,2 --esa all 'a\,b,c'"
        );
        assert_eq!(broadcast(&Intent::default()), "am broadcast");
    }

    #[test]
    fn hostile_package_names_stay_one_argument() {
        assert_eq!(clear("a; reboot"), "pm clear 'a; reboot'");
        assert_eq!(restart("a b", "a b/.C"), "am force-stop 'a b' && am start -W -n 'a b/.C'");
    }

    #[test]
    fn sleeping_takes_seconds() {
        assert_eq!(sleep(Duration::from_millis(150)), "sleep 0.15");
        assert_eq!(sleep(Duration::from_secs(2)), "sleep 2");
    }
}
