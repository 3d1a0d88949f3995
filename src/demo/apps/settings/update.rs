//! Going through the pages of the settings app, and handing touches on to what they are about.

use super::message::{Dialog, Msg, Screen};
use super::{Job, Settings, act, faults, slow};
use crate::demo::app::{App as _, System};

/// Handles a touch.
pub fn handle(app: &mut Settings, msg: Msg, sys: &mut System) {
    match msg {
        Msg::Go(screen) => go(app, screen, sys),
        Msg::Up => back(app, sys),
        Msg::Dismiss => {
            sys.hit("dialog.dismiss");
            app.close();
        }
        Msg::Ask(dialog) => ask(app, dialog, sys),
        Msg::Flip(flag) => act::flip(app, flag, sys),
        Msg::Slide(level, value) => act::slide(app, level, value, sys),
        Msg::Typed(field, text) => {
            sys.hit("form.type");
            if let Some(slot) = app.typed.get_mut(field) {
                *slot = text;
            }
        }
        Msg::Query(text) => {
            sys.hit("search.type");
            app.query = text;
        }
        Msg::Scan | Msg::Network(_) | Msg::NetworkOptions(_) | Msg::Connect(_) | Msg::Forget(_) => {
            act::network(app, &msg, sys);
        }
        Msg::SaveDnd => act::save_dnd(app, sys),
        Msg::Test(level) => slow::test_volume(app, level, sys),
        Msg::ForceStop(_) | Msg::ClearData(_) => act::installed(app, &msg, sys),
        Msg::Analyse | Msg::StopAnalysis | Msg::Clean => slow::storage(app, &msg, sys),
        Msg::PinNext | Msg::PinSet => act::pin(app, &msg, sys),
        Msg::AddAccount | Msg::RemoveAccount(_) => act::account(app, &msg, sys),
        Msg::Speak(language) => {
            sys.hit("language.choose");
            app.saved.language = language;
        }
        Msg::Build => act::build_number(app, sys),
        Msg::BackUp | Msg::StopBackup | Msg::ExportBackup => slow::backup(app, &msg, sys),
        Msg::EraseFirst => {
            sys.hit("reset.first");
            app.dialog = Some(Dialog::ResetFinal);
        }
        Msg::Erase => {
            sys.hit("reset.erase");
            slow::stop_all(sys);
            let (charging, level) = (app.charging, app.level);
            *app = Settings { charging, level, ..Settings::install() };
            sys.toast("All settings were reset");
        }
    }
}

impl Settings {
    /// Closes the dialog and forgets what was typed into it.
    pub fn close(&mut self) {
        self.dialog = None;
        self.typed = Default::default();
        self.refused = false;
    }
}

fn go(app: &mut Settings, screen: Screen, sys: &mut System) {
    sys.hit(match screen {
        Screen::Search => "open.search",
        Screen::Network => "open.network",
        Screen::Wifi => "open.wifi",
        Screen::Display => "open.display",
        Screen::Sound => "open.sound",
        Screen::Dnd => "open.dnd",
        Screen::Apps => "open.apps",
        Screen::AppInfo(_) => "open.app_info",
        Screen::Permissions(_) => "open.permissions",
        Screen::Storage => "open.storage",
        Screen::Battery => "open.battery",
        Screen::Privacy => "open.privacy",
        Screen::Accounts => "open.accounts",
        Screen::AddAccount => "open.add_account",
        Screen::Account(_) => "open.account",
        Screen::Sync => "open.sync",
        Screen::System => "open.system",
        Screen::Language => "open.language",
        Screen::About => "open.about",
        Screen::Developer => "open.developer",
        Screen::Home | Screen::Backup => "open.backup",
    });
    app.refused = false;
    app.build_taps = 0;
    if app.screen() == Screen::Search {
        app.stack.pop();
    }
    app.stack.push(screen);
    if screen == Screen::Sync && app.removed && sys.is_seeded("settings-sync-removed") {
        faults::crash_sync(sys);
    }
}

fn ask(app: &mut Settings, dialog: Dialog, sys: &mut System) {
    sys.hit("dialog.ask");
    app.close();
    app.dialog = Some(dialog);
}

/// Goes back one page.
pub fn back(app: &mut Settings, sys: &mut System) {
    if app.dialog.is_some() {
        sys.hit("dialog.back");
        return app.close();
    }
    app.refused = false;
    app.build_taps = 0;
    match app.screen() {
        Screen::Storage if app.storage != Job::Idle => slow::storage(app, &Msg::StopAnalysis, sys),
        Screen::Backup if app.backup != Job::Idle => slow::backup(app, &Msg::StopBackup, sys),
        _ if app.stack.len() > 1 => {
            sys.hit("page.back");
            app.stack.pop();
        }
        _ => {
            sys.hit("app.leave");
            sys.finish();
        }
    }
}

/// One of its activities was started from outside.
pub fn open(app: &mut Settings, activity: &str, sys: &mut System) {
    sys.hit("app.open");
    slow::stop_all(sys);
    app.close();
    app.storage = Job::Idle;
    app.backup = Job::Idle;
    app.playing = None;
    let pages: &[Screen] = match activity {
        ".SearchActivity" => &[Screen::Search],
        ".SubSettings" => &[Screen::Display],
        ".WifiActivity" => &[Screen::Network, Screen::Wifi],
        ".DndActivity" => &[Screen::Sound, Screen::Dnd],
        ".AppsActivity" => &[Screen::Apps],
        ".AppInfoActivity" => &[Screen::Apps, Screen::AppInfo(0)],
        ".PermissionsActivity" => &[Screen::Apps, Screen::AppInfo(0), Screen::Permissions(0)],
        ".StorageActivity" => &[Screen::Storage],
        ".BatteryActivity" => &[Screen::Battery],
        ".PrivacyActivity" => &[Screen::Privacy],
        // There may be no account to show.
        ".AccountsActivity" | ".AccountActivity" => &[Screen::Accounts],
        ".AddAccountActivity" => &[Screen::Accounts, Screen::AddAccount],
        ".SyncActivity" => &[Screen::Accounts, Screen::Sync],
        ".DeveloperActivity" => &[Screen::System, Screen::About],
        ".BackupActivity" => &[Screen::System, Screen::Backup],
        _ => &[],
    };
    app.stack = vec![Screen::Home];
    app.stack.extend(pages);
    if app.screen() == Screen::Sync && app.removed && sys.is_seeded("settings-sync-removed") {
        faults::crash_sync(sys);
    }
}
