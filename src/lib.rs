//! Ridealong: supervised exploratory testing of apps in the terminal.
//!
//! An engine explores an app on a phone, an emulator, the embedded demo phone, in a browser, over
//! WebDriver or behind a voice service; a tester follows and decides. The modules are listed from the
//! bottom up. Each may import only what `tests/architecture.rs` allows it, which is below it.
//!
//! | module | what is in it |
//! |---|---|
//! | [`domain`] | plain values and pure algorithms: screen, widget, bounds, action, state ids, finding |
//! | [`config`] | what the user can set: folders, profiles of models |
//! | [`protocol`] | the messages between front end and engine: operations in, events out |
//! | [`model`] | the behaviour model, a pure fold over events; the state abstraction |
//! | [`device`] | what can be tested: Android over a shell, browsers, WebDriver, voice apps, recordings |
//! | [`llm`] | asking a language model, and checking its replies |
//! | [`oracle`] | judges of what happened: what is wrong though nothing crashed |
//! | [`explorer`] | strategies that propose the next action |
//! | [`store`] | the session log and its blobs |
//! | [`session`] | the timeline: a log folded into steps with all that belongs to them |
//! | [`report`] | what is made from sessions: pages, comparisons, exports, imports |
//! | [`engine`] | the step cycle: a pure machine and the driver that carries its effects out; fleets |
//! | [`demo`] | the embedded phone, its apps, and the demo web and voice apps |
//! | [`tui`] | the terminal UI; the only module that draws |
//! | [`cli`] | the command line, which puts all of them together |

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
