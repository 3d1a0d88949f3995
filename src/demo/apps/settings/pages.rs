//! What the settings app shows: the pages further down.

use super::data::PERMISSIONS;
use super::message::{Dialog, Flag, Msg, Screen};
use super::slow::{BACKUP_STEPS, STORAGE_STEPS};
use super::view::{line, page as scrolled, toggle};
use super::{Job, Settings};
use crate::demo::app::System;
use crate::demo::ui::{
    Input, TextStyle, View, button, card, column, fab, field, icon_button, image, item, list,
    outlined, progress, row, scroll, styled, text, toolbar_up,
};

/// A page's activity, state and view.
pub fn page(app: &Settings, sys: &System) -> (&'static str, &'static str, View<Msg>) {
    match app.screen() {
        Screen::Wifi => (".WifiActivity", "wifi", wifi(app, sys)),
        Screen::Dnd => (".DndActivity", if app.refused { "dnd.error" } else { "dnd" }, dnd(app)),
        Screen::Apps => (".AppsActivity", "apps", apps(app)),
        Screen::AppInfo(index) => (".AppInfoActivity", "app.info", app_info(app, index)),
        Screen::Permissions(index) => {
            (".PermissionsActivity", "app.permissions", permissions(app, index))
        }
        Screen::Storage => storage(app),
        Screen::Battery => {
            let state = if app.charging { "battery.charging" } else { "battery" };
            (".BatteryActivity", state, battery(app))
        }
        Screen::Privacy => (".PrivacyActivity", "privacy", privacy(app, sys)),
        Screen::Accounts => (".AccountsActivity", "accounts", accounts(app)),
        Screen::AddAccount => {
            let state = if app.refused { "account.add_error" } else { "account.add" };
            (".AddAccountActivity", state, add_account(app))
        }
        Screen::Account(index) => (".AccountActivity", "account", account(app, index)),
        Screen::Sync => (".SyncActivity", "sync", sync(app)),
        Screen::Developer => (".DeveloperActivity", "developer", developer(app)),
        _ => (".BackupActivity", "backup.running", backup_running(app)),
    }
}

fn wifi(app: &Settings, sys: &System) -> View<Msg> {
    let networks = app.saved.networks.iter().enumerate().filter(|_| app.saved.wifi);
    let rows = networks.map(|(index, network)| {
        let below = match (network.connected, network.saved) {
            (true, _) => "Connected",
            (false, true) => "Saved",
            (false, false) => "Secured",
        };
        row([
            item(network.name, below).weight(1),
            icon_button("options", "⋮", "Network options").on_tap(Msg::NetworkOptions(index)),
        ])
        .id("network")
        .on_tap(Msg::Network(index))
    });
    let bar = toolbar_up("Wi-Fi", Msg::Up);
    let toggle = toggle("wifi", "Use Wi-Fi", app.saved.wifi, Flag::Wifi);
    let networks = list("networks", rows);
    // The seeded fault: the button floats over the list also if the phone lies on its side.
    if sys.landscape && !sys.is_seeded("settings-scan-covers") {
        let scan = icon_button("scan", "↻", "Scan again").on_tap(Msg::Scan);
        return column([bar.child(scan), toggle, networks]);
    }
    column([bar, toggle, networks, fab("scan", "↻", "Scan again").on_tap(Msg::Scan)])
}

fn dnd(app: &Settings) -> View<Msg> {
    let error = app.refused.then(|| {
        styled(TextStyle::Error, "Enter two different times such as 22:00").id("time_error")
    });
    let bar = toolbar_up("Do not disturb", Msg::Up)
        .child(icon_button("done", "✓", "Save").on_tap(Msg::SaveDnd));
    let form = card([
        field("from", "From (e.g. 22:00)", Input::Line, &app.typed[0], |text| Msg::Typed(0, text))
            .max_length(8),
        field("to", "To (e.g. 07:00)", Input::Line, &app.typed[1], |text| Msg::Typed(1, text))
            .max_length(8)
            .on_enter(Msg::SaveDnd),
    ])
    .maybe(error);
    column([bar, scroll("form", [form, button("save", "Save").on_tap(Msg::SaveDnd)])])
}

fn apps(app: &Settings) -> View<Msg> {
    let rows = app.saved.apps.iter().enumerate().map(|(index, installed)| {
        item(installed.name, format!("{} MB", installed.data))
            .id("app")
            .on_tap(Msg::Go(Screen::AppInfo(index)))
    });
    column([toolbar_up("Apps", Msg::Up), list("apps", rows)])
}

fn app_info(app: &Settings, index: usize) -> View<Msg> {
    let installed = app.saved.apps.get(index);
    let name = installed.map_or("", |installed| installed.name);
    let data = installed.map_or(0, |installed| installed.data);
    let granted = installed.map_or(0, |it| it.granted.iter().filter(|held| **held).count());
    scrolled(
        "App info",
        [
            card([
                styled(TextStyle::Heading, name).id("app_name"),
                styled(TextStyle::Caption, format!("{data} MB of data")).id("summary"),
            ]),
            line("row_permissions", "Permissions", &format!("{granted} granted"))
                .on_tap(Msg::Go(Screen::Permissions(index))),
            outlined("force_stop", "Force stop").on_tap(Msg::Ask(Dialog::Stop(index))),
            outlined("clear_data", "Clear data").on_tap(Msg::Ask(Dialog::ClearData(index))),
        ],
    )
}

fn permissions(app: &Settings, index: usize) -> View<Msg> {
    let granted = app.saved.apps.get(index).map(|installed| installed.granted).unwrap_or_default();
    let rows =
        PERMISSIONS.iter().zip(granted).enumerate().map(|(which, ((id, name), held))| {
            toggle(id, name, held, Flag::Permission(index, which))
        });
    scrolled("App permissions", rows)
}

fn storage(app: &Settings) -> (&'static str, &'static str, View<Msg>) {
    let used = text(format!("{} of 64 GB used", app.saved.used)).id("used");
    let (state, body) = match app.storage {
        Job::Idle => (
            "storage",
            scrolled(
                "Storage",
                [
                    card([styled(TextStyle::Heading, "Internal storage"), used]),
                    button("analyse", "Analyse").on_tap(Msg::Analyse),
                ],
            ),
        ),
        Job::Running(done) => (
            "storage.analysing",
            scrolled(
                "Storage",
                [
                    card([
                        styled(TextStyle::Heading, "Analysing …"),
                        progress("progress", done, STORAGE_STEPS),
                    ]),
                    outlined("stop", "Cancel").on_tap(Msg::StopAnalysis),
                ],
            ),
        ),
        Job::Done => {
            let found = [("Temporary files", "1.2 GB"), ("Old downloads", "0.8 GB")];
            let rows = found.map(|(what, size)| item(what, size));
            (
                "storage.result",
                column([
                    toolbar_up("Can be cleaned", Msg::Up),
                    list("found", rows),
                    button("clean", "Clean 2 GB").on_tap(Msg::Clean),
                ]),
            )
        }
    };
    (".StorageActivity", state, body)
}

fn battery(app: &Settings) -> View<Msg> {
    let charging = app.charging.then(|| {
        row([
            image("plug", "⚡", "Charging"),
            text("Charging, full in about an hour").id("time_to_full").weight(1),
        ])
    });
    column([
        toolbar_up("Battery", Msg::Up),
        card([styled(TextStyle::Display, format!("{} %", app.level)).id("level")]).maybe(charging),
        toggle("saver", "Battery saver", app.saved.saver, Flag::Saver),
    ])
}

fn privacy(app: &Settings, sys: &System) -> View<Msg> {
    // The seeded fault: leads to the accounts instead of the apps.
    let wrong = sys.is_seeded("settings-permissions-row");
    let target = if wrong { Screen::Accounts } else { Screen::Apps };
    let lock = if app.saved.pin.is_some() { "PIN" } else { "None" };
    scrolled(
        "Privacy",
        [
            line("row_lock", "Screen lock", lock).on_tap(Msg::Ask(Dialog::PinEnter)),
            line("row_permissions", "App permissions", "See which apps may do what")
                .on_tap(Msg::Go(target)),
        ],
    )
}

fn accounts(app: &Settings) -> View<Msg> {
    let rows = app.saved.accounts.iter().enumerate().map(|(index, account)| {
        let below = if account.sync { "Synchronised" } else { "Not synchronised" };
        item(account.mail.clone(), below).id("account").on_tap(Msg::Go(Screen::Account(index)))
    });
    column([
        toolbar_up("Accounts", Msg::Up),
        line("row_sync", "Synchronisation", "What is kept the same everywhere")
            .on_tap(Msg::Go(Screen::Sync)),
        line("row_add", "Add account", "By its e-mail address").on_tap(Msg::Go(Screen::AddAccount)),
        list("accounts", rows),
    ])
}

fn add_account(app: &Settings) -> View<Msg> {
    let error = app
        .refused
        .then(|| styled(TextStyle::Error, "Enter a new e-mail address").id("mail_error"));
    let bar = toolbar_up("Add account", Msg::Up)
        .child(icon_button("done", "✓", "Add").on_tap(Msg::AddAccount));
    let mail = field("mail", "E-mail (e.g. ann@example.org)", Input::Line, &app.typed[0], |text| {
        Msg::Typed(0, text)
    });
    let form = card([mail.max_length(40).on_enter(Msg::AddAccount)]).maybe(error);
    column([bar, scroll("form", [form, button("add", "Add").on_tap(Msg::AddAccount)])])
}

fn account(app: &Settings, index: usize) -> View<Msg> {
    let account = app.saved.accounts.get(index);
    let mail = account.map(|account| account.mail.clone()).unwrap_or_default();
    let sync = account.is_some_and(|account| account.sync);
    scrolled(
        "Account",
        [
            card([styled(TextStyle::Heading, mail).id("mail")]),
            toggle("sync_account", "Synchronise", sync, Flag::AccountSync(index)),
            outlined("remove", "Remove account").on_tap(Msg::Ask(Dialog::RemoveAccount(index))),
        ],
    )
}

fn sync(app: &Settings) -> View<Msg> {
    scrolled(
        "Synchronisation",
        [
            toggle("sync_contacts", "Contacts", app.saved.sync_contacts, Flag::Contacts),
            toggle("sync_calendar", "Calendar", app.saved.sync_calendar, Flag::Calendar),
        ],
    )
}

fn developer(app: &Settings) -> View<Msg> {
    scrolled(
        "Developer options",
        [
            toggle("stay_awake", "Stay awake", app.saved.stay_awake, Flag::StayAwake),
            toggle("debugging", "USB debugging", app.saved.debugging, Flag::Debugging),
        ],
    )
}

fn backup_running(app: &Settings) -> View<Msg> {
    let done = if let Job::Running(done) = app.backup { done } else { 0 };
    scrolled(
        "Backup",
        [
            card([
                styled(TextStyle::Heading, "Backing up …"),
                progress("progress", done, BACKUP_STEPS),
            ]),
            outlined("stop", "Cancel").on_tap(Msg::StopBackup),
        ],
    )
}
