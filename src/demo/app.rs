//! What a demo app is: view, update, and a table of what it truly contains.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::enabled::EnabledFaults;
use super::input_faults::InputFault;
use super::ui::Scene;
use super::view_fault::ViewFault;
use crate::domain::{BugCategory, CrashKind, Direction, DisplaySize};

/// One thing a user does, in the paths listed for states and faults.
///
/// A selector is `#id` (the first visible widget with that short id), `#id:2` (the third one,
/// counting from 0), or the exact text or description of a widget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Do {
    /// Tap the widget.
    Tap(&'static str),
    /// Hold the widget.
    Long(&'static str),
    /// Replace the field's content.
    Type(&'static str, &'static str),
    /// Swipe over the widget.
    Swipe(&'static str, Direction),
    /// Scroll the container.
    Scroll(&'static str, Direction),
    /// Move the slider to this value.
    Slide(&'static str, i32),
    /// Press BACK.
    Back,
    /// Press MENU.
    Menu,
    /// Press ENTER.
    Enter,
    /// Turn to the other rotation.
    Rotate,
    /// Let this many seconds pass.
    Wait(u32),
    /// Send a broadcast with this action.
    Broadcast(&'static str),
    /// Start this activity of the app from outside.
    Open(&'static str),
    /// Answer the system's permission question with "Allow".
    Allow,
    /// Answer the system's permission question with "Don't allow".
    Deny,
    /// Press HOME and open the app again (its process lives on).
    HomeAndReturn,
    /// Stop the app's process and start it again.
    Restart,
}

impl fmt::Display for Do {
    /// One line for people, such as `tap #save`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tap(what) => write!(f, "tap {what}"),
            Self::Long(what) => write!(f, "long tap {what}"),
            Self::Type(what, text) => write!(f, "type {text:?} into {what}"),
            Self::Swipe(what, direction) => write!(f, "swipe {what} {}", direction.word()),
            Self::Scroll(what, direction) => write!(f, "scroll {what} {}", direction.word()),
            Self::Slide(what, value) => write!(f, "move {what} to {value}"),
            Self::Back => f.write_str("press back"),
            Self::Menu => f.write_str("press menu"),
            Self::Enter => f.write_str("press enter"),
            Self::Rotate => f.write_str("rotate"),
            Self::Wait(seconds) => write!(f, "wait {seconds} s"),
            Self::Broadcast(action) => write!(f, "broadcast {action}"),
            Self::Open(activity) => write!(f, "start {activity}"),
            Self::Allow => f.write_str("allow"),
            Self::Deny => f.write_str("deny"),
            Self::HomeAndReturn => f.write_str("home and back"),
            Self::Restart => f.write_str("restart the app"),
        }
    }
}

/// A structural state that an app truly has, and the shortest path to it from a restart.
#[derive(Clone, Copy, Debug)]
pub struct StateSpec {
    /// Its name, unique in the app, such as `editor.empty`.
    pub name: &'static str,
    /// How to get there.
    pub steps: &'static [Do],
}

/// What kind of fault was seeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The process dies or hangs.
    Crash(CrashKind),
    /// Nothing crashes, but the result is wrong.
    Functional(BugCategory),
}

impl FaultKind {
    /// The word used in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Crash(CrashKind::Java) => "crash",
            Self::Crash(CrashKind::Native) => "native crash",
            Self::Crash(CrashKind::Anr) => "anr",
            Self::Crash(CrashKind::Script) => "script error",
            Self::Crash(CrashKind::Request) => "failed request",
            Self::Crash(CrashKind::Content) => "missing content",
            Self::Functional(category) => category.word(),
        }
    }
}

/// A fault that was put into an app on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultSpec {
    /// Its id, unique over all apps: `APP-WORDS`.
    pub id: &'static str,
    /// Its kind.
    pub kind: FaultKind,
    /// What goes wrong, in one line.
    pub title: &'static str,
    /// True if an exact input that cannot be guessed from the screen is needed.
    pub secret: bool,
    /// The shortest path to see it from a restart.
    pub steps: &'static [Do],
}

impl FaultSpec {
    /// True if the fault is set aside: oracles are not tuned on it, so that what they find of these
    /// faults can be reported as what they find of unknown ones. It is if the SHA-256 of its id begins
    /// with an odd byte, so that nobody chooses.
    pub fn is_set_aside(&self) -> bool {
        has_odd_hash(self.id)
    }
}

/// True if the first byte of the SHA-256 of the fault `id` is odd. Faults are set aside by it, so that
/// nobody chooses which.
pub(super) fn has_odd_hash(id: &str) -> bool {
    Sha256::digest(id).first().is_some_and(|byte| !byte.is_multiple_of(2))
}

/// What is true of an app.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name in targets: `notes` in `demo:notes`.
    pub name: &'static str,
    /// Its title on the phone.
    pub title: &'static str,
    /// Its package.
    pub package: &'static str,
    /// The version it claims.
    pub version: &'static str,
    /// Its activities, the launcher's first.
    pub activities: &'static [&'static str],
    /// The permissions it may ask for.
    pub permissions: &'static [&'static str],
    /// The broadcast actions it listens to.
    pub receivers: &'static [&'static str],
    /// Its colour as 0xRRGGBB.
    pub colour: u32,
    /// Its structural states.
    pub states: &'static [StateSpec],
    /// Its code points: one for each branch of its handlers ([`System::hit`]).
    pub points: &'static [&'static str],
    /// Its seeded faults.
    pub faults: &'static [FaultSpec],
    /// Its seeded input faults, which act only if they are asked for.
    pub input_faults: &'static [InputFault],
    /// Its seeded faults of views, which act only if they are named.
    pub view_faults: &'static [ViewFault],
}

impl About {
    /// The ids of all seeded faults with their kinds, the input faults last.
    pub fn fault_kinds(&self) -> impl Iterator<Item = (&'static str, FaultKind)> {
        let faults = self.all_faults().map(|fault| (fault.id, fault.kind));
        let input = self.input_faults.iter();
        faults.chain(input.map(|fault| (fault.id, FaultKind::Crash(fault.kind))))
    }

    /// All its seeded faults but input faults, also those that act only if they are named.
    pub fn all_faults(&self) -> impl Iterator<Item = &FaultSpec> {
        self.faults.iter().chain(self.view_faults.iter().map(|fault| &fault.spec))
    }

    /// All its seeded functional faults: those that neither crash nor hang it.
    pub fn functional_faults(&self) -> impl Iterator<Item = &FaultSpec> {
        self.all_faults().filter(|fault| !matches!(fault.kind, FaultKind::Crash(_)))
    }
}

/// An exception that a demo app throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throwable {
    /// Its class, such as `java.lang.NullPointerException`.
    pub class: &'static str,
    /// Its message.
    pub message: String,
    /// The app's own frames, topmost first, such as
    /// `com.example.notes.Editor.save(Editor.kt:41)`.
    pub frames: Vec<&'static str>,
}

/// What an app asks the phone to do while it handles a message. The phone carries them out in
/// order after the handler has returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Count this code point as covered.
    Hit(&'static str),
    /// The process dies of an uncaught exception.
    Throw(Throwable),
    /// The process dies of a signal in native code, with the library's frames.
    Signal {
        /// Such as `SIGSEGV`.
        signal: &'static str,
        /// Such as `#00 pc 0001a2b4  libsync.so (merge+36)`.
        frames: Vec<&'static str>,
    },
    /// The main thread hangs; the reason as Android tells it.
    Freeze(&'static str),
    /// The wrong result of this seeded fault is now visible.
    Fault(&'static str),
    /// Show a short message over the screen for two seconds (a toast; not in the hierarchy).
    Toast(String),
    /// Ask the user for a permission, unless it is granted already.
    Ask(&'static str),
    /// Send [`App::timer`] with this token after so many milliseconds.
    After(u64, u32),
    /// Forget all timers with this token.
    Forget(u32),
    /// Leave the app.
    Finish,
    /// Write a line into the log.
    Log(String),
}

/// What an app handler sees of the phone, and if it leaves its wishes.
#[derive(Debug)]
pub struct System {
    /// Milliseconds since the phone was started.
    pub now_ms: u64,
    /// True while the phone lies on its side.
    pub landscape: bool,
    /// The display in its present rotation. Apps need not look: the layout does.
    pub display: DisplaySize,
    /// True while the phone's dark theme holds.
    pub dark: bool,
    /// The size of letters, in percent of the usual.
    pub letters: u16,
    /// The seeded faults that act; ask with [`System::is_seeded`].
    pub faults: EnabledFaults,
    /// Permissions the app holds.
    pub granted: Vec<String>,
    /// Wishes so far, in order.
    pub effects: Vec<Effect>,
}

impl Default for System {
    fn default() -> Self {
        Self {
            now_ms: 0,
            landscape: false,
            display: super::frame::DISPLAY,
            dark: false,
            letters: 100,
            faults: EnabledFaults::All,
            granted: Vec::new(),
            effects: Vec::new(),
        }
    }
}

impl System {
    /// Counts `point` as covered; one of [`About::points`].
    pub fn hit(&mut self, point: &'static str) {
        self.effects.push(Effect::Hit(point));
    }

    /// Dies of `class: message` thrown at `frames`.
    pub fn throw(
        &mut self,
        class: &'static str,
        message: impl Into<String>,
        frames: &[&'static str],
    ) {
        self.effects.push(Effect::Throw(Throwable {
            class,
            message: message.into(),
            frames: frames.to_vec(),
        }));
    }

    /// Dies of a native signal.
    pub fn signal(&mut self, signal: &'static str, frames: &[&'static str]) {
        self.effects.push(Effect::Signal { signal, frames: frames.to_vec() });
    }

    /// Hangs the main thread.
    pub fn freeze(&mut self, reason: &'static str) {
        self.effects.push(Effect::Freeze(reason));
    }

    /// True if the seeded fault `id` acts. If not, the app does what is right instead.
    pub fn is_seeded(&self, id: &str) -> bool {
        self.faults.contains(id)
    }

    /// Tells that the wrong result of a seeded fault is visible from now on. Crashes and ANRs tell
    /// it too, before they throw.
    pub fn fault(&mut self, id: &'static str) {
        self.effects.push(Effect::Fault(id));
    }

    /// Shows a toast.
    pub fn toast(&mut self, text: impl Into<String>) {
        self.effects.push(Effect::Toast(text.into()));
    }

    /// Asks for `permission`; the answer comes to [`App::permission`].
    pub fn ask(&mut self, permission: &'static str) {
        self.effects.push(Effect::Ask(permission));
    }

    /// Wakes the app after `ms`.
    pub fn after(&mut self, ms: u64, token: u32) {
        self.effects.push(Effect::After(ms, token));
    }

    /// Forgets all timers with `token`.
    pub fn forget(&mut self, token: u32) {
        self.effects.push(Effect::Forget(token));
    }

    /// Leaves the app.
    pub fn finish(&mut self) {
        self.effects.push(Effect::Finish);
    }

    /// Writes a line into the log.
    pub fn log(&mut self, line: impl Into<String>) {
        self.effects.push(Effect::Log(line.into()));
    }

    /// True if the app holds `permission`.
    pub fn holds(&self, permission: &str) -> bool {
        self.granted.iter().any(|held| held == permission)
    }
}

/// A demo app.
///
/// Its value is everything it knows: what is on its screens and the data it has saved. It is
/// deterministic: time comes from [`System::now_ms`] alone.
pub trait App: Send + Sized + 'static {
    /// What touches of its views send.
    type Msg: Clone + Send + Sync + 'static;

    /// What is true of it.
    const ABOUT: About;

    /// The app as it is right after it was installed, not yet opened.
    fn install() -> Self;

    /// Its process starts and its launcher activity opens: what was on its screens is gone, the
    /// data it has saved stays.
    fn launch(&mut self, sys: &mut System);

    /// What it shows now.
    fn view(&self, sys: &System) -> Scene<Self::Msg>;

    /// True while it draws light words on a dark ground.
    fn dark(&self, _sys: &System) -> bool {
        false
    }

    /// Handles a touch.
    fn update(&mut self, msg: Self::Msg, sys: &mut System);

    /// BACK was pressed and no layer took it. Call [`System::finish`] on the first screen.
    fn back(&mut self, sys: &mut System);

    /// MENU was pressed.
    fn menu(&mut self, _sys: &mut System) {}

    /// The phone was turned ([`System::landscape`]).
    fn rotated(&mut self, _sys: &mut System) {}

    /// The theme, the size of letters or its language changed: its activities are made anew, as
    /// they are when the phone is turned.
    fn made_anew(&mut self, sys: &mut System) {
        self.rotated(sys);
    }

    /// A broadcast it listens to came in.
    fn broadcast(&mut self, _action: &str, _sys: &mut System) {}

    /// The user answered a permission question.
    fn permission(&mut self, _permission: &str, _granted: bool, _sys: &mut System) {}

    /// A timer set with [`System::after`] ran out.
    fn timer(&mut self, _token: u32, _sys: &mut System) {}

    /// One of its activities was started from outside by its name.
    fn open(&mut self, _activity: &str, _sys: &mut System) {}

    /// It came back to the front after HOME, its process still alive.
    fn resumed(&mut self, _sys: &mut System) {}
}
