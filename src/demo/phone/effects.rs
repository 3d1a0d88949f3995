//! What apps ask for while they handle something, carried out in order.

use std::collections::VecDeque;

use super::crash::{self, Victim};
use super::installed::{Installed, Life};
use super::log::Buffer;
use super::{DemoPhone, TOAST_MS, Timer};
use crate::demo::app::Effect;

/// How long Android waits for an app to take a touch.
const ANR_MS: u64 = 5000;

impl DemoPhone {
    /// Carries out `effects` of an app, in order, until it dies.
    pub(super) fn carry_out(&mut self, number: usize, effects: Vec<Effect>) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            let Some(app) = self.apps.get_mut(number) else { return };
            let about = app.about();
            match effect {
                Effect::Hit(point) => app.truth.hit(about, point),
                Effect::Fault(id) => app.truth.fault(about, &self.faults, id),
                Effect::Throw(thrown) => {
                    return self.crashed(number, |victim| crash::java(victim, &thrown));
                }
                Effect::Signal { signal, frames } => {
                    return self.crashed(number, |victim| crash::native(victim, signal, &frames));
                }
                Effect::Freeze(reason) => self.froze(number, reason),
                Effect::Toast(text) => {
                    self.toast = Some((text, self.clock.now_ms().saturating_add(TOAST_MS)));
                }
                Effect::Ask(permission) => effects.extend(self.wants(number, permission)),
                Effect::After(ms, token) => self.set_timer(number, ms, token),
                Effect::Forget(token) => {
                    self.timers.retain(|timer| timer.app != number || timer.token != token);
                }
                Effect::Finish => self.finished(number),
                Effect::Log(text) => {
                    let pid = app.life.pid().unwrap_or(0);
                    self.write(Buffer::Main, pid, 'I', about.title, text);
                }
            }
        }
    }

    fn set_timer(&mut self, app: usize, ms: u64, token: u32) {
        self.ordered += 1;
        let due = self.clock.now_ms().saturating_add(ms.max(1));
        self.timers.push(Timer { due, order: self.ordered, app, token });
    }

    /// Asks the user, unless the app holds the permission already or may never get it. Gives what
    /// the app asks for when it learns the answer at once.
    fn wants(&mut self, number: usize, permission: &'static str) -> Vec<Effect> {
        let Some(app) = self.apps.get_mut(number) else { return Vec::new() };
        let declared = app.about().permissions.contains(&permission);
        if !declared {
            let text = format!("permission {permission:?} is not in About::permissions");
            app.truth.strange.insert(text);
        }
        let held = app.granted.iter().any(|held| held == permission);
        if declared && !held {
            if !self.questions.contains(&(number, permission)) {
                self.questions.push_back((number, permission));
            }
            return Vec::new();
        }
        let mut sys = self.system(number);
        if let Some(app) = self.apps.get_mut(number) {
            app.running.permission(permission, held, &mut sys);
        }
        sys.effects
    }

    fn crashed(&mut self, number: usize, tell: impl FnOnce(&Victim<'_>) -> Vec<crash::Entry>) {
        self.report(number, tell);
        self.died(number);
    }

    fn froze(&mut self, number: usize, reason: &str) {
        if self.clock.is_virtual() {
            self.clock.set(self.clock.now_ms().saturating_add(ANR_MS));
        }
        self.hung = Some(number);
        self.report(number, |victim| crash::anr(victim, reason));
    }

    /// Writes what befell an app into the log.
    fn report(&mut self, number: usize, tell: impl FnOnce(&Victim<'_>) -> Vec<crash::Entry>) {
        let sys = self.system(number);
        let Some(app) = self.apps.get(number) else { return };
        let about = app.about();
        let alive = matches!(app.life, Life::Alive(_));
        let activity = if alive { app.running.look(&sys).activity } else { first_activity(app) };
        let pid = app.life.pid().unwrap_or(0);
        let victim = Victim { package: about.package, activity, pid, uid: app.uid };
        for line in tell(&victim) {
            self.write(line.buffer, line.pid, line.level, line.tag, line.text);
        }
    }
}

fn first_activity(app: &Installed) -> &'static str {
    app.about().activities.first().copied().unwrap_or(".MainActivity")
}
