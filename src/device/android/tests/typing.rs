//! Typing into fields, and reading back what they took.

use super::*;

#[tokio::test]
async fn what_a_field_accepted_is_read_back() {
    let script = phone();
    let mut device = opened(&script).await;
    device.observe().await.unwrap();
    script.says("uiautomator dump", &dump(&field("12", true)));
    let action = Action::Type { target: target(), text: InputText::Plain("1a2".into()) };
    let performed = device.perform(&action).await.unwrap();
    assert_eq!(performed.accepted.as_deref(), Some("12"));
    script.asked();
    device.perform(&action).await.unwrap();
    let again = script.acted();
    assert!(again[0].starts_with("input keyevent"), "it has the focus now: {again:?}");
}

#[tokio::test]
async fn text_beyond_ascii_is_cut_and_named_without_the_adb_keyboard() {
    let script = phone();
    let mut device = opened(&script).await;
    device.observe().await.unwrap();
    script.says(commands::KEYBOARDS, "com.android.inputmethod.latin/.LatinIME\n");
    let action = Action::Type { target: target(), text: InputText::Plain("Zoë ☕".into()) };
    script.asked();
    let performed = device.perform(&action).await.unwrap();
    assert!(performed.warnings[0].contains("ë ☕"), "{:?}", performed.warnings);
    let acted = script.acted();
    assert_eq!(acted.len(), 1);
    assert!(acted[0].ends_with("input text Zo%s"), "{acted:?}");
}

#[tokio::test]
async fn text_beyond_ascii_goes_through_the_adb_keyboard_which_is_given_back() {
    let script = phone();
    let mut device = opened(&script).await;
    device.observe().await.unwrap();
    script
        .says(commands::KEYBOARDS, "com.a/.Latin\ncom.android.adbkeyboard/.AdbIME\n")
        .says(commands::KEYBOARD_IN_USE, "com.a/.Latin\n");
    let action = Action::Type { target: target(), text: InputText::Plain("Zoë".into()) };
    script.asked();
    let performed = device.perform(&action).await.unwrap();
    assert_eq!(performed.warnings, [""; 0]);
    device.perform(&action).await.unwrap();
    let typing = "input tap 360 150 && sleep 0.3 && am broadcast -a ADB_CLEAR_TEXT && am broadcast -a ADB_INPUT_B64 --es msg Wm/Dqw==";
    assert_eq!(script.acted(), ["ime set com.android.adbkeyboard/.AdbIME", typing, typing]);
    device.close().await.unwrap();
    assert_eq!(script.acted(), ["am force-stop org.app.notes", "ime set com.a/.Latin"]);
}

#[tokio::test]
async fn secrets_are_typed_but_never_read_back_or_told() {
    let script = phone();
    let hidden = node("EditText", "", 100, "focused=\"true\" password=\"true\"");
    script.says("uiautomator dump", &dump(&hidden));
    let mut device = opened(&script).await;
    device.observe().await.unwrap();
    let secret = InputText::Secret(Secret::new("hunter2"));
    let action = Action::Type { target: target(), text: secret };
    script.asked();
    assert_eq!(device.perform(&action).await.unwrap().accepted, None);
    let asked = script.asked();
    assert!(asked[0].ends_with("input text hunter2"));
    assert!(!asked.iter().any(|command| command.starts_with("uiautomator")));
    let timed_out = ShellError::TimedOut { command: asked[0].clone(), seconds: 5 };
    let echo = output(b"Error: Invalid arguments: hunter2\n".to_vec());
    for answer in [Err(timed_out), Ok(echo)] {
        script.answer("input keyevent", answer);
        let error = device.perform(&action).await.unwrap_err();
        let reported = format!("{error} {error:?}");
        assert!(!reported.contains("hunter2"), "{reported}");
    }
    let lost = serde_json::from_str::<Secret>("\"<secret>\"").unwrap();
    let action = Action::Type { target: target(), text: InputText::Secret(lost) };
    let error = device.perform(&action).await.unwrap_err();
    assert!(matches!(error, DeviceError::Unsupported { .. }));
}

#[tokio::test]
async fn a_field_that_took_nothing_is_not_said_to_hold_its_hint() {
    let script = phone();
    let mut device = opened(&script).await;
    device.observe().await.unwrap();
    let hinting = field("Grams", true).replacen("text=", "hint=\"Grams\" text=", 1);
    script.says("uiautomator dump", &dump(&hinting));
    let action = Action::Type { target: target(), text: InputText::Plain("abc".into()) };
    let performed = device.perform(&action).await.unwrap();
    assert_eq!(performed.accepted.as_deref(), Some(""));
}

#[tokio::test]
async fn the_hint_of_an_empty_field_is_told_from_what_was_typed() {
    let script = phone();
    script.says("uiautomator dump", &dump(&field("Title", false)));
    let mut device = opened(&script).await;
    let read = |screen: &Screen| (screen.widgets[0].text.clone(), screen.widgets[0].hint.clone());
    let before = device.observe().await.unwrap().screen;
    assert_eq!(read(&before), (String::new(), "Title".into()));
    script.says("uiautomator dump", &dump(&field("Milk", true)));
    let typing =
        |text: &str| Action::Type { target: target(), text: InputText::Plain(text.into()) };
    assert_eq!(device.perform(&typing("Milk")).await.unwrap().accepted.as_deref(), Some("Milk"));
    let full = device.observe().await.unwrap().screen;
    assert_eq!(read(&full), ("Milk".into(), "Title".into()));
    script.says("uiautomator dump", &dump(&field("Title", true)));
    assert_eq!(device.perform(&typing("")).await.unwrap().accepted.as_deref(), Some(""));
    assert_eq!(read(&device.observe().await.unwrap().screen), (String::new(), "Title".into()));
}

#[tokio::test]
async fn a_text_that_may_be_a_hint_is_erased_all_the_same() {
    let script = phone();
    script.says("uiautomator dump", &dump(&field("Title", true)));
    let mut device = opened(&script).await;
    device.observe().await.unwrap();
    script.asked();
    let action = Action::Type { target: target(), text: InputText::Plain("a".into()) };
    device.perform(&action).await.unwrap();
    assert_eq!(script.acted()[0].matches(" KEYCODE_DEL").count(), "Title".len());
}
