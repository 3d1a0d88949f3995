//! Elevate as a whole, with a model that answers from a script.

mod anything;
mod asking_less;
mod bounds;
mod flow;
mod world;

pub(super) use world::ElevateWorld;
