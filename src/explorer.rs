//! Explorers: strategies that propose the next action.
//!
//! An explorer never touches a device and never logs. It is given a [`Situation`] and returns a
//! proposal; what becomes of it shows in the next situation's model and refusals.

pub mod chatbot;
pub mod elevate;
mod forms;
mod home;
mod monkey;
pub mod numbered;
mod refusals;
#[cfg(test)]
mod rehearsal;
pub mod replay;
mod systematic;
mod vitas;
pub mod vlm_fuzz;

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::domain::{
    Action, ActionKey, AvailableAction, DeviceCapabilities, Screen, StateId, StateIds,
};
use crate::llm::{Asker, ModelQuery};
use crate::model::BehaviourModel;
use crate::protocol::{ActionOutcome, ActionPlan, Alternative};

pub use chatbot::Chatbot;
pub use elevate::Elevate;
pub use monkey::Monkey;
pub use refusals::{Refusal, RefusalMemory};
pub use replay::ReplayExplorer;
pub use systematic::Systematic;
pub use vitas::Vitas;
pub use vlm_fuzz::VlmFuzz;

/// The most alternatives a proposal shows.
const SHOWN_ALTERNATIVES: usize = 6;

/// All an explorer may know when it proposes.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The step it would be.
    pub step: u64,
    /// What is on the display.
    pub screen: Arc<Screen>,
    /// The state that is.
    pub state: StateIds,
    /// What the screen offers.
    pub available: Arc<[AvailableAction]>,
    /// What the device can do.
    pub capabilities: DeviceCapabilities,
    /// What is known so far.
    pub model: Arc<BehaviourModel>,
    /// What is refused in this state, with the reason given (empty for none): what was refused here
    /// before, and what was skipped since the last action. The latest last.
    pub refused: Vec<Refusal>,
    /// What is refused in which state.
    pub refusals: Arc<RefusalMemory>,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
    /// What the tester wrote down, the latest last; older ones are left out.
    pub notes: Vec<String>,
    /// The picture of the screen as PNG, if there is one.
    pub picture: Option<Arc<[u8]>>,
    /// The action that led here; `None` at the beginning.
    pub last: Option<PerformedAction>,
    /// How much the run may still take.
    pub remaining: RemainingBudget,
}

/// An action that was performed, and what performing it told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerformedAction {
    /// Its step.
    pub step: u64,
    /// The structural state it was performed in.
    pub from: StateId,
    /// The same, exactly.
    pub exact: StateId,
    /// The action.
    pub action: Action,
    /// Its name in that state.
    pub key: ActionKey,
    /// For typing: what the field held afterwards. `None` if it could not be read back, and
    /// always for password fields.
    pub accepted: Option<String>,
    /// True if the device could not perform it.
    pub failed: bool,
    /// What it did.
    pub outcome: ActionOutcome,
    /// How long the app showed progress after it that was waited for, in milliseconds slept by the
    /// device; 0 if it showed none.
    pub progress_ms: u64,
}

/// What is left of a run's budget; `None` if there is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemainingBudget {
    /// Actions.
    pub steps: Option<u64>,
    /// Milliseconds.
    pub ms: Option<u64>,
}

impl Situation {
    /// True if no more actions are left than were done, or there is no limit.
    pub fn is_late(&self) -> bool {
        self.remaining.steps.is_none_or(|left| left <= self.step)
    }

    /// True if `key` is refused here.
    pub fn is_refused(&self, key: &ActionKey) -> bool {
        self.refused.iter().any(|refusal| refusal.key == *key)
    }

    /// True if `key` is refused in `state`, which may be another one: it promises nothing there.
    pub fn is_refused_in(&self, state: StateId, key: &ActionKey) -> bool {
        self.refusals.is_refused(state, key)
    }
}

/// What an explorer wants to do.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorerProposal {
    /// The action.
    pub action: Action,
    /// Its name within the present state.
    pub key: ActionKey,
    /// Why, for the tester.
    pub why: String,
    /// What else was considered, best first.
    pub alternatives: Vec<Alternative>,
    /// The plan it is a step of.
    pub plan: Option<ActionPlan>,
}

/// A strategy.
pub trait Explorer: Send {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What to do next; `None` if nothing is left that was not refused. What the explorer finds
    /// out on the way it tells through `asker`. Dropping the future gives the proposal up.
    fn propose<'a>(
        &'a mut self,
        situation: &'a Situation,
        asker: &'a mut Asker,
    ) -> BoxFuture<'a, Option<ExplorerProposal>>;
}

/// What an explorer is made from.
#[derive(Clone, Debug, Default)]
pub struct ExplorerSettings {
    /// The seed of everything random.
    pub seed: u64,
    /// Parts that are switched off, by name, to see what they are worth.
    pub without: Vec<String>,
}

/// An explorer's name, what it does, and how to make one.
pub struct ExplorerEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub what: &'static str,
    /// Makes one.
    pub make: fn(&ExplorerSettings) -> Box<dyn Explorer>,
    /// The parts of it that can be switched off (`--without`).
    pub parts: &'static [&'static str],
    /// The questions it asks a model.
    pub queries: &'static [&'static dyn ModelQuery],
    /// True if it is after crashes, so that an unattended run confirms them without being asked.
    pub confirms: bool,
}

/// All explorers.
pub const ALL: &[ExplorerEntry] = &[
    ExplorerEntry {
        name: "elevate",
        what: "a language model held by the behaviour model; without a model, its rules alone",
        make: |settings| Box::new(Elevate::new(settings)),
        parts: elevate::PARTS,
        queries: elevate::QUERIES,
        confirms: false,
    },
    ExplorerEntry {
        name: "vlm-fuzz",
        what: "depth first, forms, gestures and system events; a vision model on hard screens",
        make: |settings| Box::new(VlmFuzz::new(settings)),
        parts: vlm_fuzz::PARTS,
        queries: vlm_fuzz::vision::QUERIES,
        confirms: true,
    },
    ExplorerEntry {
        name: "systematic",
        what: "least-tried action first; when a state is done, the nearest one that is not",
        make: |settings| Box::new(Systematic::new(settings.seed)),
        parts: &[],
        queries: &[],
        confirms: false,
    },
    ExplorerEntry {
        name: "monkey",
        what: "weighted random actions; the baseline that everything must beat",
        make: |settings| Box::new(Monkey::new(settings.seed)),
        parts: &[],
        queries: &[],
        confirms: false,
    },
    ExplorerEntry {
        name: "vitas",
        what: "rules for questions and weighted input events; Vitas as far as it is known",
        make: |settings| Box::new(Vitas::new(settings.seed)),
        parts: &[],
        queries: &[],
        confirms: false,
    },
    ExplorerEntry {
        name: "chatbot",
        what: "a language model that is simply spoken to, nothing else",
        make: |_| Box::new(Chatbot::default()),
        parts: &[],
        queries: chatbot::QUERIES,
        confirms: false,
    },
];

/// How often something was tried, in words.
fn tried(count: u64) -> String {
    match count {
        0 => "never tried".to_owned(),
        1 => "tried once".to_owned(),
        _ => format!("tried {count} times"),
    }
}

/// The explorer called `name`.
pub fn find(name: &str) -> Option<&'static ExplorerEntry> {
    ALL.iter().find(|kind| kind.name == name)
}

/// The query called `name`, whoever asks it.
pub fn query(name: &str) -> Option<&'static dyn ModelQuery> {
    ALL.iter().flat_map(|kind| kind.queries).find(|query| query.name() == name).copied()
}
