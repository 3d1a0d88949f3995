//! The Android backend over one [`DeviceShell`].
//!
//! A real phone behind adb and the embedded demo phone look the same from here: something that runs
//! `sh` command lines. Looking may be repeated; acting never is. When the connection breaks while
//! an action is on its way, the error says so, and whoever asked looks again and decides.

mod activity;
mod commands;
mod conditions;
mod declared;
mod fallback;
pub mod hierarchy;
mod hints;
mod idle;
mod keyguard;
pub mod logcat;
pub mod manifest;
mod open;
mod package;
mod perform;
mod picture;
mod quote;
mod rotate;
mod screen;
pub mod script;
mod terminal;
mod text;
mod toast;
mod touch;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use crate::domain::{
    Action, AppCrash, Coverage, CoveredParts, DeviceCapabilities, DisplaySize, FaultEffects,
    ReadQuality, Widget,
};

use super::{
    ActionReport, AppInfo, Device, DeviceError, DeviceFuture, DeviceInfo, DeviceShell, Observation,
};

use activity::ForegroundActivity;
use conditions::SystemChanges;
use fallback::ReadingFallback;
use hints::FieldHints;
use idle::{IdleDecision, IdleLimits, IdleWait, Ornaments};
use picture::PictureState;
use screen::{DeviceReading, DumpContext, DumpSource};
use terminal::DeviceTerminal;
use touch::TouchScreen;
use watch::LogWatch;

/// How often a crash that was only announced is looked for again, a second apart.
const REPORTS: u32 = 2;

/// Between looks for the full report of a crash.
const REPORT_PAUSE: Duration = Duration::from_secs(1);

/// What the user can choose.
#[derive(Clone, Debug)]
pub struct AndroidOptions {
    /// The target as the user named it: `demo:notes`, `adb:emulator-5554`.
    pub target: String,
    /// The app's package, or a part of it that no other app has; `None` for the app in front.
    pub app: Option<String>,
    /// Delete all that the app has stored before it is opened.
    pub fresh: bool,
    /// How long to wait for a screen that changes, in time slept by the device.
    pub idle_limit: Duration,
    /// How long to wait for a screen that shows progress.
    pub busy_limit: Duration,
    /// The pause between two looks at a screen.
    pub settle: Duration,
    /// Take pictures. Without them an observation is quicker.
    pub pictures: bool,
    /// How coverage is measured, on the model that can measure it. Other phones are asked nothing.
    pub coverage: Option<CoverageSource>,
}

/// How coverage is measured on a model of phone that can tell it.
#[derive(Clone, Copy, Debug)]
pub struct CoverageSource {
    /// The model, as the property `ro.product.model` says it.
    pub model: &'static str,
    /// The kinds of coverage it measures.
    pub kinds: &'static [&'static str],
    /// The shell command that prints it.
    pub command: &'static str,
    /// Reads what the command prints; `None` if it is no coverage.
    pub read: fn(&str) -> Option<Coverage>,
    /// Reads from the same the names of what was covered.
    pub parts: fn(&str) -> CoveredParts,
    /// Reads from the same how often the wrong results of seeded faults were seen.
    pub fault_effects: fn(&str) -> FaultEffects,
}

impl Default for AndroidOptions {
    fn default() -> Self {
        Self {
            target: String::new(),
            app: None,
            fresh: false,
            idle_limit: Duration::from_secs(10),
            busy_limit: Duration::from_secs(60),
            settle: Duration::from_millis(150),
            pictures: true,
            coverage: None,
        }
    }
}

/// One app on one Android device.
pub struct AndroidDevice {
    terminal: DeviceTerminal,
    options: AndroidOptions,
    info: DeviceInfo,
    app: AppInfo,
    /// What a launcher starts.
    launcher: Option<ForegroundActivity>,
    watch: LogWatch,
    /// How the last dump was had.
    source: DumpSource,
    ornaments: Ornaments,
    hints: FieldHints,
    fallback: ReadingFallback,
    /// The screen as it was seen last: what an action is aimed at. Its hints are as dumped.
    seen: SeenScreen,
    keyboards: perform::InputMethods,
    changes: SystemChanges,
    touch_screen: Option<Option<TouchScreen>>,
    pictures: PictureState,
    /// True once the coverage source gave no answer: it is not asked again.
    coverage_failed: bool,
    /// What it printed last.
    coverage_told: String,
    /// The parts that were told as covered.
    told_parts: CoveredParts,
    /// What the coverage source reported of seeded faults.
    fault_effects: FaultEffects,
}

#[derive(Clone, Debug, Default)]
struct SeenScreen {
    widgets: Vec<Widget>,
    size: DisplaySize,
    rotation: u8,
}

impl AndroidDevice {
    /// A device behind `shell`. It is not touched before [`Device::open`].
    pub fn new(shell: Arc<dyn DeviceShell>, options: AndroidOptions) -> Self {
        let info = DeviceInfo {
            target: options.target.clone(),
            model: String::new(),
            system: String::new(),
            size: DisplaySize::default(),
        };
        Self {
            terminal: DeviceTerminal::new(shell),
            options,
            info,
            app: AppInfo::default(),
            launcher: None,
            watch: LogWatch::default(),
            source: DumpSource::default(),
            ornaments: Ornaments::new(),
            hints: FieldHints::default(),
            fallback: ReadingFallback::default(),
            seen: SeenScreen::default(),
            keyboards: perform::InputMethods::default(),
            changes: SystemChanges::default(),
            touch_screen: None,
            pictures: PictureState::default(),
            coverage_failed: false,
            coverage_told: String::new(),
            told_parts: CoveredParts::new(),
            fault_effects: FaultEffects::new(),
        }
    }

    /// The display as it is turned now, if it is known.
    fn display(&self) -> DisplaySize {
        if self.seen.size == DisplaySize::default() { self.info.size } else { self.seen.size }
    }

    async fn look(&mut self, whole: DumpContext) -> Result<DeviceReading, DeviceError> {
        let natural = Some(self.info.size).filter(|size| size.width > 0 && size.height > 0);
        let mut look = screen::look(&self.terminal, self.source, natural, whole).await?;
        match &mut look.dump {
            Ok(dump) => {
                self.source = dump.source;
                self.seen = SeenScreen {
                    widgets: dump.hierarchy.widgets.clone(),
                    size: dump.hierarchy.size,
                    rotation: dump.hierarchy.rotation,
                };
                if let Some(front) = activity::front(&look.front, &dump.hierarchy.package) {
                    self.hints.enter(front.flat());
                }
                self.hints.mend(&mut dump.hierarchy);
            }
            // What was there before may be there no more.
            Err(_) => self.seen.widgets.clear(),
        }
        Ok(look)
    }

    async fn look_until_idle(&mut self) -> Result<Observation, DeviceError> {
        let AndroidOptions { idle_limit: idle, busy_limit: limit, settle, pictures, .. } =
            self.options;
        let limits = IdleLimits { idle, busy: limit, settle };
        let mut wait = IdleWait::new(limits, pictures).after(self.seen.widgets.clone());
        let (mut asked, mut unlocked) = (false, false);
        loop {
            let whole = DumpContext { picture: wait.wants_picture(), front: true };
            let mut look = self.look(whole).await?;
            match wait.judge(&look.seen(), &mut self.ornaments) {
                IdleDecision::Sleep(time) => self.terminal.sleep(time).await?,
                IdleDecision::Picture => {}
                IdleDecision::Done { busy } => {
                    if !asked && look.may_be_locked() {
                        asked = true;
                        unlocked = self.unlock().await?;
                        if unlocked {
                            wait = IdleWait::new(limits, pictures);
                            continue;
                        }
                    }
                    if pictures && look.picture.is_none() && !whole.picture {
                        look.picture = screen::picture(&self.terminal).await?;
                    }
                    if pictures {
                        let notice = self.pictures.notice(look.picture.as_deref());
                        self.changes.news.extend(notice);
                    }
                    let mut seen = screen::observation(look, self.info.size, busy);
                    seen.notices.append(&mut self.changes.news);
                    let notices = match seen.screen.read_quality.clone() {
                        ReadQuality::Failed(why) => {
                            let pictured = seen.picture.is_some();
                            self.fallback.fill_in(&mut seen.screen, &why, pictured)
                        }
                        _ => self.fallback.read(&seen.screen),
                    };
                    seen.notices.extend(notices);
                    seen.progress_ms =
                        u64::try_from(wait.for_progress().as_millis()).unwrap_or(u64::MAX);
                    if unlocked {
                        let what = "A lock screen was in front and was taken away.";
                        seen.notices.push(what.to_owned());
                    }
                    return Ok(seen);
                }
            }
        }
    }

    async fn read_log(&mut self) -> Result<bool, DeviceError> {
        let command = commands::log_since(self.watch.mark());
        let log = self.terminal.look(&command).await?.text();
        Ok(self.watch.take(&log))
    }

    async fn read_crashes(&mut self) -> Result<Vec<AppCrash>, DeviceError> {
        let mut unfinished = self.read_log().await?;
        for _ in 0..REPORTS {
            if !unfinished {
                break;
            }
            self.terminal.sleep(REPORT_PAUSE).await?;
            unfinished = self.read_log().await?;
        }
        Ok(self.watch.tell())
    }

    /// The source of coverage, if this is the model that has it.
    fn coverage_source(&self) -> Option<CoverageSource> {
        self.options.coverage.filter(|source| source.model == self.info.model)
    }

    async fn read_coverage(&mut self) -> Result<Coverage, DeviceError> {
        let source = self.coverage_source().filter(|_| !self.coverage_failed);
        let Some(source) = source else {
            return Ok(Coverage::new());
        };
        let answer = self.terminal.look(source.command).await?.text();
        let coverage = (source.read)(&answer);
        self.coverage_failed = coverage.is_none();
        self.fault_effects = (source.fault_effects)(&answer);
        self.coverage_told = answer;
        Ok(coverage.unwrap_or_default())
    }

    /// Restores what was changed, all of it even if some of it fails.
    async fn restore(&mut self) -> Result<(), DeviceError> {
        self.keyboards.forget();
        // The app first, so that what is given back does not happen to it unseen.
        let stopped = match self.app.package.as_str() {
            "" => Ok(()),
            package => self.terminal.act(&commands::stop(package)).await.map(drop),
        };
        stopped.and(self.give_all_back().await)
    }
}

impl Device for AndroidDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn capabilities(&self) -> DeviceCapabilities {
        DeviceCapabilities {
            coverage: self.coverage_source().map_or(&[], |source| source.kinds),
            pictures: self.options.pictures,
            may_clear: self.options.fresh,
            ..DeviceCapabilities::PHONE
        }
    }

    fn identify(&mut self) -> DeviceFuture<'_, ()> {
        Box::pin(self.ask_device())
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        Box::pin(self.open_app())
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        Box::pin(self.look_until_idle())
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        Box::pin(self.perform_once(action))
    }

    fn crashes(&mut self) -> DeviceFuture<'_, Vec<AppCrash>> {
        Box::pin(self.read_crashes())
    }

    fn coverage(&mut self) -> DeviceFuture<'_, Coverage> {
        Box::pin(self.read_coverage())
    }

    fn newly_covered(&mut self) -> CoveredParts {
        let Some(source) = self.coverage_source() else { return CoveredParts::new() };
        let mut fresh = (source.parts)(&self.coverage_told);
        for (kind, names) in &mut fresh {
            let told = self.told_parts.entry(kind.clone()).or_default();
            names.retain(|name| told.insert(name.clone()));
        }
        fresh.retain(|_, names| !names.is_empty());
        fresh
    }

    fn fault_effects(&self) -> FaultEffects {
        self.fault_effects.clone()
    }

    fn close(&mut self) -> DeviceFuture<'_, ()> {
        Box::pin(self.restore())
    }

    fn reconnect(&mut self) -> DeviceFuture<'_, ()> {
        Box::pin(async { Ok(self.terminal.reconnect().await?) })
    }
}

#[cfg(test)]
mod tests;
