//! Each action as a command that is sent once, and leaving the device as it was.

use super::*;

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
            Action::Clear,
            "pm clear org.app.notes && am force-stop org.app.notes && am start -W -n org.app.notes/.Main",
        ),
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
