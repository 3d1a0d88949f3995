//! What takes time in the settings app, and what comes in from outside.

use super::message::{Level, Msg, Screen};
use super::{BATTERY_LOW, Job, POWER_CONNECTED, Settings, faults};
use crate::demo::app::System;

const STORAGE_TIMER: u32 = 1;
const BACKUP_TIMER: u32 = 2;
const SOUND_TIMER: u32 = 3;
/// By now an analysis would be done.
const LATE_TIMER: u32 = 4;

/// Steps of an analysis, and how long each takes in milliseconds.
pub const STORAGE_STEPS: i32 = 5;
const STORAGE_STEP_MS: u64 = 500;
/// Steps of a backup, and how long each takes in milliseconds.
pub const BACKUP_STEPS: i32 = 20;
const BACKUP_STEP_MS: u64 = 1_500;
/// How long a sound is played, in milliseconds.
const SOUND_MS: u64 = 3_000;

/// Stops everything that runs.
pub fn stop_all(sys: &mut System) {
    for timer in [STORAGE_TIMER, BACKUP_TIMER, SOUND_TIMER, LATE_TIMER] {
        sys.forget(timer);
    }
}

/// Looks for what can be cleaned away.
pub fn storage(app: &mut Settings, msg: &Msg, sys: &mut System) {
    match msg {
        Msg::Analyse if app.analysed && sys.is_seeded("settings-storage-again") => {
            sys.hit("storage.again");
            // The seeded fault: the second analysis waits for a result that was fetched already.
            app.storage = Job::Running(2);
            sys.after(STORAGE_STEP_MS * 8, LATE_TIMER);
        }
        Msg::Analyse => {
            sys.hit("storage.analyse");
            app.storage = Job::Running(0);
            sys.after(STORAGE_STEP_MS, STORAGE_TIMER);
        }
        Msg::Clean => {
            sys.hit("storage.clean");
            app.storage = Job::Idle;
            app.saved.used = 45;
            sys.toast("2 GB freed");
        }
        _ => {
            sys.hit("storage.stop");
            sys.forget(STORAGE_TIMER);
            sys.forget(LATE_TIMER);
            app.storage = Job::Idle;
        }
    }
}

/// Writes a backup.
pub fn backup(app: &mut Settings, msg: &Msg, sys: &mut System) {
    match msg {
        Msg::BackUp => {
            sys.hit("backup.start");
            app.backup = Job::Running(0);
            sys.after(BACKUP_STEP_MS, BACKUP_TIMER);
        }
        Msg::ExportBackup => {
            sys.hit("backup.export");
            sys.log("BackupExporter: wrote /sdcard/Download/settings.bak");
            if sys.is_seeded("settings-export-silent") {
                // The file is written, and nobody is told.
                sys.fault("settings-export-silent");
            } else {
                sys.toast("Backup exported");
            }
        }
        _ => {
            sys.hit("backup.stop");
            sys.forget(BACKUP_TIMER);
            app.backup = Job::Idle;
        }
    }
}

/// Plays what something sounds like.
pub fn test_volume(app: &mut Settings, level: Level, sys: &mut System) {
    sys.forget(SOUND_TIMER);
    if level == Level::Alarm {
        sys.hit("sound.test_alarm");
        app.playing = None;
        if app.saved.alarm > 0 && sys.is_seeded("settings-alarm-silent") {
            // Nothing is played.
            sys.fault("settings-alarm-silent");
        } else if app.saved.alarm > 0 {
            app.playing = Some("alarm");
            sys.after(SOUND_MS, SOUND_TIMER);
        }
    } else {
        sys.hit("sound.test_ring");
        app.playing = (app.saved.ring > 0).then_some("ring tone");
        sys.after(SOUND_MS, SOUND_TIMER);
    }
}

/// A timer ran out.
pub fn timer(app: &mut Settings, token: u32, sys: &mut System) {
    match (token, app.storage, app.backup) {
        (STORAGE_TIMER, Job::Running(done), _) if done + 1 < STORAGE_STEPS => {
            sys.hit("storage.step");
            app.storage = Job::Running(done + 1);
            sys.after(STORAGE_STEP_MS, STORAGE_TIMER);
        }
        (STORAGE_TIMER, Job::Running(_), _) => {
            sys.hit("storage.end");
            app.storage = Job::Done;
            app.analysed = true;
        }
        (BACKUP_TIMER, _, Job::Running(done)) if done + 1 < BACKUP_STEPS => {
            sys.hit("backup.step");
            app.backup = Job::Running(done + 1);
            sys.after(BACKUP_STEP_MS, BACKUP_TIMER);
        }
        (BACKUP_TIMER, _, Job::Running(_)) => {
            sys.hit("backup.end");
            app.backup = Job::Idle;
            app.saved.backed_up = true;
            sys.toast("Backup finished");
        }
        (SOUND_TIMER, ..) => {
            sys.hit("sound.end");
            app.playing = None;
        }
        (LATE_TIMER, Job::Running(_), _) if app.screen() == Screen::Storage => {
            sys.hit("storage.late");
            sys.fault("settings-storage-again");
        }
        _ => {}
    }
}

/// A broadcast came in.
pub fn broadcast(app: &mut Settings, action: &str, sys: &mut System) {
    if action == BATTERY_LOW {
        sys.hit("battery.low");
        app.level = 14;
        if matches!(app.storage, Job::Running(_)) && sys.is_seeded("settings-battery-analysing") {
            faults::crash_battery(sys);
        } else {
            sys.toast("Battery is low");
        }
    } else if action == POWER_CONNECTED {
        sys.hit("battery.plugged");
        app.charging = true;
    } else {
        sys.hit("battery.unplugged");
        app.charging = false;
    }
}
