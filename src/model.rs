//! The behaviour model: a pure fold over events, and the state abstraction it rests on.

pub mod abstraction;
mod adjacency;
pub mod behaviour;
mod depth;
mod expectations;
pub mod export;
pub mod frontier;
mod goals;
pub mod layering;
mod meaning;
pub mod path;
pub mod score;
#[cfg(test)]
pub(crate) mod testing;
mod verdicts;

pub use abstraction::{available_actions, state_ids};
pub use adjacency::OutgoingEdge;
pub use behaviour::{ActionEdge, BehaviourModel, KnownAction, StateNode};
pub use expectations::ExpectationList;
pub use frontier::Frontier;
pub use goals::GoalList;
pub use verdicts::FindingVerdicts;
