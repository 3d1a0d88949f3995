//! The whole program, as a user starts it: what it prints, how it ends, what it leaves behind.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "run/again.rs"]
mod again;
#[path = "run/bad_input.rs"]
mod bad_input;
#[path = "run/demo.rs"]
mod demo;
#[path = "run/export.rs"]
mod export;
#[path = "run/findings.rs"]
mod findings;
#[path = "run/guard.rs"]
mod guard;
#[path = "run/inspect.rs"]
mod inspect;
#[path = "run/oracles.rs"]
mod oracles;
#[path = "run/place.rs"]
mod place;
#[path = "run/prompts.rs"]
mod prompts;
#[path = "run/properties.rs"]
mod properties;
#[path = "run/recorded.rs"]
mod recorded;
#[path = "run/result.rs"]
mod result;
#[path = "run/sessions.rs"]
mod sessions;
#[path = "run/streams.rs"]
mod streams;
