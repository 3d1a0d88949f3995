//! The step cycle: a pure machine, and the driver that carries its effects out.
//!
//! ```text
//! Observe -> Propose -> Decide -> Act -> Learn -> Observe …
//! ```
//!
//! [`machine::Machine`] knows no IO and no clock: it takes one [`Input`] and gives the
//! [`Effect`]s that follow from it. [`driver`] owns the device, the explorer and the log, carries
//! the effects out and feeds the results back. Front ends hold a [`Handle`] and nothing else.

pub mod driver;
pub mod guard;
pub mod handle;
pub mod machine;
mod message;
pub mod triage;

pub use driver::{Driver, Ride, RideError};
pub use guard::Guard;
pub use handle::Handle;
pub use machine::{Budget, Machine, Setup};
pub use message::{Effect, Input, Look};
