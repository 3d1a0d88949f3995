use crate::domain::Pace;
use proptest::prelude::*;

use super::*;
use crate::demo::frame::Placed;
use crate::demo::sample::{ENTRY, PACKAGE};
use crate::demo::walk::{find, opened};

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

#[test]
fn the_keyboard_makes_room_and_the_field_stays_visible() {
    let mut phone = opened(&ENTRY);
    phone.rotate(true);
    assert_eq!(phone.frame().size, crate::domain::DisplaySize::new(1600, 720));
    tap(&mut phone, "#name");
    let keyboard = phone.frame().keyboard.unwrap();
    let field = find(&phone, "#name").unwrap();
    assert!(field.visible().bottom <= keyboard.top && field.visible().height() > 40, "{field:?}");
    phone.key(PhoneKey::Edit(EditKey::Tab));
    let next = find(&phone, "#secret").unwrap();
    assert!(next.face.focused && next.visible().bottom <= keyboard.top, "{next:?}");
}

#[test]
fn a_dialog_is_modal_and_left_by_touching_outside() {
    let mut phone = opened(&ENTRY);
    tap(&mut phone, "#dialog");
    tap(&mut phone, "#reason");
    phone.type_text("why");
    assert_eq!(find(&phone, "#reason").unwrap().face.text, "why");
    phone.tap(Point::new(360, 1500));
    assert_eq!(phone.truth().unwrap().state, Some("dialog"), "the keyboard is there");
    phone.tap(Point::new(360, 60));
    assert_eq!(phone.truth().unwrap().state, Some("home"));
    assert!(!phone.keyboard_shown());
    tap(&mut phone, "#dialog");
    phone.key(PhoneKey::Back);
    assert_eq!(phone.truth().unwrap().state, Some("home"));
}

#[test]
fn scroll_positions_are_kept_while_the_container_is_shown() {
    let mut phone = opened(&ENTRY);
    tap(&mut phone, "List");
    phone.swipe(Point::new(300, 1200), Point::new(300, 400), 300);
    let first = find(&phone, "#heading").unwrap().face.text;
    assert_ne!(first, "Row 0");
    phone.rotate(true);
    phone.rotate(false);
    assert_eq!(find(&phone, "#heading").unwrap().face.text, first);
    phone.key(PhoneKey::Back);
    tap(&mut phone, "List");
    assert_eq!(find(&phone, "#heading").unwrap().face.text, "Row 0");
}

#[test]
fn a_swipe_over_a_row_is_the_rows() {
    let mut phone = opened(&ENTRY);
    tap(&mut phone, "List");
    phone.swipe(Point::new(500, 800), Point::new(700, 800), 100);
    assert_eq!(phone.truth().unwrap().state, Some("list"));
    phone.swipe(Point::new(500, 800), Point::new(200, 800), 100);
    assert_eq!(phone.truth().unwrap().state, Some("home"));
    assert!(phone.truth().unwrap().points.contains("row"));
}

#[test]
fn home_keeps_the_process_and_restart_does_not() {
    let mut phone = opened(&ENTRY);
    tap(&mut phone, "List");
    let life = phone.life(PACKAGE);
    phone.key(PhoneKey::Home);
    assert_eq!(phone.active().unwrap().package, LAUNCHER);
    phone.key(PhoneKey::Recents);
    tap(&mut phone, "Sample");
    assert_eq!((phone.life(PACKAGE), phone.truth().unwrap().state), (life, Some("list")));
    assert!(phone.truth().unwrap().points.contains("resumed"));
    phone.stop(PACKAGE);
    phone.open(PACKAGE);
    assert_ne!(phone.life(PACKAGE), life);
    assert_eq!(phone.truth().unwrap().state, Some("home"));
}

#[test]
fn an_app_that_was_turned_in_the_background_learns_it_later() {
    let mut phone = opened(&ENTRY);
    phone.key(PhoneKey::Home);
    phone.rotate(true);
    assert!(!phone.truth().unwrap().points.contains("rotated"));
    phone.open(PACKAGE);
    assert!(phone.truth().unwrap().points.contains("rotated"));
}

#[test]
fn a_broadcast_reaches_an_app_that_is_not_running() {
    let mut phone = DemoPhone::with(&[ENTRY], 1, Pace::Virtual);
    assert_eq!(phone.broadcast("com.example.sample.PING", Some("com.other")), 0);
    assert_eq!(phone.broadcast("com.example.sample.PING", None), 1);
    assert!(matches!(phone.life(PACKAGE), Some(Life::Bare(_))));
    assert!(phone.truth_of(PACKAGE).unwrap().points.contains("ping"));
    assert_eq!(phone.active().unwrap().package, LAUNCHER);
}

#[test]
fn wiping_brings_back_the_first_day_but_not_the_truth() {
    let mut phone = opened(&ENTRY);
    tap(&mut phone, "#save");
    phone.wipe(PACKAGE);
    phone.open(PACKAGE);
    tap(&mut phone, "#save");
    assert!(find(&phone, "Saved 1").is_ok());
    assert!(phone.truth().unwrap().states.contains("bar"));
}

#[derive(Clone, Debug)]
enum Event {
    Tap(i32, i32),
    Hold(i32, i32),
    Swipe(i32, i32, i32, i32),
    Widget(usize),
    Type(String),
    Key(usize),
    Rotate,
    Pass(u64),
    Ping,
    Open,
}

const KEYS: [PhoneKey; 14] = [
    PhoneKey::Back,
    PhoneKey::Back,
    PhoneKey::Menu,
    PhoneKey::Home,
    PhoneKey::Recents,
    PhoneKey::Letter('7'),
    PhoneKey::Dead,
    PhoneKey::Edit(EditKey::Enter),
    PhoneKey::Edit(EditKey::Tab),
    PhoneKey::Edit(EditKey::Delete),
    PhoneKey::Edit(EditKey::ForwardDelete),
    PhoneKey::Edit(EditKey::SelectAll),
    PhoneKey::Edit(EditKey::Left),
    PhoneKey::Edit(EditKey::Home),
];

fn event() -> impl Strategy<Value = Event> {
    let (x, y) = (-50..1700_i32, -50..1700_i32);
    prop_oneof![
        3 => (x.clone(), y.clone()).prop_map(|(x, y)| Event::Tap(x, y)),
        1 => (x.clone(), y.clone()).prop_map(|(x, y)| Event::Hold(x, y)),
        2 => (x.clone(), y.clone(), x, y).prop_map(|(a, b, c, d)| Event::Swipe(a, b, c, d)),
        9 => any::<usize>().prop_map(Event::Widget),
        2 => "\\PC{0,12}|[0-9.-]{1,6}".prop_map(Event::Type),
        2 => (0..KEYS.len()).prop_map(Event::Key),
        1 => Just(Event::Rotate),
        1 => (0..20_000_u64).prop_map(Event::Pass),
        1 => Just(Event::Ping),
        1 => Just(Event::Open),
    ]
}

fn happen(phone: &mut DemoPhone, event: Event) {
    let about = phone.abouts().next().unwrap();
    match event {
        Event::Tap(x, y) => phone.tap(Point::new(x, y)),
        Event::Hold(x, y) => phone.hold(Point::new(x, y)),
        Event::Swipe(a, b, c, d) => phone.swipe(Point::new(a, b), Point::new(c, d), 200),
        Event::Widget(nth) => {
            let active = phone.active().unwrap();
            let mut seen: Vec<_> = active.pane.placed.iter().map(Placed::visible).collect();
            seen.retain(|bounds| !bounds.is_empty());
            phone.tap(seen[nth % seen.len()].center());
        }
        Event::Type(text) => {
            phone.type_text(&text);
        }
        Event::Key(nth) => phone.key(KEYS[nth]),
        Event::Rotate => phone.rotate(!phone.landscape()),
        Event::Pass(ms) => phone.pass(ms),
        Event::Ping => {
            for action in about.receivers {
                phone.broadcast(action, None);
            }
        }
        Event::Open => {
            phone.open(about.package);
        }
    }
}

/// What must hold whatever happened.
fn sane(phone: &DemoPhone) {
    let frame = phone.frame();
    for placed in frame.panes.iter().flat_map(|pane| &pane.placed) {
        assert!(placed.bounds.width() >= 0 && placed.bounds.height() >= 0, "{placed:?}");
    }
    let active = phone.active().expect("a window has the focus");
    let xml = crate::demo::dump::xml(&active, phone.landscape(), frame.size);
    let mut reader = quick_xml::Reader::from_str(&xml);
    while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {}
    let truth = phone.truth().unwrap();
    assert!(truth.strange.is_empty(), "{:?}", truth.strange);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn nothing_that_a_user_does_breaks_the_phone(
        events in prop::collection::vec(event(), 1..60),
        app in any::<prop::sample::Index>(),
    ) {
        let mut apps = apps::entries().to_vec();
        apps.push(ENTRY);
        let mut phone = opened(&apps[app.index(apps.len())]);
        for event in events {
            happen(&mut phone, event);
            sane(&phone);
        }
    }
}
