//! Conditions of the system: set, read back, given back, whatever happens in between.

use crate::demo::shell::DemoShell;
use crate::demo::{self, DemoPhone};
use crate::domain::{ConditionKind, Manifest, SystemCondition};

use super::*;

/// The embedded phone with one app, and how it is opened.
fn demo_phone(app: &str) -> (Arc<DemoShell>, AndroidOptions) {
    let options = demo::Options { app: Some(app.into()), ..demo::Options::default() };
    let shell = DemoShell::new(DemoPhone::new(&options).unwrap());
    let options = AndroidOptions { app: Some(app.into()), ..AndroidOptions::default() };
    (Arc::new(shell), options)
}

async fn opened_demo(shell: &Arc<DemoShell>, options: &AndroidOptions) -> AndroidDevice {
    let mut device = AndroidDevice::new(Arc::clone(shell) as Arc<dyn DeviceShell>, options.clone());
    device.open().await.unwrap();
    device
}

async fn says(shell: &DemoShell, command: &str) -> String {
    shell.run(command).await.unwrap().text().trim().to_owned()
}

fn set(condition: &str) -> Action {
    Action::Set { condition: SystemCondition::read(condition).unwrap() }
}

/// All that conditions can change on the phone, as it tells it.
async fn state(shell: &DemoShell) -> String {
    let mut all = String::new();
    for command in [
        "dumpsys battery",
        "settings get global airplane_mode_on",
        "cmd uimode night",
        "settings get system font_scale",
        "cmd locale get-app-locales org.ridealong.notes --user current",
        "getprop persist.sys.timezone",
        "settings get system accelerometer_rotation",
        "settings get system user_rotation",
        "date +%H:%M",
    ] {
        all += &says(shell, command).await;
        all.push('\n');
    }
    all
}

const NOTE: &str = "cat /data/local/tmp/ridealong-restore";

#[tokio::test]
async fn every_probe_holds_and_everything_is_given_back() {
    let (shell, options) = demo_phone("notes");
    let before = state(&shell).await;
    let mut device = opened_demo(&shell, &options).await;
    for condition in SystemCondition::probes() {
        let done = device.perform(&Action::Set { condition: condition.clone() }).await;
        assert_eq!(done.unwrap(), ActionReport::default(), "{condition}");
        device.observe().await.unwrap();
        assert!(device.crashes().await.unwrap().is_empty(), "{condition}");
    }
    device.perform(&Action::Rotate { rotation: Rotation::Landscape }).await.unwrap();
    assert_ne!(state(&shell).await, before);
    assert_eq!(says(&shell, NOTE).await.lines().count(), 7);
    device.close().await.unwrap();
    assert_eq!(state(&shell).await, before);
    assert_eq!(says(&shell, NOTE).await, "");
}

#[tokio::test]
async fn one_condition_is_given_back_alone() {
    let (shell, options) = demo_phone("notes");
    let mut device = opened_demo(&shell, &options).await;
    says(&shell, "settings put system font_scale 1.15").await;
    for action in [set("font size 200"), set("font size 85"), set("dark on")] {
        device.perform(&action).await.unwrap();
    }
    device.perform(&Action::Restore { condition: ConditionKind::Font }).await.unwrap();
    assert_eq!(says(&shell, "settings get system font_scale").await, "1.15");
    assert_eq!(says(&shell, NOTE).await, "cmd uimode night no");
    let again = Action::Restore { condition: ConditionKind::Font };
    assert_eq!(device.perform(&again).await.unwrap(), ActionReport::default(), "nothing to do");
    device.perform(&Action::Restore { condition: ConditionKind::Dark }).await.unwrap();
    assert_eq!(says(&shell, NOTE).await, "", "no note where nothing is changed");
}

#[tokio::test]
async fn the_next_run_gives_back_what_a_killed_one_left() {
    let (shell, options) = demo_phone("notes");
    let before = state(&shell).await;
    let mut killed = opened_demo(&shell, &options).await;
    for action in [
        set("time zone Asia/Kathmandu"),
        set("battery 2"),
        set("airplane on"),
        Action::Rotate { rotation: Rotation::Landscape },
    ] {
        killed.perform(&action).await.unwrap();
    }
    drop(killed);
    assert_ne!(state(&shell).await, before);
    let mut next = opened_demo(&shell, &options).await;
    assert_eq!(state(&shell).await, before);
    assert_eq!(says(&shell, NOTE).await, "");
    let reported = next.observe().await.unwrap().notices;
    assert_eq!(reported.len(), 4, "{reported:?}");
    assert!(reported[0].contains("earlier run had left rotation changed"), "{reported:?}");
    assert!(next.observe().await.unwrap().notices.is_empty(), "told once");
}

#[tokio::test]
async fn letters_and_theme_are_seen_on_the_screen() {
    let (shell, options) = demo_phone("notes");
    let mut device = opened_demo(&shell, &options).await;
    let usual = device.observe().await.unwrap();
    let heights =
        |widgets: &[Widget]| -> i32 { widgets.iter().map(|widget| widget.bounds.height()).sum() };
    device.perform(&set("font size 200")).await.unwrap();
    let large = device.observe().await.unwrap();
    assert!(heights(&large.screen.widgets) > heights(&usual.screen.widgets));
    device.perform(&Action::Restore { condition: ConditionKind::Font }).await.unwrap();
    let back = device.observe().await.unwrap();
    assert_eq!(back.screen.widgets, usual.screen.widgets);
    assert_eq!(back.picture, usual.picture);
    device.perform(&set("dark on")).await.unwrap();
    let dark = device.observe().await.unwrap();
    assert_eq!(dark.screen.widgets, usual.screen.widgets);
    assert_ne!(dark.picture, usual.picture);
}

#[tokio::test]
async fn a_note_of_strangers_is_not_carried_out() {
    let script = phone();
    script.says(
        "head -n",
        "rm -rf /sdcard\ncmd uimode night auto\ncmd uimode night yes; reboot\nsettings put system font_scale 1.1",
    );
    let mut device = device(&script);
    device.open().await.unwrap();
    let asked = script.asked();
    let done: Vec<&String> =
        asked.iter().filter(|it| it.contains("night") || it.contains("rm -rf")).collect();
    assert_eq!(done, ["cmd uimode night auto"], "nor a line that was cut off");
    assert!(asked.contains(&commands::FORGET_NOTE.to_owned()));
    let reported = device.observe().await.unwrap().notices;
    assert!(reported.iter().any(|it| it.contains("2 lines that are not ours")), "{reported:?}");
}

#[tokio::test]
async fn nothing_is_changed_before_it_is_noted() {
    let script = phone();
    script.says("settings get system font_scale", "1.0\n");
    let mut device = opened(&script).await;
    script.set(
        "settings get system font_scale",
        ["1.0\n", "2\n"].map(|reported| Ok(output(reported.into()))).into(),
    );
    device.perform(&set("font size 200")).await.unwrap();
    assert_eq!(
        script.asked(),
        [
            "settings get system font_scale",
            r"printf '%s\n' 'settings put system font_scale 1.0' > /data/local/tmp/ridealong-restore",
            "settings put system font_scale 2",
            "settings get system font_scale",
        ]
    );
}

#[tokio::test]
async fn what_the_device_refuses_is_told_and_the_run_goes_on() {
    let script = phone();
    script.says("cmd uimode night", "Night mode: no\n").says("cmd locale", "").says(
        "am send-trim-memory",
        "\nException occurred while executing 'send-trim-memory':\njava.lang.IllegalArgumentException: Unknown process: org.app.notes\n",
    );
    let mut device = opened(&script).await;
    let refused = device.perform(&set("dark on")).await.unwrap_err();
    assert!(!refused.is_lost() && refused.to_string().contains("nothing changed"), "{refused}");
    let refused = device.perform(&set("language ar-EG")).await.unwrap_err();
    assert!(refused.to_string().contains("Android 13"), "{refused}");
    let refused = device.perform(&set("memory COMPLETE")).await.unwrap_err();
    assert!(refused.to_string().contains("Unknown process"), "{refused}");
    device.observe().await.unwrap();
}

#[tokio::test]
async fn older_devices_are_set_the_older_way_and_given_back_so() {
    let script = phone();
    script.says("settings get global airplane_mode_on", "0\n");
    let mut device = opened(&script).await;
    let answers = ["0\n", "0\n", "1\n"].map(|reported| Ok(output(reported.into())));
    script.set("settings get global airplane_mode_on", answers.into());
    let done = device.perform(&set("airplane on")).await.unwrap();
    assert!(done.warnings[0].contains("does not let apps be told"), "{done:?}");
    script.asked();
    device.close().await.unwrap();
    let asked = script.asked();
    assert!(asked[1].starts_with("settings put global airplane_mode_on 0"), "{asked:?}");
}

#[tokio::test]
async fn where_no_note_can_be_left_the_tester_is_told() {
    let script = phone();
    script.says("cmd uimode night", "Night mode: no\n");
    script.says("printf", "/system/bin/sh: can't create x: Permission denied\n");
    let mut device = opened(&script).await;
    let answers = ["no", "yes", "yes"].map(|it| Ok(output(format!("Night mode: {it}\n").into())));
    script.set("cmd uimode night", answers.into());
    let done = device.perform(&set("dark on")).await.unwrap();
    assert!(done.warnings[0].contains("no note could be left"), "{done:?}");
}

#[tokio::test]
async fn conditions_reach_faults_that_protected_broadcasts_cannot() {
    for zone in ["America/Phoenix", "Asia/Kathmandu"] {
        let (shell, options) = demo_phone("alarm");
        let mut device = opened_demo(&shell, &options).await;
        for id in ["tab_stopwatch", "start"] {
            let screen = device.observe().await.unwrap().screen;
            let mut widgets = screen.widgets.iter();
            let found = widgets.find(|it| it.resource_id.ends_with(&format!("/{id}")));
            device
                .perform(&Action::Tap { target: WidgetTarget::of(found.unwrap()) })
                .await
                .unwrap();
        }
        let action = Some("android.intent.action.TIMEZONE_CHANGED".into());
        let intent = Intent { action, ..Intent::default() };
        let refused = device.perform(&Action::Broadcast { intent }).await.unwrap_err();
        assert!(refused.to_string().contains("not allowed to send broadcast"), "{refused}");
        assert!(device.crashes().await.unwrap().is_empty());
        device.perform(&set(&format!("time zone {zone}"))).await.unwrap();
        assert_eq!(device.crashes().await.unwrap().len(), 1, "whichever way the clock moves");
        device.perform(&Action::Restore { condition: ConditionKind::TimeZone }).await.unwrap();
        device.perform(&Action::Restart).await.unwrap();
        device.observe().await.unwrap();
        let old = device.crashes().await.unwrap();
        assert!(old.iter().all(|crash| crash.log.contains(" 09:0")), "{old:?}");
    }
}

#[tokio::test]
async fn services_are_started_as_services() {
    let script = phone();
    let mut device = opened(&script).await;
    let mut manifest = Manifest { package: "org.app.notes".into(), ..Manifest::default() };
    manifest.components.push(crate::domain::AppComponent {
        kind: crate::domain::ComponentKind::Service,
        name: ".Sync".into(),
        exported: true,
        enabled: true,
        permission: None,
        alias_of: None,
        filters: Vec::new(),
    });
    device.app.manifest = Some(manifest);
    for (name, command) in [(".Sync", "am startservice"), (".Edit", "am start")] {
        let component = Some(format!("org.app.notes/{name}"));
        let intent = Intent { component, ..Intent::default() };
        device.perform(&Action::Start { intent }).await.unwrap();
        assert_eq!(script.acted(), [format!("{command} -n org.app.notes/{name}")]);
    }
}
