//! The embedded phone: an Android-like phone in Rust.
//!
//! Apps are a view function and an update function ([`app::App`]). One view tree ([`ui::View`])
//! gives the pixels *and* the hierarchy. The phone answers the shell commands that the Android
//! backend sends, with their real failure texts, so everything above it is the real thing.

pub use phone::{DemoPhone, NoSuchDemoApp, Options};
pub use shell::DemoShell;

pub mod apk;
pub mod app;
pub mod apps;
pub mod coverage;
pub mod dump;
pub mod enabled;
pub mod frame;
pub mod input_faults;
pub mod layout;
pub mod paint;
pub mod phone;
pub mod running;
pub mod serve;
pub mod shell;
pub mod truth;
pub mod ui;
pub mod variants;
pub mod view_fault;
pub mod voice;
pub mod walk;
pub mod web;

#[cfg(test)]
mod sample;

/// The shell of a new phone.
///
/// # Errors
/// If there is no demo app of the name asked for.
pub fn shell(options: &Options) -> Result<DemoShell, NoSuchDemoApp> {
    DemoPhone::new(options).map(DemoShell::new)
}
