//! Tests of the settings app: what its pages change, its slow jobs, its receiver, its tables.

use super::data::{is_mail, read_time};
use super::message::{Dialog, Flag, Level, Msg, Screen};
use super::{BATTERY_LOW, Job, POWER_CONNECTED, POWER_DISCONNECTED, Settings, slow};
use crate::demo::app::{App as _, Do, Effect, System};
use crate::demo::apps::{Entry, rehearsal};
use crate::demo::walk;
use crate::domain::Bounds;

fn started() -> (Settings, System) {
    let mut sys = System::default();
    let mut app = Settings::install();
    app.launch(&mut sys);
    (app, sys)
}

fn send(app: &mut Settings, sys: &mut System, messages: impl IntoIterator<Item = Msg>) {
    for message in messages {
        app.update(message, sys);
    }
}

fn died(sys: &System) -> bool {
    sys.effects.iter().any(|effect| matches!(effect, Effect::Throw(_)))
}

fn showed(sys: &System, fault: &str) -> bool {
    sys.effects.iter().any(|effect| matches!(effect, Effect::Fault(id) if *id == fault))
}

/// Lets the newest timer run out again and again, at most `limit` times.
fn run_out(app: &mut Settings, sys: &mut System, limit: usize) {
    for _ in 0..limit {
        let timer = sys.effects.iter().rev().find_map(|effect| match effect {
            Effect::After(_, token) => Some(*token),
            _ => None,
        });
        sys.effects.clear();
        let Some(token) = timer else { return };
        app.timer(token, sys);
    }
}

#[test]
fn a_network_takes_its_password_and_another_takes_none() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Go(Screen::Network), Msg::Go(Screen::Wifi), Msg::Network(2)]);
    send(&mut app, &mut sys, [Msg::Typed(0, "short".into()), Msg::Connect(2)]);
    assert_eq!(app.view(&sys).state, "wifi.join_error");
    send(&mut app, &mut sys, [Msg::Typed(0, "sunflower".into()), Msg::Connect(2)]);
    assert_eq!(app.view(&sys).state, "wifi");
    let connected: Vec<bool> = app.saved.networks.iter().map(|it| it.connected).collect();
    assert_eq!(connected, [false, false, true, false]);
    send(&mut app, &mut sys, [Msg::Network(1), Msg::Typed(0, "sunflower".into()), Msg::Connect(1)]);
    assert_eq!(app.view(&sys).state, "wifi.join_error");
    send(&mut app, &mut sys, [Msg::Dismiss, Msg::NetworkOptions(2), Msg::Forget(2)]);
    assert!(!app.saved.networks[2].saved && !app.saved.networks[2].connected);
}

#[test]
fn airplane_mode_takes_the_network_away() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Flip(Flag::Hotspot), Msg::Flip(Flag::Airplane)]);
    assert!(app.saved.airplane && !app.saved.wifi && !app.saved.hotspot);
    send(&mut app, &mut sys, [Msg::Flip(Flag::Airplane)]);
    assert!(!app.saved.airplane && app.saved.wifi && !app.saved.hotspot);
}

#[test]
fn a_pin_must_be_repeated() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Go(Screen::Privacy), Msg::Ask(Dialog::PinEnter)]);
    send(&mut app, &mut sys, [Msg::Typed(0, "12".into()), Msg::PinNext]);
    assert_eq!(app.view(&sys).state, "pin.enter");
    app.update(Msg::Typed(0, "1234".into()), &mut sys);
    assert_eq!(app.view(&sys).state, "pin.ready");
    app.update(Msg::PinNext, &mut sys);
    assert_eq!(app.view(&sys).state, "pin.confirm");
    send(&mut app, &mut sys, [Msg::Typed(0, "4321".into()), Msg::PinSet]);
    assert_eq!(app.view(&sys).state, "pin.mismatch");
    send(&mut app, &mut sys, [Msg::Typed(0, "1234".into()), Msg::PinSet]);
    assert_eq!((app.view(&sys).state, app.saved.pin.as_deref()), ("privacy", Some("1234")));
}

#[test]
fn accounts_come_once_and_go_after_a_question() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Go(Screen::Accounts), Msg::Go(Screen::AddAccount)]);
    for (mail, end) in [
        ("ann", "account.add_error"),
        ("robin@example.org", "account.add_error"),
        ("ann@example.org", "accounts"),
    ] {
        send(&mut app, &mut sys, [Msg::Typed(0, mail.into()), Msg::AddAccount]);
        assert_eq!(app.view(&sys).state, end, "{mail}");
    }
    assert_eq!(app.saved.accounts.len(), 3);
    send(&mut app, &mut sys, [Msg::Go(Screen::Sync), Msg::Up]);
    assert!(!died(&sys));
    send(&mut app, &mut sys, [Msg::Go(Screen::Account(0)), Msg::RemoveAccount(0)]);
    assert_eq!((app.view(&sys).state, app.saved.accounts.len()), ("accounts", 2));
    send(&mut app, &mut sys, [Msg::Go(Screen::Sync)]);
    assert!(died(&sys) && showed(&sys, "settings-sync-removed"));
}

#[test]
fn the_first_analysis_ends_and_the_second_does_not() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Go(Screen::Storage), Msg::Analyse]);
    run_out(&mut app, &mut sys, 20);
    assert_eq!(app.view(&sys).state, "storage.result");
    assert!(!showed(&sys, "settings-storage-again"));
    send(&mut app, &mut sys, [Msg::Clean, Msg::Analyse]);
    run_out(&mut app, &mut sys, 1);
    assert_eq!(app.view(&sys).state, "storage.analysing");
    assert!(showed(&sys, "settings-storage-again"));
    app.back(&mut sys);
    assert_eq!(app.view(&sys).state, "storage");
}

#[test]
fn a_backup_is_slow_ends_and_can_be_stopped() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Go(Screen::System), Msg::Go(Screen::Backup), Msg::BackUp]);
    app.back(&mut sys);
    assert_eq!((app.view(&sys).state, app.saved.backed_up), ("backup", false));
    app.update(Msg::BackUp, &mut sys);
    run_out(&mut app, &mut sys, usize::try_from(slow::BACKUP_STEPS).unwrap());
    assert_eq!((app.view(&sys).state, app.saved.backed_up), ("backup", true));
}

#[test]
fn the_receiver_hears_of_power_and_of_a_low_battery() {
    let (mut app, mut sys) = started();
    app.update(Msg::Go(Screen::Battery), &mut sys);
    app.broadcast(POWER_CONNECTED, &mut sys);
    assert_eq!(app.view(&sys).state, "battery.charging");
    app.broadcast(POWER_DISCONNECTED, &mut sys);
    app.broadcast(BATTERY_LOW, &mut sys);
    assert_eq!((app.view(&sys).state, app.level), ("battery", 14));
    assert!(!died(&sys));
    send(&mut app, &mut sys, [Msg::Go(Screen::Storage), Msg::Analyse]);
    app.broadcast(BATTERY_LOW, &mut sys);
    assert!(died(&sys) && showed(&sys, "settings-battery-analysing"));
}

#[test]
fn the_ring_tone_sounds_and_the_alarm_does_not() {
    let (mut app, mut sys) = started();
    app.update(Msg::Go(Screen::Sound), &mut sys);
    app.update(Msg::Test(Level::Ring), &mut sys);
    assert!(app.playing.is_some() && !showed(&sys, "settings-alarm-silent"));
    app.update(Msg::Slide(Level::Alarm, 0), &mut sys);
    app.update(Msg::Test(Level::Alarm), &mut sys);
    assert!(!showed(&sys, "settings-alarm-silent"), "an alarm of volume 0 is rightly silent");
    app.update(Msg::Slide(Level::Alarm, 7), &mut sys);
    app.update(Msg::Test(Level::Alarm), &mut sys);
    assert!(app.playing.is_none() && showed(&sys, "settings-alarm-silent"));
}

#[test]
fn the_dark_theme_reaches_every_page_but_one() {
    let (mut app, mut sys) = started();
    app.update(Msg::Flip(Flag::Dark), &mut sys);
    assert!(app.dark(&sys));
    app.update(Msg::Go(Screen::Privacy), &mut sys);
    assert!(app.dark(&sys) && !showed(&sys, "settings-dark-sound"));
    app.update(Msg::Up, &mut sys);
    app.update(Msg::Go(Screen::Sound), &mut sys);
    assert!(!app.dark(&sys) && showed(&sys, "settings-dark-sound"));
}

#[test]
fn seven_taps_in_a_row_open_the_developer_options() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Go(Screen::System), Msg::Go(Screen::About)]);
    send(&mut app, &mut sys, vec![Msg::Build; 6]);
    assert_eq!(app.view(&sys).state, "about");
    send(&mut app, &mut sys, [Msg::Up, Msg::Go(Screen::About), Msg::Build]);
    assert_eq!(app.view(&sys).state, "about", "leaving the page starts the count anew");
    send(&mut app, &mut sys, vec![Msg::Build; 6]);
    assert_eq!(app.view(&sys).state, "developer");
}

#[test]
fn a_reset_asks_twice_and_erases_what_was_saved() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Flip(Flag::Dark), Msg::Go(Screen::System)]);
    send(&mut app, &mut sys, [Msg::Ask(Dialog::ResetFirst), Msg::EraseFirst, Msg::Dismiss]);
    assert!(app.saved.dark);
    send(&mut app, &mut sys, [Msg::Ask(Dialog::ResetFirst), Msg::EraseFirst, Msg::Erase]);
    assert!(!app.saved.dark);
    assert_eq!(app.view(&sys).state, "home");
}

#[test]
fn what_was_set_outlives_the_process_and_pages_do_not() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Go(Screen::Sound), Msg::Slide(Level::Ring, 9)]);
    send(&mut app, &mut sys, [Msg::Go(Screen::Storage), Msg::Analyse]);
    app.launch(&mut sys);
    assert_eq!((app.view(&sys).state, app.saved.ring, app.storage), ("home", 9, Job::Idle));
}

#[test]
fn a_result_takes_the_place_of_the_search() {
    let (mut app, mut sys) = started();
    send(&mut app, &mut sys, [Msg::Go(Screen::Search), Msg::Query("volume".into())]);
    send(&mut app, &mut sys, [Msg::Go(Screen::Sound), Msg::Up]);
    assert_eq!(app.view(&sys).state, "home");
}

#[test]
fn what_is_typed_is_read_strictly() {
    assert_eq!(read_time("22:00"), Some(1320));
    assert_eq!(read_time("22:60"), None);
    assert!(is_mail("ann@example.org"));
    for bad in ["ann", "@example.org", "ann@example", "ann@.org", "a b@example.org", "a@b@c.org"] {
        assert!(!is_mail(bad), "{bad}");
    }
}

#[test]
fn the_scan_button_covers_the_options_of_a_network_in_landscape_only() {
    let mut phone = walk::opened(&Entry::of::<Settings>());
    walk::walk(&mut phone, &[Do::Tap("#row_network"), Do::Tap("#row_wifi")]).unwrap();
    let covered = |phone: &crate::demo::phone::DemoPhone| {
        let pane = phone.active().unwrap().pane;
        let of = |id: &str| -> Vec<Bounds> {
            let placed = pane.placed.iter().filter(|placed| placed.face.id == id);
            placed.map(crate::demo::frame::Placed::visible).collect()
        };
        let scan = of("scan")[0];
        of("options").into_iter().any(|options| !options.intersect(scan).is_empty())
    };
    assert!(!covered(&phone));
    phone.rotate(true);
    assert!(covered(&phone));
}

#[test]
fn all_ways_hold() {
    let wrong = walk::check(&Settings::ABOUT);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn states_of_different_names_differ_in_structure() {
    rehearsal::check_that_states_differ::<Settings>();
}
