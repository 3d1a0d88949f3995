//! Ridealong: supervised exploratory testing of apps in the terminal.
//!
//! An engine explores an app on a phone, an emulator, the embedded demo phone or a voice service;
//! a tester rides along. This page is the map of the house. Floors are listed from the ground up,
//! and a room may import only rooms below it; `tests/architecture.rs` holds the table.
//!
//! | room | what happens there |
//! |---|---|
//! | [`domain`] | plain values and pure algorithms: screen, widget, bounds, action, state ids, finding |
//! | [`config`] | what the user can set: folders, profiles of models |
//! | [`protocol`] | what a front end and the engine may say to each other: ops down, events up |
//! | [`model`] | the behaviour model, a pure fold over events; the state abstraction |
//! | [`device`] | what can be tested: Android over a shell (adb or the demo phone), voice apps, recordings |
//! | [`llm`] | asking a language model, and holding it to what it was asked |
//! | [`oracle`] | judges of what happened: what is wrong though nothing crashed |
//! | [`explorer`] | strategies that propose the next action |
//! | [`store`] | the session log and its blobs |
//! | [`session`] | the timeline: a log folded into steps with all that belongs to them |
//! | [`report`] | what is made from sessions: comparisons of explorers, plots |
//! | [`engine`] | the step cycle: a pure machine and the driver that carries its effects out |
//! | [`tui`] | the terminal UI; the only room that draws |
//! | [`cli`] | the command line; the composition root |

pub mod cli;
pub mod config;
pub mod demo;
pub mod device;
pub mod domain;
pub mod engine;
pub mod explorer;
pub mod llm;
pub mod model;
pub mod oracle;
pub mod protocol;
pub mod report;
pub mod session;
pub mod store;
pub mod tui;
