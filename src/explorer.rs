//! Explorers: strategies that propose the next action.
//!
//! An explorer never touches a device and never logs. After each performed action it learns what
//! that did ([`Explorer::learn`]); before the next one it proposes ([`Explorer::propose`]). The table
//! of all explorers is in [`registry`].

pub mod chatbot;
pub mod dino_droid;
pub mod elevate;
#[cfg(test)]
mod fleet_tests;
pub mod input_blaster;
mod monkey;
mod news;
pub mod numbered;
mod probing;
mod property_guide;
mod proposal;
mod refusals;
pub mod registry;
pub mod replay;
mod shared;
mod situation;
mod systematic;
#[cfg(test)]
mod testing;
pub mod vision_droid;
mod vitas;
pub mod vlm_fuzz;
pub mod weights;

use futures_util::future::BoxFuture;

use crate::llm::Asker;

pub use chatbot::Chatbot;
pub use dino_droid::DinoDroid;
pub use elevate::Elevate;
pub use input_blaster::{InputBlaster, InputBlasterWeights, ValueSource};
pub use monkey::Monkey;
pub use news::ExplorerNews;
pub use probing::ProbingExplorer;
pub use property_guide::PropertyGuide;
pub use proposal::ExplorerProposal;
pub use refusals::{Refusal, RefusalMemory, form_content};
pub use registry::{EXPLORERS, ExplorerEntry, ExplorerSettings, find, names};
pub use replay::ReplayExplorer;
pub use situation::{PerformedAction, RemainingBudget, Situation};
pub use systematic::Systematic;
pub use vision_droid::VisionDroid;
pub use vitas::Vitas;
pub use vlm_fuzz::VlmFuzz;

/// The most alternatives a proposal shows.
const SHOWN_ALTERNATIVES: usize = 6;

/// What [`Explorer::propose`] gives: a future of a proposal, or of none.
pub type Proposing<'a> = BoxFuture<'a, Option<ExplorerProposal>>;

/// A strategy.
pub trait Explorer: Send {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Takes in what `done` did; `situation` is what it led to, already in the behaviour model.
    /// Called exactly once after each performed action, whoever chose it (this explorer, the tester, or
    /// the recording that a session branches off), and before the next proposal. What happened before
    /// a session was resumed is in the behaviour model and is not learned. The first screen of a run was led to by no action and is not learned.
    fn learn(&mut self, done: &PerformedAction, situation: &Situation);

    /// What to do next; `None` if nothing is left that was not refused. Called again for the same
    /// situation if the proposal was refused. What the tester should know of the reasons is noted
    /// with [`Asker::note`]. Dropping the future gives the proposal up.
    fn propose<'a>(&'a mut self, situation: &'a Situation, asker: &'a mut Asker) -> Proposing<'a>;

    /// What it found out since the last time and the others of its kind in a fleet can use, beside what the behaviour
    /// model tells them.
    fn take_news(&mut self) -> Vec<ExplorerNews> {
        Vec::new()
    }

    /// Takes in what another explorer has found out in the same app.
    fn hear(&mut self, _news: &ExplorerNews) {}
}

/// How often something was tried, in words.
fn tried(count: u64) -> String {
    match count {
        0 => "never tried".to_owned(),
        1 => "tried once".to_owned(),
        _ => format!("tried {count} times"),
    }
}
