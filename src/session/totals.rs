//! What was asked of a model in a whole session, and what came of it.

use crate::protocol::{Event, FallbackReason, ModelUsage};

/// Counts over all exchanges of a session, those asked again beside the run included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelTotals {
    /// Prompts sent.
    pub requests: u64,
    /// Replies received.
    pub answered: u64,
    /// Prompts without a reply, those apart that the tester gave up.
    pub failed: u64,
    /// What can be done about the last prompt without a reply.
    pub hint: Option<String>,
    /// What all replies used.
    pub usage: ModelUsage,
    /// Prompts that sent a complaint back to the model.
    pub feedback_rounds: u64,
    /// Questions that the rules answered because the model did not.
    pub fallbacks: u64,
    /// True while the model is not asked because its last replies were of no use.
    pub paused: bool,
}

impl ModelTotals {
    /// Takes one event in.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Asked(asked) => {
                self.requests += 1;
                self.paused = false;
                self.feedback_rounds += u64::from(asked.round > 0);
            }
            Event::Answered(answered) => {
                self.answered += 1;
                self.usage += answered.usage;
            }
            Event::Unanswered(unanswered) if !unanswered.cancelled => {
                self.failed += 1;
                self.hint.clone_from(&unanswered.hint);
            }
            Event::Ruled(ruled) => {
                self.fallbacks += u64::from(ruled.why.is_fallback());
                self.paused |= ruled.why == FallbackReason::Paused;
            }
            _ => {}
        }
    }

    /// True if a model was asked and never answered.
    pub const fn never_answered(&self) -> bool {
        self.failed > 0 && self.answered == 0
    }
}
