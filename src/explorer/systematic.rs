//! Systematic exploration: what was never tried comes first, here or in the nearest state that has
//! something untried.

mod dialogue;
mod display;
pub(super) mod own_yield;
mod weights;

use self::dialogue::SystematicDialogue;
use self::display::SystematicDisplay;
pub use self::weights::SystematicWeights;
use super::shared::activity_starts::STARTS;
use super::weights::{self as values, WeightsError};
use super::{
    Explorer, ExplorerNews, ExplorerProposal, ExplorerSettings, PerformedAction, Proposing,
    Situation,
};
use crate::llm::Asker;

/// The parts that can be disabled.
pub const PARTS: &[&str] = &[STARTS];

/// Tries what was never tried: in a dialogue every reply of every state, the nearest first; on a
/// display the actions whose look-alikes promise most per step.
pub struct Systematic {
    dialogue: SystematicDialogue,
    display: SystematicDisplay,
}

impl Systematic {
    /// One as `settings` say. Choices between equals follow from the seed.
    ///
    /// # Errors
    /// If the settings name a weight that it does not have.
    pub fn new(settings: &ExplorerSettings) -> Result<Self, WeightsError> {
        Ok(Self::with(settings, values::read(&settings.weights)?))
    }

    /// One with these weights, whatever `settings` say of them.
    pub(super) fn with(settings: &ExplorerSettings, mut weights: SystematicWeights) -> Self {
        let starts = &mut weights.display.breadth.activity_starts;
        *starts = starts.enabled(settings);
        Self {
            dialogue: SystematicDialogue::new(&weights, settings.seed),
            display: SystematicDisplay::new(weights, settings.seed),
        }
    }

    /// True while a random burst is under way.
    pub(super) const fn is_in_burst(&self) -> bool {
        self.display.is_in_burst()
    }

    /// What comes next.
    pub(super) fn choose(
        &mut self,
        situation: &Situation,
        asker: &Asker,
    ) -> Option<ExplorerProposal> {
        if situation.screen.surface.is_dialogue() {
            return self.dialogue.choose(situation);
        }
        self.display.see(situation);
        self.display.return_to_app(situation).or_else(|| self.display.choose(situation, asker))
    }
}

impl Explorer for Systematic {
    fn name(&self) -> &'static str {
        "systematic"
    }

    fn learn(&mut self, done: &PerformedAction, situation: &Situation) {
        if !situation.screen.surface.is_dialogue() {
            self.display.learn(done, situation);
        }
    }

    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a> {
        Box::pin(async move { self.choose(situation, asker) })
    }

    fn take_news(&mut self) -> Vec<ExplorerNews> {
        self.display.take_news()
    }

    fn hear(&mut self, news: &ExplorerNews) {
        self.display.hear(news);
    }
}
