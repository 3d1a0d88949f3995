//! Explorers: strategies that propose the next action.
//!
//! An explorer never touches a device and never logs. It is given a [`Situation`] and returns a
//! proposal; what becomes of it shows in the next situation's model and refusals.

mod home;
mod monkey;
mod systematic;

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::domain::{Action, ActionKey, Offer, Screen, StateIds};
use crate::model::BehaviourModel;
use crate::protocol::Alternative;

pub use monkey::Monkey;
pub use systematic::Systematic;

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
    pub offers: Arc<[Offer]>,
    /// What is known so far.
    pub model: Arc<BehaviourModel>,
    /// What was refused since the last action, with the reason given (empty for none).
    pub refused: Vec<Refusal>,
    /// What the session is about, in the tester's words.
    pub charter: Option<String>,
}

/// A proposal that the tester or a guard turned down in this situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The action's name.
    pub key: ActionKey,
    /// Why, in the tester's or the guard's words.
    pub feedback: String,
}

impl Situation {
    /// True where `key` was refused since the last action.
    pub fn is_refused(&self, key: &ActionKey) -> bool {
        self.refused.iter().any(|refusal| refusal.key == *key)
    }
}

/// What an explorer wants to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposed {
    /// The action.
    pub action: Action,
    /// Its name within the present state.
    pub key: ActionKey,
    /// Why, for the tester.
    pub why: String,
    /// What else was considered, best first.
    pub alternatives: Vec<Alternative>,
}

/// A strategy.
pub trait Explorer: Send {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What to do next; `None` where nothing is left that was not refused. Dropping the future
    /// gives the proposal up.
    fn propose<'a>(&'a mut self, situation: &'a Situation) -> BoxFuture<'a, Option<Proposed>>;
}

/// An explorer's name, what it does, and how to make one from a seed.
pub struct Kind {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub what: &'static str,
    /// Makes one.
    pub make: fn(u64) -> Box<dyn Explorer>,
}

/// All explorers.
pub const ALL: &[Kind] = &[
    Kind {
        name: "systematic",
        what: "least-tried action first; when a state is done, the nearest one that is not",
        make: |seed| Box::new(Systematic::new(seed)),
    },
    Kind {
        name: "monkey",
        what: "weighted random actions; the baseline that everything must beat",
        make: |seed| Box::new(Monkey::new(seed)),
    },
];

/// The explorer called `name`.
pub fn find(name: &str) -> Option<&'static Kind> {
    ALL.iter().find(|kind| kind.name == name)
}
