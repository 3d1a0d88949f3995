//! Which time a target lives in.

/// Which time a target lives in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Time moves only by commands; the embedded phone starts on 2026-01-05 at 09:00.
    #[default]
    Virtual,
    /// Time is the computer's.
    Real,
}
