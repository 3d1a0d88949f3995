//! The embedded phone itself: its apps, its clock, its windows and its log.
//!
//! Everything that happens to it is one of its methods; each handles one event to its end, effects
//! of the app included, before it returns.

mod clock;
mod conditions;
mod crash;
mod effects;
mod installed;
mod lifecycle;
mod log;
mod pictures;
mod system_ui;
mod trouble;
mod windows;

pub use conditions::{BATTERY, Battery};
pub use installed::Life;
pub use lifecycle::Started;
pub use log::{Buffer, Line};
pub use system_ui::{ANDROID, LAUNCHER, PERMISSION_CONTROLLER};
pub use trouble::{SYSTEM_UI, Trouble};

use crate::domain::Pace;
use std::collections::VecDeque;

use thiserror::Error;

use super::app::{About, System};
use super::apps::{self, Entry};
use super::enabled::EnabledFaults;
use super::frame::{DISPLAY, Pane};
use super::layout::{Touched, Window};
use super::running::{AnyApp, EditKey, Running};
use super::truth::Truth;
use crate::domain::{DisplaySize, Point};
use clock::Clock;
use conditions::Conditions;
use installed::Installed;
use log::Log;
use pictures::Pictures;
use system_ui::Ask;
use trouble::Troubles;

/// What a touch or a key costs, in milliseconds.
const INPUT_MS: u64 = 5;
/// The smallest and the largest display, in pixels. On a smaller one bars would cover each other;
/// pictures of a larger one would only cost.
pub const SIZES: (DisplaySize, DisplaySize) =
    (DisplaySize::new(480, 800), DisplaySize::new(2160, 3840));
/// How long a toast is shown, in milliseconds.
const TOAST_MS: u64 = 2000;

/// How the phone is to be.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The only app on it; all if `None`.
    pub app: Option<String>,
    /// What process ids and hashes are made from.
    pub seed: u64,
    /// Which time it lives in.
    pub pace: Pace,
}

/// Why there is no such phone.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the demo phone has no app {name:?}; it has {}", .known.join(", "))]
pub struct NoSuchDemoApp {
    /// The name asked for.
    pub name: String,
    /// The names there are.
    pub known: Vec<&'static str>,
}

/// What is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Front {
    Launcher,
    Recents,
    App(usize),
}

/// A key of the phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhoneKey {
    /// Back.
    Back,
    /// Home.
    Home,
    /// The recent apps.
    Recents,
    /// The options menu.
    Menu,
    /// A key that edits.
    Edit(EditKey),
    /// A letter or sign.
    Letter(char),
    /// A key that does nothing here.
    Dead,
}

/// The window that has the focus, as the phone's tools tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Active {
    /// Who drew it.
    pub package: &'static str,
    /// What `dumpsys window` calls it after its hash and user.
    pub name: String,
    /// The activity in front, as `PACKAGE/ACTIVITY`.
    pub component: String,
    /// Its boxes.
    pub pane: Pane,
}

struct Timer {
    due: u64,
    order: u64,
    app: usize,
    token: u32,
}

/// The embedded phone.
pub struct DemoPhone {
    apps: Vec<Installed>,
    front: Front,
    last: usize,
    landscape: bool,
    /// The display in its natural position.
    natural: DisplaySize,
    /// The seeded faults that act.
    faults: EnabledFaults,
    conditions: Conditions,
    clock: Clock,
    timers: Vec<Timer>,
    ordered: u64,
    toast: Option<(String, u64)>,
    questions: VecDeque<(usize, &'static str)>,
    hung: Option<usize>,
    log: Log,
    seed: u64,
    next_pid: u32,
    pictures: Pictures,
    troubles: Troubles,
}

impl DemoPhone {
    /// A phone that was just started, its home screen in front.
    ///
    /// # Errors
    /// If there is no app of the name asked for.
    pub fn new(options: &Options) -> Result<Self, NoSuchDemoApp> {
        let entries = match &options.app {
            None => apps::entries().to_vec(),
            Some(name) => vec![*apps::entry(name).ok_or_else(|| NoSuchDemoApp {
                name: name.clone(),
                known: apps::all().iter().map(|about| about.name).collect(),
            })?],
        };
        Ok(Self::with(&entries, options.seed, options.pace))
    }

    /// A phone with these apps.
    pub fn with(entries: &[Entry], seed: u64, pace: Pace) -> Self {
        let uids = 10_100..;
        let installed = entries.iter().zip(uids).map(|(entry, uid)| Installed::new(*entry, uid));
        let jitter = u32::try_from(mixed(seed) % 2000).unwrap_or(0);
        Self {
            apps: installed.collect(),
            front: Front::Launcher,
            last: 0,
            landscape: false,
            natural: DISPLAY,
            faults: EnabledFaults::All,
            conditions: Conditions::default(),
            clock: Clock::new(pace),
            timers: Vec::new(),
            ordered: 0,
            toast: None,
            questions: VecDeque::new(),
            hung: None,
            log: Log::default(),
            seed,
            next_pid: 3000 + jitter,
            pictures: Pictures::default(),
            troubles: Troubles::default(),
        }
    }

    /// What is true of the apps on it.
    pub fn abouts(&self) -> impl Iterator<Item = &'static About> + '_ {
        self.apps.iter().map(Installed::about)
    }

    /// The app in front, or the last one that was opened.
    pub fn current(&self) -> Option<&'static About> {
        let index = if let Front::App(index) = self.front { index } else { self.last };
        self.apps.get(index).map(Installed::about)
    }

    /// What was seen of the app in front, or of the last one that was opened.
    pub fn truth(&self) -> Option<&Truth> {
        let index = if let Front::App(index) = self.front { index } else { self.last };
        self.apps.get(index).map(|app| &app.truth)
    }

    /// What was seen of the app with this package.
    pub fn truth_of(&self, package: &str) -> Option<&Truth> {
        self.apps.get(self.number(package)?).map(|app| &app.truth)
    }

    /// The process of the app with this package.
    pub fn life(&self, package: &str) -> Option<Life> {
        self.apps.get(self.number(package)?).map(|app| app.life)
    }

    /// True if the app with this package holds `permission`.
    pub fn holds(&self, package: &str, permission: &str) -> bool {
        let app = self.number(package).and_then(|number| self.apps.get(number));
        app.is_some_and(|app| app.granted.iter().any(|held| held == permission))
    }

    /// True if the app with this package is in front.
    pub fn is_front(&self, package: &str) -> bool {
        self.number(package).is_some_and(|number| self.front == Front::App(number))
    }

    /// The log's lines that are kept, oldest first.
    pub fn log(&self) -> &[Line] {
        self.log.lines()
    }

    /// Empties the log.
    pub fn clear_log(&mut self) {
        self.log.clear();
    }

    /// Milliseconds since it was started.
    pub fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// The date and time it shows.
    pub fn date(&self) -> jiff::civil::DateTime {
        self.universal().saturating_add(jiff::SignedDuration::from_mins(self.offset().into()))
    }

    /// The date and time in Greenwich.
    pub fn universal(&self) -> jiff::civil::DateTime {
        self.clock.date(self.clock.now_ms())
    }

    /// True if its time moves only by commands.
    pub fn is_virtual(&self) -> bool {
        self.clock.is_virtual()
    }

    /// The same phone with another display, `natural` in its natural position: made to fit what
    /// apps can be laid out on, see [`SIZES`].
    #[must_use]
    pub fn with_display(mut self, natural: DisplaySize) -> Self {
        let (least, most) = SIZES;
        self.natural = DisplaySize::new(
            natural.width.clamp(least.width, most.width),
            natural.height.clamp(least.height, most.height),
        );
        self
    }

    /// The same phone with only these seeded faults in its apps. To be called before an app is opened.
    #[must_use]
    pub fn with_faults(mut self, faults: EnabledFaults) -> Self {
        self.faults = faults;
        self
    }

    /// The seeded faults that act in its apps.
    pub fn faults(&self) -> &EnabledFaults {
        &self.faults
    }

    /// The display in its natural position.
    pub fn natural(&self) -> DisplaySize {
        self.natural
    }

    /// The display in its present rotation.
    pub fn display(&self) -> DisplaySize {
        let DisplaySize { width, height } = self.natural;
        if self.landscape { DisplaySize::new(height, width) } else { self.natural }
    }

    /// True while it lies on its side.
    pub fn landscape(&self) -> bool {
        self.landscape
    }

    /// The seed it was made with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// What the toast says that is shown.
    pub fn toast(&self) -> Option<&str> {
        self.toast.as_ref().map(|(text, _)| text.as_str())
    }

    /// Lets `ms` pass (in real time: catches up with the computer's clock); timers run out.
    pub fn pass(&mut self, ms: u64) {
        let until = self.clock.after(ms);
        loop {
            let due = self.timers.iter().enumerate().filter(|(_, timer)| timer.due <= until);
            let due = due.filter(|(_, timer)| self.hung != Some(timer.app));
            let Some((next, _)) = due.min_by_key(|(_, timer)| (timer.due, timer.order)) else {
                break;
            };
            let timer = self.timers.swap_remove(next);
            self.clock.set(timer.due);
            self.with_app(timer.app, |app, sys| app.timer(timer.token, sys));
        }
        self.clock.set(until);
        let now = self.clock.now_ms();
        self.toast.take_if(|(_, end)| *end <= now);
        self.note();
    }

    /// A finger touches and lets go.
    pub fn tap(&mut self, at: Point) {
        self.pass(INPUT_MS);
        self.touch(|window| window.tap(at), |app, sys| app.tap(at, sys));
    }

    /// A finger touches and stays.
    pub fn hold(&mut self, at: Point) {
        self.pass(600);
        self.touch(|window| window.hold(at), |app, sys| app.hold(at, sys));
    }

    /// A finger goes from one point to another within `ms`; one that stays holds.
    pub fn swipe(&mut self, from: Point, to: Point, ms: u64) {
        self.pass(ms.max(INPUT_MS));
        if self.locked() {
            if from.y.saturating_sub(to.y) > 400 {
                self.dismiss_lock();
            }
            return;
        }
        let moved = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) > 15;
        self.touch(
            |window| if moved { Touched::Nothing } else { window.tap(from) },
            |app, sys| app.swipe(from, to, ms, sys),
        );
    }

    /// Letters come from the keyboard. False if nothing takes them.
    pub fn type_text(&mut self, text: &str) -> bool {
        self.pass(INPUT_MS);
        self.keyed(false, |app, sys| app.type_text(text, sys))
    }

    /// The focused field is emptied. False if there is none.
    pub fn clear_text(&mut self) -> bool {
        self.pass(INPUT_MS);
        self.keyed(false, Running::clear_text)
    }

    /// A key is pressed.
    pub fn key(&mut self, key: PhoneKey) {
        self.pass(INPUT_MS);
        self.count_input(1);
        if self.locked() {
            return;
        }
        match key {
            PhoneKey::Home => self.home(),
            PhoneKey::Recents => self.recents(),
            PhoneKey::Back => self.back(),
            PhoneKey::Menu => self.keyed((), Running::menu),
            PhoneKey::Edit(key) => {
                self.keyed(false, |app, sys| app.edit(key, sys));
            }
            PhoneKey::Letter(letter) => {
                let letter = letter.to_string();
                self.keyed(false, |app, sys| app.type_text(&letter, sys));
            }
            PhoneKey::Dead => {}
        }
    }

    fn back(&mut self) {
        if self.hung_in_front().is_some() {
            return;
        }
        if self.question().is_some() {
            return self.asked(Ask::Permit(false));
        }
        match self.front {
            Front::App(_) if self.trouble() == Some(Trouble::Spinner) => {}
            Front::App(app) => {
                self.with_app(app, Running::back);
            }
            Front::Recents => self.front = Front::Launcher,
            Front::Launcher => {}
        }
        self.note();
    }

    /// Turns the phone.
    pub fn rotate(&mut self, landscape: bool) {
        self.pass(INPUT_MS);
        if self.landscape == landscape {
            return;
        }
        self.landscape = landscape;
        if let Front::App(app) = self.front {
            self.turned(app);
        }
        self.note();
    }

    fn number(&self, package: &str) -> Option<usize> {
        self.apps.iter().position(|app| app.about().package == package)
    }

    fn system(&self, index: usize) -> System {
        System {
            now_ms: self.clock.now_ms(),
            landscape: self.landscape,
            display: self.display(),
            dark: self.dark(),
            letters: self.letters(),
            faults: self.faults.clone(),
            granted: self.apps.get(index).map(|app| app.granted.clone()).unwrap_or_default(),
            effects: Vec::new(),
        }
    }

    fn locked(&self) -> bool {
        matches!(self.trouble(), Some(Trouble::Locked { .. }))
    }

    /// Hands a touch to the window in front: the phone's own, else the app's.
    fn touch(
        &mut self,
        own: impl FnOnce(&Window<Ask>) -> Touched<Ask>,
        app: impl FnOnce(&mut AnyApp, &mut System),
    ) {
        self.count_input(1);
        let window = self.system_window().map(|(_, window)| window).or_else(|| self.home_window());
        match (window, self.front) {
            (Some(window), _) => {
                if let Touched::Send(ask) = own(&window) {
                    self.asked(ask);
                }
            }
            (None, Front::App(index)) => {
                self.with_app(index, app);
            }
            (None, Front::Launcher | Front::Recents) => {}
        }
        self.note();
    }

    /// Hands a key to the app in front, unless a window of the phone's own is over it.
    fn keyed<T>(&mut self, otherwise: T, key: impl FnOnce(&mut AnyApp, &mut System) -> T) -> T {
        let answer = match self.front {
            Front::App(app) if self.system_window().is_none() => self.with_app(app, key),
            _ => None,
        };
        self.note();
        answer.unwrap_or(otherwise)
    }

    /// Notes for the ground truth what the app in front shows.
    fn note(&mut self) {
        self.close_at_once();
        let (Front::App(index), Some(look)) = (self.front, self.look()) else { return };
        if let Some(app) = self.apps.get_mut(index) {
            let about = app.about();
            app.truth.shows(about, look.state, look.activity);
        }
    }
}

/// Well mixed bits of `seed` (the finaliser of SplitMix64, Steele et al. 2014).
pub fn mixed(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests;
