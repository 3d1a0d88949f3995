//! Which clock a target uses.

/// Which clock a target uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Time advances only with commands; the embedded phone starts on 2026-01-05 at 09:00.
    #[default]
    Virtual,
    /// The computer's clock.
    Real,
}
