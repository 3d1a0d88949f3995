//! What the engine is doing.

use crate::protocol::{EndReason, Event};

/// What the engine does now, as its events tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EnginePhase {
    /// The app is being opened.
    #[default]
    Opening,
    /// The device is being observed.
    Looking,
    /// The explorer is thinking.
    Thinking,
    /// Nothing happens before the tester asks for it.
    Idle,
    /// A proposal waits for a decision.
    Waiting,
    /// An action is being performed.
    Acting,
    /// The session has ended.
    Ended(EndReason),
}

impl EnginePhase {
    /// The phase that begins with `event`; `None` if the phase before goes on.
    pub fn begun_by(event: &Event) -> Option<Self> {
        Some(match event {
            Event::Resumed(_) => Self::Opening,
            Event::AppOpened(_) | Event::Performed(_) => Self::Looking,
            Event::Observed(_) => Self::Thinking,
            Event::Proposed(_) => Self::Waiting,
            Event::Decided(decided) if decided.action.is_some() => Self::Acting,
            Event::Decided(_) => Self::Thinking,
            Event::Idled(_) => Self::Idle,
            Event::Ended(ended) => Self::Ended(ended.reason.clone()),
            _ => return None,
        })
    }

    /// The word shown to the tester.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Opening => "opening the app",
            Self::Looking => "observing",
            Self::Thinking => "thinking",
            Self::Idle => "idle",
            Self::Waiting => "waiting for you",
            Self::Acting => "acting",
            Self::Ended(_) => "ended",
        }
    }
}
