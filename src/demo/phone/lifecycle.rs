//! Apps come to the front, leave it, and die.

use super::installed::Life;
use super::log::{Buffer, Line, SYSTEM};
use super::system_ui::Ask;
use super::trouble::Trouble;
use super::{DemoPhone, Front, INPUT_MS};
use crate::demo::app::System;
use crate::demo::running::{AnyApp, Running};
use crate::demo::truth::Truth;

/// How an activity was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Started {
    /// It is in front now.
    Done,
    /// It was in front already.
    AlreadyInFront,
    /// There is no such activity.
    NoSuchActivity,
    /// The system does not let it be started.
    Refused,
}

impl DemoPhone {
    /// Starts an activity from outside: `activity` as `.Name` or with its package.
    pub fn start(&mut self, package: &str, activity: &str) -> Started {
        self.pass(INPUT_MS);
        let Some(number) = self.number(package) else { return Started::NoSuchActivity };
        let Some(app) = self.apps.get(number) else { return Started::NoSuchActivity };
        let short = activity.strip_prefix(package).unwrap_or(activity);
        let Some(place) = app.about().activities.iter().position(|known| *known == short) else {
            return Started::NoSuchActivity;
        };
        if self.trouble() == Some(Trouble::CannotStart) {
            return Started::Refused;
        }
        let was_front = self.front == Front::App(number) && matches!(app.life, Life::Alive(_));
        self.tell(
            'I',
            "ActivityTaskManager",
            format!("START u0 {{flg=0x10000000 cmp={package}/{short}}} from uid 2000"),
        );
        if place == 0 {
            self.bring(number);
        } else {
            if !was_front {
                self.bring_quietly(number);
            }
            self.with_app(number, |app, sys| app.open(short, sys));
        }
        self.note();
        if was_front && place == 0 { Started::AlreadyInFront } else { Started::Done }
    }

    /// Opens the app with this package, as tapping its icon does. False if it is not there.
    pub fn open(&mut self, package: &str) -> bool {
        let Some(number) = self.number(package) else { return false };
        self.pass(INPUT_MS);
        if self.trouble() == Some(Trouble::CannotStart) {
            return true;
        }
        self.bring(number);
        self.note();
        true
    }

    /// Brings an app to the front, which learns of it.
    fn bring(&mut self, number: usize) {
        let alive = self.apps.get(number).is_some_and(|app| matches!(app.life, Life::Alive(_)));
        let in_front = self.front == Front::App(number);
        self.bring_quietly(number);
        if alive && !in_front {
            self.with_app(number, Running::resumed);
        }
    }

    /// Brings an app to the front; starts its process if it has none.
    fn bring_quietly(&mut self, number: usize) {
        self.ordered += 1;
        let order = self.ordered;
        let Some(app) = self.apps.get_mut(number) else { return };
        app.opened = order;
        self.front = Front::App(number);
        self.last = number;
        if matches!(app.life, Life::Alive(_)) {
            let changed = app.changes != self.conditions.changes;
            if app.landscape != self.landscape {
                self.turned(number);
            }
            if changed {
                self.made_anew(number);
            }
            return;
        }
        app.landscape = self.landscape;
        app.changes = self.conditions.changes;
        let pid = self.process(number);
        if let Some(app) = self.apps.get_mut(number) {
            app.life = Life::Alive(pid);
        }
        self.with_app(number, Running::launch);
    }

    /// The app's process id; a process is started if there is none.
    fn process(&mut self, number: usize) -> u32 {
        let Some(app) = self.apps.get(number) else { return 0 };
        if let Some(pid) = app.life.pid() {
            return pid;
        }
        let (pid, about, uid) = (self.next_pid, app.about(), app.uid);
        self.next_pid += 31;
        self.tell(
            'I',
            "ActivityManager",
            format!("Start proc {pid}:{}/u0a{} for top-activity", about.package, uid - 10_000),
        );
        pid
    }

    /// The app learns that the phone was turned.
    pub(super) fn turned(&mut self, number: usize) {
        if let Some(app) = self.apps.get_mut(number) {
            app.landscape = self.landscape;
        }
        self.with_app(number, Running::rotated);
    }

    /// HOME.
    pub(super) fn home(&mut self) {
        self.leave();
        self.front = Front::Launcher;
    }

    /// RECENTS.
    pub(super) fn recents(&mut self) {
        self.leave();
        self.front = if self.front == Front::Recents { Front::Launcher } else { Front::Recents };
    }

    fn leave(&mut self) {
        if let Front::App(number) = self.front
            && let Some(app) = self.apps.get_mut(number)
        {
            app.running.hide_keyboard();
        }
    }

    /// The app finished its screens; its process lives on.
    pub(super) fn finished(&mut self, number: usize) {
        self.questions.retain(|(app, _)| *app != number);
        if let Some(app) = self.apps.get_mut(number)
            && let Some(pid) = app.life.pid()
        {
            app.life = Life::Bare(pid);
        }
        if self.front == Front::App(number) {
            self.front = Front::Launcher;
        }
    }

    /// The app's process is gone.
    pub(super) fn died(&mut self, number: usize) {
        self.timers.retain(|timer| timer.app != number);
        self.hung.take_if(|app| *app == number);
        self.finished(number);
        if let Some(app) = self.apps.get_mut(number) {
            app.life = Life::Dead;
            app.trimmed = 0;
        }
    }

    /// Stops the app with this package. False if it is not there.
    pub fn stop(&mut self, package: &str) -> bool {
        self.pass(INPUT_MS);
        let Some(number) = self.number(package) else { return false };
        if self.apps.get(number).is_some_and(|app| app.life.pid().is_some()) {
            let text = format!("Force stopping {package} appid=10{number:03} user=0: from pid 999");
            self.tell('I', "ActivityManager", text);
        }
        self.died(number);
        true
    }

    /// Makes the app with this package as it was when it was installed; what was seen of it stays
    /// known. False if it is not there.
    pub fn wipe(&mut self, package: &str) -> bool {
        if !self.stop(package) {
            return false;
        }
        if let Some(app) = self.number(package).and_then(|number| self.apps.get_mut(number)) {
            app.running = (app.entry.start)();
            app.granted.clear();
            app.truth = Truth { state: None, ..std::mem::take(&mut app.truth) };
        }
        true
    }

    /// Grants or takes a permission without asking. Taking one from a living process kills it, as
    /// Android does. False if the app does not declare it.
    pub fn permit(&mut self, package: &str, permission: &str, granted: bool) -> bool {
        let Some(number) = self.number(package) else { return false };
        let Some(app) = self.apps.get_mut(number) else { return false };
        if !app.about().permissions.contains(&permission) {
            return false;
        }
        let held = app.granted.iter().any(|held| held == permission);
        app.granted.retain(|held| held != permission);
        if granted {
            app.granted.push(permission.to_owned());
        } else if held {
            self.died(number);
        }
        true
    }

    /// Sends a broadcast: to those that listen to `action`, or of these only to `package`.
    /// Gives how many it reached.
    pub fn broadcast(&mut self, action: &str, package: Option<&str>) -> usize {
        self.pass(INPUT_MS);
        let hears = |about: &crate::demo::app::About| {
            about.receivers.contains(&action) && package.is_none_or(|only| only == about.package)
        };
        let abouts = self.abouts().enumerate();
        let listeners: Vec<usize> =
            abouts.filter(|(_, about)| hears(about)).map(|(number, _)| number).collect();
        for number in &listeners {
            if self.hung == Some(*number) {
                continue;
            }
            let pid = self.process(*number);
            if let Some(app) = self.apps.get_mut(*number)
                && app.life == Life::Dead
            {
                app.life = Life::Bare(pid);
            }
            self.with_app(*number, |app, sys| app.broadcast(action, sys));
        }
        self.note();
        listeners.len()
    }

    /// Handles a touch of one of the phone's own windows.
    pub(super) fn asked(&mut self, ask: Ask) {
        match ask {
            Ask::Open(_) if self.trouble() == Some(Trouble::CannotStart) => {}
            Ask::Open(number) => self.bring(number),
            Ask::Permit(granted) => self.answer(granted),
            Ask::CloseApp => self.close_hung(),
            Ask::WaitForApp => self.hung = None,
        }
        self.note();
    }

    fn answer(&mut self, granted: bool) {
        let asked = self.questions.iter().position(|(app, _)| self.front == Front::App(*app));
        let Some((number, permission)) = asked.and_then(|asked| self.questions.remove(asked))
        else {
            return;
        };
        if granted && let Some(app) = self.apps.get_mut(number) {
            app.granted.push(permission.to_owned());
        }
        self.with_app(number, |app, sys| app.permission(permission, granted, sys));
    }

    fn close_hung(&mut self) {
        let Some(number) = self.hung else { return };
        if let Some(app) = self.apps.get(number) {
            let pid = app.life.pid().unwrap_or(0);
            let text = format!(
                "Killing {pid}:{}/u0a{} (adj 0): user request after error",
                app.about().package,
                app.uid - 10_000
            );
            self.tell('I', "ActivityManager", text);
        }
        self.died(number);
    }

    /// Lets an app handle something, and carries out what it asks for.
    pub(super) fn with_app<T>(
        &mut self,
        number: usize,
        handle: impl FnOnce(&mut AnyApp, &mut System) -> T,
    ) -> Option<T> {
        let mut sys = self.system(number);
        let app = self.apps.get_mut(number).filter(|app| app.life != Life::Dead)?;
        let answer = handle(app.running.as_mut(), &mut sys);
        self.carry_out(number, sys.effects);
        Some(answer)
    }

    /// Writes a line of the system's into the log.
    pub(super) fn tell(&mut self, level: char, tag: &str, text: String) {
        self.write(Buffer::System, SYSTEM, level, tag, text);
    }

    pub(super) fn write(&mut self, buffer: Buffer, pid: u32, level: char, tag: &str, text: String) {
        let at = self.clock.date(self.clock.now_ms());
        self.log.push(Line { at, pid, tid: pid, level, tag: tag.to_owned(), text, buffer });
    }
}
