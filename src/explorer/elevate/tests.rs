//! Elevate as a whole, with a model that answers from a script.

mod anything;
mod bounds;
mod flow;
pub(in crate::explorer) mod world;

pub use world::{Script, World, phone, spoken, widget};
