//! Comparing explorers: runs of explorers on targets with seeds, and what they amount to.

mod analysis;
mod cell;
mod faults;
mod table;

pub use analysis::{
    EvalAnalysis, EvalMeasure, ExplorerResult, ExplorerTotals, MeanCurve, MeanFaults,
    MeasureResult, PairedComparison,
};
pub use cell::{RunResult, StateSighting};
pub use faults::FunctionalFaults;
pub use table::{csv, json, table};
