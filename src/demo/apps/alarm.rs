//! The alarm app: alarms, a world clock, a timer and a stopwatch.

mod alarms;
mod edit;
mod faults;
mod input_faults;
mod points;
mod ring;
mod saved;
mod screens;
mod settings;
mod states;
mod stopwatch;
mod timer;
mod world;

use saved::Saved;

use crate::demo::app::{About, App, System};
use crate::demo::ui::Scene;

/// The alarm app.
#[derive(Clone, Debug)]
pub struct Alarm {
    saved: Saved,
    ui: Ui,
}

/// What is on the screens and what is running; gone when the process ends.
#[derive(Clone, Debug, Default)]
struct Ui {
    /// The screens, the front one last; never empty after the launch.
    stack: Vec<Screen>,
    dialog: Option<Dialog>,
    draft: edit::Draft,
    ring: ring::Ring,
    timer: timer::Timer,
    watch: stopwatch::Watch,
    world: world::Search,
    sync: world::Sync,
}

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Screen {
    Alarms,
    World,
    Timer,
    Stopwatch,
    Edit,
    /// This alarm rings.
    Ring(u32),
    /// The alarm was snoozed.
    Snoozed,
    /// The timer ran out.
    TimeUp,
    Cities,
    Sync,
    Bedtime,
    Settings,
}

/// What is in front of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialog {
    Menu,
    /// Delete all alarms.
    Clear,
    Time,
    Days,
    Tones,
    /// The ringtone is being played.
    Preview,
    /// The alarm rings in a few seconds.
    Countdown,
    Delete,
    Discard,
    CustomTimer,
    /// Take this city from the world clock.
    RemoveCity(usize),
    Snooze,
}

/// One of the four screens of the bottom bar.
#[derive(Clone, Copy, Debug)]
pub enum Tab {
    /// The alarms.
    Alarms,
    /// The world clock.
    World,
    /// The timer.
    Timer,
    /// The stopwatch.
    Stopwatch,
}

/// What a touch sends.
#[derive(Clone, Debug)]
pub enum Msg {
    /// Back to the screen before.
    Up,
    /// Leave the dialog without a choice.
    Dismiss,
    /// Another screen of the bottom bar.
    Tab(Tab),
    /// Open the options menu.
    More,
    /// Among the alarms.
    Alarms(alarms::Tap),
    /// On an alarm's form.
    Edit(edit::Tap),
    /// On a ringing screen.
    Ring(ring::Tap),
    /// On the timer.
    Timer(timer::Tap),
    /// On the stopwatch.
    Watch(stopwatch::Tap),
    /// On the world clock, its cities and the sync screen.
    World(world::Tap),
    /// On the settings and bedtime screens.
    Settings(settings::Tap),
}

/// Tokens of timers. An alarm's test rings with [`token::TEST`] plus its id.
mod token {
    pub const DUE: u32 = 1;
    pub const SNOOZE: u32 = 2;
    pub const TIMER: u32 = 3;
    pub const SYNC: u32 = 4;
    pub const PREVIEW: u32 = 5;
    pub const REMIND: u32 = 6;
    pub const SYNC_LATE: u32 = 7;
    pub const TEST: u32 = 1000;
}

impl App for Alarm {
    type Msg = Msg;

    const ABOUT: About = About {
        name: "alarm",
        title: "Alarm",
        package: "org.ridealong.alarm",
        version: "5.1.2",
        activities: &[
            ".MainActivity",
            ".EditActivity",
            ".RingActivity",
            ".CityActivity",
            ".SyncActivity",
            ".BedtimeActivity",
            ".SettingsActivity",
        ],
        permissions: &[settings::NOTIFY],
        receivers: &[
            "android.intent.action.TIMEZONE_CHANGED",
            "android.intent.action.BOOT_COMPLETED",
        ],
        colour: 0x39_49ab,
        states: states::STATES,
        points: points::POINTS,
        faults: faults::FAULTS,
        input_faults: input_faults::INPUT_FAULTS,
        view_faults: view_faults::FAULTS,
    };

    fn install() -> Self {
        Self { saved: Saved::sample(), ui: Ui::default() }
    }

    fn launch(&mut self, sys: &mut System) {
        sys.hit("launch");
        self.ui = Ui { stack: vec![Screen::Alarms], ..Ui::default() };
        self.schedule(sys);
    }

    fn view(&self, sys: &System) -> Scene<Msg> {
        Scene {
            activity: self.activity(),
            state: self.state(),
            body: self.body(sys),
            layers: self.layer().into_iter().collect(),
        }
    }

    fn update(&mut self, msg: Msg, sys: &mut System) {
        match msg {
            Msg::Up => self.leave(sys),
            Msg::Dismiss => {
                match self.ui.dialog {
                    Some(Dialog::Preview) => {
                        sys.hit("dismiss.preview");
                        sys.forget(token::PREVIEW);
                    }
                    Some(Dialog::Countdown) => {
                        sys.hit("dismiss.countdown");
                        sys.forget(token::TEST + self.ui.draft.id());
                    }
                    _ => {}
                }
                self.ui.dialog = None;
            }
            Msg::Tab(tab) => {
                sys.hit("tab");
                self.go_main(match tab {
                    Tab::Alarms => Screen::Alarms,
                    Tab::World => Screen::World,
                    Tab::Timer => Screen::Timer,
                    Tab::Stopwatch => Screen::Stopwatch,
                });
            }
            Msg::More => self.menu(sys),
            Msg::Alarms(tap) => self.on_alarms(tap, sys),
            Msg::Edit(tap) => self.on_edit(tap, sys),
            Msg::Ring(tap) => self.on_ring(tap, sys),
            Msg::Timer(tap) => self.on_timer(tap, sys),
            Msg::Watch(tap) => self.on_watch(tap, sys),
            Msg::World(tap) => self.on_world(tap, sys),
            Msg::Settings(tap) => self.on_settings(tap, sys),
        }
    }

    fn back(&mut self, sys: &mut System) {
        self.leave(sys);
    }

    fn menu(&mut self, sys: &mut System) {
        if self.ui.stack.len() == 1 && self.ui.dialog.is_none() {
            sys.hit("menu");
            self.ui.dialog = Some(Dialog::Menu);
        }
    }

    fn rotated(&mut self, sys: &mut System) {
        if self.ui.dialog == Some(Dialog::Preview) {
            sys.hit("rotated.preview");
            sys.forget(token::PREVIEW);
            self.ui.dialog = Some(Dialog::Tones);
        } else {
            sys.hit("rotated");
        }
    }

    fn broadcast(&mut self, action: &str, sys: &mut System) {
        if !action.ends_with("TIMEZONE_CHANGED") {
            sys.hit("broadcast.boot");
            self.schedule(sys);
        } else if self.ui.watch.is_running() && sys.is_seeded(faults::ZONE_STOPWATCH) {
            sys.hit("broadcast.zone_running");
            faults::zone_under_stopwatch(sys);
        } else {
            sys.hit("broadcast.zone");
            sys.toast("The time zone was changed");
            self.schedule(sys);
        }
    }

    fn permission(&mut self, _permission: &str, granted: bool, sys: &mut System) {
        if granted {
            sys.hit("permission.granted");
        } else {
            sys.hit("permission.denied");
            sys.toast("Alarms will ring without a notification");
        }
    }

    fn timer(&mut self, token: u32, sys: &mut System) {
        match token {
            token::DUE => self.ring_due(sys),
            token::SNOOZE => self.ring_again(sys),
            token::REMIND => self.remind(sys),
            token::TIMER => self.time_is_up(sys),
            token::SYNC => self.synced(sys),
            token::SYNC_LATE => self.sync_is_late(sys),
            token::PREVIEW => self.preview_ends(sys),
            _ => self.ring_test(token.saturating_sub(token::TEST), sys),
        }
    }

    fn open(&mut self, activity: &str, sys: &mut System) {
        let screen = match activity {
            ".CityActivity" => Screen::Cities,
            ".BedtimeActivity" => Screen::Bedtime,
            ".SettingsActivity" => Screen::Settings,
            _ => {
                sys.hit("open.main");
                self.go_main(Screen::Alarms);
                return;
            }
        };
        sys.hit("open.screen");
        self.ui.world = world::Search::default();
        self.go(screen);
    }

    fn resumed(&mut self, sys: &mut System) {
        sys.hit("resumed");
    }
}

#[cfg(test)]
mod tests;
mod view_faults;
