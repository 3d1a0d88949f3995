//! The demo apps that the phone has.

pub mod alarm;
pub mod books;
pub mod health;
pub mod notes;
pub mod settings;
pub mod shop;

#[cfg(test)]
mod app_run;
#[cfg(test)]
mod rehearsal;

use std::sync::LazyLock;

use super::app::{About, App};
use super::running::{Runner, Running};

/// The apps, one line each.
static TABLE: &[Entry] = &[
    Entry::of::<notes::Notes>(),
    Entry::of::<shop::Shop>(),
    Entry::of::<books::Books>(),
    Entry::of::<alarm::Alarm>(),
    Entry::of::<health::Health>(),
    Entry::of::<settings::Settings>(),
];

/// An app that can be installed.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What is true of it.
    pub about: &'static About,
    /// The app as it is right after it was installed.
    pub start: fn() -> Box<dyn Running>,
}

impl Entry {
    /// The app `A`.
    pub const fn of<A: App>() -> Self {
        Self { about: const { &A::ABOUT }, start: boxed::<A> }
    }
}

fn boxed<A: App>() -> Box<dyn Running> {
    Box::new(Runner::<A>::install())
}

/// All apps, for installing.
pub fn entries() -> &'static [Entry] {
    TABLE
}

/// What is true of all apps.
pub fn all() -> &'static [&'static About] {
    static ALL: LazyLock<Vec<&'static About>> =
        LazyLock::new(|| TABLE.iter().map(|entry| entry.about).collect());
    &ALL
}

/// What is true of the app of this name.
pub fn find(name: &str) -> Option<&'static About> {
    entry(name).map(|entry| entry.about)
}

/// The app of this name, for installing.
pub fn entry(name: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.about.name == name)
}

/// The app of this name as it is right after it was installed.
pub fn start(name: &str) -> Option<Box<dyn Running>> {
    entry(name).map(|entry| (entry.start)())
}
