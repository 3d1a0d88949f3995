//! Comparing explorers: runs of explorers on targets with seeds, and what they amount to.

mod analysis;
mod cell;
mod table;

pub use analysis::{Analysis, Line, Measure, Measured, Standing, Totals, Versus};
pub use cell::{Cell, Fold, Seen};
pub use table::{csv, json, table};
