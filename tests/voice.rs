//! Voice apps as targets: through the device alone, over HTTP, and explored by the real driver.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "voice/apps.rs"]
mod apps;
#[path = "voice/dialogues.rs"]
mod dialogues;
#[path = "voice/endpoints.rs"]
mod endpoints;
#[path = "voice/exploring.rs"]
mod exploring;
#[path = "voice/program.rs"]
mod program;
#[path = "voice/serving.rs"]
mod serving;
