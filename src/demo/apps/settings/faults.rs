//! The seeded faults of the settings app: the table, and how each one shows.

use super::message::Screen;
use super::{BATTERY_LOW, Settings};
use crate::demo::app::Do::{Broadcast, Rotate, Tap, Type, Wait};
use crate::demo::app::{App, FaultKind, FaultSpec, System};
use crate::domain::{BugCategory, CrashKind};

/// The seeded faults.
pub const FAULTS: &[FaultSpec] = &[
    FaultSpec {
        id: "settings-sync-removed",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Opening the synchronisation after an account was removed crashes",
        secret: false,
        steps: &[
            Tap("#row_accounts"),
            Tap("#account"),
            Tap("#remove"),
            Tap("#confirm_remove"),
            Tap("#row_sync"),
        ],
    },
    FaultSpec {
        id: "settings-pin-rotation",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "Turning the phone while the PIN has to be repeated crashes",
        secret: false,
        steps: &[
            Tap("#row_privacy"),
            Tap("#row_lock"),
            Type("#new_pin", "2580"),
            Tap("#ok"),
            Rotate,
        ],
    },
    FaultSpec {
        id: "settings-battery-analysing",
        kind: FaultKind::Crash(CrashKind::Java),
        title: "A low battery while storage is analysed crashes",
        secret: false,
        steps: &[Tap("#row_storage"), Tap("#analyse"), Broadcast(BATTERY_LOW)],
    },
    FaultSpec {
        id: "settings-dark-sound",
        kind: FaultKind::Functional(BugCategory::Setting),
        title: "The sound page stays light under the dark theme",
        secret: false,
        steps: &[Tap("#row_display"), Tap("#dark"), Tap("Navigate up"), Tap("#row_sound")],
    },
    FaultSpec {
        id: "settings-permissions-row",
        kind: FaultKind::Functional(BugCategory::Navigation),
        title: "\"App permissions\" under privacy leads to the accounts",
        secret: false,
        steps: &[Tap("#row_privacy"), Tap("#row_permissions")],
    },
    FaultSpec {
        id: "settings-storage-again",
        kind: FaultKind::Functional(BugCategory::PageLoading),
        title: "A second analysis of the storage never ends",
        secret: false,
        steps: &[
            Tap("#row_storage"),
            Tap("#analyse"),
            Wait(5),
            Tap("#clean"),
            Tap("#analyse"),
            Wait(8),
        ],
    },
    FaultSpec {
        id: "settings-alarm-silent",
        kind: FaultKind::Functional(BugCategory::MediaResponse),
        title: "Testing the alarm volume plays nothing",
        secret: false,
        steps: &[Tap("#row_sound"), Tap("#test_alarm")],
    },
    FaultSpec {
        id: "settings-export-silent",
        kind: FaultKind::Functional(BugCategory::FeedbackMissing),
        title: "Exporting a backup to a file gives no sign that it was done",
        secret: false,
        steps: &[Tap("#row_system"), Tap("#row_backup"), Tap("#export")],
    },
    FaultSpec {
        id: "settings-scan-covers",
        kind: FaultKind::Functional(BugCategory::Occlusion),
        title: "In landscape the scan button covers the options of the last network in view",
        secret: false,
        steps: &[Tap("#row_network"), Tap("#row_wifi"), Rotate],
    },
];

impl Settings {
    /// Tells the functional faults whose wrong result is on the screen now.
    pub fn watch(&self, sys: &mut System) {
        if self.saved.dark && self.screen() == Screen::Sound && !self.dark(sys) {
            sys.fault("settings-dark-sound");
        }
        if self.stack.ends_with(&[Screen::Privacy, Screen::Accounts])
            && sys.is_seeded("settings-permissions-row")
        {
            sys.fault("settings-permissions-row");
        }
        if self.screen() == Screen::Wifi
            && sys.landscape
            && self.saved.wifi
            && sys.is_seeded("settings-scan-covers")
        {
            sys.fault("settings-scan-covers");
        }
    }
}

/// The synchronisation of an account that is no longer there.
pub fn crash_sync(sys: &mut System) {
    sys.fault("settings-sync-removed");
    sys.throw(
        "java.lang.NullPointerException",
        "Attempt to invoke virtual method 'java.lang.String android.accounts.Account.toString()' \
         on a null object reference",
        &[
            "org.ridealong.settings.accounts.SyncFragment.bindAccount(SyncFragment.kt:64)",
            "org.ridealong.settings.accounts.SyncFragment.onViewCreated(SyncFragment.kt:33)",
            "org.ridealong.settings.accounts.SyncActivity.onCreate(SyncActivity.kt:27)",
        ],
    );
}

/// The dialog that was made anew without the first PIN.
pub fn crash_pin(sys: &mut System) {
    sys.fault("settings-pin-rotation");
    sys.throw(
        "kotlin.UninitializedPropertyAccessException",
        "lateinit property firstPin has not been initialized",
        &[
            "org.ridealong.settings.privacy.ConfirmPinDialog.getFirstPin(ConfirmPinDialog.kt:22)",
            "org.ridealong.settings.privacy.ConfirmPinDialog.onCreateDialog(ConfirmPinDialog.kt:47)",
        ],
    );
}

/// The receiver that clears a cache which is being read.
pub fn crash_battery(sys: &mut System) {
    sys.fault("settings-battery-analysing");
    sys.throw(
        "java.util.ConcurrentModificationException",
        "",
        &[
            "org.ridealong.settings.storage.StorageAnalyser.nextVolume(StorageAnalyser.kt:118)",
            "org.ridealong.settings.storage.StorageAnalyser.pause(StorageAnalyser.kt:140)",
            "org.ridealong.settings.battery.BatteryReceiver.onReceive(BatteryReceiver.kt:29)",
        ],
    );
}
