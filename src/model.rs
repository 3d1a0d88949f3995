//! The behaviour model: a pure fold over events, and the state abstraction it rests on.

pub mod abstraction;
pub mod behaviour;
pub mod export;
pub mod layering;
pub mod oracle;
pub mod path;
pub mod score;

pub use abstraction::{available_actions, state_ids};
pub use behaviour::{ActionEdge, BehaviourModel, StateNode};
