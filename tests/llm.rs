//! Asking models that misbehave in every way: the client alone, and a whole exploration.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "llm/adapting.rs"]
mod adapting;
#[path = "llm/client.rs"]
mod client;
#[path = "llm/exploring.rs"]
mod exploring;
#[path = "run/place.rs"]
mod place;
#[path = "llm/program.rs"]
mod program;
#[path = "llm/server.rs"]
mod server;
#[path = "llm/trouble.rs"]
mod trouble;
