//! The settings app: deep in sub-screens, with lists, dialogs, slow pages and a receiver.

mod act;
mod data;
mod dialogs;
mod faults;
mod input_faults;
mod message;
mod pages;
mod points;
mod slow;
mod states;
#[cfg(test)]
mod tests;
mod update;
mod view;
mod view_faults;

use self::data::Saved;
use self::message::{Dialog, Msg, Screen};
use crate::demo::app::{About, App, System};
use crate::demo::ui::Scene;

/// The broadcasts it listens to.
const POWER_CONNECTED: &str = "android.intent.action.ACTION_POWER_CONNECTED";
const POWER_DISCONNECTED: &str = "android.intent.action.ACTION_POWER_DISCONNECTED";
const BATTERY_LOW: &str = "android.intent.action.BATTERY_LOW";

/// How far a slow job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Job {
    /// Not begun.
    #[default]
    Idle,
    /// So many steps are done.
    Running(i32),
    /// Done, its result is shown.
    Done,
}

/// The settings app.
pub struct Settings {
    saved: Saved,
    /// The pages one can go back through, the one in front last; never empty.
    stack: Vec<Screen>,
    dialog: Option<Dialog>,
    /// What is typed into the fields of the page or dialog in front.
    typed: [String; 2],
    /// The form or dialog in front was not taken.
    refused: bool,
    query: String,
    /// The PIN that has to be repeated.
    pin: String,
    /// An account was removed since the start.
    removed: bool,
    storage: Job,
    /// Storage was analysed to the end since the start.
    analysed: bool,
    backup: Job,
    charging: bool,
    level: i32,
    build_taps: u32,
    /// What the sound page plays.
    playing: Option<&'static str>,
}

impl App for Settings {
    type Msg = Msg;

    const ABOUT: About = About {
        name: "settings",
        title: "Settings",
        package: "org.ridealong.settings",
        version: "14.0.3",
        activities: &[
            ".MainActivity",
            ".SearchActivity",
            ".SubSettings",
            ".WifiActivity",
            ".DndActivity",
            ".AppsActivity",
            ".AppInfoActivity",
            ".PermissionsActivity",
            ".StorageActivity",
            ".BatteryActivity",
            ".PrivacyActivity",
            ".AccountsActivity",
            ".AddAccountActivity",
            ".AccountActivity",
            ".SyncActivity",
            ".DeveloperActivity",
            ".BackupActivity",
        ],
        permissions: &[],
        receivers: &[POWER_CONNECTED, POWER_DISCONNECTED, BATTERY_LOW],
        colour: 0x0045_5a64,
        states: states::STATES,
        points: points::POINTS,
        faults: faults::FAULTS,
        input_faults: input_faults::INPUT_FAULTS,
        view_faults: view_faults::FAULTS,
    };

    fn install() -> Self {
        Self {
            saved: Saved::sample(),
            stack: vec![Screen::Home],
            dialog: None,
            typed: Default::default(),
            refused: false,
            query: String::new(),
            pin: String::new(),
            removed: false,
            storage: Job::Idle,
            analysed: false,
            backup: Job::Idle,
            charging: false,
            level: 68,
            build_taps: 0,
            playing: None,
        }
    }

    fn launch(&mut self, sys: &mut System) {
        sys.hit("app.launch");
        let saved = std::mem::replace(&mut self.saved, Saved::sample());
        let (charging, level) = (self.charging, self.level);
        *self = Self { saved, charging, level, ..Self::install() };
    }

    fn view(&self, sys: &System) -> Scene<Msg> {
        view::scene(self, sys)
    }

    fn dark(&self, sys: &System) -> bool {
        // The seeded fault: the sound page draws itself light.
        let light = self.screen() == Screen::Sound && sys.is_seeded("settings-dark-sound");
        self.saved.dark && !light
    }

    fn update(&mut self, msg: Msg, sys: &mut System) {
        update::handle(self, msg, sys);
        self.watch(sys);
    }

    fn back(&mut self, sys: &mut System) {
        update::back(self, sys);
        self.watch(sys);
    }

    fn rotated(&mut self, sys: &mut System) {
        if self.dialog == Some(Dialog::PinConfirm) && sys.is_seeded("settings-pin-rotation") {
            sys.hit("pin.turn");
            faults::crash_pin(sys);
        }
        self.watch(sys);
    }

    fn broadcast(&mut self, action: &str, sys: &mut System) {
        slow::broadcast(self, action, sys);
    }

    fn timer(&mut self, token: u32, sys: &mut System) {
        slow::timer(self, token, sys);
        self.watch(sys);
    }

    fn open(&mut self, activity: &str, sys: &mut System) {
        update::open(self, activity, sys);
        self.watch(sys);
    }
}

impl Settings {
    /// The page in front.
    fn screen(&self) -> Screen {
        self.stack.last().copied().unwrap_or(Screen::Home)
    }
}
