use super::*;
use crate::device::demo::sample::ENTRY;
use crate::device::demo::walk::{find, opened};

fn tap(phone: &mut DemoPhone, what: &str) {
    let placed = find(phone, what).unwrap();
    phone.tap(placed.visible().center());
}

#[test]
fn tapping_an_icon_opens_the_app() {
    let mut phone = DemoPhone::with(&[ENTRY], 1, Pace::Virtual);
    assert_eq!(phone.active().unwrap().component, "com.android.launcher3/.Launcher");
    tap(&mut phone, "Sample");
    assert_eq!(phone.active().unwrap().component, "com.example.sample/.MainActivity");
    assert_eq!(phone.truth().unwrap().state, Some("home"));
}

#[test]
fn typing_needs_focus_and_obeys_the_field() {
    let mut phone = opened(&ENTRY);
    assert!(!phone.type_text("lost"));
    tap(&mut phone, "#name");
    assert!(phone.keyboard_shown());
    assert!(phone.type_text("Ann\nabel Lee of old"));
    assert_eq!(find(&phone, "#name").unwrap().face.text, "Annabel Le");
    phone.key(PhoneKey::Edit(EditKey::Delete));
    assert_eq!(find(&phone, "#name").unwrap().face.text, "Annabel L");
    phone.key(PhoneKey::Back);
    assert!(!phone.keyboard_shown());
    assert_eq!(phone.truth().unwrap().state, Some("home"));
}

#[test]
fn a_toast_passes_and_timers_run_out_in_virtual_time() {
    let mut phone = opened(&ENTRY);
    tap(&mut phone, "#save");
    assert_eq!(phone.frame().toast.as_deref(), Some("Saved"));
    assert_eq!(phone.truth().unwrap().state, Some("bar"));
    phone.pass(2000);
    assert_eq!(phone.frame().toast, None);
    phone.pass(1000);
    assert_eq!(phone.truth().unwrap().state, Some("home"));
}
