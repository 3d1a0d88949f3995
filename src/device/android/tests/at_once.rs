//! Two actions at once: one command line, with nothing looked at in between.

use crate::demo::app::{Do, FaultSpec};
use crate::demo::apps;
use crate::demo::shell::DemoShell;
use crate::demo::{self, DemoPhone, walk};
use crate::domain::SystemCondition;

use super::*;

const BACK: Action = Action::Key { key: DeviceKey::Back };

fn pair(first: Action, then: Action) -> Action {
    Action::at_once(first, then).unwrap()
}

fn tap() -> Action {
    Action::Tap { target: target() }
}

fn set(condition: &str) -> Action {
    Action::Set { condition: SystemCondition::read(condition).unwrap() }
}

#[tokio::test]
async fn both_are_one_line_and_nothing_is_looked_at_in_between() {
    let script = phone();
    let mut device = opened(&script).await;
    device.observe().await.unwrap();
    script.says("input", "").asked();
    let done = device.perform(&pair(tap(), BACK)).await.unwrap();
    assert_eq!(done, ActionReport::default());
    assert_eq!(script.asked(), ["input tap 360 150 && input keyevent KEYCODE_BACK"]);
    device.perform(&pair(tap(), tap())).await.unwrap();
    assert_eq!(script.asked(), ["input tap 360 150 && input tap 360 150"]);
    let twice = Action::DoubleTap { target: target() };
    device.perform(&pair(twice, BACK)).await.unwrap();
    assert_eq!(
        script.asked(),
        ["input tap 360 150 & input tap 360 150 & wait && input keyevent KEYCODE_BACK"]
    );
}

#[tokio::test]
async fn what_turning_needs_is_seen_to_before_the_first() {
    let script = phone();
    let mut device = opened(&script).await;
    script.says(commands::ROTATION_NOW, "1\n0\n").says("printf", "").says("input", "");
    let turn = Action::Rotate { rotation: Rotation::Landscape };
    device.perform(&pair(tap(), turn)).await.unwrap();
    let asked = script.asked();
    let [now, note, line] = &*asked else { panic!("{asked:?}") };
    assert_eq!(now, commands::ROTATION_NOW);
    assert!(note.contains("ridealong-restore"), "{note}");
    assert_eq!(
        line,
        "input tap 360 150 && settings put system accelerometer_rotation 0 && settings put system \
         user_rotation 1"
    );
}

#[tokio::test]
async fn a_secret_is_in_no_error() {
    let script = phone();
    let mut device = opened(&script).await;
    device.observe().await.unwrap();
    let refused = b"Error: hunter2 is no text\n".to_vec();
    script.answer("input", Ok(output(refused)));
    let text = InputText::Secret(Secret::new("hunter2"));
    let typing = Action::Type { target: target(), text };
    let error = device.perform(&pair(typing, BACK)).await.unwrap_err().to_string();
    assert!(!error.contains("hunter2"), "{error}");
    let line = script.asked().into_iter().find(|line| line.contains("hunter2")).unwrap();
    assert!(line.ends_with("&& input keyevent KEYCODE_BACK"), "{line}");
}

#[tokio::test]
async fn a_condition_that_does_not_take_is_told() {
    let script = phone();
    let mut device = opened(&script).await;
    script.says("settings get global airplane_mode_on", "0\n").says("printf", "");
    script.says("input", "").says("cmd connectivity", "");
    let done = device.perform(&pair(tap(), set("airplane on"))).await.unwrap();
    assert_eq!(done.warnings, ["setting airplane mode on did nothing on this device"]);
}

/// The embedded phone with one app, and how it is opened.
async fn opened_demo(app: &str) -> (Arc<DemoShell>, AndroidDevice) {
    let options = demo::Options { app: Some(app.into()), ..demo::Options::default() };
    let shell = Arc::new(DemoShell::new(DemoPhone::new(&options).unwrap()));
    let options = AndroidOptions { app: Some(app.into()), ..AndroidOptions::default() };
    let mut device = AndroidDevice::new(Arc::clone(&shell) as Arc<dyn DeviceShell>, options);
    device.open().await.unwrap();
    (shell, device)
}

#[tokio::test]
async fn what_is_set_at_once_is_given_back_also_after_a_run_that_was_killed() {
    let (shell, mut device) = opened_demo("settings").await;
    let says = async |command: &str| shell.run(command).await.unwrap().text();
    let before = says("dumpsys battery").await;
    device.perform(&pair(BACK, set("battery 2"))).await.unwrap();
    assert_ne!(says("dumpsys battery").await, before);
    device.close().await.unwrap();
    assert_eq!(says("dumpsys battery").await, before);

    let (shell, mut device) = opened_demo("settings").await;
    let says = async |command: &str| shell.run(command).await.unwrap().text();
    let before = says("dumpsys battery").await;
    device.perform(&pair(BACK, set("battery 2"))).await.unwrap();
    drop(device);
    assert_ne!(says("dumpsys battery").await, before);
    let options = AndroidOptions { app: Some("settings".into()), ..AndroidOptions::default() };
    let mut later = AndroidDevice::new(Arc::clone(&shell) as Arc<dyn DeviceShell>, options);
    later.open().await.unwrap();
    assert_eq!(says("dumpsys battery").await, before);
}

/// The table's fault of this name, and its app's.
fn fault(app: &str, id: &str) -> &'static FaultSpec {
    let about = apps::all().iter().find(|about| about.name == app).unwrap();
    about.faults.iter().find(|fault| fault.id == id).unwrap()
}

/// A tap on what `short` names on the screen.
fn tap_on(screen: &crate::domain::Screen, short: &str) -> Action {
    let widget = screen.widgets.iter().find(|widget| widget.short_id() == short).unwrap();
    Action::Tap { target: WidgetTarget::of(widget) }
}

#[tokio::test]
async fn crashes_of_a_busy_app_need_the_second_at_once() {
    let cases = [
        ("shop", "shop-back-paying", "next", BACK),
        ("settings", "settings-battery-analysing", "analyse", set("battery 2")),
    ];
    for (app, id, button, then) in cases {
        let steps = fault(app, id).steps;
        let [before @ .., Do::Tap(_), _] = steps else { panic!("{steps:?}") };
        for at_once in [false, true] {
            let (shell, mut device) = opened_demo(app).await;
            walk::walk(&mut shell.phone(), before).unwrap();
            let seen = device.observe().await.unwrap();
            assert_eq!(seen.progress_ms, 0, "{app}");
            let first = tap_on(&seen.screen, button);
            if at_once {
                device.perform(&pair(first, then.clone())).await.unwrap();
            } else {
                device.perform(&first).await.unwrap();
                let seen = device.observe().await.unwrap();
                assert!(seen.progress_ms > 0 && !seen.screen.busy, "{app}: it was waited for");
                device.perform(&then).await.unwrap();
            }
            device.observe().await.unwrap();
            let crashes = device.crashes().await.unwrap();
            assert_eq!(crashes.len(), usize::from(at_once), "{app}");
        }
    }
}
