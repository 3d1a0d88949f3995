//! The fleet view: all workers of a fleet at once, and the way to each of them.
//!
//! Workers report to a [`FleetWatch`], which folds what they say into a [`FleetBoard`]: its size does not grow with
//! the number of records, so that a slow terminal never holds a worker up. [`FleetApp`] shows the board as it is at
//! each frame.

mod app;
mod board;
mod drawing;
mod findings;
mod growth;
mod list;
mod overlay;
mod run;
mod screens;
mod tiles;
mod watch;
mod worker;

pub use app::{FleetApp, FleetExit, FleetOptions};
pub use board::FleetBoard;
pub use run::show;
pub use watch::FleetWatch;
pub use worker::{WorkerReport, WorkerStatus};

#[cfg(test)]
mod tests;
