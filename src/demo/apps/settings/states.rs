//! The structural states of the settings app, and the shortest path to each.

use super::POWER_CONNECTED;
use crate::demo::app::Do::{self, Broadcast, Tap, Type, Wait};
use crate::demo::app::StateSpec;

const fn state(name: &'static str, steps: &'static [Do]) -> StateSpec {
    StateSpec { name, steps }
}

/// The structural states.
pub const STATES: &[StateSpec] = &[
    state("home", &[]),
    state("search", &[Tap("#search")]),
    state("network", &[Tap("#row_network")]),
    state("wifi", &[Tap("#row_network"), Tap("#row_wifi")]),
    state("wifi.join", &[Tap("#row_network"), Tap("#row_wifi"), Tap("#network:1")]),
    state(
        "wifi.join_error",
        &[Tap("#row_network"), Tap("#row_wifi"), Tap("#network:1"), Tap("#ok")],
    ),
    state("wifi.forget", &[Tap("#row_network"), Tap("#row_wifi"), Tap("#options")]),
    state("display", &[Tap("#row_display")]),
    state("sound", &[Tap("#row_sound")]),
    state("dnd", &[Tap("#row_sound"), Tap("#row_dnd")]),
    state("dnd.error", &[Tap("#row_sound"), Tap("#row_dnd"), Tap("#done")]),
    state("apps", &[Tap("#row_apps")]),
    state("app.info", &[Tap("#row_apps"), Tap("#app")]),
    state("app.permissions", &[Tap("#row_apps"), Tap("#app"), Tap("#row_permissions")]),
    state("app.stop", &[Tap("#row_apps"), Tap("#app"), Tap("#force_stop")]),
    state("app.clear", &[Tap("#row_apps"), Tap("#app"), Tap("#clear_data")]),
    state("storage", &[Tap("#row_storage")]),
    state("storage.analysing", &[Tap("#row_storage"), Tap("#analyse")]),
    state("storage.result", &[Tap("#row_storage"), Tap("#analyse"), Wait(5)]),
    state("battery", &[Tap("#row_battery")]),
    state("battery.charging", &[Tap("#row_battery"), Broadcast(POWER_CONNECTED)]),
    state("privacy", &[Tap("#row_privacy")]),
    state("pin.enter", &[Tap("#row_privacy"), Tap("#row_lock")]),
    state("pin.ready", &[Tap("#row_privacy"), Tap("#row_lock"), Type("#new_pin", "2580")]),
    state(
        "pin.confirm",
        &[Tap("#row_privacy"), Tap("#row_lock"), Type("#new_pin", "2580"), Tap("#ok")],
    ),
    state(
        "pin.mismatch",
        &[Tap("#row_privacy"), Tap("#row_lock"), Type("#new_pin", "2580"), Tap("#ok"), Tap("#ok")],
    ),
    state("accounts", &[Tap("#row_accounts")]),
    state("account.add", &[Tap("#row_accounts"), Tap("#row_add")]),
    state("account.add_error", &[Tap("#row_accounts"), Tap("#row_add"), Tap("#done")]),
    state("account", &[Tap("#row_accounts"), Tap("#account")]),
    state("account.remove", &[Tap("#row_accounts"), Tap("#account"), Tap("#remove")]),
    state("sync", &[Tap("#row_accounts"), Tap("#row_sync")]),
    state("system", &[Tap("#row_system")]),
    state("language", &[Tap("#row_system"), Tap("#row_language")]),
    state("about", &[Tap("#row_system"), Tap("#row_about")]),
    state(
        "developer",
        &[
            Tap("#row_system"),
            Tap("#row_about"),
            Tap("#build_number"),
            Tap("#build_number"),
            Tap("#build_number"),
            Tap("#build_number"),
            Tap("#build_number"),
            Tap("#build_number"),
            Tap("#build_number"),
        ],
    ),
    state("backup", &[Tap("#row_system"), Tap("#row_backup")]),
    state("backup.running", &[Tap("#row_system"), Tap("#row_backup"), Tap("#back_up")]),
    state("reset.confirm", &[Tap("#row_system"), Tap("#row_reset")]),
    state("reset.final", &[Tap("#row_system"), Tap("#row_reset"), Tap("#continue")]),
];
