//! A demo app in a unit test: its messages go in, its state and what it asks of the phone come out.

use crate::demo::app::{App, Effect, System};

/// A freshly launched app, with what it asks of the phone.
pub struct AppRun<A> {
    pub app: A,
    pub sys: System,
}

impl<A: App> AppRun<A> {
    pub fn new() -> Self {
        let mut run = Self { app: A::install(), sys: System::default() };
        run.app.launch(&mut run.sys);
        run
    }

    pub fn send(&mut self, messages: impl IntoIterator<Item = A::Msg>) -> &mut Self {
        for msg in messages {
            self.app.update(msg, &mut self.sys);
        }
        self
    }

    pub fn wake(&mut self, token: u32) -> &mut Self {
        self.app.timer(token, &mut self.sys);
        self
    }

    pub fn state(&self) -> &'static str {
        self.app.view(&self.sys).state
    }

    pub fn faults(&self) -> Vec<&'static str> {
        let fault = |effect: &Effect| match effect {
            Effect::Fault(id) => Some(*id),
            _ => None,
        };
        self.sys.effects.iter().filter_map(fault).collect()
    }

    /// The wait that was last asked for with this token.
    pub fn wait(&self, token: u32) -> Option<u64> {
        self.sys.effects.iter().rev().find_map(|effect| match effect {
            Effect::After(ms, other) if *other == token => Some(*ms),
            _ => None,
        })
    }
}
