use std::fmt::Write as _;

use crate::device::{CommandOutput, ShellError};
use crate::domain::{
    ActionKind, Bounds, CoverageCount, DeviceKey, Direction, InputText, Intent, IntentExtra,
    PinchZoom, Point, ReadQuality, Rotation, Screen, Secret, WidgetTarget,
};

use super::*;

use script::Script;

mod acting;
mod at_once;
mod conditions;
mod crashes;
mod declared;
mod observing;
mod opening;
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
async fn only_a_model_with_coverage_is_asked_for_it() {
    let source = |model| CoverageSource {
        model,
        kinds: &["states"],
        command: "tell coverage",
        read: |answer| {
            let covered = answer.trim().parse().ok()?;
            Some(Coverage::from([("states".to_owned(), CoverageCount { covered, total: 3 })]))
        },
        parts: |answer| {
            let names = (1..=answer.trim().parse().unwrap_or(0)).map(|at: u64| at.to_string());
            CoveredParts::from([("states".to_owned(), names.collect())])
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
    let newly_covered = |device: &mut AndroidDevice| {
        let parts = device.newly_covered();
        parts.get("states").map(|names| names.iter().cloned().collect::<String>())
    };
    assert_eq!(newly_covered(&mut device).as_deref(), Some("1"));
    script.says("tell coverage", "3\n");
    device.coverage().await.unwrap();
    assert_eq!(newly_covered(&mut device).as_deref(), Some("23"), "each part is told once");
    assert_eq!(newly_covered(&mut device), None);
    assert_eq!(device.fault_effects(), FaultEffects::from([("3".to_owned(), 2)]));
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
