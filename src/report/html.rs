//! A session as one page: it opens from disk, asks for nothing, and runs no script but its own.

mod coverage;
mod curves;
mod escape;
mod exchanges;
mod expectations;
mod findings;
mod fleet;
mod graph;
mod page;
mod pictures;
mod screens;
mod states;
mod steps;
mod summary;

mod wireframe;
mod words;

pub use escape::escaped;
pub use fleet::fleet_page;
pub use page::{MARK, page};
