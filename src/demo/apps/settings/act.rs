//! What the settings app changes at once when it is touched.

use super::Settings;
use super::data::{Account, is_mail, read_time};
use super::input_faults::INPUT_FAULTS;
use super::message::{Dialog, Flag, Level, Msg, Screen};
use crate::demo::app::System;
use crate::demo::input_faults;

/// The shortest password of a network.
const PASSWORD_LENGTH: usize = 8;
/// Taps on the build number that open the developer options.
const BUILD_TAPS: u32 = 7;

/// Turns something on or off.
pub fn flip(app: &mut Settings, flag: Flag, sys: &mut System) {
    let saved = &mut app.saved;
    let slot = match flag {
        Flag::Wifi => &mut saved.wifi,
        Flag::Airplane => &mut saved.airplane,
        Flag::Hotspot => &mut saved.hotspot,
        Flag::Dark => &mut saved.dark,
        Flag::AutoRotate => &mut saved.auto_rotate,
        Flag::Saver => &mut saved.saver,
        Flag::AutoTime => &mut saved.auto_time,
        Flag::Hours24 => &mut saved.hours24,
        Flag::StayAwake => &mut saved.stay_awake,
        Flag::Debugging => &mut saved.debugging,
        Flag::Contacts => &mut saved.sync_contacts,
        Flag::Calendar => &mut saved.sync_calendar,
        Flag::AccountSync(index) => match saved.accounts.get_mut(index) {
            Some(account) => &mut account.sync,
            None => return,
        },
        Flag::Permission(index, which) => {
            match saved.apps.get_mut(index).and_then(|app| app.granted.get_mut(which)) {
                Some(granted) => granted,
                None => return,
            }
        }
    };
    *slot = !*slot;
    let on = *slot;
    sys.hit(match (flag, on) {
        (Flag::Wifi, _) => "wifi.flip",
        (Flag::Airplane, _) => "airplane.flip",
        (Flag::Dark, _) => "dark.flip",
        (Flag::Contacts | Flag::Calendar | Flag::AccountSync(_), _) => "sync.flip",
        (Flag::StayAwake | Flag::Debugging, _) => "developer.flip",
        (Flag::Permission(..), true) => "permission.grant",
        (Flag::Permission(..), false) => "permission.deny",
        _ => "switch.flip",
    });
    if flag == Flag::Airplane {
        saved.wifi = !on;
        saved.hotspot &= !on;
    }
}

/// Moves a slider.
pub fn slide(app: &mut Settings, level: Level, value: i32, sys: &mut System) {
    sys.hit(match level {
        Level::Brightness => "display.brightness",
        Level::Font => "display.font",
        Level::Ring => "sound.ring",
        Level::Alarm => "sound.alarm",
    });
    let slot = match level {
        Level::Brightness => &mut app.saved.brightness,
        Level::Font => &mut app.saved.font,
        Level::Ring => &mut app.saved.ring,
        Level::Alarm => &mut app.saved.alarm,
    };
    *slot = value;
}

/// Something was done to a wireless network.
pub fn network(app: &mut Settings, msg: &Msg, sys: &mut System) {
    match *msg {
        Msg::Network(index) => match app.saved.networks.get(index) {
            Some(network) if network.connected => {
                sys.hit("wifi.connected");
                sys.toast("Connected already");
            }
            Some(network) if network.saved => {
                sys.hit("wifi.reconnect");
                connect(app, index, sys);
            }
            _ => {
                sys.hit("wifi.join");
                app.close();
                app.dialog = Some(Dialog::Join(index));
            }
        },
        Msg::NetworkOptions(index) => {
            if app.saved.networks.get(index).is_some_and(|network| network.saved) {
                sys.hit("wifi.options");
                app.dialog = Some(Dialog::Forget(index));
            } else {
                sys.hit("wifi.unknown");
                sys.toast("This network is not saved");
            }
        }
        Msg::Connect(index) => {
            let refuses = app.saved.networks.get(index).is_none_or(|network| network.refuses);
            if refuses || app.typed[0].chars().count() < PASSWORD_LENGTH {
                sys.hit(if refuses { "wifi.refused" } else { "wifi.short" });
                app.refused = true;
            } else {
                sys.hit("wifi.accepted");
                if input_faults::sent(INPUT_FAULTS, "password", &[&app.typed[0]], sys) {
                    return;
                }
                app.close();
                connect(app, index, sys);
            }
        }
        Msg::Forget(index) => {
            sys.hit("wifi.forget");
            app.close();
            if let Some(network) = app.saved.networks.get_mut(index) {
                network.saved = false;
                network.connected = false;
            }
        }
        _ => {
            sys.hit("wifi.scan");
            sys.toast("No other networks in reach");
        }
    }
}

fn connect(app: &mut Settings, index: usize, sys: &mut System) {
    for (place, network) in app.saved.networks.iter_mut().enumerate() {
        network.connected = place == index;
        network.saved |= place == index;
    }
    sys.toast("Connected");
}

/// Saves the hours in which nothing may ring.
pub fn save_dnd(app: &mut Settings, sys: &mut System) {
    match (read_time(&app.typed[0]), read_time(&app.typed[1])) {
        (Some(from), Some(to)) if from != to => {
            sys.hit("dnd.save");
            let texts = [app.typed[0].as_str(), &app.typed[1]];
            if input_faults::sent(INPUT_FAULTS, "quiet", &texts, sys) {
                return;
            }
            app.saved.dnd = Some((from, to));
            app.close();
            app.stack.pop();
            sys.toast("Saved");
        }
        _ => {
            sys.hit("dnd.refuse");
            app.refused = true;
        }
    }
}

/// Something was done to an installed app.
pub fn installed(app: &mut Settings, msg: &Msg, sys: &mut System) {
    match *msg {
        Msg::ForceStop(index) => {
            sys.hit("app.stop");
            app.close();
            let name = app.saved.apps.get(index).map_or("It", |installed| installed.name);
            sys.toast(format!("{name} was stopped"));
        }
        Msg::ClearData(index) => {
            sys.hit("app.clear");
            app.close();
            if let Some(installed) = app.saved.apps.get_mut(index) {
                installed.data = 0;
            }
        }
        _ => {}
    }
}

/// True for what can be a PIN.
pub fn is_pin(text: &str) -> bool {
    text.len() >= 4 && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// A PIN was typed.
pub fn pin(app: &mut Settings, msg: &Msg, sys: &mut System) {
    let typed = std::mem::take(&mut app.typed[0]);
    if *msg == Msg::PinNext {
        if !is_pin(&typed) {
            sys.hit("pin.short");
            sys.toast("A PIN has at least four digits");
            return;
        }
        sys.hit("pin.next");
        app.pin = typed;
        app.dialog = Some(Dialog::PinConfirm);
    } else if typed == app.pin {
        sys.hit("pin.set");
        app.saved.pin = Some(typed);
        app.close();
        sys.toast("PIN set");
    } else {
        sys.hit("pin.mismatch");
        app.refused = true;
    }
}

/// An account comes or goes.
pub fn account(app: &mut Settings, msg: &Msg, sys: &mut System) {
    if let Msg::RemoveAccount(index) = *msg {
        sys.hit("account.remove");
        app.close();
        if index < app.saved.accounts.len() {
            app.saved.accounts.remove(index);
        }
        app.removed = true;
        app.stack.pop();
        return;
    }
    let mail = app.typed[0].trim().to_owned();
    if !is_mail(&mail) {
        sys.hit("account.bad_mail");
        app.refused = true;
    } else if app.saved.accounts.iter().any(|account| account.mail == mail) {
        sys.hit("account.known");
        app.refused = true;
    } else {
        sys.hit("account.add");
        if input_faults::sent(INPUT_FAULTS, "account", &[&mail], sys) {
            return;
        }
        app.saved.accounts.push(Account { mail, sync: true });
        app.close();
        app.stack.pop();
        sys.toast("Account added");
    }
}

/// The build number was tapped.
pub fn build_number(app: &mut Settings, sys: &mut System) {
    app.build_taps += 1;
    let left = BUILD_TAPS.saturating_sub(app.build_taps);
    if left == 0 {
        sys.hit("about.developer");
        app.build_taps = 0;
        app.stack.push(Screen::Developer);
    } else {
        sys.hit("about.build");
        if left < 4 {
            sys.toast(format!("{left} more to be a developer"));
        }
    }
}
