//! The terminal UI as a tester uses it: its own loop, the real engine, the embedded phone; only the
//! terminal and the keyboard are ours.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../examples/scripted_vision/answer.rs"]
mod answer;
#[path = "tui/anything.rs"]
mod anything;
#[path = "tui/asking.rs"]
mod asking;
#[path = "tui/attacking.rs"]
mod attacking;
#[path = "tui/deciding.rs"]
mod deciding;
#[path = "tui/expecting.rs"]
mod expecting;
#[path = "tui/exploring.rs"]
mod exploring;
#[path = "tui/glass.rs"]
mod glass;
#[path = "tui/log.rs"]
mod log;
#[path = "tui/model.rs"]
mod model;
#[path = "vision/planner.rs"]
mod planner;
#[path = "tui/planning.rs"]
mod planning;
#[path = "tui/replay.rs"]
mod replay;
#[path = "tui/user.rs"]
mod user;
#[path = "tui/voice.rs"]
mod voice;
